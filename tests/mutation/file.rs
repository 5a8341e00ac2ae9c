//! The bytes of a `.perfect` file, taken apart and put together again with right checksums. This is the
//! only module of these tests that knows the layout of a file.

#![allow(dead_code, reason = "the fuzz targets use parts of it")]

use std::{
    cell::RefCell,
    fs::File,
    io::{Seek, SeekFrom, Write},
    mem,
    path::Path,
};

use perfect_play_file::{Header, TableFile};
use zstd::bulk::Compressor;

/// Bytes before the header: magic, version, the header's length, its checksum.
const FRAME_BYTES: usize = 20;
/// Bytes of the head of a section before the heads of its frames, and for each frame.
const FIRST: usize = 8;
const OF_FRAME: usize = 12;
/// Bytes in the index for each section.
const SUMMARY_BYTES: usize = 12;
/// From the end of the header: the checksum of the index, and one byte more.
const END_OF_HEADER: usize = 4 + 1;

/// What a file says, without its checksums.
#[derive(Clone)]
pub(crate) struct Parts {
    pub(crate) header: Header,
    /// The entries of each section, in the order of the file. By tiers, these are fewer than the slots.
    pub(crate) sections: Vec<Vec<u8>>,
    /// By section of the file that it was: the slots, and how many entries each frame has.
    pub(crate) layout: Vec<(usize, Vec<usize>)>,
}

impl Parts {
    /// The parts of a file that opens.
    pub(crate) fn of(file: &[u8]) -> Self {
        let header = TableFile::read(file).unwrap().header().clone();
        let mut rest = &file[FRAME_BYTES + number(file, 12).unwrap()..];
        let (mut sections, mut layout) = (Vec::new(), Vec::new());
        for _ in 0..header.sections {
            let slots = number(rest, 0).unwrap();
            let (head, mut frames) = rest.split_at(head_bytes(slots, &header));
            let (mut entries, mut of_frames) = (Vec::new(), Vec::new());
            for frame in (FIRST..head.len()).step_by(OF_FRAME) {
                let (compressed, behind) = frames.split_at(number(head, frame + 4).unwrap());
                frames = behind;
                of_frames.push(number(head, frame).unwrap());
                let most = header.settings.frame_slots as usize;
                entries.extend(zstd::bulk::decompress(compressed, most).unwrap());
            }
            rest = frames;
            sections.push(entries);
            layout.push((slots, of_frames));
        }
        Self { header, sections, layout }
    }

    /// Parts with these sections: the slots of each, and the entries, which are in one frame.
    pub(crate) fn of_frames(header: Header, frames: Vec<(usize, Vec<u8>)>) -> Self {
        let layout = frames.iter().map(|(slots, entries)| (*slots, vec![entries.len()])).collect();
        Self { header, layout, sections: frames.into_iter().map(|(_, entries)| entries).collect() }
    }

    /// The slots of a section, and how many entries each of its frames has. If there are more or fewer entries than there
    /// were, there are as many more or fewer slots, and the last frame has them.
    fn frames(&self, nth: usize) -> (usize, Vec<usize>) {
        let (entries, of_frame) = (self.sections[nth].len(), self.frame_slots());
        let as_it_was = self.layout.get(nth).filter(|_| self.header.numbering.is_by_tier());
        let Some((slots, was)) = as_it_was else {
            let frames = (0..entries).step_by(of_frame).map(|first| of_frame.min(entries - first));
            return (entries, frames.collect());
        };
        let slots = (slots + entries).saturating_sub(was.iter().sum());
        let count = slots.div_ceil(of_frame).max(usize::from(entries > 0));
        let mut left = entries;
        let frames = (0..count).map(|frame| {
            let last = frame + 1 == count;
            let taken = was.get(frame).filter(|_| !last).map_or(left, |&taken| taken.min(left));
            left -= taken;
            taken
        });
        (slots.max(entries), frames.collect())
    }

    fn frame_slots(&self) -> usize {
        (self.header.settings.frame_slots as usize).max(1)
    }

    /// How many slots there are.
    fn slots(&self) -> u64 {
        (0..self.sections.len()).map(|nth| self.frames(nth).0 as u64).sum()
    }

    /// How many entries there are.
    pub(crate) fn places(&self) -> u64 {
        self.sections.iter().map(|section| section.len() as u64).sum()
    }

    /// The byte in a place, counted over all sections.
    pub(crate) fn get(&self, place: u64) -> u8 {
        let (section, place) = self.find(place);
        self.sections[section][place]
    }

