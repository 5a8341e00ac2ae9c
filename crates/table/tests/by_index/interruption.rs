//! Runs that are interrupted anywhere are continued to the same bytes.

use std::{
    fs,
    path::Path,
    time::{Duration, SystemTime},
};

use perfect_play_core::Objective;
use perfect_play_table::{LevelWriter, OpenErrorKind, Settings, TableFile, WriteErrorKind};

use crate::solved::{SMALL, Solved};

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap()
}

#[test]
fn after_any_number_of_levels() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.perfect");
    for name in ["tictactoe+misere", "mnk:4,3,3", "connect:4,3,3"] {
        let solved = Solved::new(name);
        let whole = solved.bytes(SMALL);
        for levels in 0..=solved.index.levels() {
            let mut writer = solved.writer(&path, SMALL).unwrap();
            solved.write_levels(&mut writer, levels);
            drop(writer);
            let unfinished = TableFile::open(&folder.path().join("table.perfect.partial"));
            assert!(matches!(unfinished.unwrap_err().kind(), OpenErrorKind::Unfinished));

            let mut writer = solved.writer(&path, SMALL).unwrap();
            let next = solved.index.levels_in_order().nth(levels);
            assert_eq!(writer.next_level(), next);
            let last = levels.checked_sub(1).map(|_| next.map_or(0, |next| next + 1));
            assert_eq!(writer.last_level().unwrap(), last.map(|last| solved.levels[last].clone()));
            solved.write_levels(&mut writer, usize::MAX);
            writer.finish().unwrap();
            assert!(read(&path) == whole, "{name}: {levels} levels");
            fs::remove_file(&path).unwrap();
        }
    }
}

#[test]
fn at_a_byte_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    let (path, partial) = (folder.path().join("t"), folder.path().join("t.partial"));
    let solved = Solved::new("tictactoe");
    let whole = solved.bytes(SMALL);
    let mut writer = solved.writer(&path, SMALL).unwrap();
    solved.write_levels(&mut writer, usize::MAX);
    drop(writer);
    let unfinished = read(&partial);
    let mut levels = 0;
    // Every fifth: each level is written through to the disk, which takes time.
    for length in (0..unfinished.len()).step_by(5).chain([unfinished.len()]) {
        fs::write(&partial, &unfinished[..length]).unwrap();
        let mut writer = solved.writer(&path, SMALL).unwrap();
        let missing = writer.next_level().map_or(0, |level| level + 1);
        assert!(solved.index.levels() - missing >= levels);
        levels = solved.index.levels() - missing;
        solved.write_levels(&mut writer, usize::MAX);
        writer.finish().unwrap();
        assert!(read(&path) == whole, "{length} bytes");
    }
    assert_eq!(levels, solved.index.levels());
    // The whole file, but for its name; and with something left over behind the levels.
    for unfinished in [whole.clone(), [&*unfinished, &[0; 99]].concat()] {
        fs::write(&partial, unfinished).unwrap();
        let writer = solved.writer(&path, SMALL).unwrap();
        assert_eq!(writer.next_level(), None);
        writer.finish().unwrap();
        assert!(read(&path) == whole);
    }
}

#[test]
fn with_a_byte_changed_behind_the_header() {
    let folder = tempfile::tempdir().unwrap();
    let (path, partial) = (folder.path().join("t"), folder.path().join("t.partial"));
    let solved = Solved::new("tictactoe");
    let whole = solved.bytes(SMALL);
    let mut writer = solved.writer(&path, SMALL).unwrap();
    drop(solved.writer(&folder.path().join("header"), SMALL).unwrap());
    let header = read(&folder.path().join("header.partial")).len();
    solved.write_levels(&mut writer, usize::MAX);
    drop(writer);
    let mut unfinished = read(&partial);
    for at in (0..unfinished.len()).step_by(3) {
        unfinished[at] ^= 0x21;
        fs::write(&partial, &unfinished).unwrap();
        unfinished[at] ^= 0x21;
        match solved.writer(&path, SMALL) {
            Ok(mut writer) => {
                assert!(at >= header && writer.next_level().is_some());
                solved.write_levels(&mut writer, usize::MAX);
                writer.finish().unwrap();
                assert!(read(&path) == whole, "byte {at}");
            }
            Err(error) => {
                assert!(at < header);
                assert!(matches!(error.kind(), WriteErrorKind::NotATable), "{error}");
            }
        }
    }
}

