//! A game that is being played: the moves so far, and the table they are judged by.

use perfect_play_core::{
    Board, Game, Level, Move, MoveValues, Moves, Outcome, Player, Probe, ProbeFailure,
};
use perfect_play_games::Mnk;
use perfect_play_table::{Contradiction, TableError};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{
    review::{Change, changes},
    seats::Seat,
};
use crate::{exit::Trouble, table_arg::Boards};

/// A game from its start up to now. It knows nothing of what is on the screen.
pub(super) struct Session<'a> {
    table: &'a Boards,
    random: ChaCha8Rng,
    plies: Vec<Ply>,
    board: Board,
}

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ply {
    /// The position in which it was made.
    pub(super) before: Board,
    /// The move.
    pub(super) mv: Move,
    /// Whose move it was.
    pub(super) player: Player,
    /// Who made it.
    pub(super) by: Seat,
}

impl<'a> Session<'a> {
    /// At the start. What is left to chance depends on the seed alone.
    pub(super) fn new(table: &'a Boards, seed: u64) -> Self {
        let board = table.game.start();
        Self { table, random: ChaCha8Rng::seed_from_u64(seed), plies: Vec::new(), board }
    }

    pub(super) fn game(&self) -> &'a Mnk {
        &self.table.game
    }

    pub(super) fn board(&self) -> Board {
        self.board
    }

    pub(super) fn to_move(&self) -> Player {
        self.game().to_move(self.board)
    }

    pub(super) fn is_over(&self) -> bool {
        self.game().terminal(self.board).is_some()
    }

    /// The moves so far.
    pub(super) fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The cell of the last move's mark.
    pub(super) fn last_cell(&self) -> Option<u8> {
        self.game().cell_of_last_move(self.board, self.plies.last()?.mv)
    }

    /// Makes a legal move.
    pub(super) fn play(&mut self, mv: Move, by: Seat) {
        self.plies.push(Ply { before: self.board, mv, player: self.to_move(), by });
        self.board = self.game().play(self.board, mv);
    }

    /// Makes a move of the level's choice, in a game that is not over.
    pub(super) fn play_at(&mut self, level: Level, by: Seat) -> Result<(), Trouble> {
        let random = || self.random.next_u32();
        let mv = level.choose(&self.table.probe(), self.board, random);
        let contradiction = || self.table.table.trouble(Contradiction::at(self.game(), self.board));
        let mv = mv.map_err(|reason| self.no_answer(reason))?.ok_or_else(contradiction)?;
        self.play(mv, by);
        Ok(())
    }

    /// Takes back everything since the player's last move, and that move. Gives what was taken
    /// back, the last first: nothing if the player has not moved yet.
    pub(super) fn undo(&mut self, player: Player) -> Vec<Ply> {
        let Some(last) = self.plies.iter().rposition(|ply| ply.player == player) else {
            return Vec::new();
        };
        let undone: Vec<_> = self.plies.drain(last..).rev().collect();
        if let Some(ply) = undone.last() {
            self.board = ply.before;
        }
        undone
    }

    /// Goes back to the start.
    pub(super) fn restart(&mut self) {
        self.plies.clear();
        self.board = self.game().start();
    }

    /// What each move is worth here.
    pub(super) fn worths(&self) -> Result<MoveValues, Trouble> {
        self.table.probe().move_values(self.board).map_err(|reason| self.no_answer(reason))
    }

    /// The moves that the table calls optimal here.
    pub(super) fn optimal(&self) -> Result<Moves, Trouble> {
        let entry = self.table.probe().probe(self.board);
        Ok(entry.map_err(|reason| self.no_answer(reason))?.optimal_moves)
    }

    /// How the game ends for X when both play perfectly from the start.
    pub(super) fn start_outcome(&self) -> Result<Outcome, Trouble> {
        let value = self.table.probe().value(self.game().start());
        Ok(value.map_err(|reason| self.no_answer(reason))?.outcome())
    }

    /// The moves that changed the outcome.
    pub(super) fn changes(&self) -> Result<Vec<Change>, Trouble> {
        changes(&self.table.probe(), &self.plies).map_err(|error| self.table.table.trouble(error))
    }

    /// The table has no answer for a position that play has led to.
    fn no_answer(&self, reason: impl ProbeFailure) -> Trouble {
        self.table.table.trouble(TableError::at(self.game(), self.board, reason))
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::*;
    use crate::table_arg;

    #[test]
    fn taking_back_ends_with_the_player_to_move() {
        let table = table_arg::table(OsStr::new("tictactoe")).unwrap();
        let mut session = Session::new(&table, 0);
        assert_eq!(session.undo(Player::X), []);
        session.play(4, Seat::Machine);
        assert_eq!(session.undo(Player::O), []);
        session.play(0, Seat::You);
        session.play(8, Seat::Machine);
        let moves = |plies: &[Ply]| plies.iter().map(|ply| ply.mv).collect::<Vec<_>>();
        assert_eq!(moves(&session.undo(Player::O)), [8, 0]);
        assert_eq!((moves(session.plies()), session.to_move()), (vec![4], Player::O));
        assert_eq!(moves(&session.undo(Player::X)), [4]);
        assert_eq!(session.board(), Board::EMPTY);
    }

    #[test]
    fn a_seed_is_a_game() {
        let table = table_arg::table(OsStr::new("mnk:4,3,3")).unwrap();
        let play = |seed| {
            let mut session = Session::new(&table, seed);
            while !session.is_over() {
                session.play_at(Level::Blind, Seat::Machine).unwrap();
            }
            session.plies().to_vec()
        };
        assert_eq!(play(1), play(1));
        assert!((2..10).any(|seed| play(seed) != play(1)));
    }
}
