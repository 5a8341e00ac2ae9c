//! Games that pay the margin.

use perfect_play_core::Outcome;

/// By how many points a player is ahead, from the player's own and the opponent's.
pub(crate) fn margin([own, other]: [u8; 2]) -> i8 {
    // No game has more than 127 points to share.
    let margin = (i16::from(own) - i16::from(other)).clamp(-127, 127);
    margin.try_into().unwrap_or_default()
}

/// How a game ends for a player who is ahead by so many points.
pub(crate) const fn outcome(margin: i8) -> Outcome {
    match margin {
        ..0 => Outcome::Loss,
        0 => Outcome::Draw,
        1.. => Outcome::Win,
    }
}
