//! What two levels are worth against each other, exactly: the table walked with probabilities.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use perfect_play_core::{Chance, Game, Level, Player, Probe};
use perfect_play_table::Contradiction;
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
    /// The table cannot be right.
    Contradiction(Contradiction),
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
    // one step, so positions that several plays lead to are looked at once.
    let mut reached = BTreeMap::from([(game.encode(start), BigRational::one())]);
    for plies in 0..=game.max_plies() {
        walked += reached.len();
        if walked > MAX_WALKED {
            return Err(NoExact::TooLarge);
        }
        report(plies.into(), game.max_plies().into());
        let mut next = BTreeMap::new();
        for (code, weight) in reached {
            let position = if plies == 0 { Ok(start) } else { game.decode(code) };
            let position = position.map_err(|_| contradiction(game, start))?;
            if game.terminal(position).is_some() {
                tally.add(End { winner: game.winner(position), plies }, weight);
                continue;
            }
            let policy = level(game.to_move(position)).policy(table, position);
            let policy = policy.map_err(|_| contradiction(game, position))?;
            let mut chances = policy.chances().peekable();
            if chances.peek().is_none() {
                return Err(contradiction(game, position));
            }
            for (mv, chance) in chances {
                if !game.legal_moves(position).contains(mv) {
                    return Err(contradiction(game, position));
                }
                let code = game.encode(game.play(position, mv));
                *next.entry(code).or_insert_with(BigRational::zero) += &weight * rational(chance);
            }
        }
        reached = next;
    }
    Ok(tally)
}

fn contradiction<G: Game>(game: &G, position: G::Position) -> NoExact {
    NoExact::Contradiction(Contradiction::at(game, position))
}

fn rational(chance: Chance) -> BigRational {
    BigRational::new(chance.numerator().into(), chance.denominator().get().into())
}
