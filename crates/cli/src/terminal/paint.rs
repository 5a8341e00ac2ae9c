//! Colours on a terminal: one palette for all commands, and the choice of whether to use it.
//!
//! Colour only repeats what letters and words say. The code that writes text for people puts the colours into the text.
//! `output` removes them if they cannot be shown or are not wanted. JSON and pictures never contain them.

use std::{
    ffi::OsString,
    fmt::Display,
    io::{self, Write},
};

use anstream::adapter::{StripBytes, strip_str};
use anstyle::{AnsiColor, Style};
use clap::{ColorChoice, Command, ValueEnum, builder::Styles};
use perfect_play_core::{Outcome, Player};

/// The style of column names and of headings.
const HEADING: Style = Style::new().bold();

/// The style of the first word of an error.
const ERROR: Style = AnsiColor::Red.on_default().bold();

/// The colours of help.
pub(crate) const HELP: Styles = Styles::styled()
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// Sets the choice for the whole program.
pub(crate) fn choose(choice: ColorChoice) {
    match choice {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
}

/// The value of `--color` among the program's arguments. Help and errors of the command line are printed before all
/// arguments are parsed, and the option applies to them as well.
pub(crate) fn asked(mut args: impl Iterator<Item = OsString>) -> Option<ColorChoice> {
    let mut asked = None;
    while let Some(arg) = args.next() {
        let value = match arg.to_str() {
            Some("--") => break,
            Some("--color") => args.next(),
            Some(arg) => arg.strip_prefix("--color=").map(OsString::from),
            None => None,
        };
        let value = value.and_then(|value| ColorChoice::from_str(value.to_str()?, false).ok());
        asked = value.or(asked);
    }
    asked
}

/// Adds headings to the notes below the help of a command and of its subcommands.
pub(crate) fn with_headings(command: Command) -> Command {
    // They have no colours yet. To remove colours from all notes would take half of the time in which the program starts.
    let notes = command.get_after_help().map(|notes| headings(&notes.ansi().to_string()));
    let command = match notes {
        Some(notes) => command.after_help(notes),
        None => command,
    };
    command.mut_subcommands(with_headings)
}

/// Notes in which each heading, such as `Examples:`, has the style of headings in the help.
fn headings(notes: &str) -> String {
    let style = HELP.get_header();
    let is_heading = |line: &str| line.ends_with(':') && !line.contains(' ');
    let lines = notes.lines().map(|line| match line {
        line if is_heading(line) => format!("{style}{line}{style:#}"),
        line => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The name of a column or the heading of a part.
pub(crate) fn heading(text: impl Display) -> String {
    painted(HEADING, text)
}

/// The first word of an error.
pub(crate) fn error(text: impl Display) -> String {
    painted(ERROR, text)
}

/// Text about an outcome for the side to move, in the colour of that outcome.
pub(crate) fn outcome(outcome: Outcome, text: impl Display) -> String {
    let colour = match outcome {
        Outcome::Win => AnsiColor::Green,
        Outcome::Draw => AnsiColor::Yellow,
        Outcome::Loss => AnsiColor::Red,
    };
    painted(colour.on_default(), text)
}

/// Text in the colour of success or of failure.
pub(crate) fn finding(is_fine: bool, text: impl Display) -> String {
    let colour = if is_fine { AnsiColor::Green } else { AnsiColor::Red };
    painted(colour.on_default().bold(), text)
}

/// The style of a player's marks.
pub(crate) fn player(player: Player) -> Style {
    match player {
        Player::X => AnsiColor::Cyan,
        Player::O => AnsiColor::Magenta,
    }
    .on_default()
}

/// The player's letter in its colour.
pub(crate) fn letter(letter: Player) -> String {
    painted(player(letter).bold(), letter)
}

/// Text in which each X and O that is a word by itself has the player's colour.
pub(crate) fn players(text: &str) -> String {
    let mut all = String::new();
    let mut before = None;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_part = |other: Option<char>| other.is_some_and(char::is_alphanumeric);
        let whose = match letter {
            'X' => Some(Player::X),
            'O' => Some(Player::O),
            _ => None,
        };
        let alone = !is_part(before) && !is_part(letters.peek().copied());
        match whose.filter(|_| alone) {
            Some(whose) => all.push_str(&painted(player(whose), letter)),
            None => all.push(letter),
        }
        before = Some(letter);
    }
    all
}

fn painted(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// The width of a text in columns.
pub(crate) fn width(text: &str) -> usize {
    strip_str(text).map(|part| part.chars().count()).sum()
}

/// A text that is padded with blanks on the left, to this width.
pub(crate) fn to_right(text: &str, columns: usize) -> String {
    format!("{:blanks$}{text}", "", blanks = columns.saturating_sub(width(text)))
}

/// A text that is padded with blanks on the right, to this width.
pub(crate) fn to_left(text: &str, columns: usize) -> String {
    format!("{text}{:blanks$}", "", blanks = columns.saturating_sub(width(text)))
}

/// A text that is centred in this width.
pub(crate) fn centred(text: &str, columns: usize) -> String {
    let blanks = columns.saturating_sub(width(text));
    to_left(&format!("{:left$}{text}", "", left = blanks / 2), columns)
}

/// A writer that removes the colours. `anstream::StripStream` does the same, but only for writers that borrow nothing.
pub(crate) struct Plain<'a> {
    out: &'a mut dyn Write,
    strip: StripBytes,
}

impl<'a> Plain<'a> {
    pub(crate) fn new(out: &'a mut dyn Write) -> Self {
        Self { out, strip: StripBytes::new() }
    }
}

impl Write for Plain<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for piece in self.strip.strip_next(bytes) {
            self.out.write_all(piece)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_painted_where_their_letters_stand_alone() {
        let text = "tictactoe, X to move: Xerxes [O]X2 O";
        let (x, o) = (player(Player::X), player(Player::O));
        let painted = format!("tictactoe, {x}X{x:#} to move: Xerxes [{o}O{o:#}]X2 {o}O{o:#}");
        assert_eq!(players(text), painted);
        assert_eq!(width(&painted), text.len());
    }

    #[test]
    fn the_choice_is_found_before_all_arguments_are_read() {
        let asked = |args: &str| asked(args.split(' ').map(OsString::from));
        assert_eq!(asked("perfect-play probe --color never --help"), Some(ColorChoice::Never));
        assert_eq!(asked("perfect-play --color=always"), Some(ColorChoice::Always));
        assert_eq!(asked("perfect-play --color red"), None);
        assert_eq!(asked("perfect-play probe -- --color never"), None);
    }

    #[test]
    fn colours_are_taken_out_whatever_the_pieces() {
        let text = outcome(Outcome::Win, "▊ win");
        let mut out = Vec::new();
        let mut plain = Plain::new(&mut out);
        for byte in text.as_bytes() {
            plain.write_all(&[*byte]).unwrap();
        }
        assert_eq!(out, "▊ win".as_bytes());
    }
}
