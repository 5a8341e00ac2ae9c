//! How much memory may be used: the free memory, or the limit of `--memory`.

use bytesize::ByteSize;
use perfect_play_core::Probe;
use perfect_play_engine::{AnyTable, free_memory};

use crate::{
    terminal::{exit::Trouble, interruption},
    text::numbers,
};

/// The limit on the command line.
#[derive(clap::Args)]
pub(crate) struct MemoryArgs {
    /// Use at most this much memory, as in `8GiB` or `500MB` [default: what is free]
    #[arg(long, value_name = "SIZE", value_parser = size, allow_hyphen_values = true)]
    memory: Option<ByteSize>,
}

/// A number of bytes on the command line.
pub(crate) fn size(text: &str) -> Result<ByteSize, String> {
    text.parse().map_err(|_| "give a number of bytes, as in `8GiB` or `500MB`".to_owned())
}

/// The most memory that may be used.
#[derive(Clone, Copy)]
pub(crate) struct Bound {
    bytes: u64,
    /// Whether the limit was given on the command line.
    given: bool,
}

impl MemoryArgs {
    pub(crate) fn bound(&self) -> Bound {
        self.memory.map_or_else(Bound::free, |ByteSize(bytes)| Bound { bytes, given: true })
    }
}

impl Bound {
    /// The free memory of this machine, or of this process.
    pub(crate) fn free() -> Self {
        Self { bytes: free_memory(), given: false }
    }

    /// A limit as the command line gives it.
    #[cfg(test)]
    pub(crate) const fn of(bytes: u64) -> Self {
        Self { bytes, given: true }
    }

    /// The most bytes.
    pub(crate) fn bytes(self) -> u64 {
        self.bytes
    }

    /// Returns an error if more than the limit is needed; `advice` says what else can be done.
    pub(crate) fn check(self, task: &str, needed: u64, advice: &str) -> Result<(), Trouble> {
        if needed <= self.bytes {
            Ok(())
        } else {
            Err(self.exceeded(task, &bytes_text(needed), advice))
        }
    }

    /// The error for a task that needs more than the limit.
    pub(crate) fn exceeded(self, task: &str, needed: &str, advice: &str) -> Trouble {
        let bound = match (self.given, ByteSize(self.bytes)) {
            (true, bound) => format!("--memory allows {bound}"),
            (false, free) => format!("{free} is free"),
        };
        Trouble::new(format!("{task} takes {needed} of memory, and {bound}{advice}"))
    }
}

/// A number of bytes of memory, for people.
pub(crate) fn bytes_text(bytes: u64) -> String {
    numbers::or_more(bytes, ByteSize(bytes))
}

/// Says how much memory the proof of a cut table may take, and returns an error if that is more than there is.
pub(crate) fn check_proof(table: &AnyTable) -> Result<(), Trouble> {
    let (Some(plies), Some(most)) = (table.plies(), table.most_proof_memory()) else {
        return Ok(());
    };
    let (game, plies) = (table.game(), numbers::plies(plies));
    let task = format!(
        "proving the first {plies} of {game}, for which all that lies below is solved once more,"
    );
    Bound::free().check(&task, most, ": prove a table of the whole game in its place")?;
    if most >= MUCH {
        interruption::tell(&format!("{task} takes up to {} of memory", ByteSize(most)));
    }
    Ok(())
}

/// How much memory is worth a word before the proof of a cut table takes it.
const MUCH: u64 = 1 << 30;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_refused_with_both_numbers() {
        let bound = Bound::of(1 << 20);
        assert!(bound.check("it", 1 << 20, "").is_ok());
        let error = bound.check("it", 3 << 29, ": no").unwrap_err().to_string();
        assert_eq!(error, "it takes 1.5 GiB of memory, and --memory allows 1.0 MiB: no");
        assert!(Bound::free().bytes > 1 << 20);
    }
}
