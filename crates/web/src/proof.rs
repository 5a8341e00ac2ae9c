//! The result of proving a table.

use perfect_play_core::{Entry, Game, Moves, Outcome, Probe};
use perfect_play_engine::{AnyPosition, AnyTable};
use perfect_play_proof::{Fault, Verification};
use serde::Serialize;

/// How many faults are listed.
const TOLD: usize = 10;

/// The result of proving a table, in JSON.
#[derive(Serialize)]
pub(crate) struct Proof {
    proven: bool,
    entries: u64,
    positions: Option<u64>,
    counts_right: Option<bool>,
    faults: Vec<Wrong>,
}

#[derive(Serialize)]
struct Wrong {
    position: String,
    found: Option<Said>,
    expected: Option<Said>,
}

#[derive(Serialize)]
struct Said {
    outcome: Outcome,
    remoteness: Option<u16>,
    score: Option<i16>,
    optimal_moves: Moves,
}

impl Proof {
    pub(crate) fn of(table: &AnyTable, proof: &Verification<AnyPosition>) -> Self {
        let wrong = |fault: &Fault<AnyPosition>| Wrong {
            position: table.game().notation(fault.position).to_string(),
            found: fault.found.map(Said::from),
            expected: fault.expected.map(Said::from),
        };
        Self {
            proven: proof.is_proven(),
            entries: proof.entries,
            positions: proof.positions(),
            counts_right: proof.counts_right,
            faults: proof.faults.iter().take(TOLD).map(wrong).collect(),
        }
    }
}

impl From<Entry> for Said {
    fn from(entry: Entry) -> Self {
        let Entry { outcome, remoteness, score, optimal_moves, .. } = entry;
        Self { outcome, remoteness, score, optimal_moves }
    }
}
