//! The module, checked by mypy and run.

use perfect_play_core::{Game, Objective, Outcome, Probe, ProbeError};
use perfect_play_export::Language;
use perfect_play_games::Mnk;
use perfect_play_generator::{Solution, solve};
use perfect_play_test_kit::{Listed, Lying, lies};

use super::{
    answers::{NONE, answers, assert_same},
    boards, file,
    graphs::graphs,
    many_moves, of_measure, solved, stones,
    tools::{Folder, have},
    without_codes,
};

const ANSWERS: &str = include_str!("drivers/answers.py");
const BAD_INPUT: &str = include_str!("drivers/bad_input.py");

/// Prints the name of the game. Half of a character beyond U+FFFF could not be printed.
const NAME: &str = "\
import sys
import table

assert table.__doc__ and table.__doc__.encode()
sys.stdout.buffer.write(table.GAME.encode())
";

/// A folder with the module and a program that uses it. `None` if Python is missing, which has been reported.
fn folder<G: Game>(table: &Solution<G>, driver: &str) -> Option<Folder> {
    if !have(&["python3"]) {
        return None;
    }
    let folder = Folder::new();
    fill(&folder, "", table, driver);
    Some(folder)
}

/// Writes the module and the program. Their names end with `suffix`.
fn fill<G: Game>(folder: &Folder, suffix: &str, table: &Solution<G>, driver: &str) {
    folder.write(&format!("table{suffix}.py"), &file(table, Language::Python));
    let import = format!("import table{suffix} as table\n");
    let driver = of_measure(table, driver).replace("import table\n", &import);
    folder.write(&format!("driver{suffix}.py"), &driver);
}

/// Checks the types of the modules and programs with these suffixes, and runs the examples in the modules' documentation. Each
/// tool runs once.
fn check(folder: &Folder, suffixes: &[&str]) {
    if !have(&["mypy"]) {
        return;
    }
    let [tables, drivers] = ["table", "driver"].map(|kind| {
        suffixes.iter().map(|suffix| format!("{kind}{suffix}.py")).collect::<Vec<String>>()
    });
    let mut args = vec!["--strict", "--python-version", "3.9", "--cache-dir=.mypy"];
    args.extend(tables.iter().chain(&drivers).map(String::as_str));
    let expected = format!("Success: no issues found in {} source files", 2 * suffixes.len());
    let said = folder.run("mypy", &args);
    assert!(said.starts_with(&expected), "{said}");
    let mut args = vec!["-B", "-W", "error", "-m", "doctest"];
    args.extend(tables.iter().map(String::as_str));
    assert_eq!(folder.run("python3", &args), "");
}

fn compare<G: Game>(table: &Solution<G>, step: usize)
where
    Solution<G>: Probe<Game = G, Error = ProbeError>,
{
    if let Some(folder) = folder(table, ANSWERS) {
        let printed = folder.run("python3", &["-W", "error", "driver.py", &step.to_string()]);
        assert_same(&printed.replace("None", NONE), &answers(table, step));
    }
}

#[test]
fn its_types_are_right_and_its_examples_work() {
    if !have(&["python3"]) {
        return;
    }
    let folder = Folder::new();
    let suffixes = ["_3x3", "_stones", "_falls", "_moves", "_circles", "_points", "_impartial"];
    fill(&folder, suffixes[0], &solved("tictactoe"), ANSWERS);
    fill(&folder, suffixes[1], &stones(), ANSWERS);
    fill(&folder, suffixes[2], &solved("connect:3,2,2"), BAD_INPUT);
    fill(&folder, suffixes[3], &many_moves(), ANSWERS);
    let graphs: Vec<_> = graphs().collect();
    assert_eq!(graphs.len(), suffixes.len() - 4);
    for (graph, suffix) in graphs.iter().zip(&suffixes[4..]) {
        fill(&folder, suffix, graph, ANSWERS);
    }
    check(&folder, &suffixes);
}

/// Doctest runs the examples with all names of the module. A program has only those that it imports.
#[test]
fn its_examples_work_in_another_program() {
    if !have(&["python3"]) {
        return;
    }
    let mut modules =
        vec![file(&solved("connect:3,2,2"), Language::Python), file(&stones(), Language::Python)];
    modules.extend(graphs().map(|table| file(&table, Language::Python)));
    // Python imports no module with the first name. It has modules with the others, which the file imports.
    for name in ["Pass", "random", "typing"] {
        let game = Lying::new(Listed::chain(2, Outcome::Loss), lies().name(name));
        let table = solve(game, Objective::Fastest, &mut |_, _| ()).unwrap();
        modules.push(file(&table, Language::Python));
    }
    let folder = Folder::new();
    let program = |module: &String| {
        let (head, _) = module.split_once("\n\"\"\"\n").unwrap();
        let (_, examples) = head.split_once("\n    from ").unwrap();
        let (name, _) = examples.split_once(' ').unwrap();
        folder.write(&format!("{name}.py"), module);
        let program = format!("{name}.txt");
        folder.write(&program, &format!(">>> from {examples}\n"));
        program
    };
    let programs: Vec<_> = modules.iter().map(program).collect();
    let mut args = vec!["-B", "-W", "error", "-m", "doctest"];
    args.extend(programs.iter().map(String::as_str));
    assert_eq!(folder.run("python3", &args), "");
}

#[test]
fn it_says_the_name_of_its_game_unchanged() {
    let table = stones();
    let Some(folder) = folder(&table, NAME) else { return };
    assert_eq!(folder.run("python3", &["driver.py"]), table.game().to_string());
}

#[test]
fn it_answers_as_the_table_does() {
    compare(&solved("tictactoe"), 5);
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn it_answers_about_every_code_as_the_table_does() {
    compare(&solved("tictactoe"), 1);
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn it_answers_in_misere_play_and_for_the_outcome_alone() {
    let table = solve(Mnk::TICTACTOE_MISERE, Objective::Outcome, &mut |_, _| ()).unwrap();
    if let Some(folder) = folder(&table, ANSWERS) {
        check(&folder, &[""]);
    }
    compare(&table, 1);
}

#[test]
fn it_answers_where_marks_fall_and_where_there_is_no_board() {
    compare(&solved("connect:3,2,2"), 1);
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
        let Some(folder) = folder(&table, BAD_INPUT) else { return };
        check(&folder, &[""]);
        folder.write("boards", &boards::boards(table.game()).join("\n"));
        let printed = folder.run("python3", &["driver.py", "boards"]);
        assert_same(&printed, &boards::read(table.game(), true));
    }
}

#[test]
fn what_the_readme_shows_is_so() {
    if !have(&["python3"]) {
        return;
    }
    let folder = Folder::new();
    folder.write("tictactoe.py", &file(&solved("tictactoe"), Language::Python));
    let (_, shown) = include_str!("../README.md").split_once("```python\n").unwrap();
    let (shown, _) = shown.split_once("```").unwrap();
    folder.write("shown.txt", shown);
    assert_eq!(folder.run("python3", &["-m", "doctest", "shown.txt"]), "");
    assert!(shown.contains(">>> best_move("));
}

#[test]
fn bad_input_is_refused_with_a_reason() {
    let Some(folder) = folder(&solved("tictactoe"), BAD_INPUT) else { return };
    let printed = folder.run("python3", &["driver.py"]);
    assert_same(&printed, include_str!("drivers/bad_input.py.txt"));
}
