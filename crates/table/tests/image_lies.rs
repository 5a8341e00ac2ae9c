//! A game of one's own whose rules do not treat the images of a board alike: its table by tiers is not proven.

use std::{fmt, sync::Arc};

use perfect_play_core::{
    Board, Game, Kind, Move, Moves, NotAPosition, Objective, Outcome, Player, Printable, Probe,
    ProbeError, Symmetric, Tabular, Unreachable,
};
use perfect_play_games::Mnk;
use perfect_play_generator::{
    solve, solve_tiers,
    tiers::{HeldSections, TierTable, Tiers},
};
use perfect_play_table::{Rules, verify_by_tier};

/// A game whose rules say something else of one board.
#[derive(Clone, Copy)]
struct Liar {
    game: Mnk,
    lie: Option<(Lie, Board)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Lie {
    IsUnreachable,
    Ends,
    HasNoMoves,
}

impl Liar {
    fn lies(&self, lie: Lie, board: Board) -> bool {
        self.lie == Some((lie, board))
    }
}

impl fmt::Display for Liar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("liar")
    }
}

impl Game for Liar {
    type Position = Board;

    fn start(&self) -> Board {
        self.game.start()
    }
    fn to_move(&self, board: Board) -> Player {
        self.game.to_move(board)
    }
    fn legal_moves(&self, board: Board) -> Moves {
        if self.lies(Lie::HasNoMoves, board) { Moves::EMPTY } else { self.game.legal_moves(board) }
    }
    fn play(&self, board: Board, mv: Move) -> Board {
        self.game.play(board, mv)
    }
    fn terminal(&self, board: Board) -> Option<Outcome> {
        if self.lies(Lie::Ends, board) {
            // Where the game is over, it says that it is not.
            return self.game.terminal(board).is_none().then_some(Outcome::Loss);
        }
        self.game.terminal(board)
    }
}

impl Tabular for Liar {
    fn kind(&self) -> Kind {
        self.game.kind()
    }
    fn codes(&self) -> u64 {
        self.game.codes()
    }
    fn encode(&self, board: Board) -> u64 {
        self.game.encode(board)
    }
    fn decode(&self, code: u64) -> Result<Board, NotAPosition> {
        self.game.decode(code)
    }
    fn check(&self, board: Board) -> Result<(), ProbeError> {
        if self.lies(Lie::IsUnreachable, board) {
            return Err(Unreachable::NotInTable.into());
        }
        self.game.check(board)
    }
    fn max_move(&self) -> Move {
        self.game.max_move()
    }
    fn max_plies(&self) -> u8 {
        self.game.max_plies()
    }
    fn ply(&self, board: Board) -> u8 {
        self.game.ply(board)
    }
}

impl Symmetric for Liar {
    fn symmetries(&self) -> u8 {
        self.game.symmetries()
    }
    fn image(&self, board: Board, symmetry: u8) -> Board {
        self.game.image(board, symmetry)
    }
    fn image_of_move(&self, mv: Move, symmetry: u8) -> Move {
        self.game.image_of_move(mv, symmetry)
    }
}

impl Printable for Liar {}

fn is_proven(liar: Liar, tiers: &Arc<Tiers>, sections: &HeldSections) -> bool {
    let blocks = Arc::clone(tiers).into();
    let table = TierTable::new(liar, Objective::Fastest, blocks, sections.clone()).unwrap();
    verify_by_tier(&table, Rules::Unknown, &mut |_, _| ()).unwrap().is_proven()
}

#[test]
fn rules_that_do_not_treat_images_alike_are_not_proven() {
    for name in ["mnk:3,3,3", "connect:3,3,3"] {
        let game: Mnk = name.parse().unwrap();
        let tiers = Arc::new(Tiers::of(&game).unwrap());
        let sections = solve_tiers(&game, &tiers, &|_| ()).unwrap();
        let is_proven = |lie| is_proven(Liar { game, lie }, &tiers, &sections);
        assert!(is_proven(None), "{name}");
        // Boards that are not those of their slots.
        let is_kept = |board| {
            let place = tiers.locate(board);
            place.and_then(|(tier, player, rank)| tiers.board(tier, player, rank)) == Some(board)
        };
        let by_code = solve(game, Objective::Fastest).unwrap();
        let images: Vec<Board> = by_code.positions().filter(|&board| !is_kept(board)).collect();
        for &board in images.iter().step_by(images.len() / 6 + 1) {
            for lie in [Lie::IsUnreachable, Lie::Ends, Lie::HasNoMoves] {
                if lie == Lie::HasNoMoves && game.terminal(board).is_some() {
                    continue;
                }
                assert!(!is_proven(Some((lie, board))), "{name}: {lie:?} {}", game.notation(board));
            }
        }
    }
}

#[test]
fn honest_rules_are_proven_where_images_have_slots_of_their_own() {
    // Columns of ten cells are so high that the numbering uses no symmetry.
    let game: Mnk = "connect:2,10,3".parse().unwrap();
    let tiers = Arc::new(Tiers::of(&game).unwrap());
    assert_eq!(tiers.symmetries(), 1);
    let liar = Liar { game, lie: None };
    let sections = solve_tiers(&liar, &tiers, &|_| ()).unwrap();
    assert!(is_proven(liar, &tiers, &sections));
}
