//! The name of the program's own game, which may be left out on the command line.

use std::{
    ffi::{OsStr, OsString},
    path::Path,
};

use clap::Command;
use perfect_play_games::Family;

use crate::args::{game_arg, own_game};

/// The command line with the name of the program's own game where GAME or TABLE is needed and left out: where the first
/// argument names neither a game nor a file.
pub(crate) fn with_game(program: Command, mut args: Vec<OsString>) -> Vec<OsString> {
    // The arguments as far as they are right.
    let program = program.ignore_errors(true);
    let Ok(given) = program.clone().try_get_matches_from(&args) else { return args };
    let (mut command, mut given, mut place) = (&program, &given, 0);
    while let Some((name, below)) = given.subcommand() {
        let is_it =
            |arg: &OsString| command.find_subcommand(arg).is_some_and(|it| it.get_name() == name);
        let (Some(at), Some(it)) =
            (args.iter().skip(place + 1).position(is_it), command.find_subcommand(name))
        else {
            return args;
        };
        (command, given, place) = (it, below, place + 1 + at);
    }
    let Some(first) = command.get_positionals().next().filter(|first| first.is_required_set())
    else {
        return args;
    };
    let id = first.get_id().as_str();
    let named = given.try_get_raw(id).ok().flatten().and_then(|mut named| named.next());
    if ["game", "table"].contains(&id) && !named.is_some_and(names_a_table) {
        args.insert(place + 1, own_game::default_name().into());
    }
    args
}

/// Whether an argument is meant as a game or as a file.
fn names_a_table(arg: &OsStr) -> bool {
    let path = Path::new(arg);
    game_arg::name(arg, "game").is_ok()
        || Family::of(&arg.to_string_lossy()).is_some()
        || path.exists()
        || path.extension().is_some_and(|extension| extension == "perfect")
}
