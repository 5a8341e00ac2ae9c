//! Mistakes of users. Each has a clear message and exit code 2.

use std::fs;

use insta::assert_snapshot;

use crate::{
    Folder,
    siege::file::{Parts, encoded},
};

#[test]
fn boards_that_are_none() {
    let folder = Folder::new();
    let mut messages = String::new();
    for board in [
        "",
        "XO",
        "XO......XO",
        "XO0......",
        "X\u{41e}.......",
        "X\u{1f600}.......",
        "XO5......",
        "X/O.......",
        "XXX......",
        "O........",
        "XXXOOO...",
        "XXXOO.O..",
        "0XX......",
        "X\u{1b}[31m...",
        "X\nO......",
    ] {
        messages += &folder.trouble(&["probe", "tictactoe", board]);
    }
    assert_snapshot!("bad_boards", messages);
}

#[test]
fn several_lines_that_no_last_move_explains() {
    let folder = Folder::new();
    let message = folder.trouble(&["probe", "mnk:4,4,3", "OOO./XX.X/OOO./XX.X"]);
    assert_snapshot!("several_lines", message);
}

/// Solving this game takes more memory than almost any machine has, and the error says so.
const HUGE: &str = "connect:6,6,4";

#[test]
fn everything_is_checked_before_a_game_is_solved() {
    let folder = Folder::new();
    let mut messages = String::new();
    for args in [
        &["probe", HUGE, ""][..],
        &["probe", HUGE, "777"],
        &["moves", HUGE, "777"],
        &["diff", HUGE, "checkers"],
        &["diff", HUGE, "connect:5,5,4"],
        &["dump", HUGE, "-o", "none/a.csv"],
        &["arena", "blind", "--game", HUGE],
        &["play", HUGE, "--as", "x", "--level", "x=blind"],
        &["export", "html", HUGE, "-o", "a.html"],
        &["export", "c", HUGE, "-o", "a.h"],
    ] {
        messages += &folder.trouble(args);
    }
    assert_snapshot!("before_solving", messages);
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn other_games_are_not_solved_for_a_wrong_command_line_either() {
    let folder = Folder::new();
    for (args, said) in [
        (&["export", "map", "teeko"][..], "teeko is not an m,n,k-game"),
        (&["export", "tree", "teeko"], "teeko is not an m,n,k-game"),
        (&["export", "json", "teeko"], " codes, but an exported file has a slot for each code"),
        (&["moves", "teeko", "--format", "svg"], "teeko is not an m,n,k-game"),
        (&["moves", "teeko", "xx"], "`xx` is no position of teeko"),
        (&["probe", "teeko", "xx"], "`xx` is no position of teeko"),
        (&["grade", "teeko", "--moves", "none.csv"], "none.csv cannot be read"),
        (&["diff", "teeko", "hex:3"], "teeko and hex:3 have different positions"),
        (&["diff", "teeko", "checkers"], "there is no game or file `checkers`"),
        (&["longest", "kalah:4,3"], "kalah:4,3 is played for points"),
        (&["puzzles", "kalah:4,3", "--kind", "trap"], "kalah:4,3 is played for points"),
        (&["dump", "notakto:5,4,3", "--format", "graph"], "do not say who is to move"),
    ] {
        // A solve would say so before the error.
        let mut command = folder.command(args);
        let output = command.env("PERFECT_PLAY_PROGRESS_SECONDS", "0").output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
        assert!(message.starts_with("error: ") && message.contains(said), "{args:?}: {message}");
    }
}

#[test]
fn no_command_is_advised_that_does_not_find_the_file_of_a_game() {
    let folder = Folder::new();
    fs::create_dir(folder.path("sub")).unwrap();
    let lines = [("a", "X", "b"), ("b", "O", "a")].map(|(from, side, to)| {
        format!(
            "{{\"position\":\"{from}\",\"to_move\":\"{side}\",\"moves\":{{\"on\":\"{to}\"}}}}\n"
        )
    });
    fs::write(folder.path("sub/g.jsonl"), lines.concat()).unwrap();
    for (args, said) in [
        (&["trace", "graph:sub/g.jsonl"][..], "say what a position is worth\n"),
        (&["export", "map", "graph:sub/g.jsonl"], "as in `perfect-play export map tictactoe`: `"),
        (
            &["export", "html", "graph:sub/g.jsonl", "-o", "site/"],
            "`perfect-play serve TABLE --page` serves",
        ),
        (&["verify", "graph:sub/g.jsonl"], "`perfect-play solve graph:sub/g.jsonl -o FILE`"),
    ] {
        let message = folder.trouble(args);
        assert!(message.contains(said), "{args:?}: {message}");
        let is_lost = |words: &str| words.split(' ').any(|word| word == "graph:g.jsonl");
        let mut commands = message.split('`').skip(1).step_by(2);
        assert!(!commands.any(is_lost), "{args:?}: {message}");
    }
}

#[test]
fn what_is_probably_too_large_is_refused_at_once() {
    let folder = Folder::new();
    for (args, advice) in [
        (&["plan", "hex:5", "--plies", "24", "--games", "1000"][..], "as with `--plies 3`"),
        (&["trace", "hex:5"], "hex:5 cannot be traced from the start: the tree is too large"),
    ] {
        let message = folder.trouble(args);
        assert!(message.contains(advice), "{args:?}: {message}");
    }
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn a_wrong_number_is_answered_with_the_right_ones() {
    let folder = Folder::new();
    let mut messages = String::new();
    for args in [
        &["export", "anki", "tictactoe", "--limit", "0"][..],
        &["export", "tree", "tictactoe", "--plies", "x"],
        &["diff", "tictactoe", "tictactoe", "--limit", "-1"],
        &["verify", "t.perfect", "--limit", "ten"],
        &["regenerate", "t.perfect", "--limit", "1.5"],
        &["dump", "tictactoe", "--sample", "0"],
        &["arena", "tictactoe", "--max-plies", "70000"],
        &["serve", "--connections", "0"],
        &["serve", "--timeout", "1h"],
        &["plan", "hex:5", "--games", "5"],
        &["plan", "connect4", "--machines", "-4"],
        &["plan", "connect4", "--machines", "4", "--rate", "0"],
    ] {
        let message = folder.trouble(args);
        messages += message.lines().next().unwrap_or_default();
        messages.push('\n');
    }
    assert_snapshot!("wrong_numbers", messages);
}

#[test]
fn an_argument_too_many_is_answered_with_what_was_meant() {
    let folder = Folder::new();
    for (args, tip) in [
        (&["plan", "Connect", "5,4,4"][..], "a game's name has no spaces: `connect:5,4,4`"),
        (&["play", "connect", "four"], "a game's name has no spaces: `connect4`"),
        (&["play", "nim", "3", "5", "7"], "a game's name has no spaces: `nim:3,5,7`"),
        (&["solve", "tictactoe", "t.perfect"], "use `-o t.perfect`"),
        (&["export", "html", "tictactoe", "out.html"], "use `-o out.html`"),
        (&["play", "tictactoe", "hard"], "use `--level hard`"),
        (&["arena", "--sample", "5"], "called `--games`"),
        (&["trace", "tictactoe", "--depth", "3"], "called `--max-depth`"),
        (&["play", "tictactoe", "--difficulty", "hard"], "called `--level`"),
        (&["trace", "tictactoe", "--alpha-beta"], "called `--algorithm`"),
        (&["trace", "tictactoe", "X.O...O.X", "alpha-beta"], "use `--algorithm alpha-beta`"),
        (&["trace", "alpha-beta", "tictactoe"], "choose it with `--algorithm alpha-beta`"),
        (&["trace", "tictactoe", "alpha-beta"], "choose it with `--algorithm alpha-beta`"),
        (&["trace", "level.jsonl"], "did you mean `graph:level.jsonl`?"),
        (&["stats", "tictactoe", "--csv"], "called `--json`"),
        (&["play", "-l", "perfect"], "called `--level`"),
        (&["-v"], "`perfect-play --version` prints the version"),
        (&["arena", "--level", "easy", "--level", "hard"], "as in `arena easy hard`"),
        (&["arena", "tictactoe", "easy", "hard", "perfect"], "without levels, all play each other"),
        (&["play", "--level", "3"], "did you mean `lookahead(3)`?"),
        (&["play", "--level", "x=easy,o=hard"], "give each side its own: `--level x=easy"),
        (&["play", "--level", "easy=hard,o=hard"], "give each side its own: `--level x=easy"),
        (&["probe", "tictactoe", "X", "O", "."], "is one argument: put it in quotes"),
        (&["probe", "othello", "b4", "a2"], "is one argument: put it in quotes"),
        (&["export", "tictactoe", "html"], "the format comes first: `export html tictactoe`"),
        (&["export", "tictactoe"], "the format comes first: `export html tictactoe`"),
        (
            &["probe", "tictactoe", "--jsn"],
            "argument '--jsn' found\n\n  tip: a similar argument exists: '--json'",
        ),
        (&["probe", "tictactoe", "--josn", "XO..X...."], "argument '--josn' found"),
        (&["stats", "tictactoe", "--xyz"], "argument '--xyz' found\n\nUsage"),
        (&["verify", "t.perfect", "u.perfect"], "unexpected argument 'u.perfect'"),
        (&["stats", "graph", "level.jsonl"], "unexpected argument 'level.jsonl'"),
    ] {
        let message = folder.trouble(args);
        assert!(message.contains(tip), "{args:?}: {message}");
    }
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn a_board_may_begin_with_hyphens() {
    let folder = Folder::new();
    for (board, same) in
        [("---------", "........."), ("-X-------", ".X......."), ("--/-X-", "...X")]
    {
        let [one, other] =
            [board, same].map(|board| folder.run(&["probe", "tictactoe", board]).out);
        assert_eq!(one, other, "{board}");
    }
}

#[test]
fn a_word_that_is_no_command_is_answered_with_the_command_that_was_meant() {
    let folder = Folder::new();
    for (words, meant) in [
        (&["quiz"][..], "export html --open tictactoe"),
        (&["rules", "kalah"], "games kalah"),
        (&["html", "tictactoe"], "export html tictactoe"),
        (&["map"], "export map tictactoe"),
        (&["anki", "hex:3"], "export anki hex:3"),
        (&["list"], "games"),
        (&["levels"], "arena"),
        (&["evaluate", "hex:3"], "probe hex:3"),
        (&["tictactoe"], "play tictactoe"),
        (&["conect4"], "play connect4"),
        (&["version"], "--version"),
        (&["help", "levels"], "help arena"),
        (&["help", "quiz"], "help export html"),
        (&["export", "poster", "tictactoe"], "export map tictactoe"),
        (&["export", "pdf", "tictactoe"], "export map tictactoe"),
        (&["export", "flashcards", "hex:3"], "export anki hex:3"),
    ] {
        let message = folder.trouble(words);
        assert!(message.contains(&format!("did you mean `perfect-play {meant}`?")), "{message}");
    }
    let unknown = folder.trouble(&["xyz"]);
    assert!(!unknown.contains("tip:"), "{unknown}");
}

#[test]
fn a_missing_argument_is_answered_with_an_example() {
    let folder = Folder::new();
    for (args, example) in [
        (&["probe"][..], "probe tictactoe"),
        (&["plan"], "plan connect4"),
        (&["export", "html"], "export html tictactoe --open"),
        (&["diff", "a"], "diff tictactoe other.perfect"),
    ] {
        let message = folder.trouble(args);
        assert!(
            message.contains(&format!("tip: for example: `perfect-play {example}`")),
            "{message}"
        );
    }
}

#[test]
fn the_name_of_an_output_says_what_is_in_it() {
    let folder = Folder::new();
    for (args, begin) in [
        (&["moves", "tictactoe", "-o", "m.svg"][..], "<svg"),
        (&["trace", "tictactoe", "-o", "t.dot"], "digraph"),
        (&["export", "tree", "mnk:2,2,2", "-o", "t.gv"], "digraph"),
        (&["dump", "mnk:2,2,2", "-o", "d.jsonl"], "{\"code\""),
        (&["dump", "mnk:2,2,2", "-o", "d.JSON"], "{\"game\""),
        (&["dump", "mnk:2,2,2", "-o", "d"], "code,"),
        (&["dump", "mnk:2,2,2", "--format", "csv", "-o", "d.json"], "code,"),
        (&["arena", "easy", "blind", "-o", "a.csv"], "game,"),
        (&["arena", "easy", "blind", "-o", "a.txt"], "tictactoe"),
    ] {
        folder.fine(args);
        let text = fs::read_to_string(folder.path(args.last().unwrap())).unwrap();
        assert!(text.starts_with(begin), "{args:?}: {text}");
    }
    let before = folder.names();
    for (args, instead) in [
        (&["export", "map", "tictactoe", "-o", "x.png"][..], "`x.svg`; a browser shows"),
        (&["export", "anki", "tictactoe", "-o", "x.apkg"], "`x.txt`"),
        (&["export", "c", "tictactoe", "-o", "x.py"], "`x.h`"),
        (&["export", "html", "tictactoe", "-o", "x.pdf"], "`x.html`"),
        (
            &["dump", "tictactoe", "-o", "x.xlsx"],
            "csv, json, jsonl, graph, parquet, perfect, so name",
        ),
        (&["trace", "tictactoe", "-o", "x.html"], "`x.txt`"),
        (&["solve", "tictactoe", "-o", "x.json"], "`x.perfect`"),
    ] {
        let message = folder.trouble(args);
        assert!(message.contains(instead), "{args:?}: {message}");
    }
    assert_eq!(folder.names(), before);
}

#[test]
fn what_is_at_the_wrong_place_is_named() {
    let folder = Folder::new();
    fs::create_dir(folder.path("there")).unwrap();
    for (args, said) in [
        (&["trace", "XO..X...."][..], "as in `tictactoe XO..X....`"),
        (&["plan", "XO./.X./..."], "as in `tictactoe XO./.X./...`"),
        (&["games", "2233"], "as in `connect:4,4,4 2233`"),
        (&["probe", "3x3"], "there is no game or file `3x3`"),
        (&["probe", "tictactoe", "515"], "`515` is no board: write all 9 cells"),
        (&["probe", "tictactoe", "11"], "write all 9 cells of tictactoe"),
        (&["solve", "connect:4,4,4", "-o", "there"], "`-o there/` writes the table to it"),
    ] {
        let message = folder.trouble(args);
        assert!(message.contains(said), "{args:?}: {message}");
    }
    let small = folder.run(&["solve", "nim:1,2", "--scratch", "there"]).err;
    assert_eq!(small, "nim:1,2 is solved in memory: `--scratch` has no effect\n");
}

#[test]
fn games_that_are_none() {
    let folder = Folder::new();
    let mut messages = String::new();
    for game in [
        "",
        "tictacto",
        "mkn:4,3,3",
        "checkers",
        "connect:9,9,4",
        "mnk:",
        "mnk:3,3",
        "mnk:0,3,3",
        "mnk:99,99,3",
        "mnk:3,3,4",
        "mnk:3,x,3",
        "mnk:6,6,4",
        "tictactoe+miser",
        "mkn:9,9,9",
        "\u{1b}[31mred",
    ] {
        messages += &folder.trouble(&["stats", game]);
    }
    assert_snapshot!("bad_games", messages);
    assert_snapshot!("solve_too_large", folder.trouble(&["solve", "mnk:6,6,4", "-o", "a.perfect"]));
    assert_snapshot!("solve_file", folder.trouble(&["solve", "a.perfect"]));
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn files_that_are_no_tables() {
    let folder = Folder::new();
    folder.fine(&["solve", "tictactoe", "-o", "right.perfect"]);
    let right = fs::read(folder.path("right.perfect")).unwrap();
    let changed = |at: usize, by: u8| {
        let mut bytes = right.clone();
        bytes[at] ^= by;
        bytes
    };
    fs::create_dir(folder.path("folder.perfect")).unwrap();
    for (name, bytes) in [
        ("empty.perfect", Vec::new()),
        ("text.perfect", b"X wins\n".to_vec()),
        ("later.perfect", changed(8, 1)),
        ("header.perfect", changed(30, 1)),
        ("payload.perfect", changed(1_000, 1)),
        ("short.perfect", right[..right.len() - 1].to_vec()),
        ("long.perfect", [&*right, b"\n"].concat()),
    ] {
        fs::write(folder.path(name), bytes).unwrap();
    }
    assert_snapshot!("game_for_file", folder.trouble(&["verify", "tictactoe"]));
    let mut messages = String::new();
    for name in [
        "none.perfect",
        "folder.perfect",
        "empty.perfect",
        "text.perfect",
        "later.perfect",
        "header.perfect",
        "payload.perfect",
        "short.perfect",
        "long.perfect",
    ] {
        let message = folder.trouble(&["verify", name]);
        for args in [
            &["probe", name, "........."][..],
            &["dump", name],
            &["stats", name],
            &["regenerate", name, "--write"],
            &["diff", "tictactoe", name],
        ] {
            assert_eq!(folder.trouble(args), message, "{args:?}");
        }
        messages += &message;
    }
    assert_snapshot!("bad_files", messages);
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_read() {
    let folder = Folder::new();
    let message = folder.trouble(&["verify", "/proc/self/mem"]);
    assert!(message.starts_with("error: /proc/self/mem cannot be read: "), "{message}");
}

#[test]
fn outputs_that_cannot_be_written() {
    let folder = Folder::new();
    folder.fine(&["solve", "tictactoe", "-o", "right.perfect"]);
    fs::create_dir(folder.path("folder")).unwrap();
    fs::write(folder.path("notes.txt"), "my notes").unwrap();
    fs::hard_link(folder.path("right.perfect"), folder.path("hard_link.perfect")).unwrap();
    let before = folder.names();
    let right = fs::read(folder.path("right.perfect")).unwrap();
    let mut messages = String::new();
    for args in [
        &["solve", "tictactoe", "-o", "folder"][..],
        &["solve", "tictactoe", "-o", "none/a.perfect"],
        &["dump", "tictactoe", "-o", "folder"],
        &["dump", "tictactoe", "-o", "none/a.csv"],
        &["dump", "right.perfect", "-o", "right.perfect"],
        &["dump", "./right.perfect", "-o", "folder/../right.perfect"],
        &["dump", "right.perfect", "-o", "hard_link.perfect"],
        &["solve", "tictactoe", "-o", "-"],
        &["solve", "tictactoe", "-o", "folder/"],
        &["solve", "tictactoe", "-o", "right.perfect/a"],
        &["solve", "tictactoe", "-o", "notes.txt"],
        &["solve", "connect:5,4,4", "-o", "notes.txt"],
        &["dump", "tictactoe", "--format", "perfect", "-o", "notes.txt"],
        &["pack", "folder", "-o", "notes.txt"],
    ] {
        messages += &folder.trouble(args);
    }
    assert_snapshot!("bad_outputs", messages);
    assert_eq!(folder.names(), before);
    assert_eq!(fs::read(folder.path("right.perfect")).unwrap(), right);
    assert_eq!(fs::read(folder.path("notes.txt")).unwrap(), b"my notes");
    // A table, a damaged table and an empty file are replaced.
    for old in [&right[..], &right[..20], b""] {
        fs::write(folder.path("old.perfect"), old).unwrap();
        folder.fine(&["solve", "tictactoe", "-o", "old.perfect"]);
        assert_eq!(fs::read(folder.path("old.perfect")).unwrap(), right);
    }
}

#[test]
fn options_that_are_none() {
    let folder = Folder::new();
    for args in [
        &["solve"][..],
        &["solve", "tictactoe", "--objective", "best"],
        &["dump", "tictactoe", "--format", "xml"],
        &["stats", "tictactoe", "--jsn"],
        &["diff", "tictactoe"],
        &["diff", "tictactoe", "tictactoe", "--limit", "-1"],
        &["prob", "tictactoe", "........."],
        &["man", "none"],
        &["completions", "none"],
    ] {
        folder.trouble(args);
    }
    let answer = folder.run(&[]);
    assert_eq!(answer.code, Some(2));
    assert!(answer.err.contains("Usage: perfect-play [OPTIONS] <COMMAND>"));
}

/// The offset of the objective in the header of the file of tic-tac-toe. It follows the name and a checksum.
const OBJECTIVE: usize = 8 + 9 + 16;
/// The offset of the counts. They follow objective, scheme, numbering, keys, settings, and two sums.
const COUNTS: usize = OBJECTIVE + 3 * 4 + 1 + 2 * 4 + 2 * 8;

/// Writes a file of tic-tac-toe with a changed header of the same length and right checksums.
pub(crate) fn write_with_header(folder: &Folder, name: &str, change: impl FnOnce(&mut [u8])) {
    folder.fine(&["solve", "tictactoe", "-o", "right.perfect"]);
    let bytes = fs::read(folder.path("right.perfect")).unwrap();
    let parts = Parts::of(&bytes);
    let mut header = encoded(&parts.right_header());
    change(&mut header);
    fs::write(folder.path(name), parts.to_bytes_with_header(&header)).unwrap();
}

#[test]
fn headers_that_are_whole_but_not_true() {
    let folder = Folder::new();
    write_with_header(&folder, "same.perfect", |_| ());
    folder.fine(&["verify", "same.perfect"]);
    // The name comes first, after its length.
    write_with_header(&folder, "name.perfect", |header| {
        header[8..17].copy_from_slice(b"hexapawn!");
    });
    assert_snapshot!("unknown_game", folder.trouble(&["stats", "name.perfect"]));
    // A checksum of the rules.
    write_with_header(&folder, "rules.perfect", |header| header[17] ^= 1);
    assert_snapshot!("other_rules", folder.trouble(&["verify", "rules.perfect"]));
    // "Writing finished" comes last.
    write_with_header(&folder, "unfinished.perfect", |header| {
        *header.last_mut().unwrap() = 0;
    });
    assert_snapshot!("unfinished", folder.trouble(&["stats", "unfinished.perfect"]));
    // The counts follow their number.
    write_with_header(&folder, "counts.perfect", |header| header[COUNTS + 8] = 2);
    let proof = folder.different(&["verify", "counts.perfect"]);
    assert_snapshot!("wrong_counts", proof);
    // The objective. The values are the same with either objective.
    write_with_header(&folder, "objective.perfect", |header| header[OBJECTIVE] = 1);
    folder.fine(&["verify", "objective.perfect"]);
}
