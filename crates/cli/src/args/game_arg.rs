//! GAME on the command line: the game or family that it names, and what was meant if it names none.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use perfect_play_core::{Game, Shown};
use perfect_play_engine::{AnyGame, OpenRulesError, TypedName};
use perfect_play_games::{Family, ParseNameError, ParseNameErrorKind};

use crate::{
    args::own_game,
    tables::solvable::TooLarge,
    terminal::{exit::Trouble, interruption},
};

/// The file with the game's rules, if the argument names a game by its file.
pub(crate) fn rules_file(arg: &OsStr) -> Option<PathBuf> {
    arg.to_str()?.strip_prefix("graph:").map(PathBuf::from)
}

/// The game that GAME names. Says which game that is, if its numbers are missing.
pub(crate) fn game(arg: &OsStr) -> Result<AnyGame, Trouble> {
    let game = name(arg, "game").map_err(|trouble| {
        let path = Path::new(arg);
        let is_graph = arg.to_string_lossy().starts_with("graph:");
        let is_file = looks_like_a_path(path) && !looks_like_a_board(arg);
        if is_file && !is_graph && path.extension() == Some("jsonl".as_ref()) {
            Trouble::new(format!(
                "a file that lists positions is a game if `graph:` is before its name: did you mean `graph:{}`?",
                Shown(path.display())
            ))
        } else if is_file && !is_graph {
            Trouble::new(format!("{trouble}\na game's name is expected here, not a file"))
        } else {
            trouble
        }
    })?;
    say_size(arg, &game);
    Ok(game)
}

/// The family of the game that GAME names. The name may also be the family's, without numbers or with letters for them.
pub(crate) fn family(arg: &OsStr) -> Result<Family, Trouble> {
    let text = arg.to_string_lossy();
    let of_family = Family::of(TypedName::read(&text).name());
    let pattern = text.split('+').next();
    match of_family.filter(|&it| it == Family::Graph || pattern == Some(&it.to_string())) {
        Some(family) => Ok(family),
        None => name(arg, "game")?.family().ok_or_else(|| unknown(&text, "game", None)),
    }
}

/// The game with this name. If there is none, the error says what was `wanted`.
pub(super) fn name(arg: &OsStr, wanted: &str) -> Result<AnyGame, Trouble> {
    let text = arg.to_string_lossy();
    if let Some(game) = own_game::called(&text) {
        return Ok(game.clone());
    }
    if matches!(&*text, "graph" | "graph:") {
        return Err(Trouble::new(
            "`graph` needs a file with the rules of a game: `graph:FILE`, as in `graph:level.jsonl`",
        ));
    }
    if arg.to_str().is_none() && Family::of(&text) == Some(Family::Graph) {
        return Err(Trouble::new(format!(
            "the path in `{}` is not UTF-8: rename the file or its folder (the file's name becomes the game's name)",
            Shown(text)
        )));
    }
    let typed = TypedName::read(&text);
    typed.game().map_err(|error| match error {
        OpenRulesError::Unknown { .. } if looks_like_a_board(arg) => board(&text),
        OpenRulesError::Unknown { name, near } => unknown(&name, wanted, near.as_deref()),
        OpenRulesError::Name(error) => bad_name(typed.name(), &error),
        error => error.into(),
    })
}

/// Whether the argument is the name of a game as files have it. Another spelling of a name may also be a file's name.
pub(super) fn is_exact(arg: &OsStr) -> bool {
    arg.to_str().is_some_and(|text| match own_game::called(text) {
        Some(game) => game.is_called(text),
        None => TypedName::read(text).is_as_typed(),
    })
}

/// The game that TABLE names, if its positions are found when it is solved.
pub(crate) fn found(arg: &OsStr) -> Option<AnyGame> {
    let is_file = !is_exact(arg) && Path::new(arg).exists();
    name(arg, "game").ok().filter(|game| game.mnk().is_none() && !is_file)
}

/// Whether the argument begins with the name of a family or of a game.
pub(crate) fn is_name(arg: &OsStr) -> bool {
    Family::of(TypedName::read(&arg.to_string_lossy()).name()).is_some()
}

/// Says which game is meant, if the name has no numbers and needs some.
pub(super) fn say_size(arg: &OsStr, game: &AnyGame) {
    let text = arg.to_string_lossy();
    if own_game::called(&text).is_none() && TypedName::read(&text).has_default_size() {
        interruption::tell(&format!("{} means {game}: its default size", Shown(text)));
    }
}

/// Whether the argument is rather a board or a list of columns. `3x3` is the size of one.
pub(super) fn looks_like_a_board(arg: &OsStr) -> bool {
    let text = arg.to_string_lossy();
    let is_number = |part: &str| part.len() < 3 && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_size = text.contains('x') && text.split('x').all(is_number);
    text.len() > 2 && !is_size && text.chars().all(|c| "XOxo._-/0123456789".contains(c))
}

/// The error for a board in the place of a game.
fn board(text: &str) -> Trouble {
    let columns = text.bytes().all(|byte| matches!(byte, b'1'..=b'9'));
    let game = if columns { "connect:4,4,4" } else { "tictactoe" };
    Trouble::new(format!(
        "`{text}` looks like a board: name the game before it, as in `{game} {text}`"
    ))
}

pub(super) fn looks_like_a_path(path: &Path) -> bool {
    path.components().count() > 1 || path.extension().is_some() || path.starts_with(".")
}

fn bad_name(name: &str, error: &ParseNameError) -> Trouble {
    let place = error.place();
    let before = &name[..place.start];
    match error.kind() {
        ParseNameErrorKind::UnknownOption { family } if family.options() == ["misere"] => {
            let hint = format!("{error}: did you mean `{before}+misere`?");
            Trouble::at(name, before, &name[place], hint)
        }
        ParseNameErrorKind::TooLarge { family, columns, rows, k, misere } => {
            let name = Shown(name).to_string();
            Trouble::new(TooLarge { name: &name, family, columns, rows, k, misere }.to_string())
        }
        _ => {
            let message = format!("`{}` is no game: {error}", Shown(name));
            Trouble::at(name, before, &name[place], message)
        }
    }
}

/// The error for a name that no game has.
fn unknown(name: &str, wanted: &str, near: Option<&str>) -> Trouble {
    let misere = misere(name);
    let hint = misere.as_deref().or(near).map_or_else(
        || {
            "`perfect-play games` lists those there are, such as `tictactoe`, `mnk:4,4,4` and \
             `connect:5,4,4`"
                .to_owned()
        },
        |near| format!("did you mean `{near}`?"),
    );
    Trouble::new(format!("there is no {wanted} `{}`: {hint}", Shown(name)))
}

/// The name of the game in which a line loses, if the word for it is at the wrong place: `misere-tictactoe`.
fn misere(name: &str) -> Option<String> {
    let lower = name.to_lowercase();
    let (before, after) = lower.split_once("misere")?;
    let game = [before, after].map(|part| part.trim_matches(['-', '_', ' ', '+'])).concat();
    let name = format!("{}+misere", TypedName::read(&game).name());
    TypedName::read(&name).game().is_ok().then_some(name)
}
