use super::Code;
use crate::{NotAPosition, Player};

/// Numbers the side to move: X is 0, O is 1.
///
/// ```
/// use perfect_play_core::{
///     Player,
///     code::{Code, ToMove},
/// };
///
/// assert_eq!((ToMove.encode(Player::O), ToMove.decode(0)), (1, Ok(Player::X)));
/// assert!(ToMove.decode(2).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ToMove;

impl Code for ToMove {
    type Value = Player;

    #[inline]
    fn codes(&self) -> u64 {
        2
    }

    #[inline]
    fn encode(&self, player: Player) -> u64 {
        u64::from(player == Player::O)
    }

    #[inline]
    fn decode(&self, code: u64) -> Result<Player, NotAPosition> {
        match code {
            0 => Ok(Player::X),
            1 => Ok(Player::O),
            _ => Err(NotAPosition::CodeTooLarge { code, codes: self.codes() }),
        }
    }
}
