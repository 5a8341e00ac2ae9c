//! Games whose score is the margin: the player's points minus the opponent's.

use perfect_play_core::Outcome;

/// The points by which a player is ahead, from the player's points and the opponent's.
///
/// The games have at most 127 points in total.
pub(crate) fn margin([own, other]: [u8; 2]) -> i16 {
    i16::from(own) - i16::from(other)
}

/// The outcome for a player with this margin.
pub(crate) const fn outcome(margin: i16) -> Outcome {
    match margin {
        ..0 => Outcome::Loss,
        0 => Outcome::Draw,
        1.. => Outcome::Win,
    }
}
