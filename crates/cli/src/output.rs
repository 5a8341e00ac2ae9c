//! Where answers go: standard output, or a file that is there whole or not at all.

use std::{
    io::{self, BufWriter, Write},
    path::Path,
};

use clap::ValueEnum;
use perfect_play_table::can_replace;
use serde::Serialize;

use crate::exit::Trouble;

/// How an answer is printed, on the command line.
#[derive(clap::Args)]
pub(crate) struct FormatArgs {
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Short for `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

impl FormatArgs {
    /// Prints the answer in the format that was asked for.
    pub(crate) fn print(
        &self,
        json: &impl Serialize,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Trouble> {
        if self.json || self.format == Format::Json {
            // Whole before any of it is printed.
            let mut answer = serde_json::to_vec_pretty(json)?;
            answer.push(b'\n');
            print(|out| out.write_all(&answer))
        } else {
            print(text)
        }
    }
}

/// Prints to standard output. That nobody reads it any more is no error: what was found stands.
pub(crate) fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Trouble> {
    let mut out = BufWriter::new(io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Trouble::new(format!("the answer cannot be printed: {error}")))
        }
        _ => Ok(()),
    }
}

/// Refuses, before any work is done, an output that cannot be written.
pub(crate) fn check_output(path: &Path) -> Result<(), Trouble> {
    if path == Path::new("-") {
        return Err(Trouble::new(
            "`-` is no file: leave `-o` out for standard output, or write `./-` for a file of this \
             name",
        ));
    }
    Ok(can_replace(path)?)
}

/// Refuses to write over the file that is being read.
pub(crate) fn refuse_same_file(input: &Path, output: &Path) -> Result<(), Trouble> {
    if same_file::is_same_file(input, output).unwrap_or(false) {
        let path = output.display();
        Err(Trouble::new(format!(
            "{path} is both the table to read and the file to write: give `-o` another name"
        )))
    } else {
        Ok(())
    }
}
