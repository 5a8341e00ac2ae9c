//! The name of the program, in help and messages. A program with a game of its own has its own name.

use std::{borrow::Cow, env, fmt, path::Path, sync::OnceLock};

use clap::Command;
use perfect_play_games::Family;

const PERFECT_PLAY: &str = "perfect-play";

static NAME: OnceLock<String> = OnceLock::new();

/// Calls the program by the name of its file from now on.
pub(crate) fn call_by_file() {
    let file = env::args_os().next();
    let name = file.as_deref().and_then(|file| Path::new(file).file_stem()?.to_str());
    if let Some(name) = name {
        let _ = NAME.set(name.to_owned());
    }
}

/// The program's name.
pub(crate) fn name() -> &'static str {
    NAME.get().map_or(PERFECT_PLAY, String::as_str)
}

/// A text in which commands begin with the program's name.
pub(crate) fn named(text: &str) -> Cow<'_, str> {
    let Some(name) = NAME.get() else { return text.into() };
    let mut text = Cow::from(text);
    for before in ["`", "\n  ", "$("] {
        let (from, to) = (format!("{before}{PERFECT_PLAY} "), format!("{before}{name} "));
        text = text.replace(&from, &to).into();
    }
    text
}

/// A command about a game, as a message advises it. `None` for a game in a file: the game's name does not have the file's
/// folder, so the command might not find it.
pub(crate) fn command(command: &str, game: &impl fmt::Display, more: &str) -> Option<String> {
    let name = game.to_string();
    let is_in_file = Family::of(&name) == Some(Family::Graph);
    (!is_in_file).then(|| format!("`{PERFECT_PLAY} {command} {name}{more}`"))
}

/// The command that makes the page of a game ([`command`]).
pub(crate) fn page(game: &impl fmt::Display) -> Option<String> {
    command("export html", game, " -o page.html")
}

/// The help in which commands begin with the program's name.
pub(crate) fn in_help(command: Command) -> Command {
    let notes = command.get_after_help().map(|notes| named(&notes.ansi().to_string()).into_owned());
    let command = match notes {
        Some(notes) => command.after_help(notes),
        None => command,
    };
    command.mut_subcommands(in_help)
}
