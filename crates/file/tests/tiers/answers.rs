//! A file that is read gives the answers and the sections that were written.

use std::{fs, thread};

use perfect_play_core::{Game, Objective, Probe, ProbeFailure, Values};
use perfect_play_file::{FileSections, Settings, TableFile, TierWriter, to_bytes, write};
use perfect_play_games::Mnk;
use perfect_play_numbering::{HeldSections, Sections, SmallNumbering, TierNumbering, TierTable};

use super::solved::{SMALL, Solved, slot, write_sections};

fn answers_as_solved(table: &TierTable<Mnk, FileSections>, solved: &Solved) {
    let game = solved.game;
    // For the largest boards this tries only some codes.
    let step = if game.codes() > 3_u64.pow(12) { 97 } else { 1 };
    for board in (0..game.codes()).step_by(step).filter_map(|code| game.decode(code).ok()) {
        let in_memory = solved.by_code.probe(board);
        match table.probe(board) {
            Ok(entry) => assert_eq!(Ok(entry), in_memory, "{board:?}"),
            Err(error) => {
                assert!(error.no_entry().is_some() && in_memory.is_err(), "{board:?}: {error}");
                assert!(table.value(board).is_err() && table.move_values(board).is_err());
            }
        }
    }
    for board in solved.by_code.positions() {
        assert_eq!(table.probe(board).ok(), solved.by_code.probe(board).ok());
        assert!(table.move_values(board).ok() == solved.by_code.move_values(board).ok());
    }
    assert!(table.positions().eq(solved.by_code.positions()));
}

/// The sections of a table in a file.
fn sections(table: &TierTable<Mnk, FileSections>) -> HeldSections {
    let section = |tier, mover| {
        let mut section = vec![7; 3];
        table.values().section(tier, mover, &mut section).unwrap();
        let byte = |rank| table.values().byte(slot(tier, mover, rank)).unwrap();
        for rank in (0..section.len()).step_by(61) {
            assert_eq!(byte(rank), Some(section[rank]));
        }
        assert_eq!((byte(section.len()), byte(usize::MAX)), (None, None));
        section
    };
    let tiers = 0..u32::try_from(table.numbering().tiers().len()).unwrap();
    HeldSections(tiers.map(|tier| [section(tier, 0), section(tier, 1)]).collect())
}

/// Writes a table in every way, and compares all answers of each file.
fn files_answer_as_solved(name: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.perfect");
    let solved = Solved::new(name);
    // Written tier by tier: each section is in the file.
    for settings in [SMALL, Settings { frame_slots: 1 << 16, compression: 1 }] {
        solved.write(&path, settings);
        let file = TableFile::open(&path).unwrap();
        assert_eq!(file.header().positions(), None, "{name}");
        assert_eq!(file.header().entry_bytes, solved.tiers.slots());
        assert_eq!(file.header().sections, 2 * solved.tiers.len() as u64);
        let table = file.into_table::<_, TierNumbering>(solved.game).unwrap();
        assert!(!table.values().are_held());
        answers_as_solved(&table, &solved);
        assert!(sections(&table) == solved.sections, "{name}");
        // The same bytes, read from memory.
        let table = TableFile::read(&*fs::read(&path).unwrap()).unwrap();
        answers_as_solved(&table.into_table::<_, TierNumbering>(solved.game).unwrap(), &solved);
    }
    // Written as one section, which is held in memory.
    let header = write(&solved.table(), &path).unwrap();
    assert_eq!((header.sections, header.positions()), (1, None));
    let bytes = fs::read(&path).unwrap();
    assert!(bytes == to_bytes(&solved.table()).unwrap());
    for file in [TableFile::open(&path).unwrap(), TableFile::read(&*bytes).unwrap()] {
        assert_eq!(file.header(), &header);
        let table = file.into_table::<_, TierNumbering>(solved.game).unwrap();
        assert!(table.values().are_held());
        answers_as_solved(&table, &solved);
        // Written again, the table has the same bytes.
        assert!(to_bytes(&table).unwrap() == bytes, "{name}");
    }
}

