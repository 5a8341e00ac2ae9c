//! The rules and tiers against themselves, and what is known of the game.

use kono_rules::Kono;
use perfect_play_generator::{
    Solver,
    core::{Game, Objective, Outcome, Values},
};

#[test]
fn the_tiers_give_the_values_that_playing_finds() {
    let game = Kono::new(3);
    let by = Solver::default();
    let ranked = by.solve_by_rank(&game, Objective::Fastest, &|_done, _of| ());
    let (ranks, values) = ranked.unwrap();
    let found = by.solve_by_key(&game, Objective::Fastest, &mut |_done, _of| ());
    let (keys, bytes) = found.unwrap();
    assert!(ranks.all_slots() > keys.positions().len() as u64);
    for (&position, byte) in keys.positions().iter().zip(bytes) {
        let value = match game.tiering().unwrap().rank(position) {
            Some(slot) => values.value(game.scheme(), slot).unwrap(),
            None => game.end(position),
        };
        assert_eq!(value, game.scheme().from_byte(byte), "{}", game.notation(position));
    }
}

#[test]
fn the_first_move_takes_a_man() {
    let game = Kono::new(4);
    let start = game.start();
    let moves: Vec<_> =
        game.legal_moves(start).iter().map(|mv| game.move_text(start, mv).to_string()).collect();
    assert_eq!(moves, ["a1xa3", "b1xb3", "c1xc3", "d1xd3"]);
    let mv = game.parse_move(start, "a1xa3").unwrap();
    let after = game.play(start, mv);
    assert_eq!(after.map(u16::count_ones), [7, 8]);
    assert_eq!(game.parse_position("X..............."), Ok([1, 0]));
    assert_eq!(game.terminal([1, 0]), Some(Outcome::Loss));
}
