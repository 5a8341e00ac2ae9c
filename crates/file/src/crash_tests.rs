//! Tests that unfinished files survive a crash of the system and an error at any step. Afterwards a file can be
//! resumed or is refused, and a file that is marked as finished is right.
//!
//! The steps of an undisturbed run are recorded. The states in which a crash may leave the disk follow from the first
//! steps of that record. If bytes were not synced, each sector of 512 bytes may have the contents of any time since
//! the last sync. If a file has grown, its new part may hold bytes of some other file. Names that were not synced may
//! be missing.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

use perfect_play_core::Objective;
use perfect_play_games::Mnk;
use perfect_play_generator::solve_tiers;
use perfect_play_numbering::{HeldSections, Sections, TierNumbering, Tiers};
use perfect_play_test_kit::read_back;

use crate::{
    Settings, TableFile, TierFolder, TierWriter, WriteError, WriteErrorKind,
    disk::journal::{Failing, Step, steps},
    replace,
};

const SECTOR: usize = 512;

/// How many states are tried after each step.
const STATES: u64 = 8;

const SETTINGS: Settings = Settings { frame_slots: 64, compression: 3 };

/// The kind of a writer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    File,
    Folder,
    Scratch,
}

struct Solved {
    game: Mnk,
    sections: HeldSections,
}

impl Solved {
    fn new(name: &str) -> Self {
        // With one thread, the test's thread takes all steps.
        if perfect_play_parallel::threads() > 1 {
            perfect_play_parallel::set_threads(NonZeroUsize::MIN).unwrap();
        }
        let game: Mnk = name.parse().unwrap();
        let tiers = Tiers::of(&game).unwrap();
        let sections = read_back(&tiers, solve_tiers(&game, &tiers, &|_| ()).unwrap());
        Self { game, sections }
    }

    /// Writes the table into a folder, or resumes it, to the end. `kept` is called with the number of existing tiers.
    fn write(
        &self,
        folder: &Path,
        form: Form,
        kept: &mut dyn FnMut(u32),
    ) -> Result<(), WriteError> {
        let (game, fastest) = (&self.game, Objective::Fastest);
        let tiers = Tiers::of(game).unwrap();
        let table = folder.join("table");
        match form {
            Form::File => {
                let file = TierWriter::with_settings(&table, game, fastest, tiers, SETTINGS)?;
                self.append(&file, kept)?;
                file.finish()?;
            }
            Form::Folder => {
                let files = TierFolder::create(&table, game, fastest, tiers)?;
                self.write_missing(&files, kept)?;
                files.finish()?;
            }
            Form::Scratch => {
                self.write_missing(&TierFolder::scratch(&table, game, tiers)?, kept)?;
            }
        }
        Ok(())
    }

    /// Writes the missing runs whose tiers are all here, in their order.
    fn write_missing(
        &self,
        files: &TierFolder,
        kept: &mut dyn FnMut(u32),
    ) -> Result<(), WriteError> {
        let runs = files.runs();
        let is_here = |&run: &usize| runs.tiers(run).end as usize <= self.sections.0.len();
        let missing: Vec<usize> = files.missing()?.into_iter().filter(is_here).collect();
        let end = u32::try_from(self.sections.0.len()).unwrap();
        kept(missing.first().map_or(end, |&run| runs.tiers(run).start));
        for run in missing {
            for tier in runs.tiers(run) {
                let [o, x] = &self.sections.0[tier as usize];
                files.append(files.pack(tier, [o, x])?)?;
            }
            kept(runs.tiers(run).end);
        }
        Ok(())
    }

    fn append(&self, file: &TierWriter, kept: &mut dyn FnMut(u32)) -> Result<(), WriteError> {
        kept(file.next_tier());
        for (tier, [o, x]) in (0..).zip(&self.sections.0).skip(file.next_tier() as usize) {
            file.append(file.pack(tier, [o, x])?)?;
            kept(file.next_tier());
        }
        Ok(())
    }

    /// Asserts that if a table can be opened, it is this one. Returns whether there is one.
    fn assert_right_if_there(&self, folder: &Path) -> bool {
        let Ok(table) = TableFile::open(&folder.join("table")) else { return false };
        let table = table.into_table::<_, TierNumbering>(self.game).unwrap();
        for (tier, sections) in (0..).zip(&self.sections.0) {
            for (mover, expected) in sections.iter().enumerate() {
                let mut found = Vec::new();
                table.values().section(tier, mover, &mut found).unwrap();
                assert_eq!(&found, expected);
            }
        }
        true
    }
}

