//! A second verifier, in Python, from the description of the format alone (`docs/format.md`): it shares no code with
//! the library, and must always come to the same verdict.

use std::{
    collections::BTreeMap,
    env, fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process::{Command, Output},
};

use Form::{Code, Cut, Large, Small};
use Objective::{Fastest, Outcome};
use perfect_play_engine::AnyTable;
use perfect_play_file::{Meaning, Settings, TierFolder, TierWriter, to_bytes};
use perfect_play_games::Mnk;
use perfect_play_generator::{
    core::{Objective, Value},
    numbering::{TierTable, Tiers},
    solve, solve_tiers,
};
use perfect_play_test_kit::changed_frames;
use tempfile::TempDir;

use crate::mutation::file::Parts;

/// What came of a proof, by the exit code of the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Proven = 0,
    NotProven = 1,
    Trouble = 2,
}

/// How a file holds its entries.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// By code.
    Code,
    /// By tiers, in one section.
    Small,
    /// By tiers, two sections a tier, in frames of so many bytes.
    Large(u32),
    /// The first plies.
    Cut(u16),
}

/// Both verifiers, and a place for the files that they read.
struct Verifiers {
    python: &'static str,
    folder: TempDir,
}

impl Verifiers {
    /// `None` if the tools are missing. In CI, missing tools are an error.
    fn find() -> Option<Self> {
        // Debian installs the module for its own Python, which need not be the first one.
        let has_module = |python: &&str| {
            let run = Command::new(python).args(["-c", "import zstandard"]).output();
            run.is_ok_and(|run| run.status.success())
        };
        let found = ["python3", "/usr/bin/python3"].into_iter().find(has_module);
        let Some(python) = found else {
            let why = "there is no Python 3 with the module zstandard (python3-zstandard)";
            assert!(env::var_os("CI").is_none(), "in CI nothing is skipped: {why}");
            // Past what the test harness captures of a test that passes.
            let _ = io::stderr().write_all(format!("skipped: {why}\n").as_bytes());
            return None;
        };
        Some(Self { python, folder: tempfile::tempdir().unwrap() })
    }

    /// Runs the script. `-B`: it leaves no compiled modules beside itself.
    fn run(&self, arguments: &[&Path]) -> Output {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/second_verifier/verify.py");
        let mut command = Command::new(self.python);
        command.args(["-B", "-W", "error"]).arg(script).args(arguments);
        command.output().unwrap()
    }

    /// What both say of a file.
    fn verdict(&self, file: &[u8], what: &str) -> Verdict {
        let path = self.folder.path().join("table.perfect");
        fs::write(&path, file).unwrap();
        self.verdict_of(&path, what)
    }

    /// Asserts that both prove the right file of a game.
    fn prove(&self, game: &str, objective: Objective, form: Form) {
        let what = format!("{game} {objective} {form:?}");
        let file = honest(game, objective, form).to_bytes();
        assert_eq!(self.verdict(&file, &what), Verdict::Proven, "{what}");
    }

    /// What both say of the file or the folder with this path.
    fn verdict_of(&self, path: &Path, what: &str) -> Verdict {
        let ours = match AnyTable::open(path).map(|table| table.verify(&mut |_, _| ())) {
            Ok(Ok(proof)) if proof.is_proven() => Verdict::Proven,
            Ok(Ok(_)) => Verdict::NotProven,
            Ok(Err(_)) | Err(_) => Verdict::Trouble,
        };
        let run = self.run(&[path]);
        let [out, err] = [&run.stdout, &run.stderr].map(|text| String::from_utf8_lossy(text));
        assert_eq!(run.status.code(), Some(ours as i32), "{what}: {ours:?}\n{out}{err}");
        let says = match ours {
            Verdict::Proven => out.contains(": proven: ") && err.is_empty(),
            Verdict::NotProven => out.contains("NOT PROVEN") && err.is_empty(),
            Verdict::Trouble => out.is_empty() && !err.contains("Traceback"),
        };
        assert!(says, "{what}: {ours:?}\n{out}{err}");
        ours
    }
}

