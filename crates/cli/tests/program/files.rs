//! Files of tables: solving into them, opening, proving and regenerating them.

use std::{
    fs,
    process::{Command, Stdio},
};

use insta::assert_snapshot;
use perfect_play_core::{Game, Numbering, Scheme, Table, Value};
use perfect_play_file::{TableFile, write};
use perfect_play_games::{Mills, Mnk};
use perfect_play_generator::numbering::{RankNumbering, RankedValues, SmallTable};
use serde_json::json;

use crate::Folder;

/// A win in this many plies, as the byte of a value.
pub(crate) const fn win(plies: u16) -> u8 {
    Value::win(plies).unwrap().byte()
}

/// A file of tic-tac-toe with a changed value in one slot and right checksums.
pub(crate) fn altered(folder: &Folder, name: &str, board: &str, byte: u8) -> u64 {
    let file = TableFile::open(&folder.path("tictactoe.perfect")).unwrap();
    let table: SmallTable<_> = file.into_table(Mnk::TICTACTOE).unwrap();
    let objective = table.objective();
    let (game, numbering, mut values) = table.into_parts();
    let code = game.encode(game.parse(board).unwrap());
    values[usize::try_from(code).unwrap()] = byte;
    let table = Table::new(game, objective, numbering, values).unwrap();
    write(&table, &folder.path(name)).unwrap();
    code
}

#[test]
fn a_solved_file_answers_like_the_baked_table() {
    let folder = Folder::new();
    let solved = folder.fine(&["solve", "tictactoe", "-o", "tictactoe.perfect"]);
    assert_snapshot!("solve", solved);
    for args in [&["stats"][..], &["dump"], &["dump", "--json"]] {
        let of = |table: &str| folder.fine(&[args, &[table]].concat());
        assert_eq!(of("tictactoe"), of("tictactoe.perfect"));
    }
    let of = |table: &str| folder.fine(&["probe", table, "XO..X...."]);
    assert_eq!(of("tictactoe"), of("./tictactoe.perfect"));
    folder.fine(&["diff", "tictactoe", "tictactoe.perfect"]);
    folder.fine(&["dump", "tictactoe", "--format", "perfect", "-o", "dumped.perfect"]);
    let read = |name: &str| fs::read(folder.path(name)).unwrap();
    assert_eq!(read("dumped.perfect"), read("tictactoe.perfect"));
}

#[test]
fn solve_says_as_json_what_it_did() {
    let folder = Folder::new();
    let args = ["solve", "mnk:2,2,2", "--objective", "outcome", "-o", "a.perfect", "--json"];
    let solved = folder.json(&args);
    let bytes = fs::metadata(folder.path("a.perfect")).unwrap().len();
    let start =
        json!({"outcome": "win", "remoteness": 3, "score": null, "optimal_moves": [0, 1, 2, 3]});
    let moves = [0, 1, 2, 3].map(|cell| json!({"cell": cell, "outcome": "win", "remoteness": 3}));
    assert_eq!(
        solved,
        json!({
            "game": "mnk:2,2,2",
            "objective": "outcome",
            "positions": 29,
            "start": start,
            "moves": moves,
            "file": "a.perfect",
            "bytes": bytes,
        })
    );
    let solved = folder.json(&["solve", "mnk:2,2,2", "--json"]);
    assert_eq!((&solved["file"], &solved["bytes"]), (&json!(null), &json!(null)));
}

#[test]
fn a_known_games_name_wins_over_a_file_and_a_path_is_a_file() {
    let folder = Folder::new();
    folder.fine(&["solve", "mnk:2,2,2", "-o", "tictactoe"]);
    assert!(folder.fine(&["stats", "tictactoe"]).starts_with("tictactoe"));
    assert!(folder.fine(&["stats", "./tictactoe"]).starts_with("mnk:2,2,2"));
}