#[test]
fn what_the_systems_end_left_empty_is_a_beginning() {
    let folder = tempfile::tempdir().unwrap();
    let (path, partial) = (folder.path().join("t"), folder.path().join("t.partial"));
    let solved = Solved::new("mnk:3,2,2");
    let whole = solved.bytes(SMALL);
    for zeros in [0, 1, 99, 100_000] {
        fs::write(&partial, vec![0; zeros]).unwrap();
        let writer = solved.writer(&path, SMALL).unwrap();
        assert_eq!(writer.next_level(), solved.index.levels_in_order().next());
        assert!(writer.partial_path().ends_with("t.partial"));
        drop(writer);
        solved.write(&path, SMALL);
        assert!(read(&path) == whole, "{zeros} zeros");
    }
    let mut bytes = vec![0; 100_000];
    bytes[99_999] = 1;
    fs::write(&partial, &bytes).unwrap();
    let error = solved.writer(&path, SMALL).map(drop).unwrap_err();
    assert!(matches!(error.kind(), WriteErrorKind::NotATable), "{error}");
    assert!(read(&partial) == bytes);
}

#[test]
fn a_header_that_is_there_is_not_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    let solved = Solved::new("mnk:3,2,2");
    let mut writer = solved.writer(&path, SMALL).unwrap();
    let partial = writer.partial_path().to_path_buf();
    solved.write_levels(&mut writer, 1);
    drop(writer);
    let before = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    fs::File::options().write(true).open(&partial).unwrap().set_modified(before).unwrap();
    drop(solved.writer(&path, SMALL).unwrap());
    assert_eq!(fs::metadata(&partial).unwrap().modified().unwrap(), before);
}

#[test]
fn what_is_no_beginning_of_the_table_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (path, partial) = (folder.path().join("t"), folder.path().join("t.partial"));
    let solved = Solved::new("tictactoe");
    fs::write(&partial, "Dear diary").unwrap();
    let error = solved.writer(&path, SMALL).map(drop).unwrap_err();
    assert!(matches!(error.kind(), WriteErrorKind::NotATable), "{error}");
    let partial_name = partial.display().to_string();
    assert!(error.to_string().starts_with(&format!("{partial_name} is not the beginning of a ")));
    assert_eq!(read(&partial), b"Dear diary");
    fs::remove_file(&partial).unwrap();

    let other = Solved::new("tictactoe+misere");
    drop(other.writer(&path, SMALL).unwrap());
    let before = read(&partial);
    let error = solved.writer(&path, SMALL).map(drop).unwrap_err();
    assert!(error.to_string().contains("another table (tictactoe+misere, fastest): "), "{error}");
    for (objective, settings) in
        [(Objective::Outcome, SMALL), (Objective::Fastest, Settings { block_bytes: 65, ..SMALL })]
    {
        let (game, index) = (other.game, &other.index);
        let writer = LevelWriter::with_settings(&path, game, objective, index, settings);
        let error = writer.map(drop).unwrap_err();
        assert!(matches!(error.kind(), WriteErrorKind::OtherTable { .. }), "{error}");
    }
    assert_eq!(read(&partial), before);
}

#[test]
fn a_table_that_is_there_stays_until_the_new_one_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    let solved = Solved::new("tictactoe");
    fs::write(&path, "old").unwrap();
    let mut writer = solved.writer(&path, SMALL).unwrap();
    solved.write_levels(&mut writer, usize::MAX);
    assert_eq!(read(&path), b"old");
    writer.finish().unwrap();
    assert!(read(&path) == solved.bytes(SMALL));
}
