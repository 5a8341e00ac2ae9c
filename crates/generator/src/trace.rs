//! The tree of a search, call by call: of plain minimax, of alpha-beta, and of minimax with a memo.

mod alpha_beta;
mod count;
mod memo;
mod memo_key;
mod plain;
mod to_depth;
mod too_large;

use std::hash::Hash;

use perfect_play_core::{Game, Move, Moves, Player};

pub use self::{
    count::{CallCount, count_calls},
    to_depth::{CallsToDepth, calls_to_depth},
    too_large::TreeTooLarge,
};
use crate::ScoreRule;

/// The largest number of positions that a trace stores. Plain minimax and [`Algorithm::SymmetricMemo`] count
/// symmetric positions once.
///
/// ```
/// use perfect_play_generator::{MAX_TRACED, TreeTooLarge};
///
/// assert_eq!(MAX_TRACED, 2_000_000);
/// assert_eq!(
///     TreeTooLarge::Positions.to_string(),
///     "the tree is too large: at most 2 million positions can be counted",
/// );
/// ```
pub const MAX_TRACED: usize = 2_000_000;

/// The largest number of calls that [`trace`](crate::trace()) makes for alpha-beta, and that [`count_calls`] makes for
/// any search other than plain minimax. The only way to count the calls of these searches is to make them.
///
/// ```
/// use perfect_play_core::Board;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{Algorithm, MAX_WALKED, ScoreRule, TreeTooLarge, trace};
///
/// assert_eq!(MAX_WALKED, 1_000_000);
/// let game: Mnk = "mnk:4,4,4".parse()?;
/// let error = trace(&game, Board::EMPTY, ScoreRule::Unit, Algorithm::AlphaBeta, 1).unwrap_err();
/// assert_eq!(error, TreeTooLarge::Walk);
/// assert_eq!(
///     error.to_string(),
///     "the tree is too large: the search makes more than 1 million calls",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const MAX_WALKED: u64 = 1_000_000;

/// A search that returns the score of best play. Every search tries the moves in ascending order, and chooses the
/// first move with the best score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// The plain recursion: [`minimax`](crate::minimax()).
    #[default]
    Minimax,
    /// Fail-soft alpha-beta. The first call has the open window. A call stops as soon as its window is closed
    /// ([`Window::is_closed`]), and returns the best score so far.
    AlphaBeta,
    /// Minimax with a memo, which stores the score of each position from which a call has returned.
    Memo,
    /// [`Algorithm::Memo`] in which symmetric positions share a stored score.
    SymmetricMemo,
}

impl Algorithm {
    /// All searches, the default first.
    pub const ALL: [Self; 4] = [Self::Minimax, Self::AlphaBeta, Self::Memo, Self::SymmetricMemo];
}

/// The scores that the players are already sure of when alpha-beta is called. X is sure of at least `alpha`, and O of
/// at most `beta`. If the score of the call is outside this window, it does not change the result of the first call.
///
/// ```
/// use perfect_play_generator::Window;
///
/// assert!(!Window::OPEN.is_closed());
/// assert!(!Window { alpha: Some(1), beta: None }.is_closed());
/// assert!(Window { alpha: Some(1), beta: Some(1) }.is_closed());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Window {
    /// The score that X is already sure of. `None` for −∞.
    pub alpha: Option<i16>,
    /// The score that O is already sure of. `None` for +∞.
    pub beta: Option<i16>,
}

impl Window {
    /// From −∞ to +∞.
    pub const OPEN: Self = Self { alpha: None, beta: None };

    /// Whether alpha is at least beta.
    #[must_use]
    pub fn is_closed(self) -> bool {
        self.alpha.zip(self.beta).is_some_and(|(alpha, beta)| alpha >= beta)
    }
}

/// How a returned score compares with the score that plain minimax returns for the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// Minimax returns the same score.
    #[default]
    Exact,
    /// Minimax returns this score or a larger one.
    AtLeast,
    /// Minimax returns this score or a smaller one.
    AtMost,
}

/// One call of a search, with the calls that it makes.
///
/// ```
/// use perfect_play_core::Board;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{Algorithm, ScoreRule, trace};
///
/// // The tree is cut below the children of the first call.
/// let root = trace(&Mnk::TICTACTOE, Board::EMPTY, ScoreRule::Unit, Algorithm::Minimax, 1)?;
/// assert_eq!((root.calls, root.children.len()), (549_946, 9));
/// let second = &root.children[1];
/// assert_eq!((second.mv, second.number, second.calls), (Some(1), 59_707, 63_905));
/// assert!(second.is_cut() && !root.is_cut());
/// # Ok::<(), perfect_play_generator::TreeTooLarge>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call<P> {
    /// The number of the call in the order of calls. The first call is 1, and moves are tried in ascending
    /// order.
    pub number: u64,
    /// The position of the call.
    pub position: P,
    /// The side to move there. If the game is over, the player who would move next.
    pub to_move: Player,
    /// The move that led to the position. `None` in the first call.
    pub mv: Option<Move>,
    /// The window of the call. It is open unless the search is alpha-beta.
    pub window: Window,
    /// The score that the call returns.
    pub score: i16,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The chosen move: the first with the best score. `None` in a terminal position, and if the score is from the
    /// memo.
    pub best_move: Option<Move>,
    /// The legal moves that the call does not try because the window is closed.
    pub untried: Moves,
    /// The number of the call that computed the score, if this call takes the score from the memo.
    pub known_from: Option<u64>,
    /// The number of calls in this subtree, including this call.
    pub calls: u64,
    /// The number of calls in this subtree that take the score from the memo.
    pub remembered: u64,
    /// The calls that this call makes, in their order. Empty in a terminal position, if the score is from the memo, and
    /// if the tree is cut here.
    pub children: Vec<Self>,
}

