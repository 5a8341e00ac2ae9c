//! How a command ends, and the exit code that says so.

use std::{
    error::Error,
    fmt,
    io::{self, Write},
    process::ExitCode,
};

use perfect_play_core::Shown;

/// What a command that ran to its end has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finding {
    /// What was asked for: exit code 0.
    Fine,
    /// A difference, or a table that is not proven: exit code 1.
    Different,
}

/// Why a command could not run to its end, exit code 2: what was wrong, where, and what to do.
#[derive(Debug)]
pub(crate) struct Trouble(String);

impl Trouble {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// Something is wrong with a part of what the user gave, `before` being what stands before it:
    /// the message, and a marker below the part.
    pub(crate) fn at(text: &str, before: &str, part: &str, message: impl fmt::Display) -> Self {
        let width = |text: &str| Shown(text).to_string().chars().count();
        let (blank, marker) = (" ".repeat(width(before)), "^".repeat(width(part).max(1)));
        Self(format!("{message}\n  {}\n  {blank}{marker}", Shown(text)))
    }
}

impl<E: Error> From<E> for Trouble {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// Prints the lines of the message, and nothing that acts on a terminal. What comes from outside is a
/// [`Shown`] where it is put into the message, so that it ends no line.
impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, line) in self.0.split('\n').enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { "\n" }, Shown(line))?;
        }
        Ok(())
    }
}

/// The program's exit code; what is wrong goes to standard error.
pub(crate) fn code(answer: Result<Finding, Trouble>) -> ExitCode {
    match answer {
        Ok(Finding::Fine) => ExitCode::SUCCESS,
        Ok(Finding::Different) => ExitCode::from(1),
        Err(trouble) => {
            // Where standard error is closed, the exit code has to do.
            let _ = writeln!(io::stderr(), "error: {trouble}");
            ExitCode::from(2)
        }
    }
}
