//! The rules against themselves, and against the lines written out.

use cylinder_rules::{Cylinder, has_line, image_of_cell};
use perfect_play_generator::{
    check_rules,
    core::{Board, Game, Move, Objective, Outcome, Player, Probe, Unreachable},
    solve,
};

/// The lines as anybody would list them: from each cell on in each of four directions, around the
/// edge.
fn lines() -> Vec<u64> {
    let mut lines = Vec::new();
    for row in 0..3_i32 {
        for column in 0..4_i32 {
            for (right, down) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                if (0..3).contains(&(row + 2 * down)) {
                    let cell = |i: i32| (row + i * down) * 4 + (column + i * right).rem_euclid(4);
                    lines.push((0..3).map(|i| 1 << cell(i)).sum());
                }
            }
        }
    }
    lines
}

#[test]
fn there_are_24_lines() {
    let lines = lines();
    assert_eq!(lines.len(), 12 + 4 + 4 + 4);
    for cells in 0..1 << 12 {
        assert_eq!(has_line(cells), lines.iter().any(|line| cells & line == *line), "{cells:b}");
    }
}

#[test]
fn symmetries_take_lines_to_lines_and_are_sixteen_different_ones() {
    let lines = lines();
    let image = |line: u64, symmetry| {
        (0..12)
            .filter(|cell| line >> cell & 1 == 1)
            .fold(0, |image, cell| image | 1 << image_of_cell(cell, symmetry))
    };
    let mut all = Vec::new();
    for symmetry in 0..Cylinder.symmetries() {
        assert!(lines.iter().all(|&line| lines.contains(&image(line, symmetry))));
        let cells: Vec<Move> = (0..12).map(|cell| image_of_cell(cell, symmetry)).collect();
        assert!(!all.contains(&cells));
        all.push(cells);
    }
    assert!(all[0].is_sorted(), "symmetry 0 is the identity");
}

#[test]
fn the_rules_do_not_contradict_themselves() {
    assert_eq!(check_rules(&Cylinder), Ok(POSITIONS));
}

/// How many positions play can lead to.
const POSITIONS: u64 = 93_147;

#[test]
fn who_moves_first_wins_and_sooner_beginning_at_an_edge() {
    let table = solve(Cylinder, Objective::Fastest, &mut |_, _| ()).unwrap();
    assert_eq!(table.positions().count() as u64, POSITIONS);
    let start = table.probe(Board::EMPTY).unwrap();
    assert_eq!((start.outcome, start.remoteness), (Outcome::Win, Some(5)));
    let not_in_the_middle = (0..4).chain(8..12).collect();
    assert_eq!(start.optimal_moves, not_in_the_middle);
    let middle = table.move_values(Board::EMPTY).unwrap().get(4).unwrap();
    assert_eq!((middle.outcome, middle.remoteness), (Outcome::Win, Some(7)));
}

#[test]
fn every_position_is_worth_what_trying_everything_says() {
    /// By code; 0 where nobody has been yet.
    fn score(x: u64, o: u64, lines: &[u64], known: &mut [i8]) -> i8 {
        let board = Board::from_bitboards(x, o).unwrap();
        let slot = usize::try_from(board.code()).unwrap();
        if known[slot] == 0 {
            let first = x.count_ones() == o.count_ones();
            let (own, other) = if first { (x, o) } else { (o, x) };
            let best = if lines.iter().any(|line| other & line == *line) {
                -1
            } else {
                let free = (0..12).filter(|cell| (x | o) >> cell & 1 == 0);
                let score = free.map(|cell| match (own | 1 << cell, other) {
                    (own, other) if first => -score(own, other, lines, known),
                    (own, other) => -score(other, own, lines, known),
                });
                // Not `max` alone: a draw is 2 here, so that 0 is nobody's score.
                score.map(|score| score % 2).max().unwrap_or(0)
            };
            known[slot] = if best == 0 { 2 } else { best };
        }
        known[slot]
    }
    let mut known = vec![0; usize::try_from(Cylinder.codes()).unwrap()];
    score(0, 0, &lines(), &mut known);
    let table = solve(Cylinder, Objective::Fastest, &mut |_, _| ()).unwrap();
    for (code, score) in (0..).zip(known) {
        let outcome = Cylinder.decode(code).map(|board| Some(table.probe(board).ok()?.outcome));
        let expected = [Some(Outcome::Loss), None, Some(Outcome::Win), Some(Outcome::Draw)];
        let expected = expected[usize::try_from(score + 1).unwrap()];
        assert_eq!(outcome.unwrap_or(None), expected, "{code}");
    }
}

#[test]
fn what_no_play_leads_to_is_told_why() {
    let board = |x, o| Board::from_bitboards(x, o).unwrap();
    let after_end = Unreachable::MoveAfterEnd { by: Player::O };
    assert_eq!(Cylinder.check(board(0b0111, 0x700)), Err(Unreachable::BothHaveLines.into()));
    assert_eq!(Cylinder.check(board(0b1101, 0x510)), Err(after_end.into()));
    assert!(Cylinder.check(board(0b11, 0)).is_err() && Cylinder.check(board(1 << 12, 0)).is_err());
}
