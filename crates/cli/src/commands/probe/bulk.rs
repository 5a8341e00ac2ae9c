//! `perfect-play probe TABLE -`: reads one position a line from standard input, and writes one answer a line.
//!
//! The program answers the lines that have arrived at once, on all cores, and flushes the answers. So a program at both
//! ends of a pipe gets the answer to each line before it writes the next.

use std::{
    ffi::OsStr,
    io::{self, Read, Write},
};

use perfect_play_parallel::{IndexedParallelIterator, ParallelIterator, parallel};
use serde::Serialize;

use super::best_play::{Probed, best_play};
use crate::{
    args::{board_arg, format::json_line, table_arg},
    tables::table::Table,
    terminal::{
        exit::{Finding, Trouble},
        output, progress,
    },
    text::numbers::grouped,
};

/// The most bytes of one read.
const BLOCK: usize = 1 << 18;

/// The most bytes of a line. The text of every position is shorter.
const LONGEST_LINE: usize = 1 << 16;

/// How many consecutive lines one thread answers.
const RUN: usize = 256;

/// The answer to a line that is not a position.
#[derive(Serialize)]
struct NoAnswer {
    line: u64,
    error: String,
}

/// How many lines have been read, and which of them could not be answered.
#[derive(Default)]
struct Counts {
    lines: u64,
    failed: u64,
    first_failed: u64,
}

/// Answers the lines; if `with_line`, also how best play continues from each position.
pub(super) fn run(table: &OsStr, with_line: bool) -> Result<Finding, Trouble> {
    let table = table_arg::table(table)?;
    let mut counts = Counts::default();
    let mut read = Ok(());
    progress::counting("probing".to_owned(), size_of_input(), |progress| {
        let quiet = output::is_terminal();
        let mut bytes = 0;
        output::print(|out| {
            let each = |block: &[u8]| {
                answer_block(&table, with_line, block, &mut counts, out)?;
                bytes += block.len() as u64;
                if !quiet {
                    progress.reach(bytes);
                }
                Ok(())
            };
            blocks(io::stdin().lock(), each, &mut read)
        })
    })?;
    read.map_err(|error| Trouble::new(format!("standard input cannot be read: {error}")))?;
    let Counts { lines, failed, first_failed } = counts;
    if failed == 0 {
        return Ok(Finding::Fine);
    }
    Err(Trouble::new(format!(
        "{} of {} lines have no answer; the first is line {first_failed}: its answer says why",
        grouped(failed),
        grouped(lines)
    )))
}

/// Passes the whole lines that have arrived to `each`. A line that is too long is cut, to a length at which it is still
/// recognised as too long. A read error ends the input and is stored in `read`; an error of `each` is returned.
fn blocks(
    mut from: impl Read,
    mut each: impl FnMut(&[u8]) -> io::Result<()>,
    read: &mut io::Result<()>,
) -> io::Result<()> {
    let mut buffer = vec![0; BLOCK];
    let mut held = Vec::new();
    // Whether the current line has already been passed on.
    let mut is_cut = false;
    loop {
        let count = match from.read(&mut buffer) {
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => {
                *read = Err(error);
                return Ok(());
            }
        };
        held.extend_from_slice(&buffer[..count]);
        if is_cut {
            let end = held.iter().position(|&byte| byte == b'\n');
            held.drain(..end.map_or(held.len(), |end| end + 1));
            is_cut = end.is_none() && count > 0;
        }
        let whole = held.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        if whole > 0 {
            each(&held[..whole])?;
            held.drain(..whole);
        }
        let is_too_long = held.len() > LONGEST_LINE;
        if !held.is_empty() && (count == 0 || is_too_long) {
            each(&held)?;
            held.clear();
            is_cut = is_too_long;
        }
        if count == 0 {
            return Ok(());
        }
    }
}

