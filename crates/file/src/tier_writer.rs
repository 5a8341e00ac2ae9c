//! Writes a table by tiers, tier after tier.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use perfect_play_core::{Board, Game, Objective, Slot, Values};
use perfect_play_numbering::{Sections, Tier, Tiers, section_number};

use crate::{
    Header, PackedTier, ReadError, Settings, TierPacker, WriteError, identity::Identity,
    partial::Origin, store::Store, unfinished::Unfinished,
};

/// Writes the file of a table by tiers, tier after tier as they are solved. It writes into `FILE.partial` first, and
/// renames that to `FILE` when all tiers are written.
///
/// An interrupted run leaves `FILE.partial`. The next writer of the same table finds this file and resumes after the
/// last whole tier. The finished file has the same bytes as after a run without interruption. The file is locked, so no
/// other run of this library can write it at the same time. The lock does not stop programs that do not check it.
///
/// Any number of threads can read what has been written ([`Sections`]).
///
/// ```
/// use std::sync::Arc;
///
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{numbering::{Sections, Tiers}, solve_tiers};
/// use perfect_play_file::TierWriter;
///
/// let game: Mnk = "connect:5,4,4".parse()?;
/// let tiers = Arc::new(Tiers::of(&game)?);
/// let solved = solve_tiers(&game, &tiers, &|_| ())?;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("large.perfect");
/// // This run ends after three tiers.
/// let writer = TierWriter::create(&path, &game, Objective::Fastest, tiers.clone())?;
/// for tier in 0..3 {
///     let [o, x] = &solved.0[tier as usize];
///     writer.append(writer.pack(tier, [o, x])?)?;
/// }
/// drop(writer);
///
/// // The next run resumes there.
/// let writer = TierWriter::create(&path, &game, Objective::Fastest, tiers.clone())?;
/// assert_eq!(writer.next_tier(), 3);
/// for (tier, [o, x]) in (0..).zip(&solved.0).skip(3) {
///     writer.append(writer.pack(tier, [o, x])?)?;
/// }
/// assert_eq!(writer.finish()?.entry_bytes, tiers.slots());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TierWriter {
    tiers: Arc<Tiers>,
    file: Unfinished,
}

impl TierWriter {
    /// Begins to write the file, or resumes writing it: see [`TierWriter::next_tier`]. `tiers` is the numbering of the
    /// game's positions ([`Tiers::of`]).
    ///
    /// # Errors
    ///
    /// If the target cannot be replaced or written, if another run is writing the same file, if the file system has
    /// no locks, or if `FILE.partial` is something else.
    ///
    /// # Panics
    ///
    /// If `tiers` is the numbering of another game.
    pub fn create<G: Game<Position = Board>>(
        path: &Path,
        game: &G,
        objective: Objective,
        tiers: impl Into<Arc<Tiers>>,
    ) -> Result<Self, WriteError> {
        let tiers = tiers.into();
        let settings = Settings::by_tier(tiers.slots());
        Self::with_settings(path, game, objective, tiers, settings)
    }

    /// [`TierWriter::create`], for a copy of a table. The unfinished file is `FILE.partial-copy`: a solve is not resumed from
    /// it, because the table that is copied may be wrong.
    ///
    /// # Errors
    ///
    /// The errors of [`TierWriter::create`].
    ///
    /// # Panics
    ///
    /// The panics of [`TierWriter::create`].
    pub fn copy<G: Game<Position = Board>>(
        path: &Path,
        game: &G,
        objective: Objective,
        tiers: Arc<Tiers>,
    ) -> Result<Self, WriteError> {
        let header =
            Header::begun_by_tiers(game, objective, &tiers, Settings::by_tier(tiers.slots()));
        Self::begin((path, Origin::Copied), header, tiers)
    }

    /// [`TierWriter::create`], with other settings.
    ///
    /// # Errors
    ///
    /// The errors of [`TierWriter::create`].
    ///
    /// # Panics
    ///
    /// The panics of [`TierWriter::create`]. Also if `frame_slots` is 0 or above [`Settings::MAX_FRAME_SLOTS`].
    pub fn with_settings<G: Game<Position = Board>>(
        path: &Path,
        game: &G,
        objective: Objective,
        tiers: impl Into<Arc<Tiers>>,
        settings: Settings,
    ) -> Result<Self, WriteError> {
        let tiers = tiers.into();
        let header = Header::begun_by_tiers(game, objective, &tiers, settings);
        Self::begin((path, Origin::Solved), header, tiers)
    }

