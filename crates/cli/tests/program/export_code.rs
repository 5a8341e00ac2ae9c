//! Tables as code. The tests of perfect-play-export test what the code answers.

use std::{fs, process::Command};

use insta::assert_snapshot;
use perfect_play::TICTACTOE;
use perfect_play_export::{Language, export, types};

use crate::{Folder, files};

/// The text before the table and the lookup.
fn head(file: &str) -> String {
    let lines = file.lines();
    let of_head = |line: &&str| {
        !["#ifndef", "from __future__", "/** The game.", "  \"positions\""]
            .iter()
            .any(|end| line.starts_with(end))
    };
    lines.take_while(of_head).map(|line| line.to_owned() + "\n").collect()
}

#[test]
fn the_head_says_what_the_file_is_and_how_it_is_used() {
    let folder = Folder::new();
    for (language, game) in [
        ("c", "tictactoe"),
        ("python", "connect:3,2,2"),
        ("js", "mnk:3,2,2+misere"),
        ("json", "mnk:2,1,1"),
    ] {
        let file = folder.fine(&["export", language, game]);
        assert_snapshot!(format!("head_{language}"), head(&file));
    }
    // The complete output, for the smallest game.
    assert_snapshot!("export_json", folder.fine(&["export", "json", "mnk:2,1,1"]));
}

#[test]
fn the_same_table_makes_the_same_file() {
    let folder = Folder::new();
    folder.fine(&["solve", "tictactoe", "-o", "t.perfect"]);
    for language in Language::ALL {
        let name = language.name();
        let printed = folder.fine(&["export", name, "tictactoe"]);
        let command = format!("perfect-play export {name} tictactoe");
        assert!(printed == export(&TICTACTOE, language, &command).unwrap(), "{name}");
        folder.fine(&["export", name, "tictactoe", "-o", "named"]);
        folder.fine(&["export", name, "t.perfect", "-o", "file"]);
        let read = |file| fs::read_to_string(folder.path(file)).unwrap();
        assert!(read("named") == printed, "{name}");
        // The command in the comment is different.
        assert!(read("file").replace("t.perfect", "tictactoe") == printed, "{name}");
    }
}

/// The indented text in the help of a kind, from the line with this beginning to the end.
fn shown(folder: &Folder, kind: &str, first: &str) -> String {
    let help = folder.fine(&["export", kind, "--help"]);
    let lines = help.lines().skip_while(|line| !line.trim_start().starts_with(first));
    let lines = lines.take_while(|line| line.starts_with("  ") || line.is_empty());
    lines.map(|line| line.strip_prefix("  ").unwrap_or(line).to_owned() + "\n").collect()
}

/// The output of a program, if it is installed. If it is not, the tests of perfect-play-export say so.
fn run(folder: &Folder, program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).current_dir(folder.path(".")).output().ok()?;
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && err.is_empty(), "{program}: {err}");
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn what_the_help_shows_works() {
    let folder = Folder::new();
    for (kind, name) in [("c", "tictactoe.h"), ("python", "tictactoe.py"), ("js", "tictactoe.mjs")]
    {
        folder.fine(&["export", kind, "tictactoe", "-o", name]);
    }
    fs::write(folder.path("main.c"), shown(&folder, "c", "#include")).unwrap();
    let args = ["-std=c99", "-Wall", "-Wextra", "-Werror", "main.c", "-o", "main"];
    if run(&folder, "gcc", &args).is_some() {
        let main = folder.path("main");
        assert_eq!(
            run(&folder, main.to_str().unwrap(), &[]).as_deref(),
            Some("cell 8\nX O .\n. X .\n. . O\n")
        );
    }
    fs::write(folder.path("shown.txt"), shown(&folder, "python", ">>>")).unwrap();
    let test = "import doctest; print(doctest.testfile('shown.txt', module_relative=False))";
    let tested = run(&folder, "python3", &["-c", test]);
    assert_eq!(
        tested.as_deref().unwrap_or("TestResults(failed=0, attempted=6)\n").trim(),
        "TestResults(failed=0, attempted=6)"
    );
    // Each line with an answer in a comment, as a list of the two.
    let shown = shown(&folder, "js", "import");
    let answered = shown.lines().filter(|line| !line.starts_with("const"));
    let answered = answered.filter_map(|line| line.split_once("; // "));
    let asked: Vec<_> = answered.map(|(ask, _)| format!("console.log({ask});\n")).collect();
    fs::write(folder.path("main.mjs"), shown + &asked.concat()).unwrap();
    if let Some(printed) = run(&folder, "node", &["main.mjs"]) {
        let lines: Vec<_> = printed.lines().collect();
        assert_eq!(lines[..2], ["loss", "8"]);
        assert!(["2", "8"].contains(&lines[2]), "{printed}");
        assert_eq!(lines[4..], ["X O .", ". X .", ". . O", "null"]);
    }
}

