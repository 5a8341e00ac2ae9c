//! Names of files, names in files and arguments that would act on a terminal. They are printed as escapes, and nothing
//! else changes.
#![cfg(unix)]

use std::{
    ffi::{OsStr, OsString},
    fs,
    os::unix::ffi::OsStringExt,
    process::Output,
};

use perfect_play_core::Objective;
use perfect_play_file::write;
use perfect_play_test_kit::Listed;
use serde_json::Value;

use crate::{Folder, files::altered};

/// Colours, a second line, C1 controls, a tab, marks that change the direction of writing, characters without width, a
/// space that is not the usual one.
const HOSTILE: &str =
    "h\u{1b}[31m\n\u{9b}2J\u{7f}\t\u{202e}\u{2066}\u{200b}\u{feff}\u{a0}\u{e0041}\u{fe0f}.perfect";
const SHOWN: &str =
    r"h\u{1b}[31m\n\u{9b}2J\u{7f}\t\u{202e}\u{2066}\u{200b}\u{feff}\u{a0}\u{e0041}\u{fe0f}.perfect";
const PLAIN: &str = "quiet.perfect";

/// Runs the program. The output must not contain invisible characters or characters that act on a terminal, except line
/// ends.
fn run(folder: &Folder, args: &[&OsStr]) -> (Option<i32>, [String; 2]) {
    let mut command = folder.command(&[]);
    let Output { status, stdout, stderr } = command.args(args).output().unwrap();
    let printed = [stdout, stderr].map(|text| String::from_utf8(text).unwrap());
    for c in printed.iter().flat_map(|text| text.chars()) {
        let is_shown = !c.is_control() && !HOSTILE[1..].contains(c) || c.is_ascii_graphic();
        assert!(is_shown || c == '\n' || c == ' ', "{c:?} in what {args:?} printed: {printed:?}");
    }
    (status.code(), printed)
}

/// Runs the same command in two folders that `make` has filled: on a file with a hostile name and on a file with a
/// harmless name. The output may differ only in the name, in the line breaks that the name causes, and in its quotes in a command
/// for a shell.
fn is_the_same(make: impl Fn(&Folder, &str), args: &[&str]) -> Option<i32> {
    let [(code, hostile), (expected, plain)] = [HOSTILE, PLAIN].map(|name| {
        let folder = Folder::new();
        make(&folder, name);
        let args: Vec<_> =
            args.iter().map(|arg| OsString::from(arg.replace("FILE", name))).collect();
        run(&folder, &args.iter().map(OsString::as_os_str).collect::<Vec<_>>())
    });
    assert_eq!(code, expected, "{args:?}: {hostile:?}");
    let plain = plain.map(|text| text.replace(PLAIN, SHOWN));
    let unquoted = |text: &String| text.replace(&format!("'{SHOWN}'"), SHOWN);
    let is_same = hostile
        .iter()
        .zip(&plain)
        .all(|(hostile, plain)| unquoted(hostile).split_whitespace().eq(plain.split_whitespace()));
    assert!(is_same, "{args:?}: {hostile:?}");
    code
}

fn write_table(folder: &Folder, name: &str) {
    folder.fine(&["solve", "tictactoe", "-o", name]);
}

/// A table with a wrong entry.
fn write_wrong_table(folder: &Folder, name: &str) {
    write_table(folder, "tictactoe.perfect");
    altered(folder, name, ".........", 1);
    fs::remove_file(folder.path("tictactoe.perfect")).unwrap();
}

fn write_changed(folder: &Folder, name: &str, change: impl Fn(&mut Vec<u8>)) {
    write_table(folder, name);
    let mut bytes = fs::read(folder.path(name)).unwrap();
    change(&mut bytes);
    fs::write(folder.path(name), bytes).unwrap();
}

/// Every command that reads a file; `FILE` stands for the file's name.
pub(crate) const READING: [&[&str]; 19] = [
    &["verify", "FILE"],
    &["regenerate", "FILE"],
    &["regenerate", "FILE", "--write"],
    &["probe", "FILE", "XO......."],
    &["stats", "FILE"],
    &["dump", "FILE", "-o", "out"],
    &["diff", "FILE", "tictactoe+misere"],
    &["diff", "tictactoe", "FILE"],
    &["moves", "FILE", "XO.XO...."],
    &["arena", "master", "novice", "--game", "FILE"],
    &["grade", "FILE", "novice"],
    &["puzzles", "FILE"],
    &["longest", "FILE"],
    &["play", "FILE", "--level", "x=master", "--level", "o=master"],
    &["export", "html", "FILE", "-o", "out"],
    &["export", "map", "FILE", "-o", "out"],
    &["export", "tree", "FILE", "-o", "out"],
    &["export", "c", "FILE"],
    &["export", "json", "FILE", "-o", "out"],
];

