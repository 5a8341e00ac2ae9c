//! Tables that are written to something that is not a replaceable file: standard output, pipes, devices, open
//! descriptors.

use std::{
    fs::{self, File},
    process::{Command, Output},
};

use crate::Folder;

/// One game that is solved at once, and one that is solved tier by tier.
const GAMES: [&str; 2] = ["tictactoe", "connect:4,4,4"];

/// Runs a script in which `$P` is the program and `$G` a game. The folder for temporary files is `tmp`, which must be
/// empty at the end.
fn sh(folder: &Folder, game: &str, script: &str) -> Output {
    let temporary = folder.path("tmp");
    fs::create_dir_all(&temporary).unwrap();
    let mut sh = Command::new("bash");
    sh.args(["-c", script]).current_dir(folder.path(""));
    sh.env("P", env!("CARGO_BIN_EXE_perfect-play")).env("G", game).env("TMPDIR", &temporary);
    let output = sh.output().unwrap();
    assert_eq!(temporary.read_dir().unwrap().count(), 0, "{script}");
    output
}

#[test]
fn a_table_goes_to_a_stream_whole_and_alone() {
    for game in GAMES {
        let folder = Folder::new();
        let answer = folder.fine(&["solve", game, "-o", "right"]);
        let (answer, _) = answer.split_once("right written").unwrap();
        let right = fs::read(folder.path("right")).unwrap();
        for (script, on_stderr) in [
            ("$P solve $G -o /dev/stdout > t", true),
            ("$P solve $G -o /dev/fd/1 > t", true),
            ("$P solve $G -o /proc/self/fd/1 > t", true),
            ("ln -sf /dev/stdout link; $P solve $G -o link > t", true),
            ("$P solve $G -o /dev/stdout | cat > t", true),
            ("$P solve $G -o /dev/fd/3 3> t", false),
            ("$P solve $G -o /dev/fd/3 3>&1 > answer | cat > t; cat answer", false),
            ("mkfifo pipe; cat pipe > t & $P solve $G -o pipe; wait", false),
            ("$P solve $G -o t > t", true),
        ] {
            let output = sh(&folder, game, script);
            let [out, err] =
                [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
            assert_eq!(output.status.code(), Some(0), "{script}: {err}");
            assert!(fs::read(folder.path("t")).unwrap() == right, "{script}");
            let (said, nothing) = if on_stderr { (err, out) } else { (out, err) };
            assert!(said.starts_with(answer), "{script}: {said}");
            assert_eq!(nothing, "", "{script}");
            fs::remove_file(folder.path("t")).unwrap();
        }
    }
}

#[test]
fn what_other_programs_write_to_the_same_descriptor_stays() {
    for game in GAMES {
        let folder = Folder::new();
        folder.fine(&["solve", game, "-o", "right"]);
        let right = fs::read(folder.path("right")).unwrap();
        let whole = [b"a\n", &*right, b"b\n"].concat();
        for script in [
            "(echo a; $P solve $G -o /dev/stdout; echo b) > t",
            "echo a > t; $P solve $G -o /dev/stdout >> t; echo b >> t",
            "echo a > t; $P solve $G -o /dev/fd/3 3>> t; echo b >> t",
            "(echo a; $P dump $G --format perfect -o /dev/stdout; echo b) > t",
        ] {
            assert_eq!(sh(&folder, game, script).status.code(), Some(0), "{script}");
            assert!(fs::read(folder.path("t")).unwrap() == whole, "{script}");
        }
    }
}

#[test]
fn a_packed_table_goes_to_standard_output_whole_and_alone() {
    let (folder, game) = (Folder::new(), GAMES[1]);
    folder.fine(&["solve", game, "-o", "right"]);
    folder.fine(&["solve", game, "-o", "t/"]);
    let right = fs::read(folder.path("right")).unwrap();
    let packed = |script: &str| {
        let output = sh(&folder, game, script);
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), &*output.stdout), (Some(0), &b""[..]), "{script}: {err}");
        assert!(fs::read(folder.path("p")).unwrap() == right, "{script}");
        err
    };
    assert_eq!(packed("$P pack t -o /dev/stdout > p"), "/dev/stdout written\n");
    let answer = packed("$P pack t --json -o /dev/stdout | cat > p");
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!((&answer["file"], &answer["bytes"]), (&"/dev/stdout".into(), &().into()));

    let terminal = folder.command(&["pack", "t", "-o", "/dev/stdout"]);
    let mut terminal = rexpect::session::spawn_command(terminal, Some(60_000)).unwrap();
    terminal.exp_string("a .perfect table is not for a terminal").unwrap();
    terminal.exp_eof().unwrap();
}

