//! The page's levels against the library's: how often each takes which cell.

use std::collections::BTreeMap;

use perfect_play::{Level, MoveChance, Objective, Probe, TICTACTOE};
use serde_json::json;

use crate::page::Page;

/// How often a level takes which cell, when every pair of random numbers below `first` and `second`
/// is drawn once, in place of what the browser would give.
const COUNTS: &str = "
    const [cells, level, skill, first, second] = arguments;
    const counts = {};
    let drawn = [];
    crypto.getRandomValues = (numbers) => numbers.fill(drawn.shift() ?? 0);
    for (let one = 0; one < first; one++) {
        for (let two = 0; two < second; two++) {
            drawn = [one, two];
            const cell = globalThis.perfectPlay.choose(level, skill, cells);
            counts[cell] = (counts[cell] ?? 0) + 1;
        }
    }
    return counts;";

#[test]
fn the_levels_take_each_cell_as_often_as_the_librarys() {
    let Some(page) = Page::of("tictactoe", "") else { return };
    for board in ["X........", "X...O....", "XO..X....", "O.XX.X.OO", "XOXOXO.X."] {
        let position = TICTACTOE.game().parse(board).unwrap();
        let cells: Vec<usize> = board.chars().filter_map(|mark| ".XO".find(mark)).collect();
        for (name, skill) in [
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
            // Multiples of all that numbers are drawn below, so that no cell is favoured. A level
            // of skill draws twice, unless all moves are optimal.
            let legal = TICTACTOE.move_values(position).unwrap();
            let best = u64::from(legal.optimal(Objective::Fastest).len());
            let all = legal.iter().len() as u64;
            let (first, second) = match all - best {
                rest if name == "skill" && rest > 0 => (100, best * rest),
                _ => (5 * all * best, 1),
            };
            let counts: BTreeMap<String, u64> = page.ask(
                COUNTS,
                &[json!(cells), json!(name), json!(skill), json!(first), json!(second)],
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
