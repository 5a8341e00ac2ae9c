//! The history of a game, with a dot for the value after each ply.

use thirtyfour::Key;

use crate::page::Page;

/// A game in which O and X make mistakes, and O wins.
const MISTAKEN: &str = "#moves=0-1-2-4-7-3-6-5&x=you&o=you";

/// The names of the plies.
const NAMES: &str =
    "return [...document.querySelectorAll('#history button')].map((ply) => ply.ariaLabel)";

/// How far above the centre each dot is, in pixels.
const HEIGHTS: &str = "
    const centre = document.querySelector('#history .centre').getBoundingClientRect().top;
    return [...document.querySelectorAll('#history .dot circle')].map((dot) => {
        const { top, bottom } = dot.getBoundingClientRect();
        return Math.round(centre - (top + bottom) / 2);
    });";

#[test]
fn each_ply_has_a_name_that_says_who_wins() {
    let Some(page) = Page::of("tictactoe", MISTAKEN) else { return };
    let names: Vec<String> = page.ask(NAMES, &[]);
    assert_eq!(
        names,
        [
            "start: a draw",
            "after move 1, X 1: a draw",
            "after move 2, O 2: X wins in 5 plies; a mistake of O",
            "after move 3, X 3: a draw; a mistake of X",
            "after move 4, O 5: a draw",
            "after move 5, X 8: a draw",
            "after move 6, O 4: a draw",
            "after move 7, X 7: O wins in 1 ply; a mistake of X",
            "after move 8, O 6: O has won",
        ]
    );
    assert_eq!(page.text("#history [aria-current]"), "O 6");
    let more: String =
        page.ask("return document.querySelector('#history .scrolled').dataset.before", &[]);
    assert_eq!(more, "true", "the start is out of sight");
}

#[test]
fn a_dot_is_on_the_side_of_who_wins_and_a_mistake_is_a_jump() {
    let Some(page) = Page::of("tictactoe", MISTAKEN) else { return };
    let heights: Vec<i32> = page.ask(HEIGHTS, &[]);
    let signs: Vec<_> = heights.iter().map(|height| height.signum()).collect();
    assert_eq!(signs, [0, 0, 1, 0, 0, 0, 0, -1, -1], "{heights:?}");
    assert!(heights[8] < heights[7], "the end is the farthest out: {heights:?}");
    assert_eq!(page.texts("#history .jump").len(), 3);
    assert_eq!(page.texts("#history .mistake"), ["?"; 3]);
}

#[test]
fn the_arrow_keys_and_enter_lead_there_too() {
    let Some(page) = Page::of("tictactoe", "#analyse&moves=4-0-2-6&x=you&o=you") else { return };
    page.tab_to("after move 4, O 7: a draw");
    page.press(Key::Left);
    page.press(Key::Left);
    page.assert_focus("after move 2, O 1: a draw");
    page.press(Key::Enter);
    assert_eq!(page.board(), "O...X....");
    page.assert_focus("after move 2, O 1: a draw");
    page.press(Key::Home);
    page.press(Key::Enter);
    assert_eq!(page.board(), ".........");
}

#[test]
fn without_values_it_tells_the_moves_alone_until_the_game_is_over() {
    let Some(page) = Page::of("tictactoe", "#moves=0-1-2-4-7-3-6&x=you&o=you") else { return };
    let names: Vec<String> = page.ask(NAMES, &[]);
    assert_eq!(names[..2], ["start", "after move 1, X 1"]);
    assert_eq!(page.texts("#history .dot"), [""; 0]);
    page.take(&[6]);
    assert_eq!(page.texts("#history .dot").len(), 9);
}

#[test]
fn games_that_repeat_positions_and_games_for_points_have_one_too() {
    for (game, link, last) in [
        (
            "three-mens-morris",
            "#analyse&moves=0-4-1&x=you&o=you",
            "Orange wins in 5 plies; a mistake of Blue",
        ),
        ("dots:1,2", "#analyse&moves=0&x=you&o=you", "Orange wins by 2 points; a mistake of Blue"),
    ] {
        let Some(page) = Page::of(game, link) else { return };
        let names: Vec<String> = page.ask(NAMES, &[]);
        assert!(names.last().is_some_and(|name| name.ends_with(last)), "{game}: {names:?}");
    }
}
