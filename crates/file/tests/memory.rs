//! Tables of games with more codes than there is memory for.

use perfect_play_core::{CodeNumbering, Objective, Outcome, Probe, ProbeError, Unreachable, Value};
use perfect_play_proof::{Rules, VerifyError, verify_as};
use perfect_play_test_kit::{At, Listed, Lying};

/// The table of a game that is over at once. It numbers its only position among as many codes as there can be.
struct Table(Lying<Listed>);

impl Probe for Table {
    type Game = Lying<Listed>;
    type Error = ProbeError;

    fn game(&self) -> &Lying<Listed> {
        &self.0
    }

    fn objective(&self) -> Objective {
        Objective::Fastest
    }

    fn value(&self, position: At) -> Result<Value, ProbeError> {
        let value = (position.node() == 0).then_some(Value::terminal(Outcome::Loss));
        value.ok_or(Unreachable::NotInTable.into())
    }

    fn positions(&self) -> impl Iterator<Item = At> {
        [self.0.at(0)].into_iter()
    }
}

#[test]
fn more_codes_than_bits_of_memory_are_an_error() {
    let table = Table(Lying::honest(Listed::over("over")).without_codes());
    let proof = verify_as(&table, &CodeNumbering, Rules::Unknown, &mut |_, _| ());
    let error = proof.unwrap_err();
    assert!(matches!(error, VerifyError::OutOfMemory { slots: u64::MAX }), "{error}");
}
