//! An agent that is a program: it reads positions and answers with moves, a line each.

use std::{
    ffi::{OsStr, OsString},
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, sync_channel},
    thread,
    time::{Duration, Instant},
};

use clap::ValueEnum;
use perfect_play_analysis::{Agent, Failure, Reply};
use perfect_play_core::{Game, Player, Shown};
use perfect_play_engine::{AnyGame, AnyPosition};
use serde::Serialize;

use crate::{
    args::reply_arg::reply,
    terminal::{exit::Trouble, started},
};

/// What the program is asked with.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Request {
    /// The text of the position
    Text,
    /// An object
    Json,
}

/// A program that ends so many times without a single answer does not work at all.
const ENDS_WITHOUT_ANSWER: u32 = 3;

/// The longest answer, in bytes.
const LONGEST_LINE: u64 = 1 << 16;

/// How long a program took to answer.
#[derive(Clone, Copy, Default, Serialize)]
pub(super) struct Times {
    /// How many answers there were.
    pub(super) count: u64,
    /// The mean, in milliseconds.
    pub(super) mean_ms: f64,
    /// The longest, in milliseconds.
    pub(super) most_ms: f64,
}

/// A program, and how it has answered so far.
pub(super) struct ProgramAgent {
    command: OsString,
    request: Request,
    timeout: Duration,
    running: Option<Running>,
    ends: u32,
    answers: u64,
    total: Duration,
    most: Duration,
}

/// A program that runs.
struct Running {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

/// How long a program that has closed its output may take to end.
const END: Duration = Duration::from_millis(200);

impl Running {
    /// The exit status of a program that has closed its output. `None` if it goes on.
    fn ended(mut self) -> Option<ExitStatus> {
        thread::sleep(END);
        self.child.try_wait().ok().flatten()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        started::end(&mut self.child);
    }
}

impl ProgramAgent {
    pub(super) fn new(command: &OsStr, request: Request, timeout: Duration) -> Self {
        Self {
            command: command.to_owned(),
            request,
            timeout,
            running: None,
            ends: 0,
            answers: 0,
            total: Duration::ZERO,
            most: Duration::ZERO,
        }
    }

    pub(super) fn times(&self) -> Times {
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        #[expect(clippy::cast_precision_loss, reason = "fractions of a nanosecond do not matter")]
        let mean_ms = ms(self.total) / self.answers.max(1) as f64;
        Times { count: self.answers, mean_ms, most_ms: ms(self.most) }
    }

    /// The program's line about a position.
    fn ask(&mut self, line: &str) -> Result<Result<String, Failure>, Trouble> {
        let running = match &mut self.running {
            Some(running) => running,
            none => none.insert(start(&self.command)?),
        };
        let begin = Instant::now();
        let sent = writeln!(running.input, "{line}").and_then(|()| running.input.flush());
        let answer = match sent {
            Ok(()) => running.lines.recv_timeout(self.timeout),
            Err(_) => Err(RecvTimeoutError::Disconnected),
        };
        match answer {
            Ok(line) => {
                let time = begin.elapsed();
                self.answers += 1;
                self.total += time;
                self.most = self.most.max(time);
                Ok(Ok(line))
            }
            Err(RecvTimeoutError::Timeout) => {
                // A late answer would be taken for that to the next position.
                self.running = None;
                Ok(Err(Failure::Late))
            }
            Err(RecvTimeoutError::Disconnected) => {
                let ended = self.running.take().and_then(Running::ended);
                self.ends += 1;
                if self.answers == 0 && self.ends >= ENDS_WITHOUT_ANSWER {
                    let status = ended.map_or_else(String::new, |status| format!(" ({status})"));
                    return Err(Trouble::new(format!(
                        "`{}` ends without an answer{status}: it has to read a line for each position, and to write and \
                         flush a line with a move",
                        Shown(self.command.display())
                    )));
                }
                Ok(Err(Failure::Crashed))
            }
        }
    }

    /// The line that asks about a position.
    fn line(&self, game: &AnyGame, position: AnyPosition) -> String {
        #[derive(Serialize)]
        struct Asked<'a> {
            game: &'a str,
            position: &'a str,
            to_move: Option<Player>,
            legal_moves: &'a [String],
        }
        let text = game.notation(position).to_string();
        match self.request {
            Request::Text => text,
            Request::Json => {
                let moves = game.legal_moves(position).iter();
                let moves: Vec<_> =
                    moves.map(|mv| game.move_text(position, mv).to_string()).collect();
                let asked = Asked {
                    game: &game.to_string(),
                    position: &text,
                    to_move: (!game.is_impartial()).then(|| game.to_move(position)),
                    legal_moves: &moves,
                };
                // Texts and lists of texts are always JSON.
                serde_json::to_string(&asked).unwrap_or(text)
            }
        }
    }
}

fn start(command: &OsStr) -> Result<Running, Trouble> {
    let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let cannot =
        |error| Trouble::new(format!("`{}` cannot be started: {error}", Shown(command.display())));
    let mut asked = Command::new(shell);
    asked.arg(flag).arg(command).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = started::start(&mut asked).map_err(cannot)?;
    let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(Trouble::new("the program has no standard input and output"));
    };
    let (send, lines) = sync_channel(1);
    thread::Builder::new()
        .name("agent".to_owned())
        .spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                let read = output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
                let line = String::from_utf8_lossy(&line).into_owned();
                // The other end is dropped when the program is stopped.
                if !matches!(read, Ok(1..)) || send.send(line).is_err() {
                    break;
                }
            }
        })
        .map_err(cannot)?;
    Ok(Running { child, input, lines })
}

impl Agent<AnyGame> for ProgramAgent {
    type Error = Trouble;

    fn replies(
        &mut self,
        game: &AnyGame,
        positions: &[AnyPosition],
    ) -> Result<Vec<Reply>, Trouble> {
        let reply = |&position: &AnyPosition| {
            let line = self.line(game, position);
            Ok(match self.ask(&line)? {
                Ok(line) => reply(game, position, line.trim()),
                Err(failure) => Reply::Failed(failure),
            })
        };
        positions.iter().map(reply).collect()
    }
}
