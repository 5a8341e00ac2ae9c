//! A table as an ES module, and the module's types for TypeScript.

use perfect_play_core::{Identifier, Kind, Shown};

use crate::{
    about::About,
    example::Example,
    fill::{
        comment, fill, head, head_of, measured, notation, of_module, positions_are, sentence,
        terms, turn, winners,
    },
    measure::Measure,
    plan::Plan,
    spelling::in_block_comment,
};

const TABLE: &str = include_str!("javascript/table.js");
const BOARD: &str = include_str!("javascript/board.js");
const PLACEMENT: &str = include_str!("javascript/placement.js");
const FALLING: &str = include_str!("javascript/falling.js");
const STORED: &str = include_str!("javascript/stored.js");
const REMOTENESS: &str = include_str!("javascript/remoteness.js");
const REMOTENESS_OF_WINS: &str = include_str!("javascript/remoteness_of_wins.js");
const SCORE: &str = include_str!("javascript/score.js");
const DISTANCES: &str = include_str!("javascript/distances.js");
const POINTS: &str = include_str!("javascript/points.js");
const DATA: &str = include_str!("javascript/data.js");
const TYPES: &str = include_str!("javascript/types.d.ts");
const BOARD_TYPES: &str = include_str!("javascript/board.d.ts");

pub(crate) fn write(plan: &Plan) -> String {
    let about = &plan.about;
    let has_board = about.shape().is_some();
    let board = if has_board { BOARD } else { "" };
    let moves = match about.kind {
        Kind::Placement(_) => PLACEMENT,
        Kind::Falling(_) => FALLING,
        _ => STORED,
    };
    let [measure, looking] = match about.measure {
        Measure::Remoteness => [REMOTENESS, DISTANCES],
        Measure::RemotenessOfWins => [REMOTENESS_OF_WINS, DISTANCES],
        Measure::Score => [SCORE, POINTS],
    };
    let parts =
        [TABLE, measure, looking, board, moves, DATA].into_iter().filter(|part| !part.is_empty());
    let template = parts.collect::<Vec<_>>().join("\n");
    fill(&template, |name| match name {
        "HEAD" => in_comment(&head(about)),
        "TERMS" => in_comment(&terms(about)),
        "USAGE" => in_comment(&usage(&Identifier(&about.game).to_string(), plan)),
        "CODE" if has_board => IF_BOARD.into(),
        "CODE" => "position".into(),
        "WON" if about.is_impartial => "won ? \"next\" : \"previous\"".into(),
        "WON" => "won === RECORDS[place + 1] < 128 ? \"X\" : \"O\"".into(),
        "NOTATION" => in_comment(&notation(about)),
        "TURN" => turn(about, "null"),
        "TO_MOVE" if about.is_impartial => "null".into(),
        "TO_MOVE" => "RECORDS[place + 1] < 128 ? \"X\" : \"O\"".into(),
        "MEASURED" => measured(about, "null"),
        "WINNERS" => winners(about).into(),
        "POSITIONS_ARE" => positions_are(about, "codeOf"),
        "PLAYER" | "NUMBER" | "POSITION" | "WINNER" => type_of(about, name).into(),
        "READ" if about.marks_fall() => "codeOfTextOrColumns".into(),
        "READ" => "codeOfText".into(),
        name => of_module(plan, name),
    })
}

/// The declarations of the module's exports.
pub(crate) fn types(about: &About) -> String {
    let board = about.shape().map(|_| BOARD_TYPES);
    let parts: Vec<_> = [TYPES].into_iter().chain(board).collect();
    fill(&parts.join("\n"), |name| match name {
        "HEAD" => {
            let game = Shown(&about.game);
            let what = format!("The types of an ES module: the game {game}, solved.");
            in_comment(&head_of(what, about))
        }
        "TERMS" => in_comment(&terms(about)),
        "NOTATION" => in_comment(&notation(about)),
        "TURN" => sentence(&turn(about, "null")),
        "MEASURE" => about.measure.name().to_owned(),
        "MEASURED" => sentence(&measured(about, "null")),
        "WINNERS" => winners(about).into(),
        "POSITIONS_ARE" => positions_are(about, "codeOf"),
        "PLAYER" | "NUMBER" | "POSITION" | "WINNER" => type_of(about, name).into(),
        _ => String::new(),
    })
}

/// The conversion of a board to a code.
const IF_BOARD: &str = "typeof position === \"string\" || typeof position === \"object\" ? codeOf(position) : position";

/// The type of a position, of a player, or of the measure.
fn type_of(about: &About, name: &str) -> &'static str {
    match name {
        "PLAYER" if about.is_impartial => "null",
        "PLAYER" => "\"X\" | \"O\"",
        "POSITION" if about.shape().is_some() => {
            "number | string | readonly (string | null | undefined)[]"
        }
        "POSITION" => "number",
        "WINNER" if about.is_impartial => "\"next\" | \"previous\" | null",
        "WINNER" => "\"X\" | \"O\" | null",
        _ if about.measure == Measure::RemotenessOfWins => "number | null",
        _ => "number",
    }
}

/// Lines as a part of a block comment.
fn in_comment(lines: &[String]) -> String {
    let lines: Vec<_> = lines.iter().map(|line| in_block_comment(line)).collect();
    comment(&lines, " * ")
}

/// An example of how to use the module: statements, with their values in comments. It assumes that the file has the
/// game's name.
fn usage(name: &str, plan: &Plan) -> Vec<String> {
    let about = &plan.about;
    let [start, show] = if about.shape().is_some() { ["", "show, "] } else { ["START, ", ""] };
    let names = format!("{start}bestMove, choose, legalMoves, play, probe, {show}winner");
    let mut lines = vec![
        "For browsers, Node.js 16 and later, and others:".to_owned(),
        String::new(),
        format!("    import {{ {names} }} from \"./{name}.mjs\";"),
    ];
    lines.extend(plan.example.iter().flat_map(|example| examples(example, about.measure.name())));
    lines
}

fn examples(example: &Example, measure: &str) -> Vec<String> {
    let best = example.best_move;
    let given = example.board.as_ref().map_or("START".to_owned(), |board| format!("\"{board}\""));
    let measured = example.measure.map_or("null".to_owned(), |measured| measured.to_string());
    let mut lines = vec![
        String::new(),
        format!("    bestMove({given}); // {best}"),
        format!("    const position = play({given}, {best});"),
        format!("    position; // {}", example.next),
    ];
    if !example.rows.is_empty() {
        lines.push(format!("    show(position); // \"{}\"", example.rows.join("\\n")));
    }
    lines.extend([
        format!("    probe(position).outcome; // \"{}\"", example.outcome),
        format!("    probe(position).{measure}; // {measured}"),
    ]);
    if let Some(moves) = &example.legal_moves {
        let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
        lines.push(format!("    legalMoves(position); // [{}]", moves.join(",")));
    }
    if !example.is_over {
        lines.push("    winner(position); // null".to_owned());
        lines.push("    choose(position, \"novice\");".to_owned());
    }
    lines
}
