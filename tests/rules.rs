//! The rules of the m,n,k-games, with and without gravity, against those of [`crate::oracle`]: on every reachable
//! position and on every code of a few small boards, and in random plays on boards of 41 to 63 cells.

use perfect_play_core::{Board, Game, Moves, Outcome, Player, Shape, Unreachable, Value};
use perfect_play_games::Mnk;
use proptest::prelude::*;

use crate::oracle::{Oracle, digit, to_move};

/// The size of the board, and the length of a line.
fn size(game: &Mnk) -> (usize, usize, usize) {
    let shape = game.shape();
    (shape.columns().into(), shape.rows().into(), game.k().into())
}

fn solved(game: &Mnk) -> Oracle {
    let (columns, rows, k) = size(game);
    let solved = if game.has_gravity() { Oracle::falling } else { Oracle::new };
    solved(columns, rows, k, game.is_misere())
}

/// Why a balanced board is unreachable, as far as this can be found out without a search.
fn unreachable(game: &Mnk, oracle: &Oracle, cells: &[u64]) -> Option<Unreachable> {
    let columns = usize::from(game.shape().columns());
    // The first cell with a mark above an empty cell.
    let is_in_the_air = |&cell: &usize| cells[cell] != 0 && cells.get(cell + columns) == Some(&0);
    if let Some(cell) = (0..cells.len()).find(is_in_the_air).filter(|_| game.has_gravity()) {
        return Some(Unreachable::InTheAir { cell: number(cell) });
    }
    let next = to_move(cells);
    let last = 3 - next;
    let could_be_last = |cell: usize| {
        let above = cell.checked_sub(columns).map_or(0, |above| cells[above]);
        let mut before = cells.to_vec();
        before[cell] = 0;
        let is_free = !game.has_gravity() || above == 0;
        cells[cell] == last && is_free && !oracle.has_line(&before, last)
    };
    match (oracle.has_line(cells, last), oracle.has_line(cells, next)) {
        (false, false) => None,
        (true, true) => Some(Unreachable::BothHaveLines),
        (false, true) => Some(Unreachable::MoveAfterEnd { by: player(last) }),
        (true, false) if (0..cells.len()).any(could_be_last) => None,
        (true, false) => Some(Unreachable::NoSingleLastMove { lines_of: player(last) }),
    }
}

fn number(index: usize) -> u8 {
    index.try_into().unwrap()
}

fn player(mark: u64) -> Player {
    if mark == 1 { Player::X } else { Player::O }
}

fn board(code: u64) -> Board {
    Board::from_code(code).unwrap()
}

/// The games, with and without gravity, normal and misère.
fn variants(columns: u8, rows: u8, k: u8) -> [Mnk; 4] {
    let game = Mnk::new(columns, rows, k).unwrap();
    [game, game.misere(), game.gravity(), game.gravity().misere()]
}

fn small_games() -> impl Iterator<Item = Mnk> {
    let sizes = [(1, 1, 1), (1, 4, 2), (4, 1, 2), (2, 2, 2), (3, 3, 3), (4, 3, 3), (3, 4, 3)];
    sizes.into_iter().flat_map(|(columns, rows, k)| variants(columns, rows, k))
}

#[test]
fn every_reachable_position_is_as_defined() {
    for game in small_games() {
        let oracle = solved(&game);
        for code in oracle.positions() {
            let (board, cells) = (board(code), oracle.board(code));
            let (mark, moves) = (to_move(&cells), oracle.targets(&cells));
            let outcome = oracle.over(&cells, mark).map(|(outcome, _)| outcome);
            assert_eq!(game.to_move(board), player(mark));
            assert_eq!(game.terminal(board).map(Outcome::number), outcome, "{game} {cells:?}");
            let open = moves.iter().fold(0, |open, (_, cell)| open | 1 << cell);
            assert_eq!(game.open_cells(board), open, "{game} {cells:?}");
            let legal: Moves = moves.iter().map(|&(mv, _)| mv).collect();
            let expected = if outcome.is_some() { Moves::EMPTY } else { legal };
            assert_eq!(game.legal_moves(board), expected, "{game} {cells:?}");
            for mv in (0..=255).filter(|&mv| !legal.contains(mv)) {
                assert_eq!(game.cell_of_move(board, mv), None);
                let _never_a_panic = game.play(board, mv);
            }
            for (mv, cell) in moves {
                let next = self::board(code + digit(mark, cell));
                let cell = number(cell);
                assert!(mv <= game.max_move());
                assert_eq!(game.cell_of_move(board, mv), Some(cell));
                assert_eq!(game.move_to_cell(cell), mv);
                assert_eq!(game.play(board, mv), next);
                assert_eq!(game.cell_of_last_move(next, mv), Some(cell));
            }
        }
    }
}

#[test]
fn a_board_has_the_reason_that_the_definition_finds() {
    for game in [(3, 3, 3), (2, 4, 2), (4, 2, 2), (3, 3, 2)]
        .into_iter()
        .flat_map(|(columns, rows, k)| variants(columns, rows, k))
    {
        let oracle = solved(&game);
        let (mut reachable, mut unexplained) = (0, 0);
        for code in 0..game.codes() {
            let Ok(board) = game.decode(code) else { continue };
            let cells = oracle.board(code);
            let reason = unreachable(&game, &oracle, &cells);
            let expected = reason.map_or(Ok(()), |reason| Err(reason.into()));
            assert_eq!(game.check(board), expected, "{game} {cells:?}");
            match (reason, oracle.verdict(code).is_some()) {
                (None, true) => reachable += 1,
                (None, false) => unexplained += 1,
                (Some(_), is_reachable) => assert!(!is_reachable, "{game} {cells:?}"),
            }
        }
        assert_eq!(reachable, oracle.positions().len());
        // With gravity some boards have no order in which X and O take turns.
        assert_eq!(unexplained > 0, game.has_gravity(), "{game}");
    }
}

