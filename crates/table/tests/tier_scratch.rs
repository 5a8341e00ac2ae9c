//! The scratch folder of a solve by tiers: what an interrupted run leaves there is found again or is not, and
//! never taken for something else.

use std::{fs, path::Path};

use perfect_play_core::{ProbeFailure, Slot, Values};
use perfect_play_games::Mnk;
use perfect_play_generator::{
    solve_tiers,
    tiers::{HeldSections, Sections, Tiers, section_number},
};
use perfect_play_table::{TierFiles, TierScratch, WriteErrorKind};

struct Solved {
    game: Mnk,
    tiers: Tiers,
    sections: HeldSections,
}

impl Solved {
    fn new(name: &str) -> Self {
        let game: Mnk = name.parse().unwrap();
        let tiers = Tiers::of(&game).unwrap();
        let sections = solve_tiers(&game, &tiers, &|_| ()).unwrap();
        Self { game, tiers, sections }
    }

    /// A game with few slots and several layers of tiers.
    fn small() -> Self {
        let solved = Self::new("mnk:5,2,2");
        assert!(solved.tiers.layers() > 3 && solved.tiers.len() > 10);
        solved
    }

    fn open(&self, folder: &Path) -> TierScratch<'_> {
        TierScratch::open(folder, &self.game, &self.tiers).unwrap()
    }

    /// Appends tiers up to this one.
    fn write(&self, scratch: &TierScratch<'_>, end: u32) {
        for tier in scratch.next_tier()..end {
            let [o, x] = &self.sections.0[tier as usize];
            scratch.append(scratch.pack(tier, [o, x]).unwrap()).unwrap();
            assert_eq!(scratch.next_tier(), tier + 1);
        }
    }

    fn len(&self) -> u32 {
        u32::try_from(self.tiers.len()).unwrap()
    }

    /// The tiers that are needed when this one is solved next: its layer's and those of the layer above.
    fn needed(&self, next: u32) -> std::ops::Range<u32> {
        let layer = if next == self.len() { 0 } else { self.tiers.layer_of(next) };
        let above = (layer + 1 < self.tiers.layers()).then(|| self.tiers.layer(layer + 1).start);
        above.unwrap_or(self.tiers.layer(layer).start)..next
    }

    fn assert_holds(&self, scratch: &TierScratch<'_>) {
        let next = scratch.next_tier();
        for (tier, expected) in (0..).zip(&self.sections.0) {
            for (mover, expected) in expected.iter().enumerate() {
                let mut found = vec![7; 3];
                let read = scratch.section(tier, mover, &mut found);
                match read {
                    Ok(()) => {
                        assert!(tier < next);
                        assert_eq!(&found, expected);
                        let byte = scratch.byte(slot(tier, mover, expected.len() / 2)).unwrap();
                        assert_eq!(byte, expected.get(expected.len() / 2).copied());
                    }
                    Err(error) => {
                        assert!(!self.needed(next).contains(&tier), "{error}");
                        // That it is not there says nothing of a position.
                        assert_eq!(error.no_entry(), None);
                    }
                }
            }
        }
    }
}

fn slot(tier: u32, mover: usize, rank: usize) -> Slot {
    Slot { section: section_number(tier, mover), rank }
}

#[test]
fn after_any_number_of_tiers_a_run_goes_on_with_what_is_needed() {
    let solved = Solved::small();
    for end in 0..=solved.len() {
        let folder = tempfile::tempdir().unwrap();
        {
            let scratch = solved.open(folder.path());
            assert_eq!(scratch.next_tier(), 0);
            solved.write(&scratch, end);
            solved.assert_holds(&scratch);
        }
        let scratch = solved.open(folder.path());
        assert_eq!(scratch.next_tier(), end);
        solved.assert_holds(&scratch);
        solved.write(&scratch, solved.len());
        solved.assert_holds(&scratch);
        // Two layers and the lock are left.
        assert_eq!(folder.path().read_dir().unwrap().count(), 3);
    }
}

/// The files of the layers in a folder.
fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let paths = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = paths.filter(|path| path.extension().is_some()).collect();
    files.sort();
    files
}

