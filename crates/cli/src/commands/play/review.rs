//! Where a game was decided: the moves that changed its outcome.

use perfect_play_core::{Moves, Outcome, Probe};
use perfect_play_engine::AnyTable;
use perfect_play_proof::{Contradiction, TableError};

use super::ply::Ply;

/// A move that changed the outcome under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// The number of the move in the game, counted from 1.
    pub(super) number: usize,
    /// The move.
    pub(super) ply: Ply,
    /// The outcome before the move, for the player who made it.
    pub(super) from: Outcome,
    /// The outcome after the move, for the same player. It is always worse, because no move improves on best play.
    pub(super) to: Outcome,
    /// The moves that would have held the outcome.
    pub(super) held: Moves,
}

/// The moves that changed the outcome, in order.
pub(super) fn changes(table: &AnyTable, plies: &[Ply]) -> Result<Vec<Change>, TableError> {
    let mut changes = Vec::new();
    for (i, &ply) in plies.iter().enumerate() {
        let before = ply.before.position;
        let contradiction = || Contradiction::at(table.game(), before);
        let worths = table
            .move_values(before)
            .map_err(|reason| TableError::at(table.game(), before, reason))?;
        let from = worths.iter().map(|worth| worth.outcome).max().ok_or_else(contradiction)?;
        let to = worths.get(ply.mv).ok_or_else(contradiction)?.outcome;
        if from != to {
            let held = worths.outcome_preserving();
            changes.push(Change { number: i + 1, ply, from, to, held });
        }
    }
    Ok(changes)
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use perfect_play_core::Move;

    use super::*;
    use crate::{
        args::table_arg,
        commands::play::{seats::Seat, session::Session},
    };

    /// The changes in a game of these moves: the move's number, the outcomes before and after it, and the moves that
    /// would have held.
    fn changes_of(game: &str, moves: &[Move]) -> Vec<(usize, Outcome, Outcome, String)> {
        let table = table_arg::table(OsStr::new(game)).unwrap();
        let mut session = Session::new(&table, 0);
        for &mv in moves {
            session.play(mv, Seat::You);
        }
        let changes = changes(&table.table, session.plies()).unwrap();
        assert!(changes.iter().all(|change| change.ply == session.plies()[change.number - 1]));
        let parts =
            |change: Change| (change.number, change.from, change.to, change.held.to_string());
        changes.into_iter().map(parts).collect()
    }

    #[test]
    fn every_move_that_changes_the_outcome_is_found() {
        use Outcome::{Draw, Loss, Win};
        // O answers a corner with an edge, and X forces a win.
        assert_eq!(changes_of("tictactoe", &[0, 1, 3, 6, 4]), [(2, Draw, Loss, "4".to_owned())]);
        // X does not complete the top row. O neither completes the middle row nor stops X. X wins.
        assert_eq!(
            changes_of("tictactoe", &[0, 3, 1, 4, 8, 6, 2]),
            [
                (2, Draw, Loss, "4".to_owned()),
                (5, Win, Loss, "2".to_owned()),
                (6, Win, Loss, "2 5".to_owned()),
            ]
        );
    }

    #[test]
    fn in_a_perfect_game_nothing_changes_the_outcome() {
        assert_eq!(changes_of("tictactoe", &[4, 0, 1, 7, 3, 5, 2, 6, 8]), []);
        assert_eq!(changes_of("mnk:4,3,3", &[]), []);
    }
}