/// Answers whole lines, and prints the answers in order.
fn answer_block(
    table: &Table,
    with_line: bool,
    block: &[u8],
    counts: &mut Counts,
    out: &mut dyn Write,
) -> io::Result<()> {
    let block = block.strip_suffix(b"\n").unwrap_or(block);
    let lines: Vec<_> = block.split(|&byte| byte == b'\n').collect();
    let runs: Vec<_> = lines.chunks(RUN).collect();
    let before = counts.lines;
    let answers: Vec<_> = parallel(runs)
        .enumerate()
        .map(|(run, lines)| {
            let (mut text, mut failed) = (Vec::new(), Vec::new());
            for (number, line) in (before + (run * RUN) as u64 + 1..).zip(lines) {
                let line = line.strip_suffix(b"\r").unwrap_or(line);
                match answer(table, with_line, line) {
                    Ok(answer) => json_line(&mut text, &answer),
                    Err(trouble) => {
                        failed.push(number);
                        let error = trouble.to_string();
                        json_line(&mut text, &NoAnswer { line: number, error })
                    }
                }?;
            }
            Ok((text, failed))
        })
        .collect::<io::Result<_>>()?;
    counts.lines += lines.len() as u64;
    for (text, failed) in answers {
        if counts.failed == 0 {
            counts.first_failed = failed.first().copied().unwrap_or(0);
        }
        counts.failed += failed.len() as u64;
        out.write_all(&text)?;
    }
    out.flush()
}

fn answer(table: &Table, with_line: bool, line: &[u8]) -> Result<Probed, Trouble> {
    if line.len() > LONGEST_LINE {
        return Err(Trouble::new(format!(
            "the line has more than {} bytes: give one position a line",
            grouped(LONGEST_LINE as u64)
        )));
    }
    let text = String::from_utf8_lossy(line);
    let board = OsStr::new(&*text);
    let position = board_arg::in_table(&table.table, board)?;
    let (answer, _) = table.answer(position)?;
    let best_play = with_line.then(|| best_play(table, position, board)).transpose()?;
    Ok(Probed { answer, best_play })
}

/// The size of standard input in bytes; 0 if it is unknown.
#[cfg(unix)]
fn size_of_input() -> u64 {
    use std::{fs::File, os::fd::AsFd};

    let input = io::stdin().as_fd().try_clone_to_owned().map(File::from);
    let metadata = input.and_then(|input| input.metadata());
    metadata.ok().filter(std::fs::Metadata::is_file).map_or(0, |metadata| metadata.len())
}

#[cfg(not(unix))]
fn size_of_input() -> u64 {
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns this many bytes at a time.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = self.1.min(buffer.len());
            self.0.take(length as u64).read(buffer).inspect(|&count| self.0 = &self.0[count..])
        }
    }

    #[test]
    fn lines_are_whole_however_they_arrive() {
        let long = "x".repeat(LONGEST_LINE + 1);
        let longer = "y".repeat(3 * BLOCK);
        for text in [
            String::new(),
            "\n".to_owned(),
            "one".to_owned(),
            "one\n\ntwo\n".to_owned(),
            format!("{long}\none"),
            format!("one\n{long}\ntwo\n"),
            format!("{longer}\none\n{longer}\n{longer}\ntwo"),
            longer.clone(),
        ] {
            for step in [1, 7, 1 << 16, BLOCK, usize::MAX] {
                if step < 8 && text.len() > 1000 {
                    continue;
                }
                let mut found: Vec<String> = Vec::new();
                let each = |block: &[u8]| {
                    let block = std::str::from_utf8(block).unwrap();
                    found.extend(
                        block.strip_suffix('\n').unwrap_or(block).split('\n').map(String::from),
                    );
                    Ok(())
                };
                let mut read = Ok(());
                blocks(Slow(text.as_bytes(), step), each, &mut read).unwrap();
                read.unwrap();
                let expected: Vec<&str> = text.lines().collect();
                assert_eq!(found.len(), expected.len(), "{} bytes by {step}", text.len());
                for (found, expected) in found.iter().zip(expected) {
                    let is_same = found == expected;
                    let is_cut = found.len() > LONGEST_LINE && expected.starts_with(found.as_str());
                    assert!(is_same || is_cut);
                }
            }
        }
    }
}
