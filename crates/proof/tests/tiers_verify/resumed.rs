//! A proof that was interrupted anywhere goes on to the same result.

use perfect_play_numbering::HeldSections;
use perfect_play_proof::{ProofLog, Proven, Rules, Verification, verify_by_tier};

use super::solved::{MOST, Solved, limits};

/// What a proof was told, and what it has told.
#[derive(Default)]
struct Log {
    proven: u32,
    kept: Vec<u32>,
}

impl ProofLog for Log {
    fn proven(&self) -> Proven {
        Proven { tiers: self.proven, entries: 0 }
    }

    fn keep(&mut self, proven: Proven) {
        self.kept.push(proven.tiers);
    }
}

/// Proves from this tier on. Returns what was kept as well.
fn prove_from(
    solved: &Solved,
    sections: &HeldSections,
    proven: u32,
) -> (Verification<perfect_play_core::Board>, Vec<u32>) {
    let mut log = Log { proven, ..Log::default() };
    let table = solved.table(sections.clone());
    let mut done = Vec::new();
    let proof = verify_by_tier(&table, Rules::Tested, &mut log, &mut |slots, _| done.push(slots));
    assert_eq!(done[0], solved.tiers.slots_in(0..proven.min(solved.tiers.numbers().end)));
    assert!(done.is_sorted());
    (proof.unwrap(), log.kept)
}

#[test]
fn at_every_tier() {
    for (name, limits) in [
        ("connect:4,3,3", limits(225, 225, 1)),
        ("mnk:3,3,3+misere", limits(81, 81, 3)),
        ("connect:3,3,3", MOST),
    ] {
        let solved = Solved::new(name, limits);
        let end = solved.tiers.numbers().end;
        let (whole, kept) = prove_from(&solved, &solved.sections, 0);
        assert!(whole.is_proven() && kept.is_sorted() && kept.last() == Some(&end), "{name}");
        // A log that says too much cannot make the proof count more than there is.
        for proven in (0..=end).chain([end + 1, u32::MAX]) {
            let (proof, kept) = prove_from(&solved, &solved.sections, proven);
            assert_eq!(proof, whole, "{name} from {proven}");
            assert!(kept.iter().all(|&kept| kept > proven), "{name} from {proven}");
        }
    }
}

/// After a fault nothing is kept: a resumed proof finds it again.
#[test]
fn a_fault_is_found_again() {
    let solved = Solved::new("connect:4,3,3", limits(225, 225, 1));
    let ends = solved.tiers.numbers().end;
    let mut faults = 0;
    for tier in (0..ends).step_by(7) {
        let mut sections = solved.sections.clone();
        let Some(byte) = sections.0[tier as usize].iter_mut().flatten().last() else { continue };
        *byte ^= 1;
        let (whole, kept) = prove_from(&solved, &sections, 0);
        // The slot may be one that does not count.
        if whole.is_proven() {
            continue;
        }
        faults += 1;
        for proven in kept.into_iter().chain([0]) {
            assert!(proven <= tier);
            let (proof, _) = prove_from(&solved, &sections, proven);
            assert_eq!((proof.entries, &proof.faults), (whole.entries, &whole.faults), "{tier}");
        }
    }
    assert!(faults > 10, "{faults}");
}
