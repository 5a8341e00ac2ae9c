//! How often something happens: an exact chance, or a sample with its interval.

use num_rational::BigRational;
use num_traits::ToPrimitive;
use serde::Serialize;

use crate::chances::results::Results;

/// A number as a fraction and as a decimal.
///
/// ```
/// use num_rational::BigRational;
/// use perfect_play_analysis::Fraction;
///
/// let third = Fraction::new(&BigRational::new(2.into(), 6.into()));
/// assert_eq!((&*third.fraction, third.value), ("1/3", 1.0 / 3.0));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fraction {
    /// The exact number as text, in lowest terms: `1/3`, `2`.
    pub fraction: String,
    /// The nearest decimal.
    pub value: f64,
}

impl Fraction {
    /// The number in both forms.
    #[must_use]
    pub fn new(number: &BigRational) -> Self {
        Self { fraction: number.to_string(), value: number.to_f64().unwrap_or(f64::NAN) }
    }
}

/// How often something happens.
///
/// ```
/// use perfect_play_analysis::Chance;
///
/// // 3 of 4 games.
/// let chance = Chance::sampled(3, 4);
/// let [low, high] = chance.interval().unwrap();
/// assert_eq!((chance.value(), low < 0.31, high > 0.95), (0.75, true, true));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Chance {
    /// The chance itself.
    Exact(Fraction),
    /// The chance is between the two ends with 95% confidence.
    Sampled {
        /// How many of the games played.
        count: u64,
        /// The share of the games played.
        value: f64,
        /// The lower end of the interval.
        low: f64,
        /// The upper end of the interval.
        high: f64,
    },
}

/// A normal deviate is farther from 0 than this, in either direction, once in twenty times.
const Z: f64 = 1.959_963_984_540_054;

/// The 95% interval of a share that was counted in a sample of this size: that of E. B. Wilson ("Probable Inference, the Law of
/// Succession, and Statistical Inference", 1927). The interval is never empty and stays within 0 and 1.
pub(crate) fn wilson(value: f64, n: f64) -> [f64; 2] {
    let centre = value + Z * Z / (2.0 * n);
    let spread = Z * (value * (1.0 - value) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    // If the share is nothing or all, the interval ends exactly there; rounding must not change that.
    let low = if value <= 0.0 { 0.0 } else { (centre - spread) / scale };
    let high = if value >= 1.0 { 1.0 } else { (centre + spread) / scale };
    [low, high]
}

/// The 95% interval of the mean of a sample of this size, from the sum of its squared deviations. Nothing that can be measured
/// is below 0 or above `most`. If no bound is known, `most` is infinite. The interval of equal measurements then is infinite
/// as well.
pub(crate) fn interval_of_mean(value: f64, squares: f64, n: f64, most: f64) -> [f64; 2] {
    let spread = if squares > 0.0 {
        Z * (squares / (n - 1.0).max(1.0) / n).sqrt()
    } else {
        // All are equal, which proves little if there are few (W. Hoeffding, "Probability Inequalities for Sums of Bounded
        // Random Variables", 1963).
        most * ((2.0_f64 / 0.05).ln() / (2.0 * n)).sqrt()
    };
    [(value - spread).max(0.0), (value + spread).min(most)]
}

impl Chance {
    /// A sample with its interval (Wilson's). The interval is never empty and stays within 0 and 1.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "fractions of a game do not matter")]
    pub fn sampled(count: u64, games: u64) -> Self {
        let n = games as f64;
        let value = count as f64 / n;
        let [low, high] = wilson(value, n);
        Self::Sampled { count, value, low, high }
    }

    /// The chance, from 0 to 1.
    #[must_use]
    pub const fn value(&self) -> f64 {
        match self {
            Self::Exact(exact) => exact.value,
            Self::Sampled { value, .. } => *value,
        }
    }

    /// The ends of the 95% interval, if it is a sample.
    #[must_use]
    pub const fn interval(&self) -> Option<[f64; 2]> {
        match *self {
            Self::Exact(_) => None,
            Self::Sampled { low, high, .. } => Some([low, high]),
        }
    }
}

/// A mean over all games.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Mean {
    /// The mean itself.
    Exact(Fraction),
    /// The mean of all games is between the two ends with 95% confidence.
    Sampled {
        /// The mean of the games played.
        value: f64,
        /// The lower end of the interval.
        low: f64,
        /// The upper end of the interval.
        high: f64,
    },
}

impl Mean {
    /// The mean length of a sample of games, in plies. No game takes more than `max_plies`.
    #[expect(clippy::cast_precision_loss, reason = "fractions of a ply do not matter")]
    pub(super) fn of_plies(tally: &Results<u64>, games: u64, max_plies: u16) -> Self {
        let max_plies = f64::from(max_plies);
        let n = games as f64;
        let plies = || tally.ends().map(|(end, &count)| (f64::from(end.plies), count as f64));
        let value = plies().map(|(plies, count)| plies * count).sum::<f64>() / n;
        let squares = plies().map(|(plies, count)| (plies - value).powi(2) * count).sum::<f64>();
        let [low, high] = interval_of_mean(value, squares, n, max_plies);
        Self::Sampled { value, low, high }
    }
}
