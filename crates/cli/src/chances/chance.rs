//! How often something happens: an exact chance, or a sample with its interval.

use num_rational::BigRational;
use num_traits::ToPrimitive;
use serde::Serialize;

/// A number as a fraction and as a decimal.
#[derive(Clone, Serialize)]
pub(crate) struct Fraction {
    /// In lowest terms.
    pub(crate) fraction: String,
    pub(crate) value: f64,
}

impl Fraction {
    pub(crate) fn new(number: &BigRational) -> Self {
        Self { fraction: number.to_string(), value: number.to_f64().unwrap_or(f64::NAN) }
    }
}

/// How often something happens.
#[derive(Clone, Serialize)]
#[serde(untagged)]
pub(crate) enum Chance {
    Exact(Fraction),
    /// This many of the games played. The chance is between the two ends with 95% confidence.
    Sampled {
        count: u64,
        value: f64,
        low: f64,
        high: f64,
    },
}

/// A normal deviate is farther from 0 than this, in either direction, once in twenty times.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

impl Chance {
    /// A sample with the interval of E. B. Wilson ("Probable Inference, the Law of Succession, and Statistical
    /// Inference", 1927). The interval is never empty and stays within 0 and 1.
    #[expect(clippy::cast_precision_loss, reason = "fractions of a game do not matter")]
    pub(crate) fn sampled(count: u64, games: u64) -> Self {
        let n = games as f64;
        let value = count as f64 / n;
        let centre = value + Z * Z / (2.0 * n);
        let spread = Z * (value * (1.0 - value) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        // If the count is 0 or all, the interval ends exactly there; rounding must not change that.
        let low = if count == 0 { 0.0 } else { (centre - spread) / scale };
        let high = if count == games { 1.0 } else { (centre + spread) / scale };
        Self::Sampled { count, value, low, high }
    }

    pub(crate) fn value(&self) -> f64 {
        match self {
            Self::Exact(exact) => exact.value,
            Self::Sampled { value, .. } => *value,
        }
    }

    /// The ends of the interval, if it is a sample.
    pub(crate) fn interval(&self) -> Option<[f64; 2]> {
        match *self {
            Self::Exact(_) => None,
            Self::Sampled { low, high, .. } => Some([low, high]),
        }
    }
}
