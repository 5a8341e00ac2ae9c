//! Plays that are longer than a remoteness can be: nothing about them is proven.

use std::fmt;

use perfect_play_core::{
    CodeTable, Game, Move, Moves, NotAPosition, Objective, Outcome, Player, Value,
};
use perfect_play_proof::verify;

/// A game without choices, of this many plies.
#[derive(Clone, Copy)]
struct Chain {
    plies: u32,
    /// How it ends for the side to move.
    end: Outcome,
}

impl Chain {
    /// The table with the values of all positions, as a function of the plies that are left.
    fn table(self, value: impl Fn(u32) -> Value) -> CodeTable<Self, Vec<u8>> {
        let slots = (0..=self.plies).map(|played| value(self.plies - played).byte()).collect();
        CodeTable::by_code(self, Objective::Fastest, slots).unwrap()
    }
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("chain")
    }
}

impl Game for Chain {
    type Position = u32;

    fn start(&self) -> u32 {
        0
    }
    fn to_move(&self, played: u32) -> Player {
        if played.is_multiple_of(2) { Player::X } else { Player::O }
    }
    fn legal_moves(&self, played: u32) -> Moves {
        if played < self.plies { Moves::EMPTY.with(0) } else { Moves::EMPTY }
    }
    fn play(&self, played: u32, _: Move) -> u32 {
        played + 1
    }
    fn terminal(&self, played: u32) -> Option<Outcome> {
        (played == self.plies).then_some(self.end)
    }

    fn codes(&self) -> u64 {
        u64::from(self.plies) + 1
    }
    fn encode(&self, played: u32) -> u64 {
        played.into()
    }
    fn decode(&self, code: u64) -> Result<u32, NotAPosition> {
        let codes = self.codes();
        let played = u32::try_from(code).ok().filter(|played| *played <= self.plies);
        played.ok_or(NotAPosition::CodeTooLarge { code, codes })
    }
    /// The largest number for all that are larger.
    fn plies_to_draw(&self, played: u32) -> Option<u16> {
        Some(u16::try_from(self.plies - played).unwrap_or(u16::MAX))
    }
}

/// Whether the table of draws is proven.
fn draws_are_proven(plies: u32) -> bool {
    let table = Chain { plies, end: Outcome::Draw }.table(|_| Value::DRAW);
    verify(&table, &mut |_, _| ()).unwrap().is_proven()
}

#[test]
fn no_draw_is_proven_that_takes_more_plies_than_can_be_counted() {
    for plies in [255, 256, 300, 65_535] {
        assert!(draws_are_proven(plies));
    }
    assert!(!draws_are_proven(65_536));
    assert!(!draws_are_proven(70_000));
}

/// Whether the table of wins and losses is proven. Those that are too far away have the largest remoteness.
fn capped_values_are_proven(plies: u32) -> bool {
    let capped = |left: u32| {
        let plies = u16::try_from(left).unwrap_or(u16::MAX).min(Value::MAX_BYTE_PLIES);
        let value = if left.is_multiple_of(2) { Value::loss(plies) } else { Value::win(plies) };
        value.unwrap()
    };
    let table = Chain { plies, end: Outcome::Loss }.table(capped);
    verify(&table, &mut |_, _| ()).unwrap().is_proven()
}

#[test]
fn no_win_or_loss_is_proven_that_is_further_away_than_a_byte_can_say() {
    assert!(capped_values_are_proven(126));
    assert!(!capped_values_are_proven(127));
    assert!(!capped_values_are_proven(128));
}
