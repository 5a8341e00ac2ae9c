//! A disk that fills up while a large game is solved: the solved tiers are kept, and the next run resumes.

use std::{
    fs,
    io::{self, Write},
    process::Command,
};

use crate::{
    Folder,
    large::{FILE, GAME, PARTIAL, SOLVE, TIERS, solve_on, whole, with_file},
};

/// A limit on the size of a file simulates the size of the disk.
#[test]
fn a_full_disk_is_an_error_and_the_next_run_goes_on() {
    let folder = Folder::new();
    // In units of 512 or 1024 bytes.
    let script = format!("ulimit -f {}; exec \"$0\" \"$@\"", whole().len() / 2048);
    let mut command = Command::new("sh");
    let program = env!("CARGO_BIN_EXE_perfect-play");
    command.args(["-c", &script, program]).args(SOLVE).current_dir(folder.path(""));
    let output = command.output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]), "{message}");
    assert!(message.starts_with("error: c.perfect.partial cannot be written: File too large"));
    let advice = "the finished tiers are kept in it, and writing the same table again resumes \
                  there\n";
    assert!(message.ends_with(advice), "{message}");
    assert_eq!(folder.names(), [PARTIAL]);
    assert!(solve_on(&folder).is_some_and(|tiers| tiers < TIERS));
}

/// One game is solved tier by tier, the other one unit by unit. Both are solved in the folder for temporary files.
#[test]
fn a_temporary_file_on_a_full_disk_is_not_said_to_be_kept() {
    for solve in [
        &["solve", GAME, "-o", "/dev/null"][..],
        &["solve", "morris:seven", "-o", "/dev/null"],
        &["solve", GAME],
    ] {
        let (folder, temporary) = (Folder::new(), Folder::new());
        let mut command = Command::new("sh");
        let script = "ulimit -f 0; exec \"$0\" \"$@\"";
        command.args(["-c", script, env!("CARGO_BIN_EXE_perfect-play")]).args(solve);
        command.current_dir(folder.path("")).env("TMPDIR", temporary.0.path());
        let output = command.output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]), "{message}");
        let place = temporary.0.path().display();
        let start =
            format!("error: the temporary file in {place} cannot be written: File too large");
        assert!(message.starts_with(&start), "{solve:?}: {message}");
        assert!(message.contains("; nothing is kept: make room there, "), "{solve:?}: {message}");
        assert_eq!([folder.names(), temporary.names()], [[""; 0]; 2]);
    }
}

#[test]
fn a_count_on_a_full_disk_is_an_error_and_the_next_run_goes_on() {
    let folder = with_file();
    let expected = folder.fine(&["stats", FILE]);
    let mut command = Command::new("sh");
    let script = "ulimit -f 0; exec \"$0\" \"$@\"";
    command.args(["-c", script, env!("CARGO_BIN_EXE_perfect-play"), "stats", FILE]);
    let output = command.current_dir(folder.path("")).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]), "{message}");
    let file = message.strip_prefix("error: c.perfect.counts").unwrap();
    assert!(file.contains("counts.json cannot be written: File too large"), "{message}");
    let advice = "; c.perfect.counts keeps what was counted: make room there, and the same command resumes\n";
    assert!(message.ends_with(advice), "{message}");
    assert_eq!(folder.names(), [FILE, "c.perfect.counts"]);
    assert_eq!(folder.fine(&["stats", FILE]), expected);
    assert_eq!(folder.names(), [FILE]);
}

/// Solves twice on a disk of its own: first with too little room, then with enough. The messages and the table are
/// written elsewhere.
const ON_A_SMALL_DISK: &str = r#"
set -u
mkdir disk && mount -t tmpfs -o size="$1" none disk || exit 77
cd disk
"$0" solve "$2" -o "$3" 2> ../first.err
echo $? > ../first.code
ls -R > ../first.names
mount -o remount,size=64m "$PWD" || exit 77
"$0" solve "$2" -o "$3" 2> ../second.err
echo $? > ../second.code
cp -R "$3" ../out
"#;

/// Says that the test is skipped, past the test harness, which captures output.
fn skipped(why: &str) {
    let _ = io::stderr().write_all(format!("skipped: a full disk: {why}\n").as_bytes());
}

#[test]
fn a_disk_that_is_full_indeed_keeps_the_tiers_until_there_is_room() {
    for (output, kept_in) in [("c.perfect", "c.perfect.partial"), ("t/", "t/")] {
        let folder = Folder::new();
        let size = (whole().len() / 2).to_string();
        let run = Command::new("unshare")
            .args(["-Urm", "sh", "-c", ON_A_SMALL_DISK, env!("CARGO_BIN_EXE_perfect-play")])
            .args([&size, GAME, output])
            .current_dir(folder.path(""))
            .output();
        let Ok(run) = run else { return skipped("there is no `unshare`") };
        let read = |name: &str| fs::read_to_string(folder.path(name)).unwrap();
        if !folder.path("second.code").exists() {
            return skipped(&String::from_utf8_lossy(&run.stderr));
        }
        let first = read("first.err");
        assert_eq!(read("first.code"), "2\n", "{first}");
        assert!(first.starts_with(&format!("error: {kept_in}")), "{first}");
        assert!(
            first.contains(" cannot be written: No space left on device (os error 28); "),
            "{first}"
        );
        assert!(first.contains("the finished tiers are kept in it"), "{first}");
        let second = read("second.err");
        assert_eq!(read("second.code"), "0\n", "{second}");
        let left = format!(" of {TIERS} tiers are left\n");
        assert!(
            second.ends_with(&left) && !second.contains(&format!(" {TIERS}{left}")),
            "{second}"
        );
        if output == "c.perfect" {
            assert!(fs::read(folder.path("out")).unwrap() == whole());
        } else {
            fs::write(folder.path("whole.perfect"), whole()).unwrap();
            folder.fine(&["diff", "out", "whole.perfect"]);
        }
    }
}
