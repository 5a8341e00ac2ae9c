//! Counts that can be added to in any order.

use std::collections::BTreeMap;

use perfect_play_core::{Game, Outcome, Player, Probe, Scheme, Value};
use perfect_play_numbering::plies_to_count;

use serde::{Deserialize, Serialize};

use super::{
    OutcomeCounts, PlyCounts, RemotenessCounts, ScoreCounts, Stats, TerminalCounts, TierCounts,
};
use crate::{TableError, at_ply::at_ply};

/// Counts of the positions of one game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Tally {
    /// The positions that are canonical.
    pub(super) canonical: u64,
    /// The terminal positions, by outcome for X.
    terminal: OutcomeCounts,
    by_ply: Vec<OutcomeCounts>,
    scheme: Scheme,
    /// By remoteness. Positions without a remoteness are under [`NO_REMOTENESS`].
    by_remoteness: BTreeMap<u32, OutcomeCounts>,
    by_score: BTreeMap<i16, OutcomeCounts>,
    /// The tiers of a game that says them.
    by_tier: Vec<TierCounts>,
}

/// A number above every remoteness.
const NO_REMOTENESS: u32 = u32::MAX;

impl Tally {
    pub(super) fn new<G: Game>(game: &G) -> Self {
        Self {
            canonical: 0,
            terminal: OutcomeCounts::default(),
            by_ply: vec![OutcomeCounts::default(); plies_to_count(game)],
            scheme: game.scheme(),
            by_remoteness: BTreeMap::new(),
            by_score: BTreeMap::new(),
            by_tier: Vec::new(),
        }
    }

    /// Counts so many images of a position, which have this value.
    pub(super) fn count_position<G: Game>(
        &mut self,
        game: &G,
        position: G::Position,
        value: Value,
        images: u64,
    ) {
        let is_over = game.end(position).is_some();
        let remoteness = value.plies().or_else(|| game.plies_to_draw(position));
        let ply = game.ply(position).unwrap_or(0);
        self.count(ply, value, remoteness.or(is_over.then_some(0)), images);
        if is_over {
            self.count_terminal(game.winner(position), images);
        }
    }

    /// Counts positions of one ply that have the same value and the same remoteness. In a game that is played for
    /// points the remoteness may differ.
    pub(super) fn count(
        &mut self,
        ply: u16,
        value: Value,
        remoteness: Option<u16>,
        positions: u64,
    ) {
        at_ply(&mut self.by_ply, ply).add(value.outcome(), positions);
        let counts = match self.scheme {
            Scheme::Remoteness => {
                let key = remoteness.map_or(NO_REMOTENESS, u32::from);
                self.by_remoteness.entry(key).or_default()
            }
            Scheme::Score => self.by_score.entry(value.score()).or_default(),
        };
        counts.add(value.outcome(), positions);
    }

    /// Counts positions, which were counted before, as terminal ones with this winner.
    pub(super) fn count_terminal(&mut self, winner: Option<Player>, positions: u64) {
        let for_x = match winner {
            Some(Player::X) => Outcome::Win,
            Some(Player::O) => Outcome::Loss,
            None => Outcome::Draw,
        };
        self.terminal.add(for_x, positions);
    }

    /// Makes all that was counted the counts of a tier.
    pub(super) fn name_tier(&mut self, tier: u32, name: String) {
        let (outcomes, longest_win) = (self.outcomes(), self.longest_win());
        let positions = outcomes.total();
        if positions > 0 {
            self.by_tier = vec![TierCounts { tier, name, positions, outcomes, longest_win }];
        }
    }

    fn outcomes(&self) -> OutcomeCounts {
        let mut outcomes = OutcomeCounts::default();
        self.by_ply.iter().for_each(|at_ply| outcomes.merge(*at_ply));
        outcomes
    }

    fn longest_win(&self) -> Option<u16> {
        let decided = self.by_remoteness.iter().filter(|(_, counts)| counts.win + counts.loss > 0);
        decided.filter_map(|(&plies, _)| u16::try_from(plies).ok()).max()
    }

    /// Adds other counts of the same game.
    pub(super) fn merge(&mut self, other: Self) {
        self.canonical += other.canonical;
        self.terminal.merge(other.terminal);
        for (ply, counts) in (0..=u16::MAX).zip(other.by_ply) {
            at_ply(&mut self.by_ply, ply).merge(counts);
        }
        for (plies, counts) in other.by_remoteness {
            self.by_remoteness.entry(plies).or_default().merge(counts);
        }
        for (score, counts) in other.by_score {
            self.by_score.entry(score).or_default().merge(counts);
        }
        self.by_tier.extend(other.by_tier);
    }

    /// The statistics of this table.
    pub(super) fn into_stats<T: Probe>(self, table: &T) -> Result<Stats, TableError> {
        let game = table.game();
        let start = table.probe(game.start());
        let start = start.map_err(|reason| TableError::at(game, game.start(), reason))?;
        let (outcomes, longest_win) = (self.outcomes(), self.longest_win());
        let by_ply = if game.ply(game.start()).is_none() { Vec::new() } else { self.by_ply };
        let by_remoteness: Vec<_> = self
            .by_remoteness
            .into_iter()
            .map(|(plies, outcomes)| RemotenessCounts {
                remoteness: u16::try_from(plies).ok(),
                positions: outcomes.total(),
                outcomes,
            })
            .collect();
        let wins_of = |wins| (!game.is_impartial()).then_some(wins);
        Ok(Stats {
            game: game.to_string(),
            objective: table.objective(),
            plies: None,
            positions: outcomes.total(),
            canonical: self.canonical,
            terminal: TerminalCounts {
                total: self.terminal.total(),
                x_wins: wins_of(self.terminal.win),
                o_wins: wins_of(self.terminal.loss),
                draws: self.terminal.draw,
            },
            outcomes,
            by_ply: (0..=u16::MAX)
                .zip(by_ply)
                .map(|(ply, outcomes)| PlyCounts { ply, positions: outcomes.total(), outcomes })
                .collect(),
            longest_win,
            by_remoteness,
            by_tier: self.by_tier,
            by_score: self
                .by_score
                .into_iter()
                .map(|(score, outcomes)| ScoreCounts {
                    score,
                    positions: outcomes.total(),
                    outcomes,
                })
                .collect(),
            start,
        })
    }
}
