//! `plan`: the estimated cost of a solve. A solve that exceeds the limits is refused.

use std::fs;

use serde_json::Value;

use crate::{Folder, large::peak_memory};

/// The part of a plan between two numbers. The second may be unknown.
fn between(range: &Value) -> std::ops::RangeInclusive<f64> {
    range["least"].as_f64().unwrap()..=range["most"].as_f64().unwrap_or(f64::INFINITY)
}

#[test]
fn connect_four_on_its_usual_board_is_planned() {
    let folder = Folder::new();
    let plan = folder.json(&["plan", "connect4", "--json"]);
    assert_eq!(plan["game"], "connect:7,6,4");
    assert_eq!(plan["slots"], 4_320_765_414_736_u64);
    assert_eq!((&plan["tiers"], &plan["largest_tier"]), (&551_668.into(), &33_410_855.into()));
    // It was solved once.
    assert_eq!(between(&plan["file_bytes"]), 48_316_523_049.0..=48_316_523_049.0);
    assert_eq!(between(&plan["core_seconds"]["solve"]), 18_700.0..=2.0 * 18_700.0);
    assert!(plan["scratch"]["slots"].as_u64().unwrap() < 1_500_000_000_000);
    let basis = plan["basis"].as_array().unwrap();
    assert_eq!((basis.len(), &basis[0]["game"]), (1, &"connect:7,6,4".into()));
    let free = &plan["free"];
    assert!(free["memory"].as_u64() > Some(1 << 20) && free["cores"].as_u64() > Some(0));

    let text = folder.fine(&["plan", "connect4", "--threads", "4", "--memory", "300MB"]);
    for line in [
        "connect:7,6,4\n",
        "slots         4,320,765,414,736\n",
        "tiers         551,668, in 19 layers\n",
        "largest tier  33,410,855 slots\n",
        "      4     281 MiB\n",
        "the file      48.3 GB\n",
        "measured\n  connect:7,6,4: 4,320,765,414,736 slots, 48.3 GB, 18700 core-seconds\n",
        "free memory   286.1 MiB, and ",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }

    let other = folder.json(&["plan", "connect:7,6,4+misere", "--json"]);
    let [smaller, larger] = [&other["basis"][0]["game"], &other["basis"][1]["game"]];
    assert_eq!((smaller, larger), (&"connect:6,6,4".into(), &"connect:7,6,4".into()));
    assert!(between(&other["file_bytes"]).contains(&50e9), "{other}");
    assert!(
        folder
            .fine(&["plan", "connect:7,6,4+misere"])
            .contains("\nextrapolated by slots from\n  connect:6,6,4: ")
    );
}

#[test]
fn what_was_planned_is_what_it_takes() {
    let folder = Folder::new();
    for game in ["tictactoe", "connect:4,4,4", "mnk:4,4,4", "mnk:6,3,4", "connect:7,6,2"] {
        let plan = folder.json(&["plan", game, "--json"]);
        let solved = folder.json(&["solve", game, "-o", "t.perfect", "--json"]);
        if !solved["slots"].is_null() {
            assert_eq!(plan["slots"], solved["slots"], "{game}");
        }
        let bytes = fs::metadata(folder.path("t.perfect")).unwrap().len();
        // A small table is almost only a header, and lines of two leave almost nothing else.
        let most = between(&plan["file_bytes"]).end().max(4096.0);
        assert!(most >= f64::from(u32::try_from(bytes).unwrap()), "{game}: {bytes} {plan}");
    }
}

/// Asserts that the bounds of an estimate hold. The number of positions was counted by playing every move.
fn bounds_hold(game: &str, positions: f64, games: u64) {
    let plan = Folder::new().json(&["plan", game, "--games", &games.to_string(), "--json"]);
    assert_eq!(plan["games"], games, "{plan}");
    assert!(between(&plan["positions"]).contains(&positions), "{game}, {games} games: {plan}");
    let [first, last] = [&plan["plies"][0], plan["plies"].as_array().unwrap().last().unwrap()];
    assert_eq!((&first["how"], last["how"] == "counted"), (&"counted".into(), false), "{plan}");
}

