//! Tables with wrong contents and right checksums.

use std::fs;

use perfect_play_core::{Board, Game, Objective, Player, Probe, ProbeFailure, Values};
use perfect_play_file::{
    Damage, FileSections, Meaning, OpenErrorKind, ReadError, TableFile, TierWriter, to_bytes,
};
use perfect_play_games::Mnk;
use perfect_play_numbering::{HeldSections, Sections, TierNumbering, TierTable};
use perfect_play_proof::{Rules, Verification, verify_by_tier};

use super::solved::{Parts, SMALL, Solved, slot, word, write_sections};

fn proof(table: &TierTable<Mnk, FileSections>) -> Verification<Board> {
    verify_by_tier(table, Rules::Tested, &mut (), &mut |_, _| ()).unwrap()
}

#[test]
fn forged_values_are_refused_where_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("forged.perfect");
    for name in ["tictactoe", "mnk:4,3,3", "connect:6,2,2+misere"] {
        let solved = Solved::new(name);
        let open = |board: &Board| solved.game.terminal(*board).is_none();
        let positions: Vec<Board> = solved.by_code.positions().filter(open).collect();
        let mut static_values = 0;
        for &board in positions.iter().step_by(positions.len() / 7 + 1) {
            let (tier, player, rank) = solved.tiers.locate(board).unwrap();
            let mut forged = solved.sections.clone();
            forged.0[tier as usize][usize::from(player == Player::X)][rank] ^= 1;
            let writer = solved.writer(&path, SMALL).unwrap();
            write_sections(&writer, &forged, usize::MAX);
            writer.finish().unwrap();
            let stored = solved.open(&path);
            let bytes = to_bytes(&solved.table_of(forged)).unwrap();
            let held = TableFile::read(&*bytes)
                .unwrap()
                .into_table::<_, TierNumbering>(solved.game)
                .unwrap();
            // Static values are not stored.
            let is_static = solved.game.kind().static_value(board).is_some();
            static_values += usize::from(is_static);
            for table in [stored, held] {
                let proof = proof(&table);
                assert_eq!(proof.is_proven(), is_static, "{name}: {board:?}");
                if is_static {
                    continue;
                }
                let [fault] = &proof.faults[..] else { panic!("{name}: {:?}", proof.faults) };
                assert_eq!(Some(fault.position), solved.tiers.board(tier, player, rank));
            }
        }
        assert!(static_values > 0 || name.ends_with("misere"), "{name}");
        // Without a forgery, they are proven.
        solved.write(&path, SMALL);
        assert!(proof(&solved.open(&path)).is_proven());
    }
}

/// No byte removes or adds a position.
#[test]
fn no_forged_byte_changes_which_positions_there_are() {
    for name in ["tictactoe", "connect:4,3,3"] {
        let solved = Solved::new(name);
        for byte in [0, 127, 254, 255] {
            let mut forged = solved.sections.clone();
            forged.0.iter_mut().flatten().for_each(|section| section.fill(byte));
            let bytes = to_bytes(&solved.table_of(forged)).unwrap();
            let table = TableFile::read(&*bytes)
                .unwrap()
                .into_table::<_, TierNumbering>(solved.game)
                .unwrap();
            assert!(table.positions().eq(solved.by_code.positions()), "{name}");
            assert!(!proof(&table).is_proven());
            for board in (0..solved.game.codes()).filter_map(|code| solved.game.decode(code).ok()) {
                if solved.by_code.value(board).is_err() {
                    let error = table.value(board).unwrap_err();
                    assert!(error.no_entry().is_some(), "{name}: {board:?}");
                }
            }
        }
    }
}

/// Asserts that exactly these sections of a file with these parts are damaged.
fn assert_damaged(solved: &Solved, parts: &Parts, damaged: &[usize]) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("forged.perfect");
    fs::write(&path, parts.to_bytes()).unwrap();
    let table = solved.open(&path);
    for (number, expected) in solved.sections.0.iter().flatten().enumerate() {
        let mut section = Vec::new();
        let tier = u32::try_from(number / 2).unwrap();
        let read = table.values().section(tier, number % 2, &mut section);
        if damaged.contains(&number) {
            let error = read.unwrap_err();
            assert!(matches!(error, ReadError::Damaged { .. }), "{error}");
            assert!(table.values().byte(slot(tier, number % 2, 0)).is_err());
        } else {
            read.unwrap();
            assert_eq!(&section, expected);
        }
    }
}

#[test]
fn a_section_at_another_place_is_damaged() {
    let solved = Solved::new("mnk:4,3,3");
    let parts = || Parts::of(&solved.bytes(SMALL));
    assert_damaged(&solved, &parts(), &[]);
    let lens: Vec<u32> = parts().sections.iter().map(|section| word(section, 0)).collect();
    let mut swapped = 0;
    for first in 0..lens.len() {
        // The next section with the same number of entries.
        let same = |&second: &usize| lens[second] == lens[first] && lens[first] > 0;
        let Some(second) = (first + 1..lens.len()).find(same) else { continue };
        let mut parts = parts();
        parts.sections.swap(first, second);
        assert_damaged(&solved, &parts, &[first, second]);
        swapped += 1;
        if swapped == 12 {
            break;
        }
    }
    assert_eq!(swapped, 12);
}

