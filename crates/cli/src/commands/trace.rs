//! `perfect-play trace`: the tree of calls that a search makes.

mod counts;
mod cut_off;
mod dot;
mod json;
mod picture;
mod text;
mod tree;

use std::ffi::OsString;

use clap::{
    ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};
use perfect_play_core::{Game, Key, Kind, Scheme, Shown};
use perfect_play_engine::{AnyGame, AnyPosition, Estimate, TierSolve};
use perfect_play_generator::{
    Algorithm, Call, CallCount, CallsToDepth, MAX_TRACED, ScoreRule, TreeTooLarge, calls_to_depth,
    count_calls, trace,
};

use self::{counts::Counts, tree::Tree};
use crate::{
    args::{
        board_arg,
        document::Document,
        format::{self, Format, FormatArgs},
        game_arg,
    },
    tables::books,
    terminal::{
        exit::{Finding, Trouble},
        interruption,
        output::OutputArgs,
        program, progress,
    },
    text::numbers::grouped,
};

/// Draw the tree of calls that minimax, alpha-beta or a memo makes, as the tutorials do
#[derive(clap::Args)]
#[command(after_help = "\
X maximises, O minimises. Moves are tried ascending, and the first with the best
score is kept. Calls are numbered in the order of calling, from 1. The move that
each call takes is marked. Text and pictures number cells from 1, JSON from 0.
In a game that is played for points the scores are X's lead in points.

minimax         looks at everything
alpha-beta      shows the window of each call, what it returns, which moves are
                cut off, and why
memo            remembers every position that a call has returned from
memo-symmetric  the same; positions that are images of one another are one

The text ends with the numbers of calls of all four.

A tree of more than 100 calls is cut where it would grow beyond that, and a tree
from the start of more than 20, unless --max-depth says otherwise. The calls
below a cut are counted, and the totals are those of the whole tree. If
alpha-beta makes more than a million calls, it is neither drawn nor counted. If a
memo makes more, it is counted only if --algorithm names it.

Examples:
  perfect-play trace tictactoe
  perfect-play trace tictactoe X2OX5XOO9
  perfect-play trace tictactoe X2OX5XOO9 --algorithm alpha-beta
  perfect-play trace tictactoe O.XX.X.OO --score ten
  perfect-play trace tictactoe O.XX.X.OO --score depth --format svg -o tree.svg
  perfect-play trace tictactoe --max-depth 2
  perfect-play trace connect:3,3,3 121223
  perfect-play trace nim:1,2 1,2
  perfect-play trace mnk:4,3,3 XO.XO....... --format dot | dot -Tpdf > tree.pdf")]
pub(crate) struct Args {
    /// A game's name: `tictactoe`, `connect:4,4,4`, `nim:1,2`; not a game that can repeat a position
    game: OsString,
    /// The board or position at which the tree begins, or the moves to it in quotes; X is to move if a board has as many X
    /// as O. For `connect`, also the columns played [default: the start]
    #[arg(allow_hyphen_values = true)]
    board: Option<OsString>,
    /// The search
    #[arg(long, value_enum, default_value = "minimax")]
    algorithm: Search,
    /// The score of a win of X and of O: `unit` is +1 and -1, `ten` is +10 and -10, and `depth` is 10 - N and -10 + N
    /// after N moves of O [default: unit]
    #[arg(
        long,
        value_parser = PossibleValuesParser::new(ScoreRule::ALL.map(ScoreRule::name))
            .try_map(|name| name.parse::<ScoreRule>()),
    )]
    score: Option<ScoreRule>,
    /// Draw this many plies below the board, at least 1
    #[arg(long, value_name = "PLIES", value_parser = depth, allow_negative_numbers = true)]
    max_depth: Option<u8>,
    #[command(flatten)]
    format: FormatArgs<Form>,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum Search {
    /// Plain minimax
    Minimax,
    /// Fail-soft alpha-beta
    AlphaBeta,
    /// Minimax that remembers positions
    Memo,
    /// Minimax that remembers positions, symmetric ones as one
    MemoSymmetric,
}

