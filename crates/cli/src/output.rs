//! Where answers go: standard output, or a file that is there whole or not at all.

use std::{
    fs,
    io::{self, BufWriter, Write},
    path::Path,
};

use clap::ValueEnum;
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
            print(|out| {
                serde_json::to_writer_pretty(&mut *out, json)?;
                writeln!(out)
            })
        } else {
            print(text)
        }
    }
}

/// Prints to standard output.
pub(crate) fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Trouble> {
    let mut out = BufWriter::new(io::stdout().lock());
    write(&mut out).and_then(|()| out.flush()).map_err(|error| Trouble::printing(&error))
}

/// Refuses to write over the file that is being read.
pub(crate) fn refuse_same_file(input: &Path, output: &Path) -> Result<(), Trouble> {
    let same = match (fs::canonicalize(input), fs::canonicalize(output)) {
        (Ok(input), Ok(output)) => input == output,
        _ => false,
    };
    if same {
        let path = output.display();
        Err(Trouble::Message(format!(
            "{path} is both the table to read and the file to write: give `-o` another name"
        )))
    } else {
        Ok(())
    }
}
