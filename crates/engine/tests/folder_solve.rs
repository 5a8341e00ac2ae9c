//! Games solved into a folder, run by run.

use std::{fs, path::Path, sync::Mutex};

use perfect_play_core::Objective;
use perfect_play_engine::{AnyTable, FolderEvent, FolderSolve, TierSolve};

const GAME: &str = "connect:4,4,4";

fn folder_solve(folder: &Path) -> FolderSolve {
    let solve = TierSolve::new(GAME.parse().unwrap()).unwrap();
    solve.into_shared_folder(folder, Objective::Fastest).unwrap()
}

/// Solves the missing runs. Returns the finished and the damaged runs.
fn solve_missing(solve: &FolderSolve) -> (Vec<usize>, Vec<usize>) {
    let found = Mutex::new((Vec::new(), Vec::new()));
    let report = |event| match event {
        FolderEvent::Run { run } => found.lock().unwrap().0.push(run),
        FolderEvent::Damaged { run } => found.lock().unwrap().1.push(run),
        FolderEvent::Tier { .. } => {}
    };
    solve.run(solve.missing().unwrap(), &report).unwrap();
    found.into_inner().unwrap()
}

#[test]
fn a_run_that_is_damaged_during_the_solve_is_solved_again_on_the_way() {
    let folder = tempfile::tempdir().unwrap();
    let solve = folder_solve(folder.path());
    let runs = solve.runs().len();
    let path =
        |run: usize| folder.path().join(format!("tiers-{}.perfect", solve.runs().tiers(run).start));
    assert_eq!(solve_missing(&solve), ((0..runs).collect(), vec![]));
    let contents = |run| fs::read(path(run)).unwrap();
    let whole: Vec<_> = (0..runs).map(contents).collect();
    let mut mended = 0;
    for missing in 1..runs {
        fs::remove_file(path(missing)).unwrap();
        let solve = folder_solve(folder.path());
        let left = solve.missing().unwrap();
        assert_eq!(left, [missing]);
        // The run below is damaged after it was looked at. The last values of the table are in the last section.
        let mut bytes = whole[missing - 1].clone();
        let place = bytes.len() - 40;
        bytes[place] ^= 1;
        fs::write(path(missing - 1), bytes).unwrap();
        let damaged = Mutex::new(Vec::new());
        let report = |event| {
            if let FolderEvent::Damaged { run } = event {
                damaged.lock().unwrap().push(run);
            }
        };
        solve.run(left, &report).unwrap();
        assert!(contents(missing) == whole[missing]);
        // Two threads may notice the damage at once.
        let damaged = damaged.into_inner().unwrap();
        assert!(damaged.iter().all(|&run| run == missing - 1));
        if damaged.is_empty() {
            // No value of a position that play can reach is damaged.
            fs::write(path(missing - 1), &whole[missing - 1]).unwrap();
        } else {
            assert!(contents(missing - 1) == whole[missing - 1]);
            mended += 1;
        }
    }
    assert!(mended > runs / 2, "{mended} of {runs}");
    let (header, start) = solve.finish(Objective::Fastest).unwrap();
    let table = AnyTable::open(folder.path()).unwrap();
    assert_eq!(table.header(), Some(&header));
    assert_eq!(start.entry.remoteness, Some(16));
    assert!(table.verify(&mut |_, _| ()).unwrap().is_proven());
}
