//! Solutions to write, by a solver that knows nothing of the index.

use std::{fs, path::Path};

use perfect_play_core::{Game, Mnk, Objective, Outcome, Probe, Value};
use perfect_play_generator::{Solution, solve};
use perfect_play_index::Index;
use perfect_play_table::{LevelWriter, Settings, WriteError};

/// Blocks so small that even tic-tac-toe has several a level.
pub(crate) const SMALL: Settings = Settings { block_bytes: 64, compression: 3 };

/// A solved game, and its values by level.
pub(crate) struct Solved {
    pub(crate) game: Mnk,
    pub(crate) index: Index,
    pub(crate) solution: Solution<Mnk>,
    /// As [`perfect_play_index::Levels::level`] describes them, and where the rules rule a board
    /// out the value of a game that is over.
    pub(crate) levels: Vec<Vec<u8>>,
}

impl Solved {
    pub(crate) fn new(name: &str) -> Self {
        let game: Mnk = name.parse().unwrap();
        let index = Index::of(&game).unwrap();
        let solution = solve(game, Objective::Fastest).unwrap();
        let outcome = if game.is_misere() { Outcome::Win } else { Outcome::Loss };
        let byte = |slot| {
            let board = index.board(slot).unwrap();
            match solution.value(board) {
                Ok(value) => value.byte(),
                Err(_) if game.check(board).is_ok() => Value::NONE,
                Err(_) => Value::terminal(outcome).byte(),
            }
        };
        let levels =
            (0..index.levels()).map(|level| index.level_slots(level).map(byte).collect()).collect();
        Self { game, index, solution, levels }
    }

    pub(crate) fn writer(
        &self,
        path: &Path,
        settings: Settings,
    ) -> Result<LevelWriter<'_, Mnk>, WriteError> {
        LevelWriter::with_settings(path, self.game, Objective::Fastest, &self.index, settings)
    }

    /// Writes up to so many levels, or goes on with them.
    pub(crate) fn write_levels(&self, writer: &mut LevelWriter<'_, Mnk>, most: usize) {
        for _ in 0..most {
            let Some(level) = writer.next_level() else {
                return;
            };
            writer.write_level(level, &self.levels[level]).unwrap();
        }
    }

    /// Writes the file, or goes on with it, to the end.
    pub(crate) fn write(&self, path: &Path, settings: Settings) {
        let mut writer = self.writer(path, settings).unwrap();
        self.write_levels(&mut writer, usize::MAX);
        writer.finish().unwrap();
    }

    /// The bytes of the file.
    pub(crate) fn bytes(&self, settings: Settings) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("whole.perfect");
        self.write(&path, settings);
        assert_eq!(folder.path().read_dir().unwrap().count(), 1);
        fs::read(path).unwrap()
    }
}
