//! The results of a pairing.

use std::{collections::BTreeMap, ops::AddAssign};

use num_rational::BigRational;
use num_traits::Zero;
use perfect_play_core::{Game, Level, Next, Player, Probe};
use perfect_play_engine::AnyTable;
use serde::Serialize;

use crate::chances::{
    chance::{Chance, Fraction, Z},
    play_limit::PlayLimit,
    results::Results,
    sample::Sample,
};

/// Two levels, and how often games between them end in each way.
#[derive(Serialize)]
pub(super) struct Pairing {
    pub(super) game: String,
    pub(super) x: Level,
    pub(super) o: Level,
    pub(super) exact: bool,
    pub(super) games: Option<u64>,
    pub(super) seed: Option<u64>,
    /// The limit on plies, if some games may have reached it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max_plies: Option<u16>,
    pub(super) x_wins: Chance,
    pub(super) o_wins: Chance,
    pub(super) draws: Chance,
    pub(super) x_wins_by_moves: BTreeMap<u16, Chance>,
    pub(super) o_wins_by_moves: BTreeMap<u16, Chance>,
    pub(super) expected_plies: Mean,
}

/// A mean over all games.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Mean {
    Exact(Fraction),
    /// The mean of the games played. The mean of all games is between the two ends with 95% confidence.
    Sampled {
        value: f64,
        low: f64,
        high: f64,
    },
}

impl Pairing {
    pub(super) fn exact(
        table: &AnyTable,
        levels: [Level; 2],
        longest: PlayLimit,
        tally: &Results<BigRational>,
    ) -> Self {
        let mean = tally.ends().fold(BigRational::zero(), |sum, (end, chance)| {
            sum + chance * BigRational::from_integer(end.plies.into())
        });
        let how = How { exact: true, games: None, seed: None, longest };
        let mean = Mean::Exact(Fraction::new(&mean));
        Self::new(table, levels, how, tally, mean, |chance| Chance::Exact(Fraction::new(chance)))
    }

    pub(super) fn sampled(
        table: &AnyTable,
        levels: [Level; 2],
        (Sample { games, seed }, longest): (Sample, PlayLimit),
        tally: &Results<u64>,
    ) -> Self {
        let how = How { exact: false, games: Some(games), seed: Some(seed), longest };
        let mean = Mean::of_plies(tally, games, most_plies(table, longest));
        Self::new(table, levels, how, tally, mean, |&count| Chance::sampled(count, games))
    }

    fn new<W: Zero + Clone + AddAssign>(
        table: &AnyTable,
        [x, o]: [Level; 2],
        How { exact, games, seed, longest }: How,
        tally: &Results<W>,
        expected_plies: Mean,
        share: impl Fn(&W) -> Chance,
    ) -> Self {
        let wins = |winner| share(&tally.wins(winner));
        // If a player may move again, the number of plies does not determine the number of moves of each player.
        let players_alternate = players_alternate(table);
        let by_moves = |winner| {
            let wins = tally.wins_by_moves(winner, Player::X);
            let wins = wins.iter().filter(|_| players_alternate);
            wins.map(|(&moves, weight)| (moves, share(weight))).collect()
        };
        Self {
            game: table.game().to_string(),
            x,
            o,
            exact,
            games,
            seed,
            max_plies: longest.told(tally),
            x_wins: wins(Some(Player::X)),
            o_wins: wins(Some(Player::O)),
            draws: wins(None),
            x_wins_by_moves: by_moves(Player::X),
            o_wins_by_moves: by_moves(Player::O),
            expected_plies,
        }
    }
}

/// How the results were found.
struct How {
    exact: bool,
    games: Option<u64>,
    seed: Option<u64>,
    longest: PlayLimit,
}

impl Mean {
    #[expect(clippy::cast_precision_loss, reason = "fractions of a ply do not matter")]
    fn of_plies(tally: &Results<u64>, games: u64, max_plies: u16) -> Self {
        let max_plies = f64::from(max_plies);
        let n = games as f64;
        let plies = || tally.ends().map(|(end, &count)| (f64::from(end.plies), count as f64));
        let value = plies().map(|(plies, count)| plies * count).sum::<f64>() / n;
        let squares = plies().map(|(plies, count)| (plies - value).powi(2) * count).sum::<f64>();
        let spread = if squares > 0.0 {
            Z * (squares / (n - 1.0) / n).sqrt()
        } else {
            // All games were equally long, which proves little if there were few games (W. Hoeffding, "Probability
            // Inequalities for Sums of Bounded Random Variables", 1963).
            max_plies * ((2.0_f64 / 0.05).ln() / (2.0 * n)).sqrt()
        };
        let (low, high) = ((value - spread).max(0.0), (value + spread).min(max_plies));
        Self::Sampled { value, low, high }
    }
}

/// The most plies of a play. If the game counts them, the table knows the longest play.
fn most_plies(table: &AnyTable, longest: PlayLimit) -> u16 {
    let game = table.game();
    if game.mnk().is_some() || game.ply(game.start()).is_none() {
        return longest.plies;
    }
    let plies = table.positions().filter_map(|position| game.ply(position)).max();
    plies.map_or(longest.plies, |plies| plies.min(longest.plies))
}

/// Whether the players always take turns.
fn players_alternate(table: &AnyTable) -> bool {
    let game = table.game();
    if game.mnk().is_some() || game.is_impartial() {
        return true;
    }
    table.positions().all(|position| {
        let mut moves = game.legal_moves(position).iter();
        moves.all(|mv| game.next(position, game.play(position, mv)) == Next::Opponent)
    })
}
