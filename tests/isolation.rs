//! A game with 72 move numbers, more than 64 bits can hold. It is solved correctly and proven, and a damaged table
//! is refused.

#[path = "bake/isolation/rules.rs"]
#[expect(unreachable_pub, reason = "it is a crate of its own, too")]
pub(crate) mod rules;

use std::collections::{HashMap, HashSet};

use perfect_play_engine::{AnyGame, AnyPosition};
use perfect_play_file::{TableFile, to_bytes};
use perfect_play_generator::{
    Solution, check_rules,
    core::{Game, Level, Moves, Objective, Outcome, Probe, Value},
    solve,
};
use perfect_play_proof::{Record, verify};
use perfect_play_test_kit::by_code;
use rules::{Isolation, Position};

/// How many positions play leads to.
const POSITIONS: usize = 6_506;

/// As a game of any type, so that solvers and proofs are not compiled once more.
fn game() -> AnyGame {
    AnyGame::of(Isolation)
}

pub(crate) fn solved() -> Solution<AnyGame> {
    solve(game(), Objective::Fastest, &mut |_, _| ()).unwrap()
}

/// The rules once more, by coordinates and without a number for any move: who steps next, the other
/// one, and a picture of the board, in which a removed cell is a hole.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Picture {
    mover: (i32, i32),
    other: (i32, i32),
    holes: [[bool; 3]; 3],
}

/// The cell stepped to, the cell removed, and what follows.
type Turn = ((i32, i32), (i32, i32), Picture);

impl Picture {
    fn of(position: AnyPosition) -> Self {
        let position: Position = position.read().unwrap();
        let place = |cell: u8| (i32::from(cell % 3), i32::from(cell / 3));
        let mut holes = [[false; 3]; 3];
        for (cell, &removed) in position.removed.iter().enumerate() {
            holes[cell / 3][cell % 3] = removed;
        }
        let x_moves = position.removed.iter().filter(|&&removed| removed).count() % 2 == 0;
        let (x, o) = (place(position.x), place(position.o));
        let (mover, other) = if x_moves { (x, o) } else { (o, x) };
        Self { mover, other, holes }
    }

    fn is_free(&self, (column, row): (i32, i32)) -> bool {
        (0..3).contains(&column)
            && (0..3).contains(&row)
            && (column, row) != self.other
            && !self.holes[usize::try_from(row).unwrap()][usize::try_from(column).unwrap()]
    }

    /// What each step and each cell removed lead to.
    fn children(&self) -> Vec<Turn> {
        let around = |(column, row): (i32, i32)| {
            (-1..=1).flat_map(move |down| (-1..=1).map(move |right| (column + right, row + down)))
        };
        let everywhere = || (0..3).flat_map(|row| (0..3).map(move |column| (column, row)));
        let mut children = Vec::new();
        for to in around(self.mover).filter(|&to| to != self.mover && self.is_free(to)) {
            for hole in everywhere().filter(|&hole| hole != to && self.is_free(hole)) {
                let mut holes = self.holes;
                holes[usize::try_from(hole.1).unwrap()][usize::try_from(hole.0).unwrap()] = true;
                children.push((to, hole, Self { mover: self.other, other: to, holes }));
            }
        }
        children
    }

    /// Whether the mover wins, and in how many plies.
    fn verdict(&self, known: &mut HashMap<Self, (bool, u16)>) -> (bool, u16) {
        if let Some(&verdict) = known.get(self) {
            return verdict;
        }
        let children = self.children();
        let verdicts: Vec<_> = children.iter().map(|(_, _, child)| child.verdict(known)).collect();
        let wins = verdicts.iter().filter(|(won, _)| !won).map(|(_, plies)| plies + 1).min();
        let losses = verdicts.iter().map(|(_, plies)| plies + 1).max();
        let verdict = wins.map_or((false, losses.unwrap_or(0)), |plies| (true, plies));
        known.insert(self.clone(), verdict);
        verdict
    }
}

