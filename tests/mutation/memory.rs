//! How much memory the library takes for a small file that states a large size, as the operating system reports
//! it. A separate process opens and proves each file.

use std::{
    env,
    fs::{self, File},
    io::{self, Write},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use perfect_play_engine::{AnyGame, AnyTable};
use perfect_play_file::{Header, Settings, StoredNumbering, TierWriter};
use perfect_play_games::Mnk;
use perfect_play_generator::{
    core::{Objective, Probe, Value},
    numbering::Tiers,
};

use super::{
    file::{Parts, beginning, header, hollow, sparse, under_way},
    honest::{Form, honest},
};

/// In the environment of the process: the file, or nothing if it is standard input.
const FILE: &str = "MUTATION_MEMORY_FILE";

/// The arguments of the process.
const OPEN_AND_PROVE: [&str; 4] =
    ["--exact", "--ignored", "--nocapture", "mutation::memory::open_and_prove"];

const MIB: u64 = 1 << 20;

/// More than a process takes that opens nothing, and less than any of these files asks for.
const LITTLE: u64 = 24 * MIB;

/// What a process of its own said of a file, and how many bytes of memory it had at most.
struct Outcome {
    said: String,
    peak: u64,
}

/// Opens and proves a file in a process of its own, which reads from a pipe what `input` writes.
fn opened(path: &Path, input: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Outcome {
    let mut process = Command::new(env::current_exe().unwrap())
        .args(OPEN_AND_PROVE)
        .env(FILE, path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The process may end before it has read everything.
    let _ = input(&mut process.stdin.take().unwrap());
    let output = String::from_utf8(process.wait_with_output().unwrap().stdout).unwrap();
    let line = |name| output.lines().find_map(|line| line.split(name).nth(1)).unwrap().trim();
    let peak = line("VmHWM:").strip_suffix(" kB").unwrap();
    Outcome { said: line("said:").to_owned(), peak: 1024 * peak.parse::<u64>().unwrap() }
}

#[test]
#[ignore = "the other tests run it, in a process of its own"]
fn open_and_prove() {
    let path = PathBuf::from(env::var_os(FILE).expect("a file that another test has made"));
    println!("said: {}", of_file(&path).unwrap_or_else(|error| error));
    let status = fs::read_to_string("/proc/self/status").unwrap();
    println!("{}", status.lines().find(|line| line.starts_with("VmHWM:")).unwrap());
}

/// What is found out about a file; or about the table under way, if it has such a name.
fn of_file(path: &Path) -> Result<String, String> {
    if path.extension().is_some_and(|extension| extension == "partial") {
        let (game, tiers) = (Mnk::TICTACTOE, Tiers::of(&Mnk::TICTACTOE).unwrap());
        let path = path.with_extension("");
        let writer = TierWriter::create(&path, &game, Objective::Fastest, tiers);
        return Ok(format!("next is tier {}", writer.unwrap().next_tier()));
    }
    let table = AnyTable::open(path).map_err(|error| error.to_string())?;
    let is_by_code = table.header().is_some_and(|it| it.numbering == StoredNumbering::Codes);
    if let Some(game) = table.game().mnk().filter(|_| !is_by_code) {
        // From all over the file.
        let tiers = Tiers::of(&game).unwrap();
        for tier in (0..u32::try_from(tiers.len()).unwrap()).step_by(16) {
            for board in tiers.boards(tier).take(1) {
                let _ = table.as_of(game).value(board);
            }
        }
    }
    let proof = table.verify(&mut |_, _| ()).map_err(|error| error.to_string())?;
    Ok(format!("proven: {}", proof.is_proven()))
}

/// The right header of a table by tiers with frames of so many bytes, of which nothing is written yet.
fn begun(game: &str, frame_slots: u32) -> Header {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.perfect");
    let (game, settings) = (game.parse::<Mnk>().unwrap(), Settings { frame_slots, compression: 3 });
    let tiers = Tiers::of(&game).unwrap();
    let objective = Objective::Fastest;
    let writer = TierWriter::with_settings(&path, &game, objective, tiers, settings).unwrap();
    let header = header(&fs::read(writer.partial_path()).unwrap());
    Header { finished: true, ..header }
}

/// The header of a table by code with so many entries, in frames of so many bytes.
fn by_code(entry_bytes: u64, frame_slots: u32) -> Header {
    let header = honest("tictactoe", Objective::Fastest, Form::Code).header;
    let settings = Settings { frame_slots, compression: 3 };
    Header { numbering: StoredNumbering::Codes, entry_bytes, settings, ..header }
}

/// Nearly as many entries as a table by code can have.
const MOST_CODES: u64 = 43_000_000;

/// Headers that promise a gigabyte and more, each as a table that is held and as one that is not.
fn promises() -> [Header; 6] {
    let header = |header: Header, stored_bytes| Header { stored_bytes, ..header };
    let sections = |header: Header, sections| Header { sections, ..header };
    let entries = |header: Header, entry_bytes| Header { entry_bytes, ..header };
    [
        header(by_code(MOST_CODES, 1), 1 << 30),
        header(by_code(MOST_CODES, 1 << 24), 1 << 30),
        header(entries(sections(begun("tictactoe", 1), 1), 1 << 24), 1 << 30),
        header(sections(begun("mnk:5,4,4", 1), 1 << 27), 1 << 20),
        header(begun("mnk:5,4,4", 1 << 14), 1 << 30),
        header(entries(begun("mnk:5,4,4", 1), 1 << 60), 1 << 40),
    ]
}

#[test]
fn sparse_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sparse.perfect");
    for header in promises() {
        let length = sparse(&header, &path);
        let metadata = path.metadata().unwrap();
        assert!(metadata.len() == length && length >= 1 << 30 && metadata.blocks() < 256);
        let Outcome { said, peak } = opened(&path, |_| Ok(()));
        assert!(said.contains("is damaged"), "{said}");
        assert!(peak < LITTLE, "{peak} bytes for {header:?}");
    }
}

/// The first bytes behind the header say what must be there, or that the first frame has a gigabyte.
#[test]
fn sparse_files_that_begin_right() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sparse.perfect");
    for header in promises().into_iter().filter(|header| header.sections == 1) {
        let entries = u32::try_from(header.entry_bytes).unwrap();
        for first_frame in [0_u32, 10, 1 << 29] {
            sparse(&header, &path);
            let mut file = File::options().append(false).write(true).open(&path).unwrap();
            let head = [entries, 0, first_frame, 0].map(u32::to_le_bytes);
            file.write_all(&[&beginning(&header)[..], head.as_flattened()].concat()).unwrap();
            let Outcome { said, peak } = opened(&path, |_| Ok(()));
            assert!(said.contains("is damaged"), "{said}");
            assert!(peak < LITTLE, "{peak} bytes for {header:?}, {first_frame}");
        }
    }
}

#[test]
fn a_sparse_file_under_way() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sparse.perfect.partial");
    let tiers = Tiers::of(&Mnk::TICTACTOE).unwrap();
    let settings = Settings::by_tier(tiers.slots());
    let header = Header { settings, ..begun("tictactoe", 1) };
    File::create(&path)
        .and_then(|mut file| {
            file.write_all(&beginning(&under_way(&header)))?;
            file.set_len(1 << 30)
        })
        .unwrap();
    let Outcome { said, peak } = opened(&path, |_| Ok(()));
    assert_eq!(said, "next is tier 0");
    assert!(peak < LITTLE, "{peak} bytes");
}

