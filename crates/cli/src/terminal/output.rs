//! Where answers are written: standard output, or a file. A file is written whole or not at all.

use std::{
    fmt::Display,
    io::{self, BufWriter, IsTerminal, Write},
    path::{Path, PathBuf},
};

use anstream::AutoStream;
use clap::ValueHint;
use perfect_play_core::Shown;
use perfect_play_file::{TableFile, can_replace, is_stream, replace};

use crate::terminal::{
    exit::Trouble,
    interruption::{self, Task},
    paint::Plain,
};

/// The error for an answer that would act on a terminal.
pub(crate) fn not_for_a_terminal(what: &str) -> Trouble {
    Trouble::new(format!("{what} is not for a terminal: name a file with `-o FILE`"))
}

/// Where an answer is written, as the command line says.
#[derive(clap::Args)]
pub(crate) struct OutputArgs {
    /// Write to this file instead of standard output; an existing file is replaced
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
}

impl OutputArgs {
    /// Writes to this file.
    pub(crate) fn to(file: PathBuf) -> Self {
        Self { output: Some(file) }
    }

    /// Returns an error for a file that cannot be written. Call this before any work is done.
    pub(crate) fn check(&self) -> Result<(), Trouble> {
        self.output.as_deref().map_or(Ok(()), check_output)
    }

    /// As [`check_ending`], if there is a file.
    pub(crate) fn check_ending(&self, endings: &[&str]) -> Result<(), Trouble> {
        self.output.as_deref().map_or(Ok(()), |path| check_ending(path, endings))
    }

    /// Returns an error if the output would replace the file that is being read.
    pub(crate) fn check_input(&self, input: Option<&Path>) -> Result<(), Trouble> {
        match (input, &self.output) {
            (Some(input), Some(output)) => check_input(input, output),
            _ => Ok(()),
        }
    }

    /// The file to write; `None` for standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// The folder to write to, if the path names one.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| names_a_folder(path))
    }

    /// Whether the answer goes to a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.output.as_deref().is_none_or(is_stdout) && is_terminal()
    }

    /// Writes the answer.
    pub(crate) fn write(
        &self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Trouble> {
        match &self.output {
            Some(path) => {
                let _task = writing(path);
                Ok(replace(path, |out| {
                    write(out)?;
                    interruption::check();
                    Ok(())
                })?)
            }
            None => print(write),
        }
    }

    /// Writes the answer as text, in colour if it goes to a terminal.
    pub(crate) fn write_text(
        &self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Trouble> {
        match &self.output {
            Some(_) => self.write(|out| write(&mut Plain::new(out))),
            None => print_text(write),
        }
    }
}

/// Whether a path names a folder, as `FOLDER/` does.
pub(crate) fn names_a_folder(path: &Path) -> bool {
    let last = path.as_os_str().as_encoded_bytes().last();
    last.is_some_and(|&last| std::path::is_separator(last.into()))
}

/// Whether standard output is a terminal.
pub(crate) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Whether standard output was redirected to a file.
pub(crate) fn is_redirected_to_a_file() -> bool {
    let stdout = same_file::Handle::stdout().and_then(|stdout| stdout.as_file().metadata());
    stdout.is_ok_and(|stdout| stdout.is_file())
}

/// The task of writing an output with `replace`.
pub(crate) fn writing(path: &Path) -> Task {
    let shown = Shown(path.display());
    interruption::task(Some(if is_stream(path) {
        format!("{shown} is not whole")
    } else {
        format!("{shown} has not been written")
    }))
}

/// Prints to standard output. A closed pipe is no error, and the exit code stays that of the answer.
pub(crate) fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Trouble> {
    print_to(io::stdout().lock(), write)
}

/// Prints text to standard output. Colours are kept if the output can show them and the user wants them.
pub(crate) fn print_text(
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Trouble> {
    print_to(AutoStream::auto(io::stdout().lock()), write)
}

fn print_to(
    to: impl Write,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Trouble> {
    let mut out = BufWriter::new(to);
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Trouble::new(format!("the answer cannot be printed: {error}")))
        }
        _ => Ok(()),
    }
}

/// Returns an error for an output that cannot be written. Call this before any work is done.
pub(crate) fn check_output(path: &Path) -> Result<(), Trouble> {
    if path == Path::new("-") {
        return Err(Trouble::new(
            "`-` is no file: leave `-o` out for standard output, or write `./-` for a file of this \
             name",
        ));
    }
    Ok(can_replace(path)?)
}

