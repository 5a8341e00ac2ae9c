//! Attacked: what opens and proves files. Right files of random games are changed, with right checksums: by code and
//! by key, in few frames and in many.
//!
//! A defeat: a table that is proven and answers other than the truth, of any position; a panic; much memory.
//!
//! The truth is that of [`super::worth`]. Files are taken apart and put together by `tests/mutation/file.rs`, which is
//! written from docs/format.md.

use perfect_play_file::{Header, Meaning, TableFile, to_bytes};
use perfect_play_generator::{
    Solution,
    core::{Key, Objective, Probe, Value},
    solve,
};
use perfect_play_proof::{records, stats, verify};
use perfect_play_test_kit::{At, Case, Random, besiege};

use super::{
    Data,
    file::{Parts, encoded, mend},
    random::random_game,
    worth::{Truth, Worth, compare, compare_others, truth},
};

#[test]
fn forged() {
    besiege(module_path!(), |case| {
        let mut game = random_game(case);
        if !game.game.has_codes() || case.random.once_in(2) {
            game = game.without_codes();
        }
        let Some(truth) = truth(&game).filter(|truth| truth.len() < 500) else { return };
        let objective =
            if game.game.repeats { Objective::Fastest } else { case.random.of(&Objective::ALL) };
        let table = solve(game.clone(), objective, &mut |_, _| ()).unwrap();
        let mut honest = Parts::of(&to_bytes(&table).unwrap());
        honest.header.settings.frame_slots = case.random.of(&[1, 7, 64, 1 << 14, 1 << 14]);
        let said = judge(&honest.to_bytes(), &game, &truth, true);
        assert_eq!(said, "proven", "a right file");
        for time in 0..20 {
            let file = forge(case, &honest, &game, &truth);
            let said = judge(&file, &game, &truth, time == 0);
            case.note(said);
        }
    });
}

/// A changed file, and maybe several changes.
fn forge(case: &mut Case, honest: &Parts, game: &Data, truth: &Truth) -> Vec<u8> {
    let mut parts = honest.clone();
    let width = usize::from(parts.header.key_bytes);
    let slots = parts.sections[0].len() / (1 + width);
    case.note(if width > 0 { "by key" } else { "by code" });
    let random = &mut case.random;
    let mut kinds = Vec::new();
    for _ in 0..random.of(&[1, 1, 1, 2, 4]) {
        let [slot, other]: [usize; 2] = [(); 2].map(|()| random.below(slots.max(1) as u64));
        let entries = &mut parts.sections[0];
        kinds.push(match random.below(12_u8) {
            _ if slots == 0 || entries.len() != slots * (1 + width) => "one change after another",
            0..3 => {
                let byte = entries[slot];
                entries[slot] = random.of(&[
                    byte.wrapping_add(1),
                    byte.wrapping_sub(1),
                    byte.wrapping_sub(2),
                    !byte,
                    254_u8.wrapping_sub(byte),
                    Value::NONE,
                    Value::DRAW.byte(),
                    0,
                    126,
                    128,
                    254,
                    entries[other],
                ]);
                "a value"
            }
            3 => {
                entries.swap(slot, other);
                "swapped values"
            }
            4 => {
                // Everything that takes longer is called a draw.
                let most = random.below::<u8>(6_u8);
                for byte in &mut entries[..slots] {
                    let plies = Value::from_byte(*byte).and_then(Value::plies);
                    if plies.is_some_and(|plies| plies > u16::from(most)) {
                        *byte = Value::DRAW.byte();
                    }
                }
                "draws beyond some plies"
            }
            5 | 6 => {
                follow(entries, slots, random, game, truth);
                "consistent"
            }
            7..10 if width > 0 => change_keys(entries, slots, random, game),
            7..10 => {
                entries[slot] = Value::NONE;
                entries[other] = Value::NONE;
                "values less"
            }
            10 => {
                change_header(&mut parts.header, random);
                "the header"
            }
            _ => {
                parts.sections[0].resize(slots * (1 + width) + random.of(&[0, 1, 2]) - 1, 7);
                "a length"
            }
        });
    }
    for kind in kinds {
        case.note(kind);
    }
    let random = &mut case.random;
    match random.below(10_u8) {
        0 => parts.to_bytes_with_header(&encoded(&parts.header)),
        1 => {
            let mut file = parts.to_bytes();
            for _ in 0..random.of(&[1, 1, 3]) {
                let place: usize = random.below(file.len() as u64);
                file[place] ^= random.of(&[1, 2, 16, 128, 255]);
            }
            if random.once_in(3) {
                file.truncate(random.below(file.len() as u64 + 1));
            }
            if !random.once_in(3) {
                let _ = mend_if_long(&mut file);
            }
            case.note("bytes anywhere");
            file
        }
        _ => parts.to_bytes(),
    }
}

