//! The text on the screen.

use anstyle::{AnsiColor, Style};
use perfect_play_analysis::{Turn, noun};
use perfect_play_core::{Drawing, Game, Level, Moves, Outcome, Player, Scheme, Shown};
use perfect_play_engine::{AnyGame, AnyPosition};

use super::{ply::Ply, review::Change, seats::Seat, session::Session};
use crate::{
    drawing::board::{self, Drawn},
    positions::{
        move_name::{enumeration, list_any},
        value_text::ValueText,
    },
    terminal::{exit::Trouble, paint::letter},
    text::{game_description, wrap::wrapped_lines},
};

const BOLD: Style = Style::new().bold();

/// The list of commands.
pub(super) fn help(game: &AnyGame) -> String {
    let noun = noun(game);
    let to_move = match game.mnk() {
        Some(game) => {
            let put = if game.has_gravity() { "drop your mark into" } else { "put your mark on" };
            format!("a number    {put} the {noun} with this number")
        }
        None => "a move      make it, written as in the list of moves".to_owned(),
    };
    let worth = match game.scheme() {
        Scheme::Remoteness => "win, draw or loss, in how many plies",
        Scheme::Score => "won or lost by how many points",
    };
    let last = match game.drawing() {
        Drawing::List => "",
        _ => " The last move stands in brackets: [X].",
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
  rules       the rules of this game
  help        this list
  quit        end; so does Ctrl-D
A ply is one move by one player.{last}
"
    )
}

/// The game in one sentence.
pub(super) fn in_brief(game: &AnyGame) -> String {
    let rules = match game.mnk() {
        Some(game) => {
            let falling =
                if game.has_gravity() { "marks fall to the bottom of their column; " } else { "" };
            let end = if game.is_misere() { "loses" } else { "wins" };
            format!("{falling}who first has {} in a row {end}, straight or diagonal", game.k())
        }
        None => game_description::about(game).unwrap_or_else(|| "a game for two".to_owned()),
    };
    format!("{BOLD}{game}{BOLD:#}: {rules}.")
}

/// The game in one sentence, and its rules.
pub(super) fn rules(game: &AnyGame) -> String {
    match game_description::rules(game).trim() {
        "" => in_brief(game),
        rules => format!("{}\n\n{rules}\n", in_brief(game)),
    }
}

/// The players of both sides; `first` moves first.
pub(super) fn sides(first: Player, side: Player, opponent: Level) -> String {
    let (yours, its) = (letter(side), letter(side.opponent()));
    if side == first {
        format!("You are {yours} and move first; the machine plays {its} at level {opponent}.")
    } else {
        format!("You are {yours}; the machine plays {its} at level {opponent} and moves first.")
    }
}

/// The introduction for newcomers.
pub(super) fn how_to(game: &AnyGame) -> String {
    let what = match game.mnk() {
        Some(game) => format!("a {}'s number to move", noun(&game)),
        None if game_description::rules(game).is_empty() => "one of the moves".to_owned(),
        None => "one of the moves, `rules` for the rules".to_owned(),
    };
    format!("Type {what}, `level` for other levels, `help` for the rest.")
}

/// The moves by name: `5 or 7`, and where marks fall `column 5 or 7`.
fn named(game: &AnyGame, at: AnyPosition, moves: Moves) -> String {
    let falls = game.mnk().is_some_and(|game| game.has_gravity());
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
        let does = match session.game().mnk() {
            Some(_) => format!("take{s} {mv}"),
            None if mv == "pass" => format!("pass{es}"),
            None => format!("play{s} {mv}"),
        };
        format!("{}. {who} {does}.", plies.len())
    })
}

/// Says that play has repeated a position, and how often the position has occurred.
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

/// The name of a seat, in the middle of a sentence.
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

/// The moves that were taken back, the last one first.
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

/// The position, with the last move marked.
pub(super) fn board(session: &Session<'_>) -> String {
    let drawn = Drawn::new(session.game(), session.position());
    let lines = drawn.for_player(session.to_move()).after(session.last_cells()).lines();
    format!("\n {}\n\n", lines.join("\n "))
}

/// The legal moves, unless the board shows them.
pub(super) fn choice(session: &Session<'_>) -> String {
    let (game, position) = (session.game(), session.position());
    if game.mnk().is_some() || session.is_over() {
        return String::new();
    }
    let moves = game.legal_moves(position).iter();
    let moves: Vec<_> = moves.map(|mv| Shown(game.move_text(position, mv)).to_string()).collect();
    wrapped_lines(&format!("Moves: {}", moves.join(" ")))
}

