//! Probabilities as exact fractions.

use core::{fmt, num::NonZeroU32, str::FromStr};

use crate::split::split_once;

/// A probability from 0 to 1, as a fraction in lowest terms.
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
    /// The event never happens.
    pub const ZERO: Self = Self { numerator: 0, denominator: NonZeroU32::MIN };

    /// The event always happens.
    pub const ONE: Self = Self { numerator: 1, denominator: NonZeroU32::MIN };

    /// The fraction `numerator` / `denominator`. `None` if the fraction is more than 1, or if the denominator
    /// is 0.
    #[must_use]
    pub const fn new(numerator: u32, denominator: u32) -> Option<Self> {
        let (numerator, denominator) = in_lowest_terms(numerator as u64, denominator as u64);
        #[expect(clippy::cast_possible_truncation, reason = "no larger than they were")]
        match NonZeroU32::new(denominator as u32) {
            Some(denominator) if numerator <= denominator.get() as u64 => {
                Some(Self { numerator: numerator as u32, denominator })
            }
            _ => None,
        }
    }

    /// The numerator of the fraction in lowest terms.
    #[must_use]
    pub const fn numerator(self) -> u32 {
        self.numerator
    }

    /// The denominator of the fraction in lowest terms.
    #[must_use]
    pub const fn denominator(self) -> NonZeroU32 {
        self.denominator
    }

    /// The probability that the event does not happen.
    #[must_use]
    pub const fn complement(self) -> Self {
        let numerator = self.denominator.get().saturating_sub(self.numerator);
        Self { numerator, denominator: self.denominator }
    }

    /// Whether the probability is 1.
    pub(crate) const fn is_one(self) -> bool {
        self.numerator == self.denominator.get()
    }

    /// Whether the probability is 0.
    pub(crate) const fn is_zero(self) -> bool {
        self.numerator == 0
    }
}

/// Divides numerator and denominator by their greatest common divisor.
pub(crate) const fn in_lowest_terms(numerator: u64, denominator: u64) -> (u64, u64) {
    let (mut divisor, mut rest) = (numerator, denominator);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    if divisor == 0 {
        return (numerator, denominator);
    }
    (numerator / divisor, denominator / divisor)
}

/// The largest number of digits after the decimal point.
const PLACES: usize = 9;

/// 10 to the power of [`PLACES`]. Decimals are multiples of 1 / `PARTS`.
const PARTS: u32 = 1_000_000_000;

/// Prints a fraction. If it is at most 1 and a decimal of up to nine places is exact, prints the decimal, as in
/// `0.4`. Otherwise prints the fraction, as in `1/3`.
pub(crate) fn fmt_fraction(
    numerator: u64,
    denominator: u64,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    // Numerator and denominator are in lowest terms. So the decimal is exact if and only if the denominator
    // divides 10^9.
    let parts_each = match u64::from(PARTS).checked_rem(denominator) {
        Some(0) => u64::from(PARTS).checked_div(denominator),
        _ => None,
    };
    match parts_each.and_then(|each| each.checked_mul(numerator)) {
        _ if denominator == 1 => write!(f, "{numerator}"),
        Some(parts) if parts < u64::from(PARTS) => fmt_decimal(parts, f),
        _ => write!(f, "{numerator}/{denominator}"),
    }
}

/// Prints `parts` / [`PARTS`] as a decimal: `0.4`.
fn fmt_decimal(mut parts: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("0.")?;
    loop {
        parts *= 10;
        write!(f, "{}", parts / u64::from(PARTS))?;
        parts %= u64::from(PARTS);
        if parts == 0 {
            return Ok(());
        }
    }
}

/// Prints a decimal of up to nine places if it is exact, as in `0.4`. Otherwise prints the fraction, as in
/// `1/3`.
impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_fraction(self.numerator.into(), self.denominator.get().into(), f)
    }
}

/// Reads a decimal of up to nine places, `0.4`, or a fraction, `2/5`.
impl FromStr for Chance {
    type Err = ParseChanceError;

