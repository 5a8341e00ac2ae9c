//! The answer of `grade`.

use perfect_play_analysis::GradeReport;
use serde::Serialize;

use super::program_agent::Answers;

/// The grade, and how a program has answered.
#[derive(Serialize)]
pub(super) struct Report {
    #[serde(flatten)]
    pub(super) graded: GradeReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) answers: Option<Answers>,
}
