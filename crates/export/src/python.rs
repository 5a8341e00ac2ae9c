//! A table as a Python module.

use perfect_play_core::Identifier;

use crate::{
    fill::{comment, fill, head, terms},
    plan::{Plan, mask_bytes},
    spelling::{base64, literal},
};

const TABLE: &str = include_str!("python/table.py");
const BOARD: &str = include_str!("python/board.py");
const DATA: &str = include_str!("python/data.py");

pub(crate) fn write(plan: &Plan) -> String {
    let about = &plan.about;
    let name = Identifier(&about.game).to_string();
    let shape = about.shape();
    let [columns, rows] = shape.unwrap_or_default();
    let board = if shape.is_some() { BOARD } else { "" };
    let parts = [TABLE, board, DATA].into_iter().filter(|part| !part.is_empty());
    let template = parts.collect::<Vec<_>>().join("\n\n");
    fill(&template, |placeholder| match placeholder {
        "HEAD" => docstring(&head(about)),
        "TERMS" => docstring(&terms(about)),
        "USAGE" => docstring(&usage(&name, shape.is_some())),
        "NAME" => literal(&about.game),
        "OBJECTIVE" => literal(about.objective.name()),
        "CODES" => about.codes.to_string(),
        "POSITIONS" => about.positions.to_string(),
        "MOVES" => about.move_numbers.to_string(),
        "COLUMNS" => columns.to_string(),
        "ROWS" => rows.to_string(),
        "MASK" => mask_bytes(about.move_numbers).to_string(),
        "PLACE_BYTES" => plan.place_bytes().to_string(),
        "PLACES" => base64(&plan.places_as_bytes()),
        "RECORDS" => base64(&plan.records),
        _ => String::new(),
    })
}

/// How the module is used, if its file has the game's name.
fn usage(name: &str, has_board: bool) -> Vec<String> {
    let (code_of, code) =
        if has_board { (", code_of", "code = code_of(board)") } else { ("", "code = 0") };
    [
        "For Python 3.9 and later:".to_owned(),
        String::new(),
        format!("    from {name} import best_move, choose{code_of}, probe"),
        String::new(),
        format!("    {code}"),
        "    outcome, remoteness = probe(code).outcome, probe(code).remoteness".to_owned(),
        "    moves = best_move(code), choose(code, \"novice\")".to_owned(),
    ]
    .into()
}

/// Lines as a part of a docstring.
fn docstring(lines: &[String]) -> String {
    comment(lines, "").replace('\\', "\\\\").replace("\"\"\"", "\\\"\\\"\\\"")
}
