//! Positions and answers, for people.

use perfect_play_core::{
    Board, Entry, Game, MoveValue, MoveValues, Outcome, Probe, Scheme, Shape, Value,
};
use perfect_play_engine::{AnyGame, AnyPosition, AnyTable};
use perfect_play_games::Mnk;

use crate::{
    drawn::{self, Drawn},
    move_name,
    number::grouped,
    paint,
    worth::Worth,
    wrap::wrapped,
};

/// The columns of a terminal.
pub(crate) const WIDTH: usize = 80;

/// The columns between a drawing and the text beside it.
pub(crate) const GAP: usize = 4;

/// The board as lines of text. `label` gives the text of empty cells.
pub(crate) fn board(shape: Shape, board: Board, label: impl Fn(u8) -> String) -> Vec<String> {
    let cells: Vec<String> = (0..shape.cells())
        .map(|cell| board.at(cell).map_or_else(|| label(cell), |player| player.to_string()))
        .collect();
    let width = widest(&cells).max(1);
    let rule = vec!["-".repeat(width + 2); shape.columns().into()].join("+");
    let mut lines = Vec::new();
    for row in cells.chunks(shape.columns().into()) {
        if !lines.is_empty() {
            lines.push(rule.clone());
        }
        let row: Vec<String> = row.iter().map(|cell| paint::centred(cell, width + 2)).collect();
        lines.push(row.join("|").trim_end().to_owned());
    }
    lines
}

/// The board as lines of text, without labels. A wide board has no lines between its cells.
pub(crate) fn plain_board(shape: Shape, marks: Board) -> Vec<String> {
    let drawing = board(shape, marks, |_| ".".to_owned());
    if fits(&drawing) { drawing } else { small_board(shape, marks, None) }
}

/// Whether a drawing that is indented by two blanks fits a terminal.
pub(crate) fn fits(drawing: &[String]) -> bool {
    2 + widest(drawing) <= WIDTH
}

/// The board in few lines, one character for each cell. The last move is in brackets: ` X .[O]`.
pub(crate) fn small_board(shape: Shape, board: Board, last: Option<u8>) -> Vec<String> {
    let columns = shape.columns();
    let cell = |row, column| row * columns + column;
    let row = |row| {
        let mut line = String::new();
        for column in 0..columns {
            let (here, left) = (cell(row, column), column.checked_sub(1));
            line.push(match last {
                Some(last) if last == here => '[',
                Some(last) if left.is_some_and(|left| cell(row, left) == last) => ']',
                _ => ' ',
            });
            line.push_str(&board.at(here).map_or_else(|| ".".to_owned(), |mark| mark.to_string()));
        }
        line.push(if last == Some(cell(row, columns - 1)) { ']' } else { ' ' });
        line
    };
    (0..shape.rows()).map(row).collect()
}

/// The board for the label of a graphviz node. Graphviz centres the lines and drops the blanks at their ends; this form
/// keeps the columns aligned.
pub(crate) fn dot_board(shape: Shape, board: Board, last: Option<u8>) -> String {
    dot_lines(&small_board(shape, board, last))
}

/// Lines of text for the label of a graphviz node, as [`dot_board`].
pub(crate) fn dot_lines(lines: &[String]) -> String {
    let lines: Vec<_> = lines.iter().map(|line| dot_text(line)).collect();
    lines.join("\\n").replace(' ', "\u{a0}")
}

/// A text within the quotes of a graphviz label.
pub(crate) fn dot_text(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// A position in few lines; a board is drawn as by [`small_board`].
pub(crate) fn small_position(
    game: &AnyGame,
    position: AnyPosition,
    last: Option<u8>,
) -> Vec<String> {
    match game.board(position) {
        Some((game, board)) => small_board(game.shape(), board, last),
        None => drawn::text(game, position).iter().map(|line| format!(" {line}")).collect(),
    }
}

/// A position as lines of text.
pub(crate) fn position(game: &AnyGame, position: AnyPosition) -> Vec<String> {
    match game.board(position) {
        Some((game, board)) => plain_board(game.shape(), board),
        None => Drawn::new(game, position).lines(),
    }
}

/// Identifies a position: `code 83, ply 2, X to move`. Parts that the game does not have are left out.
pub(crate) fn code_and_ply(table: &AnyTable, position: AnyPosition) -> String {
    let game = table.game();
    let code = table.code(position).map(|code| format!("code {}", grouped(code)));
    let ply = game.ply(position).map(|ply| format!("ply {ply}"));
    let to_move = (!game.is_impartial()).then(|| format!("{} to move", game.to_move(position)));
    let all: Vec<_> = [code, ply, to_move].into_iter().flatten().collect();
    all.join(", ")
}

/// A bar for a number from 0 to 1, with this many characters for 1, precise to an eighth of a character.
pub(crate) fn bar(value: f64, length: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a bar has few characters"
    )]
    let eighths = (value.clamp(0.0, 1.0) * (8 * length) as f64).round() as usize;
    // A chance above 0 shows at least something.
    let eighths = if value > 0.0 { eighths.max(1) } else { 0 };
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

/// The worth of a move, and whether it is optimal: `5:W1*`.
pub(crate) fn move_worth(
    game: &AnyGame,
    position: AnyPosition,
    value: MoveValue,
    entry: Entry,
) -> String {
    let star = if entry.optimal_moves.contains(value.mv) { "*" } else { "" };
    let mv = move_name::name(game, position, value.mv);
    format!("{mv}:{}{star}", Worth::from(value).painted_short())
}

