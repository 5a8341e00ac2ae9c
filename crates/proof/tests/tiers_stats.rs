//! Compares the statistics of tables by tiers with the table by code of the same game.

use std::sync::Arc;

use perfect_play_core::Objective;
use perfect_play_games::Mnk;
use perfect_play_generator::{
    numbering::{HeldSections, Limits, TierTable, Tiers},
    solve, solve_tiers,
};
use perfect_play_proof::{Stats, TierCounter, reachable, stats, stats_by_tier};
use perfect_play_test_kit::{MOST, THREE_PARTS, line_games};

struct Solved {
    game: Mnk,
    tiers: Arc<Tiers>,
    sections: HeldSections,
}

impl Solved {
    fn new(name: &str, limits: Limits) -> Self {
        let game: Mnk = name.parse().unwrap();
        let tiers = Arc::new(Tiers::with_limits(&game, limits).unwrap());
        let sections = solve_tiers(&game, &tiers, &|_| ()).unwrap();
        Self { game, tiers, sections }
    }

    fn stats(&self, objective: Objective) -> Stats {
        stats_by_tier(&self.table(objective), &mut |_, _| ()).unwrap()
    }

    fn table(&self, objective: Objective) -> TierTable<Mnk> {
        let blocks = Arc::clone(&self.tiers).into();
        TierTable::new(self.game, objective, blocks, self.sections.clone()).unwrap()
    }
}

fn agrees(name: &str, limits: Limits) {
    let solved = Solved::new(name, limits);
    let objective =
        if name.len().is_multiple_of(2) { Objective::Fastest } else { Objective::Outcome };
    let expected =
        stats(&solve(solved.game, objective, &mut |_, _| ()).unwrap(), &mut |_, _| ()).unwrap();
    assert_eq!(solved.stats(objective), expected, "{name} {limits:?}");
    let by_ply = reachable(&solved.game, &solved.tiers, &mut |_, _| ()).unwrap();
    assert!(by_ply.iter().eq(expected.by_ply.iter().map(|counts| &counts.positions)), "{name}");
}

#[test]
fn every_game_up_to_nine_cells() {
    for name in line_games(9) {
        agrees(&name, MOST);
    }
}

#[test]
fn games_of_ten_to_twelve_cells() {
    for name in [
        "mnk:4,3,3",
        "mnk:4,3,2+misere",
        "mnk:5,2,3+misere",
        "mnk:6,2,4",
        "mnk:3,4,3",
        "mnk:11,1,3",
        "connect:4,3,3",
        "connect:3,4,3+misere",
        "connect:6,2,3",
        "connect:2,6,3",
        "connect:2,6,4",
        "connect:1,12,4",
    ] {
        agrees(name, MOST);
    }
}

#[test]
fn with_three_parts() {
    for variant in ["", "+misere"] {
        for (name, limits) in THREE_PARTS {
            agrees(&format!("{name}{variant}"), limits);
        }
    }
}

/// Parts that are not closed under the symmetries: the numbering then uses no symmetries.
#[test]
fn numberings_without_symmetries() {
    let limits = |low, top, middle| Limits { low, top, middle };
    for variant in ["", "+misere"] {
        for (name, limits) in [
            ("connect:2,4,3", limits(31, 31, 1)),
            ("connect:2,5,3", limits(63, 1, 63)),
            ("connect:3,3,3", limits(15, 15, 15)),
            ("connect:3,3,2", limits(15, 15, 15)),
            ("connect:4,2,2", limits(7, 49, 7)),
            ("connect:4,3,3", limits(15, 225, 15)),
            ("tictactoe", limits(27, 27, 27)),
            ("mnk:3,3,2", limits(27, 27, 27)),
            ("mnk:4,2,3", limits(3, 243, 9)),
        ] {
            let name = format!("{name}{variant}");
            let game: Mnk = name.parse().unwrap();
            let tiers = Arc::new(Tiers::with_limits(&game, limits).unwrap());
            assert!(tiers.symmetries() == 1 && tiers.game_symmetries() > 1, "{name}");
            agrees(&name, limits);
        }
    }
}

/// A count that was interrupted after each task, and one that was not.
#[test]
fn a_count_in_a_folder_is_resumed_to_the_same() {
    for name in ["tictactoe", "mnk:4,3,3+misere", "connect:4,4,4", "connect:1,1,1"] {
        let solved = Solved::new(name, MOST);
        let (table, expected) =
            (solved.table(Objective::Fastest), solved.stats(Objective::Fastest));
        let folder = tempfile::tempdir().unwrap();
        let counter = || TierCounter::new(&table, 1, folder.path()).unwrap();
        let mut task = 0;
        while task < counter().tasks() {
            let counter = counter();
            assert!(!counter.is_done(task), "{name}");
            counter.count(task, &mut |_| ()).unwrap();
            task += 1;
            counter.drop_unused_before(task);
        }
        for _ in 0..2 {
            assert_eq!(counter().run(&mut |_, _| ()).unwrap(), expected, "{name}");
        }
        let folder = tempfile::tempdir().unwrap();
        let all_at_once = TierCounter::new(&table, 1, folder.path()).unwrap();
        assert_eq!(all_at_once.run(&mut |_, _| ()).unwrap(), expected, "{name}");
    }
}

