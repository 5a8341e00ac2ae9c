//! The rules against themselves, and against Bouton's theory.

use nim_rules::{Nim, heap_and_stones};
use perfect_play_generator::{
    check_rules,
    core::{Game, Move, Objective, Outcome, Probe},
    solve,
};

/// All heaps.
const POSITIONS: u64 = 4 * 5 * 6;

#[test]
fn the_rules_do_not_contradict_themselves() {
    for game in [Nim::NORMAL, Nim::MISERE] {
        assert_eq!(check_rules(&game), Ok(POSITIONS), "{game}");
    }
}

#[test]
fn every_position_is_worth_what_theory_says() {
    for (game, misere) in [(Nim::NORMAL, false), (Nim::MISERE, true)] {
        let table = solve(game, Objective::Fastest, &mut |_, _| ()).unwrap();
        for heaps in table.positions() {
            let [a, b, c] = heaps;
            let lost = if misere && a.max(b).max(c) < 2 { a ^ b ^ c == 1 } else { a ^ b ^ c == 0 };
            let expected = if lost { Outcome::Loss } else { Outcome::Win };
            assert_eq!(table.probe(heaps).unwrap().outcome, expected, "{game}: {heaps:?}");
        }
    }
}

#[test]
fn a_move_is_a_heap_and_its_stones() {
    let game = Nim::NORMAL;
    let moves: Vec<Move> = game.legal_moves(game.start()).iter().collect();
    assert_eq!(moves.len(), 3 + 4 + 5);
    for mv in moves {
        let (heap, stones) = heap_and_stones(mv);
        let mut heaps = game.start();
        heaps[usize::from(heap)] -= stones;
        assert_eq!(game.play(game.start(), mv), heaps);
    }
}
