//! The plan of a game that says its tiers.

use std::io::{self, Write};

use bytesize::ByteSize;
use perfect_play_engine::{AnyGame, RankPlan};
use serde::Serialize;

use crate::{tables::memory::bytes_text, text::numbers::grouped};

#[derive(Serialize)]
pub(super) struct Report {
    game: String,
    /// About as many as positions, symmetric ones counted once.
    slots: u64,
    tiers: u32,
    /// Tiers between which play goes to and fro are one unit.
    units: u32,
    largest_unit: u64,
    /// Bytes of memory for a solve, about.
    memory: u64,
    free_memory: u64,
}

impl Report {
    pub(super) fn of(game: &AnyGame, plan: &RankPlan, free_memory: u64) -> Self {
        let &RankPlan { slots, tiers, units, largest_unit, memory, .. } = plan;
        Self { game: game.to_string(), slots, tiers, units, largest_unit, memory, free_memory }
    }

    pub(super) fn print_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { game, slots, tiers, units, largest_unit, memory, free_memory } = self;
        writeln!(out, "{game}\n")?;
        writeln!(out, "slots         {}, a byte of the table each", grouped(*slots))?;
        let in_units = if u64::from(*units) == u64::from(*tiers) {
            String::new()
        } else {
            format!(", in {} units that are solved one after the other", grouped((*units).into()))
        };
        writeln!(out, "tiers         {}{in_units}", grouped((*tiers).into()))?;
        writeln!(out, "largest unit  {} slots", grouped(*largest_unit))?;
        writeln!(out, "\nmemory        {}", bytes_text(*memory))?;
        writeln!(out, "free memory   {}", ByteSize(*free_memory))
    }
}
