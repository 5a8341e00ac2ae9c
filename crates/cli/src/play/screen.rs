//! The words on the screen.

use anstream::adapter::strip_str;
use anstyle::{AnsiColor, Style};
use perfect_play_core::{Board, Game, Level, Moves, Outcome, Player, Printable, Scheme, Shown};
use perfect_play_engine::{AnyGame, AnyPosition};
use perfect_play_games::Mnk;

use super::{
    drawing::{self, enumeration, letter, list, list_any},
    ply::Ply,
    review::Change,
    seats::Seat,
    session::Session,
};
use crate::{
    about::about,
    draw::{self, WIDTH},
    exit::Trouble,
    place,
    turn::Turn,
    worth::Worth,
};

const BOLD: Style = Style::new().bold();

/// What can be typed.
pub(super) fn help(game: &AnyGame) -> String {
    let noun = place::noun(game);
    let to_move = match game {
        AnyGame::Mnk(game) => {
            let put = if game.has_gravity() { "drop your mark into" } else { "put your mark on" };
            format!("a number    {put} the {noun} with this number")
        }
        AnyGame::Found(_) => "a move      make it, written as in the list of moves".to_owned(),
    };
    let worth = match game.scheme() {
        Scheme::Remoteness => "win, draw or loss, in how many plies",
        Scheme::Score => "won or lost by how many points",
    };
    let last = match game {
        AnyGame::Mnk(_) => " The last move stands in brackets: [X].",
        AnyGame::Found(_) => "",
    };
    format!(
        "\
Type one of these; the beginning of a word is enough.
  {to_move}
  hint        what each {noun} is worth: {worth}
  undo        take back your last move, and the machine's answer
  level       the levels there are; `level perfect` changes to one
  swap        change sides with the machine
  new         start again
  board       the board once more
  help        this list
  quit        end; so does Ctrl-D
A ply is one move by one player.{last}
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
pub(super) fn rules(game: &AnyGame) -> String {
    let rules = match game {
        AnyGame::Mnk(game) => {
            let falling =
                if game.has_gravity() { "marks fall to the bottom of their column; " } else { "" };
            let end = if game.is_misere() { "loses" } else { "wins" };
            format!("{falling}who first has {} in a row {end}, straight or diagonal", game.k())
        }
        AnyGame::Found(game) => {
            about(&game.to_string()).unwrap_or_else(|| "a game for two".to_owned())
        }
    };
    format!("{BOLD}{game}{BOLD:#}: {rules}.")
}

/// Who plays which side, of which `first` moves first.
pub(super) fn sides(first: Player, side: Player, opponent: Level) -> String {
    let (yours, its) = (letter(side), letter(side.opponent()));
    if side == first {
        format!("You are {yours} and move first; the machine plays {its} at level {opponent}.")
    } else {
        format!("You are {yours}; the machine plays {its} at level {opponent} and moves first.")
    }
}

/// All that a newcomer needs.
pub(super) fn how_to(game: &AnyGame) -> String {
    let what = match game {
        AnyGame::Mnk(game) => format!("a {}'s number to move", place::noun(game)),
        AnyGame::Found(_) => "one of the moves".to_owned(),
    };
    format!("Type {what}, `level` for other levels, `help` for the rest.")
}

/// The moves by their names: `5 or 7`, and where marks fall `column 5 or 7`.
fn named(game: &AnyGame, at: AnyPosition, moves: Moves) -> String {
    let falls = game.mnk().is_some_and(Mnk::has_gravity);
    format!("{}{}", if falls { "column " } else { "" }, list_any(game, at, moves, "or"))
}

/// The move that was made.
fn named_ply(game: &AnyGame, ply: &Ply) -> String {
    named(game, ply.before.position, Moves::EMPTY.with(ply.mv))
}

/// The last move: `3. You take 5.`
pub(super) fn last_move(session: &Session<'_>) -> String {
    let plies = session.plies();
    plies.last().map_or_else(String::new, |ply| {
        let [s, es] = if ply.by == Seat::You { ["", ""] } else { ["s", "es"] };
        let who = capitalized(&who(ply.by, ply.before.player));
        let mv = named_ply(session.game(), ply);
        let does = match session.game() {
            AnyGame::Mnk(_) => format!("take{s} {mv}"),
            AnyGame::Found(_) if mv == "pass" => format!("pass{es}"),
            AnyGame::Found(_) => format!("play{s} {mv}"),
        };
        format!("{}. {who} {does}.", plies.len())
    })
}

/// That the play has come back to a position, and how often it has been there.
pub(super) fn come_back(session: &Session<'_>) -> Option<String> {
    match session.times_here() {
        1 => None,
        times => Some(format!("This position was there before: it comes for the {}.", nth(times))),
    }
}

/// `2nd time`, `11th time`.
fn nth(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (1, rest) if rest != 11 => "st",
        (2, rest) if rest != 12 => "nd",
        (3, rest) if rest != 13 => "rd",
        _ => "th",
    };
    format!("{number}{ending} time")
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
pub(super) fn taken_back(game: &AnyGame, plies: &[Ply]) -> String {
    let moves = plies.iter().map(|ply| {
        let (player, mv) = (ply.before.player, named_ply(game, ply));
        match game.mnk() {
            None => format!("{mv} by {player}"),
            Some(game) if game.has_gravity() => format!("{player} in {mv}"),
            Some(_) => format!("{player} on {mv}"),
        }
    });
    format!("Taken back: {}.", enumeration(&moves.collect::<Vec<_>>(), "and"))
}

/// The position; on a board with the last move marked.
pub(super) fn board(session: &Session<'_>) -> String {
    match (session.game(), session.position()) {
        (AnyGame::Mnk(game), AnyPosition::Board(board)) => {
            let line = drawing::line(game, board);
            format!("\n{}\n", drawing::board(game, board, session.last_cell(), line))
        }
        (game, position) => {
            format!("\n {}\n\n", draw::position(game, position).join("\n "))
        }
    }
}

/// The moves there are, unless the board shows them.
pub(super) fn choice(session: &Session<'_>) -> String {
    let (game, position) = (session.game(), session.position());
    if game.mnk().is_some() || session.is_over() {
        return String::new();
    }
    let moves = game.legal_moves(position).iter();
    let moves: Vec<_> = moves.map(|mv| Shown(game.move_text(position, mv)).to_string()).collect();
    wrapped(&format!("Moves: {}", moves.join(" ")))
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
        let moves = match game {
            AnyGame::Mnk(_) if alike => format!("every free {noun}"),
            AnyGame::Found(_) if alike => format!("every {noun}"),
            _ => list_any(game, session.position(), moves, "and"),
        };
        format!("  {moves}: {style}{worth}{style:#}{best}\n")
    });
    let rows: String = rows.collect();
    let counting = match game.scheme() {
        Scheme::Remoteness => ", counting the plies to the end",
        Scheme::Score => "",
    };
    Ok(wrapped(&format!("What each {noun} is worth to {whom}{counting}:\n{rows}")))
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

/// Who has won, and where the game was decided; `seat` says who plays a side. A game that is not over is given up as a
/// draw.
pub(super) fn end(session: &Session<'_>, seat: impl Fn(Player) -> Seat) -> Result<String, Trouble> {
    let result = result(session, seat);
    let first = session.first();
    let winner = match session.start_outcome()? {
        Outcome::Win => Some(first),
        Outcome::Draw => None,
        Outcome::Loss => Some(first.opponent()),
    };
    Ok(format!("{result}\n{}", decided(session.game(), winner, &session.changes()?)))
}

/// Who has won, and how.
fn result(session: &Session<'_>, seat: impl Fn(Player) -> Seat) -> String {
    let board = session.game().mnk().zip(session.position().board());
    let Some(end) = session.value_of_end() else {
        let plies = session.plies().len();
        return format!("{BOLD}A draw:{BOLD:#} after {plies} plies the game is given up.");
    };
    let Some(winner) = session.winner() else {
        return match board {
            Some(_) => format!("{BOLD}A draw:{BOLD:#} the board is full."),
            None => format!("{BOLD}A draw.{BOLD:#}"),
        };
    };
    let has_won = match seat(winner) {
        Seat::You => "You have won".to_owned(),
        seat => format!("{} has won", capitalized(&who(seat, winner))),
    };
    let Some((game, board)) = board else {
        let score = (session.game().scheme() == Scheme::Score).then(|| end.score());
        let worth = Worth { outcome: end.outcome(), remoteness: None, score };
        return format!("{BOLD}{has_won}{}.{BOLD:#}", worth.measure());
    };
    let line = line(game, board);
    if game.is_misere() {
        let loser = winner.opponent();
        format!("{BOLD}{has_won}:{BOLD:#} {loser} completed a line {line}, and so lost.")
    } else {
        format!("{BOLD}{has_won}:{BOLD:#} {winner} completed a line {line}.")
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

/// Where the game was decided, and what would have held; `winner` is who wins it with best play.
fn decided(game: &AnyGame, winner: Option<Player>, changes: &[Change]) -> String {
    let (first, between, last) = match changes {
        [] => {
            let result = match winner {
                Some(winner) => format!("{winner} wins {game}"),
                None => format!("{game} is a draw"),
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
fn change(game: &AnyGame, change: &Change) -> String {
    let &Change { number: move_number, ply, from, to, held } = change;
    let Turn { position, player } = ply.before;
    let who = match ply.by {
        Seat::Level(_) => who(ply.by, player),
        seat => format!("{} ({player})", who(seat, player)),
    };
    let [took, taking] =
        if game.mnk().is_some() { ["took", "Taking"] } else { ["played", "Playing"] };
    format!(
        "move {move_number}: {who} {took} {} and turned a {from} into a {to}. {taking} {} would have \
         held the {from}.",
        named_ply(game, &ply),
        named(game, position, held)
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
    fn times_are_counted_as_people_do() {
        let times = [2, 3, 4, 11, 12, 13, 21, 102, 111].map(nth);
        let times = times.map(|time| time.replace(" time", ""));
        assert_eq!(times, ["2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th"]);
    }

    #[test]
    fn help_fits() {
        for name in ["tictactoe", "connect:4,4,4"] {
            let game: Mnk = name.parse().unwrap();
            let help = help(&game.into());
            assert_eq!(wrapped(&help), help);
        }
        for level in Level::NAMED {
            assert_eq!(wrapped(&levels(level)), levels(level));
        }
    }
}
