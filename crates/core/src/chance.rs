//! Chances as exact fractions.

use core::{fmt, num::NonZeroU32, str::FromStr};

/// The chance of something, from 0 to 1, as a fraction in lowest terms.
///
/// The denominator is at most [`Chance::MAX_DENOMINATOR`], so that a chance can be shared among up
/// to 64 moves and stay exact.
///
/// ```
/// use perfect_play_core::Chance;
///
/// let chance: Chance = "0.4".parse().unwrap();
/// assert_eq!(Some(chance), Chance::new(2, 5));
/// assert_eq!(chance.to_string(), "0.4");
/// assert_eq!("1/3".parse::<Chance>().unwrap().to_string(), "1/3");
/// assert_eq!(Chance::new(3, 2), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chance {
    numerator: u32,
    denominator: NonZeroU32,
}

impl Chance {
    /// It never happens.
    pub const ZERO: Self = Self { numerator: 0, denominator: NonZeroU32::MIN };

    /// The largest denominator, in lowest terms, that [`Chance::new`] takes: 2^26.
    pub const MAX_DENOMINATOR: u32 = 1 << 26;

    /// It always happens.
    pub const ONE: Self = Self { numerator: 1, denominator: NonZeroU32::MIN };

    /// So many times in so many; `None` if that is more than always, in no times at all, or finer
    /// than [`Chance::MAX_DENOMINATOR`].
    #[must_use]
    pub const fn new(numerator: u32, denominator: u32) -> Option<Self> {
        let Some(divisor) = NonZeroU32::new(greatest_common_divisor(numerator, denominator)) else {
            return None;
        };
        let numerator = numerator / divisor.get();
        match NonZeroU32::new(denominator / divisor.get()) {
            Some(denominator)
                if numerator <= denominator.get() && denominator.get() <= Self::MAX_DENOMINATOR =>
            {
                Some(Self { numerator, denominator })
            }
            _ => None,
        }
    }

    /// This chance shared evenly among so many, at most 64.
    pub(crate) fn shared_among(self, count: NonZeroU32) -> Self {
        let divisor = greatest_common_divisor(self.numerator, count.get());
        let divisor = NonZeroU32::new(divisor).unwrap_or(NonZeroU32::MIN);
        let denominator = self
            .denominator
            .saturating_mul(NonZeroU32::new(count.get() / divisor).unwrap_or(NonZeroU32::MIN));
        Self { numerator: self.numerator / divisor, denominator }
    }

    /// The fraction's numerator, in lowest terms.
    #[must_use]
    pub const fn numerator(self) -> u32 {
        self.numerator
    }

    /// The fraction's denominator, in lowest terms.
    #[must_use]
    pub const fn denominator(self) -> NonZeroU32 {
        self.denominator
    }

    /// The chance that it does not happen.
    #[must_use]
    pub const fn complement(self) -> Self {
        let numerator = self.denominator.get().saturating_sub(self.numerator);
        Self { numerator, denominator: self.denominator }
    }
}

const fn greatest_common_divisor(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The places after the point that a decimal may have.
const PLACES: usize = 7;

/// 10 to the power of the places: what decimals are parts of.
const PARTS: u32 = 10_000_000;

/// Prints a decimal of up to seven places where that is exact, `0.4`, otherwise the fraction, `1/3`.
impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { numerator, denominator } = *self;
        if !PARTS.is_multiple_of(denominator.get()) {
            return write!(f, "{numerator}/{denominator}");
        }
        if denominator == NonZeroU32::MIN {
            return write!(f, "{numerator}");
        }
        let (mut parts, mut places) = (PARTS / denominator * numerator, PLACES);
        while parts.is_multiple_of(10) && places > 1 {
            (parts, places) = (parts / 10, places - 1);
        }
        write!(f, "0.{parts:0places$}")
    }
}

/// Reads a decimal of up to seven places, `0.4`, or a fraction, `2/5`.
impl FromStr for Chance {
    type Err = ParseChanceError;

