//! Large games, solved tier by tier into files: interrupted, written twice, damaged, or too large.

use std::{
    fs::{self, File},
    io::{BufRead, BufReader},
    ops::Range,
    path::Path,
    process::{Child, Output, Stdio},
    sync::OnceLock,
    thread,
    time::Duration,
};

use perfect_play_file::TableFile;
use serde_json::{Value, json};

use crate::{Answer, Folder};

pub(crate) const GAME: &str = "connect:4,6,4";
pub(crate) const FILE: &str = "c.perfect";
pub(crate) const PARTIAL: &str = "c.perfect.partial";
/// The number of tiers of the game.
pub(crate) const TIERS: u64 = 5356;
pub(crate) const SOLVE: [&str; 4] = ["solve", GAME, "-o", FILE];

/// More bytes than the index, which is after the tiers.
const BEHIND: usize = 12 * 2 * 5356 + 10_000;

/// The file of [`GAME`] from an uninterrupted run.
pub(crate) fn whole() -> &'static [u8] {
    static WHOLE: OnceLock<Vec<u8>> = OnceLock::new();
    WHOLE.get_or_init(|| {
        let folder = Folder::new();
        folder.fine(&SOLVE);
        assert_eq!(folder.names(), [FILE]);
        read(&folder, FILE)
    })
}

/// A folder with that file.
pub(crate) fn with_file() -> Folder {
    let folder = Folder::new();
    fs::write(folder.path(FILE), whole()).unwrap();
    folder
}

pub(crate) fn read(folder: &Folder, name: &str) -> Vec<u8> {
    fs::read(folder.path(name)).unwrap()
}

