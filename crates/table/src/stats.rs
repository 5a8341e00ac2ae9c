//! How many positions of which kind a table holds.

mod by_tier;

pub use by_tier::{CountError, reachable, stats_by_tier};

use perfect_play_core::{
    Entry, Game, Objective, Outcome, Player, Probe, Scheme, Solvable, Symmetric, Tabular, Value,
};
use serde::Serialize;

use crate::{TableError, count::at_ply, positions_with_progress};

/// How many positions of which kind a table holds, and what the start is worth.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_table::stats;
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest)?;
/// let stats = stats(&table, &mut |_done, _of| ())?;
/// assert_eq!((stats.positions, stats.canonical), (5478, 765));
/// assert_eq!((stats.start.remoteness, stats.longest_win), (Some(9), Some(5)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// The same for each ply from 0 to the game's longest play, or to a later one if the table has
    /// positions there.
    pub by_ply: Vec<PlyCounts>,
    /// What the table says of the start.
    pub start: Entry,
    /// The most plies in which either side can force a win; `None` if nobody ever can.
    #[serde(skip)]
    pub longest_win: Option<u8>,
}

/// How many terminal positions, by who has won.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_table::{TerminalCounts, stats};
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest)?;
/// let stats = stats(&table, &mut |_done, _of| ())?;
/// let terminal = TerminalCounts { total: 958, x_wins: 626, o_wins: 316, draws: 16 };
/// assert_eq!(stats.terminal, terminal);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_table::{OutcomeCounts, stats};
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest)?;
/// let stats = stats(&table, &mut |_done, _of| ())?;
/// assert_eq!(stats.outcomes, OutcomeCounts { win: 2836, draw: 1068, loss: 1574 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_table::{OutcomeCounts, PlyCounts, stats};
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest)?;
/// let stats = stats(&table, &mut |_done, _of| ())?;
/// let outcomes = OutcomeCounts { win: 48, draw: 24, loss: 0 };
/// assert_eq!(stats.by_ply[2], PlyCounts { ply: 2, positions: 72, outcomes });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

/// Counts a table's positions. `progress` is told now and then how much is done, and of how much.
///
/// ```
/// use perfect_play_core::{Objective, Outcome};
/// use perfect_play_games::Mnk;
/// use perfect_play_table::stats;
///
/// let game: Mnk = "mnk:4,3,3".parse()?;
/// let table = perfect_play_generator::solve(game, Objective::Fastest)?;
/// let mut reports = 0;
/// let stats = stats(&table, &mut |_done, _of| reports += 1)?;
/// assert_eq!((stats.positions, stats.start.outcome), (111_973, Outcome::Win));
/// assert!(reports > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the table contradicts itself (it has no entry for the start, or for what a move leads to
/// there) or cannot be read.
pub fn stats<T: Probe<Game: Solvable>>(
    table: &T,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Stats, TableError> {
    let game = table.game();
    let mut tally = Tally::new(game);
    for position in positions_with_progress(table, progress) {
        let value =
            table.value(position).map_err(|reason| TableError::at(game, position, reason))?;
        tally.count(game, position, value, 1);
        tally.canonical += u64::from(game.is_canonical(position));
    }
    tally.into_stats(table)
}

/// What has been counted so far.
pub(crate) struct Tally {
    /// Of all positions, those that are canonical.
    pub(crate) canonical: u64,
    terminal: TerminalCounts,
    by_ply: Vec<OutcomeCounts>,
    longest_win: Option<u8>,
}

impl Tally {
    pub(crate) fn new<G: Tabular + Symmetric>(game: &G) -> Self {
        Self {
            canonical: 0,
            terminal: TerminalCounts::default(),
            by_ply: vec![OutcomeCounts::default(); usize::from(game.max_plies()) + 1],
            longest_win: None,
        }
    }

    /// Counts a position, and its images, `images` in all.
    pub(crate) fn count<G: Tabular + Symmetric>(
        &mut self,
        game: &G,
        position: G::Position,
        value: Value,
        images: u64,
    ) {
        let outcomes = at_ply(&mut self.by_ply, game.ply(position));
        *match value.outcome() {
            Outcome::Win => &mut outcomes.win,
            Outcome::Draw => &mut outcomes.draw,
            Outcome::Loss => &mut outcomes.loss,
        } += images;
        self.count_plies(value.plies().filter(|_| game.scheme() == Scheme::Remoteness));
        if game.end(position).is_some() {
            self.count_terminal(game.winner(position), images);
        }
    }

    /// Counts positions of one ply that were counted elsewhere, all of them won, drawn or lost.
    pub(crate) fn count_at_ply(&mut self, ply: u8, outcomes: OutcomeCounts) {
        at_ply(&mut self.by_ply, ply).add(outcomes);
    }

    /// Counts some of them as terminal positions with this winner.
    pub(crate) fn count_terminal(&mut self, winner: Option<Player>, positions: u64) {
        self.terminal.total += positions;
        *match winner {
            Some(Player::X) => &mut self.terminal.x_wins,
            Some(Player::O) => &mut self.terminal.o_wins,
            None => &mut self.terminal.draws,
        } += positions;
    }

    /// Takes into account a win or loss in so many plies.
    pub(crate) fn count_plies(&mut self, plies: Option<u8>) {
        self.longest_win = self.longest_win.max(plies);
    }

    /// Everything that has been counted in this table.
    pub(crate) fn into_stats<T: Probe<Game: Solvable>>(
        self,
        table: &T,
    ) -> Result<Stats, TableError> {
        let game = table.game();
        let start = table.probe(game.start());
        let start = start.map_err(|reason| TableError::at(game, game.start(), reason))?;
        let mut outcomes = OutcomeCounts::default();
        for at_ply in &self.by_ply {
            outcomes.add(*at_ply);
        }
        Ok(Stats {
            game: game.to_string(),
            objective: table.objective(),
            positions: outcomes.total(),
            canonical: self.canonical,
            terminal: self.terminal,
            outcomes,
            by_ply: (0..=u8::MAX)
                .zip(self.by_ply)
                .map(|(ply, outcomes)| PlyCounts { ply, positions: outcomes.total(), outcomes })
                .collect(),
            start,
            longest_win: self.longest_win,
        })
    }
}

impl OutcomeCounts {
    pub(crate) fn total(self) -> u64 {
        self.win + self.draw + self.loss
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.win += other.win;
        self.draw += other.draw;
        self.loss += other.loss;
    }
}
