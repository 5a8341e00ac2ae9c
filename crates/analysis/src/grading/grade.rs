//! An agent's moves against those of a table.

use std::{cmp::Reverse, collections::BTreeMap};

use perfect_play_core::{Game, Move, MoveValues, Moves, Probe};
use perfect_play_numbering::TableError;
use perfect_play_parallel::{ParallelIterator, parallel};
use serde::{Serialize, Serializer};

use crate::{
    Difficulty, MoveAnswer, PlayLimit, Regret,
    grading::{
        agent::{Agent, Failure, Reply},
        average::{Average, Sums},
    },
};

/// How many positions an agent is asked about at once.
pub(super) const BATCH: usize = 1 << 10;

/// How many mistakes a grade shows.
const SHOWN: usize = 10;

/// The most steps of the outcome that a move can give away.
const FROM_WIN_TO_LOSS: f64 = 2.0;

/// Which positions an agent is graded in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Graded {
    /// All positions of the table in which somebody has to move.
    All,
    /// Those that it can come to in games from [`Game::start`] against any opponent, as either side.
    Reached,
    /// A random sample, drawn with this seed.
    Sampled {
        /// The seed.
        seed: u64,
        /// Whether it has all positions: then the measures are exact.
        is_whole: bool,
    },
    /// Those for which its moves are given.
    Given,
}

impl Graded {
    /// The name in JSON: `all`, `reached`, `sample` or `given`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Reached => "reached",
            Self::Sampled { .. } => "sample",
            Self::Given => "given",
        }
    }
}

impl Serialize for Graded {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// What an agent's moves are worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Grade {
    /// The name of the game.
    pub game: String,
    /// The positions.
    pub positions: Graded,
    /// The seed of the sample.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The measures over all of these positions.
    #[serde(flatten)]
    pub all: Option<Measures>,
    /// In how many positions the agent played no legal move, and why.
    pub failures: BTreeMap<Failure, u64>,
    /// The measures by ply, if the game counts plies.
    pub by_ply: BTreeMap<u16, Measures>,
    /// The measures by the depth at which a right move is seen ([`Difficulty::depth`]). Empty in a game for points.
    pub by_depth: BTreeMap<u16, Measures>,
    /// Some of the worst mistakes, at most one in each position: those that give most away, and of these the ones that are
    /// easiest to see.
    pub mistakes: Vec<Mistake>,
}

/// What an agent's moves are worth in some positions. A move counts as much as its chance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Measures {
    /// How many positions.
    pub count: u64,
    /// The share of moves that keep the outcome.
    pub right_in_outcome: Average,
    /// The share of moves that are optimal: legal ones that give away neither outcome nor points nor plies.
    pub right_in_distance: Average,
    /// The mean regret in steps of the outcome ([`Regret::outcome`]).
    pub outcome_regret: Average,
    /// The mean regret in points, in a game for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score_regret: Option<Average>,
    /// The mean regret in plies, of the moves that keep the outcome.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies_regret: Option<Average>,
}

/// A move that gives something away.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mistake {
    /// The position, as text.
    pub position: String,
    /// The move. `None` if it was no legal move.
    #[serde(rename = "played")]
    pub mv: Option<MoveAnswer>,
    /// The chance of the move.
    pub chance: f64,
    /// What it gives away.
    pub regret: Regret,
    /// The moves that would have been optimal.
    pub optimal: Vec<MoveAnswer>,
    /// How hard they are to find.
    pub difficulty: Difficulty,
}

/// Why there is no grade.
#[derive(Debug)]
pub enum GradeError<E> {
    /// The agent cannot go on.
    Agent(E),
    /// The table is wrong, or cannot be read.
    Table(TableError),
    /// Play against the agent can come to more than [`MAX_RESPONSES`](crate::MAX_RESPONSES) positions, or has more than
    /// [`MAX_RESPONSE_MOVES`](crate::MAX_RESPONSE_MOVES). Or the table is cut, and the agent is not to be graded in a sample.
    TooLarge,
}

