//! A game that breaks the promise of its kind has no numbering, and the error names the broken promise.

use std::fmt;

use perfect_play_core::{Board, Game, Kind, Lines, Move, Moves, NotAPosition, Outcome, Player};
use perfect_play_games::Mnk;
use perfect_play_numbering::{HeldSections, Limits, NotNumbered, TierTable, Tiers};

/// The result of [`Game::image_of_move`].
type ImageOfMove = fn(Move, u8) -> Move;

/// A game with a false answer to a method that the numbering depends on.
#[derive(Clone, Copy)]
struct Liar {
    game: Mnk,
    start: Board,
    kind: Kind,
    codes: u64,
    max_plies: u16,
    symmetries: u8,
    image_of_move: ImageOfMove,
}

impl Liar {
    /// The game without symmetries.
    fn honest(name: &str) -> Self {
        let game: Mnk = name.parse().unwrap();
        Self {
            game,
            start: game.start(),
            kind: game.kind(),
            codes: game.codes(),
            max_plies: game.max_plies(),
            symmetries: 1,
            image_of_move: |mv, _| mv,
        }
    }
}

impl fmt::Display for Liar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt(f)
    }
}

impl Game for Liar {
    type Position = Board;

    fn start(&self) -> Board {
        self.start
    }

    fn to_move(&self, board: Board) -> Player {
        self.game.to_move(board)
    }

    fn legal_moves(&self, board: Board) -> Moves {
        self.game.legal_moves(board)
    }

    fn play(&self, board: Board, mv: Move) -> Board {
        self.game.play(board, mv)
    }

    fn terminal(&self, board: Board) -> Option<Outcome> {
        self.game.terminal(board)
    }

    fn kind(&self) -> Kind {
        self.kind
    }

    fn codes(&self) -> u64 {
        self.codes
    }

    fn encode(&self, board: Board) -> u64 {
        self.game.encode(board)
    }

    fn decode(&self, code: u64) -> Result<Board, NotAPosition> {
        self.game.decode(code)
    }

    fn max_plies(&self) -> u16 {
        self.max_plies
    }

    fn ply(&self, board: Board) -> Option<u16> {
        self.game.ply(board)
    }

    fn symmetries(&self) -> u8 {
        self.symmetries
    }

    fn image_of_move(&self, _: Self::Position, mv: Move, symmetry: u8) -> Move {
        (self.image_of_move)(mv, symmetry)
    }
}

/// The broken promise, as the error names it.
fn broken(liar: &Liar) -> &'static str {
    let honest = Tiers::of(&liar.game).unwrap();
    assert!(!honest.is_of(liar), "{liar}");
    match Tiers::of(liar).unwrap_err() {
        NotNumbered::NotOfItsKind { why } => why,
        other => panic!("{other}"),
    }
}

#[test]
fn each_broken_promise_is_named() {
    let three = Liar::honest("mnk:3,3,3");
    assert!(Tiers::of(&three).is_ok());
    let start = Board::from_bitboards(1, 0).unwrap();
    assert_eq!(broken(&Liar { start, ..three }), "its start is not the empty board");
    let why = "its codes are not the codes of the boards of its size";
    for codes in [0, 19_682, 19_684, u64::MAX] {
        assert_eq!(broken(&Liar { codes, ..three }), why);
    }
    let kind = Kind::Placement(Lines::new(4, 4, 3).unwrap());
    assert_eq!(broken(&Liar { kind, ..three }), why);
    let why = "its `max_plies` is less than the number of cells";
    for max_plies in [0, 8] {
        assert_eq!(broken(&Liar { max_plies, ..three }), why);
    }
    let why = "its symmetry 0 is not the identity";
    assert_eq!(broken(&Liar { symmetries: 0, ..three }), why);
    let mirror = |mv, _| mv / 3 * 3 + 2 - mv % 3;
    assert_eq!(broken(&Liar { image_of_move: mirror, ..three }), why);
}

