//! Solves a game, and the options for it.

use std::collections::{HashSet, VecDeque};

use perfect_play_core::{CodeNumbering, Game, Objective, Probe, Scheme, Value};
use perfect_play_numbering::{
    KeyNumbering, RankNumbering, RankedValues, SmallNumbering, SmallTable, has_keys, starts,
};

use crate::{
    Inconsistency, InconsistencyKind, MAX_CODES, SolveError,
    by_graph::{by_graph, by_key},
    by_ply::by_ply,
    by_unit::{RankMemory, UnitSolver},
    graph::{ByImage, Checks, Room, RulesByKey, ask},
    step::contradiction,
    sweep::sweep,
};

/// Solves a game completely. [`Solver`] has options for this.
///
/// A game with codes is solved code by code. The first case in this list that fits the game decides how:
///
/// * If play can repeat a position: retrograde analysis.
/// * If the codes rise with every move: the code sweep, in two scans over all codes.
/// * If the plies are counted and bounded: backward induction, ply by ply.
/// * Otherwise: backward induction on the graph of all positions and moves. A position is solved when all its children are
///   solved.
///
/// The positions of a game without codes are found by playing every move, and solved at the same time by the first or the
/// last method. With the feature `rayon` this uses all cores. It also checks that the rules do not tell equal positions apart: at
/// all positions of a small game, and at a sample of a large one.
///
/// The same game and objective always give the same bytes. Calls `progress` from time to time with the amount
/// of work done and the total amount. While positions are found, the total is not known: then it is 0, and the amount is the
/// number of positions found so far.
///
/// ```
/// use perfect_play_core::{Objective, Outcome, Probe};
/// use perfect_play_games::{Mnk, Nim};
/// use perfect_play_generator::solve;
///
/// let game: Mnk = "mnk:4,3,3".parse()?;
/// let mut told = Vec::new();
/// let mut progress = |done, of| told.push(done as f64 / of as f64);
/// let table = solve(game, Objective::Fastest, &mut progress)?;
/// let entry = table.probe(game.parse("............")?)?;
/// assert_eq!((entry.outcome, entry.remoteness), (Outcome::Win, Some(7)));
/// assert!(told.is_sorted() && told.iter().all(|&part| part <= 1.0));
///
/// // A game without codes.
/// let nim: Nim = "nim:3,4,5".parse()?;
/// let table = solve(nim, Objective::Fastest, &mut |_, _| ())?;
/// assert_eq!(table.numbering().keys().unwrap().positions().len(), 120);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the game is too large, or if its rules contradict themselves in a way that would make the table wrong:
/// see [`SolveError`]. [`check_rules`](crate::check_rules) finds more contradictions.
pub fn solve<G: Game + Sync>(
    game: G,
    objective: Objective,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<SmallTable<G>, SolveError> {
    Solver::default().solve(game, objective, progress)
}

/// Solves a game within limits: see [`solve`]. The limits are for games without codes.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Nim;
/// use perfect_play_generator::Solver;
///
/// let nim: Nim = "nim:3,4,5".parse()?;
/// let solver = Solver::default().positions(100);
/// let error = solver.solve(nim, Objective::Fastest, &mut |_, _| ()).unwrap_err();
/// assert!(error.to_string().starts_with("nim:3,4,5 has more than 100 positions, the limit here"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Solver {
    room: Room,
    checks: Checks,
}

/// Allows as many positions as fit in memory, and checks the rules.
impl Default for Solver {
    fn default() -> Self {
        Self { room: Room::UNLIMITED, checks: Checks::Sample }
    }
}

impl Solver {
    /// Allows at most this many positions. Symmetric positions count once.
    pub const fn positions(self, most: u64) -> Self {
        Self { room: Room { positions: most, ..self.room }, ..self }
    }

    /// Allows at most this many bytes of memory for positions and their moves.
    pub const fn bytes(self, most: u64) -> Self {
        Self { room: Room { bytes: most, ..self.room }, ..self }
    }

    /// Skips the checks of the symmetries, which take most of the time, of `ply`, and of equality. Use it for rules
    /// that are tested for contradictions, such as the rules of `perfect-play-games`.
    pub const fn tested(self) -> Self {
        Self { checks: Checks::None, ..self }
    }

    /// Compares equal positions at every arrival, and not only for a sample.
    pub(crate) const fn thorough(self) -> Self {
        Self { checks: Checks::All, ..self }
    }

