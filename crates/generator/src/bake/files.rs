//! The files of a baked table.

use perfect_play_core::{Board, Form, Game, Key, Layout, NO_CODES, Objective, Probe, Word};
use perfect_play_numbering::{TierTable, to_baked};

use super::{
    BakeError,
    form::{canonical, compact_bytes},
};
use crate::Solution;

/// The version of the format in which these files hand a table over to `perfect_play::include_table!`. The
/// macro reads only this version, and reports an error for others. Raise the number with every change that an
/// older macro would misread.
const HANDED_OVER_AS: u32 = 2;

/// The beginning of the source file of every baked table.
pub(super) const STAMP: &str = "// Baked by perfect-play-generator";

/// The files of a baked table.
#[derive(Debug)]
pub(super) struct Files {
    /// The name of the table, without extension.
    name: String,
    /// The source that `include_table!` includes: the call of a macro that makes the table.
    source: String,
    /// The documentation of the module.
    documentation: String,
    /// The slots, unless the source contains the whole table.
    slots: Option<Vec<u8>>,
    bytes: u64,
}

impl Files {
    /// The files of a table in this form.
    pub(super) fn of<G: Game>(
        name: &str,
        table: &Solution<G>,
        form: Form,
    ) -> Result<Self, BakeError> {
        let no_such = |why| BakeError::NoSuchForm { game: table.game().to_string(), why };
        let has_codes = table.numbering().keys().is_none();
        if !has_codes && matches!(form, Form::Direct(_) | Form::Compact(_)) {
            return Err(no_such(NO_CODES_OF_FORM));
        }
        let positions = table.positions().count();
        let (entries, slots, data) = match form {
            Form::Direct(layout) => {
                let slots = direct(table, layout).ok_or_else(|| no_such(NO_WORDS))?;
                (positions, Some(slots), slots_of(name))
            }
            Form::Compact(layout) => {
                let map = match layout {
                    Layout::Words => compact_words(table).ok_or_else(|| no_such(NO_WORDS))?,
                    Layout::Bytes => compact_bytes_map(table),
                };
                (canonical(table).count(), None, map)
            }
            Form::Keys => {
                let map = keys(table).ok_or_else(|| no_such(NO_KEYS))?;
                (canonical(table).count(), None, map)
            }
            Form::Tiered => {
                return Err(no_such("only `solve_tiers` makes tables of the tiered form"));
            }
        };
        let bytes = match (&slots, form) {
            (None, Form::Compact(layout)) => compact_bytes(layout, entries),
            (None, Form::Keys) => key_bytes(width::<G>(), entries),
            (slots, _) => slots.as_ref().map_or(0, Vec::len),
        };
        let handed = Handed { name, form, entries, bytes, data: &data };
        Ok(handed.over(table.game(), table.objective(), slots))
    }

    /// The files of a table that was solved in tiers, or `None` if the board is too large.
    pub(super) fn of_tiers<G: Game<Position = Board>>(
        name: &str,
        table: &TierTable<G>,
    ) -> Option<Self> {
        let slots = to_baked(table)?;
        let entries = usize::try_from(table.numbering().tiers().baked_boards()?).ok()?;
        let data = slots_of(name);
        let handed = Handed { name, form: Form::Tiered, entries, bytes: slots.len(), data: &data };
        Some(handed.over(table.game(), table.objective(), Some(slots)))
    }

    /// The size of the table in the program, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The source that `include_table!` includes.
    pub(super) fn source(&self) -> &str {
        &self.source
    }

    /// The name of the table, without extension.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The names and contents of the files.
    pub(super) fn all(&self) -> impl Iterator<Item = (String, &[u8])> {
        let name = |extension| format!("{}.{extension}", self.name);
        let slots = self.slots.as_deref().map(|slots| (name("slots"), slots));
        let texts = [("rs", &self.source), ("md", &self.documentation)];
        slots.into_iter().chain(texts.map(|(extension, text)| (name(extension), text.as_bytes())))
    }
}

const NO_WORDS: &str = "its entries or codes do not fit in 16 bits: words are for games of up to \
                        nine move numbers and fifteen plies, and compact words for up to 65,536 \
                        codes";

/// The slots as an expression. Their file is in the same folder as the source.
fn slots_of(name: &str) -> String {
    format!("include_bytes!(\"{name}.slots\")")
}

/// The slots by code, or `None` if an entry does not fit.
fn direct<G: Game>(table: &Solution<G>, layout: Layout) -> Option<Vec<u8>> {
    match layout {
        Layout::Bytes => Some(table.values().clone()),
        Layout::Words => {
            let mut words = vec![Word::NONE; table.values().len()];
            for position in table.positions() {
                let word = Word::pack(table.probe(position).ok()?)?;
                *words.get_mut(usize::try_from(table.game().encode(position)).ok()?)? = word;
            }
            Some(words.into_iter().flat_map(|word| word.bits().to_le_bytes()).collect())
        }
    }
}

