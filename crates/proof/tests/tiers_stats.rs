//! Compares the statistics of tables by tiers with the table by code of the same game.

use std::sync::Arc;

use perfect_play_core::{Objective, ProbeError, Slot, Values};
use perfect_play_games::Mnk;
use perfect_play_generator::{
    numbering::{HeldSections, Limits, Sections, StoredValues, Tier, TierTable, Tiers},
    solve, solve_tiers,
};
use perfect_play_proof::{Stats, reachable, stats, stats_by_tier};
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
        stats_by_tier(&self.table(objective), &mut (), &mut |_, _| ()).unwrap()
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
    let by_ply = reachable(&solved.game, &solved.tiers, &mut |_, _| ());
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
fn a_missing_value_or_a_short_section_is_an_error() {
    let solved = Solved::new("mnk:3,3,3", MOST);
    let count = |sections: &HeldSections| {
        let blocks = Arc::clone(&solved.tiers).into();
        let table = TierTable::new(solved.game, Objective::Fastest, blocks, sections.clone());
        stats_by_tier(&table.unwrap(), &mut (), &mut |_, _| ())
    };
    let start = solved.tiers.len() - 1;
    let mut damaged = solved.sections.clone();
    damaged.0[start][0][0] = u8::MAX;
    *damaged.0[start][1].last_mut().unwrap() = u8::MAX;
    let error = count(&damaged).unwrap_err();
    assert!(error.to_string().starts_with("there is no entry for"), "{error}");
    let [mut shorter, mut longer] = [solved.sections.clone(), solved.sections.clone()];
    shorter.0[start][0].pop();
    longer.0[start][0].push(127);
    for damaged in [shorter, longer] {
        let error = count(&damaged).unwrap_err();
        assert!(error.to_string().contains("another number of values"), "{error}");
    }
}

/// Sections of which one does not store what it must.
struct Forged {
    sections: HeldSections,
    tier: u32,
    mover: usize,
    change: Change,
}

#[derive(Clone, Copy)]
enum Change {
    /// A value more.
    More,
    /// A value less.
    Less,
    /// Another part of it has some of the values.
    Moved,
}

impl Sections for Forged {
    type Error = ProbeError;

    fn section(&self, tier: u32, mover: usize, values: &mut Vec<u8>) -> Result<(), ProbeError> {
        self.sections.section(tier, mover, values)
    }

    fn stored(
        &self,
        tier: &Tier<'_>,
        mover: usize,
        stored: &mut StoredValues,
    ) -> Result<bool, ProbeError> {
        let is_whole = self.sections.stored(tier, mover, stored)?;
        if (tier.number(), mover) == (self.tier, self.mover) {
            let StoredValues { values, ends } = stored;
            match self.change {
                Change::More => values.push(127),
                Change::Less => assert!(values.pop().is_some(), "this section stores some"),
                Change::Moved => {
                    let slot = tier.len(mover) / 2;
                    let (mut before, mut section) = (Vec::new(), Vec::new());
                    self.section(tier.number(), mover, &mut section)?;
                    tier.keep_non_static(mover, 0..slot, &section[..slot], &mut before);
                    ends.insert(0, (slot, before.len() + 1));
                }
            }
            ends.last_mut().unwrap().1 = values.len();
        }
        Ok(is_whole)
    }
}

impl Values for Forged {
    type Error = ProbeError;

    fn byte(&self, slot: Slot) -> Result<Option<u8>, ProbeError> {
        self.sections.byte(slot)
    }
}

#[test]
fn what_the_rules_tell_is_counted_as_they_tell_it() {
    for (name, limits) in THREE_PARTS {
        let mut solved = Solved::new(name, limits);
        let right = solved.stats(Objective::Fastest);
        for number in solved.tiers.numbers() {
            let tier = solved.tiers.tier(number as usize);
            for (mover, values) in solved.sections.0[number as usize].iter_mut().enumerate() {
                let (mut kept, slots) = (Vec::new(), 0..values.len());
                tier.keep_non_static(mover, slots.clone(), values, &mut kept);
                // With other stored values, these differ.
                let mut others = values.clone();
                for value in &mut kept {
                    *value ^= 1;
                }
                assert!(tier.restore_static(mover, slots, &kept, &mut others));
                for (value, other) in values.iter_mut().zip(others) {
                    if *value == other {
                        *value = u8::MAX;
                    }
                }
            }
        }
        assert_eq!(solved.stats(Objective::Fastest), right, "{name}");
    }
}

#[test]
fn a_stored_value_too_many_or_too_few_is_an_error() {
    let mut checked = [0; 3];
    for (name, limits) in THREE_PARTS {
        let solved = Solved::new(name, limits);
        for number in solved.tiers.numbers().step_by(7) {
            let tier = solved.tiers.tier(number as usize);
            for mover in 0..2 {
                let mut stored = StoredValues::default();
                assert!(solved.sections.stored(&tier, mover, &mut stored).unwrap());
                let is_possible = |change: &Change| match change {
                    Change::More => true,
                    Change::Less => !stored.values.is_empty(),
                    Change::Moved => tier.len(mover) > 1,
                };
                let changes = [Change::More, Change::Less, Change::Moved].into_iter();
                for change in changes.filter(is_possible) {
                    let sections = solved.sections.clone();
                    let forged = Forged { sections, tier: number, mover, change };
                    let blocks = Arc::clone(&solved.tiers).into();
                    let table = TierTable::new(solved.game, Objective::Fastest, blocks, forged);
                    let error =
                        stats_by_tier(&table.unwrap(), &mut (), &mut |_, _| ()).unwrap_err();
                    assert!(error.to_string().contains("another number of values"), "{error}");
                    checked[change as usize] += 1;
                }
            }
        }
    }
    assert!(checked.iter().all(|&checked| checked > 20), "{checked:?}");
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
        let by_ply = reachable(&solved.game, &solved.tiers, &mut |_, _| ());
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
        let by_ply = reachable(&game, &tiers, &mut |_, _| ());
        assert_eq!(by_ply.iter().sum::<u64>(), positions, "{name}");
    }
}
