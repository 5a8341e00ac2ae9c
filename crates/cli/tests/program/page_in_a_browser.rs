//! The exported page in Chromium, which runs the scripts of the page and prints the document. `tests/browser` tests more,
//! but takes longer.

use std::{
    fs,
    io::{BufRead, BufReader, Read},
    iter,
    process::{Child, Command, Stdio},
};

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
    let document = document(&format!("file://{}{link}", folder.path("page.html").display()))?;
    let told =
        document.split_once("<pre id=\"told\">").and_then(|(_, told)| told.split_once("</pre>"));
    let Some((told, _)) = told else {
        skip("Chromium does not open the page");
        return None;
    };
    let told = told.replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&");
    Some(serde_json::from_str(&told).unwrap_or_else(|error| panic!("{error}: {told}")))
}

/// The document at an address after its scripts have run. `None` if there is no browser.
fn document(url: &str) -> Option<String> {
    let folder = Folder::new();
    // The first one has no windows and starts in a quarter of the time.
    let names = ["chromium-headless-shell", "google-chrome", "chromium", "chromium-browser"];
    let mut chromium = names.map(Command::new);
    let printed = chromium.iter_mut().find_map(|chromium| {
        chromium
            // There is no sandbox for root or in a container. The browser opens only our own page.
            .args(["--headless", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"])
            .args(["--no-first-run", "--disable-background-networking"])
            // Milliseconds on the page's clock, which does not wait while nothing happens.
            .args(["--virtual-time-budget=60000", "--dump-dom"])
            .arg(format!("--user-data-dir={}", folder.path("profile").display()))
            .arg(url)
            .output()
            .ok()
    });
    let Some(printed) = printed else {
        skip("there is no `chromium`");
        return None;
    };
    Some(String::from_utf8(printed.stdout).unwrap())
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

/// The calls of the searches that are asked for, with the fields of `trace --json`. JSON writes infinity as null.
const CALLS: &str = "
    const { source, search } = globalThis.perfectPlay;
    const depth = ({ parent }) => (parent === null ? 0 : 1 + depth(parent));
    tell(asked.map(([position, algorithm]) =>
        search(source, position, algorithm).calls.map((call) => ({
            depth: depth(call),
            call: call.number,
            position: call.node.id,
            to_move: 'XO'[call.mover],
            move: call.step?.move ?? null,
            score: call.score,
            index: call.chosen?.step.move ?? null,
            window: call.window,
            bound: call.bound,
            untried: call.cut.map(({ move }) => move),
            remembered_from: call.seen?.number ?? null,
        })),
    ));";

/// The calls of `trace --json` in their order. Only alpha-beta has windows, bounds and untried moves there, and only a memo
/// remembers: any other call has an open window, and returns an exact score after trying all moves.
fn traced(call: &Value, depth: u32) -> Vec<Value> {
    let mut fields = json!({
        "depth": depth, "window": [null, null], "bound": "exact", "untried": [], "remembered_from": null,
    });
    let kept = call.as_object().unwrap().iter();
    let kept = kept
        .filter(|(key, _)| !["board", "text", "calls_below", "children"].contains(&key.as_str()));
    fields.as_object_mut().unwrap().extend(kept.map(|(key, value)| (key.clone(), value.clone())));
    let below =
        call["children"].as_array().unwrap().iter().flat_map(|call| traced(call, depth + 1));
    iter::once(fields).chain(below).collect()
}

/// Compares searches of the page with `trace`, call by call.
fn compare_with_trace(game: &str, asked: &[(&str, &[&str])]) {
    let asked: Vec<_> = asked
        .iter()
        .flat_map(|(position, algorithms)| {
            algorithms.iter().map(move |algorithm| (position, algorithm))
        })
        .collect();
    let script = format!("const asked = {};{CALLS}", json!(asked));
    let Some(searches) = told(game, "", &script) else { return };
    let folder = Folder::new();
    for ((position, algorithm), calls) in asked.into_iter().zip(searches.as_array().unwrap()) {
        let args =
            ["trace", game, position, "--algorithm", algorithm, "--max-depth", "255", "--json"];
        let trace = folder.json(&args);
        let traced = traced(&trace["root"], 0);
        for (call, traced) in calls.as_array().unwrap().iter().zip(&traced) {
            assert_eq!(call, traced, "{game} {position} {algorithm}");
        }
        assert_eq!(calls.as_array().unwrap().len(), traced.len(), "{game} {position} {algorithm}");
    }
}

const SEARCHES: &[&str] = &["minimax", "alpha-beta", "memo"];

#[test]
fn every_search_of_a_game_of_lines_makes_the_calls_of_trace() {
    let late = ["O.XX.X.OO", "X.OX.XOO.", "XO.OX....", "XOXO..O.X", "X.OO....X"];
    let late: Vec<_> = late.into_iter().map(|board| (board, SEARCHES)).collect();
    // Plain minimax makes many calls from early positions.
    let early: [(&str, &[&str]); 2] = [("X........", &["alpha-beta"]), ("X...O....", &["memo"])];
    compare_with_trace("tictactoe", &[&late[..], &early].concat());
    compare_with_trace("tictactoe+misere", &[("X...O...X", SEARCHES), ("OX.XO.X..", SEARCHES)]);
    compare_with_trace("connect:3,3,3", &[(".........", SEARCHES)]);
}

#[test]
fn every_search_of_any_other_game_makes_the_calls_of_trace() {
    // The first is impartial. The second is played for points, and a side may move twice.
    compare_with_trace("nim:3,4", &[("3,4", SEARCHES)]);
    compare_with_trace("dots:2,1", &[("....... 0:0 X", &SEARCHES[1..])]);
}

#[test]
fn a_game_of_two_is_played_and_its_mistake_is_explained() {
    let script = "
        for (const cell of [1, 2, 5, 3, 9]) click(cell);
        await until(() => text('#review').includes('Move 2:'));
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
        document.getElementById('show-search').click();
        await until(() => document.getElementById('search').open);
        tell([text('#search-words'), document.querySelectorAll('#search-tree .call:not(.new)').length]);";
    let Some(told) = told("tictactoe", "#moves=2-0-3-7-5-8&x=you&o=you", script) else { return };
    assert_eq!(told, json!(["18 of 18: X's best is +1. 9 calls in all.", 9]));
}

#[test]
fn a_bound_of_alpha_beta_is_shown_as_a_bound_with_the_window() {
    let script = "
        await until(() => text('#show-search').includes('calls'));
        document.getElementById('show-search').click();
        await until(() => document.getElementById('search').open);
        document.querySelector('input[value=alpha-beta]').click();
        document.getElementById('search-first').click();
        const on = document.getElementById('search-on');
        const words = [];
        while (on.getAttribute('aria-disabled') === 'false') {
            on.click();
            words.push(text('#search-words'));
        }
        const texts = ['.number', '.window', '.edge .score', '.cut text', '.for-bound .number', '.ghost text'].map((kind) =>
            Array.from(document.querySelectorAll(`#search-tree ${kind}`), (text) => text.textContent));
        tell([words.slice(-4), ...texts]);";
    let Some(told) = told("tictactoe", "#moves=2-0-3-7-5-8&x=you&o=you", script) else { return };
    assert_eq!(
        told[0],
        json!([
            "14 of 17: X's best is +1, returned. O keeps it. Window now (+1, +1).",
            "15 of 17: Cut off (α cut): O gets at most +1 here, and X has +1 elsewhere already. The window (+1, +1) is \
             closed: X has no reason to come here, and 5 is not tried.",
            "16 of 17: O's best is at most +1: ≤ +1 is returned after the α cut. X keeps +1 of 5. Window now (+1, +∞).",
            "17 of 17: X's best is +1. 8 calls in all.",
        ])
    );
    let scores = ["+1", "−1", "−1", "−1", "+1", "≤ +1", "+1", "+1"];
    let numbers: Vec<_> =
        scores.iter().zip(1..).map(|(score, call)| format!("call {call}: {score}")).collect();
    assert_eq!(told[1], json!(numbers));
    let windows = ["(−∞, +∞)", "(−∞, +∞)", "(−∞, +∞)", "(−∞, −1)", "(−1, +∞)"];
    let windows = windows.iter().chain(&["(+1, +∞)"; 3]);
    assert_eq!(told[2], json!(windows.collect::<Vec<_>>()));
    assert_eq!(told[3], json!(["−1", "−1 ★", "−1", "+1 ★", "≤ +1", "+1 ★", "+1 ★"]));
    assert_eq!((&told[4], &told[5]), (&json!(["✂ α cut"]), &json!([numbers[5]])));
    assert_eq!(told[6], json!(["5"]));
}

/// Folding hides calls, and their number is that of `trace`.
#[test]
fn the_start_of_tic_tac_toe_has_a_tree_that_folds() {
    let script = "
        document.getElementById('show-search').click();
        await until(() => document.getElementById('search').open);
        const texts = (selector) => Array.from(document.querySelectorAll(selector), (text) => text.textContent);
        const seen = [texts('[data-calls]'), texts('.call').length, texts('.symmetric text').at(-1)];
        const first = document.querySelector('.call.folded');
        first.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        await until(() => texts('.call').length > 16);
        tell([...seen, texts('.call').length, texts('[data-calls]')]);";
    let Some(told) = told("tictactoe", "#moves=&x=you&o=you", script) else { return };
    let calls = json!(["549,946 calls", "18,297 calls (3.3 %)", "16,168 calls (2.9 %)"]);
    let symmetric = "⊞ symmetric: 3 4 6 7 8 9 (370,830 calls)";
    // After X 1, O 2, seven moves of X are not symmetric.
    assert_eq!(told, json!([calls, 16, symmetric, 23, calls]));
}

/// A server that prints its address, on the output that is a pipe. It is ended when this is dropped.
struct Server(Child, String);

impl Server {
    /// `address` finds the address in a line of the output. `None` if the program is missing.
    fn start(command: &mut Command, address: fn(&str) -> Option<String>) -> Option<Self> {
        let mut child = command.spawn().ok()?;
        let out = child.stdout.take().map(|out| Box::new(out) as Box<dyn Read>);
        let out = out.or_else(|| child.stderr.take().map(|err| Box::new(err) as _)).unwrap();
        let address = BufReader::new(out).lines().find_map(|line| address(&line.unwrap()));
        Some(Self(child, address.unwrap()))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_game_of_any_size_is_served_by_the_program_and_from_a_folder() {
    let folder = Folder::new();
    let answer = folder.json(&["probe", "mnk:4,4,3", "................", "--json"]);
    let wins = format!("X wins in {} plies", answer["remoteness"]);
    let mut command = folder.command(&["serve", "mnk:4,4,3", "--page", "--listen", "127.0.0.1:0"]);
    let address = |line: &str| line.strip_prefix("page: ").map(str::to_owned);
    let served = Server::start(command.stderr(Stdio::piped()), address).unwrap();
    let Some(asked) = document(&served.1) else { return };
    assert!(asked.contains(&wins), "{asked}");

    // The server of Python serves no ranges of bytes.
    folder.command(&["export", "html", "mnk:4,4,3", "-o", "site/"]).output().unwrap();
    let mut python = Command::new("python3");
    python.args(["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory"]);
    python.arg(folder.path("site")).stdout(Stdio::piped()).stderr(Stdio::null());
    let address = |line: &str| {
        let (_, rest) = line.split_once(" port ")?;
        Some(format!("http://127.0.0.1:{}/", rest.split(' ').next()?))
    };
    let Some(python) = Server::start(&mut python, address) else {
        return skip("there is no `python3`");
    };
    // The browser's clock does not wait for the page's worker, but it waits for answers of the server.
    let waits = "<iframe src=index.html></iframe><p id=told></p>
        <script type=module>
        const facts = () => document.querySelector('iframe').contentDocument?.querySelector('#facts')?.textContent;
        for (let i = 0; i < 5000 && !facts(); i++) await fetch('waits.html', { cache: 'no-store' });
        document.getElementById('told').textContent = facts();
        </script>";
    fs::write(folder.path("site/waits.html"), waits).unwrap();
    let beside = document(&format!("{}waits.html", python.1)).unwrap();
    assert!(beside.contains(&wins), "{beside}");
}

#[test]
fn play_hides_the_values_and_analyse_shows_them() {
    let script = "
        const count = (selector) => document.querySelectorAll(selector).length;
        const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        const seen = [count('#board .worth')];
        press('h');
        seen.push(text('#verdict'));
        press('5');
        press('a');
        seen.push(count('#board .worth'), text('#status'), location.hash);
        press('ArrowLeft');
        seen.push(document.querySelector('#board').lastChild.className, count('#board .worth'));
        tell(seen);";
    let Some(told) = told("tictactoe", "#moves=&x=you&o=you", script) else { return };
    let (hint, link) = ("Hint: 1 holds the draw.", "#analyse&moves=4&x=you&o=you");
    assert_eq!(told, json!([0, hint, 8, "O is to move.", link, "labels", 9]));
}
