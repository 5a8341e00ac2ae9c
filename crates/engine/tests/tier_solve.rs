//! Games solved tier by tier, into files and for their start. The answers are those of whole tables, even if the
//! solve is interrupted.

use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::{
        Mutex, Once,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use perfect_play_core::{Game, Objective, Probe};
use perfect_play_engine::{AnyTable, Start, TierSolve, TierSolveError};
use perfect_play_file::{Header, Settings, WriteErrorKind};
use perfect_play_games::Mnk;
use perfect_play_generator::{Solution, numbering::Tiers, solve};

fn tier_solve(name: &str) -> TierSolve {
    TierSolve::new(name.parse().unwrap()).unwrap()
}

fn for_start(name: &str, folder: &Path) -> Start {
    let solve = tier_solve(name);
    let last = Mutex::new(0);
    let start = solve
        .for_start(Objective::Fastest, folder, &|progress| {
            let mut last = last.lock().unwrap();
            *last = progress.slots.max(*last);
            assert!((1..=progress.layers).contains(&progress.layer));
        })
        .unwrap();
    assert_eq!(last.into_inner().unwrap(), solve.slots(), "{name}");
    start
}

#[test]
fn starts_are_those_of_whole_tables() {
    for name in [
        "tictactoe",
        "tictactoe+misere",
        "mnk:1,1,1",
        "mnk:4,3,3",
        "mnk:5,2,2+misere",
        "connect:4,4,3",
        "connect:4,4,4+misere",
        "connect:2,8,3",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let start = for_start(name, folder.path());
        let table = solve_by_code(name, Objective::Fastest);
        let position = table.game().start();
        assert_eq!(start.entry, table.probe(position).unwrap(), "{name}");
        assert!(start.moves == table.move_values(position).unwrap(), "{name}");
        // In the same folder, a second run answers at once.
        assert_eq!(for_start(name, folder.path()).entry, start.entry, "{name}");
    }
}

/// Lets a solve panic after this many tiers.
fn interrupted<T>(tiers: usize, solve: impl FnOnce(&(dyn Fn() + Sync)) -> T) {
    let done = AtomicUsize::new(0);
    let count = || assert_ne!(done.fetch_add(1, Relaxed), tiers, "interrupted");
    assert!(catch_unwind(AssertUnwindSafe(|| solve(&count))).is_err());
}

/// Cuts the last bytes off every file in a folder, as a crash of the system may.
fn cut_files(folder: &Path) {
    let paths = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    for path in paths.filter(|path| path.is_file()) {
        let length = fs::metadata(&path).unwrap().len();
        let file = fs::File::options().write(true).open(path).unwrap();
        file.set_len(length.saturating_sub(5)).unwrap();
    }
}

#[test]
fn an_interrupted_solve_for_the_start_is_resumed() {
    let name = "connect:4,4,3";
    let expected = for_start(name, tempfile::tempdir().unwrap().path());
    for tiers in [0, 1, 2, 17, 100, 200, 275] {
        let folder = tempfile::tempdir().unwrap();
        interrupted(tiers, |count| {
            tier_solve(name).for_start(Objective::Fastest, folder.path(), &|_| count())
        });
        if tiers % 2 == 1 {
            cut_files(folder.path());
        }
        let start = for_start(name, folder.path());
        assert_eq!(start.entry, expected.entry, "after {tiers} tiers");
        assert!(start.moves == expected.moves, "after {tiers} tiers");
    }
}

#[test]
fn after_an_error_a_solve_for_the_start_is_resumed() {
    let name = "connect:4,4,3";
    let expected = for_start(name, tempfile::tempdir().unwrap().path()).entry;
    let tiers = Tiers::of(&name.parse::<Mnk>().unwrap()).unwrap();
    for layer in 0..tiers.layers() {
        let folder = tempfile::tempdir().unwrap();
        // A folder in place of a file cannot be written.
        let obstacle = folder.path().join(format!("tiers-{}.perfect", tiers.layer(layer).start));
        let solve = || tier_solve(name).for_start(Objective::Fastest, folder.path(), &|_| ());
        // It appears only after the first look at the folder.
        let done = AtomicUsize::new(0);
        let error = tier_solve(name)
            .for_start(Objective::Fastest, folder.path(), &|_| {
                if done.fetch_add(1, Relaxed) == 0 && !obstacle.exists() {
                    fs::create_dir(&obstacle).unwrap();
                }
            })
            .unwrap_err();
        assert!(matches!(error, TierSolveError::Write(_)), "{error}");
        assert!(error.to_string().contains(" cannot be written: "), "{error}");
        fs::remove_dir(&obstacle).unwrap();
        assert_eq!(solve().unwrap().entry, expected, "layer {layer}");
    }
}

#[test]
fn a_folder_of_another_game_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let expected = for_start("connect:4,4,4", folder.path()).entry;
    for name in ["connect:4,4,3", "connect:4,4,4+misere", "mnk:4,3,3"] {
        let solve = tier_solve(name);
        let refused = solve.for_start(Objective::Fastest, folder.path(), &|_| ());
        let Err(TierSolveError::Write(error)) = refused else { panic!("{name}") };
        assert!(matches!(error.kind(), WriteErrorKind::OtherFolder { .. }), "{error}");
    }
    assert_eq!(for_start("connect:4,4,4", folder.path()).entry, expected);
}

