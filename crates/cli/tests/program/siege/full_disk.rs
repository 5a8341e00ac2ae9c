//! Attacked: a solve on a disk that fills up at a random moment. The disk is a small file system of its own, or a limit
//! on the size of files.
//!
//! A defeat: no error; an error that does not say what cannot be written; other bytes when there is room again.

use std::{fs, process::Command};

use perfect_play_test_kit::{besiege, skip};

use super::command;

/// Solves twice on a disk of its own: first with too little room, then with enough.
const ON_A_SMALL_DISK: &str = r#"
mkdir disk && mount -t tmpfs -o size="$1" none disk || exit 77
cd disk
"$0" solve "$2" -o "$3" > ../first.out 2> ../first.err
echo $? > ../first.code
mount -o remount,size=64m "$PWD" || exit 77
"$0" solve "$2" -o "$3" > ../second.out 2> ../second.err
echo $? > ../second.code
cp -R "$3" ../out
"#;

/// The same with a limit on the size of each file, the message's as well: it has room.
const WITH_SMALL_FILES: &str = r#"
mkdir disk && cd disk
(ulimit -f "$(($1 / 512 + 2))"; exec "$0" solve "$2" -o "$3" > ../first.out 2> ../first.err)
echo $? > ../first.code
"$0" solve "$2" -o "$3" > ../second.out 2> ../second.err
echo $? > ../second.code
cp -R "$3" ../out
"#;

#[test]
fn full_disk() {
    let can_mount =
        Command::new("unshare").args(["-Urm", "mount", "-t", "tmpfs", "none", "/mnt"]).status();
    let can_mount = can_mount.is_ok_and(|status| status.success());
    if !can_mount {
        skip("a small disk cannot be mounted: only the sizes of files are limited");
    }
    besiege(module_path!(), |case| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let games = ["connect:4,4,4", "mnk:4,3,3", "kalah:2,3", "hexapawn:3,4", "connect:4,6,4"];
        let game = if case.random.once_in(10) { games[4] } else { case.random.of(&games[..4]) };
        let output = case.random.of(&["c.perfect", "c.perfect", "t/"]);
        let output = if game.starts_with("connect") { output } else { "c.perfect" };
        let is_mounted = can_mount && case.random.once_in(2);
        let most = if game == games[4] { 3_000_000_u64 } else { 20_000 };
        let size = 1 + case.random.below::<u64>(most);
        let script = if is_mounted { ON_A_SMALL_DISK } else { WITH_SMALL_FILES };
        let mut run = Command::new(if is_mounted { "unshare" } else { "sh" });
        run.args(if is_mounted { &["-Urm", "sh", "-c"][..] } else { &["-c"] })
            .arg(script)
            .arg(env!("CARGO_BIN_EXE_perfect-play"));
        run.args([&size.to_string(), game, output])
            .current_dir(path)
            .env("PERFECT_PLAY_CACHE", "off");
        assert!(run.status().unwrap().success());
        let read = |name: &str| fs::read_to_string(path.join(name)).unwrap();
        let (code, said) = (read("first.code"), read("first.err"));
        case.note(format!("{} {game} {output}", if is_mounted { "disk" } else { "file" }));
        assert!(!said.contains("panicked"), "{said}");
        if code == "0\n" {
            case.note("enough room");
        } else {
            case.note("full");
            assert_eq!(code, "2\n", "{said}");
            // It is refused at once if there is clearly too little room.
            let is_clear = said.contains("cannot be written") || said.contains("of disk, and");
            assert!(said.starts_with("error: ") && is_clear, "{said}");
        }
        assert_eq!(read("second.code"), "0\n", "{}", read("second.err"));
        let run = command(&["solve", game, "-o", "whole.perfect"], path).output().unwrap();
        assert!(run.status.success());
        let mut is_file = "out".to_owned();
        if output == "t/" {
            assert!(
                command(&["pack", "out", "-o", "packed.perfect"], path).status().unwrap().success()
            );
            is_file = "packed.perfect".to_owned();
        }
        assert!(
            fs::read(path.join(is_file)).unwrap() == fs::read(path.join("whole.perfect")).unwrap()
        );
    });
}