/// The moves, best first, as lines for a terminal that begin with `left`. Moves of equal worth share a row.
///
/// ```text
/// win in 1 ply, optimal  5
/// loss in 2 plies        2 9
/// ```
pub(crate) fn moves_by_worth(
    game: &AnyGame,
    position: AnyPosition,
    entry: Entry,
    worths: &MoveValues,
    left: &str,
) -> Vec<String> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for value in worths.ranked() {
        let optimal = if entry.optimal_moves.contains(value.mv) { ", optimal" } else { "" };
        let worth = format!("{}{optimal}", Worth::from(value).painted());
        let name = move_name::name(game, position, value.mv);
        match groups.last_mut() {
            Some((last, names)) if *last == worth => names.push(name),
            _ => groups.push((worth, vec![name])),
        }
    }
    let names = groups.iter().map(|(worth, _)| paint::width(worth));
    let room = left.len() + names.max().unwrap_or(0) + 2;
    let rows = groups.iter().flat_map(|(worth, names)| {
        let first = paint::to_left(&format!("{left}{worth}"), room);
        wrapped(&format!("{first}{}", names.join(" ")), WIDTH, room)
    });
    rows.collect()
}

/// `win in 3 plies, optimal moves 1 5`; `loss, the game is over`; `no entry`.
pub(crate) fn entry(game: &AnyGame, position: AnyPosition, entry: Option<Entry>) -> String {
    let Some(entry) = entry else {
        return "no entry".to_owned();
    };
    let worth = Worth::from(entry);
    match (entry.is_terminal(), entry.score) {
        (true, Some(_)) => format!("{}, the game is over", worth.painted()),
        (true, None) if entry.remoteness == Some(0) => {
            format!("{}, the game is over", paint::outcome(entry.outcome, entry.outcome))
        }
        _ => {
            let names = move_name::names(game, position, entry.optimal_moves);
            let optimal = match names.len() {
                0 => "no optimal move".to_owned(),
                1 => format!("optimal move {}", names[0]),
                _ => format!("optimal moves {}", names.join(" ")),
            };
            format!("{}, {optimal}", worth.painted())
        }
    }
}

/// The result of the game under best play: `X wins in 3 plies`, `a draw in 4 plies`, `O wins by 5 points`.
pub(crate) fn result<G: Game>(game: &G, position: G::Position, entry: Entry) -> String {
    let measure = Worth::from(entry).measure();
    let to_move = game.to_move(position);
    match entry.outcome {
        Outcome::Draw => format!("a draw{measure}"),
        Outcome::Win if game.is_impartial() => format!("who is to move wins{measure}"),
        Outcome::Loss if game.is_impartial() => format!("who is to move loses{measure}"),
        Outcome::Win => format!("{to_move} wins{measure}"),
        Outcome::Loss => format!("{} wins{measure}", to_move.opponent()),
    }
}

/// The result of a finished game of any kind: `X has won`, `O has won by 3 points`, `a draw`.
pub(crate) fn any_end(game: &AnyGame, position: AnyPosition) -> String {
    if let Some((game, board)) = game.board(position) {
        return end(&game, board);
    }
    let value = game.end(position);
    let score = value.filter(|_| game.scheme() == Scheme::Score).map(Value::score);
    let by = Worth { outcome: Outcome::Draw, remoteness: None, score }.measure();
    match (game.winner(position), value.map(Value::outcome)) {
        (None, _) => "a draw".to_owned(),
        (_, Some(Outcome::Loss)) if game.is_impartial() => {
            "who would be to move has lost".to_owned()
        }
        (_, Some(_)) if game.is_impartial() => "who would be to move has won".to_owned(),
        (Some(winner), _) => format!("{winner} has won{by}"),
    }
}

/// The result of a finished game: `X has won`, `a draw`.
pub(crate) fn end(game: &Mnk, board: Board) -> String {
    match game.winner(board) {
        Some(winner) if game.is_misere() => {
            format!("{} has completed a line, so {winner} has won", winner.opponent())
        }
        Some(winner) => format!("{winner} has won"),
        None => "a draw".to_owned(),
    }
}

/// The width of the widest line.
fn widest(lines: &[String]) -> usize {
    lines.iter().map(|line| paint::width(line)).max().unwrap_or(0)
}

/// Puts lines of text to the right of a drawing.
pub(crate) fn side_by_side(drawing: &[String], text: &[String]) -> Vec<String> {
    let width = widest(drawing);
    (0..drawing.len().max(text.len()))
        .map(|i| {
            let left = paint::to_left(drawing.get(i).map_or("", String::as_str), width);
            let right = text.get(i).map_or("", String::as_str);
            format!("{left}{:GAP$}{right}", "").trim_end().to_owned()
        })
        .collect()
}

/// The smallest width for text beside a drawing.
const BESIDE: usize = 32;

/// A position with text to its right, or below it if the drawing is wide: lines for a terminal, indented by two blanks.
/// A broken line of text continues below its second word.
pub(crate) fn explained(game: &AnyGame, position: AnyPosition, text: &[String]) -> Vec<String> {
    const LEFT: usize = 2;
    let drawing: Vec<_> =
        self::position(game, position).iter().map(|line| paint::players(line)).collect();
    let beside = (WIDTH - LEFT).saturating_sub(widest(&drawing) + GAP);
    let room = if beside < BESIDE { WIDTH - LEFT } else { beside };
    let text: Vec<_> = text.iter().flat_map(|line| wrapped(line, room, 2 * GAP)).collect();
    let lines = if beside < BESIDE {
        drawing.into_iter().chain(text).collect()
    } else {
        side_by_side(&drawing, &text)
    };
    lines.iter().map(|line| format!("{:LEFT$}{line}", "").trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_number() {
        let bars = [0.0, 0.001, 0.5, 0.55, 1.0, 2.0].map(|value| bar(value, 4));
        assert_eq!(bars, ["", "▏", "██", "██▎", "████", "████"]);
    }
}
