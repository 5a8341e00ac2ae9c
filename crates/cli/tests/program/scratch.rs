//! `solve --scratch`: a game solved tier by tier, with the solved tiers in files.

use std::{fs, process::Stdio, thread, time::Duration};

use perfect_play_games::Mnk;
use perfect_play_generator::numbering::Tiers;

use crate::Folder;

const SOLVE: [&str; 4] = ["solve", "connect:4,4,3", "--scratch", "tiers"];

#[test]
fn the_start_and_the_first_moves_are_told() {
    let folder = Folder::new();
    let text = "connect:4,4,3 (fastest): X wins in 9 plies\n\
                first moves:\n  win in 9 plies, optimal  2 3\n  win in 15 plies          1 4\n\
                67,248 boards solved (symmetric boards nearly always count as one)\n";
    assert_eq!(folder.fine(&SOLVE), text);
    assert_eq!(folder.names(), ["tiers"]);
    // The second run uses the tiers in the folder.
    assert_eq!(folder.fine(&SOLVE), text);
}

#[test]
fn programs_read_what_a_probe_of_the_start_tells() {
    let folder = Folder::new();
    for (game, board) in [
        ("connect:4,4,3+misere", "................"),
        ("mnk:4,3,3", "............"),
        ("connect:4,3,3", "............"),
        ("connect:3,5,3", "..............."),
    ] {
        let solved = folder.json(&["solve", game, "--scratch", game, "--json"]);
        let probed = folder.json(&["probe", game, board, "--json"]);
        assert_eq!(solved["moves"], probed["moves"], "{game}");
        for field in ["outcome", "remoteness", "optimal_moves"] {
            assert_eq!(solved["start"][field], probed[field], "{game}");
        }
        assert!(solved["slots"].as_u64() > Some(0) && solved.get("positions").is_none());
    }
}

#[test]
fn a_solve_that_is_killed_is_resumed() {
    let folder = Folder::new();
    let args = ["solve", "connect:5,5,4", "--scratch", "tiers", "--json"];
    let tiers = Tiers::of(&"connect:5,5,4".parse::<Mnk>().unwrap()).unwrap();
    let whole = folder.path(&format!("tiers/tiers-{}.perfect", tiers.layer(5).start));
    let mut killed = folder.command(&args).stdout(Stdio::null()).spawn().unwrap();
    // The sixth layer of eleven is there.
    while !whole.exists() {
        assert_eq!(killed.try_wait().unwrap(), None, "it was done before it was killed");
        thread::sleep(Duration::from_millis(1));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    let resumed = folder.json(&args);
    assert_eq!(resumed["start"]["outcome"], "draw");
    assert_eq!(resumed["start"]["optimal_moves"], serde_json::json!([1, 2, 3, 4, 5]));
    let mut names: Vec<_> = fs::read_dir(folder.path("tiers"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    names.sort();
    let last = [1, 0].map(|layer| format!("tiers-{}.perfect", tiers.layer(layer).start));
    assert_eq!(names, [&last[0][..], &last[1], "under-way"]);
}

#[cfg(unix)]
#[test]
fn a_folder_for_temporary_files_that_is_missing_is_named_with_what_to_do() {
    let folder = Folder::new();
    for output in [&[][..], &["-o", "/dev/null"]] {
        let mut command = folder.command(&[&SOLVE[..2], output].concat());
        let output = command.env("TMPDIR", folder.path("missing")).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        let start = "error: a folder for temporary files cannot be made in ";
        assert!(message.starts_with(start) && message.contains("TMPDIR"), "{message}");
    }
}

#[test]
fn what_cannot_be_solved_so_is_refused() {
    let folder = Folder::new();
    let too_large = folder.trouble(&["solve", "mnk:8,5,4", "--scratch", "tiers"]);
    assert!(too_large.contains("and is too large to solve here"), "{too_large}");
    let both = folder.trouble(&["solve", "tictactoe", "--scratch", "tiers", "-o", "t.perfect"]);
    assert!(both.contains("'--scratch <FOLDER>' cannot be used with '--output <FILE>'"), "{both}");
    let memory =
        folder.trouble(&["solve", "connect:4,4,4", "--scratch", "tiers", "--memory", "1MB"]);
    assert!(memory.contains("takes ") && memory.contains("--memory allows 976.6 KiB"));
    assert!(folder.names().is_empty());

    fs::write(folder.path("file"), "").unwrap();
    let file = folder.trouble(&["solve", "connect:4,4,4", "--scratch", "file"]);
    assert!(file.starts_with("error: file cannot be "), "{file}");
}
