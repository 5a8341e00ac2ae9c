//! Mistakes in words: after a game, and when a reader goes back to one.

use crate::{page::Page, play::TWO_PEOPLE};

/// The sentences of the mistakes that are expanded.
const REASONS: &str = "#review [open] .reasons p";

/// Waits for the reasons of the last mistake.
fn reasons(page: &Page) -> Vec<String> {
    page.until("the reasons are told", |page| !page.texts(REASONS).is_empty());
    page.texts(REASONS)
}

#[test]
fn a_fork_is_explained() {
    let Some(page) = Page::of("tictactoe", TWO_PEOPLE) else { return };
    page.take(&[1, 2, 5, 3, 9]);
    assert_eq!(page.text("#review > p"), "The game was decided on move 2.");
    assert_eq!(
        reasons(&page),
        [
            "Only 5 would have held the draw.",
            "Then X plays 4 and threatens 1-4-7, so O has to block at 7. X plays 5 and threatens two lines at once: \
             4-5-6 and 1-5-9. O can block only one.",
        ]
    );
    assert_eq!(page.texts("#review summary"), ["Move 2: with 2, O turned a draw into a loss."]);
}

#[test]
fn a_game_that_turned_more_than_once_tells_each_turn() {
    let Some(page) = Page::of("tictactoe", "#moves=0-1-2-4-7-3-6-5&x=you&o=you") else { return };
    let verdict = "The outcome changed on moves 2, 3 and 7. Move 7 was the last to change it.";
    assert_eq!(page.text("#review > p"), verdict);
    assert_eq!(page.texts("#review summary").len(), 3);
    let last = ["Only 6 would have held the draw.", "X had to block at 6: O now completes 4-5-6."];
    assert_eq!(reasons(&page), last);
}

#[test]
fn from_a_mistake_a_button_leads_back_to_it_where_it_is_told_again() {
    let Some(page) = Page::of("tictactoe", "#moves=0-1-2-4-7-3-6-5&x=you&o=you") else { return };
    reasons(&page);
    page.click("#review [open] button");
    assert_eq!(page.board(), "XOXOO..X.");
    assert!(page.focus().starts_with("1, X"), "the focus is on {}", page.focus());
    assert_eq!(page.texts("#review summary"), ["Move 7: with 7, X turned a draw into a loss."]);
    assert_eq!(reasons(&page)[0], "Only 6 would have held the draw.");
    // No mistake is shown if there is none, or while a game is in progress.
    page.go_to(5);
    assert_eq!(page.text("#review"), "");
    page.go_to(6);
    page.take(&[6]);
    assert_eq!(page.text("#review"), "");
}

#[test]
fn where_marks_fall_lines_are_told_by_columns() {
    let link = "#analyse&moves=1-2-2-4-3-2-1-4&x=you&o=you";
    let Some(page) = Page::of("connect:4,4,3", link) else { return };
    page.go_to(6);
    let expected = [
        "Only column 3 would have held the win.",
        "Red had to block in column 3: Yellow now completes a line falling over columns 2–4.",
    ];
    assert_eq!(reasons(&page), expected);
}

#[test]
fn a_game_without_lines_tells_how_best_play_goes_on() {
    let Some(page) = Page::of("nim:1,2", "#analyse&moves=0&x=you&o=you") else { return };
    page.click("#undo");
    let told = reasons(&page).join(" ");
    assert!(told.contains("Best play goes on: Player 2"), "{told}");
}

#[test]
fn misere_play_tells_of_lines_that_lose() {
    let Some(page) = Page::of("tictactoe+misere", TWO_PEOPLE) else { return };
    page.take(&[1, 3, 7, 9, 4]);
    assert_eq!(page.status(), "X plays 4. O has won. X has completed a line.");
    assert!(
        reasons(&page).contains(&"It completes 1-4-7, and who completes a line loses.".to_owned())
    );
}
