//! `perfect-play games`: lists the games that can be solved.

use perfect_play_games::{Family, Mnk};
use serde::Serialize;

use crate::{
    exit::{Finding, Trouble},
    format::FormatArgs,
    solvable::{most_cells, solvable},
};

/// List the games that can be solved
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  perfect-play games
  perfect-play games --json")]
pub(crate) struct Args {
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Serialize)]
struct GameInfo {
    name: String,
    parameters: Vec<Parameter>,
    /// The options that may follow the name, each after a `+`.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    options: &'static [&'static str],
    /// How many cells the board has. Absent for games whose positions are counted instead.
    cells: Option<Cells>,
    baked: bool,
    description: &'static str,
}

#[derive(Serialize)]
struct Parameter {
    name: &'static str,
    meaning: &'static str,
}

#[derive(Serialize)]
struct Cells {
    least: u8,
    most: u8,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let games = games();
    args.format.print(&games, |out| {
        writeln!(out, "{:<20} {:>5}  {:<5}  WHAT IT IS", "GAME", "CELLS", "BAKED")?;
        for game in &games {
            let cells = match &game.cells {
                Some(Cells { least, most }) if least == most => most.to_string(),
                Some(Cells { least, most }) => format!("{least}-{most}"),
                None => "-".to_owned(),
            };
            let baked = if game.baked { "yes" } else { "no" };
            writeln!(out, "{:<20} {cells:>5}  {baked:<5}  {}", game.name, game.description)?;
            for Parameter { name, meaning } in &game.parameters {
                writeln!(out, "{:35}{name}: {meaning}", "")?;
            }
            if !game.options.is_empty() {
                let options: Vec<_> = game.options.iter().map(|option| format!("+{option}")).collect();
                writeln!(out, "{:35}also with {}", "", options.join(", "))?;
            }
        }
        writeln!(
            out,
            "\nA game is solved when it is asked for. One that does not fit in memory is solved into a \
             file\nfirst: `perfect-play solve GAME -o FILE`. Baked games come with the library as \
             well, solved.\n\
             In all, {};\n{}.\nOf the games without cells, those are whose positions fit in memory.",
            solvable(Family::Mnk),
            solvable(Family::Connect)
        )
    })?;
    Ok(Finding::Fine)
}

fn games() -> Vec<GameInfo> {
    let single = |game: Mnk, description| GameInfo {
        name: game.to_string(),
        parameters: Vec::new(),
        options: &[],
        cells: Some(Cells { least: game.shape().cells(), most: game.shape().cells() }),
        baked: perfect_play::baked(&game.to_string()).is_some(),
        description,
    };
    let family = |family: Family, variant, description| GameInfo {
        name: format!("{family}{variant}"),
        parameters: match family {
            Family::Connect => {
                [("W", "columns"), ("H", "rows"), ("K", "in a row, 1 to the larger of W, H")]
            }
            _ => [("M", "columns"), ("N", "rows"), ("K", "in a row, 1 to the larger of M, N")],
        }
        .map(|(name, meaning)| Parameter { name, meaning })
        .into(),
        options: &[],
        cells: Some(Cells { least: 1, most: most_cells(family) }),
        baked: false,
        description,
    };
    let found =
        Family::ALL.into_iter().filter(|family| !matches!(family, Family::Mnk | Family::Connect));
    let found = found.map(|family| GameInfo {
        name: family.to_string(),
        parameters: Vec::new(),
        options: family.options(),
        cells: None,
        baked: false,
        description: family.about(),
    });
    let lines = [
        single(Mnk::TICTACTOE, "three in a row on 3 by 3 wins"),
        single(Mnk::TICTACTOE_MISERE, "three in a row on 3 by 3 loses"),
        family(Family::Mnk, "", "K in a row on M columns and N rows wins"),
        family(Family::Mnk, "+misere", "K in a row on M columns and N rows loses"),
        family(Family::Connect, "", "marks fall (Connect Four): K in a row wins"),
        family(Family::Connect, "+misere", "marks fall: K in a row loses"),
    ];
    lines.into_iter().chain(found).collect()
}
