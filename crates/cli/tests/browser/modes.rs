//! Play and Analyse, the keys, and sharing; and what the board shows over and under its pieces.

use thirtyfour::Key;

use crate::{page::Page, play::TWO_PEOPLE};

/// A game of one player: a level with a door.
pub(crate) const LEVEL: &str =
    concat!("graph:", env!("CARGO_MANIFEST_DIR"), "/../../data/level.jsonl");

/// Whether an element is seen.
fn is_seen(page: &Page, selector: &str) -> bool {
    page.ask("return document.querySelector(arguments[0]).checkVisibility()", &[selector.into()])
}

#[test]
fn play_hides_the_values_and_analyse_shows_them() {
    let Some(page) = Page::of("tictactoe", "") else { return };
    for (selector, in_play) in [
        ("#opponent", true),
        ("#hint", true),
        ("#rules", true),
        ("#worths", false),
        ("#moves", false),
        ("#viewer", false),
        ("#quiz", false),
        ("#legend", false),
    ] {
        assert_eq!(is_seen(&page, selector), in_play, "{selector} in Play");
    }
    page.take(&[5]);
    page.until_it_says("Your move, X.");
    assert_eq!(page.texts("#board .worth, #history .dot"), [""; 0]);
    page.click("#mode-analyse");
    assert_eq!(page.status(), "X is to move.");
    assert_eq!(page.texts("#board .worth").len(), 7);
    assert!(!is_seen(&page, "#opponent") && is_seen(&page, "#viewer"));
    assert!(page.link().starts_with("#analyse&moves=4-"), "{}", page.link());
    // The reader moves both sides.
    page.click("#moves .move");
    assert_eq!(page.board().matches('.').count(), 6);
    assert!(page.status().ends_with("O is to move."), "{}", page.status());
    page.click("#mode-play");
    page.until_it_says("Your move, X.");
}

#[test]
fn a_hint_recommends_a_best_move() {
    let Some(page) = Page::of("tictactoe", "#moves=0-1-4-2&x=you&o=you") else { return };
    page.click("#hint");
    assert_eq!(page.text("#verdict"), "Hint: 9 wins.");
    assert_eq!(page.texts("#board .hinted").len(), 1);
    page.take(&[9]);
    assert_eq!(page.texts("#board .hinted").len(), 0);
    assert!(is_seen(&page, "#analyse"), "a game that is over can be analysed");
    page.click("#analyse");
    assert!(page.link().starts_with("#analyse&moves="));
}

#[test]
fn keys_do_what_buttons_do() {
    let Some(page) = Page::of("tictactoe", TWO_PEOPLE) else { return };
    page.take(&[5]);
    page.press('1');
    assert_eq!(page.board(), "O...X....");
    // After a click, the arrows take moves back; after the Tab key, they move the focus.
    page.press(Key::Left);
    assert_eq!(page.board(), "....X....");
    page.press(Key::Right);
    assert_eq!(page.board(), "O...X....");
    page.press('h');
    assert!(page.text("#verdict").starts_with("Hint: "), "{}", page.text("#verdict"));
    page.press('f');
    let first = "return document.querySelector('#board button').dataset.cell";
    assert_eq!(page.ask::<String>(first, &[]), "8");
    page.press('a');
    assert_eq!(page.texts("#board .worth").len(), 7);
    page.press('n');
    assert_eq!(page.board(), ".........");
    page.press('?');
    assert!(is_seen(&page, "#help-dialog"));
    page.press(Key::Escape);
    assert!(!is_seen(&page, "#help-dialog"));
}

#[test]
fn a_game_is_shared_as_link_text_and_picture() {
    let Some(page) = Page::of("tictactoe", "#moves=4-0&x=you&o=you") else { return };
    page.click("#share");
    let value = "return document.querySelector(arguments[0]).value";
    let link: String = page.ask(value, &["#share-link".into()]);
    assert!(link.ends_with("page.html#moves=4-0&x=you&o=you"), "{link}");
    page.until("the link is copied", |page| {
        page.text("#share-dialog").contains("The link is copied.")
    });
    let text: String = page.ask(value, &["#share-text".into()]);
    assert_eq!(text, "Tic-tac-toe (tictactoe)\n1. X 5\n2. O 1\n");
    page.run(
        "HTMLAnchorElement.prototype.click = function () {
            globalThis.saved = [this.download];
            fetch(this.href).then((answer) => answer.blob()).then((blob) => globalThis.saved.push(blob.type, blob.size));
        };
        document.querySelector('#share-picture').click();",
    );
    page.until("a picture is saved", |page| page.ask("return globalThis.saved?.length === 3", &[]));
    let (name, kind, bytes): (String, String, u32) = page.ask("return globalThis.saved", &[]);
    assert_eq!((name.as_str(), kind.as_str()), ("tictactoe.png", "image/png"));
    assert!(bytes > 3000, "{bytes}");
    page.run("document.querySelector('#share-text').value = '1. X 1\\n2. O 2'");
    page.click("#share-load");
    page.until("the text is loaded", |page| page.board() == "XO.......");
}

