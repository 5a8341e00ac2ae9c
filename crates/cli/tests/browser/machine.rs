//! Games with the machine.

use std::{thread, time::Duration};

use thirtyfour::Key;

use crate::page::Page;

#[test]
fn a_master_answers_every_corner_with_the_centre() {
    let Some(page) = Page::of("tictactoe", "") else { return };
    for corner in [0, 2, 6, 8] {
        page.follow(&format!("#moves={corner}&x=you&o=master"));
        page.until_it_says("O plays 5. Your move, X.");
    }
}

#[test]
fn who_blunders_against_a_master_loses_and_is_told_where() {
    let Some(page) = Page::of("tictactoe", "#moves=&x=you&o=master") else { return };
    page.take(&[1]);
    page.until_it_says("O plays 5. Your move, X.");
    page.take(&[2]);
    page.until_it_says("O plays 3. Your move, X.");
    page.take(&[6]);
    page.until_it_says("O plays 7. O has won.");
    let review = page.text("#review");
    assert!(review.starts_with("The game was decided on move 5."), "{review}");
    assert_eq!(page.texts("#board .cell.line").len(), 3);
}

#[test]
fn the_machine_is_beaten_by_who_is_let() {
    // O, who plays blind, has made the one mistake that loses.
    let Some(page) = Page::of("tictactoe", "#moves=0-1-4-2&x=you&o=blind") else { return };
    page.take(&[9]);
    assert_eq!(page.status(), "X plays 9. X has won.");
}

#[test]
fn two_perfect_machines_draw_and_nobody_beats_a_master() {
    let Some(page) = Page::of("tictactoe", "#moves=&x=perfect&o=perfect") else { return };
    page.hurry();
    for _ in 0..3 {
        page.click("#new");
        page.until_it_says("A draw.");
    }
    page.follow("#moves=&x=blind&o=master");
    for _ in 0..10 {
        page.click("#new");
        page.until("the game ends", |page| !page.text("#review").is_empty());
        assert!(!page.status().contains("X has won"), "{}", page.board());
    }
}

#[test]
fn a_move_taken_back_is_the_readers_not_the_machines() {
    let Some(page) = Page::of("tictactoe", "#moves=&x=you&o=master") else { return };
    page.take(&[1]);
    page.until_it_says("O plays 5. Your move, X.");
    page.click("#undo");
    assert_eq!(
        (page.board(), page.status()),
        (".........".into(), "Taken back. Your move, X.".into())
    );
    page.click("#redo");
    assert_eq!(
        (page.board(), page.status()),
        ("X...O....".into(), "Made again. Your move, X.".into())
    );
}

#[test]
fn a_machine_that_is_to_move_waits_only_where_the_reader_has_gone_back() {
    let Some(page) = Page::of("tictactoe", "#moves=0-4-1-2&x=you&o=master") else { return };
    page.go_to(1);
    assert_eq!(page.status(), "O (master) is to move.");
    page.take(&[2]);
    assert_eq!(page.status(), "It is the machine's turn. O (master) is to move.");
    thread::sleep(Duration::from_millis(700));
    assert_eq!(page.board(), "X........");
    page.click("#go");
    page.until_it_says("O plays 5. Your move, X.");
    // Another machine for the side that waits goes on. Another one for the other side does not.
    page.follow("#moves=0-4&x=blind&o=master");
    page.go_to(1);
    page.click("#player-x option[value=novice]");
    assert_eq!(page.status(), "O (master) is to move.");
    page.click("#opponent option[value=you]");
    page.follow("#moves=0-4-1&x=you&o=master");
    page.go_to(1);
    page.click("#opponent option[value=perfect]");
    page.until_it_says("O plays 5. Your move, X.");
}