    /// Puts another byte in a place.
    pub(crate) fn set(&mut self, place: u64, byte: u8) {
        let (section, place) = self.find(place);
        self.sections[section][place] = byte;
    }

    fn find(&self, place: u64) -> (usize, usize) {
        let mut place = usize::try_from(place).unwrap();
        for (nth, section) in self.sections.iter().enumerate() {
            if place < section.len() {
                return (nth, place);
            }
            place -= section.len();
        }
        panic!("no such place");
    }

    /// Makes as many sections and entries as the header says, if it does not ask for very much: all sections
    /// as long as they were, and the last one with what is left.
    pub(crate) fn fit(&mut self) {
        let most = |number: u64| usize::try_from(number.min(1 << 16)).unwrap();
        let (sections, bytes) = (most(self.header.sections), most(self.header.entry_bytes));
        let lens: Vec<usize> = self.sections.iter().map(Vec::len).collect();
        let mut entries: Vec<u8> = mem::take(&mut self.sections).concat();
        entries.resize(bytes, 0);
        let mut entries = entries.into_iter();
        for nth in 0..sections {
            let len = if nth + 1 == sections { bytes } else { lens.get(nth).copied().unwrap_or(0) };
            self.sections.push(entries.by_ref().take(len).collect());
        }
    }

    /// The file: everything in the header that follows from the other parts is made right.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        self.to_bytes_by(&compressed)
    }

    /// The same file with frames that another function makes of their content.
    pub(crate) fn to_bytes_by(&self, frame: &dyn Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
        let (sections, index) = self.stored_by(identity(&self.header_of_parts()), frame);
        [beginning(&self.header_of(&sections, &index)), sections, index.0].concat()
    }

    /// The header of that file.
    pub(crate) fn right_header(&self) -> Header {
        let (sections, index) = self.stored(identity(&self.header_of_parts()));
        self.header_of(&sections, &index)
    }

    /// The header with what follows from the entries.
    fn header_of_parts(&self) -> Header {
        Header {
            sections: self.sections.len() as u64,
            entry_bytes: self.slots(),
            ..self.header.clone()
        }
    }

    fn header_of(&self, sections: &[u8], (index, covered): &(Vec<u8>, usize)) -> Header {
        Header {
            stored_bytes: sections.len() as u64,
            index_crc32: crc32(0, &[&index[..*covered]]),
            ..self.header_of_parts()
        }
    }

    /// The file under way that has whole sections and no more: so many of them.
    pub(crate) fn to_partial(&self, sections: usize) -> Vec<u8> {
        let header = under_way(&self.header);
        let part = Self { sections: self.sections[..sections].to_vec(), ..self.clone() };
        [beginning(&header), part.stored(identity(&header)).0].concat()
    }

    /// The file with a header that may say anything. All else is as it follows from the parts; its checksums
    /// are those of this header.
    pub(crate) fn to_bytes_with_header(&self, header: &[u8]) -> Vec<u8> {
        let of = decoded(header).unwrap_or_else(|| self.header_of_parts());
        let (sections, (mut index, covered)) = self.stored(identity(&of));
        let mut header = header.to_vec();
        if let Some(stored) = header.len().checked_sub(END_OF_HEADER)
            && of.index_crc32 == self.right_header().index_crc32
        {
            // The index was changed with the identity, and not by the forger.
            set_checksum(&mut header, stored, 0, &[&index[..covered]]);
        }
        let mut file = with_frame(&header);
        file.extend(sections);
        file.append(&mut index);
        file
    }

    /// The same with the checksums of the sections as they were under the right header.
    pub(crate) fn to_bytes_under_header(&self, header: &[u8]) -> Vec<u8> {
        let (sections, (index, _)) = self.stored(identity(&self.header_of_parts()));
        [with_frame(header), sections, index].concat()
    }

    /// All sections; and the index, with how much of it the checksum in the header covers.
    fn stored(&self, identity: u32) -> (Vec<u8>, (Vec<u8>, usize)) {
        self.stored_by(identity, &compressed)
    }

    fn stored_by(
        &self,
        identity: u32,
        frame: &dyn Fn(&[u8]) -> Vec<u8>,
    ) -> (Vec<u8>, (Vec<u8>, usize)) {
        let (mut sections, mut summaries) = (Vec::new(), Vec::new());
        for (nth, entries) in self.sections.iter().enumerate() {
            let (section, summary) =
                section((identity, nth as u64), entries, self.frames(nth), frame);
            sections.extend(section);
            summaries.extend(summary);
        }
        (sections, perfect_play_test_kit::index(&summaries))
    }
}

