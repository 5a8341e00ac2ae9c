//! Tables that store the first plies of a game.

use std::sync::Arc;

use perfect_play_core::{Board, Game, Numbering, Objective, Probe, Table};
use perfect_play_generator::numbering::PlyNumbering;

use super::{AnyTable, Form};
use crate::{
    AnyGame, CutError, CutLog, Watcher,
    cut_table::CutTable,
    cut_values::{board_values, check_searchable, is_searched, key_values, plies_of},
};

/// What a cut table takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutPlan {
    /// The slots of the table, a byte each.
    pub slots: u64,
    /// How many positions are searched, at most.
    pub searched: u64,
}

impl CutPlan {
    /// Numbers the first plies of a game, without a search. The positions may take at most `memory` bytes. `progress` is
    /// called now and then with the number of positions so far, and 0 for their total, which is not known.
    ///
    /// ```
    /// use perfect_play_engine::CutPlan;
    ///
    /// let plan = CutPlan::of(&"connect4".parse()?, 2, 1 << 20, &|_, _| ())?;
    /// assert_eq!((plan.slots, plan.searched), (1 + 4 + 32, 32));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the game cannot be cut there, or there is not enough memory.
    pub fn of(
        game: &AnyGame,
        plies: u16,
        memory: u64,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<Self, CutError> {
        check_searchable(game)?;
        if let Some(game) = game.mnk() {
            let last = plies_of(&game, plies)?.slots_of_ply(plies);
            // The last ply is stored last.
            return Ok(Self { slots: last.end, searched: last.end - last.start });
        }
        let numbering = game.first_keys(Some(plies), memory, progress)?;
        let searched = numbering.all().filter(|&position| is_searched(game, &numbering, position));
        let searched = searched.count() as u64;
        Ok(Self { slots: Numbering::slots(&numbering, game, 0), searched })
    }
}

impl AnyTable {
    /// Solves the first plies of a game: the table stores the positions that at most this many plies lead to. The values of
    /// the last of these plies are searched, and so is every later position when it is asked for. The positions may take at
    /// most `memory` bytes. `progress` is called now and then, on any thread, with the amount of work that is done and the
    /// total. While positions are found, it is called with their number, and 0 for the total.
    ///
    /// ```
    /// use perfect_play_core::{Game, Objective, Outcome, Probe};
    /// use perfect_play_engine::{AnyGame, AnyTable};
    ///
    /// let game: AnyGame = "connect:5,4,4".parse()?;
    /// let table = AnyTable::solve_plies(game.clone(), 3, Objective::Fastest, 1 << 30, &|_, _| ())?;
    /// assert_eq!(table.plies(), Some(3));
    /// // The position after ten plies is searched.
    /// let mut position = game.start();
    /// for column in [3, 3, 3, 3, 1, 1, 1, 1, 5, 5] {
    ///     position = game.play(position, column);
    /// }
    /// assert_eq!(table.probe(position)?.outcome, Outcome::Draw);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the game cannot be cut there, or there is not enough memory.
    pub fn solve_plies(
        game: AnyGame,
        plies: u16,
        objective: Objective,
        memory: u64,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<Self, CutError> {
        Self::searched(game, objective)?.first_plies_from(plies, memory, &mut (), progress)
    }

    /// A table that stores nothing: all values are searched.
    ///
    /// # Errors
    ///
    /// If the game can repeat a position.
    pub fn searched(game: AnyGame, objective: Objective) -> Result<Self, CutError> {
        let form = if let Some(mnk) = game.mnk() {
            let none = (PlyNumbering::none(&mnk)?, Vec::new());
            Form::CutBoards(cut_table(mnk, objective, none)?)
        } else {
            let none = (game.first_keys(None, 0, &|_, _| ())?, Vec::new());
            Form::CutKeys(cut_table(game.clone(), objective, none)?)
        };
        Ok(Self { header: None, game, form })
    }

    /// A table that stores only the first plies of this one.
    ///
    /// # Errors
    ///
    /// The errors of [`AnyTable::solve_plies`], or if this table cannot be read.
    pub fn first_plies(
        &self,
        plies: u16,
        memory: u64,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<Self, CutError> {
        self.first_plies_from(plies, memory, &mut (), progress)
    }

    /// [`AnyTable::first_plies`], which resumes where the log says that an interrupted call has come to.
    ///
    /// # Errors
    ///
    /// The errors of [`AnyTable::first_plies`].
    pub fn first_plies_from(
        &self,
        plies: u16,
        memory: u64,
        log: &mut dyn CutLog,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<Self, CutError> {
        let (game, objective) = (self.game.clone(), self.objective());
        check_searchable(&game)?;
        let form = if let Some(mnk) = game.mnk() {
            let numbering = plies_of(&mnk, plies)?;
            let last = numbering.slots_of_ply(plies);
            self.searches(last.end - last.start);
            let deep = &|board: Board| self.value_at(board);
            let values = board_values(&mnk, &numbering, deep, log, progress)?;
            Form::CutBoards(cut_table(mnk, objective, (numbering, values))?)
        } else {
            let numbering = game.first_keys(Some(plies), memory, progress)?;
            self.searches(Numbering::slots(&numbering, &game, 0));
            let deep = &|position| self.value_at(position);
            let values = key_values(&game, &numbering, deep, log, progress)?;
            Form::CutKeys(cut_table(game.clone(), objective, (numbering, values))?)
        };
        Ok(Self { header: None, game, form })
    }

    /// How many plies a cut table stores: 0 if it stores nothing. `None` if it stores all positions.
    #[must_use]
    pub fn plies(&self) -> Option<u16> {
        match &self.form {
            Form::CutBoards(table) => Some(table.table().numbering().plies()),
            Form::CutKeys(table) => Some(table.table().numbering().plies().unwrap_or(0)),
            _ => None,
        }
    }

    /// Lets the searches of a cut table use at most this many bytes for their transposition table, in place of 64 MiB. With
    /// fewer they take longer. Call this before the first search. Other tables do not search.
    pub fn search_in(&mut self, bytes: u64) {
        match &mut self.form {
            Form::CutBoards(table) => table.search_in(bytes),
            Form::CutKeys(table) => table.search_in(bytes),
            _ => {}
        }
    }

    /// Prepares a table that stores nothing for the searches of at most so many positions.
    fn searches(&self, positions: u64) {
        match &self.form {
            Form::CutBoards(table) => table.searches(positions),
            Form::CutKeys(table) => table.searches(positions),
            _ => {}
        }
    }

    /// Lets this watch the searches of a cut table. Other tables do not search.
    pub fn watched_by(&mut self, watcher: Arc<dyn Watcher>) {
        match &mut self.form {
            Form::CutBoards(table) => table.watched_by(watcher),
            Form::CutKeys(table) => table.watched_by(watcher),
            _ => {}
        }
    }
}

/// The cut table with these values.
fn cut_table<G: Game + Clone, N: Numbering<G>>(
    game: G,
    objective: Objective,
    (numbering, values): (N, Vec<u8>),
) -> Result<Box<CutTable<G, N>>, CutError> {
    let name = game.to_string();
    let Some(table) = Table::new(game, objective, numbering, values) else {
        return Err(CutError::Unsteady { game: name });
    };
    let cut = CutTable::new(table);
    Ok(Box::new(cut.map_err(|reason| CutError::CannotSearch { game: name, reason })?))
}