    fn begin(to: (&Path, Origin), header: Header, tiers: Arc<Tiers>) -> Result<Self, WriteError> {
        let lens = tiers.lens().iter().flatten().copied();
        let file = Unfinished::create(to, header, Some(&tiers), lens)?;
        Ok(Self { tiers, file })
    }

    /// The path of the unfinished file (`FILE.partial`) for a table at this path, whether it exists or not. If the path
    /// is a link, the unfinished file is beside the file to which the link leads. `None` if the path names something
    /// other than a file, or if its folder does not exist.
    #[must_use]
    pub fn partial_of(path: &Path) -> Option<PathBuf> {
        Unfinished::partial_of(path, Origin::Solved)
    }

    /// [`TierWriter::partial_of`], for a copy: `FILE.partial-copy`.
    #[must_use]
    pub fn partial_of_copy(path: &Path) -> Option<PathBuf> {
        Unfinished::partial_of(path, Origin::Copied)
    }

    /// The path of the unfinished file: `FILE.partial`, or `FILE.partial-copy`. If the table's path is a link, the unfinished
    /// file is beside the file to which the link leads.
    #[must_use]
    pub fn partial_path(&self) -> &Path {
        self.file.path()
    }

    /// The tier to be written next, or the number of tiers if all tiers have been written.
    #[must_use]
    pub fn next_tier(&self) -> u32 {
        self.file.file().tiers()
    }

    /// Begins to compress a tier, band after band.
    #[must_use]
    pub fn packer(&self, tier: &Tier<'_>) -> TierPacker {
        TierPacker::new(self.bound_to(), self.file.path(), tier)
    }

    /// Compresses the sections of a tier (O to move, X to move), without the values that follow directly from the
    /// rules ([`Tier::keep_non_static`]). These values are restored when a section is read.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub fn pack(&self, tier: u32, sections: [&[u8]; 2]) -> Result<PackedTier, WriteError> {
        let packed = PackedTier::new(self.bound_to(), &self.tiers, tier, sections);
        packed.map_err(|error| self.file.interrupted(error))
    }

    /// Appends a tier. It can be read immediately.
    ///
    /// # Errors
    ///
    /// If it cannot be written, for example because the disk is full. The earlier tiers are kept. The same tier can
    /// be appended again, by this run or another one.
    ///
    /// # Panics
    ///
    /// If it is not the next tier.
    pub fn append(&self, PackedTier(sections): PackedTier) -> Result<(), WriteError> {
        self.file.append(&sections)
    }

    /// Writes a tier that an earlier run may have written already, maybe from another table of the game. It is kept if its
    /// checksums are those of this tier. Otherwise it is replaced, and all tiers behind it are forgotten.
    ///
    /// # Errors
    ///
    /// The errors of [`TierWriter::append`].
    ///
    /// # Panics
    ///
    /// If tiers before it are missing.
    pub fn put(&self, PackedTier(sections): PackedTier) -> Result<(), WriteError> {
        self.file.put(&sections)
    }

    /// The sections that have been written.
    pub(crate) fn store(&self) -> &Store {
        self.file.file().store()
    }

    /// The identity to which the sections are bound, and how they are compressed.
    pub(crate) fn bound_to(&self) -> (Identity, Settings) {
        self.file.bound_to()
    }

    /// Writes the index, marks the file as finished, and gives it its name.
    ///
    /// # Errors
    ///
    /// If it cannot be written. All tiers are kept.
    ///
    /// # Panics
    ///
    /// If tiers are missing.
    pub fn finish(self) -> Result<Header, WriteError> {
        self.file.finish()
    }
}

impl Sections for TierWriter {
    type Error = ReadError;

    fn section(&self, tier: u32, mover: usize, values: &mut Vec<u8>) -> Result<(), ReadError> {
        self.store().read(section_number(tier, mover).into(), values)
    }

    fn band(
        &self,
        tier: &Tier<'_>,
        band: usize,
        mover: usize,
        values: &mut Vec<u8>,
    ) -> Result<(), ReadError> {
        self.store().read_band(tier, band, mover, values)
    }
}

impl Values for TierWriter {
    type Error = ReadError;

    fn byte(&self, slot: Slot) -> Result<Option<u8>, ReadError> {
        self.store().byte(slot.section.into(), slot.rank)
    }
}