#[test]
fn every_answer_is_the_solutions() {
    for name in [
        "tictactoe",
        "tictactoe+misere",
        "mnk:4,3,3",
        "mnk:5,2,2+misere",
        "mnk:1,1,1",
        "mnk:7,1,2",
        "connect:4,3,3",
        "connect:3,4,3+misere",
        "connect:6,2,2",
    ] {
        files_answer_as_solved(name);
    }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn every_answer_about_a_larger_game_is_the_solutions() {
    files_answer_as_solved("connect:4,4,3");
}

#[test]
fn what_has_been_written_is_read_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let solved = Solved::new("connect:6,2,2");
    let writer = solved.writer(&folder.path().join("t"), SMALL).unwrap();
    for (tier, expected) in (0..).zip(&solved.sections.0) {
        assert!(writer.section(tier, 0, &mut Vec::new()).is_err());
        assert!(writer.byte(slot(tier, 1, 0)).is_err());
        solved.write_tiers(&writer, 1);
        for (mover, expected) in expected.iter().enumerate() {
            let mut section = Vec::new();
            writer.section(tier, mover, &mut section).unwrap();
            assert_eq!(&section, expected);
            assert_eq!(writer.byte(slot(tier, mover, 0)).unwrap(), expected.first().copied());
        }
    }
}

#[test]
fn the_bytes_do_not_depend_on_the_threads() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    let solved = Solved::new("connect:4,4,4");
    for settings in [
        SMALL,
        Settings::by_tier(u64::MAX),
        Settings::by_tier(0),
        Settings { frame_slots: 1 << 14, compression: 9 },
        Settings { frame_slots: 1 << 16, compression: 3 },
    ] {
        let one = solved.bytes(settings);
        let writer = solved.writer(&path, settings).unwrap();
        for (tier, [o, x]) in (0..).zip(&solved.sections.0) {
            // Every other tier is packed by a thread that has compressed nothing before.
            let pack = || writer.pack(tier, [o, x]).unwrap();
            let packed = if tier % 2 == 0 {
                pack()
            } else {
                thread::scope(|scope| scope.spawn(pack).join().unwrap())
            };
            writer.append(packed).unwrap();
        }
        writer.finish().unwrap();
        assert!(fs::read(&path).unwrap() == one, "{settings}");
    }
}

#[test]
fn the_objective_is_that_of_the_header() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.perfect");
    let solved = Solved::new("tictactoe");
    let (game, tiers) = (&solved.game, &solved.tiers);
    let writer = TierWriter::create(&path, game, Objective::Outcome, tiers.clone()).unwrap();
    write_sections(&writer, &solved.sections, usize::MAX);
    assert_eq!(writer.finish().unwrap().objective, Objective::Outcome);
    let file = TableFile::open(&path).unwrap();
    assert_eq!(file.header().objective, Objective::Outcome);
    let table = file.into_table::<_, TierNumbering>(solved.game).unwrap();
    assert_eq!(table.objective(), Objective::Outcome);
    let by_code =
        perfect_play_generator::solve(solved.game, Objective::Outcome, &mut |_, _| ()).unwrap();
    for board in by_code.positions() {
        assert_eq!(table.probe(board).ok(), by_code.probe(board).ok());
    }
}

#[test]
fn a_table_is_opened_by_the_method_of_its_numbering() {
    let solved = Solved::new("tictactoe");
    let by_tier = to_bytes(&solved.table()).unwrap();
    let by_code = to_bytes(&solved.by_code).unwrap();
    let error = TableFile::read(&*by_tier)
        .unwrap()
        .into_table::<_, SmallNumbering<_>>(solved.game)
        .unwrap_err();
    assert_eq!(error.to_string(), "the table's entries are numbered by tier, not by code");
    let error = TableFile::read(&*by_code)
        .unwrap()
        .into_table::<_, TierNumbering>(solved.game)
        .unwrap_err();
    assert_eq!(error.to_string(), "the table's entries are numbered by code, not by tier");
    let other: Mnk = "tictactoe+misere".parse().unwrap();
    let error =
        TableFile::read(&*by_tier).unwrap().into_table::<_, TierNumbering>(other).unwrap_err();
    assert_eq!(error.to_string(), "the table is of the game tictactoe, not of tictactoe+misere");
}

#[test]
#[should_panic(expected = "in their order")]
fn a_tier_that_is_not_the_next_one_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let solved = Solved::new("mnk:5,2,2");
    let writer = solved.writer(&folder.path().join("t"), SMALL).unwrap();
    let [o, x] = &solved.sections.0[1];
    let _ = writer.append(writer.pack(1, [o, x]).unwrap());
}

#[test]
#[should_panic(expected = "there are tiers that have not been written")]
fn a_file_without_all_tiers_is_not_finished() {
    let folder = tempfile::tempdir().unwrap();
    let solved = Solved::new("mnk:5,2,2");
    let writer = solved.writer(&folder.path().join("t"), SMALL).unwrap();
    solved.write_tiers(&writer, solved.tiers.len() - 1);
    let _ = writer.finish();
}
