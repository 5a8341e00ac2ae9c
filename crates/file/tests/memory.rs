//! Tables of games with more codes than there is memory for.

use std::fmt;

use perfect_play_core::{
    CodeNumbering, Game, Move, Moves, NotAPosition, Objective, Outcome, Player, Probe, ProbeError,
    Unreachable, Value,
};
use perfect_play_proof::{Rules, VerifyError, verify_with};

/// A game that is over at once. It numbers its only position among as many codes as there can be.
struct Over;

impl fmt::Display for Over {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("over")
    }
}

impl Game for Over {
    type Position = u64;

    fn start(&self) -> u64 {
        0
    }

    fn to_move(&self, _: u64) -> Player {
        Player::X
    }

    fn legal_moves(&self, _: u64) -> Moves {
        Moves::EMPTY
    }

    fn play(&self, position: u64, _: Move) -> u64 {
        position
    }

    fn terminal(&self, _: u64) -> Option<Outcome> {
        Some(Outcome::Loss)
    }

    fn codes(&self) -> u64 {
        u64::MAX
    }

    fn encode(&self, position: u64) -> u64 {
        position
    }

    fn decode(&self, code: u64) -> Result<u64, NotAPosition> {
        Ok(code)
    }

    fn ply(&self, _: u64) -> Option<u16> {
        Some(0)
    }
}

/// The table of this game.
struct Table;

impl Probe for Table {
    type Game = Over;
    type Error = ProbeError;

    fn game(&self) -> &Over {
        &Over
    }

    fn objective(&self) -> Objective {
        Objective::Fastest
    }

    fn value(&self, position: u64) -> Result<Value, ProbeError> {
        let value = (position == 0).then_some(Value::terminal(Outcome::Loss));
        value.ok_or(Unreachable::NotInTable.into())
    }

    fn positions(&self) -> impl Iterator<Item = u64> {
        [0].into_iter()
    }
}

#[test]
fn more_codes_than_bits_of_memory_are_an_error() {
    let proof = verify_with(&Table, &CodeNumbering, Rules::Unknown, &mut |_, _| ());
    let error = proof.unwrap_err();
    assert!(matches!(error, VerifyError::OutOfMemory { slots: u64::MAX }), "{error}");
}