/// Changes which positions there are. Keys are stored after the values, byte by byte.
fn change_keys(
    entries: &mut Vec<u8>,
    slots: usize,
    random: &mut Random,
    game: &Data,
) -> &'static str {
    let row = |slot: usize| entries.iter().copied().skip(slot).step_by(slots).collect();
    let mut rows: Vec<Vec<u8>> = (0..slots).map(row).collect();
    let slot: usize = random.below(slots as u64);
    let kind = match random.below(3_u8) {
        0 => {
            let byte = random.of(&[1, 2, 3, 4]);
            rows[slot][byte] = rows[slot][byte].wrapping_add(random.of(&[1, 2, 255, 4]));
            "a key"
        }
        1 => {
            rows.remove(slot);
            "a position less"
        }
        _ => {
            let node: u32 = random.below(game.game.count() + 4);
            rows.push([&rows[slot][..1], &At::key(node)].concat());
            rows.sort_by(|one, other| one[1..].cmp(&other[1..]));
            rows.dedup_by(|one, other| one[1..] == other[1..]);
            "a position more"
        }
    };
    *entries = (0..=At::BYTES).flat_map(|column| rows.iter().map(move |row| row[column])).collect();
    kind
}

fn mend_if_long(file: &mut [u8]) -> Option<()> {
    if file.len() < 20 { None } else { mend(file) }
}

pub(crate) fn change_header(header: &mut Header, random: &mut Random) {
    let number = random.of(&[0, 1, 2, 7, 255, 1 << 24, 1 << 40, u64::MAX]);
    match random.below(9_u8) {
        0 => header.rules ^= 1 << random.below::<u8>(32_u8),
        1 => header.objective = random.of(&Objective::ALL),
        2 => header.scheme = random.of(&[Meaning::Remoteness, Meaning::NonStatic, Meaning::Score]),
        3 => header.key_bytes = random.of(&[0, 1, 3, 4, 5, 64, 65, 255]),
        4 => header.sections = number,
        5 => header.entry_bytes = number,
        6 => header.stored_bytes = number,
        7 => header.positions_by_ply.push(number),
        _ => header.game.push(random.of(&['a', '\n', '\u{202e}'])),
    }
}

/// Some values are lies, and what follows from them is believed; round by round, so that in circles each may follow
/// from the other.
fn follow(entries: &mut [u8], slots: usize, random: &mut Random, game: &Data, truth: &Truth) {
    let key_of = |slot: usize| {
        if entries.len() == slots {
            return u32::try_from(slot).unwrap();
        }
        let column = |column: usize| u32::from(entries[column * slots + slot]);
        (1..=4).fold(0, |node, byte| (node << 8) + column(byte))
    };
    let nodes: Vec<u32> = (0..slots).map(key_of).collect();
    let of_node = |node: u32| {
        // The slot of an image, if it is not its own.
        let mut images =
            (0..game.game.symmetries.len()).map(|by| game.game.symmetries[by].0[node as usize]);
        images.find_map(|image| nodes.iter().position(|&of| of == image))
    };
    let known: Vec<(usize, u32)> =
        nodes.iter().copied().enumerate().filter(|(_, node)| truth.contains_key(node)).collect();
    if known.is_empty() {
        return;
    }
    let lies: Vec<usize> = (0..random.of(&[1, 1, 2, 5])).map(|_| random.of(&known).0).collect();
    for &slot in &lies {
        entries[slot] = random.of(&[0, 1, 2, 5, 126, 127, 128, 249, 252, 253, 254]);
    }
    for _ in 0..random.of(&[1, 3, 30]) {
        for &(slot, node) in &known {
            let moves = &truth[&node].moves;
            if lies.contains(&slot) && random.once_in(2) || moves.is_empty() {
                continue;
            }
            let player = |node: u32| game.game.nodes[node as usize].to_move;
            let worths = moves.iter().filter_map(|&(_, to, _)| {
                let again = !game.game.is_impartial && player(node) == player(to);
                let byte = entries[of_node(to)?];
                let value = game.game.scheme.from_byte(byte)?;
                let of = match (truth[&to].worth, value.plies()) {
                    (Worth::Points(_), _) => Worth::Points(value.score()),
                    (_, Some(plies)) if byte < 127 => Worth::Loss(plies),
                    (_, Some(plies)) => Worth::Win(plies),
                    _ => Worth::Draw,
                };
                of.before(again).byte()
            });
            if let Some(best) = worths.max() {
                entries[slot] = best;
            }
        }
    }
}

fn judge(file: &[u8], game: &Data, truth: &Truth, is_listed: bool) -> &'static str {
    let Ok(file) = TableFile::read(file) else { return "refused" };
    file.into_table(game.clone())
        .map_or("of another game", |table| of_table(&table, game, truth, is_listed))
}

fn of_table(table: &Solution<Data>, game: &Data, truth: &Truth, is_listed: bool) -> &'static str {
    if is_listed {
        let _ = stats(table, &mut |_, _| ());
        records(table, &mut |_, _| ()).for_each(drop);
        for node in 0..game.game.count() {
            let _ = table.probe(game.at(node));
        }
    }
    if !verify(table, &mut |_, _| ()).is_ok_and(|proof| proof.is_proven()) {
        return "not proven";
    }
    compare(table, truth, |node| game.at(node), |_, mv| mv).unwrap();
    compare_others(table, truth, game).unwrap();
    "proven"
}