/// Returns an error for a folder that cannot be made: a folder is made only in a folder that exists.
pub(crate) fn check_folder(path: &Path) -> Result<(), Trouble> {
    // Without the `/` at its end.
    let folder = path.components().as_path();
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty());
    let why = match parent {
        _ if folder.exists() && !folder.is_dir() => {
            format!("{} is a file", Shown(folder.display()))
        }
        Some(parent) if !parent.exists() => {
            format!("there is no folder {}", Shown(parent.display()))
        }
        _ => return Ok(()),
    };
    Err(no_folder(path, why))
}

/// The error for a folder that cannot be made.
pub(crate) fn no_folder(path: &Path, why: impl Display) -> Trouble {
    Trouble::new(format!("the folder {} cannot be made: {why}", Shown(path.display())))
}

/// The formats of pictures that other programs make of SVG.
const PICTURES: [&str; 6] = ["png", "jpg", "jpeg", "gif", "webp", "pdf"];

/// The other formats that endings of names promise, and other endings of some of them.
const FORMATS: [&str; 13] = [
    "svg", "html", "json", "jsonl", "csv", "xlsx", "parquet", "perfect", "dot", "apkg", "h", "py",
    "js",
];
const ALSO: [(&str, &str); 3] = [("htm", "html"), ("gv", "dot"), ("mjs", "js")];

/// The format that the name of a file promises.
pub(crate) fn promised(path: &Path) -> Option<&'static str> {
    let ending = path.extension()?.to_str()?.to_lowercase();
    let also = ALSO.into_iter().find(|&(also, _)| also == ending);
    let format = also.map_or(&*ending, |(_, format)| format);
    PICTURES.into_iter().chain(FORMATS).find(|&known| known == format)
}

/// Returns an error if the name of an output promises a format that is not among these. They are the formats that the
/// command writes.
pub(crate) fn check_ending(path: &Path, formats: &[&str]) -> Result<(), Trouble> {
    let Some(promised) = promised(path).filter(|promised| !formats.contains(promised)) else {
        return Ok(());
    };
    let is_picture = PICTURES.contains(&promised) && formats.contains(&"svg");
    let ending = match formats.first() {
        _ if is_picture => "svg",
        Some(&"text") | None => "txt",
        Some(first) => first,
    };
    let hint = if is_picture { "; a browser shows and prints it" } else { "" };
    Err(Trouble::new(format!(
        "{} would not be what its name says: this command writes {}, so name the file `{}`{hint}",
        Shown(path.display()),
        formats.join(", "),
        Shown(path.with_extension(ending).display())
    )))
}

/// Returns an error for an output that cannot be written, for a terminal, and for a file that is no table: a table does not
/// replace it. Call this before any work is done.
pub(crate) fn check_table_output(path: &Path) -> Result<(), Trouble> {
    if path == Path::new("-") {
        return Err(Trouble::new(
            "`-` is no file: write `/dev/stdout` for standard output, or `./-` for a file of this name",
        ));
    }
    check_output(path)?;
    check_ending(path, &["perfect"])?;
    if is_stdout(path) && is_terminal() {
        return Err(not_for_a_terminal("a .perfect table"));
    }
    if is_stream(path) || TableFile::may_replace(path) {
        return Ok(());
    }
    Err(Trouble::new(format!(
        "{} is not a .perfect table, so a table does not replace it: give `-o` another name, or \
         remove the file",
        Shown(path.display())
    )))
}

/// Whether this output is standard output: `/dev/stdout`, or another name of the file that standard output was
/// redirected to.
#[cfg(unix)]
pub(crate) fn is_stdout(path: &Path) -> bool {
    use std::{
        fs::{self, File},
        os::{
            fd::AsFd,
            unix::fs::{FileTypeExt, MetadataExt},
        },
    };

    let stdout = || File::from(io::stdout().as_fd().try_clone_to_owned()?).metadata();
    match (stdout(), fs::metadata(path)) {
        (Ok(stdout), Ok(output)) => {
            let is_same = (stdout.dev(), stdout.ino()) == (output.dev(), output.ino());
            // Both may write to `/dev/null`: nothing is mixed there.
            is_same && (!stdout.file_type().is_char_device() || io::stdout().is_terminal())
        }
        _ => false,
    }
}

#[cfg(not(unix))]
pub(crate) fn is_stdout(_path: &Path) -> bool {
    false
}

/// Returns an error if the output would replace a file that is being read.
pub(crate) fn check_input(input: &Path, output: &Path) -> Result<(), Trouble> {
    if same_file::is_same_file(input, output).unwrap_or(false) {
        let path = Shown(output.display());
        return Err(Trouble::new(format!(
            "{path} is both the file to read and the file to write: give `-o` another name"
        )));
    }
    Ok(())
}

/// The error of writing, with its kind. Callers recognise a closed pipe by the kind.
pub(crate) fn csv_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
