//! Restricted systems: no threads, another user, few files, small files, little memory. The answer is right, or the
//! error says what is missing. No file is left half written.
#![cfg(unix)]

use std::{
    fs::{self, Permissions},
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::Path,
    process::{Command, Output},
    sync::OnceLock,
};

use tempfile::TempDir;

use crate::{Answer, Folder};

const GAME: &str = "connect:4,4,4";
const FILE: &str = "c.perfect";

/// Commands that run in parallel, or with a thread for their progress.
const WORK: [&[&str]; 11] = [
    &["solve", GAME],
    &["solve", GAME, "-o", "solved.perfect"],
    &["probe", GAME, "2233"],
    &["verify", FILE],
    &["stats", FILE],
    &["regenerate", FILE],
    &["diff", FILE, GAME],
    &["dump", FILE, "--format", "perfect", "-o", "dumped.perfect"],
    &["arena", "novice", "blind", "--games", "2000"],
    &["trace", "tictactoe", "XO......."],
    &["export", "json", "tictactoe"],
];

/// What an unrestricted program makes of all [`WORK`].
struct Free {
    table: Vec<u8>,
    answers: [Answer; WORK.len()],
    names: Vec<String>,
    files: Vec<Vec<u8>>,
}

/// The work of the unrestricted program, done once.
fn free() -> &'static Free {
    static FREE: OnceLock<Free> = OnceLock::new();
    FREE.get_or_init(|| {
        let folder = Folder::new();
        folder.fine(&["solve", GAME, "-o", FILE]);
        let table = fs::read(folder.path(FILE)).unwrap();
        let answers = WORK.map(|args| folder.run(args));
        let names = folder.names();
        let files = names.iter().map(|name| fs::read(folder.path(name)).unwrap()).collect();
        Free { table, answers, names, files }
    })
}

/// A folder with a table. Every user may write to the folder.
fn with_file() -> Folder {
    let folder = Folder::new();
    fs::write(folder.path(FILE), &free().table).unwrap();
    fs::set_permissions(folder.path(""), Permissions::from_mode(0o777)).unwrap();
    folder
}

/// Asserts that a folder has the files of the unrestricted program.
fn has_all_files(folder: &Folder, what: &str) {
    let Free { names, files, .. } = free();
    assert_eq!(folder.names(), *names, "{what}");
    for (name, expected) in names.iter().zip(files) {
        assert!(fs::read(folder.path(name)).unwrap() == *expected, "{what}: {name}");
    }
}

/// Does all [`WORK`] with restricted programs. The answers must equal those of an unrestricted program.
fn works(restricted: impl Fn(&Folder, &[&str]) -> Command) {
    let bound = with_file();
    for (args, expected) in WORK.iter().zip(&free().answers) {
        let answer = answer(restricted(&bound, args));
        assert_eq!(answer, *expected, "{args:?}");
        assert_eq!(answer.code, Some(0), "{args:?}");
    }
    has_all_files(&bound, "restricted");
}

pub(crate) fn answer(mut command: Command) -> Answer {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let [out, err] = [stdout, stderr].map(|text| String::from_utf8(text).unwrap());
    Answer { code: status.code(), out, err }
}

/// A copy of the program that every user can run.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<(TempDir, std::path::PathBuf)> = OnceLock::new();
    let (_, program) = PROGRAM.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        let program = folder.path().join("perfect-play");
        // Not by this process: a test on another thread may start a program at this moment, which then has the copy open
        // for writing, and what is open for writing cannot be run.
        let copy =
            Command::new("cp").arg(env!("CARGO_BIN_EXE_perfect-play")).arg(&program).status();
        assert!(copy.unwrap().success());
        (folder, program)
    });
    program
}

/// The program, run by an ordinary user: the user who runs the tests or, if that is root, nobody.
pub(crate) fn as_user(folder: &Folder, limit: &str, args: &[&str]) -> Command {
    let is_root = fs::metadata(folder.path("")).unwrap().uid() == 0;
    let nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
    let mut words = if is_root { nobody.to_vec() } else { Vec::new() };
    words.extend(["prlimit", limit]);
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).arg(program()).args(args).current_dir(folder.path(""));
    command
}

/// The requested stack size is impossible. So no thread can be started, even by root.
#[test]
fn without_threads_the_answers_are_the_same() {
    works(|folder, args| {
        let mut command = folder.command(args);
        command.env("RUST_MIN_STACK", (1_u64 << 60).to_string());
        command
    });
}

/// The limit does not apply to root.
#[cfg(target_os = "linux")]
#[test]
fn a_user_who_may_start_no_thread_gets_the_same_answers() {
    works(|folder, args| as_user(folder, "--nproc=1", args));
}

