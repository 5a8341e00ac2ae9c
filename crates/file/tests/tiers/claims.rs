//! Files that claim to be large use neither memory nor time.
#![cfg(unix)]

use std::{
    fs::{self, File},
    io::Write,
};

use perfect_play_file::{Damage, Header, OpenErrorKind, ReadError, Settings, TableFile, to_bytes};
use perfect_play_numbering::Sections;

use super::solved::{Parts, SMALL, Solved, frame, word};

const HUGE: u64 = 1 << 36;

/// A file that begins with this header and has the length that the header says, and contains nothing else.
fn sparse(header: &Header) -> OpenErrorKind {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sparse.perfect");
    let start = frame(header);
    let mut file = File::create(&path).unwrap();
    file.write_all(&start).unwrap();
    let index = 12 * (header.sections + header.sections.div_ceil(4096));
    let length = start.len() as u64 + header.stored_bytes + index;
    file.set_len(length).unwrap();
    TableFile::open(&path).unwrap_err().into_kind()
}

#[test]
fn huge_sections_that_are_not_there_are_refused_at_once() {
    let solved = Solved::new("tictactoe");
    let one = Parts::of(&to_bytes(&solved.table()).unwrap()).header;
    let many = Parts::of(&solved.bytes(SMALL)).header;
    for header in [
        Header { stored_bytes: HUGE, ..one.clone() },
        Header { stored_bytes: HUGE, ..many.clone() },
        Header { entry_bytes: HUGE, stored_bytes: HUGE, ..many.clone() },
        Header { sections: HUGE / 12, ..many.clone() },
        Header { sections: HUGE / 12, entry_bytes: u64::MAX, ..many.clone() },
    ] {
        let error = sparse(&header);
        assert!(matches!(error, OpenErrorKind::Damaged(Damage::Index)), "{error}");
    }
    for header in [
        // One section is held in memory.
        Header { entry_bytes: Settings::MAX_HELD_BYTES + 1, ..one },
        Header { key_bytes: 1, ..many.clone() },
        Header { settings: Settings { frame_slots: 0, ..SMALL }, ..many.clone() },
        Header {
            settings: Settings { frame_slots: Settings::MAX_FRAME_SLOTS + 1, ..SMALL },
            ..many.clone()
        },
        Header { sections: u64::MAX, stored_bytes: 0, ..many.clone() },
        Header { stored_bytes: u64::MAX, ..many },
    ] {
        let bytes = frame(&header);
        let error = TableFile::read(&*bytes).unwrap_err();
        assert!(matches!(error, OpenErrorKind::Damaged(Damage::Header)), "{error}");
    }
}

/// A frame is not read if it claims more bytes than its content can take.
#[test]
fn a_frame_of_an_impossible_length_is_not_read() {
    let solved = Solved::new("mnk:5,2,2");
    let parts = Parts::of(&solved.bytes(SMALL));
    let last = parts.sections.len() - 1;
    // The head of the last section, with a corrected checksum.
    let (numbers, _) = parts.sections[last].as_chunks::<4>();
    let frames = word(&numbers[0], 0).div_ceil(SMALL.frame_slots) as usize;
    let mut head = numbers[..2 + 3 * frames].concat();
    let others: u32 = (1..frames).map(|frame| word(&head, 8 + 12 * frame + 4)).sum();
    let claimed = u32::MAX - u32::try_from(head.len()).unwrap() - others;
    head[12..16].copy_from_slice(&claimed.to_le_bytes());
    let unfinished =
        frame(&Header { stored_bytes: 0, index_crc32: 0, finished: false, ..parts.header.clone() });
    let mut crc32 = crc32fast::Hasher::new_with_initial(crc32fast::hash(&unfinished));
    crc32.update(&(last as u64).to_le_bytes());
    crc32.update(&head[..4]);
    crc32.update(&head[8..]);
    let crc32 = crc32.finalize().to_le_bytes();
    head[4..8].copy_from_slice(&crc32);

    let mut index = parts.to_bytes().split_off(parts.start + parts.sections.concat().len());
    let mut summaries = index.split_off(12);
    let summary = 12 * last;
    summaries[summary + 4..summary + 8].copy_from_slice(&u32::MAX.to_le_bytes());
    summaries[summary + 8..].copy_from_slice(&crc32);
    let (index, covered) = perfect_play_test_kit::index(&summaries);
    let before = parts.sections[..last].concat();
    let stored_bytes = before.len() as u64 + u64::from(u32::MAX);
    let header = Header {
        stored_bytes,
        index_crc32: crc32fast::hash(&index[..covered]),
        ..parts.header.clone()
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sparse.perfect");
    fs::write(&path, [frame(&header), before, head].concat()).unwrap();
    let file = File::options().append(true).open(&path).unwrap();
    file.set_len(parts.start as u64 + stored_bytes).unwrap();
    (&file).write_all(&index).unwrap();
    let table = solved.open(&path);
    let before = std::time::Instant::now();
    let tier = u32::try_from(last / 2).unwrap();
    let error = table.values().section(tier, 1, &mut Vec::new()).unwrap_err();
    assert!(matches!(error, ReadError::Damaged { .. }), "{error}");
    // Reading four gigabytes would take longer, from anywhere.
    assert!(before.elapsed().as_millis() < 300);
}
