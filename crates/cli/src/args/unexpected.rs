//! What was meant by a command line that is wrong: tips below the errors of clap.

use std::{ffi::OsString, path::Path};

use clap::{
    Command,
    builder::StyledStr,
    error::{ContextKind, ContextValue, ErrorKind},
};
use perfect_play_engine::TypedName;

use crate::{
    args::{level_arg, own_game},
    terminal::{interruption::quoted, output::promised, program},
};

/// Words that people type in place of a command, and the command.
const COMMANDS: [(&[&str], &str); 21] = [
    (&["rules", "list", "ls", "game"], "games"),
    (&["quiz", "train", "learn"], "export html --open"),
    (&["html", "page"], "export html"),
    (&["map", "poster"], "export map"),
    (&["tree"], "export tree"),
    (&["anki", "cards", "flashcards"], "export anki"),
    (&["c"], "export c"),
    (&["python", "py"], "export python"),
    (&["js", "javascript"], "export js"),
    (&["json"], "export json"),
    (&["level", "levels", "tournament", "match"], "arena"),
    (&["count", "statistics"], "stats"),
    (&["hint", "best", "bestmove", "move", "eval", "evaluate", "scores"], "probe"),
    (&["analyse", "analyze", "lookup"], "probe"),
    (&["minimax", "draw"], "trace"),
    (&["server", "http", "web"], "serve"),
    (&["check", "prove", "proof"], "verify"),
    (&["compare"], "diff"),
    (&["estimate", "size"], "plan"),
    (&["csv", "parquet", "positions"], "dump"),
    (&["watch", "start"], "play"),
];

/// Words that people type in place of an option, and the option.
const OPTIONS: [(&str, &str); 9] = [
    ("--sample", "games"),
    ("--games", "sample"),
    ("--limit", "sample"),
    ("--depth", "max-depth"),
    ("--depth", "plies"),
    ("--difficulty", "level"),
    ("--strength", "level"),
    ("--alpha-beta", "algorithm"),
    ("--pruning", "algorithm"),
];

/// Returns an error if a word is taken for a board that is rather an option: it begins with `-`, and no board is written so.
pub(crate) fn check_options(command: &Command, args: &[OsString]) -> Result<(), clap::Error> {
    fn without_boards(command: Command) -> Command {
        let strict = |arg: clap::Arg| {
            let takes_hyphens = arg.is_allow_hyphen_values_set() && !arg.is_positional();
            arg.allow_hyphen_values(takes_hyphens)
        };
        command.mut_args(strict).mut_subcommands(without_boards)
    }
    let is_option =
        |arg: &&OsString| arg.to_str().is_some_and(|arg| arg.starts_with('-') && !is_board(arg));
    // Most command lines have no option, and are read once.
    if !args.iter().any(|arg| is_option(&arg)) {
        return Ok(());
    }
    let args = args.iter().map(|arg| match arg.to_str() {
        Some(board) if is_board(board) => ".".into(),
        _ => arg.clone(),
    });
    match without_boards(command.clone()).try_get_matches_from(args) {
        Err(error) if unknown(&error).is_some_and(|found| found.starts_with('-')) => Err(error),
        _ => Ok(()),
    }
}

/// Whether a word that begins with `-` is rather a board or a position: `-X-------` and `-||-..- 1:0 X` are, and `--jsn` is not.
fn is_board(arg: &str) -> bool {
    let name = arg.trim_start_matches('-').split('=').next().unwrap_or_default();
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        && !name.chars().all(|c| "-xo".contains(c));
    arg.len() > 2 && arg.starts_with('-') && !is_name
}

/// The argument that is not expected.
fn unknown(error: &clap::Error) -> Option<&str> {
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(found)) if error.kind() == ErrorKind::UnknownArgument => {
            Some(found)
        }
        _ => None,
    }
}

