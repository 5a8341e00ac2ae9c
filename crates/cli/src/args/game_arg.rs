//! GAME on the command line: the game or family that it names, and what was meant if it names none.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use perfect_play_core::Shown;
use perfect_play_engine::{AnyGame, OpenRulesError};
use perfect_play_games::{Family, ParseNameError, ParseNameErrorKind};

use crate::{
    args::{nearest_word::nearest, own_game},
    tables::solvable::TooLarge,
    terminal::exit::Trouble,
};

/// The file with the game's rules, if the argument names a game by its file.
pub(crate) fn rules_file(arg: &OsStr) -> Option<PathBuf> {
    arg.to_str()?.strip_prefix("graph:").map(PathBuf::from)
}

/// The game that GAME names.
pub(crate) fn game(arg: &OsStr) -> Result<AnyGame, Trouble> {
    name(arg, "game").map_err(|trouble| {
        if looks_like_a_path(Path::new(arg)) && rules_file(arg).is_none() {
            Trouble::new(format!("{trouble}\na game's name is expected here, not a file"))
        } else {
            trouble
        }
    })
}

/// The family of the game that GAME names. The name may also be the family's, without numbers. Numbers and options are
/// not checked.
pub(crate) fn family(arg: &OsStr) -> Result<Family, Trouble> {
    let name = arg.to_string_lossy();
    if let Some(game) = own_game::called(&name) {
        return Err(Trouble::new(format!(
            "{game} is the game of this program, and its rules are a part of the program: `perfect-play play` plays it"
        )));
    }
    Family::of(&name).ok_or_else(|| unknown(&name, "game"))
}

/// The game with this name. If there is none, the error says what was `wanted`.
pub(super) fn name(arg: &OsStr, wanted: &str) -> Result<AnyGame, Trouble> {
    let name = arg.to_string_lossy();
    if let Some(game) = own_game::called(&name) {
        return Ok(game.clone());
    }
    if arg.to_str().is_none() && Family::of(&name) == Some(Family::Graph) {
        return Err(Trouble::new(format!(
            "the path in `{}` is not UTF-8: rename the file or its folder (the file's name becomes the game's name)",
            Shown(name)
        )));
    }
    AnyGame::open(&name).map_err(|error| match error {
        OpenRulesError::Name(error) => bad_name(&name, &error, wanted),
        error => error.into(),
    })
}

pub(super) fn looks_like_a_path(path: &Path) -> bool {
    path.components().count() > 1 || path.extension().is_some() || path.starts_with(".")
}

fn bad_name(name: &str, error: &ParseNameError, wanted: &str) -> Trouble {
    let place = error.place();
    let before = &name[..place.start];
    match error.kind() {
        ParseNameErrorKind::UnknownGame => unknown(name, wanted),
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
fn unknown(name: &str, wanted: &str) -> Trouble {
    Trouble::new(format!("there is no {wanted} `{}`: {}", Shown(name), near(name)))
}

/// A suggestion for an unknown name.
fn near(name: &str) -> String {
    let end = name.find([':', '+']).unwrap_or(name.len());
    let (base, rest) = name.split_at(end);
    let base = base.to_lowercase();
    let family = |name: &str| Family::ALL.into_iter().find(|family| family.name() == name);
    let known = ["tictactoe", "connect4"].into_iter().chain(Family::ALL.map(Family::name));
    match nearest(&base, &known.collect::<Vec<_>>()) {
        Some(known) if format!("{known}{rest}").parse::<AnyGame>().is_ok() => {
            format!("did you mean `{known}{rest}`?")
        }
        Some(known) => match family(known) {
            Some(family) => format!("did you mean `{family}`?"),
            None => format!("did you mean `{known}`?"),
        },
        None => "`perfect-play games` lists those there are, such as `tictactoe`, `mnk:M,N,K` and \
                 `connect:W,H,K`"
            .to_owned(),
    }
}
