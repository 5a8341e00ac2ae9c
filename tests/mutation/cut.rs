//! Cut tables: a changed one that is proven still answers as the rules say, at every position.

use perfect_play_core::{Game, Objective, Probe};
use perfect_play_engine::{AnyGame, AnyTable};

use super::{file::Parts, headers::changed};

const TABLES: [(&str, u16); 6] = [
    ("connect:3,2,2", 2),
    ("mnk:3,2,2", 2),
    ("mnk:2,2,2+misere", 1),
    ("hex:2", 2),
    ("nim:2,2", 2),
    ("dots:1,1", 2),
];

/// A cut table, and the whole one.
struct Cut {
    parts: Parts,
    whole: AnyTable,
}

impl Cut {
    fn new((name, plies): (&str, u16)) -> Self {
        let game: AnyGame = name.parse().unwrap();
        let whole = AnyTable::solve(game, Objective::Fastest, 1 << 30, &|_, _| ()).unwrap();
        let cut = whole.first_plies(plies, 1 << 30, &|_, _| ()).unwrap();
        Self { parts: Parts::of(&cut.to_bytes().unwrap()), whole }
    }

    /// Whether a file is proven. If it is, it answers as the whole table.
    fn is_proven(&self, file: &[u8], what: &str) -> bool {
        let game = self.whole.game().to_string();
        let Ok(table) = AnyTable::read(file) else { return false };
        let Ok(proof) = table.verify(&mut |_, _| ()) else { return false };
        if !proof.is_proven() || table.game().to_string() != game {
            return false;
        }
        for position in self.whole.positions() {
            let expected = self.whole.value(position).unwrap();
            let found = table.value(position);
            assert_eq!(found.unwrap(), expected, "{game}, {what}: {position:?}");
        }
        let plies = table.plies().unwrap_or(u16::MAX);
        let stored = |&at: &_| self.whole.game().ply(at).is_none_or(|ply| ply <= plies);
        let counted = self.whole.positions().filter(stored).count();
        if self.whole.game().ply(self.whole.game().start()).is_some() {
            assert_eq!(table.positions().count(), counted, "{game}, {what}");
        }
        true
    }
}

#[test]
fn a_cut_table_with_any_other_value() {
    let (mut proven, mut refuted) = (0, 0);
    for table in TABLES {
        let cut = Cut::new(table);
        for place in 0..cut.parts.places() {
            let right = cut.parts.get(place);
            for byte in (0..=u8::MAX).step_by(5).chain([right ^ 1, right.wrapping_add(2), 127, 255])
            {
                let mut parts = cut.parts.clone();
                parts.set(place, byte);
                let is_proven = cut.is_proven(&parts.to_bytes(), &format!("{place}: {byte}"));
                assert!(is_proven || byte != right);
                *if is_proven { &mut proven } else { &mut refuted } += 1;
            }
        }
    }
    // Some slots are read by nobody.
    assert!(proven > 100 && refuted > 1000, "{proven} {refuted}");
}

#[test]
fn a_cut_table_with_any_other_header() {
    let (mut all, mut proven) = (0, 0);
    for table in TABLES {
        let cut = Cut::new(table);
        for header in changed(&cut.parts.header) {
            if header.settings.frame_slots > perfect_play_file::Settings::MAX_FRAME_SLOTS {
                continue;
            }
            let mut parts = Parts { header, ..cut.parts.clone() };
            let what = format!("{:?}", parts.header);
            proven += u32::from(cut.is_proven(&parts.to_bytes(), &what));
            parts.fit();
            proven += u32::from(cut.is_proven(&parts.to_bytes(), &what));
            all += 2;
        }
    }
    // Other settings of compression are no lie.
    assert!(all > 1000 && proven < all / 2, "{proven} of {all}");
}

#[test]
fn a_cut_table_with_more_or_fewer_keys() {
    for table in [("hex:2", 2), ("nim:2,2", 2), ("dots:1,1", 2)] {
        let cut = Cut::new(table);
        let width = usize::from(cut.parts.header.key_bytes);
        let entries = &cut.parts.sections[0];
        let slots = entries.len() / (width + 1);
        for left_out in 0..slots {
            let mut parts = cut.parts.clone();
            let planes = entries.chunks(slots).flat_map(|plane| {
                plane
                    .iter()
                    .enumerate()
                    .filter(|&(slot, _)| slot != left_out)
                    .map(|(_, &byte)| byte)
            });
            parts.sections[0] = planes.collect();
            parts.header.entry_bytes = parts.sections[0].len() as u64;
            assert!(!cut.is_proven(&parts.to_bytes(), &format!("without {left_out}")));
        }
    }
}
