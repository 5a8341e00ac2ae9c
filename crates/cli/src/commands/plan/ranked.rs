//! The plan of a game that says its tiers.

use std::io::{self, Write};

use bytesize::ByteSize;
use perfect_play_engine::{AnyGame, RankPlan};
use serde::Serialize;

use super::between::Between;
use crate::{
    tables::memory::bytes_text,
    text::numbers::{self, grouped},
};

#[derive(Serialize)]
pub(super) struct Report {
    game: String,
    /// About as many as positions, symmetric ones counted once.
    slots: u64,
    /// How many of them are in tiers of which only reachable positions are solved.
    only_reached: u64,
    tiers: u32,
    /// Tiers between which play goes to and fro are one unit.
    units: u32,
    largest_unit: u64,
    /// Bytes of memory for a solve, about: in memory, and at least into a file.
    memory: u64,
    file_memory: u64,
    free_memory: u64,
    /// About how long a solve takes on one core, at least and at most.
    core_seconds: Between<f64>,
}

impl Report {
    pub(super) fn of(game: &AnyGame, plan: &RankPlan, free_memory: u64) -> Self {
        let &RankPlan {
            slots, only_reached, tiers, units, largest_unit, memory, file_memory, ..
        } = plan;
        let [least, most] = plan.core_seconds(game).unwrap_or_default();
        Self {
            game: game.to_string(),
            slots,
            only_reached,
            tiers,
            units,
            largest_unit,
            memory,
            file_memory,
            free_memory,
            core_seconds: Between { least, most },
        }
    }

    pub(super) fn print_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { game, slots, only_reached, tiers, units, largest_unit, .. } = self;
        writeln!(out, "{game}\n")?;
        writeln!(out, "slots         {}, a byte of the table each", grouped(*slots))?;
        if *only_reached > 0 {
            writeln!(out, "              {} for reachable positions only", grouped(*only_reached))?;
        }
        let in_units = if u64::from(*units) == u64::from(*tiers) {
            String::new()
        } else {
            format!(", in {} units that are solved one after the other", grouped((*units).into()))
        };
        writeln!(out, "tiers         {}{in_units}", grouped((*tiers).into()))?;
        writeln!(out, "largest unit  {} slots", grouped(*largest_unit))?;
        writeln!(out, "\nmemory        {}", bytes_text(self.memory))?;
        writeln!(
            out,
            "with a file   {} at least: `solve {game} -o FILE`",
            bytes_text(self.file_memory)
        )?;
        let enough = match self.free_memory {
            free if free >= self.memory => "enough",
            free if free >= self.file_memory => "enough with a file",
            _ => "not enough",
        };
        writeln!(out, "free memory   {}: {enough}", ByteSize(self.free_memory))?;
        let Between { least, most } = self.core_seconds;
        let [least, most] = [least, most].map(numbers::duration);
        writeln!(out, "to solve      {least} to {most} on one core, by the moves of some positions")
    }
}
