//! Files under way that were changed: opened, and resumed by the solver as the program does.

use std::{collections::HashSet, fs, path::Path, sync::Arc};

use perfect_play_file::{OpenErrorKind, ReadError, TableFile, TierWriter};
use perfect_play_games::Mnk;
use perfect_play_generator::{
    TierSolver, TierValues,
    core::{Objective, Value},
    numbering::Tiers,
};
use perfect_play_test_kit::Random;

use super::{
    check::Tally,
    file::{Parts, mend},
    forger::change,
    honest::{Form, honest},
    judge::{From, Passes, Verdict, judge},
};

/// Tables of several tiers.
const FILES: [(&str, Form); 3] = [
    ("mnk:9,1,3", Form::Large(256)),
    ("mnk:5,2,2+misere", Form::Large(256)),
    ("connect:5,3,3", Form::Large(1 << 12)),
];

/// A right table, from whose changed unfinished files a solve is resumed.
struct Resumed {
    honest: Parts,
    game: Mnk,
    tiers: Arc<Tiers>,
}

impl Resumed {
    fn new(game: &str, form: Form) -> Self {
        let honest = honest(game, Objective::Fastest, form);
        let game = game.parse().unwrap();
        let tiers = Arc::new(Tiers::of(&game).unwrap());
        assert!(tiers.len() > 3);
        Self { honest, game, tiers }
    }

    /// Numbers of sections to begin with: about eight.
    fn sections(&self) -> impl Iterator<Item = usize> {
        let all = self.honest.sections.len();
        (0..=all).step_by(1 + all / 4).chain([1, 2, all - 1, all])
    }

    /// Goes on with a file under way, to its end; gives the finished file. `None` if it is not taken for
    /// the beginning of this table.
    fn finished(&self, folder: &Path, partial: &[u8]) -> Option<Vec<u8>> {
        let path = folder.join("table.perfect");
        let partial_path = folder.join("table.perfect.partial");
        fs::write(&partial_path, partial).unwrap();
        let opened = TableFile::open(&partial_path);
        assert!(opened.is_err_and(|error| !matches!(error.kind(), OpenErrorKind::Io(_))));
        let settings = self.honest.header.settings;
        let objective = self.honest.header.objective;
        let writer =
            TierWriter::with_settings(&path, &self.game, objective, self.tiers.clone(), settings)
                .ok()?;
        let solver = TierSolver::new(&self.game, &self.tiers).unwrap();
        let mut values = TierValues::default();
        for tier in writer.next_tier()..u32::try_from(self.tiers.len()).unwrap() {
            let tier = self.tiers.tier(tier as usize);
            let mut packer = writer.packer(&tier);
            let pack = |_, values: &mut [_; 2]| {
                packer.push(&tier, values).unwrap();
                Ok::<_, ReadError>(())
            };
            solver.solve(&tier, &writer, &mut values, pack).unwrap();
            writer.append(packer.finish().unwrap()).unwrap();
        }
        writer.finish().unwrap();
        Some(fs::read(path).unwrap())
    }
}

#[test]
fn an_unchanged_file_under_way_is_finished_to_the_same_entries() {
    let folder = tempfile::tempdir().unwrap();
    for (game, form) in FILES {
        let resumed = Resumed::new(game, form);
        for sections in resumed.sections() {
            let partial = resumed.honest.to_partial(sections);
            let finished = resumed.finished(folder.path(), &partial).unwrap();
            assert!(Parts::of(&finished).sections == resumed.honest.sections);
        }
    }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn changed_entries_of_finished_tiers() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = Random::new(4);
    let mut tally = Tally::new();
    for (game, form) in FILES {
        let resumed = Resumed::new(game, form);
        for sections in resumed.sections().filter(|&sections| sections > 0) {
            for most in [1, 1_000] {
                let mut changed = resumed.honest.clone();
                let end: usize = changed.sections[..sections].iter().map(Vec::len).sum();
                change(&mut random, &mut changed, end as u64, most);
                let finished =
                    resumed.finished(folder.path(), &changed.to_partial(sections)).unwrap();
                let what = format!("{game}, {sections} sections, {most} changes");
                tally.add_file(&what, &finished, From::Memory);
            }
        }
    }
    tally.end();
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn finished_sections_of_one_value() {
    let folder = tempfile::tempdir().unwrap();
    let mut tally = Tally::new();
    for (game, form) in FILES {
        let resumed = Resumed::new(game, form);
        let all = &[0, Value::NONE, Value::DRAW.byte(), 1, 254];
        // The proof of a larger one takes longer.
        let values = if resumed.honest.sections.len() > 100 { &all[..2] } else { all };
        for sections in resumed.sections().filter(|&sections| sections > 0) {
            for &value in values {
                let mut changed = resumed.honest.clone();
                changed.sections[sections - 1].fill(value);
                let finished =
                    resumed.finished(folder.path(), &changed.to_partial(sections)).unwrap();
                let what = format!("{game}, {sections} sections, the last one full of {value}");
                tally.add_file(&what, &finished, From::Memory);
            }
        }
    }
    tally.end();
}

#[test]
fn bytes_changed_anywhere_and_ends_that_are_missing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("changed.perfect");
    let mut random = Random::new(5);
    let mut tally = Tally::new();
    let (game, form) = FILES[0];
    let resumed = Resumed::new(game, form);
    let sections = resumed.honest.sections.len();
    let (whole, partial) = (resumed.honest.to_bytes(), resumed.honest.to_partial(sections));
    assert_eq!(judge(&whole, From::Memory, Passes::All), Verdict::Proven);
    // Most changed files are finished to the bytes of the honest file. Equal bytes are judged once.
    let mut judged = HashSet::from([whole.clone()]);
    for nth in 0..120 {
        // The finished file, too: it may have been given the name of one under way.
        let mut changed = if nth % 4 == 0 { whole.clone() } else { partial.clone() };
        for _ in 0..random.below::<u8>(4_u8) {
            let place: usize = random.below(changed.len() as u64);
            changed[place] ^= random.of(&[1, 16, 128, 255]);
        }
        if nth % 3 == 0 {
            changed.truncate(random.below(changed.len() as u64));
        }
        if nth % 2 == 0 {
            mend(&mut changed);
        }
        // Where sections are damaged, only a probe finds out.
        fs::write(&path, &changed).unwrap();
        if changed.len() == whole.len() && TableFile::open(&path).is_ok() {
            continue;
        }
        if let Some(finished) = resumed.finished(folder.path(), &changed)
            && judged.insert(finished.clone())
        {
            tally.add_file(&format!("change {nth}"), &finished, From::Memory);
        }
    }
    tally.end();
}
