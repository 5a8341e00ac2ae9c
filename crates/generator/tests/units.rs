//! Games whose author numbers the positions, solved unit by unit, against the solver that finds positions by playing.

use perfect_play_core::{Game, Numbering, Objective, Values};
use perfect_play_games::{Hexapawn, Kalah, Morris, Nim, OneGap, Quixo};
use perfect_play_generator::{Solver, numbering::KeyNumbering};
use perfect_play_test_kit::{ListedTiers, Lying, Random, lies};

/// Solves a game with random tiers, and compares every value with that of the solver by keys.
fn is_the_same<G: Game + Clone + Sync>(game: G, seeds: u64)
where
    G::Position: 'static,
{
    let by = Solver::default();
    let game = Lying::honest(game);
    let (keys, values) = by.solve_by_key(&game, Objective::Fastest, &mut |_, _| ()).unwrap();
    for seed in 0..seeds {
        let tiers = ListedTiers::of(&game, &mut Random::new(seed));
        let shown = format!("{game} {seed}: {tiers:?}");
        let game = Lying::new(game.game.clone(), lies().tiers(tiers));
        let solved = by.solve_by_rank(&game, Objective::Fastest, &|_, _| ());
        let (ranks, ranked) = solved.unwrap_or_else(|error| panic!("{shown}: {error}"));
        for (&position, &byte) in KeyNumbering::positions(&keys).iter().zip(&values) {
            let value = match game.tiering().unwrap().rank(position) {
                Some(slot) => ranked.value(game.scheme(), slot).unwrap(),
                None => game.end(position),
            };
            assert_eq!(value, game.scheme().from_byte(byte), "{shown}: {position:?}");
            if game.tiering().unwrap().rank(position).is_some() {
                let code = ranks.encode(&game, position);
                assert_eq!(ranks.decode(&game, code), Some(position), "{shown}");
            }
        }
    }
}

#[test]
fn values_are_those_of_the_solver_by_keys() {
    // Play repeats positions.
    is_the_same("three-mens-morris".parse::<Morris>().unwrap(), 6);
    is_the_same("pong-hau-ki".parse::<OneGap>().unwrap(), 6);
    is_the_same("quixo:2,2,2".parse::<Quixo>().unwrap(), 6);
    // It does not; and points.
    is_the_same("hexapawn:3,3".parse::<Hexapawn>().unwrap(), 6);
    is_the_same("nim:3,4,5".parse::<Nim>().unwrap(), 6);
    is_the_same("kalah:2,2".parse::<Kalah>().unwrap(), 6);
}
