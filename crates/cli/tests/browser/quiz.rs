//! The quiz: positions in which few moves hold the outcome.

use std::fs;

use thirtyfour::Key;

use crate::{
    accessibility::{AXE, check, screen},
    page::Page,
    skip,
};

/// O must take the centre.
const CORNER: &str = "#quiz&moves=0&x=you&o=you";

const ANSWER: &str = "#quiz-answer";

/// The values that are shown on the board and beside it.
const VALUES: &str = "#board .worth, #moves .key, #history .dot";

fn answered(page: &Page) -> String {
    page.until("the answer is judged", |page| !page.text("#quiz-answer").is_empty());
    page.text(ANSWER)
}

#[test]
fn a_wrong_answer_is_explained() {
    let Some(page) = Page::of("tictactoe", CORNER) else { return };
    assert_eq!(page.status(), "O is to move. Find the only move that holds the draw.");
    assert_eq!(page.texts("#board .worth, #moves .key"), [""; 0]);
    page.take(&[2]);
    let answer = answered(&page);
    assert!(
        answer.starts_with("✗ Wrong. With 2, O turned a draw into a loss. Only 5 would"),
        "{answer}"
    );
    assert!(answer.contains("two lines at once"), "{answer}");
    let line = page.texts("#quiz-panel .line-of-boards li");
    assert_eq!((&*line[0], line.len()), ("O 2", 6));
    assert_eq!(page.text("#quiz-score"), "0 of 1 right.");
    assert_eq!(page.texts("#board .worth").len(), 8);
    assert_eq!(page.board(), "X........");
}

#[test]
fn right_answers_are_counted_and_kept() {
    let Some(page) = Page::of("tictactoe", CORNER) else { return };
    page.take(&[5]);
    let answer = answered(&page);
    assert!(answer.starts_with("✓ Right. 5 is the only move that holds the draw."), "{answer}");
    page.open("#quiz&moves=2&x=you&o=you");
    page.take(&[5]);
    answered(&page);
    assert_eq!(page.text("#quiz-score"), "2 of 2 right, 2 in a row.");
    page.click("#quiz-reset");
    assert_eq!(page.text("#quiz-score"), "No question answered yet.");
}

#[test]
fn keys_do_not_take_the_question_from_the_board() {
    let Some(page) = Page::of("tictactoe", CORNER) else { return };
    for key in ['n', Key::Left.into()] {
        page.press(key);
        assert_eq!(page.board(), "X........");
    }
    page.take(&[5]);
    assert!(answered(&page).starts_with("✓ Right. 5 is"), "{}", page.text(ANSWER));
}

#[test]
fn one_question_follows_another_and_a_seed_tells_which() {
    let Some(page) = Page::of("tictactoe", "#quiz=7") else { return };
    let mut asked = Vec::new();
    for _ in 0..4 {
        page.until_it_says("Find ");
        assert_eq!(page.texts(VALUES), [""; 0]);
        asked.push(page.board());
        page.click("#quiz-next");
        page.until("the board has the focus", |page| page.focus().contains(", "));
        page.until("another one is asked", |page| page.board() != asked[asked.len() - 1]);
    }
    page.open("#quiz=7");
    assert_eq!(page.board(), asked[0]);
    page.open("#quiz=8");
    assert_ne!(page.board(), asked[0]);
}

#[test]
fn it_begins_at_the_page_and_ends_there() {
    let Some(page) = Page::of("tictactoe", "#analyse") else { return };
    page.click("#quiz-start");
    page.until_it_says("Find ");
    assert!(page.link().starts_with("#quiz&moves="), "{}", page.link());
    page.until("the board has the focus", |page| page.focus().starts_with("1, "));
    page.click("#quiz-end");
    assert!(page.link().ends_with("&x=you&o=easy"), "{}", page.link());
    assert!(page.status().ends_with(" is to move."), "{}", page.status());
    assert!(page.focus().starts_with("1, "), "the focus is on {}", page.focus());
    assert!(page.link().starts_with("#analyse&moves="), "{}", page.link());
    assert!(!page.texts("#board .worth").is_empty());
}

#[test]
fn every_kind_of_game_asks() {
    for game in ["tictactoe+misere", "connect:4,4,3", "three-mens-morris", "nim:1,2,3", "dots:1,2"]
    {
        let Some(page) = Page::of(game, "#quiz=3") else { return };
        page.until_it_says("Find ");
        page.run("document.querySelector('#moves button').click()");
        let answer = answered(&page);
        assert!(answer.starts_with('✓') || answer.starts_with('✗'), "{game}: {answer}");
    }
}

#[test]
fn it_works_where_the_page_may_keep_nothing() {
    let Some(page) = Page::of("tictactoe", CORNER) else { return };
    page.run("Object.defineProperty(globalThis, 'localStorage', { get() { throw new Error('denied'); } })");
    page.take(&[5]);
    answered(&page);
    assert_eq!(page.text("#quiz-score"), "1 of 1 right.");
}

#[test]
fn it_is_for_everybody() {
    let axe = match fs::read_to_string(AXE) {
        Ok(axe) => axe,
        Err(error) => return skip(&format!("{AXE}: {error}; `npm ci` installs it")),
    };
    for (width, scheme) in [(1200, "light"), (360, "dark")] {
        let Some(page) = Page::of("tictactoe", CORNER) else { return };
        page.prefer(&[("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")]);
        screen(&page, width, 800);
        check(&page, &axe, &format!("{scheme}, {width} px, asking"));
        page.take(&[2]);
        answered(&page);
        check(&page, &axe, &format!("{scheme}, {width} px, answered"));
        let sideways: u32 = page.ask("return document.documentElement.scrollWidth", &[]);
        assert!(sideways <= width, "{sideways}");
    }
}
