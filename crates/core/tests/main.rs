//! Tests of core: extreme values, boards of every size, values of moves, and codes from parts.

mod code;
mod extremes;
mod large_boards;
mod move_values;
