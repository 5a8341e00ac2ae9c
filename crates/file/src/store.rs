//! The sections of a file, read by number.

use std::{
    io,
    ops::Range,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard},
};

use perfect_play_core::{ProbeError, ProbeFailure, Shown};
use perfect_play_numbering::Cache;
use perfect_play_parallel::{ParallelIterator, parallel};
use thiserror::Error;

use crate::{
    Settings,
    identity::Identity,
    memory,
    section_frames::{Head, PackedSection, Summary},
    source::{OpenFiles, Source},
};

/// How many heads, and how many frames, are kept in memory after they have been read, at most.
const KEPT: usize = 256;

/// The consecutive sections of a file. More can be appended while others are read.
#[derive(Debug)]
pub(crate) struct Store {
    /// For error messages.
    path: PathBuf,
    source: Source,
    identity: Identity,
    settings: Settings,
    /// The number of the first section.
    first: u64,
    sections: RwLock<Sections>,
    recent: Arc<Recent>,
}

/// The heads and frames that were read last, by section number. They belong to one file, or to all files of a folder.
#[derive(Debug)]
pub(crate) struct Recent {
    heads: Cache<u64, Head>,
    frames: Cache<(u64, usize), Vec<u8>>,
}

impl Recent {
    pub(crate) fn new(settings: Settings) -> Self {
        // A frame may be as large as a section.
        let frames = (Settings::MAX_HELD_BYTES / u64::from(settings.frame_bytes)).max(1);
        let frames = usize::try_from(frames).unwrap_or(KEPT).min(KEPT);
        Self { heads: Cache::new(KEPT), frames: Cache::new(frames) }
    }

    pub(crate) fn forget(&self) {
        self.heads.forget();
        self.frames.forget();
    }
}

/// Where the sections are.
#[derive(Debug)]
struct Sections {
    summaries: Vec<Summary>,
    /// The offset of each section, and the end of the last one.
    starts: Vec<u64>,
}

impl Store {
    /// A store without sections. The first section will have this number and begin at `start`.
    pub(crate) fn new(
        path: &Path,
        source: Source,
        (identity, settings): (Identity, Settings),
        (first, start): (u64, u64),
    ) -> Self {
        Self {
            path: path.to_path_buf(),
            source,
            identity,
            settings,
            first,
            sections: RwLock::new(Sections { summaries: Vec::new(), starts: vec![start] }),
            recent: Arc::new(Recent::new(settings)),
        }
    }

    /// The same sections, in one of many files of a folder. The file is opened when it is read, and shares its caches
    /// with the other files.
    pub(crate) fn among(self, (files, recent): &(Arc<OpenFiles>, Arc<Recent>)) -> Self {
        let (path, number) = (self.path.clone(), self.first);
        let source = Source::OneOfMany { path, number, files: Arc::clone(files) };
        Self { source, recent: Arc::clone(recent), ..self }
    }

    /// Adds a section after the last one.
    pub(crate) fn push(&self, summary: Summary) {
        let mut sections = self.sections.write().unwrap_or_else(PoisonError::into_inner);
        let end = sections.end() + u64::from(summary.stored_bytes);
        sections.starts.push(end);
        sections.summaries.push(summary);
    }

