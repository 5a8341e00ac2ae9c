//! The program and its user: output, colours, progress, interruption, errors and exit codes.

pub(crate) mod exit;
pub(crate) mod interruption;
pub(crate) mod output;
pub(crate) mod paint;
pub(crate) mod program;
pub(crate) mod progress;
pub(crate) mod started;