#[test]
fn a_folder_in_use_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let solve = tier_solve("connect:4,4,3");
    // Asked once: each refusal waits a second for the first solve to end.
    let asked = Once::new();
    solve
        .for_start(Objective::Fastest, folder.path(), &|_| {
            asked.call_once(|| {
                let second = solve.for_start(Objective::Fastest, folder.path(), &|_| ());
                let Err(TierSolveError::Write(error)) = second else { panic!() };
                assert!(matches!(error.kind(), WriteErrorKind::Busy), "{error}");
            });
        })
        .unwrap();
    assert!(asked.is_completed());
}

#[test]
fn a_board_that_is_too_large_is_refused() {
    assert!(TierSolve::new("mnk:8,5,4".parse().unwrap()).is_err());
}

fn into_file(name: &str, path: &Path) -> (Header, Start) {
    let solve = tier_solve(name).into_file(path, Objective::Fastest).unwrap();
    solve.run(&|_| ()).unwrap()
}

#[test]
fn a_small_table_is_written_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    for name in ["mnk:4,3,3", "connect:4,4,3+misere"] {
        for objective in Objective::ALL {
            let solve = tier_solve(name).into_file(&path, objective).unwrap();
            assert!(tier_solve(name).slots() <= Settings::MAX_HELD_BYTES);
            assert_eq!((solve.tiers_kept(), solve.kept_in()), (0, None));
            let (header, start) = solve.run(&|_| ()).unwrap();
            assert_eq!((header.sections, header.objective), (1, objective));
            let table = AnyTable::open(&path).unwrap();
            assert_eq!(table.header(), Some(&header));
            assert!(table.verify(&mut |_, _| ()).unwrap().is_proven());
            let by_code = solve_by_code(name, objective);
            let position = by_code.game().start();
            assert_eq!(start.entry, by_code.probe(position).unwrap());
            assert!(start.moves == by_code.move_values(position).unwrap());
            for board in by_code.positions() {
                assert_eq!(table.probe(board.into()).ok(), by_code.probe(board).ok());
            }
            // The solve in memory gives the same table.
            let held = tier_solve(name).in_memory(objective, &|_| ()).unwrap();
            let bytes = perfect_play_file::to_bytes(&held).unwrap();
            assert!(fs::read(&path).unwrap() == bytes);
            assert_eq!(folder.path().read_dir().unwrap().count(), 1);
        }
    }
}

fn solve_by_code(name: &str, objective: Objective) -> Solution<Mnk> {
    solve(name.parse().unwrap(), objective, &mut |_, _| ()).unwrap()
}

/// More than [`Settings::MAX_HELD_BYTES`] slots.
const LARGE: &str = "connect:4,6,4";

#[test]
fn a_large_table_is_resumed_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, path) = (folder.path().join("whole"), folder.path().join("t"));
    let (header, start) = into_file(LARGE, &whole);
    let tiers = tier_solve(LARGE).tiers();
    assert_eq!(header.sections, 2 * tiers as u64);
    let table = AnyTable::open(&whole).unwrap();
    assert!(table.verify(&mut |_, _| ()).unwrap().is_proven());
    assert_eq!(table.probe(table.game().start()).unwrap(), start.entry);
    for interrupted_after in [0, tiers / 2, tiers - 1] {
        interrupted(interrupted_after, |count| {
            let solve = tier_solve(LARGE).into_file(&path, Objective::Fastest).unwrap();
            solve.run(&|_| count())
        });
        let partial = folder.path().join("t.partial");
        let solve = tier_solve(LARGE).into_file(&path, Objective::Fastest).unwrap();
        assert_eq!(solve.kept_in(), Some(&*partial));
        let kept = solve.tiers_kept() as usize;
        assert!(kept > interrupted_after.saturating_sub(1) && kept <= tiers, "{kept}");
        // Another run with the same file is refused, and so is another game.
        let busy = tier_solve(LARGE).into_file(&path, Objective::Fastest).map(drop).unwrap_err();
        assert!(
            matches!(&busy, TierSolveError::Write(error) if matches!(error.kind(), WriteErrorKind::Busy))
        );
        drop(solve);
        let other = tier_solve(LARGE).into_file(&path, Objective::Outcome).map(drop).unwrap_err();
        assert!(other.to_string().contains("is the beginning of another table"), "{other}");
        let (resumed, again) = into_file(LARGE, &path);
        assert_eq!((resumed, again.entry), (header.clone(), start.entry));
        assert!(fs::read(&path).unwrap() == fs::read(&whole).unwrap(), "{interrupted_after}");
        assert!(!partial.exists());
    }
    // A copy ends at a damaged section. No solve is resumed from what it leaves: the table may be a wrong one.
    let (damaged, mut bytes) = (folder.path().join("damaged"), fs::read(&whole).unwrap());
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&damaged, bytes).unwrap();
    AnyTable::open(&damaged).unwrap().write(&path).unwrap_err();
    assert!(fs::metadata(folder.path().join("t.partial-copy")).unwrap().len() > 1000);
    let solve = tier_solve(LARGE).into_file(&path, Objective::Fastest).unwrap();
    assert_eq!(solve.tiers_kept(), 0);
}
