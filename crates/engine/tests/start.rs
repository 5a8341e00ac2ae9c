//! The start solved by tiers in a folder is that of a whole table, however often the solve is interrupted.

use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
};

use perfect_play_core::{Game, Objective, Probe};
use perfect_play_engine::{AnyTable, Start, StartSolve};

fn solve(name: &str, folder: &Path) -> Start {
    let solve = StartSolve::new(name.parse().unwrap()).unwrap();
    let last = std::sync::Mutex::new(0);
    let start = solve
        .run(Objective::Fastest, folder, &|progress| {
            let mut last = last.lock().unwrap();
            *last = progress.slots.max(*last);
            assert!(progress.layer <= progress.layers);
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
        "mnk:4,4,4+misere",
        "connect:4,4,3",
        "connect:5,4,4",
        "connect:4,4,4+misere",
        "connect:2,8,3",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let start = solve(name, folder.path());
        let table = AnyTable::solve(name.parse().unwrap(), Objective::Fastest, &|_, _| ()).unwrap();
        let position = table.game().start();
        assert_eq!(start.entry, table.probe(position).unwrap(), "{name}");
        assert!(start.moves == table.move_values(position).unwrap(), "{name}");
        // Of the same folder the answer is there at once.
        assert_eq!(solve(name, folder.path()).entry, start.entry, "{name}");
    }
}

#[test]
fn an_interrupted_solve_is_resumed() {
    let name = "connect:4,4,3";
    let game = StartSolve::new(name.parse().unwrap()).unwrap();
    let expected = solve(name, tempfile::tempdir().unwrap().path()).entry;
    for tiers in [0, 1, 2, 17, 100, 200, 275] {
        let folder = tempfile::tempdir().unwrap();
        let done = std::sync::atomic::AtomicUsize::new(0);
        let interrupted = catch_unwind(AssertUnwindSafe(|| {
            game.run(Objective::Fastest, folder.path(), &|_| {
                let done = done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                assert_ne!(done, tiers, "interrupted");
            })
        }));
        assert!(interrupted.is_err());
        // And the last file is cut, as by the end of the system.
        for file in fs::read_dir(folder.path()).unwrap() {
            let path = file.unwrap().path();
            let length = fs::metadata(&path).unwrap().len();
            let file = fs::File::options().write(true).open(path).unwrap();
            if tiers % 2 == 1 {
                file.set_len(length.saturating_sub(5)).unwrap();
            }
        }
        assert_eq!(solve(name, folder.path()).entry, expected, "after {tiers} tiers");
    }
}

#[test]
fn a_folder_of_another_game_is_not_believed() {
    let folder = tempfile::tempdir().unwrap();
    solve("connect:4,4,4", folder.path());
    let other = solve("connect:4,4,3", folder.path());
    assert_eq!(other.entry, solve("connect:4,4,3", tempfile::tempdir().unwrap().path()).entry);
}

#[test]
fn a_board_that_is_too_large_is_refused() {
    assert!(StartSolve::new("mnk:8,5,4".parse().unwrap()).is_err());
}