/// The worth of each move to `whom`, who is to move, best first. Moves of equal worth share a line.
pub(super) fn hint(session: &Session<'_>, whom: &str) -> Result<String, Trouble> {
    let (game, worths, optimal) = (session.game(), session.worths()?, session.optimal()?);
    let noun = noun(game);
    let mut kinds: Vec<(ValueText, Moves)> = Vec::new();
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
        let moves = match game.mnk() {
            Some(_) if alike => format!("every free {noun}"),
            None if alike => format!("every {noun}"),
            _ => list_any(game, session.position(), moves, "and"),
        };
        format!("  {moves}: {style}{worth}{style:#}{best}\n")
    });
    let rows: String = rows.collect();
    let counting = match game.scheme() {
        Scheme::Remoteness => ", counting the plies to the end",
        Scheme::Score => "",
    };
    Ok(wrapped_lines(&format!("What each {noun} is worth to {whom}{counting}:\n{rows}")))
}

/// Every level and its description, with the current level marked.
pub(super) fn levels(present: Level) -> String {
    let mut text =
        "Type `level` and a name for another opponent; `>` marks the present one.\n".to_owned();
    let mut row = |level: &str, is_present: bool, what: &str| {
        let mark = if is_present { ">" } else { " " };
        text += format!("{mark} {level:<12} {what}\n").as_str();
    };
    for level in Level::NAMED {
        let what = match level {
            Level::Easy => "takes a win at hand, or any move that does not lose at once",
            Level::Medium => "also sees your next move coming",
            Level::Hard => "looks 6 plies ahead, and errs now and then",
            Level::Perfect => "any of the best moves",
            Level::Tricky => "of the best moves, one that you are likely to answer wrong",
            Level::Blind => "any move at all",
            Level::Novice => "often only the second best move",
            Level::Master => "the best move; of equally good ones, always the same",
            Level::Lookahead(_) | Level::Skill(_) => continue,
        };
        row(&level.to_string(), level == present, what);
    }
    match present {
        Level::Lookahead(_) => row(&present.to_string(), true, "looks so many plies ahead"),
        _ => row("lookahead(3)", false, "looks 3 plies ahead; or any number"),
    }
    match present {
        Level::Skill(_) => {
            row(&present.to_string(), true, "a best move with this chance, otherwise another");
        }
        _ => row(
            "skill(0.9)",
            false,
            "a best move 9 times in 10, otherwise another; or with any chance",
        ),
    }
    text
}

/// The result, and the move that decided the game; `seat` names the player of a side. A game that is given up counts as
/// a draw.
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

/// The winner, and how the game was won.
fn result(session: &Session<'_>, seat: impl Fn(Player) -> Seat) -> String {
    let Some(end) = session.value_of_end() else {
        let plies = session.plies().len();
        return format!("{BOLD}A draw:{BOLD:#} after {plies} plies the game is given up.");
    };
    let Some(winner) = session.winner() else {
        return match session.game().mnk() {
            Some(_) => format!("{BOLD}A draw:{BOLD:#} the board is full."),
            None => format!("{BOLD}A draw.{BOLD:#}"),
        };
    };
    let has_won = match seat(winner) {
        Seat::You => "You have won".to_owned(),
        seat => format!("{} has won", capitalized(&who(seat, winner))),
    };
    let (game, position) = (session.game(), session.position());
    let line = board::line_named(game, position);
    let Some(board) = game.mnk() else {
        if let Some(line) = line {
            return format!("{BOLD}{has_won}:{BOLD:#} a line {line} is complete.");
        }
        let score = (game.scheme() == Scheme::Score).then(|| end.score());
        let worth = ValueText { outcome: end.outcome(), remoteness: None, score };
        return format!("{BOLD}{has_won}{}.{BOLD:#}", worth.measure());
    };
    let line = line.unwrap_or_default();
    if board.is_misere() {
        let loser = winner.opponent();
        format!("{BOLD}{has_won}:{BOLD:#} {loser} completed a line {line}, and so lost.")
    } else {
        format!("{BOLD}{has_won}:{BOLD:#} {winner} completed a line {line}.")
    }
}

/// The move that decided the game, and the moves that would have held; `winner` wins with best play.
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

/// How to continue after the game; `winner` won it.
pub(super) fn onward(winner: Option<Seat>, level: Level) -> String {
    let change = match (winner, level) {
        (Some(Seat::You), Level::Blind) => Some("`level easy` makes it harder"),
        (Some(Seat::You), Level::Easy | Level::Novice) => Some("`level medium` makes it harder"),
        (Some(Seat::You), Level::Medium) => Some("`level hard` makes it harder"),
        (Some(Seat::You), Level::Hard) => Some("`level perfect` makes it harder"),
        (Some(Seat::Machine), Level::Easy) => Some("`level blind` makes it easier"),
        (Some(Seat::Machine), Level::Medium | Level::Novice) => {
            Some("`level easy` makes it easier")
        }
        (Some(Seat::Machine), Level::Hard | Level::Master) => {
            Some("`level medium` makes it easier")
        }
        (Some(Seat::Machine), Level::Perfect) => Some("`level hard` makes it easier"),
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
    use perfect_play_games::Mnk;

    use super::*;

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
            assert_eq!(wrapped_lines(&help), help);
        }
        for level in Level::NAMED {
            assert_eq!(wrapped_lines(&levels(level)), levels(level));
        }
    }
}