#[test]
fn a_header_and_zeros_through_a_pipe() {
    for header in promises() {
        let mut zeros = 0;
        let Outcome { said, peak } = opened(Path::new("/dev/stdin"), |pipe| {
            pipe.write_all(&beginning(&header))?;
            while zeros < 1 << 28 {
                pipe.write_all(&[0; 1 << 12])?;
                zeros += 1 << 12;
            }
            Ok(())
        });
        assert!(said.contains("is damaged"), "{said}");
        assert!(peak < LITTLE && zeros < MIB, "{peak} bytes, {zeros} zeros, for {header:?}");
    }
}

#[test]
fn a_table_of_one_value() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("of_one_value.perfect");
    let write = |header: Header, frames: Vec<(usize, Vec<u8>)>| {
        fs::write(&path, Parts::of_frames(header, frames).to_bytes()).unwrap();
    };
    // By code, it could be of a board of 16 cells. The game is asked before so much is held.
    let codes = usize::try_from(MOST_CODES).unwrap();
    write(by_code(MOST_CODES, 1 << 20), vec![(codes, vec![0; codes])]);
    let Outcome { said, peak } = opened(&path, |_| Ok(()));
    assert!(
        said.contains("the values have 43000000 bytes, but the game has 19683 slots"),
        "{said}"
    );
    assert!(peak < LITTLE, "{peak} bytes");

    // Of a large one, which has more than a hundred million entries, probes keep few of the largest frames there
    // are.
    let tiers = Tiers::of(&"mnk:5,4,4".parse::<Mnk>().unwrap()).unwrap();
    let zeros = tiers.numbers().flat_map(|number| {
        let tier = tiers.tier(number as usize);
        [0, 1].map(|mover| {
            let (slots, mut kept) = (tier.len(mover), Vec::new());
            tier.keep_non_static(mover, 0..slots, &vec![0; slots], &mut kept);
            (slots, kept)
        })
    });
    write(begun("mnk:5,4,4", 1 << 24), zeros.collect());
    let Outcome { said, peak } = opened(&path, |_| Ok(()));
    assert_eq!(said, "proven: false");
    assert!(peak < 96 * MIB, "{peak} bytes");
}