/// All files below a folder, by their relative path.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_path_buf();
                found.insert(name, fs::read(path).unwrap());
            }
        }
    }
    found
}

/// Pseudo-random numbers from a seed (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 16).unwrap() % end
    }
}

/// A disk as the steps of a run leave it.
#[derive(Default)]
struct Disk {
    /// By number: the contents of the file when it was last synced, and after each step since.
    files: BTreeMap<u64, Vec<Vec<u8>>>,
    /// The files' names: when the folder was last synced, and after each step since.
    names: Vec<BTreeMap<PathBuf, u64>>,
}

impl Disk {
    fn new() -> Self {
        Self { names: vec![BTreeMap::new()], ..Self::default() }
    }

    fn take(&mut self, step: &Step) {
        let mut names = self.names.last().unwrap().clone();
        match step {
            Step::Read => return,
            Step::Create { path, file } => {
                if names.get(path) == Some(file) {
                    return;
                }
                // The number may have belonged to a file that was removed. Then its removal is on the disk.
                self.names.iter_mut().for_each(|names| names.retain(|_, other| other != file));
                self.files.insert(*file, vec![Vec::new()]);
                names.insert(path.clone(), *file);
            }
            Step::Write { file, offset, bytes } => {
                let versions = self.files.get_mut(file).unwrap();
                let mut content = versions.last().unwrap().clone();
                let offset = usize::try_from(*offset).unwrap();
                content.resize(content.len().max(offset + bytes.len()), 0);
                content[offset..offset + bytes.len()].copy_from_slice(bytes);
                return versions.push(content);
            }
            Step::SetLen { file, length } => {
                let versions = self.files.get_mut(file).unwrap();
                let mut content = versions.last().unwrap().clone();
                content.resize(usize::try_from(*length).unwrap(), 0);
                return versions.push(content);
            }
            Step::Sync { file } => {
                let versions = self.files.get_mut(file).unwrap();
                *versions = vec![versions.last().unwrap().clone()];
                return;
            }
            Step::SyncFolder => {
                self.names = vec![names];
                return;
            }
            Step::Rename { from, to } => {
                let file = names.remove(from).unwrap();
                names.insert(to.clone(), file);
            }
            Step::Remove { path } => {
                names.remove(path);
            }
        }
        self.names.push(names);
    }

    /// The files as a crash may leave them. With seed 0 everything that was not synced is lost. With seed 1
    /// everything is there.
    fn after_the_end(&self, seed: u64, stale: &[u8]) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let mut choose = |count: usize| match seed {
            0 => 0,
            1 => count - 1,
            _ => random.below(count),
        };
        let names = &self.names[choose(self.names.len())];
        let mut found = BTreeMap::new();
        for (path, file) in names {
            let versions = &self.files[file];
            let length = versions[choose(versions.len())].len();
            let mut content = vec![0; length];
            for (number, sector) in content.chunks_mut(SECTOR).enumerate() {
                let start = number * SECTOR;
                let version = &versions[choose(versions.len())];
                let behind = version.get(start..).unwrap_or_default();
                let known = behind.len().min(sector.len());
                sector[..known].copy_from_slice(&behind[..known]);
                // Nothing has been written here yet: the contents are zeros, or older bytes of the disk.
                if known == 0 && choose(3) == 1 {
                    let stale = stale.iter().skip(start).copied().chain([0x5A; SECTOR]);
                    sector.iter_mut().zip(stale).for_each(|(byte, stale)| *byte = stale);
                }
            }
            found.insert(path.clone(), content);
        }
        found
    }
}

/// The steps of an undisturbed run in a folder, and the files that it leaves there.
fn undisturbed(solved: &Solved, form: Form) -> (Vec<Step>, PathBuf, BTreeMap<PathBuf, Vec<u8>>) {
    let folder = tempfile::tempdir().unwrap();
    let (written, steps) = steps(None, || solved.write(folder.path(), form, &mut |_| ()));
    written.unwrap();
    (steps, folder.path().to_path_buf(), contents(folder.path()))
}

