//! `perfect-play man`: manual pages.

use clap::CommandFactory;
use clap_mangen::Man;
use perfect_play_core::Shown;

use crate::{
    Cli,
    exit::{Finding, Trouble},
    output,
};

/// Print a manual page, of the program or of one command
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  perfect-play man > perfect-play.1
  perfect-play man probe | man -l -
  perfect-play man export map | man -l -")]
pub(crate) struct Args {
    /// The command, and of one that has several kinds the kind; without it, the program
    command: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let mut cli = Cli::command();
    cli.build();
    let page = if args.command.is_empty() {
        cli
    } else {
        let mut command = &cli;
        for name in &args.command {
            command = command.find_subcommand(name).ok_or_else(|| {
                let name = Shown(args.command.join(" "));
                Trouble::new(format!("there is no command `{name}`: see `perfect-play help`"))
            })?;
        }
        command
            .clone()
            .display_name(format!("perfect-play-{}", args.command.join("-")))
            .version(env!("CARGO_PKG_VERSION"))
    };
    let mut text = Vec::new();
    Man::new(page).render(&mut text)?;
    output::print(|out| out.write_all(&text))?;
    Ok(Finding::Fine)
}
