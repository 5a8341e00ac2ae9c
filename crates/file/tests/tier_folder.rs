//! A table in a folder. The files are the same for any order of writing, any interruption and any damage, and errors
//! name the file that is missing or wrong.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use perfect_play_core::{Objective, ProbeFailure, Slot, Values};
use perfect_play_file::{
    Damage, OpenErrorKind, TableFile, TierFolder, TierWriter, WriteError, WriteErrorKind,
};
use perfect_play_games::Mnk;
use perfect_play_generator::{
    numbering::{HeldSections, Runs, Sections, TierNumbering, Tiers, section_number},
    solve_tiers,
};
use perfect_play_proof::{Rules, verify_by_tier};
use perfect_play_test_kit::read_back;

fn slot(tier: u32, mover: usize, rank: usize) -> Slot {
    Slot { section: section_number(tier, mover), rank }
}

struct Solved {
    game: Mnk,
    tiers: Arc<Tiers>,
    runs: Runs,
    sections: HeldSections,
}

impl Solved {
    fn new(name: &str) -> Self {
        let game: Mnk = name.parse().unwrap();
        let tiers = Arc::new(Tiers::of(&game).unwrap());
        let sections = read_back(&tiers, solve_tiers(&game, &tiers, &|_| ()).unwrap());
        Self { game, runs: Runs::of(&tiers), tiers, sections }
    }

    /// A game with few slots and several layers of tiers.
    fn small() -> Self {
        let solved = Self::new("mnk:5,2,2");
        assert!(solved.tiers.layers() > 3 && solved.tiers.len() > 10);
        solved
    }

    fn create(&self, folder: &Path) -> TierFolder {
        self.try_create(folder).unwrap()
    }

    fn try_create(&self, folder: &Path) -> Result<TierFolder, WriteError> {
        TierFolder::create(folder, &self.game, Objective::Fastest, Arc::clone(&self.tiers))
    }

    fn try_scratch(&self, folder: &Path) -> Result<TierFolder, WriteError> {
        TierFolder::scratch(folder, &self.game, Arc::clone(&self.tiers))
    }

    fn scratch(&self, folder: &Path) -> TierFolder {
        self.try_scratch(folder).unwrap()
    }

    /// Writes a run.
    fn write(&self, folder: &TierFolder, run: usize) {
        for tier in self.runs.tiers(run) {
            let [o, x] = &self.sections.0[tier as usize];
            let whole = folder.append(folder.pack(tier, [o, x]).unwrap()).unwrap();
            assert_eq!(whole, (tier + 1 == self.runs.tiers(run).end).then_some(run));
            self.assert_holds(folder, tier);
        }
    }

    /// Writes a run in one call.
    fn write_at_once(&self, folder: &TierFolder, run: usize) {
        let pack = |tier| {
            let [o, x] = &self.sections.0[tier as usize];
            folder.pack(tier, [o, x]).unwrap()
        };
        folder.write(run, self.runs.tiers(run).map(pack)).unwrap();
    }

    /// Writes the missing runs before `end`.
    fn write_missing(&self, folder: &TierFolder, end: usize) {
        let missing = folder.missing().unwrap();
        missing.into_iter().filter(|&run| run < end).for_each(|run| self.write(folder, run));
    }

    /// The files of the whole table.
    fn whole(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let folder = tempfile::tempdir().unwrap();
        let writer = self.create(folder.path());
        (0..self.runs.len()).for_each(|run| self.write_at_once(&writer, run));
        writer.finish().unwrap();
        contents(folder.path())
    }

    fn layer_of(&self, run: usize) -> u8 {
        self.tiers.layer_of(self.runs.tiers(run).start)
    }

    fn assert_holds(&self, folder: &TierFolder, tier: u32) {
        assert!(folder.is_there(tier).unwrap());
        for (mover, expected) in self.sections.0[tier as usize].iter().enumerate() {
            let mut found = vec![7; 3];
            folder.section(tier, mover, &mut found).unwrap();
            assert_eq!(&found, expected);
            let byte = folder.byte(slot(tier, mover, found.len() / 2)).unwrap();
            assert_eq!(byte, found.get(found.len() / 2).copied());
        }
    }

