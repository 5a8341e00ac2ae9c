//! The subcommands: one file for each, with a folder beside it for its parts. This file only dispatches.

mod arena;
mod cache;
mod completions;
mod diff;
mod dump;
mod export;
mod games;
mod grade;
mod longest;
mod man;
mod moves;
mod pack;
mod plan;
mod play;
mod probe;
mod puzzles;
mod regenerate;
mod serve;
mod solve;
mod stats;
mod trace;
mod verify;

use clap::Subcommand;

use crate::terminal::exit::{Finding, Trouble};

#[derive(Subcommand)]
pub(crate) enum Command {
    Games(games::Args),
    Plan(plan::Args),
    Solve(solve::Args),
    Pack(pack::Args),
    Probe(probe::Args),
    Serve(serve::Args),
    Play(play::Args),
    Trace(trace::Args),
    #[command(visible_alias = "squares")]
    Moves(moves::Args),
    Arena(arena::Args),
    Grade(grade::Args),
    Puzzles(puzzles::Args),
    Longest(longest::Args),
    Export(export::Args),
    Dump(dump::Args),
    Stats(stats::Args),
    Regenerate(regenerate::Args),
    Diff(diff::Args),
    Verify(verify::Args),
    Cache(cache::Args),
    Completions(completions::Args),
    Man(man::Args),
}

impl Command {
    /// Runs the command. `program` makes the whole command line, which some commands describe.
    pub(crate) fn run(self, program: fn() -> clap::Command) -> Result<Finding, Trouble> {
        match self {
            Self::Games(args) => games::run(&args),
            Self::Plan(args) => plan::run(&args),
            Self::Solve(args) => solve::run(&args),
            Self::Pack(args) => pack::run(&args),
            Self::Probe(args) => probe::run(&args),
            Self::Serve(args) => serve::run(&args),
            Self::Play(args) => play::run(&args),
            Self::Trace(args) => trace::run(&args),
            Self::Moves(args) => moves::run(&args),
            Self::Arena(args) => arena::run(&args),
            Self::Grade(args) => grade::run(&args),
            Self::Puzzles(args) => puzzles::run(&args),
            Self::Longest(args) => longest::run(&args),
            Self::Export(args) => export::run(&args),
            Self::Dump(args) => dump::run(&args),
            Self::Stats(args) => stats::run(&args),
            Self::Regenerate(args) => regenerate::run(&args),
            Self::Diff(args) => diff::run(&args),
            Self::Verify(args) => verify::run(&args),
            Self::Cache(args) => cache::run(&args),
            Self::Completions(args) => completions::run(&args, program()),
            Self::Man(args) => man::run(&args, program()),
        }
    }
}
