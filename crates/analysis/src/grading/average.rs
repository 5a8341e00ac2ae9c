//! Averages of what was measured, with their intervals.

use serde::Serialize;

use crate::chances::{interval_of_mean, wilson};

/// The average of a number of measurements.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Average {
    /// The average.
    pub value: f64,
    /// If it is from a sample: the average of all is between these two with 95% confidence. If the positions were drawn by play
    /// ([`draw_by_play`](crate::draw_by_play)), it is the average of what such plays come to. `None` as well if all measurements
    /// are equal and it is not known how large others can be.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
}

/// An interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// A part of a sum of squares that may be an error of rounding.
const ROUNDING: f64 = 1e-12;

/// The sums from which an average follows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    /// The weight of all measurements.
    weight: f64,
    sum: f64,
    squares: f64,
}

impl Sums {
    /// Adds a measurement.
    pub(super) fn add(&mut self, weight: f64, measured: f64) {
        self.weight += weight;
        self.sum += weight * measured;
        self.squares += weight * measured * measured;
    }

    /// The average of all measurements, and its interval if they are a sample. `None` if there are none. No measurement of any
    /// position, drawn or not, is above `most`, which is infinite if nothing is known.
    pub(super) fn average(self, is_sample: bool, most: f64) -> Option<Average> {
        let n = self.weight;
        let value = (n > 0.0).then(|| self.sum / n)?;
        let squares = self.squares - n * value * value;
        // What is left of equal measurements is rounding.
        let squares = if squares > ROUNDING * self.squares { squares } else { 0.0 };
        let [low, high] = interval_of_mean(value, squares, n, most);
        let is_known = is_sample && high.is_finite();
        Some(Average { value, interval: is_known.then_some(Interval { low, high }) })
    }

    /// The same for a share: measurements from 0 to 1.
    pub(super) fn share(self, is_sample: bool) -> Option<Average> {
        let value = (self.weight > 0.0).then(|| self.sum / self.weight)?;
        let [low, high] = wilson(value, self.weight);
        Some(Average { value, interval: is_sample.then_some(Interval { low, high }) })
    }
}
