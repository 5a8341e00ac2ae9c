//! Games on the screen: through a pipe, which shows all text for people, and in a terminal.

#[cfg(unix)]
mod terminal;

use std::{
    fs,
    io::{self, Write},
    process::{Command, Output, Stdio},
};

use insta::assert_snapshot;
use perfect_play_games::Family;

use crate::{Answer, Folder, files::altered};

/// The program without environment variables that decide about colour.
fn without_colour_variables(mut command: Command) -> Command {
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI", "TERM"] {
        command.env_remove(name);
    }
    command
}

/// Plays with these entries until the end of input.
fn run(folder: &Folder, args: &[&str], entries: &[u8]) -> Answer {
    let mut command = without_colour_variables(folder.command(&[&["play"], args].concat()));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut program = command.spawn().unwrap();
    // A program that ends before it has read everything closes the pipe.
    let _ = program.stdin.take().unwrap().write_all(entries);
    let Output { status, stdout, stderr } = program.wait_with_output().unwrap();
    let [out, err] = [stdout, stderr].map(|text| String::from_utf8(text).unwrap());
    Answer { code: status.code(), out, err }
}

/// Plays a game that should succeed, with one entry a line. Returns the text on the screen, which fits a terminal and
/// has no colours.
pub(crate) fn screen(args: &[&str], entries: &[&str]) -> String {
    let answer = run(&Folder::new(), args, (entries.join("\n") + "\n").as_bytes());
    assert_eq!((answer.code, &*answer.err), (Some(0), ""), "{args:?}: {answer:?}");
    for line in answer.out.lines() {
        assert!(line.chars().count() <= 80, "{line}");
        assert!(line.chars().all(|character| !character.is_control()), "{line:?}");
    }
    answer.out
}

#[test]
fn a_newcomer_is_told_everything() {
    let entries = [
        "",
        "help",
        "level",
        "0",
        "10",
        "5 5",
        "a1",
        "5",
        "5",
        "hnt",
        "hint",
        "3",
        "7",
        "hint",
        "4",
        "8",
        "9",
        "undo",
        "level perfect",
        "new",
        "quit",
    ];
    assert_snapshot!("newcomer", screen(&["--seed", "1"], &entries));
}

#[test]
fn the_rules_can_be_read() {
    for (game, family) in [
        ("tictactoe", Family::Mnk),
        ("connect:4,3,3+misere", Family::Connect),
        ("kalah:2,1", Family::Kalah),
        ("achi+rows", Family::Achi),
    ] {
        let rules = family.rules();
        for entry in ["rules", "RULES", "r"] {
            let text = screen(&[game], &[entry, "quit"]);
            assert!(text.contains(&format!("\n\n{rules}\n")), "{text}");
        }
        assert!(screen(&[game], &["help"]).contains("\n  rules       the rules of this game\n"));
    }
    assert_snapshot!("rules", screen(&["kalah:3,3", "--level", "blind"], &["rules", "quit"]));
}

#[test]
fn wrong_entries_are_explained() {
    let entries = [
        "-1",
        "+1",
        "1.",
        "1,2",
        "99999999999999999999",
        "x",
        "cell 5",
        "hint 5",
        "novice",
        "level",
        "level novise",
        "level skill",
        "level skill(1.5)",
        "level skill 2",
        "level chess",
        "level Master",
        "level skill 0.25",
        "level",
        "\u{1b}[31mred",
        "null\0",
        "caf\u{e9}",
        "\u{202e}1",
        "new game",
        "UNDO",
        "Swap",
        "u",
        "h",
        "?",
        "exit",
    ];
    assert_snapshot!("wrong_entries", screen(&["--seed", "2"], &entries));
}

#[test]
fn a_draw_in_which_nothing_changed_the_outcome() {
    let entries = ["5", "3", "4", "2", "9", "1", "level", "quit"];
    assert_snapshot!("drawn", screen(&["--level", "master"], &entries));
}

#[test]
fn a_lost_game_taken_back_and_saved() {
    let entries = ["1", "2", "6", "hint", "undo", "3", "undo", "undo", "undo", "undo", "swap", "q"];
    assert_snapshot!("lost", screen(&["--level", "perfect", "--seed", "1"], &entries));
}