    fn from_str(text: &str) -> Result<Self, ParseChanceError> {
        let (is_negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let (numerator, denominator) = match split_once(digits, b'/') {
            Some((numerator, denominator)) => {
                let numerator = number(numerator)?.ok_or(ParseChanceError::OutOfRange)?;
                (numerator, number(denominator)?.ok_or(ParseChanceError::TooFine)?)
            }
            None => decimal(digits)?,
        };
        match Self::new(numerator, denominator) {
            // `-0` is 0. Any other negative number is well written, but out of range.
            Some(chance) if !is_negative || chance.is_zero() => Ok(chance),
            _ => Err(ParseChanceError::OutOfRange),
        }
    }
}

/// A decimal as a fraction: `0.40` is 40 / 100.
fn decimal(text: &str) -> Result<(u32, u32), ParseChanceError> {
    let (whole, places) = match split_once(text, b'.') {
        Some(("", places)) => ("0", places),
        Some(parts) => parts,
        None => (text, "0"),
    };
    let whole = number(whole)?;
    let part = number(places)?;
    if places.len() > PLACES {
        return Err(ParseChanceError::TooFine);
    }
    let parts = 10_u32.pow(u32::try_from(places.len()).unwrap_or(0));
    let all = whole.and_then(|whole| whole.checked_mul(parts)?.checked_add(part?));
    Ok((all.ok_or(ParseChanceError::OutOfRange)?, parts))
}

/// The number written in these digits, or `None` if it does not fit in 32 bits.
fn number(digits: &str) -> Result<Option<u32>, ParseChanceError> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ParseChanceError::NotANumber);
    }
    Ok(digits.parse().ok())
}

/// Why a text is not a probability.
///
/// ```
/// use perfect_play_core::{Chance, ParseChanceError};
///
/// let error = "3/2".parse::<Chance>().unwrap_err();
/// assert_eq!(error, ParseChanceError::OutOfRange);
/// assert_eq!(error.to_string(), "a chance is from 0 to 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseChanceError {
    /// The text is neither a decimal nor a fraction.
    NotANumber,
    /// The number is more than 1 or less than 0.
    OutOfRange,
    /// The number has more than nine places after the decimal point, or a denominator beyond 32 bits.
    TooFine,
}

impl fmt::Display for ParseChanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber => f.write_str("a chance is written like `0.4` or `2/5`"),
            Self::OutOfRange => f.write_str("a chance is from 0 to 1"),
            Self::TooFine => write!(
                f,
                "a chance has at most {PLACES} places after the point, or a denominator up to {}",
                u32::MAX
            ),
        }
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
        fn chances_come_back(denominator in 1..=u32::MAX, part: u64) {
            let numerator = u32::try_from(part % (u64::from(denominator) + 1)).unwrap();
            let chance = Chance::new(numerator, denominator).unwrap();
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

        #[test]
        fn no_text_is_too_much(text in "[-./0-9]{0,30}") {
            let _ = text.parse::<Chance>();
        }
    }

    #[test]
    fn decimals_are_read_and_printed() {
        for (text, printed) in [
            ("0", "0"),
            ("1", "1"),
            ("1.0", "1"),
            ("0.50", "0.5"),
            (".5", "0.5"),
            ("-0", "0"),
            ("3/4", "0.75"),
            ("2/6", "1/3"),
            ("0.000000001", "0.000000001"),
            ("00.1", "0.1"),
        ] {
            assert_eq!(text.parse::<Chance>().unwrap().to_string(), printed, "{text}");
        }
    }

    #[test]
    fn fractions_print_whatever_their_numbers_are() {
        use core::num::NonZeroU64;

        use crate::MoveChance;

        for (numerator, denominator, printed) in [
            (3, 2, "3/2"),
            (2, 4, "0.5"),
            (0, 5, "0.0"),
            (7, 1, "7"),
            (999_999_999, 1_000_000_000, "0.999999999"),
            (1_000_000_001, 1_000_000_000, "1000000001/1000000000"),
            (u64::MAX, 2, "18446744073709551615/2"),
            (1, u64::MAX, "1/18446744073709551615"),
        ] {
            let denominator = NonZeroU64::new(denominator).unwrap();
            let chance = MoveChance { mv: 0, numerator, denominator };
            assert_eq!(chance.to_string(), printed);
        }
    }

    #[test]
    fn what_is_none_is_refused() {
        use ParseChanceError::{NotANumber, OutOfRange, TooFine};
        for (text, error) in [
            ("", NotANumber),
            (".", NotANumber),
            ("0.", NotANumber),
            ("half", NotANumber),
            ("+1", NotANumber),
            ("1/", NotANumber),
            ("1/2/3", NotANumber),
            ("0.+1", NotANumber),
            ("0.5e-1234567", NotANumber),
            ("--1", NotANumber),
            ("1.5", OutOfRange),
            ("-0.5", OutOfRange),
            ("3/2", OutOfRange),
            ("0/0", OutOfRange),
            ("1/0", OutOfRange),
            ("4294967295.5", OutOfRange),
            ("99999999999", OutOfRange),
            ("5000000000/5000000000", OutOfRange),
            ("1/5000000000", TooFine),
            ("0.1234567890", TooFine),
        ] {
            assert_eq!(text.parse::<Chance>(), Err(error), "{text}");
        }
        assert_eq!("-".repeat(400_000).parse::<Chance>(), Err(NotANumber));
        assert_eq!(Chance::new(0, 0), None);
        assert_eq!(Chance::new(1, 0), None);
    }
}