#[test]
fn a_right_file_is_proven_and_regenerated_byte_for_byte() {
    let folder = Folder::new();
    for (game, name) in [("tictactoe", "a.perfect"), ("mnk:4,3,3+misere", "b.perfect")] {
        folder.fine(&["solve", game, "-o", name]);
        assert_snapshot!(format!("verify_{name}"), folder.fine(&["verify", name]));
        assert_snapshot!(format!("regenerate_{name}"), folder.fine(&["regenerate", name]));
    }
    let proof = folder.json(&["verify", "a.perfect", "--json"]);
    assert_eq!((&proof["proven"], &proof["positions"]), (&json!(true), &json!(5_478)));
    let same = folder.json(&["regenerate", "a.perfect", "--json"]);
    assert_eq!((&same["same"], &same["byte_for_byte"]), (&json!(true), &json!(true)));
}

#[test]
fn an_altered_entry_is_caught_at_its_place_though_its_checksums_are_right() {
    let folder = Folder::new();
    folder.fine(&["solve", "tictactoe", "-o", "tictactoe.perfect"]);
    let code = altered(&folder, "altered.perfect", "XO..X....", 2);
    assert_snapshot!("verify_altered", folder.different(&["verify", "altered.perfect"]));
    assert_snapshot!("regenerate_altered", folder.different(&["regenerate", "altered.perfect"]));
    assert_snapshot!("diff_altered", folder.different(&["diff", "altered.perfect", "tictactoe"]));
    let json = |args: &[&str]| -> serde_json::Value {
        serde_json::from_str(&folder.different(args)).unwrap()
    };
    let proof = json(&["verify", "altered.perfect", "--json"]);
    assert_eq!(proof["faults"][0]["code"], json!(code));
    let again = json(&["regenerate", "altered.perfect", "--json"]);
    let differences = again["differences"].as_array().unwrap();
    assert!(differences.iter().any(|difference| difference["board"] == "XO..X...."), "{again}");

    // The file is replaced, and the output says so. The exit code is still 1, because it differed.
    assert!(
        folder
            .different(&["regenerate", "altered.perfect", "--write"])
            .ends_with("altered.perfect has been replaced\n")
    );
    folder.fine(&["regenerate", "altered.perfect"]);
}

/// A slot without a position holds another byte.
#[test]
fn a_file_that_differs_only_in_bytes_is_the_same_and_is_replaced() {
    let folder = Folder::new();
    let path = folder.path("m.perfect");
    folder.fine(&["solve", "morris:three", "-o", "m.perfect"]);
    let right = fs::read(&path).unwrap();
    let file = TableFile::open(&path).unwrap();
    let table = file.into_table::<_, RankNumbering>("morris:three".parse::<Mills>().unwrap());
    let table = table.unwrap();
    let objective = table.objective();
    let (game, numbering, values) = table.into_parts();
    let mut tiers = values.held().unwrap().tiers().to_vec();
    let mut slots = (0..numbering.all_slots()).filter_map(|number| numbering.slot(number));
    let unused = slots.find(|&slot| numbering.position(&game, slot).is_none()).unwrap();
    tiers[unused.section as usize].set(Scheme::Remoteness, unused.rank, Value::DRAW);
    let table = Table::new(game, objective, numbering, RankedValues::from(tiers)).unwrap();
    write(&table, &path).unwrap();
    assert!(fs::read(&path).unwrap() != right);

    let start = "m.perfect: the same; the bytes differ (morris:three, fastest, ";
    let same = folder.fine(&["regenerate", "m.perfect"]);
    assert!(same.starts_with(start) && !same.contains("replaced"), "{same}");
    let replaced = folder.fine(&["regenerate", "m.perfect", "--write"]);
    assert!(replaced.starts_with(start), "{replaced}");
    assert!(replaced.ends_with("\n\nm.perfect has been replaced\n"), "{replaced}");
    assert!(fs::read(&path).unwrap() == right);
    assert!(folder.fine(&["regenerate", "m.perfect"]).contains("the same, byte for byte"));
}

