//! Why a text cannot be read as a position.

use core::fmt;

use crate::shown::Quoted;

/// Why a text cannot be read as a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ParsePositionError {
    /// The game does not read texts.
    NotRead,
    /// What is wrong with the text, as part of a sentence.
    Wrong(&'static str),
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotRead => "the game does not read positions",
            Self::Wrong(why) => why,
        })
    }
}

/// Prints what a derived implementation would print, but uses [`Quoted`].
impl fmt::Debug for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotRead => f.write_str("NotRead"),
            Self::Wrong(why) => f.debug_tuple("Wrong").field(&Quoted(why)).finish(),
        }
    }
}

impl core::error::Error for ParsePositionError {}
