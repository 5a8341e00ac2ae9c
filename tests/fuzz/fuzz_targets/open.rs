//! Opens bytes as a table file, and probes it: whatever they are, nothing may panic, hang or take
//! much memory.
//!
//! Bytes that begin as a table file does are taken as they are. Others are changes to a whole file,
//! whose checksums are then made right again: without, hardly any change would come past them. The
//! first byte says which file, and whether it is read from the disk; then come the changes, three
//! bytes each: the place, in two, and what is to stand there.

#![no_main]

use std::{fs, path::PathBuf, sync::LazyLock};

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
    repair(&mut file);
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

/// Makes the checksums right, as far as what they are of is still found.
fn repair(file: &mut [u8]) -> Option<()> {
    let header = 20..20 + number(file, 12)?;
    // It ends with the bytes of all blocks, eight, the checksum of the index, four, and one more.
    let blocks = header.end..header.end.checked_add(number(file, header.end - 13)?)?;
    if let Some(index) = repair_blocks(file.get_mut(blocks.clone())?) {
        file.get_mut(blocks.end..)?.get_mut(..index.len())?.copy_from_slice(&index);
        set_checksum(file, header.end - 5, &[&index])?;
    }
    let (length, content) = (file[8..16].to_vec(), file.get(header)?.to_vec());
    set_checksum(file, 16, &[&length, &content])
}

/// The same in the blocks; gives their heads.
fn repair_blocks(mut blocks: &mut [u8]) -> Option<Vec<u8>> {
    let mut heads = Vec::new();
    for block in 0_u64.. {
        if blocks.is_empty() {
            break;
        }
        let end = number(blocks, 0)?.checked_add(8)?;
        let this;
        (this, blocks) = blocks.split_at_mut_checked(end)?;
        let compressed = this[8..].to_vec();
        // A larger one is none of ours.
        let content = zstd::bulk::decompress(&compressed, 1 << 16).unwrap_or_default();
        set_checksum(this, 4, &[&block.to_le_bytes(), &compressed, &content])?;
        heads.extend(&this[..8]);
    }
    Some(heads)
}

/// The number that stands in these four bytes.
fn number(file: &[u8], place: usize) -> Option<usize> {
    usize::try_from(u32::from_le_bytes(*file.get(place..)?.first_chunk()?)).ok()
}

fn set_checksum(file: &mut [u8], place: usize, of: &[&[u8]]) -> Option<()> {
    let mut crc32 = crc32fast::Hasher::new();
    for bytes in of {
        crc32.update(bytes);
    }
    *file.get_mut(place..)?.first_chunk_mut()? = crc32.finalize().to_le_bytes();
    Some(())
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
