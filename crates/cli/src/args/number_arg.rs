//! Numbers on the command line: of games, of plies, of threads, and seeds.

use std::{fmt::Display, num::NonZeroUsize, ops::RangeInclusive, str::FromStr};

/// The most threads. More threads than cores only slow one another down.
const MAX_THREADS: usize = 1024;

/// A whole number in a range. The error has an example.
pub(crate) fn within<T: FromStr + PartialOrd + Display + Clone>(
    range: RangeInclusive<T>,
    example: T,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
            format!("give a number from {} to {}, as in `{example}`", range.start(), range.end())
        })
    }
}

/// A number of games.
pub(crate) fn games(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) => Err("the number of games is 0: give 1 or more".to_owned()),
        Ok(games) => Ok(games),
        Err(_) => Err(format!("write the number of games in digits, up to {}", u64::MAX)),
    }
}

/// The plies that a cut table stores.
pub(crate) fn plies(text: &str) -> Result<u16, String> {
    let plies = text.parse().ok().filter(|&plies| plies > 0);
    plies.ok_or_else(|| {
        format!("a cut table stores the first plies: give a number from 1 to {}", u16::MAX)
    })
}

/// The seed of the random numbers.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a seed is a whole number from 0 to {}", u64::MAX))
}

/// A number of threads.
pub(crate) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().ok().filter(|threads: &NonZeroUsize| threads.get() <= MAX_THREADS).ok_or_else(
        || {
            format!(
                "give a number of threads from 1 to {MAX_THREADS}, or leave it out for one a core"
            )
        },
    )
}
