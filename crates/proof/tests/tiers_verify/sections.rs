//! Sections that are swapped, have another length, belong to another game, or cannot be read.

use perfect_play_core::{ProbeError, Slot, Values};
use perfect_play_generator::numbering::{HeldSections, Sections};
use perfect_play_proof::{Rules, verify_by_tier};

use super::solved::{MOST, Place, Solved, THREE_PARTS, limits, table};

#[test]
fn sections_that_are_swapped_cut_lengthened_or_missing_are_refused() {
    for (name, limits) in THREE_PARTS {
        let solved = Solved::new(name, limits);
        let sections = &solved.sections.0;
        let read = |sections: Vec<[Vec<u8>; 2]>| {
            let sections = HeldSections(sections);
            verify_by_tier(&solved.table(sections), Rules::Tested, &mut (), &mut |_, _| ())
        };
        let is_refused = |sections| !read(sections).is_ok_and(|proof| proof.is_proven());
        for tier in (0..sections.len()).step_by(7) {
            let mut swapped = sections.clone();
            swapped[tier].swap(0, 1);
            // Sections may differ only at boards with a line.
            let is_known = |&place: &Place| !solved.holds_line(solved.board(place));
            let mut places = solved.places().filter(|place| place.0 == tier).filter(is_known);
            let lens = sections[tier].iter().map(Vec::len);
            let is_same = lens.eq(swapped[tier].iter().map(Vec::len))
                && places.all(|(_, mover, rank)| {
                    swapped[tier][mover][rank] == sections[tier][mover][rank]
                });
            assert_ne!(is_same, is_refused(swapped), "{name} {tier}");
            let other = (tier + 1) % sections.len();
            if sections[tier].iter().map(Vec::len).ne(sections[other].iter().map(Vec::len)) {
                let mut swapped = sections.clone();
                swapped.swap(tier, other);
                assert!(is_refused(swapped), "{name} {tier}");
            }
            for mover in 0..2 {
                let mut cut = sections.clone();
                if cut[tier][mover].pop().is_some() {
                    assert!(read(cut).is_err(), "{name} {tier}");
                }
                let mut longer = sections.clone();
                longer[tier][mover].push(127);
                assert!(read(longer).is_err(), "{name} {tier}");
                let mut missing = sections.clone();
                missing[tier][mover].clear();
                assert_eq!(read(missing).is_err(), !sections[tier][mover].is_empty());
            }
        }
        assert!(read(sections[..sections.len() - 1].to_vec()).is_err());
        assert!(read(sections[1..].to_vec()).is_err());
        assert!(read(Vec::new()).is_err());
    }
}

#[test]
fn the_table_of_another_game_is_refused() {
    for (name, other) in [
        ("mnk:4,4,4", "mnk:4,4,3"),
        ("mnk:4,4,3", "mnk:4,4,4"),
        ("tictactoe", "mnk:3,3,3+misere"),
        ("connect:4,4,4", "connect:4,4,3"),
        ("connect:4,4,3+misere", "connect:4,4,3"),
    ] {
        let solved = Solved::new(name, MOST);
        let other = Solved::new(other, MOST);
        let table_of_other = solved.table(other.sections.clone());
        let proof = verify_by_tier(&table_of_other, Rules::Tested, &mut (), &mut |_, _| ());
        assert!(!proof.is_ok_and(|proof| proof.is_proven()), "{name}");
        assert!(table(&solved.game, &other.tiers, other.sections).is_none(), "{name}");
    }
    // If the numbering differs, nothing is read.
    let solved = Solved::new("mnk:4,3,3", MOST);
    let other = Solved::new("mnk:3,4,3", MOST);
    assert!(table(&solved.game, &other.tiers, solved.sections).is_none());
}

/// Sections of which one cannot be read, or has another length.
struct Failing<'s> {
    sections: &'s HeldSections,
    tier: u32,
    mover: usize,
    /// `None` if it cannot be read.
    len: Option<usize>,
}

impl Sections for Failing<'_> {
    type Error = std::io::Error;

    fn section(&self, tier: u32, mover: usize, values: &mut Vec<u8>) -> std::io::Result<()> {
        self.sections.section(tier, mover, values).map_err(std::io::Error::other)?;
        if (tier, mover) == (self.tier, self.mover) {
            let gone = || std::io::Error::other("the disk is gone");
            values.resize(self.len.ok_or_else(gone)?, 127);
        }
        Ok(())
    }
}

impl Values for Failing<'_> {
    type Error = ProbeError;

    fn byte(&self, slot: Slot) -> Result<Option<u8>, ProbeError> {
        self.sections.byte(slot)
    }
}

#[test]
fn a_section_that_cannot_be_read_is_an_error() {
    let solved = Solved::new("connect:4,3,3", limits(225, 225, 1));
    for tier in [0, 10, 40] {
        for mover in 0..2 {
            let right = solved.sections.0[tier as usize][mover].len();
            for len in [None, Some(0), Some(right - 1), Some(right), Some(right + 1)] {
                let failing = Failing { sections: &solved.sections, tier, mover, len };
                let table = table(&solved.game, &solved.tiers, failing).unwrap();
                let proof = verify_by_tier(&table, Rules::Tested, &mut (), &mut |_, _| ());
                let error = proof.err().map(|error| error.to_string());
                let expected = match len {
                    None => Some("the disk is gone".into()),
                    Some(len) if len == right => None,
                    Some(_) => Some(format!(
                        "section {mover} of tier {tier} does not have {right} values, as the \
                         numbering says"
                    )),
                };
                assert_eq!(error, expected);
            }
        }
    }
}
