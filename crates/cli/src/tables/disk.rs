//! How much of a disk may be used: the free space, or the limit of `--disk`.

use std::path::Path;

use bytesize::ByteSize;
use perfect_play_core::Shown;

use crate::{
    tables::memory::size,
    terminal::{exit::Trouble, interruption},
};

/// The limit on the command line.
#[derive(clap::Args)]
pub(crate) struct DiskArgs {
    /// Use at most this much of the disk, as in `300GB`, in place of the measured free space [default: what is free]
    #[arg(long, value_name = "SIZE", value_parser = size, allow_hyphen_values = true)]
    disk: Option<ByteSize>,
}

/// The most bytes that may be written to a disk.
#[derive(Clone, Copy, Default)]
pub(crate) struct Room {
    given: Option<ByteSize>,
}

/// What is known of the size of a table before it is solved.
#[derive(Clone, Copy)]
pub(crate) enum Size {
    /// At least this many bytes.
    AtLeast(u64),
    /// The number of slots. How well they are compressed is not known.
    Slots(u64),
}

impl DiskArgs {
    pub(crate) fn room(&self) -> Room {
        Room { given: self.disk }
    }
}

impl Room {
    /// Returns an error if at least this many bytes more would exceed the limit in this folder; `advice` says what else
    /// can be done. If the free space is unknown, there is no error.
    pub(crate) fn check(
        self,
        task: &str,
        needed: u64,
        folder: &Path,
        advice: &str,
    ) -> Result<(), Trouble> {
        let bound = match self.given {
            Some(ByteSize(given)) => Some((given, format!("--disk allows {}", shown(given)))),
            None => free(folder).map(|free| {
                (free, format!("{} is free in {}", shown(free), Shown(folder.display())))
            }),
        };
        match bound {
            Some((bytes, bound)) if bytes < needed => Err(Trouble::new(format!(
                "{task} takes at least {} of disk, and {bound}: {advice}",
                shown(needed)
            ))),
            _ => Ok(()),
        }
    }

    /// Returns an error if the limit was given, and a byte for each slot would exceed it. The table is usually much smaller, so
    /// the slots are not compared with the free space.
    pub(crate) fn check_slots(self, task: &str, slots: u64) -> Result<(), Trouble> {
        match self.given {
            Some(ByteSize(given)) if given < slots => Err(Trouble::new(format!(
                "{task} may take {} of disk, a byte for each slot, and --disk allows {}: give more, or leave `--disk` \
                 out, because the table is usually several times smaller",
                shown(slots),
                shown(given)
            ))),
            _ => Ok(()),
        }
    }

    /// Says that the limit has no effect, if it was given, and why.
    pub(crate) fn has_no_effect(self, why: &str) {
        if self.given.is_some() {
            interruption::tell_no_effect("--disk", why);
        }
    }
}

/// The free bytes for this user in a folder. If the folder does not exist, those where it would be made.
pub(crate) fn free(folder: &Path) -> Option<u64> {
    let there = folder.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("."));
    let there = if there.as_os_str().is_empty() { Path::new(".") } else { there };
    fs4::available_space(there).ok()
}

/// Bytes on a disk, for people: `3.6 GB`.
pub(crate) fn shown(bytes: u64) -> String {
    ByteSize(bytes).display().si().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_refused_with_both_numbers() {
        let room = Room { given: Some(ByteSize(1_000_000)) };
        let folder = Path::new("no/such/folder");
        assert!(room.check("it", 1_000_000, folder, "").is_ok());
        let error = room.check("it", 3_500_000_000, folder, "make room").unwrap_err().to_string();
        let text = "it takes at least 3.5 GB of disk, and --disk allows 1.0 MB: make room";
        assert_eq!(error, text);
        assert!(room.check_slots("it", 1_000_000).is_ok());
        let error = room.check_slots("it", 1_100_000).unwrap_err().to_string();
        let text =
            "it may take 1.1 MB of disk, a byte for each slot, and --disk allows 1.0 MB: give more";
        assert!(error.starts_with(text), "{error}");
        assert!(Room::default().check_slots("it", u64::MAX).is_ok());
        assert!(free(folder).is_none_or(|free| free > 0));
        if free(folder).is_some() {
            let error = Room::default().check("it", u64::MAX, folder, "make room").unwrap_err();
            assert!(error.to_string().contains(" is free in no/such/folder: make room"), "{error}");
        }
    }
}
