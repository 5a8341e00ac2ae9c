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
use perfect_play_core::{Game, Move, Printable, Scheme, Shown, Tabular};
use perfect_play_engine::{AnyGame, AnyPosition, AnyRules};
use perfect_play_generator::{Call, CallsToDepth, ScoreRule, calls_to_depth, trace};

use crate::{
    board_arg, draw,
    exit::{Finding, Trouble},
    format::{self, Format, FormatArgs},
    memory::Bound,
    number::{counted, grouped},
    output::OutputArgs,
    progress, table_arg,
};

/// Draw the tree that plain minimax walks, call by call, as the tutorials do
#[derive(clap::Args)]
#[command(after_help = "\
X maximises, O minimises; cells (or columns) are tried ascending, and the first
with the best score is kept: the index is the cell that the first call chooses.
Calls are numbered in the order of calling, the first being 1. What is chosen is
marked. Of a game that is played for points the scores are X's lead in points.

A tree of more than 100 calls is cut where it would grow beyond that, unless
--max-depth says otherwise; the calls below a cut are counted, and the totals
are those of the whole tree.

Examples:
  perfect-play trace tictactoe X1OX4XOO8
  perfect-play trace tictactoe O.XX.X.OO --score ten
  perfect-play trace tictactoe O.XX.X.OO --score depth --format svg -o tree.svg
  perfect-play trace tictactoe ......... --max-depth 1
  perfect-play trace connect:3,3,3 121223
  perfect-play trace nim:1,2 1,2
  perfect-play trace mnk:4,3,3 XO.XO....... --format dot | dot -Tpdf > tree.pdf")]
pub(crate) struct Args {
    /// A game's name: `tictactoe`, `connect:4,4,4`, `nim:1,2`; not one that can come back to a position
    game: OsString,
    /// The board or position to begin at; X is to move if it has as many X as O. For `connect`, also the
    /// columns played
    #[arg(allow_hyphen_values = true)]
    board: OsString,
    /// How the end is scored: +1 for X and -1 for O; +10 and -10; or 10 less the moves O has made
    /// for X, and -10 and those moves for O [default: unit]
    #[arg(
        long,
        value_parser = PossibleValuesParser::new(ScoreRule::ALL.map(ScoreRule::name))
            .try_map(|name| name.parse::<ScoreRule>()),
    )]
    score: Option<ScoreRule>,
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
    game: AnyGame,
    /// How the end is scored; `None` if the game pays points.
    rule: Option<ScoreRule>,
    root: Call<AnyPosition>,
}

/// A call, and where it stands in the tree.
#[derive(Clone, Copy)]
struct Node<'t> {
    tree: &'t Tree,
    call: &'t Call<AnyPosition>,
    /// The call that made it.
    parent: Option<&'t Call<AnyPosition>>,
    /// Whether it is chosen, and all above it are.
    chosen: bool,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    args.output.check()?;
    let game = find(table_arg::rules(&args.game)?)?;
    let position = board_arg::unfinished(&game, &args.board)?;
    if game.repeats() {
        return Err(Trouble::new(format!(
            "play of {game} can come back to a position, so plain minimax would call itself for ever and has no \
             tree: `perfect-play probe` and `perfect-play moves` say what a position is worth"
        )));
    }
    let rule = rule(&game, args.score)?;
    let form = args.format.format();
    let depth = drawn_depth(&game, position, args.max_depth, form)?;
    let score = rule.unwrap_or_default();
    let root = progress::waiting("tracing", || trace(&game, position, score, depth));
    let root = root.map_err(|error| {
        let begin = match game.mnk() {
            Some(_) => "begin at a board with fewer empty cells",
            None => "begin nearer to the end",
        };
        let position = game.notation(position).to_string();
        Trouble::new(format!("`{}` cannot be traced: {error}; {begin}", Shown(position)))
    })?;
    let tree = Tree { game, rule, root };
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

/// The game with its positions, which are found now unless a formula numbers them.
fn find(rules: AnyRules) -> Result<AnyGame, Trouble> {
    let name = rules.to_string();
    let memory = Bound::free().bytes();
    progress::during("finding positions", |progress| rules.find(memory, progress))
        .map_err(|error| Trouble::new(format!("{name} cannot be traced: {error}")))
}