    /// The summary of the section that begins where the last one ends, in a file of `length` bytes. `None` if no
    /// section with this many bytes of entries is there. Only the lengths of its frames are read.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub(crate) fn summary_behind(&self, bytes: u32, length: u64) -> io::Result<Option<Summary>> {
        let start = self.end();
        let left = length.saturating_sub(start);
        let head_bytes = Summary { bytes, stored_bytes: 0, crc32: 0 }.head_bytes(self.settings);
        if left < head_bytes as u64 {
            return Ok(None);
        }
        let mut place = start;
        let head =
            Head::read(self.identity, self.end_number(), self.settings, Some(bytes), |piece| {
                self.source.read_at(place, piece)?;
                place += piece.len() as u64;
                Ok(())
            })?;
        let summary = head.map(|head| head.summary());
        Ok(summary.filter(|summary| left >= u64::from(summary.stored_bytes)))
    }

    /// The first damaged section.
    ///
    /// # Errors
    ///
    /// If the file cannot be read. This does not mean that the file is damaged.
    pub(crate) fn first_damaged(&self) -> io::Result<Option<u64>> {
        let if_damaged = |number| match self.check(number) {
            Ok(()) => Ok(None),
            // Damage is solved again. An error of the disk must not be taken for damage, or good sections would
            // be lost.
            Err(ReadError::Io { source, .. }) => Err(source),
            Err(_) => Ok(Some(number)),
        };
        let first = |first, second| Ok([first, second].into_iter().flatten().min());
        parallel(self.first..self.end_number()).map(if_damaged).try_reduce(|| None, first)
    }

    /// Forgets all sections except the first `len`.
    pub(crate) fn truncate(&self, len: u64) {
        let len = usize::try_from(len).unwrap_or(usize::MAX);
        let mut sections = self.sections.write().unwrap_or_else(PoisonError::into_inner);
        sections.summaries.truncate(len);
        sections.starts.truncate(len.saturating_add(1));
    }

    /// The number of sections.
    pub(crate) fn len(&self) -> u64 {
        self.sections().summaries.len() as u64
    }

    /// The number of the first section.
    pub(crate) fn first(&self) -> u64 {
        self.first
    }

    /// The number of the section that would be appended next.
    pub(crate) fn end_number(&self) -> u64 {
        self.first + self.len()
    }

    /// The offset of the end of the last section.
    pub(crate) fn end(&self) -> u64 {
        self.sections().end()
    }

    /// The index entries of all sections.
    pub(crate) fn summaries(&self) -> Vec<Summary> {
        self.sections().summaries.clone()
    }

    /// The identity to which the sections are bound, and how they are compressed.
    pub(crate) fn bound_to(&self) -> (Identity, Settings) {
        (self.identity, self.settings)
    }

    /// Replaces `entries` by those of a section. Memory is allocated as frames are read and checked.
    ///
    /// # Errors
    ///
    /// If there is no such section, or if it is damaged or cannot be read.
    pub(crate) fn read(&self, number: u64, entries: &mut Vec<u8>) -> Result<(), ReadError> {
        // A proof must read the bytes that later answers use, even if the file was changed meanwhile.
        self.recent.frames.forget();
        entries.clear();
        self.expect(number)?;
        let head = self.read_head(number)?;
        let mut compressed = Vec::new();
        for frame in 0..head.frames() {
            self.add_frame(&head, number, frame, &mut compressed, entries)?;
        }
        Ok(())
    }

    /// Replaces `entries` by a range of those of a section.
    ///
    /// # Errors
    ///
    /// The errors of [`Store::read`]. Also if the range extends beyond the end of the section.
    pub(crate) fn read_range(
        &self,
        number: u64,
        places: Range<usize>,
        entries: &mut Vec<u8>,
    ) -> Result<(), ReadError> {
        entries.clear();
        memory::resize(entries, places.len()).map_err(|error| self.unread(number, error))?;
        if places.is_empty() {
            return Ok(());
        }
        let frame_bytes = self.settings.frame_bytes as usize;
        let head = self.head(number)?;
        if places.end > head.summary().bytes as usize {
            return Err(self.damaged(number));
        }
        let (mut compressed, mut content) = (Vec::new(), Vec::new());
        for frame in places.start / frame_bytes..places.end.div_ceil(frame_bytes) {
            let start = frame * frame_bytes;
            let end = start + head.content_len(frame, self.settings);
            let wanted = places.start.max(start)..places.end.min(end);
            let into = &mut entries[wanted.start - places.start..wanted.end - places.start];
            // A whole frame is unpacked in its place. Of others, the part that is wanted is copied.
            if into.len() == end - start {
                self.read_frame(&head, number, frame, &mut compressed, into)?;
            } else {
                let resized = memory::resize(&mut content, end - start);
                resized.map_err(|error| self.unread(number, error))?;
                self.read_frame(&head, number, frame, &mut compressed, &mut content)?;
                into.copy_from_slice(&content[wanted.start - start..wanted.end - start]);
            }
        }
        Ok(())
    }

    /// Reads and checks a section, without keeping anything.
    ///
    /// # Errors
    ///
    /// The errors of [`Store::read`].
    pub(crate) fn check(&self, number: u64) -> Result<(), ReadError> {
        let head = self.read_head(number)?;
        let (mut compressed, mut content) = (Vec::new(), Vec::new());
        for frame in 0..head.frames() {
            content.clear();
            self.add_frame(&head, number, frame, &mut compressed, &mut content)?;
        }
        Ok(())
    }

    /// A section as it is stored. It is checked first.
    ///
    /// # Errors
    ///
    /// The errors of [`Store::read`].
    pub(crate) fn stored(&self, number: u64) -> Result<PackedSection, ReadError> {
        self.check(number)?;
        let (start, summary) = self.find(number).ok_or_else(|| self.damaged(number))?;
        let mut stored = Vec::new();
        memory::resize(&mut stored, summary.stored_bytes as usize)
            .map_err(|error| self.unread(number, error))?;
        self.read_at(number, start, &mut stored)?;
        Ok(PackedSection { number, summary, stored })
    }

    /// The byte at a position in a section. `None` if the section is shorter.
    ///
    /// # Errors
    ///
    /// The errors of [`Store::read`].
    pub(crate) fn byte(&self, number: u64, place: usize) -> Result<Option<u8>, ReadError> {
        let frame_bytes = self.settings.frame_bytes as usize;
        let (frame, within) = (place / frame_bytes, place % frame_bytes);
        let content = self.recent.frames.get((number, frame), place_of(number) + frame, || {
            let head = self.head(number)?;
            let mut content = Vec::new();
            if frame < head.frames() {
                self.add_frame(&head, number, frame, &mut Vec::new(), &mut content)?;
            }
            Ok::<_, ReadError>(content)
        })?;
        Ok(content.get(within).copied())
    }

    /// Announces that all bytes of a section will be read.
    ///
    /// # Errors
    ///
    /// If some of them are not available.
    pub(crate) fn expect(&self, number: u64) -> Result<(), ReadError> {
        let (start, summary) = self.find(number).ok_or_else(|| self.damaged(number))?;
        let expected = self.source.expect(start, summary.stored_bytes.into());
        expected.map_err(|error| self.unread(number, error))
    }

    /// The head of a section. It is kept after it has been read.
    fn head(&self, number: u64) -> Result<Arc<Head>, ReadError> {
        self.recent.heads.get(number, place_of(number), || self.read_head(number))
    }

    fn read_head(&self, number: u64) -> Result<Head, ReadError> {
        let found = self.find(number);
        let (mut place, summary) = found.ok_or_else(|| self.damaged(number))?;
        let expected = self.source.expect(place, summary.head_bytes(self.settings) as u64);
        expected.map_err(|error| self.unread(number, error))?;
        let head = Head::read(self.identity, number, self.settings, Some(summary.bytes), |piece| {
            self.source.read_at(place, piece)?;
            place += piece.len() as u64;
            Ok(())
        });
        let head = head.map_err(|error| self.unread(number, error))?;
        head.filter(|head| head.summary() == summary).ok_or_else(|| self.damaged(number))
    }

    /// Appends the contents of a frame to `entries`.
    fn add_frame(
        &self,
        head: &Head,
        number: u64,
        frame: usize,
        compressed: &mut Vec<u8>,
        entries: &mut Vec<u8>,
    ) -> Result<(), ReadError> {
        let (before, len) = (entries.len(), head.content_len(frame, self.settings));
        memory::resize(entries, before + len).map_err(|error| self.unread(number, error))?;
        let read = self.read_frame(head, number, frame, compressed, &mut entries[before..]);
        if read.is_err() {
            entries.truncate(before);
        }
        read
    }

    /// Reads the contents of a frame into `content`, which must have the right length.
    fn read_frame(
        &self,
        head: &Head,
        number: u64,
        frame: usize,
        compressed: &mut Vec<u8>,
        content: &mut [u8],
    ) -> Result<(), ReadError> {
        let damaged = || self.damaged(number);
        let (start, _) = self.find(number).ok_or_else(damaged)?;
        let (within, length) = head.place(frame).ok_or_else(damaged)?;
        memory::resize(compressed, length).map_err(|error| self.unread(number, error))?;
        self.read_at(number, start + within, compressed)?;
        let unpacked = head.unpack(self.identity, frame, compressed, content);
        let is_whole = unpacked.map_err(|error| self.unread(number, error))?;
        is_whole.then_some(()).ok_or_else(damaged)
    }

    fn read_at(&self, number: u64, place: u64, buffer: &mut [u8]) -> Result<(), ReadError> {
        self.source.read_at(place, buffer).map_err(|error| self.unread(number, error))
    }

    fn unread(&self, number: u64, source: io::Error) -> ReadError {
        match source.kind() {
            io::ErrorKind::UnexpectedEof => self.damaged(number),
            _ => ReadError::Io { path: self.path.clone(), source },
        }
    }

    fn damaged(&self, section: u64) -> ReadError {
        ReadError::Damaged { path: self.path.clone(), section }
    }

    /// The offset of a section, and its index entry.
    fn find(&self, number: u64) -> Option<(u64, Summary)> {
        let place = usize::try_from(number.checked_sub(self.first)?).ok()?;
        let sections = self.sections();
        Some((*sections.starts.get(place)?, *sections.summaries.get(place)?))
    }

    fn sections(&self) -> RwLockReadGuard<'_, Sections> {
        self.sections.read().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A number that differs for sections that are used together.
