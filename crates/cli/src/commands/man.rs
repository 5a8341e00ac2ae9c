//! `perfect-play man`: manual pages.

use std::io;

use clap::{Arg, ArgAction, Command, builder::PossibleValue};
use clap_mangen::{
    Man,
    roff::{Inline, Roff, bold, italic, roman},
};
use perfect_play_core::Shown;

use crate::terminal::{
    exit::{Finding, Trouble},
    output, program,
};

/// Print a manual page of the program or of one command
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  perfect-play man > perfect-play.1
  perfect-play man probe | man -l -
  perfect-play man export map | man -l -")]
pub(crate) struct Args {
    /// The command, or the command and its subcommand, as in `export map` [default: the program]
    command: Vec<String>,
}

/// Prints a page of the program, which is this command, or of one of its subcommands.
pub(crate) fn run(args: &Args, program: Command) -> Result<Finding, Trouble> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let mut command = &program;
    for name in &args.command {
        command = command.find_subcommand(name).ok_or_else(|| {
            let name = Shown(args.command.join(" "));
            Trouble::new(format!("there is no command `{name}`: see `perfect-play help`"))
        })?;
    }
    let words = [&[program::name().to_owned()], &args.command[..]].concat();
    let page = page(command, &words.join("-"))?;
    output::print(|out| out.write_all(&page))?;
    Ok(Finding::Fine)
}

/// The page of a command. `clap_mangen` makes most sections. Its synopsis has no names of values, and it puts the text
/// below the help into one paragraph; so both are made here.
fn page(command: &Command, title: &str) -> io::Result<Vec<u8>> {
    let man = Man::new(command.clone().display_name(title))
        .source(concat!("perfect-play ", env!("CARGO_PKG_VERSION")))
        // The source must be the fourth argument, so the empty date has to be written.
        .date("\"\"");
    let notes = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let (examples, notes): (Vec<_>, Vec<_>) =
        notes.split("\n\n").partition(|block| block.starts_with("Example"));
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    typesetting().to_writer(&mut page)?;
    man.render_name_section(&mut page)?;
    synopsis(command).to_writer(&mut page)?;
    man.render_description_section(&mut page)?;
    paragraphs(&notes).to_writer(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    examples_section(&examples).to_writer(&mut page)?;
    Ok(page)
}

/// Requests that keep commands literal: words are not hyphenated, lines are not stretched, and characters that a
/// typesetter would replace are printed as they are.
fn typesetting() -> Roff {
    let mut roff = Roff::new();
    roff.control("nh", []);
    roff.control("ad", ["l"]);
    roff.control("tr", [r"`\(ga^\(ha~\(ti"]);
    roff
}

fn synopsis(command: &Command) -> Roff {
    let mut line = vec![bold(command.get_bin_name().unwrap_or_else(|| command.get_name()))];
    let options = command.get_arguments().filter(|arg| !arg.is_positional());
    for arg in options.chain(command.get_positionals()).filter(|arg| !is_help(arg)) {
        let [before, after] = if arg.is_required_set() { ["", ""] } else { ["[", "]"] };
        let several = if is_several(arg) { "..." } else { "" };
        line.push(roman(format!(" {before}")));
        line.extend(usage(arg));
        line.push(roman(format!("{after}{several}")));
    }
    if command.has_subcommands() {
        line.extend([roman(" "), italic("COMMAND")]);
    }
    let mut roff = Roff::new();
    roff.control("SH", ["SYNOPSIS"]);
    roff.text(line);
    roff
}

fn is_help(arg: &Arg) -> bool {
    use ArgAction::{Help, HelpLong, HelpShort, Version};
    matches!(arg.get_action(), Help | HelpLong | HelpShort | Version)
}

/// An argument as the user types it: `-o FILE`, `--format text|json`, `BOARD`.
fn usage(arg: &Arg) -> Vec<Inline> {
    let short = arg.get_short().map(|short| format!("-{short}"));
    let name = short.or_else(|| arg.get_long().map(|long| format!("--{long}")));
    let mut usage: Vec<_> = name.into_iter().map(bold).collect();
    if !arg.get_num_args().is_some_and(|number| number.takes_values()) {
        return usage;
    }
    if !usage.is_empty() {
        usage.push(roman(" "));
    }
    let possible = arg.get_possible_values();
    // A list of values is shown by its name, because the list is too long for a line.
    let is_list = arg.get_value_delimiter().is_some();
    if arg.is_positional() || possible.is_empty() || is_list {
        let names = arg.get_value_names().unwrap_or_default();
        let names: Vec<_> = names.iter().map(ToString::to_string).collect();
        usage.push(italic(names.join(" ")));
    } else {
        let names: Vec<_> = possible.iter().map(PossibleValue::get_name).collect();
        usage.push(bold(names.join("|")));
    }
    usage
}

fn is_several(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Append)
}

/// The paragraphs below a description: text, and after it a list or literal lines.
fn paragraphs(blocks: &[&str]) -> Roff {
    let mut roff = Roff::new();
    for block in blocks {
        let lines: Vec<_> = block.lines().collect();
        let display = lines.iter().position(|line| line.starts_with(' ')).unwrap_or(lines.len());
        let (text, display) = lines.split_at(display);
        roff.control("PP", []);
        for line in text {
            roff.text([roman(*line)]);
        }
        if display.first().is_some_and(|line| item(line).is_some()) {
            list(&mut roff, display);
        } else if !display.is_empty() {
            as_it_is(&mut roff, display);
        }
    }
    roff
}

/// A word and its description, separated by blanks: an item of a list.
fn item(line: &str) -> Option<(&str, &str)> {
    let line = line.strip_prefix("  ").filter(|line| !line.starts_with(' '))?;
    let (word, text) = line.split_once("  ")?;
    Some((word, text.trim_start()))
}

/// A list of items. An item may have several lines.
fn list(roff: &mut Roff, lines: &[&str]) {
    for line in lines {
        if let Some((word, text)) = item(line) {
            roff.control("TP", []);
            roff.text([bold(word)]);
            roff.text([roman(text)]);
        } else {
            roff.text([roman(line.trim_start())]);
        }
    }
}

/// Literal lines.
fn as_it_is(roff: &mut Roff, lines: &[&str]) {
    roff.control("nf", []);
    for line in lines {
        roff.text([roman(*line)]);
    }
    roff.control("fi", []);
}

fn examples_section(blocks: &[&str]) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["EXAMPLES"]);
    for block in blocks {
        // Directly below the heading, without indentation.
        let lines: Vec<_> =
            block.lines().skip(1).map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
        as_it_is(&mut roff, &lines);
    }
    roff
}
