//! Attacked: tables in C, Python, JavaScript and JSON, of random games with codes. The files are compiled and run.
//!
//! A defeat: an answer that is wrong, missing, or given for a code that no position has; a file that does not compile.
//!
//! The truth is that of [`super::worth`]. The programs that ask are those of the crate's own tests; they print a line
//! for each code.

use std::{collections::BTreeMap, fmt::Write, fs, process::Command};

use perfect_play_export::{Language, export};
use perfect_play_generator::{
    Solution,
    core::{Game, Objective, Outcome, Scheme},
    solve,
};
use perfect_play_test_kit::{besiege, skip};

use super::{
    Data,
    random::random_game,
    worth::{Truth, truth},
};

/// The language, the name of its file, the program that asks, and how it is run. The program in C also asks of code 0
/// what only a position answers, and then fails.
const LANGUAGES: [(Language, &str, &str, &str, &str); 3] = [
    (
        Language::C,
        "game.h",
        include_str!("../../crates/export/tests/drivers/answers.c"),
        "main.c",
        "gcc -std=c99 main.c -o main && { ./main 1 || true; }",
    ),
    (
        Language::Python,
        "table.py",
        include_str!("../../crates/export/tests/drivers/answers.py"),
        "driver.py",
        "python3 driver.py 1",
    ),
    (
        Language::JavaScript,
        "table.mjs",
        include_str!("../../crates/export/tests/drivers/answers.mjs"),
        "driver.mjs",
        "node --input-type=module -e 'import \"./driver.mjs?step=1\"'",
    ),
];

#[test]
fn exports() {
    let installed: Vec<_> = LANGUAGES
        .iter()
        .filter(|language| {
            let tool = language.4.split(' ').next().unwrap();
            let is_there = Command::new(tool)
                .arg("--version")
                .output()
                .is_ok_and(|output| output.status.success());
            if !is_there {
                skip(&format!("there is no `{tool}`"));
            }
            is_there
        })
        .collect();
    besiege(module_path!(), |case| {
        let (game, truth) = loop {
            let game = random_game(case);
            let truth =
                truth(&game).filter(|_| game.game.has_codes() && game.game.nodes.len() < 200);
            if let Some(truth) = truth {
                break (game, truth);
            }
        };
        let table = solve(game.clone(), Objective::Fastest, &mut |_, _| ()).unwrap();
        let expected = lines(&game, &truth);
        is_json_right(&table, &game, &truth);
        case.note("JSON");
        if installed.is_empty() {
            return;
        }
        let (language, file, driver, name, run) = *case.random.of(&installed);
        case.note(language.to_string());
        let folder = tempfile::tempdir().unwrap();
        let driver = if game.scheme() == Scheme::Score {
            driver.replace("remoteness", "score")
        } else {
            driver.to_owned()
        };
        let driver = if language == Language::C {
            driver.replace("game_", "data_").replace("GAME_", "DATA_")
        } else {
            driver
        };
        fs::write(folder.path().join(file), export(&table, language, "the siege").unwrap())
            .unwrap();
        fs::write(folder.path().join(name), driver).unwrap();
        let output =
            Command::new("sh").args(["-c", run]).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let said = String::from_utf8(output.stdout)
            .unwrap()
            .replace("None", "-1")
            .replace("null", "-1")
            .replace("undefined", "-1");
        for (code, line) in (0..game.codes()).zip(said.lines()) {
            let found = line.split(" leads=").next().unwrap();
            let expected =
                expected.get(&code).map_or_else(|| format!("{code} no entry"), Clone::clone);
            let is_missing = expected.ends_with("no entry")
                && (found == format!("{code} unreachable")
                    || found == format!("{code} not a position"));
            assert!(found == expected || is_missing, "{language}: {found}, not {expected}");
        }
        assert!(said.lines().count() as u64 >= game.codes());
    });
}

fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Draw => "draw",
        Outcome::Loss => "loss",
    }
}

/// What is to be printed of each code.
fn lines(game: &Data, truth: &Truth) -> BTreeMap<u64, String> {
    let line = |(&node, reached): (&u32, &super::worth::Reached)| {
        let list = |moves: Vec<u8>| moves.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        let optimal: Vec<u8> =
            reached.moves.iter().filter(|of| of.2 == reached.worth).map(|of| of.0).collect();
        let preserving = reached
            .moves
            .iter()
            .filter(|of| of.2.outcome() == reached.worth.outcome())
            .map(|of| of.0)
            .collect();
        let player = if game.is_impartial() {
            "-1".to_owned()
        } else {
            game.to_move(game.at(node)).to_string()
        };
        let best = optimal.first().map_or_else(|| "-".to_owned(), u8::to_string);
        let mut line = format!(
            "{node} {player} {} {} best={best} optimal={} preserving={} worths=",
            name(reached.worth.outcome()),
            reached.measure(),
            list(optimal),
            list(preserving),
        );
        for &(mv, to, worth) in &reached.moves {
            write!(line, "{mv}:{}:{},", name(worth.outcome()), truth[&to].measure_before(worth))
                .unwrap();
        }
        (u64::from(node), line)
    };
    truth.iter().map(line).collect()
}

fn is_json_right(table: &Solution<Data>, game: &Data, truth: &Truth) {
    let object: serde_json::Value =
        serde_json::from_str(&export(table, Language::Json, "the siege").unwrap()).unwrap();
    let found = object["positions"].as_object().unwrap();
    assert_eq!(found.len(), truth.len());
    for (node, reached) in truth {
        let said = &found[&node.to_string()];
        let measure = &said[if game.scheme() == Scheme::Score { "score" } else { "remoteness" }];
        let measure =
            measure.as_i64().map_or_else(|| "-1".to_owned(), |measure| measure.to_string());
        assert_eq!(
            (said["outcome"].as_str(), measure),
            (Some(name(reached.worth.outcome())), reached.measure()),
            "{node}"
        );
        let optimal: Vec<u8> =
            reached.moves.iter().filter(|of| of.2 == reached.worth).map(|of| of.0).collect();
        assert_eq!(said["optimal_moves"], serde_json::json!(optimal), "p{node}");
    }
}
