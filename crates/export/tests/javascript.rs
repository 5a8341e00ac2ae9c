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

/// The path of the compiler, in the folder of the program's page. `None` if it is not there, which has been reported.
fn compiler() -> Option<PathBuf> {
    // The root of the workspace, whichever of its packages this is compiled for.
    let mut above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let root = above.find(|folder| folder.join("examples").is_dir()).unwrap();
    let compiler = root.join("crates/cli/page/node_modules/.bin/tsc");
    if !have(&["node"]) {
        return None;
    }
    if !compiler.exists() {
        skip("there is no `tsc`: run `npm ci` in crates/cli/page");
        return None;
    }
    Some(compiler)
}

/// A folder with the module. `None` if there is no Node.js, which has been reported.
fn folder<G: Game>(table: &Solution<G>) -> Option<Folder> {
    if !have(&["node"]) {
        return None;
    }
    let folder = Folder::new();
    folder.write("table.mjs", &file(table, Language::JavaScript));
    Some(folder)
}

/// What a program prints that uses the module and `driver.mjs`.
fn printed<G: Game>(table: &Solution<G>, driver: &str, program: &str) -> Option<String> {
    let folder = folder(table)?;
    folder.write("driver.mjs", &of_measure(table, driver));
    folder.write("run.mjs", program);
    Some(folder.run("node", &["run.mjs"]))
}

fn words(args: &str) -> Vec<&str> {
    args.split_whitespace().collect()
}

fn compare<G: Game>(table: &Solution<G>, step: usize)
where
    Solution<G>: Probe<Game = G, Error = ProbeError>,
{
    let program = format!("import \"./driver.mjs?step={step}\";\n");
    if let Some(printed) = printed(table, ANSWERS, &program) {
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
        let boards = serde_json::to_string(&boards::boards(table.game())).unwrap();
        let program = format!("import {{ boards }} from \"./driver.mjs\";\nboards({boards});\n");
        let Some(printed) = printed(&table, BAD_INPUT, &program) else { return };
        assert_same(&printed, &boards::read(table.game(), true));
    }
}

#[test]
fn bad_input_is_refused_with_a_reason() {
    let program = "import { all } from \"./driver.mjs\";\nall();\n";
    let Some(printed) = printed(&solved("tictactoe"), BAD_INPUT, program) else { return };
    assert_same(&printed, include_str!("drivers/bad_input.mjs.txt"));
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
    let Some(compiler) = compiler() else { return };
    let folder = folder(&table).unwrap();
    folder.write("table.d.mts", &types(&table, MADE_BY).unwrap());
    folder.write("consumer.mts", CONSUMER);
    for options in ["--noEmit --module es2022 --moduleResolution bundler", STRICT] {
        folder.run(&compiler, &words(&format!("{STRICT} {options} consumer.mts")));
    }
    let printed = folder.run("node", &["consumer.mjs"]);
    assert_same(&printed, include_str!("drivers/consumer.mts.txt"));
}

#[test]
fn what_the_types_do_not_allow_is_rejected() {
    let table = solved("tictactoe");
    let Some(compiler) = compiler() else { return };
    let folder = folder(&table).unwrap();
    folder.write("table.d.mts", &types(&table, MADE_BY).unwrap());
    folder.write("wrong.mts", WRONG);
    let args = format!("{STRICT} --noEmit --pretty false wrong.mts");
    let said = folder.fail(&compiler, &words(&args));
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

/// What is exported from a table, and a program in JavaScript that uses it.
struct Exported {
    module: String,
    types: String,
    driver: String,
}

impl Exported {
    fn of<G: Game>(table: &Solution<G>, driver: &str) -> Self {
        Self {
            module: file(table, Language::JavaScript),
            types: types(table, MADE_BY).unwrap(),
            driver: of_measure(table, driver),
        }
    }
}

/// The compiler checks the programs by the types in the modules' comments, from which it makes declarations. These are the
/// declared types. All tables are compiled at once: the compiler takes a second to begin.
#[test]
fn the_types_are_right_in_the_modules_comments_and_in_their_declarations() {
    let Some(compiler) = compiler() else { return };
    let folder = Folder::new();
    let outcome = solve(Mnk::TICTACTOE_MISERE, Objective::Outcome, &mut |_, _| ()).unwrap();
    let mut exported = vec![
        Exported::of(&solved("tictactoe"), ANSWERS),
        Exported::of(&solved("tictactoe"), BAD_INPUT),
        Exported::of(&solved("connect:3,2,2"), BAD_INPUT),
        Exported::of(&solved("connect:4,3,3"), ANSWERS),
        Exported::of(&outcome, ANSWERS),
        Exported::of(&stones(), ANSWERS),
        Exported::of(&without_codes(), ANSWERS),
        Exported::of(&many_moves(), ANSWERS),
        Exported::of(&solved("mnk:4,3,3"), ANSWERS),
    ];
    exported.extend(graphs().map(|table| Exported::of(&table, ANSWERS)));
    let own = ["Position", "Outcome", "Entry", "Worth", "Level"]
        .map(|name| format!("true satisfies Same<declared.{name}, commented.{name}>;\n"));
    let each = |name| {
        let names: Vec<String> =
            (0..exported.len()).map(|table| format!("{table}/{name}")).collect();
        names.join(" ")
    };
    for (table, Exported { module, driver, .. }) in exported.iter().enumerate() {
        folder.write(&format!("{table}/table.mjs"), module);
        folder.write(&format!("{table}/driver.mjs"), driver);
        let compared = format!(
            "import type * as commented from \"../commented/{table}/table.mjs\";
            import type * as declared from \"./table.mjs\";
            {SAME}
            true satisfies Same<typeof declared, typeof commented>;
            {}",
            own.concat()
        );
        folder.write(&format!("{table}/same.mts"), &compared);
    }
    let declare = "--declaration --emitDeclarationOnly --outDir commented --lib es2022,dom";
    folder.run(&compiler, &words(&format!("{CHECKED} {declare} {}", each("driver.mjs"))));
    // Not before: the compiler would take them for the modules' types.
    for (table, Exported { types, .. }) in exported.iter().enumerate() {
        folder.write(&format!("{table}/table.d.mts"), types);
    }
    folder.run(&compiler, &words(&format!("{STRICT} --noEmit {}", each("same.mts"))));
}
