//! What two levels are worth against each other, exactly: the table walked with probabilities.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use perfect_play_core::{Board, Game, Level, MoveChance, Player, Probe, Symmetric, Tabular};
use perfect_play_games::Mnk;
use perfect_play_table::TableError;
use serde::Serialize;

use crate::tally::{End, Tally};

/// The most positions that are walked; symmetric ones count once, unless a level tells them apart.
pub(crate) const MAX_WALKED: usize = 1_000_000;

/// A number, exactly and about.
#[derive(Clone, Serialize)]
pub(crate) struct Fraction {
    /// In lowest terms.
    pub(crate) fraction: String,
    pub(crate) value: f64,
}

impl Fraction {
    pub(crate) fn new(number: &BigRational) -> Self {
        Self { fraction: number.to_string(), value: number.to_f64().unwrap_or(f64::NAN) }
    }
}

/// Why there is no exact answer.
pub(crate) enum NoExact {
    /// More than [`MAX_WALKED`] positions can be reached.
    TooLarge,
    /// The table cannot be right, or cannot be read.
    Table(TableError),
}

/// Whether exact chances from a position can be computed, however the levels play: at most
/// [`MAX_WALKED`] positions can be reached. This needs no table.
pub(crate) fn is_small(game: &Mnk, start: Board, levels: [Level; 2]) -> bool {
    let mut positions = vec![start];
    let mut count = 1;
    while !positions.is_empty() {
        let mut reached = HashSet::new();
        for position in positions {
            for mv in game.legal_moves(position) {
                reached.insert(key(game, game.play(position, mv), levels));
                if count + reached.len() > MAX_WALKED {
                    return false;
                }
            }
        }
        count += reached.len();
        positions = reached.into_iter().collect();
    }
    true
}

/// Whether exact chances are out of reach though nothing but the rules is known: there are too many
/// positions, and the levels may play any move.
pub(crate) fn is_too_large(game: &Mnk, start: Board, levels: [Level; 2]) -> bool {
    let plays_any_move = |level| match level {
        Level::Blind => true,
        Level::Skill(chance) => (1..chance.denominator().get()).contains(&chance.numerator()),
        Level::Novice | Level::Master | Level::Perfect => false,
    };
    levels.into_iter().all(plays_any_move) && !is_small(game, start, levels)
}

/// A position that stands for all that games between the levels treat alike. To a
/// level that goes by the moves' worth alone symmetric positions are alike; novice and master take
/// the first of equally good moves, which is not symmetric.
fn key(game: &Mnk, position: Board, levels: [Level; 2]) -> Board {
    if levels.into_iter().any(|level| matches!(level, Level::Novice | Level::Master)) {
        position
    } else {
        canonical(game, position)
    }
}

/// The same position for all its images.
pub(crate) fn canonical(game: &Mnk, position: Board) -> Board {
    let (_, symmetry) = game.canonical(position);
    game.image(position, symmetry)
}

/// How often games between two levels, the first being X's, end in which way, from a position on.
pub(crate) fn exact<P: Probe<Game = Mnk>>(
    table: &P,
    start: Board,
    levels: [Level; 2],
) -> Result<Tally<BigRational>, NoExact> {
    let game = table.game();
    let [x, o] = levels;
    let mut tally = Tally::new();
    let mut walked = 0;
    // The chance of each position that can be reached in so many plies, by its key: every ply is
    // one step, so positions that several plays lead to are looked at once. The chances have one
    // denominator, which spares reducing a fraction at every step.
    let mut reached = BTreeMap::from([(key(game, start, levels), BigUint::one())]);
    let mut denominator = BigUint::one();
    for plies in 0..=game.max_plies() {
        walked += reached.len();
        if walked > MAX_WALKED {
            return Err(NoExact::TooLarge);
        }
        let mut turns = Vec::new();
        let mut ended = Tally::new();
        for (position, weight) in reached {
            if game.terminal(position).is_some() {
                ended.add(End { winner: game.winner(position), plies }, weight);
            } else {
                let level = match game.to_move(position) {
                    Player::X => x,
                    Player::O => o,
                };
                let policy = level.policy(table, position);
                let policy = policy.map_err(|reason| TableError::at(game, position, reason))?;
                turns.push((position, weight, policy));
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
        for (position, weight, policy) in turns {
            for MoveChance { mv, numerator, denominator } in policy.chances() {
                let parts = &common / denominator.get() * numerator;
                let key = key(game, game.play(position, mv), levels);
                *reached.entry(key).or_insert_with(BigUint::zero) += &weight * parts;
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
