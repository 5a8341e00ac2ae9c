//! Tic-tac-toe written without bitboards. The generic solver must compute the same table as the one that the crate
//! bakes from its own rules.
#![cfg(feature = "direct")]

use std::fmt;

use perfect_play::{Board, Game, Move, Moves, NotAPosition, Outcome, Player, Probe, TICTACTOE};
use perfect_play_generator::{core::Objective, solve};

struct Stranger;

/// What every cell holds.
type Cells = [Option<Player>; 9];

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

fn has_line(cells: Cells, player: Player) -> bool {
    LINES.iter().any(|line| line.iter().all(|&cell| cells[cell] == Some(player)))
}

fn count(cells: Cells, player: Player) -> usize {
    cells.iter().filter(|&&cell| cell == Some(player)).count()
}

impl fmt::Display for Stranger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("noughts and crosses")
    }
}

impl Game for Stranger {
    type Position = Cells;

    fn start(&self) -> Cells {
        [None; 9]
    }

    fn to_move(&self, cells: Cells) -> Player {
        if count(cells, Player::X) == count(cells, Player::O) { Player::X } else { Player::O }
    }

    fn legal_moves(&self, cells: Cells) -> Moves {
        if self.terminal(cells).is_some() {
            return Moves::EMPTY;
        }
        (0..9).filter(|&mv| cells[usize::from(mv)].is_none()).collect()
    }

    fn play(&self, mut cells: Cells, mv: Move) -> Cells {
        cells[usize::from(mv)] = Some(self.to_move(cells));
        cells
    }

    fn terminal(&self, cells: Cells) -> Option<Outcome> {
        if has_line(cells, self.to_move(cells).opponent()) {
            Some(Outcome::Loss)
        } else if cells.iter().all(Option::is_some) {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    fn codes(&self) -> u64 {
        19_683
    }

    fn encode(&self, cells: Cells) -> u64 {
        let digit = |cell| match cell {
            None => 0,
            Some(Player::X) => 1,
            Some(Player::O) => 2,
        };
        cells.into_iter().rev().fold(0, |code, cell| 3 * code + digit(cell))
    }

    fn decode(&self, code: u64) -> Result<Cells, NotAPosition> {
        let mut cells = [None; 9];
        let mut rest = code;
        for cell in &mut cells {
            *cell = [None, Some(Player::X), Some(Player::O)][usize::try_from(rest % 3).unwrap()];
            rest /= 3;
        }
        if rest == 0 { Ok(cells) } else { Err(NotAPosition::CodeTooLarge { code, codes: 19_683 }) }
    }

    fn max_plies(&self) -> u8 {
        9
    }

    fn ply(&self, cells: Cells) -> u8 {
        u8::try_from(cells.iter().flatten().count()).unwrap()
    }

    fn plies_to_draw(&self, cells: Cells) -> Option<u8> {
        Some(9 - self.ply(cells))
    }
}

#[test]
fn a_strangers_tictactoe_is_ours() {
    let table = solve(Stranger, Objective::Fastest, &mut |_, _| ()).unwrap();
    let mut reachable = 0;
    for code in 0..Stranger.codes() {
        let ours = TICTACTOE.probe_code(code);
        let Ok(theirs) = table.probe(Stranger.decode(code).unwrap()) else {
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
    let [board, cells] = [Board::EMPTY.code(), Stranger.encode(Stranger.start())];
    assert_eq!(board, cells);
    let ours = TICTACTOE.move_values(Board::EMPTY).unwrap();
    assert_eq!(table.move_values(Stranger.start()).unwrap(), ours);
}