impl From<Search> for Algorithm {
    fn from(search: Search) -> Self {
        match search {
            Search::Minimax => Self::Minimax,
            Search::AlphaBeta => Self::AlphaBeta,
            Search::Memo => Self::Memo,
            Search::MemoSymmetric => Self::SymmetricMemo,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Text for people
    Text,
    /// A graph for graphviz
    Dot,
    /// A picture
    Svg,
    /// JSON for programs
    Json,
}

impl Format for Form {
    const DEFAULT: &str = "text";
    const JSON: Self = Self::Json;
}

/// The default limit on drawn calls.
const AT_A_GLANCE: u64 = 100;

/// The default limit on drawn calls from the start, where nobody asked for a position.
const ON_A_SCREEN: u64 = 20;

impl Form {
    /// The limit on drawn calls.
    fn most_calls(self) -> u64 {
        match self {
            Self::Text | Self::Json => 1_000_000,
            Self::Dot => 10_000,
            // Some programs cannot show wider pictures.
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

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    args.output.check()?;
    let form = args.format.of(&args.output)?;
    let document = Document::picture_if(form == Form::Svg, &args.game, "trace", &args.output)?;
    for word in [Some(&args.game), args.board.as_ref()].into_iter().flatten() {
        let word = word.to_string_lossy();
        if Search::from_str(&word, true).is_ok() {
            return Err(Trouble::new(format!(
                "`{word}` is a search, not a game or a board: choose it with `--algorithm {word}`"
            )));
        }
    }
    let game = game_arg::game(&args.game)?;
    let start = OsString::from(game.notation(game.start()).to_string());
    let position = match &args.board {
        Some(board) => board_arg::in_game(&game, board)?,
        None => game.start(),
    };
    let position = board_arg::unfinished(&game, position, args.board.as_deref().unwrap_or(&start))?;
    if game.repeats() {
        let page = program::page(&game).map_or_else(String::new, |page| {
            format!(", and the page of {page} draws the first plies of such a search")
        });
        return Err(Trouble::new(format!(
            "{game} can repeat a position, so plain minimax would call itself for ever and has no \
             tree: `perfect-play probe` and `perfect-play moves` say what a position is worth{page}"
        )));
    }
    let rule = rule(&game, args.score)?;
    let algorithm = args.algorithm.into();
    let (rule_or_unit, asked) = (rule.unwrap_or_default(), args.max_depth);
    let default = if args.board.is_some() { AT_A_GLANCE } else { ON_A_SCREEN };
    let root = Root { game: &game, position, rule: rule_or_unit, algorithm, default };
    // Alpha-beta may make few calls in a large tree.
    if algorithm != Algorithm::AlphaBeta && is_too_large(&game, position) {
        return Err(root.too_large(TreeTooLarge::Positions));
    }
    let (mut depth, root, counts) = match game.board(position) {
        // Boards take less memory.
        Some((game, position)) => {
            Root { game: &game, position, rule: rule_or_unit, algorithm, default }
                .traced(asked, form)
        }
        None => root.traced(asked, form),
    }?;
    let mut tree = Tree { game, rule, algorithm, root, counts };
    // If the user did not give a depth, the picture must not be too wide to look at.
    while form == Form::Svg && asked.is_none() && depth > 1 && !picture::fits(&tree) {
        depth -= 1;
        tree.root.cut(depth);
    }
    let write = || match form {
        Form::Text => args.output.write_text(|out| text::write(out, &tree)),
        Form::Dot => args.output.write(|out| dot::write(out, &tree)),
        Form::Svg => document.write(|out| picture::write(out, &tree)),
        Form::Json => args.output.write(|out| format::json(out, &json::report(&tree))),
    };
    // If the answer itself goes to the terminal, nothing else may be printed there.
    if args.output.is_terminal() && form != Form::Svg {
        write()
    } else {
        progress::waiting("writing", write)
    }?;
    Ok(Finding::Fine)
}

/// Whether a tree has more positions than can be counted: by the book or the boards of a line game, or by an estimate. A few
/// random games show at once what is much too large. A count takes long if the rules are slow, so that it is not tried if
/// more games show that it will probably be too large; those of the m,n,k-games are fast.
fn is_too_large(game: &AnyGame, position: AnyPosition) -> bool {
    const FEW: u64 = 300;
    const MANY: u64 = 10_000;
    const MOST: u64 = MAX_TRACED as u64;
    // Play does not reach all boards.
    let has_more = |game| TierSolve::new(game).map_or(true, |solve| solve.slots() > 4 * MOST);
    let is_start = position == game.start();
    if is_start && (books::has(game) || game.mnk().is_some_and(has_more)) {
        return true;
    }
    let below = |games| Estimate::below(game, position, games, 1);
    #[expect(clippy::cast_precision_loss, reason = "2 million")]
    let most = MOST as f64;
    progress::waiting("estimating", || {
        below(FEW).least() > most || game.mnk().is_none() && below(MANY).positions() > most
    })
}

/// The scores of finished games; `None` if the game pays points.
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
        None if game.ply(game.start()).is_none() => {
            format!(
                "needs the number of moves that O has made, and positions of {game} do not contain it"
            )
        }
        None => format!(
            "is for games of up to 19 plies, and {game} may take {}: a win after O's tenth move would be worth nothing",
            game.max_plies()
        ),
    };
    Err(Trouble::new(format!("`--score {rule}` {why}; take `--score unit` or `--score ten`")))
}

/// The root of a search.
struct Root<'a, G: Game> {
    game: &'a G,
    position: G::Position,
    rule: ScoreRule,
    algorithm: Algorithm,
    /// The most calls that are drawn if no depth is given.
    default: u64,
}

impl<G: Game> Root<'_, G> {
    /// The tree, cut at the depth that is drawn, this depth, and the calls of every search.
    fn traced(
        &self,
        asked: Option<u8>,
        form: Form,
    ) -> Result<(u8, Call<AnyPosition>, Counts), Trouble> {
        let &Self { game, position, rule, algorithm, .. } = self;
        let depth = self.drawn_depth(asked, form)?;
        let root = progress::waiting("tracing", || trace(game, position, rule, algorithm, depth))
            .map_err(|error| self.too_large(error))?;
        let counts = progress::waiting("counting", || {
            Counts::new(|other| {
                if other == algorithm {
                    Ok(CallCount::from(&root))
                } else {
                    count_calls(game, position, rule, other)
                }
            })
        });
        Ok((depth, of_any(root), counts))
    }

