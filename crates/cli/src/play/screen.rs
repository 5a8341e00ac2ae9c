//! The words on the screen.

use anstream::adapter::strip_str;
use anstyle::{AnsiColor, Style};
use perfect_play_core::{Board, Game, Level, Moves, Outcome, Player};
use perfect_play_games::Mnk;

use super::{
    drawing::{self, enumeration, letter, list},
    review::Change,
    seats::Seat,
    session::{Ply, Session},
};
use crate::worth::Worth;
use crate::{draw::WIDTH, exit::Trouble, place};

const BOLD: Style = Style::new().bold();

/// What can be typed.
pub(super) fn help(game: &Mnk) -> String {
    let noun = place::noun(game);
    let put = if game.has_gravity() { "drop your mark into" } else { "put your mark on" };
    format!(
        "\
Type one of these; the beginning of a word is enough.
  a number    {put} the {noun} with this number
  hint        what each {noun} is worth: win, draw or loss, in how many plies
  undo        take back your last move, and the machine's answer
  level       the levels there are; `level perfect` changes to one
  swap        change sides with the machine
  new         start again
  board       the board once more
  help        this list
  quit        end; so does Ctrl-D
A ply is one move by one player. The last move stands in brackets: [X].
"
    )
}

/// Breaks text where a line would be too long for a terminal.
pub(super) fn wrapped(text: &str) -> String {
    let mut wrapped = String::new();
    for line in text.lines() {
        let mut used = 0;
        for (i, word) in line.split(' ').enumerate() {
            let width = strip_str(word).to_string().chars().count();
            if used + 1 + width > WIDTH {
                wrapped.push('\n');
                used = 0;
            } else if i > 0 {
                wrapped.push(' ');
                used += 1;
            }
            wrapped.push_str(word);
            used += width;
        }
        wrapped.push('\n');
    }
    wrapped
}

/// What the game is about.
pub(super) fn rules(game: &Mnk) -> String {
    let falling =
        if game.has_gravity() { "marks fall to the bottom of their column; " } else { "" };
    let end = if game.is_misere() { "loses" } else { "wins" };
    format!(
        "{BOLD}{game}{BOLD:#}: {falling}who first has {} in a row {end}, straight or diagonal.",
        game.k()
    )
}

/// Who plays which side.
pub(super) fn sides(side: Player, opponent: Level) -> String {
    let (yours, its) = (letter(side), letter(side.opponent()));
    match side {
        Player::X => {
            format!("You are {yours} and move first; the machine plays {its} at level {opponent}.")
        }
        Player::O => {
            format!("You are {yours}; the machine plays {its} at level {opponent} and moves first.")
        }
    }
}

/// All that a newcomer needs.
pub(super) fn how_to(game: &Mnk) -> String {
    let noun = place::noun(game);
    format!("Type a {noun}'s number to move, `level` for other levels, `help` for the rest.")
}

/// The moves by their numbers: `5 or 7`, and where marks fall `column 5 or 7`.
fn named(game: &Mnk, moves: Moves) -> String {
    let column = if game.has_gravity() { "column " } else { "" };
    format!("{column}{}", list(game, moves, "or"))
}

/// The last move: `3. You take 5.`
pub(super) fn last_move(session: &Session<'_>) -> String {
    let plies = session.plies();
    plies.last().map_or_else(String::new, |ply| {
        let takes = if ply.by == Seat::You { "take" } else { "takes" };
        let who = capitalized(&who(ply.by, ply.player));
        let mv = named(session.game(), Moves::EMPTY.with(ply.mv));
        format!("{}. {who} {takes} {mv}.", plies.len())
    })
}

/// Who sits there, in the middle of a sentence.
fn who(seat: Seat, player: Player) -> String {
    match seat {
        Seat::You => "you".to_owned(),
        Seat::Machine => "the machine".to_owned(),
        Seat::Level(level) => format!("{player} ({level})"),
    }
}

fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    characters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