    fn from_str(text: &str) -> Result<Self, ParseChanceError> {
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let number = |text: &str| {
            let number = if digits(text) { text.parse::<u32>().ok() } else { None };
            number.ok_or(ParseChanceError::NotANumber)
        };
        let (numerator, denominator) = if let Some((numerator, denominator)) = text.split_once('/')
        {
            (number(numerator)?, number(denominator)?)
        } else {
            let (whole, places) = text.split_once('.').unwrap_or((text, "0"));
            if text.strip_prefix('-').is_some_and(|rest| rest.parse::<Self>().is_ok()) {
                return Err(ParseChanceError::OutOfRange);
            }
            let parts = 10_u32.checked_pow(u32::try_from(places.len()).unwrap_or(u32::MAX));
            let parts = parts.filter(|&parts| parts <= PARTS).ok_or(if digits(places) {
                ParseChanceError::TooFine
            } else {
                ParseChanceError::NotANumber
            })?;
            let whole = number(whole)?;
            let part = number(places)?;
            let all = whole.checked_mul(parts).and_then(|whole| whole.checked_add(part));
            (all.ok_or(ParseChanceError::OutOfRange)?, parts)
        };
        if denominator == 0 || numerator > denominator {
            return Err(ParseChanceError::OutOfRange);
        }
        Self::new(numerator, denominator).ok_or(ParseChanceError::TooFine)
    }
}

/// Why a text is no chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseChanceError {
    /// It is neither a decimal nor a fraction.
    NotANumber,
    /// It is more than 1, or less than 0.
    OutOfRange,
    /// It has more than seven places after the point, or a denominator above
    /// [`Chance::MAX_DENOMINATOR`].
    TooFine,
}

impl fmt::Display for ParseChanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotANumber => "a chance is written like `0.4` or `2/5`",
            Self::OutOfRange => "a chance is from 0 to 1",
            Self::TooFine => {
                "a chance has at most seven places after the point, or a denominator up to 67108864"
            }
        })
    }
}

impl core::error::Error for ParseChanceError {}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn chances_come_back(denominator in 1..=Chance::MAX_DENOMINATOR, part: u32) {
            let chance = Chance::new(part % (denominator + 1), denominator).unwrap();
            prop_assert_eq!(chance.to_string().parse(), Ok(chance));
            prop_assert_eq!(chance.complement().complement(), chance);
        }

        #[test]
        fn decimals_come_back(part in 0..=PARTS) {
            let chance = Chance::new(part, PARTS).unwrap();
            let text = chance.to_string();
            prop_assert!(!text.contains('/'));
            prop_assert_eq!(text.parse(), Ok(chance));
        }
    }

    #[test]
    fn decimals_are_read_and_printed() {
        for (text, printed) in [
            ("0", "0"),
            ("1", "1"),
            ("1.0", "1"),
            ("0.50", "0.5"),
            ("3/4", "0.75"),
            ("2/6", "1/3"),
            ("0.0000001", "0.0000001"),
            ("00.1", "0.1"),
        ] {
            assert_eq!(text.parse::<Chance>().unwrap().to_string(), printed, "{text}");
        }
    }

    #[test]
    fn what_is_none_is_refused() {
        use ParseChanceError::{NotANumber, OutOfRange, TooFine};
        for (text, error) in [
            ("", NotANumber),
            (".", NotANumber),
            (".5", NotANumber),
            ("0.", NotANumber),
            ("half", NotANumber),
            ("+1", NotANumber),
            ("1/", NotANumber),
            ("1/2/3", NotANumber),
            ("0.+1", NotANumber),
            ("0.5e-1234567", NotANumber),
            ("1.5", OutOfRange),
            ("-0.5", OutOfRange),
            ("3/2", OutOfRange),
            ("0/0", OutOfRange),
            ("1/0", OutOfRange),
            ("4294967295.5", OutOfRange),
            ("0.12345670", TooFine),
            ("1/67108865", TooFine),
        ] {
            assert_eq!(text.parse::<Chance>(), Err(error), "{text}");
        }
        assert_eq!(Chance::new(0, 0), None);
        assert_eq!(Chance::new(1, 0), None);
    }
}
