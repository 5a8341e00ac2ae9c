//! `perfect-play completions`: completions for a shell.

use clap::Command;
use clap_complete::{Shell, generate};

use crate::terminal::{
    exit::{Finding, Trouble},
    output, program,
};

/// Print completions for a shell
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  perfect-play completions bash > ~/.local/share/bash-completion/completions/perfect-play
  perfect-play completions zsh > ~/.zfunc/_perfect-play
  perfect-play completions fish > ~/.config/fish/completions/perfect-play.fish

For zsh, ~/.zshrc needs `fpath+=~/.zfunc` before `compinit`.")]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

/// Prints the completions of the program, which is this command.
pub(crate) fn run(args: &Args, mut program: Command) -> Result<Finding, Trouble> {
    let mut script = Vec::new();
    generate(args.shell, &mut program, program::name(), &mut script);
    let mut script = String::from_utf8(script)?;
    if args.shell == Shell::Bash {
        script = with_matching_names(&script);
    }
    output::print(|out| out.write_all(script.as_bytes()))?;
    Ok(Finding::Fine)
}

/// The script for bash with one name for each subcommand. `clap_complete` spells the hyphen of the program's name in
/// two ways: one where the subcommand is recognised, and another where its completions are listed. So no completions
/// are found (<https://github.com/clap-rs/clap/issues/6421>). When this is fixed upstream, this function will change
/// nothing.
fn with_matching_names(script: &str) -> String {
    let name = program::name();
    script.replace(&name.replace('-', "__subcmd__"), &name.replace('-', "__"))
}
