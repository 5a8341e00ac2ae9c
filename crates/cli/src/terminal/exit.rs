//! The results of commands, and their exit codes.

use std::{
    error::Error,
    fmt,
    io::{self, Write},
    process::ExitCode,
};

use anstream::AutoStream;
use perfect_play_core::Shown;

use crate::terminal::{paint, program};

/// The result of a command that ran to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finding {
    /// Success: exit code 0.
    Fine,
    /// A difference, or a table that is not proven: exit code 1.
    Different,
}

/// Why a command failed, with exit code 2: what is wrong, where, and what to do.
#[derive(Debug)]
pub(crate) struct Trouble(String);

impl Trouble {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// The error for a part of the user's input. `before` is the input before that part. The text is the message and a
    /// marker below the part.
    pub(crate) fn at(text: &str, before: &str, part: &str, message: impl fmt::Display) -> Self {
        let width = |text: &str| Shown(text).to_string().chars().count();
        let (blank, marker) = (" ".repeat(width(before)), "^".repeat(width(part).max(1)));
        Self(format!("{message}\n  {}\n  {blank}{marker}", Shown(text)))
    }

    /// The error for a command or an option that needs a feature without which this program was built.
    pub(crate) fn left_out(what: &str, feature: &str) -> Self {
        Self(format!(
            "{what} is not in this program, which was built without its feature `{feature}`: build it again with \
             `--features {feature}`, or without `--no-default-features`"
        ))
    }
}

impl<E: Error> From<E> for Trouble {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// Prints the lines of the message without characters that act on a terminal. Text from outside is put into the message
/// as [`Shown`], so it cannot end a line.
impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, line) in program::named(&self.0).split('\n').enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { "\n" }, Shown(line))?;
        }
        Ok(())
    }
}

/// The program's exit code. Error messages go to standard error.
pub(crate) fn code(answer: Result<Finding, Trouble>) -> ExitCode {
    match answer {
        Ok(Finding::Fine) => ExitCode::SUCCESS,
        Ok(Finding::Different) => ExitCode::from(1),
        Err(trouble) => {
            // If standard error is closed, the exit code is the only message.
            let mut err = AutoStream::auto(io::stderr());
            let _ = writeln!(err, "{} {trouble}", paint::error("error:"));
            ExitCode::from(2)
        }
    }
}
