//! The options of the commands that say how often games between two levels end in each way.

use bytesize::ByteSize;
use perfect_play_analysis::{OutOfMemory, PlayLimit, Sample};
use perfect_play_core::Probe;
use perfect_play_engine::{AnyGame, AnyTable};

use crate::{
    args::number_arg,
    terminal::{exit::Trouble, interruption},
};

/// The limit on the plies of a play, on the command line.
#[derive(clap::Args)]
pub(crate) struct PlayLimitArgs {
    /// Count a game as a draw after this many plies [default: 200 if the game can repeat a position, otherwise 1000]
    #[arg(long, value_name = "N", value_parser = number_arg::within(1..=u16::MAX, 100), allow_negative_numbers = true)]
    max_plies: Option<u16>,
}

impl PlayLimitArgs {
    pub(crate) const fn is_given(&self) -> bool {
        self.max_plies.is_some()
    }

    /// The number of plies after which a play of the game counts as a draw.
    pub(crate) fn of(&self, game: &AnyGame) -> PlayLimit {
        PlayLimit::new(game, self.max_plies)
    }
}

/// The number of games, on the command line.
#[derive(clap::Args)]
pub(crate) struct SampleArgs {
    /// Play this many games, and count
    #[arg(long, value_name = "N", value_parser = number_arg::games)]
    games: Option<u64>,
    /// Play games with this seed of random numbers [default: 1]
    #[arg(long, value_name = "S", value_parser = number_arg::seed)]
    seed: Option<u64>,
}

impl SampleArgs {
    /// The requested sample, if there is one.
    pub(crate) fn sample(&self) -> Option<Sample> {
        Sample::asked(self.games, self.seed)
    }

    /// The sample for a table. If the number of games is not given, only `few` are played with a cut table, whose values are
    /// searched. They still take long, and a line says so.
    pub(crate) fn for_table(
        &self,
        sample: Option<Sample>,
        table: &AnyTable,
        few: u64,
    ) -> Option<Sample> {
        let (None, Some(sample), Some(plies)) = (self.games, sample, table.plies()) else {
            return sample;
        };
        interruption::tell(&format!(
            "{}: what lies deeper than {plies} plies is searched, which takes about a second a game, so each number comes from \
             {few} games: `--games 100` plays more, and `perfect-play probe` tells values at once",
            table.game()
        ));
        Some(Sample { games: few, ..sample })
    }
}

/// The error if there is not enough memory to find out whether exact chances can be computed.
pub(crate) fn out_of_memory(OutOfMemory { bytes }: OutOfMemory) -> Trouble {
    Trouble::new(format!(
        "there is not enough memory to count the positions that can be reached: it takes {} more. \
         `--games 10000` does not count them",
        ByteSize(bytes)
    ))
}
