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
        let width = |text: &str| text.escape_debug().count();
        let (blank, marker) = (" ".repeat(width(before)), "^".repeat(width(part).max(1)));
        Self(format!("{message}\n  {}\n  {blank}{marker}", text.escape_debug()))
    }
}

impl<E: Error> From<E> for Trouble {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// Characters that control the terminal or the direction of writing, which may come from a name that
/// was given, are shown and not sent.
impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| match character {
            '\n' => writeln!(f),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                write!(f, "{}", character.escape_unicode())
            }
            _ if character.is_control() => write!(f, "{}", character.escape_debug()),
            _ => write!(f, "{character}"),
        })
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
