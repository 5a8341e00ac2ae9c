//! The forms that answers come in: text for people, JSON for programs, and what else a command has.

use std::io::{self, Write};

use clap::ValueEnum;
use perfect_play_core::ShownJson;
use serde::Serialize;

use crate::{exit::Trouble, output::print};

/// The forms that a command's answer can have.
pub(crate) trait Format: ValueEnum + Copy + Send + Sync + 'static {
    /// The name of the form of an answer if none was asked for.
    // Not the form itself: the code that clap makes of `default_value_t` in a generic struct has one
    // static for all types.
    const DEFAULT: &str;
    /// What `--json` is short for.
    const JSON: Self;
}

/// The form of an answer, on the command line.
#[derive(clap::Args)]
pub(crate) struct FormatArgs<F: Format = Plain> {
    /// The form of the answer
    #[arg(long, value_enum, default_value = F::DEFAULT)]
    format: F,
    /// Short for `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl<F: Format> FormatArgs<F> {
    /// The form that was asked for.
    pub(crate) fn format(&self) -> F {
        if self.json { F::JSON } else { self.format }
    }
}

/// The two forms that most answers have.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Plain {
    /// For people
    Text,
    /// For programs
    Json,
}

impl Format for Plain {
    const DEFAULT: &str = "text";
    const JSON: Self = Self::Json;
}

impl FormatArgs {
    /// Prints the answer in the form that was asked for.
    pub(crate) fn print(
        &self,
        answer: &impl Serialize,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Trouble> {
        print(|out| self.write(out, answer, text))
    }

    /// Writes the answer in the form that was asked for.
    pub(crate) fn write(
        &self,
        out: &mut dyn Write,
        answer: &impl Serialize,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        match self.format() {
            Plain::Text => text(out),
            Plain::Json => json(out, answer),
        }
    }
}

/// Writes an answer as JSON, indented.
pub(crate) fn json(out: &mut dyn Write, answer: &impl Serialize) -> io::Result<()> {
    // Whole before any of it is written.
    let answer = ShownJson(serde_json::to_string_pretty(answer)?).to_string();
    writeln!(out, "{answer}")
}

/// Appends an answer as JSON in one line.
pub(crate) fn json_line(out: &mut Vec<u8>, answer: &impl Serialize) -> io::Result<()> {
    let start = out.len();
    serde_json::to_writer(&mut *out, answer)?;
    let is_plain = out[start..].iter().all(|byte| matches!(byte, b' '..=b'~'));
    if !is_plain {
        let text = String::from_utf8_lossy(&out[start..]).into_owned();
        out.truncate(start);
        write!(out, "{}", ShownJson(text))?;
    }
    out.push(b'\n');
    Ok(())
}