fn place_of(section: u64) -> usize {
    usize::try_from(section).unwrap_or(0)
}

impl Sections {
    fn end(&self) -> u64 {
        self.starts.last().copied().unwrap_or_default()
    }
}

/// Why a table in a file gives no answer.
///
/// ```
/// use perfect_play_core::{ProbeFailure, Unreachable};
/// use perfect_play_file::ReadError;
///
/// let damaged = ReadError::Damaged { path: "m.perfect".into(), section: 2 };
/// assert_eq!(
///     damaged.to_string(),
///     "m.perfect is damaged (section 3 is not what was written): restore it, or solve it again",
/// );
/// // An unreadable table says nothing about the position.
/// assert_eq!(damaged.no_entry(), None);
/// let reason = Unreachable::NotInTable.into();
/// assert_eq!(ReadError::NoEntry(reason).no_entry(), Some(reason));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The position has no entry.
    #[error(transparent)]
    NoEntry(#[from] ProbeError),
    /// A section was changed after it was written.
    #[error(
        "{} is damaged (section {} is not what was written): restore it, or solve it again",
        Shown(path.display()),
        section + 1
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The number of the section, from 0.
        section: u64,
    },
    /// The file cannot be read.
    #[error("{} cannot be read: {source}", Shown(path.display()))]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
}

impl ProbeFailure for ReadError {
    fn no_entry(&self) -> Option<ProbeError> {
        match self {
            Self::NoEntry(reason) => Some(*reason),
            _ => None,
        }
    }
}
