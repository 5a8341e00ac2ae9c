//! The codes of the positions in a file.

use std::collections::BTreeSet;

use perfect_play_core::{Game, Probe};

use crate::{ExportError, TooLarge, check_size};

pub(crate) type Position<P> = <<P as Probe>::Game as Game>::Position;

/// A table, and a code for each of its positions: the table's codes, and behind them the ends of the game to which the table
/// gives none.
pub(crate) struct Codes<'t, P: Probe> {
    pub(crate) table: &'t P,
    ends: Vec<Position<P>>,
}

impl<'t, P: Probe> Codes<'t, P> {
    /// # Errors
    ///
    /// If there are too many codes.
    pub(crate) fn of(table: &'t P) -> Result<Self, TooLarge> {
        let game = table.game();
        check_size(game, table.codes())?;
        let mut ends = BTreeSet::new();
        // Only a game that says its tiers may leave out its ends.
        if game.tiering().is_some() {
            let positions = (0..table.codes()).filter_map(|code| table.decode(code));
            for position in positions.filter(|&position| table.value(position).is_ok()) {
                let children = game.legal_moves(position).iter().map(|mv| game.play(position, mv));
                ends.extend(children.filter(|&child| table.code(child).is_none()));
            }
        }
        let codes = Self { table, ends: ends.into_iter().collect() };
        check_size(game, codes.len()).map(|()| codes)
    }

    /// The code of the start position. If there are several, the code of the first one.
    ///
    /// # Errors
    ///
    /// If it has none.
    pub(crate) fn start(&self) -> Result<u64, ExportError<P::Error>> {
        let game = self.table.game();
        let start = game.start();
        let no_start = || ExportError::NoStart { position: game.notation(start).to_string() };
        self.code(start).ok_or_else(no_start)
    }

    /// The number of codes.
    pub(crate) fn len(&self) -> u64 {
        self.table.codes() + self.ends.len() as u64
    }

    pub(crate) fn position(&self, code: u64) -> Option<Position<P>> {
        let end = || self.ends.get(usize::try_from(code - self.table.codes()).ok()?).copied();
        if code < self.table.codes() { self.table.decode(code) } else { end() }
    }

    pub(crate) fn code(&self, position: Position<P>) -> Option<u64> {
        let end = || self.ends.binary_search(&position).ok();
        let end = || Some(self.table.codes() + end()? as u64);
        self.table.code(position).or_else(end)
    }
}
