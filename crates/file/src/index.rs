//! The index of a file: a summary of each section. It is cut into chunks, so that a probe of a remote file reads one.
//!
//! | bytes | what |
//! |---|---|
//! | 12 for each chunk | the bytes that its sections take in the file (eight), and the CRC-32 of the chunk |
//! | 12 for each section | slots, bytes in the file, and the checksum in the section's head |

use std::io;

use perfect_play_numbering::Cache;

use crate::{
    Damage, Header, OpenErrorKind, Settings, memory,
    section_frames::{Summary, words},
    source::Source,
};

/// The number of sections in a chunk. The last chunk may have fewer.
const SECTIONS_OF_CHUNK: usize = if cfg!(test) { 4 } else { 1 << 12 };

/// How many chunks of the index of a remote file are kept in memory after they have been read, at most.
const KEPT: usize = 64;

/// The bytes of a section without slots.
const LEAST_BYTES: u64 = 8;

/// The sections of a file: where each is, and what is said of it.
#[derive(Debug)]
pub(crate) struct Index {
    /// The number of the first section.
    first: u64,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// All sections.
    Read(Sections),
    /// Those of a file that is not at hand: a chunk is read when one of its sections is asked for.
    Remote(Remote),
}

/// Consecutive sections.
#[derive(Debug)]
struct Sections {
    summaries: Vec<Summary>,
    /// The offset of each section, and the end of the last one.
    starts: Vec<u64>,
}

#[derive(Debug)]
struct Remote {
    /// Each with the offset of its first section.
    chunks: Vec<(u64, Chunk)>,
    /// The offset of the first chunk in the file.
    place: u64,
    sections: u64,
    end: u64,
    settings: Settings,
    read: Cache<usize, Sections>,
}

/// Why a chunk was not read.
enum Unread {
    Damaged,
    Io(io::Error),
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl Index {
    /// Without sections. The first one will have this number and begin at `start`.
    pub(crate) fn new(first: u64, start: u64) -> Self {
        Self { first, content: Content::Read(Sections::new(start)) }
    }

    /// Reads the index of a file whose sections begin at `start`, and end at `end` where the index begins.
    ///
    /// # Errors
    ///
    /// If it is damaged or cannot be read.
    pub(crate) fn read(
        source: &Source,
        start: u64,
        end: u64,
        header: &Header,
    ) -> Result<Self, OpenErrorKind> {
        let (here, settings) = (header.here(), header.settings);
        let chunks = read_chunks(source, start, end, header)?;
        let place = end + (chunks.len() * Chunk::BYTES) as u64;
        let (first, sections) = (here.first, here.sections);
        let read = Cache::new(KEPT);
        let remote = Remote { chunks, place, sections, end, settings, read };
        if source.is_remote() && remote.chunks.len() > 1 {
            return Ok(Self { first, content: Content::Remote(remote) });
        }
        let mut all = Sections::new(start);
        for number in 0..remote.chunks.len() {
            let chunk = remote.read_chunk(source, number)?.ok_or(Damage::Index)?;
            memory::reserve(&mut all.summaries, chunk.len())?;
            memory::reserve(&mut all.starts, chunk.len())?;
            for summary in chunk {
                all.push(summary);
            }
        }
        Ok(Self { first, content: Content::Read(all) })
    }

    /// The number of the first section.
    pub(crate) fn first(&self) -> u64 {
        self.first
    }

    /// The number of sections.
    pub(crate) fn len(&self) -> u64 {
        match &self.content {
            Content::Read(sections) => sections.summaries.len() as u64,
            Content::Remote(remote) => remote.sections,
        }
    }

    /// The offset of the end of the last section.
    pub(crate) fn end(&self) -> u64 {
        match &self.content {
            Content::Read(sections) => sections.end(),
            Content::Remote(remote) => remote.end,
        }
    }

    /// What is said of all sections. `None` if the file is not at hand.
    pub(crate) fn summaries(&self) -> Option<&[Summary]> {
        match &self.content {
            Content::Read(sections) => Some(&sections.summaries),
            Content::Remote(_) => None,
        }
    }

    /// Continues a checksum with what is said of all sections: of each one, or, if the file is not at hand, of each chunk.
    pub(crate) fn add_to(&self, crc32: &mut crc32fast::Hasher) {
        match &self.content {
            Content::Read(sections) => {
                for summary in &sections.summaries {
                    crc32.update(&summary.to_bytes());
                }
            }
            // These contain the checksums of the others.
            Content::Remote(remote) => {
                for (_, chunk) in &remote.chunks {
                    crc32.update(&chunk.to_bytes());
                }
            }
        }
    }

    /// Adds a section after the last one of a file at hand.
    pub(crate) fn push(&mut self, summary: Summary) {
        if let Content::Read(sections) = &mut self.content {
            sections.push(summary);
        }
    }

    /// Forgets all sections except the first `len`, of a file at hand.
    pub(crate) fn truncate(&mut self, len: u64) {
        if let Content::Read(sections) = &mut self.content {
            let len = usize::try_from(len).unwrap_or(usize::MAX);
            sections.summaries.truncate(len);
            sections.starts.truncate(len.saturating_add(1));
        }
    }

    /// The offset of a section, and what is said of it. `None` if there is no such section, or if the chunk is damaged.
    ///
    /// # Errors
    ///
    /// If the chunk cannot be read.
    pub(crate) fn find(&self, source: &Source, number: u64) -> io::Result<Option<(u64, Summary)>> {
        let Some(nth) = number.checked_sub(self.first).and_then(|nth| usize::try_from(nth).ok())
        else {
            return Ok(None);
        };
        match &self.content {
            Content::Read(sections) => Ok(sections.find(nth)),
            Content::Remote(remote) => {
                let (chunk, nth) = (nth / SECTIONS_OF_CHUNK, nth % SECTIONS_OF_CHUNK);
                let read = || {
                    let start = remote.chunks.get(chunk).map_or(0, |&(start, _)| start);
                    let mut sections = Sections::new(start);
                    // If a chunk was damaged on the way, it is read again the next time.
                    let summaries = remote.read_chunk(source, chunk)?.ok_or(Unread::Damaged)?;
                    for summary in summaries {
                        sections.push(summary);
                    }
                    Ok::<_, Unread>(sections)
                };
                match remote.read.get(chunk, chunk, read) {
                    Ok(sections) => Ok(sections.find(nth)),
                    Err(Unread::Damaged) => Ok(None),
                    Err(Unread::Io(error)) => Err(error),
                }
            }
        }
    }
}

impl Sections {
    fn new(start: u64) -> Self {
        Self { summaries: Vec::new(), starts: vec![start] }
    }

