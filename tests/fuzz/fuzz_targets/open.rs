//! Opens bytes as a table file, and probes it: whatever they are, nothing may panic, hang or take
//! much memory.
//!
//! Bytes that begin as a table file does are taken as they are. Others are changes to a whole file,
//! whose checksums are then made right again: without, hardly any change would come past them. The
//! first byte says which file, and whether it is read from the disk; then come the changes, three
//! bytes each: the place, in two, and what is to stand there.

#![no_main]

#[path = "../../mutation/file.rs"]
mod file;

use std::{fs, path::PathBuf, sync::LazyLock};

use file::mend;
use libfuzzer_sys::fuzz_target;
use perfect_play_generator::{
    core::{Game, Mnk, Objective, Probe},
    index::{Index, Levels},
    solve, solve_levels,
};
use perfect_play_table::{LevelWriter, Numbering, Settings, TableFile, to_bytes};
use tempfile::TempDir;

/// Numbering a larger board would take more time than everything else.
const MOST_CELLS: u8 = 12;
/// How many positions are probed, not all of which are reachable.
const POSITIONS: u64 = 200;
/// The bit of the first byte that says that the file is read from the disk.
const ON_DISK: u8 = 1 << 7;

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

/// One of each kind, made once.
static FILES: LazyLock<[Vec<u8>; 5]> = LazyLock::new(|| {
    [
        by_code("tictactoe"),
        by_code("mnk:5,2,3"),
        by_index("tictactoe+misere", 64),
        by_index("connect:3,3,3", 64),
        by_index("mnk:4,3,3", 1 << 12),
    ]
});

fuzz_target!(|input: &[u8]| {
    let Some((&first, changes)) = input.split_first() else { return };
    if input[0] == FILES[0][0] {
        ask(TableFile::read(input).ok());
        return;
    }
    let mut file = FILES[usize::from(first & !ON_DISK) % FILES.len()].clone();
    let places = file.len();
    for &[low, high, byte] in changes.as_chunks().0 {
        file[usize::from(u16::from_le_bytes([low, high])) % places] = byte;
    }
    mend(&mut file);
    if first & ON_DISK == 0 {
        ask(TableFile::read(&*file).ok());
    } else {
        fs::write(path(), &file).unwrap();
        ask(TableFile::open_holding(&path(), 0).ok());
    }
});

fn path() -> PathBuf {
    FOLDER.path().join("table.perfect")
}

fn by_code(game: &str) -> Vec<u8> {
    to_bytes(&solve(game.parse::<Mnk>().unwrap(), Objective::Fastest).unwrap()).unwrap()
}

/// In small blocks, most of which zstd stores as they are: a changed byte is a changed entry.
fn by_index(game: &str, block_bytes: u32) -> Vec<u8> {
    let game: Mnk = game.parse().unwrap();
    let (objective, index) = (Objective::Fastest, Index::of(&game).unwrap());
    let table = solve_levels(game, objective, index, &|_| ()).unwrap();
    let settings = Settings { block_bytes, compression: 3 };
    let mut writer =
        LevelWriter::with_settings(&path(), game, objective, table.index(), settings).unwrap();
    while let Some(level) = writer.next_level() {
        let Ok(values) = table.level(level);
        writer.write_level(level, &values).unwrap();
    }
    writer.finish().unwrap();
    fs::read(path()).unwrap()
}

/// Asks the table of the game that the file names, should there be one, for all it may be asked.
fn ask(file: Option<TableFile>) {
    let Some(file) = file else { return };
    let Ok(game) = file.header().game.parse::<Mnk>() else { return };
    if game.shape().cells() > MOST_CELLS {
        return;
    }
    if file.header().numbering == Numbering::Index {
        let Ok(table) = file.into_block_table(game) else { return };
        probe(&table);
        for level in table.index().levels_in_order() {
            let _ = table.level(level);
        }
    } else if let Ok(table) = file.into_table(game) {
        probe(&table);
    }
}

/// Probes the positions of a play, and some others.
fn probe(table: &impl Probe<Game = Mnk>) {
    let game = table.game();
    let mut board = game.start();
    for _ in 0..=game.max_plies() {
        let Ok(entry) = table.probe(board) else { break };
        let Some(best) = entry.best_move() else { break };
        board = game.play(board, best);
    }
    // In steps of a prime, so that they differ in all their cells.
    for code in (0..POSITIONS).map(|nth| nth * 7_919 % game.codes()) {
        if let Ok(board) = game.decode(code) {
            let _ = table.probe(board);
            let _ = table.outcome_preserving_moves(board);
        }
    }
}
