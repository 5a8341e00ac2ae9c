//! The values of tables by rank, in memory.

use std::{convert::Infallible, sync::Arc};

use perfect_play_core::{ProbeError, Scheme, Slot, Value, Values};

/// The values of a tier, in one or two bytes for each slot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TierValues {
    /// The byte of a slot: that of its value ([`Scheme::byte`]), with the remainder of its plies by [`TierValues::PERIOD`].
    /// [`Value::NONE`] if the slot is unused.
    low: Vec<u8>,
    /// How many times [`TierValues::PERIOD`] plies there are besides. Empty if there are none in the whole tier, as in
    /// nearly all games.
    high: Vec<u8>,
}

impl TierValues {
    /// How many different numbers of plies a byte can hold.
    pub const PERIOD: u16 = Value::MAX_BYTE_PLIES + 1;

    /// The largest remoteness that two bytes can hold.
    pub const MAX_PLIES: u16 = 256 * Self::PERIOD - 1;

    /// A tier with this many slots, none of which is used.
    #[must_use]
    pub fn unused(slots: usize) -> Self {
        Self { low: vec![Value::NONE; slots], high: Vec::new() }
    }

    /// The tier with these bytes. `high` may be empty. `None` if there are more or fewer high bytes than low ones.
    #[must_use]
    pub fn of_bytes(low: Vec<u8>, high: Vec<u8>) -> Option<Self> {
        (high.is_empty() || high.len() == low.len()).then_some(Self { low, high })
    }

    /// The first and the second byte of each slot. There are no second bytes if all of them are 0.
    #[must_use]
    pub fn bytes(&self) -> [&[u8]; 2] {
        [&self.low, &self.high]
    }

    /// The two bytes of a value.
    #[inline]
    #[must_use]
    pub fn split(scheme: Scheme, value: Value) -> [u8; 2] {
        let (Scheme::Remoteness, Some(plies)) = (scheme, value.plies()) else {
            return [scheme.byte(value), 0];
        };
        let [low, high] = [plies % Self::PERIOD, plies / Self::PERIOD];
        let rest = if value > Value::DRAW { Value::win(low) } else { Value::loss(low) };
        let byte = rest.map_or(Value::NONE, Value::byte);
        u8::try_from(high).map_or([Value::NONE, 0], |high| [byte, high])
    }

    /// The value of two bytes. `None` if there is none, or if the second byte is missing.
    ///
    /// The second byte of a draw is not read: most slots of many tiers are drawn, and in a large tier that is not read in order,
    /// each byte takes long.
    ///
    /// # Errors
    ///
    /// The error of reading the second byte.
    #[inline]
    pub fn join<E>(
        scheme: Scheme,
        low: u8,
        high: impl FnOnce() -> Result<Option<u8>, E>,
    ) -> Result<Option<Value>, E> {
        let Some(value) = scheme.from_byte(low) else { return Ok(None) };
        if value == Value::DRAW {
            return Ok(Some(value));
        }
        let high = match high()? {
            None => return Ok(None),
            Some(0) => return Ok(Some(value)),
            Some(high) => u16::from(high),
        };
        let plies = |rest| rest + high * Self::PERIOD;
        Ok(match (scheme, value.plies()) {
            (Scheme::Remoteness, Some(rest)) if value > Value::DRAW => Value::win(plies(rest)),
            (Scheme::Remoteness, Some(rest)) => Value::loss(plies(rest)),
            // A score has no second byte.
            _ => None,
        })
    }

    /// Sets the value of a slot.
    ///
    /// # Panics
    ///
    /// If there is no such slot.
    #[inline]
    pub fn set(&mut self, scheme: Scheme, slot: usize, value: Value) {
        let [low, high] = Self::split(scheme, value);
        self.low[slot] = low;
        if high > 0 && self.high.is_empty() {
            self.high = vec![0; self.low.len()];
        }
        if let Some(byte) = self.high.get_mut(slot) {
            *byte = high;
        }
    }

    /// The value of a slot. `None` if it is unused, or if there is no such slot.
    #[inline]
    #[must_use]
    pub fn value(&self, scheme: Scheme, slot: usize) -> Option<Value> {
        // There is one for each slot, or none at all.
        let high = || Ok::<_, Infallible>(Some(self.high.get(slot).copied().unwrap_or(0)));
        Self::join(scheme, *self.low.get(slot)?, high).ok()?
    }
}

/// The values of all tiers of a table by rank, in memory.
///
/// ```
/// use perfect_play_core::{Scheme, Slot, Value, Values};
/// use perfect_play_numbering::{RankedValues, TierValues};
///
/// let mut tier = TierValues::unused(2);
/// let far = Value::win(204).unwrap();
/// tier.set(Scheme::Remoteness, 1, far);
/// let values = RankedValues::from(vec![tier]);
/// let value = |rank| values.value(Scheme::Remoteness, Slot { section: 0, rank });
/// assert_eq!([value(0), value(1)], [Ok(None), Ok(Some(far))]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RankedValues(Arc<Vec<TierValues>>);

impl RankedValues {
    /// The tiers.
    #[must_use]
    pub fn tiers(&self) -> &[TierValues] {
        &self.0
    }
}

impl From<Vec<TierValues>> for RankedValues {
    fn from(tiers: Vec<TierValues>) -> Self {
        Self(Arc::new(tiers))
    }
}

/// Adds tiers behind the last one. Copies all of them if there is another clone of these values.
impl Extend<TierValues> for RankedValues {
    fn extend<T: IntoIterator<Item = TierValues>>(&mut self, tiers: T) {
        Arc::make_mut(&mut self.0).extend(tiers);
    }
}

impl Values for RankedValues {
    type Error = ProbeError;

    fn byte(&self, Slot { section, rank }: Slot) -> Result<Option<u8>, ProbeError> {
        Ok(self.0.get(section as usize).and_then(|tier| tier.low.get(rank).copied()))
    }

    fn value(&self, scheme: Scheme, slot: Slot) -> Result<Option<Value>, ProbeError> {
        Ok(self.0.get(slot.section as usize).and_then(|tier| tier.value(scheme, slot.rank)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(scheme: Scheme, [low, high]: [u8; 2]) -> Option<Value> {
        TierValues::join(scheme, low, || Ok::<_, Infallible>(Some(high))).unwrap()
    }

    #[test]
    fn two_bytes_hold_every_value_of_so_many_plies() {
        for plies in 0..=TierValues::MAX_PLIES {
            for value in [Value::loss(plies), Value::win(plies)].map(Option::unwrap) {
                let bytes = TierValues::split(Scheme::Remoteness, value);
                assert_eq!(joined(Scheme::Remoteness, bytes), Some(value));
                assert_eq!(bytes[1] == 0, value.byte() != Value::NONE);
            }
        }
        let draw = TierValues::split(Scheme::Remoteness, Value::DRAW);
        assert_eq!(draw, [Value::DRAW.byte(), 0]);
        let further = Value::win(TierValues::MAX_PLIES + 1).unwrap();
        assert_eq!(TierValues::split(Scheme::Remoteness, further)[0], Value::NONE);
        for points in -127..=127 {
            let value = Value::of_score(points).unwrap();
            let bytes = TierValues::split(Scheme::Score, value);
            assert_eq!(joined(Scheme::Score, bytes), Some(value));
        }
        // The second byte of a draw is not read, and points have one byte.
        assert_eq!(joined(Scheme::Remoteness, [127, 1]), Some(Value::DRAW));
        assert_eq!(joined(Scheme::Score, [5, 1]), None);
        assert_eq!(joined(Scheme::Remoteness, [Value::NONE, 1]), None);
    }
}