    fn push(&mut self, summary: Summary) {
        self.starts.push(self.end() + u64::from(summary.stored_bytes));
        self.summaries.push(summary);
    }

    fn end(&self) -> u64 {
        self.starts.last().copied().unwrap_or_default()
    }

    fn find(&self, nth: usize) -> Option<(u64, Summary)> {
        Some((*self.starts.get(nth)?, *self.summaries.get(nth)?))
    }
}

impl Remote {
    /// Reads a chunk. Gives `None` if the index has no such chunk, or if the chunk is damaged.
    fn read_chunk(&self, source: &Source, number: usize) -> io::Result<Option<Vec<Summary>>> {
        let Some(&(_, chunk)) = self.chunks.get(number) else { return Ok(None) };
        let before = number as u64 * SECTIONS_OF_CHUNK as u64;
        let count = (self.sections - before).min(SECTIONS_OF_CHUNK as u64);
        let place = self.place + before * Summary::BYTES as u64;
        source.expect(place, count * Summary::BYTES as u64)?;
        let mut bytes = vec![[0; Summary::BYTES]; usize::try_from(count).unwrap_or(0)];
        source.read_at(place, bytes.as_flattened_mut())?;
        let summaries: Vec<_> = bytes.iter().map(Summary::from_bytes).collect();
        let is_right = Chunk::of(&summaries) == chunk
            && summaries.iter().all(|summary| summary.is_possible(self.settings));
        Ok(is_right.then_some(summaries))
    }
}

/// Reads what the index says of its chunks, and where the sections of each begin. It stops at the first impossible
/// chunk, because a sparse file may have any length.
fn read_chunks(
    source: &Source,
    mut start: u64,
    end: u64,
    header: &Header,
) -> Result<Vec<(u64, Chunk)>, OpenErrorKind> {
    let (mut chunks, mut crc32) = (Vec::new(), crc32fast::Hasher::new());
    let (mut left, mut place) = (header.here().sections, end);
    // All that will be read at once: each round of a remote file takes a while.
    let is_one = left <= SECTIONS_OF_CHUNK as u64;
    let summaries = if is_one { left * Summary::BYTES as u64 } else { 0 };
    let chunks_bytes = left.div_ceil(SECTIONS_OF_CHUNK as u64) * Chunk::BYTES as u64;
    source.expect(place, chunks_bytes + summaries)?;
    while left > 0 {
        let mut bytes = [0; Chunk::BYTES];
        source.read_at(place, &mut bytes)?;
        crc32.update(&bytes);
        let chunk = Chunk::from_bytes(bytes);
        memory::reserve(&mut chunks, 1)?;
        chunks.push((start, chunk));
        let sections = left.min(SECTIONS_OF_CHUNK as u64);
        start = start.saturating_add(chunk.stored_bytes);
        if chunk.stored_bytes < sections * LEAST_BYTES || start > end {
            return Err(Damage::Index.into());
        }
        place += bytes.len() as u64;
        left -= sections;
    }
    if start == end && crc32.finalize() == header.index_crc32 {
        Ok(chunks)
    } else {
        Err(Damage::Index.into())
    }
}

/// What the index says of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Chunk {
    /// The bytes that its sections take in the file.
    stored_bytes: u64,
    crc32: u32,
}

