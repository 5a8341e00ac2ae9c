//! Text for people: numbers, lines that fit a terminal, descriptions of games.

pub(crate) mod game_description;
pub(crate) mod html;
pub(crate) mod numbers;
pub(crate) mod wrap;
