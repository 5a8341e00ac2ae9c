//! Games whose score is the margin: the player's points minus the opponent's.

use perfect_play_core::Outcome;

/// The points by which a player is ahead, from the player's points and the opponent's.
pub(crate) fn margin([own, other]: [u8; 2]) -> i8 {
    // The games have at most 127 points in total.
    let margin = (i16::from(own) - i16::from(other)).clamp(-127, 127);
    margin.try_into().unwrap_or_default()
}

/// The outcome for a player with this margin.
pub(crate) const fn outcome(margin: i8) -> Outcome {
    match margin {
        ..0 => Outcome::Loss,
        0 => Outcome::Draw,
        1.. => Outcome::Win,
    }
}
