//! The exported files are compiled, checked and run in their languages, and their answers are compared with the
//! tables' answers.
//!
//! If a language's tool is missing, its tests are skipped and say why. In CI they fail.

mod answers;
mod boards;
mod c;
mod errors;
mod graphs;
mod javascript;
mod json;
mod python;
mod stranger;
mod tools;

use perfect_play_core::{Game, Objective, Scheme};
use perfect_play_export::{Language, export};
use perfect_play_games::{Hex, Mnk};
use perfect_play_generator::{Solution, solve};
use perfect_play_test_kit::{Listed, Lying};

use self::stranger::Stones;

/// The command that the files name as their origin.
const MADE_BY: &str = "this very test";

fn solved(name: &str) -> Solution<Mnk> {
    solve(name.parse().unwrap(), Objective::Fastest, &mut |_, _| ()).unwrap()
}

/// A game that is not played on a board. Its name is the hardest possible.
fn stones() -> Solution<Lying<Listed>> {
    solve(Stones::WORST.game(), Objective::Fastest, &mut |_, _| ()).unwrap()
}

/// A game whose moves do not fit into 64 bits.
fn many_moves() -> Solution<Lying<Listed>> {
    solve(Stones::MANY_MOVES.game(), Objective::Fastest, &mut |_, _| ()).unwrap()
}

/// A game without codes. Its positions have the codes of the table, and some of these are not positions.
fn without_codes() -> Solution<Hex> {
    solve("hex:2".parse().unwrap(), Objective::Fastest, &mut |_, _| ()).unwrap()
}

fn file<G: Game>(table: &Solution<G>, language: Language) -> String {
    export(table, language, MADE_BY).unwrap()
}

/// A driver, changed for the measure of this game's tables.
fn of_measure<G: Game>(table: &Solution<G>, driver: &str) -> String {
    match table.game().scheme() {
        Scheme::Remoteness => driver.to_owned(),
        Scheme::Score => driver.replace("remoteness", "score"),
    }
}

#[test]
fn a_file_says_what_its_game_is_played_for() {
    let said = graphs::graphs().map(|table| file(&table, Language::Json));
    let [circles, points, impartial] = said.collect::<Vec<_>>().try_into().unwrap();
    assert!(circles.contains("A draw has no remoteness") && !circles.contains("score"));
    assert!(points.contains("points by which") && !points.contains("remoteness"));
    assert!(impartial.contains("do not say who is to move") && !circles.contains("do not say who"));
}

#[test]
fn every_file_says_what_it_is_and_leaves_nothing_of_its_template() {
    let table = solved("mnk:4,2,3+misere");
    for language in Language::ALL {
        let file = file(&table, language);
        for told in ["mnk:4,2,3+misere", "fastest", MADE_BY, "https://docs.rs/perfect-play"] {
            assert!(file.contains(told), "{language}: {told}");
        }
        // Only the guard of the C header begins like this.
        let left = file.replace("PERFECT_PLAY_MNK_4_2_3_MISERE_FASTEST_H", "");
        assert!(!left.contains("PERFECT_PLAY_") && !left.contains("game_"), "{language}");
        assert!(file.lines().all(|line| line.trim_end() == line), "{language}");
        assert!(file.ends_with('\n') && !file.ends_with("\n\n"), "{language}");
    }
}

#[test]
fn tictactoe_is_small_enough_to_be_read() {
    let table = solved("tictactoe");
    let sizes = Language::ALL.map(|language| file(&table, language).len());
    for (size, most) in sizes.into_iter().zip([160_000, 110_000, 110_000, 1_700_000]) {
        assert!(size < most, "{sizes:?}");
    }
}