/// TypeScript's compiler, which `npm ci` installs.
const TSC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/page/node_modules/.bin/tsc");

#[test]
fn a_modules_types_are_beside_it_under_the_name_that_typescript_looks_for() {
    let folder = Folder::new();
    let declared = types(&TICTACTOE, "perfect-play export js tictactoe").unwrap();
    for (module, beside) in [("t.mjs", Some("t.d.mts")), ("t.js", Some("t.d.ts")), ("t", None)] {
        let folder = Folder::new();
        folder.fine(&["export", "js", "tictactoe", "-o", module]);
        let mut names = [vec![module], beside.into_iter().collect()].concat();
        names.sort_unstable();
        assert_eq!(folder.names(), names);
        let Some(beside) = beside else { continue };
        assert!(fs::read_to_string(folder.path(beside)).unwrap() == declared, "{beside}");
        let program = format!(
            "import {{ bestMove, codeOf }} from \"./{module}\";\n\
             export const move: number | null = bestMove(codeOf(\"X........\"));\n"
        );
        fs::write(folder.path("main.mts"), program).unwrap();
        fs::write(folder.path("package.json"), "{ \"type\": \"module\" }").unwrap();
        let args = "--strict --noEmit --target es2022 --module nodenext --lib es2022 main.mts";
        run(&folder, TSC, &args.split(' ').collect::<Vec<_>>());
    }
    assert!(folder.fine(&["export", "js", "tictactoe", "--types"]) == declared);
    folder.fine(&["export", "js", "tictactoe", "--types", "-o", "alone.mjs"]);
    assert_eq!(folder.names(), ["alone.mjs"]);
    assert!(fs::read_to_string(folder.path("alone.mjs")).unwrap() == declared);
}

#[test]
fn a_module_without_its_types_is_not_written() {
    let folder = Folder::new();
    fs::create_dir(folder.path("t.d.mts")).unwrap();
    folder.fine(&["solve", "tictactoe", "-o", "u.perfect"]);
    fs::rename(folder.path("u.perfect"), folder.path("u.d.ts")).unwrap();
    let mut messages = folder.trouble(&["export", "js", "tictactoe", "-o", "t.mjs"]);
    messages += &folder.trouble(&["export", "js", "u.d.ts", "-o", "u.js"]);
    messages += &folder.trouble(&["export", "c", "tictactoe", "--types"]);
    assert_snapshot!("export_types_trouble", messages);
    assert_eq!(folder.names(), ["t.d.mts", "u.d.ts"]);
}

#[test]
fn what_is_not_exported_is_explained() {
    let folder = Folder::new();
    folder.fine(&["solve", "tictactoe", "-o", "t.perfect"]);
    fs::rename(folder.path("t.perfect"), folder.path("tictactoe.perfect")).unwrap();
    // The start, which is a draw, as a win.
    files::altered(&folder, "start.perfect", ".........", files::win(9));
    let names = folder.names();
    let mut messages = String::new();
    for args in [
        &["c", "mnk:4,4,4"][..],
        &["json", "connect:6,6,4"],
        &["js", "start.perfect"],
        &["python", "tictacto"],
        &["c", "poker"],
        &["c", "missing.perfect"],
        &["python", "X........"],
        &["c", "tictactoe.perfect", "-o", "tictactoe.perfect"],
        &["js", "tictactoe", "-o", "missing/t.mjs"],
        &["rust", "tictactoe"],
        &["c"],
    ] {
        messages += &folder.trouble(&[&["export"], args].concat());
    }
    assert_snapshot!("export_code_trouble", messages);
    assert_eq!(folder.names(), names);
}
