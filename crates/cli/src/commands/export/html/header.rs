//! The facts about a table that every page has.

use perfect_play_core::{Game, Objective, Probe, Scheme};
use perfect_play_engine::{AnyGame, DrawnBoard};
use perfect_play_games::Mnk;
use perfect_play_proof::Stats;
use serde::Serialize;

use super::{
    look::{self, PageBoard},
    title,
};
use crate::{
    drawing::board,
    tables::table::Table,
    terminal::{exit::Trouble, progress},
};

/// The facts about a table that every page has.
#[derive(Serialize)]
pub(super) struct PageHeader {
    #[serde(flatten)]
    counts: Counts,
    pub(super) title: String,
    /// The names of the two sides.
    sides: [&'static str; 2],
    scores: bool,
    /// Whether play can come back to a position.
    repeats: bool,
    impartial: bool,
    drawing: Option<PageBoard>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<LinesHeader>,
}

/// What the page says of all positions.
#[derive(Serialize)]
#[serde(untagged)]
#[expect(clippy::large_enum_variant, reason = "there is one")]
enum Counts {
    All(Stats),
    /// A cut table does not know all positions, and to count those of a large table takes long.
    None {
        game: String,
        objective: Objective,
        #[serde(skip_serializing_if = "Option::is_none")]
        plies: Option<u16>,
    },
}

/// The rules of an m,n,k-game.
#[derive(Serialize)]
struct LinesHeader {
    columns: u8,
    rows: u8,
    k: u8,
    misere: bool,
    falls: bool,
}

impl LinesHeader {
    fn of(game: &Mnk) -> Self {
        Self {
            columns: game.shape().columns(),
            rows: game.shape().rows(),
            k: game.k(),
            misere: game.is_misere(),
            falls: game.has_gravity(),
        }
    }
}

impl PageHeader {
    /// Counts the positions, unless the table is cut.
    pub(super) fn of(table: &Table, title: Option<&str>) -> Result<Self, Trouble> {
        let page = Self::uncounted(table, title);
        if table.table.plies().is_some() {
            return Ok(page);
        }
        let stats = progress::during("counting", |report| table.table.stats(report))
            .map_err(|error| table.trouble(error))?;
        let stats = Stats { by_remoteness: Vec::new(), by_score: Vec::new(), ..stats };
        Ok(Self { counts: Counts::All(stats), ..page })
    }

    /// Without counts.
    pub(super) fn uncounted(table: &Table, title: Option<&str>) -> Self {
        let game: &AnyGame = table.table.game();
        let (objective, plies) = (table.table.objective(), table.table.plies());
        Self {
            counts: Counts::None { game: game.to_string(), objective, plies },
            title: title.map_or_else(|| title::title(game), str::to_owned),
            sides: look::sides(game),
            scores: game.scheme() == Scheme::Score,
            repeats: game.repeats(),
            impartial: game.is_impartial(),
            drawing: DrawnBoard::of(game)
                .map(|board| PageBoard::of(game, named_for_people(game, board))),
            lines: game.mnk().as_ref().map(LinesHeader::of),
        }
    }
}

/// The board with the names that people have for its cells.
fn named_for_people(game: &AnyGame, mut board: DrawnBoard) -> DrawnBoard {
    for (name, cell) in board.names.iter_mut().zip(0..) {
        *name = board::cell_name(game, cell);
    }
    board
}