#[test]
fn the_machine_begins_and_the_sides_change_after_the_end() {
    let entries = ["1", "2", "4", "swap", "6", "n", "q"];
    let args = ["mnk:4,3,3", "--as", "O", "--level", "master"];
    assert_snapshot!("machine_begins", screen(&args, &entries));
}

#[test]
fn in_misere_play_a_line_loses() {
    let entries = ["1", "2", "3", "4", "6", "7", "8", "9", "q"];
    let args = ["tictactoe+misere", "--level", "blind", "--seed", "4"];
    assert_snapshot!("misere", screen(&args, &entries));
    let args = ["tictactoe+misere", "--level", "perfect", "--seed", "4"];
    assert_snapshot!("misere_lost", screen(&args, &entries));
}

#[test]
fn hints_on_every_turn() {
    let entries = ["5", "1", "q"];
    let args = ["--hints", "--level", "o=skill(0.5)", "--seed", "7"];
    assert_snapshot!("hints", screen(&args, &entries));
}

#[test]
fn two_levels_play_each_other() {
    // No entry helps.
    let watch = |x: &str, o: &str, more: &[&str]| {
        let (x, o) = (format!("x={x}"), format!("o={o}"));
        screen(&[&["--level", &*x, "--level", &*o, "--seed", "5"], more].concat(), &["help"])
    };
    assert_snapshot!("levels_decided", watch("perfect", "blind", &[]));
    assert_snapshot!("levels_drawn", watch("master", "perfect", &[]));
    assert_snapshot!("levels_misere", watch("blind", "blind", &["mnk:4,2,3+misere"]));
    assert_snapshot!("levels_hints", watch("master", "master", &["mnk:2,2,2", "--hints"]));
}

#[test]
fn a_machine_that_can_move_for_ever_gives_up() {
    let folder = Folder::new();
    let lines = [("a", "b"), ("b", "a")].map(|(from, to)| {
        format!(
            "{{\"position\": \"{from}\", \"to_move\": \"O\", \"moves\": {{\"on\": \"{to}\"}}}}\n"
        )
    });
    fs::write(folder.path("circle.jsonl"), lines.concat()).unwrap();
    let answer = run(&folder, &["graph:circle.jsonl"], b"on\n\nhint\nundo\nswap\non\nquit\n");
    assert_eq!((answer.code, &*answer.err), (Some(0), ""), "{answer:?}");
    for said in [
        "\n1. The machine plays on.\n2. The machine plays on.\n",
        "\n200. The machine plays on.\n",
        "A draw: after 200 plies the game is given up.\n",
        "What now? on\nThe game is over: `new` plays again, `undo` takes your last move back.\n",
        "What now? \nThe game is over: `new` plays again, `quit` ends.\n",
        "What now? hint\nThe game is over: there is nothing to choose.",
        "What now? undo\nYou have not moved yet",
        "What now? swap\n\nA new game. You are O and move first",
        "Your move, O: on\n\n1. You play on.\n",
    ] {
        assert!(answer.out.contains(said), "{said:?}: {}", answer.out);
    }
    assert!(!answer.out.contains("\n201. "), "{}", answer.out);

    let level = concat!("graph:", env!("CARGO_MANIFEST_DIR"), "/../../data/level.jsonl");
    let alone = screen(&[level, "--seed", "1"], &["swap", "quit"]);
    assert!(
        alone.contains("\n1. The machine plays ") && alone.contains("What now? quit"),
        "{alone}"
    );
}

#[test]
fn the_smallest_and_the_widest_board_can_be_played() {
    assert_snapshot!("one_cell", screen(&["mnk:1,1,1"], &["2", "1", "hint", "q"]));
    let widest = screen(&["mnk:16,1,16", "--level", "master"], &["16", "hint", "q"]);
    assert_snapshot!("widest", widest);
}

#[test]
fn a_seed_and_the_entries_are_a_game() {
    let play = |seed: &str| {
        let entries = ["5", "1", "2", "3", "4", "6", "7", "8", "9", "new", "1", "2"];
        screen(&["--level", "blind", "--seed", seed], &entries)
    };
    assert_eq!(play("11"), play("11"));
    assert!((1..10).any(|seed| play(&seed.to_string()) != play("11")));
}

