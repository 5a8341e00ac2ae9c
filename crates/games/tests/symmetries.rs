//! The symmetries of every board of up to 63 cells, against a separate definition: a symmetry is a
//! permutation of the cells, found by turning coordinates whose origin is the centre of the board.

use perfect_play_core::{Board, Game, Move, Player, ProbeError, Shape, Unreachable};
use perfect_play_games::Mnk;
use proptest::prelude::*;

/// All shapes of 1 to 63 cells.
fn shapes() -> impl Iterator<Item = Shape> {
    let sizes = (1..=63).flat_map(|columns| (1..=63).map(move |rows| (columns, rows)));
    sizes.filter_map(|(columns, rows)| Shape::new(columns, rows))
}

/// A game with marks that stay and one with marks that fall, on a board of this shape.
fn games(shape: Shape) -> [Mnk; 2] {
    let k = shape.columns().max(shape.rows()).min(3);
    let game = Mnk::new(shape.columns(), shape.rows(), k).unwrap();
    [game, game.gravity()]
}

/// The image of each cell. Coordinates are counted in half cells from the centre of the board, so a reflection is a
/// change of sign.
fn permutation(shape: Shape, symmetry: u8) -> Vec<u8> {
    let (columns, rows) = (i16::from(shape.columns()), i16::from(shape.rows()));
    let cells = || (0..columns * rows).map(|cell| (cell % columns, cell / columns));
    let centred = |(column, row): (i16, i16)| (2 * column + 1 - columns, 2 * row + 1 - rows);
    let image = |cell| {
        let (mut x, mut y) = centred(cell);
        if symmetry & 1 != 0 {
            x = -x;
        }
        if symmetry & 2 != 0 {
            y = -y;
        }
        if symmetry & 4 != 0 {
            (x, y) = (y, x);
        }
        let place = cells().position(|other| centred(other) == (x, y));
        place.expect("a symmetry takes the board to itself").try_into().unwrap()
    };
    cells().map(image).collect()
}

/// The numbers of a game's symmetries: a square board can be turned, and a board with falling marks must
/// stay upright.
fn numbers(game: &Mnk) -> std::ops::Range<u8> {
    let square = game.shape().columns() == game.shape().rows();
    match (game.has_gravity(), square) {
        (true, _) => 0..2,
        (false, false) => 0..4,
        (false, true) => 0..8,
    }
}

/// The image of each cell under a symmetry of the game. Other numbers act as the identity.
fn permutation_of(game: &Mnk, symmetry: u8) -> Vec<u8> {
    let is_one = numbers(game).contains(&symmetry);
    permutation(game.shape(), if is_one { symmetry } else { 0 })
}

fn image(board: Board, permutation: &[u8]) -> Board {
    (0..).zip(permutation).fold(Board::EMPTY, |image, (cell, &to)| match board.at(cell) {
        Some(player) => image.with(to, player).unwrap(),
        None => image,
    })
}

#[test]
fn every_symmetry_of_every_shape_is_its_permutation_of_the_cells() {
    let mut checked = 0;
    for shape in shapes() {
        let cells = shape.cells();
        assert_eq!(shape.symmetries(), numbers(&games(shape)[0]).end, "{shape:?}");
        for game in games(shape) {
            assert_eq!(game.symmetries(), numbers(&game).end, "{game}");
            for symmetry in 0..=u8::MAX {
                let permutation = permutation_of(&game, symmetry);
                for (cell, &to) in (0..cells).zip(&permutation) {
                    for player in [Player::X, Player::O] {
                        let [mark, moved] =
                            [cell, to].map(|cell| Board::EMPTY.with(cell, player).unwrap());
                        assert_eq!(game.image(mark, symmetry), moved, "{game}, {symmetry}");
                    }
                    let [mv, moved] = [cell, to].map(|cell| game.move_to_cell(cell));
                    assert_eq!(
                        game.image_of_move(game.start(), mv, symmetry),
                        moved,
                        "{game}, {symmetry}"
                    );
                    if !game.has_gravity() {
                        assert_eq!(shape.image_of_cell(cell, symmetry), to, "{game}, {symmetry}");
                    }
                }
                // Numbers that are not moves or cells are unchanged.
                let moves: Vec<Move> = (0..cells).map(|cell| game.move_to_cell(cell)).collect();
                for mv in (0..=u8::MAX).filter(|mv| !moves.contains(mv)) {
                    assert_eq!(
                        game.image_of_move(game.start(), mv, symmetry),
                        mv,
                        "{game}, {symmetry}"
                    );
                }
                for cell in cells..=u8::MAX {
                    assert_eq!(shape.image_of_cell(cell, symmetry), cell, "{shape:?}, {symmetry}");
                }
            }
        }
        checked += 1;
    }
    assert_eq!(checked, 273);
}

