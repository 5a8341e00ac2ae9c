//! Tables by tiers without the positions that are reached only through boards with static values, and with entries for
//! such boards.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use perfect_play_engine::AnyTable;
use perfect_play_games::Mnk;
use perfect_play_generator::core::{Board, Game, Objective, Value};

use super::{
    check::Tally,
    file::Parts,
    honest::{Form, honest},
    places::Places,
    truth,
};

/// A right table, and what can be taken out of it.
struct Forger {
    parts: Parts,
    game: Mnk,
    places: Places,
    /// All reachable boards, each with those from which a move leads there.
    reachable: BTreeMap<Board, Vec<Board>>,
}

impl Forger {
    fn new(name: &str) -> Self {
        let parts = honest(name, Objective::Fastest, Form::Large(64));
        let game: Mnk = name.parse().unwrap();
        let truth = truth::of_boards(&game);
        let boards = truth.asked.iter().filter(|(_, answer)| answer.is_some());
        let mut reachable: BTreeMap<Board, Vec<Board>> =
            boards.map(|&(board, _)| (board, Vec::new())).collect();
        for before in reachable.keys().copied().collect::<Vec<_>>() {
            for mv in game.legal_moves(before) {
                reachable.get_mut(&game.play(before, mv)).unwrap().push(before);
            }
        }
        Self { parts, game, places: Places::of(&game), reachable }
    }

    fn is_static(&self, board: Board) -> bool {
        self.game.kind().static_value(board).is_some()
    }

    /// The table without entries for these boards and all their images.
    fn without(&self, boards: &BTreeSet<Board>) -> Parts {
        let mut parts = self.parts.clone();
        for &board in boards {
            for symmetry in 0..self.game.symmetries() {
                // A board with a line or a static value has no entry.
                if let Some(place) = self.places.place(self.game.image(board, symmetry)) {
                    parts.set(place, Value::NONE);
                }
            }
        }
        parts
    }

    /// The boards that the rules do not settle, and that are reached only from some that they do: each
    /// together with those, and one of all its images.
    fn hidden(&self) -> impl Iterator<Item = BTreeSet<Board>> {
        let is_hidden = |&(&board, before): &(&Board, &Vec<Board>)| {
            !self.is_static(board)
                && self.game.is_canonical(board)
                && !before.is_empty()
                && before.iter().all(|&before| self.is_static(before))
        };
        let hidden = self.reachable.iter().filter(is_hidden);
        hidden.map(|(&board, before)| before.iter().copied().chain([board]).collect())
    }

    /// All that is reached only through boards with a static value, and these.
    fn everything(&self) -> BTreeSet<Board> {
        let mut seen = BTreeSet::new();
        let mut unexplored = vec![self.game.start()];
        while let Some(board) = unexplored.pop() {
            if !self.is_static(board) && seen.insert(board) {
                let moves = self.game.legal_moves(board);
                unexplored.extend(moves.iter().map(|mv| self.game.play(board, mv)));
            }
        }
        self.reachable.keys().copied().filter(|board| !seen.contains(board)).collect()
    }
}

#[test]
fn tables_without_all_that_only_boards_with_static_values_lead_to() {
    let mut tally = Tally::new();
    for name in
        ["mnk:2,2,2", "mnk:3,2,2", "mnk:4,2,2", "tictactoe", "connect:2,2,2", "connect:3,3,3"]
    {
        let forger = Forger::new(name);
        tally.add(name, &forger.without(&forger.everything()));
    }
    tally.end();
}

#[test]
fn tables_without_one_of_the_boards_that_only_static_values_lead_to() {
    let mut tally = Tally::new();
    for (name, hidden) in [("tictactoe", 4), ("connect:3,3,3", 9)] {
        let forger = Forger::new(name);
        let forgeries: Vec<_> = forger.hidden().collect();
        assert_eq!(forgeries.len(), hidden, "{name}");
        for boards in forgeries {
            tally.add(name, &forger.without(&boards));
        }
    }
    assert_eq!(tally.proven, 0);
    tally.end();
}

