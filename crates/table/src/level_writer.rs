//! Writing a table by index, level by level.

use std::{
    fs::{self, File, Permissions},
    io::{self, BufWriter, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use perfect_play_core::{Board, Game, Objective};
use perfect_play_index::Index;

use crate::{
    Header, Numbering, ReadError, Settings, WriteError, WriteErrorKind,
    block::HEAD_BYTES,
    count::positions_by_ply,
    encode::{pack_all, pack_counts},
    file::level_bytes,
    frame,
    left_out::{LeftOut, restore},
    partial,
    plan::Plan,
    replace::{Target, sync_folder_of, target},
    source::{PositionedFile, Source},
    store::Store,
};

/// About so many bytes of entries are compressed before they are written.
const BATCH_BYTES: usize = 1 << 26;

/// Writes the file of a table by index, level by level as they are solved: into `FILE.partial`
/// first, which is given the name of `FILE` when all is there.
///
/// A run that was interrupted, in whatever way, leaves `FILE.partial`. The next writer of the same
/// table finds it and goes on behind the last level that is whole; the file becomes the same, byte
/// for byte. Another run of this library cannot write it meanwhile, because it is locked; a program
/// that asks for no lock can.
///
/// ```
/// use perfect_play_core::{Mnk, Objective};
/// use perfect_play_generator::LevelSolver;
/// use perfect_play_index::Index;
/// use perfect_play_table::LevelWriter;
///
/// let game: Mnk = "connect:5,4,4".parse()?;
/// let index = Index::of(&game)?;
/// let solver = LevelSolver::new(&game, &index, &|_| ())?;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("large.perfect");
/// // This run ends after three levels.
/// let mut writer = LevelWriter::create(&path, game, Objective::Fastest, &index)?;
/// let mut values = Vec::new();
/// for level in index.levels_in_order().take(3) {
///     values = solver.level(level, &values, &|_| ())?;
///     writer.write_level(level, &values)?;
/// }
/// drop(writer);
///
/// // The next one goes on from there.
/// let mut writer = LevelWriter::create(&path, game, Objective::Fastest, &index)?;
/// let mut values = writer.last_level()?.unwrap_or_default();
/// while let Some(level) = writer.next_level() {
///     values = solver.level(level, &values, &|_| ())?;
///     writer.write_level(level, &values)?;
/// }
/// assert_eq!(writer.finish()?.positions(), 3_945_711);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct LevelWriter<'i, G> {
    game: G,
    index: &'i Index,
    /// As far as it is known.
    header: Header,
    plan: Plan,
    left_out: LeftOut,
    /// The file, and what it may be when it is there already.
    target: (PathBuf, Option<Permissions>),
    partial: (PathBuf, File),
    /// Where the blocks begin.
    start: u64,
    /// How many levels are finished.
    finished: usize,
    /// The heads of their blocks.
    heads: Vec<[u8; HEAD_BYTES]>,
    /// Where the last of them ends.
    end: u64,
}

impl<'i, G: Game<Position = Board> + Sync> LevelWriter<'i, G> {
    /// Begins to write the file, or goes on: see [`LevelWriter::next_level`]. `index` is the
    /// numbering of the game's positions ([`Index::of`]).
    ///
    /// # Errors
    ///
    /// If there is something that cannot be replaced or written, if another run is writing the same
    /// file, if the file system has no locks, or if `FILE.partial` is something else.
    ///
    /// # Panics
    ///
    /// If `index` is the numbering of another game, or has other limits than the default.
    pub fn create(
        path: &Path,
        game: G,
        objective: Objective,
        index: &'i Index,
    ) -> Result<Self, WriteError> {
        Self::with_settings(path, game, objective, index, Settings::by_index(index.slots()))
    }

    /// The same, with settings of one's own.
    ///
    /// # Errors
    ///
    /// As [`LevelWriter::create`].
    ///
    /// # Panics
    ///
    /// If there can be no blocks of this size, or `index` is the numbering of another game or has other
    /// limits than the default.
    pub fn with_settings(
        path: &Path,
        game: G,
        objective: Objective,
        index: &'i Index,
        settings: Settings,
    ) -> Result<Self, WriteError> {
        assert!(index.is_of(&game), "the numbering is that of another game");
        assert!(index.is_default(), "the numbering has other limits than a file's");
        let (path, permissions) = match target(path) {
            Ok(Target::File { path, permissions }) => (path, permissions),
            Ok(Target::Other(path) | Target::Descriptor(path)) => {
                return Err(WriteError::new(&path, WriteErrorKind::NotAFile));
            }
            Err(error) => return Err(WriteError::io(path, error)),
        };
        let plies = usize::from(game.max_plies()) + 1;
        let mut header = Header {
            game: game.to_string(),
            objective,
            positions_by_ply: vec![0; plies],
            numbering: Numbering::Index,
            left_out: game.kind().settled_values().to_vec(),
            level_bytes: level_bytes(index),
            settings,
            stored_bytes: 0,
            index_crc32: 0,
            finished: false,
        };
        let plan = Plan::of(&header).expect("blocks of a size that is possible");
        let partial = partial::path_of(&path);
        let io = |error| WriteError::io(&partial, error);
        let file = partial::open_locked(&partial)?;
        let frame_and_header = frame::to_bytes(&header).map_err(io)?;
        let start = frame_and_header.len() as u64;
        partial::begin(&partial, &file, &header, &frame_and_header)?;
        let found = partial::finished(&partial, &file, &plan, start, plies).map_err(io)?;
        header.positions_by_ply = found.positions_by_ply;
        Ok(Self {
            left_out: LeftOut::new(&header.left_out),
            game,
            index,
            header,
            plan,
            target: (path, permissions),
            partial: (partial, file),
            start,
            finished: found.levels,
            heads: found.heads,
            end: found.end,
        })
    }

    /// The name of the file under way: `FILE.partial`, beside the file that links lead to.
    #[must_use]
    pub fn partial_path(&self) -> &Path {
        &self.partial.0
    }

    /// The level that is to be written next; `None` if all are there. In a new file it is the first
    /// of [`Index::levels_in_order`].
    #[must_use]
    pub fn next_level(&self) -> Option<usize> {
        self.index.levels_in_order().nth(self.finished)
    }

    /// The values of the level that was written last, from which the next is solved, as
    /// [`LevelWriter::write_level`] was given them; `None` if none has been written.
    ///
    /// # Errors
    ///
    /// If they cannot be read back.
    pub fn last_level(&self) -> Result<Option<Vec<u8>>, ReadError> {
        let Some(nth) = self.finished.checked_sub(1) else {
            return Ok(None);
        };
        let (path, file) = &self.partial;
        let io = |source| ReadError::Io { path: path.clone(), source };
        let source = Source::File(PositionedFile::new(file.try_clone().map_err(io)?));
        let source = (path.clone(), source);
        let store = Store::new(source, self.plan.clone(), self.start, self.heads.clone())
            .map_err(|damage| io(io::Error::other(damage)))?;
        let mut values = store.level(nth)?;
        let level = self.index.levels() - 1 - nth;
        restore(&self.game, self.index, level, &mut values);
        Ok(Some(values))
    }

    /// Writes the next level, as [`perfect_play_index::Levels::level`] describes it, but that where
    /// the rules rule a board out there must be the value of a game that is over, or
    /// [`perfect_play_core::Value::NONE`]. When this returns, the level is safe on the disk.
    ///
    /// # Errors
    ///
    /// If it cannot be written. What was written before it is kept: the same level can be tried
    /// again, now or by another writer.
    ///
    /// # Panics
    ///
    /// If it is not the next level, or there are more or fewer values than it has slots.
    pub fn write_level(&mut self, level: usize, values: &[u8]) -> Result<(), WriteError> {
        self.write_level_with_progress(level, values, &|_| ())
    }

    /// [`LevelWriter::write_level`]; `done` is told each time how many entries more are compressed,
    /// of as many as there are values.
    ///
    /// # Errors
    ///
    /// As [`LevelWriter::write_level`].
    ///
    /// # Panics
    ///
    /// As [`LevelWriter::write_level`].
    pub fn write_level_with_progress(
        &mut self,
        level: usize,
        values: &[u8],
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<(), WriteError> {
        assert_eq!(self.next_level(), Some(level), "levels are written in their order");
        assert_eq!(values.len() as u64, self.plan.level_bytes(self.finished));
        let counts = positions_by_ply(&self.game, self.index, level, values);
        let (heads, end) = self.try_write(values, &counts, done).map_err(|error| {
            WriteError::new(&self.partial.0, WriteErrorKind::Interrupted(error))
        })?;
        self.heads.extend(heads);
        self.end = end;
        self.finished += 1;
        for (sum, count) in self.header.positions_by_ply.iter_mut().zip(counts) {
            *sum += count;
        }
        Ok(())
    }

    /// Writes a level's blocks; gives their heads and where they end.
    fn try_write(
        &self,
        values: &[u8],
        counts: &[u64],
        done: &(dyn Fn(u64) + Sync),
    ) -> io::Result<(Vec<[u8; HEAD_BYTES]>, u64)> {
        let (settings, mut file) = (self.header.settings, &self.partial.1);
        file.set_len(self.end)?;
        file.seek(SeekFrom::Start(self.end))?;
        let mut out = BufWriter::new(file);
        let (mut heads, mut end) = (Vec::new(), self.end);
        let mut write = |blocks: &[Vec<u8>]| {
            heads.extend(blocks.iter().filter_map(|block| block.first_chunk()));
            end += blocks.iter().map(|block| block.len() as u64).sum::<u64>();
            blocks.iter().try_for_each(|block| out.write_all(block))
        };
        let block_bytes = settings.block_bytes as usize;
        let batch_blocks = BATCH_BYTES.div_ceil(block_bytes);
        let mut number = self.plan.level_blocks(self.finished).start;
        for batch in values.chunks(batch_blocks * block_bytes) {
            let change = |block: &mut [u8]| {
                done(block.len() as u64);
                self.left_out.replace(block);
            };
            let blocks = pack_all(batch, number, settings, change)?;
            number += blocks.len() as u64;
            write(&blocks)?;
        }
        write(&[pack_counts(counts, number, settings)?])?;
        out.into_inner()?.sync_data()?;
        Ok((heads, end))
    }

    /// Writes the index and, last of all, that the file is finished, and gives it its name.
    ///
    /// # Errors
    ///
    /// If it cannot be written. All levels are kept.
    ///
    /// # Panics
    ///
    /// If there are levels that have not been written.
    pub fn finish(mut self) -> Result<Header, WriteError> {
        assert_eq!(self.next_level(), None, "there are levels that have not been written");
        let index = self.heads.concat();
        self.header.stored_bytes = self.end - self.start;
        self.header.index_crc32 = crc32fast::hash(&index);
        self.header.finished = true;
        let ((path, permissions), (partial, mut file)) = (self.target, self.partial);
        let mut finish = || {
            file.set_len(self.end)?;
            file.seek(SeekFrom::Start(self.end))?;
            file.write_all(&index)?;
            file.sync_all()?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&frame::to_bytes(&self.header)?)?;
            if let Some(permissions) = permissions.clone() {
                file.set_permissions(permissions)?;
            }
            file.sync_all()
        };
        finish().map_err(|error| WriteError::new(&partial, WriteErrorKind::Interrupted(error)))?;
        fs::rename(&partial, &path).map_err(|error| WriteError::io(&path, error))?;
        sync_folder_of(&path);
        Ok(self.header)
    }
}