#[test]
fn a_side_that_must_pass_is_told_so_and_the_buttons_stay_where_they_are() {
    let Some(page) = Page::of("othello:4,4", TWO_PEOPLE) else { return };
    let find = "const { source } = globalThis.perfectPlay;
        const paths = [[source.start, []]];
        for (const [id, path] of paths) {
            const { steps } = source.node(id);
            if (steps.length === 1 && steps[0].to === null) return path.join('-');
            for (const { move, next } of steps.slice(0, 2)) paths.push([next, [...path, move]]);
        }";
    let path: String = page.ask(find, &[]);
    let place = "return document.querySelector('#undo').getBoundingClientRect().top";
    let before: f64 = page.ask(place, &[]);
    page.follow(&format!("#moves={path}&x=you&o=you"));
    assert!(page.status().starts_with("You must pass, "), "{}", page.status());
    assert_eq!(page.texts("#choices button"), ["Pass"]);
    assert!((page.ask::<f64>(place, &[]) - before).abs() < 1.0);
    page.click("#choices button");
    assert!(page.status().contains(" passes. "), "{}", page.status());
}

#[test]
fn two_perfect_machines_do_not_play_for_ever() {
    let Some(page) = Page::of("mu-torere", "#moves=&x=perfect&o=perfect") else { return };
    page.hurry();
    page.click("#new");
    page.until_it_says("The machines would go on for ever: a draw.");
    // The button that lets the machine move would do nothing.
    assert!(page.ask::<bool>("return document.querySelector('#go').hidden", &[]));
}

#[test]
fn values_are_over_arrows_and_a_winning_line_is_under_the_pieces() {
    let Some(page) = Page::of("krk:3", "#analyse") else { return };
    assert!(!page.texts("#board .arrow").is_empty());
    let order =
        "return [...document.querySelector('#board').children].map((layer) => layer.classList[0])";
    let order: Vec<Option<String>> = page.ask(order, &[]);
    let order: Vec<_> = order.iter().flatten().map(String::as_str).collect();
    assert_eq!((order[0], &order[order.len() - 2..]), ("under", &["over", "labels"][..]));
    // The king's best move has an arrow and a star; the rook has the value of its best move, which is as good.
    let briefs = page.ask::<Vec<String>>(
        "return [...document.querySelectorAll('#board .brief')].map((brief) => brief.dataset.text)",
        &[],
    );
    assert_eq!(briefs, ["★W3", "★W3"]);
    // The mate: the king that has lost falls.
    for _ in 0..3 {
        page.run("document.querySelector('#moves button').click()");
    }
    let mated: String = page.ask("return document.querySelector('#board .mated').ariaLabel", &[]);
    assert!(mated.ends_with("Black's king, mated"), "{mated}");
    let Some(page) = Page::of("tictactoe", "#moves=0-1-4-2-8&x=you&o=you") else { return };
    assert_eq!(page.texts("#board .under .winning").len(), 1);
    assert_eq!(page.texts("#board .winning").len(), 1);
}

#[test]
fn the_page_says_what_to_choose_and_what_has_happened() {
    let Some(page) = Page::of("krk:3", "#analyse") else { return };
    let verdict = || page.text("#verdict");
    assert!(verdict().ends_with(" Choose a piece, then where it goes."), "{}", verdict());
    assert!(page.text("#legend").ends_with("on a piece: its best move"));
    let places = "const at = (id) => document.querySelector(id).getBoundingClientRect();
        return [at('#board').top, at('#side').left, at('#side').top]";
    let before: Vec<f64> = page.ask(places, &[]);
    page.run("document.querySelector('#board .open').click()");
    assert!(verdict().ends_with(" Now choose where it goes."), "{}", verdict());
    assert_eq!(page.ask::<Vec<f64>>(places, &[]), before, "longer words move nothing");
    assert!(page.status().ends_with(" is chosen. White is to move."), "{}", page.status());
    assert!(!page.texts("#board .reached").is_empty());
    // Nobody can draw nim. At its end, all stones that were taken last are marked.
    let Some(page) = Page::of("nim:2", "#analyse") else { return };
    assert_eq!(page.texts("#legend .key"), ["W win", "L loss"]);
    page.run("document.querySelector('#board button').click()");
    let end = "Player 1 took the last stone and wins.";
    assert!(page.status().ends_with(end), "{}", page.status());
    assert_eq!(page.texts("#board .over .brackets").len(), 2);
    // The last edge is marked, and the dots are over it.
    let Some(page) = Page::of("dots:1,1", TWO_PEOPLE) else { return };
    page.run("document.querySelector('#board button').click()");
    assert_eq!(page.texts("#board .over .brackets").len(), 1);
    assert_eq!(page.texts("#board .before .dot").len(), 4);
}