#[test]
fn threads_that_were_asked_for_and_cannot_be_started_are_an_error() {
    let folder = Folder::new();
    let solve = |threads| {
        let mut command = folder.command(&["solve", GAME, "--threads", threads]);
        command.env("RUST_MIN_STACK", (1_u64 << 60).to_string());
        answer(command)
    };
    assert_eq!(solve("1").code, Some(0));
    let Answer { code, out, err } = solve("3");
    assert_eq!((code, &*out), (Some(2), ""), "{err}");
    assert!(err.starts_with("error: 3 threads cannot be started: "), "{err}");
    assert!(err.ends_with(": give fewer with `--threads`\n"), "{err}");
}

/// Does all [`WORK`] under limits. Each answer equals that of a run without limits, or is an error that says what is
/// wrong. No temporary file is left, and a run without limits resumes the kept work and gives the same bytes.
fn works_or_says_why(limits: &[&str]) {
    for limit in limits {
        let bound = with_file();
        for (args, expected) in WORK.iter().zip(&free().answers) {
            let answer = answer(as_user(&bound, limit, args));
            if answer.code == Some(0) {
                assert_eq!(answer, *expected, "{limit} {args:?}");
                continue;
            }
            let what = format!("{limit} {args:?}: {answer:?}");
            assert_eq!((answer.code, &*answer.out), (Some(2), ""), "{what}");
            assert!(answer.err.starts_with("error: "), "{what}");
            assert!(!answer.err.contains("panicked"), "{what}");
            let names = bound.names();
            assert_eq!(names.iter().find(|name| name.starts_with('.')), None, "{what}");
            let Answer { code, out, .. } = bound.run(args);
            assert_eq!((code, &out), (Some(0), &expected.out), "{what}");
        }
        has_all_files(&bound, limit);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn few_descriptors_are_enough_or_an_error() {
    works_or_says_why(&["--nofile=4", "--nofile=5", "--nofile=7", "--nofile=9"]);
}

/// As on a full disk. The signal for this error would end the program by default, and must not.
#[cfg(target_os = "linux")]
#[test]
fn files_that_may_not_be_large_are_an_error() {
    works_or_says_why(&["--fsize=0", "--fsize=1000", "--fsize=9000"]);
}

#[cfg(target_os = "linux")]
#[test]
fn little_address_space_is_enough_or_an_error() {
    works_or_says_why(&["--as=60000000", "--as=200000000"]);
    // Too little for this game.
    let folder = Folder::new();
    fs::set_permissions(folder.path(""), Permissions::from_mode(0o777)).unwrap();
    let solve = ["solve", "mnk:5,5,4", "-o", "large.perfect"];
    let Answer { code, out, err } = answer(as_user(&folder, "--as=60000000", &solve));
    assert_eq!((code, &*out), (Some(2), ""), "{err}");
    assert!(err.starts_with("error: solving mnk:5,5,4 takes "), "{err}");
    assert_eq!(folder.names(), [""; 0]);
}

/// Of a cut table, as many positions are drawn as one likes.
#[cfg(target_os = "linux")]
#[test]
fn a_sample_that_does_not_fit_is_refused_before_it_is_drawn() {
    let folder = Folder::new();
    fs::set_permissions(folder.path(""), Permissions::from_mode(0o777)).unwrap();
    folder.fine(&["solve", GAME, "--plies", "2", "-o", FILE]);
    let sample = ["dump", FILE, "--sample", "100000000"];
    let Answer { code, out, err } = answer(as_user(&folder, "--as=2000000000", &sample));
    assert_eq!((code, &*out), (Some(2), ""), "{err}");
    assert!(
        err.starts_with("error: a sample of 100,000,000 positions takes 18.6 GiB of "),
        "{err}"
    );
}

/// The allocator reserves address space for each thread. It must leave enough for the work.
#[cfg(target_os = "linux")]
#[test]
fn threads_leave_address_space_for_the_work() {
    let folder = with_file();
    for args in [&["dump", "mnk:4,3,3"][..], &["trace", "mnk:4,4,4", "XOXOXO.........."]] {
        let expected = folder.run(args);
        for megabytes in [100, 120, 150, 200] {
            let limit = format!("--as={megabytes}000000");
            assert!(answer(as_user(&folder, &limit, args)) == expected, "{limit} {args:?}");
        }
    }
}

/// Memory that is short is an error, and not a wrong answer.
#[cfg(target_os = "linux")]
#[test]
fn counting_positions_takes_memory_or_is_an_error() {
    let folder = with_file();
    let args = ["moves", "mnk:5,4,4", "--json"];
    let Answer { code, out, err } = answer(as_user(&folder, "--as=60000000", &args));
    assert_eq!((code, &*out), (Some(2), ""), "{err}");
    assert!(err.starts_with("error: there is not enough memory to count the positions "), "{err}");
}
