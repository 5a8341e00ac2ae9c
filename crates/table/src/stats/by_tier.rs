//! How many positions of which kind a table of tiers holds, among those that play reaches.
//!
//! A table of tiers has a value for each board without a line, reachable or not. Which boards play reaches is
//! worked out in a pass from the start to the full board, layer by layer. A strip of a block is reached from
//! whole strips of other blocks, as far as those are *live*: reached, and without a line. So a line that lies
//! in the high part needs no value and no slot: the strips that lead there say which boards are reached.

mod counted;
mod counter;
mod counts;
mod fixed;
mod gather;
mod kept;
mod layers;
mod layout;
mod low;
mod pass;
mod reach;
mod reached;
mod tasks;

use std::{
    error::Error,
    path::{Path, PathBuf},
};

use perfect_play_core::{Board, Shown, Solvable, Values};
use perfect_play_tiers::{HeldSections, Sections, TierTable, Tiers};

use self::pass::Pass;

pub use self::counter::TierCounter;
use crate::{Contradiction, Stats, TableError, Unreadable, WriteError};

/// Why the positions of a table of tiers could not be counted.
///
/// ```
/// use std::path::Path;
///
/// use perfect_play_games::Mnk;
/// use perfect_play_tiers::Tiers;
/// use perfect_play_table::{CountError, reachable};
///
/// let (game, folder) = (Mnk::TICTACTOE, Path::new("no/such/folder"));
/// let error = reachable(&game, &Tiers::of(&game)?, Some(folder), &mut |_, _| ()).unwrap_err();
/// assert!(matches!(error, CountError::Scratch(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// The table contradicts itself, or cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The scratch folder cannot be used.
    #[error(transparent)]
    Scratch(#[from] WriteError),
    /// What another task of a shared count ([`TierCounter`]) has written cannot be used.
    #[error(
        "{} is damaged or gone, and is removed: give the same command again, and what is missing is counted again",
        Shown(.0.display())
    )]
    Lost(PathBuf),
}

impl From<Contradiction> for CountError {
    fn from(error: Contradiction) -> Self {
        Self::Table(error.into())
    }
}

impl From<Unreadable> for CountError {
    fn from(error: Unreadable) -> Self {
        Self::Table(error.into())
    }
}

/// Counts the positions that play reaches: the same numbers as [`crate::stats`] gives. `progress` is told now
/// and then how many slots are done, and of how many.
///
/// What the pass knows of the last two layers of tiers is compressed. It is held in memory, or in a new folder
/// within `scratch`, which is removed at the end.
///
/// ```
/// use perfect_play_core::{Objective, Table};
/// use perfect_play_games::Mnk;
/// use perfect_play_table::stats_by_tier;
/// use perfect_play_tiers::Blocks;
///
/// let game: Mnk = "connect:4,4,3".parse()?;
/// let blocks = Blocks::of(&game)?;
/// let solved = perfect_play_generator::solve_tiers(&game, blocks.tiers(), &|_| ())?;
/// let table = Table::new(game, Objective::Fastest, blocks, solved).unwrap();
/// let stats = stats_by_tier(&table, None, &mut |_done, _of| ())?;
/// assert_eq!((stats.positions, stats.canonical), (41_750, 20_890));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the table contradicts itself or cannot be read, or the scratch folder cannot be used.
///
/// # Panics
///
/// If the game says that the numbering is that of another game, and did not when the table was made.
pub fn stats_by_tier<G, S>(
    table: &TierTable<G, S>,
    scratch: Option<&Path>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Stats, CountError>
where
    G: Solvable<Position = Board> + Sync,
    S: Sections<Error: Error + Send + Sync + 'static> + Values + Sync,
{
    let pass = Pass::new(table.game(), table.numbering().tiers(), Some(table.values()));
    pass.run(scratch, progress)?.into_stats(table)
}

/// How many positions play reaches, by ply. This needs no values. `scratch` and `progress` are those of [`stats_by_tier`].
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_tiers::Tiers;
/// use perfect_play_table::reachable;
///
/// let game = Mnk::TICTACTOE;
/// let by_ply = reachable(&game, &Tiers::of(&game)?, None, &mut |_done, _of| ())?;
/// assert_eq!(by_ply, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the scratch folder cannot be used.
///
/// # Panics
///
/// If the numbering is that of another game.
pub fn reachable<G: Solvable<Position = Board> + Sync>(
    game: &G,
    tiers: &Tiers,
    scratch: Option<&Path>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<u64>, CountError> {
    let pass = Pass::new(game, tiers, None::<&HeldSections>);
    Ok(pass.run(scratch, progress)?.by_ply().collect())
}