fn assert_survives_the_end_of_the_system(name: &str, form: Form) {
    let (solved, other) = (Solved::new(name), Solved::new("connect:4,3,3"));
    let (steps, root, whole) = undisturbed(&solved, form);
    // These bytes are longer than any file, and contain sections and the beginning of another table.
    let stale = undisturbed(&other, Form::File).2.into_values().next().unwrap();
    let mut disk = Disk::new();
    let (mut states, mut tiers_kept, mut refused) = (BTreeSet::new(), BTreeSet::new(), 0);
    let first_sync = steps.iter().position(|step| matches!(step, Step::Sync { .. })).unwrap();
    assert!(first_sync < 5 || form != Form::File, "the header is on the disk before anything else");
    for (number, step) in steps.iter().enumerate() {
        disk.take(step);
        if let Step::Read = step {
            continue;
        }
        for seed in 0..STATES {
            let files = disk.after_the_end(seed, &stale);
            if !states.insert(files.clone()) {
                continue;
            }
            let folder = tempfile::tempdir().unwrap();
            for (path, bytes) in &files {
                let path = folder.path().join(path.strip_prefix(&root).unwrap());
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, bytes).unwrap();
            }
            let what = format!("{name}, {form:?}: state {seed} after step {number}, {step:?}");
            // A file that has its final name is whole, because its bytes were synced before.
            if solved.assert_right_if_there(folder.path()) && form != Form::Scratch {
                let found = contents(folder.path());
                let is_whole = whole.iter().all(|(path, bytes)| found.get(path) == Some(bytes));
                assert!(is_whole, "{what}");
            }
            for (path, bytes) in contents(folder.path()) {
                let is_finished = path.extension().is_none_or(|extension| extension != "partial")
                    && !path.starts_with("table/under-way");
                assert!(!is_finished || form == Form::Scratch || whole[&path] == bytes, "{what}");
            }
            let mut first = None;
            match solved.write(folder.path(), form, &mut |tiers| {
                first.get_or_insert(tiers);
            }) {
                Ok(()) => assert!(contents(folder.path()) == whole, "{what}"),
                Err(error) => {
                    // The header of a new file may be something else before it is synced.
                    let is_refused = matches!(
                        error.kind(),
                        WriteErrorKind::NotATable
                            | WriteErrorKind::OtherTable { .. }
                            | WriteErrorKind::OtherFolder { .. }
                    );
                    assert!(is_refused, "{what}: {error}");
                    assert!(form != Form::File || number <= first_sync, "{what}: {error}");
                    refused += 1;
                }
            }
            tiers_kept.extend(first);
        }
    }
    // The states must differ from one another.
    let most = if form == Form::File { 100 } else { 40 };
    assert!(tiers_kept.len() > 4 && states.len() > most, "{tiers_kept:?}, {}", states.len());
    assert!(refused < states.len() / 10, "{refused} of {}", states.len());
}

#[test]
fn a_file_survives_the_end_of_the_system() {
    assert_survives_the_end_of_the_system("mnk:5,2,2", Form::File);
}

#[test]
fn a_folder_survives_the_end_of_the_system() {
    assert_survives_the_end_of_the_system("mnk:5,2,2", Form::Folder);
}

#[test]
fn a_scratch_folder_survives_the_end_of_the_system() {
    assert_survives_the_end_of_the_system("mnk:5,2,2", Form::Scratch);
}

