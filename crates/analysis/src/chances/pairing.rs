//! How games between two levels end.

use std::{collections::BTreeMap, ops::AddAssign};

use num_rational::BigRational;
use num_traits::Zero;
use perfect_play_core::{Game, Level, Player, Probe};
use perfect_play_numbering::TableError;
use serde::Serialize;

use crate::{
    Turn,
    chances::{
        chance::{Chance, Fraction, Mean},
        exact::{ExactError, exact},
        play_limit::PlayLimit,
        results::Results,
        sample::{Sample, sample},
    },
};

/// Two levels, and how often games between them end in each way.
///
/// ```
/// use perfect_play_analysis::{Pairing, PlayLimit, Turn};
/// use perfect_play_core::{Game, Level, Objective, Probe};
/// use perfect_play_games::Mnk;
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let game = table.game();
/// let (start, limit) = (Turn::first(game, game.start()), PlayLimit::new(game, None));
/// let pairing = Pairing::exact(&table, start, [Level::Perfect, Level::Blind], limit, &mut |_| ())?;
/// assert_eq!(pairing.o_wins.value(), 0.0);
/// assert!(pairing.x_wins_by_moves[&3].value() > 0.6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pairing {
    /// The name of the game.
    pub game: String,
    /// The level of X.
    pub x: Level,
    /// The level of O.
    pub o: Level,
    /// Whether the chances are exact.
    pub exact: bool,
    /// How many games were played, if the chances are from a sample.
    pub games: Option<u64>,
    /// The seed of the sample.
    pub seed: Option<u64>,
    /// The limit on plies, if some games may have reached it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u16>,
    /// The chance that X wins.
    pub x_wins: Chance,
    /// The chance that O wins.
    pub o_wins: Chance,
    /// The chance of a draw.
    pub draws: Chance,
    /// The chance that X wins with this many moves of its own. Empty if a player moved twice in succession in one of these
    /// games: the plies then do not tell the moves of each player.
    pub x_wins_by_moves: BTreeMap<u16, Chance>,
    /// The same for O.
    pub o_wins_by_moves: BTreeMap<u16, Chance>,
    /// The mean length of a game.
    pub expected_plies: Mean,
}

impl Pairing {
    /// The exact chances of games between two levels, X's first, from this turn on. `report` is called now and then with
    /// the number of positions that were walked.
    ///
    /// # Errors
    ///
    /// As [`exact`].
    pub fn exact<T: Probe>(
        table: &T,
        start: Turn<<T::Game as Game>::Position>,
        levels: [Level; 2],
        limit: PlayLimit,
        report: &mut dyn FnMut(usize),
    ) -> Result<Self, ExactError> {
        let tally = exact(table, start, levels, limit, report)?;
        let mean = tally.ends().fold(BigRational::zero(), |sum, (end, chance)| {
            sum + chance * BigRational::from_integer(end.plies.into())
        });
        let how = How { levels, first: start.player, sample: None, limit };
        let mean = Mean::Exact(Fraction::new(&mean));
        Ok(Self::new(table, how, &tally, mean, |chance| Chance::Exact(Fraction::new(chance))))
    }

    /// The chances of games between two levels, X's first, counted in a sample. `report` is called as by [`sample`].
    ///
    /// # Errors
    ///
    /// As [`sample`].
    pub fn sampled<T: Probe + Sync>(
        table: &T,
        start: Turn<<T::Game as Game>::Position>,
        levels: [Level; 2],
        (asked, limit): (Sample, PlayLimit),
        report: &(dyn Fn(u64) + Sync),
    ) -> Result<Self, TableError> {
        let tally = sample(table, start, levels, (asked, limit), 0, report)?;
        let how = How { levels, first: start.player, sample: Some(asked), limit };
        let mean = Mean::of_plies(&tally, asked.games, limit.plies());
        Ok(Self::new(table, how, &tally, mean, |&count| Chance::sampled(count, asked.games)))
    }

    fn new<T: Probe, W: Zero + Clone + AddAssign>(
        table: &T,
        How { levels: [x, o], first, sample, limit }: How,
        tally: &Results<W>,
        expected_plies: Mean,
        chance: impl Fn(&W) -> Chance,
    ) -> Self {
        let wins = |winner| chance(&tally.wins(winner));
        let by_moves = |winner| {
            let wins = tally.wins_by_moves(winner, first).into_iter();
            wins.map(|(moves, weight)| (moves, chance(&weight))).collect()
        };
        Self {
            game: table.game().to_string(),
            x,
            o,
            exact: sample.is_none(),
            games: sample.map(|sample| sample.games),
            seed: sample.map(|sample| sample.seed),
            max_plies: limit.shown(tally),
            x_wins: wins(Some(Player::X)),
            o_wins: wins(Some(Player::O)),
            draws: wins(None),
            x_wins_by_moves: by_moves(Player::X),
            o_wins_by_moves: by_moves(Player::O),
            expected_plies,
        }
    }
}

/// Who played, and how the results were found.
struct How {
    levels: [Level; 2],
    /// The player who moved first.
    first: Player,
    sample: Option<Sample>,
    limit: PlayLimit,
}
