//! Solved games, and the parts of their files.

use std::{fs, path::Path, sync::Arc};

use perfect_play_core::{Objective, Slot};
use perfect_play_file::{FileSections, Header, Settings, TableFile, TierWriter, WriteError};
use perfect_play_games::Mnk;
use perfect_play_generator::{Solution, solve, solve_tiers};
use perfect_play_numbering::{HeldSections, TierNumbering, TierTable, Tiers, section_number};
use perfect_play_test_kit::{index, read_back};

/// Frames that are so small that even tic-tac-toe has several per section. Such a file is never held in memory.
pub(crate) const SMALL: Settings = Settings { frame_slots: 64, compression: 3 };

/// A rank in a section with `mover` (O: 0, X: 1) to move.
pub(crate) fn slot(tier: u32, mover: usize, rank: usize) -> Slot {
    Slot { section: section_number(tier, mover), rank }
}

/// A game solved by tiers, and by code with a solver that does not use tiers.
pub(crate) struct Solved {
    pub(crate) game: Mnk,
    pub(crate) tiers: Arc<Tiers>,
    pub(crate) sections: HeldSections,
    pub(crate) by_code: Solution<Mnk>,
}

impl Solved {
    pub(crate) fn new(name: &str) -> Self {
        let game: Mnk = name.parse().unwrap();
        let tiers = Arc::new(Tiers::of(&game).unwrap());
        let sections = read_back(&tiers, solve_tiers(&game, &tiers, &|_| ()).unwrap());
        Self {
            game,
            tiers,
            sections,
            by_code: solve(game, Objective::Fastest, &mut |_, _| ()).unwrap(),
        }
    }

    /// The table in memory.
    pub(crate) fn table(&self) -> TierTable<Mnk> {
        self.table_of(self.sections.clone())
    }

    /// A table of this game with these sections.
    pub(crate) fn table_of(&self, sections: HeldSections) -> TierTable<Mnk> {
        let tiers = Tiers::of(&self.game).unwrap();
        TierTable::new(self.game, Objective::Fastest, tiers.into(), sections).unwrap()
    }

    pub(crate) fn writer(&self, path: &Path, settings: Settings) -> Result<TierWriter, WriteError> {
        TierWriter::with_settings(
            path,
            &self.game,
            Objective::Fastest,
            Arc::clone(&self.tiers),
            settings,
        )
    }

    /// Writes up to this many further tiers.
    pub(crate) fn write_tiers(&self, writer: &TierWriter, most: usize) {
        write_sections(writer, &self.sections, most);
    }

    /// Writes the file to the end, or resumes it.
    pub(crate) fn write(&self, path: &Path, settings: Settings) {
        let writer = self.writer(path, settings).unwrap();
        self.write_tiers(&writer, usize::MAX);
        writer.finish().unwrap();
    }

    /// The bytes of the file.
    pub(crate) fn bytes(&self, settings: Settings) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("whole.perfect");
        self.write(&path, settings);
        assert_eq!(folder.path().read_dir().unwrap().count(), 1);
        fs::read(path).unwrap()
    }

    /// Opens a file of this game.
    pub(crate) fn open(&self, path: &Path) -> TierTable<Mnk, FileSections> {
        TableFile::open(path).unwrap().into_table::<_, TierNumbering>(self.game).unwrap()
    }
}

pub(crate) fn write_sections(writer: &TierWriter, sections: &HeldSections, most: usize) {
    let next = writer.next_tier();
    for (tier, [o, x]) in (0..).zip(&sections.0).skip(next as usize).take(most) {
        writer.append(writer.pack(tier, [o, x]).unwrap()).unwrap();
        assert_eq!(writer.next_tier(), tier + 1);
    }
}

/// The parts of a file. They can be put together again with right checksums.
pub(crate) struct Parts {
    pub(crate) header: Header,
    /// As they are stored: heads and frames.
    pub(crate) sections: Vec<Vec<u8>>,
    /// The offset of the first section.
    pub(crate) start: usize,
}

impl Parts {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let header = TableFile::read(bytes).unwrap().header().clone();
        let start = 20 + word(bytes, 12) as usize;
        let summaries = bytes.len() - 12 * usize::try_from(header.sections).unwrap();
        let mut place = start;
        let sections = bytes[summaries..].chunks(12).map(|summary| {
            let before = place;
            place += word(summary, 4) as usize;
            bytes[before..place].to_vec()
        });
        let sections = sections.collect();
        assert_eq!(place, summaries - 12);
        Self { header, sections, start }
    }

    /// The file, with an index and a header for these sections.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let summaries: Vec<u8> = self
            .sections
            .iter()
            .flat_map(|section| {
                let length = u32::try_from(section.len()).unwrap().to_le_bytes();
                [&section[..4], &length, &section[4..8]].concat()
            })
            .collect();
        let (index, covered) = index(&summaries);
        let header = Header {
            sections: self.sections.len() as u64,
            entry_bytes: self.sections.iter().map(|section| u64::from(word(section, 0))).sum(),
            stored_bytes: self.sections.iter().map(|section| section.len() as u64).sum(),
            index_crc32: crc32fast::hash(&index[..covered]),
            ..self.header.clone()
        };
        [frame(&header), self.sections.concat(), index].concat()
    }
}

/// The beginning of a file with this header.
pub(crate) fn frame(header: &Header) -> Vec<u8> {
    let header = bincode::serde::encode_to_vec(header, bincode::config::legacy()).unwrap();
    let numbers = [perfect_play_file::FORMAT_VERSION, u32::try_from(header.len()).unwrap()];
    let numbers = numbers.map(u32::to_le_bytes).concat();
    let crc32 = crc32fast::hash(&[&*numbers, &*header].concat()).to_le_bytes();
    [&b"\x89PERFECT"[..], &numbers, &crc32, &header].concat()
}

/// A number in a file.
pub(crate) fn word(bytes: &[u8], place: usize) -> u32 {
    u32::from_le_bytes(bytes[place..place + 4].try_into().unwrap())
}