    /// Asserts that a scratch folder has what is left to solve from, after the runs before `end`.
    fn assert_has_what_is_needed(&self, folder: &TierFolder, end: usize) {
        // The start, and the positions after its moves.
        let needed = if end == self.runs.len() { 1 } else { self.layer_of(end) + 1 };
        for run in (0..end).filter(|&run| self.layer_of(run) <= needed) {
            self.runs.tiers(run).for_each(|tier| self.assert_holds(folder, tier));
        }
    }

    /// Whether the table in a folder is proven.
    fn is_proven(&self, folder: &Path) -> bool {
        let table =
            TableFile::open(folder).unwrap().into_table::<_, TierNumbering>(self.game).unwrap();
        verify_by_tier(&table, Rules::Tested, &mut (), &mut |_, _| ()).unwrap().is_proven()
    }
}

/// The files in a folder, by name. Folders in it are left out.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let paths = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| PathBuf::from(path.file_name().unwrap());
    let files = paths.filter(|path| path.is_file());
    let mut files: Vec<_> = files.map(|path| (name(&path), fs::read(path).unwrap())).collect();
    files.sort();
    files
}

/// How many files are under way.
fn under_way(folder: &Path) -> usize {
    folder.join(TierFolder::UNDER_WAY).read_dir().unwrap().count()
}

#[test]
fn runs_are_all_tiers_in_their_order_and_lead_to_earlier_runs() {
    for name in ["mnk:5,2,2", "mnk:4,3,3", "connect:4,4,4", "connect:5,4,4"] {
        let tiers = Tiers::of(&name.parse::<Mnk>().unwrap()).unwrap();
        for runs in [Runs::of(&tiers), Runs::with_slots(&tiers, 0), Runs::with_slots(&tiers, 2000)]
        {
            let all: Vec<u32> = (0..runs.len()).flat_map(|run| runs.tiers(run)).collect();
            assert!(all.into_iter().eq(tiers.numbers()));
            let slots: u64 = (0..runs.len()).map(|run| runs.slots(&tiers, run)).sum();
            assert_eq!(slots, tiers.slots());
            for run in 0..runs.len() {
                let children = runs.children(&tiers, run);
                assert!(children.iter().all(|&child| child < run));
                for tier in runs.tiers(run) {
                    assert_eq!(runs.of_tier(tier), run);
                    assert_eq!(tiers.layer_of(tier), tiers.layer_of(runs.tiers(run).start));
                    assert!(tiers.children(tier).all(|it| children.contains(&runs.of_tier(it))));
                }
            }
        }
        let single = Runs::with_slots(&tiers, 0);
        assert_eq!(single.len(), tiers.len());
    }
}

#[test]
fn after_any_number_of_runs_a_solve_goes_on_to_the_same_files() {
    let solved = Solved::small();
    let whole = solved.whole();
    assert_eq!(whole.len(), solved.runs.len());
    for end in 0..=solved.runs.len() {
        let folder = tempfile::tempdir().unwrap();
        solved.write_missing(&solved.create(folder.path()), end);
        if end < solved.runs.len() {
            let error = TableFile::open(folder.path()).unwrap_err();
            assert!(matches!(error.kind(), OpenErrorKind::Unfinished), "{error}");
        }
        let writer = solved.create(folder.path());
        assert!(writer.missing().unwrap().into_iter().eq(end..solved.runs.len()));
        solved.write_missing(&writer, solved.runs.len());
        writer.finish().unwrap();
        assert!(contents(folder.path()) == whole, "{end} runs");
        assert!(!folder.path().join(TierFolder::UNDER_WAY).exists());
    }
}

#[test]
fn after_any_number_of_runs_a_scratch_folder_has_what_is_needed() {
    let solved = Solved::small();
    for end in 0..=solved.runs.len() {
        let folder = tempfile::tempdir().unwrap();
        {
            let scratch = solved.scratch(folder.path());
            solved.write_missing(&scratch, end);
            solved.assert_has_what_is_needed(&scratch, end);
            assert!(contents(folder.path()).len() <= 3);
        }
        let scratch = solved.scratch(folder.path());
        let missing = scratch.missing().unwrap();
        assert!(missing.into_iter().eq(end..solved.runs.len()), "{end} runs");
        solved.write_missing(&scratch, solved.runs.len());
        solved.assert_has_what_is_needed(&scratch, solved.runs.len());
        // The start, and the positions after its moves.
        assert_eq!(contents(folder.path()).len(), 2);
        let error = TableFile::open(folder.path()).unwrap_err();
        assert!(matches!(error.kind(), OpenErrorKind::Unfinished), "{error}");
    }
}

