//! Compressed frames as a table may have them, and as it must not have them.

/// A skippable frame of three bytes.
const SKIPPABLE: [u8; 11] = [0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];

/// A frame without content: magic, descriptor, window, one empty last block.
const EMPTY: [u8; 9] = [0x28, 0xb5, 0x2f, 0xfd, 0, 0, 1, 0, 0];

/// Bytes that decompress to this content or pretend to, what they are, and whether they are a right frame of a table.
///
/// The blocks are not compressed. The content has at least two bytes, and at most 1 MiB.
#[must_use]
pub fn changed_frames(content: &[u8]) -> Vec<(Vec<u8>, &'static str, bool)> {
    let len = content.len() as u64;
    let blocks = blocks(content);
    // The content size of four bytes, without a single segment, follows the window, of 1 MiB.
    let window = 10 << 3;
    let stated = |len: u64| [&[window][..], &len.to_le_bytes()[..4]].concat();
    let frame = |descriptor: u8, fields: &[u8], blocks: &[u8]| {
        [&0xfd2f_b528_u32.to_le_bytes()[..], &[descriptor], fields, blocks].concat()
    };
    let plain = frame(0, &[window], &blocks);
    let single_segment = match len {
        0..256 => frame(0x20, &len.to_le_bytes()[..1], &blocks),
        256..65_792 => frame(0x60, &(len - 256).to_le_bytes()[..2], &blocks),
        _ => frame(0xa0, &len.to_le_bytes()[..4], &blocks),
    };
    let (first, second) = content.split_at(content.len() / 2);
    let [first, second] = [first, second].map(|half| frame(0, &[window], &self::blocks(half)));
    let with_block = |kind: u8| [&plain[..6], &[kind << 1, 0, 0], &blocks].concat();
    vec![
        (plain.clone(), "one frame", true),
        (frame(0x80, &stated(len), &blocks), "one that states its size", true),
        (
            frame(0xc0, &[&[window][..], &len.to_le_bytes()].concat(), &blocks),
            "in eight bytes",
            true,
        ),
        (single_segment, "one segment", true),
        (with_block(0), "an empty block first", true),
        (frame(0, &[13 << 3], &blocks), "a window of 8 MiB", true),
        (frame(0, &[13 << 3 | 1], &blocks), "a window of 9 MiB", false),
        (frame(0, &[31 << 3 | 7], &blocks), "the largest window", false),
        (frame(0x80, &stated(len + 1), &blocks), "it states one byte more", false),
        (frame(0x80, &stated(len - 1), &blocks), "it states one byte less", false),
        ([first, second].concat(), "two halves", false),
        ([&SKIPPABLE[..], &plain].concat(), "a skippable frame before it", false),
        ([&plain[..], &SKIPPABLE].concat(), "a skippable frame behind it", false),
        (SKIPPABLE.to_vec(), "a skippable frame", false),
        ([&EMPTY[..], &plain].concat(), "an empty frame before it", false),
        ([&plain[..], &EMPTY].concat(), "an empty frame behind it", false),
        ([&plain[..], &EMPTY, &EMPTY].concat(), "two empty frames behind it", false),
        ([&plain[..], &[0]].concat(), "a byte behind it", false),
        ([&[0][..], &plain].concat(), "a byte before it", false),
        (plain[..plain.len() - 1].to_vec(), "the last byte is missing", false),
        (plain[..5].to_vec(), "the descriptor alone", false),
        (frame(1, &[window, 0], &blocks), "dictionary 0", false),
        (frame(1, &[window, 7], &blocks), "dictionary 7", false),
        (frame(3, &[window, 7, 0, 0, 0], &blocks), "dictionary 7 in four bytes", false),
        (frame(4, &[window], &[&blocks[..], &[0; 4]].concat()), "a wrong checksum", false),
        (frame(8, &[window], &blocks), "the reserved bit", false),
        (frame(16, &[window], &blocks), "the unused bit", false),
        (with_block(3), "a block of the reserved type", false),
        (Vec::new(), "nothing", false),
    ]
}

/// The content in blocks that are stored as they are.
fn blocks(content: &[u8]) -> Vec<u8> {
    let mut blocks = Vec::new();
    let count = content.chunks(1 << 17).count();
    for (number, block) in content.chunks(1 << 17).enumerate() {
        let header = u32::try_from(block.len() << 3).unwrap() | u32::from(number + 1 == count);
        blocks.extend(&header.to_le_bytes()[..3]);
        blocks.extend(block);
    }
    blocks
}
