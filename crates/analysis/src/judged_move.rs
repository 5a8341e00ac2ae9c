//! A move of a play, held against the table.

use perfect_play_core::{Entry, Game, Move, Player, Probe};
use perfect_play_numbering::{TableError, probe_consistent};
use serde::Serialize;

use crate::{Difficulty, MoveAnswer, PositionText, Regret, Turn};

/// A move that was played, what it gave away, and what would have been best.
///
/// ```
/// use perfect_play_analysis::{JudgedMove, Turn};
/// use perfect_play_core::{Board, Objective};
/// use perfect_play_games::Mnk;
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let corner = Turn::first(&Mnk::TICTACTOE, Mnk::TICTACTOE.parse("X........")?);
/// // O answers the corner with an edge, and loses.
/// let judged = JudgedMove::of(&table, corner, 1)?.unwrap();
/// assert_eq!((judged.regret.outcome, judged.entry.best_move()), (1, Some(4)));
/// assert_eq!(JudgedMove::of(&table, corner, 0)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JudgedMove {
    /// The position before the move.
    #[serde(flatten)]
    pub position: PositionText,
    /// The player who made the move.
    pub player: Player,
    /// The move and its value.
    pub played: MoveAnswer,
    /// What the move gives away.
    pub regret: Regret,
    /// What the table says of the position before the move.
    #[serde(flatten)]
    pub entry: Entry,
    /// How hard the position is.
    pub difficulty: Difficulty,
}

impl JudgedMove {
    /// The move of a turn, held against the table. `None` if the move is not legal there.
    ///
    /// # Errors
    ///
    /// If the table contradicts itself or cannot be read.
    pub fn of<T: Probe>(
        table: &T,
        turn: Turn<<T::Game as Game>::Position>,
        mv: Move,
    ) -> Result<Option<Self>, TableError> {
        let (game, position) = (table.game(), turn.position);
        let (entry, values) = probe_consistent(table, position)?;
        let played = values.get(mv).into_iter();
        let answer = MoveAnswer::of(game, position, played).pop();
        Ok(answer.zip(Regret::of(&values, mv)).map(|(played, regret)| Self {
            position: PositionText::new(game, position),
            player: turn.player,
            played,
            regret,
            entry,
            difficulty: Difficulty::of(&values),
        }))
    }
}
