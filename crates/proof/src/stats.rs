//! Counts of the positions of a table.

mod by_position;
mod by_rank;
mod by_tier;
mod count_error;
mod count_log;
mod tally;

pub use self::{
    by_position::stats,
    by_rank::{RankCounts, stats_by_rank},
    by_tier::{BoardCounts, TierCounter, reachable, stats_by_tier},
    count_error::CountError,
    count_log::CountLog,
};

use perfect_play_core::{Entry, Objective, Outcome};
use serde::{Deserialize, Serialize};

/// Counts of the positions of a table, and the entry of the start.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_proof::stats;
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
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
    /// How many plies the table stores, if it is cut. Then these counts are about the stored positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u16>,
    /// All positions that have an entry.
    pub positions: u64,
    /// The canonical positions: all positions, with symmetric ones counted once.
    pub canonical: u64,
    /// The terminal positions.
    pub terminal: TerminalCounts,
    /// All positions, by outcome for the side to move.
    pub outcomes: OutcomeCounts,
    /// The positions by outcome, for each ply from 0 to
    /// [`Game::max_plies`](perfect_play_core::Game::max_plies). If the table is wrong, it can have positions at
    /// a later ply. The list then goes on to that ply. Empty if the game does not count plies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_ply: Vec<PlyCounts>,
    /// The positions by outcome, for each remoteness that occurs, ascending. Draws without a remoteness come last.
    /// Empty if the game is played for points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_remoteness: Vec<RemotenessCounts>,
    /// The positions by outcome, for each score that occurs, ascending. Empty unless the game is played for points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_score: Vec<ScoreCounts>,
    /// The positions by outcome, for each tier that has some. Empty unless the game says its tiers
    /// ([`Game::tiering`](perfect_play_core::Game::tiering)).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_tier: Vec<TierCounts>,
    /// The entry of the start.
    pub start: Entry,
    /// The longest forced win of either side, in plies. `None` if there is no forced win.
    #[serde(skip)]
    pub longest_win: Option<u16>,
}

/// Counts of terminal positions, by winner.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_proof::{TerminalCounts, stats};
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let stats = stats(&table, &mut |_done, _of| ())?;
/// let (x_wins, o_wins) = (Some(626), Some(316));
/// let terminal = TerminalCounts { total: 958, x_wins, o_wins, draws: 16 };
/// assert_eq!(stats.terminal, terminal);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TerminalCounts {
    /// All terminal positions.
    pub total: u64,
    /// Positions that X has won. `None` in an impartial game, whose positions do not determine the winner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x_wins: Option<u64>,
    /// Positions that O has won. `None` in an impartial game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub o_wins: Option<u64>,
    /// Drawn positions.
    pub draws: u64,
}

/// Counts of positions, by outcome for the side to move.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_proof::{OutcomeCounts, stats};
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let stats = stats(&table, &mut |_done, _of| ())?;
/// assert_eq!(stats.outcomes, OutcomeCounts { win: 2836, draw: 1068, loss: 1574 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutcomeCounts {
    /// Won positions.
    pub win: u64,
    /// Drawn positions.
    pub draw: u64,
    /// Lost positions.
    pub loss: u64,
}

/// Counts of positions at one ply, by outcome for the side to move.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_proof::{OutcomeCounts, PlyCounts, stats};
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let stats = stats(&table, &mut |_done, _of| ())?;
/// let outcomes = OutcomeCounts { win: 48, draw: 24, loss: 0 };
/// assert_eq!(stats.by_ply[2], PlyCounts { ply: 2, positions: 72, outcomes });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PlyCounts {
    /// The ply.
    pub ply: u16,
    /// All positions at this ply.
    pub positions: u64,
    /// The positions by outcome.
    #[serde(flatten)]
    pub outcomes: OutcomeCounts,
}

/// Counts of positions with one remoteness, by outcome for the side to move.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_proof::{OutcomeCounts, RemotenessCounts, stats};
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let stats = stats(&table, &mut |_done, _of| ())?;
/// let outcomes = OutcomeCounts { win: 0, draw: 16, loss: 942 };
/// let over = RemotenessCounts { remoteness: Some(0), positions: 958, outcomes };
/// assert_eq!(stats.by_remoteness[0], over);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RemotenessCounts {
    /// Plies to the end of the game. `None` for draws without a remoteness.
    pub remoteness: Option<u16>,
    /// All positions with this remoteness.
    pub positions: u64,
    /// The positions by outcome.
    #[serde(flatten)]
    pub outcomes: OutcomeCounts,
}

/// Counts of positions with one score.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Dots;
/// use perfect_play_generator::solve;
/// use perfect_play_proof::{OutcomeCounts, ScoreCounts, stats};
///
/// let game: Dots = "dots:1,1".parse()?;
/// let table = solve(game, Objective::Fastest, &mut |_done, _of| ())?;
/// let stats = stats(&table, &mut |_done, _of| ())?;
/// let outcomes = OutcomeCounts { win: 0, draw: 0, loss: 7 };
/// assert_eq!(stats.by_score[0], ScoreCounts { score: -1, positions: 7, outcomes });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ScoreCounts {
    /// The points by which the side to move wins. A negative number is a loss.
    pub score: i16,
    /// All positions with this score.
    pub positions: u64,
    /// The positions by outcome. The score determines the outcome.
    #[serde(skip)]
    pub outcomes: OutcomeCounts,
}

/// Counts of the positions of one tier, by outcome for the side to move.
///
/// ```
/// use perfect_play_core::{Objective, Table};
/// use perfect_play_games::Mills;
/// use perfect_play_generator::Solver;
/// use perfect_play_proof::stats_by_rank;
///
/// let game: Mills = "morris:three".parse()?;
/// let (numbering, mut values) =
///     Solver::default().tested().solve_by_rank(&game, Objective::Fastest, &|_, _| ())?;
/// let table = Table::new(game, Objective::Fastest, numbering, values.clone()).unwrap();
/// let stats = stats_by_rank(&table, &mut values, &mut (), &mut |_done, _of| ())?;
/// let tiers = stats.by_tier.iter();
/// assert_eq!(tiers.map(|tier| tier.positions).sum::<u64>(), stats.positions);
/// assert_eq!(stats.by_tier.iter().filter_map(|tier| tier.longest_win).max(), Some(10));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TierCounts {
    /// The number of the tier.
    pub tier: u32,
    /// What the game calls it: [`Tiering::fmt_tier`](perfect_play_core::Tiering::fmt_tier).
    pub name: String,
    /// All positions that have an entry.
    pub positions: u64,
    /// The positions by outcome.
    #[serde(flatten)]
    pub outcomes: OutcomeCounts,
    /// The longest forced win of either side, in plies. `None` if there is none, or if the game is played for points.
    pub longest_win: Option<u16>,
}

impl OutcomeCounts {
    /// The sum of all three.
    #[must_use]
    pub const fn total(self) -> u64 {
        self.win + self.draw + self.loss
    }

    pub(crate) fn merge(&mut self, other: Self) {
        self.win += other.win;
        self.draw += other.draw;
        self.loss += other.loss;
    }

    pub(crate) fn add(&mut self, outcome: Outcome, positions: u64) {
        *match outcome {
            Outcome::Win => &mut self.win,
            Outcome::Draw => &mut self.draw,
            Outcome::Loss => &mut self.loss,
        } += positions;
    }
}
