//! The cache of solved tables: solved once, read afterwards, checked, and removed when there are too many.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    thread,
    time::{Duration, SystemTime},
};

use crate::{Answer, Folder};

const PROBE: [&str; 3] = ["probe", "mnk:4,3,3", "X..........."];
const FILE: &str = "mnk-4,3,3.fastest.perfect";

/// A program with its own cache folder, which keeps every solved table.
struct Caching(Folder);

impl Caching {
    fn new() -> Self {
        Self(Folder::new())
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.0.command(args);
        command.env("PERFECT_PLAY_CACHE", self.0.path("kept"));
        command.env("PERFECT_PLAY_CACHE_SECONDS", "0");
        command
    }

    fn run(&self, args: &[&str]) -> Answer {
        answer(&mut self.command(args))
    }

    /// The output of a command that prints nothing on standard error: nothing was solved anew.
    fn quiet(&self, args: &[&str]) -> String {
        let answer = self.run(args);
        assert_eq!((answer.code, &*answer.err), (Some(0), ""), "{args:?}: {answer:?}");
        answer.out
    }

    fn json(&self, args: &[&str]) -> serde_json::Value {
        serde_json::from_str(&self.quiet(args)).unwrap()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path("kept").join(name)
    }

    /// The names of the kept files.
    fn names(&self) -> Vec<String> {
        let Ok(files) = self.0.path("kept").read_dir() else { return Vec::new() };
        let mut names: Vec<_> =
            files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

fn answer(command: &mut Command) -> Answer {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let [out, err] = [stdout, stderr].map(|text| String::from_utf8(text).unwrap());
    Answer { code: status.code(), out, err }
}

#[test]
fn a_game_is_solved_once_and_answers_are_the_same() {
    let caching = Caching::new();
    let fresh = caching.0.fine(&PROBE);
    let first = caching.run(&PROBE);
    assert_eq!((first.code, &*first.out), (Some(0), &*fresh));
    let kept = caching.file(FILE);
    assert_eq!(
        first.err,
        format!(
            "mnk:4,3,3 is solved once and kept in {}; `perfect-play cache` lists what is kept\n",
            kept.display()
        )
    );
    let written = fs::metadata(&kept).unwrap().len();
    assert_eq!(caching.quiet(&PROBE), fresh);
    for args in [
        &["stats", "mnk:4,3,3"][..],
        &["dump", "mnk:4,3,3", "--sample", "1000"],
        &["moves", "mnk:4,3,3", "--json"],
        &["arena", "medium", "hard", "--game", "mnk:4,3,3"],
        &["export", "python", "mnk:4,3,3"],
        &["play", "mnk:4,3,3", "--level", "x=easy", "--level", "o=hard", "--seed", "7"],
    ] {
        assert_eq!(caching.quiet(args), caching.0.fine(args), "{args:?}");
    }
    assert_eq!(caching.names(), [FILE]);
    assert_eq!(fs::metadata(&kept).unwrap().len(), written);
    // A kept table is an ordinary file.
    caching.0.fine(&["verify", kept.to_str().unwrap()]);
}

#[test]
fn games_of_all_kinds_are_kept() {
    let caching = Caching::new();
    for game in ["three-mens-morris", "kalah:2,2", "connect:4,3,3"] {
        let first = caching.run(&["stats", game]);
        assert!(first.err.contains("is solved once and kept in"), "{first:?}");
        assert_eq!(caching.quiet(&["stats", game]), first.out);
    }
    assert_eq!(caching.names().len(), 3);
}

#[test]
fn what_takes_no_noticeable_time_is_not_kept() {
    let caching = Caching::new();
    for patience in ["1000", "0.5"] {
        let mut probe = caching.command(&["probe", "mnk:2,2,2", "...."]);
        let probe = answer(probe.env("PERFECT_PLAY_CACHE_SECONDS", patience));
        assert_eq!((probe.code, &*probe.err), (Some(0), ""));
    }
    assert_eq!(caching.names(), [""; 0]);
}

#[test]
fn what_must_be_solved_is_solved() {
    let caching = Caching::new();
    caching.run(&PROBE);
    // A program that read the file would report its damage.
    let kept = caching.file(FILE);
    fs::write(&kept, "nothing").unwrap();
    caching.quiet(&["solve", "mnk:4,3,3", "-o", "solved.perfect"]);
    caching.quiet(&["diff", "mnk:4,3,3", "solved.perfect"]);
    caching.quiet(&["verify", "solved.perfect"]);
    assert_eq!(fs::read(&kept).unwrap(), b"nothing");
}

#[test]
fn a_file_that_is_of_no_use_is_replaced() {
    let caching = Caching::new();
    let fresh = caching.run(&PROBE).out;
    let kept = caching.file(FILE);
    let whole = fs::read(&kept).unwrap();
    let mut flipped = whole.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 1;
    let mut other_version = whole.clone();
    let version = whole.windows(4).position(|bytes| bytes == 4_u32.to_le_bytes()).unwrap();
    other_version[version] = 2;
    caching.0.fine(&["solve", "mnk:3,3,3", "-o", "other.perfect"]);
    let other_game = fs::read(caching.0.path("other.perfect")).unwrap();
    for (bytes, why) in [
        (&whole[..whole.len() / 2], "is damaged"),
        (&flipped[..], "is damaged"),
        (b"", "is damaged"),
        (&other_version[..], "was written by another version of perfect-play"),
        (&other_game[..], "was written by another version of perfect-play"),
    ] {
        fs::write(&kept, bytes).unwrap();
        // Even if such a fast solve would not be kept.
        let again = answer(caching.command(&PROBE).env("PERFECT_PLAY_CACHE_SECONDS", "1000"));
        assert_eq!((again.code, &*again.out), (Some(0), &*fresh), "{again:?}");
        let told = format!("warning: {} {why}: mnk:4,3,3 is solved again\n", kept.display());
        assert!(again.err.starts_with(&told), "{again:?}");
        assert_eq!(fs::read(&kept).unwrap(), whole);
    }
}

#[test]
fn what_was_not_used_for_the_longest_time_leaves_first() {
    let caching = Caching::new();
    let games = ["mnk:4,3,3", "mnk:4,3,4", "mnk:4,3,2"];
    let probe = |game: &str, limit: &str| {
        let mut probe = caching.command(&["probe", game, "............"]);
        answer(probe.env("PERFECT_PLAY_CACHE_SIZE", limit))
    };
    for game in &games[..2] {
        probe(game, "1GB");
    }
    let size = |name: &str| fs::metadata(caching.file(name)).unwrap().len();
    let [first, second] = [FILE, "mnk-4,3,4.fastest.perfect"];
    let long_ago = SystemTime::now() - Duration::from_secs(1_000_000);
    for (name, later) in [(first, 0), (second, 5_000)] {
        let file = fs::File::options().append(true).open(caching.file(name)).unwrap();
        file.set_modified(long_ago + Duration::from_secs(later)).unwrap();
    }
    // The first is used again, so the second is now the least recently used.
    assert_eq!(probe(games[0], "1GB").err, "");
    fs::write(caching.file("mine.txt"), "not a table").unwrap();
    let limit = size(first) + size(second);
    let third = probe(games[2], &format!("{limit}B"));
    assert!(third.err.contains("is solved once and kept"), "{third:?}");
    assert_eq!(caching.names(), ["mine.txt", "mnk-4,3,2.fastest.perfect", first]);
    // A table that is larger than the size limit does not remove the others.
    let too_large = probe(games[1], "10B");
    assert_eq!(too_large.code, Some(0));
    assert_eq!(
        too_large.err,
        "warning: mnk:4,3,4 is solved, and cannot be kept: it takes more than the 10 B that the cache \
         may have: PERFECT_PLAY_CACHE_SIZE allows more\n"
    );
    assert_eq!(caching.names().len(), 3);
}

#[test]
fn the_list_tells_what_is_kept_and_clear_removes_it() {
    let caching = Caching::new();
    let folder = caching.0.path("kept");
    let shown = folder.display();
    assert_eq!(
        caching.quiet(&["cache"]),
        format!("Nothing is kept in {shown} (of up to 2.0 GB).\n")
    );
    assert_eq!(caching.quiet(&["cache", "path"]), format!("{shown}\n"));
    let path = caching.json(&["cache", "path", "--json"]);
    assert_eq!(path["folder"], shown.to_string());
    for game in ["mnk:4,3,3", "dots:2,1"] {
        caching.run(&["stats", game]);
    }
    fs::write(caching.file("achi.outcome.perfect"), "no table").unwrap();
    let list = caching.json(&["cache", "--json"]);
    let tables = list["tables"].as_array().unwrap();
    let mut games: Vec<_> = tables.iter().map(|table| table["game"].as_str()).collect();
    games.sort_unstable();
    assert_eq!(games, [None, Some("dots:2,1"), Some("mnk:4,3,3")]);
    let bytes: u64 = tables.iter().map(|table| table["bytes"].as_u64().unwrap()).sum();
    assert_eq!(
        (list["bytes"].as_u64(), list["limit"].as_u64()),
        (Some(bytes), Some(2_000_000_000))
    );
    let text = caching.quiet(&["cache"]);
    for part in ["GAME", "mnk:4,3,3", "fastest", "s ago", "achi.outcome.perfect (cannot be read)"] {
        assert!(text.contains(part), "{text}");
    }
    assert!(caching.quiet(&["cache", "clear", "mnk:4,3,3"]).starts_with("1 table removed, "));
    assert_eq!(caching.names(), ["achi.outcome.perfect", "dots-2,1.fastest.perfect"]);
    let none = caching.quiet(&["cache", "clear", "mnk:4,3,3"]);
    assert_eq!(none, format!("No table of mnk:4,3,3 is kept in {shown}.\n"));
    // What interrupted programs have left.
    let left = [".mnk-4,3,3.fastest.perfect.x.partial", "mnk-4,3,3.fastest.perfect.partial"];
    for name in left.into_iter().chain(["dots-2,1.fastest.perfect.partial"]) {
        fs::write(caching.file(name), "interrupted").unwrap();
    }
    assert_eq!(caching.json(&["cache", "clear", "mnk:4,3,3", "--json"])["removed"], 0);
    let others = ["achi.outcome.perfect", "dots-2,1.fastest.perfect"];
    assert_eq!(caching.names(), [&others[..], &["dots-2,1.fastest.perfect.partial"]].concat());
    assert_eq!(caching.json(&["cache", "clear", "--json"])["removed"], 2);
    assert_eq!(caching.names(), [""; 0]);
    let bad = caching.run(&["cache", "clear", "checkers"]);
    assert_eq!(bad.code, Some(2));
    assert!(bad.err.starts_with("error: there is no game `checkers`"), "{bad:?}");
}

#[test]
fn it_can_be_turned_off() {
    let caching = Caching::new();
    let fresh = caching.0.fine(&PROBE);
    for args in [&["--no-cache", "probe", "mnk:4,3,3", "X..........."], &PROBE[..]] {
        let mut probe = caching.command(args);
        if args == PROBE {
            probe.env("PERFECT_PLAY_CACHE", "off");
        }
        let probe = answer(&mut probe);
        assert_eq!((&*probe.out, &*probe.err), (&*fresh, ""));
    }
    assert!(!caching.0.path("kept").exists());
    let off = answer(caching.command(&["cache"]).env("PERFECT_PLAY_CACHE", "off"));
    assert_eq!(
        (off.code, &*off.err),
        (
            Some(2),
            "error: no tables are kept: the environment variable PERFECT_PLAY_CACHE is `off`\n"
        )
    );
}

#[test]
fn what_the_environment_says_is_checked() {
    let caching = Caching::new();
    for (name, value) in [
        ("PERFECT_PLAY_CACHE_SIZE", "much"),
        ("PERFECT_PLAY_CACHE_SECONDS", "long"),
        ("PERFECT_PLAY_CACHE_SECONDS", "-1"),
        ("PERFECT_PLAY_CACHE_SECONDS", "NaN"),
    ] {
        let bad = answer(caching.command(&PROBE).env(name, value));
        assert_eq!((bad.code, &*bad.out), (Some(2), ""), "{bad:?}");
        let told = format!("error: the environment variable {name}: give a number of ");
        assert!(bad.err.starts_with(&told), "{bad:?}");
    }
}

#[test]
#[cfg(all(unix, not(target_os = "macos")))]
fn without_a_word_it_is_where_the_platform_keeps_such_things() {
    let caching = Caching::new();
    let path = |name: &str, value: PathBuf| {
        let mut command = caching.command(&["cache", "path"]);
        command.env_remove("PERFECT_PLAY_CACHE").env_remove("XDG_CACHE_HOME").env(name, value);
        PathBuf::from(answer(&mut command).out.trim_end())
    };
    let home = caching.0.path("home");
    assert_eq!(path("HOME", home.clone()), home.join(".cache/perfect-play"));
    assert_eq!(path("XDG_CACHE_HOME", home.clone()), home.join("perfect-play"));
}

#[test]
fn a_folder_that_cannot_be_used_only_warns() {
    let caching = Caching::new();
    let fresh = caching.0.fine(&PROBE);
    fs::write(caching.0.path("kept"), "a file").unwrap();
    let probe = caching.run(&PROBE);
    assert_eq!((probe.code, &*probe.out), (Some(0), &*fresh));
    assert!(
        probe.err.starts_with("warning: mnk:4,3,3 is solved, and cannot be kept: "),
        "{probe:?}"
    );
    assert_eq!(probe.err.lines().count(), 1);
}

/// The limit is a full disk. A large table is written into such an unfinished file.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_kept_leaves_no_unfinished_file() {
    let caching = Caching::new();
    fs::create_dir(caching.0.path("kept")).unwrap();
    fs::write(caching.file(&format!("{FILE}.partial-copy")), "interrupted").unwrap();
    let mut probe = Command::new("sh");
    let script = "ulimit -f 0; exec \"$0\" \"$@\"";
    probe.args(["-c", script, env!("CARGO_BIN_EXE_perfect-play")]).args(PROBE);
    probe.env("PERFECT_PLAY_CACHE", caching.0.path("kept"));
    probe.env("PERFECT_PLAY_CACHE_SECONDS", "0");
    let probe = answer(&mut probe);
    assert_eq!(probe.code, Some(0), "{probe:?}");
    assert!(probe.err.contains("mnk:4,3,3 is solved, and cannot be kept: "), "{probe:?}");
    assert_eq!(caching.names(), [""; 0]);
}

#[test]
fn a_table_that_is_kept_shows_its_progress() {
    let caching = Caching::new();
    let probe = answer(caching.command(&PROBE).env("PERFECT_PLAY_PROGRESS_SECONDS", "0"));
    assert!(probe.err.contains("keeping mnk:4,3,3: 0 s so far\n"), "{probe:?}");
}

/// A board of 56 cells has no tiers, so it cannot be solved here. What is kept of it is a cut table, which nobody else keeps.
#[test]
fn a_kept_table_is_read_although_the_game_is_too_large_to_be_solved() {
    let caching = Caching::new();
    fs::create_dir(caching.0.path("kept")).unwrap();
    let kept = caching.file("connect-8,7,2.fastest.perfect");
    caching.quiet(&["solve", "connect:8,7,2", "--plies", "1", "-o", kept.to_str().unwrap()]);
    let probe = caching.quiet(&["probe", "connect:8,7,2", "11"]);
    assert!(probe.contains("X wins"), "{probe}");
}

#[test]
fn several_at_once_do_no_harm() {
    let caching = Caching::new();
    let fresh = caching.0.fine(&PROBE);
    thread::scope(|scope| {
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(|| caching.run(&PROBE))).collect();
        for run in runs {
            let probe = run.join().unwrap();
            assert_eq!((probe.code, &*probe.out), (Some(0), &*fresh), "{probe:?}");
        }
    });
    assert_eq!(caching.names(), [FILE]);
    assert_eq!(caching.quiet(&PROBE), fresh);
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn a_proof_that_is_killed_is_resumed() {
    let caching = Caching::new();
    caching.run(&["solve", "connect:5,6,4", "-o", "c.perfect"]);
    let verify = ["verify", "c.perfect"];
    let expected = caching.quiet(&verify);
    let is_kept = || {
        caching
            .names()
            .iter()
            .any(|name| Path::new(name).extension().is_some_and(|it| it == "proof"))
    };
    for resumed in [true, false] {
        assert!(!is_kept());
        let mut child = caching.command(&verify).spawn().unwrap();
        while !is_kept() {
            assert_eq!(child.try_wait().unwrap(), None, "it ended too soon");
            thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        if !resumed {
            caching.quiet(&["cache", "clear"]);
        }
        let Answer { code, out, err } = caching.run(&verify);
        assert_eq!((code, &out), (Some(0), &expected));
        let told = err.starts_with("c.perfect: resuming an interrupted proof, the first ");
        assert_eq!(told, resumed, "{err}");
    }
}
