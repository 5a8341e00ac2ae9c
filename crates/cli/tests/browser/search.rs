//! "Show how it is found": the tree of a search, call by call.

use std::fs;

use thirtyfour::Key;

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
    page.until("the search is offered", |page| page.text("#show-search").starts_with("Show"));
    page.click("#show-search");
    page.until("the search is shown", |page| {
        page.ask("return document.querySelector('#search').open", &[])
    });
    Some(page)
}

fn choose(page: &Page, algorithm: &str) {
    page.click(&format!("input[value='{algorithm}']"));
}

#[test]
fn the_tree_grows_step_by_step_and_shrinks_again() {
    let Some(page) = open("tictactoe", LATE) else { return };
    assert_eq!(page.texts(CALLS).len(), 9);
    page.click("#search-first");
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
    page.click("#search-first");
    while !page.text(WORDS).contains("Cut off") {
        assert_eq!(page.texts("#search-tree .cut:not(.new)").len(), 0);
        page.click("#search-on");
    }
    let words = page.text(WORDS);
    assert!(words.contains("O gets at most +1 here, and X has +1 elsewhere already"), "{words}");
    assert_eq!(page.texts("#search-tree .cut:not(.new) text"), ["✂ α cut"]);
    assert_eq!(page.texts("#search-tree .ghost:not(.new) .move"), ["5"]);
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
    page.run(
        "const depth = document.querySelector('#search-depth');
        depth.value = 'Infinity';
        depth.dispatchEvent(new Event('change'));",
    );
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

/// Moves the focus to a part of the tree, by its place among those of a kind.
fn focus(page: &Page, kind: &str, at: usize) {
    page.run(&format!("document.querySelectorAll('#search-tree {kind}')[{at}].focus()"));
}

/// The texts of calls that match a selector.
fn numbers(page: &Page, kind: &str) -> Vec<String> {
    page.texts(&format!("#search-tree .call{kind} .number"))
}

#[test]
fn the_tree_folds_and_unfolds_by_keyboard() {
    let Some(page) = open("tictactoe", "#moves=&x=you&o=you") else { return };
    assert_eq!(page.texts(CALLS).len(), 16);
    focus(&page, ".item", 0);
    for key in [Key::Right, Key::Right, Key::Right] {
        page.press(key);
    }
    // X 1, O 2 is unfolded: seven moves of X.
    page.until("the call is unfolded", |page| page.texts(CALLS).len() == 23);
    assert!(page.text("#search-part").starts_with("O 2, call 3"), "{}", page.text("#search-part"));
    page.press(Key::Enter);
    page.until("the call is folded", |page| page.texts(CALLS).len() == 16);
    let level = "return document.activeElement.ariaLevel";
    assert_eq!(page.ask::<String>(level, &[]), "3");
    page.press(Key::Left);
    assert_eq!(page.ask::<String>(level, &[]), "2");
    page.press(Key::End);
    assert!(page.text("#search-part").contains("symmetric"));
}

#[test]
fn pointing_at_a_move_shows_its_subtree() {
    let Some(page) = open("tictactoe", LATE) else { return };
    choose(&page, "alpha-beta");
    focus(&page, ".call", 1);
    let dim = page.texts("#search-tree .call.dim .number");
    assert_eq!(dim, ["call 5: +1", "call 6: ≤ +1", "call 7: +1", "call 8: +1"]);
    focus(&page, ".ghost", 0);
    let part = page.text("#search-part");
    assert!(part.contains("It is not searched. Plain minimax makes 1 call here."), "{part}");
    assert!(part.contains("The table says −1"), "{part}");
    assert_eq!(page.texts("#search-part .tree .number"), ["−1"]);
}

#[test]
fn values_are_backed_up_and_graded() {
    let Some(page) = open("tictactoe", LATE) else { return };
    page.click("input[value='values']");
    assert_eq!(numbers(&page, ""), ["?", "?", "−1", "−1", "+1", "?", "?", "+1", "−1"]);
    // Enter goes through the scores, the greatest first. The answer at call 6 is wrong, the others are right.
    for (call, presses) in [(1, 2), (6, 1), (5, 1), (0, 1)] {
        focus(&page, ".call", call);
        (0..presses).for_each(|_| page.press(Key::Enter));
    }
    page.click("#search-check");
    let words = page.text(WORDS);
    assert_eq!(
        words,
        "3 of 4 right. First mistake: X 7. O takes the smallest of +1, −1: −1. The line: O 5, −1."
    );
    assert_eq!(numbers(&page, ".wrong"), ["✗ −1, not +1"]);
    assert_eq!(page.texts("#search-tree .edge.kept .move"), ["O 5"]);
}

#[test]
fn cuts_are_marked_and_graded() {
    let Some(page) = open("tictactoe", LATE) else { return };
    page.click("input[value='cuts']");
    for call in [8, 3] {
        focus(&page, ".call", call);
        page.press(Key::Enter);
    }
    page.click("#search-check");
    let words = page.text(WORDS);
    assert!(words.starts_with("1 of 1 cuts found. 1 marked that is no cut."), "{words}");
    assert_eq!(numbers(&page, ".right"), ["✓ ✂ not called"]);
    assert_eq!(numbers(&page, ".wrong"), ["✗ ✂ −1"]);
}

#[test]
fn a_wrong_move_is_refuted_by_a_line() {
    let Some(page) = open("tictactoe", LATE) else { return };
    page.click("input[value='move']");
    focus(&page, ".call", 5);
    page.press(Key::Enter);
    page.until("the move is judged", |page| page.text(WORDS).starts_with("✗ Wrong."));
    let words = page.text(WORDS);
    assert!(words.contains("turned a win into a loss"), "{words}");
    assert_eq!(page.texts("#search-part li"), ["X 7", "O 5"]);
    assert_eq!(page.texts("#search-tree .edge.kept .move"), ["X 7", "O 5"]);
}

#[test]
fn games_that_repeat_positions_have_folded_trees() {
    let Some(page) = open("three-mens-morris", "#moves=0&x=you&o=you") else { return };
    let words = page.text(WORDS);
    assert!(words.contains("Orange's best is "), "{words}");
    focus(&page, ".call.folded", 0);
    let part = page.text("#search-part");
    assert!(part.contains("The calls below are not made: the score is the table's."), "{part}");
}

#[test]
fn games_without_a_board_and_games_for_points_have_trees() {
    let Some(page) = open("nim:1,2", "#moves=&x=you&o=you") else { return };
    page.click("#search-last");
    assert!(page.text(WORDS).contains("Player 1's best is +1."), "{}", page.text(WORDS));
    let Some(page) = open("dots:1,1", "#moves=&x=you&o=you") else { return };
    page.click("#search-last");
    assert!(page.text(WORDS).contains("Blue's best is −1."), "{}", page.text(WORDS));
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
            check(&page, &axe, &format!("{scheme}, {width} px, {algorithm}"));
        }
        for task in ["values", "cuts"] {
            page.click(&format!("input[value='{task}']"));
            page.click("#search-check");
            check(&page, &axe, &format!("{scheme}, {width} px, {task}"));
        }
        let sideways: u32 = page.ask("return document.querySelector('#search').scrollWidth", &[]);
        assert!(sideways <= width, "{sideways}");
        page.click("#search-close");
        assert_eq!(page.focus(), "show-search");
    }
}