    /// Solves a game: see [`solve`].
    ///
    /// # Errors
    ///
    /// The errors of [`solve`], and an error if the game does not fit the limits.
    pub fn solve<G: Game + Sync>(
        self,
        game: G,
        objective: Objective,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<SmallTable<G>, SolveError> {
        check_objective(&game, objective)?;
        let has_keys = has_keys(&game);
        let (numbering, values) = if has_keys {
            let (keys, values) = by_key(&game, self.room, self.checks, progress)?;
            (SmallNumbering::Keys(keys), values)
        } else {
            (SmallNumbering::Codes, by_code(&game, self.checks, progress)?)
        };
        let table = SmallTable::new(game, objective, numbering, values);
        let table = table.ok_or(SolveError::OtherNumbering)?;
        if !has_keys || self.checks != Checks::None {
            check_draws(&table)?;
        }
        Ok(table)
    }

    /// Solves a game by key, even if it has codes. Returns the numbering of its positions, and their values. Draws are
    /// checked only by [`Solver::solve`].
    ///
    /// # Errors
    ///
    /// The errors of [`Solver::solve`].
    pub fn solve_by_key<G: Game + Sync>(
        self,
        game: &G,
        objective: Objective,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<(KeyNumbering<G::Position>, Vec<u8>), SolveError> {
        check_objective(game, objective)?;
        by_key(game, self.room, self.checks, progress)
    }

    /// Solves a game by rank: unit after unit, as the game divides its positions ([`Game::tiering`]). Returns the numbering of
    /// the positions, and their values. `progress` is called on any thread.
    ///
    /// ```
    /// use perfect_play_core::Objective;
    /// use perfect_play_games::Mnk;
    /// use perfect_play_generator::{SolveError, Solver, numbering::NotNumbered};
    ///
    /// // This game does not say its tiers.
    /// let solved = Solver::default().solve_by_rank(&Mnk::TICTACTOE, Objective::Fastest, &|_, _| ());
    /// assert_eq!(solved.unwrap_err(), SolveError::NotRanked(NotNumbered::NoTiers));
    /// ```
    ///
    /// # Errors
    ///
    /// If the tiers or the rules contradict themselves in a way that would make the table wrong, or if it does not fit the
    /// limits.
    pub fn solve_by_rank<G: Game + Sync>(
        self,
        game: &G,
        objective: Objective,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<(RankNumbering, RankedValues), SolveError> {
        check_objective(game, objective)?;
        let numbering = RankNumbering::of(game).map_err(SolveError::NotRanked)?;
        let bytes = RankMemory::of(game, &numbering).in_memory;
        if bytes > self.room.bytes {
            return Err(SolveError::OutOfMemory { bytes });
        }
        let solver = UnitSolver::new(game, &numbering).checking(self.checks);
        let values = solver.in_memory(progress)?;
        Ok((numbering, values))
    }
}

/// Checks that the solution of a game with this objective is defined, and that its moves lead to an end.
///
/// # Errors
///
/// [`SolveError::OutcomeRepeats`] or [`SolveError::ScoresRepeat`]: play can repeat positions.
pub fn check_objective<G: Game>(game: &G, objective: Objective) -> Result<(), SolveError> {
    if game.repeats() && objective == Objective::Outcome {
        return Err(SolveError::OutcomeRepeats);
    }
    if game.repeats() && game.scheme() == Scheme::Score {
        return Err(SolveError::ScoresRepeat);
    }
    Ok(())
}

/// The values of a game with codes, by code.
fn by_code<G: Game + Sync>(
    game: &G,
    checks: Checks,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<u8>, SolveError> {
    let codes = game.codes();
    if codes > MAX_CODES {
        return Err(SolveError::TooLarge { codes });
    }
    let plies = game.max_plies();
    // Points are stored without plies.
    if game.scheme() == Scheme::Remoteness && plies > Value::MAX_BYTE_PLIES {
        return Err(SolveError::TooLong { plies });
    }
    if starts(game).into_iter().any(|start| game.ply(start).is_some_and(|ply| ply > 0)) {
        return Err(contradiction(game));
    }
    let values = if game.codes_rise() && !game.repeats() {
        sweep(game, checks, progress)?
    } else if plies > 0 && !game.repeats() && game.ply(game.start()).is_some() {
        by_ply(game, checks, progress)?
    } else {
        by_graph(game, progress)?
    };
    CodeNumbering::check_values(game, &values)?;
    Ok(values)
}

/// Checks that every draw takes as long as the game says, because entries do not store this. This includes
/// positions that are won or lost but have a move that draws.
fn check_draws<G: Game>(solution: &SmallTable<G>) -> Result<(), SolveError> {
    let game = solution.game();
    if game.scheme() == Scheme::Score {
        return Ok(());
    }
    let is_drawn = |position| solution.value(position) == Ok(Value::DRAW);
    // If images share a slot, they have as many plies to a draw: the solver has checked this.
    let positions: Box<dyn Iterator<Item = G::Position>> = match solution.numbering().keys() {
        Some(keys) => Box::new(keys.positions().iter().copied()),
        None => Box::new(solution.positions()),
    };
    for position in positions {
        let Some(plies) = game.plies_to_draw(position) else { continue };
        for mv in game.legal_moves(position) {
            let child = game.play(position, mv);
            let after = game.plies_to_draw(child);
            if after.and_then(|after| after.checked_add(1)) != Some(plies) && is_drawn(child) {
                let kind = InconsistencyKind::OtherDraw { mv, plies, after };
                return Err(Inconsistency::at(game, position, kind).into());
            }
        }
    }
    Ok(())
}

/// The number of positions that an estimate is based on.
const LOOKED_AT: u64 = 1 << 12;

/// Estimates how many bytes of memory a position takes while [`solve`] solves a game without codes.
/// Symmetric positions count once. The estimate is based on the moves of the positions nearest to the start. Call
/// this before solving to find out how many positions fit in memory.
///
/// ```
/// use perfect_play_games::Hex;
///
/// let hex: Hex = "hex:4".parse()?;
/// assert!((50..200).contains(&perfect_play_generator::bytes_a_position(&hex)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the rules contradict themselves.
pub fn bytes_a_position<G: Game>(game: &G) -> Result<u64, SolveError> {
    let rules = ByImage { game, checks: Checks::None };
    let (mut seen, mut waiting) = (HashSet::new(), VecDeque::new());
    for start in starts(game) {
        let key = rules.key(start, false)?;
        if seen.insert(key) {
            waiting.push_back(key);
        }
    }
    let (mut asked, mut moves) = (0, 0);
    while let Some(key) = waiting.pop_front().filter(|_| asked < LOOKED_AT) {
        asked += 1;
        moves += u64::from(
            ask(&rules, (key, 0), |child, _| {
                if seen.insert(child) {
                    waiting.push_back(child);
                }
                Ok(())
            })?
            .moves,
        );
    }
    Ok(Room::bytes_of::<G::Position>(1).max(
        Room::A_POSITION + size_of::<G::Position>() as u64 + Room::A_MOVE * moves / asked.max(1),
    ))
}
