//! The header, compiled as C99 and as C++11, with all warnings as errors.

use perfect_play_core::{Board, Game, Objective, Player, Probe, ProbeError};
use perfect_play_export::Language;
use perfect_play_games::Mnk;
use perfect_play_generator::{Solution, solve};

use super::{
    answers::{answers, assert_same},
    boards, file,
    graphs::graphs,
    many_moves, of_measure, solved, stones,
    tools::{Folder, have},
    without_codes,
};

const ANSWERS: &str = include_str!("drivers/answers.c");
const BOARDS: &str = include_str!("drivers/boards.c");
const SHARING: &str = include_str!("drivers/sharing.c");
const NEVER_LOSES: &str = include_str!("drivers/never_loses.c");

/// How each compiler is called: more strictly than most users do. The C programs stop at undefined behaviour.
const COMPILERS: [&[&str]; 2] =
    [&["gcc", "-std=c99", "-x", "c", "-Wstrict-prototypes"], &["g++", "-std=c++11", "-x", "c++"]];
const WARNINGS: [&str; 7] =
    ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Werror"];

/// The output of a program that uses the table's header, built by each compiler. `None` if there is no compiler,
/// which has been reported.
fn printed<G: Game>(
    table: &Solution<G>,
    name: &str,
    program: &str,
    input: &str,
    args: &[&str],
) -> Option<String> {
    if !have(&["gcc", "g++"]) {
        return None;
    }
    let folder = Folder::new();
    folder.write("game.h", &file(table, Language::C));
    let own = of_measure(table, program)
        .replace("game_", &format!("{name}_"))
        .replace("GAME_", &format!("{}_", name.to_uppercase()));
    folder.write("main.c", &own);
    folder.write("boards", input);
    // Nothing of the header is used, and it is included twice.
    folder.write("unused.c", "#include \"game.h\"\n#include \"game.h\"\nextern int unused;\n");
    let printed = COMPILERS.map(|compiler| {
        let (program, options) = compiler.split_first().unwrap();
        let options = [options, &WARNINGS, &["-O1", "main.c", "unused.c", "-o", "main"]].concat();
        assert_eq!(folder.run(program, &options), "");
        folder.run(folder.path().join("main"), args)
    });
    let [c, cpp] = printed;
    assert!(c == cpp, "C and C++ differ");
    Some(c)
}

fn compare<P>(table: &Solution<P>, name: &str, step: usize)
where
    P: Game,
    Solution<P>: Probe<Game = P, Error = ProbeError>,
{
    if let Some(printed) = printed(table, name, ANSWERS, "", &[&step.to_string()]) {
        assert_same(&printed, &answers(table, step));
    }
}

#[test]
fn it_answers_as_the_table_does() {
    compare(&solved("tictactoe"), "tictactoe", 1);
    compare(&solved("tictactoe+misere"), "tictactoe_misere", 1);
    compare(&solve(Mnk::TICTACTOE, Objective::Outcome, &mut |_, _| ()).unwrap(), "tictactoe", 1);
}

#[test]
fn it_answers_where_marks_fall_and_where_there_is_no_board() {
    compare(&solved("connect:4,3,3"), "connect_4_3_3", 7);
    compare(&stones(), "stones_u_a_game_perfect_play", 1);
    compare(&without_codes(), "hex_2", 1);
}

#[test]
fn it_answers_where_moves_do_not_fit_in_64_bits() {
    compare(&many_moves(), "many_moves", 1);
}

