//! A program with a game of its own. This file is both the program, if the environment says so, and its test.

use std::{
    env, fmt, fs,
    path::Path,
    process::{Command, ExitCode},
};

use perfect_play_core::{
    Game, Move, Moves, NotAPosition, Objective, Outcome, Player,
    code::{Code, Digits, ToMove},
};
use perfect_play_file::write;
use perfect_play_generator::solve;
use serde_json::Value;

/// The players take one or two stones of seven. The player who takes the last one wins. It is called as a built-in family
/// is, and reads no positions. It has codes, which the program does not use.
#[derive(Clone)]
struct Nim;

const CODE: (Digits<1>, ToMove) = (Digits::new(8), ToMove);

impl fmt::Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nim")
    }
}

impl Game for Nim {
    type Position = (u8, Player);

    fn start(&self) -> (u8, Player) {
        (7, Player::X)
    }
    fn to_move(&self, (_, player): (u8, Player)) -> Player {
        player
    }
    fn legal_moves(&self, (left, _): (u8, Player)) -> Moves {
        (1..=left.min(2)).collect()
    }
    fn play(&self, (left, player): (u8, Player), taken: Move) -> (u8, Player) {
        (left.saturating_sub(taken), player.opponent())
    }
    fn terminal(&self, (left, _): (u8, Player)) -> Option<Outcome> {
        (left == 0).then_some(Outcome::Loss)
    }
    fn codes(&self) -> u64 {
        CODE.codes()
    }
    fn encode(&self, (left, player): (u8, Player)) -> u64 {
        CODE.encode(([left], player))
    }
    fn decode(&self, code: u64) -> Result<(u8, Player), NotAPosition> {
        CODE.decode(code).map(|([left], player)| (left, player))
    }
}

/// Set in the processes that are the program.
const IS_PROGRAM: &str = "PERFECT_PLAY_TEST_PROGRAM";

fn main() -> ExitCode {
    if env::var_os(IS_PROGRAM).is_some() {
        return perfect_play_cli::run_game(Nim);
    }
    let folder = tempfile::tempdir().unwrap();
    all_commands_are_about_it(folder.path());
    its_tables_are_files(folder.path());
    what_is_not_its_own_is_still_there(folder.path());
    what_it_cannot_do_is_explained(folder.path());
    ExitCode::SUCCESS
}

/// Runs the program. Returns its exit code, output and errors.
fn run(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let mut program = Command::new(env::current_exe().unwrap());
    program.args(args).current_dir(folder).env(IS_PROGRAM, "1");
    let output = program.env("PERFECT_PLAY_CACHE", "off").output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn fine(folder: &Path, args: &[&str]) -> String {
    let (code, out, err) = run(folder, args);
    assert_eq!(code, Some(0), "{args:?}: {out}{err}");
    out
}

fn json(folder: &Path, args: &[&str]) -> Value {
    serde_json::from_str(&fine(folder, args)).unwrap()
}

fn trouble(folder: &Path, args: &[&str]) -> String {
    let (code, out, err) = run(folder, args);
    assert_eq!((code, &*out), (Some(2), ""), "{args:?}: {err}");
    err
}

fn all_commands_are_about_it(folder: &Path) {
    // With and without its name. It reads no positions, so they are found by what they print.
    for args in [&["probe", "(6, O)", "--json"][..], &["probe", "nim", "(6, O)", "--json"]] {
        assert_eq!(json(folder, args)["outcome"], "loss");
    }
    assert_eq!(json(folder, &["moves", "(5, X)", "--json"])["position"], "(5, X)");
    assert_eq!(json(folder, &["moves", "--json"])["game"], "nim");
    assert_eq!(json(folder, &["trace", "(3, X)", "--json"])["root"]["score"], -1);
    assert_eq!(json(folder, &["stats", "--json"])["positions"], 14);
    assert_eq!(fine(folder, &["dump", "--format", "jsonl"]).lines().count(), 14);
    assert_eq!(json(folder, &["arena", "perfect", "perfect", "--exact", "--json"])["game"], "nim");
    let played =
        fine(folder, &["--color", "never", "play", "--level", "x=perfect", "--level", "o=perfect"]);
    assert!(played.contains("nim") && played.contains("X wins"), "{played}");
    assert!(fine(folder, &["games"]).contains("the game of this program"));
    let page = fine(folder, &["export", "html"]);
    // The rules of the built-in family are not its rules.
    assert!(page.contains("<title>nim</title>") && !page.contains("pile"));
    let help = fine(folder, &["--help"]);
    assert!(help.contains("own_game") && !help.contains("perfect-play"), "{help}");
}

fn its_tables_are_files(folder: &Path) {
    fine(folder, &["solve", "-o", "own.perfect"]);
    fine(folder, &["solve", "-o", "own.perfect"]);
    assert!(fine(folder, &["verify", "own.perfect"]).contains("proven"));
    assert!(fine(folder, &["regenerate", "own.perfect"]).contains("own.perfect"));
    assert_eq!(json(folder, &["probe", "own.perfect", "(4, O)", "--json"])["best_move"], 1);
    fine(folder, &["diff", "nim", "own.perfect"]);
}

fn what_is_not_its_own_is_still_there(folder: &Path) {
    assert_eq!(json(folder, &["probe", "tictactoe", "XO..X....", "--json"])["outcome"], "loss");
    assert_eq!(json(folder, &["stats", "nim:1,2", "--json"])["game"], "nim:1,2");
    fine(folder, &["solve", "tictactoe", "-o", "ttt.perfect"]);
    assert!(fine(folder, &["verify", "ttt.perfect"]).contains("proven"));
}

fn what_it_cannot_do_is_explained(folder: &Path) {
    let said = trouble(folder, &["probe", "(9, X)"]);
    assert!(said.contains("no position to which play leads is written `(9, X)`"), "{said}");
    assert!(trouble(folder, &["games", "nim"]).contains("own_game-"), "the program's own name");
    let said = trouble(folder, &["probe", "no.perfect", "(4, O)"]);
    assert!(said.contains("no.perfect"), "{said}");
    // A table by codes, as a program writes it that solves the game by itself.
    let solved = solve(Nim, Objective::Fastest, &mut |_, _| ()).unwrap();
    write(&solved, &folder.join("codes.perfect")).unwrap();
    let said = trouble(folder, &["stats", "codes.perfect"]);
    assert!(
        said.contains("does not have the keys") && said.contains("solve nim -o FILE"),
        "{said}"
    );
    fs::remove_file(folder.join("own.perfect")).unwrap();
    assert!(trouble(folder, &["verify", "own.perfect"]).contains("own.perfect"));
}
