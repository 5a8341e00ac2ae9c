//! A full disk, and targets that are not files.
#![cfg(target_os = "linux")]

use std::{env, fs, os::unix::fs::symlink, path::Path, process::Command};

use perfect_play_file::WriteErrorKind;

use super::solved::{SMALL, Solved};

/// The path to which the test below makes this one write, in a process that may only write small files.
const FULL: &str = "PERFECT_PLAY_TEST_FULL_DISK";

#[test]
fn writing_to_a_full_disk() {
    let Some(path) = env::var_os(FULL) else {
        return;
    };
    let solved = Solved::new("mnk:4,3,3");
    let writer = solved.writer(Path::new(&path), SMALL).unwrap();
    let error = loop {
        let tier = writer.next_tier();
        let [o, x] = &solved.sections.0[tier as usize];
        let write = || writer.append(writer.pack(tier, [o, x]).unwrap());
        if let Err(error) = write() {
            // The second attempt fails in the same way.
            assert!(write().is_err());
            assert_eq!(writer.next_tier(), tier);
            break error;
        }
    };
    assert!(matches!(error.kind(), WriteErrorKind::Interrupted(_)));
    println!("{error}");
}

/// The limit on the size of a file stands for the size of the disk. A process that ignores the signal gets an error
/// when it writes.
#[test]
fn a_full_disk_is_an_error_and_what_was_written_is_gone_on_from() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    let solved = Solved::new("mnk:4,3,3");
    let whole = solved.bytes(SMALL);
    // Without the name of the program.
    let (_, module) = module_path!().split_once("::").unwrap();
    // The unit of the limit is 512 or 1024 bytes.
    let script = format!("trap '' XFSZ; ulimit -f {}; exec \"$0\" \"$@\"", whole.len() / 2048);
    let output = Command::new("sh")
        .args(["-c", &script])
        .arg(env::current_exe().unwrap())
        .args(["--exact", &format!("{module}::writing_to_a_full_disk"), "--nocapture"])
        .env(FULL, &path)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("t.partial cannot be written: File too large"), "{text}");
    assert!(text.contains("writing the same table again resumes there"), "{text}");
    assert!(!path.exists());
    let writer = solved.writer(&path, SMALL).unwrap();
    assert!(writer.next_tier() > 0);
    drop(writer);
    solved.write(&path, SMALL);
    assert!(fs::read(&path).unwrap() == whole);
}

#[test]
fn a_device_takes_no_large_table() {
    let solved = Solved::new("tictactoe");
    for path in ["/dev/full", "/dev/null"] {
        let error = solved.writer(Path::new(path), SMALL).map(drop).unwrap_err();
        assert!(matches!(error.kind(), WriteErrorKind::NotAFile), "{error}");
    }
    let error = solved.writer(Path::new("/proc/t"), SMALL).map(drop).unwrap_err();
    assert!(matches!(error.kind(), WriteErrorKind::Io(_)), "{error}");
}

#[test]
fn what_is_no_file_under_way_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (path, partial) = (folder.path().join("t"), folder.path().join("t.partial"));
    let (other, dangling) = (folder.path().join("other"), folder.path().join("none"));
    fs::write(&other, "").unwrap();
    let solved = Solved::new("tictactoe");
    let is_refused = || {
        let error = solved.writer(&path, SMALL).map(drop).unwrap_err();
        assert!(matches!(error.kind(), WriteErrorKind::NotAFile), "{error}");
        assert!(error.to_string().contains("t.partial is not a file"), "{error}");
    };
    for target in [&other, &dangling] {
        symlink(target, &partial).unwrap();
        is_refused();
        fs::remove_file(&partial).unwrap();
    }
    assert!(fs::read(other).unwrap().is_empty() && !dangling.exists());
    assert!(Command::new("mkfifo").arg(&partial).status().unwrap().success());
    is_refused();
}