/// What was taken back, the last move first.
pub(super) fn taken_back(game: &Mnk, plies: &[Ply]) -> String {
    let on = if game.has_gravity() { "in" } else { "on" };
    let moves: Vec<_> = plies
        .iter()
        .map(|ply| format!("{} {on} {}", ply.player, named(game, Moves::EMPTY.with(ply.mv))))
        .collect();
    format!("Taken back: {}.", enumeration(&moves, "and"))
}

/// The board, the last move marked.
pub(super) fn board(session: &Session<'_>) -> String {
    let (game, board) = (session.game(), session.board());
    let line = drawing::line(game, board);
    format!("\n{}\n", drawing::board(game, board, session.last_cell(), line))
}

/// What each move is worth to `whom`, who is to move, best first; moves worth the same share a line.
pub(super) fn hint(session: &Session<'_>, whom: &str) -> Result<String, Trouble> {
    let (game, worths, optimal) = (session.game(), session.worths()?, session.optimal()?);
    let noun = place::noun(game);
    let mut kinds: Vec<(Worth, Moves)> = Vec::new();
    for value in worths.ranked() {
        match kinds.last_mut() {
            Some((worth, moves)) if *worth == value.into() => *moves = moves.with(value.mv),
            _ => kinds.push((value.into(), Moves::EMPTY.with(value.mv))),
        }
    }
    let alike = kinds.len() == 1 && worths.iter().len() > 1;
    let rows = kinds.into_iter().map(|(worth, moves)| {
        let style = match worth.outcome {
            Outcome::Win => AnsiColor::Green,
            Outcome::Draw => AnsiColor::Yellow,
            Outcome::Loss => AnsiColor::Red,
        }
        .on_default();
        let best = moves.first().is_some_and(|mv| optimal.contains(mv));
        let best = if best && !alike { " (best)" } else { "" };
        let moves = if alike { format!("every free {noun}") } else { list(game, moves, "and") };
        format!("  {moves}: {style}{worth}{style:#}{best}\n")
    });
    let rows: String = rows.collect();
    Ok(format!("What each {noun} is worth to {whom}, counting the plies to the end:\n{rows}"))
}

/// Every level with what it does, the present one marked.
pub(super) fn levels(present: Level) -> String {
    let mut text =
        "Type `level` and a name for another opponent; `>` marks the present one.\n".to_owned();
    let mut row = |level: &str, is_present: bool, what: &str| {
        let mark = if is_present { ">" } else { " " };
        text += format!("{mark} {level:<11} {what}\n").as_str();
    };
    for level in Level::NAMED {
        let what = match level {
            Level::Blind => "any move at all",
            Level::Novice => "often only the second best move",
            Level::Master => "the best move; of equally good ones, always the same",
            Level::Perfect | Level::Skill(_) => "any of the best moves",
        };
        row(&level.to_string(), level == present, what);
    }
    if let Level::Skill(_) = present {
        row(&present.to_string(), true, "a best move with this chance, otherwise another");
    } else {
        row(
            "skill(0.9)",
            false,
            "a best move 9 times in 10, otherwise another; or with any chance",
        );
    }
    text
}

/// Who has won, and where the game was decided; `seat` says who plays a side.
pub(super) fn end(session: &Session<'_>, seat: impl Fn(Player) -> Seat) -> Result<String, Trouble> {
    let result = result(session.game(), session.board(), seat);
    let (game, start) = (session.game(), session.start_outcome()?);
    Ok(format!("{result}\n{}", decided(game, start, &session.changes()?)))
}

/// Who has won, and how.
fn result(game: &Mnk, board: Board, seat: impl Fn(Player) -> Seat) -> String {
    let Some(winner) = game.winner(board) else {
        return format!("{BOLD}A draw:{BOLD:#} the board is full.");
    };
    let has_won = match seat(winner) {
        Seat::You => "You have won:".to_owned(),
        seat => format!("{} has won:", capitalized(&who(seat, winner))),
    };
    let line = line(game, board);
    if game.is_misere() {
        let loser = winner.opponent();
        format!("{BOLD}{has_won}{BOLD:#} {loser} completed a line {line}, and so lost.")
    } else {
        format!("{BOLD}{has_won}{BOLD:#} {winner} completed a line {line}.")
    }
}

