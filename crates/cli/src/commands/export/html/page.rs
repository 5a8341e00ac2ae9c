//! The page without its game: the template, the style and the scripts of `page/`.
//!
//! The scripts are modules that import one another, for the tools that check them; in the page they stand one after the
//! other.

use perfect_play_core::Shown;
use perfect_play_engine::{AnyGame, DrawnBoard};

use super::title;
use crate::text::{html::escaped, numbers};

const PAGE: &str = include_str!("../../../../page/page.html");
const STYLE: &str = concat!(
    include_str!("../../../../page/page.css"),
    "\n",
    include_str!("../../../../page/board.css"),
    "\n",
    include_str!("../../../../page/study.css")
);

/// The modules that draw the positions of a game without a board, and their style.
const MAP: [&str; 4] = [
    include_str!("../../../../page/graph-chart.js"),
    include_str!("../../../../page/graph-signs.js"),
    include_str!("../../../../page/graph-ways.js"),
    include_str!("../../../../page/graph-map.js"),
];
const MAP_STYLE: &str = include_str!("../../../../page/graph-map.css");

/// The modules of a page whose program reads the table.
pub(super) const PROGRAM: &[&str] = &[
    include_str!("../../../../page/unpack.js"),
    include_str!("../../../../page/probed.js"),
    include_str!("../../../../page/program.js"),
];

/// The parts of a page, besides its game.
pub(super) struct Parts<'a> {
    /// The name of the game, for people.
    pub(super) title: &'a str,
    /// Says what holds the answers, and how they are found.
    pub(super) about: String,
    /// Says where the answers are.
    pub(super) place: &'a str,
    /// The page's facts about its table, as JSON.
    pub(super) header: String,
    /// The element that holds the table, or the program that reads it.
    pub(super) table: String,
    /// The modules that probe the table.
    pub(super) modules: &'a [&'a str],
}

/// Says that `holder` has the answers: all of them, or those of the first plies.
pub(super) fn about(holder: &str, plies: Option<u16>) -> String {
    match plies {
        None => format!(
            "{holder} holds every answer. This page looks the answers up and computes none."
        ),
        Some(plies) => format!(
            "{holder} holds the values of the first {}. An exact search finds all other values.",
            numbers::plies(plies)
        ),
    }
}

/// The page of a game.
pub(super) fn page(game: &AnyGame, parts: &Parts<'_>) -> String {
    let rules = title::rules(game);
    let how = title::paragraphs(game, &rules);
    fill(PAGE, |name| match name {
        "title" => escaped(&Shown(parts.title).to_string()),
        "rules" => paragraph(&rules),
        "how" => how.iter().map(|text| paragraph(text)).collect(),
        "hidden" if how.is_empty() => " hidden".to_owned(),
        "style" => style(DrawnBoard::of(game).is_some()),
        "about" => parts.about.clone(),
        "place" => parts.place.to_owned(),
        // In a script element, only `</` could end the element.
        "header" => parts.header.replace('<', "\\u003c"),
        "table" => parts.table.clone(),
        "script" => script(parts.modules, DrawnBoard::of(game).is_some()),
        _ => String::new(),
    })
}

/// The template, with a value in place of each `{{name}}`.
fn fill(template: &str, mut value: impl FnMut(&str) -> String) -> String {
    let mut parts = template.split("{{");
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").unwrap_or((part, ""));
        filled += &value(name);
        filled += rest;
    }
    filled
}

