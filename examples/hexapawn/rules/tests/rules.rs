//! The rules against themselves, and what is known of the game.

use std::collections::HashSet;

use hexapawn_rules::{Hexapawn, Position, cells_of_move};
use perfect_play_generator::{
    ScoreRule, check_rules,
    core::{Game, Objective, Outcome, Player, Probe},
    minimax, solve,
};

/// Cells as anybody would write them: `X`, `O` and `.`, row by row from the top.
type Cells = [u8; 9];

/// Whether the side to move wins, by trying everything: written without the crate's rules.
fn wins(cells: Cells, mover: u8, seen: &mut HashSet<(Cells, u8)>) -> bool {
    seen.insert((cells, mover));
    let (other, step, far_row_of_other) = if mover == b'X' { (b'O', -1, 2) } else { (b'X', 1, 0) };
    if (0..3).any(|column| cells[3 * far_row_of_other + column] == other) {
        return false;
    }
    let mut won = false;
    for row in 0..3_i32 {
        for column in 0..3_i32 {
            for aside in -1..=1 {
                let (to_row, to_column) = (row + step, column + aside);
                if !(0..3).contains(&to_row) || !(0..3).contains(&to_column) {
                    continue;
                }
                let cell = |row: i32, column: i32| usize::try_from(3 * row + column).unwrap();
                let (from, to) = (cell(row, column), cell(to_row, to_column));
                let takes = if aside == 0 { b'.' } else { other };
                if cells[from] == mover && cells[to] == takes {
                    let mut next = cells;
                    (next[from], next[to]) = (b'.', mover);
                    // No short cut: every position is to be seen.
                    won |= !wins(next, other, seen);
                }
            }
        }
    }
    won
}

fn cells(position: Position) -> (Cells, u8) {
    let letter = |player| if player == Player::X { b'X' } else { b'O' };
    (position.cells.map(|cell| cell.map_or(b'.', letter)), letter(position.to_move))
}

#[test]
fn the_rules_do_not_contradict_themselves() {
    assert_eq!(check_rules(&Hexapawn), Ok(135));
}

#[test]
fn the_second_player_wins() {
    let table = solve(Hexapawn, Objective::Fastest, &mut |_, _| ()).unwrap();
    let start = table.probe(Hexapawn.start()).unwrap();
    assert_eq!((start.outcome, start.remoteness), (Outcome::Loss, Some(6)));
}

#[test]
fn every_position_is_worth_what_trying_everything_says() {
    let table = solve(Hexapawn, Objective::Fastest, &mut |_, _| ()).unwrap();
    let mut reachable = HashSet::new();
    wins(*b"OOO...XXX", b'X', &mut reachable);
    for position in table.positions() {
        let (cells, mover) = cells(position);
        let outcome = table.probe(position).unwrap().outcome;
        let won = wins(cells, mover, &mut HashSet::new());
        assert_eq!(outcome == Outcome::Win, won, "{}", Hexapawn.notation(position));
        assert!(reachable.remove(&(cells, mover)));
        let live = minimax(&Hexapawn, position, ScoreRule::Unit);
        assert_eq!(live.score > 0, won == (position.to_move == Player::X));
    }
    assert!(reachable.is_empty());
}

#[test]
fn moves_are_where_they_are_drawn() {
    assert_eq!(cells_of_move(Player::X, 3 * 6), None, "off the board to the left");
    assert_eq!(cells_of_move(Player::X, 3 * 6 + 1), Some((6, 3)));
    assert_eq!(cells_of_move(Player::X, 3 * 6 + 2), Some((6, 4)));
    assert_eq!(cells_of_move(Player::O, 3 + 1), Some((1, 4)));
    assert_eq!(cells_of_move(Player::O, 3 * 7 + 1), None, "off the board below");
}

#[test]
fn a_position_is_written_in_one_line_and_drawn() {
    let start = Hexapawn.start();
    assert_eq!(Hexapawn.notation(start).to_string(), "OOO/.../XXX, X to move");
    let drawn = "3 O O O\n2 . . .\n1 X X X\n  a b c\nX to move";
    assert_eq!(format!("{:#}", Hexapawn.notation(start)), drawn);
}