#[test]
fn positions_that_must_be_found_are_estimated_within_the_bounds() {
    for (game, positions) in
        [("othello:4,4", 15_856.0), ("kalah:3,3", 29_274.0), ("hex:4", 4_693_575.0)]
    {
        bounds_hold(game, positions, 1000);
    }
    let folder = Folder::new();
    let plan = ["plan", "hex:5", "--games", "1000"];
    let [text, other] =
        ["1", "2"].map(|seed| folder.fine(&[&plan[..], &["--seed", seed]].concat()));
    assert!(text.starts_with("hex:5\n\npositions    ") && text.contains(" to "), "{text}");
    assert!(text.contains("counted      3,770, up to ply 3\n"), "{text}");
    assert!(text.contains("plies are extrapolated: with more `--games`"), "{text}");
    let positions = |text: &str| text.lines().nth(2).unwrap().to_owned();
    assert_eq!(positions(&text), positions(&folder.fine(&plan)));
    assert_ne!(positions(&text), positions(&other));
    // Play that can repeat positions has no upper bound if too few games meet.
    let open = folder.json(&["plan", "quixo:5,5,5", "--games", "1000", "--json"]);
    assert!(open["positions"]["most"].is_null() && open["memory"]["most"].is_null(), "{open}");

    let counted = folder.json(&["plan", "hex:3", "--json"]);
    assert_eq!((&counted["games"], &counted["positions"]["least"]), (&0.into(), &2781.into()));
    assert!(
        folder
            .fine(&["plan", "hex:3"])
            .contains("positions    2,781, all counted, symmetric ones once\n")
    );
    for args in [["--games", "999"], ["--games", "x"], ["--seed", "x"], ["--machines", "2"]] {
        folder.trouble(&[&["plan", "hex:5"], &args[..]].concat());
    }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn the_bounds_of_estimates_hold_for_games_of_many_families() {
    for (game, positions) in [
        ("kalah:3,4", 213_841.0),
        ("kalah:4,2", 315_147.0),
        ("kalah:6,1", 1_218_928.0),
        ("kalah:4,3", 5_255_649.0),
        ("kalah:3,5", 829_400.0),
        ("hex:4", 4_693_575.0),
        ("othello:4,4", 15_856.0),
        ("dots:3,2", 49_767.0),
        ("dots:4,2", 1_755_145.0),
        ("clobber:4,4", 150_397.0),
        ("isolation:4,3", 119_037.0),
        ("isolation:5,3", 830_004.0),
        ("hexapawn:5,4", 180_181.0),
        ("hexapawn:5,5", 1_606_169.0),
        ("domineering:5,5", 114_134.0),
        ("domineering:6,5", 2_127_972.0),
        ("notakto:5,4,3", 97_022.0),
        ("wild:4,3,3", 57_522.0),
        ("wild:4,3,4", 67_469.0),
        ("chomp:9,9", 24_566.0),
        ("dodgem:4", 393_900.0),
        ("quixo:4,3,3", 102_000.0),
        ("quixo:4,3,4", 130_082.0),
        ("fox-and-hounds:8", 895_363.0),
    ] {
        for games in [1000, 10_000] {
            bounds_hold(game, positions, games);
        }
    }
}

/// The folder is a part of the answer.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_whose_name_is_not_utf_8_has_a_plan_in_json() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};

    let folder = Folder::new();
    let odd = folder.path("").join(OsStr::from_bytes(b"\xff"));
    fs::create_dir(&odd).unwrap();
    let output =
        folder.command(&["plan", "tictactoe", "--json"]).current_dir(odd).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    serde_json::from_slice::<Value>(&output.stdout).unwrap();
}

