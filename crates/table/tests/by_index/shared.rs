//! Several writers and readers at once.

use std::{fs, thread};

use perfect_play_core::Probe;
use perfect_play_table::{TableFile, WriteErrorKind};

use crate::solved::{SMALL, Solved};

#[test]
fn a_second_writer_is_told_so_and_harms_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    let solved = Solved::new("tictactoe");
    let mut writer = solved.writer(&path, SMALL).unwrap();
    let levels = solved.index.levels();
    for _ in 0..levels {
        solved.write_levels(&mut writer, 1);
        let error = solved.writer(&path, SMALL).map(drop).unwrap_err();
        assert!(matches!(error.kind(), WriteErrorKind::Busy), "{error}");
        assert!(error.to_string().contains("t.partial is being written by another run"));
    }
    writer.finish().unwrap();
    assert!(fs::read(&path).unwrap() == solved.bytes(SMALL));
}

#[test]
fn writers_that_race_leave_the_file_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    let solved = Solved::new("tictactoe");
    let whole = solved.bytes(SMALL);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..20 {
                    match solved.writer(&path, SMALL) {
                        Ok(mut writer) => {
                            solved.write_levels(&mut writer, usize::MAX);
                            writer.finish().unwrap();
                            assert!(fs::read(&path).unwrap() == whole);
                        }
                        Err(error) => assert!(matches!(error.kind(), WriteErrorKind::Busy)),
                    }
                }
            });
        }
    });
    assert_eq!(folder.path().read_dir().unwrap().count(), 1);
}

#[test]
fn many_threads_read_one_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    let solved = Solved::new("mnk:4,3,3");
    solved.write(&path, SMALL);
    let table = TableFile::open_holding(&path, 0).unwrap().into_block_table(solved.game).unwrap();
    thread::scope(|scope| {
        for thread in 0..4 {
            let (table, solved) = (&table, &solved);
            scope.spawn(move || {
                for board in solved.solution.positions().skip(thread).step_by(4) {
                    assert_eq!(table.value(board).ok(), solved.solution.value(board).ok());
                }
            });
        }
    });
}
