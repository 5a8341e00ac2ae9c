//! A table by rank in a folder: a file for each unit.

use std::path::Path;

use perfect_play_core::{Game, Objective};
use perfect_play_numbering::{RankNumbering, TierSource, TierValues};

use crate::{
    Header, Part, ReadError, WriteError,
    ranked_file::{begun_by_ranks, pack_tiers, read_tier},
    run_folder::RunFolder,
};

/// A folder of a table by rank: a file for each unit. As in a [`TierFolder`](crate::TierFolder), a file gets its name when it is
/// whole, nothing is locked, and any number of processes may write the same table at the same time.
/// [`TableFile`](crate::TableFile) opens the folder when all units are there.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_file::{RankFolder, TableFile};
/// use perfect_play_games::Mills;
/// use perfect_play_generator::Solver;
///
/// let game: Mills = "morris:three".parse()?;
/// let (numbering, solved) = Solver::default().solve_by_rank(&game, Objective::Fastest, &|_, _| ())?;
/// let folder = tempfile::tempdir()?;
/// let writer = RankFolder::create(folder.path(), &game, Objective::Fastest, numbering.clone())?;
/// for unit in writer.missing()? {
///     let tiers = numbering.tiers_of(unit);
///     writer.write(unit, &solved.tiers()[tiers.start as usize..tiers.end as usize])?;
/// }
/// let header = writer.finish()?;
/// assert_eq!(TableFile::open(folder.path())?.header(), &header);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RankFolder {
    folder: RunFolder,
    numbering: RankNumbering,
}

impl RankFolder {
    /// Opens the folder to write the table or to resume writing it. Creates the folder if it does not exist. `numbering` is
    /// that of the game. Finished units are kept: see [`RankFolder::missing`].
    ///
    /// # Errors
    ///
    /// If the folder cannot be read or written, or if it has files of another table.
    pub fn create<G: Game>(
        folder: &Path,
        game: &G,
        objective: Objective,
        numbering: RankNumbering,
    ) -> Result<Self, WriteError> {
        let header = begun_by_ranks(game, objective, &numbering);
        let part = |unit| {
            let tiers = numbering.tiers_of(unit);
            let [first, end] = [tiers.start, tiers.end].map(|tier| 2 * u64::from(tier));
            Part { first, sections: end - first }
        };
        let parts = numbering.units().map(part).collect();
        Ok(Self { folder: RunFolder::create(folder, header, parts, None)?, numbering })
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The units that have to be written, in ascending order. This reads and checks the finished ones, on all cores.
    ///
    /// # Errors
    ///
    /// If a unit cannot be read.
    pub fn missing(&self) -> Result<Vec<u32>, WriteError> {
        let missing = self.folder.missing()?;
        Ok(missing.into_iter().filter_map(|unit| u32::try_from(unit).ok()).collect())
    }

    /// Removes the files of damaged units. This reads the files of all units, on all cores. What other processes write
    /// meanwhile is kept.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, or removed.
    pub fn remove_damaged(&self) -> Result<(), WriteError> {
        self.folder.remove_damaged()
    }

    /// Whether the file of a unit exists and is undamaged. This reads all of it.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    ///
    /// # Panics
    ///
    /// If there is no such unit.
    pub fn is_whole(&self, unit: u32) -> Result<bool, WriteError> {
        self.folder.is_whole(unit as usize)
    }

    /// Whether the file of the unit of this tier exists. Reading it may still find damage.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read.
    pub fn is_there(&self, tier: u32) -> Result<bool, ReadError> {
        self.folder.is_there(self.unit_of(tier))
    }

    /// The unit of a tier.
    fn unit_of(&self, tier: u32) -> usize {
        let mut units = self.numbering.units();
        units.find(|&unit| self.numbering.tiers_of(unit).contains(&tier)).unwrap_or(0) as usize
    }

    /// Writes a unit. It can be read immediately, by any process.
    ///
    /// # Errors
    ///
    /// If it cannot be written, for example because the disk is full. Finished units are kept.
    ///
    /// # Panics
    ///
    /// If there is no such unit, or these are not its tiers.
    pub fn write(&self, unit: u32, tiers: &[TierValues]) -> Result<(), WriteError> {
        let file = self.folder.begin(unit as usize)?;
        let first = self.numbering.tiers_of(unit).start;
        let packed = pack_tiers(self.folder.bound_to(), first, tiers);
        packed
            .and_then(|sections| file.append(&sections))
            .map_err(|error| self.folder.interrupted(error))?;
        self.folder.finish_run(unit as usize, &file)
    }

    /// Finishes the table. Returns the header that a file of the whole table would have.
    ///
    /// # Errors
    ///
    /// If units are missing or cannot be read, or belong to another table.
    pub fn finish(&self) -> Result<Header, WriteError> {
        self.folder.finish()
    }
}

/// Reads the tiers of finished units.
impl TierSource for RankFolder {
    type Error = ReadError;

    fn tier(&self, tier: u32) -> Result<TierValues, ReadError> {
        self.folder.read(self.unit_of(tier), |store| read_tier(tier, |_| store))
    }
}
