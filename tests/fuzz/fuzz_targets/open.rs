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
use perfect_play_file::{Settings, StoredNumbering, TableFile, TierWriter, to_bytes};
use perfect_play_games::Mnk;
use perfect_play_generator::{
    core::{Game, Objective, Probe},
    numbering::{Sections, SmallNumbering, TierNumbering, TierTable, Tiers},
    solve, solve_tiers,
};
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
        small("tictactoe+misere"),
        large("connect:3,3,3", 64),
        large("mnk:4,3,3", 1 << 12),
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
        ask(TableFile::open(&path()).ok());
    }
});

fn path() -> PathBuf {
    FOLDER.path().join("table.perfect")
}

fn by_code(game: &str) -> Vec<u8> {
    to_bytes(&solve(game.parse::<Mnk>().unwrap(), Objective::Fastest, &mut |_, _| ()).unwrap())
        .unwrap()
}

fn by_tier(game: &str) -> TierTable<Mnk> {
    let game: Mnk = game.parse().unwrap();
    let tiers = Tiers::of(&game).unwrap();
    let sections = solve_tiers(&game, &tiers, &|_| ()).unwrap();
    TierTable::new(game, Objective::Fastest, tiers.into(), sections).unwrap()
}

/// By tier, in one section.
fn small(game: &str) -> Vec<u8> {
    to_bytes(&by_tier(game)).unwrap()
}

/// By tier, two sections a tier. In small frames, most of which zstd stores as they are: a changed byte is a changed
/// entry.
fn large(game: &str, frame_slots: u32) -> Vec<u8> {
    let table = by_tier(game);
    let (game, objective) = (table.game(), table.objective());
    let settings = Settings { frame_slots, compression: 3 };
    let writer = TierWriter::with_settings(
        &path(),
        game,
        objective,
        table.numbering().tiers().clone(),
        settings,
    )
    .unwrap();
    for (tier, [o, x]) in (0..).zip(&table.values().0) {
        writer.append(writer.pack(tier, [o, x]).unwrap()).unwrap();
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
    if file.header().numbering == StoredNumbering::Codes {
        if let Ok(table) = file.into_table::<_, SmallNumbering<_>>(game) {
            probe(&table);
        }
        return;
    }
    let Ok(table) = file.into_table::<_, TierNumbering>(game) else { return };
    probe(&table);
    for tier in table.numbering().tiers().numbers() {
        for mover in 0..2 {
            let _ = table.values().section(tier, mover, &mut Vec::new());
        }
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