#[test]
fn a_file_cut_at_any_byte_holds_its_whole_tiers() {
    let solved = Solved::small();
    let end = solved.tiers.layer(1).end - 1;
    let folder = tempfile::tempdir().unwrap();
    solved.write(&solved.open(folder.path()), end);
    let [lowest, above] = &files(folder.path())[..] else { panic!() };
    let (whole, whole_above) = (fs::read(lowest).unwrap(), fs::read(above).unwrap());
    let mut next = solved.tiers.layer(1).start;
    for length in 0..=whole.len() {
        fs::write(lowest, &whole[..length]).unwrap();
        let scratch = solved.open(folder.path());
        let found = scratch.next_tier();
        assert!(found == next || found == next + 1, "{length} bytes");
        next = found;
        solved.assert_holds(&scratch);
    }
    assert_eq!(next, end);
    // Where the layer above is not whole, all that was solved from it is solved again.
    for length in 0..whole_above.len() {
        fs::write(lowest, &whole).unwrap();
        fs::write(above, &whole_above[..length]).unwrap();
        let scratch = solved.open(folder.path());
        assert_eq!(scratch.next_tier(), 0, "{length} bytes");
        solved.write(&scratch, end);
        solved.assert_holds(&scratch);
        drop(scratch);
        assert!(fs::read(lowest).unwrap() == whole && fs::read(above).unwrap() == whole_above);
    }
}

#[test]
fn a_changed_byte_is_seen_before_and_after_opening() {
    let solved = Solved::small();
    let end = solved.tiers.layer(2).end;
    let folder = tempfile::tempdir().unwrap();
    solved.write(&solved.open(folder.path()), end);
    let path = files(folder.path()).remove(0);
    let whole = fs::read(&path).unwrap();
    for place in 0..whole.len() {
        fs::write(&path, &whole).unwrap();
        let opened = solved.open(folder.path());
        assert_eq!(opened.next_tier(), end);
        let mut changed = whole.clone();
        changed[place] ^= 1 << (place % 8);
        fs::write(&path, &changed).unwrap();
        for tier in solved.tiers.layer(2) {
            for mover in 0..2 {
                let mut found = Vec::new();
                if opened.section(tier, mover, &mut found).is_ok() {
                    assert_eq!(found, solved.sections.0[tier as usize][mover], "byte {place}");
                }
            }
        }
        drop(opened);
        let next = solved.open(folder.path()).next_tier();
        assert!(solved.tiers.layer(2).contains(&next), "byte {place}");
    }
}

#[test]
fn a_folder_with_tiers_of_another_game_is_refused_and_keeps_them() {
    let (solved, other) = (Solved::small(), Solved::new("mnk:5,2,2+misere"));
    for end in [1, 5, solved.len()] {
        let folder = tempfile::tempdir().unwrap();
        solved.write(&solved.open(folder.path()), end);
        let refused = TierScratch::open(folder.path(), &other.game, &other.tiers);
        let error = refused.map(drop).unwrap_err();
        assert!(matches!(error.kind(), WriteErrorKind::OtherSolve { .. }), "{error}");
        assert!(error.to_string().contains("another game (mnk:5,2,2, "), "{error}");
        assert_eq!(solved.open(folder.path()).next_tier(), end);
    }
}

#[test]
fn files_of_another_game_under_these_names_are_not_believed() {
    let (solved, other) = (Solved::small(), Solved::new("mnk:5,2,2+misere"));
    let folder = tempfile::tempdir().unwrap();
    solved.write(&solved.open(folder.path()), solved.len());
    // What the name says was cut short.
    fs::write(folder.path().join("lock"), "").unwrap();
    let scratch = other.open(folder.path());
    assert_eq!(scratch.next_tier(), 0);
    other.write(&scratch, other.len());
    other.assert_holds(&scratch);
}

#[test]
fn two_runs_cannot_use_a_folder() {
    let solved = Solved::small();
    let folder = tempfile::tempdir().unwrap();
    let _first = solved.open(folder.path());
    let second = TierScratch::open(folder.path(), &solved.game, &solved.tiers);
    let error = second.map(drop).unwrap_err();
    assert!(matches!(error.kind(), WriteErrorKind::Busy), "{error}");
}

#[test]
fn a_folder_is_made_and_what_is_no_folder_is_named() {
    let solved = Solved::small();
    let folder = tempfile::tempdir().unwrap();
    let scratch = solved.open(&folder.path().join("new/folder"));
    assert!(scratch.section(0, 0, &mut Vec::new()).is_err());
    assert!(scratch.byte(slot(0, 0, 0)).is_err());
    fs::write(folder.path().join("file"), "").unwrap();
    let open = TierScratch::open(&folder.path().join("file"), &solved.game, &solved.tiers);
    let error = open.map(drop).unwrap_err().to_string();
    assert!(error.contains("file"), "{error}");
}
