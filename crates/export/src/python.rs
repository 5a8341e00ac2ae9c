//! A table as a Python module.

use perfect_play_core::Identifier;

use crate::{
    fill::{comment, fill, head, measured, notation, of_module, sentence, terms, turn},
    measure::Measure,
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
        "USAGE" => docstring(&usage(&module, has_board, about.measure.name())),
        "NOTATION" => comment(&notation(about), "    "),
        "PLAYER" | "TO_MOVE" if about.is_impartial => "None".into(),
        "PLAYER" => "Literal[\"X\", \"O\"]".into(),
        "TO_MOVE" => "\"X\" if byte < 128 else \"O\"".into(),
        "TURN" => sentence(&turn(about, "`None`")),
        "NUMBER" if about.measure == Measure::RemotenessOfWins => "Optional[int]".into(),
        "NUMBER" => "int".into(),
        "MEASURED" => sentence(&measured(about, "`None`")),
        "MEASURING" => match about.measure {
            Measure::Remoteness => format!("{PLIES} plies_to_draw"),
            Measure::RemotenessOfWins => {
                format!("({PLIES} plies_to_draw if plies_to_draw < 127 else None)")
            }
            Measure::Score => "value - 127".into(),
        },
        "READ" if falls => "_digits_of_text_or_columns".into(),
        "READ" => "_digits_of_text".into(),
        name => of_module(plan, name),
    })
}

/// The remoteness of a value, but for that of a draw.
const PLIES: &str = "value if value < 127 else 254 - value if value > 127 else";

/// How the module is used, if its file has the game's name.
fn usage(name: &str, has_board: bool, measure: &str) -> Vec<String> {
    let (code_of, code) =
        if has_board { (", code_of", "code = code_of(board)") } else { ("", "code = 0") };
    [
        "For Python 3.9 and later:".to_owned(),
        String::new(),
        format!("    from {name} import best_move, choose{code_of}, probe"),
        String::new(),
        format!("    {code}"),
        format!("    outcome, {measure} = probe(code).outcome, probe(code).{measure}"),
        "    moves = best_move(code), choose(code, \"novice\")".to_owned(),
    ]
    .into()
}

/// Lines as a part of a docstring.
fn docstring(lines: &[String]) -> String {
    comment(lines, "").replace('\\', "\\\\").replace("\"\"\"", "\\\"\\\"\\\"")
}