#[test]
fn entries_that_are_missing_or_impossible_are_caught() {
    let folder = Folder::new();
    folder.fine(&["solve", "tictactoe", "-o", "tictactoe.perfect"]);
    // A full, drawn board.
    altered(&folder, "missing.perfect", "XOXXOOOXX", Value::NONE);
    assert_snapshot!("verify_missing", folder.different(&["verify", "missing.perfect"]));
    assert_snapshot!("diff_missing", folder.different(&["diff", "tictactoe", "missing.perfect"]));
    altered(&folder, "unreachable.perfect", "XXXOO.O..", Value::DRAW.byte());
    assert_snapshot!("verify_unreachable", folder.different(&["verify", "unreachable.perfect"]));
    assert_snapshot!(
        "diff_unreachable",
        folder.different(&["diff", "tictactoe", "unreachable.perfect"])
    );
    // The command still gives no answer for a board that the rules forbid, or for a board without an entry.
    assert_eq!(
        folder.trouble(&["probe", "unreachable.perfect", "XXXOO.O.."]),
        folder.trouble(&["probe", "tictactoe", "XXXOO.O.."])
    );
    for board in ["XOXXOOOXX", "XOXXOOOX."] {
        let message = folder.trouble(&["probe", "missing.perfect", board]);
        assert_snapshot!(format!("probe_missing_{board}"), message);
    }
    let mut dump = folder.run(&["dump", "missing.perfect"]);
    dump.out.clear();
    assert_snapshot!("dump_missing", dump.err);
    assert_eq!(dump.code, Some(2));
    folder.trouble(&["dump", "missing.perfect", "-o", "missing.csv"]);
    assert!(!folder.path("missing.csv").exists());
    // An outcome that contradicts the values after its moves.
    altered(&folder, "outcome.perfect", "XO..X....", win(4));
    assert_snapshot!("probe_outcome", folder.trouble(&["probe", "outcome.perfect", "XO..X...."]));
}

#[test]
fn a_closed_pipe_is_no_error_and_changes_no_finding() {
    let folder = Folder::new();
    folder.fine(&["solve", "tictactoe", "-o", "tictactoe.perfect"]);
    altered(&folder, "altered.perfect", "XO..X....", 2);
    for (args, code) in [
        (&["dump", "tictactoe"][..], 0),
        (&["dump", "tictactoe", "--json"], 0),
        (&["dump", "tictactoe", "--format", "jsonl"], 0),
        (&["verify", "tictactoe.perfect"], 0),
        (&["verify", "altered.perfect"], 1),
        (&["regenerate", "altered.perfect", "--json"], 1),
        (&["diff", "tictactoe", "altered.perfect"], 1),
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = folder.command(args).stdout(writer).output().unwrap();
        assert_eq!((output.status.code(), &*output.stderr), (Some(code), &b""[..]), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_table_from_a_pipe_is_a_table() {
    let folder = Folder::new();
    folder.fine(&["solve", "tictactoe", "-o", "a.perfect"]);
    for command in ["verify", "regenerate"] {
        let file = fs::File::open(folder.path("a.perfect")).unwrap();
        let mut cat = Command::new("cat").stdin(file).stdout(Stdio::piped()).spawn().unwrap();
        let pipe = cat.stdout.take().unwrap();
        let output = folder.command(&[command, "/dev/stdin"]).stdin(pipe).output().unwrap();
        cat.wait().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf_8_are_names() {
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder::new();
    let name = std::ffi::OsStr::from_bytes(b"\xff.perfect");
    for args in [
        &["solve", "mnk:2,2,2", "--json", "-o"][..],
        &["verify", "--json"],
        &["regenerate", "--json"],
    ] {
        let output = folder.command(args).arg(name).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_that_leaves_nothing_behind() {
    let folder = Folder::new();
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    for args in [
        &["dump", "tictactoe"][..],
        &["games"],
        &["stats", "tictactoe", "--json"],
        &["help"],
        &["probe", "--help"],
        &["--version"],
    ] {
        let output = folder.command(args).stdout(full()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.starts_with("error: the answer cannot be printed: No space left"), "{error}");
    }
    let error = folder.trouble(&["solve", "tictactoe", "-o", "/dev/full"]);
    assert!(error.contains("/dev/full cannot be written: No space left"), "{error}");
    assert_eq!(folder.names(), [""; 0]);
}

#[cfg(unix)]
#[test]
fn a_dump_of_a_table_can_be_piped_and_read_back() {
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_perfect-play");
    let pipe = format!("{program} dump tictactoe --format perfect > piped.perfect");
    assert!(
        Command::new("sh")
            .args(["-c", &pipe])
            .current_dir(folder.path(""))
            .status()
            .unwrap()
            .success()
    );
    folder.fine(&["verify", "piped.perfect"]);
}
