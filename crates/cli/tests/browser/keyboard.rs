//! The page with the keyboard alone: the focus is always on a visible element.

use thirtyfour::Key;

use crate::{page::Page, play::TWO_PEOPLE};

/// Moves from one cell to another on a board with three cells in a row, and takes it.
fn take(page: &Page, from: u8, to: u8) {
    let [(x, y), (to_x, to_y)] = [from, to].map(|cell| ((cell - 1) % 3, (cell - 1) / 3));
    let across = if to_x > x { Key::Right } else { Key::Left };
    let along = if to_y > y { Key::Down } else { Key::Up };
    for (key, times) in [(across, to_x.abs_diff(x)), (along, to_y.abs_diff(y))] {
        for _ in 0..times {
            page.press(char::from(key.clone()));
        }
    }
    page.press(Key::Enter);
}

#[test]
fn a_whole_game_of_two() {
    let Some(page) = Page::of("tictactoe", TWO_PEOPLE) else { return };
    page.tab_to("1, empty");
    page.assert_focus("1, empty");
    let cells = [5, 1, 3, 7, 4, 6, 2, 8, 9];
    for (&from, &to) in [&1].into_iter().chain(&cells).zip(&cells) {
        take(&page, from, to);
        let mark = page.board().chars().nth(usize::from(to) - 1).unwrap();
        page.assert_focus(&format!("{to}, {mark}, the last move"));
    }
    assert!(page.status().ends_with("A draw."));
}

#[test]
fn a_lost_game_with_the_machine() {
    let Some(page) = Page::of("tictactoe", "#moves=&x=you&o=master") else { return };
    page.tab_to("1, empty");
    for (from, to, said) in [(1, 1, "O plays 5."), (1, 2, "O plays 3."), (2, 6, "O has won.")] {
        take(&page, from, to);
        page.until_it_says(said);
        page.assert_focus(&format!("{to}, X"));
    }
}

#[test]
fn the_arrows_stay_on_the_board_and_leave_the_browsers_keys_alone() {
    let Some(page) = Page::of("tictactoe", TWO_PEOPLE) else { return };
    page.tab_to("1, empty");
    page.press(Key::Left);
    page.press(Key::Up);
    page.assert_focus("1, empty");
    page.press(Key::End);
    page.press(Key::Right);
    page.assert_focus("3, empty");
    page.press(Key::Down);
    page.press(Key::Down);
    page.press(Key::Down);
    page.press(Key::Home);
    page.assert_focus("7, empty");
    let handled = "const key = { key: 'ArrowLeft', altKey: true, bubbles: true, cancelable: true };
        return !document.activeElement.dispatchEvent(new KeyboardEvent('keydown', key))";
    assert!(!page.ask::<bool>(handled, &[]));
    // One Tab leaves the board, and one Shift-Tab returns to the same cell.
    page.press(Key::Tab);
    page.assert_focus("undo");
    page.press_holding(Key::Shift, Key::Tab);
    page.assert_focus("7, empty");
    // The focus shows what the move would change, as pointing does.
    assert_eq!(page.texts("#board .ghost").len(), 1);
}

#[test]
fn the_focus_stays_on_what_was_pressed() {
    let Some(page) = Page::of("tictactoe", "#moves=4-0&x=you&o=you") else { return };
    page.tab_to("undo");
    for _ in 0..3 {
        page.press(Key::Enter);
        page.assert_focus("undo");
    }
    page.press(Key::Tab);
    for _ in 0..3 {
        page.press(Key::Enter);
        page.assert_focus("redo");
    }
    assert_eq!(page.board(), "O...X....");
    page.open("#moves=4-0&x=you&o=perfect");
    for button in ["new", "swap", "mode-analyse", "worths", "best"] {
        page.tab_to(button);
        page.press(Key::Space);
        page.assert_focus(button);
    }
}

#[test]
fn a_board_that_is_turned_keeps_the_focus() {
    let Some(page) = Page::of("tictactoe", "#moves=4-0&x=you&o=you") else { return };
    page.tab_to("1, O, the last move");
    page.press('f');
    assert_ne!(page.focus(), "body");
    // On the board, the arrows move the focus. Elsewhere they take moves back.
    page.press(Key::Left);
    assert_eq!(page.board(), "O...X....");
}

#[test]
fn a_button_that_goes_hands_the_focus_to_the_board() {
    let Some(page) = Page::of("tictactoe", "#moves=0-4&x=you&o=master") else { return };
    page.go_to(1);
    page.tab_to("go");
    page.press(Key::Enter);
    // The focus is on the board at once, and stays there after the machine's move.
    assert!(page.focus().starts_with("1, X"), "{}", page.focus());
    page.until_it_says("O plays 5.");
    page.assert_focus("1, X");
}

#[test]
fn the_end_of_a_game_hands_the_focus_of_what_goes_to_the_board() {
    let link = "#analyse&moves=0-4-8-1-7-6-2-5&x=you&o=you";
    let Some(page) = Page::of("tictactoe", link) else { return };
    page.tab_to("best");
    page.press_holding(Key::Shift, Key::Tab);
    assert_eq!(page.focus(), "4");
    page.press(Key::Enter);
    page.until_it_says("A draw.");
    assert!(page.focus().starts_with("1, X"), "{}", page.focus());
}

#[test]
fn the_history_that_becomes_shorter_keeps_the_focus() {
    let link = "#moves=4-0-2-6-3-5-1-7-8&x=master&o=master";
    let Some(page) = Page::of("tictactoe", link) else { return };
    page.go_to(1);
    // While the machine waits with the move that would replace move eight.
    page.run(
        "document.querySelector('#go').click();
        document.querySelector('#history .plies button:last-child').focus();",
    );
    page.until("the machine has moved", |page| page.texts("#history .plies button").len() == 3);
    assert_ne!(page.focus(), "body");
}
