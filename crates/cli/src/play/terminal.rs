//! What is printed and what is typed. The only place that knows whether there is a terminal.

use std::{
    io::{self, BufRead, IsTerminal, Read, StdinLock, StdoutLock, Write},
    thread,
    time::Duration,
};

use anstream::AutoStream;

use super::command::shown;
use crate::exit::Trouble;

/// The most bytes of a line that are looked at.
const LONGEST_LINE: u64 = 1000;

/// How long a move stays on a terminal before the next one, where nobody is asked.
const PACE: Duration = Duration::from_millis(600);

/// Standard input and output, the colours left out where they cannot be shown or are not wanted.
pub(super) struct Terminal {
    input: StdinLock<'static>,
    output: AutoStream<StdoutLock<'static>>,
    /// Whether what is typed has to be printed, as no terminal does it.
    echo: bool,
    /// Whether somebody is watching.
    watched: bool,
}

/// Why a game ends that nobody has ended.
pub(super) enum Stop {
    /// Nobody reads it any more, which is no error.
    Unread,
    /// It cannot go on.
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

    /// Prints the text, and at once.
    pub(super) fn say(&mut self, text: &str) -> Result<(), Stop> {
        let said = self.output.write_all(text.as_bytes()).and_then(|()| self.output.flush());
        said.map_err(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => Stop::Unread,
            _ => Trouble::new(format!("the game cannot be printed: {error}")).into(),
        })
    }

    /// Asks for a line; `None` at the end of input. A line that is too long ends in `…`.
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

    /// Waits a moment if somebody is watching.
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