#[test]
fn a_damaged_run_of_a_scratch_folder_is_solved_again_with_all_that_it_needs() {
    let solved = Solved::small();
    let end = solved.runs.len() - 2;
    let folder = tempfile::tempdir().unwrap();
    solved.write_missing(&solved.scratch(folder.path()), end);
    let before = contents(folder.path());
    for (name, bytes) in &before {
        for length in (0..bytes.len()).step_by(13) {
            fs::write(folder.path().join(name), &bytes[..length]).unwrap();
            let scratch = solved.scratch(folder.path());
            let missing = scratch.missing().unwrap();
            // Only the last run is solved from one that is still there.
            let last = format!("tiers-{}.perfect", solved.runs.tiers(end - 1).start);
            let from = if *name == *last { end - 1 } else { end };
            assert!(missing.into_iter().eq(from..solved.runs.len()), "{length} bytes of {last}");
            solved.write_missing(&scratch, end);
            drop(scratch);
            for (name, bytes) in &before {
                fs::write(folder.path().join(name), bytes).unwrap();
            }
        }
    }
}

#[test]
fn in_any_order_the_files_are_the_same_and_hold_the_table() {
    let solved = Solved::small();
    let whole = solved.whole();
    for from in 0..solved.runs.len() {
        let folder = tempfile::tempdir().unwrap();
        let [first, second] = [(); 2].map(|()| solved.create(folder.path()));
        for step in 0..solved.runs.len() {
            let run = (from + 3 * step) % solved.runs.len();
            if first.is_whole(run).unwrap() {
                continue;
            }
            solved.write(if step % 2 == 0 { &first } else { &second }, run);
            assert!(first.is_whole(run).unwrap() && second.is_whole(run).unwrap());
        }
        for run in 0..solved.runs.len() {
            if !first.is_whole(run).unwrap() {
                solved.write(&first, run);
            }
        }
        assert!(contents(folder.path()) == whole);
        assert_eq!(under_way(folder.path()), 0);
        assert!(solved.is_proven(folder.path()));
    }
}

#[test]
fn a_run_that_is_given_up_leaves_nothing_and_one_that_was_interrupted_is_cleared_away() {
    let solved = Solved::small();
    let run = (0..solved.runs.len()).find(|&run| solved.runs.tiers(run).len() > 1).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let first = solved.runs.tiers(run).start;
    let [o, x] = &solved.sections.0[first as usize];
    let writer = solved.create(folder.path());
    assert_eq!(writer.append(writer.pack(first, [o, x]).unwrap()).unwrap(), None);
    assert_eq!(under_way(folder.path()), 1);
    assert!(writer.is_there(first).unwrap() && !writer.is_there(first + 1).unwrap());
    assert!(!solved.create(folder.path()).is_there(first).unwrap());
    drop(writer);
    assert_eq!(under_way(folder.path()), 0);
    // The file of a process that was killed.
    let name = format!("tiers-{first}.perfect.host-2-abc");
    fs::write(folder.path().join("under-way").join(name), "half").unwrap();
    fs::write(folder.path().join("under-way/tiers-99.perfect.host-2-abc"), "half").unwrap();
    solved.write(&solved.create(folder.path()), run);
    assert_eq!(under_way(folder.path()), 1);
}

/// Two processes write the same run at once, by mistake. The second one to finish finds its file removed.
#[test]
fn two_that_write_the_same_run_write_the_same() {
    let solved = Solved::small();
    let whole = solved.whole();
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = [(); 2].map(|()| solved.create(folder.path()));
    for run in 0..solved.runs.len() {
        let tiers: Vec<u32> = solved.runs.tiers(run).collect();
        let pack = |folder: &TierFolder, tier: u32| {
            let [o, x] = &solved.sections.0[tier as usize];
            folder.pack(tier, [o, x]).unwrap()
        };
        let (last, before) = tiers.split_last().unwrap();
        for &tier in before {
            second.append(pack(&second, tier)).unwrap();
        }
        solved.write_at_once(&first, run);
        assert_eq!(second.append(pack(&second, *last)).unwrap(), Some(run));
        assert!(first.is_whole(run).unwrap());
    }
    assert!(contents(folder.path()) == whole);
    assert_eq!(under_way(folder.path()), 0);
}