/// All scripts as one, each after the scripts that it imports, without imports, exports and comments.
fn script(source: &[&str], has_board: bool) -> String {
    let before =
        [include_str!("../../../../page/node.js"), include_str!("../../../../page/grid.js")];
    let after = [
        include_str!("../../../../page/dom.js"),
        include_str!("../../../../page/choosing.js"),
        include_str!("../../../../page/pieces.js"),
        include_str!("../../../../page/layout.js"),
        include_str!("../../../../page/ground.js"),
        include_str!("../../../../page/motion.js"),
        include_str!("../../../../page/overlay.js"),
        include_str!("../../../../page/board.js"),
        include_str!("../../../../page/best-line.js"),
        include_str!("../../../../page/facts.js"),
        include_str!("../../../../page/levels.js"),
        include_str!("../../../../page/moves.js"),
        include_str!("../../../../page/session.js"),
        include_str!("../../../../page/threats.js"),
        include_str!("../../../../page/explain.js"),
        include_str!("../../../../page/chart.js"),
        include_str!("../../../../page/chart-view.js"),
        include_str!("../../../../page/review.js"),
        include_str!("../../../../page/minimax.js"),
        include_str!("../../../../page/folding.js"),
        include_str!("../../../../page/predict.js"),
        include_str!("../../../../page/small-board.js"),
        include_str!("../../../../page/line-view.js"),
        include_str!("../../../../page/tree-drawing.js"),
        include_str!("../../../../page/tree-keys.js"),
        include_str!("../../../../page/tree-words.js"),
        include_str!("../../../../page/quiz.js"),
        include_str!("../../../../page/predict-view.js"),
        include_str!("../../../../page/minimax-view.js"),
        include_str!("../../../../page/quiz-view.js"),
        include_str!("../../../../page/posters.js"),
        include_str!("../../../../page/turn.js"),
    ];
    let last = [
        include_str!("../../../../page/players.js"),
        include_str!("../../../../page/record.js"),
        include_str!("../../../../page/share.js"),
        include_str!("../../../../page/keys.js"),
        include_str!("../../../../page/page.js"),
    ];
    let mut script = String::new();
    let map = if has_board { &[][..] } else { &MAP };
    for module in before.iter().chain(source).chain(&after).chain(map).chain(&last) {
        let mut importing = false;
        for line in module.lines() {
            importing |= line.starts_with("import ");
            if importing {
                importing = !line.ends_with(';');
            } else {
                script += line.strip_prefix("export ").unwrap_or(line);
                script.push('\n');
            }
        }
    }
    // No text of the page has one of these operators or ends of lines.
    let operators = [" => ", " === ", " !== ", " && ", " || ", " ?? ", " = ", ") {", "{\n", ";\n"];
    let script = without_comments(&script);
    operators.iter().fold(script, |script, operator| {
        script.replace(operator, &operator.replace([' ', '\n'], ""))
    })
}

/// The style without comments, and without the blanks and the ends of lines that mean nothing in it.
fn style(has_board: bool) -> String {
    let blanks = ["{\n", ";\n", ",\n", "}\n", " {", ": ", ", ", " > "];
    let style = if has_board { STYLE.to_owned() } else { [STYLE, MAP_STYLE].join("\n") };
    let style = without_comments(&style);
    let style = blanks.iter().fold(style, |style, blank| style.replace(blank, blank.trim()));
    style.replace(";}", "}")
}

/// A script or a style without comments, types and indentation, which would be a third of a small page. A comment begins
/// where a line begins, and a type with `/** @`. In texts over several lines, blanks at the beginning of a line have no
/// meaning.
fn without_comments(text: &str) -> String {
    let mut is_comment = false;
    let code = text.lines().map(|line| {
        let mut line = line.trim();
        is_comment |= line.starts_with("/*");
        if is_comment {
            let end = line.split_once("*/");
            is_comment = end.is_none();
            line = end.map_or("", |(_, code)| code.trim());
        }
        let mut code = if line.starts_with("//") { String::new() } else { line.to_owned() };
        while let Some((before, (_, after))) = code
            .split_once("/** @")
            .and_then(|(before, after)| Some((before, after.split_once("*/")?)))
        {
            code = [before, after.trim_start()].concat();
        }
        code
    });
    code.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// A paragraph in HTML, or nothing if it is empty. What is between backticks is code.
fn paragraph(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let parts = text.split('`').map(escaped).enumerate();
    let parts =
        parts.map(|(i, part)| if i % 2 == 0 { part } else { format!("<code>{part}</code>") });
    format!("<p>{}</p>", parts.collect::<String>())
}
