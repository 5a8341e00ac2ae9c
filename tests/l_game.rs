//! The L game (Edward de Bono, 1967), whose moves have more than 256 numbers: the longest way from the rules to a proven
//! file, with symmetries that depend on the position.

use std::{fmt, sync::LazyLock};

use perfect_play_core::{Game, Move, MoveList, Moves, Objective, Outcome, Player, Probe, Value};
use perfect_play_engine::AnyGame;
use perfect_play_file::{TableFile, to_bytes};
use perfect_play_generator::{Solution, Solver};
use perfect_play_proof::{Rules, verify_with};

/// On a board of 4 × 4 cells, each player has an L of four cells, and there are two neutral pieces. The side to move puts
/// its L somewhere else, and may then put one neutral piece on another cell. Who cannot move has lost.
#[derive(Clone)]
struct LGame {
    /// The 48 sets of four cells that are an L.
    ls: Vec<u16>,
}

/// The L of the side to move, that of the other side, and the neutral pieces: cells as bits.
type Position = [u16; 3];

impl LGame {
    fn new() -> Self {
        let mut ls: Vec<u16> = (0..=u16::MAX).filter(|&cells| is_l(cells)).collect();
        ls.sort_unstable();
        Self { ls }
    }

    /// The legal moves by number: the L times 256, and the cells that a neutral piece leaves and goes to.
    fn list(&self, [own, other, neutral]: Position) -> MoveList {
        let numbers = (0..)
            .zip(&self.ls)
            .filter(|&(_, &l)| l & (other | neutral) == 0 && l != own)
            .flat_map(|(place, &l)| {
                let empty = !(l | other | neutral);
                let leaving =
                    cells(neutral).flat_map(move |from| cells(empty).map(move |to| 16 * from + to));
                std::iter::once(0).chain(leaving).map(move |step| 256 * place + step)
            });
        MoveList::of(numbers)
            .expect("an L has few places, and a neutral piece goes to 8 cells at most")
    }

    /// The L, and the cells that a neutral piece leaves and goes to. They are the same if none is moved.
    fn parts(&self, number: u16) -> (u16, u16, u16) {
        (self.ls[usize::from(number / 256)], number / 16 % 16, number % 16)
    }
}

/// Whether the cells are an L: three in a line, and a fourth beside one end of it.
fn is_l(cells: u16) -> bool {
    (0..8).any(|symmetry| {
        let image = image(cells, symmetry);
        (0..4).any(|row| (0..2).any(|column| image == 0b0001_0111_u16 << (4 * row + column)))
            && image.count_ones() == 4
            && fits(image)
    })
}

/// Whether a shift by columns has left the cells in the columns of their L: no row has cells on both borders alone.
fn fits(cells: u16) -> bool {
    (0..4).map(|row| cells >> (4 * row) & 15).all(|row| row & 0b1001 != 0b1001)
}

fn cells(set: u16) -> impl Iterator<Item = u16> + Clone {
    (0..16).filter(move |cell| set >> cell & 1 == 1)
}

/// The image of a cell under a symmetry of the square.
fn image_of_cell(cell: u16, symmetry: u8) -> u16 {
    let (column, row) = (cell % 4, cell / 4);
    let (column, row) = if symmetry & 1 == 0 { (column, row) } else { (3 - column, row) };
    let (column, row) = if symmetry & 2 == 0 { (column, row) } else { (column, 3 - row) };
    if symmetry & 4 == 0 { 4 * row + column } else { 4 * column + row }
}

/// The image of a set of cells.
fn image(set: u16, symmetry: u8) -> u16 {
    static IMAGES: LazyLock<[Vec<u16>; 8]> = LazyLock::new(|| {
        [0, 1, 2, 3, 4, 5, 6, 7].map(|symmetry| {
            let image =
                |set| cells(set).map(|cell| 1_u16 << image_of_cell(cell, symmetry)).sum::<u16>();
            (0..=u16::MAX).map(image).collect()
        })
    });
    IMAGES[usize::from(symmetry % 8)][usize::from(set)]
}

impl fmt::Display for LGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("l-game")
    }
}

impl Game for LGame {
    type Position = Position;

    fn start(&self) -> Position {
        [0b0000_0010_0010_0110, 0b0110_0100_0100_0000, 0b1000_0000_0000_0001]
    }
    fn to_move(&self, _: Position) -> Player {
        Player::X
    }
    fn legal_moves(&self, position: Position) -> Moves {
        self.list(position).moves()
    }
    fn play(&self, position @ [_, other, neutral]: Position, mv: Move) -> Position {
        let Some(number) = self.list(position).number(mv) else { return position };
        let (l, from, to) = self.parts(number);
        [other, l, if from == to { neutral } else { neutral & !(1 << from) | 1 << to }]
    }
    fn terminal(&self, _: Position) -> Option<Outcome> {
        None
    }
    fn is_impartial(&self) -> bool {
        true
    }
    fn repeats(&self) -> bool {
        true
    }
    /// The images of the start.
    fn other_starts(&self, each: &mut dyn FnMut(Position)) {
        (1..8).for_each(|symmetry| each(self.image(self.start(), symmetry)));
    }

    fn symmetries(&self) -> u8 {
        8
    }
    fn image(&self, position: Position, symmetry: u8) -> Position {
        position.map(|set| image(set, symmetry))
    }
    fn image_of_move(&self, position: Position, mv: Move, symmetry: u8) -> Move {
        let Some(number) = self.list(position).number(mv) else { return mv };
        let (l, from, to) = self.parts(number);
        let step = if from == to {
            0
        } else {
            16 * image_of_cell(from, symmetry) + image_of_cell(to, symmetry)
        };
        let place = self.ls.binary_search(&image(l, symmetry)).unwrap();
        let number = 256 * u16::try_from(place).unwrap() + step;
        self.list(self.image(position, symmetry)).find(number).unwrap_or(mv)
    }
}

/// The published results: 2296 arrangements up to symmetry; in 15 the side to move has lost, in 14 more it will have
/// against perfect play, and in the other 2267 it can at least draw
/// (<https://en.wikipedia.org/wiki/L_game#Mathematical_analysis>).
#[test]
fn the_l_game_has_its_published_values() {
    let game = LGame::new();
    assert_eq!(game.ls.len(), 48);
    // So the solver and the proof are not compiled once more.
    let game = AnyGame::of(game);
    // The whole check of rules with so many moves takes minutes. A sample takes a second.
    let solver = Solver::default().tested();
    let table = solver.solve(game.clone(), Objective::Fastest, &mut |_, _| ()).unwrap();
    assert_eq!(table.values().len(), 2296);
    let proof = verify_with(&table, Rules::Tested, &mut |_, _| ()).unwrap();
    assert!(proof.is_proven());
    assert_eq!(proof.positions(), Some(8 * 2296));

    let values: Vec<Value> = table.positions().map(|at| table.value(at).unwrap()).collect();
    let count = |test: fn(&Value) -> bool| values.iter().filter(|value| test(value)).count();
    assert_eq!(count(|&value| value == Value::loss(0).unwrap()), 8 * 15);
    assert_eq!(count(|value| value.outcome() == Outcome::Loss), 8 * (15 + 14));
    assert_eq!(table.probe(game.start()).unwrap().outcome, Outcome::Draw);

    let bytes = to_bytes(&table).unwrap();
    let read: Solution<AnyGame> = TableFile::read(&*bytes).unwrap().into_table(game).unwrap();
    assert_eq!(read.values(), table.values());
}
