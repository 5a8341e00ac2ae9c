//! Writing a table by tiers, tier after tier.

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use perfect_play_core::{Board, Objective, Slot, Solvable, Values};
use perfect_play_tiers::{Sections, Tier, Tiers, section_number};

use crate::{
    Header, Numbering, ReadError, Settings, WriteError, WriteErrorKind,
    identity::Identity,
    partial,
    replace::{Target, target},
    section::PackedSection,
    tier_packer::TierPacker,
    under_way::UnderWay,
};

/// Writes the file of a table by tiers, tier after tier as they are solved: into `FILE.partial`
/// first, which is given the name of `FILE` when all is there.
///
/// A run that was interrupted, in whatever way, leaves `FILE.partial`. The next writer of the same
/// table finds it and goes on behind the last tier that is whole; the file becomes the same, byte
/// for byte. Another run of this library cannot write it meanwhile, because it is locked; a program
/// that asks for no lock can.
///
/// What has been written can be read at once ([`Sections`]), by any number of threads.
///
/// ```
/// use std::sync::Arc;
///
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{tiers::{Sections, Tiers}, solve_tiers};
/// use perfect_play_table::{TierFiles, TierWriter};
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
/// // The next one goes on from there.
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
    file: UnderWay,
    tiers: Arc<Tiers>,
}

/// A place on the disk to which solved tiers are appended in their order, and where they can be read at once.
pub trait TierFiles: Sections<Error = ReadError> + Values<Error = ReadError> + Sync {
    /// The tier that is to be written next; the number of tiers if all have been written.
    fn next_tier(&self) -> u32;

    /// Begins to compress a tier, band after band.
    fn packer(&self, tier: &Tier<'_>) -> TierPacker;

    /// Compresses the sections of a tier (O to move, X to move), without the values that the rules tell at a glance
    /// ([`Tiers::leave_out`]). They come back when a section is read.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    fn pack(&self, tier: u32, sections: [&[u8]; 2]) -> Result<PackedTier, WriteError>;

    /// Appends a tier.
    ///
    /// # Errors
    ///
    /// If it cannot be written, as on a full disk. The tiers before it are kept: the same one can be tried
    /// again, now or by another run.
    ///
    /// # Panics
    ///
    /// If it is not the next one.
    fn append(&self, packed: PackedTier) -> Result<(), WriteError>;
}

/// The sections of a tier (O to move, X to move), compressed.
#[derive(Debug)]
pub struct PackedTier(pub(crate) [PackedSection; 2]);

impl PackedTier {
    /// Compresses the sections of a tier (O to move, X to move), for a file with this identity and these settings.
    ///
    /// # Errors
    ///
    /// As [`PackedSection::new`].
    pub(crate) fn new(
        (identity, settings): (Identity, Settings),
        tiers: &Tiers,
        tier: u32,
        [o, x]: [&[u8]; 2],
    ) -> io::Result<Self> {
        let pack = |mover, section: &[u8]| {
            let mut stored = section.to_vec();
            tiers.leave_out(tier, mover, &mut stored);
            PackedSection::new(identity, section_number(tier, mover).into(), &stored, settings)
        };
        Ok(Self([pack(0, o)?, pack(1, x)?]))
    }
}

/// The header of a table in two sections for each tier, of which nothing is written yet.
///
/// # Panics
///
/// If `tiers` is the numbering of another game; or if a frame would have no bytes, or more than
/// [`Settings::MAX_FRAME_BYTES`].
pub(crate) fn begun<G: Solvable<Position = Board>>(
    game: &G,
    objective: Objective,
    tiers: &Tiers,
    settings: Settings,
) -> Header {
    assert!(tiers.is_of(game), "the numbering is that of another game");
    assert!((1..=Settings::MAX_FRAME_BYTES).contains(&settings.frame_bytes));
    let counts = (2 * tiers.len() as u64, tiers.slots());
    Header::begun(game, objective, Numbering::of(tiers), settings, counts)
}

impl TierWriter {
    /// Begins to write the file, or goes on: see [`TierFiles::next_tier`]. `tiers` is the
    /// numbering of the game's positions ([`Tiers::of`]).
    ///
    /// # Errors
    ///
    /// If there is something that cannot be replaced or written, if another run is writing the same
    /// file, if the file system has no locks, or if `FILE.partial` is something else.
    ///
    /// # Panics
    ///
    /// If `tiers` is the numbering of another game.
    pub fn create<G: Solvable<Position = Board>>(
        path: &Path,
        game: &G,
        objective: Objective,
        tiers: impl Into<Arc<Tiers>>,
    ) -> Result<Self, WriteError> {
        let tiers = tiers.into();
        let settings = Settings::by_tier(tiers.slots());
        Self::with_settings(path, game, objective, tiers, settings)
    }

