//! "Show how it is found": the tree of a search, call by call.

use std::fs;

use crate::{
    accessibility::{AXE, check, screen},
    page::Page,
    skip,
};

/// X wins with 5.
const LATE: &str = "#moves=2-0-3-7-5-8&x=you&o=you";

/// The description of the current step.
const WORDS: &str = "#search-words";

/// The calls that are visible and not still to come.
const CALLS: &str = "#search-tree .call:not(.new)";

fn open(game: &str, link: &str) -> Option<Page> {
    let page = Page::of(game, &link.replacen('#', "#analyse&", 1))?;
    page.until("the search is offered", |page| page.text("#show-search").contains("calls"));
    page.click("#show-search");
    Some(page)
}

fn choose(page: &Page, algorithm: &str) {
    page.click(&format!("input[value='{algorithm}']"));
}

#[test]
fn the_tree_grows_step_by_step_and_shrinks_again() {
    let Some(page) = open("tictactoe", LATE) else { return };
    assert_eq!(page.text(WORDS), "1 of 18: Call 1: X is to move.");
    assert_eq!(page.texts(CALLS).len(), 1);
    page.click("#search-on");
    page.click("#search-on");
    assert_eq!(page.text(WORDS), "3 of 18: O tries 5: call 3.");
    assert_eq!(page.texts(CALLS).len(), 3);
    page.click("#search-on");
    assert_eq!(page.text(WORDS), "4 of 18: O has won: −1, returned. O keeps it.");
    assert_eq!(page.texts("#search-tree .edge.kept .score"), ["−1 ★"]);
    page.click("#search-back");
    assert_eq!(page.texts("#search-tree .edge.kept").len(), 0);
    page.click("#search-last");
    assert_eq!(page.text(WORDS), "18 of 18: X's best is +1. 9 calls in all.");
    assert_eq!(page.texts(CALLS).len(), 9);
    page.click("#search-first");
    assert_eq!(page.texts(CALLS).len(), 1);
}

#[test]
fn the_three_stand_side_by_side_with_their_calls() {
    let Some(page) = open("tictactoe", "#moves=0-1-4-3&x=you&o=you") else { return };
    let counts = page.texts("[data-calls]");
    assert_eq!(counts, ["190 calls", "61 calls (32 %)", "115 calls (61 %)"]);
}

#[test]
fn what_alpha_beta_cuts_off_is_shown_with_the_reason() {
    let Some(page) = open("tictactoe", LATE) else { return };
    choose(&page, "alpha-beta");
    while !page.text(WORDS).contains("Cut off") {
        assert_eq!(page.texts("#search-tree .cut:not(.new)").len(), 0);
        page.click("#search-on");
    }
    let words = page.text(WORDS);
    assert!(words.contains("O gets at most +1 here, and X has +1 elsewhere already"), "{words}");
    assert_eq!(page.texts("#search-tree .cut:not(.new) text"), ["✂ 5 (α cut)"]);
    let of_open = |what: &str| page.texts(&format!("#search-tree .open {what}"));
    assert_eq!(of_open(".window"), ["now (+1, +∞)", "now (+1, +1)"]);
    assert_eq!(of_open(".number"), ["call 1, +1 so far", "call 6, ≤ +1 so far"]);
    page.click("#search-on");
    let words = page.text(WORDS);
    assert!(words.contains("O's best is at most +1: ≤ +1 is returned after the α cut."), "{words}");
    assert_eq!(page.texts("#search-tree .for-bound .number"), ["call 6: ≤ +1"]);
}

#[test]
fn what_the_memo_remembers_is_not_expanded() {
    let Some(page) = open("tictactoe", "#moves=0-1-4-3&x=you&o=you") else { return };
    choose(&page, "memo");
    page.click("#search-last");
    assert_eq!(page.texts(CALLS).len(), 115);
    let seen = page.texts("#search-tree .seen .as");
    assert!(
        !seen.is_empty() && seen.iter().all(|as_call| as_call.starts_with("as call ")),
        "{seen:?}"
    );
}

#[test]
fn it_plays_by_itself_and_pauses() {
    let Some(page) = open("tictactoe", LATE) else { return };
    page.run(
        "const speed = document.querySelector('#search-speed');
        speed.value = speed.max;
        document.querySelector('#search-play').click();",
    );
    page.until("some steps are made", |page| page.texts(CALLS).len() > 2);
    page.click("#search-back");
    let words = page.text(WORDS);
    assert_eq!(page.text("#search-play"), "Play");
    page.click("#search-play");
    page.until("it goes on", |page| page.text(WORDS) != words);
    page.until("it ends", |page| page.text(WORDS).starts_with("18 of 18"));
    assert_eq!(page.text("#search-play"), "Play");
}

#[test]
fn it_is_offered_only_where_the_tree_is_small_and_ends() {
    for (game, link, why) in [
        ("tictactoe", "#moves=&x=you&o=you", "Minimax takes more than 400 calls here."),
        ("three-mens-morris", "#moves=0&x=you&o=you", "Play can come back to a position"),
    ] {
        let Some(page) = Page::of(game, link) else { return };
        page.until("a reason is told", |page| page.text("#no-search").starts_with(why));
        assert!(page.ask::<bool>("return document.querySelector('#show-search').hidden", &[]));
    }
}

#[test]
fn games_without_a_board_and_games_for_points_have_trees() {
    let Some(page) = open("nim:1,2", "#moves=&x=you&o=you") else { return };
    page.click("#search-last");
    assert!(page.text(WORDS).contains("X's best is +1."), "{}", page.text(WORDS));
    let Some(page) = open("dots:1,1", "#moves=&x=you&o=you") else { return };
    page.click("#search-last");
    assert!(page.text(WORDS).contains("X's best is −1."), "{}", page.text(WORDS));
}

#[test]
fn it_is_for_everybody() {
    let axe = match fs::read_to_string(AXE) {
        Ok(axe) => axe,
        Err(error) => return skip(&format!("{AXE}: {error}; `npm ci` installs it")),
    };
    for (width, scheme) in [(1200, "light"), (360, "dark")] {
        let Some(page) = open("tictactoe", LATE) else { return };
        page.prefer(&[("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")]);
        screen(&page, width, 800);
        for algorithm in ["minimax", "alpha-beta", "memo"] {
            choose(&page, algorithm);
            page.click("#search-last");
            check(&page, &axe, &format!("{scheme}, {width} px, {algorithm}"));
        }
        let sideways: u32 = page.ask("return document.querySelector('#search').scrollWidth", &[]);
        assert!(sideways <= width, "{sideways}");
        page.click("#search-close");
        assert_eq!(page.focus(), "show-search");
    }
}
