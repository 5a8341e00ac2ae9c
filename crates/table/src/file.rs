//! A `.perfect` file: its bytes, written and read.
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | magic: `89` and the letters `PERFECT` |
//! | 8–11 | format version |
//! | 12–15 | length of the header in bytes, at most 65,536 |
//! | 16–19 | CRC-32 (IEEE) of bytes 8–15 and the header |
//! | 20– | the header, in bincode's legacy configuration |
//! | then | the payload, to the end of the file: the table's slots |
//!
//! All numbers are little-endian. Nothing is decoded before it is known to be whole.

use std::{
    fmt,
    fs::File,
    io::{self, BufReader, Read},
    path::{Path, PathBuf},
};

use perfect_play_core::{BadSlots, DirectTable, Game};
use thiserror::Error;

use crate::{Header, WriteError, replace};

/// The version of the format that is written, and the only one that is read.
pub const FORMAT_VERSION: u32 = 1;

const MAGIC: [u8; 8] = *b"\x89PERFECT";
const MAX_HEADER_BYTES: usize = 1 << 16;

fn bincode_config() -> impl bincode::config::Config {
    bincode::config::legacy().with_limit::<MAX_HEADER_BYTES>()
}

/// Writes the table's file, complete or not at all.
///
/// # Errors
///
/// If it cannot be written. Nothing is left behind, and an older file stays as it was.
pub fn write<G: Game, B: AsRef<[u8]>>(
    table: &DirectTable<G, B>,
    path: &Path,
) -> Result<Header, WriteError> {
    let header = Header::of(table);
    replace(path, |out| {
        out.write_all(&frame_and_header(&header)?)?;
        out.write_all(table.slots())
    })?;
    Ok(header)
}

/// The bytes of the table's file.
///
/// # Errors
///
/// If the header is larger than the format allows, which takes a game with a name of 65,000 bytes.
pub fn to_bytes<G: Game, B: AsRef<[u8]>>(table: &DirectTable<G, B>) -> io::Result<Vec<u8>> {
    let mut bytes = frame_and_header(&Header::of(table))?;
    bytes.extend(table.slots());
    Ok(bytes)
}

fn frame_and_header(header: &Header) -> io::Result<Vec<u8>> {
    let header =
        bincode::serde::encode_to_vec(header, bincode_config()).map_err(io::Error::other)?;
    let length = u32::try_from(header.len()).map_err(io::Error::other)?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(FORMAT_VERSION.to_le_bytes());
    bytes.extend(length.to_le_bytes());
    bytes.extend(header_crc32(FORMAT_VERSION, length, &header).to_le_bytes());
    bytes.extend(header);
    Ok(bytes)
}

fn header_crc32(version: u32, length: u32, header: &[u8]) -> u32 {
    let mut crc32 = crc32fast::Hasher::new();
    crc32.update(&version.to_le_bytes());
    crc32.update(&length.to_le_bytes());
    crc32.update(header);
    crc32.finalize()
}

/// A `.perfect` file that is whole: its checksums are right and nothing is missing or left over.
///
/// Whether what it says is true is another question: [`crate::verify`].
#[derive(Clone)]
pub struct TableFile {
    header: Header,
    payload: Vec<u8>,
}

