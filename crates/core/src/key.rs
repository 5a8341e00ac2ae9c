//! Positions as bytes of a fixed width.

use core::{fmt, hash::Hash};

use crate::{Board, Player};

/// A value that can be written as a fixed number of bytes and read again. Positions without codes are sorted,
/// looked up and stored by their keys.
///
/// Integers, `bool`, [`Player`], [`Board`], and tuples, arrays and `Option`s of keys are keys. Implement the trait for
/// your own type in terms of its parts:
///
/// ```
/// use perfect_play_core::{Key, Player};
///
/// #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
/// struct Piles {
///     stones: [u8; 3],
///     to_move: Player,
/// }
///
/// impl Key for Piles {
///     const BYTES: usize = <([u8; 3], Player)>::BYTES;
///
///     fn write(self, bytes: &mut [u8]) {
///         (self.stones, self.to_move).write(bytes);
///     }
///     fn read(bytes: &[u8]) -> Option<Self> {
///         let (stones, to_move) = Key::read(bytes)?;
///         Some(Self { stones, to_move })
///     }
/// }
///
/// let piles = Piles { stones: [3, 4, 5], to_move: Player::O };
/// let mut bytes = [0; Piles::BYTES];
/// piles.write(&mut bytes);
/// assert_eq!(bytes, [3, 4, 5, 1]);
/// assert_eq!(Piles::read(&bytes), Some(piles));
/// assert_eq!(Piles::read(&[3, 4, 5, 2]), None);
/// ```
///
/// The order of keys must be the order of their bytes. `read` must return `None` for bytes that `write` never
/// writes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a key: it is not known how it becomes bytes",
    label = "implement `Key` for it, or let positions be integers, tuples, arrays and `Option`s of them, or boards"
)]
pub trait Key: Copy + Ord + Hash + fmt::Debug + Send + Sync {
    /// The number of bytes of a key. At most [`MAX_KEY_BYTES`] for a position.
    const BYTES: usize;

    /// Writes the key. `bytes` has the length [`Key::BYTES`].
    fn write(self, bytes: &mut [u8]);

    /// Reads a key. `bytes` has the length [`Key::BYTES`]. `None` if no key writes these bytes.
    fn read(bytes: &[u8]) -> Option<Self>;
}

/// The largest number of bytes of a position's key.
pub const MAX_KEY_BYTES: usize = 64;

/// Writes the most significant byte first, so that the order of the bytes is the order of the numbers.
macro_rules! unsigned {
    ($($int:ty)*) => {$(
        impl Key for $int {
            const BYTES: usize = size_of::<Self>();

            #[inline]
            fn write(self, bytes: &mut [u8]) {
                if let Some(bytes) = bytes.first_chunk_mut() {
                    *bytes = self.to_be_bytes();
                }
            }
            #[inline]
            fn read(bytes: &[u8]) -> Option<Self> {
                bytes.try_into().ok().map(Self::from_be_bytes)
            }
        }
    )*};
}

/// Flips the sign bit, so that negative numbers come first.
macro_rules! signed {
    ($($int:ty)*) => {$(
        impl Key for $int {
            const BYTES: usize = size_of::<Self>();

            #[inline]
            fn write(self, bytes: &mut [u8]) {
                (self ^ Self::MIN).cast_unsigned().write(bytes);
            }
            #[inline]
            fn read(bytes: &[u8]) -> Option<Self> {
                bytes.try_into().ok().map(|bytes| Self::from_be_bytes(bytes) ^ Self::MIN)
            }
        }
    )*};
}

unsigned!(u8 u16 u32 u64 u128);
signed!(i8 i16 i32 i64 i128);

impl Key for () {
    const BYTES: usize = 0;

    fn write(self, _: &mut [u8]) {}
    fn read(bytes: &[u8]) -> Option<Self> {
        bytes.is_empty().then_some(())
    }
}

impl Key for bool {
    const BYTES: usize = 1;

    #[inline]
    fn write(self, bytes: &mut [u8]) {
        u8::from(self).write(bytes);
    }
    #[inline]
    fn read(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0] => Some(false),
            [1] => Some(true),
            _ => None,
        }
    }
}

impl Key for Player {
    const BYTES: usize = 1;

    #[inline]
    fn write(self, bytes: &mut [u8]) {
        (self == Self::O).write(bytes);
    }
    #[inline]
    fn read(bytes: &[u8]) -> Option<Self> {
        bool::read(bytes).map(|is_o| if is_o { Self::O } else { Self::X })
    }
}

/// A byte that says whether there is a key, and the key, or zeros. `None` comes first.
impl<K: Key> Key for Option<K> {
    const BYTES: usize = 1 + K::BYTES;

    #[inline]
    fn write(self, bytes: &mut [u8]) {
        let Some((first, rest)) = bytes.split_first_mut() else { return };
        *first = self.is_some().into();
        match self {
            Some(key) => key.write(rest),
            None => rest.fill(0),
        }
    }
    #[inline]
    fn read(bytes: &[u8]) -> Option<Self> {
        match bytes.split_first()? {
            (1, key) => K::read(key).map(Some),
            (0, zeros) if zeros.len() == K::BYTES && zeros.iter().all(|&byte| byte == 0) => {
                Some(None)
            }
            _ => None,
        }
    }
}