#[test]
fn where_there_is_no_terminal_progress_is_lines() {
    let folder = Folder::new();
    folder.fine(&["solve", GAMES[1], "-o", "t/"]);
    for (args, line) in [
        (&["stats", "nim:3,4,5"][..], "solving nim:3,4,5: 120 positions found, "),
        (&["stats", "nim:3,4,5"], "solving nim:3,4,5: 66%"),
        (&["solve", "connect:3,3,3"], "solving connect:3,3,3: 0%"),
        (&["solve", "nim:3,4,5", "--plies", "2"], "solving nim:3,4,5: 50 positions found, "),
        (&["plan", "kalah:3,3", "--games", "1000"], "estimating kalah:3,3, ply 2: 0 s so far"),
        (&["plan", "nim:3,4,5", "--plies", "2"], "estimating nim:3,4,5, ply 2: 0 s so far"),
        (&["trace", "hex:5"], "estimating: 0 s so far"),
        (&["export", "anki", "nim:3,4,5"], "looking for cards: "),
        (&["probe", "connect:5,4,4", "12345"], "%"),
        (&["dump", "nim:1,2", "--sample", "5", "-o", "d.csv"], "dumping: 5 of 5 positions"),
        (&["dump", "t", "--format", "perfect", "-o", "d.perfect"], "dumping: 0 s so far"),
        (&["pack", "t", "-o", "p.perfect"], "packing connect:4,4,4: 0 s so far"),
        (&["arena", "connect:3,3,2"], "computing: 5 of 49 pairs of levels"),
        (&["arena", "easy", "blind", "blind", "easy", "--games", "9"], "playing: 17 of 18 games"),
        (&["moves", "tictactoe", "--games", "3"], "playing: 17 of 18 games"),
    ] {
        let mut command = folder.command(args);
        let output = command.env("PERFECT_PLAY_PROGRESS_SECONDS", "0").output().unwrap();
        let lines = String::from_utf8(output.stderr).unwrap();
        assert!(lines.contains(line), "{args:?}: {lines}");
    }
    let mut wrong = folder.command(&["games"]);
    let wrong = wrong.env("PERFECT_PLAY_PROGRESS_SECONDS", "x").output().unwrap();
    assert!(String::from_utf8(wrong.stderr).unwrap().contains("a number of seconds, as in `10`"));
}

#[test]
fn the_answer_as_json_is_not_in_the_table_either() {
    for game in GAMES {
        let folder = Folder::new();
        let output = sh(&folder, game, "$P solve $G --json -o /dev/stdout > t");
        let answer: serde_json::Value = serde_json::from_slice(&output.stderr).unwrap();
        assert_eq!((&answer["file"], &answer["bytes"]), (&"/dev/stdout".into(), &().into()));
        folder.fine(&["verify", "t"]);
    }
}

#[test]
fn devices_take_a_table_or_say_why_not() {
    let folder = Folder::new();
    for game in GAMES {
        assert_eq!(sh(&folder, game, "$P solve $G -o /dev/null").status.code(), Some(0));
        for script in ["$P solve $G -o /dev/full", "$P solve $G -o /dev/stdout > /dev/full"] {
            let output = sh(&folder, game, script);
            let error = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{error}");
            assert!(error.contains(" cannot be written: No space left on device"), "{error}");
            assert_eq!(output.stdout, b"");
        }
        let message = folder.trouble(&["solve", game, "-o", "/dev/fd/77"]);
        assert!(message.contains(" cannot be written: "), "{message}");
        // The name of a folder.
        for device in ["/dev/fd/", "/dev/stdout/"] {
            folder.trouble(&["solve", game, "-o", device]);
        }
    }
    assert_eq!(folder.names(), ["tmp"]);
    // The name of an open file that can only be read.
    let file = File::open(folder.path("tmp")).unwrap();
    let output = folder.command(&["solve", "tictactoe", "-o", "/dev/stdin"]).stdin(file).output();
    assert_eq!(output.unwrap().status.code(), Some(2));
}
