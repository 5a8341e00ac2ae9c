//! Ctrl-C and other signals: temporary files are removed, finished work is kept, and the shell sees the signal.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    os::unix::process::ExitStatusExt,
    process::{Child, Command, Output, Stdio},
    thread,
    time::Duration,
};

use crate::{
    Folder,
    large::{FILE, GAME, PARTIAL, SOLVE, TIERS, read, solve_on, start, wait_for, whole},
};

/// The usual signals that end a program, and their numbers.
const SIGNALS: [(&str, i32); 3] = [("INT", 2), ("TERM", 15), ("HUP", 1)];

/// Sends a signal to a running program.
fn send(signal: &str, child: &Child) {
    // The shell's builtin command, which always exists.
    let script = format!("kill -{signal} {}", child.id());
    assert!(Command::new("sh").args(["-c", &script]).status().unwrap().success());
}

/// Waits for the end of a program that a signal should end. Returns the signal's number and the program's output.
fn ended(child: Child) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    assert_eq!(stdout, b"");
    (status.signal(), String::from_utf8(stderr).unwrap())
}

/// Sends a signal to a program that writes the table of [`GAME`], when some tiers are finished. Returns the folder, the
/// signal's number and the program's output. If the program was faster, it is started again in another folder.
pub(crate) fn interrupted(
    signal: &str,
    folder: impl Fn() -> Folder,
    args: &[&str],
    partial: &str,
) -> (Folder, Option<i32>, String) {
    for part in [2, 4, 8, 16, 32, 64] {
        let folder = folder();
        let mut child = start(&folder, args);
        wait_for(&mut child, &folder.path(partial), whole().len() as u64 / part);
        if child.try_wait().unwrap().is_none() {
            send(signal, &child);
            let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
            if status.code() != Some(0) {
                assert_eq!(stdout, b"");
                return (folder, status.signal(), String::from_utf8(stderr).unwrap());
            }
        }
    }
    panic!("{args:?} is too fast to be interrupted");
}

/// Waits until there is a file whose name has this prefix.
fn wait_for_name(child: &mut Child, folder: &Folder, start: &str) {
    while !folder.names().iter().any(|name| name.starts_with(start)) {
        assert_eq!(child.try_wait().unwrap(), None, "it ended too soon");
        thread::sleep(Duration::from_millis(1));
    }
}

fn piped(mut command: Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

const DUMP: [&str; 4] = ["dump", "mnk:4,4,4", "-o", "d.csv"];

#[test]
fn a_signal_leaves_the_old_file_and_no_temporary_one() {
    for (signal, number) in SIGNALS {
        let folder = Folder::new();
        fs::write(folder.path("d.csv"), "old").unwrap();
        let mut child = start(&folder, &DUMP);
        wait_for_name(&mut child, &folder, ".d.csv.");
        send(signal, &child);
        let message = "interrupted: d.csv has not been written\n";
        assert_eq!(ended(child), (Some(number), message.to_owned()));
        assert_eq!(folder.names(), ["d.csv"]);
        assert_eq!(read(&folder, "d.csv"), b"old");
    }
}

/// The requested stack size is impossible, so no thread can wait for signals.
#[test]
fn without_threads_signals_do_the_same() {
    for (signal, number) in SIGNALS {
        let folder = Folder::new();
        let mut command = folder.command(&DUMP);
        command.env("RUST_MIN_STACK", (1_u64 << 60).to_string());
        let mut child = piped(command);
        wait_for_name(&mut child, &folder, ".d.csv.");
        send(signal, &child);
        let message = "interrupted: d.csv has not been written\n";
        assert_eq!(ended(child), (Some(number), message.to_owned()));
        assert_eq!(folder.names(), [""; 0]);
    }
    // If nothing has to be removed, the signal ends the program at once.
    let folder = Folder::new();
    let mut command = folder.command(&["play"]);
    command.env("RUST_MIN_STACK", (1_u64 << 60).to_string()).stdin(Stdio::piped());
    let mut child = piped(command);
    let mut first = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut first).unwrap();
    send("INT", &child);
    assert_eq!(child.wait().unwrap().signal(), Some(2));
}

