//! What the page answers, against the runtime and the solver: every position of the small games.

use perfect_play::{
    Game, Mnk, Objective, Outcome, Probe, Symmetric, TICTACTOE, TICTACTOE_MISERE, Tabular,
};
use perfect_play_generator::solve;
use serde::{Deserialize, Deserializer, de::Error};
use serde_json::json;

use crate::page::Page;

/// What is said of one position.
#[derive(Debug, PartialEq, Deserialize)]
struct Answer {
    outcome: String,
    remoteness: u8,
    over: bool,
    /// Whose mark has won; empty if nobody's.
    winner: String,
    moves: Vec<MoveAnswer>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct MoveAnswer {
    cell: u8,
    outcome: String,
    remoteness: u8,
    best: bool,
    /// The canonical code of the position that it leads to, in base 3.
    #[serde(deserialize_with = "in_base_3")]
    kind: u64,
}

fn in_base_3<'de, D: Deserializer<'de>>(digits: D) -> Result<u64, D::Error> {
    let digits = String::deserialize(digits)?;
    u64::from_str_radix(&digits, 3).map_err(Error::custom)
}

/// What the page says of the positions with these codes; nothing of those that it does not know.
const ANSWERS: &str = "
    const game = globalThis.perfectPlay;
    return arguments[0].map((code) => {
        const board = game.start().map((_, cell) => Math.floor(code / 3 ** cell) % 3);
        let entry;
        try {
            entry = game.entry(board);
        } catch {
            return null;
        }
        const { outcome, remoteness } = entry;
        const over = game.isOver(board);
        const moves = game.worths(board);
        return { outcome, remoteness, over, winner: over ? game.winner(board) : '', moves };
    });";

fn words(outcome: Outcome) -> String {
    let words = match outcome {
        Outcome::Win => "win",
        Outcome::Draw => "draw",
        Outcome::Loss => "loss",
    };
    words.to_owned()
}

/// What a table says of the position with this code.
fn answer<P: Probe<Game = Mnk>>(table: &P, code: u64) -> Option<Answer> {
    let game = table.game();
    let board = game.decode(code).ok()?;
    let entry = table.probe(board).ok()?;
    let moves = table.move_values(board).unwrap();
    let moves = moves.iter().map(|worth| MoveAnswer {
        cell: u8::try_from(usize::from(worth.mv)).unwrap(),
        outcome: words(worth.outcome),
        remoteness: worth.remoteness.unwrap(),
        best: entry.optimal_moves.contains(worth.mv),
        kind: game.canonical(game.play(board, worth.mv)).0,
    });
    Some(Answer {
        outcome: words(entry.outcome),
        remoteness: entry.remoteness.unwrap(),
        over: entry.is_terminal(),
        winner: game.winner(board).map_or_else(String::new, |player| player.to_string()),
        moves: moves.collect(),
    })
}

/// Compares what the page says of every `step`th code with what the table says; gives how many of
/// these are positions.
fn compare<P: Probe<Game = Mnk>>(page: &Page, table: &P, step: usize) -> usize {
    let codes: Vec<_> = (0..table.game().codes()).step_by(step).collect();
    let answers: Vec<Option<Answer>> = page.ask(ANSWERS, &[json!(codes)]);
    assert_eq!(answers.len(), codes.len());
    for (&code, answered) in codes.iter().zip(&answers) {
        assert_eq!(answered, &answer(table, code), "{code}");
    }
    answers.iter().flatten().count()
}

#[test]
fn every_position_is_answered_as_the_runtime_answers_it_and_nothing_else_is() {
    let Some(page) = Page::of("tictactoe", "") else { return };
    assert_eq!(compare(&page, &TICTACTOE, 1), 5478);
    // Its code is past the last.
    let larger = json!([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    let probed = "return globalThis.perfectPlay.table.value(arguments[0])";
    assert_eq!(page.ask::<Option<u8>>(probed, &[larger]), None);
}

#[test]
fn every_position_of_misere_play_is_too() {
    let Some(page) = Page::of("tictactoe+misere", "") else { return };
    assert_eq!(compare(&page, &TICTACTOE_MISERE, 1), TICTACTOE_MISERE.positions().count());
}

#[test]
fn where_any_win_is_as_good_as_another_the_page_says_so() {
    let Some(page) = Page::of_outcomes("tictactoe") else { return };
    let table = solve(Mnk::TICTACTOE, Objective::Outcome, &mut |_, _| ()).unwrap();
    assert_eq!(compare(&page, &table, 1), 5478);
}

#[test]
fn larger_boards_are_answered_as_they_were_solved() {
    let Some(page) = Page::of("mnk:4,3,3", "") else { return };
    let table = solve(Mnk::new(4, 3, 3).unwrap(), Objective::Fastest, &mut |_, _| ()).unwrap();
    assert!(compare(&page, &table, 50) > 1000);
}
