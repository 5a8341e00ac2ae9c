//! `perfect-play cache`: the kept tables of solved games.

use std::{
    ffi::OsString,
    io::{self, Write},
    time::SystemTime,
};

use clap::ValueHint;
use perfect_play_core::{Objective, Shown};
use serde::Serialize;

use crate::{
    args::{format::FormatArgs, game_arg},
    tables::{
        cache::{
            folder::{Folder, KeptTable},
            settings,
        },
        disk,
    },
    terminal::exit::{Finding, Trouble},
    text::numbers,
};

/// List the solved tables that are kept, or remove them
#[derive(clap::Args)]
#[command(after_help = "\
A game that takes noticeable time to solve is solved once. Its table is kept,
and every command that names the game reads it, except `solve`, `regenerate` and
`diff`, which solve anew. A kept table is checked like any file. If it is
damaged or of another version, the game is solved again. The table of a game in
a file (graph:FILE) is not kept.

Environment:
  PERFECT_PLAY_CACHE          the folder, used for nothing else; or `off`: then no
                              command reads or writes the cache
  PERFECT_PLAY_CACHE_SIZE     the size limit [default: 2GB]; the least recently
                              used tables are removed first
  PERFECT_PLAY_CACHE_SECONDS  the table of a faster solve is not kept
                              [default: 0.5]

Examples:
  perfect-play cache
  perfect-play cache clear mnk:5,4,4
  perfect-play cache clear
  du -h \"$(perfect-play cache path)\"
  perfect-play probe mnk:5,4,4 X.......O........... --no-cache")]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(clap::Subcommand)]
enum Action {
    Clear(ClearArgs),
    Path(PathArgs),
}

/// Remove the kept tables, all or those of a game
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  perfect-play cache clear
  perfect-play cache clear mnk:5,4,4")]
struct ClearArgs {
    /// The game whose tables are removed [default: all games]
    #[arg(value_hint = ValueHint::Other)]
    game: Option<OsString>,
    #[command(flatten)]
    format: FormatArgs,
}

/// Print the folder in which tables are kept
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  perfect-play cache path
  rm -r \"$(perfect-play cache path)\"")]
struct PathArgs {
    #[command(flatten)]
    format: FormatArgs,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let folder =
        Folder::of_environment()?.ok_or_else(|| Trouble::new(settings::why_no_folder()))?;
    match &args.action {
        None => list(&folder, &args.format),
        Some(Action::Clear(args)) => clear(&folder, args),
        Some(Action::Path(args)) => {
            let path = folder.path().display();
            args.format.print(&serde_json::json!({ "folder": path.to_string() }), |out| {
                writeln!(out, "{}", Shown(path))
            })?;
            Ok(Finding::Fine)
        }
    }
}

/// The contents of the cache.
#[derive(Serialize)]
struct List {
    folder: String,
    bytes: u64,
    /// The size limit in bytes.
    limit: u64,
    tables: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    /// `None` if the file cannot be read as a table.
    game: Option<String>,
    objective: Option<Objective>,
    file: String,
    bytes: u64,
    /// Seconds since it was last used.
    unused_seconds: u64,
}

impl Row {
    fn new(kept: &KeptTable) -> Self {
        let header = kept.header();
        let unused = SystemTime::now().duration_since(kept.used).unwrap_or_default();
        Self {
            game: header.as_ref().map(|header| header.game.clone()),
            objective: header.as_ref().map(|header| header.objective),
            file: kept.path.file_name().unwrap_or_default().display().to_string(),
            bytes: kept.bytes,
            unused_seconds: unused.as_secs(),
        }
    }

    /// The name of the table in the list.
    fn name(&self) -> String {
        match &self.game {
            Some(game) => Shown(game).to_string(),
            None => format!("{} (cannot be read)", Shown(&self.file)),
        }
    }
}

fn list(folder: &Folder, format: &FormatArgs) -> Result<Finding, Trouble> {
    let kept = folder.tables()?;
    let list = List {
        folder: folder.path().display().to_string(),
        bytes: kept.iter().map(|kept| kept.bytes).sum(),
        limit: folder.limit(),
        tables: kept.iter().rev().map(Row::new).collect(),
    };
    format.print(&list, |out| print_list(out, &list))?;
    Ok(Finding::Fine)
}

fn print_list(out: &mut dyn Write, list: &List) -> io::Result<()> {
    let (folder, limit) = (Shown(&list.folder), disk::shown(list.limit));
    if list.tables.is_empty() {
        return writeln!(out, "Nothing is kept in {folder} (of up to {limit}).");
    }
    let names: Vec<_> = list.tables.iter().map(Row::name).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(4);
    writeln!(out, "{:<width$}  OBJECTIVE        SIZE  LAST USED", "GAME")?;
    for (name, row) in names.iter().zip(&list.tables) {
        let objective = row.objective.map_or_else(|| "-".to_owned(), |known| known.to_string());
        #[expect(clippy::cast_precision_loss, reason = "a time for people")]
        let unused = numbers::duration(row.unused_seconds as f64);
        let size = disk::shown(row.bytes);
        writeln!(out, "{name:<width$}  {objective:<9}  {size:>10}  {unused} ago")?;
    }
    let bytes = disk::shown(list.bytes);
    writeln!(out, "{bytes} of up to {limit} in {folder}")
}

/// The removed tables.
#[derive(Serialize)]
struct Cleared {
    removed: usize,
    bytes: u64,
}

fn clear(folder: &Folder, args: &ClearArgs) -> Result<Finding, Trouble> {
    let game = match &args.game {
        Some(game) => Some(game_arg::game(game)?.to_string()),
        None => None,
    };
    let (removed, bytes) = folder.clear(game.as_deref())?;
    args.format.print(&Cleared { removed, bytes }, |out| match removed {
        0 => {
            let what =
                game.map_or_else(|| "Nothing".to_owned(), |game| format!("No table of {game}"));
            writeln!(out, "{what} is kept in {}.", Shown(folder.path().display()))
        }
        1 => writeln!(out, "1 table removed, {}", disk::shown(bytes)),
        _ => writeln!(out, "{removed} tables removed, {}", disk::shown(bytes)),
    })?;
    Ok(Finding::Fine)
}
