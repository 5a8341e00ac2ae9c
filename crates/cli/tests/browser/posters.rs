//! Posters: all positions of a game, and the map of optimal play.

use std::fs;

use crate::{
    accessibility::{AXE, check, screen},
    page::Page,
    skip,
};

/// The start, analysed.
const ANALYSED: &str = "#analyse&moves=&x=you&o=you";

/// Opens a poster. On a phone the bar below the page may cover its button.
fn open(page: &Page, poster: &str) {
    let button = format!("document.querySelector('#poster-{poster}')");
    page.run(&format!("{button}.focus(); {button}.click()"));
}

#[test]
fn every_position_is_on_the_poster_and_leads_to_the_board() {
    let Some(page) = Page::of("tictactoe", ANALYSED) else { return };
    open(&page, "all");
    assert_eq!(page.texts("#poster .ply a").len(), 765);
    assert_eq!(page.texts("#poster h3")[3], "Ply 3: 38 positions");
    page.click("#poster .ply a[href$='#analyse&moves=0-1-4&x=you&o=you']");
    page.until("the position is shown", |page| page.board() == "XO..X....");
    assert_eq!(page.texts("#poster").len(), 0);
}

#[test]
fn a_start_to_which_play_comes_back_is_on_the_poster_once() {
    for game in ["pong-hau-ki", "mu-torere"] {
        let Some(page) = Page::of(game, ANALYSED) else { return };
        open(&page, "all");
        let positions = page.texts("#poster .ply a").len();
        assert_eq!(page.texts("#facts dd")[3], positions.to_string(), "{game}");
    }
}

#[test]
fn the_map_of_a_side_has_a_board_for_each_move_of_the_other() {
    let Some(page) = Page::of("tictactoe", ANALYSED) else { return };
    for (side, outer) in [("x", 8), ("o", 9)] {
        open(&page, &format!("map-{side}"));
        assert_eq!(page.texts("#poster .map > .small-board").len(), outer);
        let width = "return document.querySelector('#poster .map').getBoundingClientRect().width";
        assert!(page.ask::<f64>(width, &[]) > 300.0);
        page.click("#poster button:last-child");
    }
}

#[test]
fn games_without_squares_have_no_map_and_large_games_no_poster() {
    for (game, buttons) in [("dots:2,1", 1), ("connect:4,4,3", 0)] {
        let Some(page) = Page::of(game, ANALYSED) else { return };
        assert_eq!(page.texts("#poster-buttons button").len(), buttons, "{game}");
        let hidden: bool = page.ask("return document.querySelector('#posters').hidden", &[]);
        assert_eq!(hidden, buttons == 0);
    }
}

#[test]
fn they_are_for_everybody() {
    let axe = match fs::read_to_string(AXE) {
        Ok(axe) => axe,
        Err(error) => return skip(&format!("{AXE}: {error}; `npm ci` installs it")),
    };
    for (width, scheme) in [(1200, "light"), (360, "dark")] {
        let Some(page) = Page::of("tictactoe", ANALYSED) else { return };
        page.prefer(&[("prefers-color-scheme", scheme)]);
        screen(&page, width, 800);
        for poster in ["all", "map-o"] {
            open(&page, poster);
            check(&page, &axe, &format!("{scheme}, {width} px, {poster}"));
            page.click("#poster button:last-child");
            assert_eq!(page.focus(), format!("poster-{poster}"));
        }
    }
}
