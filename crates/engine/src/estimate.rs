//! Estimates the number of positions of a game by random games, without finding them all.
//!
//! The positions of the first plies are counted. From the last ply that was counted, random games go on together, ply by ply.
//! The number of different positions at a ply follows from how often the games meet in the same position there (Chao's
//! estimator of the number of species, from those that were seen once and twice). A position that was met at an earlier ply is
//! not counted again. Where too few games meet, the number grows by the moves of a position, divided by the number of positions
//! that lead to the same position. This divisor is extrapolated from the plies before.
//!
//! Random games do not meet all positions equally often, so that the estimate is rather too small. The bounds are those that
//! hold for 24 games of 14 families whose positions were counted ([`TOO_LARGE`], [`TOO_SMALL`]).

use std::{
    collections::{HashMap, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
    time::Instant,
};

use perfect_play_core::Game;
use perfect_play_generator::numbering::{canonical, starts};
use perfect_play_parallel::{ParallelIterator, parallel};

use crate::{AnyGame, AnyPosition};

/// The number of positions of a game, symmetric positions counted once: counted for the first plies, and estimated for the
/// others.
///
/// ```
/// use perfect_play_engine::Estimate;
///
/// // Few positions are all counted.
/// let counted = Estimate::of(&"hex:3".parse()?, 10_000, 1, &mut |_| ());
/// assert_eq!((counted.is_counted(), counted.positions()), (true, 2781.0));
///
/// let estimate = Estimate::of(&"hex:3".parse()?, 500, 1, &mut |_| ());
/// assert!(!estimate.is_counted() && estimate.least() < 2781.0);
/// assert!(estimate.most().is_some_and(|most| most > 2781.0));
///
/// let first = Estimate::of_first_plies(&"hex:3".parse()?, 3, 500, 1, &mut |_| ());
/// assert_eq!((first.is_counted(), first.positions()), (true, 170.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// How many random games were played.
    pub games: u64,
    /// The plies, from the start on.
    pub plies: Vec<PlyEstimate>,
    /// Whether later plies have more positions than can be estimated.
    pub is_open: bool,
    /// Whether play went on after so many plies that it may never end.
    pub is_endless: bool,
    /// The number of codes of the game.
    codes: u64,
}

/// The number of positions that are first met at a ply.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlyEstimate {
    /// The number of positions.
    pub positions: f64,
    /// How the number was found.
    pub how: Found,
}

/// How a number of positions was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// All positions were counted.
    Counted,
    /// From the meetings of random games.
    Sampled,
    /// From the growth of the plies before.
    Extrapolated,
}

/// Of the games that were counted, the estimate was at most this many times the number of positions.
const TOO_LARGE: f64 = 2.0;
/// Of the games that were counted, the number of positions was at most this many times the estimate.
const TOO_SMALL: f64 = 13.0;
/// A ply that is extrapolated makes both bounds this many times wider.
const WIDER: f64 = 1.4;

/// With fewer positions in which exactly two games meet, a ply is extrapolated.
const MEETINGS: f64 = 4.0;
/// The number of plies from which a growth is extrapolated.
const GROWTH: usize = 6;
/// Games of more plies are not played to their end.
const MOST_PLIES: usize = 200;

/// A solve finds the positions in two thirds of its time.
const SOLVED_TO_FOUND: f64 = 1.5;

impl Estimate {
    /// How many random games programs play if nothing else is asked for.
    pub const GAMES: u64 = 200_000;
    /// The seed of these games.
    pub const SEED: u64 = 1;

    /// [`Estimate::of`], and the seconds that a solve takes for each position, at the speed of the count.
    #[must_use]
    pub fn timed(
        game: &AnyGame,
        games: u64,
        seed: u64,
        progress: &mut dyn FnMut(&Self),
    ) -> (Self, f64) {
        let started = Instant::now();
        let mut seconds = None;
        let estimate = Self::of(game, games, seed, &mut |estimate| {
            if estimate.is_counted() {
                seconds = Some(started.elapsed().as_secs_f64() / estimate.positions().max(1.0));
            }
            progress(estimate);
        });
        let seconds = match seconds {
            Some(seconds) if estimate.counted_plies() > 2 => seconds,
            // The starts are listed at once. The random games play as many moves as they have plies, at most.
            _ => {
                #[expect(clippy::cast_precision_loss, reason = "an estimate")]
                let moves = estimate.games as f64 * float(estimate.plies.len());
                started.elapsed().as_secs_f64() / moves.max(estimate.counted())
            }
        };
        (estimate, seconds * SOLVED_TO_FOUND)
    }

