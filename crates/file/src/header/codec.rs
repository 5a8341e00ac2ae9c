//! Reading and writing the first bytes of a file: its raw frame, and the header in it. Bytes are decoded only after their checksum was found to be right.

use std::{
    io::{self, Read},
    ops::Range,
};

use serde::{Serialize, de::DeserializeOwned};

use crate::{Damage, FORMAT_VERSION, Header, OpenErrorKind, identity::Identity};

const MAGIC: [u8; 8] = *b"\x89PERFECT";
const MAX_HEADER_BYTES: usize = 1 << 16;
const NUMBERS_BYTES: usize = 12;

/// Where the checksum of the header is.
pub(crate) const CRC32: Range<usize> = 16..20;

/// The most bytes that frame and header can have.
pub(crate) const MOST_BYTES: u64 = (MAGIC.len() + NUMBERS_BYTES + MAX_HEADER_BYTES) as u64;

fn bincode_config() -> impl bincode::config::Config {
    bincode::config::legacy().with_limit::<MAX_HEADER_BYTES>()
}

/// The bytes of frame and header.
///
/// # Errors
///
/// If the header is larger than the format allows. Only a game whose name has 65,000 bytes causes this.
pub(crate) fn to_bytes(header: &Header) -> io::Result<Vec<u8>> {
    let mut fields = encode(header)?;
    if let Some(part) = header.part {
        fields.extend(encode(part)?);
    }
    let length = u32::try_from(fields.len()).map_err(io::Error::other)?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(FORMAT_VERSION.to_le_bytes());
    bytes.extend(length.to_le_bytes());
    bytes.extend(header_crc32(FORMAT_VERSION, length, &fields).to_le_bytes());
    bytes.extend(fields);
    Ok(bytes)
}

impl Header {
    /// The identity to which the sections of the file are bound.
    ///
    /// # Errors
    ///
    /// If the header is larger than the format allows.
    pub(crate) fn identity(&self) -> io::Result<Identity> {
        Ok(Identity::of(&to_bytes(&self.of_table())?))
    }
}

fn encode(fields: impl Serialize) -> io::Result<Vec<u8>> {
    bincode::serde::encode_to_vec(fields, bincode_config()).map_err(io::Error::other)
}

fn decode<T: DeserializeOwned>(fields: &[u8]) -> Result<(T, &[u8]), OpenErrorKind> {
    let (decoded, used) =
        bincode::serde::decode_from_slice(fields, bincode_config()).map_err(|_| Damage::Header)?;
    Ok((decoded, &fields[used..]))
}

/// Reads frame and header, finished or not. Returns the header and the number of bytes read.
///
/// # Errors
///
/// An error that says what is wrong with them.
pub(crate) fn read(file: &mut impl Read) -> Result<(Header, u64), OpenErrorKind> {
    let mut magic = Vec::new();
    file.take(MAGIC.len() as u64).read_to_end(&mut magic)?;
    if magic.is_empty() {
        return Err(OpenErrorKind::Empty);
    }
    if !MAGIC.starts_with(&magic) {
        return Err(OpenErrorKind::NotATable);
    }
    let mut numbers = [0; NUMBERS_BYTES];
    read_exactly(file, &mut numbers)?;
    let (numbers, _) = numbers.as_chunks();
    let [version, length, crc32] = [0, 1, 2].map(|i| u32::from_le_bytes(numbers[i]));
    if version != FORMAT_VERSION {
        return Err(OpenErrorKind::Version { found: version });
    }
    if length as usize > MAX_HEADER_BYTES {
        return Err(Damage::Header.into());
    }
    let mut fields = vec![0; length as usize];
    read_exactly(file, &mut fields)?;
    if header_crc32(version, length, &fields) != crc32 {
        return Err(Damage::Header.into());
    }
    let (mut header, mut rest) = decode::<Header>(&fields)?;
    if !rest.is_empty() {
        (header.part, rest) = decode(rest).map(|(part, rest)| (Some(part), rest))?;
    }
    if !rest.is_empty() {
        return Err(Damage::Header.into());
    }
    Ok((header, (MAGIC.len() + NUMBERS_BYTES) as u64 + u64::from(length)))
}

fn header_crc32(version: u32, length: u32, header: &[u8]) -> u32 {
    let mut crc32 = crc32fast::Hasher::new();
    crc32.update(&version.to_le_bytes());
    crc32.update(&length.to_le_bytes());
    crc32.update(header);
    crc32.finalize()
}

fn read_exactly(file: &mut impl Read, bytes: &mut [u8]) -> Result<(), OpenErrorKind> {
    file.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => Damage::CutShort.into(),
        _ => error.into(),
    })
}
