//! `perfect-play dump`: all entries of a table, for other programs.

mod column;
mod graph;
#[cfg(feature = "parquet")]
mod parquet;
mod selection;
mod text;

use std::{
    collections::BTreeSet,
    ffi::OsString,
    io::{self, Write},
    iter, mem,
};

use clap::ValueEnum;
use perfect_play_core::{Game, Probe};
use perfect_play_engine::{AnyPosition, AnyTable};
use perfect_play_file::CopyError;
use perfect_play_parallel::{ParallelIterator, parallel, threads};
use perfect_play_proof::{Record, TableError};

use self::{column::Column, selection::SelectionArgs};
use crate::{
    args::{
        format::{Format, FormatArgs},
        table_arg::{self, Source},
    },
    tables::{scratch::Scratch, table::Table},
    terminal::{
        exit::{Finding, Trouble},
        output::{OutputArgs, check_table_output, not_for_a_terminal},
        progress::{self, Progress},
    },
    text::numbers,
};

/// Write every reachable position with all facts that a table has about it
#[derive(clap::Args)]
#[command(after_help = "\
On boards of up to 16 cells, positions ascend by code. On larger boards they are
in the order of the table, the fullest boards first. If the run is interrupted,
an older FILE stays as it was.

If a game says its tiers, as `teeko` does, positions that no play reaches may be
written as well, and positions where the game is over may be missing. A graph
has them.

A graph has the rules of the game without the values. `graph:FILE` reads it as a
game. The first line is the start. If a game has several, it is one of them.

Of a cut table, the positions that it stores are written. `--sample` draws others
of it as well: each after a number of random moves. Each number, from 0 to the
longest play, is equally likely. There are fewer positions of late plies, because
play often ends before. Their values are searched. A thousand positions of
`connect4` take about ten seconds, and less without the columns of moves.

A sample of a whole table reads all positions of the table once. So it takes long for a large
table, and little memory.

Examples:
  perfect-play dump tictactoe > tictactoe.csv
  perfect-play dump mnk:4,3,3 --format jsonl -o positions.jsonl
  perfect-play dump big.perfect | head
  perfect-play dump mnk:4,4,4 --format parquet -o positions.parquet
  perfect-play dump mnk:4,4,4 --format parquet --columns code,value,remoteness -o v.parquet
  perfect-play dump mnk:4,4,4 --canonical --sample 1000 --seed 7
  perfect-play dump connect4 --sample 1000 --format parquet -o positions.parquet
  perfect-play dump achi --format graph -o achi.jsonl
  perfect-play dump tictactoe --format perfect -o tictactoe.perfect")]
pub(crate) struct Args {
    /// A game's name (`tictactoe`, `mnk:4,3,3`, `connect:4,4,4`) or a .perfect file. `solve GAME -o FILE` writes a file
    /// for a game that is too large for the memory
    table: OsString,
    #[command(flatten)]
    format: FormatArgs<Form>,
    #[command(flatten)]
    selection: SelectionArgs,
    /// Write only these columns, in this order, separated by commas
    #[arg(long, value_enum, value_delimiter = ',', value_name = "COLUMNS")]
    columns: Vec<Column>,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A header line, then one line for each position
    Csv,
    /// One object with all positions
    Json,
    /// One object for each position, each on a line
    Jsonl,
    /// The rules as a game for `graph:FILE`: one object for each position, with its moves
    Graph,
    /// A Parquet file, for data frames and databases
    Parquet,
    /// A .perfect file
    Perfect,
}

