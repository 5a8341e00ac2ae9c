//! Templates, and the texts that all languages share.

use perfect_play_core::{Kind, Lines, Objective, Shown};

use crate::{
    about::About,
    measure::Measure,
    plan::{Plan, code_bytes, mask_bytes},
    spelling::{base64, literal},
};

/// The prefix of each name to be replaced. These are valid names in all the languages, so that tools of a language
/// can read its templates.
const MARK: &str = "PERFECT_PLAY_";

/// The template with each name that begins with [`MARK`] replaced.
pub(crate) fn fill(template: &str, value: impl Fn(&str) -> String) -> String {
    fill_between(template, str::to_owned, value)
}

/// Like [`fill`], but the text between these names is changed by `between`. Inserted text is not searched for names, so
/// a game can have any name.
pub(crate) fn fill_between(
    template: &str,
    between: impl Fn(&str) -> String,
    value: impl Fn(&str) -> String,
) -> String {
    let mut parts = template.split(MARK);
    let mut filled = between(parts.next().unwrap_or_default());
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_uppercase() && c != '_').unwrap_or(part.len());
        let (name, rest) = part.split_at(end);
        filled += &value(name);
        filled += &between(rest);
    }
    filled
}

/// The values of these names that are the same in all module languages.
pub(crate) fn of_module(plan: &Plan, name: &str) -> String {
    let about = &plan.about;
    let [columns, rows] = about.shape().unwrap_or_default();
    match name {
        "NAME" => literal(&about.game),
        "OBJECTIVE" => literal(about.objective.name()),
        "CODES" => about.codes.to_string(),
        "POSITIONS" => about.positions.to_string(),
        "MOVES" => about.move_numbers.to_string(),
        "START" => about.start.to_string(),
        "CODE_BYTES" => code_bytes(about.codes).to_string(),
        "MEASURE" => about.measure.name().to_owned(),
        "COLUMNS" => columns.to_string(),
        "ROWS" => rows.to_string(),
        "MASK" => mask_bytes(about.move_numbers).to_string(),
        "PLACE_BYTES" => plan.place_bytes().to_string(),
        "PLACES" => base64(&plan.places_as_bytes()),
        "RECORDS" => base64(&plan.records),
        _ => String::new(),
    }
}

/// The first lines of every file with a table, without comment signs.
pub(crate) fn head(about: &About) -> Vec<String> {
    let (game, positions) = (Shown(&about.game), about.positions);
    let what = format!(
        "The game {game}, solved: the perfect answer to each of its {positions} positions."
    );
    head_of(what, about)
}

/// The first lines of a file with this description.
pub(crate) fn head_of(what: String, about: &About) -> Vec<String> {
    let game = Shown(&about.game);
    [
        what,
        String::new(),
        format!("Made from a table of {game}, objective `{}`, by", about.objective),
        format!("    {}", Shown(&about.made_by)),
    ]
    .into_iter()
    .chain(ORIGIN.map(str::to_owned))
    .collect()
}

const ORIGIN: [&str; 2] = [
    "with perfect-play (https://docs.rs/perfect-play). This file needs no other file. You may use, change",
    "and distribute it freely and without conditions.",
];

const BOARD: [&str; 3] = [
    "A position is a board and the player to move. X is to move if there are as many X as O. A position's",
    "code is the sum of digit * 3^cell over all cells. The digit is 0 for an empty cell, 1 for X and 2",
    "for O. Cells are numbered from 0, row by row from the top left.",
];

const OUTCOMES: [&str; 6] = [
    "",
    "The outcome (win, draw or loss) is that of best play, for the side to move. If the game is over, it",
    "is for the side that would be to move. The remoteness is the number of plies (moves of one player)",
    "to the end when the winner hurries and the loser delays. The value of a move is its outcome for the",
    "player who makes it, and the number of plies to the end, including the move itself.",
    "",
];

/// Follows [`OUTCOMES`] if some draws have no remoteness.
const NO_LENGTH: [&str; 2] = [
    "A draw has no remoteness, unless the game is over: its end cannot be forced, or has no fixed time.",
    "",
];

const POINTS: [&str; 5] = [
    "",
    "The score is the number of points by which the side to move wins under best play. It is below 0 for",
    "a loss. The outcome (win, draw or loss) is its sign. If the game is over, both are for the side that",
    "would be to move. The value of a move is the outcome and the score for the player who makes it.",
    "",
];

const MOST_POINTS: [&str; 3] = [
    "Outcome-preserving moves keep the outcome, whatever the score. Optimal moves have the best score.",
    "The best move is the optimal move with the lowest number.",
    "",
];

const TURNS: [&str; 2] = [
    "Both players have the same moves and move in turn, so positions do not say who is to move.",
    "",
];

const FASTEST: [&str; 3] = [
    "Outcome-preserving moves keep the outcome, whatever the remoteness. Optimal moves are those among",
    "them that win soonest or lose latest. The best move is the optimal move with the lowest number.",
    "",
];

const OUTCOME: [&str; 3] = [
    "Outcome-preserving moves keep the outcome, whatever the remoteness. In this table (objective",
    "`outcome`) all of them are optimal. The best move is the one with the lowest number.",
    "",
];

