//! Tells of a build script that took long, and how to make it faster.

use std::time::Duration;

/// From then on, the author waits.
const LONG: Duration = Duration::from_secs(10);

/// The message about a game that took this long.
pub(super) fn slow(game: &str, took: Duration) -> Option<String> {
    (took >= LONG).then(|| {
        format!(
            "{game} was checked and solved in {} s. Cargo does not optimise build scripts by itself: the lines \
             `[profile.dev.build-override]` and `opt-level = 3` in the Cargo.toml of the workspace, and the same for \
             `profile.release`, make them many times faster",
            took.as_secs()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_build_script_that_takes_long_is_told_of() {
        assert_eq!(slow("chomp", Duration::from_millis(9_999)), None);
        let told = slow("chomp", Duration::from_secs(34)).unwrap();
        assert!(told.starts_with("chomp was checked and solved in 34 s."), "{told}");
        assert!(!told.contains('\n'));
    }
}
