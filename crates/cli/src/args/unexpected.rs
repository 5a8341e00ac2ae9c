//! What was meant by a command line that is wrong: tips below the errors of clap.

use std::{ffi::OsString, path::Path};

use clap::{
    Command,
    builder::StyledStr,
    error::{ContextKind, ContextValue, ErrorKind},
};
use perfect_play_engine::{OpenRulesError, TypedName, nearest};

use crate::{
    args::{level_arg, own_game},
    terminal::{interruption::quoted, output::promised, program},
};

/// Words that people type in place of a command, and the command.
const COMMANDS: [(&[&str], &str); 22] = [
    (&["rules", "list", "ls", "game"], "games"),
    (&["quiz", "train", "learn"], "export html --open"),
    (&["html", "page"], "export html"),
    (&["map", "poster", "svg", "pdf", "png", "picture"], "export map"),
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
    (&["version"], "--version"),
];

/// Words that people type in place of an option, and the option.
const OPTIONS: [(&str, &str); 12] = [
    ("--sample", "games"),
    ("--games", "sample"),
    ("--limit", "sample"),
    ("--depth", "max-depth"),
    ("--depth", "plies"),
    ("--difficulty", "level"),
    ("--strength", "level"),
    ("--alpha-beta", "algorithm"),
    ("--pruning", "algorithm"),
    ("--csv", "json"),
    ("--seed", "sample"),
    ("-l", "level"),
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
    let tip = match (error.kind(), error.get(ContextKind::InvalidSubcommand)) {
        (ErrorKind::UnknownArgument, _) => {
            unknown(&error).and_then(|found| unexpected(found, subcommand(command, &args), &args))
        }
        (ErrorKind::InvalidSubcommand, Some(ContextValue::String(found))) => {
            let at = args.iter().position(|arg| arg == found).unwrap_or(args.len());
            let (before, after) = args.split_at(at);
            let (asked, after) = (subcommand(command, before), after.get(1..).unwrap_or_default());
            let suggested: Vec<_> = match error.get(ContextKind::SuggestedSubcommand) {
                Some(ContextValue::String(one)) => vec![&**one],
                Some(ContextValue::Strings(several)) => several.iter().map(|one| &**one).collect(),
                _ => Vec::new(),
            };
            // clap's are sometimes far: `longest` for `conect4`.
            let has_tip = nearest(found, &suggested).is_some();
            let helps = before.last().is_some_and(|word| word == "help");
            instead(found, asked, (helps, after))
                .or_else(|| if has_tip { None } else { near_game(found, after) })
        }
        (ErrorKind::MissingRequiredArgument, _) => {
            example(subcommand(command, &args)).map(|example| format!("for example: `{example}`"))
        }
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
    if found == "-v" {
        return Some(format!("`{} --version` prints the version", program::name()));
    }
    if command.get_name() == "arena" && ["--level", "-l"].contains(&found) {
        return Some(
            "levels need no option: that of X, then that of O, as in `arena easy hard`".to_owned(),
        );
    }
    let at = args.iter().position(|arg| arg == found)?;
    if let Some(game) = one_name(args.get(at.checked_sub(1)?)?, &args[at..]) {
        return Some(format!("a game's name has no spaces: `{game}`"));
    }
    if has("level") && level_arg::level(found).is_ok() {
        return Some(format!("to choose a level, use `--level {found}`"));
    }
    if has("output") && promised(Path::new(found)).is_some() {
        return Some(format!("to write to this file, use `-o {found}`"));
    }
    let takes = |arg: &&clap::Arg| {
        arg.get_long().is_some()
            && arg.get_possible_values().iter().any(|value| value.matches(found, true))
    };
    if let Some(option) = command.get_arguments().find(takes).and_then(clap::Arg::get_long) {
        return Some(format!("to choose it, use `--{option} {found}`"));
    }
    let takes_board = command.get_positionals().any(|arg| arg.get_id() == "board");
    (takes_board && !found.starts_with('-')).then(|| {
        "a board, or the moves from the start, is one argument: put it in quotes".to_owned()
    })
}

/// The name of the game that was typed as several words: `connect four`, `nim 3 5 7`.
fn one_name(first: &str, others: &[String]) -> Option<String> {
    let words = others.iter().take_while(|word| !word.starts_with('-')).count();
    (1..=words).rev().find_map(|count| {
        let others = &others[..count];
        let spaced = format!("{first} {}", others.join(" "));
        [spaced, format!("{first}:{}", others.join(","))].iter().find_map(|name| {
            let name = TypedName::read(name);
            name.game().is_ok().then(|| name.name().to_owned())
        })
    })
}

/// The game that was meant by a word that names no command and no game. `after` are the arguments after the word.
fn near_game(found: &str, after: &[String]) -> Option<String> {
    let Err(OpenRulesError::Unknown { near: Some(near), .. }) = TypedName::read(found).game()
    else {
        return None;
    };
    let words = [program::name(), "play", &*near].into_iter();
    let words: Vec<_> = words.chain(after.iter().map(String::as_str)).map(quoted).collect();
    Some(format!("did you mean `{}`?", words.join(" ")))
}

/// The command that was meant by a word that names no command. `after` are the arguments after the word, which may follow
/// `help`.
fn instead(found: &str, command: &Command, (helps, after): (bool, &[String])) -> Option<String> {
    let is_game = TypedName::read(found).game().is_ok();
    let is_it = |(words, _): &&(&[&str], _)| words.contains(&&*found.to_lowercase());
    let meant = COMMANDS.iter().find(is_it).map(|&(_, command)| command);
    if command.get_name() == "export" {
        if let Some(kind) = meant.filter(|meant| meant.starts_with("export ")) {
            let words = [program::name()].into_iter().chain(kind.split(' '));
            let words: Vec<_> = words.chain(after.iter().map(String::as_str)).map(quoted).collect();
            return Some(format!("did you mean `{}`?", words.join(" ")));
        }
        let kind = after.iter().find(|arg| command.find_subcommand(arg).is_some());
        let (kind, found) = (kind.map_or("html", |kind| kind), quoted(found));
        return is_game.then(|| format!("the format comes first: `export {kind} {found}`"));
    }
    let meant = match meant {
        Some(meant) if helps => {
            let words: Vec<_> =
                meant.split(' ').take_while(|word| !word.starts_with('-')).collect();
            let words = Some(words.join(" ")).filter(|words| !words.is_empty())?;
            return Some(format!("did you mean `{} help {words}`?", program::name()));
        }
        Some(command) => command,
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
