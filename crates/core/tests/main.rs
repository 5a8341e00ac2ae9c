//! What core does at the limits, for boards of every size, where values of moves are compared, and with codes from
//! parts.

mod code;
mod extremes;
mod large_boards;
mod move_values;
