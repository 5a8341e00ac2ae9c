//! Runs that are interrupted anywhere are resumed, with the same bytes.

use std::{
    fs,
    path::Path,
    time::{Duration, SystemTime},
};

use perfect_play_core::Objective;
use perfect_play_file::{OpenErrorKind, Settings, TableFile, TierWriter, WriteErrorKind};
use perfect_play_numbering::Sections;

use super::solved::{Parts, SMALL, Solved};

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap()
}

#[test]
fn after_any_number_of_tiers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.perfect");
    for name in ["mnk:5,2,2+misere", "connect:6,2,2"] {
        let solved = Solved::new(name);
        let whole = solved.bytes(SMALL);
        for tiers in 0..=solved.tiers.len() {
            let writer = solved.writer(&path, SMALL).unwrap();
            solved.write_tiers(&writer, tiers);
            drop(writer);
            let unfinished = TableFile::open(&folder.path().join("table.perfect.partial"));
            assert!(matches!(unfinished.unwrap_err().kind(), OpenErrorKind::Unfinished));

            let writer = solved.writer(&path, SMALL).unwrap();
            assert_eq!(writer.next_tier() as usize, tiers);
            if let Some(last) = tiers.checked_sub(1) {
                let mut section = Vec::new();
                writer.section(u32::try_from(last).unwrap(), 1, &mut section).unwrap();
                assert_eq!(section, solved.sections.0[last][1]);
            }
            solved.write_tiers(&writer, usize::MAX);
            writer.finish().unwrap();
            assert!(read(&path) == whole, "{name}: {tiers} tiers");
            fs::remove_file(&path).unwrap();
        }
    }
}

/// The unfinished file after all tiers have been written.
fn unfinished(solved: &Solved, path: &Path) -> Vec<u8> {
    let writer = solved.writer(path, SMALL).unwrap();
    solved.write_tiers(&writer, usize::MAX);
    let partial = writer.partial_path().to_path_buf();
    drop(writer);
    read(&partial)
}

/// Cuts an unfinished file at every end of a section and at each `step`th byte, and lets the next run finish it.
fn cut_at(step: usize) {
    let folder = tempfile::tempdir().unwrap();
    let (path, partial) = (folder.path().join("t"), folder.path().join("t.partial"));
    for name in ["mnk:5,2,2", "connect:6,2,2"] {
        let solved = Solved::new(name);
        let whole = solved.bytes(SMALL);
        let Parts { start, sections, .. } = Parts::of(&whole);
        let unfinished = unfinished(&solved, &path);
        assert_eq!(unfinished.len(), start + sections.concat().len());
        let mut ends = vec![start];
        for section in &sections {
            ends.push(ends[ends.len() - 1] + section.len());
        }
        for length in 0..=unfinished.len() {
            if length % step != 0 && !ends.contains(&length) {
                continue;
            }
            fs::write(&partial, &unfinished[..length]).unwrap();
            let writer = solved.writer(&path, SMALL).unwrap();
            // The tiers that are whole.
            let mut end = start;
            let tiers = sections.chunks(2).take_while(|of_tier| {
                end += of_tier.concat().len();
                end <= length
            });
            assert_eq!(writer.next_tier() as usize, tiers.count());
            solved.write_tiers(&writer, usize::MAX);
            writer.finish().unwrap();
            assert!(read(&path) == whole, "{length} bytes");
        }
        // The whole file except for its name; and the same with bytes left over after the sections.
        for unfinished in [whole.clone(), [&*unfinished, &[0; 99]].concat()] {
            fs::write(&partial, unfinished).unwrap();
            let writer = solved.writer(&path, SMALL).unwrap();
            assert_eq!(writer.next_tier() as usize, solved.tiers.len());
            writer.finish().unwrap();
            assert!(read(&path) == whole);
        }
    }
}

