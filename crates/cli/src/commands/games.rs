//! `perfect-play games`: lists the games that can be solved, and prints the rules of one.

use std::{
    ffi::OsString,
    io::{self, Write},
};

use perfect_play_core::Game;
use perfect_play_engine::AnyGame;
use perfect_play_games::{Family, Mnk};
use serde::Serialize;

use crate::{
    args::{
        format::FormatArgs,
        game_arg,
        own_game::{self, own_game},
    },
    tables::solvable::{most_cells, solvable},
    terminal::{
        exit::{Finding, Trouble},
        paint, program,
    },
    text::wrap::write_wrapped,
};

/// List the games that can be solved, or print the rules of a game
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  perfect-play games
  perfect-play games kalah
  perfect-play games tictactoe+misere
  perfect-play games --json")]
pub(crate) struct Args {
    /// A game whose rules are printed: `kalah`, `kalah:3,3`, `tictactoe`. Without it, all games are listed
    game: Option<OsString>,
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

/// A family of games and its rules.
#[derive(Serialize)]
struct FamilyInfo {
    /// The pattern of the names.
    name: String,
    description: &'static str,
    /// The limits of the parameters. `null` if there are no parameters.
    limits: Option<&'static str>,
    /// How many cells a board that can be solved has. `null` for games whose positions are counted instead.
    cells: Option<Cells>,
    /// The options that may follow the name, each after a `+`.
    options: &'static [&'static str],
    rules: &'static str,
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
    let named = args.game.as_ref().map(|game| game.to_string_lossy());
    if let Some(game) = named.and_then(|name| own_game::called(&name)) {
        let info = FamilyInfo::own(game);
        args.format.print(&info, |out| write_own_rules(out, &info))?;
        return Ok(Finding::Fine);
    }
    if let Some(game) = &args.game {
        let family = game_arg::family(game)?;
        let info = FamilyInfo::new(family);
        args.format.print(&info, |out| write_rules(out, family))?;
        return Ok(Finding::Fine);
    }
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
                writeln!(out, "{:35}also with {}", "", options(game.options))?;
            }
        }
        writeln!(out)?;
        write_wrapped(
            out,
            &program::named("`connect4`, which is connect:7,6,4, needs no table: the program has a book of its first plies, and \
             searches what comes later. Any other game is solved when a command needs it. If its table does not fit in memory, solve it into \
             a file first: `perfect-play solve GAME -o FILE`. The library contains the tables of baked games."),
        )?;
        let (mnk, connect) = (solvable(Family::Mnk), solvable(Family::Connect));
        write_wrapped(
            out,
            &format!(
                "A game with `-` for CELLS can be solved if its positions fit in memory. Of the other games, \
                 {mnk}; {connect}."
            ),
        )?;
        writeln!(out, "`{} games GAME` prints the rules of a game.", program::name())
    })?;
    Ok(Finding::Fine)
}

/// The options as they follow a name: `+rows, +blocked-pass`.
fn options(options: &[&str]) -> String {
    let options: Vec<_> = options.iter().map(|option| format!("+{option}")).collect();
    options.join(", ")
}

/// The description of the program's own game.
const OWN: &str = "the game of this program";

impl FamilyInfo {
    fn own(game: &'static AnyGame) -> Self {
        Self {
            name: game.to_string(),
            description: OWN,
            limits: None,
            cells: None,
            options: &[],
            rules: game.rules(),
        }
    }

    fn new(family: Family) -> Self {
        Self {
            name: family.to_string(),
            description: family.about(),
            limits: Some(family.limits()).filter(|limits| !limits.is_empty()),
            cells: cells(family),
            options: family.options(),
            rules: family.rules(),
        }
    }
}

/// How many cells a board that can be solved has. `None` for games whose positions are counted instead.
fn cells(family: Family) -> Option<Cells> {
    let counted = matches!(family, Family::Mnk | Family::Connect);
    counted.then(|| Cells { least: 1, most: most_cells(family) })
}

/// Writes what the list says of a family, and its rules.
fn write_rules(out: &mut dyn Write, family: Family) -> io::Result<()> {
    write_wrapped(out, &format!("{}: {}.", paint::heading(family), family.about()))?;
    match (family.limits(), cells(family)) {
        ("", _) => {}
        (limits, None) => write_wrapped(out, &format!("Limits: {limits}."))?,
        (limits, Some(_)) => {
            write_wrapped(out, &format!("Limits: {limits}; {}.", solvable(family)))?;
        }
    }
    if !family.options().is_empty() {
        write_wrapped(out, &format!("Options: {}.", options(family.options())))?;
    }
    writeln!(out, "\n{}", family.rules())
}

/// Writes the rules of the program's own game.
fn write_own_rules(out: &mut dyn Write, info: &FamilyInfo) -> io::Result<()> {
    write_wrapped(out, &format!("{}: {}.", paint::heading(&info.name), info.description))?;
    match info.rules.trim() {
        "" => write_wrapped(
            out,
            &program::named(
                "It comes without a text of its rules (the method `rules`). `perfect-play play` plays it.",
            ),
        ),
        rules => writeln!(out, "\n{rules}"),
    }
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
        cells: cells(family),
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
    let own = own_game().map(|game| GameInfo {
        name: game.to_string(),
        parameters: Vec::new(),
        options: &[],
        cells: None,
        baked: false,
        description: OWN,
    });
    own.into_iter().chain(lines).chain(found).collect()
}
