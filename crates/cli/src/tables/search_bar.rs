//! What is shown while a value is searched.

use std::sync::{Mutex, PoisonError};

use bytesize::ByteSize;
use perfect_play_engine::Watcher;

use crate::{
    terminal::{interruption, progress::Progress},
    text::numbers::grouped,
};

/// Shows how many positions a long search has visited.
#[derive(Default)]
pub(crate) struct SearchBar(Mutex<Option<Progress>>);

impl Watcher for SearchBar {
    fn goes_on(&self, positions: u64) -> bool {
        let mut bar = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bar = bar.get_or_insert_with(|| Progress::new("searching".to_owned(), 0));
        bar.name(format!("searching, {} positions", grouped(positions)));
        bar.reach(positions);
        true
    }

    fn ended(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn has_less_memory(&self, wanted: u64, got: u64) {
        interruption::tell(&format!(
            "warning: the search wants {} of memory, and there are {}: it takes longer",
            ByteSize(wanted),
            ByteSize(got)
        ));
    }
}
