//! What a folder has when a solve is resumed: finished runs, damaged ones, and files of another table.

use std::{fs, io, path::Path};

use perfect_play_parallel::{ParallelIterator, parallel};

use super::TierFolder;
use crate::{OpenErrorKind, Part, ReadError, WriteError, WriteErrorKind, folder, header::codec};

impl TierFolder {
    /// The runs that have to be written, in ascending order. Each of them can be solved when those before it are
    /// written. This reads and checks the finished runs, on all cores. In a scratch folder, it removes the runs that
    /// are not needed any more.
    ///
    /// # Errors
    ///
    /// If a run cannot be read, or cannot be removed.
    pub fn missing(&self) -> Result<Vec<usize>, WriteError> {
        let if_missing = |run| Ok((!self.is_whole(run)?).then_some(run));
        let missing: Result<Vec<_>, WriteError> =
            parallel(0..self.runs.len()).map(if_missing).collect();
        let mut missing: Vec<usize> = missing?.into_iter().flatten().collect();
        if !self.is_scratch() {
            return Ok(missing);
        }
        let layers = self.tiers.layers();
        let is_there = |layer| missing.iter().all(|&run| self.layer_of(run) != layer);
        // All lower layers follow from a layer. The moves from the start need layer 1, too.
        let is_enough = |&layer: &u8| is_there(layer) && (layer > 0 || layers == 1 || is_there(1));
        if let Some(enough) = (0..layers).find(is_enough) {
            missing.retain(|&run| self.layer_of(run) < enough);
            for layer in enough.max(1) + 1..layers {
                self.remove(layer)?;
            }
        }
        Ok(missing)
    }

    /// Whether the file of a run exists and is undamaged. This reads all of it. [`TierFolder::append`] replaces a
    /// damaged file.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn is_whole(&self, run: usize) -> Result<bool, WriteError> {
        let path = self.file(run);
        let io = |error| Err(WriteError::io(&path, error));
        let store = match self.opened(run) {
            Ok(store) => store,
            Err(OpenErrorKind::Io(error)) if error.kind() != io::ErrorKind::NotFound => {
                return io(error);
            }
            Err(_) => return Ok(false),
        };
        let part = self.part(run);
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

    /// Refuses a folder with a file of another table, with other runs of tiers, or with something that is not a file
    /// under the name of a run. Damaged files are accepted; their runs are solved again.
    pub(super) fn refuse_others(&self) -> Result<(), WriteError> {
        let files = folder::files(&self.folder);
        for path in files.map_err(|error| WriteError::io(&self.folder, error))? {
            self.refuse_other(&path).map_err(|kind| WriteError::new(&path, kind))?;
        }
        Ok(())
    }

    pub(super) fn refuse_other(&self, path: &Path) -> Result<(), WriteErrorKind> {
        let mut file = match fs::File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            opened => opened.map_err(WriteErrorKind::Io)?,
        };
        match codec::read(&mut file) {
            Ok((found, _)) if found.of_table() != self.header => {
                Err(WriteErrorKind::OtherFolder { found: found.told_from(&self.header) })
            }
            Ok((found, _)) if !found.finished || !self.has_run(found.here()) => {
                Err(WriteErrorKind::OtherRuns)
            }
            Err(OpenErrorKind::NotATable | OpenErrorKind::Version { .. }) => {
                Err(WriteErrorKind::NotATable)
            }
            Err(OpenErrorKind::Io(error)) => Err(WriteErrorKind::Io(error)),
            _ => Ok(()),
        }
    }

    /// Whether these are the sections of a run.
    fn has_run(&self, part: Part) -> bool {
        let run =
            u32::try_from(part.first / 2).map_or(self.runs.len(), |tier| self.runs.of_tier(tier));
        run < self.runs.len() && self.part(run) == part
    }
}
