//! `perfect-play export tree`: the positions by ply, symmetric ones counted once, as a graph.

mod dot;
mod graph;
mod layout;
mod picture;

use std::ffi::OsString;

use clap::ValueEnum;
use perfect_play_games::Mnk;

use self::graph::{Edges, Graph, plies};
use crate::{
    args::{document::Document, format, number_arg},
    commands::export::proven,
    terminal::{
        exit::{Finding, Trouble},
        output::OutputArgs,
        progress,
    },
    text::numbers::{self, grouped},
};

/// Draw the positions as a graph, ply by ply, coloured by who wins: a poster
#[derive(clap::Args)]
#[command(after_help = "\
Of each set of symmetric positions, only the canonical one is drawn. Its colour
says who wins with best play: X, O or nobody. Its label says what it is worth to
the side to move: W3 is a win in 3 plies, D5 a draw, L2 a loss. If the game is
over, the frame is heavy and the winning line is struck. Lines lead to the
positions after optimal moves, or after all moves.

The picture is an SVG on a sheet of A3, or on a larger sheet if necessary. It
has at most 1,000 positions, or up to 5,000 if --plies asks for them.

Examples:
  perfect-play export tree tictactoe -o tree.svg
  perfect-play export tree tictactoe --edges all -o all.svg
  perfect-play export tree mnk:4,4,4 --plies 4 -o first.svg
  perfect-play export tree mnk:4,3,3 --plies 3 --format dot | dot -Tpdf > t.pdf")]
pub(crate) struct Args {
    /// A game's name (`tictactoe`, `mnk:4,3,3`, `connect:4,4,4`) or a .perfect file
    table: OsString,
    /// Draw the positions after up to N plies
    #[arg(long, value_name = "N", value_parser = number_arg::within(0..=u8::MAX, 4), allow_negative_numbers = true)]
    plies: Option<u8>,
    /// Which moves are drawn as lines
    #[arg(long, value_enum, default_value = "optimal")]
    edges: Edges,
    /// The format of the answer [default: svg]
    #[arg(long, value_enum)]
    format: Option<Form>,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum Form {
    /// A picture
    Svg,
    /// For graphviz
    Dot,
}

/// The default limit on drawn positions.
const AT_A_GLANCE: u64 = 1_000;
/// The largest limit on drawn positions.
const MOST_POSITIONS: u64 = 5_000;

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let form = format::chosen(args.format, &args.output)?.unwrap_or(Form::Svg);
    let document = match form {
        Form::Svg => Document::picture(&args.table, "tree", &args.output)?,
        Form::Dot => Document::new(&args.table, "-tree.dot", "`dot -Tpdf` draws it", &args.output)?,
    };
    let table = proven::boards(
        &args.table,
        document.output(),
        (
            ("a tree", "export tree connect:4,4,4"),
            "`perfect-play trace` draws the tree of a late position, `perfect-play dump` lists all positions",
        ),
        |source, _| proven::check_whole(source),
    )?;
    let game = &table.game;
    let counts: Vec<_> = progress::waiting("counting", || {
        plies(game).map(|positions| positions.len() as u64).collect()
    });
    let drawn = drawn(game, &counts, args.plies)?;
    let graph = Graph::new(&table, &counts, drawn, args.edges)?;
    document.write(|out| match form {
        Form::Svg => picture::write(out, &graph),
        Form::Dot => dot::write(out, &graph),
    })?;
    Ok(Finding::Fine)
}

/// How many plies are drawn, including the start. Each count is the number of positions of a ply.
fn drawn(game: &Mnk, counts: &[u64], asked: Option<u8>) -> Result<usize, Trouble> {
    let within = |limit| {
        let totals = counts.iter().scan(0_u64, |total, count| {
            *total = total.saturating_add(*count);
            Some(*total)
        });
        totals.take_while(|total| *total <= limit).count()
    };
    let total = |plies: usize| grouped(counts.iter().take(plies).sum());
    let Some(asked) = asked else { return Ok(within(AT_A_GLANCE)) };
    let (asked, most) = (usize::from(asked) + 1, within(MOST_POSITIONS));
    if asked.min(counts.len()) > most {
        return Err(Trouble::new(format!(
            "{game} has {} positions after up to {}, symmetric ones counted once, and {} are the \
             most that are drawn: `--plies {}` draws {}",
            total(asked),
            numbers::plies(u8::try_from(asked.min(counts.len()) - 1).unwrap_or(u8::MAX)),
            grouped(MOST_POSITIONS),
            most.saturating_sub(1),
            total(most)
        )));
    }
    Ok(asked.min(counts.len()))
}