/// Makes files that cannot be read as a table.
const TROUBLES: [fn(&Folder, &str); 7] = [
    |_, _| (),
    |folder, name| fs::create_dir(folder.path(name)).unwrap(),
    |folder, name| fs::write(folder.path(name), "").unwrap(),
    |folder, name| fs::write(folder.path(name), "notes").unwrap(),
    |folder, name| write_changed(folder, name, |bytes| bytes[30] ^= 1),
    |folder, name| write_changed(folder, name, |bytes| bytes[1000] ^= 1),
    |folder, name| write_changed(folder, name, |bytes| bytes.truncate(1000)),
];

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn a_files_name_is_shown_by_every_command_that_reads_one() {
    for args in READING {
        is_the_same(write_table, args);
        is_the_same(write_wrong_table, args);
        for makes_trouble in TROUBLES {
            assert_eq!(is_the_same(makes_trouble, args), Some(2), "{args:?}");
        }
    }
}

#[test]
fn a_files_name_is_shown_by_every_command_that_writes_one() {
    for args in [
        &["solve", "tictactoe", "-o", "FILE"][..],
        &["solve", "connect:4,4,4", "-o", "FILE"],
        &["dump", "tictactoe", "-o", "FILE"],
        &["dump", "connect:4,3,3", "--format", "perfect", "-o", "FILE"],
        &["trace", "tictactoe", "XO.XO....", "-o", "FILE.out"],
        &["moves", "tictactoe", "XO.XO....", "-o", "FILE.out"],
        &["arena", "master", "novice", "-o", "FILE.out"],
        &["export", "html", "tictactoe", "-o", "FILE.out"],
        &["export", "tree", "tictactoe", "-o", "FILE.out"],
        &["export", "python", "tictactoe", "-o", "FILE.out"],
    ] {
        assert_eq!(is_the_same(|_, _| (), args), Some(0), "{args:?}");
        let directory = |folder: &Folder, name: &str| {
            fs::create_dir(folder.path(&args[args.len() - 1].replace("FILE", name))).unwrap();
        };
        assert_eq!(is_the_same(directory, args), Some(2), "{args:?}");
        let nowhere = args.join(" ").replace("FILE", "FILE/FILE");
        let nowhere: Vec<_> = nowhere.split(' ').collect();
        assert_eq!(is_the_same(|_, _| (), &nowhere), Some(2), "{args:?}");
    }
    assert_eq!(is_the_same(write_table, &["dump", "FILE", "-o", "FILE"]), Some(2));
    let begun = |text: &'static str| {
        move |folder: &Folder, name: &str| {
            fs::write(folder.path(&format!("{name}.partial")), text).unwrap();
        }
    };
    let solve = ["solve", "connect:4,6,4", "-o", "FILE"];
    assert_eq!(is_the_same(begun("notes"), &solve), Some(2));
    assert_eq!(is_the_same(begun("\0\0"), &solve), Some(0));
}

/// JSON says the exact name.
#[test]
fn json_has_the_names_as_they_are() {
    let folder = Folder::new();
    write_table(&folder, HOSTILE);
    for (args, key) in [
        (&["verify", HOSTILE, "--json"][..], "file"),
        (&["regenerate", HOSTILE, "--json"], "file"),
        (&["diff", HOSTILE, "tictactoe", "--json"], "first"),
        (&["diff", "tictactoe", HOSTILE, "--json"], "second"),
        (&["solve", "tictactoe", "-o", HOSTILE, "--json"], "file"),
    ] {
        let (code, [json, _]) = run(&folder, &args.iter().map(OsStr::new).collect::<Vec<_>>());
        let json: Value = serde_json::from_str(&json).unwrap();
        assert_eq!((code, json[key].as_str()), (Some(0), Some(HOSTILE)), "{args:?}");
    }
    let (_, [json, _]) = run(&folder, &["export", "json", HOSTILE].map(OsStr::new));
    let json: Value = serde_json::from_str(&json).unwrap();
    let quoted = HOSTILE.replace('\'', r"'\''");
    assert_eq!(json["made_by"], format!("perfect-play export json '{quoted}'"));
}

