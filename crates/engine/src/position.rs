//! Positions of any game, as bytes.

use std::fmt;

use perfect_play_core::{Board, Key, MAX_KEY_BYTES};

/// A position of any game: the bytes of its key ([`Key`]), and zeros behind them.
///
/// Positions are ordered as their keys are. What they mean depends on the game: ask it
/// ([`Game::notation`](perfect_play_core::Game::notation)).
///
/// ```
/// use perfect_play_engine::AnyPosition;
///
/// let position = AnyPosition::of((7_u8, true));
/// assert_eq!(position.read(), Some((7_u8, true)));
/// assert_eq!(position.read::<u8>(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes<const N: usize>([u8; N]);

/// A position of any game.
pub type AnyPosition = Bytes<MAX_KEY_BYTES>;

impl<const N: usize> Bytes<N> {
    /// The bytes of a position.
    ///
    /// # Panics
    ///
    /// If the key has more than `N` bytes. A key of more than [`MAX_KEY_BYTES`] does not compile.
    #[inline]
    #[must_use]
    pub fn of<P: Key>(position: P) -> Self {
        // Not `N`: the solver of a game with wide keys is compiled with fewer bytes, too, although it is not called.
        const { assert!(P::BYTES <= MAX_KEY_BYTES, "the key of a position is too wide") };
        let mut bytes = [0; N];
        position.write(&mut bytes[..P::BYTES]);
        Self(bytes)
    }

    /// The position with these bytes. `None` if these are not the bytes of such a position.
    #[inline]
    #[must_use]
    pub fn read<P: Key>(&self) -> Option<P> {
        let rest = self.0.get(P::BYTES..)?;
        // Without a branch for each byte, this takes a few instructions.
        let are_zeros = rest.iter().fold(0, |bits, byte| bits | byte) == 0;
        self.read_first().filter(|_| are_zeros)
    }

    /// [`Bytes::read`] without a look at the bytes behind the key. Use it where the position was checked before, because
    /// many positions are read while a game is played or a table is proven.
    #[inline]
    pub(crate) fn read_first<P: Key>(&self) -> Option<P> {
        P::read(self.0.get(..P::BYTES)?)
    }

    /// Writes the first bytes.
    pub(crate) fn write_first(&self, bytes: &mut [u8]) {
        bytes.iter_mut().zip(self.0).for_each(|(byte, of)| *byte = of);
    }

    /// The board, if the position is one.
    #[must_use]
    pub fn board(&self) -> Option<Board> {
        self.read()
    }
}

/// The bytes are the key.
impl<const N: usize> Key for Bytes<N> {
    const BYTES: usize = N;

    #[inline]
    fn write(self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&self.0);
    }
    #[inline]
    fn read(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }
}

impl From<Board> for AnyPosition {
    fn from(board: Board) -> Self {
        Self::of(board)
    }
}

/// Prints the bytes up to the last that is not zero.
impl<const N: usize> fmt::Debug for Bytes<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = self.0.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        f.write_str("Position(")?;
        self.0[..end].iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}
