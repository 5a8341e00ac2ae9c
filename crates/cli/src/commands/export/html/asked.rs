//! The page of a table that `serve` answers for.

use perfect_play_core::{Game, Probe};
use perfect_play_engine::Method;
use serde::Serialize;

use super::{
    header::PageHeader,
    page::{self, Parts},
};
use crate::{tables::table::Table, terminal::exit::Trouble};

/// The page's facts about its table.
#[derive(Serialize)]
struct Header {
    #[serde(flatten)]
    page: PageHeader,
    start: String,
}

/// The page of a table, which asks its server for answers. The positions of a large table are not counted.
pub(crate) fn page(table: &Table) -> Result<String, Trouble> {
    let game = table.table.game();
    let is_large = Method::of(game).tiers().is_some() || !table.table.is_held();
    let page =
        if is_large { PageHeader::uncounted(table, None) } else { PageHeader::of(table, None)? };
    let header = Header { page, start: game.notation(game.start()).to_string() };
    let parts = Parts {
        title: &header.page.title,
        about: page::about("The server of this page", table.table.plies()),
        place: "on the server of this page",
        header: serde_json::to_string(&header)?,
        table: String::new(),
        modules: &[
            include_str!("../../../../page/probed.js"),
            include_str!("../../../../page/asked.js"),
        ],
    };
    Ok(page::page(game, &parts))
}