#[test]
fn it_answers_where_play_repeats_or_is_for_points_or_tells_no_players() {
    for table in graphs() {
        compare(&table, &table.game().to_string(), 1);
    }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn it_answers_where_records_are_more_than_two_bytes_count() {
    compare(&solved("mnk:4,3,3"), "mnk_4_3_3", 101);
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn boards_are_read_as_here() {
    for (game, name) in boards::GAMES {
        let table = solved(game);
        let input: String =
            boards::boards(table.game()).into_iter().map(|board| board + "\n").collect();
        if let Some(printed) = printed(&table, name, BOARDS, &input, &[]) {
            assert_same(&printed, &boards::read(table.game(), false));
        }
    }
}

#[test]
fn files_in_c_and_cpp_share_the_data() {
    if !have(&["gcc", "g++"]) {
        return;
    }
    let folder = Folder::new();
    folder.write("game.h", &file(&solved("tictactoe"), Language::C));
    folder
        .write("sharing.c", &SHARING.replace("game_", "tictactoe_").replace("GAME_", "TICTACTOE_"));
    for first in COMPILERS {
        for (compiler, name) in COMPILERS.into_iter().zip(["c.o", "cpp.o"]) {
            compile(&folder, compiler, &["-DTICTACTOE_SHARED", "-c", "sharing.c", "-o", name]);
        }
        compile(
            &folder,
            first,
            &["-DTICTACTOE_SHARED", "-DFIRST", "-c", "sharing.c", "-o", "first.o"],
        );
        folder.run("g++", &["first.o", "c.o", "cpp.o", "-o", "main"]);
        assert_eq!(folder.run(folder.path().join("main"), &[]), "");
    }
}

/// Calls a compiler, with all warnings as errors.
fn compile(folder: &Folder, compiler: &[&str], args: &[&str]) {
    let (program, options) = compiler.split_first().unwrap();
    assert_eq!(folder.run(program, &[options, &WARNINGS, args].concat()), "");
}

#[test]
fn the_usage_in_the_head_works() {
    for table in [solved("tictactoe"), solved("connect:3,2,2")] {
        head_works(&table, &table.game().to_string().replace([':', ','], "_"));
    }
    head_works(&stones(), "stones_u_a_game_perfect_play");
}

/// Compiles the example in the comment at the head, and compares its output with that of the Python module.
fn head_works<G: Game>(table: &Solution<G>, name: &str) {
    if !have(&["gcc"]) {
        return;
    }
    let folder = Folder::new();
    let header = file(table, Language::C);
    let (head, _) = header.split_once("\n */").unwrap();
    let include = format!(" *     #include \"{name}.h\"\n");
    let (_, usage) = head.split_once(&include).unwrap();
    let usage = usage.replace("\n * ", "\n").replace(" *\n", "\n");
    folder.write(&format!("{name}.h"), &header);
    let main = "#include <stdio.h>\nint main(void)\n{";
    folder.write("main.c", &format!("#include \"{name}.h\"\n{main}{usage}\n    return 0;\n}}\n"));
    compile(&folder, COMPILERS[0], &["main.c", "-o", "main"]);
    let printed = folder.run(folder.path().join("main"), &[]);
    let python = file(table, Language::Python);
    let lines = |from: &str| {
        let (_, said) = python.split_once(from).unwrap();
        said.lines().take_while(|line| !line.contains(">>>")).map(str::trim).collect::<Vec<_>>()
    };
    let said = if python.contains(">>> print(") {
        lines(">>> print(show(position))\n")
    } else {
        lines(">>> position\n")
    };
    assert_eq!(printed.trim(), said.join("\n"));
}

#[test]
fn a_program_that_plays_its_best_move_never_loses() {
    let table = solved("tictactoe");
    let Some(printed) = printed(&table, "tictactoe", NEVER_LOSES, "", &[]) else { return };
    let ends = [Player::X, Player::O].map(|side| {
        let mut ends = [0; 3];
        play(&table, Board::EMPTY, side, &mut ends);
        let [lost, drawn, won] = ends;
        assert_eq!(lost, 0, "as {side}");
        format!("{lost} lost, {drawn} drawn, {won} won\n")
    });
    assert_eq!(printed, ends.concat());
}

/// Plays every game in which one side makes the best move. Counts the lost, drawn and won games.
fn play(table: &Solution<Mnk>, board: Board, side: Player, ends: &mut [u32; 3]) {
    let (game, entry) = (table.game(), table.probe(board).unwrap());
    if entry.is_terminal() {
        let end = game.winner(board).map_or(1, |winner| if winner == side { 2 } else { 0 });
        ends[end] += 1;
    }
    for mv in game.legal_moves(board) {
        if game.to_move(board) != side || entry.best_move() == Some(mv) {
            play(table, game.play(board, mv), side, ends);
        }
    }
}