#[test]
fn what_cannot_be_numbered_has_no_plan() {
    let folder = Folder::new();
    let message = folder.trouble(&["plan", "connect:9,9,4"]);
    let limit = "That board has 81 cells and is too large to solve here: ";
    assert!(message.contains(limit), "{message}");
    assert!(folder.trouble(&["plan", "connect:8,8,4"]).contains("has 64 cells"));
    let message = folder.trouble(&["plan", "connect:9,7,4"]);
    assert!(
        message.contains("That board has 63 cells and is too large to solve here: "),
        "{message}"
    );
    assert!(message.contains("and 7 columns by 6 rows."), "{message}");
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn a_solve_that_does_not_fit_on_the_disk_is_refused_before_it_starts() {
    let folder = Folder::new();
    let args = ["solve", "connect4", "-o", "c4.perfect", "--memory", "100GB", "--disk", "10GB"];
    let message = folder.trouble(&args);
    let start = "error: solving connect:7,6,4 into a file takes at least 30.8 GB of disk, and --disk \
                 allows 10.0 GB: make room, or name a file on another disk; ";
    assert!(message.starts_with(start), "{message}");
    let args = ["solve", "connect4", "--memory", "100GB", "--disk", "1 GB"];
    let message = folder.trouble(&args);
    assert!(message.contains("connect:7,6,4 without a file takes at least 8.9 GB"), "{message}");
    assert!(message.contains("`--scratch FOLDER`"), "{message}");
    let message = folder.trouble(&[&args[..], &["--scratch", "tiers"]].concat());
    assert!(message.contains("--disk allows 1.0 GB"), "{message}");
    let message = folder.trouble(&["solve", "connect:5,5,4", "-o", "/dev/stdout", "--disk", "1MB"]);
    assert!(message.contains("TMPDIR"), "{message}");
    assert!(folder.names().is_empty());

    // Existing files are subtracted.
    let args = ["solve", "connect:5,5,4", "-o", "c.perfect", "--disk", "1MB"];
    assert!(folder.trouble(&args).contains("takes at least 2.2 MB of disk"));
    fs::write(folder.path("c.perfect.partial"), vec![0; 1_000_000]).unwrap();
    let message = folder.trouble(&args);
    assert!(
        message.contains("what is left of solving connect:5,5,4 into a file takes at least 1.2 MB")
    );
}

#[test]
fn the_limits_of_a_game_that_says_its_tiers_are_heeded_with_what_to_do() {
    let folder = Folder::new();
    let in_memory = folder.trouble(&["solve", "morris:nine", "--memory", "1MB"]);
    assert!(in_memory.contains(": `perfect-play solve morris:nine -o FILE` takes "), "{in_memory}");
    let file = ["solve", "morris:nine", "-o", "m.perfect"];
    let least = folder.trouble(&[&file[..], &["--memory", "1MB"]].concat());
    let advice = ": this is the least, and `perfect-play plan morris:nine` says more\n";
    assert!(least.ends_with(advice), "{least}");
    let disk = folder.trouble(&[&file[..], &["--memory", "100GB", "--disk", "6GB"]].concat());
    let start = "error: solving morris:nine into a file may take 27.8 GB of disk, a byte for each slot, and \
                 --disk allows 6.0 GB: give more, or leave `--disk` out, ";
    assert!(disk.starts_with(start), "{disk}");
    // An existing file is subtracted.
    let begun = fs::File::create(folder.path("m.perfect.partial")).unwrap();
    begun.set_len(100_000_000).unwrap();
    let disk = folder.trouble(&[&file[..], &["--memory", "100GB", "--disk", "6GB"]].concat());
    let start = "error: what is left of solving morris:nine into a file may take 27.7 GB";
    assert!(disk.starts_with(start), "{disk}");
}

#[test]
fn where_the_disk_is_not_limited_the_limit_is_said_to_have_no_effect() {
    let folder = Folder::new();
    folder.fine(&["solve", "tictactoe", "-o", "t.perfect"]);
    for (args, why) in [
        (&["solve", "tictactoe"][..], "tictactoe is solved in memory"),
        (&["solve", "morris:three"], "morris:three is solved in memory"),
        (&["solve", "nim:3,4,5", "--plies", "2"], "a cut table is small"),
        (&["regenerate", "t.perfect"], "tictactoe is solved in memory"),
    ] {
        let answer = folder.run(&[args, &["--disk", "1GB"]].concat());
        let said = format!("{why}: `--disk` has no effect\n");
        assert_eq!((answer.code, answer.err), (Some(0), said), "{args:?}");
    }
}

#[test]
fn where_a_plan_is_the_same_for_any_threads_they_are_said_to_have_no_effect() {
    let folder = Folder::new();
    for (args, of) in [
        (&["plan", "kalah:2,2"][..], "kalah:2,2"),
        (&["plan", "morris:three"], "morris:three"),
        (&["plan", "nim:1,2", "--plies", "2"], "a cut table"),
    ] {
        let answer = folder.run(&[args, &["--threads", "2"]].concat());
        let said = format!(
            "the plan of {of} is the same for any number of threads: `--threads` has no effect\n"
        );
        assert_eq!((answer.code, answer.err), (Some(0), said), "{args:?}");
    }
}

/// A new file system, if the system allows the test to mount one.
#[cfg(target_os = "linux")]
#[test]
fn what_is_free_is_asked_of_the_disk_that_the_file_is_on() {
    let folder = Folder::new();
    let script = "mkdir small && mount -t tmpfs -o size=2m tmpfs small || exit 77; \
                  exec \"$0\" solve connect:5,5,4 -o small/c.perfect";
    let program = env!("CARGO_BIN_EXE_perfect-play");
    let mut unshare = std::process::Command::new("unshare");
    unshare.args(["--map-root-user", "--mount", "sh", "-c", script, program]);
    let Ok(run) = unshare.current_dir(folder.path("")).output() else { return };
    let message = String::from_utf8_lossy(&run.stderr);
    if run.status.code() == Some(77) || message.starts_with("unshare: ") {
        println!("skipped: {message}");
        return;
    }
    assert_eq!(run.status.code(), Some(2), "{message}");
    assert!(message.contains("takes at least 2.8 MB of disk, and 2.1 MB is free in "), "{message}");
}

#[test]
fn the_least_memory_is_enough() {
    let folder = Folder::new();
    for game in ["connect:4,6,4", "connect:5,5,4", "mnk:6,3,4"] {
        let message = folder.trouble(&["solve", game, "-o", "t.perfect", "--memory", "1MB"]);
        let (_, least) = message.split_once(": the least is ").expect(&message);
        let (mib, _) = least.split_once(" MiB, with `--threads 1`").expect(&message);
        let least = format!("{mib} MiB");
        let args = ["solve", game, "-o", "t.perfect", "--threads", "1", "--memory", &least];
        let Some(peak) = peak_memory(&folder, &args) else { return };
        let least: u64 = mib.parse::<u64>().unwrap() << 20;
        let most = least + (least / 10).max(16 << 20);
        assert!(peak * 1024 <= most, "{game}: {peak} kB, and {mib} MiB were allowed");
    }
}

#[test]
fn a_plan_for_many_machines_has_a_row_for_each_number_and_a_picture() {
    let folder = Folder::new();
    let plan = ["plan", "connect:6,5,4", "--machines", "6", "--cores", "2", "--latency", "0.5"];
    let told: Value =
        serde_json::from_str(&folder.fine(&[&plan[..], &["--json", "--svg", "c.svg"]].concat()))
            .unwrap();
    let rows = told["cluster"]["machines"].as_array().unwrap();
    let machines: Vec<_> = rows.iter().map(|row| row["machines"].as_u64().unwrap()).collect();
    assert_eq!(machines, [1, 2, 4, 6]);
    let number = |row: usize, name: &str| rows[row][name].as_f64().unwrap();
    for row in 1..4 {
        assert!(number(row, "seconds") < number(row - 1, "seconds"));
        assert!(number(row, "seconds") > number(row, "critical_path_seconds"));
        assert!((0.0..1.0).contains(&number(row, "efficiency")));
    }
    // Twice as many machines are at most twice as fast.
    assert!(number(1, "seconds") > 0.49 * number(0, "seconds"));
    let picture = fs::read_to_string(folder.path("c.svg")).unwrap();
    roxmltree::Document::parse(&picture).unwrap();
    assert!(picture.contains("connect:6,5,4 on machines of 2 cores"));
    let text = folder.fine(&plan);
    assert!(text.contains("machines        time  efficiency  critical path  all read"), "{text}");
    let fast = folder.fine(&[&plan[..], &["--rate", "1000000000", "--disk", "9000"]].concat());
    assert_ne!(fast, text);

    for (game, why) in [
        ("tictactoe", "is one piece"),
        ("hex:3", "is one piece"),
        ("chess:KQK", "is one piece"),
        ("morris:six", "unit by unit"),
    ] {
        let message = folder.trouble(&["plan", game, "--machines", "2"]);
        assert!(message.contains(why) && message.contains("leave `--machines` out"), "{message}");
    }
    // A picture that cannot be written is an error before the work.
    for (picture, why) in
        [("no/c.svg", "there is no folder no"), ("c.png", "name the file `c.svg`")]
    {
        let mut drawn = folder.command(&[&plan[..], &["--svg", picture]].concat());
        let drawn = drawn.env("PERFECT_PLAY_PROGRESS_SECONDS", "0").output().unwrap();
        let message = String::from_utf8(drawn.stderr).unwrap();
        assert!(message.starts_with("error: ") && message.contains(why), "{message}");
    }
    let cut = folder.trouble(&["plan", "connect4", "--plies", "3", "--machines", "16"]);
    assert!(cut.contains("leave `--machines` or `--plies` out"), "{cut}");
    for args in [["--machines", "0"], ["--cores", "2"], ["--latency", "-1"], ["--latency", "x"]] {
        folder.trouble(&[&["plan", "connect4"], &args[..]].concat());
    }
}