    /// Counts and estimates the positions of a game. As many positions are counted as random games are played. Calls
    /// `progress` after every ply with the estimate so far.
    #[must_use]
    pub fn of(game: &AnyGame, games: u64, seed: u64, progress: &mut dyn FnMut(&Self)) -> Self {
        Self::from(game, (starts(game), usize::MAX), (games, seed), progress)
    }

    /// As [`Estimate::of`], the positions to which at most this many plies lead.
    #[must_use]
    pub fn of_first_plies(
        game: &AnyGame,
        plies: u16,
        games: u64,
        seed: u64,
        progress: &mut dyn FnMut(&Self),
    ) -> Self {
        Self::from(game, (starts(game), usize::from(plies) + 1), (games, seed), progress)
    }

    /// As [`Estimate::of`], the positions that play reaches from this position.
    #[must_use]
    pub fn below(game: &AnyGame, position: AnyPosition, games: u64, seed: u64) -> Self {
        Self::from(game, (vec![position], usize::MAX), (games, seed), &mut |_| ())
    }

    fn from(
        game: &AnyGame,
        (from, most): (Vec<AnyPosition>, usize),
        (games, seed): (u64, u64),
        progress: &mut dyn FnMut(&Self),
    ) -> Self {
        let mut known = HashSet::new();
        let mut growth = Growth::default();
        let mut estimate = Self {
            games: 0,
            plies: Vec::new(),
            is_open: false,
            is_endless: false,
            codes: game.codes(),
        };
        let mut layer: Vec<_> = from.into_iter().map(|start| canonical(game, start)).collect();
        layer.retain(|&start| known.insert(hash(&start)));
        let is_whole = |plies: &[_], layer: &[_]| layer.is_empty() || plies.len() >= most;
        while !is_whole(&estimate.plies, &layer) && (known.len() as u64) <= games {
            let count = float(layer.len());
            estimate.add(count, Found::Counted);
            let children: Vec<_> =
                parallel(&layer).map(|&position| children(game, position)).collect();
            let moves = children.iter().map(Vec::len).sum::<usize>();
            layer =
                children.into_iter().flatten().filter(|child| known.insert(hash(child))).collect();
            growth.observe(float(moves) / count, count, float(layer.len()));
            progress(&estimate);
        }
        if is_whole(&estimate.plies, &layer) {
            return estimate;
        }
        let mut before = float(layer.len());
        estimate.add(before, Found::Counted);
        if is_whole(&estimate.plies, &layer) {
            return estimate;
        }
        estimate.games = games;
        let mut random = Random(seed);
        let mut players: Vec<AnyPosition> =
            (0..games).map(|_| layer[random.below(layer.len())]).collect();
        while !players.is_empty() && estimate.plies.len() < most.min(MOST_PLIES) {
            let seed = random.next();
            let played: Vec<_> = parallel(0..players.len())
                .map(|i| step(game, players[i], Random(seed ^ ((i as u64) << 20))))
                .collect();
            let moves = played.iter().flatten().map(|&(_, moves)| moves).sum::<usize>();
            let moves = float(moves) / float(players.len());
            players = played.into_iter().flatten().map(|(position, _)| position).collect();
            let mut met: HashMap<u64, u32> = HashMap::new();
            for hash in players.iter().map(hash).filter(|hash| !known.contains(hash)) {
                *met.entry(hash).or_default() += 1;
            }
            known.extend(met.keys());
            let of = |times: u32| float(met.values().filter(|&&met| met == times).count());
            let (once, twice) = (of(1), of(2));
            // Nearly everything that the games meet is known: what is left does not count.
            if met.len() * 100 <= players.len() {
                break;
            }
            let all = float(met.len()) + once * (once - 1.0).max(0.0) / 2.0 / (twice + 1.0);
            let is_sampled = twice >= MEETINGS || 2.0 * once <= float(players.len());
            // Few games last so long: a guess from them must not grow.
            let is_tail = 5 * (players.len() as u64) < games;
            let (positions, how) = match is_sampled {
                true => (all, Found::Sampled),
                // The moves of a game that repeats positions lead back, no matter how many positions there are.
                false if game.repeats() => {
                    estimate.is_open = true;
                    estimate.add(all, Found::Sampled);
                    break;
                }
                false if is_tail => (growth.after(before, moves).min(before), Found::Sampled),
                false => (growth.after(before, moves), Found::Extrapolated),
            };
            if is_sampled {
                growth.observe(moves, before, positions);
            } else {
                growth.plies += 1.0;
            }
            estimate.add(positions, how);
            progress(&estimate);
            before = positions;
        }
        estimate.is_endless =
            !players.is_empty() && (MOST_PLIES..most).contains(&estimate.plies.len());
        estimate
    }

    fn add(&mut self, positions: f64, how: Found) {
        self.plies.push(PlyEstimate { positions, how });
    }

