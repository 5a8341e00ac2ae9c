//! Games on boards of 41 to 63 cells, which have no codes, against a board of characters.

use perfect_play_core::{Board, Game, NO_CODES, NotAPosition, Outcome, Player, Shape};
use perfect_play_games::Mnk;
use proptest::prelude::*;

/// A board of characters, row by row, and the length of a line.
#[derive(Clone)]
struct Paper {
    rows: Vec<Vec<char>>,
    k: usize,
}

impl Paper {
    fn new(shape: Shape, k: u8) -> Self {
        let row = vec!['.'; shape.columns().into()];
        Self { rows: vec![row; shape.rows().into()], k: k.into() }
    }

    /// The character at a place, if it is on the board.
    fn at(&self, column: isize, row: isize) -> Option<char> {
        let row = self.rows.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    fn has_line_of(&self, mark: char) -> bool {
        let (columns, rows) = (self.rows[0].len().cast_signed(), self.rows.len().cast_signed());
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let k = self.k.cast_signed();
        places.into_iter().any(|(column, row)| {
            [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(right, down)| {
                (0..k).all(|i| self.at(column + i * right, row + i * down) == Some(mark))
            })
        })
    }

    fn is_full(&self) -> bool {
        !self.rows.iter().flatten().any(|&mark| mark == '.')
    }

    fn mirrored(&self) -> Self {
        let rows = self.rows.iter().map(|row| row.iter().rev().copied().collect()).collect();
        Self { rows, k: self.k }
    }

    fn text(&self) -> String {
        self.rows.iter().flatten().collect()
    }

    /// The rows where a mark can be placed in a column.
    fn open_rows(&self, column: usize, falls: bool) -> Vec<usize> {
        let empty = (0..self.rows.len()).filter(|&row| self.rows[row][column] == '.');
        if falls { empty.max().into_iter().collect() } else { empty.collect() }
    }
}

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

proptest! {
    #[test]
    fn play_is_that_on_paper(game in any_game(), choices in prop::collection::vec(any::<u16>(), 63)) {
        let (shape, falls) = (game.shape(), game.has_gravity());
        let mut paper = Paper::new(shape, game.k());
        let mut board = game.start();
        for (ply, choice) in (0..).zip(choices) {
            prop_assert_eq!(shape.text(board).to_string(), paper.text());
            prop_assert_eq!(shape.parse(&paper.text()), Ok(board));
            prop_assert_eq!(game.ply(board), Some(ply));
            prop_assert_eq!(game.check(board), Ok(()));
            prop_assert_eq!(game.image(board, 1), shape.parse(&paper.mirrored().text()).unwrap());
            prop_assert_eq!(game.canonical(board).0, game.canonical(game.image(board, 1)).0);
            prop_assert_eq!(game.code(board), None);

            let (mark, last) = if ply % 2 == 0 { ('X', 'O') } else { ('O', 'X') };
            let by_line = if game.is_misere() { Outcome::Win } else { Outcome::Loss };
            let end = if paper.has_line_of(last) {
                Some(by_line)
            } else {
                paper.is_full().then_some(Outcome::Draw)
            };
            prop_assert_eq!(game.terminal(board), end, "{}", paper.text());
            let columns = usize::from(shape.columns());
            let open: Vec<_> = (0..columns)
                .flat_map(|column| {
                    let rows = paper.open_rows(column, falls);
                    rows.into_iter().map(move |row| (row, column))
                })
                .collect();
            let number = |&(row, column): &(usize, usize)| {
                u8::try_from(if falls { column + 1 } else { row * columns + column }).unwrap()
            };
            let mut moves: Vec<_> = open.iter().map(number).collect();
            moves.sort_unstable();
            if end.is_some() {
                prop_assert!(game.legal_moves(board).is_empty());
                break;
            }
            prop_assert!(game.legal_moves(board).iter().eq(moves));
            let (row, column) = open[usize::from(choice) % open.len()];
            paper.rows[row][column] = mark;
            let mv = number(&(row, column));
            board = game.play(board, mv);
            let cell = u8::try_from(row * columns + column).unwrap();
            prop_assert_eq!(game.cell_of_last_move(board, mv), Some(cell));
        }
    }
}

#[test]
fn a_large_board_has_no_codes() {
    let game: Mnk = "connect4".parse().unwrap();
    assert_eq!(game.codes(), NO_CODES);
    assert!(matches!(game.decode(0), Err(NotAPosition::Rules(_))));
    assert!(matches!(game.decode(u64::MAX), Err(NotAPosition::Rules(_))));
    let outside = Board::EMPTY.with(42, Player::X).unwrap();
    assert!(game.check(outside).is_err() && game.check(Board::EMPTY).is_ok());
    // A board of 40 cells has codes. Marks beyond its cells are not on the board.
    let game: Mnk = "connect:8,5,4".parse().unwrap();
    assert_eq!((game.codes(), game.code(Board::EMPTY)), (3_u64.pow(40), Some(0)));
    for cell in 40..63 {
        let outside = Board::EMPTY.with(cell, Player::X).unwrap();
        assert!(
            matches!(game.check_board(outside), Err(error) if error.to_string().contains("code"))
        );
    }
}

#[test]
fn columns_are_read_on_the_usual_board_of_connect_four() {
    let game: Mnk = "connect4".parse().unwrap();
    // A draw: forty-two marks and no line.
    let columns = "257771314744647214154617633623313656555222";
    let mut board = game.start();
    for column in columns.bytes() {
        assert!(game.terminal(board).is_none());
        board = game.play(board, column - b'0');
    }
    assert_eq!(game.parse(columns), Ok(board));
    assert_eq!((game.ply(board), game.terminal(board)), (Some(42), Some(Outcome::Draw)));
}
