//! The formats of answers: text for people, JSON for programs, and formats of single commands.

use std::io::{self, Write};

use anstream::AutoStream;
use clap::{ValueEnum, builder::PossibleValue};
use perfect_play_core::ShownJson;
use serde::Serialize;

use crate::terminal::{
    exit::Trouble,
    output::{OutputArgs, print, print_text, promised},
};

/// The formats that a command's answer can have.
pub(crate) trait Format: ValueEnum + Copy + Send + Sync + 'static {
    /// The name of the default format.
    // The name and not the format itself: in a generic struct, clap's code for `default_value_t` has one static for all
    // types.
    const DEFAULT: &str;
    /// The format that `--json` stands for.
    const JSON: Self;
}

/// The format of an answer, on the command line.
#[derive(clap::Args)]
pub(crate) struct FormatArgs<F: Format = Plain> {
    #[arg(long, value_enum, help = format!("The format of the answer [default: {}]", F::DEFAULT))]
    format: Option<F>,
    /// Short for `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl<F: Format> FormatArgs<F> {
    /// The requested format.
    pub(crate) fn format(&self) -> F {
        self.asked().unwrap_or_else(Self::default)
    }

    /// The format of an answer that goes to this output: the requested one, or the one that the file's name promises.
    pub(crate) fn of(&self, output: &OutputArgs) -> Result<F, Trouble> {
        Ok(chosen(self.asked(), output)?.unwrap_or_else(Self::default))
    }

    fn asked(&self) -> Option<F> {
        if self.json { Some(F::JSON) } else { self.format }
    }

    fn default() -> F {
        F::from_str(F::DEFAULT, false).unwrap_or(F::JSON)
    }
}

/// The requested format of a file, or else the one that its name promises. If the command does not write that format, this
/// is an error.
pub(crate) fn chosen<F: ValueEnum + Clone>(
    asked: Option<F>,
    output: &OutputArgs,
) -> Result<Option<F>, Trouble> {
    let Some(path) = output.file().filter(|_| asked.is_none()) else { return Ok(asked) };
    let values: Vec<_> = F::value_variants().iter().filter_map(F::to_possible_value).collect();
    let names: Vec<_> = values.iter().map(PossibleValue::get_name).collect();
    output.check_ending(&names)?;
    Ok(promised(path).and_then(|format| F::from_str(format, false).ok()))
}

/// The two formats that most answers have.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Plain {
    /// Text for people
    Text,
    /// JSON for programs
    Json,
}

impl Format for Plain {
    const DEFAULT: &str = "text";
    const JSON: Self = Self::Json;
}

impl FormatArgs {
    /// Whether text is asked for, and not only the default.
    pub(crate) const fn is_text(&self) -> bool {
        matches!(self.format, Some(Plain::Text))
    }

    /// Prints the answer in the requested format.
    pub(crate) fn print(
        &self,
        answer: &impl Serialize,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Trouble> {
        match self.format() {
            Plain::Text => print_text(text),
            Plain::Json => print(|out| json(out, answer)),
        }
    }

    /// Prints the answer about a file that was written. If the file is standard output, the answer goes to standard error.
    pub(crate) fn print_about_file(
        &self,
        is_stdout: bool,
        answer: &impl Serialize,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Trouble> {
        if !is_stdout {
            return self.print(answer, text);
        }
        let mut err = AutoStream::auto(io::stderr());
        // If standard error is closed, the file is complete nevertheless.
        let _ = match self.format() {
            Plain::Text => text(&mut err),
            Plain::Json => json(&mut err, answer),
        };
        Ok(())
    }
}

/// Writes an answer as JSON, indented.
pub(crate) fn json(out: &mut dyn Write, answer: &impl Serialize) -> io::Result<()> {
    // The whole answer is encoded before any of it is written.
    let answer = ShownJson(serde_json::to_string_pretty(answer)?).to_string();
    writeln!(out, "{answer}")
}

/// Appends an answer as JSON in one line.
pub(crate) fn json_line(out: &mut Vec<u8>, answer: &impl Serialize) -> io::Result<()> {
    let start = out.len();
    serde_json::to_writer(&mut *out, answer)?;
    // Without a branch for each byte, many bytes are compared at once.
    let is_special = |byte| !matches!(byte, b' '..=b'~');
    if out[start..].iter().fold(false, |any, &byte| any | is_special(byte)) {
        let text = String::from_utf8_lossy(&out[start..]).into_owned();
        out.truncate(start);
        write!(out, "{}", ShownJson(text))?;
    }
    out.push(b'\n');
    Ok(())
}
