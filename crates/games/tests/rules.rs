//! The rules of the m,n,k-games, with and without gravity, against a second implementation on plain
//! arrays, from the definitions alone: on every reachable position, and on every code of a few small boards.

use std::collections::HashMap;

use perfect_play_core::{Board, Game, Move, Moves, Outcome, Player, Unreachable, Value};
use perfect_play_games::Mnk;

/// The cells, row by row from the top left.
type Cells = Vec<Option<Player>>;

/// A game by its definition.
struct Plain {
    columns: usize,
    rows: usize,
    k: usize,
    falling: bool,
    misere: bool,
    /// The value of every reachable position for the side to move, +1, 0 or -1, and the number of plies.
    worths: HashMap<Cells, (i8, u8)>,
}

impl Plain {
    fn solved(game: &Mnk) -> Self {
        let shape = game.shape();
        let mut plain = Self {
            columns: shape.columns().into(),
            rows: shape.rows().into(),
            k: game.k().into(),
            falling: game.has_gravity(),
            misere: game.is_misere(),
            worths: HashMap::new(),
        };
        plain.explore(&vec![None; shape.cells().into()]);
        plain
    }

    fn explore(&mut self, cells: &Cells) -> (i8, u8) {
        if let Some(&worth) = self.worths.get(cells) {
            return worth;
        }
        let worth = self.over(cells).map_or_else(
            || {
                let worths = self.moves(cells).into_iter().map(|(_, cell)| {
                    let (theirs, plies) = self.explore(&after(cells, cell));
                    (-theirs, plies + 1)
                });
                // Win fast, lose slowly.
                worths.max_by_key(|&(outcome, plies)| (outcome, -outcome * plies.cast_signed()))
            },
            |outcome| Some((outcome, 0)),
        );
        let worth = worth.unwrap();
        self.worths.insert(cells.clone(), worth);
        worth
    }

    /// The moves while the game is not over, each with the cell that it marks.
    fn moves(&self, cells: &Cells) -> Vec<(Move, usize)> {
        if !self.falling {
            let free = (0..cells.len()).filter(|&cell| cells[cell].is_none());
            return free.map(|cell| (number(cell), cell)).collect();
        }
        let lowest = |column: usize| {
            let cells_of_column = (0..self.rows).map(|row| row * self.columns + column);
            cells_of_column.filter(|&cell| cells[cell].is_none()).max()
        };
        (0..self.columns).filter_map(|column| Some((number(column + 1), lowest(column)?))).collect()
    }

    /// The outcome for the side to move if the game is over.
    fn over(&self, cells: &Cells) -> Option<i8> {
        if self.has_line(cells, to_move(cells).opponent()) {
            Some(if self.misere { 1 } else { -1 })
        } else {
            cells.iter().all(Option::is_some).then_some(0)
        }
    }

    fn has_line(&self, cells: &Cells, player: Player) -> bool {
        let holds = |column: isize, row: isize| {
            let (Ok(column), Ok(row)) = (usize::try_from(column), usize::try_from(row)) else {
                return false;
            };
            column < self.columns
                && row < self.rows
                && cells[row * self.columns + column] == Some(player)
        };
        let k = self.k.cast_signed();
        (0..self.columns.cast_signed()).any(|column| {
            (0..self.rows.cast_signed()).any(|row| {
                [(1, 0), (0, 1), (1, 1), (-1, 1)].into_iter().any(|(right, down)| {
                    (0..k).all(|step| holds(column + step * right, row + step * down))
                })
            })
        })
    }

    /// The first cell with a mark above an empty cell.
    fn in_the_air(&self, cells: &Cells) -> Option<usize> {
        let below = |cell: usize| cells.get(cell + self.columns);
        (0..cells.len()).find(|&cell| cells[cell].is_some() && below(cell) == Some(&None))
    }

