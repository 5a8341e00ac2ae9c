//! A table in a folder. The files of an interrupted run are resumed or replaced, and errors name the file that is
//! missing or wrong.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use perfect_play_core::{Objective, ProbeFailure, Slot, Values};
use perfect_play_games::Mnk;
use perfect_play_generator::{
    solve_tiers,
    tiers::{Blocks, HeldSections, Sections, Tiers, section_number},
};
use perfect_play_table::{
    Damage, OpenErrorKind, Rules, TableFile, TierFiles, TierFolder, TierWriter, WriteErrorKind,
    verify_by_tier,
};

fn slot(tier: u32, mover: usize, rank: usize) -> Slot {
    Slot { section: section_number(tier, mover), rank }
}

struct Solved {
    game: Mnk,
    tiers: Arc<Tiers>,
    sections: HeldSections,
}

impl Solved {
    fn new(name: &str) -> Self {
        let game: Mnk = name.parse().unwrap();
        let tiers = Arc::new(Tiers::of(&game).unwrap());
        let mut sections = solve_tiers(&game, &tiers, &|_| ()).unwrap();
        // The values as they are read from a file. They differ from the solver's if the side to move has a line.
        for (tier, sections) in (0..).zip(&mut sections.0) {
            for (mover, section) in sections.iter_mut().enumerate() {
                tiers.leave_out(tier, mover, section);
                tiers.restore(tier, mover, section);
            }
        }
        Self { game, tiers, sections }
    }

    /// A game with few slots and several layers of tiers.
    fn small() -> Self {
        let solved = Self::new("mnk:5,2,2");
        assert!(solved.tiers.layers() > 3 && solved.tiers.len() > 10);
        solved
    }

    fn tiers(&self) -> Tiers {
        Tiers::of(&self.game).unwrap()
    }

    fn create(&self, folder: &Path) -> TierFolder {
        TierFolder::create(folder, &self.game, Objective::Fastest, self.tiers()).unwrap()
    }

    fn scratch(&self, folder: &Path) -> TierFolder {
        TierFolder::scratch(folder, &self.game, self.tiers()).unwrap()
    }

    /// Appends the tiers before `end`.
    fn write(&self, folder: &TierFolder, end: u32) {
        for tier in folder.next_tier()..end {
            let [o, x] = &self.sections.0[tier as usize];
            folder.append(folder.pack(tier, [o, x]).unwrap()).unwrap();
            assert_eq!(folder.next_tier(), tier + 1);
        }
    }

    /// The files of the whole table.
    fn whole(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let folder = tempfile::tempdir().unwrap();
        let writer = self.create(folder.path());
        self.write(&writer, self.len());
        writer.finish().unwrap();
        contents(folder.path())
    }

    fn len(&self) -> u32 {
        u32::try_from(self.tiers.len()).unwrap()
    }

    /// The tiers that are needed to solve this one: those of its layer and of the layer above.
    fn needed(&self, next: u32) -> std::ops::Range<u32> {
        let layer = if next == self.len() { 0 } else { self.tiers.layer_of(next) };
        let above = (layer + 1 < self.tiers.layers()).then(|| self.tiers.layer(layer + 1).start);
        above.unwrap_or(self.tiers.layer(layer).start)..next
    }

    fn assert_holds(&self, folder: &TierFolder) {
        let next = folder.next_tier();
        for (tier, expected) in (0..).zip(&self.sections.0) {
            for (mover, expected) in expected.iter().enumerate() {
                let mut found = vec![7; 3];
                let read = folder.section(tier, mover, &mut found);
                match read {
                    Ok(()) => {
                        assert!(tier < next);
                        assert_eq!(&found, expected);
                        let byte = folder.byte(slot(tier, mover, found.len() / 2)).unwrap();
                        self.tiers.leave_out(tier, mover, &mut found);
                        assert_eq!(byte, found.get(found.len() / 2).copied());
                    }
                    Err(error) => {
                        assert!(!self.needed(next).contains(&tier), "{error}");
                        // A missing tier says nothing about a position.
                        assert_eq!(error.no_entry(), None);
                    }
                }
            }
        }
    }

