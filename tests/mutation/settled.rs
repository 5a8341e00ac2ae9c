//! Tables by index without entries that the rules tell anyway, and without what is reached only through
//! those.

use std::collections::{BTreeMap, BTreeSet};

use perfect_play_generator::{
    core::{Board, Game, Mnk, Objective, Value},
    index::Index,
};

use crate::{
    check::Tally,
    file::Parts,
    honest::{Form, honest},
    truth,
};

/// A right table, and what can be taken out of it.
struct Forger {
    parts: Parts,
    game: Mnk,
    index: Index,
    /// All reachable boards, each with those from which a move leads there.
    reachable: BTreeMap<Board, Vec<Board>>,
}

impl Forger {
    fn new(name: &str) -> Self {
        let parts = honest(name, Objective::Fastest, Form::Index(64));
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
        Self { parts, game, index: Index::of(&game).unwrap(), reachable }
    }

    fn is_settled(&self, board: Board) -> bool {
        self.game.kind().settled(board).is_some()
    }

    /// The table without entries for these boards and all their images.
    fn without(&self, boards: &BTreeSet<Board>) -> Parts {
        let mut parts = self.parts.clone();
        for &board in boards {
            for symmetry in 0..self.game.symmetries() {
                let slot = self.index.slot(self.game.image(board, symmetry)).unwrap();
                parts.set(slot, Value::NONE);
            }
        }
        parts
    }

    /// The boards that the rules do not settle, and that are reached only from some that they do: each
    /// together with those, and one of all its images.
    fn hidden(&self) -> impl Iterator<Item = BTreeSet<Board>> {
        let is_hidden = |&(&board, before): &(&Board, &Vec<Board>)| {
            !self.is_settled(board)
                && self.game.is_canonical(board)
                && !before.is_empty()
                && before.iter().all(|&before| self.is_settled(before))
        };
        let hidden = self.reachable.iter().filter(is_hidden);
        hidden.map(|(&board, before)| before.iter().copied().chain([board]).collect())
    }

    /// All settled boards, and all that is reached only through them.
    fn everything(&self) -> BTreeSet<Board> {
        let mut seen = BTreeSet::new();
        let mut unexplored = vec![self.game.start()];
        while let Some(board) = unexplored.pop() {
            if !self.is_settled(board) && seen.insert(board) {
                let moves = self.game.legal_moves(board);
                unexplored.extend(moves.iter().map(|mv| self.game.play(board, mv)));
            }
        }
        self.reachable.keys().copied().filter(|board| !seen.contains(board)).collect()
    }
}

#[test]
fn tables_without_what_the_rules_settle() {
    let mut tally = Tally::new();
    for name in
        ["mnk:2,2,2", "mnk:3,2,2", "mnk:4,2,2", "tictactoe", "connect:2,2,2", "connect:3,3,3"]
    {
        let forger = Forger::new(name);
        let settled = forger.reachable.keys().copied().filter(|&board| forger.is_settled(board));
        let settled: BTreeSet<Board> = settled.collect();
        for boards in [settled, forger.everything()] {
            tally.add(name, &forger.without(&boards));
        }
    }
    tally.end();
}

#[test]
fn tables_without_what_only_settled_boards_lead_to() {
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

/// Five bytes of the right table, without which it was proven to have 111,963 positions.
#[test]
fn the_five_bytes_of_a_known_forgery() {
    let right = Forger::new("mnk:4,3,3");
    let (hidden, _) = right.game.canonical(right.game.parse("O.X./XX.O/O.X.").unwrap());
    let has_it = |boards: &BTreeSet<Board>| boards.iter().any(|board| board.code() == hidden);
    let forged = right.without(&right.hidden().find(has_it).unwrap());
    let differ = |place: &u64| forged.get(*place) != right.parts.get(*place);
    assert_eq!((0..forged.places()).filter(differ).count(), 5);
    let mut tally = Tally::new();
    tally.add("mnk:4,3,3", &forged);
    assert_eq!(tally.not_proven, 2);
    tally.end();
}
