//! Games whose positions stand in a row: the longest wins that a table can hold, and very long circles.

use std::fmt;

use perfect_play_generator::{
    InconsistencyKind, SolveError,
    core::{Entry, Game, Move, Moves, NotAPosition, Objective, Outcome, Player, Probe},
    solve,
};
use perfect_play_proof::verify;

/// This many positions in a row, with one move each. The last one leads back to one of them, or is the end of the
/// game, which the side to move has lost.
#[derive(Clone)]
struct Row {
    positions: u32,
    back_to: Option<u32>,
    repeats: bool,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("row")
    }
}

impl Game for Row {
    type Position = u32;

    fn start(&self) -> u32 {
        0
    }
    fn to_move(&self, _: u32) -> Player {
        Player::X
    }
    fn is_impartial(&self) -> bool {
        true
    }
    fn legal_moves(&self, at: u32) -> Moves {
        let is_last = at + 1 == self.positions;
        if is_last && self.back_to.is_none() { Moves::EMPTY } else { Moves::EMPTY.with(0) }
    }
    fn play(&self, at: u32, _: Move) -> u32 {
        if at + 1 == self.positions { self.back_to.unwrap_or(at) } else { at + 1 }
    }
    fn terminal(&self, _: u32) -> Option<Outcome> {
        None
    }
    fn repeats(&self) -> bool {
        self.repeats
    }

    fn codes(&self) -> u64 {
        self.positions.into()
    }
    fn encode(&self, at: u32) -> u64 {
        at.into()
    }
    fn decode(&self, code: u64) -> Result<u32, NotAPosition> {
        let at = u32::try_from(code).ok().filter(|&at| at < self.positions);
        at.ok_or(NotAPosition::CodeTooLarge { code, codes: self.codes() })
    }
}

#[test]
fn what_is_further_away_than_126_plies_is_refused_with_the_position() {
    for repeats in [false, true] {
        let row = |positions| Row { positions, back_to: None, repeats };
        let table = solve(row(127), Objective::Fastest, &mut |_, _| ()).unwrap();
        assert_eq!(table.probe(0).unwrap().remoteness, Some(126));
        assert!(verify(&table, &mut |_, _| ()).unwrap().is_proven());
        for positions in [128, 1000] {
            let error =
                solve(row(positions), Objective::Fastest, &mut |_, _| ()).map(|_| ()).unwrap_err();
            // The last one is position `positions` - 1.
            let position = format!("    {}", positions - 128);
            assert_eq!(error, SolveError::TooFar { position });
        }
    }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn a_circle_of_a_million_positions_is_drawn_or_found() {
    for (positions, back_to) in [(1_000_000, 0), (1_100_000, 0), (1_100_000, 90_000)] {
        let row = |repeats| Row { positions, back_to: Some(back_to), repeats };
        let table = solve(row(true), Objective::Fastest, &mut |_, _| ()).unwrap();
        let entry = table.probe(0).unwrap();
        let optimal_moves = Moves::EMPTY.with(0);
        let expected =
            Entry { outcome: Outcome::Draw, remoteness: None, score: None, optimal_moves };
        assert_eq!(entry, expected);
        assert!(verify(&table, &mut |_, _| ()).unwrap().is_proven());
        let error = solve(row(false), Objective::Fastest, &mut |_, _| ()).map(|_| ()).unwrap_err();
        let SolveError::Inconsistent(found) = error else { panic!("{error}") };
        assert_eq!(found.position, back_to.to_string());
        let InconsistencyKind::Circle { through } = &found.kind else { panic!("{found}") };
        assert_eq!(through.len(), usize::try_from(positions - back_to - 1).unwrap());
    }
}
