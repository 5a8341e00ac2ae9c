//! What takes long tells how far it has come.

use perfect_play_generator::{
    core::{Mnk, Objective},
    solve, solve_with_progress,
};
use perfect_play_table::{diff, records, stats, verify};

/// Reports, in their order, of how much is done of how much.
fn reports(work: impl FnOnce(&mut dyn FnMut(u64, u64))) -> Vec<(u64, u64)> {
    let mut reports = Vec::new();
    work(&mut |done, total| reports.push((done, total)));
    reports
}

/// Several reports that rise, from little to nearly all.
fn rises(reports: &[(u64, u64)]) {
    assert!(reports.len() >= 4, "{reports:?}");
    assert!(reports.is_sorted(), "{reports:?}");
    let share = |&(done, total): &(u64, u64)| (10 * done).checked_div(total).unwrap();
    assert!(share(&reports[0]) < 3, "{reports:?}");
    assert!((7..=10).contains(&share(reports.last().unwrap())), "{reports:?}");
}

#[test]
fn every_long_task_reports_from_little_to_nearly_all() {
    let game = Mnk::new(5, 3, 3).unwrap();
    rises(&reports(|progress| {
        solve_with_progress(game, Objective::Fastest, progress).unwrap();
    }));
    let table = solve(game, Objective::Fastest).unwrap();
    rises(&reports(|progress| assert!(verify(&table, progress).unwrap().is_proven())));
    rises(&reports(|progress| {
        stats(&table, progress).unwrap();
    }));
    rises(&reports(|progress| assert!(diff(&table, &table, 0, progress).unwrap().is_empty())));
    rises(&reports(|progress| assert!(records(&table, progress).all(|record| record.is_ok()))));
}
