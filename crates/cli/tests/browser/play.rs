//! Games between two people: the text about them, and moving back and forth in them.

use crate::page::Page;

/// A link to the start of a game between two people.
pub(crate) const TWO_PEOPLE: &str = "#moves=&x=you&o=you";

/// A link to the start, with what each move is worth.
pub(crate) const ANALYSED: &str = "#analyse&moves=&x=you&o=you";

/// The cells of a game that is drawn.
const DRAWN: [u8; 9] = [5, 1, 3, 7, 4, 6, 2, 8, 9];

#[test]
fn every_move_and_a_draw_are_announced() {
    let Some(page) = Page::of("tictactoe", TWO_PEOPLE) else { return };
    assert_eq!(page.status(), "Your move, X.");
    page.take(&DRAWN[..1]);
    assert_eq!(page.status(), "X plays 5. Your move, O.");
    page.take(&DRAWN[1..]);
    assert_eq!(page.status(), "X plays 9. A draw.");
    assert_eq!(page.text("#review"), "No move changed the outcome.");
    assert_eq!(page.board(), "OXXXXOOOX");
    page.take(&[1]);
    assert_eq!(page.status(), "The game is over. A draw.");
}

#[test]
fn a_taken_cell_stays_as_it_is() {
    let Some(page) = Page::of("tictactoe", TWO_PEOPLE) else { return };
    page.take(&[5, 5]);
    assert_eq!(page.status(), "X is on 5 already. Your move, O.");
    assert_eq!(page.board(), "....X....");
}

#[test]
fn a_won_game_shows_its_line_and_where_it_turned() {
    let Some(page) = Page::of("tictactoe", TWO_PEOPLE) else { return };
    page.take(&[1, 2, 5, 3, 9]);
    assert_eq!(page.status(), "X plays 9. X has won.");
    let review = page.text("#review");
    assert!(review.starts_with("The game was decided on move 2."), "{review}");
    assert_eq!(page.texts("#board .cell.line").len(), 3);
    assert_eq!(page.texts("#board .winning").len(), 1);
    let last = "return document.querySelector('#board .last').ariaLabel";
    assert_eq!(page.ask::<String>(last, &[]), "9, X, the last move, in the line");
}

#[test]
fn in_misere_play_who_completes_a_line_has_lost() {
    let Some(page) = Page::of("tictactoe+misere", TWO_PEOPLE) else { return };
    page.take(&[1, 2, 5, 3, 9]);
    assert_eq!(page.status(), "X plays 9. O has won. X has completed a line.");
}

#[test]
fn moves_are_taken_back_and_made_again() {
    let Some(page) = Page::of("tictactoe", TWO_PEOPLE) else { return };
    page.click("#undo");
    assert_eq!(page.status(), "There is nothing to take back. Your move, X.");
    page.take(&[5, 1, 3]);
    page.click("#undo");
    assert_eq!(page.status(), "Taken back. Your move, X.");
    page.click("#undo");
    page.click("#undo");
    assert_eq!(page.board(), ".........");
    page.click("#redo");
    assert_eq!(page.status(), "Made again. Your move, O.");
    page.click("#redo");
    page.click("#redo");
    assert_eq!(page.board(), "O.X.X....");
    page.click("#redo");
    assert_eq!(page.status(), "There is nothing to make again. Your move, O.");
    page.click("#undo");
    page.take(&[9]);
    assert_eq!(page.board(), "O...X...X");
    assert_eq!(page.texts("#history button"), ["start", "X 5", "O 1", "X 9"]);
    page.click("#new");
    assert_eq!(page.status(), "A new game. Your move, X.");
    assert_eq!(page.texts("#history button"), ["start"]);
}

#[test]
fn the_history_leads_anywhere_in_the_game() {
    let Some(page) = Page::of("tictactoe", "#moves=4-0-2-6&x=you&o=you") else { return };
    page.click("#history .plies button:nth-child(2)");
    assert_eq!(page.board(), "....X....");
    assert_eq!(page.text("#history [aria-current]"), "X 5");
    assert_eq!(page.link(), "#moves=4&x=you&o=you");
    page.click("#history .plies button:nth-child(5)");
    assert_eq!(page.board(), "O.X.X.O..");
    page.click("#history .plies button:first-child");
    assert_eq!(page.board(), ".........");
}

#[test]
fn what_each_move_is_worth_is_shown_until_it_is_hidden() {
    let Some(page) = Page::of("tictactoe", "#analyse&moves=0&x=you&o=you") else { return };
    assert_eq!(page.texts("#board .worth").len(), 8);
    assert_eq!(page.texts("#board .worth.best .full"), ["★ draw"]);
    assert_eq!(page.texts("#board .worth.loss .full")[0], "loss in 6 plies");
    assert_eq!(page.texts("#moves .key"), ["★ best: draw in 8 plies", "loss in 6 plies"]);
    assert_eq!(page.texts("#moves .kind")[..3], ["5", "24", "37"]);
    assert_eq!(page.text("#verdict"), "With best play nobody wins.");
    page.click("#worths");
    assert_eq!(page.texts("#board .worth, #moves .key"), [""; 0]);
    assert_eq!(page.text("#verdict"), "");
    // A click in the list of moves also plays.
    page.click("#moves [data-move='4']");
    assert_eq!(page.board(), "X...O....");
    page.click("#worths");
    assert_eq!(page.texts("#board .worth").len(), 7);
}

#[test]
fn the_line_of_best_play_is_shown_on_demand() {
    let link = "#analyse&moves=0-1-4-2&x=you&o=you";
    let Some(page) = Page::of("tictactoe", link) else { return };
    page.click("#best");
    assert_eq!(page.texts("#best-line li"), ["X plays 9", "X has won"]);
}

#[test]
fn the_position_is_described() {
    let Some(page) = Page::of("tictactoe", "#moves=0-1-4-2&x=you&o=you") else { return };
    let values = page.texts("#position dd");
    assert_eq!(values[1..], ["X", "win in 1 ply"]);
    page.click("#undo");
    page.click("#undo");
    page.click("#undo");
    assert_eq!(page.texts("#position dd")[1..], ["O", "draw in 8 plies"]);
    let facts = page.texts("#facts dd");
    assert_eq!(facts[..4], ["tictactoe", "a draw", "5,478", "765"]);
}

#[test]
fn a_finished_game_is_described_as_a_person_would() {
    for (game, moves, result) in [
        ("tictactoe", "0-1-4-2-8", "X has won"),
        ("tictactoe", "4-0-2-6-3-5-1-7-8", "a draw"),
        ("tictactoe+misere", "0-1-4-2-8", "O has won"),
    ] {
        let Some(page) = Page::of(game, &format!("#moves={moves}&x=you&o=you")) else { return };
        assert_eq!(page.texts("#position dt"), ["position", "result"], "{game} {moves}");
        assert_eq!(page.texts("#position dd")[1], result, "{game} {moves}");
    }
}

#[test]
fn a_game_that_turned_more_than_once_is_told_so() {
    let Some(page) = Page::of("tictactoe", "#moves=0-1-2-4-7-3-6-5&x=you&o=you") else { return };
    assert_eq!(page.status(), "O has won.");
    let review = page.text("#review");
    let verdict = "The outcome changed on moves 2, 3 and 7. Move 7 was the last to change it.";
    assert!(review.starts_with(verdict), "{review}");
}
