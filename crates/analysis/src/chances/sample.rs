//! Plays games and counts the results. A seed gives the same games for any number of threads.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use perfect_play_core::{Game, Level, Player, Probe};
use perfect_play_numbering::{Contradiction, TableError};
use perfect_play_parallel::{ParallelIterator, parallel};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

use crate::{
    Turn,
    chances::{
        play_limit::PlayLimit,
        results::{End, Results},
    },
};

/// Games that share a stream of random numbers. The number of a game decides its stream, not the thread that plays it.
const BATCH: u64 = 1_000;

/// The number of batches whose results are in memory at the same time.
const ROUND: u64 = 64;

/// How many reports there are of a sample with many games. With fewer games, each game is reported.
const REPORTS: u64 = 1_000;

/// The number of streams that are reserved for each sample. It is more than the batches of any sample.
const STREAMS: u64 = 1 << 40;

/// The number of games to play, and the seed of their random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// How many games are played.
    pub games: u64,
    /// The seed. The same seed gives the same games.
    pub seed: u64,
}

impl Sample {
    /// 10,000 games: what programs play if exact chances would take too long.
    pub const DEFAULT: Self = Self { games: 10_000, seed: 1 };

    /// 4 games: what programs play if the values of the table are searched. With Connect Four they take a few seconds.
    pub const SEARCHED: Self = Self { games: 4, ..Self::DEFAULT };

    /// The sample with this number of games and this seed, if one of them is given. The other is that of
    /// [`Sample::DEFAULT`].
    ///
    /// ```
    /// use perfect_play_analysis::Sample;
    ///
    /// assert_eq!(Sample::asked(None, Some(7)), Some(Sample { games: 10_000, seed: 7 }));
    /// assert_eq!(Sample::asked(None, None), None);
    /// ```
    #[must_use]
    pub fn asked(games: Option<u64>, seed: Option<u64>) -> Option<Self> {
        let Self { games: usual_games, seed: usual_seed } = Self::DEFAULT;
        (games.is_some() || seed.is_some())
            .then(|| Self { games: games.unwrap_or(usual_games), seed: seed.unwrap_or(usual_seed) })
    }
}

/// Plays games between two levels, X's first, from this turn on, and counts the results. Games are played on all cores.
///
/// Samples with different numbers draw different random numbers from one seed. `report` is called, on any thread, with the
/// number of games played: after each game if there are few, otherwise now and then.
///
/// ```
/// use perfect_play_analysis::{PlayLimit, Sample, Turn, sample};
/// use perfect_play_core::{Game, Level, Objective, Player, Probe};
/// use perfect_play_games::Mnk;
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let game = table.game();
/// let limit = PlayLimit::new(game, None);
/// let start = Turn::first(game, game.start());
/// let levels = [Level::Perfect, Level::Blind];
/// let games = sample(&table, start, levels, (Sample { games: 100, seed: 7 }, limit), 0, &|_| ())?;
/// assert_eq!(games.wins(Some(Player::X)) + games.wins(None), 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the table contradicts itself or cannot be read.
pub fn sample<T: Probe + Sync>(
    table: &T,
    start: Turn<<T::Game as Game>::Position>,
    levels: [Level; 2],
    (Sample { games, seed }, limit): (Sample, PlayLimit),
    number: u64,
    report: &(dyn Fn(u64) + Sync),
) -> Result<Results<u64>, TableError> {
    let (played, every) = (AtomicU64::new(0), games.div_ceil(REPORTS));
    let count = &|| {
        let played = played.fetch_add(1, Relaxed) + 1;
        if played.is_multiple_of(every) {
            report(played);
        }
    };
    let batches = games.div_ceil(BATCH);
    let first_stream = number.wrapping_mul(STREAMS);
    let mut tally = Results::new();
    let mut begin = 0;
    while begin < batches {
        let end = (begin + ROUND).min(batches);
        let round: Vec<_> = parallel(begin..end)
            .map(|batch| {
                let games = (games - batch * BATCH).min(BATCH);
                let mut random = ChaCha8Rng::seed_from_u64(seed);
                random.set_stream(first_stream.wrapping_add(batch));
                play_batch(table, start, levels, (games, limit), &mut random, count)
            })
            .collect();
        // The batches are in order, so of several errors the first one is returned.
        for batch in round {
            tally = tally.merged(batch?);
        }
        begin = end;
    }
    Ok(tally)
}

fn play_batch<T: Probe>(
    table: &T,
    start: Turn<<T::Game as Game>::Position>,
    levels: [Level; 2],
    (games, limit): (u64, PlayLimit),
    random: &mut ChaCha8Rng,
    count: &(dyn Fn() + Sync),
) -> Result<Results<u64>, TableError> {
    let mut tally = Results::new();
    for _ in 0..games {
        play(table, start, levels, limit.plies(), &mut || random.next_u32(), &mut tally)?;
        count();
    }
    Ok(tally)
}

/// Plays one game, and counts it.
fn play<T: Probe>(
    table: &T,
    start: Turn<<T::Game as Game>::Position>,
    [x, o]: [Level; 2],
    limit: u16,
    random: &mut dyn FnMut() -> u32,
    tally: &mut Results<u64>,
) -> Result<(), TableError> {
    let game = table.game();
    let mut turn = start;
    let mut plies = 0;
    loop {
        if let Some(winner) = turn.end(game).or((plies == limit).then_some(None)) {
            tally.add(End { winner, plies }, 1);
            return Ok(());
        }
        let level = match turn.player {
            Player::X => x,
            Player::O => o,
        };
        let chosen = level
            .choose(table, turn.position, &mut *random)
            .map_err(|reason| TableError::at(game, turn.position, reason))?;
        let mv = chosen.ok_or_else(|| Contradiction::at(game, turn.position))?;
        let next = turn.after(game, mv);
        tally.alternate &= next.player != turn.player;
        turn = next;
        plies += 1;
    }
}