    /// Why a balanced board is unreachable, as far as this can be found out without a search.
    fn unreachable(&self, cells: &Cells) -> Option<Unreachable> {
        if let Some(cell) = self.in_the_air(cells).filter(|_| self.falling) {
            return Some(Unreachable::InTheAir { cell: number(cell) });
        }
        let last = to_move(cells).opponent();
        let could_be_last = |cell: usize| {
            let above = cell.checked_sub(self.columns).and_then(|above| cells[above]);
            let mut before = cells.clone();
            before[cell] = None;
            let free = !self.falling || above.is_none();
            cells[cell] == Some(last) && free && !self.has_line(&before, last)
        };
        match (self.has_line(cells, last), self.has_line(cells, last.opponent())) {
            (false, false) => None,
            (true, true) => Some(Unreachable::BothHaveLines),
            (false, true) => Some(Unreachable::MoveAfterEnd { by: last }),
            (true, false) if (0..cells.len()).any(could_be_last) => None,
            (true, false) => Some(Unreachable::NoSingleLastMove { lines_of: last }),
        }
    }
}

fn number(index: usize) -> u8 {
    index.try_into().unwrap()
}

fn to_move(cells: &Cells) -> Player {
    let marks = cells.iter().flatten().count();
    if marks.is_multiple_of(2) { Player::X } else { Player::O }
}

fn after(cells: &Cells, cell: usize) -> Cells {
    let mut after = cells.clone();
    after[cell] = Some(to_move(cells));
    after
}

fn board(cells: &Cells) -> Board {
    cells.iter().zip(0..).fold(Board::EMPTY, |board, (&mark, cell)| match mark {
        Some(player) => board.with(cell, player).unwrap(),
        None => board,
    })
}

fn cells_of(game: &Mnk, board: Board) -> Cells {
    (0..game.shape().cells()).map(|cell| board.at(cell)).collect()
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
        let plain = Plain::solved(&game);
        for cells in plain.worths.keys() {
            let board = board(cells);
            let moves = plain.moves(cells);
            let outcome = plain.over(cells);
            assert_eq!(game.to_move(board), to_move(cells));
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
                let next = self::board(&after(cells, cell));
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
        let plain = Plain::solved(&game);
        let (mut reachable, mut unexplained) = (0, 0);
        for board in (0..game.codes()).filter_map(|code| game.decode(code).ok()) {
            let cells = cells_of(&game, board);
            let reason = plain.unreachable(&cells);
            let expected = reason.map_or(Ok(()), |reason| Err(reason.into()));
            assert_eq!(game.check(board), expected, "{game} {cells:?}");
            match (reason, plain.worths.contains_key(&cells)) {
                (None, true) => reachable += 1,
                (None, false) => unexplained += 1,
                (Some(_), is_reachable) => assert!(!is_reachable, "{game} {cells:?}"),
            }
        }
        assert_eq!(reachable, plain.worths.len());
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
        let plain = Plain::solved(&game);
        for (cells, &worth) in &plain.worths {
            let found = game.kind().static_value(board(cells));
            let value = match worth {
                (1, plies) => Value::win(plies.into()).unwrap(),
                (-1, plies) => Value::loss(plies.into()).unwrap(),
                _ => Value::DRAW,
            };
            assert!(found.is_none_or(|found| found == value), "{game} {cells:?}");
            let over = plain.over(cells).is_some();
            let is_static = over || !game.is_misere() && matches!(worth, (1, 1) | (-1, 2));
            assert_eq!(found.is_some(), is_static, "{game} {cells:?}");
        }
    }
}

#[test]
fn images_are_played_as_the_moves_images() {
    for game in small_games() {
        let plain = Plain::solved(&game);
        for cells in plain.worths.keys() {
            let board = board(cells);
            let codes = (0..game.symmetries()).map(|symmetry| {
                let image = game.image(board, symmetry);
                for mv in game.legal_moves(board) {
                    let image_of_next = game.image(game.play(board, mv), symmetry);
                    let next_of_image = game.play(image, game.image_of_move(board, mv, symmetry));
                    assert_eq!(image_of_next, next_of_image, "{game} {cells:?}: {mv}, {symmetry}");
                }
                image.code()
            });
            assert_eq!(Some(game.canonical(board).0), codes.min());
        }
    }
}
