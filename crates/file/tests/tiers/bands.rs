//! Tiers that are packed and read again band by band.

use std::{fs, sync::Arc};

use perfect_play_core::Objective;
use perfect_play_file::{PackedTier, ReadError, Settings, TierFolder, TierPacker, TierWriter};
use perfect_play_games::Mnk;
use perfect_play_generator::solve_tiers;
use perfect_play_numbering::{HeldSections, Limits, Sections, Tier, Tiers};

use super::solved::SMALL;

/// Games and limits for which there is a middle part.
const GAMES: [(&str, Limits); 3] = [
    ("mnk:4,3,3", Limits { low: 81, top: 81, middle: 81 }),
    ("connect:3,4,3", Limits { low: 31, top: 31, middle: 31 }),
    ("tictactoe+misere", Limits { low: 3, top: 81, middle: 81 }),
];

/// A solved game, and its numbering with bands of this many slots.
fn solved((name, limits): (&str, Limits), slots: usize) -> (Mnk, Arc<Tiers>, HeldSections) {
    let game: Mnk = name.parse().unwrap();
    let tiers = || Tiers::with_limits(&game, limits).unwrap();
    let solved = solve_tiers(&game, &tiers(), &|_| ()).unwrap();
    (game, Arc::new(tiers().with_bands(slots)), solved)
}

/// How a file packs and appends a tier.
fn to_file(file: &TierWriter) -> (impl Fn(&Tier<'_>) -> TierPacker + '_, impl Fn(PackedTier) + '_) {
    (|tier: &Tier<'_>| file.packer(tier), |packed| file.append(packed).unwrap())
}

/// Packs each tier by bands, and reads the bands again.
fn by_bands(
    files: &impl Sections<Error = ReadError>,
    (begin, append): (impl Fn(&Tier<'_>) -> TierPacker, impl Fn(PackedTier)),
    tiers: &Tiers,
    solved: &HeldSections,
) {
    for number in tiers.numbers() {
        let tier = tiers.tier(number as usize);
        let mut packed = begin(&tier);
        for band in 0..tiers.bands() {
            let sections = &solved.0[number as usize];
            let values = [0, 1].map(|mover| sections[mover][tier.band(band, mover)].to_vec());
            packed.push(&tier, &values).unwrap();
        }
        append(packed.finish().unwrap());
        let mut values = Vec::new();
        for mover in 0..2 {
            let mut whole = Vec::new();
            files.section(number, mover, &mut whole).unwrap();
            for band in (0..tiers.bands()).rev() {
                files.band(&tier, band, mover, &mut values).unwrap();
                assert_eq!(values, whole[tier.band(band, mover)]);
            }
        }
    }
}

#[test]
fn a_file_is_the_same_whatever_the_bands() {
    for named in GAMES {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.perfect");
        for frame_slots in [64, 1000, 1 << 16] {
            let settings = Settings { frame_slots, ..SMALL };
            let writer = |game, tiers| {
                TierWriter::with_settings(&path, &game, Objective::Fastest, tiers, settings)
                    .unwrap()
            };
            let (game, tiers, sections) = solved(named, usize::MAX);
            let whole = writer(game, tiers);
            for (tier, [o, x]) in (0..).zip(&sections.0) {
                whole.append(whole.pack(tier, [o, x]).unwrap()).unwrap();
            }
            whole.finish().unwrap();
            let expected = fs::read(&path).unwrap();
            for slots in [1, 100] {
                let (game, tiers, sections) = solved(named, slots);
                let narrow = writer(game, Arc::clone(&tiers));
                by_bands(&narrow, to_file(&narrow), &tiers, &sections);
                narrow.finish().unwrap();
                assert!(fs::read(&path).unwrap() == expected, "{named:?}, bands of {slots} slots");
            }
        }
    }
}

#[test]
fn bands_are_read_from_the_files_of_a_folder() {
    for named in GAMES {
        let (game, tiers, sections) = solved(named, 1);
        let folder = tempfile::tempdir().unwrap();
        let files =
            TierFolder::create(folder.path(), &game, Objective::Fastest, Arc::clone(&tiers));
        let files = files.unwrap();
        let append = |packed| _ = files.append(packed).unwrap();
        by_bands(&files, (|tier: &_| files.packer(tier), append), &tiers, &sections);
    }
}

#[test]
fn of_a_damaged_section_no_damaged_band_is_read() {
    let (game, tiers, sections) = solved(GAMES[0], 1);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.perfect");
    let settings = Settings { frame_slots: 64, ..SMALL };
    let writer =
        TierWriter::with_settings(&path, &game, Objective::Fastest, Arc::clone(&tiers), settings)
            .unwrap();
    by_bands(&writer, to_file(&writer), &tiers, &sections);
    // The last frame of the last section.
    let mut bytes = fs::read(writer.partial_path()).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(writer.partial_path(), bytes).unwrap();
    // Frames are in memory as they were before, until a whole section is read.
    writer.section(0, 1, &mut Vec::new()).unwrap();
    let tier = tiers.tier(tiers.len() - 1);
    let last_frame = (tier.len(1) - 1) / 64 * 64;
    let mut refused = 0;
    for band in 0..tiers.bands() {
        let read = writer.band(&tier, band, 1, &mut Vec::new());
        let slots = tier.band(band, 1);
        let is_damaged = !slots.is_empty() && slots.end > last_frame;
        assert_eq!(matches!(read, Err(ReadError::Damaged { .. })), is_damaged, "{slots:?}");
        assert_eq!(read.is_err(), is_damaged);
        refused += u32::from(is_damaged);
    }
    assert!(refused > 0 && (refused as usize) < tiers.bands());
}
