//! What core does at the limits, for boards of every size, and where values of moves are compared.

mod extremes;
mod large_boards;
mod move_values;
