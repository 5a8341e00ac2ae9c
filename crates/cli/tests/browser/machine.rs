//! Games with the machine.

use crate::page::Page;

#[test]
fn a_master_answers_every_corner_with_the_centre() {
    let Some(page) = Page::of("tictactoe", "") else { return };
    for corner in [0, 2, 6, 8] {
        page.follow(&format!("#moves={corner}&x=you&o=master"));
        page.click("#go");
        page.until_it_says("O takes 5. Your move, X.");
    }
}

#[test]
fn who_blunders_against_a_master_loses_and_is_told_where() {
    let Some(page) = Page::of("tictactoe", "#moves=&x=you&o=master") else { return };
    page.take(&[1]);
    page.until_it_says("O takes 5. Your move, X.");
    page.take(&[2]);
    page.until_it_says("O takes 3. Your move, X.");
    page.take(&[6]);
    page.until_it_says("O takes 7. O has won.");
    assert_eq!(
        page.text("#review"),
        "The game was decided on move 5: X took 6 and turned a draw into a loss. Taking 7 would \
         have held the draw."
    );
    assert_eq!(page.texts("#board .line .mark"), ["O"; 3]);
}

#[test]
fn the_machine_is_beaten_by_who_is_let() {
    // O, blind, has made the one mistake that loses.
    let Some(page) = Page::of("tictactoe", "#moves=0-1-4-2&x=you&o=blind") else { return };
    page.take(&[9]);
    assert_eq!(page.status(), "X takes 9. X has won.");
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
    page.until_it_says("O takes 5. Your move, X.");
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
fn whose_sides_are_swapped_plays_the_others_marks() {
    let Some(page) = Page::of("tictactoe", "#moves=0&x=you&o=master") else { return };
    page.click("#swap");
    assert_eq!(page.status(), "Sides are swapped. Your move, O.");
    assert_eq!(page.link(), "#moves=0&x=master&o=you");
    page.take(&[5]);
    page.until_it_says("X takes 2. Your move, O.");
}

#[test]
fn a_new_game_takes_the_place_of_a_move_that_is_due() {
    let Some(page) = Page::of("tictactoe", "#moves=&x=you&o=master") else { return };
    page.take(&[1]);
    page.click("#new");
    std::thread::sleep(std::time::Duration::from_millis(700));
    assert_eq!(page.board(), ".........");
}

#[test]
fn the_level_is_chosen_and_so_is_its_skill() {
    let Some(page) = Page::of("tictactoe", "") else { return };
    let is_off = "return document.querySelector('#skill').disabled";
    assert!(page.ask::<bool>(is_off, &[]));
    page.click("#player-o option[value=skill]");
    assert!(!page.ask::<bool>(is_off, &[]));
    assert_eq!(page.text("#skill-value"), "70% best moves");
    assert!(page.link().ends_with("&o=skill&skill=70"), "{}", page.link());
    page.follow("#moves=&x=you&o=skill&skill=20");
    assert_eq!(page.text("#skill-value"), "20% best moves");
    // Going through the levels makes nobody move.
    page.click("#player-x option[value=blind]");
    page.click("#player-x option[value=master]");
    assert_eq!(page.status(), "X (master) is to move.");
    page.click("#go");
    assert!(page.ask::<bool>("return document.querySelector('#go').hidden", &[]));
    page.click("#worths");
    assert!(page.ask::<bool>("return document.querySelector('#go').hidden", &[]));
    page.until("X has moved", |page| page.board().starts_with('X'));
}