    /// Whether the table in a folder is proven.
    fn is_proven(&self, folder: &Path) -> bool {
        let table = TableFile::open(folder).unwrap().into_table::<_, Blocks>(self.game).unwrap();
        verify_by_tier(&table, Rules::Tested, &mut |_, _| ()).unwrap().is_proven()
    }
}

/// The files in a folder, by name.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let paths = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| PathBuf::from(path.file_name().unwrap());
    let mut files: Vec<_> = paths.map(|path| (name(&path), fs::read(path).unwrap())).collect();
    files.sort();
    files
}

#[test]
fn after_any_number_of_tiers_a_run_goes_on_to_the_same_files() {
    let solved = Solved::small();
    let whole = solved.whole();
    assert_eq!(whole.len(), usize::from(solved.tiers.layers()));
    for end in 0..=solved.len() {
        let folder = tempfile::tempdir().unwrap();
        let writer = solved.create(folder.path());
        solved.write(&writer, end);
        solved.assert_holds(&writer);
        drop(writer);
        if end < solved.len() {
            let error = TableFile::open(folder.path()).unwrap_err();
            assert!(matches!(error.kind(), OpenErrorKind::Unfinished), "{error}");
        }
        let writer = solved.create(folder.path());
        assert_eq!(writer.next_tier(), end);
        solved.write(&writer, solved.len());
        writer.finish().unwrap();
        assert!(contents(folder.path()) == whole, "{end} tiers");
    }
}

#[test]
fn after_any_number_of_tiers_a_scratch_folder_has_what_is_needed() {
    let solved = Solved::small();
    for end in 0..=solved.len() {
        let folder = tempfile::tempdir().unwrap();
        {
            let scratch = solved.scratch(folder.path());
            assert_eq!(scratch.next_tier(), 0);
            solved.write(&scratch, end);
            solved.assert_holds(&scratch);
        }
        let scratch = solved.scratch(folder.path());
        assert_eq!(scratch.next_tier(), end);
        solved.assert_holds(&scratch);
        solved.write(&scratch, solved.len());
        solved.assert_holds(&scratch);
        // The start, and the positions after its moves.
        assert_eq!(contents(folder.path()).len(), 2);
        assert!(TableFile::open(folder.path()).is_err());
    }
}

#[test]
fn a_file_cut_at_any_byte_holds_its_whole_tiers() {
    let solved = Solved::small();
    let end = solved.tiers.layer(1).end - 1;
    let folder = tempfile::tempdir().unwrap();
    solved.write(&solved.scratch(folder.path()), end);
    let [above, lowest] = [2, 1].map(|layer| {
        let partial = if layer == 1 { ".partial" } else { "" };
        folder.path().join(format!("tiers-{}.perfect{partial}", solved.tiers.layer(layer).start))
    });
    let (whole, whole_above) = (fs::read(&lowest).unwrap(), fs::read(&above).unwrap());
    let mut next = solved.tiers.layer(1).start;
    for length in (0..whole.len()).step_by(3).chain([whole.len()]) {
        fs::write(&lowest, &whole[..length]).unwrap();
        let scratch = solved.scratch(folder.path());
        let found = scratch.next_tier();
        assert!(found == next || found == next + 1, "{length} bytes");
        next = found;
        solved.assert_holds(&scratch);
    }
    assert_eq!(next, end);
    // If the layer above is damaged, everything that was solved from it is solved again.
    for length in (0..whole_above.len()).step_by(13) {
        fs::write(&lowest, &whole).unwrap();
        fs::write(&above, &whole_above[..length]).unwrap();
        let scratch = solved.scratch(folder.path());
        assert_eq!(scratch.next_tier(), 0, "{length} bytes");
        solved.write(&scratch, end);
        solved.assert_holds(&scratch);
        drop(scratch);
        assert!(fs::read(&lowest).unwrap() == whole && fs::read(&above).unwrap() == whole_above);
    }
}