impl<E> From<TableError> for GradeError<E> {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

/// The sums of [`Measures`].
#[derive(Clone, Copy, Default)]
struct Tally {
    count: u64,
    right: Sums,
    optimal: Sums,
    outcome: Sums,
    score: Sums,
    plies: Sums,
}

impl Tally {
    fn add(&mut self, chance: f64, regret: Regret, is_optimal: bool) {
        self.right.add(chance, f64::from(u8::from(regret.outcome == 0)));
        self.optimal.add(chance, f64::from(u8::from(is_optimal)));
        self.outcome.add(chance, regret.outcome.into());
        if let Some(score) = regret.score {
            self.score.add(chance, score.into());
        }
        if let Some(plies) = regret.plies {
            self.plies.add(chance, plies.into());
        }
    }

    /// The measures, in a game whose longest play has so many plies, if that is known.
    fn measures(self, is_sample: bool, longest: Option<u16>) -> Option<Measures> {
        Some(Measures {
            count: self.count,
            right_in_outcome: self.right.share(is_sample)?,
            right_in_distance: self.optimal.share(is_sample)?,
            outcome_regret: self.outcome.average(is_sample, FROM_WIN_TO_LOSS)?,
            score_regret: self.score.average(is_sample, f64::INFINITY),
            plies_regret: self.plies.average(is_sample, longest.map_or(f64::INFINITY, f64::from)),
        })
    }
}

/// A mistake that may be shown, and how bad it is. The order is that of the list: the worst first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Ranked {
    /// The outcome and the points that are given away.
    lost: Reverse<(u8, u16)>,
    depth: u16,
    plies: Reverse<u16>,
    /// The number of the position.
    number: u64,
    /// `None` if it was no legal move.
    mv: Option<Move>,
}

/// Grades an agent in these positions, which must not be terminal. `progress` is called now and then with the number of positions
/// that are graded.
///
/// ```
/// use perfect_play_analysis::{Graded, LevelAgent, grade};
/// use perfect_play_core::{Game, Level, Objective, Probe};
/// use perfect_play_games::Mnk;
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let positions: Vec<_> = table.positions().filter(|&board| table.game().end(board).is_none()).collect();
/// let mut agent = LevelAgent { table: &table, level: Level::Perfect };
/// let graded = grade(&table, &mut agent, &positions, Graded::All, &mut |_| ()).unwrap();
/// let all = graded.all.unwrap();
/// assert_eq!((all.count, all.right_in_distance.value, all.outcome_regret.value), (4520, 1.0, 0.0));
/// assert!(graded.mistakes.is_empty() && graded.failures.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the agent cannot go on, or if the table contradicts itself or cannot be read.
pub fn grade<T: Probe + Sync, A: Agent<T::Game>>(
    table: &T,
    agent: &mut A,
    positions: &[<T::Game as Game>::Position],
    graded: Graded,
    progress: &mut dyn FnMut(u64),
) -> Result<Grade, GradeError<A::Error>> {
    let game = table.game();
    let mut tallies = Tallies::default();
    // Small steps, so that progress is seen where an answer takes long.
    let step = (positions.len() / 100).clamp(1, BATCH);
    for (first, batch) in (0..).step_by(step).zip(positions.chunks(step)) {
        progress(first);
        let replies = agent.replies(game, batch).map_err(GradeError::Agent)?;
        let values: Vec<_> = parallel(batch).map(|&position| values(table, position)).collect();
        for (number, ((&position, values), reply)) in
            (first..).zip(batch.iter().zip(values).zip(replies))
        {
            tallies.add(
                number,
                game.ply(position),
                &values?,
                reply.checked(game.legal_moves(position)),
            );
        }
    }
    let is_sample = matches!(graded, Graded::Sampled { is_whole: false, .. });
    let longest = PlayLimit::new(game, Some(u16::MAX)).longest();
    let measures = |by: BTreeMap<u16, Tally>| {
        let each = by.into_iter();
        each.filter_map(|(at, tally)| Some((at, tally.measures(is_sample, longest)?))).collect()
    };
    let mistakes = tallies.worst.into_iter().filter_map(|(ranked, chance)| {
        let position = positions.get(usize::try_from(ranked.number).ok()?)?;
        Some(mistake(table, *position, ranked.mv, chance))
    });
    Ok(Grade {
        game: game.to_string(),
        positions: graded,
        seed: match graded {
            Graded::Sampled { seed, .. } => Some(seed),
            _ => None,
        },
        all: tallies.all.measures(is_sample, longest),
        failures: tallies.failures,
        by_ply: measures(tallies.by_ply),
        by_depth: measures(tallies.by_depth),
        mistakes: mistakes.collect::<Result<_, _>>()?,
    })
}

