//! Attacked: a solve into a file or a folder, by one process or several, a pack, and a proof. They are killed at random
//! moments, once or more, and started again.
//!
//! A defeat: other bytes in the end than without an interruption; a file with its final name that is not complete; a
//! process that an interruption does not end, or that does not resume.
//!
//! The truth is the file of a run that nobody interrupts.

use std::{
    collections::HashMap,
    fs,
    os::unix::process::ExitStatusExt,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{LazyLock, Mutex},
    thread,
    time::{Duration, Instant},
};

use perfect_play_test_kit::{Case, besiege};

use super::command;

/// What a game's file is without an interruption, and how long that takes.
pub(crate) fn whole(game: &str) -> (Vec<u8>, Duration) {
    type Known = HashMap<String, (Vec<u8>, Duration)>;
    static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().unwrap();
    let solved = || {
        let folder = tempfile::tempdir().unwrap();
        let begin = Instant::now();
        let run = command(&["solve", game, "-o", "c.perfect"], folder.path()).output().unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        (fs::read(folder.path().join("c.perfect")).unwrap(), begin.elapsed())
    };
    known.entry(game.to_owned()).or_insert_with(solved).clone()
}

fn start(folder: &Path, args: &[&str]) -> Child {
    command(args, folder).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

fn fine(folder: &Path, args: &[&str]) {
    let run = command(args, folder).output().unwrap();
    assert!(run.status.success(), "{args:?}: {}", String::from_utf8_lossy(&run.stderr));
}

/// Lets processes run for a while, and then ends them by a signal. Returns whether one was still running.
fn interrupt(case: &mut Case, mut running: Vec<Child>, most: Duration) -> bool {
    thread::sleep(most.mul_f64(case.random.below::<u32>(1000_u32).into()) / 1000);
    let (signal, number) =
        case.random.of(&[("KILL", 9), ("KILL", 9), ("INT", 2), ("TERM", 15), ("HUP", 1)]);
    let mut was_running = false;
    for child in &mut running {
        if child.try_wait().unwrap().is_none() {
            // The shell's builtin command, which always exists.
            let script = format!("kill -{signal} {} 2> /dev/null", child.id());
            let _ = Command::new("sh").args(["-c", &script]).status();
            was_running = true;
        }
    }
    for child in running {
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("panicked"), "{said}");
        assert!(
            output.status.success() || output.status.signal() == Some(number),
            "{}: {said}",
            output.status
        );
    }
    case.note(if was_running { signal } else { "too late" });
    was_running
}

#[test]
fn interruptions() {
    besiege(module_path!(), |case| {
        let folder = tempfile::tempdir().unwrap();
        let (path, file) = (folder.path(), folder.path().join("c.perfect"));
        // By code or in one section; found; by tiers in many sections.
        let small = [
            "connect:4,4,4",
            "connect:4,3,3+misere",
            "mnk:4,3,3",
            "kalah:2,3",
            "dodgem:3",
            "hexapawn:3,4",
        ];
        let large = case.random.once_in(12);
        let game = if large { "connect:4,6,4" } else { case.random.of(&small) };
        let is_tiered = game.starts_with("connect") && !game.ends_with("misere");
        let job = case.random.of(&["solve", "solve", "verify", "folder", "together", "pack"]);
        let job = if is_tiered || matches!(job, "solve" | "verify") { job } else { "solve" };
        case.note(format!("{job} {game}"));
        let (bytes, time) = whole(game);
        let time = time + time / 10;
        let args: Vec<Vec<&str>> = match job {
            "solve" => vec![vec!["solve", game, "-o", "c.perfect"]],
            "folder" => vec![vec!["solve", game, "-o", "t/"]],
            // Three processes write the same folder by mistake.
            "together" => vec![vec!["solve", game, "-o", "t/", "--threads", "1"]; 3],
            "verify" => {
                fs::write(&file, &bytes).unwrap();
                vec![vec!["verify", "c.perfect"]]
            }
            _ => {
                fine(path, &["solve", game, "-o", "t/"]);
                vec![vec!["pack", "t", "-o", "c.perfect"]]
            }
        };
        for _ in 0..=case.random.below::<u8>(4_u8) {
            let running = args.iter().map(|args| start(path, args)).collect();
            let was_running = interrupt(case, running, time);
            if let Ok(found) = fs::read(&file) {
                assert!(
                    found == bytes,
                    "the file is not complete: {} of {} bytes",
                    found.len(),
                    bytes.len()
                );
            }
            // Every file with its final name in a folder is complete.
            for entry in fs::read_dir(path.join("t")).into_iter().flatten() {
                let path = entry.unwrap().path();
                if path.extension().is_some_and(|extension| extension == "perfect") {
                    let opened = perfect_play_file::TableFile::open(&path);
                    let error = opened.map(drop).map_err(|error| error.to_string());
                    assert!(
                        error.as_ref().is_ok_and(|()| false)
                            || error.as_ref().is_err_and(|error| error.contains("folder")),
                        "{error:?}"
                    );
                }
            }
            if !was_running {
                break;
            }
        }
        let children: Vec<Child> = args.iter().map(|args| start(path, args)).collect();
        for child in children {
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        if matches!(job, "folder" | "together") {
            fine(path, &["pack", "t", "-o", "c.perfect"]);
        }
        assert!(fs::read(&file).unwrap() == bytes, "other bytes");
        for partial in ["c.perfect.partial", "c.perfect.partial-copy"] {
            assert!(!path.join(partial).exists(), "a partial file is left");
        }
    });
}