#[test]
fn every_position_has_the_value_that_plain_search_finds() {
    let mut known = HashMap::new();
    let game = game();
    Picture::of(game.start()).verdict(&mut known);
    assert_eq!(known.len(), POSITIONS);
    let table = solved();
    let mut found = HashSet::new();
    for position in table.positions() {
        let picture = Picture::of(position);
        let (won, plies) = known[&picture];
        let entry = table.probe(position).unwrap();
        let outcome = if won { Outcome::Win } else { Outcome::Loss };
        assert_eq!((entry.outcome, entry.remoteness), (outcome, Some(plies)), "{picture:?}");
        // Each move by what it does: the cell stepped to and the cell removed.
        let ends = |mv| {
            let child = Picture::of(game.play(position, mv));
            let hole = (i32::from(mv % 9 % 3), i32::from(mv % 9 / 3));
            (child.other, hole, child)
        };
        let children = picture.children();
        let legal: HashSet<_> = game.legal_moves(position).iter().map(ends).collect();
        assert_eq!(legal, children.iter().cloned().collect(), "{picture:?}");
        let optimal: HashSet<_> = entry.optimal_moves.iter().map(ends).collect();
        let is_optimal = |(_, _, child): &&Turn| {
            let (child_won, child_plies) = known[child];
            child_won != won && child_plies + 1 == plies
        };
        assert_eq!(optimal, children.iter().filter(is_optimal).cloned().collect(), "{picture:?}");
        found.insert(picture);
    }
    assert_eq!(found.len(), POSITIONS);
}

#[test]
fn the_rules_are_checked_and_the_table_is_proven() {
    assert_eq!(check_rules(&game()), Ok(POSITIONS as u64));
    let table = solved();
    let proof = verify(&table, &mut |_, _| ()).unwrap();
    assert!(proof.is_proven());
    assert_eq!(proof.positions(), Some(POSITIONS as u64));
    let file = TableFile::read(&*to_bytes(&table).unwrap()).unwrap();
    assert_eq!(file.header().positions(), Some(POSITIONS as u64));
    let read: Solution<_> = file.into_table(game()).unwrap();
    assert_eq!(read.values(), table.values());
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn a_damaged_table_is_not_proven() {
    let table = solved();
    let (objective, slots) = (table.objective(), table.into_values());
    let positions: Vec<_> = (0..slots.len()).filter(|&code| slots[code] != Value::NONE).collect();
    // A few positions all over the table: another value, and none.
    for &code in positions.iter().step_by(POSITIONS / 2) {
        for byte in [Value::DRAW.byte(), slots[code].wrapping_add(2), Value::NONE] {
            let mut slots = slots.clone();
            slots[code] = byte;
            let table = by_code(game(), objective, slots).unwrap();
            let proof = verify(&table, &mut |_, _| ()).unwrap();
            assert!(!proof.is_proven(), "byte {byte} for code {code}");
            // Neither is its file, whose counts and checksums are those of the damaged table.
            let file = TableFile::read(&*to_bytes(&table).unwrap()).unwrap();
            let table: Result<Solution<_>, _> = file.into_table(game());
            assert!(
                table.is_err() || !verify(&table.unwrap(), &mut |_, _| ()).unwrap().is_proven()
            );
        }
    }
}

#[test]
fn levels_and_records_take_its_moves() {
    let table = solved();
    // O can step down.
    let game = game();
    let position = game.play(game.start(), 0);
    let legal = game.legal_moves(position);
    assert!(legal.last().unwrap() > 63);
    let worths = table.move_values(position).unwrap();
    assert!(worths.iter().map(|worth| worth.mv).eq(legal));
    let chosen = |level: Level| level.policy(&table, position).unwrap().moves();
    assert_eq!(chosen(Level::Blind), legal);
    let optimal = table.probe(position).unwrap().optimal_moves;
    assert_eq!(chosen(Level::Perfect), optimal);
    let record = Record::of(&table, position).unwrap();
    assert_eq!(record.optimal_moves, optimal);
    let list = serde_json::to_value(&record).unwrap()["optimal_moves"].clone();
    let list: Vec<u8> = serde_json::from_value(list).unwrap();
    assert_eq!(list.into_iter().collect::<Moves>(), optimal);
}
