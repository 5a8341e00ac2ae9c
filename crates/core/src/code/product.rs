use super::Code;
use crate::{NO_CODES, NotAPosition};

/// Numbers pairs. The second value is the lowest digit.
impl<A: Code, B: Code> Code for (A, B) {
    type Value = (A::Value, B::Value);

    #[inline]
    fn codes(&self) -> u64 {
        self.0.codes().saturating_mul(self.1.codes())
    }

    #[inline]
    fn encode(&self, (first, second): Self::Value) -> u64 {
        let (codes, (firsts, seconds)) = (self.codes(), (self.0.codes(), self.1.codes()));
        let (first, second) = (self.0.encode(first), self.1.encode(second));
        if codes == NO_CODES || first >= firsts || second >= seconds {
            return codes;
        }
        // The result is below `codes`, so nothing wraps.
        first.wrapping_mul(seconds).wrapping_add(second)
    }

    #[inline]
    fn decode(&self, code: u64) -> Result<Self::Value, NotAPosition> {
        let (codes, seconds) = (self.codes(), self.1.codes());
        match (code.checked_div(seconds), code.checked_rem(seconds)) {
            (Some(first), Some(second)) if code < codes => {
                Ok((self.0.decode(first)?, self.1.decode(second)?))
            }
            _ => Err(NotAPosition::CodeTooLarge { code, codes }),
        }
    }
}

/// Numbers triples. A triple is numbered as a pair. Its first two values are the first part of the pair, and its third
/// value is the second part.
impl<A: Code + Copy, B: Code + Copy, C: Code + Copy> Code for (A, B, C) {
    type Value = (A::Value, B::Value, C::Value);

    #[inline]
    fn codes(&self) -> u64 {
        ((self.0, self.1), self.2).codes()
    }

    #[inline]
    fn encode(&self, (a, b, c): Self::Value) -> u64 {
        ((self.0, self.1), self.2).encode(((a, b), c))
    }

    #[inline]
    fn decode(&self, code: u64) -> Result<Self::Value, NotAPosition> {
        ((self.0, self.1), self.2).decode(code).map(|((a, b), c)| (a, b, c))
    }
}

/// Numbers tuples of four values. A tuple is numbered as a pair. Its first three values are the first part of the pair,
/// and its fourth value is the second part.
impl<A: Code + Copy, B: Code + Copy, C: Code + Copy, D: Code + Copy> Code for (A, B, C, D) {
    type Value = (A::Value, B::Value, C::Value, D::Value);

    #[inline]
    fn codes(&self) -> u64 {
        ((self.0, self.1, self.2), self.3).codes()
    }

    #[inline]
    fn encode(&self, (a, b, c, d): Self::Value) -> u64 {
        ((self.0, self.1, self.2), self.3).encode(((a, b, c), d))
    }

    #[inline]
    fn decode(&self, code: u64) -> Result<Self::Value, NotAPosition> {
        ((self.0, self.1, self.2), self.3).decode(code).map(|((a, b, c), d)| (a, b, c, d))
    }
}
