//! What there is to say of each square.

use num_rational::BigRational;
use perfect_play_core::{Board, Entry, Game, Level, Mnk, Moves, Outcome, Player, Probe};
use perfect_play_table::{Contradiction, TableError};
use serde::Serialize;

pub(super) use crate::exact::NoExact as NoReport;
use crate::{
    exact::{Fraction, exact},
    place::Place,
    tally::Tally,
};

/// A position, and every legal move in it.
#[derive(Serialize)]
pub(super) struct Report {
    game: String,
    board: String,
    pub(super) to_move: Player,
    #[serde(flatten)]
    pub(super) entry: Entry,
    pub(super) squares: Vec<Square>,
}

/// One legal move; everything is said for the player who makes it.
#[derive(Serialize)]
pub(super) struct Square {
    #[serde(flatten)]
    pub(super) place: Place,
    /// Where the mark comes to lie.
    #[serde(skip)]
    pub(super) cell: u8,
    pub(super) outcome: Outcome,
    pub(super) remoteness: u8,
    pub(super) optimal: bool,
    /// The mover plays perfectly from here on, the other side at random.
    pub(super) perfect_against_random: Chances,
    /// The mover plays at random from here on, the other side perfectly.
    pub(super) random_against_perfect: Chances,
    /// The other side's replies that give the outcome away.
    pub(super) wrong_replies: Wrong,
    /// The mover's moves that give the outcome away, after all the replies that do not.
    pub(super) wrong_moves_after: Wrong,
}

#[derive(Serialize)]
pub(super) struct Chances {
    pub(super) win: Fraction,
    pub(super) draw: Fraction,
    pub(super) loss: Fraction,
}

/// So many of so many.
#[derive(Clone, Copy, Default, Serialize)]
pub(super) struct Wrong {
    pub(super) wrong: u32,
    pub(super) of: u32,
}

impl Report {
    pub(super) fn new<P: Probe<Game = Mnk>>(
        table: &P,
        board: Board,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Self, NoReport> {
        let game = table.game();
        let at = |reason| TableError::at(game, board, reason);
        let entry = table.probe(board).map_err(at)?;
        let worths = table.move_values(board).map_err(at)?;
        let total = worths.iter().len() as u64;
        let squares = (0..).zip(worths.iter()).map(|(done, worth)| {
            progress(done, total);
            let next = game.play(board, worth.mv);
            let cell = game.cell_of_move(board, worth.mv);
            let cell = cell.ok_or_else(|| TableError::from(Contradiction::at(game, board)))?;
            let (wrong_replies, wrong_moves_after) = wrong_turns(table, next)?;
            Ok::<_, NoReport>(Square {
                place: Place::new(game, worth.mv),
                cell,
                outcome: worth.outcome,
                remoteness: worth.remoteness,
                optimal: entry.optimal_moves.contains(worth.mv),
                perfect_against_random: chances(
                    table,
                    board,
                    next,
                    [Level::Perfect, Level::Blind],
                )?,
                random_against_perfect: chances(
                    table,
                    board,
                    next,
                    [Level::Blind, Level::Perfect],
                )?,
                wrong_replies,
                wrong_moves_after,
            })
        });
        Ok(Self {
            squares: squares.collect::<Result<_, _>>()?,
            game: game.to_string(),
            board: game.notation(board).to_string(),
            to_move: game.to_move(board),
            entry,
        })
    }
}

/// The chances, after a move to `next`, of the player who made it: `mover` is the level it plays at,
/// `other` that of the other side.
fn chances<P: Probe<Game = Mnk>>(
    table: &P,
    board: Board,
    next: Board,
    [mover, other]: [Level; 2],
) -> Result<Chances, NoReport> {
    let player = table.game().to_move(board);
    let level = |side| if side == player { mover } else { other };
    let tally: Tally<BigRational> = exact(table, next, level, &mut |_, _| ())?;
    let chance = |winner| Fraction::new(&tally.wins(winner));
    Ok(Chances {
        win: chance(Some(player)),
        draw: chance(None),
        loss: chance(Some(player.opponent())),
    })
}

/// How many of the moves in a position, and of those after each that keeps the outcome, give it
/// away.
fn wrong_turns<P: Probe<Game = Mnk>>(table: &P, board: Board) -> Result<(Wrong, Wrong), NoReport> {
    let game = table.game();
    let mut after = Wrong::default();
    let (here, right) = wrong(table, board)?;
    for mv in right {
        let (next, _) = wrong(table, game.play(board, mv))?;
        after.wrong += next.wrong;
        after.of += next.of;
    }
    Ok((here, after))
}

/// How many of the moves in a position give away outcome; and those that do not.
fn wrong<P: Probe<Game = Mnk>>(table: &P, board: Board) -> Result<(Wrong, Moves), NoReport> {
    let (game, right) = (table.game(), table.outcome_preserving_moves(board));
    let right = right.map_err(|reason| TableError::at(game, board, reason))?;
    let of = game.legal_moves(board).len();
    Ok((Wrong { wrong: of - right.len(), of }, right))
}
