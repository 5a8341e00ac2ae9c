//! A section as it is stored: a head, and frames.
//!
//! | bytes | what |
//! |---|---|
//! | 0–3 | slots |
//! | 4–7 | CRC-32 of the file's identity, the section's number (eight bytes), the slots, and the rest of the head |
//! | 12 for each frame | the number of values in it; the length of the compressed frame; the CRC-32 of identity, section's number, frame's number (eight bytes each), compressed bytes and decompressed bytes |
//! | then | the frames, each one frame of zstd |
//!
//! Each frame is for the same number of slots. It holds the values that must be stored, and nothing for the other slots:
//! the numbering says which these are ([`Keep`]).

use std::{
    io, mem,
    ops::{Range, RangeInclusive},
};

use crate::{
    Settings,
    compression::{MOST_IN_BLOCK, compress, decompress, most_compressed_bytes},
    identity::Identity,
    memory,
};

/// Bytes of the head before the heads of the frames.
const FIRST: usize = 8;

/// Bytes of the head of a frame.
const OF_FRAME: usize = 12;

/// How many heads of frames are read at once.
const FRAMES_AT_ONCE: usize = 1 << 9;

/// Appends those of the values of some slots that must be stored.
pub(crate) type Keep<'k> = &'k mut dyn FnMut(Range<usize>, &[u8], &mut Vec<u8>);

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
    slots: u32,
    /// The heads of the frames so far.
    frames: Vec<u8>,
    /// Room for the head, followed by the frames so far.
    stored: Vec<u8>,
    /// Values of the next frame, which is not complete yet.
    rest: Vec<u8>,
    /// What is kept of the frame that was compressed last, and the frame.
    buffers: [Vec<u8>; 2],
}

/// The entry of a section in the index of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) slots: u32,
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
    kept: u32,
    start: u64,
    length: u32,
    crc32: u32,
}

impl Summary {
    pub(crate) const BYTES: usize = 12;

    pub(crate) fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        let words = [self.slots, self.stored_bytes, self.crc32].map(u32::to_le_bytes);
        bytes.as_chunks_mut().0.copy_from_slice(&words);
        bytes
    }

    pub(crate) fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let [slots, stored_bytes, crc32] = words(bytes);
        Self { slots, stored_bytes, crc32 }
    }

    /// The length of the head in bytes.
    pub(crate) fn head_bytes(self, settings: Settings) -> usize {
        let frames = self.slots.div_ceil(settings.frame_slots) as usize;
        frames.saturating_mul(OF_FRAME).saturating_add(FIRST)
    }

    /// Whether a section with these lengths is possible. Check this before reading the head, whose length would
    /// otherwise have no limit.
    pub(crate) fn is_possible(self, settings: Settings) -> bool {
        // A frame of zstd has at least nine bytes.
        let frames = u64::from(self.slots.div_ceil(settings.frame_slots));
        u64::from(self.stored_bytes) >= FIRST as u64 + (OF_FRAME as u64 + 9) * frames
    }
}

impl PackedSection {
    /// Compresses a section.
    ///
    /// # Errors
    ///
    /// If it is too large for the format, or there is not enough memory.
    pub(crate) fn new(
        bound_to: (Identity, Settings),
        number: u64,
        values: &[u8],
        keep: Keep<'_>,
    ) -> io::Result<Self> {
        let slots = u32::try_from(values.len()).map_err(io::Error::other)?;
        let mut packer = SectionPacker::new(bound_to, number, slots);
        packer.push(values, keep)?;
        packer.finish()
    }
}

impl SectionPacker {
    /// Begins the section with this number and this many slots.
    pub(crate) fn new((identity, settings): (Identity, Settings), number: u64, slots: u32) -> Self {
        let summary = Summary { slots, stored_bytes: 0, crc32: 0 };
        let stored = vec![0; summary.head_bytes(settings)];
        let (frames, rest, buffers) = (Vec::new(), Vec::new(), Default::default());
        Self { identity, settings, number, slots, frames, stored, rest, buffers }
    }

    /// Compresses what `keep` keeps of the values of the next slots.
    ///
    /// # Errors
    ///
    /// If a frame is too large for the format, or there is not enough memory.
    pub(crate) fn push(&mut self, mut values: &[u8], keep: Keep<'_>) -> io::Result<()> {
        // A frame is always for the same slots, however they are cut into pieces here. So the bytes of a file do
        // not depend on how the solver divides its work. A frame that comes in one piece is not copied.
        while !values.is_empty() {
            let frame = self.frames.len() / OF_FRAME;
            let slots = slots_of(self.slots, frame, self.settings);
            let missing = slots.len() - self.rest.len();
            let (next, behind) = values.split_at(missing.min(values.len()));
            assert!(missing > 0, "more values than were announced");
            values = behind;
            if next.len() < missing {
                self.rest.extend_from_slice(next);
            } else if self.rest.is_empty() {
                self.add_frame(slots, next, keep)?;
            } else {
                let mut all = mem::take(&mut self.rest);
                all.extend_from_slice(next);
                self.add_frame(slots, &all, keep)?;
                all.clear();
                self.rest = all;
            }
        }
        Ok(())
    }