/// Where the line is that ended the game: `with 1, 2 and 3`, `in column 2`, `in columns 1 to 4`.
fn line(game: &Mnk, board: Board) -> String {
    let cells = drawing::line(game, board);
    if !game.has_gravity() {
        return format!("with {}", list(game, cells, "and"));
    }
    let columns: Moves = cells.iter().map(|cell| game.move_to_cell(cell)).collect();
    match (columns.first(), columns.iter().last()) {
        (Some(first), Some(last)) if first < last => format!("in columns {first} to {last}"),
        _ => format!("in column {}", list(game, columns, "and")),
    }
}

/// Where the game was decided, and what would have held; `start` is the start's outcome for X.
fn decided(game: &Mnk, start: Outcome, changes: &[Change]) -> String {
    let (first, between, last) = match changes {
        [] => {
            let result = match start {
                Outcome::Win => format!("X wins {game}"),
                Outcome::Draw => format!("{game} is a draw"),
                Outcome::Loss => format!("O wins {game}"),
            };
            return format!("No move changed the outcome: with best play {result}.");
        }
        [only] => return format!("The game was decided on {}", change(game, only)),
        [first, between @ .., last] => (first, between, last),
    };
    let between: Vec<_> = between.iter().map(|change| change.number.to_string()).collect();
    let again = match between.len() {
        0 => "It turned for good".to_owned(),
        1 => format!("It turned again on move {}, and for good", between.concat()),
        _ => format!("It turned again on moves {}, and for good", enumeration(&between, "and")),
    };
    format!("The game first turned on {}\n{again} on {}", change(game, first), change(game, last))
}

/// A change of the outcome: `move 2: you (O) took 2 and …`.
fn change(game: &Mnk, change: &Change) -> String {
    let &Change { number: move_number, ply, from, to, held } = change;
    let who = match ply.by {
        Seat::Level(_) => who(ply.by, ply.player),
        seat => format!("{} ({})", who(seat, ply.player), ply.player),
    };
    format!(
        "move {move_number}: {who} took {} and turned a {from} into a {to}. Taking {} would have \
         held the {from}.",
        named(game, Moves::EMPTY.with(ply.mv)),
        named(game, held)
    )
}

/// How to go on when the game is over: `winner` is who won it.
pub(super) fn onward(winner: Option<Seat>, level: Level) -> String {
    let change = match (winner, level) {
        (Some(Seat::You), Level::Blind) => Some("`level novice` makes it harder"),
        (Some(Seat::You), Level::Novice) => Some("`level master` makes it harder"),
        (Some(Seat::Machine), Level::Novice) => Some("`level blind` makes it easier"),
        (Some(Seat::Machine), Level::Master | Level::Perfect) => {
            Some("`level novice` makes it easier")
        }
        _ => None,
    };
    let change = change.unwrap_or("`level` shows other opponents");
    format!(
        "`new` plays again, {change}, `swap` plays the other side, `undo` takes your last move \
         back, `quit` ends."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_broken_between_words() {
        let bold = format!("{BOLD}{}{BOLD:#}", "b".repeat(39));
        let text = format!("{} {bold}\n{bold} {} c d", "a".repeat(40), "a".repeat(39));
        let lines = wrapped(&text);
        assert_eq!(
            strip_str(&lines).to_string(),
            format!(
                "{} {}\n{} {}\nc d\n",
                "a".repeat(40),
                "b".repeat(39),
                "b".repeat(39),
                "a".repeat(39)
            )
        );
        assert_eq!(wrapped("  two spaces\n"), "  two spaces\n");
    }

    #[test]
    fn help_fits() {
        for name in ["tictactoe", "connect:4,4,4"] {
            let help = help(&name.parse().unwrap());
            assert_eq!(wrapped(&help), help);
        }
        for level in Level::NAMED {
            assert_eq!(wrapped(&levels(level)), levels(level));
        }
    }
}
