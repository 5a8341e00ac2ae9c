//! The title of a game, and its rules: in a sentence, and as paragraphs.

use perfect_play_core::{Game as _, Outcome, Player, Scheme};
use perfect_play_engine::AnyGame;
use perfect_play_games::{Family, Mnk};

use super::{graph, look};
use crate::text::game_description;

/// A number in a game's name, with the letter that its family uses for it, such as `W`.
type Number = (String, String);

/// The longest name of a position that the rules mention.
const LONGEST_NAME: usize = 24;

/// The title of the game.
pub(super) fn title(game: &AnyGame) -> String {
    if let Some(game) = game.mnk() {
        return title_of_lines(&game);
    }
    let name = game.to_string();
    let Some(family) = game.family() else { return name };
    if family == Family::Graph {
        let file = name.split_once(':').map_or(name.as_str(), |(_, file)| file);
        return capitalized(&file.split('.').next().unwrap_or(file).replace(['-', '_'], " "));
    }
    let numbers = numbers(&name, family);
    if family == Family::Mills {
        return title_of_mills(&name, &numbers);
    }
    let values: Vec<&str> = numbers.iter().map(|(_, number)| number.as_str()).collect();
    let size = match (numbers.first().map(|(called, _)| called.as_str()), &values[..]) {
        (_, []) => String::new(),
        (Some("N"), [side]) => format!(" {side} × {side}"),
        (Some("M" | "W"), [columns, rows]) => format!(" {columns} × {rows}"),
        (Some("M" | "W"), [columns, rows, k]) => format!(" {columns} × {rows}, {k} in a row"),
        _ => format!(" {}", values.join(", ")),
    };
    let options: Vec<&str> = name.split('+').skip(1).collect();
    let options =
        if options.is_empty() { String::new() } else { format!(" ({})", options.join(", ")) };
    format!("{}{size}{options}", title_of_family(family))
}

fn title_of_family(family: Family) -> String {
    let known = match family {
        Family::Wild => "Wild Tic-tac-toe",
        Family::ThreeMensMorris => "Three Men’s Morris",
        Family::MuTorere => "Mū Tōrere",
        Family::PongHauKi => "Pong Hau K’i",
        Family::FoxAndHounds => "Fox and Hounds",
        Family::Krk => "King and Rook against King",
        Family::Dots => "Dots and Boxes",
        _ => return family.name().split('-').map(capitalized).collect::<Vec<_>>().join(" "),
    };
    known.to_owned()
}

fn title_of_mills(name: &str, numbers: &[Number]) -> String {
    let board = match board(numbers) {
        "lasker" => "Lasker’s Morris".to_owned(),
        "morabaraba" => "Morabaraba".to_owned(),
        men => format!("{} Men’s Morris", capitalized(men)),
    };
    let men = numbers.get(1).map(|(_, men)| format!("{men} men each"));
    let options = name.split('+').skip(1).map(|option| option.replace('-', " "));
    [board].into_iter().chain(men).chain(options).collect::<Vec<_>>().join(", ")
}

/// The word for the board of a game with mills that capture.
fn board(numbers: &[Number]) -> &str {
    numbers.first().map_or("", |(_, word)| word)
}

