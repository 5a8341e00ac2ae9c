//! The marks of reachable positions, kept beside an unfinished file (`FILE.partial.reached`) or in an unfinished folder
//! (`all.reached`), so that an interrupted solve need not find them again.

use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::atomic::Ordering::Relaxed,
    time::{Duration, Instant},
};

use perfect_play_file::{WriteError, compress, decompress, fingerprint_of_rules, replace};
use perfect_play_generator::{Reached, numbering::RankNumbering};

use crate::AnyGame;

const MAGIC: [u8; 8] = *b"\x89REACHED";

/// The level of zstd: the fastest one.
const COMPRESSION: i32 = 1;

/// The time between two writes.
const INTERVAL: Duration = Duration::from_secs(300);

/// The file of the marks. If it is of other rules, of another release, or damaged, all is marked anew. Nothing else notices a
/// mark that is missing: within a unit, a child that is not solved counts as one that is never decided.
pub(crate) struct KeptMarks {
    path: PathBuf,
    /// A checksum of the rules, the numbering and the release.
    of: u32,
    written: Instant,
}

impl KeptMarks {
    /// The marks for a table in this folder.
    pub(crate) fn in_folder(folder: &Path, game: &AnyGame, numbering: &RankNumbering) -> Self {
        Self::beside(&folder.join("all"), game, numbering)
    }

    /// The marks for a table at this path.
    pub(crate) fn beside(path: &Path, game: &AnyGame, numbering: &RankNumbering) -> Self {
        // Without such tiers nothing is kept, and the checksum of a game with millions of starts takes a while.
        let has_marks = !numbering.reached_tiers().is_empty();
        let rules = has_marks.then(|| fingerprint_of_rules(game));
        let release = env!("CARGO_PKG_VERSION");
        let of = crc32fast::hash(format!("{release} {game} {rules:?} {numbering:?}").as_bytes());
        let mut name = path.as_os_str().to_owned();
        name.push(".reached");
        Self { path: name.into(), of, written: Instant::now() }
    }

    /// Marks what was kept. Returns the first unit that was followed, and then all behind it.
    pub(crate) fn load(&self, reached: &Reached, numbering: &RankNumbering) -> Option<u32> {
        let mut file = io::BufReader::new(fs::File::open(&self.path).ok()?);
        let mut magic = [0; 8];
        file.read_exact(&mut magic).ok()?;
        let [of, followed, crc32] = numbers(&mut file)?;
        let units = numbering.reached_units();
        let is_whole = magic == MAGIC && crc32 == crc32_of([of, followed]);
        if !is_whole || of != self.of || !(units.start..=units.end).contains(&followed) {
            return None;
        }
        // They are set only when all of them are known to be whole.
        let mut tiers = Vec::new();
        for tier in numbering.reached_tiers() {
            let [len, crc32] = numbers(&mut file)?;
            let mut packed = Vec::new();
            (&mut file).take(len.into()).read_to_end(&mut packed).ok()?;
            let mut bytes = vec![0; 8 * reached.words(tier).len()];
            let is_whole = crc32fast::hash(&packed) == crc32
                && decompress(&packed, &mut bytes).is_ok_and(|is_whole| is_whole);
            tiers.push(is_whole.then_some(bytes)?);
        }
        for (tier, bytes) in numbering.reached_tiers().zip(tiers) {
            for (word, &bytes) in reached.words(tier).iter().zip(bytes.as_chunks().0) {
                word.fetch_or(u64::from_le_bytes(bytes), Relaxed);
            }
        }
        Some(followed)
    }

    /// Keeps the marks, if it is time. The units from `followed` on were followed.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub(crate) fn keep(
        &mut self,
        reached: &Reached,
        numbering: &RankNumbering,
        followed: u32,
    ) -> Result<(), WriteError> {
        let is_last = followed == numbering.reached_units().start;
        if !is_last && self.written.elapsed() < INTERVAL {
            return Ok(());
        }
        replace(&self.path, |out| {
            out.write_all(&MAGIC)?;
            for number in [self.of, followed, crc32_of([self.of, followed])] {
                out.write_all(&number.to_le_bytes())?;
            }
            let mut packed = Vec::new();
            for tier in numbering.reached_tiers() {
                let words = reached.words(tier).iter();
                let bytes: Vec<u8> =
                    words.flat_map(|word| word.load(Relaxed).to_le_bytes()).collect();
                packed.clear();
                compress(&bytes, COMPRESSION, &mut packed)?;
                let len = u32::try_from(packed.len()).map_err(io::Error::other)?;
                out.write_all(&len.to_le_bytes())?;
                out.write_all(&crc32fast::hash(&packed).to_le_bytes())?;
                out.write_all(&packed)?;
            }
            Ok(())
        })?;
        self.written = Instant::now();
        Ok(())
    }

    /// Removes the file. The table is finished.
    pub(crate) fn remove(&self) {
        // A file that stays takes room, and nothing else.
        let _ = fs::remove_file(&self.path);
    }
}

fn crc32_of(numbers: [u32; 2]) -> u32 {
    crc32fast::hash(numbers.map(u32::to_le_bytes).as_flattened())
}

fn numbers<const N: usize>(file: &mut impl Read) -> Option<[u32; N]> {
    let mut numbers = [[0; 4]; N];
    file.read_exact(numbers.as_flattened_mut()).ok()?;
    Some(numbers.map(u32::from_le_bytes))
}