/// The parts of the right file of a game.
fn honest(name: &str, objective: Objective, form: Form) -> Parts {
    let game: Mnk = name.parse().unwrap();
    let by_tier = || {
        let tiers = Tiers::of(&game).unwrap();
        let sections = solve_tiers(&game, &tiers, &|_| ()).unwrap();
        TierTable::new(game, objective, tiers.into(), sections).unwrap()
    };
    let file = match form {
        Code => to_bytes(&solve(game, objective, &mut |_, _| ()).unwrap()).unwrap(),
        Small => to_bytes(&by_tier()).unwrap(),
        Cut(plies) => {
            let cut = AnyTable::solve_plies(game.into(), plies, objective, 1 << 30, &|_, _| ());
            cut.unwrap().to_bytes().unwrap()
        }
        Large(frame_slots) => {
            let table = by_tier();
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("large.perfect");
            let settings = Settings { frame_slots, compression: 1 };
            let writer = TierWriter::with_settings(
                &path,
                &game,
                objective,
                table.numbering().tiers().clone(),
                settings,
            )
            .unwrap();
            for (tier, [o, x]) in (0..).zip(&table.values().0) {
                writer.append(writer.pack(tier, [o, x]).unwrap()).unwrap();
            }
            writer.finish().unwrap();
            fs::read(path).unwrap()
        }
    };
    Parts::of(&file)
}

