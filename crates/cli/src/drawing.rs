//! Positions as lines of text, and the parts of pictures.

pub(crate) mod beside;
pub(crate) mod board;
pub(crate) mod figure;
pub(crate) mod graphviz;
pub(crate) mod plain_board;
