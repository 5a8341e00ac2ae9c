//! Templates, and what all languages say in the same words.

use perfect_play_core::{Kind, Lines, Objective, Shown};

use crate::{
    measure::Measure,
    plan::{About, Plan, code_bytes, mask_bytes},
    spelling::{base64, literal},
};

/// What stands before each name to be replaced: one that is a name in all the languages, so that
/// their tools read the templates as well.
const MARK: &str = "PERFECT_PLAY_";

/// The template with something in place of each name that begins with [`MARK`].
pub(crate) fn fill(template: &str, value: impl Fn(&str) -> String) -> String {
    fill_between(template, str::to_owned, value)
}

/// The same, and what stands between these names as `between` changes it: nothing that is filled in
/// is read again, whatever a game is called.
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

/// What the modules of languages with texts of any length say for these names, which is the same in
/// all of them.
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

/// The first lines of every file with a table, without what makes them a comment.
pub(crate) fn head(about: &About) -> Vec<String> {
    let (game, positions) = (Shown(&about.game), about.positions);
    let what = format!(
        "The game {game}, solved: the perfect answer to each of its {positions} positions."
    );
    head_of(what, about)
}

/// The first lines of a file that is this.
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
    "with perfect-play (https://docs.rs/perfect-play). This file needs no other, and may be used, changed",
    "and passed on freely, on no condition.",
];

const BOARD: [&str; 3] = [
    "A position is a board and who is to move: X, if there are as many X as O. It is asked for by its",
    "code: the sum of digit * 3^cell over all cells, where the digit is 0 for an empty cell, 1 for X and",
    "2 for O. Cells are numbered from 0, row by row from the top left.",
];

const OUTCOMES: [&str; 6] = [
    "",
    "The outcome (win, draw or loss) is that of best play, for the side to move; where the game is",
    "over, for the side that would be. The remoteness is the number of plies (moves of one player) to",
    "the end when the winner hurries and the loser delays. What a move is worth is its outcome for the",
    "player who makes it, and the plies to the end counted from before it.",
    "",
];

/// Behind [`OUTCOMES`], where not all draws have a length.
const NO_LENGTH: [&str; 2] = [
    "A draw has no remoteness, unless the game is over: nobody can force an end, or it may come at any time.",
    "",
];

const POINTS: [&str; 5] = [
    "",
    "The score is by how many points the side to move wins under best play, below 0 if it loses; the",
    "outcome (win, draw or loss) is its sign. Where the game is over, both are those of the side that",
    "would move. What a move is worth is the outcome and the score for the player who makes it.",
    "",
];

const MOST_POINTS: [&str; 3] = [
    "Outcome-preserving moves keep the outcome, whatever the score. Optimal moves are those with the",
    "best score. The best move is the lowest optimal one.",
    "",
];

const TURNS: [&str; 2] = [
    "Both players have the same moves and move in turn: so positions do not say who is to move.",
    "",
];

const FASTEST: [&str; 3] = [
    "Outcome-preserving moves keep the outcome, whatever the distance. Optimal moves are those of them",
    "that win soonest or lose latest. The best move is the lowest optimal one.",
    "",
];

const OUTCOME: [&str; 3] = [
    "Outcome-preserving moves keep the outcome, whatever the distance. In this table (objective",
    "`outcome`) all of them are called optimal. The best move is the lowest of them.",
    "",
];

const LEVELS: [&str; 5] = [
    "Levels of play: `blind` takes any move; `novice` ranks the moves, best first and of equals the",
    "lowest first, and takes the first with chance 2/5, the second with 3/5; `master` takes the first;",
    "`perfect` takes any optimal move; `skill` does so with a chance of your choice and otherwise takes",
    "any other move. \"Any\" is with equal chances. They are perfect-play's own, and choose the same",
    "from the same random numbers.",
];

/// The terms that the files use, each on lines of its own.
pub(crate) fn terms(about: &About) -> Vec<String> {
    let game = Shown(&about.game);
    let mut terms = Vec::new();
    match about.kind {
        Kind::Placement(lines) | Kind::Falling(lines) => {
            terms.push(rules(&lines));
            terms.extend(BOARD.map(str::to_owned));
        }
        _ => terms.extend([
            format!("A position is asked for by its code, as the rules of {game} number positions."),
            "There is no other text of a position here: play on from the start to come to its code.".into(),
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

/// What the measure of a position is, in a line; `none` is what stands for none.
pub(crate) fn measured(about: &About, none: &str) -> String {
    match about.measure {
        Measure::Remoteness => "plies to the end; 0 where the game is over".to_owned(),
        Measure::RemotenessOfWins => {
            format!("plies to the end; 0 where the game is over, {none} for a draw that has none")
        }
        Measure::Score => "by how many points the side to move wins".to_owned(),
    }
}

/// What is said of who is to move, in a line; `none` is what stands for nobody.
pub(crate) fn turn(about: &About, none: &str) -> String {
    if about.is_impartial {
        format!("{none}: positions do not say who is to move")
    } else {
        "who is to move; where the game is over, who would be".to_owned()
    }
}

/// What `winner` answers, in a line.
pub(crate) fn winners(about: &About) -> &'static str {
    if about.is_impartial {
        "Whether the player who would be `next` to move has won, or the `previous` one"
    } else {
        "Who has won"
    }
}

/// What a position is given as.
pub(crate) fn positions_are(about: &About, code_of: &str) -> String {
    match about.shape() {
        Some(_) => format!("its code, or a board as `{code_of}` takes it"),
        None => "its code".to_owned(),
    }
}

/// The line as the beginning of a sentence.
pub(crate) fn sentence(line: &str) -> String {
    let (first, rest) = line.split_at(line.len().min(1));
    format!("{}{rest}", first.to_uppercase())
}

const NOTATION: [&str; 2] = [
    "A text has X or O in upper or lower case, `.`, `_` or `-` for an empty cell and, on boards of up to",
    "ten cells, the cell's own number; between rows there may be a `/`. Spaces and line breaks are skipped.",
];

const COLUMNS: [&str; 2] = [
    "Or a text is the columns played from the start, one digit each, as in `2233`: on boards of up to",
    "9 columns. The empty text is the start.",
];

/// What a board is as text.
pub(crate) fn notation(about: &About) -> Vec<String> {
    let columns = if about.marks_fall() { &COLUMNS[..] } else { &[] };
    NOTATION.iter().chain(columns).map(|&line| line.to_owned()).collect()
}

/// What ends the game.
fn rules(lines: &Lines) -> String {
    let (shape, k) = (lines.shape(), lines.k());
    format!(
        "The board has {} x {} cells; who first has {k} in a row, straight or diagonal, {}.",
        shape.columns(),
        shape.rows(),
        if lines.is_misere() { "loses" } else { "wins" }
    )
}

/// The lines as a comment, each behind the same sign.
pub(crate) fn comment(lines: &[String], sign: &str) -> String {
    let mut text = String::new();
    for line in lines {
        text += format!("{sign}{line}").trim_end();
        text.push('\n');
    }
    text.pop();
    text
}
