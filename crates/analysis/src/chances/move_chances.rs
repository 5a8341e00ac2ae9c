//! The chances after each move, between a perfect player and a random one.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::AddAssign,
};

use num_traits::Zero;
use perfect_play_core::{Game, Level, Player, Probe};
use perfect_play_numbering::{Contradiction, TableError};
use serde::Serialize;

use crate::{
    Turn, canonical,
    chances::{
        chance::{Chance, Fraction},
        exact::{ExactError, exact},
        play_limit::PlayLimit,
        results::Results,
        sample::{Sample, sample},
    },
};

/// How a game ends for one player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveChances {
    /// The chance that the player wins.
    pub win: Chance,
    /// The chance of a draw.
    pub draw: Chance,
    /// The chance that the player loses.
    pub loss: Chance,
    /// The limit on plies, if some games may have reached it. It is not in JSON.
    #[serde(skip)]
    pub max_plies: Option<u16>,
}

impl MoveChances {
    fn new<W: Zero + Clone + AddAssign>(
        player: Player,
        limit: PlayLimit,
        tally: &Results<W>,
        chance: impl Fn(&W) -> Chance,
    ) -> Self {
        let chance = |winner| chance(&tally.wins(winner));
        Self {
            win: chance(Some(player)),
            draw: chance(None),
            loss: chance(Some(player.opponent())),
            max_plies: limit.shown(tally),
        }
    }
}

/// The pairs of levels: the mover's level and that of the other side, in both assignments.
pub(super) const LEVELS: [[Level; 2]; 2] =
    [[Level::Perfect, Level::Blind], [Level::Blind, Level::Perfect]];

/// The chances after the moves from one position. Symmetric moves are computed once.
pub(super) struct AllChances<'t, T: Probe> {
    table: &'t T,
    /// The side that moves.
    player: Player,
    /// The games to play; `None` for exact chances.
    sample: Option<Sample>,
    limit: PlayLimit,
    /// The total number of games or exact computations.
    work: u64,
    known: BTreeMap<Turn<<T::Game as Game>::Position>, [MoveChances; 2]>,
}

impl<'t, T: Probe + Sync> AllChances<'t, T> {
    pub(super) fn new(
        table: &'t T,
        turn: Turn<<T::Game as Game>::Position>,
        sample: Option<Sample>,
        limit: PlayLimit,
    ) -> Self {
        let game = table.game();
        let next = game.legal_moves(turn.position).iter().map(|mv| turn.after(game, mv));
        let different: BTreeSet<_> = next.map(|next| alike(game, next)).collect();
        let each = sample.map_or(1, |sample| sample.games);
        let work = each.saturating_mul((different.len() * LEVELS.len()) as u64);
        Self { table, player: turn.player, sample, limit, work, known: BTreeMap::new() }
    }

    /// The total number of games or exact computations.
    pub(super) const fn work(&self) -> u64 {
        self.work
    }

    /// The chances of the player who has moved to `next`: perfect against random, and random against perfect.
    pub(super) fn after(
        &mut self,
        next: Turn<<T::Game as Game>::Position>,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<[MoveChances; 2], TableError> {
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
        next: Turn<<T::Game as Game>::Position>,
        levels: usize,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<MoveChances, TableError> {
        let number = (LEVELS.len() * self.known.len() + levels) as u64;
        let [mover, other] = LEVELS[levels];
        let levels = match self.player {
            Player::X => [mover, other],
            Player::O => [other, mover],
        };
        let limit = self.limit;
        if let Some(asked) = self.sample {
            let done = number.saturating_mul(asked.games);
            let report = &|played| progress(done.saturating_add(played), self.work);
            let tally = sample(self.table, next, levels, (asked, limit), number, report)?;
            return Ok(MoveChances::new(self.player, limit, &tally, |&won| {
                Chance::sampled(won, asked.games)
            }));
        }
        progress(number, self.work);
        let tally =
            exact(self.table, next, levels, limit, &mut |_| ()).map_err(|error| match error {
                ExactError::Table(error) => error,
                // With legal moves only, no more positions can be reached than were counted.
                ExactError::TooLarge => Contradiction::at(self.table.game(), next.position).into(),
            })?;
        Ok(MoveChances::new(self.player, limit, &tally, |chance| {
            Chance::Exact(Fraction::new(chance))
        }))
    }
}

/// A turn that is the same for all symmetric images of its position.
fn alike<G: Game>(game: &G, turn: Turn<G::Position>) -> Turn<G::Position> {
    Turn { position: canonical(game, turn.position), ..turn }
}
