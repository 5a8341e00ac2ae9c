//! Plain minimax: the recursion every reader knows.

use perfect_play_core::{Move, Player, Tabular};

use crate::ScoreRule;

/// What plain minimax finds out about one position.
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{Minimax, ScoreRule, minimax};
///
/// let game = Mnk::TICTACTOE;
/// let over = minimax(&game, game.parse("XXXOO....")?, ScoreRule::Unit);
/// assert_eq!(over, Minimax { score: 1, best_move: None, calls: 1 });
/// # Ok::<(), perfect_play_core::ParseBoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Minimax {
    /// The score of the end that best play by both sides leads to.
    pub score: i8,
    /// The first move with the best score, scanning upwards; `None` in a terminal position.
    pub best_move: Option<Move>,
    /// How many positions were looked at: the calls of the recursion, the first one counted.
    pub calls: u64,
}

/// Walks the whole tree below a position, with no memory of where it has been: X takes the move
/// with the largest score, O the one with the smallest, and of equal ones the first. Who is to move in
/// the first position is what the game says of it; after that the play tells, as positions of impartial games do not.
///
/// It takes time in proportion to [`Minimax::calls`], which is 549,946 for the empty board of
/// tic-tac-toe and grows beyond reason on boards not much larger.
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{ScoreRule, minimax};
///
/// let game = Mnk::TICTACTOE;
/// let result = minimax(&game, game.parse("O1XX4X6OO")?, ScoreRule::Ten);
/// assert_eq!((result.score, result.best_move, result.calls), (10, Some(4), 9));
/// # Ok::<(), perfect_play_core::ParseBoardError>(())
/// ```
///
/// # Panics
///
/// If a play takes more than 255 plies, as one that goes round in circles does.
pub fn minimax<G: Tabular>(game: &G, position: G::Position, rule: ScoreRule) -> Minimax {
    walk(game, position, game.to_move(position), rule, u8::MAX)
}

/// The walk below a position with this player to move, where a play takes at most so many plies more.
fn walk<G: Tabular>(
    game: &G,
    position: G::Position,
    to_move: Player,
    rule: ScoreRule,
    plies: u8,
) -> Minimax {
    let mut choice = Choice::new(to_move);
    let mut calls = 1;
    for mv in game.legal_moves(position) {
        let plies = plies.checked_sub(1).expect("a play takes at most 255 plies");
        let child = game.play(position, mv);
        let next = game.next(position, child).player(to_move);
        let child = walk(game, child, next, rule, plies);
        calls += child.calls;
        choice.consider(mv, child.score);
    }
    let (score, best_move) = choice.made(|| rule.score_with(game, position, to_move));
    Minimax { score, best_move, calls }
}

/// The choice among the moves of a position: the first with the best score for the side to move.
pub(crate) struct Choice {
    to_move: Player,
    best: Option<(i8, Move)>,
}

impl Choice {
    pub(crate) fn new(to_move: Player) -> Self {
        Self { to_move, best: None }
    }

    pub(crate) fn consider(&mut self, mv: Move, score: i8) {
        let better = self.best.is_none_or(|(best, _)| match self.to_move {
            Player::X => score > best,
            Player::O => score < best,
        });
        if better {
            self.best = Some((score, mv));
        }
    }

    /// The score and the move that was chosen; where there was no move, the score of the end.
    pub(crate) fn made(self, end: impl FnOnce() -> i8) -> (i8, Option<Move>) {
        match self.best {
            Some((score, mv)) => (score, Some(mv)),
            None => (end(), None),
        }
    }
}
