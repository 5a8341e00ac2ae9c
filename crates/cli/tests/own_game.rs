//! A program with a game of its own. This file is both the program, if the environment says so, and its test.

use std::{
    env, fmt, fs,
    path::Path,
    process::{Command, ExitCode},
};

use perfect_play_core::{
    Game, Move, Moves, NotAPosition, Objective, Outcome, Player, Slot, Tiering,
    code::{Code, Digits, ToMove},
};
use perfect_play_file::write;
use perfect_play_generator::solve;
use serde_json::Value;

/// The players take one or two stones of seven. The player who takes the last one wins. It is called as a built-in family
/// is, and reads no positions. It has codes, which the program does not use.
#[derive(Clone)]
struct Nim {
    name: &'static str,
    /// Whether its author has forgotten that the sides take turns.
    is_lone: bool,
    rules: &'static str,
}

const RULES: &str = "Take one or two\nof seven stones.\n\nWho takes the last one wins.";
const NIM: Nim = Nim { name: "nim", is_lone: false, rules: RULES };

const CODE: (Digits<1>, ToMove) = (Digits::new(8), ToMove);

impl fmt::Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Game for Nim {
    type Position = (u8, Player);

    fn start(&self) -> (u8, Player) {
        (7, Player::X)
    }
    fn to_move(&self, (_, player): (u8, Player)) -> Player {
        if self.is_lone { Player::X } else { player }
    }
    fn rules(&self) -> &str {
        self.rules
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
    fn tiering(&self) -> Option<&dyn Tiering<(u8, Player)>> {
        let tiers: &dyn Tiering<_> = self;
        (self.name == TIERS).then_some(tiers)
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

/// The name of the game that says its tiers: one for each number of stones. The game is over without stones, and these positions
/// have no slots.
const TIERS: &str = "tiers";

impl Tiering<(u8, Player)> for Nim {
    fn tiers(&self) -> u32 {
        7
    }
    fn slots(&self, _: u32) -> u64 {
        2
    }
    fn rank(&self, (left, player): (u8, Player)) -> Option<Slot> {
        let section = left.checked_sub(1).filter(|&section| section < 7)?;
        Some(Slot { section: section.into(), rank: usize::from(player == Player::O) })
    }
    fn unrank(&self, Slot { section, rank }: Slot) -> Option<(u8, Player)> {
        let player = if rank == 0 { Player::X } else { Player::O };
        Some((u8::try_from(section).ok()? + 1, player))
    }
}

/// A number grows for ever.
#[derive(Clone)]
struct Grow;

impl fmt::Display for Grow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Grow and grow")
    }
}

impl Game for Grow {
    type Position = u64;

