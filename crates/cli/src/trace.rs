//! `perfect-play trace`: the tree that plain minimax walks.

mod dot;
mod json;
mod picture;
mod text;

use std::ffi::OsString;

use clap::{
    ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};
use perfect_play_core::{Board, Game, Player, Printable};
use perfect_play_games::Mnk;
use perfect_play_generator::{Call, CallsToDepth, ScoreRule, calls_to_depth, trace};

use crate::{
    board_arg, draw,
    exit::{Finding, Trouble},
    format::{self, Format, FormatArgs},
    output::OutputArgs,
    progress, table_arg,
};

/// Draw the tree that plain minimax walks, call by call, as the tutorials do
#[derive(clap::Args)]
#[command(after_help = "\
X maximises, O minimises; cells (or columns) are tried ascending, and the first
with the best score is kept: the index is the cell that the first call chooses.
Calls are numbered in the order of calling, the first being 1. What is chosen is
marked.

A tree of more than 100 calls is cut where it would grow beyond that, unless
--max-depth says otherwise; the calls below a cut are counted, and the totals
are those of the whole tree.

Examples:
  perfect-play trace tictactoe X1OX4XOO8
  perfect-play trace tictactoe O.XX.X.OO --score ten
  perfect-play trace tictactoe O.XX.X.OO --score depth --format svg -o tree.svg
  perfect-play trace tictactoe ......... --max-depth 1
  perfect-play trace connect:3,3,3 121223
  perfect-play trace mnk:4,3,3 XO.XO....... --format dot | dot -Tpdf > tree.pdf")]
pub(crate) struct Args {
    /// A game's name: `tictactoe`, `mnk:4,3,3`, `connect:4,4,4`, each with `+misere`
    game: OsString,
    /// The board to begin at; X is to move if it has as many X as O. For `connect`, also the
    /// columns played
    #[arg(allow_hyphen_values = true)]
    board: OsString,
    /// How the end is scored: +1 for X and -1 for O; +10 and -10; or 10 less the moves O has made
    /// for X, and -10 and those moves for O
    #[arg(
        long,
        default_value_t = ScoreRule::default(),
        value_parser = PossibleValuesParser::new(ScoreRule::ALL.map(ScoreRule::name))
            .try_map(|name| name.parse::<ScoreRule>()),
    )]
    score: ScoreRule,
    /// Draw so many plies below the board, at least 1
    #[arg(long, value_name = "PLIES", value_parser = depth, allow_negative_numbers = true)]
    max_depth: Option<u8>,
    #[command(flatten)]
    format: FormatArgs<Form>,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// For people
    Text,
    /// For graphviz
    Dot,
    /// A picture
    Svg,
    /// For programs
    Json,
}

impl Format for Form {
    const DEFAULT: &str = "text";
    const JSON: Self = Self::Json;
}

/// The calls that are drawn unless more are asked for.
const AT_A_GLANCE: u64 = 100;

impl Form {
    /// The most calls that are drawn.
    fn most_calls(self) -> u64 {
        match self {
            Self::Text | Self::Json => 1_000_000,
            Self::Dot => 10_000,
            // Wider pictures are more than some programs show.
            Self::Svg => 300,
        }
    }
}

fn depth(text: &str) -> Result<u8, String> {
    match text.parse() {
        Ok(0) => Err("a tree of depth 0 shows no move: give 1 or more".to_owned()),
        Ok(depth) => Ok(depth),
        Err(_) => Err("the depth is a number of plies from 1 to 255".to_owned()),
    }
}

/// What each side does with the scores.
const CHOICE: &str = "X takes the largest, O the smallest, both the first of equals";

