//! A table as an ES module, and the types of the module for TypeScript.

use perfect_play_core::{Identifier, Shown};

use crate::{
    fill::{comment, fill, head, head_of, measured, notation, of_module, sentence, terms, turn},
    measure::Measure,
    plan::{About, Plan},
    spelling::in_block_comment,
};

const TABLE: &str = include_str!("javascript/table.js");
const BOARD: &str = include_str!("javascript/board.js");
const COLUMNS: &str = include_str!("javascript/columns.js");
const REMOTENESS: &str = include_str!("javascript/remoteness.js");
const REMOTENESS_OF_WINS: &str = include_str!("javascript/remoteness_of_wins.js");
const SCORE: &str = include_str!("javascript/score.js");
const DATA: &str = include_str!("javascript/data.js");
const TYPES: &str = include_str!("javascript/types.d.ts");
const BOARD_TYPES: &str = include_str!("javascript/board.d.ts");

pub(crate) fn write(plan: &Plan) -> String {
    let about = &plan.about;
    let has_board = about.shape().is_some();
    let board = if has_board { BOARD } else { "" };
    let falls = about.marks_fall();
    let columns = if falls { COLUMNS } else { "" };
    let measure = match about.measure {
        Measure::Remoteness => REMOTENESS,
        Measure::RemotenessOfWins => REMOTENESS_OF_WINS,
        Measure::Score => SCORE,
    };
    let parts = [TABLE, measure, board, columns, DATA].into_iter().filter(|part| !part.is_empty());
    let template = parts.collect::<Vec<_>>().join("\n");
    fill(&template, |name| match name {
        "HEAD" => in_comment(&head(about)),
        "TERMS" => in_comment(&terms(about)),
        "USAGE" => in_comment(&usage(
            &Identifier(&about.game).to_string(),
            has_board,
            about.measure.name(),
        )),
        "NOTATION" => in_comment(&notation(about)),
        "TURN" => turn(about, "null"),
        "TO_MOVE" if about.is_impartial => "null".into(),
        "TO_MOVE" => "RECORDS[place + 1] < 128 ? \"X\" : \"O\"".into(),
        "MEASURED" => measured(about, "null"),
        "PLAYER" | "NUMBER" => type_of(about, name).into(),
        "READ" if falls => "digitsOfTextOrColumns".into(),
        "READ" => "digitsOfText".into(),
        name => of_module(plan, name),
    })
}

/// The declarations of what the module exports.
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
        "PLAYER" | "NUMBER" => type_of(about, name).into(),
        _ => String::new(),
    })
}

/// The type of who is to move, or of the measure.
fn type_of(about: &About, name: &str) -> &'static str {
    match name {
        "PLAYER" if about.is_impartial => "null",
        "PLAYER" => "\"X\" | \"O\"",
        _ if about.measure == Measure::RemotenessOfWins => "number | null",
        _ => "number",
    }
}

/// Lines as a part of a block comment.
fn in_comment(lines: &[String]) -> String {
    let lines: Vec<_> = lines.iter().map(|line| in_block_comment(line)).collect();
    comment(&lines, " * ")
}

/// How the module is used, if its file has the game's name.
fn usage(name: &str, has_board: bool, measure: &str) -> Vec<String> {
    let (code_of, code) = if has_board { (", codeOf", "codeOf(board)") } else { ("", "0") };
    [
        "For browsers, Node.js 16 and later, and others:".to_owned(),
        String::new(),
        format!("    import {{ bestMove, choose{code_of}, probe }} from \"./{name}.mjs\";"),
        String::new(),
        format!("    const code = {code};"),
        format!("    const {{ outcome, {measure} }} = probe(code);"),
        "    const moves = [bestMove(code), choose(code, \"novice\")];".to_owned(),
    ]
    .into()
}