/// A section as it stands in the file, and what the index says of it.
fn section(
    (identity, number): (u32, u64),
    mut entries: &[u8],
    (slots, of_frames): (usize, Vec<usize>),
    compressed: &dyn Fn(&[u8]) -> Vec<u8>,
) -> (Vec<u8>, [u8; SUMMARY_BYTES]) {
    let (mut words, mut frames) = (Vec::new(), Vec::new());
    for (frame, len) in (0_u64..).zip(of_frames) {
        let (content, behind) = entries.split_at(len);
        entries = behind;
        let compressed = compressed(content);
        for length in [content.len(), compressed.len()] {
            words.extend(u32::try_from(length).unwrap().to_le_bytes());
        }
        let numbers = [number, frame].map(u64::to_le_bytes);
        let checksum = crc32(identity, &[numbers.as_flattened(), &compressed, content]);
        words.extend(checksum.to_le_bytes());
        frames.extend(compressed);
    }
    let slots = u32::try_from(slots).unwrap().to_le_bytes();
    let checksum = crc32(identity, &[&number.to_le_bytes(), &slots, &words]).to_le_bytes();
    let section = [&slots[..], &checksum, &words, &frames].concat();
    let summary = summary(slots, section.len(), checksum);
    (section, summary)
}

/// A frame with this content.
fn compressed(content: &[u8]) -> Vec<u8> {
    thread_local! {
        /// To make one for each frame takes longer than to compress it.
        static COMPRESSOR: RefCell<Compressor<'static>> = Compressor::new(1).unwrap().into();
    }
    COMPRESSOR.with_borrow_mut(|compressor| compressor.compress(content).unwrap())
}

fn summary(slots: [u8; 4], stored: usize, checksum: [u8; 4]) -> [u8; SUMMARY_BYTES] {
    let stored = u32::try_from(stored).unwrap().to_le_bytes();
    [slots, stored, checksum].concat().try_into().unwrap()
}

/// How many bytes the head of a section with so many slots has.
fn head_bytes(slots: usize, header: &Header) -> usize {
    FIRST + OF_FRAME * slots.div_ceil((header.settings.frame_slots as usize).max(1))
}

/// A header as it stands in the file.
pub(crate) fn encoded(header: &Header) -> Vec<u8> {
    bincode::serde::encode_to_vec(header, bincode::config::legacy()).unwrap()
}

/// The header that these bytes encode, or `None` if they do not encode one.
fn decoded(header: &[u8]) -> Option<Header> {
    let config = bincode::config::legacy().with_limit::<{ 1 << 16 }>();
    let (decoded, used) = bincode::serde::decode_from_slice(header, config).ok()?;
    (used == header.len()).then_some(decoded)
}

/// The header of a file, finished or not.
pub(crate) fn header(file: &[u8]) -> Header {
    decoded(&file[FRAME_BYTES..][..number(file, 12).unwrap()]).unwrap()
}

/// What a file with this header begins with.
pub(crate) fn beginning(header: &Header) -> Vec<u8> {
    with_frame(&encoded(header))
}

/// The header as it is while the file is written.
pub(crate) fn under_way(header: &Header) -> Header {
    Header {
        positions_by_ply: Vec::new(),
        stored_bytes: 0,
        index_crc32: 0,
        finished: false,
        ..header.clone()
    }
}

/// With what the checksums of a file's sections begin.
fn identity(header: &Header) -> u32 {
    crc32(0, &[&beginning(&under_way(header))])
}

/// Writes a file of which the header is there, and nothing else but zeros that take no room on the disk.
/// Gives its length.
pub(crate) fn sparse(header: &Header, path: &Path) -> u64 {
    let beginning = beginning(header);
    let index = SUMMARY_BYTES as u64 * (header.sections + header.sections.div_ceil(4096));
    let length = beginning.len() as u64 + header.stored_bytes + index;
    let write = || {
        let mut file = File::create(path)?;
        file.write_all(&beginning)?;
        file.set_len(length)
    };
    write().unwrap();
    length
}

