//! Everything about an agent: its grade in the positions that are asked for, and how it can be beaten.

use perfect_play_core::{Game, Player, Probe};
use serde::Serialize;

use crate::{
    PlayLimit, Turn,
    grading::{
        agent::{Agent, Remembering},
        best_response::{BestResponse, exploitability},
        grade::{Grade, GradeError, Graded, grade},
    },
    random_positions::{draw_from, is_listed},
};

/// The positions that an agent is graded in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// All positions of the table in which somebody has to move.
    All,
    /// Those that it can come to in plays from [`Game::start`] against any opponent, as either side.
    Reached,
    /// So many random ones, drawn with this seed ([`draw_from`]).
    Sample {
        /// How many.
        count: u64,
        /// The seed.
        seed: u64,
    },
}

/// What is worked out about an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GradeRequest {
    /// The positions. `None` is all, if the table has at most `most`, otherwise a sample.
    pub over: Option<Over>,
    /// How many positions the table stores. `None` if it is cut: then others are searched, and not all are known.
    pub stored: Option<u64>,
    /// Of a larger table, a sample is drawn unless more is asked for.
    pub most: u64,
    /// The size of the sample if it is not given.
    pub sample: u64,
    /// After how many plies a play counts as a draw.
    pub limit: PlayLimit,
}

impl GradeRequest {
    /// The positions of a table that stores so many; `None` if it is cut. `is_fast` says that the agent answers thousands of
    /// positions in a second. If the size or the seed of a sample is given, it is a sample.
    ///
    /// By default, a fast agent is graded in all of up to a million positions, otherwise in a sample of 10,000; a slow one in
    /// all of up to 10,000, otherwise in 1,000. If values are searched, the sample has 100.
    #[must_use]
    pub fn new(stored: Option<u64>, is_fast: bool, limit: PlayLimit) -> Self {
        let (most, sample) = match (stored, is_fast) {
            (None, _) => (0, 100),
            (Some(_), true) => (1_000_000, 10_000),
            (Some(_), false) => (10_000, 1_000),
        };
        Self { over: None, stored, most, sample, limit }
    }

    /// A sample of this size, drawn with this seed. What is not given is the usual: the size of this request, and 1.
    #[must_use]
    pub fn sampled(self, count: Option<u64>, seed: Option<u64>) -> Over {
        Over::Sample { count: count.unwrap_or(self.sample), seed: seed.unwrap_or(1) }
    }

    /// Whether the positions are random ones. Then no best response is worked out.
    #[must_use]
    pub fn is_sample(self) -> bool {
        matches!(self.over(), Over::Sample { .. })
    }

    fn over(self) -> Over {
        self.over.unwrap_or(match self.stored {
            Some(stored) if stored <= self.most => Over::All,
            _ => self.sampled(None, None),
        })
    }
}

/// The grade of an agent and how it can be beaten.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GradeReport {
    /// The grade.
    #[serde(flatten)]
    pub grade: Grade,
    /// The best responses to the agent as X, and as O. `None` for a sample, and for all positions if play against the agent can
    /// come to more than [`MAX_RESPONSES`](crate::MAX_RESPONSES), or has more than
    /// [`MAX_RESPONSE_MOVES`](crate::MAX_RESPONSE_MOVES).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_responses: Option<[BestResponse; 2]>,
    /// By how much it can be exploited ([`exploitability`]).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exploitability: Option<f64>,
}

impl From<Grade> for GradeReport {
    fn from(grade: Grade) -> Self {
        Self { grade, best_responses: None, exploitability: None }
    }
}

impl GradeReport {
    /// Grades an agent, which is asked once about each position. `progress` is called now and then with what is done: the name
    /// of the task, how much of it is done, and how much there is; 0 if that is not known.
    ///
    /// ```
    /// use perfect_play_analysis::{GradeReport, GradeRequest, LevelAgent, PlayLimit};
    /// use perfect_play_core::{Level, Objective, Probe};
    /// use perfect_play_games::Mnk;
    ///
    /// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
    /// let request = GradeRequest::new(Some(5478), true, PlayLimit::new(table.game(), None));
    /// let mut perfect = LevelAgent { table: &table, level: Level::Perfect };
    /// let report = GradeReport::of(&table, &mut perfect, request, &mut |_, _, _| ()).unwrap();
    /// assert_eq!((report.grade.all.unwrap().count, report.exploitability), (4520, Some(0.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the agent cannot go on, if the table contradicts itself or cannot be read, or if the positions that the agent can
    /// reach are too many. With a cut table, only samples are graded.
    pub fn of<T: Probe + Sync, A: Agent<T::Game>>(
        table: &T,
        agent: &mut A,
        request: GradeRequest,
        progress: &mut dyn FnMut(&str, u64, u64),
    ) -> Result<Self, GradeError<A::Error>> {
        let (game, over) = (table.game(), request.over());
        if request.stored.is_none() && !request.is_sample() {
            return Err(GradeError::TooLarge);
        }
        let mut agent = Remembering::new(agent);
        let best_responses = if request.is_sample() {
            None
        } else {
            let start = Turn::first(game, game.start());
            let mut to = |side| {
                let mut report = |turns| progress("playing against it", turns, 0);
                BestResponse::to(table, &mut agent, start, (side, request.limit), &mut report)
            };
            match to(Player::X).and_then(|as_x| Ok([as_x, to(Player::O)?])) {
                // The grade itself needs none.
                Err(GradeError::TooLarge) if over == Over::All => None,
                responses => Some(responses?),
            }
        };
        let is_open = |position: &<T::Game as Game>::Position| game.end(*position).is_none();
        let (positions, graded) = match over {
            Over::All => (table.positions().filter(is_open).collect(), Graded::All),
            Over::Reached => (agent.positions(), Graded::Reached),
            Over::Sample { count, seed } => {
                progress("drawing positions", 0, 0);
                let drawn =
                    draw_from(table, request.stored, count, seed, |position| is_open(&position));
                // Of those that are listed, fewer are drawn only if there are no more.
                let is_whole = is_listed(request.stored) && (drawn.len() as u64) < count;
                (drawn, Graded::Sampled { seed, is_whole })
            }
        };
        let of = positions.len() as u64;
        let mut report = |done| progress("grading", done, of);
        let grade = grade(table, &mut agent, &positions, graded, &mut report)?;
        let exploitability = best_responses.as_ref().map(exploitability);
        Ok(Self { grade, best_responses, exploitability })
    }
}
