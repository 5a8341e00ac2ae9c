//! A table as a Python module.

use perfect_play_core::{Identifier, Kind};

use crate::{
    example::Example,
    fill::{
        comment, fill, head, measured, notation, of_module, positions_are, sentence, terms, turn,
        winners,
    },
    measure::Measure,
    plan::Plan,
    spelling::python_literal,
};

const TABLE: &str = include_str!("python/table.py");
const BOARD: &str = include_str!("python/board.py");
const PLACEMENT: &str = include_str!("python/placement.py");
const FALLING: &str = include_str!("python/falling.py");
const STORED: &str = include_str!("python/stored.py");
const DISTANCES: &str = include_str!("python/distances.py");
const POINTS: &str = include_str!("python/points.py");
const DATA: &str = include_str!("python/data.py");

/// Python's keywords, and the modules of its library (`keyword.kwlist`, `sys.stdlib_module_names`) in versions 3.9 to 3.14.
const TAKEN_NAMES: &str = include_str!("python/taken_names.txt");

pub(crate) fn write(plan: &Plan) -> String {
    let about = &plan.about;
    let module = module_name(&about.game);
    let has_board = about.shape().is_some();
    let board = if has_board { BOARD } else { "" };
    let moves = match about.kind {
        Kind::Placement(_) => PLACEMENT,
        Kind::Falling(_) => FALLING,
        _ => STORED,
    };
    let looking = if about.measure == Measure::Score { POINTS } else { DISTANCES };
    let parts = [TABLE, looking, board, moves, DATA].into_iter().filter(|part| !part.is_empty());
    let template = parts.collect::<Vec<_>>().join("\n\n");
    fill(&template, |name| match name {
        "HEAD" => docstring(&head(about)),
        "TERMS" => docstring(&terms(about)),
        "USAGE" => docstring(&usage(&module, plan)),
        "NAME" => python_literal(&about.game),
        "POSITION" if has_board => "Union[int, str, Sequence[Optional[str]]]".into(),
        "POSITIONS_ARE" => positions_are(about, "code_of"),
        "READ_POSITION" if has_board => READ_POSITION.into(),
        "WINNERS" => winners(about).into(),
        "WINNER" if about.is_impartial => "Optional[Literal[\"next\", \"previous\"]]".into(),
        "WINNER" => "Optional[Literal[\"X\", \"O\"]]".into(),
        "WON" if about.is_impartial => "\"next\" if won else \"previous\"".into(),
        "WON" => "\"X\" if won == (_RECORDS[place + 1] < 128) else \"O\"".into(),
        "NOTATION" => comment(&notation(about), "    "),
        "PLAYER" | "TO_MOVE" if about.is_impartial => "None".into(),
        "PLAYER" => "Literal[\"X\", \"O\"]".into(),
        "TO_MOVE" => "\"X\" if byte < 128 else \"O\"".into(),
        "TURN" => sentence(&turn(about, "`None`")),
        "NUMBER" if about.measure == Measure::RemotenessOfWins => "Optional[int]".into(),
        "POSITION" | "NUMBER" => "int".into(),
        "MEASURED" => sentence(&measured(about, "`None`")),
        "MEASURING" => match about.measure {
            Measure::Remoteness => format!("{PLIES} plies_to_draw"),
            Measure::RemotenessOfWins => {
                format!("({PLIES} plies_to_draw if plies_to_draw < 127 else None)")
            }
            Measure::Score => "value - 127".into(),
        },
        "READ" if about.marks_fall() => "_code_of_text_or_columns".into(),
        "READ" => "_code_of_text".into(),
        name => of_module(plan, name),
    })
}

/// The remoteness of a value that is not a draw.
const PLIES: &str = "value if value < 127 else 254 - value if value > 127 else";

/// The conversion of a board to a code.
const READ_POSITION: &str = "    if isinstance(position, (str, list, tuple)):
        return code_of(position)";

/// The name of the module: that of the game. Python cannot import a module whose name is a keyword, and a module with the name
/// of one of its library would hide that one, also from itself.
fn module_name(game: &str) -> String {
    let name = Identifier(game).to_string();
    let is_taken = TAKEN_NAMES.split_whitespace().any(|taken| taken == name);
    if is_taken { format!("game_{name}") } else { name }
}

/// An example of how to use the module, in the form that `doctest` runs. It assumes that the file has the module's name.
fn usage(name: &str, plan: &Plan) -> Vec<String> {
    let about = &plan.about;
    let [start, show] = if about.shape().is_some() { ["", "show, "] } else { ["START, ", ""] };
    let names = format!("{start}best_move, choose, legal_moves, play, probe, {show}winner");
    let mut lines = vec![
        format!("For Python 3.9 and later. `python -m doctest {name}.py` runs these examples."),
        String::new(),
        format!("    from {name} import {names}"),
    ];
    lines.extend(plan.example.iter().flat_map(|example| examples(example, about.measure.name())));
    lines
}

fn examples(example: &Example, measure: &str) -> Vec<String> {
    let best = example.best_move;
    let given = example.board.as_ref().map_or("START".to_owned(), |board| format!("\"{board}\""));
    let mut lines = vec![
        String::new(),
        format!("    >>> best_move({given})"),
        format!("    {best}"),
        format!("    >>> position = play({given}, {best})"),
    ];
    if example.rows.is_empty() {
        lines.extend(["    >>> position".to_owned(), format!("    {}", example.next)]);
    } else {
        lines.push("    >>> print(show(position))".to_owned());
        lines.extend(example.rows.iter().map(|row| format!("    {row}")));
    }
    let outcome = example.outcome.to_string().to_uppercase();
    let measured = example.measure.map_or("None".to_owned(), |measured| measured.to_string());
    lines.extend([
        format!("    >>> probe(position).outcome.name, probe(position).{measure}"),
        format!("    ('{outcome}', {measured})"),
    ]);
    if !example.is_over {
        lines.extend(["    >>> winner(position) is None".to_owned(), "    True".to_owned()]);
    }
    if let Some(moves) = &example.legal_moves {
        let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
        let one = if moves.len() == 1 { "," } else { "" };
        lines.extend([
            "    >>> legal_moves(position)".to_owned(),
            format!("    ({}{one})", moves.join(", ")),
            "    >>> choose(position, \"novice\") in legal_moves(position)".to_owned(),
            format!("    {}", if moves.is_empty() { "False" } else { "True" }),
        ]);
    }
    lines
}

/// Lines as a part of a docstring.
fn docstring(lines: &[String]) -> String {
    comment(lines, "").replace('\\', "\\\\").replace("\"\"\"", "\\\"\\\"\\\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_has_a_name_that_python_imports() {
        for (game, module) in [
            ("tictactoe", "tictactoe"),
            ("3D", "game_3d"),
            ("Pass", "game_pass"),
            ("pass:2", "pass_2"),
            ("random", "game_random"),
            ("Types!", "game_types"),
        ] {
            assert_eq!(module_name(game), module);
        }
    }
}