#[test]
fn at_any_byte() {
    cut_at(7);
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn at_every_byte() {
    cut_at(1);
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn with_any_byte_changed() {
    let folder = tempfile::tempdir().unwrap();
    let (path, partial) = (folder.path().join("t"), folder.path().join("t.partial"));
    let solved = Solved::new("mnk:5,2,2");
    let whole = solved.bytes(SMALL);
    let header = Parts::of(&whole).start;
    let mut unfinished = unfinished(&solved, &path);
    for at in 0..unfinished.len() {
        unfinished[at] ^= 0x21;
        fs::write(&partial, &unfinished).unwrap();
        unfinished[at] ^= 0x21;
        match solved.writer(&path, SMALL) {
            Ok(writer) => {
                // Bytes that are written at the end. An error may have left them half written.
                let of_the_end = (16..20).contains(&at) || (header - 13..header).contains(&at);
                let is_whole = writer.next_tier() as usize == solved.tiers.len();
                assert!(if at < header { of_the_end && is_whole } else { !is_whole });
                solved.write_tiers(&writer, usize::MAX);
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

/// Old sections, or sections of another file, are not accepted in place of missing ones.
#[test]
fn with_stale_sections() {
    let folder = tempfile::tempdir().unwrap();
    let (path, partial) = (folder.path().join("t"), folder.path().join("t.partial"));
    let solved = Solved::new("mnk:5,2,2");
    let whole = solved.bytes(SMALL);
    let other = Parts::of(&Solved::new("mnk:5,2,2+misere").bytes(SMALL));
    let Parts { start, sections, .. } = Parts::of(&whole);
    let unfinished = unfinished(&solved, &path);
    let head = &unfinished[..start];
    for kept in [0, 1, 2, 7, sections.len() - 2] {
        let before = sections[..kept].concat();
        for behind in [
            // Some sections are missing, and the rest follows.
            sections[kept + 1..].concat(),
            // Sections of another table, with the same numbers.
            other.sections[kept..].concat(),
            // The sections from the beginning again.
            sections.concat(),
            vec![0; 5000],
            vec![u8::MAX; 5000],
        ] {
            fs::write(&partial, [head, &before, &behind].concat()).unwrap();
            let writer = solved.writer(&path, SMALL).unwrap();
            let expected = if kept == 0 && behind == sections.concat() {
                solved.tiers.len()
            } else {
                kept / 2
            };
            assert_eq!(writer.next_tier() as usize, expected);
            solved.write_tiers(&writer, usize::MAX);
            writer.finish().unwrap();
            assert!(read(&path) == whole, "{kept} sections");
        }
    }
}

/// A table is copied where an interrupted run has copied another one of the same game: at least one of the two is wrong.
#[test]
fn with_tiers_of_another_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    let solved = Solved::new("mnk:5,2,2");
    let whole = solved.bytes(SMALL);
    let source = folder.path().join("source.perfect");
    fs::write(&source, &whole).unwrap();
    let source = solved.open(&source);
    let put = |writer: &TierWriter, tier, sections: [&[u8]; 2]| {
        writer.put(writer.pack(tier, sections).unwrap()).unwrap();
    };
    let tiers = u32::try_from(solved.tiers.len()).unwrap();
    for same in [0, 1, tiers / 2, tiers] {
        let writer = solved.writer(&path, SMALL).unwrap();
        for (tier, [o, x]) in (0..).zip(&solved.sections.0) {
            // All positions are drawn.
            let drawn = [o, x].map(|section| vec![127; section.len()]);
            let [o, x] = if tier < same { [o, x] } else { [&drawn[0], &drawn[1]] };
            put(&writer, tier, [o, x]);
        }
        drop(writer);
        let writer = solved.writer(&path, SMALL).unwrap();
        assert_eq!(writer.next_tier(), tiers);
        let is_there = |tier| source.values().is_in(tier, &writer);
        assert!((0..same).all(is_there) && (same..tiers).all(is_there) == (same == tiers));
        for (tier, [o, x]) in (0..).zip(&solved.sections.0) {
            put(&writer, tier, [o, x]);
            assert!(tier >= same || writer.next_tier() == tiers, "tier {tier} is kept");
        }
        writer.finish().unwrap();
        assert!(read(&path) == whole, "{same} tiers are the same");
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
        assert_eq!(writer.next_tier(), 0);
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
    let solved = Solved::new("mnk:5,2,2");
    let writer = solved.writer(&path, SMALL).unwrap();
    let partial = writer.partial_path().to_path_buf();
    solved.write_tiers(&writer, 1);
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
        [(Objective::Outcome, SMALL), (Objective::Fastest, Settings { frame_slots: 65, ..SMALL })]
    {
        let (game, tiers) = (&other.game, &other.tiers);
        let writer = TierWriter::with_settings(&path, game, objective, tiers.clone(), settings);
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
    let writer = solved.writer(&path, SMALL).unwrap();
    solved.write_tiers(&writer, usize::MAX);
    assert_eq!(read(&path), b"old");
    writer.finish().unwrap();
    assert!(read(&path) == solved.bytes(SMALL));
}
