//! What a table must answer, worked out from the rules on plain arrays by `tests/oracle`.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, LazyLock, Mutex},
};

use perfect_play_games::Mnk;
use perfect_play_generator::core::{Board, Entry, Moves, Objective, Outcome, Value};

use super::{
    oracle::{Oracle, Verdict, fastest, outcome_preserving},
    places::Places,
};

/// What a game's table must answer.
pub(crate) struct Truth<P> {
    /// Everything that it is asked about; `None` where it must refuse to answer.
    pub(crate) asked: Vec<(P, Option<Answer>)>,
    /// How many positions are reachable, by ply.
    pub(crate) positions_by_ply: Vec<u64>,
}

/// What a table must answer for a reachable position.
#[derive(Clone, Copy)]
pub(crate) struct Answer {
    pub(crate) outcome: Outcome,
    pub(crate) remoteness: u16,
    /// The moves that no other is better than.
    pub(crate) fastest: Moves,
    /// The moves that keep the outcome.
    pub(crate) preserving: Moves,
}

impl Answer {
    /// The answer where the game ends so, and each move is worth so much.
    pub(crate) fn new((outcome, remoteness): Verdict, moves: &[(u8, Verdict)]) -> Self {
        let outcome = match outcome {
            1 => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Loss,
        };
        Self {
            outcome,
            remoteness,
            fastest: fastest(moves).into_iter().collect(),
            preserving: outcome_preserving(moves).into_iter().collect(),
        }
    }

    pub(crate) fn entry(&self, objective: Objective) -> Entry {
        let optimal_moves = match objective {
            Objective::Fastest => self.fastest,
            Objective::Outcome => self.preserving,
        };
        Entry {
            outcome: self.outcome,
            remoteness: Some(self.remoteness),
            score: None,
            optimal_moves,
        }
    }

    pub(crate) fn value(&self) -> Value {
        match self.outcome {
            Outcome::Win => Value::win(self.remoteness).unwrap(),
            Outcome::Draw => Value::DRAW,
            Outcome::Loss => Value::loss(self.remoteness).unwrap(),
        }
    }
}

/// The most cells of a game whose table is asked about every board; elsewhere only about those
/// that a table by tiers has values for, and those that a move leads to from there.
const MOST_CELLS_IN_FULL: u8 = 12;

/// What the table of this game must answer, of boards of its cells and some that are larger.
pub(crate) fn of_boards(game: &Mnk) -> Arc<Truth<Board>> {
    static KNOWN: LazyLock<Mutex<HashMap<String, Arc<Truth<Board>>>>> =
        LazyLock::new(Mutex::default);
    let known = || KNOWN.lock().unwrap();
    if let Some(truth) = known().get(&game.to_string()) {
        return Arc::clone(truth);
    }
    let truth = Arc::new(worked_out(game));
    known().insert(game.to_string(), Arc::clone(&truth));
    truth
}

/// The codes of all boards that a table by tiers may be asked about, ascending.
fn codes_of_slots(game: &Mnk) -> BTreeSet<u64> {
    Places::of(game).boards_and_children(game).map(Board::code).collect()
}

fn worked_out(game: &Mnk) -> Truth<Board> {
    let oracle = {
        let [columns, rows, k] =
            [game.shape().columns(), game.shape().rows(), game.k()].map(usize::from);
        if game.has_gravity() {
            Oracle::falling(columns, rows, k, game.is_misere())
        } else {
            Oracle::new(columns, rows, k, game.is_misere())
        }
    };
    let mut positions_by_ply = vec![0; usize::from(game.shape().cells()) + 1];
    let mut answer = |code| {
        let verdict = oracle.verdict(code)?;
        positions_by_ply[oracle.board(code).iter().filter(|&&cell| cell != 0).count()] += 1;
        Some(Answer::new(verdict, &oracle.moves(code)))
    };
    let codes = oracle.codes();
    let asked = if game.shape().cells() <= MOST_CELLS_IN_FULL {
        (0..codes).collect()
    } else {
        codes_of_slots(game)
    };
    let on_the_board: Vec<_> = asked.into_iter().map(|code| (code, answer(code))).collect();
    // With a mark on the first cell off the board, on the second, and on the last that there is.
    let off_the_board = [codes, 2 * codes, 3 * codes, codes + 1, 3_u64.pow(39), 2 * 3_u64.pow(39)];
    let asked = on_the_board.into_iter().chain(off_the_board.map(|code| (code, None)));
    let asked = asked.map(|(code, answer)| (Board::from_code(code).unwrap(), answer)).collect();
    Truth { asked, positions_by_ply }
}
