//! A table as a Python module.

use perfect_play_core::Identifier;

use crate::{
    fill::{comment, fill, head, notation, of_module, terms},
    plan::Plan,
};

const TABLE: &str = include_str!("python/table.py");
const BOARD: &str = include_str!("python/board.py");
const COLUMNS: &str = include_str!("python/columns.py");
const DATA: &str = include_str!("python/data.py");

pub(crate) fn write(plan: &Plan) -> String {
    let about = &plan.about;
    let module = Identifier(&about.game).to_string();
    let has_board = about.shape().is_some();
    let board = if has_board { BOARD } else { "" };
    let falls = about.marks_fall();
    let columns = if falls { COLUMNS } else { "" };
    let parts = [TABLE, board, columns, DATA].into_iter().filter(|part| !part.is_empty());
    let template = parts.collect::<Vec<_>>().join("\n\n");
    fill(&template, |name| match name {
        "HEAD" => docstring(&head(about)),
        "TERMS" => docstring(&terms(about)),
        "USAGE" => docstring(&usage(&module, has_board)),
        "NOTATION" => comment(&notation(about), "    "),
        "READ" if falls => "_digits_of_text_or_columns".into(),
        "READ" => "_digits_of_text".into(),
        name => of_module(plan, name),
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
