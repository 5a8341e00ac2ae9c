//! What a move gives away.

use perfect_play_core::{Move, MoveValue, MoveValues, Outcome};
use serde::Serialize;

/// What a move gives away, compared with the best move of its position.
///
/// ```
/// use perfect_play_analysis::Regret;
/// use perfect_play_core::{Objective, Probe};
/// use perfect_play_games::Mnk;
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// // X is in a corner. An edge loses the draw, and the centre keeps it.
/// let values = table.move_values(table.game().parse("X........")?)?;
/// assert_eq!(Regret::of(&values, 1), Some(Regret { outcome: 1, score: None, plies: None }));
/// assert_eq!(Regret::of(&values, 4), Some(Regret { outcome: 0, score: None, plies: Some(0) }));
/// assert_eq!(Regret::of(&values, 0), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Regret {
    /// The steps from the best outcome down to that of the move: 1 from a win to a draw or from a draw to a loss, 2 from a
    /// win to a loss. 0 if the move keeps the outcome.
    pub outcome: u8,
    /// The points that the move gives away. `None` unless the game is played for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<u16>,
    /// The plies by which the move wins later, or loses sooner, than the best one; 0 in a draw. `None` if the move does not
    /// keep the outcome, or if the game is played for points.
    pub plies: Option<u16>,
}

impl Regret {
    /// The regret of a move. `None` if the move is not legal.
    #[must_use]
    pub fn of(values: &MoveValues, mv: Move) -> Option<Self> {
        let (best, chosen) = (values.ranked().next()?, values.get(mv)?);
        Some(Self::between(best, chosen))
    }

    /// The regret of no legal move in time: the game is lost. In a game for points, it is the regret of the worst move.
    /// `None` if the game is over.
    #[must_use]
    pub fn of_failure(values: &MoveValues) -> Option<Self> {
        let best = values.ranked().next()?;
        if best.score.is_none() {
            return Some(Self { outcome: steps(best.outcome), score: None, plies: None });
        }
        let worst = values.iter().min_by_key(|value| value.score)?;
        Some(Self::between(best, worst))
    }

    fn between(best: MoveValue, chosen: MoveValue) -> Self {
        let outcome = steps(best.outcome) - steps(chosen.outcome);
        let score = best.score.zip(chosen.score).map(|(best, chosen)| best.abs_diff(chosen));
        let plies = match best.outcome {
            _ if outcome > 0 || score.is_some() => None,
            Outcome::Draw => Some(0),
            Outcome::Win | Outcome::Loss => {
                let plies = best.remoteness.zip(chosen.remoteness);
                plies.map(|(best, chosen)| best.abs_diff(chosen))
            }
        };
        Self { outcome, score, plies }
    }

    /// Whether the move gives nothing away: no outcome, no point and no ply.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.outcome == 0
            && self.score.is_none_or(|score| score == 0)
            && self.plies.is_none_or(|plies| plies == 0)
    }
}

/// The steps from a loss up to this outcome.
fn steps(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Loss => 0,
        Outcome::Draw => 1,
        Outcome::Win => 2,
    }
}