impl Format for Form {
    const DEFAULT: &str = "csv";
    const JSON: Self = Self::Json;
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let format = args.format.of(&args.output)?;
    args.output.check()?;
    if let (Form::Perfect, Some(file)) = (format, args.output.file()) {
        check_table_output(file)?;
    }
    match format {
        Form::Parquet if cfg!(not(feature = "parquet")) => return Err(without_parquet()),
        Form::Perfect | Form::Graph if args.selection.is_partial() || !args.columns.is_empty() => {
            let whole = match format {
                Form::Graph => "a graph has all positions",
                _ => "a .perfect file has the whole table",
            };
            return Err(Trouble::new(format!(
                "{whole}: leave out --canonical, --sample and --columns, or choose another --format"
            )));
        }
        Form::Perfect if args.output.is_terminal() => {
            return Err(not_for_a_terminal("a .perfect table"));
        }
        Form::Parquet if args.output.is_terminal() => {
            return Err(not_for_a_terminal("a Parquet file"));
        }
        _ => {}
    }
    let columns = match &args.columns[..] {
        [] => Column::value_variants(),
        columns => columns,
    };
    if let Some(twice) = twice(columns) {
        return Err(Trouble::new(format!(
            "--columns has `{}` twice: name each column once",
            twice.name(true)
        )));
    }
    let source = table_arg::stored_source(&args.table)?;
    args.output.check_input(source.file())?;
    if format == Form::Graph {
        check_graph(&source)?;
    }
    let table = source.table()?;
    args.selection.check(&table.table)?;
    // If the answer itself goes to the terminal, a progress bar would mix with it.
    let quiet = args.output.is_terminal();
    let selection = &args.selection;
    let mut dump = Dump { table: &table, format, selection, columns, quiet, error: None };
    let written = args.output.write(|out| dump.write(out));
    match dump.error {
        Some(error) => Err(table.trouble(error)),
        None => written.map(|()| Finding::Fine),
    }
}

/// Returns an error for a table whose positions are not a game that `graph:FILE` reads.
fn check_graph(source: &Source) -> Result<(), Trouble> {
    let game = source.game();
    // A cut table is in a file or a book, so nothing is solved.
    let plies = if source.is_cut() { source.solved()?.table.plies() } else { None };
    let why = if let Some(plies) = plies {
        let plies = numbers::plies(plies);
        format!("this table of {game} stores only the first {plies}, and a graph has all positions")
    } else if game.is_impartial() {
        format!("the positions of {game} do not say who is to move, and those of a graph must")
    } else {
        return Ok(());
    };
    Err(Trouble::new(format!("{why}: choose another --format")))
}

/// The error for a program that cannot write Parquet files.
fn without_parquet() -> Trouble {
    Trouble::left_out("`--format parquet`", "parquet")
}

/// The first column that occurs twice.
fn twice(columns: &[Column]) -> Option<Column> {
    let is_twice = |&(i, column): &(usize, &Column)| columns[..i].contains(column);
    columns.iter().enumerate().find(is_twice).map(|(_, &column)| column)
}

/// A dump under way.
struct Dump<'a> {
    table: &'a Table,
    format: Form,
    selection: &'a SelectionArgs,
    columns: &'a [Column],
    quiet: bool,
    /// The error of the table that ended the dump. It is not an error of writing.
    error: Option<TableError>,
}

