//! How well an agent plays, against the values of a table.

mod agent;
mod average;
mod best_response;
mod grade;
mod report;

pub use agent::{Agent, Failure, LevelAgent, Remembering, Reply};
pub use average::{Average, Interval};
pub use best_response::{BestResponse, MAX_RESPONSE_MOVES, MAX_RESPONSES, exploitability};
pub use grade::{Grade, GradeError, Graded, Measures, Mistake, grade};
pub use report::{GradeReport, GradeRequest, Over};
