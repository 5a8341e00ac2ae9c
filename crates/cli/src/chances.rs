//! How often a game ends in each way if both players play at given levels: exactly, or from a sample of games.

pub(crate) mod chance;
pub(crate) mod exact;
pub(crate) mod play_limit;
pub(crate) mod results;
pub(crate) mod sample;
