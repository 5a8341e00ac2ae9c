//! How often something happens: exactly, or in a sample with its interval.

use num_rational::BigRational;
use num_traits::Zero;
use serde::Serialize;

use crate::exact::Fraction;

/// How often something happens.
#[derive(Clone, Serialize)]
#[serde(untagged)]
pub(crate) enum Share {
    Exact(Fraction),
    /// In so many of the games played; with 95% confidence, the chance is between the two ends.
    Sampled {
        count: u64,
        value: f64,
        low: f64,
        high: f64,
    },
}

/// The point that a normal deviate exceeds, in either direction, once in twenty times.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

impl Share {
    /// With the interval of E. B. Wilson ("Probable Inference, the Law of Succession, and
    /// Statistical Inference", 1927), which is never empty and never leaves 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "fractions of a game do not matter")]
    pub(crate) fn sampled(count: u64, games: u64) -> Self {
        let n = games as f64;
        let value = count as f64 / n;
        let centre = value + Z * Z / (2.0 * n);
        let spread = Z * (value * (1.0 - value) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        // At either end the interval reaches it, which rounding must not hide.
        let low = if count == 0 { 0.0 } else { (centre - spread) / scale };
        let high = if count == games { 1.0 } else { (centre + spread) / scale };
        Self::Sampled { count, value, low, high }
    }

    /// Of what never happens, to draw nothing.
    pub(crate) fn none() -> Self {
        Self::Exact(Fraction::new(&BigRational::zero()))
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
