//! Long work reports its progress.

use std::sync::Mutex;

use perfect_play_games::Mnk;
use perfect_play_generator::{
    core::Objective,
    numbering::{TierTable, Tiers},
    solve, solve_tiers,
};
use perfect_play_proof::{
    Rules, diff, reachable, records, stats, stats_by_tier, verify, verify_by_tier,
};

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
    let game = Mnk::new(13, 1, 3).unwrap();
    rises_to_the_end(&reports(|progress| {
        solve(game, Objective::Fastest, progress).unwrap();
    }));
    let table = solve(game, Objective::Fastest, &mut |_, _| ()).unwrap();
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
    let numbering = Tiers::of(&game).unwrap();
    rises_to_the_end(&sums(
        |done| drop(solve_tiers(&game, &numbering, done).unwrap()),
        numbering.slots(),
    ));
    let sections = solve_tiers(&game, &numbering, &|_| ()).unwrap();
    let table = TierTable::new(game, Objective::Fastest, numbering.into(), sections).unwrap();
    rises_to_the_end(&reports(|progress| {
        assert!(verify_by_tier(&table, Rules::Tested, &mut (), progress).unwrap().is_proven());
    }));
    rises_to_the_end(&reports(|progress| {
        stats_by_tier(&table, &mut (), progress).unwrap();
    }));
    rises_to_the_end(&reports(|progress| {
        let _ = reachable(&game, table.numbering().tiers(), progress);
    }));
}
