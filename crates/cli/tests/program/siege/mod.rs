//! The siege of the program: random attacks from outside, each until its time is up. `tests/siege` attacks the
//! libraries. CONTRIBUTING.md says how to repeat a case.

#[cfg(target_os = "linux")]
mod full_disk;
mod input;
#[cfg(unix)]
mod interruptions;
#[cfg(target_os = "linux")]
mod mpi;
#[cfg(unix)]
mod npm;
#[cfg(feature = "serve")]
mod requests;

#[path = "../../../../../tests/mutation/file.rs"]
pub(crate) mod file;
#[path = "../../../../../tests/oracle/mod.rs"]
mod oracle;

use super::command;

/// The truth of tic-tac-toe, by plain minimax.
fn tictactoe() -> &'static oracle::Oracle {
    static TRUTH: std::sync::LazyLock<oracle::Oracle> =
        std::sync::LazyLock::new(|| oracle::Oracle::new(3, 3, 3, false));
    &TRUTH
}

/// A board as text.
fn text(truth: &oracle::Oracle, code: u64) -> String {
    truth.board(code).iter().map(|&cell| ['.', 'X', 'O'][usize::try_from(cell).unwrap()]).collect()
}

/// Whether an answer in JSON says the truth of a board; of one that is unreachable, whether it is an error.
fn is_true(truth: &oracle::Oracle, answer: &serde_json::Value, code: u64) -> bool {
    let Some((outcome, remoteness)) = truth.verdict(code) else {
        return !answer["error"].is_null();
    };
    let outcome = ["loss", "draw", "win"][usize::try_from(outcome + 1).unwrap()];
    let moves = |moves: Vec<u8>| serde_json::json!(moves);
    answer["outcome"] == outcome
        && answer["remoteness"] == remoteness
        && answer["optimal_moves"] == moves(truth.fastest(code))
        && answer["outcome_preserving_moves"] == moves(truth.outcome_preserving(code))
}
