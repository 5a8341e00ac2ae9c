//! `perfect-play completions`: completions for a shell.

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use crate::{
    Cli,
    exit::{Finding, Trouble},
    output,
};

/// Print completions for a shell
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  perfect-play completions bash > ~/.local/share/bash-completion/completions/perfect-play")]
pub(crate) struct Args {
    /// Which shell
    shell: Shell,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), "perfect-play", &mut script);
    output::print(|out| out.write_all(&script))?;
    Ok(Finding::Fine)
}