#[test]
fn a_name_in_a_files_header_is_shown() {
    let folder = Folder::new();
    // A game of one position with a name that acts on terminals.
    let nothing = Listed::over(HOSTILE);
    let table = perfect_play_generator::solve(nothing, Objective::Fastest, &mut |_, _| ()).unwrap();
    for name in ["nothing.perfect", "c.perfect.partial"] {
        write(&table, &folder.path(name)).unwrap();
    }
    for args in READING {
        let args = args.iter().map(|arg| arg.replace("FILE", "nothing.perfect"));
        let args: Vec<_> = args.map(OsString::from).collect();
        let (code, [_, err]) =
            run(&folder, &args.iter().map(OsString::as_os_str).collect::<Vec<_>>());
        assert_eq!(code, Some(2), "{args:?}: {err}");
        let first = format!("is a table of the game `{SHOWN}`, unknown to this program\n");
        assert!(err.contains(&first), "{args:?}: {err}");
    }
    let solve = ["solve", "connect:4,6,4", "-o", "c.perfect"].map(OsStr::new);
    let (code, [_, err]) = run(&folder, &solve);
    let message = format!("c.perfect.partial is the beginning of another table ({SHOWN}, fastest)");
    assert!(code == Some(2) && err.contains(&message), "{err}");
}

/// Every argument in turn, in messages of the program and of the parser.
#[test]
fn arguments_are_shown() {
    let folder = Folder::new();
    let not_utf_8 = OsString::from_vec(b"\x1b[31m\xff\n".to_vec());
    for args in [
        &["ARG"][..],
        &["--ARG"],
        &["-xARG"],
        &["help", "ARG"],
        &["man", "ARG"],
        &["man", "export", "ARG"],
        &["completions", "ARG"],
        &["solve", "ARG"],
        &["solve", "mnk:3,3,ARG"],
        &["solve", "tictactoeARG"],
        &["solve", "tictactoe+ARG"],
        &["solve", "mnk:99,99,ARG"],
        &["solve", "tictactoe", "ARG"],
        &["solve", "tictactoe", "--ARG"],
        &["solve", "tictactoe", "--objective", "ARG"],
        &["solve", "tictactoe", "--threads", "ARG"],
        &["solve", "tictactoe", "--memory", "ARG"],
        &["solve", "tictactoe", "--format=ARG"],
        &["probe", "ARG", "X........"],
        &["probe", "tictactoe", "ARG"],
        &["probe", "tictactoe", "X.......ARG"],
        &["probe", "connect:4,4,4", "1ARG"],
        &["probe", "connect:4,4,4", "ARG1"],
        &["trace", "tictactoe", "ARG"],
        &["trace", "ARG", "X........"],
        &["trace", "tictactoe", "X........", "--max-depth", "ARG"],
        &["moves", "tictactoe", "ARG"],
        &["arena", "ARG", "blind"],
        &["arena", "blind", "skill:ARG"],
        &["arena", "blind", "blind", "--game", "ARG"],
        &["arena", "blind", "blind", "--seed", "ARG"],
        &["grade", "ARG", "blind"],
        &["grade", "tictactoe", "ARG"],
        &["grade", "tictactoe", "--program", "exit 1; ARG"],
        &["grade", "tictactoe", "--moves", "ARG"],
        &["puzzles", "tictactoe", "--kind", "ARG"],
        &["longest", "ARG"],
        &["play", "ARG"],
        &["play", "--level", "ARG"],
        &["play", "--level", "o=ARG"],
        &["play", "--as", "ARG"],
        &["export", "ARG"],
        &["export", "map", "ARG"],
        &["export", "tree", "tictactoe", "--plies", "ARG"],
        &["stats", "tictactoe", "--json=ARG"],
        &["diff", "ARG", "tictactoe"],
        &["diff", "tictactoe", "tictactoe", "--limit", "ARG"],
        &["verify", "ARG"],
        &["regenerate", "ARG"],
        &["dump", "ARG", "--format", "perfect", "-o", "out"],
    ] {
        let lines = [OsStr::new(HOSTILE), OsStr::new(PLAIN), &not_utf_8].map(|hostile| {
            let args: Vec<_> = args
                .iter()
                .map(|arg| {
                    let (before, after) = arg.split_once("ARG").unwrap_or((arg, ""));
                    let parts = if arg.contains("ARG") {
                        vec![OsStr::new(before), hostile, OsStr::new(after)]
                    } else {
                        vec![OsStr::new(before)]
                    };
                    parts.into_iter().collect::<OsString>()
                })
                .collect();
            let args: Vec<_> = args.iter().map(OsString::as_os_str).collect();
            let (code, [out, err]) = run(&folder, &args);
            assert_eq!((code, &*out), (Some(2), ""), "{args:?}: {err}");
            err.lines().count()
        });
        assert_eq!(lines[0], lines[1], "{args:?}");
    }
}
