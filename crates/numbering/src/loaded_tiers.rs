//! Tiers of a table by rank that are loaded as they are needed.

use std::{
    error::Error,
    fmt,
    ops::Range,
    sync::{
        Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use perfect_play_core::{ProbeError, ProbeFailure, Scheme, Slot, Value, Values};

use crate::{RankedValues, TierValues};

/// Whole tiers of a table by rank, read from wherever they are.
pub trait TierSource {
    /// The error of reading a tier.
    type Error;

    /// A tier.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    fn tier(&self, tier: u32) -> Result<TierValues, Self::Error>;
}

impl<S: TierSource + ?Sized> TierSource for &S {
    type Error = S::Error;

    fn tier(&self, tier: u32) -> Result<TierValues, S::Error> {
        (*self).tier(tier)
    }
}

/// The values of a table by rank for a pass over all of it, unit by unit.
pub trait UnitValues: Values + Sync {
    /// Says that the next unit has these tiers.
    fn begin_unit(&mut self, tiers: Range<u32>) {
        let _ = tiers;
    }
}

impl UnitValues for RankedValues {}

/// The tiers of a [`TierSource`], held in memory from when they are first needed. Any number of threads read them.
#[derive(Debug)]
pub struct LoadedTiers<S> {
    source: S,
    tiers: Vec<Place>,
    /// Only one thread reads from the source at a time, so that nothing is read twice.
    reads: Mutex<()>,
    /// How many bytes are kept from one unit to the next.
    memory: u64,
}

#[derive(Debug, Default)]
struct Place {
    values: OnceLock<TierValues>,
    /// Whether the values were asked for since the unit began.
    is_used: AtomicBool,
}

impl<S> LoadedTiers<S> {
    /// So many tiers of a source. About `memory` bytes of them are kept from one unit to the next.
    #[must_use]
    pub fn new(source: S, tiers: u32, memory: u64) -> Self {
        let tiers = (0..tiers).map(|_| Place::default()).collect();
        Self { source, tiers, reads: Mutex::new(()), memory }
    }

    /// Keeps a tier that was just solved, if there is room, so that it need not be read again.
    pub fn keep(&mut self, tier: u32, values: TierValues) {
        if let Some(place) = self.tiers.get_mut(tier as usize) {
            *place = Place { values: OnceLock::from(values), is_used: AtomicBool::new(true) };
        }
    }

    fn bytes(&self) -> u64 {
        let loaded = self.tiers.iter().filter_map(|place| place.values.get());
        loaded
            .map(|values| values.bytes().iter().map(|bytes| bytes.len() as u64).sum::<u64>())
            .sum()
    }
}

impl<S: TierSource> LoadedTiers<S> {
    #[inline]
    fn loaded(&self, tier: u32) -> Result<Option<&TierValues>, S::Error> {
        let Some(place) = self.tiers.get(tier as usize) else { return Ok(None) };
        if !place.is_used.load(Relaxed) {
            place.is_used.store(true, Relaxed);
        }
        match place.values.get() {
            Some(values) => Ok(Some(values)),
            None => self.load(tier, place).map(Some),
        }
    }

    #[cold]
    fn load<'p>(&self, tier: u32, place: &'p Place) -> Result<&'p TierValues, S::Error> {
        let _one = self.reads.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(values) = place.values.get() {
            return Ok(values);
        }
        let values = self.source.tier(tier)?;
        Ok(place.values.get_or_init(|| values))
    }
}

/// Why a tier could not be loaded.
#[derive(Debug)]
pub enum LoadError<E> {
    /// There is no value.
    NoEntry(ProbeError),
    /// The error of the source.
    Source(E),
}

impl<E> From<ProbeError> for LoadError<E> {
    fn from(reason: ProbeError) -> Self {
        Self::NoEntry(reason)
    }
}

impl<E: fmt::Display> fmt::Display for LoadError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoEntry(reason) => reason.fmt(f),
            Self::Source(reason) => reason.fmt(f),
        }
    }
}

impl<E: Error> Error for LoadError<E> {}

impl<E: Error + Send + Sync + 'static> ProbeFailure for LoadError<E> {
    fn no_entry(&self) -> Option<ProbeError> {
        match self {
            Self::NoEntry(reason) => Some(*reason),
            Self::Source(_) => None,
        }
    }
}

impl<S: TierSource<Error: Error + Send + Sync + 'static>> Values for LoadedTiers<S> {
    type Error = LoadError<S::Error>;

    fn byte(&self, slot: Slot) -> Result<Option<u8>, Self::Error> {
        let values = self.loaded(slot.section).map_err(LoadError::Source)?;
        Ok(values.and_then(|values| values.bytes()[0].get(slot.rank).copied()))
    }

    #[inline]
    fn value(&self, scheme: Scheme, slot: Slot) -> Result<Option<Value>, Self::Error> {
        let values = self.loaded(slot.section).map_err(LoadError::Source)?;
        Ok(values.and_then(|values| values.value(scheme, slot.rank)))
    }
}

impl<S: TierSource<Error: Error + Send + Sync + 'static> + Sync> UnitValues for LoadedTiers<S> {
    /// Forgets tiers if there are too many: first those that the unit before did not need, and then all.
    fn begin_unit(&mut self, _: Range<u32>) {
        for forget_used in [false, true] {
            if self.bytes() <= self.memory {
                break;
            }
            for place in &mut self.tiers {
                if forget_used || !*place.is_used.get_mut() {
                    *place = Place::default();
                }
            }
        }
        for place in &mut self.tiers {
            *place.is_used.get_mut() = false;
        }
    }
}
