//! A table as a C header, which is also a C++ header.

use std::fmt::Display;

use perfect_play_core::{Identifier, Kind, Objective};

use crate::{
    fill::{comment, fill_between, head, measured, notation, sentence, terms, winners},
    measure::Measure,
    plan::{Plan, code_bytes, mask_bytes},
    spelling::{c_literal, in_block_comment},
};

const TABLE: &str = include_str!("c/table.h");
const BOARD: &str = include_str!("c/board.h");
const ONE_WORD: &str = include_str!("c/one_word.h");
const SEVERAL_WORDS: &str = include_str!("c/several_words.h");
const SIZES: &str = include_str!("c/sizes.h");
const COLUMNS_PLAYED: &str = include_str!("c/columns_played.h");
const PLACEMENT: &str = include_str!("c/placement.h");
const FALLING: &str = include_str!("c/falling.h");
const DISTANCES: &str = include_str!("c/distances.h");
const POINTS: &str = include_str!("c/points.h");
const STORED: &str = include_str!("c/stored.h");

/// The player to move, as an expression.
const TURN: &str = "record[1] < 128 ? GAME_X : GAME_O";
const PLAYERS: &str = "    GAME_NOBODY = 0,\n    GAME_X = 1,\n    GAME_O = 2";
/// The players of a game whose positions do not say who is to move.
const IMPARTIAL_PLAYERS: &str = "    /* Positions do not say who is to move. */
    GAME_NOBODY = 0,
    GAME_X = 1,
    GAME_O = 2,
    /* The winner is the player who would be next to move, or the previous one. */
    GAME_NEXT = 3,
    GAME_PREVIOUS = 4";
/// The winner, as an expression, if there is one.
const WON: &str = "(record[0] > 127) == (record[1] < 128) ? GAME_X : GAME_O";
const IMPARTIAL_WON: &str = "record[0] > 127 ? GAME_NEXT : GAME_PREVIOUS";

/// The greatest width of a line of numbers.
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
    let [board, sizes] = if shape.is_some() { [BOARD, SIZES] } else { [""; 2] };
    let after = match about.kind {
        Kind::Placement(_) => PLACEMENT,
        Kind::Falling(_) => FALLING,
        _ => STORED,
    };
    let [turn, players, won] = if about.is_impartial {
        ["GAME_NOBODY", IMPARTIAL_PLAYERS, IMPARTIAL_WON]
    } else {
        [TURN, PLAYERS, WON]
    };
    let looking = if about.measure == Measure::Score { POINTS } else { DISTANCES };
    let words = about.move_numbers.div_ceil(64);
    let set_of_moves = if words == 1 { ONE_WORD } else { SEVERAL_WORDS };
    let template = TABLE
        .replace("PERFECT_PLAY_BOARD\n", board)
        .replace("PERFECT_PLAY_COLUMNS_PLAYED\n", if falls { COLUMNS_PLAYED } else { "" })
        .replace("PERFECT_PLAY_SIZES\n", sizes)
        .replace("PERFECT_PLAY_AFTER\n", after)
        .replace("PERFECT_PLAY_LOOKING\n", looking)
        .replace("PERFECT_PLAY_SET_OF_MOVES\n", set_of_moves)
        .replace("PERFECT_PLAY_PLAYERS", players)
        .replace("PERFECT_PLAY_WON", won)
        .replace("PERFECT_PLAY_TURN", turn);
    // The second of two tables of a game, by different objectives, is not left out silently: its names are there already.
    let guard = format!("PERFECT_PLAY_{}_{}_H", name, about.objective.name()).to_uppercase();
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
        "HEAD" => in_comment([head(about), usage(&name, plan)].concat()),
        "GUARD" => guard.clone(),
        "GUARD_LOOKUP" => format!("{guard}_LOOKUP"),
        "TERMS" => in_comment(terms(about)),
        "NAME" => c_literal(&about.game),
        "OBJECTIVE" => c_literal(about.objective.name()),
        "CODES" => format!("{}u", about.codes),
        "POSITIONS" => format!("{}u", about.positions),
        "MOVES" => format!("{}u", about.move_numbers),
        "START" => format!("{}u", about.start),
        "CODE_BYTES" => format!("{}u", code_bytes(about.codes)),
        "WINNERS" => winners(about).to_owned(),
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

/// An example of how to use the header, as statements of a program.
fn usage(name: &str, plan: &Plan) -> Vec<String> {
    let upper = name.to_uppercase();
    let mut lines = vec![
        String::new(),
        "For C99 and C++11, and later:".into(),
        String::new(),
        format!("    #include \"{name}.h\""),
    ];
    let Some(example) = &plan.example else { return lines };
    let code = match &example.board {
        Some(board) => format!("{name}_at(\"{board}\")"),
        None => format!("{upper}_START"),
    };
    lines.extend([
        String::new(),
        format!("    uint64_t code = {code};"),
        "    uint8_t move;".into(),
        format!("    if ({name}_best_move(code, &move) == {upper}_OK) {{ // {}", example.best_move),
        format!("        {name}_play(code, move, &code);"),
    ]);
    if example.rows.is_empty() {
        lines.push(format!("        printf(\"%lu\\n\", (unsigned long)code); // {}", example.next));
    } else {
        lines.extend([
            format!("        char text[{upper}_SHOW_SIZE];"),
            format!("        {name}_show(code, text);"),
            "        puts(text);".into(),
        ]);
    }
    lines.push("    }".into());
    lines
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
