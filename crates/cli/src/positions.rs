//! Positions and moves in words: their names and their values.

pub(crate) mod move_name;
pub(crate) mod outcome_text;
pub(crate) mod value_text;