#[test]
fn any_number_of_threads_counts_the_same() {
    let solved = Solved::new("connect:4,4,4", MOST);
    let expected = solved.stats(Objective::Fastest);
    for threads in [1, 2, 3, 7] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let stats = pool.install(|| solved.stats(Objective::Fastest));
        assert_eq!(stats, expected, "{threads} threads");
    }
}

#[test]
fn progress_rises_to_the_number_of_slots() {
    let Solved { game, tiers, .. } = Solved::new("connect:4,4,3", MOST);
    let mut reports = Vec::new();
    reachable(&game, &tiers, &mut |done, of| reports.push((done, of))).unwrap();
    assert!(reports.is_sorted());
    assert_eq!(reports.first(), Some(&(0, tiers.slots())));
    assert_eq!(reports.last(), Some(&(tiers.slots(), tiers.slots())));
}

#[test]
fn a_missing_value_or_a_short_section_is_an_error() {
    let solved = Solved::new("mnk:3,3,3", MOST);
    let count = |sections: &HeldSections| {
        let blocks = Arc::clone(&solved.tiers).into();
        let table = TierTable::new(solved.game, Objective::Fastest, blocks, sections.clone());
        stats_by_tier(&table.unwrap(), &mut |_, _| ())
    };
    let start = solved.tiers.len() - 1;
    let mut damaged = solved.sections.clone();
    damaged.0[start][0][0] = u8::MAX;
    *damaged.0[start][1].last_mut().unwrap() = u8::MAX;
    let error = count(&damaged).unwrap_err();
    assert!(error.to_string().starts_with("there is no entry for"), "{error}");
    let mut damaged = solved.sections.clone();
    damaged.0[start][0].pop();
    let error = count(&damaged).unwrap_err();
    assert!(error.to_string().contains("bytes, and"), "{error}");
}

/// Compares with the positions one by one, as a table with another numbering lists them.
#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn games_of_sixteen_cells() {
    let limits = |low, top, middle| Limits { low, top, middle };
    for (name, limits) in [
        ("mnk:4,4,4", MOST),
        ("mnk:4,4,3", limits(81, 6561, 81)),
        ("mnk:4,4,2", limits(6561, 81, 81)),
        ("mnk:4,4,3+misere", limits(81, 81, 6561)),
        ("mnk:4,4,4+misere", limits(6561, 6561, 1)),
        ("connect:4,4,3+misere", MOST),
        ("connect:4,4,4", limits(31, 31, 961)),
        ("connect:4,4,4", limits(961, 31, 31)),
        ("connect:4,4,2", limits(31, 961, 31)),
        ("connect:4,4,3", limits(961, 961, 1)),
        ("connect:8,2,3+misere", limits(343, 343, 49)),
    ] {
        let solved = Solved::new(name, limits);
        let numbering = Tiers::of(&solved.game).unwrap();
        let sections = solve_tiers(&solved.game, &numbering, &|_| ()).unwrap();
        let table =
            TierTable::new(solved.game, Objective::Fastest, numbering.into(), sections).unwrap();
        let expected = stats(&table, &mut |_, _| ()).unwrap();
        assert_eq!(solved.stats(Objective::Fastest), expected, "{name} {limits:?}");
    }
}

/// Published numbers: see `data/published.csv`.
#[test]
fn published_numbers_of_positions() {
    for (name, positions) in [("connect:4,4,4", 161_029), ("connect:4,5,4", 1_706_255)] {
        let solved = Solved::new(name, MOST);
        assert_eq!(solved.stats(Objective::Fastest).positions, positions, "{name}");
        let by_ply = reachable(&solved.game, &solved.tiers, &mut |_, _| ()).unwrap();
        assert_eq!(by_ply.iter().sum::<u64>(), positions, "{name}");
    }
}

/// The same, for larger boards.
#[test]
#[ignore = "takes seconds, in debug builds minutes"]
fn published_numbers_of_positions_on_larger_boards() {
    for (name, positions) in [
        ("connect:5,4,4", 3_945_711),
        ("connect:5,5,4", 69_763_700),
        ("connect:5,6,4", 1_044_334_437),
        ("connect:6,5,4", 2_818_972_642),
    ] {
        let game: Mnk = name.parse().unwrap();
        let tiers = Tiers::of(&game).unwrap();
        let by_ply = reachable(&game, &tiers, &mut |_, _| ()).unwrap();
        assert_eq!(by_ply.iter().sum::<u64>(), positions, "{name}");
    }
}
