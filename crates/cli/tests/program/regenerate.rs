//! `regenerate` of a large table, which is solved into `FILE.regenerated`: interrupted, resumed, on a full disk, and
//! beside files of the same names.

use std::{
    fs::{self, File, Permissions},
    os::unix::fs::{MetadataExt, PermissionsExt, symlink},
    process::Command,
    sync::Arc,
    sync::OnceLock,
};

use perfect_play_core::Objective;
use perfect_play_file::{RankWriter, Settings, TableFile, TierWriter};
use perfect_play_games::{Mills, Mnk};
use perfect_play_generator::numbering::{
    RankNumbering, Sections, TierNumbering, TierValues, Tiers,
};
use perfect_play_test_kit::skip;

use crate::{
    Folder,
    interruption::interrupted,
    large::{FILE, GAME, TIERS, end, start, whole, with_file},
    restricted::{answer, as_user},
};

const SOLVED: &str = "c.perfect.regenerated";
const PARTIAL: &str = "c.perfect.regenerated.partial";
const REGENERATE: [&str; 2] = ["regenerate", FILE];
const SAME: &str =
    "c.perfect: the same, byte for byte (connect:4,6,4, fastest, 15,835,683\npositions)\n";

/// Regenerates to the end. Returns how many tiers were left.
fn resume(folder: &Folder) -> u64 {
    let answer = folder.run(&REGENERATE);
    assert_eq!((answer.code, &*answer.out), (Some(0), SAME), "{}", answer.err);
    assert_eq!(folder.names(), [FILE]);
    if answer.err.is_empty() {
        return TIERS;
    }
    let before = format!("{PARTIAL}: resuming an interrupted run, ");
    let left = answer.err.strip_prefix(&before);
    let left = left.and_then(|rest| rest.strip_suffix(" of 5356 tiers are left\n"));
    left.unwrap_or_else(|| panic!("{}", answer.err)).parse().unwrap()
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn a_run_that_is_interrupted_is_resumed_by_the_same_command() {
    for signal in ["INT", "TERM", "KILL"] {
        let (folder, number, message) = interrupted(signal, with_file, &REGENERATE, PARTIAL);
        assert!(number.is_some());
        assert_eq!(folder.names(), [FILE, PARTIAL]);
        if signal != "KILL" {
            let start = format!("interrupted: {PARTIAL} keeps the solved tiers; ");
            assert!(message.starts_with(&start), "{message}");
            assert!(message.ends_with("perfect-play regenerate c.perfect\n"), "{message}");
        }
        assert!(resume(&folder) <= TIERS);
    }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn a_finished_file_that_was_left_behind_is_checked_and_not_solved_again() {
    let folder = with_file();
    fs::write(folder.path(SOLVED), whole()).unwrap();
    assert_eq!(resume(&folder), 0);
    // The file as a system crash may leave it, and a damaged one: the rest is solved again.
    fs::write(folder.path(PARTIAL), &whole()[..whole().len() / 2]).unwrap();
    assert!((1..TIERS).contains(&resume(&folder)));
    let mut damaged = whole().to_vec();
    damaged[whole().len() / 2] ^= 0x55;
    fs::write(folder.path(SOLVED), damaged).unwrap();
    assert!((1..TIERS).contains(&resume(&folder)));
    // Both at once.
    fs::write(folder.path(SOLVED), whole()).unwrap();
    fs::write(folder.path(PARTIAL), &whole()[..whole().len() / 2]).unwrap();
    assert!((1..TIERS).contains(&resume(&folder)));
}

#[test]
fn what_is_something_else_is_left_alone() {
    let folder = with_file();
    fs::write(folder.path(SOLVED), "my own").unwrap();
    let message = folder.trouble(&REGENERATE);
    let expected = "error: c.perfect.regenerated is in the way, because `regenerate` solves into a file \
                    of this name: rename it, or remove it\n";
    assert_eq!(message, expected);
    assert_eq!(fs::read(folder.path(SOLVED)).unwrap(), b"my own");
    fs::remove_file(folder.path(SOLVED)).unwrap();
    folder.fine(&["solve", "connect:4,6,3", "-o", SOLVED]);
    assert_eq!(folder.trouble(&REGENERATE), expected);
    fs::rename(folder.path(SOLVED), folder.path(PARTIAL)).unwrap();
    let message = folder.trouble(&REGENERATE);
    assert!(message.contains(" is the beginning of another table (connect:4,6,3, "), "{message}");
    assert_eq!(folder.names(), [FILE, PARTIAL]);
}

#[test]
fn two_runs_at_once_do_not_harm_each_other() {
    let folder = with_file();
    let answers = [(); 3].map(|()| start(&folder, &REGENERATE)).map(end);
    assert!(answers.iter().any(|answer| answer.code == Some(0)), "{answers:?}");
    for answer in answers {
        if answer.code == Some(0) {
            assert_eq!(answer.out, SAME);
        } else {
            assert_eq!((answer.code, &*answer.out), (Some(2), ""));
            assert!(answer.err.contains(" by another run"), "{}", answer.err);
        }
    }
    assert_eq!(folder.names(), [FILE]);
    // While another run compares.
    fs::write(folder.path(SOLVED), whole()).unwrap();
    let other = File::open(folder.path(SOLVED)).unwrap();
    other.lock_shared().unwrap();
    let message = folder.trouble(&REGENERATE);
    let expected = "error: c.perfect.regenerated is in use by another run of `regenerate`: wait for its \
                    end\n";
    assert_eq!(message, expected);
    assert_eq!(folder.names(), [FILE, SOLVED]);
}

/// Writes the table tier by tier. `change` may change each section before it is written.
fn write_changed(
    folder: &Folder,
    name: &str,
    settings: Settings,
    change: impl Fn(u32, &mut Vec<u8>),
) {
    let game: Mnk = GAME.parse().unwrap();
    let tiers = Arc::new(Tiers::of(&game).unwrap());
    let (path, fastest) = (folder.path(name), Objective::Fastest);
    let writer = TierWriter::with_settings(&path, &game, fastest, tiers.clone(), settings).unwrap();
    // The values are written as they are stored, so that nothing else differs.
    let file = TableFile::open(&whole_file()).unwrap();
    let stored = file.into_table::<_, TierNumbering>(game).unwrap();
    while (writer.next_tier() as usize) < tiers.len() {
        let tier = writer.next_tier();
        let section = |mover| {
            let mut values = Vec::new();
            stored.values().section(tier, mover, &mut values).unwrap();
            change(tier, &mut values);
            values
        };
        writer.append(writer.pack(tier, [&section(0), &section(1)]).unwrap()).unwrap();
    }
    writer.finish().unwrap();
}

/// The path of the file of [`GAME`].
fn whole_file() -> std::path::PathBuf {
    static FOLDER: OnceLock<Folder> = OnceLock::new();
    FOLDER.get_or_init(with_file).path(FILE)
}

/// The same table, compressed differently: only the bytes differ.
fn write_otherwise(folder: &Folder) {
    let settings = Settings { frame_slots: 1 << 12, compression: 1 };
    write_changed(folder, FILE, settings, |_, _| ());
}

/// A table with right checksums and wrong values in the first half of the file.
fn with_wrong_values() -> Vec<u8> {
    const DRAW: u8 = 127;
    const WIN_IN_ONE: u8 = 253;

    let folder = Folder::new();
    write_changed(&folder, FILE, Settings::by_tier(u64::MAX), |tier, values| {
        if (1000..1010).contains(&tier) {
            values.iter_mut().filter(|value| **value == DRAW).for_each(|value| *value = WIN_IN_ONE);
        }
    });
    fs::read(folder.path(FILE)).unwrap()
}

#[test]
fn what_an_earlier_run_left_is_proven_before_it_is_compared() {
    let wrong = with_wrong_values();
    assert!(wrong != whole());
    for (file, left_name, left) in [
        (&*wrong, SOLVED, &*wrong),
        (whole(), SOLVED, &wrong),
        (whole(), PARTIAL, &wrong),
        (whole(), PARTIAL, &wrong[..wrong.len() * 3 / 4]),
    ] {
        let folder = Folder::new();
        fs::write(folder.path(FILE), file).unwrap();
        fs::write(folder.path(left_name), left).unwrap();
        let answer = folder.run(&[&REGENERATE[..], &["--write"]].concat());
        assert_eq!((answer.code, &*answer.out), (Some(2), ""), "{}", answer.err);
        let expected = "error: c.perfect.regenerated holds wrong values, which an earlier run left: \
                        remove it, and run this command again\n";
        assert!(answer.err.ends_with(expected), "{}", answer.err);
        let is_finished = answer.err.contains(" 0 of 5356 tiers are left");
        assert_eq!(is_finished, left.len() == wrong.len(), "{}", answer.err);
        assert!(fs::read(folder.path(FILE)).unwrap() == file);
        assert_eq!(folder.names(), [FILE, SOLVED]);
    }
}

fn in_the_way(name: &str, why: &str) -> String {
    format!(
        "error: {name} is in the way, because `regenerate` solves into a file of this name{why}: \
         rename it, or remove it\n"
    )
}

const SECOND_NAME: &str = ", and this file has another name, too";
const NOT_A_FILE: &str = ", and this is not a regular file";

#[test]
fn a_second_name_of_a_file_is_refused() {
    for name in [SOLVED, PARTIAL] {
        for other in [FILE, "other.perfect"] {
            let folder = with_file();
            fs::write(folder.path("other.perfect"), whole()).unwrap();
            fs::hard_link(folder.path(other), folder.path(name)).unwrap();
            let names = folder.names();
            for args in [&REGENERATE[..], &[&REGENERATE[..], &["--write"]].concat()] {
                assert_eq!(folder.trouble(args), in_the_way(name, SECOND_NAME));
            }
            assert_eq!(folder.names(), names);
            for file in [FILE, "other.perfect", name] {
                assert!(fs::read(folder.path(file)).unwrap() == whole(), "{file}");
            }
        }
    }
    // The files as a system crash during the renaming may leave them.
    let folder = with_file();
    fs::write(folder.path(SOLVED), whole()).unwrap();
    fs::hard_link(folder.path(SOLVED), folder.path(PARTIAL)).unwrap();
    assert_eq!(resume(&folder), 0);
}

#[test]
fn a_pipe_is_refused_and_not_waited_for() {
    for name in [SOLVED, PARTIAL] {
        let folder = with_file();
        let mkfifo = Command::new("mkfifo").arg(folder.path(name)).status();
        assert!(mkfifo.unwrap().success());
        // A process that waits for the other end of a pipe is stopped.
        let mut command = Command::new("timeout");
        command.args(["20", env!("CARGO_BIN_EXE_perfect-play")]).args(REGENERATE);
        command.current_dir(folder.path(""));
        let answer = answer(command);
        assert_eq!((answer.code, &*answer.out), (Some(2), ""), "{}", answer.err);
        assert_eq!(answer.err, in_the_way(name, NOT_A_FILE));
        assert_eq!(folder.names(), [FILE, name]);
    }
}

#[test]
fn a_link_is_refused_and_stays() {
    for name in [SOLVED, PARTIAL] {
        for target in [FILE, "elsewhere", "missing"] {
            let folder = with_file();
            fs::write(folder.path("elsewhere"), whole()).unwrap();
            symlink(target, folder.path(name)).unwrap();
            assert_eq!(folder.trouble(&REGENERATE), in_the_way(name, NOT_A_FILE));
            assert_eq!(fs::read_link(folder.path(name)).unwrap().to_str(), Some(target));
            assert_eq!(folder.names(), [FILE, name, "elsewhere"]);
            for file in [FILE, "elsewhere"] {
                assert!(fs::read(folder.path(file)).unwrap() == whole(), "{file}");
            }
        }
    }
}

#[test]
fn a_file_is_replaced_by_the_one_that_was_solved() {
    let folder = Folder::new();
    write_otherwise(&folder);
    assert!(fs::read(folder.path(FILE)).unwrap() != whole());
    fs::set_permissions(folder.path(FILE), Permissions::from_mode(0o640)).unwrap();
    fs::write(folder.path(SOLVED), whole()).unwrap();
    let solved = fs::metadata(folder.path(SOLVED)).unwrap().ino();
    let answer = folder.run(&[&REGENERATE[..], &["--write"]].concat());
    assert_eq!(answer.code, Some(1), "{answer:?}");
    assert!(answer.out.ends_with("\nc.perfect has been replaced\n"), "{answer:?}");
    assert_eq!(folder.names(), [FILE]);
    assert!(fs::read(folder.path(FILE)).unwrap() == whole());
    // The file was renamed, not copied.
    let replaced = fs::metadata(folder.path(FILE)).unwrap();
    assert_eq!((replaced.ino(), replaced.mode() & 0o777), (solved, 0o640));
}

/// The table of a game that says its tiers, too large to be held in memory. It has no values.
fn with_units() -> Folder {
    let (folder, game) = (Folder::new(), "morris:seven".parse::<Mills>().unwrap());
    let numbering = RankNumbering::of(&game).unwrap();
    let (path, fastest) = (folder.path(FILE), Objective::Fastest);
    let writer = RankWriter::create(&path, &game, fastest, numbering.clone()).unwrap();
    for unit in numbering.units() {
        let slots = |tier| usize::try_from(numbering.unit_slots(tier..tier + 1)).unwrap();
        let unused = |tier| TierValues::unused(slots(tier));
        writer.append(&numbering.tiers_of(unit).map(unused).collect::<Vec<_>>()).unwrap();
    }
    writer.finish().unwrap();
    folder
}

#[test]
fn a_game_that_says_its_tiers_is_solved_into_the_same_files() {
    let folder = with_units();
    fs::write(folder.path(SOLVED), "my own").unwrap();
    assert_eq!(folder.trouble(&REGENERATE), in_the_way(SOLVED, ""));
    fs::remove_file(folder.path(SOLVED)).unwrap();
    for (limit, said) in [
        (["--memory", "1MB"], "solving morris:seven into a file takes "),
        (["--disk", "1MB"], "solving morris:seven into a file may take 36.1 MB of disk, "),
    ] {
        let message = folder.trouble(&[&REGENERATE[..], &limit].concat());
        assert!(message.starts_with(&format!("error: {said}")), "{message}");
    }
    let mut command = Command::new("prlimit");
    command.args(["--fsize=0", env!("CARGO_BIN_EXE_perfect-play")]).args(REGENERATE);
    command.current_dir(folder.path(""));
    let full = answer(command);
    assert_eq!((full.code, &*full.out), (Some(2), ""), "{}", full.err);
    let start = format!("error: {PARTIAL} cannot be written: File too large");
    assert!(full.err.starts_with(&start), "{}", full.err);
    assert_eq!(folder.names(), [FILE, PARTIAL]);
}

/// A user may not give a second name to a file of another user that he may not write.
#[test]
fn where_a_file_cannot_have_two_names_finished_work_is_kept() {
    let folder = with_file();
    fs::write(folder.path(SOLVED), whole()).unwrap();
    let is_root = fs::metadata(folder.path("")).unwrap().uid() == 0;
    let is_protected = fs::read_to_string("/proc/sys/fs/protected_hardlinks");
    if !is_root || !is_protected.is_ok_and(|value| value.trim() == "1") {
        return skip(
            "only root can run programs as another user, and hard links are not protected",
        );
    }
    for (mode, name, why) in [(0o755, SOLVED, "renamed"), (0o777, PARTIAL, "written")] {
        fs::set_permissions(folder.path(""), Permissions::from_mode(mode)).unwrap();
        let write = [&REGENERATE[..], &["--write"]].concat();
        let refused = answer(as_user(&folder, "--nofile=100", &write));
        assert_eq!((refused.code, &*refused.out), (Some(2), ""), "{}", refused.err);
        let start = format!("error: {name} cannot be {why}: Permission denied");
        assert!(refused.err.starts_with(&start), "{}", refused.err);
        assert_eq!(folder.names(), [FILE, name]);
        assert!(fs::read(folder.path(name)).unwrap() == whole());
    }
}

#[test]
fn on_a_full_disk_finished_tiers_are_kept() {
    let folder = with_file();
    let limit = format!("--fsize={}", whole().len() / 2);
    let mut command = Command::new("prlimit");
    command.args([&*limit, env!("CARGO_BIN_EXE_perfect-play")]).args(REGENERATE);
    command.current_dir(folder.path(""));
    let answer = answer(command);
    assert_eq!((answer.code, &*answer.out), (Some(2), ""), "{}", answer.err);
    let start = format!("error: {PARTIAL} cannot be written: File too large");
    let advice = "the finished tiers are kept in it, and writing the same table again resumes \
                  there\n";
    assert!(answer.err.starts_with(&start) && answer.err.ends_with(advice), "{}", answer.err);
    assert_eq!(folder.names(), [FILE, PARTIAL]);
    assert!(resume(&folder) < TIERS);
}

/// A small file system of its own. Mounting it needs root.
#[test]
fn on_a_full_file_system_finished_tiers_are_kept_until_there_is_room() {
    let folder = with_file();
    fs::create_dir(folder.path("disk")).unwrap();
    let size = whole().len() * 3 / 2;
    let script = format!(
        "mount -t tmpfs -o size={size} tmpfs disk || exit 77; cp {FILE} disk; cd disk; \
         $P regenerate {FILE} && exit 78; ls; mount -o remount,size=9m . && $P regenerate {FILE}; ls"
    );
    let mut unshare = Command::new("unshare");
    unshare.args(["-m", "sh", "-c", &script]).current_dir(folder.path(""));
    unshare.env("P", env!("CARGO_BIN_EXE_perfect-play"));
    let answer = answer(unshare);
    if answer.code == Some(77) || answer.err.starts_with("unshare: ") {
        return skip("only root may mount a file system");
    }
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert_eq!(answer.out, format!("{FILE}\n{PARTIAL}\n{SAME}{FILE}\n"));
    let start = format!("error: {PARTIAL} cannot be written: No space left on device");
    assert!(answer.err.starts_with(&start), "{}", answer.err);
}

#[test]
fn where_the_folder_cannot_be_written_to_nothing_is_promised() {
    let (folder, temporary) = (with_file(), Folder::new());
    fs::set_permissions(temporary.path(""), Permissions::from_mode(0o777)).unwrap();
    if fs::metadata(folder.path("")).unwrap().uid() == 0 {
        fs::set_permissions(folder.path(""), Permissions::from_mode(0o755)).unwrap();
    } else {
        fs::set_permissions(folder.path(""), Permissions::from_mode(0o555)).unwrap();
    }
    let run = |limit: &str, args: &[&str]| {
        let mut command = as_user(&folder, limit, args);
        command.env("TMPDIR", temporary.path(""));
        answer(command)
    };
    let fine = run("--nofile=100", &REGENERATE);
    assert_eq!((fine.code, &*fine.out, &*fine.err), (Some(0), SAME, ""));
    let full = run(&format!("--fsize={}", whole().len() / 2), &REGENERATE);
    assert_eq!((full.code, &*full.out), (Some(2), ""), "{}", full.err);
    assert!(full.err.contains(" cannot be written: File too large"), "{}", full.err);
    assert!(full.err.contains("; nothing is kept: make room there, "), "{}", full.err);
    // The error comes before anything is solved.
    let write = run("--nofile=100", &[&REGENERATE[..], &["--write"]].concat());
    assert_eq!((write.code, &*write.out), (Some(2), ""), "{}", write.err);
    assert!(write.err.contains("c.perfect"), "{}", write.err);
    assert_eq!(folder.names(), [FILE]);
    assert_eq!(temporary.names(), [""; 0]);
}

#[test]
fn the_limit_on_memory_is_that_of_a_solve() {
    let folder = Folder::new();
    folder.fine(&["solve", "nim:3,4", "-o", "n.perfect"]);
    let [solve, regenerate] = [&["solve", "nim:3,4"][..], &["regenerate", "n.perfect"]]
        .map(|command| folder.trouble(&[command, &["--memory", "1KB"]].concat()));
    assert!(solve.contains("memory"), "{solve}");
    assert_eq!(regenerate, solve);
}
