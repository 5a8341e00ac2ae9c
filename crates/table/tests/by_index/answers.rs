//! What is written is read back: every answer, every level, every count.

use std::fs;

use perfect_play_core::{Board, Game, Objective, Probe, ProbeFailure};
use perfect_play_index::Levels;
use perfect_play_table::{BlockTable, Header, LevelWriter, Settings, TableFile};

use crate::solved::{SMALL, Solved};

fn answers_as_solved<G: Game<Position = Board> + Sync>(table: &BlockTable<G>, solved: &Solved) {
    let codes = solved.game.codes();
    // Of the largest boards all positions, and some of what is none.
    let others = (0..codes).step_by(if codes > 3_u64.pow(12) { 97 } else { 1 });
    let others = others.map(|code| Board::from_code(code).unwrap());
    for board in solved.solution.positions().chain(others) {
        let answer = table.value(board).map_err(|error| error.no_entry().unwrap());
        assert_eq!(answer, solved.solution.value(board), "{board:?}");
    }
    assert!(table.positions().eq(solved.solution.positions()));
    for (level, values) in solved.levels.iter().enumerate() {
        assert_eq!(&*table.level(level).unwrap(), values, "level {level}");
    }
}

#[test]
fn every_answer_is_the_solutions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.perfect");
    for name in [
        "tictactoe",
        "tictactoe+misere",
        "mnk:4,3,3",
        "mnk:5,2,2+misere",
        "mnk:1,1,1",
        "mnk:7,1,2",
        "connect:4,3,3",
        "connect:3,4,3+misere",
        "connect:4,4,3",
        "connect:4,4,4",
    ] {
        let solved = Solved::new(name);
        let by_ply = Header::of(&solved.solution).unwrap().positions_by_ply;
        for settings in [SMALL, Settings::by_index(solved.index.slots())] {
            solved.write(&path, settings);
            for held in [0, u64::MAX] {
                let file = TableFile::open_holding(&path, held).unwrap();
                assert_eq!(file.header().positions_by_ply, by_ply, "{name}");
                answers_as_solved(&file.into_block_table(solved.game).unwrap(), &solved);
            }
        }
    }
}

#[test]
fn the_four_by_four_game_takes_less_than_50_kb() {
    let solved = Solved::new("mnk:4,4,4");
    let bytes = solved.bytes(Settings::by_index(solved.index.slots()));
    assert!(bytes.len() < 50_000, "{} bytes", bytes.len());
    let file = TableFile::read(&*bytes).unwrap();
    assert_eq!(file.header().positions(), 9_722_011);
}

#[test]
fn the_bytes_do_not_depend_on_the_number_of_threads() {
    let solved = Solved::new("connect:4,4,4");
    for settings in [
        SMALL,
        Settings { block_bytes: 1 << 14, compression: 9 },
        Settings { block_bytes: 1 << 16, compression: 3 },
        Settings { block_bytes: 1 << 20, compression: 19 },
    ] {
        let [one, two] = [1, 2].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| solved.bytes(settings))
        });
        assert!(one == two, "{settings}");
        assert!(one == solved.bytes(settings), "{settings}");
    }
}

#[test]
fn the_objective_is_in_the_header_and_nowhere_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.perfect");
    let solved = Solved::new("tictactoe");
    let mut writer =
        LevelWriter::create(&path, solved.game, Objective::Outcome, &solved.index).unwrap();
    solved.write_levels(&mut writer, usize::MAX);
    writer.finish().unwrap();
    let file = TableFile::open(&path).unwrap();
    assert_eq!(file.header().objective, Objective::Outcome);
    let table = file.into_block_table(solved.game).unwrap();
    assert_eq!(table.objective(), Objective::Outcome);
    let bytes = fs::read(path).unwrap();
    let other = solved.bytes(Settings::by_index(solved.index.slots()));
    let differing = bytes.iter().zip(&other).filter(|(a, b)| a != b).count();
    // The objective, and the header's checksum.
    assert!(bytes.len() == other.len() && differing <= 5);
}