    /// How many plies below the root are drawn.
    fn drawn_depth(&self, asked: Option<u8>, form: Form) -> Result<u8, Trouble> {
        let limit = form.most_calls();
        let within = if asked.is_some() { limit } else { self.default };
        let &Self { game, position, rule, algorithm, .. } = self;
        let CallsToDepth { calls, whole } = progress::waiting("counting", || {
            calls_to_depth(game, position, rule, algorithm, within)
        })
        .map_err(|error| self.too_large(error))?;
        // The last depth that was counted is the full depth, or the last depth within the limit.
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

    fn too_large(&self, error: TreeTooLarge) -> Trouble {
        let begin = match self.game.kind() {
            Kind::Placement(_) | Kind::Falling(_) => "begin at a board with fewer empty cells",
            _ => "begin nearer to the end",
        };
        let position = if self.position == self.game.start() {
            format!("{} cannot be traced from the start", self.game)
        } else {
            format!("`{}` cannot be traced", Shown(self.game.notation(self.position)))
        };
        let page = program::page(self.game);
        let nearer = page.as_ref().and_then(|_| self.nearer());
        let example = nearer.and_then(|nearer| {
            let nearer = interruption::quoted(&self.game.notation(nearer).to_string());
            program::command("trace", self.game, &format!(" {nearer}"))
        });
        let example = example.map_or_else(String::new, |example| {
            format!(", later in the same play, for example {example}")
        });
        let page = page.map_or_else(String::new, |page| {
            format!("the page of {page} draws the first plies of a search, or ")
        });
        Trouble::new(format!("{position}: {error}; {page}{begin}{example}"))
    }

    /// A later position whose whole tree is drawn: one of an arbitrary play.
    fn nearer(&self) -> Option<G::Position> {
        [5, 3, 7, 1].into_iter().find_map(|step| self.nearer_by(step))
    }

    /// As [`Root::nearer`], in a play whose moves follow from a number.
    fn nearer_by(&self, step: u32) -> Option<G::Position> {
        let (game, mut position) = (self.game, self.position);
        for ply in 0..=u8::MAX {
            let all = calls_to_depth(game, position, self.rule, Algorithm::Minimax, AT_A_GLANCE);
            let moves = game.legal_moves(position);
            if moves.is_empty() || all.is_ok_and(|all| all.whole) {
                return (!moves.is_empty()).then_some(position);
            }
            let mv =
                moves.iter().nth(usize::try_from(u32::from(ply) * step % moves.len()).ok()?)?;
            position = game.play(position, mv);
        }
        None
    }
}

/// A tree of calls with positions of any game.
fn of_any<P: Key>(call: Call<P>) -> Call<AnyPosition> {
    Call {
        position: AnyPosition::of(call.position),
        children: call.children.into_iter().map(of_any).collect(),
        number: call.number,
        to_move: call.to_move,
        mv: call.mv,
        window: call.window,
        score: call.score,
        bound: call.bound,
        best_move: call.best_move,
        untried: call.untried,
        known_from: call.known_from,
        calls: call.calls,
        remembered: call.remembered,
    }
}