impl Chunk {
    const BYTES: usize = 12;

    fn of(summaries: &[Summary]) -> Self {
        let mut crc32 = crc32fast::Hasher::new();
        for summary in summaries {
            crc32.update(&summary.to_bytes());
        }
        let stored_bytes = summaries.iter().map(|summary| u64::from(summary.stored_bytes)).sum();
        Self { stored_bytes, crc32: crc32.finalize() }
    }

    fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        let (stored_bytes, crc32) = bytes.split_at_mut(8);
        stored_bytes.copy_from_slice(&self.stored_bytes.to_le_bytes());
        crc32.copy_from_slice(&self.crc32.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: [u8; Self::BYTES]) -> Self {
        let [low, high, crc32] = words(&bytes);
        Self { stored_bytes: u64::from(high) << 32 | u64::from(low), crc32 }
    }
}

/// The index of these sections, and its checksum, which is that of what it says of the chunks.
pub(crate) fn index_of(summaries: &[Summary]) -> (Vec<u8>, u32) {
    let chunks = summaries.chunks(SECTIONS_OF_CHUNK);
    let mut index: Vec<u8> = chunks.flat_map(|chunk| Chunk::of(chunk).to_bytes()).collect();
    let crc32 = crc32fast::hash(&index);
    index.extend(summaries.iter().flat_map(|summary| summary.to_bytes()));
    (index, crc32)
}

