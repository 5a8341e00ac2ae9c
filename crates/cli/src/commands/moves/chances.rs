//! The chances after each move, between a perfect player and a random one.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::AddAssign,
};

use num_traits::Zero;
use perfect_play_core::{Game, Level, Player, Probe};
use perfect_play_engine::{AnyGame, AnyPosition, AnyTable};
use perfect_play_proof::{Contradiction, TableError};
use serde::Serialize;

use crate::{
    chances::{
        chance::{Chance, Fraction},
        exact::{NoExact, exact, is_small},
        play_limit::PlayLimit,
        results::Results,
        sample::{Sample, sample},
    },
    positions::{canonical::canonical, position_in_play::PositionInPlay},
    terminal::exit::Trouble,
};

/// How a game ends for one player.
#[derive(Clone, Serialize)]
pub(super) struct Chances {
    pub(super) win: Chance,
    pub(super) draw: Chance,
    pub(super) loss: Chance,
    /// The limit on plies, if some games may have reached it.
    #[serde(skip)]
    pub(super) max_plies: Option<u16>,
}

impl Chances {
    fn new<W: Zero + Clone + AddAssign>(
        player: Player,
        longest: PlayLimit,
        tally: &Results<W>,
        share: impl Fn(&W) -> Chance,
    ) -> Self {
        let chance = |winner| share(&tally.wins(winner));
        Self {
            win: chance(Some(player)),
            draw: chance(None),
            loss: chance(Some(player.opponent())),
            max_plies: longest.told(tally),
        }
    }
}

/// The pairs of levels: the mover's level and that of the other side, in both assignments.
const LEVELS: [[Level; 2]; 2] = [[Level::Perfect, Level::Blind], [Level::Blind, Level::Perfect]];

/// Whether chances from this position can be exact if a play takes at most this many plies. This needs no table.
pub(super) fn can_be_exact(
    game: &AnyGame,
    position: AnyPosition,
    longest: PlayLimit,
) -> Result<bool, Trouble> {
    let [first, second] = LEVELS.map(|levels| move || is_small(game, position, levels, longest));
    Ok(first()? && second()?)
}

/// How chances are determined.
#[derive(Clone, Copy)]
pub(super) struct How {
    /// The games to play; `None` for exact chances.
    pub(super) sample: Option<Sample>,
    /// The plies after which a game counts as a draw.
    pub(super) longest: PlayLimit,
}

/// The chances after the moves from one position. Symmetric moves are computed once.
pub(super) struct AllChances<'t> {
    table: &'t AnyTable,
    /// The side that moves.
    player: Player,
    how: How,
    /// The total number of games or exact computations.
    work: u64,
    known: BTreeMap<PositionInPlay<AnyPosition>, [Chances; 2]>,
}

impl<'t> AllChances<'t> {
    pub(super) fn new(table: &'t AnyTable, turn: PositionInPlay<AnyPosition>, how: How) -> Self {
        let game = table.game();
        let next = game.legal_moves(turn.position).iter().map(|mv| turn.after(game, mv));
        let different: BTreeSet<_> = next.map(|next| alike(game, next)).collect();
        let each = how.sample.map_or(1, |sample| sample.games);
        let work = each.saturating_mul((different.len() * LEVELS.len()) as u64);
        Self { table, player: turn.player, how, work, known: BTreeMap::new() }
    }

    /// The chances of the player who has moved to `next`: perfect against random, and random against perfect.
    pub(super) fn after(
        &mut self,
        next: PositionInPlay<AnyPosition>,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<[Chances; 2], TableError> {
        let alike = alike(self.table.game(), next);
        if let Some(known) = self.known.get(&alike) {
            return Ok(known.clone());
        }
        let chances = [self.chances(next, 0, progress)?, self.chances(next, 1, progress)?];
        self.known.insert(alike, chances.clone());
        Ok(chances)
    }

    /// The chances of one pair of [`LEVELS`].
    fn chances(
        &self,
        next: PositionInPlay<AnyPosition>,
        levels: usize,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Chances, TableError> {
        let number = (LEVELS.len() * self.known.len() + levels) as u64;
        let [mover, other] = LEVELS[levels];
        let levels = match self.player {
            Player::X => [mover, other],
            Player::O => [other, mover],
        };
        let longest = self.how.longest;
        if let Some(asked) = self.how.sample {
            let done = number.saturating_mul(asked.games);
            let report = &mut |played| progress(done.saturating_add(played), self.work);
            let tally = sample(self.table, next, levels, (asked, longest), number, report)?;
            return Ok(Chances::new(self.player, longest, &tally, |&won| {
                Chance::sampled(won, asked.games)
            }));
        }
        progress(number, self.work);
        let tally = exact(self.table, next, levels, longest).map_err(|error| match error {
            NoExact::Table(error) => error,
            // With legal moves only, no more positions can be reached than were counted.
            NoExact::TooLarge => Contradiction::at(self.table.game(), next.position).into(),
        })?;
        Ok(Chances::new(self.player, longest, &tally, |chance| {
            Chance::Exact(Fraction::new(chance))
        }))
    }
}

/// A turn that is the same for all symmetric images of its position.
fn alike(game: &AnyGame, turn: PositionInPlay<AnyPosition>) -> PositionInPlay<AnyPosition> {
    PositionInPlay { position: canonical(game, turn.position), ..turn }
}
