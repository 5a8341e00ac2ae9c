//! Tests of the analysis of tables.

mod agreement;
mod grading;
