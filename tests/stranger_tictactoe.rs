//! Tic-tac-toe written without bitboards. The generic solver must compute the same table as the one that the crate
//! bakes from its own rules.
#![cfg(feature = "direct")]

use std::fmt;

use perfect_play::{Board, Game, Move, Moves, NotAPosition, Outcome, Player, Probe, TICTACTOE};
use perfect_play_engine::{AnyGame, AnyPosition};
use perfect_play_generator::{SolveError, check_rules, core::Objective, solve};
use perfect_play_proof::verify;
use perfect_play_test_kit::by_code;

#[derive(Clone, Copy)]
struct Stranger {
    max_plies: u16,
}

const STRANGER: Stranger = Stranger { max_plies: 9 };

/// What every cell holds: nothing, the mark of X, or that of O.
type Cells = [u8; 9];

const fn mark(player: Player) -> u8 {
    match player {
        Player::X => 1,
        Player::O => 2,
    }
}

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

fn has_line(cells: Cells, player: Player) -> bool {
    LINES.iter().any(|line| line.iter().all(|&cell| cells[cell] == mark(player)))
}

fn count(cells: Cells, player: Player) -> usize {
    cells.into_iter().map(|cell| usize::from(cell == mark(player))).sum()
}

impl fmt::Display for Stranger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("noughts and crosses")
    }
}

impl Game for Stranger {
    type Position = Cells;

    fn start(&self) -> Cells {
        [0; 9]
    }

    fn to_move(&self, cells: Cells) -> Player {
        if count(cells, Player::X) == count(cells, Player::O) { Player::X } else { Player::O }
    }

    fn legal_moves(&self, cells: Cells) -> Moves {
        if self.terminal(cells).is_some() {
            return Moves::EMPTY;
        }
        (0..9).filter(|&mv| cells[usize::from(mv)] == 0).collect()
    }

    fn play(&self, mut cells: Cells, mv: Move) -> Cells {
        cells[usize::from(mv)] = mark(self.to_move(cells));
        cells
    }

    fn terminal(&self, cells: Cells) -> Option<Outcome> {
        if has_line(cells, self.to_move(cells).opponent()) {
            Some(Outcome::Loss)
        } else if !cells.contains(&0) {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    fn codes(&self) -> u64 {
        19_683
    }

    fn encode(&self, cells: Cells) -> u64 {
        cells.into_iter().rev().fold(0, |code, cell| 3 * code + u64::from(cell))
    }

    fn decode(&self, code: u64) -> Result<Cells, NotAPosition> {
        let mut cells = [0; 9];
        let mut rest = code;
        for cell in &mut cells {
            *cell = u8::try_from(rest % 3).unwrap();
            rest /= 3;
        }
        if rest == 0 { Ok(cells) } else { Err(NotAPosition::CodeTooLarge { code, codes: 19_683 }) }
    }

    fn max_plies(&self) -> u16 {
        self.max_plies
    }

    fn ply(&self, cells: Cells) -> Option<u16> {
        u16::try_from(cells.iter().filter(|&&cell| cell != 0).count()).ok()
    }

    fn plies_to_draw(&self, cells: Cells) -> Option<u16> {
        9_u16.checked_sub(self.ply(cells)?)
    }
}

/// As a game of any type, so that solvers and proofs are not compiled once more.
fn any(game: Stranger) -> AnyGame {
    AnyGame::of(game)
}

#[test]
fn a_strangers_tictactoe_is_ours() {
    let table = solve(any(STRANGER), Objective::Fastest, &mut |_, _| ()).unwrap();
    let mut reachable = 0;
    for code in 0..STRANGER.codes() {
        let ours = TICTACTOE.probe_code(code);
        let Ok(theirs) = table.probe(AnyPosition::of(STRANGER.decode(code).unwrap())) else {
            // Only our rules say why there is no entry.
            assert!(ours.is_err(), "{code}");
            continue;
        };
        // Value, plies, and all optimal moves.
        assert_eq!(Ok(theirs), ours, "{code}");
        reachable += 1;
    }
    assert_eq!(reachable, 5_478);
    assert_eq!(table.positions().count(), 5_478);
    // What each move is worth, too.
    let [board, cells] = [Board::EMPTY.code(), STRANGER.encode(STRANGER.start())];
    assert_eq!(board, cells);
    let ours = TICTACTOE.move_values(Board::EMPTY).unwrap();
    assert_eq!(table.move_values(AnyPosition::of(STRANGER.start())).unwrap(), ours);
}

#[test]
fn a_play_that_is_longer_than_the_game_says_is_refused() {
    let refused = || any(Stranger { max_plies: 8 });
    let Err(SolveError::Inconsistent(found)) = check_rules(&refused()) else { panic!("solved") };
    let text = found.to_string();
    let headline = "this position is at ply 9, but `max_plies` is 8:\n";
    assert!(text.starts_with(headline), "{text}");
    let solved = solve(refused(), Objective::Fastest, &mut |_, _| ());
    assert_eq!(solved.map(|_| ()), Err(SolveError::Inconsistent(found)));
    // The values are those of the right rules. Only the number of plies is wrong.
    let right = solve(any(STRANGER), Objective::Fastest, &mut |_, _| ()).unwrap();
    let table = by_code(refused(), Objective::Fastest, right.into_values()).unwrap();
    assert!(!verify(&table, &mut |_, _| ()).unwrap().is_proven());
}
