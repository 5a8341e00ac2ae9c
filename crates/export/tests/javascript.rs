//! The module, checked by TypeScript's compiler and run by Node.js.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

use perfect_play_core::{Game, Objective, Probe, ProbeError};
use perfect_play_export::{Language, types};
use perfect_play_games::Mnk;
use perfect_play_generator::{Solution, solve};
use perfect_play_test_kit::skip;

use super::{
    MADE_BY,
    answers::{NONE, answers, assert_same},
    boards, file,
    graphs::graphs,
    many_moves, of_measure, solved, stones,
    tools::{Folder, have},
    without_codes,
};

const ANSWERS: &str = include_str!("drivers/answers.mjs");
const BAD_INPUT: &str = include_str!("drivers/bad_input.mjs");
const CONSUMER: &str = include_str!("drivers/consumer.mts");
const WRONG: &str = include_str!("drivers/wrong.mts");

/// The options to check programs in JavaScript.
const CHECKED: &str =
    "--allowJs --checkJs --strict --skipDefaultLibCheck --target es2022 --module esnext";

/// The options to check programs in TypeScript.
const STRICT: &str =
    "--strict --skipDefaultLibCheck --target es2022 --module nodenext --lib es2022,dom";

/// The path of the compiler, in the folder of the program's page.
fn compiler() -> PathBuf {
    // The root of the workspace, whichever of its packages this is compiled for.
    let mut above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let root = above.find(|folder| folder.join("examples").is_dir()).unwrap();
    root.join("crates/cli/page/node_modules/.bin/tsc")
}

/// A folder with the module. `None` if the tools are missing, which has been reported.
fn folder<G: Game>(table: &Solution<G>) -> Option<Folder> {
    if !have(&["node"]) {
        return None;
    }
    if !compiler().exists() {
        skip("there is no `tsc`: run `npm ci` in crates/cli/page");
        return None;
    }
    let folder = Folder::new();
    folder.write("table.mjs", &file(table, Language::JavaScript));
    Some(folder)
}

/// The same, with a program in JavaScript. The types in the module's comments are used to check it.
fn checked<G: Game>(table: &Solution<G>, driver: &str) -> Option<Folder> {
    let folder = folder(table)?;
    folder.write("driver.mjs", &of_measure(table, driver));
    let args = format!("{CHECKED} --noEmit --lib es2022,dom table.mjs driver.mjs");
    folder.run(compiler(), &words(&args));
    Some(folder)
}

fn words(args: &str) -> Vec<&str> {
    args.split_whitespace().collect()
}

fn compare<G: Game>(table: &Solution<G>, step: usize)
where
    Solution<G>: Probe<Game = G, Error = ProbeError>,
{
    if let Some(folder) = checked(table, ANSWERS) {
        folder.write("run.mjs", &format!("import \"./driver.mjs?step={step}\";\n"));
        let printed = folder.run("node", &["run.mjs"]);
        assert_same(&printed.replace("null", NONE), &answers(table, step));
    }
}

#[test]
fn it_answers_as_the_table_does() {
    compare(&solved("tictactoe"), 1);
}

#[test]
fn it_answers_in_misere_play_and_for_the_outcome_alone() {
    compare(&solve(Mnk::TICTACTOE_MISERE, Objective::Outcome, &mut |_, _| ()).unwrap(), 1);
}

#[test]
fn it_answers_where_marks_fall_and_where_there_is_no_board() {
    compare(&solved("connect:4,3,3"), 7);
    compare(&stones(), 1);
    compare(&without_codes(), 1);
}

#[test]
fn it_answers_where_moves_do_not_fit_in_64_bits() {
    compare(&many_moves(), 1);
}

#[test]
fn it_answers_where_play_repeats_or_is_for_points_or_tells_no_players() {
    graphs().for_each(|table| compare(&table, 1));
}