#[test]
fn a_file_is_played_like_its_game() {
    let folder = Folder::new();
    folder.fine(&["solve", "tictactoe", "-o", "tictactoe.perfect"]);
    let args = ["--seed", "1", "--level", "perfect"];
    let of_file =
        run(&folder, &[&["tictactoe.perfect"][..], &args].concat(), b"5\n1\n2\n9\nhint\n");
    let of_game = run(&folder, &args, b"5\n1\n2\n9\nhint\n");
    assert_eq!((of_file.out, of_file.code), (of_game.out, Some(0)));
}

#[test]
fn a_table_without_an_answer_ends_the_game() {
    let folder = Folder::new();
    folder.fine(&["solve", "tictactoe", "-o", "tictactoe.perfect"]);
    altered(&folder, "missing.perfect", "X........", u8::MAX);
    for entry in ["1\n", "hint\n"] {
        let answer = run(&folder, &["missing.perfect"], entry.as_bytes());
        assert_eq!(answer.code, Some(2), "{answer:?}");
        assert!(answer.err.contains("verify missing.perfect"), "{answer:?}");
    }
}

#[test]
fn what_cannot_be_typed_is_read_too() {
    let folder = Folder::new();
    let long = "9".repeat(100_000);
    for entries in [
        &b"\xff\xfe\n5\n"[..],
        b"\n\r\n  \t \n5\r\n",
        format!("{long}\n5\n").as_bytes(),
        format!("5{}5\n5\n", " ".repeat(5000)).as_bytes(),
        // The last line has no line end.
        b"5",
    ] {
        let answer = run(&folder, &[], entries);
        assert_eq!((answer.code, &*answer.err), (Some(0), ""), "{answer:?}");
        assert_eq!(answer.out.matches("1. You take 5.").count(), 1, "{answer:?}");
        assert!(answer.out.lines().all(|line| line.chars().count() <= 80), "{answer:?}");
        assert!(answer.out.ends_with("Your move, X: \n"), "{answer:?}");
    }
    let answer = run(&folder, &[], b"");
    assert_eq!(answer.code, Some(0));
    assert!(answer.out.ends_with("Your move, X: \n"), "{answer:?}");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let folder = Folder::new();
    for args in [&["play"][..], &["play", "--level", "x=blind", "--level", "o=blind"]] {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let mut command = folder.command(args);
        let output = command.stdin(Stdio::null()).stdout(writer).output().unwrap();
        assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_printed_or_read_is_trouble() {
    use std::fs::File;

    let folder = Folder::new();
    let full = File::options().write(true).open("/dev/full").unwrap();
    let output = folder.command(&["play"]).stdin(Stdio::null()).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("error: the game cannot be printed: "), "{message}");

    let unreadable = File::open("/").unwrap();
    let output = folder.command(&["play"]).stdin(unreadable).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("error: what you type cannot be read: "), "{message}");
}

#[test]
fn command_lines_that_make_no_game() {
    let folder = Folder::new();
    let mut messages = String::new();
    for args in [
        &["--level", "novise"][..],
        &["--level", ""],
        &["--level", "checkers"],
        &["--level", "skill"],
        &["--level", "skill(1.5)"],
        &["--level", "skill(-1)"],
        &["--level", "skill(x)"],
        &["--level", "o=skill(0.1234567890)"],
        &["--level", "x=mastr"],
        &["--level", "z=master"],
        &["--level", "x="],
        &["--as", "z"],
        &["--as", "x", "--level", "x=novice"],
        &["--as", "o", "--level", "x=novice", "--level", "o=novice"],
        &["--level", "novice", "--level", "master"],
        &["--level", "novice", "--level", "x=master"],
        &["--level", "x=novice", "--level", "x=master"],
        &["--seed", "-1"],
        &["--seed", "one"],
        &["checkers"],
        &["none.perfect"],
        &["tictactoe", "........."],
    ] {
        messages += &folder.trouble(&[&["play"], args].concat());
        messages += "\n";
    }
    assert_snapshot!("command_lines", messages);
}
