//! Games played and counted: the same for a seed, for any number of threads.

use perfect_play_core::{Game, Level, Player, Probe};
use perfect_play_parallel::{ParallelIterator, parallel};
use perfect_play_table::{Contradiction, TableError};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

use crate::tally::{End, Tally};

/// Games that share a stream of random numbers. Which stream a game draws from depends on its
/// number alone, not on the thread that plays it.
const BATCH: u64 = 1_000;

/// Batches between two reports.
const ROUND: u64 = 64;

/// Plays games from the start, the first level being X's; counts how they end.
pub(super) fn sample<P: Probe + Sync>(
    table: &P,
    levels: [Level; 2],
    games: u64,
    seed: u64,
    report: &mut dyn FnMut(u64, u64),
) -> Result<Tally<u64>, TableError> {
    let batches = games.div_ceil(BATCH);
    let mut tally = Tally::new();
    let mut begin = 0;
    while begin < batches {
        let end = (begin + ROUND).min(batches);
        let round: Vec<_> = parallel(begin..end)
            .map(|batch| {
                let games = (games - batch * BATCH).min(BATCH);
                play_batch(table, levels, games, seed, batch)
            })
            .collect();
        // In their order, so that of several errors the first one is told.
        for batch in round {
            tally = tally.merged(batch?);
        }
        begin = end;
        report((end * BATCH).min(games), games);
    }
    Ok(tally)
}

fn play_batch<P: Probe>(
    table: &P,
    levels: [Level; 2],
    games: u64,
    seed: u64,
    batch: u64,
) -> Result<Tally<u64>, TableError> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(batch);
    let mut tally = Tally::new();
    for _ in 0..games {
        tally.add(play(table, levels, &mut || random.next_u32())?, 1);
    }
    Ok(tally)
}

/// Plays one game.
fn play<P: Probe>(
    table: &P,
    [x, o]: [Level; 2],
    random: &mut dyn FnMut() -> u32,
) -> Result<End, TableError> {
    let game = table.game();
    let mut position = game.start();
    let mut plies = 0;
    while game.terminal(position).is_none() {
        let level = match game.to_move(position) {
            Player::X => x,
            Player::O => o,
        };
        let chosen = level
            .choose(table, position, &mut *random)
            .map_err(|reason| TableError::at(game, position, reason))?;
        let mv = chosen.ok_or_else(|| Contradiction::at(game, position))?;
        position = game.play(position, mv);
        plies += 1;
    }
    Ok(End { winner: game.winner(position), plies })
}
