//! What there is to say of each square.

use perfect_play_core::{Board, Entry, Game, Moves, Outcome, Player, Printable, Probe};
use perfect_play_games::Mnk;
use perfect_play_table::{Contradiction, TableError};
use serde::Serialize;

use super::chances::{AllChances, Chances};
use crate::{place::Place, sample::Sample};

/// A position, and every legal move in it.
#[derive(Serialize)]
pub(super) struct Report {
    game: String,
    board: String,
    pub(super) to_move: Player,
    #[serde(flatten)]
    pub(super) entry: Entry,
    exact: bool,
    /// How many games each chance is counted in.
    pub(super) games: Option<u64>,
    pub(super) seed: Option<u64>,
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
    pub(super) remoteness: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) score: Option<i8>,
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

/// So many of so many.
#[derive(Clone, Copy, Default, Serialize)]
pub(super) struct Wrong {
    pub(super) wrong: u32,
    pub(super) of: u32,
}

impl Report {
    /// With chances counted in games, or exact ones; these must be within reach ([`super::chances::can_be_exact`]).
    pub(super) fn new<P: Probe<Game = Mnk> + Sync>(
        table: &P,
        board: Board,
        sample: Option<Sample>,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Self, TableError> {
        let game = table.game();
        let at = |reason| TableError::at(game, board, reason);
        let entry = table.probe(board).map_err(at)?;
        let worths = table.move_values(board).map_err(at)?;
        let mut all_chances = AllChances::new(table, board, sample);
        let squares = worths.iter().map(|worth| {
            let next = game.play(board, worth.mv);
            let cell = game.cell_of_move(board, worth.mv);
            let cell = cell.ok_or_else(|| TableError::from(Contradiction::at(game, board)))?;
            let (wrong_replies, wrong_moves_after) = wrong_turns(table, next)?;
            let [perfect_against_random, random_against_perfect] =
                all_chances.after(next, progress)?;
            Ok::<_, TableError>(Square {
                place: Place::new(game, worth.mv),
                cell,
                outcome: worth.outcome,
                remoteness: worth.remoteness,
                score: worth.score,
                optimal: entry.optimal_moves.contains(worth.mv),
                perfect_against_random,
                random_against_perfect,
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
            exact: sample.is_none(),
            games: sample.map(|sample| sample.games),
            seed: sample.map(|sample| sample.seed),
        })
    }
}

/// How many of the moves in a position, and of those after each that keeps the outcome, give it
/// away.
fn wrong_turns<P: Probe<Game = Mnk>>(
    table: &P,
    board: Board,
) -> Result<(Wrong, Wrong), TableError> {
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
fn wrong<P: Probe<Game = Mnk>>(table: &P, board: Board) -> Result<(Wrong, Moves), TableError> {
    let (game, right) = (table.game(), table.outcome_preserving_moves(board));
    let right = right.map_err(|reason| TableError::at(game, board, reason))?;
    let of = game.legal_moves(board).len();
    Ok((Wrong { wrong: of - right.len(), of }, right))
}