/// The parts of a file with so many keys, of a game whose positions are found. The last four bytes of key `i` are
/// `last(i)`, and the bytes before them zeros. No value is given.
fn keyed(game: &str, count: usize, frame_slots: u32, last: impl Fn(u32) -> u32) -> Parts {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("right.perfect");
    let rules = AnyGame::open(game).unwrap();
    let table = AnyTable::solve(rules, Objective::Fastest, 1 << 30, &|_, _| ()).unwrap();
    table.write(&path).unwrap();
    let Parts { header, .. } = Parts::of(&fs::read(path).unwrap());
    let settings = Settings { frame_slots, compression: 3 };
    let width = usize::from(header.key_bytes);
    let mut entries = vec![0; count * (1 + width)];
    let (values, planes) = entries.split_at_mut(count);
    values.fill(Value::NONE);
    for (at, plane) in planes.chunks_exact_mut(count).skip(width - 4).enumerate() {
        for (number, byte) in (0..).zip(plane) {
            *byte = last(number).to_be_bytes()[at];
        }
    }
    Parts::of_frames(Header { settings, ..header }, vec![(entries.len(), entries)])
}

/// Every key must be larger than the key before it, so equal ones are found before memory is taken for all of them.
#[test]
fn keys_that_do_not_rise() {
    /// The end of each key, by its number.
    type Keys = fn(u32) -> u32;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("keys.perfect");
    let cases: [(&str, usize, Keys, &str); 4] = [
        ("quixo:3,3,3", 1 << 24, |_| 0, "key 1 is not"),
        ("nim:3,2", 1 << 24, |_| 0, "key 1 is not"),
        // The first piece is right.
        ("nim:3,2", 1 << 24, |number| number.min(300_000), "key 300001 is not"),
        ("nim:3,2", 1 << 24, |number| number % 300_000, "key 300000 is not"),
    ];
    for (game, count, last, expected) in cases {
        let mut parts = keyed(game, count, 1 << 20, last);
        for frame_slots in [1 << 20, Settings::MAX_FRAME_SLOTS] {
            parts.header.settings.frame_slots = frame_slots;
            let file = parts.to_bytes();
            assert!(file.len() < 1 << 20, "{} bytes", file.len());
            fs::write(&path, file).unwrap();
            let Outcome { said, peak } = opened(&path, |_| Ok(()));
            assert!(said.contains(expected), "{game}: {said}");
            let most = 2 * LITTLE + u64::from(frame_slots);
            assert!(peak < most, "{game}: {peak} bytes with frames of {frame_slots}");
        }
    }
}

#[test]
fn memory_that_is_short_is_not_damage() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("keys.perfect");
    fs::write(&path, keyed("nim:3,2", 1 << 21, 1 << 20, |number| number).to_bytes()).unwrap();
    // The limit holds for the program that the shell becomes.
    let limited = |mib: u64| {
        let script = format!("ulimit -v {}; exec \"$0\" \"$@\"", mib << 10);
        let mut process = Command::new("sh");
        process.args(["-c", &script]).arg(env::current_exe().unwrap()).args(OPEN_AND_PROVE);
        let output = process.env(FILE, &path).env("MALLOC_ARENA_MAX", "1").output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    // The checksum of the rules covers the numbers of positions, and is compared when all keys are read.
    let is_read = |said: &String| said.contains("made with other rules or tiers of nim:3,2");
    assert!(is_read(&limited(256)));
    // Opening takes some 50 MiB, so the first limit that is too small leaves enough for everything else.
    let said = (0..6).map(|step| limited(144 - 16 * step)).find(|said| !is_read(said)).unwrap();
    assert!(said.contains("cannot be read: there is not enough memory"), "{said}");
}

#[test]
fn a_large_table_of_which_the_index_alone_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hollow.perfect");
    let lens = lens("mnk:5,5,4");
    assert!(lens.contains(&15_134_931));
    // In frames of one byte the head of a section alone is as large as eight sections.
    for frame_slots in [1, 1 << 24] {
        hollow(&begun("mnk:5,5,4", frame_slots), &lens, &path);
        let Outcome { said, peak } = opened(&path, |_| Ok(()));
        assert!(
            said.ends_with("is not what was written): restore it, or solve it again"),
            "{said}"
        );
        assert!(peak < 2 * LITTLE, "{peak} bytes");
    }
}

/// Entries of each section of a game's table.
fn lens(game: &str) -> Vec<usize> {
    let tiers = Tiers::of(&game.parse::<Mnk>().unwrap()).unwrap();
    (0..tiers.len()).flat_map(|tier| tiers.tier(tier).lens()).collect()
}