/// Writes a file whose header and index are there, with sections of so many entries, which are zeros that
/// take no room on the disk.
pub(crate) fn hollow(header: &Header, lens: &[usize], path: &Path) {
    let start = beginning(header).len() as u64;
    let (mut summaries, mut stored_bytes) = (Vec::new(), 0);
    for &len in lens {
        let bytes = u32::try_from(len).unwrap().to_le_bytes();
        // About as much as is compressed well.
        let head = head_bytes(len, header);
        let stored = head + 10 * (head / OF_FRAME) + len / 1000;
        summaries.extend(summary(bytes, stored, [0; 4]));
        stored_bytes += stored as u64;
    }
    let (index, covered) = perfect_play_test_kit::index(&summaries);
    let index_crc32 = crc32(0, &[&index[..covered]]);
    let header = Header { stored_bytes, index_crc32, ..header.clone() };
    let mut file = File::create(path).unwrap();
    for (place, bytes) in [(0, beginning(&header)), (start + stored_bytes, index)] {
        file.seek(SeekFrom::Start(place)).and_then(|_| file.write_all(&bytes)).unwrap();
    }
}

/// Frame and header.
fn with_frame(header: &[u8]) -> Vec<u8> {
    let version = perfect_play_file::FORMAT_VERSION.to_le_bytes();
    let length = u32::try_from(header.len()).unwrap().to_le_bytes();
    let checksum = crc32(0, &[&version, &length, header]).to_le_bytes();
    [&b"\x89PERFECT"[..], &version, &length, &checksum, header].concat()
}

/// Corrects the checksums of a finished or unfinished file, for the parts that can still be found.
pub(crate) fn mend(file: &mut [u8]) -> Option<()> {
    let end = FRAME_BYTES.checked_add(number(file, 12)?)?;
    if let Some(header) = decoded(file.get(FRAME_BYTES..end)?) {
        let summaries = mend_sections(&header, file.get_mut(end..)?);
        let (index, covered) = perfect_play_test_kit::index(&summaries);
        let stored = usize::try_from(header.stored_bytes).ok();
        if header.finished
            && summaries.len() as u64 == header.sections.saturating_mul(SUMMARY_BYTES as u64)
            && let Some(place) = stored.and_then(|stored| end.checked_add(stored))
            && let Some(there) = file.get_mut(place..).and_then(|rest| rest.get_mut(..index.len()))
        {
            there.copy_from_slice(&index);
            set_checksum(file, end - END_OF_HEADER, 0, &[&index[..covered]])?;
        }
    }
    let (length, content) = (file[8..16].to_vec(), file.get(FRAME_BYTES..end)?.to_vec());
    set_checksum(file, 16, 0, &[&length, &content])
}

/// The same in the sections; gives what the index must say of those that are found.
fn mend_sections(header: &Header, mut sections: &mut [u8]) -> Vec<u8> {
    let (identity, mut index) = (identity(header), Vec::new());
    for number in 0..header.sections {
        let Some((summary, end)) = mend_section(identity, number, header, sections) else { break };
        index.extend(summary);
        sections = &mut mem::take(&mut sections)[end..];
    }
    index
}

/// The same in a section; gives where it ends, too.
fn mend_section(
    identity: u32,
    section: u64,
    header: &Header,
    file: &mut [u8],
) -> Option<([u8; SUMMARY_BYTES], usize)> {
    let head = head_bytes(number(file, 0)?, header);
    if head > file.len() {
        return None;
    }
    let mut end = head;
    for (frame, place) in (0_u64..).zip((FIRST..head).step_by(OF_FRAME)) {
        let start = end;
        end = start.checked_add(number(file, place + 4)?)?;
        let compressed = file.get(start..end)?.to_vec();
        // The files of these tests have no larger frames.
        let content = zstd::bulk::decompress(&compressed, 1 << 20).unwrap_or_default();
        let numbers = [section, frame].map(u64::to_le_bytes);
        set_checksum(file, place + 8, identity, &[numbers.as_flattened(), &compressed, &content])?;
    }
    let (slots, words) = (*file.first_chunk()?, file[FIRST..head].to_vec());
    set_checksum(file, 4, identity, &[&section.to_le_bytes(), &slots, &words])?;
    let checksum = *file[4..].first_chunk()?;
    Some((summary(slots, end, checksum), end))
}

/// The number that stands in these four bytes.
fn number(file: &[u8], place: usize) -> Option<usize> {
    usize::try_from(u32::from_le_bytes(*file.get(place..)?.first_chunk()?)).ok()
}

fn set_checksum(file: &mut [u8], place: usize, begin: u32, of: &[&[u8]]) -> Option<()> {
    *file.get_mut(place..)?.first_chunk_mut()? = crc32(begin, of).to_le_bytes();
    Some(())
}

/// A checksum that begins with another one.
fn crc32(begin: u32, of: &[&[u8]]) -> u32 {
    let mut crc32 = crc32fast::Hasher::new_with_initial(begin);
    for bytes in of {
        crc32.update(bytes);
    }
    crc32.finalize()
}
