//! What two levels are worth against each other, exactly: the table walked with probabilities.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use perfect_play_core::{Game, Level, MoveChance, Player, Probe};
use perfect_play_table::{Contradiction, TableError};
use serde::Serialize;

use crate::tally::{End, Tally};

/// The most positions that are walked.
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

/// How often games between two levels end in which way, X playing at one level and O at the other,
/// from a position on. `report` is told how many plies are done, of how many at most.
pub(crate) fn exact<P: Probe>(
    table: &P,
    start: <P::Game as Game>::Position,
    level: impl Fn(Player) -> Level,
    report: &mut dyn FnMut(u64, u64),
) -> Result<Tally<BigRational>, NoExact> {
    let game = table.game();
    let mut tally = Tally::new();
    let mut walked = 0;
    // The chance of each position that can be reached in so many plies, by its code: every ply is
    // one step, so positions that several plays lead to are looked at once. The chances have one
    // denominator, which spares reducing a fraction at every step.
    let mut reached = BTreeMap::from([(game.encode(start), BigUint::one())]);
    let mut denominator = BigUint::one();
    for plies in 0..=game.max_plies() {
        walked += reached.len();
        if walked > MAX_WALKED {
            return Err(NoExact::TooLarge);
        }
        report(plies.into(), game.max_plies().into());
        let mut turns = Vec::new();
        let mut ended = Tally::new();
        for (code, weight) in reached {
            let position =
                game.decode(code).map_err(|_| TableError::from(Contradiction::at(game, start)))?;
            if game.terminal(position).is_some() {
                ended.add(End { winner: game.winner(position), plies }, weight);
            } else {
                let policy = level(game.to_move(position)).policy(table, position);
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
                let code = game.encode(game.play(position, mv));
                *reached.entry(code).or_insert_with(BigUint::zero) += &weight * parts;
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