/// A tree, and what there is to know to draw it.
struct Tree {
    game: Mnk,
    rule: ScoreRule,
    root: Call<Board>,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    args.output.check()?;
    let rules = table_arg::rules(&args.game)?;
    let game = rules.mnk().ok_or_else(|| table_arg::no_board(&rules, "a tree of calls"))?;
    let board = board_arg::unfinished_board(&game, &args.board)?;
    if !args.score.suits(&game) {
        return Err(Trouble::new(format!(
            "`--score depth` is for boards of up to 19 cells, and {game} has {}: a win after O's \
             tenth move would be worth nothing; take `--score unit` or `--score ten`",
            game.shape().cells()
        )));
    }
    let form = args.format.format();
    let depth = drawn_depth(&game, board, args.max_depth, form)?;
    let root = progress::waiting("tracing", || trace(&game, board, args.score, depth));
    let root = root.map_err(|error| {
        let board = game.notation(board);
        Trouble::new(format!(
            "`{board}` cannot be traced: {error}; begin at a board with fewer empty cells"
        ))
    })?;
    let tree = Tree { game, rule: args.score, root };
    let write = || {
        args.output.write(|out| match form {
            Form::Text => text::write(out, &tree),
            Form::Dot => dot::write(out, &tree),
            Form::Svg => picture::write(out, &tree),
            Form::Json => format::json(out, &json::report(&tree)),
        })
    };
    // Where the answer itself goes to the terminal, nothing else must.
    if args.output.is_terminal() { write() } else { progress::waiting("writing", write) }?;
    Ok(Finding::Fine)
}

/// How many plies below the board are drawn.
fn drawn_depth(game: &Mnk, board: Board, asked: Option<u8>, form: Form) -> Result<u8, Trouble> {
    let limit = form.most_calls();
    let CallsToDepth { calls, whole } =
        calls_to_depth(game, board, if asked.is_some() { limit } else { AT_A_GLANCE });
    // The last depth that was counted is the deepest there is, or the last within the limit.
    let deepest = u8::try_from(calls.len().saturating_sub(1)).unwrap_or(u8::MAX).max(1);
    match asked {
        Some(asked) if asked > deepest && !whole => Err(Trouble::new(format!(
            "a tree of depth {asked} has more than {} calls, too many to draw: `--max-depth \
             {deepest}` draws {}",
            draw::grouped(limit),
            calls.last().map_or_else(String::new, |&calls| draw::grouped(calls))
        ))),
        Some(asked) => Ok(asked),
        None => Ok(deepest),
    }
}

impl Tree {
    /// The children of a call, each with whether it is chosen.
    fn children(
        call: &Call<Board>,
        chosen: bool,
    ) -> impl ExactSizeIterator<Item = (&Call<Board>, bool)> {
        call.children.iter().map(move |child| (child, chosen && child.mv == call.best_move))
    }

    fn to_move(&self, call: &Call<Board>) -> Player {
        self.game.to_move(call.position)
    }

    /// The cell of the move that led to the call.
    fn last_cell(&self, call: &Call<Board>) -> Option<u8> {
        self.game.cell_of_last_move(call.position, call.mv?)
    }

    /// `X plays 4`, or in the first call `X to move`.
    fn title(&self, call: &Call<Board>) -> String {
        match call.mv {
            Some(mv) => format!("{} plays {mv}", self.to_move(call).opponent()),
            None => format!("{} to move", self.to_move(call)),
        }
    }

    /// What all of it comes to: `9 calls, index 4, score +10`.
    fn total(&self) -> String {
        let index = self.root.best_move.map_or_else(String::new, |mv| format!(", index {mv}"));
        let calls = match self.root.calls {
            1 => "1 call".to_owned(),
            calls => format!("{} calls", draw::grouped(calls)),
        };
        format!("{calls}{index}, score {}", signed(self.root.score))
    }

    /// What the scores mean.
    fn rule(&self) -> &'static str {
        match self.rule {
            ScoreRule::Unit => "+1 if X wins, -1 if O wins, 0 for a draw",
            ScoreRule::Ten => "+10 if X wins, -10 if O wins, 0 for a draw",
            ScoreRule::Depth => "X wins: 10 - O's moves, O wins: -10 + O's moves, draw: 0",
        }
    }
}

/// A score with its sign: `+10`, `0`, `-10`.
fn signed(score: i8) -> String {
    if score > 0 { format!("+{score}") } else { score.to_string() }
}

/// `58 calls below`.
fn below(call: &Call<Board>) -> String {
    match call.calls - 1 {
        1 => "1 call below".to_owned(),
        calls => format!("{} calls below", draw::grouped(calls)),
    }
}
