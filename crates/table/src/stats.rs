//! How many positions of which kind a table holds.

use perfect_play_core::{Entry, Game, Objective, Outcome, Player, Probe};
use serde::Serialize;

use crate::{Contradiction, positions_with_progress};

/// How many positions of which kind a table holds, and what the start is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// The game's name.
    pub game: String,
    /// The table's objective.
    pub objective: Objective,
    /// All positions that have an entry.
    pub positions: u64,
    /// Those that are canonical: all of them with symmetric ones counted once.
    pub canonical: u64,
    /// Those where the game is over.
    pub terminal: TerminalCounts,
    /// All of them, by outcome for the side to move.
    pub outcomes: OutcomeCounts,
    /// The same for each ply from 0 to the game's longest play.
    pub by_ply: Vec<PlyCounts>,
    /// What the table says of the start.
    pub start: Entry,
    /// The most plies in which either side can force a win; `None` if nobody ever can.
    #[serde(skip)]
    pub longest_win: Option<u8>,
}

/// How many terminal positions, by who has won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TerminalCounts {
    /// All of them.
    pub total: u64,
    /// Won by X.
    pub x_wins: u64,
    /// Won by O.
    pub o_wins: u64,
    /// Drawn.
    pub draws: u64,
}

/// How many positions, by outcome for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OutcomeCounts {
    /// Won.
    pub win: u64,
    /// Drawn.
    pub draw: u64,
    /// Lost.
    pub loss: u64,
}

/// How many positions at one ply, by outcome for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PlyCounts {
    /// The ply.
    pub ply: u8,
    /// All of them.
    pub positions: u64,
    /// By outcome.
    #[serde(flatten)]
    pub outcomes: OutcomeCounts,
}

impl OutcomeCounts {
    fn count(&mut self, outcome: Outcome) {
        *match outcome {
            Outcome::Win => &mut self.win,
            Outcome::Draw => &mut self.draw,
            Outcome::Loss => &mut self.loss,
        } += 1;
    }
}

/// Counts a table's positions. `progress` is told now and then how much is done, and of how much.
///
/// # Errors
///
/// If the table contradicts itself: it has no entry for the start, or for what a move leads to.
pub fn stats<T: Probe>(
    table: &T,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Stats, Contradiction> {
    let game = table.game();
    let mut stats = Stats {
        game: game.to_string(),
        objective: table.objective(),
        positions: 0,
        canonical: 0,
        terminal: TerminalCounts::default(),
        outcomes: OutcomeCounts::default(),
        by_ply: (0..=game.max_plies())
            .map(|ply| PlyCounts { ply, positions: 0, outcomes: OutcomeCounts::default() })
            .collect(),
        start: table.probe(game.start()).map_err(|_| Contradiction::at(game, game.start()))?,
        longest_win: None,
    };
    for position in positions_with_progress(table, progress) {
        let value = table.value(position).map_err(|_| Contradiction::at(game, position))?;
        stats.positions += 1;
        stats.canonical += u64::from(game.is_canonical(position));
        stats.outcomes.count(value.outcome());
        if let Some(ply) = stats.by_ply.get_mut(usize::from(game.ply(position))) {
            ply.positions += 1;
            ply.outcomes.count(value.outcome());
        }
        stats.longest_win = stats.longest_win.max(value.plies());
        if game.terminal(position).is_some() {
            stats.terminal.total += 1;
            *match game.winner(position) {
                Some(Player::X) => &mut stats.terminal.x_wins,
                Some(Player::O) => &mut stats.terminal.o_wins,
                None => &mut stats.terminal.draws,
            } += 1;
        }
    }
    Ok(stats)
}
