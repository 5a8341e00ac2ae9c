//! Both baked tables against Bouton's theory, on all heaps, as a page asks them.

use nim::{GAME_OVER, NO_SUCH_HEAPS, nim_best_move, nim_wins};

/// Whether who is to move wins, by theory.
fn wins([a, b, c]: [u32; 3], misere: bool) -> bool {
    let large = a.max(b).max(c) >= 2;
    (a ^ b ^ c != 0) == (large || !misere)
}

#[test]
fn every_answer_is_what_theory_says() {
    for misere in [0, 1] {
        for heaps in (0..4).flat_map(|a| (0..5).flat_map(move |b| (0..6).map(move |c| [a, b, c]))) {
            let [a, b, c] = heaps;
            let won = wins(heaps, misere == 1);
            assert_eq!(nim_wins(a, b, c, misere), won.into(), "{heaps:?}, misère {misere}");
            let best = nim_best_move(a, b, c, misere);
            if heaps == [0; 3] {
                assert_eq!(best, GAME_OVER);
                continue;
            }
            let (heap, stones) = (usize::try_from(best / 16).unwrap(), best.unsigned_abs() % 16);
            let mut left = heaps;
            left[heap] -= stones;
            assert!(stones > 0 && (!won || !wins(left, misere == 1)), "{heaps:?} to {left:?}");
        }
    }
}

#[test]
fn other_heaps_have_no_answer() {
    for [a, b, c] in [[4, 0, 0], [0, 5, 0], [0, 0, 6], [259, 0, 0], [u32::MAX; 3]] {
        for misere in [0, 1] {
            assert_eq!(nim_wins(a, b, c, misere), NO_SUCH_HEAPS);
            assert_eq!(nim_best_move(a, b, c, misere), NO_SUCH_HEAPS);
        }
    }
}

#[test]
fn the_tables_say_what_they_are() {
    assert_eq!(nim::nim::TABLE.game().to_string(), "nim");
    assert_eq!(nim::nim_misere::TABLE.game().to_string(), "nim+misere");
}