/// A few bytes of the right table, without which an older version of the proof let it pass.
#[test]
fn the_bytes_of_a_known_forgery() {
    let right = Forger::new("mnk:4,3,3");
    let (hidden, _) = right.game.canonical(right.game.parse("O.X./XX.O/O.X.").unwrap());
    let has_it = |boards: &BTreeSet<Board>| boards.iter().any(|board| board.code() == hidden);
    let forged = right.without(&right.hidden().find(has_it).unwrap());
    let mut tally = Tally::new();
    tally.add("mnk:4,3,3", &forged);
    assert_eq!(tally.not_proven, 1);
    tally.end();
}

/// A frame holds an entry for each slot whose board has no static value, and no other.
#[test]
fn frames_with_one_entry_more_or_less() {
    let folder = tempfile::tempdir().unwrap();
    let mut not_counted = 0;
    let mut tally = Tally::new();
    // A count restores no values, and must refuse such a frame all the same.
    let mut add = |name: &str, parts: &Parts| {
        tally.add(name, parts);
        let path = folder.path().join("forged.perfect");
        fs::write(&path, parts.to_bytes()).unwrap();
        if let Ok(table) = AnyTable::open(&path) {
            let error = table.stats(&mut |_, _| ()).unwrap_err().to_string();
            assert!(error.contains("is damaged (section"), "{name}: {error}");
            not_counted += 1;
        }
    };
    for (name, form) in [
        ("tictactoe", Form::Small),
        ("mnk:2,2,2", Form::Large(7)),
        ("mnk:3,2,2+misere", Form::Large(64)),
        ("connect:3,3,3", Form::Large(1 << 12)),
    ] {
        let honest = honest(name, Objective::Fastest, form);
        for (section, (_, frames)) in honest.layout.iter().enumerate() {
            let mut before = 0;
            for (frame, &entries) in frames.iter().enumerate() {
                // One entry too many: a draw at the beginning of the frame, or at its end a byte that is not a value.
                for (at, value) in [(before, 127), (before + entries, u8::MAX)] {
                    let mut more = honest.clone();
                    more.sections[section].insert(at, value);
                    more.layout[section].1[frame] += 1;
                    add(name, &more);
                }
                if entries > 0 {
                    let mut less = honest.clone();
                    less.sections[section].remove(before);
                    less.layout[section].1[frame] -= 1;
                    add(name, &less);
                    // The section has as many as before, but another frame has one of them.
                    if frame > 0 {
                        let mut moved = honest.clone();
                        moved.layout[section].1[frame] -= 1;
                        moved.layout[section].1[frame - 1] += 1;
                        add(name, &moved);
                    }
                }
                before += entries;
            }
        }
    }
    assert_eq!(tally.proven, 0);
    assert!(not_counted > 20, "{not_counted}");
    tally.end();
}

/// A table of one section is read as a whole, but its frames are checked one by one, and so is the number of its slots.
#[test]
fn one_section_with_other_frames_or_another_number_of_slots() {
    let mut tally = Tally::new();
    for name in ["tictactoe", "connect:4,3,3"] {
        let honest = honest(name, Objective::Fastest, Form::Small);
        let (slots, entries) = (honest.layout[0].0, honest.sections[0].len());
        for other in [slots + 77, slots + 1, slots - 1, entries] {
            let mut changed = honest.clone();
            changed.layout[0].0 = other;
            tally.add(name, &changed);
        }
        for first in [0, 1, entries - 1, entries] {
            let mut changed = honest.clone();
            changed.header.settings.frame_slots = u32::try_from(slots / 2 + 1).unwrap();
            changed.layout[0].1 = vec![first, entries - first];
            tally.add(name, &changed);
        }
    }
    assert_eq!((tally.proven, tally.not_proven), (0, 0));
    tally.end();
}
