use super::Code;
use crate::{NO_CODES, NotAPosition};

/// Numbers `N` cells that each hold a digit in some base. The first cell is the lowest digit.
///
/// ```
/// use perfect_play_core::code::{Code, Digits};
///
/// let cells = Digits::<4>::new(3);
/// assert_eq!((cells.codes(), cells.encode([2, 1, 0, 0])), (81, 5));
/// assert_eq!(cells.decode(5), Ok([2, 1, 0, 0]));
/// // No cell holds a 3.
/// assert_eq!(cells.encode([3, 0, 0, 0]), 81);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Digits<const N: usize> {
    base: u8,
}

impl<const N: usize> Digits<N> {
    /// Numbers `N` cells that each hold a digit below `base`.
    #[must_use]
    pub const fn new(base: u8) -> Self {
        Self { base }
    }
}

impl<const N: usize> Code for Digits<N> {
    type Value = [u8; N];

    #[inline]
    fn codes(&self) -> u64 {
        [self.base; N].iter().fold(1, |codes: u64, &base| codes.saturating_mul(base.into()))
    }

    #[inline]
    fn encode(&self, cells: [u8; N]) -> u64 {
        let codes = self.codes();
        if codes == NO_CODES || cells.iter().any(|&cell| cell >= self.base) {
            return codes;
        }
        let base = u64::from(self.base);
        // The result is below `codes`, so nothing wraps.
        cells
            .iter()
            .rev()
            .fold(0, |code: u64, &cell| code.wrapping_mul(base).wrapping_add(cell.into()))
    }

    #[inline]
    fn decode(&self, code: u64) -> Result<[u8; N], NotAPosition> {
        let codes = self.codes();
        if code >= codes {
            return Err(NotAPosition::CodeTooLarge { code, codes });
        }
        let mut rest = code;
        Ok([(); N].map(|()| {
            // `code` is below `codes`, so the base is not 0.
            let base = u64::from(self.base).max(1);
            let digit = rest % base;
            rest /= base;
            u8::try_from(digit).unwrap_or(u8::MAX)
        }))
    }
}
