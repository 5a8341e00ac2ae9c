//! Games that contradict themselves, handed to everything that takes a game: whatever they return, only functions
//! with documented panics panic, every call ends, and no call needs more memory than there is.

mod asked;
mod liar;

use std::panic::{self, AssertUnwindSafe};

use perfect_play::Game;
use perfect_play_generator::MAX_CODES;
use perfect_play_test_kit::{OUT_OF_PATIENCE, lies};
use proptest::prelude::*;

use self::{
    asked::{Ask, Honest, Liar},
    liar::Lie,
};

const GAMES: [&str; 3] = ["mnk:2,2,2", "connect:2,2,2", "mnk:2,2,2+misere"];

fn honest() -> impl Iterator<Item = Honest> {
    GAMES.into_iter().map(|name| Honest::new(name.parse().unwrap()))
}

/// Whether a panic is documented.
fn is_documented(asked: &str, liar: &Liar, panic: &str) -> bool {
    match asked {
        "minimax" => panic.contains("a play takes at most 255 plies"),
        // A table that can do no better lists its positions by looking at all codes.
        "stats" | "records" | "diff" | "verify" => {
            panic == OUT_OF_PATIENCE && liar.codes() > MAX_CODES
        }
        "stats by tier" | "reachable" => panic == "the numbering is that of another game",
        // Every two symmetries are tried one after the other, in every position.
        "check_rules" | "bake" | "game without codes" => {
            panic == OUT_OF_PATIENCE && liar.symmetries() == u8::MAX
        }
        _ => false,
    }
}

/// The functions that panic if they are called with a game that tells these lies.
fn panics(honest: &Honest, all: &[Lie]) -> Vec<String> {
    let lies = all.iter().fold(lies(), |lies, lie| lie.told(lies));
    let panic_of = |&(asked, ask): &(&str, Ask)| {
        let panic = panic::catch_unwind(AssertUnwindSafe(|| ask(honest, &lies))).err()?;
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
        let said = || format!("{asked} of {}, {all:?}: {text}", honest.game);
        (!is_documented(asked, &honest.liar(&lies), text)).then(said)
    };
    asked::ALL.iter().filter_map(panic_of).collect()
}

fn no_lie_makes_anything_panic(game: &str) {
    let honest = Honest::new(game.parse().unwrap());
    assert_eq!(panics(&honest, &[]), [""; 0]);
    for lie in liar::all() {
        assert_eq!(panics(&honest, &[lie]), [""; 0]);
    }
}

#[test]
fn no_lie_about_placed_marks_makes_anything_panic() {
    no_lie_makes_anything_panic("mnk:2,2,2");
}

#[test]
fn no_lie_about_falling_marks_makes_anything_panic() {
    no_lie_makes_anything_panic("connect:2,2,2");
}

#[test]
fn no_lie_about_misere_play_makes_anything_panic() {
    no_lie_makes_anything_panic("mnk:2,2,2+misere");
}

/// `PROPTEST_CASES` is not asked: a case takes a tenth of a second.
#[test]
fn no_lies_together_make_anything_panic() {
    let honest: Vec<_> = honest().collect();
    let lies = prop::collection::vec(prop::sample::select(liar::all()), 2..4);
    let config =
        ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |(game in 0..honest.len(), lies in lies)| {
        prop_assert_eq!(panics(&honest[game], &lies), [""; 0]);
    });
}
