//! What an interrupted solve of a cut table has kept.
#![cfg(unix)]

use std::fs::File;

use perfect_play_core::Objective;
use perfect_play_engine::{CutFile, CutFileError};

#[test]
fn a_large_file_that_is_something_else_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cut.perfect");
    // It takes no room on the disk, and would not fit in memory.
    let partial = File::create(folder.path().join("cut.perfect.partial")).unwrap();
    partial.set_len(1 << 40).unwrap();
    let kept = CutFile::beside(&file, &"connect:4,4,3".parse().unwrap(), Objective::Fastest, 3);
    assert!(matches!(kept, Err(CutFileError::Other(_))));
}
