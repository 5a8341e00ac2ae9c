//! N on the command line: numbers of games, and seeds.

/// A number of games.
pub(crate) fn games(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) => Err("no games tell nothing: give 1 or more".to_owned()),
        Ok(games) => Ok(games),
        Err(_) => Err(format!("write the number of games in digits, up to {}", u64::MAX)),
    }
}

/// Where random numbers begin.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a seed is a whole number from 0 to {}", u64::MAX))
}
