//! The sections of a file, read by number.

use std::{
    io,
    ops::Range,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard},
};

use perfect_play_numbering::{Cache, RankNumbering, StoredValues, Tier, Tiers, section_number};
use perfect_play_parallel::{ParallelIterator, parallel};

use crate::{
    ReadError, Settings,
    identity::Identity,
    index::Index,
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
    /// The numbering, if it is known.
    numbering: Option<SectionNumbering>,
    index: RwLock<Index>,
    recent: Arc<Recent>,
}

/// A numbering by which a table has two sections for each tier.
#[derive(Clone, Debug)]
pub(crate) enum SectionNumbering {
    /// That of a line game. It also says for which slots the frames hold a value.
    Tiers(Arc<Tiers>),
    /// By rank.
    Ranks(RankNumbering),
}

impl SectionNumbering {
    /// The number of sections of a table.
    pub(crate) fn sections(&self) -> u64 {
        2 * match self {
            Self::Tiers(tiers) => tiers.len() as u64,
            Self::Ranks(numbering) => numbering.tiers().into(),
        }
    }

    /// The number of slots of a section. `None` if there is no such section.
    fn slots(&self, section: u64) -> Option<u32> {
        let tier = u32::try_from(section / 2).ok()?;
        match self {
            Self::Tiers(tiers) => {
                let [o, x] = tiers.lens().get(tier as usize)?;
                Some(if section.is_multiple_of(2) { *o } else { *x })
            }
            Self::Ranks(numbering) if tier < numbering.tiers() => {
                numbering.unit_slots(tier..tier + 1).try_into().ok()
            }
            Self::Ranks(_) => None,
        }
    }
}

/// The heads and frames that were read last, by section number. They belong to one file, or to all files of a folder.
#[derive(Debug)]
pub(crate) struct Recent {
    heads: Cache<u64, Head>,
    /// With all values.
    frames: Cache<(u64, usize), Vec<u8>>,
}

impl Recent {
    pub(crate) fn new(settings: Settings) -> Self {
        // A frame may be as large as a section.
        let frames = (Settings::MAX_HELD_BYTES / u64::from(settings.frame_slots)).max(1);
        let frames = usize::try_from(frames).unwrap_or(KEPT).min(KEPT);
        Self { heads: Cache::new(KEPT), frames: Cache::new(frames) }
    }

    pub(crate) fn forget(&self) {
        self.heads.forget();
        self.frames.forget();
    }
}

impl Store {
    /// A store without sections. The first section will have this number and begin at `start`.
    pub(crate) fn new(
        path: &Path,
        source: Source,
        bound_to: (Identity, Settings),
        (first, start): (u64, u64),
    ) -> Self {
        Self::with(path, source, bound_to, Index::new(first, start))
    }

    /// A store with the sections of an index.
    pub(crate) fn with(
        path: &Path,
        source: Source,
        (identity, settings): (Identity, Settings),
        index: Index,
    ) -> Self {
        Self {
            path: path.to_path_buf(),
            source,
            identity,
            settings,
            numbering: None,
            index: RwLock::new(index),
            recent: Arc::new(Recent::new(settings)),
        }
    }

    /// Whether the sections have as many slots as this numbering says. If the index of a file that is not at hand is not read
    /// yet, each section is checked when it is read.
    pub(crate) fn fits(&self, numbering: &SectionNumbering) -> bool {
        let index = self.index();
        let summaries = index.summaries().unwrap_or_default();
        let mut numbers = (index.first()..).zip(summaries);
        numbers.all(|(number, summary)| numbering.slots(number) == Some(summary.slots))
    }

    /// The same sections, of a table with this numbering.
    pub(crate) fn of(self, numbering: SectionNumbering) -> Self {
        Self { numbering: Some(numbering), ..self }
    }

    /// The same sections, in one of many files of a folder. The file is opened when it is read, and shares its caches
    /// with the other files.
    pub(crate) fn among(self, (files, recent): &(Arc<OpenFiles>, Arc<Recent>)) -> Self {
        let (path, number) = (self.path.clone(), self.first());
        let source = Source::OneOfMany { path, number, files: Arc::clone(files) };
        Self { source, recent: Arc::clone(recent), ..self }
    }

    /// Adds a section after the last one.
    pub(crate) fn push(&self, summary: Summary) {
        self.index.write().unwrap_or_else(PoisonError::into_inner).push(summary);
    }

