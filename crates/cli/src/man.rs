//! `perfect-play man`: manual pages.

use clap::CommandFactory;
use clap_mangen::Man;

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
  perfect-play man probe | man -l -")]
pub(crate) struct Args {
    /// The command; without it, the program
    command: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let mut cli = Cli::command();
    cli.build();
    let page = match &args.command {
        None => cli,
        Some(name) => {
            let command = cli.find_subcommand(name).ok_or_else(|| {
                Trouble::new(format!("there is no command `{name}`: see `perfect-play help`"))
            })?;
            command
                .clone()
                .display_name(format!("perfect-play-{name}"))
                .version(env!("CARGO_PKG_VERSION"))
        }
    };
    let mut text = Vec::new();
    Man::new(page).render(&mut text)?;
    output::print(|out| out.write_all(&text))?;
    Ok(Finding::Fine)
}