/// The words of the canonical positions as an expression of type `phf::Map<u16, u16>`.
fn compact_words<G: Game>(table: &Solution<G>) -> Option<String> {
    let mut map = phf_codegen::Map::<u16>::new();
    for position in canonical(table) {
        let word = Word::pack(table.probe(position).ok()?)?;
        let code = u16::try_from(table.game().encode(position)).ok()?;
        map.entry(code, word.bits().to_string());
    }
    Some(map.phf_path(PHF).build().to_string())
}

/// The values of the canonical positions, as an expression of type `phf::Map<[u8; 4], u8>`. The key is the code
/// in little-endian bytes, so an entry takes five bytes and not eight.
fn compact_bytes_map<G: Game>(table: &Solution<G>) -> String {
    let mut map = phf_codegen::Map::<[u8; 4]>::new();
    for position in canonical(table) {
        // A solved game has at most 3^16 codes.
        let code = u32::try_from(table.game().encode(position));
        if let (Ok(code), Ok(value)) = (code, table.value(position)) {
            let byte = table.game().scheme().byte(value);
            map.entry(code.to_le_bytes(), byte.to_string());
        }
    }
    map.phf_path(PHF).build().to_string()
}

/// The number of bytes of a key in a baked table. Keys are padded with zeros.
fn width<G: Game>() -> usize {
    G::Position::BYTES.next_power_of_two().max(4)
}

/// The bytes of a perfect hash map with this many entries. An entry is a key of `width` bytes and a value.
fn key_bytes(width: usize, entries: usize) -> usize {
    entries * (width + 1) + entries.div_ceil(3) * 8
}

const NO_CODES_OF_FORM: &str =
    "its positions have no codes: leave out `.form(..)`, and the table finds them by their keys";

const NO_KEYS: &str = "its positions have codes, by which a table finds them";

/// The values of the canonical positions by their keys, as an expression of type `phf::Map<[u8; _], u8>`.
/// `None` if the positions have no keys.
fn keys<G: Game>(table: &Solution<G>) -> Option<String> {
    let positions = table.numbering().keys()?.positions();
    Some(match width::<G>() {
        4 => keys_of::<4, _>(positions, table.values()),
        8 => keys_of::<8, _>(positions, table.values()),
        16 => keys_of::<16, _>(positions, table.values()),
        32 => keys_of::<32, _>(positions, table.values()),
        _ => keys_of::<64, _>(positions, table.values()),
    })
}

fn keys_of<const N: usize, P: Key>(positions: &[P], values: &[u8]) -> String {
    let mut map = phf_codegen::Map::<[u8; N]>::new();
    for (position, value) in positions.iter().zip(values) {
        let mut key = [0; N];
        position.write(&mut key[..P::BYTES]);
        map.entry(key, value.to_string());
    }
    map.phf_path(PHF).build().to_string()
}

/// The path of the crate phf in the runtime crate, for crates that do not depend on phf.
const PHF: &str = "perfect_play::baking::phf";

/// The data that are handed over to the runtime crate.
struct Handed<'a> {
    name: &'a str,
    form: Form,
    entries: usize,
    bytes: usize,
    data: &'a str,
}

impl Handed<'_> {
    fn over<G: Game>(self, game: &G, objective: Objective, slots: Option<Vec<u8>>) -> Files {
        let Self { name, form, entries, bytes, data } = self;
        let version = env!("CARGO_PKG_VERSION");
        let source = format!(
            "{STAMP} {version}, for `perfect_play::include_table!`.\n\
             perfect_play::__baked_table! {{\n    {HANDED_OVER_AS}, {version:?},\n    \
             game: {game:?}, objective: {objective}, form: {form},\n    \
             codes: {codes}, entries: {entries}, bytes: {bytes},\n    \
             {data}\n}}\n",
            game = game.to_string(),
            codes = if form == Form::Keys { NO_CODES } else { game.codes() },
            form = match form {
                Form::Keys => format!("compact keys{}", width::<G>()),
                form => form.to_string(),
            },
        );
        let documentation = format!(
            "The game `{game}`, solved by this crate's build script with perfect-play-generator \
             {version}.\n\nObjective {objective}; {entries} {what}, {form}: {bytes} bytes.\n",
            what = match form {
                Form::Direct(_) => "positions",
                Form::Compact(_) | Form::Keys => "canonical positions",
                Form::Tiered => "boards, where symmetric boards count once with few exceptions",
            },
        );
        Files { name: name.to_owned(), source, documentation, slots, bytes: bytes as u64 }
    }
}
