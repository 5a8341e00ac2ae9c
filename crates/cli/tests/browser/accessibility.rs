//! Accessibility: axe-core finds no problem, in light and dark mode, on desktop and phone screens. Nothing moves for
//! readers who prefer reduced motion.

use std::fs;

use serde_json::{Value, json};

use crate::{
    modes::LEVEL,
    page::Page,
    play::{ANALYSED, TWO_PEOPLE},
    skip,
};

/// Installed by `npm ci` in the page's folder.
pub(crate) const AXE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/page/node_modules/axe-core/axe.min.js");

/// The screens: a desktop, and a narrow phone.
const WIDTHS: [u32; 2] = [1200, 360];

/// The elements that are not completely visible, from top to bottom.
const HIDDEN: &str = "return arguments[0].filter((selector) => {
        const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
        return top < 0 || bottom > innerHeight || top === bottom;
    });";

/// The labels of the cells.
const LABELS: &str =
    "return [...document.querySelectorAll('#board button')].map((cell) => cell.ariaLabel)";

/// Asserts that axe-core finds no problem with its own rules.
pub(crate) fn check(page: &Page, axe: &str, when: &str) {
    page.run(axe);
    let violations = "const done = arguments[0];
        axe.run().then(({ violations }) => done(violations.map(({ id, help, nodes }) =>
            ({ id, help, nodes: nodes.map(({ html, failureSummary }) => [html, failureSummary]) }))));";
    let violations: Vec<Value> = page.ask_later(violations, &[]);
    assert!(violations.is_empty(), "{when}: {violations:#?}");
}

pub(crate) fn screen(page: &Page, width: u32, height: u32) {
    let mobile = width.min(height) < 600;
    let screen =
        json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile });
    page.emulate("Emulation.setDeviceMetricsOverride", screen);
}

fn scheme(page: &Page, scheme: &str) {
    page.prefer(&[("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")]);
}

/// Checks a game's page with each of these links, and with so many moves made: with values if it says `true`, and
/// otherwise as it is played.
fn check_links(scheme_name: &str, game: &str, links: &[(&str, usize, bool)]) {
    let axe = match fs::read_to_string(AXE) {
        Ok(axe) => axe,
        Err(error) => return skip(&format!("{AXE}: {error}; `npm ci` installs it")),
    };
    let Some(page) = Page::of(game, TWO_PEOPLE) else { return };
    for width in WIDTHS {
        screen(&page, width, 800);
        scheme(&page, scheme_name);
        for &(link, made, worths) in links {
            let mode = if worths { "#analyse&" } else { "#" };
            page.open(&link.replacen('#', mode, 1));
            page.go_to(made);
            page.run("document.querySelector('#best').click()");
            check(&page, &axe, &format!("{game}, {scheme_name}, {width} px, {link}"));
        }
    }
}

/// The start, the midst of a game, a machine that is to move and waits, and the end.
const MARKS: [(&str, usize, bool); 4] = [
    (TWO_PEOPLE, 0, false),
    ("#moves=4-0&x=you&o=you", 2, true),
    ("#moves=4-1-0-8&x=you&o=master", 3, true),
    ("#moves=0-1-4-2-8&x=you&o=you", 5, false),
];

#[test]
fn axe_finds_nothing_in_light() {
    check_links("light", "tictactoe", &MARKS);
}

#[test]
fn axe_finds_nothing_in_dark() {
    check_links("dark", "tictactoe", &MARKS);
}

#[test]
fn axe_finds_nothing_where_marks_fall() {
    let links = [("#moves=1-2-1&x=you&o=you", 3, true), ("#moves=1-2-1-2-1&x=you&o=you", 5, true)];
    check_links("light", "connect:4,4,3", &links);
}

#[test]
fn axe_finds_nothing_where_stones_move() {
    let links = [(TWO_PEOPLE, 0, true), ("#moves=4-0-1-7-6-2&x=you&o=you", 6, true)];
    check_links("light", "three-mens-morris", &links);
}

#[test]
fn axe_finds_nothing_on_other_boards_in_dark() {
    check_links("dark", "connect:4,4,3", &[("#moves=1-2-1-2-1&x=you&o=you", 5, true)]);
    check_links("dark", "three-mens-morris", &[("#moves=4-0-1-7-6-2&x=you&o=you", 6, true)]);
}

/// Every kind of ground, with values and as it is played.
#[test]
fn axe_finds_nothing_on_the_boards_of_other_games() {
    let links = [(TWO_PEOPLE, 0, true), (TWO_PEOPLE, 0, false)];
    let games =
        ["krk:3", "kalah:2,1", "dots:1,2", "hex:2", "nim:1,2", "othello:2,2", "quixo:2,2,2", LEVEL];
    for (game, scheme) in games.into_iter().zip(["light", "dark"].into_iter().cycle()) {
        check_links(scheme, game, &links);
    }
}