#[test]
fn symmetries_that_are_none_are_refused() {
    let images: [(ImageOfMove, &str); 6] = [
        (|_, _| 0, "one of its symmetries is not a permutation of its moves"),
        (|mv, symmetry| mv + symmetry, "one of its symmetries is not a permutation of its moves"),
        (
            |mv, symmetry| if symmetry == 0 { mv } else { u8::MAX },
            "one of its symmetries is not a permutation of its moves",
        ),
        // The inverse is missing.
        (
            |mv, symmetry| if symmetry == 0 { mv } else { (mv + 1) % 9 },
            "two of its symmetries in sequence are not a symmetry",
        ),
        // Applied twice it is the identity, but rows do not stay rows.
        (
            |mv, symmetry| match (mv, symmetry) {
                (0, 1) => 1,
                (1, 1) => 0,
                _ => mv,
            },
            "one of its symmetries does not map lines to lines",
        ),
        (
            |mv, symmetry| if symmetry == 0 { mv } else { mv ^ 8 },
            "one of its symmetries is not a permutation of its moves",
        ),
    ];
    for (image_of_move, why) in images {
        let liar = Liar { symmetries: 2, image_of_move, ..Liar::honest("mnk:3,3,3") };
        assert_eq!(broken(&liar), why);
    }
    // Columns are numbered from 1.
    let image_of_move = |mv, symmetry| if symmetry == 0 { mv } else { 3 - mv };
    let liar = Liar { symmetries: 2, image_of_move, ..Liar::honest("connect:3,3,3") };
    assert_eq!(broken(&liar), "one of its symmetries is not a permutation of its moves");
    let error = Tiers::of(&liar).unwrap_err().to_string();
    let expected = "the game is not of the kind that `kind` returns: one of its symmetries is not a \
                    permutation of its moves";
    assert_eq!(error, expected);
}

#[test]
fn a_numbering_by_other_symmetries_is_that_of_another_game() {
    let liar = Liar::honest("mnk:3,3,3");
    let honest = || Tiers::of(&liar.game).unwrap();
    assert!(honest().is_of(&liar.game) && !honest().is_of(&liar));
    assert!(!Tiers::of(&liar).unwrap().is_of(&liar.game));
    // No value is read before the first probe.
    let sections = HeldSections::default;
    let objective = perfect_play_core::Objective::Fastest;
    assert!(TierTable::new(liar, objective, honest().into(), sections()).is_none());
    assert!(TierTable::new(liar.game, objective, honest().into(), sections()).is_some());
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn limits_of_any_size_give_a_numbering_or_none() {
    let sizes = [0, 1, 2, 3, 31, 1 << 15, (1 << 16) - 1, 1 << 16, 1 << 20, usize::MAX];
    for name in ["connect:1,15,15", "connect:2,15,4", "connect:1,4,4", "mnk:3,2,2", "mnk:10,1,3"] {
        let game: Mnk = name.parse().unwrap();
        let most = Limits { low: usize::MAX, top: usize::MAX, middle: usize::MAX };
        let cells = |tiers: Tiers| tiers.cells();
        let default = Tiers::of(&game).map(cells);
        // A limit above the default counts as the default.
        assert_eq!(Tiers::with_limits(&game, most).map(cells), default, "{name}");
        for low in sizes {
            for top in sizes {
                for middle in [0, 1, 1 << 10] {
                    match Tiers::with_limits(&game, Limits { low, top, middle }) {
                        Ok(tiers) => {
                            assert!(tiers.slots() > 0 && tiers.is_of(&game));
                            let parts = tiers.cells();
                            let all = parts.iter().fold(0, |all, cells| all | cells);
                            assert_eq!(all, game.shape().all_cells(), "{name}");
                            for (cells, most) in parts.into_iter().zip([top, middle, low]) {
                                assert!(configurations(&game, cells) <= most as u128, "{name}");
                            }
                        }
                        Err(reason) => assert_eq!(reason, NotNumbered::TooLarge, "{name}"),
                    }
                }
            }
        }
    }
}

/// The number of different contents of these cells.
fn configurations(game: &Mnk, cells: u64) -> u128 {
    let (count, rows) = (cells.count_ones(), u32::from(game.shape().rows()));
    if game.has_gravity() {
        let of_column = (1_u128 << (rows + 1)) - 1;
        of_column.pow(count / rows)
    } else {
        3_u128.pow(count)
    }
}
