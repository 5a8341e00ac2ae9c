//! Links: an address that carries a game.

use crate::page::Page;

#[test]
fn a_link_shows_its_position() {
    let Some(page) = Page::of("tictactoe", "#moves=0-4-8&x=you&o=you") else { return };
    assert_eq!(page.board(), "X...O...X");
    assert_eq!(page.status(), "Your move, O.");
    page.take(&[2]);
    assert_eq!(page.link(), "#moves=0-4-8-1&x=you&o=you");
    page.follow("#moves=0-4-8&x=you&o=you");
    assert_eq!(page.board(), "X...O...X");
}

#[test]
fn a_link_to_a_game_that_is_over_shows_its_result() {
    let Some(page) = Page::of("tictactoe", "#moves=0-1-4-2-8") else { return };
    assert_eq!(page.status(), "X has won.");
    assert_ne!(page.text("#review"), "");
}

#[test]
fn a_link_in_which_the_machine_is_to_move_has_it_move() {
    let Some(page) = Page::of("tictactoe", "#moves=0&x=you&o=master") else { return };
    page.until_it_says("O plays 5. Your move, X.");
    page.follow("#moves=0-4&x=master&o=you");
    page.until_it_says("X plays 2. Your move, O.");
    // If the link holds no game, the machine moves in the new one.
    page.follow("#moves=0-0");
    page.until_it_says("X plays 1. Your move, O.");
}

#[test]
fn a_link_with_an_impossible_game_starts_anew_and_says_so() {
    let Some(page) = Page::of("tictactoe", "#moves=4&x=you&o=you") else { return };
    let impossible = [
        "#moves=0-0",
        "#moves=99",
        "#moves=9",
        "#moves=-1",
        "#moves=0-",
        "#moves=1e0",
        "#moves=4&x=wizard",
        "#moves=4&x=toString",
        "#moves=0-1-4-2-8-3",
        "#nonsense",
    ];
    for link in impossible {
        page.open(link);
        let said = page.status();
        assert_eq!(
            said, "This link holds no possible game: a new one begins. Your move, X.",
            "{link}"
        );
        assert_eq!(page.board(), ".........", "{link}");
        assert_eq!(page.link(), "#moves=&x=you&o=easy", "{link}");
    }
    // Also in the middle of a game.
    page.take(&[1]);
    page.follow("#moves=0-0");
    assert!(page.status().starts_with("This link holds no possible game"), "{:?}", page.status());
    assert_eq!(page.board(), ".........");
}