#[test]
fn a_changed_byte_is_seen_before_and_after_opening_and_is_mended() {
    let solved = Solved::small();
    let whole = solved.whole();
    let folder = tempfile::tempdir().unwrap();
    let mut refused = 0;
    for (name, bytes) in &whole {
        for (name, bytes) in &whole {
            fs::write(folder.path().join(name), bytes).unwrap();
        }
        let path = folder.path().join(name);
        for place in (0..bytes.len()).step_by(7).chain([bytes.len() - 1]) {
            let table = TableFile::open(folder.path()).unwrap();
            let table = table.into_table::<_, Blocks>(solved.game).unwrap();
            let mut changed = bytes.clone();
            changed[place] ^= 1 << (place % 8);
            fs::write(&path, &changed).unwrap();
            let opened = TableFile::open(folder.path());
            let opened = opened.map(|table| table.into_table::<_, Blocks>(solved.game).unwrap());
            let mut damaged = opened.is_err();
            for table in [Some(table), opened.ok()].into_iter().flatten() {
                for (tier, expected) in (0..).zip(&solved.sections.0) {
                    for (mover, expected) in expected.iter().enumerate() {
                        let mut found = Vec::new();
                        match table.values().section(tier, mover, &mut found) {
                            Ok(()) => assert_eq!(&found, expected, "byte {place}"),
                            Err(error) => {
                                assert!(error.to_string().contains(name.to_str().unwrap()));
                                damaged = true;
                            }
                        }
                    }
                }
            }
            assert!(damaged, "byte {place}");
            match TierFolder::create(
                folder.path(),
                &solved.game,
                Objective::Fastest,
                solved.tiers(),
            ) {
                // The table is solved again from there.
                Ok(writer) if place % 5 == 0 => {
                    assert!(writer.next_tier() < solved.len());
                    solved.write(&writer, solved.len());
                    writer.finish().unwrap();
                    assert!(contents(folder.path()) == whole, "byte {place}");
                }
                Ok(writer) => assert!(writer.next_tier() < solved.len()),
                Err(error) => {
                    assert!(matches!(error.kind(), WriteErrorKind::NotATable), "{error}");
                    refused += 1;
                }
            }
            for (name, _) in contents(folder.path()) {
                if name.extension().is_some_and(|extension| extension == "partial") {
                    fs::remove_file(folder.path().join(name)).unwrap();
                }
            }
            fs::write(&path, bytes).unwrap();
        }
    }
    // Frame and header.
    assert!(refused < whole.len() * 300, "{refused}");
}

#[test]
fn a_folder_and_a_file_say_and_hold_the_same() {
    for name in ["mnk:5,2,2", "connect:4,4,4", "connect:4,3,3+misere", "mnk:1,1,1"] {
        let solved = Solved::new(name);
        let folder = tempfile::tempdir().unwrap();
        let writer = solved.create(&folder.path().join("a/b"));
        solved.write(&writer, solved.len());
        let header = writer.finish().unwrap();
        let path = folder.path().join("file");
        let file =
            TierWriter::create(&path, &solved.game, Objective::Fastest, solved.tiers.clone())
                .unwrap();
        for (tier, [o, x]) in (0..).zip(&solved.sections.0) {
            file.append(file.pack(tier, [o, x]).unwrap()).unwrap();
        }
        // The checksum of the index says that the sections are the same, byte for byte.
        assert_eq!(file.finish().unwrap(), header);
        let opened = TableFile::open(&folder.path().join("a/b")).unwrap();
        assert_eq!(opened.header(), &header);
        let table = opened.into_table::<_, Blocks>(solved.game).unwrap();
        for (tier, expected) in (0..).zip(&solved.sections.0) {
            for (mover, expected) in expected.iter().enumerate() {
                let mut found = Vec::new();
                table.values().section(tier, mover, &mut found).unwrap();
                assert_eq!(&found, expected);
            }
        }
        assert!(solved.is_proven(&folder.path().join("a/b")));
        let part = TableFile::open(&folder.path().join("a/b/tiers-0.perfect"));
        assert!(matches!(part.unwrap_err().kind(), OpenErrorKind::Part), "{name}");
    }
}