    /// The same, with settings of one's own.
    ///
    /// # Errors
    ///
    /// As [`TierWriter::create`].
    ///
    /// # Panics
    ///
    /// As [`TierWriter::create`]; or if a frame would have no bytes, or more than
    /// [`Settings::MAX_FRAME_BYTES`].
    pub fn with_settings<G: Solvable<Position = Board>>(
        path: &Path,
        game: &G,
        objective: Objective,
        tiers: impl Into<Arc<Tiers>>,
        settings: Settings,
    ) -> Result<Self, WriteError> {
        let tiers = tiers.into();
        let header = begun(game, objective, &tiers, settings);
        let target = match target(path).map_err(|error| WriteError::io(path, error))? {
            Target::File { path, permissions } => (path, permissions),
            Target::Other(_) | Target::Descriptor(_) => {
                return Err(WriteError::new(path, WriteErrorKind::NotAFile));
            }
        };
        let lens = tiers.lens().iter().flatten().copied();
        let file = UnderWay::open(target, header, lens)?;
        Ok(Self { file, tiers })
    }

    /// Where the file under way of this one is, if there is any: `FILE.partial`, beside the file that links lead to.
    /// `None` if there is something that is no file, or no folder for it.
    #[must_use]
    pub fn partial_of(path: &Path) -> Option<PathBuf> {
        match target(path).ok()? {
            Target::File { path, .. } => Some(partial::path_of(&path)),
            Target::Other(_) | Target::Descriptor(_) => None,
        }
    }

    /// The name of the file under way: `FILE.partial`, beside the file that links lead to.
    #[must_use]
    pub fn partial_path(&self) -> &Path {
        self.file.path()
    }

    /// What its sections are bound to, and how they are compressed.
    pub(crate) fn bound_to(&self) -> (Identity, Settings) {
        self.file.store().bound_to()
    }

    /// Writes the index and, last of all, that the file is finished, and gives it its name.
    ///
    /// # Errors
    ///
    /// If it cannot be written. All tiers are kept.
    ///
    /// # Panics
    ///
    /// If there are tiers that have not been written.
    pub fn finish(self) -> Result<Header, WriteError> {
        self.file.finish()
    }
}

impl Sections for TierWriter {
    type Error = ReadError;

    fn section(&self, tier: u32, mover: usize, values: &mut Vec<u8>) -> Result<(), ReadError> {
        self.file.store().read(section_number(tier, mover).into(), values)?;
        self.tiers.restore(tier, mover, values);
        Ok(())
    }

    fn band(
        &self,
        tier: &Tier<'_>,
        band: usize,
        mover: usize,
        values: &mut Vec<u8>,
    ) -> Result<(), ReadError> {
        let number = section_number(tier.number(), mover).into();
        self.file.store().read_range(number, tier.band(band, mover), values)?;
        tier.restore(band, mover, values);
        Ok(())
    }
}

impl Values for TierWriter {
    type Error = ReadError;

    fn byte(&self, slot: Slot) -> Result<Option<u8>, ReadError> {
        self.file.store().byte(slot.section.into(), slot.rank)
    }
}

impl TierFiles for TierWriter {
    fn next_tier(&self) -> u32 {
        self.file.tiers()
    }

    fn pack(&self, tier: u32, sections: [&[u8]; 2]) -> Result<PackedTier, WriteError> {
        let packed = PackedTier::new(self.bound_to(), &self.tiers, tier, sections);
        packed.map_err(|error| self.file.interrupted(error))
    }

    fn packer(&self, tier: &Tier<'_>) -> TierPacker {
        TierPacker::new(self.file.store().bound_to(), self.file.path(), tier)
    }

    fn append(&self, PackedTier(sections): PackedTier) -> Result<(), WriteError> {
        self.file.append(&sections)
    }
}
