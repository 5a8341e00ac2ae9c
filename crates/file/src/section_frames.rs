//! A section as it is stored: a head, and frames.
//!
//! | bytes | what |
//! |---|---|
//! | 0–3 | bytes of entries |
//! | 4–7 | CRC-32 of the file's identity, the section's number (eight bytes), the bytes of entries, and the rest of the head |
//! | 8 for each frame | the length of the compressed frame; the CRC-32 of identity, section's number, frame's number (eight bytes each), compressed bytes and decompressed bytes |
//! | then | the frames, each one frame of zstd |

use std::{io, mem, ops::RangeInclusive};

use crate::{
    Settings,
    compression::{MOST_IN_BLOCK, compress, decompress, most_compressed_bytes},
    identity::Identity,
    memory,
};

/// Bytes of the head: once before the heads of the frames, and again for each frame.
const WORDS: usize = 8;

/// How many heads of frames are read at once.
const FRAMES_AT_ONCE: usize = 1 << 9;

/// A section of a table, compressed.
#[derive(Debug)]
pub(crate) struct PackedSection {
    pub(crate) number: u64,
    pub(crate) summary: Summary,
    /// Head and frames.
    pub(crate) stored: Vec<u8>,
}

/// Compresses a section, piece by piece.
#[derive(Debug)]
pub(crate) struct SectionPacker {
    identity: Identity,
    settings: Settings,
    number: u64,
    /// Bytes of entries.
    bytes: u32,
    /// The heads of the frames so far.
    frames: Vec<u8>,
    /// Room for the head, followed by the frames so far.
    stored: Vec<u8>,
    /// Entries of the next frame, which is not complete yet.
    rest: Vec<u8>,
    /// The frame that was compressed last.
    buffer: Vec<u8>,
}

/// The entry of a section in the index of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Summary {
    /// Bytes of entries.
    pub(crate) bytes: u32,
    /// Bytes of head and frames.
    pub(crate) stored_bytes: u32,
    /// The checksum in the head, which covers those of the frames.
    pub(crate) crc32: u32,
}

/// The head of a section.
#[derive(Debug)]
pub(crate) struct Head {
    number: u64,
    summary: Summary,
    frames: Vec<Frame>,
}

/// The position of a frame, counted from the head, and its checksum.
#[derive(Clone, Copy, Debug)]
struct Frame {
    start: u64,
    length: u32,
    crc32: u32,
}

impl Summary {
    pub(crate) const BYTES: usize = 12;

    pub(crate) fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        let words = [self.bytes, self.stored_bytes, self.crc32].map(u32::to_le_bytes);
        bytes.as_chunks_mut().0.copy_from_slice(&words);
        bytes
    }

    pub(crate) fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let [bytes, stored_bytes, crc32] = words(bytes);
        Self { bytes, stored_bytes, crc32 }
    }

    /// The length of the head in bytes.
    pub(crate) fn head_bytes(self, settings: Settings) -> usize {
        WORDS * (1 + self.bytes.div_ceil(settings.frame_bytes) as usize)
    }

    /// Whether a section with these lengths is possible. Check this before reading the head, whose length would
    /// otherwise have no limit.
    pub(crate) fn is_possible(self, settings: Settings) -> bool {
        // A frame of zstd has at least ten bytes.
        let frames = u64::from(self.bytes.div_ceil(settings.frame_bytes));
        u64::from(self.stored_bytes) >= WORDS as u64 + (WORDS as u64 + 10) * frames
    }
}

/// The index of these sections.
pub(crate) fn index_of(summaries: &[Summary]) -> Vec<u8> {
    summaries.iter().flat_map(|summary| summary.to_bytes()).collect()
}

impl PackedSection {
    /// Compresses a section.
    ///
    /// # Errors
    ///
    /// If it is too large for the format, or there is not enough memory.
    pub(crate) fn new(
        identity: Identity,
        number: u64,
        entries: &[u8],
        settings: Settings,
    ) -> io::Result<Self> {
        let bytes = u32::try_from(entries.len()).map_err(io::Error::other)?;
        let mut packer = SectionPacker::new((identity, settings), number, bytes);
        packer.push(entries)?;
        packer.finish()
    }
}

