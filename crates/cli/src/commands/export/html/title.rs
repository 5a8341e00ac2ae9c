//! The title of a game, and its rules: in a sentence, and as paragraphs.

use perfect_play_engine::AnyGame;
use perfect_play_games::{Family, Mnk};

/// A number in a game's name, with the letter that its family uses for it, such as `W`.
type Number = (String, String);

/// The title of the game.
pub(super) fn title(game: &AnyGame) -> String {
    if let Some(game) = game.mnk() {
        return title_of_lines(&game);
    }
    let name = game.to_string();
    let Some(family) = Family::of(&name).filter(|&family| family != Family::Graph) else {
        return name;
    };
    let numbers = numbers(&name, family);
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
    let name = game.to_string();
    Family::of(&name).map_or_else(String::new, |family| rules_of_family(&name, family))
}

fn rules_of_lines(game: &Mnk) -> String {
    let (m, n, k) = (game.shape().columns(), game.shape().rows(), game.k());
    let end = if game.is_misere() { "loses" } else { "wins" };
    let fall = if game.has_gravity() { "Marks fall to the bottom. " } else { "" };
    format!(
        "{fall}The first player with {k} in a row on {m} × {n} cells, straight or diagonal, {end}."
    )
}

/// The family's description of its games, with this game's numbers.
fn rules_of_family(name: &str, family: Family) -> String {
    if family == Family::Graph {
        return "The positions and their moves are data from a file.".to_owned();
    }
    format!("{}.", capitalized(&with_numbers(family.about(), &numbers(name, family))))
}

/// The rules as players need them, in paragraphs. Code is between backticks.
pub(super) fn paragraphs(game: &AnyGame) -> Vec<String> {
    let name = game.to_string();
    let Some(family) = Family::of(&name) else { return Vec::new() };
    let numbers = match (family, game.mnk()) {
        // The text of a graph describes the file.
        (Family::Graph, _) => return vec![rules(game)],
        // In its text, A is also a word.
        (Family::Nim, _) => Vec::new(),
        // The text serves two families, which name their numbers differently.
        (_, Some(game)) => {
            let (columns, rows) = (game.shape().columns(), game.shape().rows());
            [("M", columns), ("W", columns), ("N", rows), ("H", rows), ("K", game.k())]
                .map(|(called, number)| (called.to_owned(), number.to_string()))
                .into()
        }
        _ => numbers(&name, family),
    };
    let paragraphs = family.rules().split("\n\n");
    paragraphs.map(|text| with_numbers(&text.replace('\n', " "), &numbers)).collect()
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
