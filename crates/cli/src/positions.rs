//! Positions and moves: their names, their values in words, and the answers about them for programs.

pub(crate) mod answer;
pub(crate) mod canonical;
pub(crate) mod move_answer;
pub(crate) mod move_name;
pub(crate) mod move_number;
pub(crate) mod outcome_text;
pub(crate) mod position_in_play;
pub(crate) mod position_text;
pub(crate) mod value_text;