    fn start(&self) -> u64 {
        0
    }
    fn is_impartial(&self) -> bool {
        true
    }
    fn to_move(&self, _: u64) -> Player {
        Player::X
    }
    fn legal_moves(&self, _: u64) -> Moves {
        (1..3).collect()
    }
    fn play(&self, at: u64, by: Move) -> u64 {
        at.saturating_add(by.into())
    }
    fn terminal(&self, _: u64) -> Option<Outcome> {
        None
    }
}

/// Set in the processes that are the program, to the game that it is about.
const IS_PROGRAM: &str = "PERFECT_PLAY_TEST_PROGRAM";

fn main() -> ExitCode {
    if let Ok(game) = env::var(IS_PROGRAM) {
        return match &*game {
            "grow" => perfect_play_cli::run_game(Grow),
            "lone" => perfect_play_cli::run_game(Nim { is_lone: true, rules: "", ..NIM }),
            "metrics" => perfect_play_cli::run_game(Nim { name: "metrics", ..NIM }),
            TIERS => perfect_play_cli::run_game(Nim { name: TIERS, ..NIM }),
            _ => perfect_play_cli::run_game(NIM),
        };
    }
    let folder = tempfile::tempdir().unwrap();
    all_commands_are_about_it(folder.path());
    its_tables_are_files(folder.path());
    what_is_not_its_own_is_still_there(folder.path());
    what_it_cannot_do_is_explained(folder.path());
    rules_that_are_probably_wrong_are_warned_of(folder.path());
    a_graph_has_the_ends_that_have_no_slots(folder.path());
    ExitCode::SUCCESS
}

/// Runs the program. Returns its exit code, output and errors.
fn run(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    run_about("nim", folder, args)
}

fn run_about(game: &str, folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let mut program = Command::new(env::current_exe().unwrap());
    program.args(args).current_dir(folder).env(IS_PROGRAM, game);
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
    for name in ["nim", "N-I m"] {
        let text = fine(folder, &["--color", "never", "games", name]);
        assert_eq!(text, format!("nim: the game of this program.\n\n{RULES}\n"));
    }
    assert_eq!(json(folder, &["games", "nim", "--json"])["rules"], RULES);
    assert!(played.contains("`rules` for the rules") || !played.contains("Type "), "{played}");
    let page = fine(folder, &["export", "html"]);
    // The rules of the built-in family are not its rules.
    assert!(page.contains("<title>nim</title>") && !page.contains("pile"));
    let rules =
        "<summary>Rules of the game</summary>\n<p>Take one or two of seven stones.</p><p>Who";
    assert!(page.contains(rules) && page.contains("id=\"rules\">"));
    let made = json(folder, &["export", "json"]);
    let made_by = made["made_by"].as_str().unwrap();
    assert!(made_by.starts_with("own_game-") && made_by.ends_with(" export json nim"), "{made_by}");
    assert!(made["about"].to_string().contains("This table numbers the positions."), "{made}");
    for (command, said) in [("serve", "[default: nim]"), ("arena", "without it, it is nim.")] {
        let help = fine(folder, &["help", command]);
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(help.contains(said), "{help}");
    }
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
    assert!(said.contains("play leads to no position of this text"), "{said}");
    let said = trouble(folder, &["probe", "no.perfect", "(4, O)"]);
    assert!(said.contains("no.perfect"), "{said}");
    // A table by codes, as a program writes it that solves the game by itself.
    let solved = solve(NIM, Objective::Fastest, &mut |_, _| ()).unwrap();
    write(&solved, &folder.join("codes.perfect")).unwrap();
    let said = trouble(folder, &["stats", "codes.perfect"]);
    assert!(
        said.contains("does not have the keys") && said.contains("solve nim -o FILE"),
        "{said}"
    );
    #[cfg(feature = "serve")]
    {
        let serve = ["serve", "--listen", "127.0.0.1:0"];
        let (code, _, said) = run_about("metrics", folder, &serve);
        assert!(
            code == Some(2) && said.contains("something else at the address /metrics"),
            "{said}"
        );
    }
    fs::remove_file(folder.join("own.perfect")).unwrap();
    assert!(trouble(folder, &["verify", "own.perfect"]).contains("own.perfect"));
}

fn a_graph_has_the_ends_that_have_no_slots(folder: &Path) {
    let fine = |args: &[&str]| {
        let (code, out, err) = run_about(TIERS, folder, args);
        assert_eq!(code, Some(0), "{args:?}: {out}{err}");
        out
    };
    let stats = fine(&["stats"]);
    assert!(stats.contains("\nterminal      0 (the ends of this game have no slots)\n"), "{stats}");
    assert_eq!(fine(&["dump", "--format", "jsonl"]).lines().count(), 14);
    fine(&["dump", "--format", "graph", "-o", "graph.jsonl"]);
    let graph = fs::read_to_string(folder.join("graph.jsonl")).unwrap();
    assert_eq!(graph.lines().count(), 16, "{graph}");
    let solved = fine(&["solve", "graph:graph.jsonl", "--json"]);
    let solved: Value = serde_json::from_str(&solved).unwrap();
    assert_eq!(solved["start"]["outcome"], "win");
}

fn rules_that_are_probably_wrong_are_warned_of(folder: &Path) {
    for command in [&["solve", "-o"][..], &["verify"]] {
        for (game, warns) in [("lone", true), ("nim", false)] {
            let file = format!("{game}.perfect");
            let (code, _, err) = run_about(game, folder, &[command, &[&file]].concat());
            assert_eq!(code, Some(0), "{err}");
            assert_eq!(err.contains("warning: nim: X makes every move."), warns, "{err}");
        }
    }
    // Its author has written no rules.
    let (_, text, _) = run_about("lone", folder, &["games", "nim"]);
    assert!(text.contains("without a text of its rules") && text.contains("own_game-"), "{text}");
    let (_, page, _) = run_about("lone", folder, &["export", "html"]);
    assert!(page.contains("id=\"rules\" hidden>") && !page.contains("<p></p>"));

    let (code, text, err) = run_about("grow", folder, &["plan", "--games", "1000"]);
    let told = text.replace('\n', " ");
    assert!(code == Some(0) && told.contains("does something grow for ever?"), "{text}{err}");
    let (code, _, err) = run_about("grow", folder, &["solve", "growandgrow", "--memory", "20MB"]);
    assert!(code == Some(2) && err.contains("play never ends: does something grow"), "{err}");
}
