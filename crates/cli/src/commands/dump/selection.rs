//! The positions of a dump: all of them, one of each set of symmetric ones, or a random sample.

use perfect_play_analysis::{draw, draw_by_play};
use perfect_play_core::Probe;
use perfect_play_engine::{AnyPosition, AnyTable};

use crate::{
    args::number_arg, tables::memory::Bound, terminal::exit::Trouble, text::numbers::grouped,
};

/// The largest sample.
const MOST_DRAWN: u64 = 100_000_000;

/// About how many bytes of memory a drawn position takes, while the list of them grows.
const BYTES: u64 = 200;

/// The number of positions between two progress reports.
const REPORT_EVERY: usize = 1 << 16;

/// The selection of positions, on the command line.
#[derive(clap::Args)]
pub(super) struct SelectionArgs {
    /// Write one position of each set of symmetric ones: the one with the smallest code
    #[arg(long)]
    canonical: bool,
    /// Draw N of the positions at random, each with the same chance and at most once (of a cut table: positions of all
    /// plies, by random moves). They are written in the usual order; if there are at most N positions, all are written
    #[arg(long, value_name = "N", value_parser = number_arg::within(1..=MOST_DRAWN, 1000), allow_negative_numbers = true)]
    sample: Option<u64>,
    /// The seed of --sample: the same seed draws the same positions [default: 1]
    #[arg(long, value_name = "S", value_parser = number_arg::seed, requires = "sample")]
    seed: Option<u64>,
}

impl SelectionArgs {
    /// Whether some positions may be left out.
    pub(super) fn is_partial(&self) -> bool {
        self.canonical || self.sample.is_some()
    }

    /// Returns an error if a sample of the table does not fit into memory.
    pub(super) fn check(&self, table: &AnyTable) -> Result<(), Trouble> {
        let Some(sample) = self.sample else { return Ok(()) };
        // Of a cut table, other positions than those that it stores are drawn as well.
        let drawn =
            if table.plies().is_some() { sample } else { sample.min(table.most_positions()) };
        let (task, bytes) = (format!("a sample of {} positions", grouped(drawn)), drawn * BYTES);
        Bound::free().check(&task, bytes, ": give `--sample` a smaller number")
    }

    /// The positions, in the order of the table. If their number is known before, the iterator knows it. Otherwise `report`
    /// is called now and then with how far they have come, and the total.
    pub(super) fn positions<'a>(
        &self,
        table: &'a AnyTable,
        report: &'a mut dyn FnMut(u64, u64),
    ) -> Box<dyn Iterator<Item = AnyPosition> + 'a> {
        let canonical = self.canonical;
        if let (Some(count), Some(_)) = (self.sample, table.plies()) {
            let is_wanted = |position| !canonical || table.is_canonical(position);
            let drawn = draw_by_play(table.game(), count, self.seed.unwrap_or(1), is_wanted);
            return Box::new(drawn.into_iter());
        }
        if table.plies().is_some() {
            // There are few.
            let stored = table.positions().filter(|&it| !canonical || table.is_canonical(it));
            return Box::new(stored.collect::<Vec<_>>().into_iter());
        }
        let positions = table
            .positions()
            .enumerate()
            .inspect(move |&(i, position)| {
                if i % REPORT_EVERY == 0
                    && let Some((done, of)) = table.reached(position)
                {
                    report(done, of);
                }
            })
            .map(|(_, position)| position)
            .filter(move |&position| !canonical || table.is_canonical(position));
        match self.sample {
            None => Box::new(positions),
            Some(sample) => Box::new(draw(positions, sample, self.seed.unwrap_or(1)).into_iter()),
        }
    }
}
