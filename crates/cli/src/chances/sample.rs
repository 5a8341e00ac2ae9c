//! Plays games and counts the results. A seed gives the same games for any number of threads.

use perfect_play_core::{Level, Player, Probe};
use perfect_play_engine::{AnyPosition, AnyTable};
use perfect_play_parallel::{ParallelIterator, parallel};
use perfect_play_proof::{Contradiction, TableError};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

use crate::{
    args::number_arg,
    chances::{
        play_limit::PlayLimit,
        results::{End, Results},
    },
    positions::position_in_play::PositionInPlay,
};

/// Games that share a stream of random numbers. The number of a game decides its stream, not the thread that plays it.
const BATCH: u64 = 1_000;

/// The number of batches between two reports.
const ROUND: u64 = 64;

/// The number of streams that are reserved for each sample. It is more than the batches of any sample.
const STREAMS: u64 = 1 << 40;

/// The number of games, on the command line.
#[derive(clap::Args)]
pub(crate) struct SampleArgs {
    /// Play this many games, and count
    #[arg(long, value_name = "N", value_parser = number_arg::games)]
    games: Option<u64>,
    /// Play games with this seed of random numbers [default: 1]
    #[arg(long, value_name = "S", value_parser = number_arg::seed)]
    seed: Option<u64>,
}

impl SampleArgs {
    /// The requested sample, if there is one.
    pub(crate) fn sample(&self) -> Option<Sample> {
        let (games, seed) = (self.games, self.seed);
        (games.is_some() || seed.is_some()).then(|| Sample {
            games: games.unwrap_or(Sample::DEFAULT.games),
            seed: seed.unwrap_or(Sample::DEFAULT.seed),
        })
    }
}

/// The number of games to play, and the seed of their random numbers.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) games: u64,
    pub(crate) seed: u64,
}

impl Sample {
    /// The default sample, used if exact chances would take too long.
    pub(crate) const DEFAULT: Self = Self { games: 10_000, seed: 1 };
}

/// Plays games from a position, X's level first, and counts the results. Different samples of one command have
/// different numbers, so they draw different random numbers. `report` is called with the number of games played.
pub(crate) fn sample(
    table: &AnyTable,
    start: PositionInPlay<AnyPosition>,
    levels: [Level; 2],
    (Sample { games, seed }, longest): (Sample, PlayLimit),
    number: u64,
    report: &mut dyn FnMut(u64),
) -> Result<Results<u64>, TableError> {
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
                play_batch(table, start, levels, (games, longest), &mut random)
            })
            .collect();
        // The batches are in order, so of several errors the first one is returned.
        for batch in round {
            tally = tally.merged(batch?);
        }
        begin = end;
        report((end * BATCH).min(games));
    }
    Ok(tally)
}

fn play_batch(
    table: &AnyTable,
    start: PositionInPlay<AnyPosition>,
    levels: [Level; 2],
    (games, longest): (u64, PlayLimit),
    random: &mut ChaCha8Rng,
) -> Result<Results<u64>, TableError> {
    let mut tally = Results::new();
    for _ in 0..games {
        tally.add(play(table, start, levels, longest.plies, &mut || random.next_u32())?, 1);
    }
    Ok(tally)
}

/// Plays one game.
fn play(
    table: &AnyTable,
    start: PositionInPlay<AnyPosition>,
    [x, o]: [Level; 2],
    longest: u16,
    random: &mut dyn FnMut() -> u32,
) -> Result<End, TableError> {
    let game = table.game();
    let mut turn = start;
    let mut plies = 0;
    loop {
        if let Some(winner) = turn.end(game) {
            return Ok(End { winner, plies });
        }
        if plies == longest {
            return Ok(End { winner: None, plies });
        }
        let level = match turn.player {
            Player::X => x,
            Player::O => o,
        };
        let chosen = level
            .choose(table, turn.position, &mut *random)
            .map_err(|reason| TableError::at(game, turn.position, reason))?;
        let mv = chosen.ok_or_else(|| Contradiction::at(game, turn.position))?;
        turn = turn.after(game, mv);
        plies += 1;
    }
}