#[test]
fn with_gravity_each_reason_is_given_for_its_board() {
    let game = Mnk::new(4, 4, 3).unwrap().gravity();
    let check = |rows| game.check(game.parse(&format!("..../..../{rows}")).unwrap());
    let [x, o] = [Player::X, Player::O];
    for (rows, reason) in [
        ("X.../...O", Unreachable::InTheAir { cell: 8 }),
        ("XXX./OOO.", Unreachable::BothHaveLines),
        ("O.O./XXXO", Unreachable::MoveAfterEnd { by: o }),
        // The line is complete without the only mark of X that can have been the last.
        ("OXO./XXXO", Unreachable::NoSingleLastMove { lines_of: x }),
    ] {
        assert_eq!(check(rows), Err(reason.into()), "{rows}");
    }
    assert_eq!(check("OO../XXX."), Ok(()));
    // Both X lie on an O, so X had no first move. Only a search finds this out.
    assert_eq!(check("XX../OO.."), Ok(()));
}

#[test]
fn static_values_are_right_and_in_normal_play_all_there_is() {
    let larger = variants(4, 4, 3).into_iter().filter(Mnk::has_gravity);
    for game in small_games().chain(larger) {
        let oracle = solved(&game);
        for code in oracle.positions() {
            let verdict = oracle.verdict(code).unwrap();
            let found = game.kind().static_value(board(code));
            let value = match verdict {
                (1, plies) => Value::win(plies).unwrap(),
                (-1, plies) => Value::loss(plies).unwrap(),
                _ => Value::DRAW,
            };
            assert!(found.is_none_or(|found| found == value), "{game}, code {code}");
            let is_static =
                oracle.is_over(code) || !game.is_misere() && matches!(verdict, (1, 1) | (-1, 2));
            assert_eq!(found.is_some(), is_static, "{game}, code {code}");
        }
    }
}

#[test]
fn images_are_played_as_the_moves_images() {
    for game in small_games() {
        for code in solved(&game).positions() {
            let board = board(code);
            let codes = (0..game.symmetries()).map(|symmetry| {
                let image = game.image(board, symmetry);
                for mv in game.legal_moves(board) {
                    let image_of_next = game.image(game.play(board, mv), symmetry);
                    let next_of_image = game.play(image, game.image_of_move(board, mv, symmetry));
                    assert_eq!(image_of_next, next_of_image, "{game} {board:?}: {mv}, {symmetry}");
                }
                image.code()
            });
            assert_eq!(Some(game.canonical(board).0), codes.min());
        }
    }
}

/// Any game on a board that has no codes.
fn any_game() -> impl Strategy<Value = Mnk> {
    let sizes = (1..=63_u8).flat_map(|columns| (1..=63_u8).map(move |rows| (columns, rows)));
    let large: Vec<_> = sizes
        .filter_map(|(columns, rows)| Shape::new(columns, rows))
        .filter(|shape| shape.cells() > 40)
        .collect();
    (prop::sample::select(large), 1_u8..=63, any::<bool>(), any::<bool>()).prop_map(
        |(shape, k, falls, misere)| {
            let longest = shape.columns().max(shape.rows());
            // Lines of every length; short lines more often.
            let k = if k % 2 == 0 { 2 + k % 4 } else { k };
            let game = Mnk::new(shape.columns(), shape.rows(), k.min(longest)).unwrap();
            let game = if falls { game.gravity() } else { game };
            if misere { game.misere() } else { game }
        },
    )
}

/// The cells row by row, as text.
fn text(cells: &[u64]) -> String {
    cells.iter().map(|&cell| ['.', 'X', 'O'][usize::try_from(cell).unwrap()]).collect()
}

proptest! {
    #[test]
    fn large_boards_are_played_as_defined(
        game in any_game(),
        choices in prop::collection::vec(any::<u16>(), 63),
    ) {
        let (shape, size) = (game.shape(), size(&game));
        let oracle = Oracle::unexplored(size, game.has_gravity(), game.is_misere());
        let (mut cells, mut board) = (vec![0; shape.cells().into()], game.start());
        for (ply, choice) in (0..).zip(choices) {
            let text = text(&cells);
            prop_assert_eq!(shape.text(board).to_string(), &*text);
            prop_assert_eq!(shape.parse(&text), Ok(board));
            prop_assert_eq!(game.ply(board), Some(ply));
            prop_assert_eq!(game.check(board), Ok(()));
            let mirrored: Vec<u64> =
                cells.chunks(size.0).flat_map(|row| row.iter().rev().copied()).collect();
            prop_assert_eq!(game.image(board, 1), shape.parse(&self::text(&mirrored)).unwrap());
            prop_assert_eq!(game.canonical(board).0, game.canonical(game.image(board, 1)).0);
            prop_assert_eq!(game.code(board), None);

            let mark = to_move(&cells);
            let end = oracle.over(&cells, mark).map(|(outcome, _)| outcome);
            prop_assert_eq!(game.terminal(board).map(Outcome::number), end, "{}", text);
            let moves = oracle.targets(&cells);
            if end.is_some() {
                prop_assert!(game.legal_moves(board).is_empty());
                break;
            }
            prop_assert!(game.legal_moves(board).iter().eq(moves.iter().map(|&(mv, _)| mv)));
            let (mv, cell) = moves[usize::from(choice) % moves.len()];
            cells[cell] = mark;
            board = game.play(board, mv);
            prop_assert_eq!(game.cell_of_last_move(board, mv), Some(number(cell)));
        }
    }
}