/// Adds a tip to an error of the command line, in place of tips that mislead.
pub(crate) fn with_tip(
    mut error: clap::Error,
    command: &Command,
    args: &[OsString],
) -> clap::Error {
    let args: Vec<_> = args.iter().map(|arg| arg.to_string_lossy().into_owned()).collect();
    let tip =
        match (error.kind(), error.get(ContextKind::InvalidSubcommand)) {
            (ErrorKind::UnknownArgument, _) => unknown(&error)
                .and_then(|found| unexpected(found, subcommand(command, &args), &args)),
            (ErrorKind::InvalidSubcommand, Some(ContextValue::String(found))) => {
                let at = args.iter().position(|arg| arg == found).unwrap_or(args.len());
                let (before, after) = args.split_at(at);
                instead(found, subcommand(command, before), after.get(1..).unwrap_or_default())
            }
            (ErrorKind::MissingRequiredArgument, _) => example(subcommand(command, &args))
                .map(|example| format!("for example: `{example}`")),
            _ => None,
        };
    if let Some(tip) = tip {
        error.remove(ContextKind::SuggestedSubcommand);
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    } else if let Some(ContextValue::StyledStrs(tips)) = error.remove(ContextKind::Suggested) {
        // Nobody means an unknown option or command as a value.
        let is_of_use = |tip: &StyledStr| !tip.to_string().starts_with("to pass ");
        let tips: Vec<_> = tips.into_iter().filter(is_of_use).collect();
        if !tips.is_empty() {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        }
    }
    error
}

/// The command that the arguments name, as far as they name one.
fn subcommand<'a>(command: &'a Command, args: &[impl AsRef<str>]) -> &'a Command {
    let args = args.iter().skip(1);
    args.fold(command, |command, arg| command.find_subcommand(arg.as_ref()).unwrap_or(command))
}

/// What an argument too many was meant to be: an option, the numbers of a game after a space, a level, the name of a file
/// without `-o`, or a part of the board.
fn unexpected(found: &str, command: &Command, args: &[String]) -> Option<String> {
    let has = |option: &str| command.get_arguments().any(|arg| arg.get_long() == Some(option));
    if let Some((_, option)) = OPTIONS.iter().find(|(word, option)| *word == found && has(option)) {
        return Some(format!("here this option is called `--{option}`"));
    }
    let before = args.iter().position(|arg| arg == found)?.checked_sub(1)?;
    let game = format!("{}:{found}", args[before]);
    if TypedName::read(&game).game().is_ok() {
        return Some(format!("a game's name has no space before its numbers: `{game}`"));
    }
    if has("level") && level_arg::level(found).is_ok() {
        return Some(format!("to choose a level, use `--level {found}`"));
    }
    if has("output") && promised(Path::new(found)).is_some() {
        return Some(format!("to write to this file, use `-o {found}`"));
    }
    let takes_board = command.get_positionals().any(|arg| arg.get_id() == "board");
    (takes_board && !found.starts_with('-'))
        .then(|| "a board is one argument: leave out its spaces, or put it in quotes".to_owned())
}

/// The command that was meant by a word that names no command. `after` are the arguments after the word.
fn instead(found: &str, command: &Command, after: &[String]) -> Option<String> {
    let is_game = TypedName::read(found).game().is_ok();
    if command.get_name() == "export" {
        let kind = after.iter().find(|arg| command.find_subcommand(arg).is_some());
        let (kind, found) = (kind.map_or("html", |kind| kind), quoted(found));
        return is_game.then(|| format!("the format comes first: `export {kind} {found}`"));
    }
    let is_it = |(words, _): &&(&[&str], _)| words.contains(&&*found.to_lowercase());
    let meant = match COMMANDS.iter().find(is_it) {
        Some((_, command)) => command,
        None if is_game => "play",
        None => return None,
    };
    let mut words: Vec<_> = [program::name()].into_iter().chain(meant.split(' ')).collect();
    let meant = subcommand(command, &words);
    let game = is_game.then_some(found);
    words.extend(game.into_iter().chain(after.iter().map(String::as_str)));
    if after.is_empty() && meant.get_positionals().any(clap::Arg::is_required_set) {
        words.push(own_game::default_name());
    }
    let words: Vec<_> = words.into_iter().map(quoted).collect();
    Some(format!("did you mean `{}`?", words.join(" ")))
}

/// The first example in the help of a command.
fn example(command: &Command) -> Option<String> {
    let notes = command.get_after_help()?.to_string();
    let begin = format!("{} ", program::name());
    let line = notes.lines().map(str::trim).find(|line| line.starts_with(&begin))?;
    Some(line.split("  ").next().unwrap_or(line).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_told_from_an_option() {
        for board in ["---------", "-X-------", "--xo-----", "-||-..- 1:0 X", "--/-X-", "-5XO"] {
            assert!(is_board(board), "{board}");
        }
        for option in ["--jsn", "-o", "--", "-", "--max-depht=3", "--xs", "-json", "X--------"] {
            assert!(!is_board(option), "{option}");
        }
    }
}
