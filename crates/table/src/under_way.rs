//! An unfinished file with a run of a table's sections: it is begun or resumed, appended to, and finished.

use std::{
    fs::Permissions,
    path::{Path, PathBuf},
};

use crate::{
    Header, WriteError, WriteErrorKind,
    disk::{self, DiskFile},
    frame, partial,
    section::PackedSection,
    section_file::SectionFile,
    store::Store,
};

/// `NAME.partial`, which becomes NAME when it is finished. No other run can write it until this value is dropped.
#[derive(Debug)]
pub(crate) struct UnderWay {
    header: Header,
    /// NAME, and the permissions of the file that has this name already.
    target: (PathBuf, Option<Permissions>),
    partial: PathBuf,
    file: SectionFile,
    /// Where the sections begin.
    start: u64,
}

impl UnderWay {
    /// Begins the file with this header, or continues after the last whole tier. `lens` are the bytes of entries in
    /// its sections.
    ///
    /// # Errors
    ///
    /// If another run is writing the file, if the file system has no locks, if `NAME.partial` is something else, or
    /// if it cannot be read or written.
    pub(crate) fn open(
        target: (PathBuf, Option<Permissions>),
        header: Header,
        lens: impl Iterator<Item = u32>,
    ) -> Result<Self, WriteError> {
        let partial = partial::path_of(&target.0);
        let io = |error| WriteError::io(&partial, error);
        let first_bytes = frame::to_bytes(&header).map_err(io)?;
        let file = DiskFile::new(partial::open_locked(&partial)?);
        partial::begin(&partial, &file, &header, &first_bytes)?;
        let bound_to = (header.identity().map_err(io)?, header.settings);
        let start = first_bytes.len() as u64;
        let place = (header.here().first, start);
        let file = SectionFile::new((&partial, file), bound_to, place, lens).map_err(io)?;
        Ok(Self { header, target, partial, file, start })
    }

    /// `NAME.partial`.
    pub(crate) fn path(&self) -> &Path {
        &self.partial
    }

    /// The sections that have been appended.
    pub(crate) fn store(&self) -> &Store {
        self.file.store()
    }

    /// How many tiers have been appended.
    pub(crate) fn tiers(&self) -> u32 {
        self.file.tiers()
    }

    /// Forgets the appended sections.
    pub(crate) fn restart(&self) {
        self.store().truncate(0);
    }

    /// Appends sections.
    ///
    /// # Errors
    ///
    /// If they cannot be written. The earlier sections are kept.
    ///
    /// # Panics
    ///
    /// If they are not the next ones.
    pub(crate) fn append(&self, sections: &[PackedSection]) -> Result<(), WriteError> {
        self.file.append(sections).map_err(|error| self.interrupted(error))
    }

    /// Writes the index, marks the file as finished, and gives it its name.
    ///
    /// # Errors
    ///
    /// If it cannot be written. All sections are kept.
    ///
    /// # Panics
    ///
    /// If sections are missing.
    pub(crate) fn finish(&self) -> Result<Header, WriteError> {
        let (path, permissions) = &self.target;
        let write = || {
            let file = self.file.file();
            let header = self.file.write_index(&self.header, self.start)?;
            file.sync()?;
            self.file.write_header(&header)?;
            if let Some(permissions) = permissions.clone() {
                file.set_permissions(permissions)?;
            }
            file.sync()?;
            Ok(header)
        };
        let header = write().map_err(|error| self.interrupted(error))?;
        disk::rename(&self.partial, path).map_err(|error| WriteError::io(path, error))?;
        Ok(header)
    }

    /// The error of a failed write. Everything written before it is kept.
    pub(crate) fn interrupted(&self, error: std::io::Error) -> WriteError {
        WriteError::new(&self.partial, WriteErrorKind::Interrupted(error))
    }
}