const LEVELS: [&str; 9] = [
    "Levels of play: a look-ahead of n plies takes the soonest win within n plies, otherwise any move that",
    "does not lose within n plies, otherwise the latest loss; `easy` looks 1 ply ahead, `medium` 2, `hard`",
    "6 with chance 9/10, otherwise it takes another move of `medium`. In a game for points, these levels",
    "take a move that ends the game with a win, otherwise a best move with chance (n - 1)/n (`hard`: 9/10),",
    "otherwise any move. `blind` takes any move; `novice` ranks the moves, best first and of equals the",
    "lowest first, and takes the first with chance 2/5, the second with 3/5; `master` takes the first;",
    "`perfect` takes any optimal move; `skill` does so with a chance of your choice and otherwise takes",
    "any other move. \"Any\" is with equal chances. With the same random numbers, a level takes the same",
    "move here as in perfect-play.",
];

/// The explanation of the terms in the files, each on lines of its own.
pub(crate) fn terms(about: &About) -> Vec<String> {
    let game = Shown(&about.game);
    let numbers = if about.has_codes {
        format!("The rules of {game} number")
    } else {
        "This table numbers".to_owned()
    };
    let mut terms = Vec::new();
    match about.kind {
        Kind::Placement(lines) | Kind::Falling(lines) => {
            terms.push(rules(&lines));
            terms.extend(BOARD.map(str::to_owned));
        }
        _ => terms.extend([
            format!("A position is given by its code. {numbers} the positions."),
            "This file reads no other text of a position. Play from the start to find the code of one.".into(),
        ]),
    }
    terms.push(match about.kind {
        Kind::Placement(_) => "A move is the number of the cell that is marked.".into(),
        Kind::Falling(_) => {
            "A move is the number of the column in which a mark falls, from 1 at the left.".into()
        }
        _ => format!("A move is a number, as the rules of {game} number moves."),
    });
    terms.extend(match about.measure {
        Measure::Score => POINTS.map(str::to_owned).to_vec(),
        _ => OUTCOMES.map(str::to_owned).to_vec(),
    });
    if about.measure == Measure::RemotenessOfWins {
        terms.extend(NO_LENGTH.map(str::to_owned));
    }
    if about.is_impartial {
        terms.extend(TURNS.map(str::to_owned));
    }
    let optimal = match (about.objective, about.measure) {
        (Objective::Fastest, Measure::Score) => MOST_POINTS,
        (Objective::Fastest, _) => FASTEST,
        (Objective::Outcome, _) => OUTCOME,
    };
    terms.extend(optimal.map(str::to_owned));
    terms.extend(LEVELS.map(str::to_owned));
    terms
}

/// The description of a position's measure, in a line. `none` is the value that stands for no measure.
pub(crate) fn measured(about: &About, none: &str) -> String {
    match about.measure {
        Measure::Remoteness => "plies to the end; 0 if the game is over".to_owned(),
        Measure::RemotenessOfWins => {
            format!("plies to the end; 0 if the game is over, {none} for a draw without remoteness")
        }
        Measure::Score => "points by which the side to move wins".to_owned(),
    }
}

/// The description of the player to move, in a line. `none` is the value that stands for no player.
pub(crate) fn turn(about: &About, none: &str) -> String {
    if about.is_impartial {
        format!("{none}: positions do not say who is to move")
    } else {
        "the player to move; if the game is over, the player who would be to move".to_owned()
    }
}

/// The description of the winner, in a line.
pub(crate) fn winners(about: &About) -> &'static str {
    if about.is_impartial {
        "The winner: the player who would be `next` to move, or the `previous` one"
    } else {
        "The winner"
    }
}

/// The ways to give a position.
pub(crate) fn positions_are(about: &About, code_of: &str) -> String {
    match about.shape() {
        Some(_) => format!("its code, or a board in a form that `{code_of}` takes"),
        None => "its code".to_owned(),
    }
}

/// The line with a capital first letter.
pub(crate) fn sentence(line: &str) -> String {
    let (first, rest) = line.split_at(line.len().min(1));
    format!("{}{rest}", first.to_uppercase())
}

const NOTATION: [&str; 3] = [
    "A text has X or O in upper or lower case, and `.`, `_` or `-` for an empty cell. On boards of up to ten",
    "cells an empty cell may also be its own number. There may be a `/` between rows. Spaces and line breaks",
    "are skipped.",
];

const COLUMNS: [&str; 2] = [
    "On boards of up to 9 columns a text may also be the columns played from the start, one digit each, as in",
    "`2233`. The empty text is the start.",
];

/// The forms of a board as text.
pub(crate) fn notation(about: &About) -> Vec<String> {
    let columns = if about.marks_fall() { &COLUMNS[..] } else { &[] };
    NOTATION.iter().chain(columns).map(|&line| line.to_owned()).collect()
}

/// The rules for the end of the game.
fn rules(lines: &Lines) -> String {
    let (shape, k) = (lines.shape(), lines.k());
    format!(
        "The board has {} x {} cells. The first player with {k} in a row, straight or diagonal, {}.",
        shape.columns(),
        shape.rows(),
        if lines.is_misere() { "loses" } else { "wins" }
    )
}

/// The lines as a comment, each after the same sign.
pub(crate) fn comment(lines: &[String], sign: &str) -> String {
    let mut text = String::new();
    for line in lines {
        text += format!("{sign}{line}").trim_end();
        text.push('\n');
    }
    text.pop();
    text
}
