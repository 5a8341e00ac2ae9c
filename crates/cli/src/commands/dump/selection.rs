//! The positions of a dump: all of them, one of each set of symmetric ones, or a random sample.

use std::collections::BTreeSet;

use perfect_play_core::{Game, Probe};
use perfect_play_engine::{AnyGame, AnyPosition, AnyTable};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

use crate::args::number_arg;

/// The largest sample. Its positions are held in memory, 40 bytes each.
const MOST_DRAWN: u64 = 100_000_000;

/// How many plies a random play has at most, if the game does not say it.
const LONGEST: u64 = 200;

/// How many random plays there are for each position of a sample, at most: play may end before it has as many plies as
/// wanted, or come to the same position again.
const PLAYS: u64 = 100;

/// The number of positions between two progress reports.
const REPORT_EVERY: usize = 1 << 16;

/// The selection of positions, on the command line.
#[derive(clap::Args)]
pub(super) struct SelectionArgs {
    /// Write one position of each set of symmetric ones: the one with the smallest code
    #[arg(long)]
    canonical: bool,
    /// Draw N of the positions at random, each with the same chance and at most once (of a cut table: positions of all
    /// plies, by random moves). They are written in the usual order; if there are at most N positions, all are written
    #[arg(long, value_name = "N", value_parser = number_arg::within(1..=MOST_DRAWN, 1000), allow_negative_numbers = true)]
    sample: Option<u64>,
    /// The seed of --sample: the same seed draws the same positions [default: 1]
    #[arg(long, value_name = "S", value_parser = number_arg::seed, requires = "sample")]
    seed: Option<u64>,
}

impl SelectionArgs {
    /// Whether some positions may be left out.
    pub(super) fn is_partial(&self) -> bool {
        self.canonical || self.sample.is_some()
    }

    /// The positions, in the order of the table. If their number is known before, the iterator knows it. Otherwise `report`
    /// is called now and then with how far they have come, and the total.
    pub(super) fn positions<'a>(
        &self,
        table: &'a AnyTable,
        report: &'a mut dyn FnMut(u64, u64),
    ) -> Box<dyn Iterator<Item = AnyPosition> + 'a> {
        let canonical = self.canonical;
        if let (Some(count), Some(_)) = (self.sample, table.plies()) {
            let is_wanted = |position| !canonical || table.is_canonical(position);
            let drawn = played(table.game(), count, self.seed.unwrap_or(1), is_wanted);
            return Box::new(drawn.into_iter());
        }
        if table.plies().is_some() {
            // There are few.
            let stored = table.positions().filter(|&it| !canonical || table.is_canonical(it));
            return Box::new(stored.collect::<Vec<_>>().into_iter());
        }
        let positions = table
            .positions()
            .enumerate()
            .inspect(move |&(i, position)| {
                if i % REPORT_EVERY == 0
                    && let Some((done, of)) = table.reached(position)
                {
                    report(done, of);
                }
            })
            .map(|(_, position)| position)
            .filter(move |&position| !canonical || table.is_canonical(position));
        match self.sample {
            None => Box::new(positions),
            Some(sample) => Box::new(draw(positions, sample, self.seed.unwrap_or(1)).into_iter()),
        }
    }
}

/// Draws this many different positions: each after random moves, whose number has the same chance for all plies. There are
/// fewer if play does not reach as many. They ascend by ply, and then by key.
fn played(
    game: &AnyGame,
    count: u64,
    seed: u64,
    is_wanted: impl Fn(AnyPosition) -> bool,
) -> Vec<AnyPosition> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let longest = match game.max_plies() {
        0 => LONGEST,
        plies => plies.into(),
    };
    let (mut drawn, mut known) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..count.saturating_mul(PLAYS) {
        if drawn.len() as u64 == count {
            break;
        }
        let (plies, mut position, mut played) = (below(&mut random, longest + 1), game.start(), 0);
        while played < plies && game.end(position).is_none() {
            let moves = game.legal_moves(position);
            let nth = below(&mut random, moves.len().into());
            let mv = usize::try_from(nth).ok().and_then(|nth| moves.iter().nth(nth));
            position = mv.map_or(position, |mv| game.play(position, mv));
            played += 1;
        }
        if played == plies && is_wanted(position) && known.insert(position) {
            drawn.insert((plies, position));
        }
    }
    drawn.into_iter().map(|(_, position)| position).collect()
}

/// Draws this many items, each with the same chance and at most once, and returns them in order. It needs memory for
/// the drawn items only: Vitter's algorithm R.
fn draw<T>(items: impl Iterator<Item = T>, count: u64, seed: u64) -> Vec<T> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut drawn: Vec<(u64, T)> = Vec::new();
    for (i, item) in (0..).zip(items) {
        if i < count {
            drawn.push((i, item));
            continue;
        }
        let place = below(&mut random, i + 1);
        if place < count
            && let Some(kept) = usize::try_from(place).ok().and_then(|place| drawn.get_mut(place))
        {
            *kept = (i, item);
        }
    }
    drawn.sort_unstable_by_key(|&(i, _)| i);
    drawn.into_iter().map(|(_, item)| item).collect()
}

/// A random number below a bound, which must not be 0. All numbers have the same chance.
fn below(random: &mut impl Rng, bound: u64) -> u64 {
    let mask = u64::MAX >> (bound - 1).leading_zeros().min(63);
    loop {
        let number = random.next_u64() & mask;
        if number < bound {
            return number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_set_of_items_is_drawn_equally_often() {
        // Two of five: ten sets, each about 2,000 times (standard deviation 42).
        let mut counts = [[0_u32; 5]; 5];
        for seed in 0..20_000 {
            let drawn = draw(0..5_usize, 2, seed);
            let [first, second] = drawn[..] else { panic!("{drawn:?}") };
            counts[first][second] += 1;
        }
        for (first, counts) in counts.iter().enumerate() {
            for (second, &count) in counts.iter().enumerate() {
                if first < second {
                    assert!((1_800..2_200).contains(&count), "{first} {second}: {count}");
                } else {
                    assert_eq!(count, 0);
                }
            }
        }
    }

    #[test]
    fn all_are_drawn_where_there_are_few() {
        for count in [5, 6, 1000] {
            assert_eq!(draw(0..5, count, 7), [0, 1, 2, 3, 4]);
        }
        assert_eq!(draw(0..0, 3, 7), [0; 0]);
    }
}