/// What was added up, and the worst mistakes so far.
#[derive(Default)]
struct Tallies {
    all: Tally,
    by_ply: BTreeMap<u16, Tally>,
    by_depth: BTreeMap<u16, Tally>,
    failures: BTreeMap<Failure, u64>,
    /// At most one in each position, with the chance of the move.
    worst: BTreeMap<Ranked, f64>,
}

impl Tallies {
    /// Adds the agent's reply in a position, which has this number and these values of moves.
    fn add(&mut self, number: u64, ply: Option<u16>, values: &MoveValues, reply: Reply) {
        let Some(most) = Regret::of_failure(values) else { return };
        let difficulty = Difficulty::of(values);
        let by_ply = ply.map(|ply| self.by_ply.entry(ply).or_default());
        let by_depth = difficulty.depth.map(|depth| self.by_depth.entry(depth).or_default());
        let mut tallies: Vec<_> =
            [by_ply, by_depth].into_iter().flatten().chain([&mut self.all]).collect();
        for tally in &mut tallies {
            tally.count += 1;
        }
        let played = match reply {
            Reply::Moves(moves) => {
                moves.into_iter().map(|(mv, chance)| (Some(mv), chance)).collect()
            }
            Reply::Failed(failure) => {
                *self.failures.entry(failure).or_default() += 1;
                vec![(None, 1.0)]
            }
        };
        let mut worst = None;
        for (mv, chance) in played {
            let regret = mv.and_then(|mv| Regret::of(values, mv)).unwrap_or(most);
            // Who plays no legal move in a lost position gives nothing away, but does not play well either.
            let is_optimal = mv.is_some() && regret.is_zero();
            for tally in &mut tallies {
                tally.add(chance, regret, is_optimal);
            }
            if !is_optimal {
                let ranked = Ranked {
                    lost: Reverse((regret.outcome, regret.score.unwrap_or(0))),
                    depth: difficulty.depth.unwrap_or(0),
                    plies: Reverse(regret.plies.unwrap_or(0)),
                    number,
                    mv,
                };
                worst = worst
                    .into_iter()
                    .chain([(ranked, chance)])
                    .min_by(|(one, _), (other, _)| one.cmp(other));
            }
        }
        self.worst.extend(worst);
        if self.worst.len() > SHOWN {
            self.worst.pop_last();
        }
    }
}

/// The values of a position's moves.
fn values<T: Probe>(
    table: &T,
    position: <T::Game as Game>::Position,
) -> Result<MoveValues, TableError> {
    table.move_values(position).map_err(|reason| TableError::at(table.game(), position, reason))
}

fn mistake<T: Probe>(
    table: &T,
    position: <T::Game as Game>::Position,
    mv: Option<Move>,
    chance: f64,
) -> Result<Mistake, TableError> {
    let (game, values) = (table.game(), values(table, position)?);
    let optimal = values.optimal(table.objective());
    let answers = |moves: Moves| {
        MoveAnswer::of(game, position, values.iter().filter(|value| moves.contains(value.mv)))
    };
    let regret = match mv {
        Some(mv) => Regret::of(&values, mv),
        None => Regret::of_failure(&values),
    };
    Ok(Mistake {
        position: game.notation(position).to_string(),
        mv: mv.and_then(|mv| answers(Moves::EMPTY.with(mv)).pop()),
        chance,
        regret: regret.unwrap_or_default(),
        optimal: answers(optimal),
        difficulty: Difficulty::of(&values),
    })
}
