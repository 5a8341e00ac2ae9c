//! Right tables are proven.

use perfect_play_proof::{Rules, Verification, verify_by_tier};
use perfect_play_test_kit::line_games;

use super::solved::{MOST, Solved, THREE_PARTS, limits, prove};

#[test]
fn tables_of_every_game_up_to_nine_cells_are_proven() {
    for name in line_games(9) {
        let solved = Solved::new(&name, MOST);
        let proof = prove(&solved.game, Rules::Tested, &solved.tiers, &solved.sections);
        assert_eq!(
            proof,
            Verification {
                entries: solved.tiers.slots(),
                positions_by_ply: Vec::new(),
                faults: Vec::new(),
                counts_right: None,
            },
            "{name}"
        );
    }
}

#[test]
fn tables_of_larger_games_are_proven() {
    for name in [
        "mnk:4,3,3",
        "mnk:5,2,3+misere",
        "mnk:6,2,4",
        "mnk:7,2,2",
        "mnk:4,4,4",
        "mnk:4,4,3+misere",
        "connect:4,3,3",
        "connect:3,4,3+misere",
        "connect:6,2,3",
        "connect:2,6,3",
        "connect:2,6,4",
        "connect:1,12,4",
        "connect:4,4,3",
        "connect:4,4,4+misere",
        "connect:5,3,3",
        "connect:8,2,2",
    ] {
        let solved = Solved::new(name, MOST);
        assert_eq!(
            prove(&solved.game, Rules::Tested, &solved.tiers, &solved.sections).faults,
            [],
            "{name}"
        );
    }
}

#[test]
fn tables_with_three_parts_are_proven() {
    for (name, limits) in THREE_PARTS {
        for variant in ["", "+misere"] {
            let solved = Solved::new(&format!("{name}{variant}"), limits);
            assert_eq!(
                prove(&solved.game, Rules::Tested, &solved.tiers, &solved.sections).faults,
                [],
                "{name}"
            );
        }
    }
}

#[test]
fn progress_ends_with_all_slots() {
    let solved = Solved::new("connect:4,3,3", limits(225, 225, 1));
    let mut reports = Vec::new();
    let report = &mut |done, of| reports.push((done, of));
    let table = solved.table(solved.sections.clone());
    verify_by_tier(&table, Rules::Tested, &mut (), report).unwrap();
    let slots = solved.tiers.slots();
    assert_eq!(reports.last(), Some(&(slots, slots)));
    assert!(reports.is_sorted() && reports.iter().all(|&(_, of)| of == slots));
}

/// Measures the proof in memory: `cargo test --release -p perfect-play-proof --test proof -- --ignored --nocapture
/// how_long_it_takes`
#[test]
#[ignore = "takes long, and is about time"]
fn how_long_it_takes() {
    let names = std::env::var("GAMES").unwrap_or_else(|_| "connect:5,5,4 mnk:5,4,4".into());
    for name in names.split(' ') {
        let solved = Solved::new(name, MOST);
        let slots = u32::try_from(solved.tiers.slots()).unwrap();
        for threads in [1, 2] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            // Other programs can only make it slower.
            let took = (0..5).map(|_| {
                let before = std::time::Instant::now();
                assert!(pool.install(|| solved.is_proven(&solved.sections)));
                before.elapsed()
            });
            let took = took.min().unwrap();
            let each = took * u32::try_from(threads).unwrap() * 1000 / slots;
            println!(
                "{name}: {slots} slots, {threads} threads: {took:.2?}, {each:?} of a core for 1000 slots"
            );
        }
    }
}