#[test]
fn a_section_of_another_table_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.perfect");
    let solved = Solved::new("mnk:4,3,3");
    // With another objective, the sections have the same entries.
    let (game, tiers) = (&solved.game, &solved.tiers);
    let writer =
        TierWriter::with_settings(&path, game, Objective::Outcome, tiers.clone(), SMALL).unwrap();
    write_sections(&writer, &solved.sections, usize::MAX);
    writer.finish().unwrap();
    let objective = Parts::of(&fs::read(&path).unwrap());
    // Another game of the same shape, with the same tiers.
    let misere = Parts::of(&Solved::new("mnk:4,3,3+misere").bytes(SMALL));
    // Another level of compression.
    let level = Parts::of(&solved.bytes(perfect_play_file::Settings { compression: 4, ..SMALL }));
    for other in [objective, misere, level] {
        for number in [0, 1, 20, other.sections.len() - 1] {
            let mut parts = Parts::of(&solved.bytes(SMALL));
            assert_eq!(word(&parts.sections[number], 0), word(&other.sections[number], 0));
            parts.sections[number].clone_from(&other.sections[number]);
            assert_damaged(&solved, &parts, &[number]);
        }
    }
}

/// The header contains the numbers of sections and entries, and all checksums begin with the checksum of the header.
#[test]
fn a_file_with_other_sections_gives_no_answer() {
    let solved = Solved::new("mnk:5,2,2");
    let changes: [fn(&mut Parts); 5] = [
        |parts| drop(parts.sections.pop()),
        |parts| parts.sections.push(parts.sections[0].clone()),
        |parts| parts.sections.truncate(1),
        |parts| parts.sections.clear(),
        |parts| parts.sections.swap(0, 3),
    ];
    for change in changes {
        let mut parts = Parts::of(&solved.bytes(SMALL));
        assert_ne!(word(&parts.sections[0], 0), word(&parts.sections[3], 0));
        change(&mut parts);
        match TableFile::read(&*parts.to_bytes()) {
            Ok(file) => {
                let error = file.into_table::<_, TierNumbering>(solved.game).unwrap_err();
                let expected = "the sections of the table are not those of mnk:5,2,2";
                assert_eq!(error.to_string(), expected);
            }
            // One section is read when the file is opened.
            Err(error) => assert!(matches!(error, OpenErrorKind::Damaged(_)), "{error}"),
        }
    }
    // A section with a byte too many or too few cannot be written.
    let refused = |sections: &HeldSections| {
        let error = to_bytes(&solved.table_of(sections.clone())).unwrap_err();
        assert!(
            error.to_string().contains(" not have as many entries as the numbering "),
            "{error}"
        );
    };
    let mut sections = solved.sections.clone();
    sections.0[0][0].push(0);
    refused(&sections);
    let len = sections.0[0][0].len();
    sections.0[0][0].truncate(len - 2);
    refused(&sections);
}

#[test]
fn a_header_of_another_table_makes_all_sections_damaged() {
    let solved = Solved::new("mnk:4,3,3");
    let mut parts = Parts::of(&solved.bytes(SMALL));
    parts.header.objective = Objective::Outcome;
    let all: Vec<usize> = (0..parts.sections.len()).collect();
    assert_damaged(&solved, &parts, &all);
    // As one section, the file cannot be opened.
    let mut parts = Parts::of(&to_bytes(&solved.table()).unwrap());
    parts.header.objective = Objective::Outcome;
    let error = TableFile::read(&*parts.to_bytes()).unwrap_err();
    assert!(matches!(error, OpenErrorKind::Damaged(_)), "{error}");
}

/// A table by tiers has entries for unreachable boards, so a file must not state how many positions there are: no
/// proof would check it.
#[test]
fn counts_in_a_file_by_tiers_are_refused() {
    let solved = Solved::new("tictactoe");
    for bytes in [solved.bytes(SMALL), to_bytes(&solved.table()).unwrap()] {
        let mut parts = Parts::of(&bytes);
        assert!(parts.to_bytes() == bytes);
        parts.header.positions_by_ply = vec![1, 9, 72];
        let error = TableFile::read(&*parts.to_bytes()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "is damaged (the header is not what was written): restore it, or solve it again"
        );
    }
}

/// By tiers no file has all values, and by code every file has.
#[test]
fn a_file_whose_entries_mean_what_its_numbering_does_not_allow_is_refused() {
    let solved = Solved::new("tictactoe");
    for bytes in [solved.bytes(SMALL), to_bytes(&solved.table()).unwrap()] {
        let mut parts = Parts::of(&bytes);
        assert_eq!(parts.header.scheme, Meaning::NonStatic);
        parts.header.scheme = Meaning::Remoteness;
        let error = TableFile::read(&*parts.to_bytes()).unwrap_err();
        assert!(matches!(error, OpenErrorKind::Damaged(Damage::Header)), "{error}");
    }
    let mut parts = Parts::of(&to_bytes(&solved.by_code).unwrap());
    assert_eq!(parts.header.scheme, Meaning::Remoteness);
    parts.header.scheme = Meaning::NonStatic;
    let error = TableFile::read(&*parts.to_bytes()).unwrap_err();
    assert!(matches!(error, OpenErrorKind::Damaged(_)), "{error}");
}
