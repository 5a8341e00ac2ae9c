//! The page of a cut table: it stores the first plies, and a search in the page finds all other values.

use std::{
    thread,
    time::{Duration, Instant},
};

use perfect_play_core::{Game, Objective, Probe};
use perfect_play_engine::AnyTable;
use serde_json::json;

use crate::{page::Page, play::ANALYSED};

/// The answers about the positions of some games, in which the moves are taken in turn.
const ANSWERS: &str = "
    const done = arguments[1];
    const { source } = globalThis.perfectPlay;
    const answers = [];
    for (let seed = 1; seed <= arguments[0]; seed++) {
        let id = source.start;
        for (let ply = 0; ; ply++) {
            await source.learn([id]);
            const { outcome, remoteness, steps } = source.node(id);
            answers.push([id, outcome, remoteness, steps.filter((step) => step.optimal).map(({ move }) => move)]);
            if (steps.length === 0) break;
            id = steps[(seed * 7919 + ply * seed * 104729) % steps.length].next;
        }
    }
    done(answers);";

/// The page works without this.
fn cut_off(page: &Page) {
    page.emulate("Network.enable", json!({}));
    let none =
        json!({ "offline": true, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0 });
    page.emulate("Network.emulateNetworkConditions", none);
}

/// Waits for searches, which take long on a busy machine.
fn searched(page: &Page, is_so: impl Fn(&Page) -> bool) {
    let start = Instant::now();
    while !is_so(page) {
        assert!(start.elapsed() < Duration::from_secs(240), "not in time: {:?}", page.status());
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn the_page_answers_as_a_whole_table() {
    for (game, plies) in [("connect:4,4,3", 3), ("mnk:4,3,3", 2), ("chomp:3,3", 2)] {
        let Some(page) = Page::of_first_plies(game, plies, "") else { return };
        let table = AnyTable::solve(game.parse().unwrap(), Objective::Fastest, 1 << 30, &|_, _| ());
        let table = table.unwrap();
        let script = format!("(async () => {{ {ANSWERS} }})()").replace("arguments", "given");
        // An error is no list, and is shown.
        let failed = "catch((error) => given[1](String(error)))";
        let script = format!("const given = arguments; {script}.{failed};");
        let answers: Vec<(String, String, Option<u16>, Vec<u8>)> =
            page.ask_later(&script, &[json!(12)]);
        assert!(answers.len() > 40);
        for (id, outcome, remoteness, moves) in answers {
            let entry = table.probe(table.game().parse_position(&id).unwrap()).unwrap();
            let right: Vec<_> = entry.optimal_moves.iter().collect();
            assert_eq!(
                (outcome, remoteness, moves),
                (entry.outcome.to_string(), entry.remoteness, right),
                "{game}: {id}"
            );
        }
    }
}

#[test]
fn a_game_is_played_and_explained() {
    let Some(page) = Page::of_first_plies("connect:4,4,4", 3, ANALYSED) else { return };
    assert_eq!(page.status(), "Red is to move.");
    assert!(page.text("#facts").contains("storedthe first 3 plies"), "{}", page.text("#facts"));
    assert_eq!(page.texts("#counts tr"), [""; 0]);
    // The list is made anew when values are found.
    let column = |column: u8| {
        page.run(&format!("document.querySelector(\"#moves [data-move='{column}']\").click()"));
    };
    for (ply, mv) in [1, 2, 1, 2, 1, 2].into_iter().enumerate() {
        column(mv);
        page.until("the move is shown", |page| {
            page.board().matches(|mark| mark != '.').count() == ply + 1
                && page.status().contains("is to move")
        });
    }
    column(1);
    page.until_it_says("Red has won.");
    page.until("the game is reviewed", |page| page.text("#review").contains("decided on move 6."));
    page.follow("#analyse&moves=1-2&x=you&o=you");
    page.click("#show-search");
    page.until("a folded tree is shown", |page| {
        page.text("#search-words").contains("to this depth.")
    });
    page.click("#search-close");
    page.follow("#quiz=7");
    page.until_it_says("Find ");
}

#[test]
fn connect_four_is_played_without_a_network() {
    let Some(page) = Page::of("connect4", ANALYSED) else { return };
    cut_off(&page);
    page.open(ANALYSED);
    assert_eq!(page.text("#verdict"), "With best play Red wins in 41 plies.");
    // The book does not store these positions. They are seen before their values are found, and played without them.
    page.follow("#analyse&moves=1-2-1-5-3-3-6-6-2-1-1-3-6-6-6-7&x=you&o=you");
    assert_eq!(page.board().matches(|mark| mark != '.').count(), 16);
    assert_eq!(page.text("#verdict"), "Searching for the values of this position…");
    searched(&page, |page| page.text("#verdict") == "With best play Yellow wins in 22 plies.");
    assert!(page.status().contains("is to move"), "{}", page.status());
    let loaded = "return performance.getEntriesByType('resource').map((entry) => entry.name)";
    let loaded: Vec<String> = page.ask(loaded, &[]);
    assert!(loaded.iter().all(|name| name.starts_with("blob:")), "{loaded:?}");
    assert!(page.ask::<bool>("return location.protocol === 'file:'", &[]));
}

#[test]
fn without_workers_the_page_searches_on_its_own_thread() {
    let Some(page) = Page::of_first_plies("connect:4,4,3", 3, "") else { return };
    page.rewrite(|text| {
        text.replacen(
            "<script type=\"module\">",
            "<script>delete globalThis.Worker;</script>\n<script type=\"module\">",
            1,
        )
    });
    page.open("#analyse&moves=1-2-1-2&x=you&o=you");
    let verdict = "With best play Red wins in 1 ply.";
    page.until("it is found", |page| page.text("#verdict") == verdict);
}
