//! The module, checked by TypeScript's compiler and run by Node.js.

use std::path::{Path, PathBuf};

use perfect_play_core::{Game, Mnk, Objective, Probe, ProbeError};
use perfect_play_export::Language;
use perfect_play_generator::{Solution, solve};

use crate::{
    answers::{answers, assert_same},
    boards, file, many_moves, solved, stones,
    tools::{Folder, have, skip},
};

const ANSWERS: &str = include_str!("drivers/answers.mjs");
const BAD_INPUT: &str = include_str!("drivers/bad_input.mjs");

/// Where the page of the program has the compiler.
fn compiler() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../cli/page/node_modules/.bin/tsc")
}

/// A folder with the module, checked: `None` where there is nothing to check or run it, which has been
/// said.
fn folder<G: Game>(table: &Solution<G>, driver: &str) -> Option<Folder> {
    if !have(&["node"]) {
        return None;
    }
    if !compiler().exists() {
        skip("there is no `tsc`: run `npm ci` in crates/cli/page");
        return None;
    }
    let folder = Folder::new();
    folder.write("table.mjs", &file(table, Language::JavaScript));
    folder.write("driver.mjs", driver);
    let args = "--noEmit --allowJs --checkJs --strict --target es2022 --module esnext \
                --lib es2022,dom table.mjs driver.mjs";
    folder.run(compiler(), &args.split_whitespace().collect::<Vec<_>>());
    Some(folder)
}

fn compare<G: Game>(table: &Solution<G>, step: usize)
where
    Solution<G>: Probe<Game = G, Error = ProbeError>,
{
    if let Some(folder) = folder(table, ANSWERS) {
        folder.write("run.mjs", &format!("import \"./driver.mjs?step={step}\";\n"));
        assert_same(&folder.run("node", &["run.mjs"]), &answers(table, step));
    }
}

#[test]
fn it_answers_as_the_table_does() {
    compare(&solved("tictactoe"), 1);
}

#[test]
fn it_answers_in_misere_play_and_for_the_outcome_alone() {
    compare(&solve(Mnk::TICTACTOE_MISERE, Objective::Outcome).unwrap(), 1);
}

#[test]
fn it_answers_where_marks_fall_and_where_there_is_no_board() {
    compare(&solved("connect:4,3,3"), 7);
    compare(&stones(), 1);
}

#[test]
fn it_answers_where_moves_do_not_fit_in_64_bits() {
    compare(&many_moves(), 1);
}

#[test]
fn it_answers_where_records_are_more_than_two_bytes_count() {
    compare(&solved("mnk:4,3,3"), 101);
}

#[test]
fn boards_are_read_as_here_and_bad_ones_get_the_same_message() {
    for game in ["tictactoe", "mnk:4,3,3"] {
        let table = solved(game);
        let Some(folder) = folder(&table, BAD_INPUT) else { return };
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
    let Some(folder) = folder(&solved("tictactoe"), BAD_INPUT) else { return };
    folder.write("run.mjs", "import { all } from \"./driver.mjs\";\nall();\n");
    assert_same(&folder.run("node", &["run.mjs"]), include_str!("drivers/bad_input.mjs.txt"));
}
