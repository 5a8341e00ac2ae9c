//! What takes long tells how far it has come.

use std::sync::Mutex;

use perfect_play_generator::{
    core::{Mnk, Objective},
    index::{Index, Levels},
    solve, solve_levels, solve_with_progress,
};
use perfect_play_table::{LevelWriter, diff, levels, records, stats, verify};

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

/// The same, to the end.
fn rises_to_the_end(reports: &[(u64, u64)]) {
    rises(reports);
    let (done, of) = reports.last().unwrap();
    assert_eq!(done, of, "{reports:?}");
}

#[test]
fn every_long_task_reports_from_little_to_nearly_all() {
    let game = Mnk::new(5, 3, 3).unwrap();
    rises_to_the_end(&reports(|progress| {
        solve_with_progress(game, Objective::Fastest, progress).unwrap();
    }));
    let table = solve(game, Objective::Fastest).unwrap();
    rises_to_the_end(&reports(|progress| {
        assert!(verify(&table, progress).unwrap().is_proven());
    }));
    rises(&reports(|progress| {
        stats(&table, progress).unwrap();
    }));
    rises(&reports(|progress| assert!(diff(&table, &table, 0, progress).unwrap().is_empty())));
    rises(&reports(|progress| assert!(records(&table, progress).all(|record| record.is_ok()))));
}

/// Numbers of slots that are done, one after the other, as reports of all that is done by then.
fn sums(work: impl FnOnce(&(dyn Fn(u64) + Sync)), of: u64) -> Vec<(u64, u64)> {
    let sums = Mutex::new(vec![(0, of)]);
    work(&|slots| {
        let mut sums = sums.lock().unwrap();
        let (done, _) = *sums.last().unwrap();
        sums.push((done + slots, of));
    });
    sums.into_inner().unwrap()
}

#[test]
fn large_tables_report_to_the_end() {
    let game: Mnk = "connect:5,4,4".parse().unwrap();
    let numbering = || Index::of(&game).unwrap();
    let (index, slots) = (numbering(), numbering().slots());
    let objective = Objective::Fastest;
    // What can be reached is found out first.
    rises_to_the_end(&sums(
        |done| drop(solve_levels(game, objective, numbering(), done).unwrap()),
        2 * slots,
    ));
    let table = solve_levels(game, objective, numbering(), &|_| ()).unwrap();
    rises_to_the_end(&reports(|progress| {
        assert!(levels::verify(&table, progress).unwrap().is_proven());
    }));
    rises_to_the_end(&reports(|progress| {
        levels::stats(&table, progress).unwrap();
    }));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.perfect");
    let mut writer = LevelWriter::create(&path, game, objective, &index).unwrap();
    let write = |done: &(dyn Fn(u64) + Sync)| {
        while let Some(level) = writer.next_level() {
            let values = table.level(level).unwrap();
            writer.write_level_with_progress(level, &values, done).unwrap();
        }
    };
    rises_to_the_end(&sums(write, slots));
}