/// How the end of the game is scored; `None` if it pays points.
fn rule(game: &AnyGame, asked: Option<ScoreRule>) -> Result<Option<ScoreRule>, Trouble> {
    if game.scheme() == Scheme::Score {
        return match asked {
            None => Ok(None),
            Some(rule) => Err(Trouble::new(format!(
                "`--score {rule}` is for games that are won or lost, and {game} is played for points, which are \
                 its scores: leave `--score` out"
            ))),
        };
    }
    let rule = asked.unwrap_or_default();
    if rule.suits(game) {
        return Ok(Some(rule));
    }
    let why = match game.mnk() {
        Some(game) => format!(
            "is for boards of up to 19 cells, and {game} has {}: a win after O's tenth move would be worth nothing",
            game.shape().cells()
        ),
        None if game.max_plies() == 0 => {
            format!("goes by the moves that O has made, which positions of {game} do not tell")
        }
        None => format!(
            "is for games of up to 19 plies, and {game} may take {}: a win after O's tenth move would be worth nothing",
            game.max_plies()
        ),
    };
    Err(Trouble::new(format!("`--score {rule}` {why}; take `--score unit` or `--score ten`")))
}

/// How many plies below the position are drawn.
fn drawn_depth(
    game: &AnyGame,
    position: AnyPosition,
    asked: Option<u8>,
    form: Form,
) -> Result<u8, Trouble> {
    let limit = form.most_calls();
    let CallsToDepth { calls, whole } =
        calls_to_depth(game, position, if asked.is_some() { limit } else { AT_A_GLANCE });
    // The last depth that was counted is the deepest there is, or the last within the limit.
    let deepest = u8::try_from(calls.len().saturating_sub(1)).unwrap_or(u8::MAX).max(1);
    match asked {
        Some(asked) if asked > deepest && !whole => Err(Trouble::new(format!(
            "a tree of depth {asked} has more than {} calls, too many to draw: `--max-depth \
             {deepest}` draws {}",
            grouped(limit),
            calls.last().map_or_else(String::new, |&calls| grouped(calls))
        ))),
        Some(asked) => Ok(asked),
        None => Ok(deepest),
    }
}

impl<'t> Node<'t> {
    /// The calls that it makes.
    fn children(self) -> impl ExactSizeIterator<Item = Self> {
        let Self { tree, call, chosen, .. } = self;
        let child = move |child: &'t Call<_>| Self {
            tree,
            call: child,
            parent: Some(call),
            chosen: chosen && child.mv == call.best_move,
        };
        call.children.iter().map(child)
    }

    /// The move that led to the call.
    fn move_text(self) -> Option<String> {
        Some(self.tree.move_text(self.parent?, self.call.mv?))
    }

    /// The cell of the move that led to the call.
    fn last_cell(self) -> Option<u8> {
        let (game, board) = (self.tree.game.mnk()?, self.call.position.board()?);
        game.cell_of_last_move(board, self.call.mv?)
    }

    /// The position in few lines.
    fn drawing(self) -> Vec<String> {
        draw::small_position(&self.tree.game, self.call.position, self.last_cell())
    }

    /// `X plays 4`, or in the first call `X to move`.
    fn title(self) -> String {
        match self.parent.zip(self.move_text()) {
            Some((parent, mv)) => format!("{} plays {mv}", parent.to_move),
            None => format!("{} to move", self.call.to_move),
        }
    }
}

impl Tree {
    fn root(&self) -> Node<'_> {
        Node { tree: self, call: &self.root, parent: None, chosen: true }
    }

    /// A move in the position of a call, as the game writes it.
    fn move_text(&self, call: &Call<AnyPosition>, mv: Move) -> String {
        Shown(self.game.move_text(call.position, mv)).to_string()
    }

    /// What all of it comes to: `9 calls, index 4, score +10`.
    fn total(&self) -> String {
        let noun = if self.game.mnk().is_some() { "index" } else { "best move" };
        let index = self.root.best_move.map(|mv| self.move_text(&self.root, mv));
        let index = index.map_or_else(String::new, |mv| format!(", {noun} {mv}"));
        let calls = counted(self.root.calls, "call", "calls");
        format!("{calls}{index}, score {}", signed(self.root.score))
    }

    /// What the scores mean.
    fn rule(&self) -> &'static str {
        match self.rule {
            None => "X's lead in points",
            Some(ScoreRule::Unit) => "+1 if X wins, -1 if O wins, 0 for a draw",
            Some(ScoreRule::Ten) => "+10 if X wins, -10 if O wins, 0 for a draw",
            Some(ScoreRule::Depth) => "X wins: 10 - O's moves, O wins: -10 + O's moves, draw: 0",
        }
    }
}

/// A score with its sign: `+10`, `0`, `-10`.
fn signed(score: i8) -> String {
    if score > 0 { format!("+{score}") } else { score.to_string() }
}

/// `58 calls below`.
fn below(call: &Call<AnyPosition>) -> String {
    format!("{} below", counted(call.calls - 1, "call", "calls"))
}
