//! A folder that several processes write. The files are the same for any order of writing and any damage. Files of
//! another table, or with other runs, are refused.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use perfect_play_core::Objective;
use perfect_play_games::Mnk;
use perfect_play_generator::{
    solve_tiers,
    tiers::{Blocks, HeldSections, Runs, Sections, Tiers},
};
use perfect_play_table::{
    OpenErrorKind, Rules, SharedFolder, TableFile, TierFiles, TierFolder, TierWriter,
    WriteErrorKind, verify_by_tier, written_tiers,
};

/// A game with several layers, each of which is a run.
const GAME: &str = "mnk:5,2,2";

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
        let sections = solve_tiers(&game, &tiers, &|_| ()).unwrap();
        Self { game, runs: Runs::of(&tiers), tiers, sections }
    }

    fn create(&self, folder: &Path) -> SharedFolder {
        self.try_create(folder).unwrap()
    }

    fn try_create(&self, folder: &Path) -> Result<SharedFolder, perfect_play_table::WriteError> {
        let tiers = Arc::clone(&self.tiers);
        SharedFolder::create(folder, &self.game, Objective::Fastest, tiers, "host-1")
    }

    fn write(&self, folder: &SharedFolder, run: usize) {
        for tier in self.runs.tiers(run) {
            assert!(!folder.is_there(tier));
            let [o, x] = &self.sections.0[tier as usize];
            let whole = folder.append(folder.pack(tier, [o, x]).unwrap()).unwrap();
            assert_eq!(whole, (tier + 1 == self.runs.tiers(run).end).then_some(run));
            self.assert_holds(folder, tier);
        }
    }

    fn assert_holds(&self, folder: &SharedFolder, tier: u32) {
        assert!(folder.is_there(tier));
        for (mover, expected) in self.sections.0[tier as usize].iter().enumerate() {
            let (mut found, mut expected) = (vec![7; 3], expected.clone());
            folder.section(tier, mover, &mut found).unwrap();
            // The values as they are read from a file. They differ from the solver's if the side to move has a line.
            self.tiers.leave_out(tier, mover, &mut expected);
            self.tiers.restore(tier, mover, &mut expected);
            assert_eq!(found, expected);
        }
    }

    /// The files of the whole table.
    fn whole(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let folder = tempfile::tempdir().unwrap();
        let writer = self.create(folder.path());
        (0..self.runs.len()).for_each(|run| self.write(&writer, run));
        contents(folder.path())
    }

    fn is_proven(&self, folder: &Path) -> bool {
        let table = TableFile::open(folder).unwrap().into_table::<_, Blocks>(self.game).unwrap();
        verify_by_tier(&table, Rules::Tested, &mut |_, _| ()).unwrap().is_proven()
    }
}

/// The files in a folder, by name. Folders in it are ignored.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let paths = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| PathBuf::from(path.file_name().unwrap());
    let mut files: Vec<_> = paths
        .filter(|path| path.is_file())
        .map(|path| (name(&path), fs::read(path).unwrap()))
        .collect();
    files.sort();
    files
}

fn under_way(folder: &Path) -> usize {
    folder.join("under-way").read_dir().unwrap().count()
}

