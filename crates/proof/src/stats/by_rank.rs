//! Counts the positions of a table whose game says its tiers, on all cores.

use std::{fmt, ops::ControlFlow};

use perfect_play_core::{Game, Numbering, Table, Tiering, Values};
use perfect_play_numbering::{RankNumbering, UnitValues, Unreadable, images_share};
use serde::{Deserialize, Serialize};

use super::{Stats, tally::Tally};
use crate::{CountError, CountLog, TableError, in_chunks::in_chunks};

/// What was counted of a table by rank: its tiers from the first one on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RankCounts {
    /// How many tiers.
    tiers: u32,
    tally: Tally,
}

/// Counts a table's positions: all that have an entry, in most tiers reachable or not ([`RankNumbering::holds_all`]). `values`
/// are the values of the table, for a pass unit by unit. `progress` is called now and then with the amount of work that is done
/// and the total.
///
/// # Errors
///
/// If the table contradicts itself or cannot be read, or if the log cannot keep what was counted.
pub fn stats_by_rank<G: Game + Sync, V: Values, U: UnitValues>(
    table: &Table<G, RankNumbering, V>,
    values: &mut U,
    log: &mut dyn CountLog<RankCounts>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Stats, CountError> {
    let (game, numbering) = (table.game(), table.numbering());
    let slots = (0..numbering.all_slots()).filter_map(|number| numbering.slot(number));
    let shares = images_share(game, slots.filter_map(|slot| numbering.position(game, slot)));
    let none = || RankCounts { tiers: 0, tally: Tally::new(game) };
    let is_possible = |counted: &RankCounts| {
        let mut ends = numbering.units().map(|unit| numbering.tiers_of(unit).end);
        ends.any(|end| end == counted.tiers)
    };
    let mut counted = log.counted().filter(is_possible).unwrap_or_else(none);
    let all = numbering.all_slots();
    for unit in numbering.units() {
        let tiers = numbering.tiers_of(unit);
        if tiers.end <= counted.tiers {
            continue;
        }
        values.begin_unit(tiers.clone());
        for tier in tiers.clone() {
            let mut of_tier = Tally::new(game);
            let read = &*values;
            let count = |slots| -> Result<Tally, TableError> {
                let mut tally = Tally::new(game);
                for number in slots {
                    count_slot((game, numbering, read, shares), number, &mut tally)?;
                }
                Ok(tally)
            };
            let slots = numbering.numbers(tier..tier + 1);
            let _ = in_chunks(slots, &mut |done| progress(done, all), count, |counted| {
                of_tier.merge(counted);
                ControlFlow::Continue(())
            })?;
            of_tier.name_tier(tier, game.tiering().map_or_else(String::new, |of| name(of, tier)));
            counted.tally.merge(of_tier);
        }
        counted.tiers = tiers.end;
        if tiers.end < numbering.tiers() {
            log.keep(&counted).map_err(CountError::Log)?;
        }
    }
    Ok(counted.tally.into_stats(table)?)
}

/// What a game calls a tier.
fn name<P>(tiering: &dyn Tiering<P>, tier: u32) -> String {
    struct Name<'t, P>(&'t dyn Tiering<P>, u32);

    impl<P> fmt::Display for Name<'_, P> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.fmt_tier(self.1, f)
        }
    }

    Name(tiering, tier).to_string()
}

/// The values of a table, with its game and numbering, and whether images share slots.
type Read<'r, G, V> = (&'r G, &'r RankNumbering, &'r V, bool);

fn count_slot<G: Game, V: Values>(
    (game, numbering, values, shares): Read<'_, G, V>,
    number: u64,
    tally: &mut Tally,
) -> Result<(), TableError> {
    let Some(slot) = numbering.slot(number) else { return Ok(()) };
    let value = values.value(game.scheme(), slot).map_err(Unreadable::new)?;
    if value.is_none() && !numbering.holds_all(slot.section) {
        return Ok(());
    }
    let Some(position) = numbering.position(game, slot) else { return Ok(()) };
    let no_entry = || TableError::at(game, position, numbering.why_no_entry(game, position));
    let value = value.ok_or_else(no_entry)?;
    let sharing = if shares { numbering.count_images(game, position) } else { 1 };
    tally.count_position(game, position, value, sharing);
    // If each image has a slot of its own, one of them is counted.
    let has_all_images = shares || game.symmetries() <= 1;
    tally.canonical += u64::from(has_all_images || numbering.is_canonical(game, position));
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use perfect_play_core::Objective;
    use perfect_play_games::Mills;
    use perfect_play_generator::Solver;

    use super::*;

    struct Log(RankCounts);

    impl CountLog<RankCounts> for Log {
        fn counted(&self) -> Option<RankCounts> {
            Some(self.0.clone())
        }

        fn keep(&mut self, _: &RankCounts) -> Result<(), Box<dyn Error + Send + Sync>> {
            Ok(())
        }
    }

    #[test]
    fn an_impossible_log_is_not_used() {
        let game: Mills = "morris:three".parse().unwrap();
        let solved = Solver::default().solve_by_rank(&game, Objective::Fastest, &|_, _| ());
        let (numbering, values) = solved.unwrap();
        let all = numbering.tiers();
        let table = Table::new(game, Objective::Fastest, numbering, values.clone()).unwrap();
        let count = |log: &mut dyn CountLog<RankCounts>| {
            stats_by_rank(&table, &mut values.clone(), log, &mut |_, _| ()).unwrap()
        };
        let expected = count(&mut ());
        for tiers in [all + 1, u32::MAX] {
            assert_eq!(count(&mut Log(RankCounts { tiers, tally: Tally::new(&game) })), expected);
        }
    }
}
