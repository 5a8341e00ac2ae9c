//! A table in a folder: several files, each with a run of its tiers.
//!
//! The file whose first tier is N is called `tiers-N.perfect`. So the first file is `tiers-0.perfect`. Each file
//! determines the name of the next one, and a file with a wrong name is noticed.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::{
    Damage, Header, OpenError, OpenErrorKind,
    index::index_of,
    opening,
    source::open_files,
    store::{Recent, Store},
};

/// The beginning and the end of the files' names.
const NAME: (&str, &str) = ("tiers-", ".perfect");

/// The folder in a table's folder where processes write files that are not whole.
pub(crate) const UNDER_WAY: &str = "under-way";

/// The path of the file that begins with this tier.
pub(crate) fn path_of(folder: &Path, tier: u64) -> PathBuf {
    folder.join(name_of(tier))
}

/// The name of the file that begins with this tier.
pub(crate) fn name_of(tier: u64) -> String {
    format!("{}{tier}{}", NAME.0, NAME.1)
}

/// The files in a folder that have such names.
///
/// # Errors
///
/// If the folder cannot be read.
pub(crate) fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let tier = name.strip_prefix(NAME.0).and_then(|name| name.strip_suffix(NAME.1));
        if tier.is_some_and(|tier| tier.bytes().all(|byte| byte.is_ascii_digit())) {
            files.push(entry.path());
        }
    }
    Ok(files)
}

/// Opens the files of a folder. Returns the header that one file of the whole table would have, and the sections.
///
/// # Errors
///
/// An error that names the file that is missing or wrong, and says what is wrong with it.
pub(crate) fn open(folder: &Path) -> Result<(Header, Vec<Store>), OpenError> {
    let (mut first, mut shared, mut stores) = (None, None, Vec::new());
    let mut next = 0;
    loop {
        let path = path_of(folder, next / 2);
        let error = |kind| OpenError::new(&path, kind);
        let (header, store) = match opening::open(&path) {
            Err(OpenErrorKind::Io(source)) if source.kind() == io::ErrorKind::NotFound => {
                return Err(missing(folder, &path));
            }
            opened => opened.map_err(error)?,
        };
        // A table that is not solved by tiers may be the only file.
        if header.part.is_none() && !files(folder).is_ok_and(|files| files.len() == 1) {
            return Err(error(OpenErrorKind::Whole));
        }
        let table = first.get_or_insert_with(|| header.of_table());
        if header.of_table() != *table {
            let found = header.told_from(table);
            return Err(error(OpenErrorKind::OtherTable { found }));
        }
        if store.first() != next {
            return Err(error(OpenErrorKind::OtherTiers { found: store.first() / 2 }));
        }
        next = store.end_number();
        let shared =
            shared.get_or_insert_with(|| (open_files(), Recent::new(header.settings).into()));
        stores.push(store.among(shared));
        if next >= header.sections {
            if !add_up(&header, &stores) {
                return Err(error(Damage::Index.into()));
            }
            return Ok((whole(&header, &stores), stores));
        }
    }
}

/// Whether the sections have as many entries as this header states for the whole table.
pub(crate) fn add_up(header: &Header, stores: &[Store]) -> bool {
    let summaries = stores.iter().flat_map(Store::summaries);
    summaries.map(|summary| u64::from(summary.slots)).sum::<u64>() == header.entry_bytes
}

/// The header that a file with all of these sections would have.
pub(crate) fn whole(header: &Header, stores: &[Store]) -> Header {
    let summaries: Vec<_> = stores.iter().flat_map(Store::summaries).collect();
    Header {
        stored_bytes: summaries.iter().map(|summary| u64::from(summary.stored_bytes)).sum(),
        index_crc32: index_of(&summaries).1,
        part: None,
        ..header.clone()
    }
}

/// Why there is no file of this name.
fn missing(folder: &Path, path: &Path) -> OpenError {
    if folder.join(UNDER_WAY).exists() {
        OpenError::new(folder, OpenErrorKind::Unfinished)
    } else if files(folder).is_ok_and(|files| files.is_empty()) {
        OpenError::new(folder, OpenErrorKind::Directory)
    } else {
        OpenError::new(path, OpenErrorKind::Missing)
    }
}
