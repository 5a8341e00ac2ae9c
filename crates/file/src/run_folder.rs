//! A folder to which any number of threads, processes and machines write a table: a file for each run of its tiers.

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use perfect_play_numbering::Tiers;
use perfect_play_parallel::{ParallelIterator, parallel};

use crate::{
    Damage, Header, OpenErrorKind, Part, ReadError, Settings, WriteError, WriteErrorKind, disk,
    folder,
    header::codec,
    identity::Identity,
    opening,
    run_file::RunFile,
    source::{OpenFiles, open_files},
    store::{Recent, SectionNumbering, Store},
};

/// How often a file is begun again whose folder another process has removed.
const TRIES: u32 = 16;

/// A folder with a file for each run of tiers. It does not know what the tiers are.
#[derive(Debug)]
pub(crate) struct RunFolder {
    path: PathBuf,
    /// The numbering of a line game.
    tiers: Option<Arc<Tiers>>,
    /// By number: the sections of a run.
    parts: Vec<Part>,
    /// The header of the whole table, before anything is written.
    header: Header,
    identity: Identity,
    /// By number: the finished runs that have been read.
    open: Mutex<HashMap<usize, Arc<Store>>>,
    /// What these runs share.
    shared: (Arc<OpenFiles>, Arc<Recent>),
}