#[test]
fn pointing_at_a_move_shows_what_it_changes() {
    let point = "document.querySelector(`#board [data-cell='${arguments[0]}']`)
        .dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' }))";
    let Some(page) = Page::of("nim:2,3", TWO_PEOPLE) else { return };
    assert_eq!(page.text("#verdict"), "You take a stone with all to its right.");
    // The second stone of the second pile, and the stone after it.
    page.ask::<()>(point, &[4.into()]);
    assert_eq!(page.texts("#board .going").len(), 2);
    let Some(page) = Page::of("connect:3,3,3", TWO_PEOPLE) else { return };
    page.ask::<()>(point, &[0.into()]);
    assert_eq!(page.texts("#board .ghost").len(), 1);
    assert_eq!(page.board(), ".........");
    // A hint marks the column and the cell.
    page.run("document.querySelector('#board').dispatchEvent(new PointerEvent('pointerleave'))");
    assert_eq!(page.texts("#board .ghost").len(), 0);
    page.click("#hint");
    assert_eq!(page.texts("#board .beacon").len(), 4);
    for column in [0, 1, 0, 1, 0] {
        page.run(&format!("document.querySelectorAll('#board .column')[{column}].click()"));
    }
    // The line is before the discs, which fill their holes.
    assert_eq!(page.texts("#board .before .winning").len(), 1);
    // The first cube: where it can be pushed in, and what each push is worth.
    let Some(page) = Page::of("quixo:2,2,2", "#analyse") else { return };
    let shown = || (page.texts("#board .arrow").len(), page.texts("#board .label").len());
    assert_eq!(shown(), (0, 4));
    page.ask::<()>(point, &[0.into()]);
    assert_eq!(shown(), (2, 2));
    page.run("document.querySelector('#board').dispatchEvent(new PointerEvent('pointerleave'))");
    assert_eq!(shown(), (0, 4));
    assert!(page.text("#legend").ends_with("on a cube: its best push"));
    let verdict = page.text("#verdict");
    assert!(verdict.ends_with(" Choose a cube, then the side where it is pushed in."), "{verdict}");
    // A push: also the way of the cubes that move.
    page.run("document.querySelector(`#board [data-cell='0']`).click()");
    let verdict = page.text("#verdict");
    assert!(verdict.ends_with(" Now choose the side where it is pushed in."), "{verdict}");
    page.ask::<()>(point, &[1.into()]);
    assert_eq!(shown(), (3, 2));
}

#[test]
fn a_game_for_one_has_a_map_and_no_opponent() {
    let Some(page) = Page::of(LEVEL, "#analyse") else { return };
    assert_eq!(page.status(), "Your move.");
    assert_eq!(page.text("#verdict"), "The goal is 18 moves away. Choose a place with a number.");
    assert_eq!(page.texts("#board .node").len(), 53);
    // A line for the moves there and back that begin here or after the next move, one for each move of best play, and one
    // for each that is possible.
    assert_eq!(page.texts(".map-sheet path").len(), 12 + 18 + 3);
    let lines = "return [...document.querySelectorAll('.node.here span, .node.open span')]
        .map((line) => line.dataset.text);";
    assert_eq!(page.ask::<Vec<String>>(lines, &[])[..4], ["You", "0,8", "1", "⚑19"]);
    assert_eq!(page.texts("#legend .key"), ["⚑ goal", "= no end", "✕ dead end"]);
    let seen = "const window = document.querySelector('.map-window').getBoundingClientRect();
        return [...document.querySelectorAll('.node.here, .node.open')].map((node) => {
            const { left, right, top, bottom } = node.getBoundingClientRect();
            return left >= window.left && right <= window.right && top >= window.top && bottom <= window.bottom;
        });";
    assert_eq!(page.ask::<Vec<bool>>(seen, &[]), [true; 4], "the map follows the position");
    // The coordinates of the position and of the goal, and the best move.
    assert_eq!(page.texts(".map-rim .here"), ["8", "0"]);
    assert_eq!(page.texts(".map-key .map-item").len(), 0, "no name has two sides");
    assert_eq!(page.texts(".map-rim .win"), ["1", "29"]);
    assert_eq!(page.text(".map-goal"), "★ best: move 3");
    assert_eq!(page.texts(".node.end.loss").len(), 14);
    page.click("#mode-play");
    assert!(!is_seen(&page, "#players"));
    assert_eq!(page.texts(".node.loss").len(), 0, "values are hidden, also those of dead ends");
    page.click("#board .node.open");
    assert_eq!(page.status(), "You play right. Your move.");
}
