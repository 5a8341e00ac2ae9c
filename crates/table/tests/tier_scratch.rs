//! The scratch folder of a solve by tiers: what an interrupted run leaves there is found again or is not, and
//! never taken for something else.

use std::{fs, path::Path};

use perfect_play_table::{TierScratch, WriteErrorKind};

fn open(folder: &Path) -> TierScratch {
    let scratch = TierScratch::open(folder, "game").unwrap();
    scratch.open_layer(3).unwrap();
    scratch
}

fn section(tier: u32, mover: u8) -> Vec<u8> {
    (0..1000 + 10 * tier).map(|i| u8::try_from(i * i / 7 % 5).unwrap() + mover).collect()
}

fn write(scratch: &TierScratch, tier: u32) {
    scratch.keep(3, scratch.pack(tier, [&section(tier, 0), &section(tier, 1)]).unwrap()).unwrap();
}

fn assert_holds(scratch: &TierScratch, tier: u32) {
    assert!(scratch.has(3, tier));
    for mover in 0..2 {
        let mut found = vec![7; 3];
        scratch.read(3, tier, mover.into(), &mut found).unwrap();
        assert_eq!(found, section(tier, mover));
    }
}

#[test]
fn a_file_cut_at_any_byte_holds_its_whole_tiers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("layer-3.tiers");
    let mut ends = vec![0];
    {
        let scratch = open(folder.path());
        for tier in 0..3 {
            write(&scratch, tier);
            ends.push(fs::metadata(&path).unwrap().len());
        }
    }
    let whole = fs::read(&path).unwrap();
    for length in 0..=whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let scratch = open(folder.path());
        for tier in 0..3 {
            let is_whole = ends[tier as usize + 1] <= length as u64;
            assert_eq!(scratch.has(3, tier), is_whole, "tier {tier} of {length} bytes");
            if !is_whole {
                write(&scratch, tier);
            }
            assert_holds(&scratch, tier);
        }
    }
}

#[test]
fn a_changed_byte_is_seen_before_and_after_opening() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("layer-3.tiers");
    write(&open(folder.path()), 0);
    let whole = fs::read(&path).unwrap();
    for place in 0..whole.len() {
        fs::write(&path, &whole).unwrap();
        let opened = open(folder.path());
        let mut changed = whole.clone();
        changed[place] ^= 1 << (place % 8);
        fs::write(&path, &changed).unwrap();
        // The heads were read when the file was opened: a change there harms nothing.
        for mover in 0..2 {
            let mut found = Vec::new();
            if opened.read(3, 0, mover.into(), &mut found).is_ok() {
                assert_eq!(found, section(0, mover), "byte {place}");
            }
        }
        drop(opened);
        assert!(!open(folder.path()).has(3, 0), "byte {place}");
    }
}

#[test]
fn sections_of_another_solve_are_not_found() {
    let folder = tempfile::tempdir().unwrap();
    write(&open(folder.path()), 0);
    {
        let other = TierScratch::open(folder.path(), "another game").unwrap();
        assert!(other.open_layer_if_there(3).unwrap());
        assert!(!other.has(3, 0));
    }
    // They are removed, so that both cannot come to be mixed.
    assert_eq!(fs::metadata(folder.path().join("layer-3.tiers")).unwrap().len(), 0);
}

#[test]
fn two_runs_cannot_use_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let _first = open(folder.path());
    let error = TierScratch::open(folder.path(), "game").unwrap_err();
    assert!(matches!(error.kind(), WriteErrorKind::Busy), "{error}");
}

#[test]
fn a_layer_that_is_not_there_is_no_error_and_a_section_that_is_not_there_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let scratch = TierScratch::open(&folder.path().join("new/folder"), "game").unwrap();
    assert!(!scratch.open_layer_if_there(3).unwrap());
    scratch.remove_layer(3).unwrap();
    assert!(scratch.read(3, 0, 0, &mut Vec::new()).is_err());
    assert!(scratch.keep(3, scratch.pack(0, [&[], &[]]).unwrap()).is_err());
    scratch.open_layer(3).unwrap();
    assert!(scratch.read(3, 0, 0, &mut Vec::new()).is_err());
    write(&scratch, 0);
    assert_holds(&scratch, 0);
    scratch.sync_layer(3).unwrap();
    scratch.remove_layer(3).unwrap();
    assert!(!scratch.has(3, 0) && !folder.path().join("new/folder/layer-3.tiers").exists());
    // What is no folder is an error that names it.
    fs::write(folder.path().join("file"), "").unwrap();
    let error = TierScratch::open(&folder.path().join("file"), "game").unwrap_err().to_string();
    assert!(error.contains("file"), "{error}");
}