#[test]
fn a_changed_byte_is_noticed_and_the_run_is_written_again() {
    let solved = Solved::small();
    let whole = solved.whole();
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in &whole {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let writer = solved.create(folder.path());
    for run in 0..solved.runs.len() {
        let (first, name) = (
            solved.runs.tiers(run).start,
            format!("tiers-{}.perfect", solved.runs.tiers(run).start),
        );
        let bytes = &whole.iter().find(|(path, _)| path == Path::new(&name)).unwrap().1;
        let path = folder.path().join(&name);
        for place in (0..bytes.len()).step_by(11) {
            // The damage is done while the file is open, or before.
            let opened = if place % 2 == 0 { &writer } else { &solved.create(folder.path()) };
            let _ = opened.section(first, 0, &mut Vec::new());
            let mut changed = bytes.clone();
            changed[place] ^= 1 << (place % 8);
            fs::write(&path, &changed).unwrap();
            assert!(!opened.is_whole(run).unwrap(), "byte {place}");
            match solved.try_create(folder.path()) {
                Ok(again) => {
                    assert!(!again.is_whole(run).unwrap());
                    solved.write_at_once(&again, run);
                    assert!(again.is_whole(run).unwrap() && opened.is_whole(run).unwrap());
                    solved.assert_holds(opened, first);
                    assert!(fs::read(&path).unwrap() == *bytes);
                }
                // It is unknown which table the file belongs to.
                Err(error) => {
                    assert!(matches!(error.kind(), WriteErrorKind::NotATable), "{error}");
                    assert!(place < 12);
                }
            }
            fs::write(&path, bytes).unwrap();
        }
    }
}

#[test]
fn a_changed_byte_is_seen_before_and_after_opening() {
    let solved = Solved::small();
    let whole = solved.whole();
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in &whole {
        for (name, bytes) in &whole {
            fs::write(folder.path().join(name), bytes).unwrap();
        }
        let path = folder.path().join(name);
        for place in (0..bytes.len()).step_by(7).chain([bytes.len() - 1]) {
            let table = TableFile::open(folder.path()).unwrap();
            let table = table.into_table::<_, TierNumbering>(solved.game).unwrap();
            let mut changed = bytes.clone();
            changed[place] ^= 1 << (place % 8);
            fs::write(&path, &changed).unwrap();
            let opened = TableFile::open(folder.path());
            let opened =
                opened.map(|table| table.into_table::<_, TierNumbering>(solved.game).unwrap());
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
            fs::write(&path, bytes).unwrap();
        }
    }
}

#[test]
fn a_folder_and_a_file_say_and_hold_the_same() {
    for name in ["mnk:5,2,2", "connect:4,4,4", "connect:4,3,3+misere", "mnk:1,1,1"] {
        let solved = Solved::new(name);
        let folder = tempfile::tempdir().unwrap();
        let writer = solved.create(&folder.path().join("a/b"));
        solved.write_missing(&writer, solved.runs.len());
        let header = writer.finish().unwrap();
        let path = folder.path().join("file");
        let file =
            TierWriter::create(&path, &solved.game, Objective::Fastest, solved.tiers.clone())
                .unwrap();
        let opened = TableFile::open(&folder.path().join("a/b")).unwrap();
        assert_eq!(opened.header(), &header);
        let table = opened.into_table::<_, TierNumbering>(solved.game).unwrap();
        for (tier, [o, x]) in (0..).zip(&solved.sections.0) {
            // Sections are copied as they are stored, or compressed again.
            if tier % 2 == 0 {
                file.append(table.values().pack(tier, &file).unwrap()).unwrap();
            } else {
                file.append(file.pack(tier, [o, x]).unwrap()).unwrap();
            }
        }
        // The checksum of the index says that the sections are the same, byte for byte.
        assert_eq!(file.finish().unwrap(), header);
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
        let next = if is_first { solved.runs.tiers(1).start } else { 0 };
        let next = PathBuf::from(format!("tiers-{next}.perfect"));
        let (kind, message) = refused(&files, if is_first { &next } else { &files[at].0 });
        assert!(matches!(kind, OpenErrorKind::OtherTable { .. }), "{message}");
        assert!(is_first || message.contains("(mnk:5,2,2+misere, fastest)"), "{message}");
    }
    let folder = folder_of(&other);
    let error = solved.try_create(folder.path()).map(drop).unwrap_err();
    assert!(matches!(error.kind(), WriteErrorKind::OtherFolder { .. }), "{error}");
    assert!(error.to_string().contains("another table (mnk:5,2,2+misere, fastest)"), "{error}");
    assert!(contents(folder.path()) == other);
    assert!(!folder.path().join("under-way").exists(), "a refused folder is changed");
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
    for end in [1, 3, solved.runs.len()] {
        let folder = tempfile::tempdir().unwrap();
        solved.write_missing(&solved.scratch(folder.path()), end);
        let before = contents(folder.path());
        // The same game is stored in another way.
        for refused in [other.try_scratch(folder.path()), solved.try_create(folder.path())] {
            let error = refused.map(drop).unwrap_err();
            assert!(matches!(error.kind(), WriteErrorKind::OtherFolder { .. }), "{error}");
            assert!(error.to_string().contains("another table (mnk:5,2,2, "), "{error}");
        }
        assert!(contents(folder.path()) == before);
        assert_eq!(solved.scratch(folder.path()).missing().unwrap().len(), solved.runs.len() - end);
    }
}

/// Both began when the folder was empty.
#[test]
fn of_two_tables_in_a_folder_the_second_is_refused() {
    let (solved, other) = (Solved::small(), Solved::new("mnk:5,2,2+misere"));
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = [&solved, &other].map(|solved| solved.create(folder.path()));
    solved.write(&first, 0);
    let before = contents(folder.path());
    let pack = |tier: u32| {
        let [o, x] = &other.sections.0[tier as usize];
        second.pack(tier, [o, x]).unwrap()
    };
    let error = second.write(0, other.runs.tiers(0).map(pack)).unwrap_err();
    assert!(matches!(error.kind(), WriteErrorKind::OtherFolder { .. }), "{error}");
    assert!(contents(folder.path()) == before);
    solved.write_missing(&first, solved.runs.len());
    first.finish().unwrap();
    let error = second.finish().unwrap_err();
    assert!(matches!(error.kind(), WriteErrorKind::OtherFolder { .. }), "{error}");
}

#[test]
fn a_folder_with_other_runs_is_refused_and_keeps_them() {
    let solved = Solved::small();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tiers-0.perfect");
    let tiers = Arc::clone(&solved.tiers);
    let file = TierWriter::create(&path, &solved.game, Objective::Fastest, tiers).unwrap();
    for (tier, [o, x]) in (0..).zip(&solved.sections.0) {
        file.append(file.pack(tier, [o, x]).unwrap()).unwrap();
    }
    file.finish().unwrap();
    let before = contents(folder.path());
    let error = solved.try_create(folder.path()).map(drop).unwrap_err();
    assert!(matches!(error.kind(), WriteErrorKind::OtherRuns), "{error}");
    assert!(contents(folder.path()) == before);
}

#[test]
fn two_processes_cannot_use_a_scratch_folder() {
    let solved = Solved::small();
    let folder = tempfile::tempdir().unwrap();
    let first = solved.scratch(folder.path());
    for run in 0..solved.runs.len() {
        let error = solved.try_scratch(folder.path()).map(drop).unwrap_err();
        assert!(matches!(error.kind(), WriteErrorKind::Busy), "{error}");
        solved.write(&first, run);
    }
}

#[test]
fn a_folder_is_made_and_what_is_no_folder_is_named() {
    let solved = Solved::small();
    let folder = tempfile::tempdir().unwrap();
    let scratch = solved.scratch(&folder.path().join("new/folder"));
    assert!(scratch.section(0, 0, &mut Vec::new()).is_err());
    let error = scratch.byte(slot(0, 0, 0)).unwrap_err();
    // A missing tier says nothing about a position.
    assert_eq!(error.no_entry(), None);
    fs::write(folder.path().join("file"), "").unwrap();
    for open in [Solved::try_scratch, Solved::try_create] {
        let error = open(&solved, &folder.path().join("file")).map(drop).unwrap_err().to_string();
        assert!(error.contains("file cannot be written"), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_is_named() {
    use std::os::unix::fs::PermissionsExt;

    let solved = Solved::small();
    let folder = tempfile::tempdir().unwrap();
    let closed = folder.path().join("closed");
    fs::create_dir(&closed).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).unwrap();
    // An administrator may write to the folder in spite of its permissions.
    if let Err(error) = solved.try_create(&closed) {
        assert!(error.to_string().contains("closed cannot be written"), "{error}");
    }
}
