//! Plain minimax: the recursion every reader knows.

use perfect_play_core::{Game, Move, Outcome, Player};

/// What plain minimax finds out about one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Minimax {
    /// How the game ends under best play: +1 if X wins, 0 for a draw, −1 if O wins.
    pub score: i8,
    /// The first move with the best score, scanning upwards; `None` in a terminal position.
    pub best_move: Option<Move>,
    /// How many positions were looked at: the calls of the recursion, the first one counted.
    pub calls: u64,
}

/// Walks the whole tree below a position, with no memory of where it has been: X takes the move
/// with the largest score, O the one with the smallest, and of equal ones the first.
///
/// It takes time in proportion to [`Minimax::calls`], which is 549,946 for the empty board of
/// tic-tac-toe and grows beyond reason on boards not much larger.
///
/// ```
/// use perfect_play_core::Mnk;
/// use perfect_play_generator::minimax;
///
/// let game = Mnk::TICTACTOE;
/// let result = minimax(&game, game.parse("O1XX4X6OO")?);
/// assert_eq!((result.score, result.best_move, result.calls), (1, Some(4), 9));
/// # Ok::<(), perfect_play_core::ParseBoardError>(())
/// ```
pub fn minimax<G: Game>(game: &G, position: G::Position) -> Minimax {
    let mut best = None;
    let mut calls = 1;
    let to_move = game.to_move(position);
    for mv in game.legal_moves(position) {
        let child = minimax(game, game.play(position, mv));
        calls += child.calls;
        let better = best.is_none_or(|(score, _)| match to_move {
            Player::X => child.score > score,
            Player::O => child.score < score,
        });
        if better {
            best = Some((child.score, mv));
        }
    }
    match best {
        Some((score, mv)) => Minimax { score, best_move: Some(mv), calls },
        None => Minimax { score: final_score(game, position), best_move: None, calls },
    }
}

fn final_score<G: Game>(game: &G, position: G::Position) -> i8 {
    let outcome = game.terminal(position).unwrap_or(Outcome::Draw);
    match game.to_move(position) {
        Player::X => outcome.number(),
        Player::O => -outcome.number(),
    }
}