#[test]
fn the_symmetries_of_every_shape_form_a_group() {
    for shape in shapes() {
        for game in games(shape) {
            let all: Vec<_> = numbers(&game).map(|number| permutation_of(&game, number)).collect();
            for first in &all {
                for second in &all {
                    let both: Vec<_> =
                        first.iter().map(|&cell| second[usize::from(cell)]).collect();
                    assert!(all.contains(&both), "{game}");
                }
            }
        }
    }
}

/// A game of any shape, and a board with any marks on its cells.
fn any_board() -> impl Strategy<Value = (Mnk, Board)> {
    let shapes: Vec<_> = shapes().collect();
    (prop::sample::select(shapes), any::<bool>(), 0..1_u64 << 63, 0..1_u64 << 63).prop_map(
        |(shape, falls, x, o)| {
            let board = Board::from_bitboards(x & shape.all_cells(), o & !x & shape.all_cells());
            (games(shape)[usize::from(falls)], board.unwrap())
        },
    )
}

/// Why a board is unreachable, without the cell in the reason, because an image has another cell.
fn reason(game: &Mnk, board: Board) -> Option<ProbeError> {
    Some(match game.check(board).err()? {
        ProbeError::Unreachable(Unreachable::InTheAir { .. }) => {
            Unreachable::InTheAir { cell: 0 }.into()
        }
        reason => reason,
    })
}

proptest! {
    #[test]
    fn the_image_of_a_board_is_that_of_its_cells((game, board) in any_board()) {
        for symmetry in 0..16 {
            let expected = image(board, &permutation_of(&game, symmetry));
            prop_assert_eq!(game.image(board, symmetry), expected);
        }
    }

    #[test]
    fn the_canonical_image_is_the_one_with_the_smallest_code((game, board) in any_board()) {
        let code = |symmetry| image(board, &permutation_of(&game, symmetry)).code();
        let codes: Vec<_> = numbers(&game).map(code).collect();
        let smallest = *codes.iter().min().unwrap();
        let lowest = codes.iter().position(|&code| code == smallest).unwrap();
        prop_assert_eq!(game.canonical(board), (smallest, u8::try_from(lowest).unwrap()));
        prop_assert_eq!(game.is_canonical(board), board.code() == smallest);
    }

    #[test]
    fn what_follows_from_an_image_is_the_image_of_what_follows((game, board) in any_board()) {
        for symmetry in numbers(&game) {
            let image = game.image(board, symmetry);
            prop_assert_eq!(reason(&game, image), reason(&game, board));
            prop_assert_eq!(game.terminal(image), game.terminal(board));
            prop_assert_eq!(game.kind().static_value(image), game.kind().static_value(board));
            for mv in game.legal_moves(board) {
                let of_image = game.image_of_move(board, mv, symmetry);
                prop_assert!(game.legal_moves(image).contains(of_image));
                let after = game.image(game.play(board, mv), symmetry);
                prop_assert_eq!(game.play(image, of_image), after);
            }
        }
    }
}
