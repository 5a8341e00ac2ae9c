//! For which boards there is an order of moves, compared with a search that puts mark after mark.

use std::collections::{HashMap, HashSet};

use perfect_play_core::{Board, Cells, Game, Shape};
use perfect_play_games::Mnk;
use perfect_play_numbering::{Limits, Tiers};
use perfect_play_test_kit::{MOST, THREE_PARTS};

/// All boards that marks of the players whom `next` names (X: `true`) lead to. Lines do not matter.
fn filled(game: &Mnk, next: impl Fn(Board) -> Vec<bool>) -> HashSet<Board> {
    let mut seen = HashSet::from([Board::EMPTY]);
    let mut unexplored = vec![Board::EMPTY];
    while let Some(board) = unexplored.pop() {
        for cell in Cells::of(game.kind().open_cells(board.occupied())) {
            for is_x in next(board) {
                let (x, o) = if is_x { (1 << cell, 0) } else { (0, 1 << cell) };
                let child = Board::from_bitboards(board.x() | x, board.o() | o).unwrap();
                if seen.insert(child) {
                    unexplored.push(child);
                }
            }
        }
    }
    seen
}

fn surplus(board: Board) -> i32 {
    board.x().count_ones().cast_signed() - board.o().count_ones().cast_signed()
}

/// Whether the numbering says that there is an order of moves.
fn has_order(tiers: &Tiers, board: Board) -> bool {
    let [top, middle, low] = tiers.cells();
    let within = |cells| (board.x() & cells, board.o() & cells);
    let ((top_x, top_o), (high_x, high_o)) = (within(top), within(top | middle));
    let (low_x, low_o) = within(low);
    let strip = tiers.strip_of(high_x, high_o, usize::from(surplus(board) == 0)).unwrap();
    let rank = tiers.low_rank(low_x, low_o);
    let bits = tiers.static_values().layout().strip(strip);
    let rows = tiers.low().strips()[strip].rows.iter().zip(&bits.rows);
    let (row, bytes) = rows.into_iter().find(|(row, _)| row.places.contains(&rank)).unwrap();
    let bit = 8 * (bits.bytes.start + bytes.start) + rank - row.places.start;
    let low_parts = tiers.move_orders(top_x, top_o).low_parts(tiers.middle_of(high_x, high_o));
    low_parts[bit / 8] >> (bit % 8) & 1 == 1
}

/// By the shape of the board and whether marks fall: the boards that are filled in turn, and in any order.
type Known = HashMap<(Shape, bool), [HashSet<Board>; 2]>;

fn agrees(name: &str, limits: Limits, known: &mut Known) -> [usize; 2] {
    let game: Mnk = name.parse().unwrap();
    let Ok(tiers) = Tiers::with_limits(&game, limits) else { return [0; 2] };
    let [in_turn, in_any_order] =
        known.entry((game.shape(), game.has_gravity())).or_insert_with(|| {
            let in_turn = filled(&game, |board| vec![surplus(board) == 0]);
            [in_turn, filled(&game, |_| vec![true, false])]
        });
    let mut found = [0; 2];
    for &board in &*in_any_order {
        if [0, 1].contains(&surplus(board)) {
            let expected = in_turn.contains(&board);
            assert_eq!(has_order(&tiers, board), expected, "{name} {limits:?}: {board:?}");
            found[usize::from(expected)] += 1;
        }
    }
    found
}

#[test]
fn there_is_an_order_of_moves_where_a_search_finds_one() {
    let known = &mut Known::new();
    for (name, limits) in THREE_PARTS {
        agrees(name, limits, known);
    }
    for name in ["tictactoe", "mnk:5,2,3", "mnk:1,4,2"] {
        let [without, with] = agrees(name, MOST, known);
        assert!(without == 0 && with > 10, "{name}");
    }
    let limits = |low, top, middle| Limits { low, top, middle };
    for (name, limits) in [
        ("connect:4,3,3", MOST),
        ("connect:3,4,3", limits(31, 31, 31)),
        ("connect:3,4,3", limits(31, 961, 1)),
        ("connect:4,3,3", limits(15, 225, 15)),
        ("connect:2,6,4", limits(127, 127, 1)),
        ("connect:6,2,3", limits(49, 49, 49)),
        ("connect:12,1,3", limits(81, 81, 81)),
        ("connect:1,9,4", MOST),
    ] {
        let [without, with] = agrees(name, limits, known);
        assert!(
            with >= 10 && (without > 10 || name.ends_with("12,1,3")),
            "{name}: {without} {with}"
        );
    }
}
