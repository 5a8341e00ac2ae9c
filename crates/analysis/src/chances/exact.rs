//! The exact results of two levels against each other: all plays are walked with their probabilities.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    hash::Hash,
};

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};
use perfect_play_core::{Game, Level, MoveChance, Player, Probe};
use perfect_play_numbering::TableError;
use thiserror::Error;

use crate::{
    Turn, canonical,
    chances::{
        play_limit::PlayLimit,
        results::{End, Results},
    },
};

/// The most positions that are walked. Symmetric positions count once, unless a level distinguishes them.
pub const MAX_WALKED: usize = 1_000_000;

/// How many positions lie between two reports.
const REPORT_EVERY: usize = 1 << 10;

/// There is not enough memory to count the positions that can be reached.
///
/// ```
/// let error = perfect_play_analysis::OutOfMemory { bytes: 1024 };
/// assert_eq!(
///     error.to_string(),
///     "there is not enough memory to count the positions that can be reached: it takes 1024 bytes more",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "there is not enough memory to count the positions that can be reached: it takes {bytes} bytes more"
)]
pub struct OutOfMemory {
    /// How many bytes more it takes.
    pub bytes: u64,
}

/// Why there is no exact answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExactError {
    /// Play comes to more than [`MAX_WALKED`] positions, each counted once for every ply.
    #[error(
        "play comes to more than {MAX_WALKED} positions, each counted once for every ply, too many for exact chances: play a \
         sample of games"
    )]
    TooLarge,
    /// The table is wrong, or cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Adds a turn to the others.
fn add<P: Eq + Hash>(turns: &mut HashSet<Turn<P>>, turn: Turn<P>) -> Result<(), OutOfMemory> {
    turns
        .try_reserve(1)
        .map_err(|_| OutOfMemory { bytes: (2 * turns.capacity() * size_of::<Turn<P>>()) as u64 })?;
    turns.insert(turn);
    Ok(())
}

/// Whether exact chances from a position can be computed, whatever the levels (X's first) do: whether [`exact`] walks at
/// most [`MAX_WALKED`] positions if every legal move is played. A position counts once for each number of plies that leads to
/// it. This needs no table.
///
/// ```
/// use perfect_play_analysis::{PlayLimit, is_small};
/// use perfect_play_core::{Game, Level};
/// use perfect_play_games::Mnk;
///
/// let game = Mnk::TICTACTOE;
/// let limit = PlayLimit::new(&game, None);
/// assert!(is_small(&game, game.start(), [Level::Blind, Level::Perfect], limit)?);
/// # Ok::<(), perfect_play_analysis::OutOfMemory>(())
/// ```
///
/// # Errors
///
/// If the positions that can be reached do not fit into memory.
pub fn is_small<G: Game>(
    game: &G,
    start: G::Position,
    levels: [Level; 2],
    limit: PlayLimit,
) -> Result<bool, OutOfMemory> {
    are_few(game, start, levels, limit.plies().into())
}

