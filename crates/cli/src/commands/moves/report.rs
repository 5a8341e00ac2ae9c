//! The facts about each move.

use perfect_play_core::{Entry, Game, Move, Moves, Player, Probe, Scheme};
use perfect_play_engine::{AnyPosition, AnyTable};
use perfect_play_proof::TableError;
use serde::Serialize;

use super::chances::{AllChances, Chances, How};
use crate::positions::{
    move_answer::MoveAnswer, position_in_play::PositionInPlay, position_text::PositionText,
};

/// A position, and every legal move in it.
#[derive(Serialize)]
pub(super) struct Report {
    game: String,
    #[serde(flatten)]
    position: PositionText,
    /// `None` in an impartial game.
    pub(super) to_move: Option<Player>,
    #[serde(flatten)]
    pub(super) entry: Entry,
    exact: bool,
    /// How many games are played for each chance.
    pub(super) games: Option<u64>,
    pub(super) seed: Option<u64>,
    /// The limit on plies, if some games may have reached it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max_plies: Option<u16>,
    pub(super) moves: Vec<MoveReport>,
    #[serde(skip)]
    pub(super) scheme: Scheme,
}

/// One legal move. All values are from the view of the player who makes it.
#[derive(Serialize)]
pub(super) struct MoveReport {
    #[serde(flatten)]
    pub(super) mv: MoveAnswer,
    pub(super) optimal: bool,
    /// The mover plays perfectly from here on, the other side at random.
    pub(super) perfect_against_random: Chances,
    /// The mover plays at random from here on, the other side perfectly.
    pub(super) random_against_perfect: Chances,
    /// The other side's replies that give the outcome away; 0 of 0 if the mover moves again.
    pub(super) wrong_replies: Wrong,
    /// The mover's moves that give the outcome away, after all replies that do not.
    pub(super) wrong_moves_after: Wrong,
}

/// A count, and the total that it is part of.
#[derive(Clone, Copy, Default, Serialize)]
pub(super) struct Wrong {
    pub(super) wrong: u32,
    pub(super) of: u32,
}

impl MoveReport {
    /// The move's number.
    pub(super) const fn number(&self) -> Move {
        self.mv.place.number()
    }

    /// `*` if the move is optimal.
    pub(super) const fn star(&self) -> &'static str {
        if self.optimal { "*" } else { "" }
    }

    /// The move and its worth, in colour: `5:W1*`.
    pub(super) fn label(&self) -> String {
        format!("{}:{}{}", self.mv, self.mv.worth.painted_short(), self.star())
    }
}

impl Report {
    /// The report with chances from a sample, or with exact chances. Exact ones must be possible
    /// ([`super::chances::can_be_exact`]).
    pub(super) fn new(
        table: &AnyTable,
        position: AnyPosition,
        how: How,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Self, TableError> {
        let game = table.game();
        let turn = PositionInPlay::first(game, position);
        let at = |reason| TableError::at(game, position, reason);
        let entry = table.probe(position).map_err(at)?;
        let worths = table.move_values(position).map_err(at)?;
        let mut all_chances = AllChances::new(table, turn, how);
        let moves = worths.iter().zip(MoveAnswer::of(game, position, worths.iter()));
        let moves = moves.map(|(worth, mv)| {
            let next = turn.after(game, worth.mv);
            let (wrong_replies, wrong_moves_after) = wrong_turns(table, turn.player, next)?;
            let [perfect_against_random, random_against_perfect] =
                all_chances.after(next, progress)?;
            Ok::<_, TableError>(MoveReport {
                mv,
                optimal: entry.optimal_moves.contains(worth.mv),
                perfect_against_random,
                random_against_perfect,
                wrong_replies,
                wrong_moves_after,
            })
        });
        let moves: Vec<_> = moves.collect::<Result<_, _>>()?;
        let max_plies = moves.iter().find_map(|mv: &MoveReport| {
            mv.perfect_against_random.max_plies.or(mv.random_against_perfect.max_plies)
        });
        Ok(Self {
            moves,
            game: game.to_string(),
            position: PositionText::new(game, position),
            to_move: (!game.is_impartial()).then_some(turn.player),
            entry,
            exact: how.sample.is_none(),
            games: how.sample.map(|sample| sample.games),
            seed: how.sample.map(|sample| sample.seed),
            max_plies,
            scheme: game.scheme(),
        })
    }
}

/// After `mover` has moved to `next`: how many of the other side's moves give the outcome away, and how many of the
/// mover's moves after the replies that do not. If the mover is to move again, only its moves at `next` are counted.
fn wrong_turns(
    table: &AnyTable,
    mover: Player,
    next: PositionInPlay<AnyPosition>,
) -> Result<(Wrong, Wrong), TableError> {
    let (here, right) = wrong(table, next.position)?;
    if next.player == mover {
        return Ok((Wrong::default(), here));
    }
    let mut after = Wrong::default();
    for turn in right.iter().map(|mv| next.after(table.game(), mv)) {
        if turn.player == mover {
            let (own, _) = wrong(table, turn.position)?;
            after.wrong += own.wrong;
            after.of += own.of;
        }
    }
    Ok((here, after))
}

/// How many of the moves in a position give the outcome away, and the moves that do not.
fn wrong(table: &AnyTable, position: AnyPosition) -> Result<(Wrong, Moves), TableError> {
    let (game, right) = (table.game(), table.outcome_preserving_moves(position));
    let right = right.map_err(|reason| TableError::at(game, position, reason))?;
    let of = game.legal_moves(position).len();
    Ok((Wrong { wrong: of - right.len(), of }, right))
}