#[test]
fn the_two_schemes_differ() {
    let Some(page) = Page::of("tictactoe", TWO_PEOPLE) else { return };
    let paper =
        || page.ask::<String>("return getComputedStyle(document.body).backgroundColor", &[]);
    scheme(&page, "light");
    let light = paper();
    scheme(&page, "dark");
    assert_ne!(light, paper());
}

#[test]
fn nothing_scrolls_sideways_on_a_phone() {
    for game in ["tictactoe", "mnk:4,3,3", "mnk:10,1,3"] {
        let Some(page) = Page::of(game, TWO_PEOPLE) else { return };
        screen(&page, 360, 800);
        page.open(TWO_PEOPLE);
        page.take(&[2, 1]);
        page.run("document.querySelector('#best').click()");
        let width: u32 = page.ask("return document.documentElement.scrollWidth", &[]);
        assert!(width <= 360, "{game}: {width}");
        // The machine waits, and a button lets it move.
        page.open("#moves=1-2&x=easy&o=easy");
        page.go_to(0);
        let bar = "const { scrollWidth, clientWidth } = document.querySelector('.bar');
            return [scrollWidth, clientWidth]";
        let [inside, bar]: [u32; 2] = page.ask(bar, &[]);
        assert!(inside <= bar, "{game}: {inside} in a bar of {bar}");
    }
    // Values at the edge of a board do not widen the page.
    for game in ["dots:1,2", "kalah:2,1", "hex:2"] {
        let Some(page) = Page::of(game, ANALYSED) else { return };
        screen(&page, 360, 800);
        page.open(ANALYSED);
        let width: u32 = page.ask("return document.documentElement.scrollWidth", &[]);
        assert!(width <= 360, "{game}: {width}");
    }
}

#[test]
fn the_board_and_what_is_used_with_it_are_seen_without_scrolling() {
    for game in ["tictactoe", "mnk:4,3,3", "mnk:10,1,3"] {
        let Some(page) = Page::of(game, TWO_PEOPLE) else { return };
        // A phone, a phone with its browser's bars, a small phone, a phone in landscape, and a desktop.
        for (width, height, seen) in [
            (390, 844, &["#board", "#status", "#hint", "#undo", "#opponent"][..]),
            (390, 664, &["#board", "#status", "#hint", "#undo", "#verdict"]),
            (360, 640, &["#board", "#status", "#hint", "#undo"]),
            (844, 390, &["#status", "#hint"]),
            (1280, 720, &["#board", "#status", "#hint", "#undo", "#opponent", "#swap"]),
        ] {
            screen(&page, width, height);
            page.open("#moves=0-1&x=you&o=easy");
            page.run("document.querySelector('#hint').click()");
            let hidden: Vec<String> = page.ask(HIDDEN, &[json!(seen)]);
            assert_eq!(hidden, [""; 0], "{game}, {width} x {height}");
        }
    }
}

#[test]
fn the_board_does_not_move_when_the_words_above_it_wrap_on_a_phone() {
    let Some(page) = Page::of("nim:1,2", TWO_PEOPLE) else { return };
    screen(&page, 390, 844);
    let top = "document.querySelector('#status').textContent = arguments[0];
        return Math.round(document.querySelector('#board').getBoundingClientRect().top)";
    let of = |words: &str| page.ask::<u32>(top, &[words.into()]);
    let short = of("Your move, X.");
    assert_eq!(of("This position is here for the third time. X (perfect) is to move."), short);
}

#[test]
fn marks_appear_without_motion_for_who_wants_none() {
    let motion = "return getComputedStyle(document.querySelector('.last .mark')).animationName";
    for (game, name) in [("tictactoe", "appear"), ("connect:3,3,3", "fall")] {
        let Some(page) = Page::of(game, TWO_PEOPLE) else { return };
        page.prefer(&[("prefers-reduced-motion", "reduce")]);
        page.click("#board button");
        assert_eq!(page.ask::<String>(motion, &[]), "none", "{game}");
        page.prefer(&[("prefers-reduced-motion", "no-preference")]);
        assert_eq!(page.ask::<String>(motion, &[]), name, "{game}");
    }
}

#[test]
fn a_screen_reader_has_names_for_everything() {
    let Some(page) = Page::of("tictactoe", "#analyse&moves=4-0&x=you&o=you") else { return };
    let labels: Vec<String> = page.ask(LABELS, &[]);
    assert_eq!(labels[..2], ["1, O, the last move", "2, draw in 7 plies, best"]);
    assert_eq!(labels[4], "5, X");
    for live in ["#status", "#review"] {
        let is_live = "const element = document.querySelector(arguments[0]);
            return element.role === 'status' || element.ariaLive === 'polite'";
        assert!(page.ask::<bool>(is_live, &[live.into()]), "{live}");
    }
    page.click("#worths");
    let labels: Vec<String> = page.ask(LABELS, &[]);
    assert_eq!(labels[1], "2, empty");
}