/// Whether at most [`MAX_WALKED`] positions are walked in plays of so many plies.
pub(super) fn are_few<G: Game>(
    game: &G,
    start: G::Position,
    levels: [Level; 2],
    plies: u32,
) -> Result<bool, OutOfMemory> {
    let alike = alike(game, levels);
    let mut layer = HashSet::from([alike(Turn::first(game, start))]);
    let mut walked = 1;
    for _ in 0..plies {
        let mut next = HashSet::new();
        for turn in layer {
            for mv in game.legal_moves(turn.position) {
                add(&mut next, alike(turn.after(game, mv)))?;
                if walked + next.len() > MAX_WALKED {
                    return Ok(false);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        walked += next.len();
        layer = next;
    }
    Ok(true)
}

/// Whether the rules alone show that exact chances are out of reach: there are too many positions, and the levels (X's
/// first) may play any move.
///
/// ```
/// use perfect_play_analysis::{PlayLimit, is_too_large};
/// use perfect_play_core::{Game, Level};
/// use perfect_play_games::Morris;
///
/// let game = Morris::THREE_MENS_MORRIS;
/// // Play can repeat a position, so every position may be walked once for each ply.
/// let [short, long] = [100, 50_000].map(|plies| PlayLimit::new(&game, Some(plies)));
/// assert!(!is_too_large(&game, game.start(), [Level::Blind; 2], short)?);
/// assert!(is_too_large(&game, game.start(), [Level::Blind; 2], long)?);
/// // The master always plays one move, so few positions can be reached.
/// assert!(!is_too_large(&game, game.start(), [Level::Master, Level::Blind], long)?);
/// # Ok::<(), perfect_play_analysis::OutOfMemory>(())
/// ```
///
/// # Errors
///
/// If the positions that can be reached do not fit into memory.
pub fn is_too_large<G: Game>(
    game: &G,
    start: G::Position,
    levels: [Level; 2],
    limit: PlayLimit,
) -> Result<bool, OutOfMemory> {
    let plays_any_move = |level| match level {
        Level::Blind | Level::Lookahead(0) => true,
        Level::Skill(chance) => (1..chance.denominator().get()).contains(&chance.numerator()),
        Level::Easy
        | Level::Medium
        | Level::Hard
        | Level::Perfect
        | Level::Tricky
        | Level::Lookahead(_)
        | Level::Novice
        | Level::Master => false,
    };
    Ok(levels.into_iter().all(plays_any_move) && !is_small(game, start, levels, limit)?)
}

/// Gives a representative of all turns that the levels treat alike. Most levels choose by the moves' worth alone and treat
/// symmetric positions alike. Novice and master take the first of equally good moves, which is not symmetric.
fn alike<G: Game>(game: &G, levels: [Level; 2]) -> impl Fn(Turn<G::Position>) -> Turn<G::Position> {
    let all_differ = levels.into_iter().any(|level| matches!(level, Level::Novice | Level::Master));
    move |turn| {
        if all_differ { turn } else { Turn { position: canonical(game, turn.position), ..turn } }
    }
}

/// The chance of each end of a game between two levels, X's first, from this turn on. A game that is not over at the
/// limit counts as a draw. `report` is called now and then with the number of positions that were walked.
///
/// ```
/// use perfect_play_analysis::{PlayLimit, Turn, exact};
/// use perfect_play_core::{Game, Level, Objective, Player, Probe};
/// use perfect_play_games::Mnk;
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let game = table.game();
/// let limit = PlayLimit::new(game, None);
/// let chances = exact(&table, Turn::first(game, game.start()), [Level::Blind; 2], limit, &mut |_| ())?;
/// assert_eq!(chances.wins(None).to_string(), "8/63");
/// assert_eq!(chances.wins(Some(Player::X)).to_string(), "737/1260");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If more than [`MAX_WALKED`] positions can be reached, or if the table contradicts itself or cannot be read.
pub fn exact<T: Probe>(
    table: &T,
    start: Turn<<T::Game as Game>::Position>,
    levels: [Level; 2],
    limit: PlayLimit,
    report: &mut dyn FnMut(usize),
) -> Result<Results<BigRational>, ExactError> {
    let game = table.game();
    let [x, o] = levels;
    let mut tally = Results::new();
    let mut walked = 0;
    // The chance of each position that can be reached in this many plies, by its key. Every ply is one step, so a
    // position that several plays reach is processed once. All chances share one denominator, so no fraction is reduced
    // at each step.
    let alike = alike(game, levels);
    let mut reached = BTreeMap::from([(alike(start), BigUint::one())]);
    let mut denominator = BigUint::one();
    for plies in 0..=limit.plies() {
        if reached.is_empty() {
            break;
        }
        walked += reached.len();
        if walked > MAX_WALKED {
            return Err(ExactError::TooLarge);
        }
        let mut turns = Vec::new();
        let mut ended = Results::new();
        let before = walked - reached.len();
        for (i, (turn, weight)) in reached.into_iter().enumerate() {
            if i % REPORT_EVERY == 0 {
                report(before + i);
            }
            let end = turn.end(game).or((plies == limit.plies()).then_some(None));
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
                let next = turn.after(game, mv);
                tally.alternate &= next.player != turn.player;
                *reached.entry(alike(next)).or_insert_with(BigUint::zero) += &weight * parts;
            }
        }
        denominator *= common;
    }
    Ok(tally)
}
