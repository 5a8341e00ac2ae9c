//! How hard it is to find a right move.

use perfect_play_core::{Move, MoveValue, MoveValues, Outcome};
use serde::Serialize;

/// How hard it is to find a right move: one that keeps the outcome.
///
/// What can be seen is what the level [`Lookahead`](perfect_play_core::Level::Lookahead) sees: wins and losses within so many
/// plies.
///
/// ```
/// use perfect_play_analysis::Difficulty;
/// use perfect_play_core::{Objective, Probe};
/// use perfect_play_games::Mnk;
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// // O has to answer a corner with the centre. Every other move loses in 6 plies at the latest.
/// let values = table.move_values(table.game().parse("X........")?)?;
/// let difficulty = Difficulty::of(&values);
/// assert_eq!((difficulty.right, difficulty.legal), (1, 8));
/// assert_eq!((difficulty.depth, difficulty.trap), (Some(6), Some(5)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Difficulty {
    /// The moves that keep the outcome.
    pub right: u32,
    /// The legal moves.
    pub legal: u32,
    /// The depth at which a right move is seen: the least number of plies to look ahead, so that only right moves are
    /// chosen. 0 if all moves are right. `None` if the game is played for points.
    pub depth: Option<u16>,
    /// The plies for which the best trap looks right ([`Trap`]). `None` if all moves are right, or if the game is played for
    /// points.
    pub trap: Option<u16>,
}

/// A wrong move that looks right to a player who does not look far ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Trap {
    /// How many plies a player can look ahead and still choose the move.
    pub plies: u16,
    /// The move.
    pub mv: Move,
}

impl Difficulty {
    /// The difficulty of the position that has these moves.
    #[must_use]
    pub fn of(values: &MoveValues) -> Self {
        let (right, legal) = (values.outcome_preserving().len(), values.iter().len());
        let legal = u32::try_from(legal).unwrap_or(u32::MAX);
        let trap = traps(values).into_iter().map(|trap| trap.plies).max();
        let is_for_points = values.iter().any(|value| value.score.is_some());
        let depth = trap.map_or(0, |plies| plies + 1);
        Self { right, legal, depth: (!is_for_points).then_some(depth), trap }
    }
}

/// The wrong moves of a position and how long each looks right, by ascending move numbers. Empty if all moves are right, or if
/// the game is played for points.
///
/// Who looks ahead far enough for the soonest win takes it. Who does not, takes any move but the losses that can be seen.
///
/// ```
/// use perfect_play_analysis::traps;
/// use perfect_play_core::{Objective, Probe};
/// use perfect_play_games::Mnk;
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// // X can win at once, so nothing else looks right to a player who looks one ply ahead.
/// let values = table.move_values(table.game().parse("XX.OO....")?)?;
/// let traps = traps(&values);
/// assert!(!traps.is_empty() && traps.iter().all(|trap| trap.plies == 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn traps(values: &MoveValues) -> Vec<Trap> {
    let Some(best) = values.ranked().next().filter(|best| best.score.is_none()) else {
        return Vec::new();
    };
    let soonest_win = best.remoteness.filter(|_| best.outcome == Outcome::Win);
    let wrong = values.iter().filter(|value| value.outcome != best.outcome);
    let seen = |value: MoveValue| {
        let loss = value.remoteness.filter(|_| value.outcome == Outcome::Loss);
        // A wrong move is a loss, or a draw where there is a win.
        let plies = loss.into_iter().chain(soonest_win).min()?;
        Some(Trap { plies: plies.saturating_sub(1), mv: value.mv })
    };
    wrong.filter_map(seen).collect()
}