impl RunFolder {
    /// Creates the folder of the table with this header, if it does not exist. `parts` are the runs. Two sections make a tier.
    ///
    /// # Errors
    ///
    /// If the folder cannot be written, or has files of another table. Then nothing is changed there.
    pub(crate) fn create(
        path: &Path,
        header: Header,
        parts: Vec<Part>,
        tiers: Option<Arc<Tiers>>,
    ) -> Result<Self, WriteError> {
        let io = |error| WriteError::io(path, error);
        let folder = Self {
            path: path.to_path_buf(),
            tiers,
            parts,
            identity: header.identity().map_err(io)?,
            shared: (open_files(), Recent::new(header.settings).into()),
            header,
            open: Mutex::default(),
        };
        folder.refuse_others()?;
        let under_way = folder.under_way();
        fs::create_dir_all(&under_way).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => WriteError::io(&under_way, error), // as a file
            _ => io(error),
        })?;
        Ok(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The folder of the files that are not whole yet.
    pub(crate) fn under_way(&self) -> PathBuf {
        self.path.join(folder::UNDER_WAY)
    }

    /// The identity to which the sections are bound, and how they are compressed.
    pub(crate) fn bound_to(&self) -> (Identity, Settings) {
        (self.identity, self.header.settings)
    }

    /// The number of runs.
    pub(crate) fn runs(&self) -> usize {
        self.parts.len()
    }

    /// The file of a run.
    pub(crate) fn file(&self, run: usize) -> PathBuf {
        folder::path_of(&self.path, self.first_tier(run))
    }

    fn first_tier(&self, run: usize) -> u64 {
        self.parts[run].first / 2
    }

    /// Whether the file of a run exists. Reading it may still find damage.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read: nobody should wait for a file there.
    pub(crate) fn is_there(&self, run: usize) -> Result<bool, ReadError> {
        let file = self.file(run);
        let look = || {
            if file.try_exists()? {
                return Ok(true);
            }
            // A network file system may remember for a while that a file did not exist. It asks the server again when a
            // folder is opened.
            fs::read_dir(&self.path)?;
            file.try_exists()
        };
        look().map_err(|source| ReadError::Io { path: file.clone(), source })
    }

    /// The runs whose files are missing or damaged, in ascending order. This reads all files, on all cores.
    ///
    /// # Errors
    ///
    /// If a file cannot be read.
    pub(crate) fn missing(&self) -> Result<Vec<usize>, WriteError> {
        let if_missing = |run| Ok((!self.is_whole(run)?).then_some(run));
        let missing: Result<Vec<_>, WriteError> =
            parallel(0..self.runs()).map(if_missing).collect();
        Ok(missing?.into_iter().flatten().collect())
    }

    /// Removes the files of damaged runs. This reads all files, on all cores.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, or removed.
    pub(crate) fn remove_damaged(&self) -> Result<(), WriteError> {
        for run in self.missing()? {
            let path = self.file(run);
            let is_there = path.try_exists().map_err(|error| WriteError::io(&path, error))?;
            // Reading all files takes long, and another process may have written this one meanwhile.
            if is_there && !self.is_whole(run)? {
                self.remove(run)?;
            }
        }
        Ok(())
    }

    /// Whether the file of a run exists and is undamaged. This reads all of it.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub(crate) fn is_whole(&self, run: usize) -> Result<bool, WriteError> {
        let path = self.file(run);
        let io = |error| Err(WriteError::io(&path, error));
        let store = match self.opened(run) {
            Ok(store) => store,
            Err(OpenErrorKind::Io(error)) if error.kind() != io::ErrorKind::NotFound => {
                return io(error);
            }
            Err(_) => return Ok(false),
        };
        let part = self.parts[run];
        for section in part.first..part.first + part.sections {
            match store.check(section) {
                Ok(()) => {}
                Err(ReadError::Io { source, .. }) => return io(source),
                Err(_) => return Ok(false),
            }
        }
        self.clear_away(run);
        Ok(true)
    }

    /// Begins the file of a run.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn begin(&self, run: usize) -> Result<RunFile, WriteError> {
        let header = Header { part: Some(self.parts[run]), ..self.header.clone() };
        let under_way = self.under_way();
        // `RunFile` adds a random part, so two processes that solve the same run write different files.
        let path = under_way.join(format!("{}.", folder::name_of(self.first_tier(run))));
        // Another process may have finished the table, and removed this folder, maybe just after it was created here.
        let open = || {
            fs::create_dir_all(&under_way)
                .and_then(|()| RunFile::begin(&path, header.clone(), self.tiers.as_ref()))
        };
        let is_gone = |begun: &io::Result<_>| {
            begun.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
        };
        let mut begun = open();
        let mut tries = 0;
        while is_gone(&begun) && tries < TRIES {
            begun = open();
            tries += 1;
        }
        begun.map_err(|error| self.interrupted(error))
    }

    /// Gives its name to a file with all tiers of a run.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or if there is a file of another table.
    ///
    /// # Panics
    ///
    /// If there are sections that have not been appended.
    pub(crate) fn finish_run(&self, run: usize, file: &RunFile) -> Result<(), WriteError> {
        let path = self.file(run);
        // Another process may have begun another table in the same folder.
        self.refuse_other(&path).map_err(|kind| WriteError::new(&path, kind))?;
        if let Err(error) = file.finish(&path) {
            // Another process may have written the run meanwhile, and removed this unfinished file.
            let is_whole = self.is_whole(run).unwrap_or(false);
            return if is_whole { Ok(()) } else { Err(self.interrupted(error)) };
        }
        self.clear_away(run);
        if self.opened_runs().remove(&run).is_some() {
            self.forget(); // what was read before is of a damaged file
        }
        Ok(())
    }

    /// Removes the file of a run.
    ///
    /// # Errors
    ///
    /// If it cannot be removed.
    pub(crate) fn remove(&self, run: usize) -> Result<(), WriteError> {
        self.opened_runs().remove(&run);
        let path = self.file(run);
        match disk::remove(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(WriteError::io(&path, error))
            }
            _ => Ok(()),
        }
    }

    /// Removes the unfinished files of a run that is finished, of this and of other processes.
    fn clear_away(&self, run: usize) {
        let prefix = format!("{}.", folder::name_of(self.first_tier(run)));
        for entry in fs::read_dir(self.under_way()).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with(&prefix) {
                let _ = disk::remove(&entry.path());
            }
        }
    }

    /// Finishes the table. Returns the header of the whole table.
    ///
    /// # Errors
    ///
    /// If runs are missing or cannot be read, or belong to another table.
    pub(crate) fn finish(&self) -> Result<Header, WriteError> {
        let (header, _) = folder::open(&self.path)
            .map_err(|error| WriteError::io(&self.path, io::Error::other(error)))?;
        if header.of_table() != self.header {
            let found = header.told_from(&self.header);
            return Err(WriteError::new(&self.path, WriteErrorKind::OtherFolder { found }));
        }
        // It stays if another process is still writing there.
        let _ = fs::remove_dir(self.under_way());
        Ok(header)
    }

    /// The error of a failed write. All finished runs are kept.
    pub(crate) fn interrupted(&self, error: io::Error) -> WriteError {
        WriteError::new(&self.path, WriteErrorKind::Interrupted(error))
    }

    /// Reads from the file of a run.
    ///
    /// # Errors
    ///
    /// If it is damaged, or cannot be read.
    pub(crate) fn read<T>(
        &self,
        run: usize,
        mut read: impl FnMut(&Store) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        if let Ok(found) = self.store(run).and_then(|store| read(&store)) {
            return Ok(found);
        }
        // Another process may have replaced the file after it was opened.
        self.forget();
        read(&*self.store(run)?)
    }

    /// The file of a finished run.
    fn store(&self, run: usize) -> Result<Arc<Store>, ReadError> {
        if let Some(store) = self.opened_runs().get(&run) {
            return Ok(Arc::clone(store));
        }
        let opened = self.opened(run).map_err(|error| {
            let path = self.file(run);
            match error {
                OpenErrorKind::Io(source) => ReadError::Io { path, source },
                _ => ReadError::Damaged { path, section: self.parts[run].first },
            }
        });
        let store = Arc::new(opened?.among(&self.shared));
        self.opened_runs().insert(run, Arc::clone(&store));
        Ok(store)
    }

    /// Opens the file of a run.
    fn opened(&self, run: usize) -> Result<Store, OpenErrorKind> {
        let (header, store) = opening::open(&self.file(run))?;
        let is_it = header.of_table() == self.header && header.here() == self.parts[run];
        match &self.tiers {
            _ if !is_it => Err(Damage::Header.into()),
            Some(tiers) => Ok(store.of(SectionNumbering::Tiers(Arc::clone(tiers)))),
            None => Ok(store),
        }
    }

    /// Closes all files.
    fn forget(&self) {
        self.opened_runs().clear();
        self.shared.0.forget();
        self.shared.1.forget();
    }

    fn opened_runs(&self) -> MutexGuard<'_, HashMap<usize, Arc<Store>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Refuses a folder with a file of another table, with other runs of tiers, or with something that is not a file
    /// under the name of a run. Damaged files are accepted; their runs are solved again.
    ///
    /// # Errors
    ///
    /// If there is such a file, or the folder cannot be read.
    fn refuse_others(&self) -> Result<(), WriteError> {
        let files = match folder::files(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            files => files.map_err(|error| WriteError::io(&self.path, error))?,
        };
        for path in files {
            self.refuse_other(&path).map_err(|kind| WriteError::new(&path, kind))?;
        }
        Ok(())
    }

    fn refuse_other(&self, path: &Path) -> Result<(), WriteErrorKind> {
        let mut file = match fs::File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            opened => opened.map_err(WriteErrorKind::Io)?,
        };
        match codec::read(&mut file) {
            Ok((found, _)) if found.of_table() != self.header => {
                Err(WriteErrorKind::OtherFolder { found: found.told_from(&self.header) })
            }
            Ok((found, _)) if !found.finished || !self.parts.contains(&found.here()) => {
                Err(WriteErrorKind::OtherRuns)
            }
            Err(OpenErrorKind::NotATable | OpenErrorKind::Version { .. }) => {
                Err(WriteErrorKind::NotATable)
            }
            Err(OpenErrorKind::Io(error)) => Err(WriteErrorKind::Io(error)),
            _ => Ok(()),
        }
    }
}
