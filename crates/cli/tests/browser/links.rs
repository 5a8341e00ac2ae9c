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
    page.follow("#nonsense");
    page.until_it_says("X plays 1. Your move, O.");
}

#[test]
fn a_link_is_read_up_to_the_first_move_that_is_not_possible() {
    let Some(page) = Page::of("tictactoe", "#moves=4&x=you&o=you") else { return };
    let impossible = [
        ("#moves=0-0", "Move 2 of this link, “0”, is not possible. Your move, O.", "X........"),
        ("#moves=9", "Move 1 of this link, “9”, is not possible. Your move, X.", "........."),
        ("#moves=-1", "Move 1 of this link, “”, is not possible. Your move, X.", "........."),
        ("#moves=4&x=wizard", "Your move, O.", "....X...."),
        (
            "#moves=0-1-4-2-8-3",
            "Move 6 of this link, “3”, is not possible. X has won.",
            "XOO.X...X",
        ),
        ("#nonsense", "No game in this link. Your move, X.", "........."),
        ("#play", "Your move, X.", "........."),
    ];
    for (link, said, board) in impossible {
        page.open(link);
        assert_eq!((page.status().as_str(), page.board().as_str()), (said, board), "{link}");
    }
    // Also in the middle of a game, and the mode stays.
    page.take(&[1]);
    page.follow("#analyse&moves=0-0");
    assert!(page.status().starts_with("Move 2 of this link, “0”, is not possible"));
    assert!(page.link().starts_with("#analyse&moves=0&"), "{}", page.link());
}

#[test]
fn a_new_game_takes_the_place_of_a_link_that_is_still_read() {
    let Some(page) = Page::of("tictactoe", "#moves=0&x=you&o=you") else { return };
    page.run(
        "const { source } = globalThis.perfectPlay;
        source.sees = () => false;
        source.learn = () => new Promise((read) => { globalThis.read = read; });",
    );
    page.follow("#moves=4&x=you&o=you");
    page.run(
        "const { source } = globalThis.perfectPlay;
        delete source.sees;
        delete source.learn;",
    );
    page.click("#new");
    page.run("globalThis.read()");
    assert_eq!((page.board(), page.link()), (".........".into(), "#moves=&x=you&o=you".into()));
}

#[test]
fn the_game_goes_on_if_the_browser_refuses_to_change_the_address() {
    let Some(page) = Page::of("tictactoe", "#moves=4&x=you&o=you") else { return };
    page.run("history.replaceState = () => { throw new DOMException('refused'); }");
    page.take(&[1]);
    assert_eq!(page.status(), "O plays 1. Your move, X.");
    page.click("#share");
    let value = "return document.querySelector('#share-link').value";
    let link: String = page.ask(value, &[]);
    assert!(link.ends_with("page.html#moves=4-0&x=you&o=you"), "{link}");
}
