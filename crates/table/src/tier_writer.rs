//! Writing a table by tiers, tier after tier.

use std::{
    fs::{self, Permissions},
    io::{self, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use perfect_play_core::{Board, Objective, Symmetric};
use perfect_play_tiers::{Sections, Tiers};

use crate::{
    Header, Numbering, ReadError, Settings, WriteError, WriteErrorKind, frame,
    identity::Identity,
    partial,
    replace::{Target, sync_folder_of, target},
    section::PackedSection,
    section_file::SectionFile,
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
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{tiers::{Sections, Tiers}, solve_tiers};
/// use perfect_play_table::{TierFiles, TierWriter};
///
/// let game: Mnk = "connect:5,4,4".parse()?;
/// let tiers = Tiers::of(&game)?;
/// let solved = solve_tiers(&game, &tiers, &|_| ())?;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("large.perfect");
/// // This run ends after three tiers.
/// let writer = TierWriter::create(&path, &game, Objective::Fastest, &tiers)?;
/// for tier in 0..3 {
///     let [o, x] = &solved.0[tier as usize];
///     writer.append(writer.pack(tier, [o, x])?)?;
/// }
/// drop(writer);
///
/// // The next one goes on from there.
/// let writer = TierWriter::create(&path, &game, Objective::Fastest, &tiers)?;
/// assert_eq!(writer.next_tier(), 3);
/// for (tier, [o, x]) in (0..).zip(&solved.0).skip(3) {
///     writer.append(writer.pack(tier, [o, x])?)?;
/// }
/// assert_eq!(writer.finish()?.entry_bytes, tiers.slots());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TierWriter {
    header: Header,
    /// The file, and what it may be when it is there already.
    target: (PathBuf, Option<Permissions>),
    partial: PathBuf,
    file: SectionFile,
    /// Where the sections begin.
    start: u64,
}

/// A place on the disk to which solved tiers are appended in their order, and where they can be read at once.
pub trait TierFiles: Sections<Error = ReadError> + Sync {
    /// The tier that is to be written next; the number of tiers if all have been written.
    fn next_tier(&self) -> u32;

    /// Compresses the sections of a tier (O to move, X to move).
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
    /// Compresses the sections of a tier (O to move, X to move).
    ///
    /// # Errors
    ///
    /// As [`PackedSection::new`].
    pub(crate) fn new(
        identity: Identity,
        tier: u32,
        [o, x]: [&[u8]; 2],
        settings: Settings,
    ) -> io::Result<Self> {
        let pack = |mover, section| {
            PackedSection::new(identity, section_number(tier, mover), section, settings)
        };
        Ok(Self([pack(0, o)?, pack(1, x)?]))
    }
}

/// The number of a section among all of a file.
pub(crate) fn section_number(tier: u32, mover: usize) -> u64 {
    2 * u64::from(tier) + mover as u64
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
    pub fn create<G: Symmetric<Position = Board>>(
        path: &Path,
        game: &G,
        objective: Objective,
        tiers: &Tiers,
    ) -> Result<Self, WriteError> {
        Self::with_settings(path, game, objective, tiers, Settings::by_tier(tiers.slots()))
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
    pub fn with_settings<G: Symmetric<Position = Board>>(
        path: &Path,
        game: &G,
        objective: Objective,
        tiers: &Tiers,
        settings: Settings,
    ) -> Result<Self, WriteError> {
        assert!(tiers.is_of(game), "the numbering is that of another game");
        assert!((1..=Settings::MAX_FRAME_BYTES).contains(&settings.frame_bytes));
        let io = |error| WriteError::io(path, error);
        let target = match target(path).map_err(io)? {
            Target::File { path, permissions } => (path, permissions),
            Target::Other(_) | Target::Descriptor(_) => {
                return Err(WriteError::new(path, WriteErrorKind::NotAFile));
            }
        };
        let sections = 2 * tiers.len() as u64;
        let numbering = Numbering::of(tiers);
        let header = Header::begun(game, objective, numbering, settings, (sections, tiers.slots()));
        let first_bytes = frame::to_bytes(&header).map_err(io)?;
        let partial = partial::path_of(&target.0);
        let file = partial::open_locked(&partial)?;
        partial::begin(&partial, &file, &header, &first_bytes)?;
        let identity = header.identity().map_err(io)?;
        let start = first_bytes.len() as u64;
        let lens = (0..tiers.len()).flat_map(|tier| tiers.tier(tier).lens());
        let file = SectionFile::new((&partial, file), identity, settings, start, lens)
            .map_err(|error| WriteError::io(&partial, error))?;
        // Two sections are a tier.
        file.store().truncate(file.store().len() / 2 * 2);
        Ok(Self { header, target, partial, file, start })
    }

    /// The name of the file under way: `FILE.partial`, beside the file that links lead to.
    #[must_use]
    pub fn partial_path(&self) -> &Path {
        &self.partial
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
    pub fn finish(mut self) -> Result<Header, WriteError> {
        let store = self.file.store();
        assert_eq!(store.len(), self.header.sections, "there are tiers that have not been written");
        let index: Vec<_> = store.summaries().iter().map(|summary| summary.to_bytes()).collect();
        let index = index.as_flattened();
        let end = store.end();
        self.header.stored_bytes = end - self.start;
        self.header.index_crc32 = crc32fast::hash(index);
        self.header.finished = true;
        let finished = self.file.with(|file, _| {
            file.set_len(end)?;
            file.seek(SeekFrom::Start(end))?;
            file.write_all(index)?;
            file.sync_all()?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&frame::to_bytes(&self.header)?)?;
            if let Some(permissions) = self.target.1.clone() {
                file.set_permissions(permissions)?;
            }
            file.sync_all()
        });
        finished.map_err(|error| self.error(WriteErrorKind::Interrupted(error)))?;
        let path = &self.target.0;
        fs::rename(&self.partial, path).map_err(|error| WriteError::io(path, error))?;
        sync_folder_of(path);
        Ok(self.header)
    }

    fn error(&self, kind: WriteErrorKind) -> WriteError {
        WriteError::new(&self.partial, kind)
    }
}

impl Sections for TierWriter {
    type Error = ReadError;

    fn section(&self, tier: u32, mover: usize, values: &mut Vec<u8>) -> Result<(), ReadError> {
        self.file.store().read(section_number(tier, mover), values)
    }

    fn byte(&self, tier: u32, mover: usize, rank: usize) -> Result<Option<u8>, ReadError> {
        self.file.store().byte(section_number(tier, mover), rank)
    }
}

impl TierFiles for TierWriter {
    fn next_tier(&self) -> u32 {
        u32::try_from(self.file.store().len() / 2).unwrap_or(u32::MAX)
    }

    fn pack(&self, tier: u32, sections: [&[u8]; 2]) -> Result<PackedTier, WriteError> {
        let packed = self.file.store().pack_tier(tier, sections);
        packed.map_err(|error| self.error(WriteErrorKind::Interrupted(error)))
    }

    fn append(&self, PackedTier(sections): PackedTier) -> Result<(), WriteError> {
        let appended = self.file.append(&sections);
        appended.map_err(|error| self.error(WriteErrorKind::Interrupted(error)))
    }
}
