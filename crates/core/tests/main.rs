//! Tests of core: extreme values, boards of every size, values of moves, codes from parts, and tables without
//! a slot for some positions.

mod code;
mod extremes;
mod follow;
mod large_boards;
mod move_values;