    /// The number of positions. An estimate is rather too small.
    #[must_use]
    pub fn positions(&self) -> f64 {
        self.plies.iter().map(|ply| ply.positions).sum::<f64>().min(self.most_codes())
    }

    /// No two positions have one code.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    const fn most_codes(&self) -> f64 {
        self.codes as f64
    }

    /// How many positions were counted.
    #[must_use]
    pub fn counted(&self) -> f64 {
        let counted = self.plies.iter().filter(|ply| ply.how == Found::Counted);
        counted.map(|ply| ply.positions).sum()
    }

    /// How many plies were counted.
    #[must_use]
    pub fn counted_plies(&self) -> usize {
        self.plies.iter().filter(|ply| ply.how == Found::Counted).count()
    }

    /// Whether all positions were counted.
    #[must_use]
    pub const fn is_counted(&self) -> bool {
        self.games == 0
    }

    /// The lower bound.
    #[must_use]
    pub fn least(&self) -> f64 {
        if self.is_counted() {
            return self.positions();
        }
        (self.positions() / TOO_LARGE / self.wider()).max(self.counted())
    }

    /// The upper bound. `None` if there is none.
    #[must_use]
    pub fn most(&self) -> Option<f64> {
        if self.is_counted() {
            return Some(self.positions());
        }
        let most = self.positions() * TOO_SMALL * self.wider();
        (!self.is_open && !self.is_endless).then(|| most.min(self.most_codes()))
    }

    /// How much wider the extrapolated plies make the bounds.
    fn wider(&self) -> f64 {
        let extrapolated = self.plies.iter().filter(|ply| ply.how == Found::Extrapolated);
        extrapolated.fold(1.0, |wider, _| wider * WIDER)
    }
}

/// How many positions lead to a position, at the plies so far: the number of moves from a ply, divided by the number of
/// positions at the next.
#[derive(Default)]
struct Growth {
    plies: f64,
    /// Plies, and the number of positions that lead to one of theirs.
    parents: Vec<(f64, f64)>,
}

impl Growth {
    /// Adds a ply. From the positions `before` it, so many moves a position lead to its `positions`.
    fn observe(&mut self, moves: f64, before: f64, positions: f64) {
        self.plies += 1.0;
        if positions > 0.0 {
            self.parents.push((self.plies, (before * moves / positions).max(1.0)));
        }
    }

    /// The number of positions at the next ply.
    fn after(&self, before: f64, moves: f64) -> f64 {
        let last = &self.parents[self.parents.len().saturating_sub(GROWTH)..];
        let count = float(last.len()).max(1.0);
        let mean = |of: fn(&(f64, f64)) -> f64| last.iter().map(of).sum::<f64>() / count;
        let (ply, parents) = (mean(|at| at.0), mean(|at| at.1));
        let spread = last.iter().map(|at| (at.0 - ply).powi(2)).sum::<f64>();
        let slope = last.iter().map(|at| (at.0 - ply) * (at.1 - parents)).sum::<f64>();
        let slope = if spread > 0.0 { slope / spread } else { 0.0 };
        before * moves / (parents + (self.plies + 1.0 - ply) * slope).max(1.0)
    }
}

/// The different positions that the moves of a position lead to.
fn children(game: &AnyGame, position: AnyPosition) -> Vec<AnyPosition> {
    let moves = game.legal_moves(position).iter();
    let mut children: Vec<_> = moves.map(|mv| canonical(game, game.play(position, mv))).collect();
    children.sort_unstable();
    children.dedup();
    children
}

/// The position after a random move, and the number of different positions that a move could lead to. `None` if the game is
/// over.
fn step(game: &AnyGame, position: AnyPosition, mut random: Random) -> Option<(AnyPosition, usize)> {
    let moves = game.legal_moves(position).iter();
    let mut children: Vec<_> = moves.map(|mv| game.play(position, mv)).collect();
    if children.is_empty() {
        return None;
    }
    let child = children[random.below(children.len())];
    children.sort_unstable();
    children.dedup();
    Some((canonical(game, child), children.len()))
}

/// The hash of a position. Two positions with the same hash would count as one, which does not matter for an estimate.
fn hash(position: &AnyPosition) -> u64 {
    let mut hasher = DefaultHasher::new();
    position.hash(&mut hasher);
    hasher.finish()
}

/// Random numbers (`SplitMix64`), the same for the same seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is not 0.
    fn below(&mut self, end: usize) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "it is below `end`")]
        let number = ((u128::from(self.next()) * end as u128) >> 64) as usize;
        number
    }
}

#[expect(clippy::cast_precision_loss, reason = "an estimate")]
fn float(count: usize) -> f64 {
    count as f64
}
