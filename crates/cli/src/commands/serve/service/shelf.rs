//! The served tables, each under the name of its game.

use std::{collections::BTreeMap, ffi::OsString, sync::Arc};

use bytes::Bytes;
use perfect_play_core::{Probe, Shown};
use perfect_play_engine::{AnyGame, Calls, TypedName};

use super::refusal::Refusal;
use crate::{
    args::{own_game::own_game, table_arg},
    commands::export::html::asked,
    tables::table::Table,
    terminal::exit::Trouble,
};

/// A served table.
pub(super) struct Served {
    pub(super) table: Table,
    /// Its page, if pages are served.
    pub(super) page: Option<Bytes>,
}

/// The tables, by name.
pub(super) struct Shelf(BTreeMap<String, Served>);

impl Shelf {
    /// Opens the tables that the command line names, with their pages if they are wanted. Games are solved now.
    ///
    /// # Errors
    ///
    /// If a table cannot be opened, or if two tables are of the same game.
    pub(super) fn open(args: &[OsString], has_pages: bool) -> Result<Self, Trouble> {
        let default = match own_game() {
            Some(game) => vec![game.to_string().into()],
            None => ["tictactoe", "tictactoe+misere"].map(OsString::from).into(),
        };
        let args = if args.is_empty() { &default } else { args };
        // Every name is read before a game is solved.
        let sources =
            args.iter().map(|arg| table_arg::source(arg)).collect::<Result<Vec<_>, _>>()?;
        let mut tables = BTreeMap::new();
        for source in sources {
            let mut table = source.table()?;
            let name = table.table.game().to_string();
            let page = if has_pages { Some(asked::page(&table)?.into()) } else { None };
            table.table.watched_by(Arc::new(Calls));
            if let Some(Served { table: other, .. }) = tables.insert(name, Served { table, page }) {
                return Err(Trouble::new(format!(
                    "two tables are of {}, but a request names only the game: serve each at its own address, \
                     with `perfect-play serve --listen ADDRESS`",
                    Shown(other.table.game())
                )));
            }
        }
        Ok(Self(tables))
    }

    /// Whether the game with this name has a cut table, whose values may be searched.
    pub(super) fn is_cut(&self, name: &str) -> bool {
        let is_cut = |served: &Served| served.table.table.plies().is_some();
        self.0.values().any(is_cut) && self.find(name).is_some_and(is_cut)
    }

    /// The table of the game with this name, or with another name of the same game.
    fn find(&self, name: &str) -> Option<&Served> {
        // Not as a file: no path of a request becomes the path of a file.
        let game = || TypedName::read(name).name().parse::<AnyGame>().ok();
        let by_other_name = || self.0.get(&game()?.to_string());
        self.0.get(name).or_else(by_other_name)
    }

    /// The table of the game with this name, or with another name of the same game.
    pub(super) fn table(&self, name: &str) -> Result<&Served, Refusal> {
        self.find(name).ok_or_else(|| {
            let (name, names) = (Shown(name), self.names());
            Refusal::not_found(format!("no table of `{name}` is served: there are {names}"))
        })
    }

    /// All tables, by name.
    pub(super) fn served(&self) -> impl Iterator<Item = (&str, &Served)> {
        self.0.iter().map(|(name, served)| (&**name, served))
    }

    /// The names of the games, for messages.
    pub(super) fn names(&self) -> String {
        let names: Vec<_> = self.0.keys().map(|name| Shown(name).to_string()).collect();
        names.join(", ")
    }
}