    fn add_frame(&mut self, slots: Range<usize>, values: &[u8], keep: Keep<'_>) -> io::Result<()> {
        let frame = (self.frames.len() / OF_FRAME) as u64;
        let [kept, compressed] = &mut self.buffers;
        kept.clear();
        keep(slots, values, kept);
        compress(kept, self.settings.compression, compressed)?;
        let crc32 = frame_crc32(self.identity, self.number, frame, compressed, kept);
        for length in [kept.len(), compressed.len()] {
            self.frames.extend(u32::try_from(length).map_err(io::Error::other)?.to_le_bytes());
        }
        self.frames.extend(crc32.to_le_bytes());
        self.stored.extend_from_slice(compressed);
        Ok(())
    }

    /// The finished section. All of its values must have been pushed.
    ///
    /// # Errors
    ///
    /// If it is too large for the format.
    pub(crate) fn finish(mut self) -> io::Result<PackedSection> {
        let mut crc32 = head_hasher(self.identity, self.number, self.slots);
        crc32.update(&self.frames);
        let crc32 = crc32.finalize();
        let mut summary = Summary { slots: self.slots, stored_bytes: 0, crc32 };
        let head = [&self.slots.to_le_bytes(), &crc32.to_le_bytes(), &self.frames[..]].concat();
        assert_eq!(head.len(), summary.head_bytes(self.settings), "values are missing");
        self.stored[..head.len()].copy_from_slice(&head);
        summary.stored_bytes = u32::try_from(self.stored.len()).map_err(io::Error::other)?;
        // Many sections may wait to be written, so unused memory is freed.
        self.stored.shrink_to_fit();
        Ok(PackedSection { number: self.number, summary, stored: self.stored })
    }
}

impl Head {
    /// Reads the head of the section with this number, piece by piece with `read`. `None` if it is damaged, or if
    /// the number of slots is expected and another one. Memory grows only as possible frames
    /// are read, so a wrong number in a file cannot cause a large allocation.
    ///
    /// # Errors
    ///
    /// The errors of `read`.
    pub(crate) fn read(
        identity: Identity,
        number: u64,
        settings: Settings,
        expected: Option<u32>,
        mut read: impl FnMut(&mut [u8]) -> io::Result<()>,
    ) -> io::Result<Option<Self>> {
        let mut first = [0; FIRST];
        read(&mut first)?;
        let [slots, crc32] = words(&first);
        if expected.is_some_and(|expected| slots != expected) {
            return Ok(None);
        }
        let mut summary = Summary { slots, stored_bytes: 0, crc32 };
        let count = slots.div_ceil(settings.frame_slots) as usize;
        let mut found = head_hasher(identity, number, slots);
        let mut start = summary.head_bytes(settings) as u64;
        let mut frames = Vec::new();
        let mut buffer = [0; OF_FRAME * FRAMES_AT_ONCE];
        while frames.len() < count {
            let at_once = (count - frames.len()).min(FRAMES_AT_ONCE);
            let piece = &mut buffer[..OF_FRAME * at_once];
            read(piece)?;
            found.update(piece);
            memory::reserve(&mut frames, at_once)?;
            for frame in piece.as_chunks::<OF_FRAME>().0 {
                let [kept, length, crc32] = words(frame);
                let possible = possible_compressed_bytes(kept as usize);
                let most = slots_of(slots, frames.len(), settings).len();
                if kept as usize > most || !possible.contains(&length.into()) {
                    return Ok(None);
                }
                frames.push(Frame { kept, start, length, crc32 });
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

    /// The slots of a frame.
    pub(crate) fn slots_of(&self, frame: usize, settings: Settings) -> Range<usize> {
        slots_of(self.summary.slots, frame, settings)
    }

    /// How many values a frame holds.
    pub(crate) fn kept(&self, frame: usize) -> usize {
        self.frames.get(frame).map_or(0, |frame| frame.kept as usize)
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

/// The slots of a frame, in a section with this many.
fn slots_of(slots: u32, frame: usize, settings: Settings) -> Range<usize> {
    let (slots, of_frame) = (slots as usize, settings.frame_slots as usize);
    let start = frame.saturating_mul(of_frame).min(slots);
    start..slots.min(start.saturating_add(of_frame))
}

/// The checksum of a head, up to the heads of its frames.
fn head_hasher(identity: Identity, number: u64, slots: u32) -> crc32fast::Hasher {
    let mut crc32 = identity.hasher();
    crc32.update(&number.to_le_bytes());
    crc32.update(&slots.to_le_bytes());
    crc32
}

/// The numbers of four bytes each that are in these bytes. 0 for those that are missing.
pub(crate) fn words<const N: usize>(bytes: &[u8]) -> [u32; N] {
    let (chunks, _) = bytes.as_chunks();
    std::array::from_fn(|i| chunks.get(i).map_or(0, |word| u32::from_le_bytes(*word)))
}
