//! What an argument that is not expected was meant to be.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use perfect_play_engine::TypedName;

/// Adds a tip to the error about an argument that is not expected: the numbers of a game after a space, or the name of a
/// file without `-o`.
pub(crate) fn with_tip(mut error: clap::Error, args: &[OsString]) -> clap::Error {
    if error.kind() == ErrorKind::UnknownArgument
        && let Some(ContextValue::String(found)) = error.get(ContextKind::InvalidArg)
        && let Some(tip) = tip(found, args)
    {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

fn tip(found: &str, args: &[OsString]) -> Option<String> {
    let before = args.iter().position(|arg| arg == found)?.checked_sub(1)?;
    let game = format!("{}:{found}", args[before].to_str()?);
    if TypedName::read(&game).game().is_ok() {
        return Some(format!("a game's name has no space before its numbers: `{game}`"));
    }
    let is_file = found.ends_with(".perfect") && args.get(1).is_some_and(|arg| arg == "solve");
    is_file.then(|| format!("to write the table to this file, use `-o {found}`"))
}
