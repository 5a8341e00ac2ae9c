//! Plain minimax, the textbook's recursion.

use perfect_play_core::{Game, Move, Player};

use crate::ScoreRule;

/// The result of plain minimax for one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Minimax {
    /// The score of the end of the game under best play by both sides.
    pub score: i16,
    /// The first move with the best score, in ascending order, or `None` in a terminal position.
    pub best_move: Option<Move>,
    /// The number of positions visited, which is the number of calls of the recursion, including the first
    /// call.
    pub calls: u64,
}

/// Walks the whole tree below a position, without remembering positions. X takes the move with the largest
/// score, O the move with the smallest. Among equal moves, each player takes the first. In the first position, the
/// game's method [`to_move`](perfect_play_core::Game::to_move) gives the side to move. Positions of impartial games do
/// not contain it. So after each move, [`next`](perfect_play_core::Game::next) says whether the same player or the
/// opponent moves next.
///
/// The time is proportional to [`Minimax::calls`]. There are 549,946 calls for the empty board of
/// tic-tac-toe. On boards that are not much larger, plain minimax takes too long to be practical.
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
/// If a play takes more than 255 plies, for example because it repeats positions.
pub fn minimax<G: Game>(game: &G, position: G::Position, rule: ScoreRule) -> Minimax {
    walk(game, position, game.to_move(position), rule, u8::MAX)
}

/// Walks below a position with this player to move. A play may take at most `plies` more plies.
fn walk<G: Game>(
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

/// The choice among the moves of a position: the first move with the best score for the side to move.
pub(crate) struct Choice {
    to_move: Player,
    best: Option<(i16, Move)>,
}

impl Choice {
    pub(crate) fn new(to_move: Player) -> Self {
        Self { to_move, best: None }
    }

    /// Considers a move. Returns whether it is better than all moves before it.
    pub(crate) fn consider(&mut self, mv: Move, score: i16) -> bool {
        let better = self.best.is_none_or(|(best, _)| match self.to_move {
            Player::X => score > best,
            Player::O => score < best,
        });
        if better {
            self.best = Some((score, mv));
        }
        better
    }

    /// The best score so far.
    pub(crate) fn score(&self) -> Option<i16> {
        self.best.map(|(score, _)| score)
    }

    /// The chosen score and move. If there was no move, the score of the end.
    pub(crate) fn made(self, end: impl FnOnce() -> i16) -> (i16, Option<Move>) {
        match self.best {
            Some((score, mv)) => (score, Some(mv)),
            None => (end(), None),
        }
    }
}