pub(crate) fn start(folder: &Folder, args: &[&str]) -> Child {
    folder.command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

pub(crate) fn end(child: Child) -> Answer {
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    let [out, err] = [stdout, stderr].map(|text| String::from_utf8(text).unwrap());
    Answer { code: status.code(), out, err }
}

/// Waits until a file has this many bytes, or the process has ended.
pub(crate) fn wait_for(child: &mut Child, file: &Path, bytes: u64) {
    while fs::metadata(file).map_or(0, |file| file.len()) < bytes {
        if child.try_wait().unwrap().is_some() {
            return;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Solves to the end; some tiers may be solved already. Returns the reported number of remaining tiers, if it was
/// reported.
pub(crate) fn solve_on(folder: &Folder) -> Option<u64> {
    let Answer { code, err, .. } = folder.run(&SOLVE);
    assert_eq!(code, Some(0), "{err}");
    assert_eq!(folder.names(), [FILE]);
    assert!(read(folder, FILE) == whole());
    if err.is_empty() {
        return None;
    }
    let before = ": resuming an interrupted run, ";
    let after = format!(" of {TIERS} tiers are left\n");
    let (partial, left) = err.strip_suffix(&after).unwrap().split_once(before).unwrap();
    assert!(partial.ends_with(PARTIAL) && !partial.contains('\n'), "{err}");
    Some(left.parse().unwrap())
}

#[test]
fn a_run_that_was_cut_short_is_continued_to_the_same_bytes() {
    let folder = Folder::new();
    let whole = whole();
    let mut to_go = vec![TIERS];
    for length in [0, 16, 400, whole.len() / 2, whole.len() - BEHIND, whole.len()] {
        fs::write(folder.path(PARTIAL), &whole[..length]).unwrap();
        to_go.push(solve_on(&folder).unwrap_or(TIERS));
        fs::remove_file(folder.path(FILE)).unwrap();
    }
    assert!(to_go.is_sorted_by(|a, b| a >= b), "{to_go:?}");
    assert_eq!((to_go[2], to_go[6]), (TIERS, 0), "{to_go:?}");
    assert!(to_go[4] < TIERS && to_go[5] > 0, "{to_go:?}");
}

#[test]
fn a_run_that_is_killed_leaves_the_old_file_and_what_it_has_done() {
    let length = whole().len() as u64;
    for bytes in [0, 1, length / 2, length - BEHIND as u64] {
        let folder = Folder::new();
        // Solving replaces no file that is not a table.
        let old = &whole()[..100];
        fs::write(folder.path(FILE), old).unwrap();
        let mut child = start(&folder, &SOLVE);
        wait_for(&mut child, &folder.path(PARTIAL), bytes);
        child.kill().unwrap();
        let answer = end(child);
        if answer.code == Some(0) {
            // The program was faster than the signal.
            assert!(read(&folder, FILE) == whole());
            continue;
        }
        assert_eq!((answer.code, &*answer.out, &*answer.err), (None, "", ""));
        assert_eq!(read(&folder, FILE), old);
        let names = folder.names();
        assert!(names == [FILE, PARTIAL] || bytes == 0 && names == [FILE], "{names:?}");
        if fs::metadata(folder.path(PARTIAL)).is_ok_and(|partial| partial.len() > 0) {
            let message = folder.trouble(&["verify", PARTIAL]);
            let expected = "error: c.perfect.partial is unfinished, because writing it was \
                            interrupted: solve it again, which resumes where it stopped\n";
            assert_eq!(message, expected);
            for args in [&["probe", PARTIAL, "2233"][..], &["stats", PARTIAL], &["dump", PARTIAL]] {
                assert_eq!(folder.trouble(args), message);
            }
        }
        let to_go = solve_on(&folder);
        assert!(bytes < length / 2 || to_go.is_some_and(|tiers| tiers < TIERS), "{to_go:?}");
    }
}

#[test]
fn a_count_that_is_killed_is_resumed_to_the_same() {
    let folder = with_file();
    let expected = folder.fine(&["stats", FILE]);
    assert_eq!(folder.names(), [FILE]);
    let counts = folder.path("c.perfect.counts");
    let (kept, mut log) = (counts.join("counts.json"), None);
    let at_once = folder.path("");
    for until in [&at_once, &counts, &kept, &kept, &kept, &kept, &kept] {
        let _ = fs::remove_file(&kept);
        let mut child = start(&folder, &["stats", FILE]);
        while !until.exists() && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        end(child);
        log = fs::read(&kept).ok().or(log);
    }
    let log = log.expect("a count that is killed keeps what it has counted");
    // While another run counts, what it keeps stays.
    fs::create_dir_all(&counts).unwrap();
    let lock = File::create(counts.join("lock")).unwrap();
    lock.lock().unwrap();
    assert_eq!(folder.fine(&["stats", FILE]), expected);
    assert!(counts.exists());
    drop(lock);
    // What an earlier run has counted, and the same damaged.
    let go_on = |log: &[u8]| {
        fs::create_dir_all(&counts).unwrap();
        fs::write(&kept, log).unwrap();
        let counted = folder.fine(&["stats", FILE]);
        assert_eq!(folder.names(), [FILE]);
        counted
    };
    assert_eq!(go_on(&log), expected);
    assert_eq!(go_on(&log[..log.len() - 1]), expected);
    // It goes on there indeed: it believes a log with 800 positions more that are their own image, so 400 canonical ones.
    let mut log: Value = serde_json::from_slice(&log).unwrap();
    let mut counted: Value = serde_json::from_str(log["counted"].as_str().unwrap()).unwrap();
    let fixed = counted["counts"]["fixed"].as_u64().unwrap();
    counted["counts"]["fixed"] = (fixed + 800).into();
    let counted = counted.to_string();
    log["crc32"] = crc32fast::hash(counted.as_bytes()).into();
    log["counted"] = counted.into();
    let forged = go_on(log.to_string().as_bytes());
    let canonical = |stats: &str| -> u64 {
        let line = stats.lines().find_map(|line| line.strip_prefix("canonical")).unwrap();
        line.split('(').next().unwrap().trim().replace(',', "").parse().unwrap()
    };
    assert_eq!(canonical(&forged), canonical(&expected) + 400);
    // What somebody else has put there stays.
    fs::create_dir_all(&counts).unwrap();
    fs::write(counts.join("notes.txt"), "mine").unwrap();
    assert_eq!(folder.fine(&["stats", FILE]), expected);
    assert_eq!(fs::read_dir(&counts).unwrap().count(), 1);
    fs::remove_dir_all(&counts).unwrap();
    // Where nothing can be written beside the file.
    fs::write(&counts, "").unwrap();
    assert_eq!(folder.fine(&["stats", FILE]), expected);
    assert_eq!(folder.names(), [FILE, "c.perfect.counts"]);
}

#[test]
fn what_was_counted_stays_if_the_table_cannot_be_read_to_its_end() {
    let folder = with_file();
    let expected = folder.fine(&["stats", FILE]);
    let mut bytes = whole().to_vec();
    let end = sections(&folder.path(FILE)).end;
    bytes[end - 3000..end].iter_mut().step_by(16).for_each(|byte| *byte ^= 1);
    fs::write(folder.path(FILE), bytes).unwrap();
    let message = folder.trouble(&["stats", FILE]);
    assert!(message.contains(" is damaged (section "), "{message}");
    assert!(message.contains("c.perfect.counts keeps what was counted"), "{message}");
    assert!(folder.path("c.perfect.counts/counts.json").exists());
    fs::write(folder.path(FILE), whole()).unwrap();
    assert_eq!(folder.fine(&["stats", FILE]), expected);
    assert_eq!(folder.names(), [FILE]);
}

#[test]
fn going_on_is_no_matter_of_who_reads_standard_error() {
    let folder = Folder::new();
    fs::write(folder.path(PARTIAL), &whole()[..whole().len() / 2]).unwrap();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = folder.command(&SOLVE).stderr(writer).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(read(&folder, FILE) == whole());
}

#[test]
fn what_was_begun_is_another_table() {
    let folder = Folder::new();
    fs::write(folder.path(PARTIAL), &whole()[..whole().len() / 2]).unwrap();
    let before = read(&folder, PARTIAL);
    for args in [
        &["solve", "connect:6,4,4", "-o", FILE][..],
        &["solve", GAME, "--objective", "outcome", "-o", FILE],
    ] {
        let message = folder.trouble(args);
        let expected = "c.perfect.partial is the beginning of another table (connect:4,6,4, \
                        fastest): finish that one, or remove the file, or write to another file\n";
        assert!(message.ends_with(expected), "{message}");
    }
    assert!(read(&folder, PARTIAL) == before);
    assert_eq!(folder.names(), [PARTIAL]);
}

#[test]
fn two_runs_do_not_write_one_file_at_once() {
    let busy = "error: c.perfect.partial is being written by another run: wait for its end, or write \
                to another file\n";
    let folder = Folder::new();
    let runs = [(); 3].map(|()| start(&folder, &SOLVE));
    let answers = runs.map(end);
    assert!(answers.iter().any(|answer| answer.code == Some(0)), "{answers:?}");
    for answer in answers {
        match answer.code {
            Some(0) => assert_eq!(answer.err, ""),
            code => assert_eq!((code, &*answer.err), (Some(2), busy)),
        }
    }
    assert_eq!(folder.names(), [FILE]);
    assert!(read(&folder, FILE) == whole());

    let folder = Folder::new();
    let other = File::create(folder.path(PARTIAL)).unwrap();
    other.lock().unwrap();
    assert_eq!(folder.trouble(&SOLVE), busy);
    drop(other);
    assert_eq!(solve_on(&folder), None);
}

#[test]
fn threads_change_no_byte() {
    let folder = Folder::new();
    for threads in ["1", "2", "5"] {
        folder.fine(&[&SOLVE[..], &["--threads", threads]].concat());
        assert!(read(&folder, FILE) == whole(), "{threads} threads");
    }
    for threads in ["0", "x", "", "-1", "1.5", "1025", "99999999999999999999"] {
        let message = folder.trouble(&["solve", "connect:4,4,4", "--threads", threads]);
        let advice = "give a number of threads from 1 to 1024, or leave it out for one a core";
        assert!(message.contains(advice), "{message}");
    }
}

#[test]
fn what_takes_more_memory_than_it_may_is_refused_at_once() {
    let folder = with_file();
    for output in [&[][..], &["-o", "m.perfect"]] {
        let args = ["solve", "mnk:5,5,4", "--threads", "2", "--memory", "1MB"];
        let message = folder.trouble(&[&args, output].concat());
        assert!(message.starts_with("error: solving mnk:5,5,4 takes 10"), "{message}");
        let advice = " MiB of memory, and --memory allows 976.6 KiB: the least is 79 MiB, with `--threads 1`";
        assert!(message.contains(advice), "{message}");
    }
    let message = folder.trouble(&["regenerate", FILE, "--memory", "1000000"]);
    assert!(message.starts_with("error: solving connect:4,6,4 takes 50."), "{message}");
    assert!(message.contains(" MiB of memory, and --memory allows 976.6 KiB: "), "{message}");
    assert_eq!(folder.names(), [FILE]);
    for size in ["x", "", "-1", "1e3", "5 parsecs", "MB"] {
        let message = folder.trouble(&["solve", GAME, "--memory", size]);
        let advice = "give a number of bytes, as in `8GiB` or `500MB`";
        assert!(message.contains(advice), "{message}");
    }
    let solved = folder.fine(&["solve", "connect:4,4,4", "--memory", "60 MiB"]);
    assert!(solved.starts_with("connect:4,4,4 (fastest): a draw in 16 plies\n"), "{solved}");
}

/// The offsets of a file's sections.
fn sections(path: &Path) -> Range<usize> {
    let bytes = fs::read(path).unwrap();
    let header = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let stored = TableFile::open(path).unwrap().header().stored_bytes;
    20 + header..20 + header + usize::try_from(stored).unwrap()
}

/// Runs every command on a damaged file. Each must report the same error. Returns the message.
fn every_answer(folder: &Folder, file: &str, game: &str) -> String {
    let message = folder.trouble(&["verify", file]);
    for args in [
        &["stats", file][..],
        &["dump", file, "-o", "out"],
        &["dump", file, "--format", "jsonl", "-o", "out"],
        &["dump", file, "--format", "perfect", "-o", "out"],
        &["dump", file, "--format", "perfect"],
        &["diff", file, "right.perfect"],
        &["diff", "right.perfect", file],
    ] {
        assert_eq!(folder.trouble(args), message, "{args:?}");
    }
    assert_eq!(message.matches(file).count(), 1, "{message}");
    assert!(!folder.path("out").exists());
    assert!(message.contains(" is damaged (section "), "{game}: {message}");
    assert!(message.ends_with(" is not what was written): restore it, or solve it again\n"));
    message
}

#[test]
fn a_damaged_section_of_a_table_that_is_held_is_named() {
    let folder = Folder::new();
    let game = "connect:4,4,4";
    folder.fine(&["solve", game, "-o", "right.perfect"]);
    let mut bytes = read(&folder, "right.perfect");
    let sections = sections(&folder.path("right.perfect"));
    bytes[sections.start.midpoint(sections.end)] ^= 0x55;
    fs::write(folder.path(FILE), bytes).unwrap();
    let message = every_answer(&folder, FILE, game);
    for args in [&["probe", FILE, "2233"][..], &["regenerate", FILE, "--write"]] {
        assert_eq!(folder.trouble(args), message);
    }
}

#[test]
fn a_damaged_section_of_a_table_that_is_not_held_is_named_when_it_is_read() {
    let folder = with_file();
    let file = "m.perfect";
    fs::write(folder.path("right.perfect"), whole()).unwrap();
    let sections = sections(&folder.path("right.perfect"));
    let mut bytes = whole().to_vec();
    // Early in the file, so that few sections are read before it.
    bytes[sections.start + 3000] ^= 0x55;
    fs::write(folder.path(file), &bytes).unwrap();
    every_answer(&folder, file, GAME);
    // Answers from other sections are not affected.
    let start = ["probe", "right.perfect", "........................", "--json"];
    let answer = folder.fine(&start);
    assert_eq!(folder.fine(&[&["probe", file], &start[2..]].concat()), answer);

    bytes[sections].iter_mut().skip(8).step_by(16).for_each(|byte| *byte ^= 1);
    fs::write(folder.path(file), &bytes).unwrap();
    for args in [
        &["probe", file, start[2]][..],
        &["arena", "perfect", "blind", "--game", file, "--games", "10"],
        &["stats", file],
    ] {
        let message = folder.trouble(args);
        assert!(message.starts_with("error: m.perfect is damaged (section "), "{message}");
    }
}

#[test]
fn a_dump_beyond_sixteen_cells_can_be_read_as_far_as_one_likes() {
    let folder = with_file();
    for format in ["csv", "jsonl", "json"] {
        let mut dump = start(&folder, &["dump", FILE, "--format", format]);
        let out = BufReader::new(dump.stdout.take().unwrap());
        let lines: Vec<_> = out.lines().take(40).map(Result::unwrap).collect();
        let answer = end(dump);
        assert_eq!((answer.code, &*answer.err), (Some(0), ""));
        let first: Value = match format {
            "csv" => {
                assert!(lines[0].starts_with("code,board,ply,to_move,terminal,winner,outcome,"));
                let fields: Vec<_> = lines[1].split(',').collect();
                json!({
                    "code": fields[0].parse::<u64>().unwrap(),
                    "board": fields[1],
                    "outcome": fields[6],
                    "remoteness": fields[8].parse::<u64>().unwrap(),
                })
            }
            "json" => {
                let head = r#"{"game":"connect:4,6,4","objective":"fastest","positions":["#;
                assert_eq!(lines[0], head);
                serde_json::from_str(lines[1].strip_suffix(',').unwrap()).unwrap()
            }
            _ => serde_json::from_str(&lines[0]).unwrap(),
        };
        let board = first["board"].as_str().unwrap();
        let probed = folder.json(&["probe", FILE, board, "--json"]);
        for key in ["code", "board", "outcome", "remoteness"] {
            assert_eq!(first[key], probed[key], "{format}: {key}");
        }
    }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn a_dump_of_sixteen_cells_lists_every_position_by_code() {
    let folder = Folder::new();
    let game = "connect:4,4,4";
    let csv = folder.fine(&["dump", game]);
    let codes: Vec<u64> =
        csv.lines().skip(1).map(|line| line.split(',').next().unwrap().parse().unwrap()).collect();
    assert!(codes.is_sorted_by(|a, b| a < b));
    assert_eq!(codes.len(), 161_029);
    let start = "0,................,0,X,false,,draw,0,16,1 2 3 4,1 2 3 4";
    assert_eq!(csv.lines().nth(1).unwrap(), start);
    assert_eq!(folder.fine(&["dump", game, "--format", "jsonl"]).lines().count(), codes.len());
    assert_eq!(folder.fine(&["dump", game, "--json"]).lines().count(), codes.len() + 2);
}

#[test]
fn a_large_file_is_dumped_as_solve_writes_it() {
    let folder = with_file();
    for (from, name) in [(FILE, "of_file.perfect"), (GAME, "of_game.perfect")] {
        folder.fine(&["dump", from, "--format", "perfect", "-o", name]);
        assert!(read(&folder, name) == whole(), "{name}");
    }
    assert_eq!(folder.names(), [FILE, "of_file.perfect", "of_game.perfect"]);
}

/// A pipe can be read once.
#[cfg(unix)]
#[test]
fn a_table_from_a_pipe_is_dumped_whole() {
    for game in ["connect:4,4,4", "tictactoe"] {
        let folder = Folder::new();
        folder.fine(&["solve", game, "-o", FILE]);
        let file = File::open(folder.path(FILE)).unwrap();
        let cat = std::process::Command::new("cat").stdin(file).stdout(Stdio::piped()).spawn();
        let mut cat = cat.unwrap();
        let mut dump = folder.command(&["dump", "/dev/stdin", "--format", "perfect", "-o", "d"]);
        let output = dump.stdin(cat.stdout.take().unwrap()).output().unwrap();
        cat.wait().unwrap();
        assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]), "{game}");
        assert!(read(&folder, "d") == read(&folder, FILE), "{game}");
    }
}

#[test]
fn a_large_file_goes_through_every_command() {
    let folder = with_file();
    let proof = folder.json(&["verify", FILE, "--json"]);
    assert_eq!((&proof["proven"], &proof["entries"]), (&json!(true), &json!(16_843_262)));
    let again = folder.json(&["regenerate", FILE, "--json"]);
    assert_eq!((&again["same"], &again["byte_for_byte"]), (&json!(true), &json!(true)));
    let stats = folder.json(&["stats", FILE, "--json"]);
    assert_eq!((&stats["game"], &stats["positions"]), (&json!(GAME), &json!(15_835_683)));
    assert_eq!(stats["start"]["remoteness"], 24);
    let probed = folder.json(&["probe", FILE, "2233", "--line", "--json"]);
    assert_eq!((&probed["outcome"], &probed["remoteness"]), (&json!("draw"), &json!(20)));
    assert_eq!(probed["line"].as_array().unwrap().len(), 20);
    let message = folder.trouble(&["probe", FILE, "................"]);
    assert!(message.contains("24"), "{message}");
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn large_tables_are_compared() {
    let folder = with_file();
    let same = folder.fine(&["diff", FILE, GAME]);
    assert!(same.ends_with("The same in all 15,835,683 positions.\n"), "{same}");
    let other = "other.perfect";
    let first = "first.perfect";
    folder.fine(&["solve", "connect:3,6,4", "-o", first]);
    for game in ["connect:3,6,3", "connect:3,6,4+misere"] {
        folder.fine(&["solve", game, "-o", other]);
        let text = folder.different(&["diff", first, other, "--limit", "3", "--json"]);
        let diff: Value = serde_json::from_str(&text).unwrap();
        assert!(diff["outcome_changed"].as_u64().unwrap() > 0, "{game}: {text}");
        for example in diff["differences"].as_array().unwrap() {
            let board = example["board"].as_str().unwrap();
            for (side, table) in [("first", first), ("second", other)] {
                if example[side].is_null() {
                    folder.trouble(&["probe", table, board]);
                    continue;
                }
                let probed = folder.json(&["probe", table, board, "--json"]);
                for key in ["outcome", "remoteness"] {
                    assert_eq!(example[side][key], probed[key], "{game}: {board}");
                }
            }
        }
    }
    let message = folder.trouble(&["diff", "tictactoe", FILE]);
    assert!(message.contains("different positions"), "{message}");
    let game = "mnk:4,4,4";
    folder.fine(&["solve", game, "-o", "m.perfect"]);
    let same = folder.fine(&["diff", "m.perfect", game]);
    assert!(same.ends_with("The same in all 9,722,011 positions.\n"), "{same}");
}

/// The peak memory of a run in kilobytes; `None` if the system does not tell.
pub(crate) fn peak_memory(folder: &Folder, args: &[&str]) -> Option<u64> {
    let mut child = start(folder, args);
    let status = format!("/proc/{}/status", child.id());
    let mut peak = None;
    while child.try_wait().unwrap().is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let found = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
        peak = peak.max(found);
        thread::sleep(Duration::from_millis(2));
    }
    assert_eq!(end(child).code, Some(0));
    peak
}

#[test]
fn a_few_tiers_are_in_memory_and_not_all() {
    let folder = Folder::new();
    for (game, most) in [("mnk:4,4,4", 60_000), (GAME, 40_000)] {
        let args = ["solve", game, "-o", FILE, "--threads", "2"];
        let Some(peak) = peak_memory(&folder, &args) else {
            return;
        };
        println!("{game}: {peak} kB");
        assert!(peak < most, "{game}: {peak} kB");
    }
}
