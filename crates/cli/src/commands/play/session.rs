//! A game in progress: its moves so far, and the table that rates them.

use perfect_play_analysis::Turn;
use perfect_play_core::{
    Game, Level, Move, MoveCells, MoveValues, Moves, Outcome, Player, Probe, ProbeFailure, Value,
};
use perfect_play_engine::{AnyGame, AnyPosition, AnyTable};
use perfect_play_proof::{Contradiction, TableError};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{
    ply::Ply,
    review::{Change, changes},
    seats::Seat,
};
use crate::{tables::table::Table, terminal::exit::Trouble};

/// A game from its start up to now. It knows nothing of the screen.
pub(super) struct Session<'a> {
    table: &'a Table,
    random: ChaCha8Rng,
    plies: Vec<Ply>,
    turn: Turn<AnyPosition>,
    is_given_up: bool,
}

impl<'a> Session<'a> {
    /// A game at its start. Random choices depend on the seed alone.
    pub(super) fn new(table: &'a Table, seed: u64) -> Self {
        let random = ChaCha8Rng::seed_from_u64(seed);
        let game = table.table.game();
        let turn = Turn::first(game, game.start());
        Self { table, random, plies: Vec::new(), turn, is_given_up: false }
    }

    pub(super) fn game(&self) -> &'a AnyGame {
        self.table().game()
    }

    pub(super) const fn table(&self) -> &'a AnyTable {
        &self.table.table
    }

    pub(super) fn position(&self) -> AnyPosition {
        self.turn.position
    }

    pub(super) fn to_move(&self) -> Player {
        self.turn.player
    }

    /// The side that moves first.
    pub(super) fn first(&self) -> Player {
        Turn::first(self.game(), self.game().start()).player
    }

    /// Whether the game has ended by its rules or is given up.
    pub(super) fn is_over(&self) -> bool {
        self.is_given_up || self.value_of_end().is_some()
    }

    /// The result for the side that would move next, if the game has ended by its rules.
    pub(super) fn value_of_end(&self) -> Option<Value> {
        self.game().end(self.position())
    }

    /// The winner, if there is one.
    pub(super) fn winner(&self) -> Option<Player> {
        self.turn.end(self.game()).flatten()
    }

    /// How many times the current position has occurred.
    pub(super) fn times_here(&self) -> usize {
        1 + self.plies.iter().filter(|ply| ply.before == self.turn).count()
    }

    /// The moves so far.
    pub(super) fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The cells of the last move.
    pub(super) fn last_cells(&self) -> MoveCells {
        let last = self.plies.last();
        last.map_or(MoveCells::NONE, |ply| self.game().points_at(ply.before.position, ply.mv))
    }

    /// Makes a legal move.
    pub(super) fn play(&mut self, mv: Move, by: Seat) {
        self.plies.push(Ply { before: self.turn, mv, by });
        self.turn = self.turn.after(self.game(), mv);
    }

    /// Makes a move that the level chooses. The game must not be over.
    pub(super) fn play_at(&mut self, level: Level, by: Seat) -> Result<(), Trouble> {
        let (table, random) = (self.table(), || self.random.next_u32());
        let mv = level.choose(table, self.turn.position, random);
        let contradiction = || self.table.trouble(Contradiction::at(self.game(), self.position()));
        let mv = mv.map_err(|reason| self.no_answer(reason))?.ok_or_else(contradiction)?;
        self.play(mv, by);
        Ok(())
    }

    /// Ends the game as a draw, before its rules do.
    pub(super) const fn give_up(&mut self) {
        self.is_given_up = true;
    }

    /// Takes back the player's last move and all moves after it. Returns the moves taken back, the last first; none if
    /// the player has not moved yet.
    pub(super) fn undo(&mut self, player: Player) -> Vec<Ply> {
        let Some(last) = self.plies.iter().rposition(|ply| ply.before.player == player) else {
            return Vec::new();
        };
        let undone: Vec<_> = self.plies.drain(last..).rev().collect();
        if let Some(ply) = undone.last() {
            self.turn = ply.before;
            self.is_given_up = false;
        }
        undone
    }

    /// Goes back to the start.
    pub(super) fn restart(&mut self) {
        self.plies.clear();
        self.turn = Turn::first(self.game(), self.game().start());
        self.is_given_up = false;
    }

    /// The worth of each move in the current position.
    pub(super) fn worths(&self) -> Result<MoveValues, Trouble> {
        self.table().move_values(self.position()).map_err(|reason| self.no_answer(reason))
    }

    /// The moves that the table calls optimal in the current position.
    pub(super) fn optimal(&self) -> Result<Moves, Trouble> {
        let entry = self.table().probe(self.position());
        Ok(entry.map_err(|reason| self.no_answer(reason))?.optimal_moves)
    }

    /// The result for the first player if both sides play perfectly from the start.
    pub(super) fn start_outcome(&self) -> Result<Outcome, Trouble> {
        let value = self.table().value(self.game().start());
        Ok(value.map_err(|reason| self.no_answer(reason))?.outcome())
    }

    /// The moves that changed the outcome.
    pub(super) fn changes(&self) -> Result<Vec<Change>, Trouble> {
        changes(self.table(), &self.plies).map_err(|error| self.table.trouble(error))
    }

    /// The error for a reached position for which the table has no answer.
    fn no_answer(&self, reason: impl ProbeFailure) -> Trouble {
        self.table.trouble(TableError::at(self.game(), self.position(), reason))
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::*;
    use crate::args::table_arg;

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
        assert_eq!(session.position(), session.game().start());
    }

    #[test]
    fn who_moves_again_takes_one_move_back() {
        let table = table_arg::table(OsStr::new("dots:2,1")).unwrap();
        let mut session = Session::new(&table, 0);
        // The edges of the left box. O closes it and moves again.
        for mv in [0, 2, 3, 5, 1] {
            session.play(mv, Seat::You);
        }
        let movers: Vec<_> = session.plies().iter().map(|ply| ply.before.player).collect();
        assert_eq!(movers, [Player::X, Player::O, Player::X, Player::O, Player::O]);
        assert_eq!(session.undo(Player::O).len(), 1);
        assert_eq!((session.plies().len(), session.to_move()), (4, Player::O));
        assert_eq!(session.undo(Player::X).len(), 2);
        assert_eq!((session.plies().len(), session.to_move()), (2, Player::X));
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
