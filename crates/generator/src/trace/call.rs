//! A call of a search.

use perfect_play_core::{Game, Move, Moves, Player};

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
    /// A call that has not returned yet: without a score, a chosen move and children.
    pub(super) fn new(number: u64, (position, to_move): (P, Player), mv: Option<Move>) -> Self {
        Self {
            number,
            position,
            to_move,
            mv,
            window: Window::OPEN,
            score: 0,
            bound: Bound::Exact,
            best_move: None,
            untried: Moves::EMPTY,
            known_from: None,
            calls: 1,
            remembered: 0,
            children: Vec::new(),
        }
    }

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

/// The position after a move, and the side to move there.
pub(super) fn after<G: Game>(
    game: &G,
    (position, to_move): (G::Position, Player),
    mv: Move,
) -> (G::Position, Player) {
    let child = game.play(position, mv);
    (child, game.next(position, child).player(to_move))
}

/// The calls that a walk has made, by depth.
#[derive(Default)]
pub(super) struct Counter {
    pub(super) calls: u64,
    pub(super) by_depth: Vec<u64>,
}

impl Counter {
    /// Counts a call, and returns its number.
    pub(super) fn call(&mut self, depth: u8) -> u64 {
        self.calls += 1;
        let depth = usize::from(depth);
        if self.by_depth.len() <= depth {
            self.by_depth.resize(depth + 1, 0);
        }
        self.by_depth[depth] += 1;
        self.calls
    }
}