impl Dump<'_> {
    fn write(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.format == Form::Perfect {
            self.write_table(out)
        } else if self.quiet {
            progress::unseen(|bar| self.write_records(out, bar))
        } else {
            progress::counting("dumping".to_owned(), 0, |bar| self.write_records(out, bar))
        }
    }

    /// Writes the table anew, even if it came from a file. A copy of the file would keep its damage, and a pipe cannot
    /// be read again.
    fn write_table(&mut self, out: &mut dyn Write) -> io::Result<()> {
        // The header at the beginning of a large table's file is written last, and `out` cannot go back.
        let scratch = Scratch::new().map_err(|trouble| io::Error::other(trouble.to_string()))?;
        let write = || self.table.table.write(&scratch.table());
        progress::waiting("dumping", write).map_err(|error| match error {
            CopyError::Write(error) => io::Error::other(scratch.message(&error)),
            CopyError::Unreadable(reason) => {
                let ended = io::Error::other(reason.to_string());
                self.error = Some(reason.into());
                ended
            }
        })?;
        scratch.copy_to(out)
    }

    fn write_records(&mut self, out: &mut dyn Write, bar: &Progress) -> io::Result<()> {
        let (table, columns) = (&self.table.table, self.columns);
        let has_cells = table.game().mnk().is_some();
        let report = &mut |done, of| bar.set(done, of);
        let positions = self.selection.positions(table, report);
        // If their number is known, the positions that are written are counted.
        let counted = match positions.size_hint() {
            (0, _) => None,
            (least, most) => (most == Some(least)).then_some(least as u64),
        };
        if let Some(positions) = counted {
            bar.count("positions", positions);
        }
        let has_moves = columns.iter().any(|column| column.is_about_moves());
        let record = |position| {
            let record = if has_moves {
                Record::of(table, position)
            } else {
                Record::without_moves(table, position)
            };
            if counted.is_some() {
                bar.add(1);
            }
            record
        };
        let error = &mut self.error;
        match self.format {
            #[cfg(not(feature = "parquet"))]
            Form::Parquet => Err(io::Error::other(without_parquet().to_string())),
            #[cfg(feature = "parquet")]
            Form::Parquet => {
                let form = parquet::Form::new(table, columns)?;
                let mut file = parquet::File::new(&form, out)?;
                let encode = |records: &[Record]| form.encode(records);
                in_pieces(&record, positions, parquet::ROW_GROUP, error, encode, |group| {
                    file.append(group)
                })?;
                file.finish()
            }
            Form::Csv => {
                out.write_all(&text::csv_header(columns, has_cells)?)?;
                let encode = |records: &[Record]| text::csv(columns, records);
                in_pieces(&record, positions, lines(table), error, encode, |text| {
                    write_now(out, &text)
                })
            }
            Form::Jsonl => {
                let encode = |records: &[Record]| text::json(columns, records, ["", "\n"]);
                in_pieces(&record, positions, lines(table), error, encode, |text| {
                    write_now(out, &text)
                })
            }
            Form::Graph => {
                let game = table.game();
                let start = game.start();
                let others = positions.filter(|&position| position != start);
                let mut unlisted = BTreeSet::new();
                for position in iter::once(start).chain(others) {
                    out.write_all(&graph::line(game, position)?)?;
                    if table.is_by_rank() {
                        unlisted.extend(graph::unlisted_ends(table, position));
                    }
                }
                for end in unlisted {
                    out.write_all(&graph::line(game, end)?)?;
                }
                Ok(())
            }
            Form::Json | Form::Perfect => {
                let game = serde_json::to_string(&table.game().to_string())?;
                let objective = serde_json::to_string(&table.objective())?;
                let plies = table.plies().map(|plies| format!("\"plies\":{plies},"));
                let plies = plies.unwrap_or_default();
                write!(out, "{{\"game\":{game},\"objective\":{objective},{plies}\"positions\":[")?;
                let encode = |records: &[Record]| text::json(columns, records, [",\n", ""]);
                let mut is_first = true;
                in_pieces(&record, positions, lines(table), error, encode, |elements| {
                    // The first object has no comma before it.
                    write_now(out, &elements[usize::from(mem::take(&mut is_first))..])
                })?;
                writeln!(out, "\n]}}")
            }
        }
    }
}

/// Writes a piece of text to where it is read. The next piece may take long.
fn write_now(out: &mut dyn Write, text: &[u8]) -> io::Result<()> {
    out.write_all(text)?;
    out.flush()
}

/// How many positions a thread writes as text at a time. The number is small so that output begins at once, also where
/// moves lead to positions whose values are searched.
fn lines(table: &AnyTable) -> usize {
    if table.plies().is_some() { 4 } else { 1 << 12 }
}

/// Encodes the records of positions on all cores, this many in a piece, and appends the pieces in order. An error of the table
/// ends the dump and is stored in `error`.
fn in_pieces<T: Send>(
    record: &(impl Fn(AnyPosition) -> Result<Record, TableError> + Sync),
    mut positions: impl Iterator<Item = AnyPosition>,
    size: usize,
    error: &mut Option<TableError>,
    encode: impl Fn(&[Record]) -> io::Result<T> + Sync,
    mut append: impl FnMut(T) -> io::Result<()>,
) -> io::Result<()> {
    let piece = |positions: Vec<AnyPosition>| {
        let records: Result<Vec<_>, _> = positions.into_iter().map(record).collect();
        records.map(|records| encode(&records))
    };
    loop {
        let next = (0..threads()).map(|_| positions.by_ref().take(size).collect::<Vec<_>>());
        let pieces: Vec<_> = next.filter(|piece| !piece.is_empty()).collect();
        if pieces.is_empty() {
            return Ok(());
        }
        let pieces: Vec<_> = parallel(pieces).map(piece).collect();
        for piece in pieces {
            append(piece.map_err(|reason: TableError| {
                let ended = io::Error::other(reason.to_string());
                *error = Some(reason);
                ended
            })??)?;
        }
    }
}
