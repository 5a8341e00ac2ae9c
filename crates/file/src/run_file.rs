//! The file of a run of tiers, in a folder that several processes write. It has a name of its own until it is whole.

use std::{
    io,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use perfect_play_numbering::Tiers;

use crate::{
    Header,
    disk::{DiskFile, folder_of},
    header::codec,
    replace::default_permissions,
    section_file::SectionFile,
    section_frames::PackedSection,
    store::Store,
    temporary::TemporaryFile,
};

/// A file that gets its name when it is whole. It is removed if this value is dropped before.
#[derive(Debug)]
pub(crate) struct RunFile {
    /// `None` once the file has its name.
    temporary: Mutex<Option<TemporaryFile>>,
    file: SectionFile,
}

impl RunFile {
    /// Begins the file with this header, which may be of a line game with these tiers. Its temporary name begins with `path` and
    /// ends with a random part.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn begin(
        path: &Path,
        header: Header,
        tiers: Option<&Arc<Tiers>>,
    ) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        let name = path.file_name().unwrap_or_default();
        builder.prefix(name);
        if let Some(permissions) = default_permissions() {
            builder.permissions(permissions);
        }
        let (file, temporary) = TemporaryFile::new(|| builder.tempfile_in(folder_of(path)))?;
        let (file, first_bytes) = (DiskFile::new(file), codec::to_bytes(&header)?);
        file.write_at(0, &first_bytes)?;
        let header = (header, first_bytes.len() as u64);
        let file = SectionFile::new((path, file), header, tiers, [].into_iter())?;
        Ok(Self { temporary: Mutex::new(Some(temporary)), file })
    }

    /// The sections that have been appended.
    pub(crate) fn store(&self) -> &Store {
        self.file.store()
    }

    /// Appends sections.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    ///
    /// # Panics
    ///
    /// If they are not the next ones.
    pub(crate) fn append(&self, sections: &[PackedSection]) -> io::Result<()> {
        self.file.append(sections)
    }

    /// Finishes the file and gives it this name. It replaces a file of the same name.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    ///
    /// # Panics
    ///
    /// If there are sections that have not been appended.
    pub(crate) fn finish(&self, name: &Path) -> io::Result<()> {
        // No other process reads the file before it has its name.
        let header = self.file.write_index()?;
        self.file.write_header(&header)?;
        self.file.file().sync()?;
        let temporary = self.temporary.lock().unwrap_or_else(PoisonError::into_inner).take();
        temporary.map_or(Ok(()), |temporary| temporary.persist(name))
    }
}
