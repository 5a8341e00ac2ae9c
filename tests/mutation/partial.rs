//! Files under way that were changed: opened, and resumed by the solver as the program does.

use std::{fs, path::Path};

use perfect_play_generator::{
    LevelSolver,
    core::{Mnk, Objective, Value},
    index::Index,
};
use perfect_play_table::{LevelWriter, OpenErrorKind, TableFile};

use crate::{
    check::Tally,
    file::{Parts, mend},
    honest::{Form, honest},
    judge::From,
    random::Random,
};

/// Tables of several levels.
const FILES: [(&str, Form); 3] = [
    ("mnk:5,2,3", Form::Index(256)),
    ("mnk:5,2,2+misere", Form::Index(256)),
    ("connect:4,3,3", Form::Index(1 << 12)),
];

/// What is right of a table, to go on with what is wrong of it.
struct Resumed {
    honest: Parts,
    game: Mnk,
    index: Index,
}

impl Resumed {
    fn new(game: &str, form: Form) -> Self {
        let honest = honest(game, Objective::Fastest, form);
        let game = game.parse().unwrap();
        Self { honest, game, index: Index::of(&game).unwrap() }
    }

    /// Goes on with a file under way, to its end; gives the finished file. `None` if it is not taken for
    /// the beginning of this table.
    fn finished(&self, folder: &Path, partial: &[u8]) -> Option<Vec<u8>> {
        let path = folder.join("table.perfect");
        let partial_path = folder.join("table.perfect.partial");
        fs::write(&partial_path, partial).unwrap();
        let opened = TableFile::open(&partial_path);
        assert!(opened.is_err_and(|error| !matches!(error.kind(), OpenErrorKind::Io(_))));
        let (game, settings) = (self.game, self.honest.header.settings);
        let objective = self.honest.header.objective;
        let mut writer =
            LevelWriter::with_settings(&path, game, objective, &self.index, settings).ok()?;
        let solver = LevelSolver::new(&game, &self.index, &|_| ()).unwrap();
        let mut above = writer.last_level().unwrap().unwrap_or_default();
        while let Some(level) = writer.next_level() {
            above = solver.level(level, &above, &|_| ()).unwrap();
            writer.write_level(level, &above).unwrap();
        }
        writer.finish().unwrap();
        Some(fs::read(path).unwrap())
    }
}

#[test]
fn an_unchanged_file_under_way_is_finished_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    for (game, form) in FILES {
        let resumed = Resumed::new(game, form);
        for levels in 0..=resumed.honest.levels.len() {
            let partial = resumed.honest.to_partial(levels);
            let finished = resumed.finished(folder.path(), &partial).unwrap();
            assert!(Parts::of(&finished).levels == resumed.honest.levels);
        }
    }
}

#[test]
fn changed_entries_of_finished_levels() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = Random::new(4);
    let mut tally = Tally::new();
    for (game, form) in FILES {
        let resumed = Resumed::new(game, form);
        for levels in 1..=resumed.honest.levels.len() {
            for most in [1, 10, 1_000] {
                let mut changed = resumed.honest.clone();
                let end: usize = changed.levels[..levels].iter().map(Vec::len).sum();
                random.change(&mut changed, end as u64, most);
                let finished =
                    resumed.finished(folder.path(), &changed.to_partial(levels)).unwrap();
                let what = format!("{game}, {levels} levels, {most} changes");
                tally.add_file(&what, &finished, From::Memory);
                tally.add(&what, &Parts::of(&finished));
            }
        }
    }
    tally.end();
}

#[test]
fn finished_levels_of_one_value() {
    let folder = tempfile::tempdir().unwrap();
    let mut tally = Tally::new();
    for (game, form) in FILES {
        let resumed = Resumed::new(game, form);
        for levels in 1..=resumed.honest.levels.len() {
            for value in [0, 1, 126, Value::DRAW.byte(), 128, 253, 254, Value::NONE] {
                let mut changed = resumed.honest.clone();
                changed.levels[levels - 1].fill(value);
                let finished =
                    resumed.finished(folder.path(), &changed.to_partial(levels)).unwrap();
                let what = format!("{game}, {levels} levels, the last one full of {value}");
                tally.add_file(&what, &finished, From::Memory);
            }
        }
    }
    tally.end();
}

#[test]
fn changed_counts_of_finished_levels() {
    let folder = tempfile::tempdir().unwrap();
    let mut tally = Tally::new();
    let (game, form) = FILES[0];
    let resumed = Resumed::new(game, form);
    for levels in 1..=resumed.honest.levels.len() {
        for ply in [0, 4, 10] {
            for count in [0, 1, 1 << 40, u64::MAX] {
                let mut changed = resumed.honest.clone();
                changed.counts[levels - 1][ply] = count;
                let finished =
                    resumed.finished(folder.path(), &changed.to_partial(levels)).unwrap();
                tally.add_file(&format!("{count} at ply {ply}"), &finished, From::Memory);
            }
        }
    }
    tally.end();
}

#[test]
fn bytes_changed_anywhere_and_ends_that_are_missing() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = Random::new(5);
    let mut tally = Tally::new();
    let (game, form) = FILES[0];
    let resumed = Resumed::new(game, form);
    let levels = resumed.honest.levels.len();
    let (whole, partial) = (resumed.honest.to_bytes(), resumed.honest.to_partial(levels));
    for nth in 0..80 {
        // The finished file, too: it may have been given the name of one under way.
        let mut changed = if nth % 4 == 0 { whole.clone() } else { partial.clone() };
        for _ in 0..random.below(4) {
            let place = usize::try_from(random.below(changed.len() as u64)).unwrap();
            changed[place] ^= random.of(&[1, 16, 128, 255]);
        }
        if nth % 3 == 0 {
            changed.truncate(usize::try_from(random.below(changed.len() as u64)).unwrap());
        }
        if nth % 2 == 0 {
            mend(&mut changed);
        }
        if changed.len() == whole.len() && TableFile::read(&*changed).is_ok() {
            continue;
        }
        if let Some(finished) = resumed.finished(folder.path(), &changed) {
            tally.add_file(&format!("change {nth}"), &finished, From::Memory);
        }
    }
    tally.end();
}