impl TableFile {
    /// Opens a file and checks that it is whole.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and its path.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        let error = |kind| OpenError { path: path.to_path_buf(), kind };
        let open = || {
            if path.is_dir() {
                return Err(OpenErrorKind::Directory);
            }
            Self::read(BufReader::new(File::open(path)?))
        };
        open().map_err(error)
    }

    /// Reads a file's bytes and checks that they are whole.
    ///
    /// # Errors
    ///
    /// What is wrong with them.
    pub fn read(mut file: impl Read) -> Result<Self, OpenErrorKind> {
        let mut magic = Vec::new();
        (&mut file).take(MAGIC.len() as u64).read_to_end(&mut magic)?;
        if magic.is_empty() {
            return Err(OpenErrorKind::Empty);
        }
        if !MAGIC.starts_with(&magic) {
            return Err(OpenErrorKind::NotATable);
        }
        let [version, length, crc32] = {
            let mut numbers = [0; 12];
            read_exactly(&mut file, &mut numbers)?;
            let (numbers, _) = numbers.as_chunks();
            [0, 1, 2].map(|i| u32::from_le_bytes(numbers[i]))
        };
        if version != FORMAT_VERSION {
            return Err(OpenErrorKind::Version { found: version });
        }
        if length as usize > MAX_HEADER_BYTES {
            return Err(Damage::Header.into());
        }
        let mut header = vec![0; length as usize];
        read_exactly(&mut file, &mut header)?;
        if header_crc32(version, length, &header) != crc32 {
            return Err(Damage::Header.into());
        }
        let (header, used): (Header, _) =
            bincode::serde::decode_from_slice(&header, bincode_config())
                .map_err(|_| Damage::Header)?;
        if used != length as usize {
            return Err(Damage::Header.into());
        }
        if !header.finished {
            return Err(OpenErrorKind::Unfinished);
        }
        let mut payload = Vec::new();
        let expected = header.payload_bytes;
        (&mut file).take(expected).read_to_end(&mut payload)?;
        if (payload.len() as u64) < expected {
            return Err(Damage::CutShort.into());
        }
        if file.read(&mut [0])? > 0 {
            return Err(Damage::TooLong.into());
        }
        if crc32fast::hash(&payload) != header.payload_crc32 {
            return Err(Damage::Payload.into());
        }
        Ok(Self { header, payload })
    }

    /// What the file says of itself.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The file's table, ready to be probed.
    ///
    /// # Errors
    ///
    /// If it is of another game, or its slots are not those of one.
    pub fn into_table<G: Game>(self, game: G) -> Result<DirectTable<G, Vec<u8>>, WrongGame> {
        let expected = game.to_string();
        if self.header.game != expected {
            let found = self.header.game;
            return Err(WrongGame::Name { found, expected });
        }
        let Header { objective, layout, .. } = self.header;
        Ok(DirectTable::new(game, objective, layout, self.payload)?)
    }
}

/// Prints the header, and not the payload.
impl fmt::Debug for TableFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableFile").field("header", &self.header).finish_non_exhaustive()
    }
}

fn read_exactly(file: &mut impl Read, bytes: &mut [u8]) -> Result<(), OpenErrorKind> {
    file.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => Damage::CutShort.into(),
        _ => error.into(),
    })
}

/// Why a file could not be opened as a table.
#[derive(Debug, Error)]
#[error("{} {kind}", path.display())]
pub struct OpenError {
    path: PathBuf,
    kind: OpenErrorKind,
}

impl OpenError {
    /// What is wrong with the file.
    #[must_use]
    pub fn kind(&self) -> &OpenErrorKind {
        &self.kind
    }
}

/// What is wrong with a file that should be a table.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenErrorKind {
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is a directory.
    #[error("is a directory, not a table")]
    Directory,
    /// It has no bytes at all.
    #[error("is empty, not a table")]
    Empty,
    /// It does not begin as tables do.
    #[error("is not a .perfect table (it does not begin as one)")]
    NotATable,
    /// It is of another version of the format.
    #[error(
        "is of format version {found}, and this program reads version {FORMAT_VERSION}: use the \
         perfect-play that wrote it, or solve it again"
    )]
    Version {
        /// Which.
        found: u32,
    },
    /// Its writing never came to an end.
    #[error("is unfinished: its writing was interrupted; solve it again")]
    Unfinished,
    /// It has been changed since it was written.
    #[error("is damaged ({0}): restore it, or solve it again")]
    Damaged(#[from] Damage),
}

/// How a file has been changed since it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Damage {
    /// The header does not match its checksum, or makes no sense.
    #[error("the header is not what was written")]
    Header,
    /// The payload does not match its checksum.
    #[error("the entries are not what was written")]
    Payload,
    /// The end is missing.
    #[error("the end is missing")]
    CutShort,
    /// There are bytes behind the end.
    #[error("there are bytes behind its end")]
    TooLong,
}

/// Why a file's table cannot be probed for a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WrongGame {
    /// It is of another game.
    #[error("the table is of the game {found}, not of {expected}")]
    Name {
        /// Which.
        found: String,
        /// Which one was asked for.
        expected: String,
    },
    /// Its slots are not those of the game it names.
    #[error(transparent)]
    Slots(#[from] BadSlots),
}
