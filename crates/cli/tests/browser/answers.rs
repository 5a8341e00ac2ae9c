//! The page's answers, compared with the solver: every position of small games, for each kind of page.

use std::collections::HashSet;

use perfect_play_core::{Game, Objective, Player, Probe};
use perfect_play_engine::{AnyGame, AnyPosition, AnyTable};
use serde::Deserialize;
use serde_json::json;

use crate::page::Page;

/// The page's answer about one position.
#[derive(Debug, PartialEq, Deserialize)]
struct Answer {
    outcome: String,
    remoteness: Option<u16>,
    score: Option<i16>,
    mover: Option<u8>,
    over: bool,
    winner: Option<u8>,
    steps: Vec<Step>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Step {
    #[serde(rename = "move")]
    mv: u8,
    outcome: String,
    remoteness: Option<u16>,
    score: Option<i16>,
    optimal: bool,
    next: String,
    /// The first of the moves that are symmetric to this one.
    #[serde(rename = "first")]
    first_of_kind: usize,
}

/// The page's answers about the positions with these ids.
const ANSWERS: &str = "
    const { source } = globalThis.perfectPlay;
    return arguments[0].map((id) => {
        const node = source.node(id);
        const kinds = node.steps.map(({ kind }) => kind);
        return { ...node, steps: node.steps.map((step) => ({ ...step, first: kinds.indexOf(step.kind) })) };
    });";

/// How many positions the page's moves reach.
const REACHED: &str = "
    const { source } = globalThis.perfectPlay;
    const seen = new Set([source.start]);
    for (const id of seen) {
        for (const { next } of source.node(id).steps) seen.add(next);
    }
    return seen.size;";

/// The page's id of a position: a board as text, or in other games the game's own notation.
fn id(game: &AnyGame, position: AnyPosition) -> String {
    let Some((game, board)) = game.board(position) else {
        return game.notation(position).to_string();
    };
    let mark = |cell| board.at(cell).map_or_else(|| ".".to_owned(), |player| player.to_string());
    (0..game.shape().cells()).map(mark).collect()
}

fn side(player: Player) -> u8 {
    u8::from(player == Player::O)
}

/// The table's answer about a position.
fn answer(table: &AnyTable, position: AnyPosition) -> Answer {
    let game = table.game();
    let (entry, moves) = table.probe_with_moves(position).unwrap();
    let child = |mv| game.play(position, mv);
    let kinds: Vec<_> = moves.iter().map(|worth| table.canonical(child(worth.mv)).0).collect();
    let is_told = |_: &Player| !game.is_impartial();
    let steps = moves.iter().zip(&kinds).map(|(worth, kind)| Step {
        mv: worth.mv,
        outcome: worth.outcome.to_string(),
        remoteness: worth.remoteness,
        score: worth.score,
        optimal: entry.optimal_moves.contains(worth.mv),
        next: id(game, child(worth.mv)),
        first_of_kind: kinds.iter().position(|other| other == kind).unwrap(),
    });
    Answer {
        outcome: entry.outcome.to_string(),
        remoteness: entry.remoteness,
        score: entry.score,
        mover: Some(game.to_move(position)).filter(is_told).map(side),
        over: game.end(position).is_some(),
        winner: game.winner(position).filter(is_told).map(side),
        steps: steps.collect(),
    }
}

/// All positions that play reaches.
fn reached(game: &AnyGame) -> Vec<AnyPosition> {
    let mut positions = vec![game.start()];
    let mut seen = HashSet::from([game.start()]);
    let mut at = 0;
    while let Some(&position) = positions.get(at) {
        let children = game.legal_moves(position).iter().map(|mv| game.play(position, mv));
        positions.extend(children.filter(|&child| seen.insert(child)));
        at += 1;
    }
    positions
}

/// Compares the page's answers with the solver's for every `step`th position. Returns how many positions there are.
fn compare(page: &Page, game: &str, objective: Objective, step: usize) -> usize {
    let table = AnyTable::solve(game.parse().unwrap(), objective, 1 << 30, &|_, _| ()).unwrap();
    let positions = reached(table.game());
    let some: Vec<_> = positions.iter().copied().step_by(step).collect();
    for some in some.chunks(5000) {
        let ids: Vec<_> = some.iter().map(|&position| id(table.game(), position)).collect();
        let answers: Vec<Answer> = page.ask(ANSWERS, &[json!(ids)]);
        for ((&position, id), answered) in some.iter().zip(&ids).zip(&answers) {
            assert_eq!(*answered, answer(&table, position), "{game}: {id}");
        }
    }
    positions.len()
}

/// Compares all positions, and finds that the page knows no others.
fn compare_all(game: &str) {
    let Some(page) = Page::of(game, "") else { return };
    let positions = compare(&page, game, Objective::Fastest, 1);
    assert_eq!(page.ask::<usize>(REACHED, &[]), positions, "{game}");
}

#[test]
fn every_position_is_answered_as_the_solver_answers_it_and_there_are_no_others() {
    ["tictactoe", "connect:3,3,3", "nim:2,3,4"].into_iter().for_each(compare_all);
}

#[test]
fn every_position_of_more_games_is_answered_as_the_solver_answers_it() {
    ["tictactoe+misere", "connect:4,3,3", "three-mens-morris", "dots:2,1"]
        .into_iter()
        .for_each(compare_all);
}

#[test]
fn where_any_win_is_as_good_as_another_the_page_says_so() {
    for game in ["tictactoe", "hexapawn:3,3"] {
        let Some(page) = Page::of_outcomes(game) else { return };
        compare(&page, game, Objective::Outcome, 1);
    }
}

#[test]
fn larger_boards_are_answered_as_they_were_solved() {
    let Some(page) = Page::of("connect:4,4,4", "") else { return };
    assert!(compare(&page, "connect:4,4,4", Objective::Fastest, 40) > 100_000);
}
