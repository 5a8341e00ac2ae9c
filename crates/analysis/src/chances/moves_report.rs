//! The facts about each move of a position: its value, and its chances against a beginner.

use perfect_play_core::{Entry, Game, Move, Moves, Player, Probe, Scheme};
use perfect_play_numbering::{TableError, probe_consistent};
use serde::Serialize;

use crate::{
    MoveAnswer, PositionText, Turn,
    chances::{
        exact::{OutOfMemory, are_few},
        move_chances::{AllChances, LEVELS, MoveChances},
        play_limit::PlayLimit,
        sample::Sample,
    },
};

/// A position, and every legal move in it.
///
/// ```
/// use perfect_play_analysis::{MovesReport, PlayLimit};
/// use perfect_play_core::{Game, Objective, Probe};
/// use perfect_play_games::Mnk;
///
/// let game: Mnk = "mnk:3,2,2".parse()?;
/// let table = perfect_play_generator::solve(game, Objective::Fastest, &mut |_, _| ())?;
/// let limit = PlayLimit::new(&game, None);
/// assert!(MovesReport::can_be_exact(&game, game.start(), limit)?);
/// let report = MovesReport::new(&table, game.start(), (None, limit), &|_, _| ())?;
/// // In the middle, a random player also wins at least one game in two.
/// let middle = &report.moves[1];
/// assert!(middle.optimal && middle.random_against_perfect.win.value() > 0.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MovesReport {
    /// The name of the game.
    pub game: String,
    /// The position as text.
    #[serde(flatten)]
    pub position: PositionText,
    /// The player to move. `None` in an impartial game.
    pub to_move: Option<Player>,
    /// The entry of the position.
    #[serde(flatten)]
    pub entry: Entry,
    /// Whether the chances are exact.
    pub exact: bool,
    /// How many games are played for each chance, if the chances are from samples.
    pub games: Option<u64>,
    /// The seed of the samples.
    pub seed: Option<u64>,
    /// The limit on plies, if some games may have reached it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u16>,
    /// The legal moves, by ascending numbers.
    pub moves: Vec<MoveReport>,
    /// What values count. It is not in JSON.
    #[serde(skip)]
    pub scheme: Scheme,
}

/// One legal move. All values are from the view of the player who makes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveReport {
    /// The move and its value.
    #[serde(flatten)]
    pub answer: MoveAnswer,
    /// Whether the table calls the move optimal.
    pub optimal: bool,
    /// The mover plays perfectly from here on, the other side at random.
    pub perfect_against_random: MoveChances,
    /// The mover plays at random from here on, the other side perfectly.
    pub random_against_perfect: MoveChances,
    /// The other side's replies that give the outcome away; 0 of 0 if the mover moves again.
    pub wrong_replies: WrongTurns,
    /// The mover's moves that give the outcome away, after all replies that do not.
    pub wrong_moves_after: WrongTurns,
}

/// How many moves give the outcome away, and the total that they are part of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WrongTurns {
    /// The moves that give the outcome away.
    pub wrong: u32,
    /// All moves.
    pub of: u32,
}

impl MoveReport {
    /// The move's number.
    #[must_use]
    pub const fn number(&self) -> Move {
        self.answer.number.number()
    }
}

impl MovesReport {
    /// Whether exact chances from this position can be computed. This needs no table.
    ///
    /// # Errors
    ///
    /// If the positions that can be reached do not fit into memory.
    pub fn can_be_exact<G: Game>(
        game: &G,
        position: G::Position,
        limit: PlayLimit,
    ) -> Result<bool, OutOfMemory> {
        // Each move is followed by as many plies as the limit says. These levels treat the same positions alike.
        are_few(game, position, LEVELS[0], u32::from(limit.plies()) + 1)
    }

    /// The report with chances from samples, or without a sample with exact chances. Exact ones must be possible
    /// ([`MovesReport::can_be_exact`]). `progress` is called, on any thread, with the games
    /// or exact chances that are done, and the total.
    ///
    /// # Errors
    ///
    /// If the table contradicts itself or cannot be read.
    pub fn new<T: Probe + Sync>(
        table: &T,
        position: <T::Game as Game>::Position,
        (sample, limit): (Option<Sample>, PlayLimit),
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<Self, TableError> {
        let game = table.game();
        let turn = Turn::first(game, position);
        let mut all_chances = AllChances::new(table, turn, sample, limit);
        progress(0, all_chances.work());
        let (entry, values) = probe_consistent(table, position)?;
        let moves = MoveAnswer::of(game, position, values.iter()).into_iter().map(|answer| {
            let mv = answer.number.number();
            let next = turn.after(game, mv);
            let (wrong_replies, wrong_moves_after) = wrong_turns(table, turn.player, next)?;
            let [perfect_against_random, random_against_perfect] =
                all_chances.after(next, progress)?;
            Ok::<_, TableError>(MoveReport {
                answer,
                optimal: entry.optimal_moves.contains(mv),
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
            exact: sample.is_none(),
            games: sample.map(|sample| sample.games),
            seed: sample.map(|sample| sample.seed),
            max_plies,
            scheme: game.scheme(),
        })
    }
}

/// After `mover` has moved to `next`: how many of the other side's moves give the outcome away, and how many of the
/// mover's moves after the replies that do not. If the mover is to move again, only its moves at `next` are counted.
fn wrong_turns<T: Probe>(
    table: &T,
    mover: Player,
    next: Turn<<T::Game as Game>::Position>,
) -> Result<(WrongTurns, WrongTurns), TableError> {
    let (here, right) = wrong(table, next.position)?;
    if next.player == mover {
        return Ok((WrongTurns::default(), here));
    }
    let mut after = WrongTurns::default();
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
fn wrong<T: Probe>(
    table: &T,
    position: <T::Game as Game>::Position,
) -> Result<(WrongTurns, Moves), TableError> {
    let (game, right) = (table.game(), table.outcome_preserving_moves(position));
    let right = right.map_err(|reason| TableError::at(game, position, reason))?;
    let of = game.legal_moves(position).len();
    Ok((WrongTurns { wrong: of - right.len(), of }, right))
}