    /// The summary of the section that begins where the last one ends, in a file of `length` bytes. `None` if no
    /// section with this many slots is there. Only the lengths of its frames are read.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub(crate) fn summary_behind(&self, slots: u32, length: u64) -> io::Result<Option<Summary>> {
        let start = self.end();
        let left = length.saturating_sub(start);
        let head_bytes = Summary { slots, stored_bytes: 0, crc32: 0 }.head_bytes(self.settings);
        if left < head_bytes as u64 {
            return Ok(None);
        }
        let mut place = start;
        let head =
            Head::read(self.identity, self.end_number(), self.settings, Some(slots), |piece| {
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
        parallel(self.first()..self.end_number()).map(if_damaged).try_reduce(|| None, first)
    }

    /// Forgets all sections except the first `len`.
    pub(crate) fn truncate(&self, len: u64) {
        self.index.write().unwrap_or_else(PoisonError::into_inner).truncate(len);
        self.recent.forget();
    }

    /// What the index says of a section. `None` if there is no such section.
    pub(crate) fn summary(&self, number: u64) -> Option<Summary> {
        self.find(number).ok().map(|(_, summary)| summary)
    }

    /// The number of sections.
    pub(crate) fn len(&self) -> u64 {
        self.index().len()
    }

    /// The number of the first section.
    pub(crate) fn first(&self) -> u64 {
        self.index().first()
    }

    /// The number of the section that would be appended next.
    pub(crate) fn end_number(&self) -> u64 {
        self.first() + self.len()
    }

    /// The offset of the end of the last section.
    pub(crate) fn end(&self) -> u64 {
        self.index().end()
    }

    /// The index entries of all sections of a file at hand.
    pub(crate) fn summaries(&self) -> Vec<Summary> {
        self.index().summaries().unwrap_or_default().to_vec()
    }

    /// The identity to which the sections are bound, and how they are compressed.
    pub(crate) fn bound_to(&self) -> (Identity, Settings) {
        (self.identity, self.settings)
    }

    /// Replaces `values` by those of a section. Memory is allocated as frames are read and checked.
    ///
    /// # Errors
    ///
    /// If there is no such section, or if it is damaged or cannot be read.
    pub(crate) fn read(&self, number: u64, values: &mut Vec<u8>) -> Result<(), ReadError> {
        let tier = self.tier(number)?;
        let mut end = 0;
        self.for_each_frame(number, |head, frame, kept| {
            let slots = head.slots_of(frame, self.settings);
            end = slots.end;
            // What the buffer has held before is overwritten. It is not cleared, because zeros take time, too.
            if values.len() < end {
                memory::resize(values, end).map_err(|error| self.unread(number, error))?;
            }
            self.restore(number, tier.as_ref(), slots.clone(), kept, &mut values[slots])
        })?;
        values.truncate(end);
        Ok(())
    }

    /// Replaces `stored` by what the frames of a section hold. Whether each holds as many values as it must is not checked.
    ///
    /// # Errors
    ///
    /// The errors of [`Store::read`].
    pub(crate) fn read_stored(
        &self,
        number: u64,
        stored: &mut StoredValues,
    ) -> Result<(), ReadError> {
        stored.clear();
        let StoredValues { values, ends } = stored;
        self.for_each_frame(number, |head, frame, kept| {
            memory::reserve(values, kept.len())
                .and_then(|()| memory::reserve(ends, 1))
                .map_err(|error| self.unread(number, error))?;
            values.extend_from_slice(kept);
            ends.push((head.slots_of(frame, self.settings).end, values.len()));
            Ok(())
        })
    }

    /// Reads a section and compares its checksums, without keeping anything. Whether its frames hold as many values as must
    /// be stored is checked where they are restored or counted.
    ///
    /// # Errors
    ///
    /// The errors of [`Store::read`].
    pub(crate) fn check(&self, number: u64) -> Result<(), ReadError> {
        self.for_each_frame(number, |_, _, _| Ok(()))
    }

    /// Calls a task with what each frame of a section holds.
    fn for_each_frame(
        &self,
        number: u64,
        mut task: impl FnMut(&Head, usize, &[u8]) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        // A proof must read the bytes that later answers use, even if the file was changed meanwhile.
        self.recent.frames.forget();
        self.expect(number)?;
        let head = self.read_head(number)?;
        let mut buffers = Buffers::default();
        for frame in 0..head.frames() {
            self.read_frame(&head, number, frame, &mut buffers)?;
            task(&head, frame, &buffers.kept)?;
        }
        Ok(())
    }

    /// Replaces `values` by a range of those of a section.
    ///
    /// # Errors
    ///
    /// The errors of [`Store::read`]. Also if the range extends beyond the end of the section.
    pub(crate) fn read_range(
        &self,
        number: u64,
        places: Range<usize>,
        values: &mut Vec<u8>,
    ) -> Result<(), ReadError> {
        let tier = self.tier(number)?;
        self.read_places((number, tier.as_ref()), places, values, false)
    }

    /// Replaces `values` by those of a band of a tier, in the section in which `mover` (O: 0, X: 1) is to move. The frames
    /// that this band shares with other bands are kept in memory: a solver reads one band after the other.
    ///
    /// # Errors
    ///
    /// The errors of [`Store::read`].
    pub(crate) fn read_band(
        &self,
        tier: &Tier<'_>,
        band: usize,
        mover: usize,
        values: &mut Vec<u8>,
    ) -> Result<(), ReadError> {
        let number = section_number(tier.number(), mover).into();
        self.read_places((number, Some(tier)), tier.band(band, mover), values, true)
    }

    /// The values of a frame, which are kept in memory after they have been read.
    fn kept_frame(
        &self,
        number: u64,
        frame: usize,
        make: impl FnOnce() -> Result<Vec<u8>, ReadError>,
    ) -> Result<Arc<Vec<u8>>, ReadError> {
        self.recent.frames.get((number, frame), place_of(number) + frame, make)
    }

    /// Replaces `values` by a range of those of a section. If `keeps`, the frames that are partly in the range are kept in
    /// memory after they have been read.
    fn read_places(
        &self,
        (number, tier): (u64, Option<&Tier<'_>>),
        places: Range<usize>,
        values: &mut Vec<u8>,
        keeps: bool,
    ) -> Result<(), ReadError> {
        // What the buffer has held before is overwritten.
        memory::resize(values, places.len()).map_err(|error| self.unread(number, error))?;
        if places.is_empty() {
            return Ok(());
        }
        let of_frame = self.settings.frame_slots as usize;
        let head = self.head(number)?;
        if places.end > head.summary().slots as usize {
            return Err(self.damaged(number));
        }
        let mut buffers = Buffers::default();
        for frame in places.start / of_frame..places.end.div_ceil(of_frame) {
            let slots = head.slots_of(frame, self.settings);
            let wanted = places.start.max(slots.start)..places.end.min(slots.end);
            let into = &mut values[wanted.start - places.start..wanted.end - places.start];
            // A whole frame is restored in its place. Of others, the part that is wanted is copied.
            if wanted == slots {
                self.read_frame(&head, number, frame, &mut buffers)?;
                self.restore(number, tier, slots, &buffers.kept, into)?;
            } else {
                let read = || self.values_of(&head, (number, tier), frame);
                let all =
                    if keeps { self.kept_frame(number, frame, read)? } else { Arc::new(read()?) };
                into.copy_from_slice(&all[wanted.start - slots.start..wanted.end - slots.start]);
            }
        }
        Ok(())
    }

    /// The values of a frame.
    fn values_of(
        &self,
        head: &Head,
        (number, tier): (u64, Option<&Tier<'_>>),
        frame: usize,
    ) -> Result<Vec<u8>, ReadError> {
        let slots = head.slots_of(frame, self.settings);
        let (mut buffers, mut values) = (Buffers::default(), Vec::new());
        self.read_frame(head, number, frame, &mut buffers)?;
        memory::resize(&mut values, slots.len()).map_err(|error| self.unread(number, error))?;
        self.restore(number, tier, slots, &buffers.kept, &mut values)?;
        Ok(values)
    }

    /// A section as it is stored. It is checked first.
    ///
    /// # Errors
    ///
    /// The errors of [`Store::read`].
    pub(crate) fn stored(&self, number: u64) -> Result<PackedSection, ReadError> {
        self.check(number)?;
        let (start, summary) = self.find(number)?;
        let mut stored = Vec::new();
        memory::resize(&mut stored, summary.stored_bytes as usize)
            .map_err(|error| self.unread(number, error))?;
        self.read_at(number, start, &mut stored)?;
        Ok(PackedSection { number, summary, stored })
    }

    /// The value of a slot of a section. `None` if the section is shorter.
    ///
    /// # Errors
    ///
    /// The errors of [`Store::read`].
    pub(crate) fn byte(&self, number: u64, place: usize) -> Result<Option<u8>, ReadError> {
        let of_frame = self.settings.frame_slots as usize;
        let (frame, within) = (place / of_frame, place % of_frame);
        let values = self.kept_frame(number, frame, || {
            let head = self.head(number)?;
            if frame < head.frames() {
                self.values_of(&head, (number, self.tier(number)?.as_ref()), frame)
            } else {
                Ok(Vec::new())
            }
        })?;
        Ok(values.get(within).copied())
    }

    /// Announces that all bytes of a section will be read.
    ///
    /// # Errors
    ///
    /// If some of them are not available.
    pub(crate) fn expect(&self, number: u64) -> Result<(), ReadError> {
        let (start, summary) = self.find(number)?;
        let expected = self.source.expect(start, summary.stored_bytes.into());
        expected.map_err(|error| self.unread(number, error))
    }

    /// The head of a section. It is kept after it has been read.
    fn head(&self, number: u64) -> Result<Arc<Head>, ReadError> {
        self.recent.heads.get(number, place_of(number), || self.read_head(number))
    }

    fn read_head(&self, number: u64) -> Result<Head, ReadError> {
        let (mut place, summary) = self.find(number)?;
        let expected = self.source.expect(place, summary.head_bytes(self.settings) as u64);
        expected.map_err(|error| self.unread(number, error))?;
        let head = Head::read(self.identity, number, self.settings, Some(summary.slots), |piece| {
            self.source.read_at(place, piece)?;
            place += piece.len() as u64;
            Ok(())
        });
        let head = head.map_err(|error| self.unread(number, error))?;
        head.filter(|head| head.summary() == summary).ok_or_else(|| self.damaged(number))
    }

    /// Reads what a frame holds.
    fn read_frame(
        &self,
        head: &Head,
        number: u64,
        frame: usize,
        Buffers { compressed, kept }: &mut Buffers,
    ) -> Result<(), ReadError> {
        let damaged = || self.damaged(number);
        let (start, _) = self.find(number)?;
        let (within, length) = head.place(frame).ok_or_else(damaged)?;
        let unread = |error| self.unread(number, error);
        memory::resize(compressed, length).map_err(unread)?;
        self.read_at(number, start + within, compressed)?;
        memory::resize(kept, head.kept(frame)).map_err(unread)?;
        let is_whole = head.unpack(self.identity, frame, compressed, kept).map_err(unread)?;
        is_whole.then_some(()).ok_or_else(damaged)
    }

    /// The tier of a section. It says which slots have a value in the frames: those of boards without a static value. `None`
    /// if all have one.
    ///
    /// # Errors
    ///
    /// If there is no such section.
    fn tier(&self, number: u64) -> Result<Option<Tier<'_>>, ReadError> {
        let Some(SectionNumbering::Tiers(tiers)) = &self.numbering else { return Ok(None) };
        // It is a section of these tiers if it is found.
        self.find(number)?;
        let tier = usize::try_from(number / 2).map_err(|_| self.damaged(number))?;
        Ok(Some(tiers.tier(tier)))
    }

    /// Writes the values of some slots: what their frame holds, and what the rules tell.
    fn restore(
        &self,
        number: u64,
        tier: Option<&Tier<'_>>,
        slots: Range<usize>,
        kept: &[u8],
        values: &mut [u8],
    ) -> Result<(), ReadError> {
        let is_right = match tier {
            Some(tier) => {
                let mover = usize::from(!number.is_multiple_of(2));
                tier.restore_static(mover, slots, kept, values)
            }
            None if kept.len() == values.len() => {
                values.copy_from_slice(kept);
                true
            }
            None => false,
        };
        if is_right { Ok(()) } else { Err(self.damaged(number)) }
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

    pub(crate) fn damaged(&self, section: u64) -> ReadError {
        ReadError::Damaged { path: self.path.clone(), section }
    }

    /// The offset of a section, and its index entry.
    fn find(&self, number: u64) -> Result<(u64, Summary), ReadError> {
        let found = self.index().find(&self.source, number);
        let found = found.map_err(|error| self.unread(number, error))?;
        let fits = |summary: &Summary| {
            let numbering = self.numbering.as_ref();
            numbering.is_none_or(|numbering| numbering.slots(number) == Some(summary.slots))
        };
        found.filter(|(_, summary)| fits(summary)).ok_or_else(|| self.damaged(number))
    }

    /// Where the sections are.
    pub(crate) fn index(&self) -> RwLockReadGuard<'_, Index> {
        self.index.read().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A frame: as it is in the file, and what it holds.
#[derive(Default)]
struct Buffers {
    compressed: Vec<u8>,
    kept: Vec<u8>,
}

/// A number that differs for sections that are used together.
fn place_of(section: u64) -> usize {
    usize::try_from(section).unwrap_or(0)
}
