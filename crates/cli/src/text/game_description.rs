//! A description of a game in one line, and its rules.

use perfect_play_core::Game;
use perfect_play_engine::AnyGame;
use perfect_play_games::Family;

/// The description of a game, with its numbers and the effects of its options. `None` for a game of no family.
pub(crate) fn about(game: &AnyGame) -> Option<String> {
    game.family().map(|family| description(family, &game.to_string()))
}

/// The rules: those of the game's family, or those that the game itself gives. Empty if it gives none.
pub(crate) fn rules(game: &AnyGame) -> &str {
    match game.family() {
        Some(family) => family.rules(),
        None => game.rules(),
    }
}

fn description(family: Family, name: &str) -> String {
    if family == Family::Graph {
        return family.about().to_owned();
    }
    let (base, options) = name.split_once('+').unwrap_or((name, ""));
    let base = if base == "tictactoe" { "mnk:3,3,3" } else { base };
    let after_colon =
        |name: &str| name.split_once(':').map_or_else(String::new, |(_, of)| of.into());
    let (names, numbers) = (after_colon(&family.to_string()), after_colon(base));
    let numbers: Vec<_> = names.split(',').zip(numbers.split(',')).collect();
    let mut text = String::new();
    for word in family.about().split_inclusive(|c: char| !c.is_alphanumeric()) {
        let plain = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        let number = numbers.iter().find(|(name, _)| *name == plain);
        text.push_str(number.map_or(plain, |(_, number)| number));
        text.push_str(&word[plain.len()..]);
    }
    for option in options.split('+').filter(|option| !option.is_empty()) {
        text.push_str("; ");
        text.push_str(change(option));
    }
    text
}

/// The effect of an option.
fn change(option: &str) -> &str {
    match option {
        "misere" => "and misere: who would have won loses, and who would have lost wins",
        "rows" => "a diagonal is no line",
        "blocked-pass" => "who cannot move passes",
        "blocked-draw" => "it is a draw if a player cannot move",
        "blocked-loses" => "who is blocked loses",
        "advanced" => "squares of any size win",
        "no-centre" => "the first man may not be dropped in the centre",
        "flying" => "three men fly",
        "no-flying" => "three men do not fly",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_game() {
        for (name, expected) in [
            (
                "kalah:3,2",
                "3 pits of 2 seeds each are sown; the player with more seeds at the end wins",
            ),
            ("chomp:2,3", "bites from a bar of 2 by 3; the player who eats the last square loses"),
            ("tictactoe", "3 in a row on 3 columns and 3 rows wins"),
            ("krk:4", "king and rook against king on a chessboard of 4 by 4: White has to mate"),
            (
                "nim:1,2",
                "stones are taken from one pile a turn; the player who takes the last stone wins",
            ),
        ] {
            assert_eq!(about(&name.parse().unwrap()).as_deref(), Some(expected));
        }
    }

    #[test]
    fn no_name_of_a_number_is_left_and_every_option_is_explained() {
        for family in Family::ALL.into_iter().filter(|&family| family != Family::Graph) {
            let (_, most) = family.numbers();
            let pattern = family.to_string();
            let names: Vec<_> = pattern
                .split_once(':')
                .map_or_else(Vec::new, |(_, names)| names.split(',').collect());
            let numbers = vec!["3"; most.min(names.len())].join(",");
            let name = if numbers.is_empty() {
                pattern.clone()
            } else {
                format!("{}:{numbers}", family.name())
            };
            let text = description(family, &name);
            let mut words = text.split(|c: char| !c.is_alphanumeric());
            assert!(words.all(|word| !names.contains(&word)), "{text}");
            for &option in family.options() {
                assert_ne!(change(option), option);
                let with_option = description(family, &format!("{name}+{option}"));
                assert_eq!(with_option, format!("{text}; {}", change(option)));
            }
        }
    }
}
