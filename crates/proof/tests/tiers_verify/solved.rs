//! Solved games, their numberings and their proofs.

use std::sync::Arc;

use perfect_play_core::{Board, Game, Objective, Player, Value};
use perfect_play_games::Mnk;
use perfect_play_generator::{
    numbering::{HeldSections, Limits, TierTable, Tiers},
    solve_tiers,
};
use perfect_play_proof::{Rules, Verification, verify_by_tier};
pub(super) use perfect_play_test_kit::{MOST, THREE_PARTS};

pub(super) const fn limits(low: usize, top: usize, middle: usize) -> Limits {
    Limits { low, top, middle }
}

/// Tables in which every byte is changed. Among them are tables with one part, two parts and three parts.
pub(super) const CHANGED: [(&str, Limits); 12] = [
    ("mnk:2,2,2", MOST),
    ("mnk:3,2,2+misere", limits(9, 9, 9)),
    ("mnk:3,2,2", limits(9, 81, 1)),
    ("mnk:3,2,3", limits(81, 9, 1)),
    ("mnk:1,5,2", limits(9, 9, 9)),
    ("connect:3,2,2", limits(7, 49, 7)),
    ("connect:3,3,3", limits(15, 225, 1)),
    ("connect:3,2,3+misere", limits(7, 7, 49)),
    ("connect:4,2,3", limits(49, 49, 1)),
    ("connect:3,2,1", limits(7, 49, 7)),
    ("connect:2,3,2", limits(15, 15, 1)),
    ("connect:1,5,3", MOST),
];

pub(super) fn prove<G: Game<Position = Board> + Clone + Sync>(
    game: &G,
    rules: Rules,
    tiers: &Arc<Tiers>,
    sections: &HeldSections,
) -> Verification<Board> {
    let table = table(game, tiers, sections.clone()).unwrap();
    verify_by_tier(&table, rules, &mut (), &mut |_, _| ()).unwrap()
}

pub(super) fn table<G: Game<Position = Board> + Clone, S>(
    game: &G,
    tiers: &Arc<Tiers>,
    sections: S,
) -> Option<TierTable<G, S>> {
    TierTable::new(game.clone(), Objective::Fastest, Arc::clone(tiers).into(), sections)
}

/// A solved game.
pub(super) struct Solved {
    pub(super) game: Mnk,
    pub(super) tiers: Arc<Tiers>,
    pub(super) sections: HeldSections,
}

/// The position of a byte.
pub(super) type Place = (usize, usize, usize);

impl Solved {
    pub(super) fn new(name: &str, limits: Limits) -> Self {
        let game: Mnk = name.parse().unwrap();
        let tiers = Arc::new(Tiers::with_limits(&game, limits).unwrap());
        let sections = solve_tiers(&game, &tiers, &|_| ()).unwrap();
        Self { game, tiers, sections }
    }

    pub(super) fn table<S>(&self, sections: S) -> TierTable<Mnk, S> {
        table(&self.game, &self.tiers, sections).unwrap()
    }

    pub(super) fn is_proven(&self, sections: &HeldSections) -> bool {
        prove(&self.game, Rules::Tested, &self.tiers, sections).is_proven()
    }

    pub(super) fn places(&self) -> impl Iterator<Item = Place> {
        let lens = self.sections.0.iter().map(|tier| [tier[0].len(), tier[1].len()]);
        let lens: Vec<_> = lens.collect();
        lens.into_iter().enumerate().flat_map(|(tier, lens)| {
            (0..2).flat_map(move |mover| (0..lens[mover]).map(move |rank| (tier, mover, rank)))
        })
    }

    pub(super) fn board(&self, (tier, mover, rank): Place) -> Board {
        let player = [Player::O, Player::X][mover];
        self.tiers.board(u32::try_from(tier).unwrap(), player, rank).unwrap()
    }

    pub(super) fn holds_line(&self, board: Board) -> bool {
        [board.x(), board.o()].iter().any(|&marks| self.tiers.lines().any_within(marks))
    }

    pub(super) fn with(&self, changes: &[(Place, u8)]) -> HeldSections {
        let mut sections = self.sections.clone();
        for &((tier, mover, rank), byte) in changes {
            sections.0[tier][mover][rank] = byte;
        }
        sections
    }

    pub(super) fn sections_value(&self, board: Board) -> Option<Value> {
        if self.holds_line(board) {
            return None;
        }
        let (tier, player, rank) = self.tiers.locate(board)?;
        let section = &self.sections.0[tier as usize][usize::from(player == Player::X)];
        Value::from_byte(section[rank])
    }
}
