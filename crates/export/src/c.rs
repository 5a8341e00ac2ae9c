//! A table as a C header, which is one of C++ as well.

use std::fmt::Display;

use perfect_play_core::{Identifier, Objective};

use crate::{
    fill::{comment, fill_between, head, measured, notation, sentence, terms},
    measure::Measure,
    plan::{Plan, mask_bytes},
    spelling::{c_literal, in_block_comment},
};

const TABLE: &str = include_str!("c/table.h");
const BOARD: &str = include_str!("c/board.h");
const ONE_WORD: &str = include_str!("c/one_word.h");
const SEVERAL_WORDS: &str = include_str!("c/several_words.h");
const COLUMNS: &str = include_str!("c/columns.h");

/// Who is to move.
const TURN: &str = "record[1] < 128 ? GAME_X : GAME_O";
/// The player of a game that does not say who is to move.
const NOBODY: &str = "    /* Positions do not say who is to move. */\n    GAME_NOBODY = 0,\n";

/// How wide a line of numbers may be.
const WIDTH: usize = 100;

pub(crate) fn write(plan: &Plan) -> String {
    let about = &plan.about;
    let name = Identifier(&about.game).to_string();
    let in_comment = |lines: Vec<String>| {
        let lines: Vec<_> = lines.iter().map(|line| in_block_comment(line)).collect();
        comment(&lines, " * ")
    };
    let own = |template: &str| {
        template
            .replace("GAME_", &format!("{}_", name.to_uppercase()))
            .replace("game_", &format!("{name}_"))
    };
    let shape = about.shape();
    let [columns, rows] = shape.unwrap_or_default();
    let falls = about.marks_fall();
    let board = if shape.is_some() { BOARD } else { "" };
    let words = about.move_numbers.div_ceil(64);
    let set_of_moves = if words == 1 { ONE_WORD } else { SEVERAL_WORDS };
    let template = TABLE
        .replace("PERFECT_PLAY_BOARD\n", board)
        .replace("PERFECT_PLAY_COLUMNS_PLAYED\n", if falls { COLUMNS } else { "" })
        .replace("PERFECT_PLAY_SET_OF_MOVES\n", set_of_moves)
        .replace("PERFECT_PLAY_NOBODY\n", if about.is_impartial { NOBODY } else { "" })
        .replace("PERFECT_PLAY_TURN", if about.is_impartial { "GAME_NOBODY" } else { TURN });
    let (number, measuring) = match about.measure {
        Measure::Remoteness => {
            ("uint8_t", "value < 127 ? value : value > 127 ? 254 - value : to_draw")
        }
        Measure::RemotenessOfWins => (
            "int16_t",
            "value < 127 ? value : value > 127 ? 254 - value : to_draw < 127 ? to_draw : -1",
        ),
        Measure::Score => ("int8_t", "value == 127 ? to_draw : value - 127"),
    };
    fill_between(&template, own, |placeholder| match placeholder {
        "HEAD" => in_comment([head(about), usage(&name, shape.is_some())].concat()),
        // With the objective, so that of two tables of a game the second is not passed over.
        "GUARD" => format!("PERFECT_PLAY_{}_{}_H", name, about.objective.name()).to_uppercase(),
        "TERMS" => in_comment(terms(about)),
        "NAME" => c_literal(&about.game),
        "OBJECTIVE" => c_literal(about.objective.name()),
        "CODES" => format!("{}u", about.codes),
        "POSITIONS" => format!("{}u", about.positions),
        "MOVES" => format!("{}u", about.move_numbers),
        "MASK" => format!("{}u", mask_bytes(about.move_numbers)),
        "WORDS" => format!("{words}u"),
        "ONLY_OUTCOME" => (about.objective == Objective::Outcome).to_string(),
        "NUMBER" => number.to_owned(),
        "MEASURE" => about.measure.name().to_owned(),
        "MEASURED" => sentence(&measured(about, "-1")),
        "MEASURING" => measuring.to_owned(),
        "WIDTH" => format!("uint{}_t", 8 * plan.place_bytes()),
        "PLACES" => numbers(&plan.places),
        "RECORDS" => numbers(&plan.records),
        "COLUMNS" => columns.to_string(),
        "ROWS" => rows.to_string(),
        "NOTATION" => in_comment(notation(about)),
        "READ" if falls => format!("{name}_read_text_or_columns_"),
        "READ" => format!("{name}_read_text_"),
        _ => String::new(),
    })
}

/// How the header is used.
fn usage(name: &str, has_board: bool) -> Vec<String> {
    let upper = name.to_uppercase();
    let code = if has_board {
        format!("    if ({name}_code_of_text(text, &code, NULL) == {upper}_OK &&")
    } else {
        format!("    if (code < {upper}_CODES &&")
    };
    vec![
        String::new(),
        "For C99 and C++11, and later:".into(),
        String::new(),
        "    uint64_t code;".into(),
        format!("    {name}_entry entry;"),
        code,
        format!("        {name}_probe(code, &entry) == {upper}_OK) {{"),
        "        play(entry.best_move);".into(),
        "    }".into(),
    ]
}

/// Numbers as the elements of an array.
fn numbers<T: Display>(numbers: &[T]) -> String {
    let mut text = String::new();
    let mut width = WIDTH;
    for number in numbers {
        let number = format!("{number},");
        width += number.len();
        if width > WIDTH {
            width = number.len();
            if !text.is_empty() {
                text.push('\n');
            }
        }
        text += &number;
    }
    text
}
