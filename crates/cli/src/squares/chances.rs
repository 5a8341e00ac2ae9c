//! The chances after each move, between a perfect and a random player.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::AddAssign,
};

use num_traits::Zero;
use perfect_play_core::{Board, Game, Level, Player, Probe, Tabular};
use perfect_play_games::Mnk;
use perfect_play_table::{Contradiction, TableError};
use serde::Serialize;

use crate::{
    exact::{Fraction, NoExact, canonical, exact, is_small},
    sample::{Sample, sample},
    share::Share,
    tally::Tally,
    turn::Turn,
};

/// How a game ends for one player.
#[derive(Clone, Serialize)]
pub(super) struct Chances {
    pub(super) win: Share,
    pub(super) draw: Share,
    pub(super) loss: Share,
}

impl Chances {
    fn new<W: Zero + Clone + AddAssign>(
        player: Player,
        tally: &Tally<W>,
        share: impl Fn(&W) -> Share,
    ) -> Self {
        let chance = |winner| share(&tally.wins(winner));
        Self {
            win: chance(Some(player)),
            draw: chance(None),
            loss: chance(Some(player.opponent())),
        }
    }
}

/// The levels that are compared: the mover's and that of the other side, and the other way round.
const LEVELS: [[Level; 2]; 2] = [[Level::Perfect, Level::Blind], [Level::Blind, Level::Perfect]];

/// Whether chances from this board on can be exact. This needs no table.
pub(super) fn can_be_exact(game: &Mnk, board: Board) -> bool {
    LEVELS.into_iter().all(|levels| is_small(game, board, levels, game.max_plies().into()))
}

/// The chances after the moves from one board, those after symmetric moves computed once.
pub(super) struct AllChances<'t, P> {
    table: &'t P,
    /// Who moves.
    player: Player,
    sample: Option<Sample>,
    /// How many games or exact computations there are in all.
    work: u64,
    known: BTreeMap<Board, [Chances; 2]>,
}

impl<'t, P: Probe<Game = Mnk> + Sync> AllChances<'t, P> {
    pub(super) fn new(table: &'t P, board: Board, sample: Option<Sample>) -> Self {
        let game = table.game();
        let boards = game.legal_moves(board).iter().map(|mv| game.play(board, mv));
        let different: BTreeSet<_> = boards.map(|board| canonical(game, board)).collect();
        let each = sample.map_or(1, |sample| sample.games);
        let work = each.saturating_mul((different.len() * LEVELS.len()) as u64);
        Self { table, player: game.to_move(board), sample, work, known: BTreeMap::new() }
    }

    /// The chances of the player who has moved to `next`: perfect against random, and random against
    /// perfect.
    pub(super) fn after(
        &mut self,
        next: Board,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<[Chances; 2], TableError> {
        let canonical = canonical(self.table.game(), next);
        if let Some(known) = self.known.get(&canonical) {
            return Ok(known.clone());
        }
        let chances = [self.chances(next, 0, progress)?, self.chances(next, 1, progress)?];
        self.known.insert(canonical, chances.clone());
        Ok(chances)
    }

    /// The chances between these of [`LEVELS`].
    fn chances(
        &self,
        next: Board,
        levels: usize,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Chances, TableError> {
        let number = (LEVELS.len() * self.known.len() + levels) as u64;
        let [mover, other] = LEVELS[levels];
        let levels = match self.player {
            Player::X => [mover, other],
            Player::O => [other, mover],
        };
        let longest = self.table.game().max_plies().into();
        if let Some(asked) = self.sample {
            let done = number.saturating_mul(asked.games);
            let report = &mut |played| progress(done.saturating_add(played), self.work);
            let tally = sample(
                self.table,
                Turn::first(self.table.game(), next),
                levels,
                (asked, longest),
                number,
                report,
            )?;
            return Ok(Chances::new(self.player, &tally, |&won| Share::sampled(won, asked.games)));
        }
        progress(number, self.work);
        let tally = exact(self.table, Turn::first(self.table.game(), next), levels, longest)
            .map_err(|error| match error {
                NoExact::Table(error) => error,
                // By right moves, no more positions can be reached than have been counted.
                NoExact::TooLarge => Contradiction::at(self.table.game(), next).into(),
            })?;
        Ok(Chances::new(self.player, &tally, |chance| Share::Exact(Fraction::new(chance))))
    }
}
