//! How a command ends, and the exit code that says so.

use std::{
    error::Error,
    fmt,
    io::{self, Write},
    process::ExitCode,
};

/// What a command that ran to its end has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finding {
    /// What was asked for: exit code 0.
    Fine,
    /// A difference, or a table that is not proven: exit code 1.
    Different,
}

/// Why a command could not run to its end: exit code 2.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// What was wrong, where, and what to do.
    Message(String),
    /// Nobody reads the answer any more, which is no error.
    ClosedPipe,
}

impl Trouble {
    /// Something is wrong with a part of what the user gave, `before` being what stands before it:
    /// the message, and a marker below the part.
    pub(crate) fn at(text: &str, before: &str, part: &str, message: impl fmt::Display) -> Self {
        let width = |text: &str| text.chars().count();
        let (blank, marker) = (" ".repeat(width(before)), "^".repeat(width(part).max(1)));
        Self::Message(format!("{message}\n  {text}\n  {blank}{marker}"))
    }

    /// The answer could not be printed.
    pub(crate) fn printing(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::Message(format!("the answer cannot be printed: {error}")),
        }
    }
}

impl<E: Error> From<E> for Trouble {
    fn from(error: E) -> Self {
        Self::Message(error.to_string())
    }
}

/// The program's exit code; what is wrong goes to standard error.
pub(crate) fn code(answer: Result<Finding, Trouble>) -> ExitCode {
    match answer {
        Ok(Finding::Fine) | Err(Trouble::ClosedPipe) => ExitCode::SUCCESS,
        Ok(Finding::Different) => ExitCode::from(1),
        Err(Trouble::Message(message)) => {
            // Where standard error is closed, the exit code has to do.
            let _ = writeln!(io::stderr(), "error: {message}");
            ExitCode::from(2)
        }
    }
}