/// The rules of the games with mills that capture, of which only what belongs to this board, and what players need, is left.
fn rules_of_mills(rules: &str, board: &str) -> String {
    let paragraphs = rules.split("\n\n").filter_map(|paragraph| {
        let is_for_text =
            ["BOARD is ", "A position is written "].map(|of| paragraph.starts_with(of));
        if is_for_text.contains(&true) {
            return None;
        }
        let Some(items) = paragraph.strip_prefix("- ") else { return Some(paragraph.to_owned()) };
        let of_board = format!("`{board}`: ");
        let item = items.split("\n- ").find_map(|item| item.strip_prefix(&of_board))?;
        Some(format!("The board: {}", item.replace("\n  ", " ")))
    });
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

fn title_of_lines(game: &Mnk) -> String {
    match *game {
        Mnk::TICTACTOE => return "Tic-tac-toe".to_owned(),
        Mnk::TICTACTOE_MISERE => return "Misère tic-tac-toe".to_owned(),
        _ => {}
    }
    let (m, n, k) = (game.shape().columns(), game.shape().rows(), game.k());
    let misere = if game.is_misere() { "Misère " } else { "" };
    match (game.has_gravity(), k) {
        (true, 4) if (m, n) == (7, 6) => format!("{misere}Connect Four"),
        (true, 4) => format!("{misere}Connect Four on {m} × {n}"),
        (true, _) => format!("{misere}Connect {k} on {m} × {n}"),
        (false, _) => format!("{misere}{k} in a row on {m} × {n}"),
    }
}

/// The numbers of a game's name.
fn numbers(name: &str, family: Family) -> Vec<Number> {
    let called = family.to_string();
    let (_, called) = called.split_once(':').unwrap_or_default();
    let (_, numbers) = name.split_once(':').unwrap_or_default();
    let numbers = numbers.split('+').next().unwrap_or_default().split(',');
    let named = called.split(',').chain(std::iter::repeat("…")).zip(numbers);
    let named = named.filter(|(_, number)| !number.is_empty());
    named.map(|(called, number)| (called.to_owned(), number.to_owned())).collect()
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The rules in a sentence.
pub(super) fn rules(game: &AnyGame) -> String {
    if let Some(game) = game.mnk() {
        return rules_of_lines(&game);
    }
    match game.family() {
        None => String::new(),
        Some(Family::Graph) => aim(game),
        Some(_) => {
            let about = game_description::about(game).unwrap_or_default();
            format!("{}.", capitalized(&with_sides(&about, game)))
        }
    }
}

fn rules_of_lines(game: &Mnk) -> String {
    let (m, n, k) = (game.shape().columns(), game.shape().rows(), game.k());
    let end = if game.is_misere() { "loses" } else { "wins" };
    let fall = if game.has_gravity() { "Discs fall to the bottom. " } else { "" };
    format!(
        "{fall}The first player with {k} in a row on {m} × {n} cells, straight or diagonal, {end}."
    )
}

/// How the aim of a game begins in which the first player makes all moves.
const FOR_ONE: &str = "One player: ";

/// The aim of a game from a file, in a sentence.
fn aim(game: &AnyGame) -> String {
    let (mut is_for_one, mut goals) = (true, Vec::new());
    for position in graph::reached(game) {
        is_for_one &= game.to_move(position) == Player::X;
        if game.terminal(position) == Some(Outcome::Win) {
            goals.push(position);
        }
    }
    let scores = game.scheme() == Scheme::Score;
    let goal = match &goals[..] {
        &[goal] => Some(game.notation(goal).to_string()),
        _ => None,
    };
    let goal = goal.filter(|name| name.chars().count() <= LONGEST_NAME);
    match (is_for_one, scores, goal) {
        (false, false, _) => "Two players: reach a position in which you have won.".to_owned(),
        (false, true, _) => "Two players: win as many points as you can.".to_owned(),
        (true, true, _) => format!("{FOR_ONE}get the most points."),
        (true, false, Some(goal)) => {
            format!("{FOR_ONE}reach “{goal}” in as few moves as you can.")
        }
        (true, false, None) if goals.is_empty() => format!("{FOR_ONE}avoid the dead ends."),
        (true, false, None) if goals.len() == 1 => {
            format!("{FOR_ONE}reach the goal in as few moves as you can.")
        }
        (true, false, None) => format!("{FOR_ONE}reach a goal in as few moves as you can."),
    }
}

/// The rules as players need them, in paragraphs. Code is between backticks. `sentence` is what [`rules`] returns.
pub(super) fn paragraphs(game: &AnyGame, sentence: &str) -> Vec<String> {
    let name = game.to_string();
    let Some(family) = game.family() else {
        return in_paragraphs(&with_sides(game.rules(), game)).collect();
    };
    if let Some(lines) = game.mnk() {
        let [first, _] = look::sides(game);
        let turns = if lines.has_gravity() {
            format!(
                "The players take turns, {first} first. A disc falls to the lowest empty cell of its column. A move is \
                 written as the number of the column, from 1 at the left."
            )
        } else {
            format!(
                "The players take turns marking an empty cell, {first} first. A move is written as the number of the \
                 cell, from 1, row by row from the top left."
            )
        };
        let full = "A full board without a line is a draw.";
        return vec![sentence.to_owned(), format!("{turns} {full}")];
    }
    let numbers = numbers(&name, family);
    let text = match family {
        // The text describes the file.
        Family::Graph => {
            // As the map shows them: `page/graph-signs.js`.
            let signs = if game.scheme() != Scheme::Score && sentence.starts_with(FOR_ONE) {
                "A goal is shown as ⚑. A dead end has no moves; it is shown as ✕ once you are there, and in Analyse. "
            } else {
                ""
            };
            let moves = format!(
                "Choose moves, each of which leads to another position. {signs}The positions and their moves are data from \
                 a file."
            );
            return vec![sentence.to_owned(), moves];
        }
        // In its text, A is also a word.
        Family::Nim => {
            let piles: Vec<&str> = numbers.iter().map(|(_, number)| number.as_str()).collect();
            family.rules().replace("A, B and so on", &piles.join(", "))
        }
        Family::Mills => rules_of_mills(family.rules(), board(&numbers)),
        _ => with_numbers(family.rules(), &numbers),
    };
    let text = with_sides(&text, game);
    let paragraphs = in_paragraphs(&text).map(|text| of_this_game(&text, &name));
    paragraphs.filter(|paragraph| !paragraph.is_empty()).collect()
}

/// The paragraphs of a text, a line each.
fn in_paragraphs(text: &str) -> impl Iterator<Item = String> {
    let paragraphs = text.split("\n\n").map(|text| text.trim().replace('\n', " "));
    paragraphs.filter(|paragraph| !paragraph.is_empty())
}

/// A paragraph without the name of the game, and without the options that this game does not have.
fn of_this_game(paragraph: &str, name: &str) -> String {
    let mut parts = paragraph.split("With `+");
    let mut text = parts.next().unwrap_or_default().to_owned();
    let family = name.split(':').next().unwrap_or(name).split('+').next().unwrap_or(name);
    if let Some((sentence, _)) = text.split_once(&format!(": `{family}")) {
        text = format!("{sentence}.");
    }
    for (option, effect) in parts.filter_map(|part| part.split_once("`, ")) {
        if name.split('+').skip(1).any(|given| given == option) {
            text.push_str("Here, ");
            text.push_str(effect);
        }
    }
    text.trim_end().to_owned()
}

/// A text with the names of the sides in place of X and O, but not in code, unless both players write X and O.
fn with_sides(text: &str, game: &AnyGame) -> String {
    match look::sides(game) {
        ["X" | "Player 1", _] => text.to_owned(),
        sides => {
            let sides = ["X", "O"].map(str::to_owned).into_iter().zip(sides.map(str::to_owned));
            let sides: Vec<_> = sides.collect();
            let text = text.replace(" (X)", "").replace(" (O)", "");
            // What is between backticks stays as it is.
            let parts = text.split('`').zip([true, false].into_iter().cycle());
            let of_part = |(part, is_outside)| {
                if is_outside { with_numbers(part, &sides) } else { part.to_owned() }
            };
            parts.map(of_part).collect::<Vec<_>>().join("`")
        }
    }
}

/// A text with this game's numbers in place of the letters of its family.
fn with_numbers(text: &str, numbers: &[Number]) -> String {
    let words = text.split_inclusive(|letter: char| !letter.is_alphanumeric());
    let valued = words.map(|part| {
        let word = part.trim_end_matches(|letter: char| !letter.is_alphanumeric());
        let number = numbers.iter().find(|(called, _)| called == word);
        number.map_or_else(|| part.to_owned(), |(_, number)| part.replacen(word, number, 1))
    });
    valued.collect()
}

#[cfg(test)]
mod tests {
    use perfect_play_games::Graph;

    use super::*;

    /// The letters of the numbers of all families.
    const LETTERS: [&str; 9] = ["K", "M", "N", "W", "H", "PITS", "SEEDS", "BOARD", "MEN"];

    #[test]
    fn the_rules_have_the_numbers_of_the_game_and_no_letters_for_them() {
        for name in [
            "tictactoe",
            "connect:5,4,4",
            "wild:3,3,3",
            "notakto:3,3,3",
            "hexapawn:3,3",
            "dodgem:3",
            "quixo:3,3,3",
            "fox-and-hounds:4",
            "krk:4",
            "teeko",
            "othello:4,4",
            "dots:2,2",
            "kalah:3,2",
            "nim:3,4,5",
            "chomp:4,3",
            "domineering:4,3",
            "clobber:3,3",
            "hex:3",
            "isolation:3,3",
            "achi",
            "mu-torere",
            "morris:six,5+flying",
        ] {
            let game: AnyGame = name.parse().unwrap();
            let sentence = rules(&game);
            let text = format!("{sentence} {}", paragraphs(&game, &sentence).join(" "));
            let mut words = text.split(|letter: char| !letter.is_alphanumeric());
            assert!(!words.any(|word| LETTERS.contains(&word)), "{name}: {text}");
        }
        let nim = paragraphs(&"nim:3,4,5".parse().unwrap(), "");
        assert_eq!(nim[0], "Nim with piles of 3, 4, 5 stones.");
        let krk: AnyGame = "krk:4".parse().unwrap();
        assert_eq!(title(&krk), "King and Rook against King 4 × 4");
        let mills: AnyGame = "morris:six,5+flying".parse().unwrap();
        assert_eq!(title(&mills), "Six Men’s Morris, 5 men each, flying");
    }

    #[test]
    fn the_rules_speak_of_this_game_and_its_sides_only() {
        let told = |name: &str| {
            let game: AnyGame = name.parse().unwrap();
            let sentence = rules(&game);
            [&[sentence.clone()][..], &paragraphs(&game, &sentence)].concat().join(" ")
        };
        for (name, said, other) in [
            ("krk:4", "White has a king and a rook. Black has a king.", "krk"),
            ("chess:KBNK", "In KQK, White has a king and a queen, and Black", "MEN"),
            ("teeko+no-centre", "Here, the first man may not be dropped", "+advanced"),
            ("teeko", "that side's men are `X`", "X first"),
            ("hex:3", "Blue connects top and bottom, Orange the sides.", "X "),
            ("three-mens-morris", "next point of its row or its column. The", "+rows"),
            ("achi+rows", "Here, diagonals do not win.", "+blocked"),
            ("notakto:3,3,3", "Both players place an X", "misere"),
            ("morris:nine", "The board: three squares,", "two squares"),
            ("morris:six+flying", "Here, three men fly.", "no-flying"),
            ("connect:5,4,4", "The players take turns, Red first.", "X"),
            ("kalah:3,2", "in each pit at the start. Each", "kalah:"),
            ("wild:3,3,3", "from the top left: `X5` or `O5`. The player", "wild:"),
        ] {
            let told = told(name);
            assert!(told.contains(said) && !told.contains(other), "{name}: {told}");
        }
    }

    #[test]
    fn the_rules_of_a_file_name_its_aim() {
        let end = |name: &str, to_move: &str, result: &str| {
            format!("{{\"position\": \"{name}\", \"to_move\": \"{to_move}\", {result}}}\n")
        };
        let start = "{\"position\": \"door\", \"to_move\": \"X\", \"moves\": {\"a\": \"roof\", \"b\": \"cellar\"}}\n";
        let [win, loss, score] = ["\"outcome\": \"win\"", "\"outcome\": \"loss\"", "\"score\": 3"];
        for (mover, roof, cellar, aim) in [
            ("X", win, loss, "One player: reach “roof” in as few moves as you can."),
            ("X", win, win, "One player: reach a goal in as few moves as you can."),
            ("X", loss, loss, "One player: avoid the dead ends."),
            ("X", score, score, "One player: get the most points."),
            ("O", win, loss, "Two players: reach a position in which you have won."),
            ("O", score, score, "Two players: win as many points as you can."),
        ] {
            let file =
                format!("{start}{}{}", end("roof", mover, roof), end("cellar", mover, cellar));
            let game = AnyGame::from(Graph::read("the-house.jsonl", file.as_bytes()).unwrap());
            assert_eq!((title(&game).as_str(), rules(&game).as_str()), ("The house", aim));
            // Other maps have no such signs.
            let has_signs = mover == "X" && roof != score;
            assert_eq!(paragraphs(&game, aim)[1].contains("A goal is shown as ⚑."), has_signs);
        }
    }
}