impl<P> Call<P> {
    /// Leaves out the calls more than `max_depth` plies below this call.
    pub fn cut(&mut self, max_depth: u8) {
        match max_depth.checked_sub(1) {
            Some(below) => self.children.iter_mut().for_each(|child| child.cut(below)),
            None => self.children.clear(),
        }
    }

    /// Whether the calls below this call are left out.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.children.is_empty() && self.calls > 1
    }
}

/// The tree of calls that a search makes from a position. The tree contains every call down to `max_depth` plies below
/// the first call. Deeper calls are only counted.
///
/// The calls of plain minimax are counted without making them all, because a memo stores the number of calls below
/// each position. So the totals are exact for any game that can be solved. The other searches really make all calls.
///
/// The game may be without codes. Then a memo stores positions instead of codes, so positions must be [`Ord`] and
/// [`Hash`].
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{Algorithm, Bound, ScoreRule, Window, trace};
///
/// let game = Mnk::TICTACTOE;
/// let board = game.parse("O1XX4X6OO")?;
/// let root = trace(&game, board, ScoreRule::Ten, Algorithm::Minimax, u8::MAX)?;
/// assert_eq!((root.calls, root.score, root.best_move), (9, 10, Some(4)));
/// let calls: Vec<_> = root.children.iter().map(|call| (call.number, call.score)).collect();
/// assert_eq!(calls, [(2, -10), (5, 10), (6, -10)]);
///
/// // Move 4 gives X +10. If X plays 6 instead, O's answer 1 returns +10. So move 6 cannot give X more, and
/// // O's other answer is not tried.
/// let root = trace(&game, board, ScoreRule::Ten, Algorithm::AlphaBeta, u8::MAX)?;
/// assert_eq!((root.calls, root.score, root.best_move), (8, 10, Some(4)));
/// let last = &root.children[2];
/// assert_eq!(last.window, Window { alpha: Some(10), beta: None });
/// assert_eq!((last.score, last.bound, last.untried.to_string()), (10, Bound::AtMost, "4".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// * [`TreeTooLarge::Positions`]: more than [`MAX_TRACED`] positions have to be stored.
/// * [`TreeTooLarge::Walk`]: alpha-beta makes more than [`MAX_WALKED`] calls.
/// * [`TreeTooLarge::Calls`]: there are more than 2^64 − 1 calls.
/// * [`TreeTooLarge::Plies`]: a play takes more than 255 plies, for example because it repeats a position.
/// * [`TreeTooLarge::Memory`]: there is not enough memory.
pub fn trace<G: Game<Position: Ord + Hash>>(
    game: &G,
    position: G::Position,
    rule: ScoreRule,
    algorithm: Algorithm,
    max_depth: u8,
) -> Result<Call<G::Position>, TreeTooLarge> {
    let first = (position, game.to_move(position));
    match algorithm {
        Algorithm::Minimax => plain::trace(game, first, rule, max_depth),
        Algorithm::AlphaBeta => {
            alpha_beta::trace(game, first, rule, max_depth).map(|(root, _)| root)
        }
        Algorithm::Memo | Algorithm::SymmetricMemo => {
            let images = algorithm == Algorithm::SymmetricMemo;
            memo::trace(game, first, rule, images, u64::MAX, max_depth).map(|(root, _)| root)
        }
    }
}

/// The position after a move, and the side to move there.
fn after<G: Game>(
    game: &G,
    (position, to_move): (G::Position, Player),
    mv: Move,
) -> (G::Position, Player) {
    let child = game.play(position, mv);
    (child, game.next(position, child).player(to_move))
}

/// The calls that a walk has made, by depth.
#[derive(Default)]
struct Counter {
    calls: u64,
    by_depth: Vec<u64>,
}

impl Counter {
    /// Counts a call, and returns its number.
    fn call(&mut self, depth: u8) -> u64 {
        self.calls += 1;
        let depth = usize::from(depth);
        if self.by_depth.len() <= depth {
            self.by_depth.resize(depth + 1, 0);
        }
        self.by_depth[depth] += 1;
        self.calls
    }
}
