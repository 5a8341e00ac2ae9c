//! What a file of few bytes makes the library take of memory, as the operating system sees it: each file is
//! opened and proven by a process of its own.

use std::{
    env,
    fs::{self, File},
    io::{self, Write},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use perfect_play_engine::AnyTable;
use perfect_play_generator::{
    core::{Game, Layout, Mnk, Objective, Probe},
    index::Index,
};
use perfect_play_table::{Header, LevelWriter, Numbering, Settings};

use crate::file::{Parts, beginning, hollow, sparse};

/// In the environment of the process: the file, or nothing if it is standard input.
const FILE: &str = "MUTATION_MEMORY_FILE";

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
        .args(["--exact", "--ignored", "--nocapture", "memory::open_and_prove"])
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
        let (game, index) = (Mnk::TICTACTOE, Index::of(&Mnk::TICTACTOE).unwrap());
        let path = path.with_extension("");
        let writer = LevelWriter::create(&path, game, Objective::Fastest, &index);
        return Ok(format!("next is level {:?}", writer.unwrap().next_level()));
    }
    let table = AnyTable::open(path).map_err(|error| error.to_string())?;
    if table.as_direct().is_none() {
        // From all over the file.
        let index = Index::of(table.game()).unwrap();
        for slot in (0..index.slots()).step_by(1 << 18) {
            let _ = table.value(index.board(slot).unwrap());
        }
    }
    let proof = table.verify(&mut |_, _| ()).map_err(|error| error.to_string())?;
    Ok(format!("proven: {}", proof.is_proven()))
}

/// A header that promises so many entries in so many bytes.
fn promising(game: &str, numbering: Numbering, level_bytes: &[u64], block_bytes: u32) -> Header {
    let game: Mnk = game.parse().unwrap();
    Header {
        game: game.to_string(),
        objective: Objective::Fastest,
        positions_by_ply: vec![0; usize::from(game.max_plies()) + 1],
        numbering,
        left_out: match numbering {
            Numbering::Codes(_) => Vec::new(),
            Numbering::Index => game.kind().settled_values().to_vec(),
        },
        level_bytes: level_bytes.to_vec(),
        settings: Settings { block_bytes, compression: 3 },
        stored_bytes: 0,
        index_crc32: 0,
        finished: true,
    }
}

/// Headers that promise a gigabyte and more, each as a table that is held and as one that is not.
fn promises() -> [Header; 5] {
    let codes = Numbering::Codes(Layout::Bytes);
    let most_codes = 80_000_000;
    let header = |header: Header, stored_bytes| Header { stored_bytes, ..header };
    [
        header(promising("tictactoe", codes, &[most_codes], 1), 1 << 30),
        header(promising("tictactoe", codes, &[most_codes], 1 << 24), 1 << 30),
        header(promising("tictactoe", Numbering::Index, &[1 << 24], 1), 1 << 30),
        header(promising("mnk:5,4,4", Numbering::Index, &[1 << 27], 1), 1 << 20),
        header(promising("mnk:5,4,4", Numbering::Index, &[1 << 40], 1 << 14), 1 << 30),
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

#[test]
fn a_sparse_file_under_way() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sparse.perfect.partial");
    let settings = Settings::by_index(level_bytes("tictactoe").iter().sum());
    let numbering = Numbering::Index;
    let header = promising("tictactoe", numbering, &level_bytes("tictactoe"), settings.block_bytes);
    File::create(&path)
        .and_then(|mut file| {
            file.write_all(&beginning(&Header { settings, finished: false, ..header }))?;
            file.set_len(1 << 30)
        })
        .unwrap();
    let Outcome { said, peak } = opened(&path, |_| Ok(()));
    assert_eq!(said, "next is level Some(0)");
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
    let write = |game, numbering, level_bytes: &[u64], block_bytes| {
        let header = promising(game, numbering, level_bytes, block_bytes);
        let counts = vec![header.positions_by_ply.clone(); level_bytes.len()];
        let level = |&bytes| vec![0; usize::try_from(bytes).unwrap()];
        let levels = level_bytes.iter().map(level).collect();
        fs::write(&path, Parts { header, levels, counts }.to_bytes()).unwrap();
    };
    // By code, it could be of a board of 16 cells: so much is held before the game is asked.
    write("tictactoe", Numbering::Codes(Layout::Bytes), &[80_000_000], 1 << 20);
    let Outcome { said, peak } = opened(&path, |_| Ok(()));
    assert!(said.contains("the slots take 80000000 bytes in place of 19683"), "{said}");
    assert!(peak < LITTLE + 80_000_000, "{peak} bytes");

    // Of a large one, which has 188 million entries, probes keep few of the largest blocks there are.
    write("mnk:5,4,4", Numbering::Index, &level_bytes("mnk:5,4,4"), 1 << 24);
    let Outcome { said, peak } = opened(&path, |_| Ok(()));
    assert_eq!(said, "proven: false");
    assert!(peak < 96 * MIB, "{peak} bytes");
}

#[test]
fn a_large_table_of_which_index_and_counts_alone_are_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hollow.perfect");
    // Its first level has 110 million entries, the largest more than can be held here.
    let level_bytes = level_bytes("mnk:25,1,3");
    assert_eq!(level_bytes[0], 110_225_731);
    hollow(&promising("mnk:25,1,3", Numbering::Index, &level_bytes, 1 << 24), &path);
    let Outcome { said, peak } = opened(&path, |_| Ok(()));
    assert!(said.ends_with("is not what was written): restore it, or solve it again"), "{said}");
    assert!(peak < LITTLE, "{peak} bytes");
}

/// Bytes of entries of each level of a game's table.
fn level_bytes(game: &str) -> Vec<u64> {
    let index = Index::of(&game.parse::<Mnk>().unwrap()).unwrap();
    index.levels_in_order().map(|level| index.level_len(level)).collect()
}