impl SectionPacker {
    /// Begins the section with this number and this many bytes of entries.
    pub(crate) fn new((identity, settings): (Identity, Settings), number: u64, bytes: u32) -> Self {
        let summary = Summary { bytes, stored_bytes: 0, crc32: 0 };
        let stored = vec![0; summary.head_bytes(settings)];
        let (frames, rest, buffer) = (Vec::new(), Vec::new(), Vec::new());
        Self { identity, settings, number, bytes, frames, stored, rest, buffer }
    }

    /// Compresses the next entries.
    ///
    /// # Errors
    ///
    /// If a frame is too large for the format, or there is not enough memory.
    pub(crate) fn push(&mut self, mut entries: &[u8]) -> io::Result<()> {
        // A frame always holds the same entries, however they are cut into pieces here. So the bytes of a file do
        // not depend on how the solver divides its work. A frame that comes in one piece is not copied.
        while !entries.is_empty() {
            let frame = self.frames.len() / WORDS;
            let missing = content_len(self.bytes, frame, self.settings) - self.rest.len();
            let (next, behind) = entries.split_at(missing.min(entries.len()));
            assert!(missing > 0, "more entries than were announced");
            entries = behind;
            if next.len() < missing {
                self.rest.extend_from_slice(next);
            } else if self.rest.is_empty() {
                self.add_frame(next)?;
            } else {
                let mut content = mem::take(&mut self.rest);
                content.extend_from_slice(next);
                self.add_frame(&content)?;
                content.clear();
                self.rest = content;
            }
        }
        Ok(())
    }

    fn add_frame(&mut self, content: &[u8]) -> io::Result<()> {
        let frame = (self.frames.len() / WORDS) as u64;
        compress(content, self.settings.compression, &mut self.buffer)?;
        let length = u32::try_from(self.buffer.len()).map_err(io::Error::other)?;
        let crc32 = frame_crc32(self.identity, self.number, frame, &self.buffer, content);
        self.frames.extend(length.to_le_bytes());
        self.frames.extend(crc32.to_le_bytes());
        self.stored.extend_from_slice(&self.buffer);
        Ok(())
    }

    /// The finished section. All of its entries must have been pushed.
    ///
    /// # Errors
    ///
    /// If it is too large for the format.
    pub(crate) fn finish(mut self) -> io::Result<PackedSection> {
        let mut crc32 = head_hasher(self.identity, self.number, self.bytes);
        crc32.update(&self.frames);
        let crc32 = crc32.finalize();
        let head = [&self.bytes.to_le_bytes(), &crc32.to_le_bytes(), &self.frames[..]].concat();
        assert_eq!(head.len(), WORDS * (1 + self.frames_in_all()), "entries are missing");
        self.stored[..head.len()].copy_from_slice(&head);
        let stored_bytes = u32::try_from(self.stored.len()).map_err(io::Error::other)?;
        // Many sections may wait to be written, so unused memory is freed.
        self.stored.shrink_to_fit();
        let summary = Summary { bytes: self.bytes, stored_bytes, crc32 };
        Ok(PackedSection { number: self.number, summary, stored: self.stored })
    }

    fn frames_in_all(&self) -> usize {
        self.bytes.div_ceil(self.settings.frame_bytes) as usize
    }
}