/// A folder with these files.
fn folder_of(files: &[(PathBuf, Vec<u8>)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}

/// Asserts that the table in a folder cannot be opened because of this file. Returns the kind of the error and its
/// message.
fn refused(files: &[(PathBuf, Vec<u8>)], at: &Path) -> (OpenErrorKind, String) {
    let folder = folder_of(files);
    let error = TableFile::open(folder.path()).unwrap_err();
    assert_eq!(error.path(), folder.path().join(at), "{error}");
    let message = error.to_string();
    assert!(message.contains(at.to_str().unwrap()), "{message}");
    let ends = ["restore it, or solve the table again", "own name again, or solve the table again"];
    let ends = ends.into_iter().chain([": restore it, or solve it again"]);
    assert!(ends.into_iter().any(|end| message.ends_with(end)), "{message}");
    (error.into_kind(), message)
}

#[test]
fn a_missing_file_is_named() {
    let whole = Solved::small().whole();
    for missing in 0..whole.len() {
        let mut files = whole.clone();
        let (name, _) = files.remove(missing);
        let (kind, _) = refused(&files, &name);
        assert!(matches!(kind, OpenErrorKind::Missing));
    }
    // A folder without any file of a table is not a table.
    let folder = folder_of(&[("notes.txt".into(), b"mine".to_vec())]);
    let error = TableFile::open(folder.path()).unwrap_err();
    assert!(matches!(error.kind(), OpenErrorKind::Directory), "{error}");
}

#[test]
fn files_that_have_changed_names_are_named() {
    let whole = Solved::small().whole();
    for first in 0..whole.len() {
        for second in 0..first {
            let mut files = whole.clone();
            let bytes = files[first].1.clone();
            files[first].1 = std::mem::replace(&mut files[second].1, bytes);
            let folder = folder_of(&files);
            let error = TableFile::open(folder.path()).unwrap_err();
            let names = [first, second].map(|at| folder.path().join(&files[at].0));
            assert!(names.iter().any(|name| error.path() == name), "{error}");
            assert!(matches!(error.kind(), OpenErrorKind::OtherTiers { .. }), "{error}");
        }
    }
}

#[test]
fn a_file_of_another_table_is_named() {
    let (solved, other) = (Solved::small(), Solved::new("mnk:5,2,2+misere").whole());
    let whole = solved.whole();
    for at in 0..whole.len() {
        let mut files = whole.clone();
        files[at].clone_from(&other[at]);
        // If the first file belongs to another table, the second one is reported.
        let is_first = files[at].0 == Path::new("tiers-0.perfect");
        let next = if is_first { solved.tiers.layer(solved.tiers.layers() - 2).start } else { 0 };
        let next = PathBuf::from(format!("tiers-{next}.perfect"));
        let (kind, message) = refused(&files, if is_first { &next } else { &files[at].0 });
        assert!(matches!(kind, OpenErrorKind::OtherTable { .. }), "{message}");
        assert!(is_first || message.contains("(mnk:5,2,2+misere, fastest)"), "{message}");
    }
    let folder = folder_of(&other);
    let error = TierFolder::create(folder.path(), &solved.game, Objective::Fastest, solved.tiers());
    let error = error.map(drop).unwrap_err();
    assert!(matches!(error.kind(), WriteErrorKind::OtherFolder { .. }), "{error}");
    assert!(error.to_string().contains("another table (mnk:5,2,2+misere, fastest)"), "{error}");
    assert!(contents(folder.path()) == other);
}

#[test]
fn a_file_that_is_cut_or_longer_is_named() {
    let whole = Solved::small().whole();
    for at in 0..whole.len() {
        let length = whole[at].1.len();
        for cut in (0..length).step_by(length / 30 + 1).chain([length - 1]) {
            let mut files = whole.clone();
            files[at].1.truncate(cut);
            let folder = folder_of(&files);
            let error = TableFile::open(folder.path()).unwrap_err();
            assert_eq!(error.path(), folder.path().join(&files[at].0));
            let empty = matches!(error.kind(), OpenErrorKind::Empty);
            let cut_short = matches!(error.kind(), OpenErrorKind::Damaged(Damage::CutShort));
            assert!(empty == (cut == 0) && (empty || cut_short), "{error}");
        }
        let mut files = whole.clone();
        files[at].1.push(0);
        let (kind, _) = refused(&files, &files[at].0);
        assert!(matches!(kind, OpenErrorKind::Damaged(Damage::TooLong)));
    }
}

/// The proof finds wrong values with right checksums.
#[test]
fn wrong_values_with_right_checksums_are_not_proven() {
    let solved = Solved::new("mnk:4,3,3");
    for layer in 0..solved.tiers.layers() {
        let mut forged = Solved::new("mnk:4,3,3");
        let tier = forged.tiers.layer(layer).start as usize;
        let section = forged.sections.0[tier].iter_mut().max_by_key(|section| section.len());
        section.unwrap().iter_mut().for_each(|byte| *byte ^= 1);
        // One file is forged, and the others are right.
        let mut files = solved.whole();
        let forged = forged.whole();
        let at = (0..files.len()).find(|&at| files[at] != forged[at]).unwrap();
        files[at].clone_from(&forged[at]);
        assert!(!solved.is_proven(folder_of(&files).path()), "layer {layer}");
    }
    assert!(solved.is_proven(folder_of(&solved.whole()).path()));
}

#[test]
fn a_folder_with_tiers_of_another_game_is_refused_and_keeps_them() {
    let (solved, other) = (Solved::small(), Solved::new("mnk:5,2,2+misere"));
    for end in [1, 5, solved.len()] {
        let folder = tempfile::tempdir().unwrap();
        solved.write(&solved.scratch(folder.path()), end);
        let before = contents(folder.path());
        for refused in [
            TierFolder::scratch(folder.path(), &other.game, other.tiers()),
            // The same game, divided in another way.
            TierFolder::create(folder.path(), &solved.game, Objective::Fastest, solved.tiers()),
        ] {
            let error = refused.map(drop).unwrap_err();
            assert!(matches!(error.kind(), WriteErrorKind::OtherFolder { .. }), "{error}");
            assert!(error.to_string().contains("another table (mnk:5,2,2, "), "{error}");
        }
        assert!(contents(folder.path()) == before);
        assert_eq!(solved.scratch(folder.path()).next_tier(), end);
    }
}

#[test]
fn two_runs_cannot_use_a_folder() {
    let solved = Solved::small();
    let folder = tempfile::tempdir().unwrap();
    let first = solved.scratch(folder.path());
    for tier in 0..solved.len() {
        let second = TierFolder::scratch(folder.path(), &solved.game, solved.tiers());
        let error = second.map(drop).unwrap_err();
        assert!(matches!(error.kind(), WriteErrorKind::Busy), "{error}");
        solved.write(&first, tier + 1);
    }
}

#[test]
fn a_folder_is_made_and_what_is_no_folder_is_named() {
    let solved = Solved::small();
    let folder = tempfile::tempdir().unwrap();
    let scratch = solved.scratch(&folder.path().join("new/folder"));
    assert!(scratch.section(0, 0, &mut Vec::new()).is_err());
    assert!(scratch.byte(slot(0, 0, 0)).is_err());
    fs::write(folder.path().join("file"), "").unwrap();
    let open = TierFolder::scratch(&folder.path().join("file"), &solved.game, solved.tiers());
    let error = open.map(drop).unwrap_err().to_string();
    assert!(error.contains("file"), "{error}");
}
