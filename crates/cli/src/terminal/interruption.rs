//! Ctrl-C and other signals that end the program. First the temporary files are removed. Then one line on standard
//! error says what was interrupted and how to resume. Then the signal ends the program, so that a shell sees the
//! signal.
//!
//! A thread waits for the signals, so a signal handler only sets a flag. If no thread can be started, the flag is read
//! whenever there is progress (see [`check`]), and outside of a [`Task`] a signal ends the program at once. A second
//! signal always ends the program at once. The temporary files are removed first, except in `serve` and if there is no
//! thread for signals.

use std::{
    env,
    io::{self, Write},
    sync::{Mutex, MutexGuard, PoisonError},
};

use perfect_play_core::Shown;

use crate::terminal::program;

/// The task that a signal interrupts, and how to resume it.
static MESSAGE: Mutex<Option<String>> = Mutex::new(None);

fn message() -> MutexGuard<'static, Option<String>> {
    MESSAGE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A task that leaves temporary files or can be resumed. Tasks end in the reverse of the order in which they began.
pub(crate) struct Task {
    /// The message of the enclosing task.
    before: Option<String>,
    is_outermost: bool,
}

/// Begins a task. If a signal ends the program meanwhile, the program prints this message of one line. Without a
/// message, it prints the message of the enclosing task.
pub(crate) fn task(new: Option<String>) -> Task {
    let is_outermost = signals::set_idle(false);
    let mut message = message();
    let before = message.clone();
    *message = new.or_else(|| before.clone());
    Task { before, is_outermost }
}

/// [`task`], whose message says what is kept and how to resume.
pub(crate) fn resumable(kept: &str) -> Task {
    task(Some(format!("{kept}; this command resumes: {}", command_line())))
}

impl Drop for Task {
    fn drop(&mut self) {
        *message() = self.before.take();
        if self.is_outermost {
            signals::set_idle(true);
        }
        check();
    }
}

/// The action of the first signal, if it is not to end the program.
static INSTEAD: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

/// From now on, the first signal runs this action and does not end the program; the program must then end by itself.
/// The second signal ends it at once. If no thread waits for signals, the first signal ends the program.
#[cfg(feature = "serve")]
pub(crate) fn instead(action: impl FnOnce() + Send + 'static) {
    *INSTEAD.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(action));
}

/// The command line of this run, quoted for a shell.
pub(crate) fn command_line() -> String {
    let words = env::args_os().map(|word| quoted(&Shown(word.display()).to_string()));
    words.collect::<Vec<_>>().join(" ")
}

/// A word, quoted for a shell.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Prints a line to standard error. If standard error is closed, the line is dropped.
pub(crate) fn tell(line: &str) {
    let _ = writeln!(io::stderr(), "{}", program::named(line));
}

/// Says that an option has no effect, and why.
pub(crate) fn tell_no_effect(option: &str, why: &str) {
    tell(&format!("{why}: `{option}` has no effect"));
}

pub(crate) use signals::{check, watch};

#[cfg(unix)]
mod signals {
    use std::{
        process,
        sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
        thread,
    };

    use perfect_play_file::remove_temporary_files;
    use signal_hook::{
        consts::{SIGABRT, SIGHUP, SIGINT, SIGTERM, SIGXFSZ},
        flag,
        iterator::Signals,
        low_level::emulate_default_handler,
    };

    use super::{
        INSTEAD, PoisonError,
        io::{self, IsTerminal},
        message, tell,
    };
    use crate::terminal::started;

    /// Whether the next signal ends the program at once.
    static AT_ONCE: AtomicBool = AtomicBool::new(false);
    /// Whether there is no task.
    static IDLE: AtomicBool = AtomicBool::new(true);
    /// The signal that arrived while no thread waits for signals; 0 if there is none.
    static PENDING: AtomicUsize = AtomicUsize::new(0);
    static TOO_LARGE: AtomicBool = AtomicBool::new(false);
    /// Always: a signal to abort ends the program with an exit code.
    static ABORTED: AtomicBool = AtomicBool::new(true);