impl Head {
    /// Reads the head of the section with this number, piece by piece with `read`. `None` if it is damaged, or if
    /// `entries` is given and the section has another number of bytes of entries. Memory grows only as possible frames
    /// are read, so a wrong number in a file cannot cause a large allocation.
    ///
    /// # Errors
    ///
    /// The errors of `read`.
    pub(crate) fn read(
        identity: Identity,
        number: u64,
        settings: Settings,
        entries: Option<u32>,
        mut read: impl FnMut(&mut [u8]) -> io::Result<()>,
    ) -> io::Result<Option<Self>> {
        let mut first = [0; WORDS];
        read(&mut first)?;
        let [bytes, crc32] = words(&first);
        if entries.is_some_and(|entries| entries != bytes) {
            return Ok(None);
        }
        let mut summary = Summary { bytes, stored_bytes: 0, crc32 };
        let count = bytes.div_ceil(settings.frame_bytes) as usize;
        let mut found = head_hasher(identity, number, bytes);
        let mut start = summary.head_bytes(settings) as u64;
        let mut frames = Vec::new();
        let mut buffer = [0; WORDS * FRAMES_AT_ONCE];
        while frames.len() < count {
            let at_once = (count - frames.len()).min(FRAMES_AT_ONCE);
            let piece = &mut buffer[..WORDS * at_once];
            read(piece)?;
            found.update(piece);
            memory::reserve(&mut frames, at_once)?;
            for frame in piece.as_chunks::<WORDS>().0 {
                let [length, crc32] = words(frame);
                let content_len = content_len(bytes, frames.len(), settings);
                if !possible_compressed_bytes(content_len).contains(&length.into()) {
                    return Ok(None);
                }
                frames.push(Frame { start, length, crc32 });
                start += u64::from(length);
            }
        }
        let Ok(stored_bytes) = u32::try_from(start) else { return Ok(None) };
        summary.stored_bytes = stored_bytes;
        Ok((found.finalize() == crc32).then_some(Self { number, summary, frames }))
    }

    /// The summary that the index must have for this section.
    pub(crate) fn summary(&self) -> Summary {
        self.summary
    }

    /// How many frames there are.
    pub(crate) fn frames(&self) -> usize {
        self.frames.len()
    }

    /// The offset of a frame, counted from the head, and its length in bytes.
    pub(crate) fn place(&self, frame: usize) -> Option<(u64, usize)> {
        self.frames.get(frame).map(|frame| (frame.start, frame.length as usize))
    }

    /// How many bytes of entries a frame holds.
    pub(crate) fn content_len(&self, frame: usize, settings: Settings) -> usize {
        content_len(self.summary.bytes, frame, settings)
    }

    /// Decompresses a frame into `content`, which must have the right length. `false` if the frame is damaged.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub(crate) fn unpack(
        &self,
        identity: Identity,
        frame: usize,
        compressed: &[u8],
        content: &mut [u8],
    ) -> io::Result<bool> {
        let Some(&Frame { length, crc32, .. }) = self.frames.get(frame) else { return Ok(false) };
        Ok(compressed.len() == length as usize
            && decompress(compressed, content)?
            && crc32 == frame_crc32(identity, self.number, frame as u64, compressed, content))
    }
}

/// How many compressed bytes this many bytes of content can take.
///
/// The head of a frame of zstd takes at least six bytes. A single repeated byte compresses best: it takes four bytes
/// for each [`MOST_IN_BLOCK`].
fn possible_compressed_bytes(bytes: usize) -> RangeInclusive<u64> {
    let least = 6 + 4 * bytes.div_ceil(MOST_IN_BLOCK) as u64;
    least..=most_compressed_bytes(bytes) as u64
}

/// The checksum of a frame. It covers the frame's position as well, so a moved frame is noticed. It also covers the
/// decompressed bytes, so an error of zstd is noticed.
fn frame_crc32(
    identity: Identity,
    number: u64,
    frame: u64,
    compressed: &[u8],
    content: &[u8],
) -> u32 {
    let mut crc32 = identity.hasher();
    crc32.update(&number.to_le_bytes());
    crc32.update(&frame.to_le_bytes());
    crc32.update(compressed);
    crc32.update(content);
    crc32.finalize()
}

/// How many bytes of entries a frame holds, in a section with this many.
fn content_len(bytes: u32, frame: usize, settings: Settings) -> usize {
    let frame_bytes = settings.frame_bytes as usize;
    frame_bytes.min((bytes as usize).saturating_sub(frame.saturating_mul(frame_bytes)))
}

/// The checksum of a head, up to the heads of its frames.
fn head_hasher(identity: Identity, number: u64, bytes: u32) -> crc32fast::Hasher {
    let mut crc32 = identity.hasher();
    crc32.update(&number.to_le_bytes());
    crc32.update(&bytes.to_le_bytes());
    crc32
}

fn words<const N: usize>(bytes: &[u8]) -> [u32; N] {
    let (chunks, _) = bytes.as_chunks();
    std::array::from_fn(|i| chunks.get(i).map_or(0, |word| u32::from_le_bytes(*word)))
}