/// Lets each step of a run fail that resumes the contents of a folder. Asserts that the earlier tiers are kept, and
/// that the next run finishes.
fn assert_survives_errors(form: Form, begun_with: usize, failing: impl Fn(usize) -> Failing) {
    let solved = Solved::new("mnk:5,2,2");
    let (_, _, whole) = undisturbed(&solved, form);
    // The folder as an interrupted run leaves it.
    let beginning = |folder: &Path| {
        let mut kept = 0;
        let beginning = HeldSections(solved.sections.0[..begun_with].to_vec());
        let beginning = Solved { game: solved.game, sections: beginning };
        let tiers = Tiers::of(&solved.game).unwrap();
        let (table, fastest) = (folder.join("table"), Objective::Fastest);
        let game = &solved.game;
        match form {
            Form::File => {
                let file =
                    TierWriter::with_settings(&table, game, fastest, tiers, SETTINGS).unwrap();
                beginning.append(&file, &mut |tiers| kept = tiers)
            }
            Form::Folder => {
                let files = TierFolder::create(&table, game, fastest, tiers).unwrap();
                beginning.write_missing(&files, &mut |tiers| kept = tiers)
            }
            Form::Scratch => {
                let files = TierFolder::scratch(&table, game, tiers).unwrap();
                beginning.write_missing(&files, &mut |tiers| kept = tiers)
            }
        }
        .unwrap();
        kept
    };
    for after in 0.. {
        let folder = tempfile::tempdir().unwrap();
        let mut kept = beginning(folder.path());
        let failing = failing(after);
        let (written, steps) = steps(Some(failing), || {
            solved.write(folder.path(), form, &mut |tiers| kept = kept.max(tiers))
        });
        let Some(step) = steps.get(after) else {
            // The run has fewer steps.
            written.unwrap();
            assert!(after > 10);
            return;
        };
        let what = format!("{form:?}: step {after}, {step:?}, {failing:?}");
        match written {
            // Only a failed sync of the folder is ignored.
            Ok(()) => assert!(matches!(step, Step::SyncFolder), "{what}"),
            Err(error) => {
                let message = error.to_string();
                let reason = io::Error::from(failing.kind).to_string();
                assert!(message.contains("table") && message.contains(&reason), "{message}");
            }
        }
        solved.assert_right_if_there(folder.path());
        let mut first = None;
        let resumed = solved.write(folder.path(), form, &mut |tiers| {
            first.get_or_insert(tiers);
        });
        resumed.unwrap_or_else(|error| panic!("{what}: {error}"));
        // A finished file is written again on request.
        let is_again =
            form == Form::File && first == Some(0) && kept as usize == solved.sections.0.len();
        assert!(first >= Some(kept) || is_again, "{what}: {first:?} of {kept}");
        assert!(contents(folder.path()) == whole, "{what}");
    }
}

#[test]
fn an_error_at_any_step_keeps_the_tiers_and_the_next_run_finishes() {
    for form in [Form::File, Form::Folder, Form::Scratch] {
        assert_survives_errors(form, 0, passing);
    }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn an_error_at_any_step_of_a_resumed_run_keeps_the_tiers_and_the_next_run_finishes() {
    for form in [Form::File, Form::Folder, Form::Scratch] {
        assert_survives_errors(form, 7, passing);
    }
}

/// A step that fails once.
fn passing(after: usize) -> Failing {
    Failing { after, stays: false, kind: io::ErrorKind::Interrupted }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn a_disk_that_stays_full_keeps_the_tiers_and_the_next_run_finishes() {
    for form in [Form::File, Form::Folder, Form::Scratch] {
        assert_survives_errors(form, 7, |after| Failing {
            after,
            stays: true,
            kind: io::ErrorKind::StorageFull,
        });
    }
}

/// A small file is written beside its target, and renamed.
#[test]
fn what_is_replaced_is_the_old_or_the_new_file_at_any_step() {
    let (old, new) = (vec![1; 3000], (0..40_000_u32).map(|i| (i % 251) as u8).collect::<Vec<_>>());
    let write =
        |path: &Path| replace(path, |out| new.chunks(999).try_for_each(|c| out.write_all(c)));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    fs::write(&path, &old).unwrap();
    let mut disk = Disk::new();
    disk.names[0].insert(path.clone(), 0);
    disk.files.insert(0, vec![old.clone()]);
    let (written, taken) = steps(None, || write(&path));
    written.unwrap();
    let mut found = BTreeSet::new();
    for step in &taken {
        disk.take(step);
        for seed in 0..STATES {
            let after = disk.after_the_end(seed, &vec![7; 40_000]).remove(&path).unwrap();
            assert!(after == old || after == new, "state {seed} after {step:?}");
            found.insert(after);
        }
    }
    assert_eq!(found.len(), 2);

    for (after, step) in taken.iter().enumerate() {
        fs::write(&path, &old).unwrap();
        let failing = Failing { after, stays: true, kind: io::ErrorKind::StorageFull };
        let (written, _) = steps(Some(failing), || write(&path));
        let there = contents(folder.path());
        assert_eq!(there.len(), 1);
        // Only a failed sync of the folder is ignored.
        let expected = if written.is_ok() { &new } else { &old };
        assert_eq!(written.is_ok(), matches!(step, Step::SyncFolder), "{step:?}");
        assert!(&there[Path::new("table")] == expected, "step {after}");
    }
}