    /// Sets whether there is no task. Returns the previous state.
    pub(super) fn set_idle(idle: bool) -> bool {
        IDLE.swap(idle, SeqCst)
    }

    /// From now on, a signal ends the program as this module describes. A signal that the program was started to
    /// ignore, for example by `nohup`, stays ignored. A file that exceeds the system's size limit is an error, as on a
    /// full disk, and does not end the program by a signal.
    pub(crate) fn watch() {
        // A signal that cannot be handled keeps its default effect.
        let _ = flag::register(SIGXFSZ, &TOO_LARGE);
        // A small allocation that fails ends the program: the system's message is printed, and this is the exit code.
        let _ = flag::register_conditional_shutdown(SIGABRT, 2, &ABORTED);
        let ignored = ignored();
        let mut signals = vec![SIGINT, SIGTERM, SIGHUP];
        signals.retain(|signal| ignored >> (signal - 1) & 1 == 0);
        for &signal in &signals {
            let _ = flag::register_conditional_default(signal, &AT_ONCE);
        }
        if wait_for(&signals).is_err() {
            for &signal in &signals {
                let _ = flag::register_conditional_default(signal, &IDLE);
                let _ = flag::register_usize(signal, &PENDING, signal.unsigned_abs() as usize);
                let _ = flag::register(signal, &AT_ONCE);
            }
        }
    }

    /// Starts a thread that waits for the signals.
    fn wait_for(signals: &[i32]) -> io::Result<()> {
        let mut signals = Signals::new(signals)?;
        let wait = move || {
            for signal in signals.forever() {
                let instead = INSTEAD.lock().unwrap_or_else(PoisonError::into_inner).take();
                match instead {
                    Some(action) => {
                        AT_ONCE.store(true, SeqCst);
                        action();
                    }
                    None => end(signal),
                }
            }
        };
        thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
    }

    /// The signals that this process ignores, one bit each; 0 if the system does not report them.
    fn ignored() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
    }

    /// Ends the program if a signal arrived that no thread waits for. Called where a long task makes progress, and
    /// between completing a temporary file and renaming it.
    pub(crate) fn check() {
        let signal = PENDING.load(SeqCst);
        if signal != 0 {
            end(i32::try_from(signal).unwrap_or(SIGTERM));
        }
    }

    fn end(signal: i32) -> ! {
        let _removed = remove_temporary_files();
        started::end_all();
        // This is not set earlier, because `timeout` sends the same signal twice.
        AT_ONCE.store(true, SeqCst);
        if let Some(message) = &*message() {
            // The line begins after a progress bar and `^C`.
            let start = if io::stderr().is_terminal() { "\n" } else { "" };
            tell(&format!("{start}interrupted: {message}"));
        }
        let _ = emulate_default_handler(signal);
        process::abort()
    }
}

/// On other systems a signal ends the program directly, and its temporary files stay.
#[cfg(not(unix))]
mod signals {
    pub(super) fn set_idle(_idle: bool) -> bool {
        false
    }

    pub(crate) fn watch() {}

    pub(crate) fn check() {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_quoted_if_a_shell_would_take_it_apart() {
        for (word, shown) in [
            ("connect:6,5,4", "connect:6,5,4"),
            ("./tictactoe+misere", "./tictactoe+misere"),
            ("my table", "'my table'"),
            ("", "''"),
            ("it's", r"'it'\''s'"),
            ("$(date)", "'$(date)'"),
        ] {
            assert_eq!(quoted(word), shown);
        }
    }

    #[test]
    fn the_message_is_that_of_the_innermost_task() {
        let outer = task(Some("outer".to_owned()));
        let none = task(None);
        assert_eq!(message().as_deref(), Some("outer"));
        let inner = task(Some("inner".to_owned()));
        assert_eq!(message().as_deref(), Some("inner"));
        drop(inner);
        drop(none);
        assert_eq!(message().as_deref(), Some("outer"));
        drop(outer);
        assert_eq!(*message(), None);
    }
}