#[test]
fn it_answers_where_records_are_more_than_two_bytes_count() {
    compare(&solved("mnk:4,3,3"), 101);
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn boards_are_read_as_here_and_bad_ones_get_the_same_message() {
    for (game, _) in boards::GAMES {
        let table = solved(game);
        let Some(folder) = checked(&table, BAD_INPUT) else { return };
        let boards = serde_json::to_string(&boards::boards(table.game())).unwrap();
        folder.write(
            "run.mjs",
            &format!("import {{ boards }} from \"./driver.mjs\";\nboards({boards});\n"),
        );
        let printed = folder.run("node", &["run.mjs"]);
        assert_same(&printed, &boards::read(table.game(), true));
    }
}

#[test]
fn bad_input_is_refused_with_a_reason() {
    let Some(folder) = checked(&solved("tictactoe"), BAD_INPUT) else { return };
    folder.write("run.mjs", "import { all } from \"./driver.mjs\";\nall();\n");
    assert_same(&folder.run("node", &["run.mjs"]), include_str!("drivers/bad_input.mjs.txt"));
}

#[test]
fn the_usage_in_the_head_works() {
    head_works(&solved("tictactoe"));
    head_works(&solved("connect:3,2,2"));
    head_works(&stones());
    graphs().for_each(|table| head_works(&table));
}

/// Runs the example in the comment at the head, and compares each line with the value in its comment.
fn head_works<G: Game>(table: &Solution<G>) {
    let Some(folder) = folder(table) else { return };
    let module = file(table, Language::JavaScript);
    let (head, _) = module.split_once("\n */").unwrap();
    let mut program = String::new();
    let mut expected = String::new();
    for line in head.lines().filter_map(|line| line.strip_prefix(" *     ")) {
        match line.split_once("; // ") {
            Some((ask, answer)) => {
                writeln!(program, "console.log(JSON.stringify({ask}));").unwrap();
                writeln!(expected, "{answer}").unwrap();
            }
            None if line.contains("import") => {
                let (names, _) = line.split_once(" from ").unwrap();
                writeln!(program, "{names} from \"./table.mjs\";").unwrap();
            }
            None if line.starts_with("const") || line.starts_with("choose") => {
                writeln!(program, "{line}").unwrap();
            }
            None => {}
        }
    }
    assert!(expected.lines().count() >= 5, "{head}");
    folder.write("run.mjs", &program);
    assert_same(&folder.run("node", &["run.mjs"]), &expected);
}

#[test]
fn a_program_in_strict_typescript_is_compiled_and_runs() {
    let table = solved("tictactoe");
    let Some(folder) = folder(&table) else { return };
    folder.write("table.d.mts", &types(&table, MADE_BY).unwrap());
    folder.write("consumer.mts", CONSUMER);
    for options in ["--noEmit --module es2022 --moduleResolution bundler", STRICT] {
        folder.run(compiler(), &words(&format!("{STRICT} {options} consumer.mts")));
    }
    let printed = folder.run("node", &["consumer.mjs"]);
    assert_same(&printed, include_str!("drivers/consumer.mts.txt"));
}

#[test]
fn what_the_types_do_not_allow_is_rejected() {
    let table = solved("tictactoe");
    let Some(folder) = folder(&table) else { return };
    folder.write("table.d.mts", &types(&table, MADE_BY).unwrap());
    folder.write("wrong.mts", WRONG);
    let args = format!("{STRICT} --noEmit --pretty false wrong.mts");
    let said = folder.fail(compiler(), &words(&args));
    let rejected = said.lines().filter_map(|line| {
        let (number, _) = line.strip_prefix("wrong.mts(")?.split_once(',')?;
        number.parse::<usize>().ok()
    });
    let wrong = (1..).zip(WRONG.lines()).filter(|(_, line)| line.ends_with("// wrong"));
    let wrong: Vec<_> = wrong.map(|(number, _)| number).collect();
    assert!(wrong.len() > 10);
    assert_eq!(rejected.collect::<Vec<_>>(), wrong, "{said}");
}

/// A type that says whether two types are the same.
const SAME: &str = "type Same<A, B> =
    (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;";

/// Asserts that the declared types are those in the module's comments, from which the compiler makes declarations.
fn compare_types<G: Game>(table: &Solution<G>) {
    let Some(folder) = folder(table) else { return };
    let declare = "--declaration --emitDeclarationOnly --outDir commented --lib es2022,dom";
    folder.run(compiler(), &words(&format!("{CHECKED} {declare} table.mjs")));
    folder.write("table.d.mts", &types(table, MADE_BY).unwrap());
    let own = ["Position", "Outcome", "Entry", "Worth", "Level"]
        .map(|name| format!("true satisfies Same<declared.{name}, commented.{name}>;\n"));
    let compared = format!(
        "import type * as commented from \"./commented/table.mjs\";
        import type * as declared from \"./table.mjs\";
        {SAME}
        true satisfies Same<typeof declared, typeof commented>;
        {}",
        own.concat()
    );
    folder.write("same.mts", &compared);
    folder.run(compiler(), &words(&format!("{STRICT} --noEmit same.mts")));
}

#[test]
fn the_types_are_those_in_the_modules_comments() {
    compare_types(&solved("tictactoe"));
    compare_types(&solved("connect:3,2,2"));
    compare_types(&stones());
    graphs().for_each(|table| compare_types(&table));
}
