//! The page's levels compared with the library's: how often each takes each cell.

use std::collections::BTreeMap;

use perfect_play::{Level, MoveChance, Moves, TICTACTOE};
use serde_json::json;

use crate::page::Page;

/// How often a level takes each cell, when every pair of random numbers below `first` and `second` is drawn once in
/// place of the browser's random numbers.
const COUNTS: &str = "
    const { source, choose } = globalThis.perfectPlay;
    const [id, level, skill, first, second] = arguments;
    const { steps } = source.node(id);
    const counts = {};
    let drawn = [];
    crypto.getRandomValues = (numbers) => numbers.fill(drawn.shift() ?? 0);
    for (let one = 0; one < first; one++) {
        for (let two = 0; two < second; two++) {
            drawn = [one, two];
            const { move } = choose(level, skill, steps, () => false);
            counts[move] = (counts[move] ?? 0) + 1;
        }
    }
    return counts;";

/// A multiple of every number from 1 to 10.
const UP_TO_TEN: u64 = 2520;

#[test]
fn the_levels_take_each_cell_as_often_as_the_librarys() {
    let Some(page) = Page::of("tictactoe", "") else { return };
    for board in ["X........", "X...O....", "XO..X....", "O.XX.X.OO", "XOXOXO.X."] {
        let position = TICTACTOE.game().parse(board).unwrap();
        for (name, skill) in [
            ("easy", 0),
            ("medium", 0),
            ("hard", 0),
            ("lookahead:3", 0),
            ("lookahead:4", 0),
            ("lookahead:5", 0),
            ("blind", 0),
            ("novice", 0),
            ("master", 0),
            ("perfect", 0),
            ("skill", 30),
            ("skill", 100),
        ] {
            let level: Level = match name {
                "skill" => format!("skill({skill}/100)").parse().unwrap(),
                name => name.parse().unwrap(),
            };
            // Multiples of all that numbers are drawn below, so that no cell is favoured. Two
            // numbers are drawn where a level takes one set of moves or another.
            let moves = |level: Level| level.policy(&TICTACTOE, position).unwrap().moves();
            let (usual, others) = match name {
                "skill" => (moves(Level::Perfect), moves(Level::Blind)),
                "hard" => (moves(Level::Lookahead(6)), moves(Level::Medium)),
                _ => (Moves::EMPTY, Moves::EMPTY),
            };
            let (usual, others) = (usual.len(), others.difference(usual).len());
            let (first, second) = match u64::from(usual * others) {
                0 => (UP_TO_TEN, 1),
                sets => (100, sets),
            };
            let counts: BTreeMap<String, u64> = page.ask(
                COUNTS,
                &[json!(board), json!(name), json!(skill), json!(first), json!(second)],
            );
            let expected: BTreeMap<String, u64> = level
                .policy(&TICTACTOE, position)
                .unwrap()
                .chances()
                .map(|MoveChance { mv, numerator, denominator }| {
                    (mv.to_string(), first * second * numerator / denominator)
                })
                .collect();
            assert_eq!(counts, expected, "{level} on {board}");
        }
    }
}
