//! Several writers and readers at once.

use std::{fs, thread};

use perfect_play_core::Probe;
use perfect_play_file::{TableFile, WriteErrorKind, to_bytes};
use perfect_play_numbering::{Sections, TierNumbering};
use perfect_play_proof::{Rules, verify_by_tier};

use super::solved::{SMALL, Solved};

#[test]
fn a_second_writer_is_told_so_and_harms_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    let solved = Solved::new("mnk:5,2,2");
    let writer = solved.writer(&path, SMALL).unwrap();
    for _ in 0..solved.tiers.len() {
        solved.write_tiers(&writer, 1);
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
    let solved = Solved::new("mnk:5,2,2");
    let whole = solved.bytes(SMALL);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..20 {
                    match solved.writer(&path, SMALL) {
                        Ok(writer) => {
                            solved.write_tiers(&writer, usize::MAX);
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
    let table = solved.open(&path);
    thread::scope(|scope| {
        for thread in 0..4 {
            let (table, solved) = (&table, &solved);
            scope.spawn(move || {
                for board in solved.by_code.positions().skip(thread).step_by(4) {
                    assert_eq!(table.value(board).ok(), solved.by_code.value(board).ok());
                }
            });
        }
    });
}

#[test]
fn others_read_what_is_written_while_more_is_appended() {
    let folder = tempfile::tempdir().unwrap();
    let solved = Solved::new("connect:4,4,3");
    let writer = solved.writer(&folder.path().join("t"), SMALL).unwrap();
    solved.write_tiers(&writer, 1);
    thread::scope(|scope| {
        let (writer, solved) = (&writer, &solved);
        let reader = scope.spawn(move || {
            let mut section = Vec::new();
            // Until the last tier can be read.
            let last = u32::try_from(solved.tiers.len() - 1).unwrap();
            while writer.section(last, 1, &mut section).is_err() {
                writer.section(0, 0, &mut section).unwrap();
                assert_eq!(section, solved.sections.0[0][0]);
            }
            assert_eq!(section, solved.sections.0[last as usize][1]);
        });
        solved.write_tiers(writer, usize::MAX);
        reader.join().unwrap();
    });
}

/// Restoring a section must not wait for a thread that waits for the section.
#[test]
fn a_small_table_is_proven_by_many_threads() {
    let solved = Solved::new("connect:4,4,4");
    let bytes = to_bytes(&solved.table()).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(16).build().unwrap();
    for _ in 0..20 {
        let table =
            TableFile::read(&*bytes).unwrap().into_table::<_, TierNumbering>(solved.game).unwrap();
        let proof = pool.install(|| verify_by_tier(&table, Rules::Tested, &mut (), &mut |_, _| ()));
        assert!(proof.unwrap().is_proven());
    }
}
