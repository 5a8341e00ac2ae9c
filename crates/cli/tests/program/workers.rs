//! `solve --worker I/N`, `status` and `pack`: several processes solve into one folder.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Stdio,
    thread,
    time::Duration,
};

use serde_json::Value;

use crate::{Folder, large};

const GAME: &str = "connect:4,4,4";

/// The names of the tier files in a folder.
fn tiers(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "perfect"));
    paths.sort();
    paths
}

fn solve<'a>(game: &'a str, worker: &'a str) -> [&'a str; 8] {
    ["solve", game, "-o", "t", "--threads", "1", "--worker", worker]
}

fn status(folder: &Folder) -> Value {
    serde_json::from_str(&folder.fine(&["status", "t", "--seconds", "2", "--json"])).unwrap()
}

#[test]
fn three_workers_of_which_one_is_killed_and_started_again_write_the_file_of_one_process() {
    let folder = Folder::new();
    let spawn = |worker| {
        let mut command = folder.command(&solve(large::GAME, worker));
        command.stdout(Stdio::null()).spawn().unwrap()
    };
    let mut killed = spawn("2/3");
    while !folder.path("t/workers/2-3.json").exists() {
        thread::sleep(Duration::from_millis(1));
    }
    // The worker waits for the tiers of others once it has solved all tiers that need none of them.
    while status(&folder)["workers"][0]["waits_for"].is_null() {
        assert_eq!(killed.try_wait().unwrap(), None, "it has solved everything");
    }
    let others = ["1/3", "3/3"].map(spawn);
    let before = tiers(&folder.path("t")).len();
    while tiers(&folder.path("t")).len() < before + 3 {
        thread::sleep(Duration::from_millis(1));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    let told = status(&folder);
    assert_eq!(told["game"], large::GAME);
    assert!(told["tiers_done"].as_u64() < told["tiers"].as_u64(), "{told}");
    let does = |told: &Value, worker: &str| -> String {
        let mut workers = told["workers"].as_array().unwrap().iter();
        let worker = workers.find(|it| it["worker"] == worker).unwrap();
        worker["does"].as_str().unwrap().to_owned()
    };
    assert_eq!(does(&told, "2/3"), "silent");
    for worker in ["1/3", "3/3"] {
        assert!(["waits", "solves"].contains(&&does(&told, worker)[..]), "{told}");
    }
    let text = folder.fine(&["status", "t", "--seconds", "1"]);
    assert!(text.contains("silent: start it again with the same command"), "{text}");
    // Tiers of other workers are used, and finished tiers are kept.
    let again = folder.fine(&solve(large::GAME, "2/3"));
    assert!(again.contains("worker 2/3 is done") && again.contains(" of them now"), "{again}");
    for mut other in others {
        assert!(other.wait().unwrap().success());
    }
    let told = status(&folder);
    assert_eq!((&told["tiers_done"], &told["bytes_under_way"]), (&told["tiers"], &Value::from(0)));
    assert!(["1/3", "2/3", "3/3"].iter().all(|worker| does(&told, worker) == "done"));

    folder.fine(&["pack", "t", "-o", "packed.perfect"]);
    assert!(fs::read(folder.path("packed.perfect")).unwrap() == large::whole());
    folder.fine(&["verify", "t"]);

    // Damaged tiers are noticed when they are read, and solved again.
    for path in tiers(&folder.path("t")).iter().step_by(5) {
        let mut bytes = fs::read(path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(path, bytes).unwrap();
    }
    assert!(folder.trouble(&["pack", "t", "-o", "packed.perfect"]).contains(" is damaged "));
    for worker in ["3/3", "2/3", "1/3"] {
        let answer = folder.run(&solve(large::GAME, worker));
        assert_eq!(answer.code, Some(0), "{}", answer.err);
    }
    folder.fine(&["pack", "t", "-o", "packed.perfect"]);
    assert!(fs::read(folder.path("packed.perfect")).unwrap() == large::whole());
}

#[test]
fn a_damaged_tier_of_another_worker_is_solved_again_on_the_way() {
    let folder = Folder::new();
    folder.fine(&solve(large::GAME, "1/1"));
    let files = tiers(&folder.path("t"));
    let contents: Vec<_> = files.iter().map(|path| fs::read(path).unwrap()).collect();
    // The start is in the file with the highest number. Its moves lead to the files before it.
    let number = |path: &PathBuf| -> u32 {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.trim_start_matches("tiers-").trim_end_matches(".perfect").parse().unwrap()
    };
    let mut by_number = files.clone();
    by_number.sort_by_key(number);
    let [.., child, start] = &by_number[..] else { panic!("one file") };
    fs::remove_file(start).unwrap();
    let mut bytes = fs::read(child).unwrap();
    let end = bytes.len() - 40;
    bytes[end] ^= 1;
    fs::write(child, bytes).unwrap();
    // The worker that has the start; the damaged tier belongs to another worker.
    let told: Vec<_> = (1..=50)
        .map(|worker| folder.run(&solve(large::GAME, &format!("{worker}/50"))))
        .inspect(|answer| assert_eq!(answer.code, Some(0), "{}", answer.err))
        .map(|answer| answer.err)
        .collect();
    for (path, expected) in files.iter().zip(&contents) {
        assert!(fs::read(path).unwrap() == *expected, "{told:?}");
    }
}

#[test]
fn a_small_game_is_shared_too_and_one_of_one_piece_is_the_share_of_one_worker() {
    let folder = Folder::new();
    for game in ["tictactoe", "three-mens-morris", GAME] {
        let _ = fs::remove_dir_all(folder.path("t"));
        // The tiers of the last game depend on one another.
        thread::scope(|scope| {
            for worker in ["1/3", "2/3", "3/3"] {
                scope.spawn(|| folder.fine(&solve(game, worker)));
            }
        });
        folder.fine(&["pack", "t/", "-o", "packed.perfect"]);
        folder.fine(&["solve", game, "-o", "alone.perfect"]);
        let [packed, alone] =
            ["packed.perfect", "alone.perfect"].map(|name| fs::read(folder.path(name)));
        assert!(packed.unwrap() == alone.unwrap(), "{game}");
        // Once more.
        folder.fine(&solve(game, "1/1"));
    }
}

#[test]
fn what_is_wrong_is_said() {
    let folder = Folder::new();
    for worker in ["0/3", "4/3", "3", "a/b", "1/0", "+1/3", "1/3/3", ""] {
        let message = folder.trouble(&solve(GAME, worker));
        assert!(message.contains("as in `1/3`"), "{worker}: {message}");
    }
    let message = folder.trouble(&["solve", GAME, "--worker", "1/3"]);
    assert!(message.contains("--output"), "{message}");
    fs::write(folder.path("file"), "mine").unwrap();
    let message = folder.trouble(&["solve", GAME, "-o", "file", "--worker", "1/3"]);
    assert!(message.contains("file is a file, and workers write a folder"), "{message}");
    folder.fine(&solve(GAME, "1/1"));
    let first = tiers(&folder.path("t")).remove(1);
    let removed = fs::read(&first).unwrap();
    fs::remove_file(&first).unwrap();
    let message = folder.trouble(&solve("connect:4,4,4+misere", "1/2"));
    assert!(message.contains("another table (connect:4,4,4, fastest)"), "{message}");
    let message = folder.trouble(&solve("tictactoe", "1/1"));
    assert!(message.contains("other files than those of a table of tictactoe"), "{message}");
    let message = folder.trouble(&["pack", "t", "-o", "packed.perfect"]);
    assert!(message.contains("t/tiers-") && message.contains(" is missing"), "{message}");
    assert!(folder.trouble(&["pack", "file", "-o", "x"]).contains("file is no folder"));
    assert!(folder.trouble(&["pack", "no", "-o", "x"]).contains("no cannot be read"));
    assert!(folder.trouble(&["status", "no"]).contains("no cannot be read"));
    fs::create_dir(folder.path("empty")).unwrap();
    assert!(folder.trouble(&["status", "empty"]).contains("empty has no tiers of a table"));
    assert!(!folder.path("packed.perfect").exists());
    fs::write(&first, removed).unwrap();
    folder.fine(&["pack", "t", "-o", "packed.perfect"]);
    // A single process divides the table differently if a layer is large.
    folder.fine(&["solve", "connect:5,5,4", "-o", "alone/"]);
    let message = folder.trouble(&["solve", "connect:5,5,4", "-o", "alone", "--worker", "1/1"]);
    assert!(message.contains("has other tiers than this command would put there"), "{message}");
    let text = folder.fine(&["status", "alone"]);
    assert!(text.contains("100.0 % of the work"), "{text}");
    folder.fine(&["solve", "connect:5,5,4", "-o", "shared", "--worker", "1/1"]);
    let message = folder.trouble(&["solve", "connect:5,5,4", "-o", "shared/"]);
    assert!(message.contains("has other tiers than this command would put there"), "{message}");
}
