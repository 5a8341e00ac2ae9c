//! The exported page in Chromium, which runs the scripts of the page and prints the document. `tests/browser` tests more,
//! but takes longer.

use std::{fs, process::Command};

use perfect_play_test_kit::skip;
use serde_json::{Value, json};

use crate::Folder;

/// Runs a script in the page of a game, and returns what the script passes to `tell`. `None` if there is no browser.
fn told(game: &str, link: &str, script: &str) -> Option<Value> {
    let folder = Folder::new();
    let page = folder.fine(&["export", "html", game]);
    let script = format!(
        "<pre id=\"told\"></pre>
        <script type=\"module\">
        const until = async (isSo) => {{
            while (!isSo()) await new Promise((later) => setTimeout(later, 10));
        }};
        const text = (selector) => document.querySelector(selector).textContent;
        const click = (cell) => document.querySelector(`#board button[aria-label^=\"${{cell}},\"]`).click();
        const tell = (told) => {{ document.getElementById(\"told\").textContent = JSON.stringify(told); }};
        await until(() => globalThis.perfectPlay !== undefined);
        {script}
        </script>"
    );
    fs::write(folder.path("page.html"), page + &script).unwrap();
    let mut chromium = ["google-chrome", "chromium", "chromium-browser"].map(Command::new);
    let printed = chromium.iter_mut().find_map(|chromium| {
        chromium
            // There is no sandbox for root or in a container. The browser opens only our own page.
            .args(["--headless", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"])
            .args(["--no-first-run", "--disable-background-networking"])
            // Milliseconds on the page's clock, which does not wait while nothing happens.
            .args(["--virtual-time-budget=60000", "--dump-dom"])
            .arg(format!("--user-data-dir={}", folder.path("profile").display()))
            .arg(format!("file://{}{link}", folder.path("page.html").display()))
            .output()
            .ok()
    });
    let Some(printed) = printed else {
        skip("there is no `chromium`");
        return None;
    };
    let document = String::from_utf8(printed.stdout).unwrap();
    let told =
        document.split_once("<pre id=\"told\">").and_then(|(_, told)| told.split_once("</pre>"));
    let Some((told, _)) = told else {
        skip(&format!(
            "Chromium does not open the page: {}",
            String::from_utf8_lossy(&printed.stderr)
        ));
        return None;
    };
    let told = told.replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&");
    Some(serde_json::from_str(&told).unwrap_or_else(|error| panic!("{error}: {told}")))
}

/// The values and the optimal moves of all positions that the page's moves reach.
const ANSWERS: &str = "
    const { source } = globalThis.perfectPlay;
    const answers = { [source.start]: null };
    for (const ids = [source.start]; ids.length > 0; ) {
        const id = ids.pop();
        const { outcome, remoteness, steps } = source.node(id);
        const best = steps.filter(({ optimal }) => optimal).map(({ move }) => move);
        answers[id] = [outcome, remoteness, best];
        for (const { next } of steps) {
            if (!Object.hasOwn(answers, next)) {
                answers[next] = null;
                ids.push(next);
            }
        }
    }
    tell(answers);";

#[test]
fn every_position_is_answered_as_in_a_dump() {
    for game in ["tictactoe", "connect:3,3,3", "three-mens-morris"] {
        let Some(answers) = told(game, "", ANSWERS) else { return };
        let dumped = Folder::new().fine(&["dump", game, "--format", "jsonl"]);
        let dumped = dumped.lines().map(|line| {
            let record: Value = serde_json::from_str(line).unwrap();
            let answer = ["outcome", "remoteness", "optimal_moves"].map(|key| record[key].clone());
            (record["position"].as_str().unwrap().to_owned(), json!(answer))
        });
        assert!(answers == Value::Object(dumped.collect()), "{game}");
    }
}

#[test]
fn a_game_of_two_is_played_and_its_mistake_is_explained() {
    let script = "
        for (const cell of [1, 2, 5, 3, 9]) click(cell);
        await until(() => text('#review').includes('Move 2'));
        tell([text('#status'), location.hash, text('#review')]);";
    let Some(told) = told("tictactoe", "#moves=&x=you&o=you", script) else { return };
    assert_eq!(told[0], "X plays 9. X has won.");
    assert_eq!(told[1], "#moves=0-1-4-2-8&x=you&o=you");
    let review = told[2].as_str().unwrap();
    assert!(review.contains("Move 2: with 2, O turned a draw into a loss."), "{review}");
    assert!(review.contains("Only 5 would have held the draw."), "{review}");
}

#[test]
fn the_machine_answers_a_corner_with_the_centre() {
    let script = "
        click(1);
        await until(() => text('#status').includes('Your move'));
        tell(text('#status'));";
    let Some(told) = told("tictactoe", "#moves=&x=you&o=master", script) else { return };
    assert_eq!(told, "O plays 5. Your move, X.");
}

#[test]
fn the_tree_of_minimax_is_walked_to_its_end() {
    let script = "
        await until(() => text('#show-search').includes('calls'));
        for (const id of ['show-search', 'search-last']) document.getElementById(id).click();
        tell([text('#search-words'), document.querySelectorAll('#search-tree .call:not(.new)').length]);";
    let Some(told) = told("tictactoe", "#moves=2-0-3-7-5-8&x=you&o=you", script) else { return };
    assert_eq!(told, json!(["18 of 18: X's best is +1. 9 calls in all.", 9]));
}
