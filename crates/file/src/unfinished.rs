//! A table's file that is being written, section after section.

use std::{
    fs::Permissions,
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use perfect_play_numbering::Tiers;

use crate::{
    Header, Settings, WriteError, WriteErrorKind,
    disk::{self, DiskFile},
    header::codec,
    identity::Identity,
    partial::{self, Origin},
    replace::{Target, target},
    section_file::SectionFile,
    section_frames::PackedSection,
};

/// A table's file that is being written, into `FILE.partial`, or a copy into `FILE.partial-copy`. No other run can write it at
/// the same time. It has two sections for each tier.
#[derive(Debug)]
pub(crate) struct Unfinished {
    /// FILE, and the permissions of the file that has this name already.
    target: (PathBuf, Option<Permissions>),
    /// `FILE.partial` or `FILE.partial-copy`.
    partial: PathBuf,
    file: SectionFile,
}

impl Unfinished {
    /// Begins to write the file with this header, or finds what an interrupted run has written. `tiers` is the numbering of a
    /// line game, and `lens` are the slots of each section.
    ///
    /// # Errors
    ///
    /// If the target cannot be replaced or written, if another run is writing the same file, if the file system has
    /// no locks, or if the unfinished file is something else.
    pub(crate) fn create(
        (path, origin): (&Path, Origin),
        header: Header,
        tiers: Option<&Arc<Tiers>>,
        lens: impl Iterator<Item = u32>,
    ) -> Result<Self, WriteError> {
        let target = match target(path).map_err(|error| WriteError::io(path, error))? {
            Target::File { path, permissions } => (path, permissions),
            Target::Other(_) | Target::Descriptor(_) => {
                return Err(WriteError::new(path, WriteErrorKind::NotAFile));
            }
        };
        let partial = partial::path_of(&target.0, origin);
        let io = |error| WriteError::io(&partial, error);
        let first_bytes = codec::to_bytes(&header).map_err(io)?;
        let file = DiskFile::new(partial::open_locked(&partial)?);
        partial::begin(&partial, &file, &header, &first_bytes)?;
        let header = (header, first_bytes.len() as u64);
        let file = SectionFile::new((&partial, file), header, tiers, lens).map_err(io)?;
        Ok(Self { target, partial, file })
    }

    /// The path of the unfinished file for a table at this path, whether it exists or not. `None` if the path names something
    /// other than a file, or if its folder does not exist.
    pub(crate) fn partial_of(path: &Path, origin: Origin) -> Option<PathBuf> {
        match target(path).ok()? {
            Target::File { path, .. } => Some(partial::path_of(&path, origin)),
            Target::Other(_) | Target::Descriptor(_) => None,
        }
    }

    /// The path of the unfinished file.
    pub(crate) fn path(&self) -> &Path {
        &self.partial
    }

    /// The sections that have been written.
    pub(crate) fn file(&self) -> &SectionFile {
        &self.file
    }

    /// The identity to which the sections are bound, and how they are compressed.
    pub(crate) fn bound_to(&self) -> (Identity, Settings) {
        self.file.store().bound_to()
    }

    /// Appends sections. They can be read immediately.
    ///
    /// # Errors
    ///
    /// If they cannot be written. The earlier ones are kept.
    ///
    /// # Panics
    ///
    /// If they are not the next ones.
    pub(crate) fn append(&self, sections: &[PackedSection]) -> Result<(), WriteError> {
        self.file.append(sections).map_err(|error| self.interrupted(error))
    }

    /// Writes sections that an earlier run may have written already: [`SectionFile::put`].
    ///
    /// # Errors
    ///
    /// If they cannot be written. The earlier ones are kept.
    ///
    /// # Panics
    ///
    /// If sections before them are missing.
    pub(crate) fn put(&self, sections: &[PackedSection]) -> Result<(), WriteError> {
        self.file.put(sections).map_err(|error| self.interrupted(error))
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
    pub(crate) fn finish(self) -> Result<Header, WriteError> {
        let (path, permissions) = &self.target;
        let write = || {
            let file = self.file.file();
            let header = self.file.write_index()?;
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
    pub(crate) fn interrupted(&self, error: io::Error) -> WriteError {
        WriteError::new(&self.partial, WriteErrorKind::Interrupted(error))
    }
}
