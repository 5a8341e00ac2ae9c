//! The answer of `grade`.

use perfect_play_analysis::{BestResponse, Grade, exploitability};
use serde::Serialize;

use super::program_agent::Times;

/// The grade, and how the agent can be beaten.
#[derive(Serialize)]
pub(super) struct Report {
    #[serde(flatten)]
    pub(super) grade: Grade,
    /// The best responses to the agent as X and as O.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) best_responses: Option<[BestResponse; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) exploitability: Option<f64>,
    /// How long a program took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) answers: Option<Times>,
}

impl Report {
    pub(super) fn new(grade: Grade, best_responses: Option<[BestResponse; 2]>) -> Self {
        let exploitability = best_responses.as_ref().map(exploitability);
        Self { grade, best_responses, exploitability, answers: None }
    }
}