#[test]
fn right_files_are_proven() {
    let Some(verifiers) = Verifiers::find() else { return };
    for (game, objective, form) in [
        ("tictactoe", Fastest, Code),
        ("tictactoe", Outcome, Code),
        ("tictactoe+misere", Outcome, Code),
        ("mnk:1,1,1", Fastest, Code),
        ("mnk:3,2,2", Outcome, Code),
        ("mnk:4,2,3+misere", Fastest, Code),
        ("connect:3,3,3", Outcome, Code),
        ("connect:3,3,3+misere", Fastest, Code),
        ("connect:1,4,2", Fastest, Code),
        ("tictactoe", Fastest, Small),
        ("mnk:1,1,1", Fastest, Small),
        ("mnk:4,3,3", Fastest, Small),
        ("mnk:5,2,2+misere", Outcome, Small),
        ("mnk:10,1,3", Fastest, Large(1 << 10)),
        ("mnk:3,4,3", Outcome, Large(1 << 16)),
        ("connect:4,2,2", Fastest, Small),
        ("connect:6,5,1", Fastest, Small),
        ("connect:4,3,3", Fastest, Large(1000)),
        ("connect:3,3,3+misere", Fastest, Small),
        ("connect:2,4,3+misere", Fastest, Large(64)),
        ("connect:2,5,3", Outcome, Large(7)),
        ("connect:4,3,3", Fastest, Cut(5)),
        ("mnk:3,2,2+misere", Outcome, Cut(3)),
    ] {
        verifiers.prove(game, objective, form);
    }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn changed_slots_with_right_checksums_have_the_verdict_that_the_library_gives() {
    let Some(verifiers) = Verifiers::find() else { return };
    for (game, form) in [
        ("mnk:3,2,2", Code),
        ("mnk:2,2,2+misere", Code),
        ("mnk:3,2,3", Code),
        ("connect:2,3,2", Code),
        ("mnk:3,2,2", Small),
        ("mnk:2,3,3+misere", Small),
        ("connect:3,3,3", Small),
        ("mnk:3,2,2", Large(64)),
        ("connect:3,2,2", Large(1)),
        ("connect:2,3,3+misere", Large(16)),
        ("connect:3,3,3", Cut(4)),
        ("mnk:3,2,3", Cut(5)),
    ] {
        let honest = honest(game, Fastest, form);
        let (places, mut verdicts) = (honest.places(), BTreeMap::new());
        // The start is the first code, and the last slot of a table by tiers.
        let step = usize::try_from(places / 10 + 1).unwrap();
        for place in (0..places).step_by(step).chain([places - 1]) {
            for change in [1, 0x80, honest.get(place) ^ Value::NONE] {
                if change == 0 {
                    continue;
                }
                let mut forged = honest.clone();
                forged.set(place, honest.get(place) ^ change);
                let what = format!("{game} {form:?}: byte {place} changed by {change}");
                *verdicts.entry(verifiers.verdict(&forged.to_bytes(), &what)).or_insert(0) += 1;
            }
        }
        assert!(verdicts.contains_key(&Verdict::NotProven), "{game} {form:?}: {verdicts:?}");
        // By tiers and by plies some bytes mean nothing. By code all do.
        let by_code = matches!(form, Code);
        // By tiers, any byte may mean nothing. A cut table has no byte 255.
        let is_refused = matches!(form, Code | Cut(_));
        assert_eq!(verdicts.contains_key(&Verdict::Trouble), is_refused, "{game}: {verdicts:?}");
        assert!(!by_code || !verdicts.contains_key(&Verdict::Proven), "{game}: {verdicts:?}");
    }
}

#[test]
fn sections_that_change_places_are_not_proven() {
    let Some(verifiers) = Verifiers::find() else { return };
    let honest = honest("mnk:4,3,3", Fastest, Large(1000));
    let mut swapped = 0;
    for second in 1..honest.sections.len() {
        let first = (0..second).find(|&first| {
            let sections = &honest.sections;
            sections[first].len() == sections[second].len() && sections[first] != sections[second]
        });
        let Some(first) = first else { continue };
        let mut forged = honest.clone();
        forged.sections.swap(first, second);
        let what = format!("sections {first} and {second} swapped");
        // The two sections may differ only at boards with a line.
        let verdict = verifiers.verdict(&forged.to_bytes(), &what);
        swapped += usize::from(verdict == Verdict::NotProven);
        if swapped == 3 {
            break;
        }
    }
    assert!(swapped > 0);

    // A section of another length.
    let mut forged = honest.clone();
    forged.sections[1].push(127);
    assert_eq!(verifiers.verdict(&forged.to_bytes(), "a slot more"), Verdict::Trouble);
    let mut forged = honest.clone();
    forged.sections.truncate(honest.sections.len() - 2);
    assert_eq!(verifiers.verdict(&forged.to_bytes(), "a tier less"), Verdict::Trouble);
    // The section of another file, byte for byte.
    let mut bytes = honest.to_bytes();
    let other = honest_of_another_objective(&honest);
    let place = bytes.len() / 2;
    bytes[place..].copy_from_slice(&other[place..]);
    assert_eq!(verifiers.verdict(&bytes, "half of another file"), Verdict::Trouble);
}

/// The file with the same entries that calls itself a table of the other objective.
fn honest_of_another_objective(honest: &Parts) -> Vec<u8> {
    let mut other = honest.clone();
    other.header.objective = Outcome;
    other.to_bytes()
}

#[test]
fn headers_that_say_something_else_are_not_proven() {
    let Some(verifiers) = Verifiers::find() else { return };
    let [by_code, by_tier] = [("mnk:3,2,2", Code), ("connect:3,2,2", Small)]
        .map(|(game, form)| honest(game, Fastest, form));

    let mut forged = by_code.clone();
    forged.header.positions_by_ply[3] += 1;
    assert_eq!(verifiers.verdict(&forged.to_bytes(), "a count"), Verdict::NotProven);
    forged.header.positions_by_ply.clear();
    assert_eq!(verifiers.verdict(&forged.to_bytes(), "no counts"), Verdict::NotProven);
    let mut forged = honest("tictactoe", Fastest, Code);
    // The values are the same: the objective says which of the moves are called optimal.
    forged.header.objective = Outcome;
    assert_eq!(verifiers.verdict(&forged.to_bytes(), "objective"), Verdict::Proven);

    let mut forged = by_tier.clone();
    forged.header.positions_by_ply.push(1);
    assert_eq!(verifiers.verdict(&forged.to_bytes(), "counts by tiers"), Verdict::Trouble);
    let mut forged = by_code.clone();
    forged.header.scheme = Meaning::Score;
    assert_eq!(verifiers.verdict(&forged.to_bytes(), "points"), Verdict::Trouble);

    for honest in [by_code, by_tier] {
        let game = &honest.header.game;
        for name in ["mnk:2,3,2", "mnk:3,2,2+misere", "connect:3,2,3", "stones", "mnk:03,2,2", ""] {
            let mut forged = honest.clone();
            name.clone_into(&mut forged.header.game);
            let what = format!("{game} as {name}");
            assert_eq!(verifiers.verdict(&forged.to_bytes(), &what), Verdict::Trouble);
        }
        let mut forged = honest.clone();
        forged.header.rules ^= 1;
        assert_eq!(verifiers.verdict(&forged.to_bytes(), "rules"), Verdict::Trouble);
        let mut forged = honest.clone();
        forged.header.key_bytes = 1;
        assert_eq!(verifiers.verdict(&forged.to_bytes(), "keys"), Verdict::Trouble);
        let mut forged = honest.clone();
        forged.header.finished = false;
        assert_eq!(verifiers.verdict(&forged.to_bytes(), "unfinished"), Verdict::Trouble);
    }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn right_files_of_larger_games_are_proven() {
    let Some(verifiers) = Verifiers::find() else { return };
    for (game, objective, form) in [
        ("mnk:4,3,3+misere", Outcome, Small),
        ("connect:4,3,3", Fastest, Small),
        ("connect:7,6,1", Fastest, Small),
        ("connect:3,4,3+misere", Fastest, Small),
        ("connect:3,4,3+misere", Fastest, Large(64)),
    ] {
        verifiers.prove(game, objective, form);
    }
}

#[test]
fn damaged_files_are_refused() {
    let Some(verifiers) = Verifiers::find() else { return };
    for (game, form) in [("mnk:2,2,2", Code), ("connect:2,2,2", Large(4))] {
        let bytes = honest(game, Fastest, form).to_bytes();
        for place in (0..bytes.len()).step_by(bytes.len() / 10 + 1).chain([bytes.len() - 1]) {
            let what = format!("{game}: bit {} of byte {place}", place % 8);
            let mut damaged = bytes.clone();
            damaged[place] ^= 1 << (place % 8);
            assert_eq!(verifiers.verdict(&damaged, &what), Verdict::Trouble, "{what}");
            let what = format!("{game}: cut to {place} bytes");
            assert_eq!(verifiers.verdict(&bytes[..place], &what), Verdict::Trouble, "{what}");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert_eq!(verifiers.verdict(&longer, "a byte more"), Verdict::Trouble);
    }
}

/// The same frames as in the tests of both decompressors of the library.
#[test]
fn exactly_one_frame_is_read() {
    let Some(verifiers) = Verifiers::find() else { return };
    let honest = honest("mnk:3,3,2", Fastest, Code);
    let entries = honest.sections[0].clone();
    let mut compressor = zstd::bulk::Compressor::new(3).unwrap();
    compressor.include_checksum(true).unwrap();
    let with_checksum = (compressor.compress(&entries).unwrap(), "a right checksum", false);
    for (frame, how, is_right) in changed_frames(&entries).into_iter().chain([with_checksum]) {
        let file = honest.to_bytes_by(&|_| frame.clone());
        let expected = if is_right { Verdict::Proven } else { Verdict::Trouble };
        assert_eq!(verifiers.verdict(&file, how), expected, "{how}");
    }
}

/// The names and bytes of the files of a folder.
type Files = Vec<(String, Vec<u8>)>;

/// The right files of a game in a folder.
fn honest_folder(name: &str) -> Files {
    let game: Mnk = name.parse().unwrap();
    let tiers = Tiers::of(&game).unwrap();
    let sections = solve_tiers(&game, &tiers, &|_| ()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let writer = TierFolder::create(folder.path(), &game, Fastest, tiers).unwrap();
    for (tier, [o, x]) in (0..).zip(&sections.0) {
        writer.append(writer.pack(tier, [o, x]).unwrap()).unwrap();
    }
    writer.finish().unwrap();
    let file = |path: PathBuf| {
        (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(path).unwrap())
    };
    let mut files: Files =
        folder.path().read_dir().unwrap().map(|entry| file(entry.unwrap().path())).collect();
    files.sort();
    assert!(files.len() > 1, "{name}");
    files
}

#[test]
fn folders_have_the_verdict_that_the_library_gives() {
    let Some(verifiers) = Verifiers::find() else { return };
    let verdict = |files: &Files, what: &str| {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            fs::write(folder.path().join(name), bytes).unwrap();
        }
        verifiers.verdict_of(folder.path(), what)
    };
    for game in ["mnk:4,3,3", "connect:4,4,3+misere"] {
        assert_eq!(verdict(&honest_folder(game), game), Verdict::Proven, "{game}");
    }
    let honest = honest_folder("mnk:5,2,2");
    assert_eq!(verdict(&honest, "honest"), Verdict::Proven);
    let other = honest_folder("mnk:5,2,2+misere");
    for at in 0..honest.len() {
        let (name, bytes) = &honest[at];
        let mut without = honest.clone();
        without.remove(at);
        let [mut swapped, mut of_other, mut cut, mut changed] = [(); 4].map(|()| honest.clone());
        let next = (at + 1) % honest.len();
        swapped[at].1.clone_from(&honest[next].1);
        swapped[next].1.clone_from(bytes);
        of_other[at].1.clone_from(&other[at].1);
        cut[at].1.truncate(bytes.len() / 2);
        changed[at].1[bytes.len() / 2] ^= 1;
        for (files, what) in [
            (&without, "missing"),
            (&swapped, "swapped"),
            (&of_other, "of another game"),
            (&cut, "cut"),
            (&changed, "changed"),
        ] {
            assert_eq!(verdict(files, &format!("{name} {what}")), Verdict::Trouble);
        }
        // A part alone is no table.
        let path = verifiers.folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        assert_eq!(verifiers.verdict_of(&path, name), Verdict::Trouble);
    }
}

#[test]
fn the_wrong_board_is_drawn_and_help_is_given() {
    let Some(verifiers) = Verifiers::find() else { return };
    let mut forged = honest("mnk:3,2,2", Fastest, Large(64));
    // The start.
    let last = forged.places() - 1;
    forged.set(last, Value::DRAW.byte());
    let path = verifiers.folder.path().join("forged.perfect");
    fs::write(&path, forged.to_bytes()).unwrap();
    let run = verifiers.run(&[&path]);
    let out = String::from_utf8(run.stdout).unwrap();
    let expected = "  ...\n  ...\n  X to move\nThe table says: a draw.\nThe rules say: win in 3.\n";
    assert!(out.contains(expected), "{out}");

    let help = verifiers.run(&[Path::new("--help")]);
    let text = String::from_utf8(help.stdout).unwrap();
    assert!(help.status.success() && text.contains("examples:\n  perfect-play solve"), "{text}");
    assert_eq!(verifiers.run(&[]).status.code(), Some(2));
    let missing = verifiers.run(&[&verifiers.folder.path().join("missing.perfect")]);
    assert_eq!((missing.status.code(), missing.stdout), (Some(2), Vec::new()));
}
