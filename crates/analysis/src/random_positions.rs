//! Positions drawn at random. A seed always draws the same ones.

use std::collections::BTreeSet;

use perfect_play_core::{Game, Probe};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

/// How many plies a random play has at most, if the game does not say it.
const LONGEST: u64 = 200;

/// How many random plays there are for each position that is drawn, at most: play may end before it has as many plies as
/// wanted, or come to the same position again.
const PLAYS: u64 = 100;

/// From a larger table, positions are drawn by random plays: to list all of them takes long.
const MOST_TO_LIST: u64 = 20_000_000;

/// Whether the positions of a table that stores about so many are listed, so that each is equally likely.
pub(crate) fn is_listed(stored: Option<u64>) -> bool {
    stored.is_some_and(|stored| stored <= MOST_TO_LIST)
}

/// Draws this many positions of a table that stores about so many; `None` if it is cut. Of up to 20 million, each is equally
/// likely ([`draw`]). From others, they are drawn by random plays of each length ([`draw_by_play`]).
///
/// ```
/// use perfect_play_analysis::draw_from;
/// use perfect_play_core::{Game, Objective, Probe};
/// use perfect_play_games::Mnk;
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let is_open = |board| table.game().end(board).is_none();
/// assert_eq!(draw_from(&table, Some(5478), 10_000, 1, is_open).len(), 4520);
/// assert_eq!(draw_from(&table, None, 100, 1, is_open).len(), 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw_from<T: Probe>(
    table: &T,
    stored: Option<u64>,
    count: u64,
    seed: u64,
    is_wanted: impl Fn(<T::Game as Game>::Position) -> bool,
) -> Vec<<T::Game as Game>::Position> {
    if is_listed(stored) {
        draw(table.positions().filter(|&position| is_wanted(position)), count, seed)
    } else {
        draw_by_play(table.game(), count, seed, is_wanted)
    }
}

/// Draws this many different positions: each after random moves, whose number has the same chance for all plies. There are
/// fewer if play does not reach as many. They ascend by ply, and then by key.
///
/// ```
/// use perfect_play_analysis::draw_by_play;
/// use perfect_play_core::Game;
/// use perfect_play_games::Mnk;
///
/// let game = Mnk::TICTACTOE;
/// let drawn = draw_by_play(&game, 100, 7, |board| game.end(board).is_none());
/// assert_eq!(drawn.len(), 100);
/// assert_eq!(drawn, draw_by_play(&game, 100, 7, |board| game.end(board).is_none()));
/// ```
pub fn draw_by_play<G: Game>(
    game: &G,
    count: u64,
    seed: u64,
    is_wanted: impl Fn(G::Position) -> bool,
) -> Vec<G::Position> {
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

/// Draws this many items, each with the same chance and at most once, and returns them in order; all, if there are no more.
/// It needs memory for the drawn items only (algorithm R of J. S. Vitter, "Random Sampling with a Reservoir", 1985).
///
/// ```
/// let drawn = perfect_play_analysis::draw(0..1000, 3, 7);
/// assert!(drawn.len() == 3 && drawn.is_sorted());
/// ```
pub fn draw<T>(items: impl Iterator<Item = T>, count: u64, seed: u64) -> Vec<T> {
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
