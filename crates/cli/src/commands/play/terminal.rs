//! Input and output. No other module knows whether there is a terminal.

use std::{
    io::{self, BufRead, IsTerminal, Read, StdinLock, StdoutLock, Write},
    thread,
    time::Duration,
};

use anstream::AutoStream;

use super::command::shown;
use crate::terminal::exit::Trouble;

/// The most bytes of a line that are read.
const LONGEST_LINE: u64 = 1000;

/// How long a move stays on the terminal before the next one, in a game without input.
const PACE: Duration = Duration::from_millis(600);

/// Standard input and output. Colours are removed if they cannot be shown or are not wanted.
pub(super) struct Terminal {
    input: StdinLock<'static>,
    output: AutoStream<StdoutLock<'static>>,
    /// Whether the input has to be printed, because no terminal echoes it.
    echo: bool,
    /// Whether a person is watching.
    watched: bool,
}

/// Why a game ends although the person has not ended it.
pub(super) enum Stop {
    /// Standard output is closed, which is no error.
    Unread,
    /// An error.
    Trouble(Trouble),
}

impl From<Trouble> for Stop {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

impl Terminal {
    pub(super) fn new() -> Self {
        let (input, output) = (io::stdin(), io::stdout());
        Self {
            echo: !input.is_terminal(),
            watched: output.is_terminal(),
            input: input.lock(),
            output: AutoStream::auto(output.lock()),
        }
    }

    /// Prints the text immediately.
    pub(super) fn say(&mut self, text: &str) -> Result<(), Stop> {
        let said = self.output.write_all(text.as_bytes()).and_then(|()| self.output.flush());
        said.map_err(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => Stop::Unread,
            _ => Trouble::new(format!("the game cannot be printed: {error}")).into(),
        })
    }

    /// Asks for a line; `None` at the end of input. A line that is too long is cut and ends in `…`.
    pub(super) fn ask(&mut self, prompt: &str) -> Result<Option<String>, Stop> {
        self.say(prompt)?;
        let line = self
            .read_line()
            .map_err(|error| Trouble::new(format!("what you type cannot be read: {error}")))?;
        match &line {
            None => self.say("\n")?,
            Some(line) if self.echo => self.say(&format!("{}\n", shown(line.trim())))?,
            Some(_) => {}
        }
        Ok(line)
    }

    /// Waits a moment if a person is watching.
    pub(super) fn pause(&self) {
        if self.watched {
            thread::sleep(PACE);
        }
    }

    fn read_line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        let read = self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        let mut line = String::from_utf8_lossy(&bytes).into_owned();
        if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
            self.input.skip_until(b'\n')?;
            line.push('…');
        }
        Ok(Some(line))
    }
}
