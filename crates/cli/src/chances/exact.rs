//! The exact results of two levels against each other: all plays are walked with their probabilities.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    hash::Hash,
};

use bytesize::ByteSize;
use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};
use perfect_play_core::{Game, Level, MoveChance, Player, Probe};
use perfect_play_engine::{AnyGame, AnyPosition, AnyTable};
use perfect_play_proof::TableError;

use crate::{
    chances::{
        play_limit::PlayLimit,
        results::{End, Results},
    },
    positions::{canonical::canonical, position_in_play::PositionInPlay},
    terminal::exit::Trouble,
};

/// The most positions that are walked. Symmetric positions count once, unless a level distinguishes them.
pub(crate) const MAX_WALKED: usize = 1_000_000;

/// Adds a position to the others. Returns whether it is new.
fn add<P: Eq + Hash>(positions: &mut HashSet<P>, position: P) -> Result<bool, Trouble> {
    positions.try_reserve(1).map_err(|_| {
        let bytes = ByteSize((2 * positions.capacity() * size_of::<P>()) as u64);
        Trouble::new(format!(
            "there is not enough memory to count the positions that can be reached: it takes {bytes} more. \
             `--games 10000` does not count them"
        ))
    })?;
    Ok(positions.insert(position))
}

/// Whether at most `most` positions can be reached.
fn are_few<G: Game>(game: &G, start: G::Position, most: usize) -> Result<bool, Trouble> {
    let mut met = HashSet::from([start]);
    let mut left = vec![start];
    while let Some(position) = left.pop() {
        for mv in game.legal_moves(position) {
            let child = game.play(position, mv);
            if add(&mut met, child)? {
                left.push(child);
            }
        }
        if met.len() > most {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Why there is no exact answer.
pub(crate) enum NoExact {
    /// More than [`MAX_WALKED`] positions can be reached.
    TooLarge,
    /// The table is wrong, or cannot be read.
    Table(TableError),
}

/// Whether exact chances from a position can be computed, whatever the levels do. They can if at most [`MAX_WALKED`]
/// positions can be reached. This needs no table.
pub(crate) fn is_small(
    game: &AnyGame,
    start: AnyPosition,
    levels: [Level; 2],
    longest: PlayLimit,
) -> Result<bool, Trouble> {
    match game.board(start) {
        // Boards take less memory.
        Some((game, board)) => is_small_from(&game, board, levels, longest),
        None => is_small_from(game, start, levels, longest),
    }
}

fn is_small_from<G: Game>(
    game: &G,
    start: G::Position,
    levels: [Level; 2],
    longest: PlayLimit,
) -> Result<bool, Trouble> {
    if game.repeats() {
        return are_few(game, start, MAX_WALKED / usize::from(longest.plies).max(1));
    }
    let mut positions = HashSet::from([start]);
    let mut count = 1;
    while !positions.is_empty() {
        let mut reached = HashSet::new();
        for position in positions {
            for mv in game.legal_moves(position) {
                add(&mut reached, key(game, game.play(position, mv), levels))?;
                if count + reached.len() > MAX_WALKED {
                    return Ok(false);
                }
            }
        }
        count += reached.len();
        positions = reached;
    }
    Ok(true)
}

/// Whether the rules alone show that exact chances are out of reach: there are too many positions, and the levels may
/// play any move.
pub(crate) fn is_too_large(
    game: &AnyGame,
    start: AnyPosition,
    levels: [Level; 2],
    longest: PlayLimit,
) -> Result<bool, Trouble> {
    let plays_any_move = |level| match level {
        Level::Blind | Level::Lookahead(0) => true,
        Level::Skill(chance) => (1..chance.denominator().get()).contains(&chance.numerator()),
        Level::Easy
        | Level::Medium
        | Level::Hard
        | Level::Perfect
        | Level::Lookahead(_)
        | Level::Novice
        | Level::Master => false,
    };
    Ok(levels.into_iter().all(plays_any_move) && !is_small(game, start, levels, longest)?)
}

/// A representative of all positions that the levels treat alike. Most levels choose by the moves' worth alone and
/// treat symmetric positions alike. Novice and master take the first of equally good moves, which is not symmetric.
fn key<G: Game>(game: &G, position: G::Position, levels: [Level; 2]) -> G::Position {
    if levels.into_iter().any(|level| matches!(level, Level::Novice | Level::Master)) {
        position
    } else {
        canonical(game, position)
    }
}

/// How often games between two levels, X's first, end in each way, from this position on. A game that is not over at
/// the limit counts as a draw.
pub(crate) fn exact(
    table: &AnyTable,
    start: PositionInPlay<AnyPosition>,
    levels: [Level; 2],
    longest: PlayLimit,
) -> Result<Results<BigRational>, NoExact> {
    let PositionInPlay { position, player } = start;
    match table.game().board(position) {
        // Boards take less memory.
        Some((game, position)) => {
            exact_from(&table.as_of(game), PositionInPlay { position, player }, levels, longest)
        }
        None => exact_from(table, start, levels, longest),
    }
}

fn exact_from<P: Probe>(
    table: &P,
    start: PositionInPlay<<P::Game as Game>::Position>,
    levels: [Level; 2],
    longest: PlayLimit,
) -> Result<Results<BigRational>, NoExact> {
    let game = table.game();
    let [x, o] = levels;
    let mut tally = Results::new();
    let mut walked = 0;
    // The chance of each position that can be reached in this many plies, by its key. Every ply is one step, so a
    // position that several plays reach is processed once. All chances share one denominator, so no fraction is reduced
    // at each step.
    let alike = |turn: PositionInPlay<_>| PositionInPlay {
        position: key(game, turn.position, levels),
        ..turn
    };
    let mut reached = BTreeMap::from([(alike(start), BigUint::one())]);
    let mut denominator = BigUint::one();
    for plies in 0..=longest.plies {
        if reached.is_empty() {
            break;
        }
        walked += reached.len();
        if walked > MAX_WALKED {
            return Err(NoExact::TooLarge);
        }
        let mut turns = Vec::new();
        let mut ended = Results::new();
        for (turn, weight) in reached {
            let end = turn.end(game).or((plies == longest.plies).then_some(None));
            if let Some(winner) = end {
                ended.add(End { winner, plies }, weight);
            } else {
                let level = match turn.player {
                    Player::X => x,
                    Player::O => o,
                };
                let policy = level.policy(table, turn.position);
                let policy =
                    policy.map_err(|reason| TableError::at(game, turn.position, reason))?;
                turns.push((turn, weight, policy));
            }
        }
        for (end, weight) in ended.ends() {
            let chance = BigRational::new(weight.clone().into(), denominator.clone().into());
            tally.add(end, chance);
        }
        let chances = turns.iter().flat_map(|(_, _, policy)| policy.chances());
        let denominators: BTreeSet<_> = chances.map(|chance| chance.denominator).collect();
        let common = denominators
            .into_iter()
            .fold(BigUint::one(), |common, other| common.lcm(&other.get().into()));
        reached = BTreeMap::new();
        for (turn, weight, policy) in turns {
            for MoveChance { mv, numerator, denominator } in policy.chances() {
                let parts = &common / denominator.get() * numerator;
                *reached.entry(alike(turn.after(game, mv))).or_insert_with(BigUint::zero) +=
                    &weight * parts;
            }
        }
        denominator *= common;
    }
    Ok(tally)
}

impl From<TableError> for NoExact {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}