/// The code comes first, because boards are ordered by it. The bitboards of X and O follow.
impl Key for Board {
    const BYTES: usize = 24;

    fn write(self, bytes: &mut [u8]) {
        (self.code(), self.x(), self.o()).write(bytes);
    }
    fn read(bytes: &[u8]) -> Option<Self> {
        let (code, x, o): (u64, u64, u64) = Key::read(bytes)?;
        Self::from_bitboards(x, o).filter(|board| board.code() == code)
    }
}

impl<K: Key, const N: usize> Key for [K; N] {
    const BYTES: usize = N * K::BYTES;

    #[inline]
    fn write(self, bytes: &mut [u8]) {
        let mut rest = bytes;
        for part in self {
            let Some((first, behind)) = rest.split_at_mut_checked(K::BYTES) else { return };
            part.write(first);
            rest = behind;
        }
    }
    /// An empty array (`N` = 0) can be read only if its element type can be read from 0 bytes, as in `[(); 0]`. For
    /// other empty arrays the result is `None`, because this method always reads one element before it fills the array.
    #[inline]
    fn read(bytes: &[u8]) -> Option<Self> {
        let (first, _) = bytes.split_at_checked(K::BYTES)?;
        let (first, mut rest) = (K::read(first)?, bytes);
        let mut parts = [first; N];
        for part in &mut parts {
            let (bytes, behind) = rest.split_at_checked(K::BYTES)?;
            *part = K::read(bytes)?;
            rest = behind;
        }
        rest.is_empty().then_some(parts)
    }
}

/// Writes one part after the other.
macro_rules! tuple {
    ($($part:ident $name:ident),*) => {
        impl<$($part: Key),*> Key for ($($part,)*) {
            const BYTES: usize = 0 $(+ $part::BYTES)*;

            #[inline]
            fn write(self, bytes: &mut [u8]) {
                let ($($name,)*) = self;
                let rest = bytes;
                $(
                    let Some((first, rest)) = rest.split_at_mut_checked($part::BYTES) else { return };
                    $name.write(first);
                )*
                let _ = rest;
            }
            #[inline]
            fn read(bytes: &[u8]) -> Option<Self> {
                let rest = bytes;
                $(
                    let (first, rest) = rest.split_at_checked($part::BYTES)?;
                    let $name = $part::read(first)?;
                )*
                rest.is_empty().then_some(($($name,)*))
            }
        }
    };
}

tuple!(A a);
tuple!(A a, B b);
tuple!(A a, B b, C c);
tuple!(A a, B b, C c, D d);
tuple!(A a, B b, C c, D d, E e);
tuple!(A a, B b, C c, D d, E e, F f);

#[cfg(test)]
mod tests {
    use std::{vec, vec::Vec};

    use proptest::prelude::*;

    use super::*;

    fn bytes_of<K: Key>(key: K) -> Vec<u8> {
        let mut bytes = vec![0xAA; K::BYTES];
        key.write(&mut bytes);
        bytes
    }

    fn keeps_order_and_comes_back<K: Key>(one: K, other: K) {
        let bytes = [one, other].map(bytes_of);
        assert_eq!(bytes[0].cmp(&bytes[1]), one.cmp(&other));
        assert_eq!([K::read(&bytes[0]), K::read(&bytes[1])], [Some(one), Some(other)]);
        assert_eq!(K::read(&[bytes[0].as_slice(), &[0]].concat()), None);
        assert!(bytes[0].is_empty() || K::read(&bytes[0][1..]).is_none());
    }

    proptest! {
        #[test]
        fn keys_are_ordered_as_their_bytes_and_come_back(
            one: (i8, u16, [(bool, i32); 2], u64, i128),
            other: (i8, u16, [(bool, i32); 2], u64, i128),
            boards: [(u64, u64); 2],
            options: [[Option<(bool, i8)>; 2]; 2],
        ) {
            keeps_order_and_comes_back(one, other);
            keeps_order_and_comes_back(options[0], options[1]);
            keeps_order_and_comes_back((one.0,), (other.0,));
            keeps_order_and_comes_back((one.0, one.1), (one.0, other.1));
            let board = |(x, o): (u64, u64)| Board::from_bitboards(x & !o & !(1 << 63), o & !x & !(1 << 63));
            if let [Some(one), Some(other)] = boards.map(board) {
                keeps_order_and_comes_back(one, other);
            }
        }
    }

    #[test]
    fn what_nothing_writes_is_not_read() {
        assert_eq!([bool::read(&[2]), bool::read(&[])], [None; 2]);
        assert_eq!(Player::read(&[2]), None);
        assert_eq!(<[u8; 2]>::read(&[1]), None);
        assert_eq!(<()>::read(&[0]), None);
        assert_eq!([[2, 0], [0, 1], [1, 2]].map(|bytes| Option::<bool>::read(&bytes)), [None; 3]);
        // A code that is not the board's.
        let mut bytes = bytes_of(Board::EMPTY);
        bytes[7] = 1;
        assert_eq!(Board::read(&bytes), None);
    }
}