#[test]
fn a_temporary_folder_is_removed() {
    let (folder, temporary) = (Folder::new(), Folder::new());
    let mut command = folder.command(&["dump", GAME, "--format", "perfect", "-o", "d.perfect"]);
    command.env("TMPDIR", temporary.path(""));
    let mut child = piped(command);
    wait_for_name(&mut child, &temporary, ".tmp");
    send("TERM", &child);
    let message = "interrupted: d.perfect has not been written\n";
    assert_eq!(ended(child), (Some(15), message.to_owned()));
    assert_eq!([folder.names(), temporary.names()], [[""; 0]; 2]);
}

#[test]
fn a_solve_that_is_interrupted_says_how_to_resume_and_is_resumed_to_the_same_bytes() {
    for (signal, number) in SIGNALS {
        let (folder, ended, message) = interrupted(signal, Folder::new, &SOLVE, PARTIAL);
        let expected = format!(
            "interrupted: {PARTIAL} keeps the solved tiers; this command resumes: {} solve {GAME} -o {FILE}\n",
            env!("CARGO_BIN_EXE_perfect-play")
        );
        assert_eq!(message, expected);
        assert_eq!((ended, folder.names()), (Some(number), vec![PARTIAL.to_owned()]));
        assert!(solve_on(&folder).is_some_and(|left| left < TIERS));
    }
}

#[test]
fn a_long_solve_says_how_to_stop() {
    let folder = Folder::new();
    let keeps = "c.perfect.partial keeps the solved tiers: Ctrl-C stops, and the same command";
    let nothing = "Ctrl-C stops and keeps nothing: `-o FILE` keeps each solved tier, and the same";
    for (args, expected) in [
        (&["solve", "connect:6,5,4", "-o", FILE][..], keeps),
        (&["solve", "connect:6,5,4", "-o", "/dev/null"], nothing),
        (&["solve", "morris:nine", "-o", "/dev/null", "--memory", "100GB"], nothing),
        (&["solve", "connect:6,5,4"], nothing),
    ] {
        let mut child = start(&folder, args);
        let mut first = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut first).unwrap();
        assert!(first.starts_with(expected) && first.ends_with("resumes\n"), "{first}");
        send("INT", &child);
        assert_eq!(child.wait().unwrap().signal(), Some(2));
    }
    assert_eq!(folder.names(), [PARTIAL]);
}

/// The program blocks on its message after the first signal, because the pipe is full.
#[test]
fn a_second_signal_ends_the_program_at_once() {
    let folder = Folder::new();
    let (reader, mut writer) = std::io::pipe().unwrap();
    let mut command = folder.command(&DUMP);
    command.stderr(writer.try_clone().unwrap());
    let mut child = command.spawn().unwrap();
    wait_for_name(&mut child, &folder, ".d.csv.");
    // As much as a pipe holds.
    writer.write_all(&vec![b' '; 1 << 16]).unwrap();
    send("INT", &child);
    while !folder.names().is_empty() {
        thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(child.try_wait().unwrap(), None);
    // The signal is repeated until the program has reached its message.
    while child.try_wait().unwrap().is_none() {
        send("INT", &child);
        thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(child.wait().unwrap().signal(), Some(2));
    drop(reader);
}

#[test]
fn a_signal_that_was_ignored_before_stays_ignored() {
    let folder = Folder::new();
    let script = "trap '' HUP INT; exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_perfect-play")]).args(SOLVE);
    command.current_dir(folder.path(""));
    let mut child = piped(command);
    wait_for(&mut child, &folder.path(PARTIAL), 1);
    for signal in ["HUP", "INT"] {
        send(signal, &child);
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]));
    assert!(read(&folder, FILE) == whole());
}