#[test]
fn runs_are_all_tiers_in_their_order_and_lead_to_earlier_runs() {
    for name in [GAME, "mnk:4,3,3", "connect:4,4,4", "connect:5,4,4"] {
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
fn in_any_order_the_files_are_the_same_and_hold_the_table() {
    let solved = Solved::new(GAME);
    assert!(solved.runs.len() > 3);
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
        let written = written_tiers(folder.path()).unwrap();
        assert_eq!(written.sections.len(), solved.runs.len());
        assert_eq!(written.header.unwrap().game, GAME);
    }
}

#[test]
fn the_folder_has_the_sections_of_the_file() {
    let solved = Solved::new(GAME);
    let folder = tempfile::tempdir().unwrap();
    let writer = solved.create(&folder.path().join("a/b"));
    (0..solved.runs.len()).for_each(|run| solved.write(&writer, run));
    let table = TableFile::open(&folder.path().join("a/b")).unwrap();
    let header = table.header().clone();
    let table = table.into_table::<_, Blocks>(solved.game).unwrap();
    let path = folder.path().join("file");
    let tiers = Arc::clone(&solved.tiers);
    let file = TierWriter::create(&path, &solved.game, Objective::Fastest, tiers).unwrap();
    for tier in solved.tiers.numbers() {
        // Sections are copied as they are stored, or compressed again.
        if tier % 2 == 0 {
            file.append(table.values().pack(tier, &file).unwrap()).unwrap();
        } else {
            let [o, x] = &solved.sections.0[tier as usize];
            file.append(file.pack(tier, [o, x]).unwrap()).unwrap();
        }
    }
    assert_eq!(file.finish().unwrap(), header);
}

#[test]
fn a_run_that_is_given_up_leaves_nothing_and_one_that_was_interrupted_is_cleared_away() {
    let solved = Solved::new(GAME);
    let run = (0..solved.runs.len()).find(|&run| solved.runs.tiers(run).len() > 1).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let first = solved.runs.tiers(run).start;
    let [o, x] = &solved.sections.0[first as usize];
    let writer = solved.create(folder.path());
    assert_eq!(writer.append(writer.pack(first, [o, x]).unwrap()).unwrap(), None);
    assert_eq!(under_way(folder.path()), 1);
    assert!(writer.is_there(first) && !writer.is_there(first + 1));
    assert!(!solved.create(folder.path()).is_there(first));
    drop(writer);
    assert_eq!(under_way(folder.path()), 0);
    // The file of a process that was killed.
    let name = format!("tiers-{first}.perfect.host-2-abc");
    fs::write(folder.path().join("under-way").join(name), "half").unwrap();
    fs::write(folder.path().join("under-way/tiers-99.perfect.host-2-abc"), "half").unwrap();
    assert_eq!(written_tiers(folder.path()).unwrap().bytes_under_way, 8);
    solved.write(&solved.create(folder.path()), run);
    assert_eq!(under_way(folder.path()), 1);
}

/// Two processes write the same run at once, by mistake. The second one to finish finds its file removed.
#[test]
fn two_that_write_the_same_run_write_the_same() {
    let solved = Solved::new(GAME);
    let whole = solved.whole();
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = [(); 2].map(|()| solved.create(folder.path()));
    for run in 0..solved.runs.len() {
        let tiers: Vec<u32> = solved.runs.tiers(run).collect();
        let pack = |folder: &SharedFolder, tier: u32| {
            let [o, x] = &solved.sections.0[tier as usize];
            folder.pack(tier, [o, x]).unwrap()
        };
        let (last, before) = tiers.split_last().unwrap();
        for &tier in before {
            second.append(pack(&second, tier)).unwrap();
        }
        first.write(run, tiers.iter().map(|&tier| pack(&first, tier))).unwrap();
        assert_eq!(second.append(pack(&second, *last)).unwrap(), Some(run));
        assert!(first.is_whole(run).unwrap());
    }
    assert!(contents(folder.path()) == whole);
    assert_eq!(under_way(folder.path()), 0);
}

#[test]
fn a_changed_byte_is_noticed_and_the_run_is_written_again() {
    let solved = Solved::new(GAME);
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
            let opened =
                if place % 2 == 0 { &writer } else { &solved_again(&solved, folder.path()) };
            let _ = opened.section(first, 0, &mut Vec::new());
            let mut changed = bytes.clone();
            changed[place] ^= 1 << (place % 8);
            fs::write(&path, &changed).unwrap();
            assert!(!opened.is_whole(run).unwrap(), "byte {place}");
            match solved.try_create(folder.path()) {
                Ok(again) => {
                    assert!(!again.is_whole(run).unwrap());
                    again
                        .write(
                            run,
                            solved.runs.tiers(run).map(|tier| {
                                let [o, x] = &solved.sections.0[tier as usize];
                                again.pack(tier, [o, x]).unwrap()
                            }),
                        )
                        .unwrap();
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

fn solved_again(solved: &Solved, folder: &Path) -> SharedFolder {
    solved.create(folder)
}

#[test]
fn other_tables_and_other_runs_are_refused_and_kept() {
    let (solved, other) = (Solved::new(GAME), Solved::new("mnk:5,2,2+misere"));
    let folder = tempfile::tempdir().unwrap();
    solved.write(&solved.create(folder.path()), 0);
    let before = contents(folder.path());
    let error = other.try_create(folder.path()).unwrap_err();
    assert!(matches!(error.kind(), WriteErrorKind::OtherFolder { .. }), "{error}");
    assert!(error.to_string().contains("another table (mnk:5,2,2, fastest)"), "{error}");
    assert!(contents(folder.path()) == before);
    assert!(matches!(TableFile::open(folder.path()).unwrap_err().kind(), OpenErrorKind::Missing));

    // An unfinished folder of a single process.
    let alone = tempfile::tempdir().unwrap();
    let writer = TierFolder::create(
        alone.path(),
        &solved.game,
        Objective::Fastest,
        Arc::clone(&solved.tiers),
    )
    .unwrap();
    let [o, x] = &solved.sections.0[0];
    writer.append(writer.pack(0, [o, x]).unwrap()).unwrap();
    drop(writer);
    let unfinished = solved.try_create(alone.path());
    if let Err(error) = unfinished {
        assert!(matches!(error.kind(), WriteErrorKind::OtherRuns), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_is_named() {
    use std::os::unix::fs::PermissionsExt;

    let solved = Solved::new(GAME);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let error = solved.try_create(&folder.path().join("file")).unwrap_err().to_string();
    assert!(error.contains("file cannot be written"), "{error}");
    let closed = folder.path().join("closed");
    fs::create_dir(&closed).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).unwrap();
    // An administrator may write to the folder in spite of its permissions.
    if let Err(error) = solved.try_create(&closed) {
        assert!(error.to_string().contains("closed cannot be written"), "{error}");
    }
}