#[test]
fn a_machine_that_is_chosen_for_the_side_to_move_moves() {
    let Some(page) = Page::of("tictactoe", "#moves=&x=you&o=you") else { return };
    page.click("#opponent option[value=master]");
    assert_eq!(page.status(), "Your move, X.");
    page.click("#swap");
    page.until_it_says("X plays 1. Your move, O.");
    page.click("#opponent option[value=watch]");
    page.until_it_says("A draw.");
}

#[test]
fn a_reader_who_takes_a_side_from_a_machine_makes_its_next_move() {
    let Some(page) = Page::of("tictactoe", "#moves=&x=you&o=you") else { return };
    page.click("#opponent option[value=watch]");
    page.click("#opponent option[value=master]");
    // By now the machine would have moved.
    thread::sleep(Duration::from_millis(700));
    assert_eq!(page.board(), ".........");
    page.take(&[1]);
    page.until_it_says("O plays 5. Your move, X.");
}

#[test]
fn a_level_that_the_keyboard_passes_through_does_not_move() {
    let Some(page) = Page::of("tictactoe", "#moves=0&x=you&o=you") else { return };
    page.run(
        "const later = globalThis.setTimeout;
        globalThis.delays = [];
        globalThis.setTimeout = (action, delay) => {
            globalThis.delays.push(delay);
            return later(action, delay);
        };",
    );
    page.tab_to("opponent");
    page.press(Key::Home);
    for level in ["easy", "medium", "hard", "perfect", "blind", "novice", "master"] {
        assert_eq!(page.link(), format!("#moves=0&x=you&o={level}"));
        if level != "master" {
            page.press(Key::Down);
        }
    }
    page.until_it_says("O plays 5. Your move, X.");
    page.assert_focus("opponent");
    // The machine waited longer than usual.
    page.take(&[2]);
    page.until_it_says("O plays 3. Your move, X.");
    let delays: Vec<u32> = page.ask("return globalThis.delays", &[]);
    assert_eq!(delays, [1500, 1500, 1500, 1500, 1500, 1500, 1500, 450]);
}

#[test]
fn whose_sides_are_swapped_plays_the_others_marks() {
    let Some(page) = Page::of("tictactoe", "#moves=0-4&x=you&o=master") else { return };
    page.click("#swap");
    page.until_it_says("X plays 2. Your move, O.");
    assert_eq!(page.link(), "#moves=0-4-1&x=master&o=you");
}

#[test]
fn a_new_game_takes_the_place_of_a_move_that_is_due() {
    let Some(page) = Page::of("tictactoe", "#moves=&x=you&o=master") else { return };
    page.take(&[1]);
    page.click("#new");
    thread::sleep(Duration::from_millis(700));
    assert_eq!(page.board(), ".........");
}

#[test]
fn the_level_is_chosen_and_so_is_its_skill() {
    let Some(page) = Page::of("tictactoe", "") else { return };
    let is_off = "return document.querySelector('#skill').disabled";
    assert!(page.ask::<bool>(is_off, &[]));
    page.click("#opponent option[value=skill]");
    assert!(!page.ask::<bool>(is_off, &[]));
    assert_eq!(page.text("#skill-value"), "70% best moves");
    assert!(page.link().ends_with("&o=skill&skill=70"), "{}", page.link());
    page.follow("#moves=&x=you&o=skill&skill=20");
    assert_eq!(page.text("#skill-value"), "20% best moves");
}

#[test]
fn the_button_that_lets_the_machine_move_is_there_where_it_waits() {
    let Some(page) = Page::of("tictactoe", "#moves=4-0&x=master&o=you") else { return };
    let is_hidden = "return document.querySelector('#go').hidden";
    page.until_it_says("X plays 2. Your move, O.");
    assert!(page.ask::<bool>(is_hidden, &[]));
    page.go_to(0);
    assert!(!page.ask::<bool>(is_hidden, &[]));
    page.click("#go");
    assert!(page.ask::<bool>(is_hidden, &[]));
    page.click("#rules summary");
    assert!(page.ask::<bool>(is_hidden, &[]));
    page.until("X has moved", |page| page.board().starts_with('X'));
}