/// The length of an index in bytes. `None` if no file is as long.
pub(crate) fn length(sections: u64) -> Option<u64> {
    let chunks = sections.div_ceil(SECTIONS_OF_CHUNK as u64);
    let chunks = chunks * Chunk::BYTES as u64;
    sections.checked_mul(Summary::BYTES as u64)?.checked_add(chunks)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use perfect_play_core::{Objective, Probe};
    use perfect_play_games::{Mills, Mnk};
    use perfect_play_generator::{Solver, solve_tiers};
    use perfect_play_numbering::{RankNumbering, TierNumbering, TierSource, TierValues, Tiers};

    use super::*;
    use crate::{
        Meaning, Pieces, RankWriter, ReadError, RemoteFile, StoredNumbering, TableFile, TierWriter,
        WrongGame,
    };

    const START: u64 = 100;

    /// Sections without slots, but with more or less in them, in three chunks.
    fn summaries() -> Vec<Summary> {
        let summary = |crc32| Summary { slots: 0, stored_bytes: 8 + crc32 % 7, crc32 };
        (0..).map(summary).take(2 * SECTIONS_OF_CHUNK + 3).collect()
    }

    /// An index behind its sections, which are zeros, where the sections end, and a header for it.
    fn file(summaries: &[Summary]) -> (Vec<u8>, u64, Header) {
        let (index, index_crc32) = index_of(summaries);
        let stored_bytes: u64 =
            summaries.iter().map(|summary| u64::from(summary.stored_bytes)).sum();
        let end = START + stored_bytes;
        let header = Header {
            game: "any".into(),
            rules: 0,
            objective: Objective::Fastest,
            scheme: Meaning::NonStatic,
            numbering: StoredNumbering::Tiers { top: 0, middle: 0, low: 0 },
            key_bytes: 0,
            settings: Settings::by_tier(u64::MAX),
            sections: summaries.len() as u64,
            entry_bytes: 0,
            positions_by_ply: Vec::new(),
            stored_bytes,
            index_crc32,
            finished: true,
            part: None,
        };
        let mut bytes = vec![0; usize::try_from(end).unwrap()];
        bytes.extend(index);
        (bytes, end, header)
    }

    /// Calls a function of a remote file until no pieces are missing. Gives the number of bytes that were fetched, too.
    fn fetched<T>(bytes: &[u8], pieces: &Pieces, mut ask: impl FnMut() -> T) -> (T, u64) {
        let mut length = 0;
        loop {
            let answer = ask();
            let missing = pieces.missing();
            if missing.is_empty() {
                return (answer, length);
            }
            for range in missing {
                length += range.end - range.start;
                let [start, end] = [range.start, range.end].map(|at| usize::try_from(at).unwrap());
                pieces.provide(range.start, bytes[start..end].to_vec());
            }
        }
    }

    #[test]
    fn a_chunk_of_a_remote_index_is_read_when_it_is_needed() {
        let summaries = summaries();
        let (bytes, end, header) = file(&summaries);
        let held = Source::Memory(bytes.clone());
        let whole = Index::read(&held, START, end, &header).unwrap();
        let pieces = Arc::new(Pieces::new(Some(bytes.len() as u64)));
        let source = Source::Remote(pieces.clone());
        let (remote, opened) =
            fetched(&bytes, &pieces, || Index::read(&source, START, end, &header));
        let remote = remote.unwrap();
        assert_eq!(opened, 3 * 12, "to open it");
        assert_eq!((remote.len(), remote.end()), (whole.len(), end));
        let mut start = START;
        for (number, &summary) in (0..).zip(&summaries) {
            let (found, read) =
                fetched(&bytes, &pieces, || remote.find(&source, number).ok().flatten());
            assert_eq!(found, Some((start, summary)));
            assert_eq!(whole.find(&held, number).unwrap(), found);
            let chunk = (summaries.len() as u64 - number).min(SECTIONS_OF_CHUNK as u64);
            let is_first = number.is_multiple_of(SECTIONS_OF_CHUNK as u64);
            assert_eq!(read, if is_first { 12 * chunk } else { 0 }, "{number}");
            start += u64::from(summary.stored_bytes);
        }
        assert_eq!(whole.find(&held, whole.len()).unwrap(), None);
    }

    #[test]
    fn a_remote_table_of_many_chunks_answers() {
        let game: Mnk = "connect:5,3,3".parse().unwrap();
        let tiers = Arc::new(Tiers::of(&game).unwrap());
        assert!(2 * tiers.len() > 3 * SECTIONS_OF_CHUNK);
        let solved = solve_tiers(&game, &tiers, &|_| ()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.perfect");
        let settings = Settings { frame_slots: 64, compression: 3 };
        let writer =
            TierWriter::with_settings(&path, &game, Objective::Fastest, tiers, settings).unwrap();
        for (tier, [o, x]) in (0..).zip(&solved.0) {
            writer.append(writer.pack(tier, [o, x]).unwrap()).unwrap();
        }
        writer.finish().unwrap();
        let bytes = std::fs::read(path).unwrap();
        let here = TableFile::read(&*bytes).unwrap().into_table::<_, TierNumbering>(game).unwrap();
        let pieces = Arc::new(Pieces::new(Some(bytes.len() as u64)));
        let (remote, _) = fetched(&bytes, &pieces, || {
            TableFile::open_remote(pieces.clone())
                .map(|file| file.into_table::<_, TierNumbering>(game))
        });
        let remote = remote.unwrap().unwrap();
        for board in here.positions().step_by(7) {
            let (found, _) = fetched(&bytes, &pieces, || remote.probe(board).ok());
            assert_eq!(found, here.probe(board).ok(), "{board:?}");
        }
    }

    #[test]
    fn a_section_of_another_length_in_a_remote_table_by_rank_is_damaged() {
        let game: Mills = "morris:three".parse().unwrap();
        let solved = Solver::default().solve_by_rank(&game, Objective::Fastest, &|_, _| ());
        let (numbering, solved) = solved.unwrap();
        // Two tiers have each other's number of slots.
        let mut lens: Vec<_> = solved.tiers().iter().map(|tier| tier.bytes()[0].len()).collect();
        let other = lens.iter().position(|&len| len != lens[0]).unwrap();
        assert!(2 * lens.len() > SECTIONS_OF_CHUNK);
        lens.swap(0, other);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.perfect");
        let writer =
            RankWriter::create(&path, &game, Objective::Fastest, numbering.clone()).unwrap();
        for unit in numbering.units() {
            let unused = |tier| TierValues::unused(lens[tier as usize]);
            let tiers: Vec<_> = numbering.tiers_of(unit).map(unused).collect();
            writer.append(&tiers).unwrap();
        }
        writer.finish().unwrap();
        let bytes = std::fs::read(path).unwrap();
        let here = TableFile::read(&*bytes).unwrap().into_table::<_, RankNumbering>(game);
        assert!(matches!(here, Err(WrongGame::Sections { .. })));

        let pieces = Arc::new(Pieces::new(Some(bytes.len() as u64)));
        let (remote, _) = fetched(&bytes, &pieces, || {
            TableFile::open_remote(pieces.clone())
                .map(|file| file.into_table::<_, RankNumbering>(game))
        });
        let remote = remote.unwrap().unwrap();
        for tier in [0, u32::try_from(other).unwrap()] {
            let (found, _) = fetched(&bytes, &pieces, || remote.values().tier(tier));
            assert!(matches!(found, Err(ReadError::Damaged { .. })), "tier {tier}");
        }
    }

    /// A file that cannot be read, with an error of this kind.
    #[derive(Debug)]
    struct Broken(io::ErrorKind);

    impl RemoteFile for Broken {
        fn length(&self) -> Option<u64> {
            None
        }
        fn read_at(&self, _: u64, _: &mut [u8]) -> io::Result<()> {
            Err(self.0.into())
        }
    }

    #[test]
    fn a_chunk_that_cannot_be_read_is_not_taken_for_a_damaged_one() {
        let (bytes, end, header) = file(&summaries());
        let pieces = Arc::new(Pieces::new(Some(bytes.len() as u64)));
        let source = Source::Remote(pieces.clone());
        let (index, _) = fetched(&bytes, &pieces, || Index::read(&source, START, end, &header));
        let kind = io::ErrorKind::InvalidData;
        let error = index.unwrap().find(&Source::Remote(Arc::new(Broken(kind))), 0).unwrap_err();
        assert_eq!(error.kind(), kind);
    }

    #[test]
    fn an_index_with_any_other_byte_is_damaged() {
        let summaries = summaries();
        let (bytes, end, header) = file(&summaries);
        for at in (usize::try_from(end).unwrap()..bytes.len()).step_by(7).chain([bytes.len() - 1]) {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            let read = Index::read(&Source::Memory(changed), START, end, &header);
            assert!(matches!(read, Err(OpenErrorKind::Damaged(Damage::Index))), "{at}");
        }
    }

    #[test]
    fn a_damaged_chunk_of_a_remote_index_has_no_sections() {
        let summaries = summaries();
        let (mut bytes, end, header) = file(&summaries);
        // In the second chunk.
        let last = bytes.len() - 12 * 6;
        bytes[last] ^= 1;
        let pieces = Arc::new(Pieces::new(Some(bytes.len() as u64)));
        let source = Source::Remote(pieces.clone());
        let (remote, _) = fetched(&bytes, &pieces, || Index::read(&source, START, end, &header));
        let remote = remote.unwrap();
        for (number, is_there) in
            [(0, true), (SECTIONS_OF_CHUNK as u64, false), (remote.len() - 1, true)]
        {
            let (found, _) =
                fetched(&bytes, &pieces, || remote.find(&source, number).ok().flatten());
            assert_eq!(found.is_some(), is_there, "{number}");
        }
        // It is fetched again, and this time it is right.
        bytes[last] ^= 1;
        pieces.clear();
        for number in 0..remote.len() {
            let (found, _) =
                fetched(&bytes, &pieces, || remote.find(&source, number).ok().flatten());
            assert!(found.is_some(), "{number}");
        }
    }
}
