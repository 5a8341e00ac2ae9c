//! The files of a baked table.

use perfect_play_core::{
    Board, Form, Layout, NO_CODES, Objective, Probe, Symmetric, Tabular, Word,
};
use perfect_play_tiers::{TierTable, to_baked};

use super::{
    BakeError,
    form::{canonical, compact_bytes},
};
use crate::Solution;

/// The number of the form in which the files hand a table over. `perfect_play::include_table!` reads
/// this one alone, and says so of others: it is to be raised whenever the two would misunderstand
/// each other.
const HANDED_OVER_AS: u32 = 2;

/// How the source file of every baked table begins.
pub(super) const STAMP: &str = "// Baked by perfect-play-generator";

/// The files of a baked table.
#[derive(Debug)]
pub(super) struct Files {
    /// What they are named after.
    name: String,
    /// What `include_table!` includes: the call of a macro that gives the table.
    source: String,
    /// The documentation of the module.
    documentation: String,
    /// The slots of a table that is not source code as a whole.
    slots: Option<Vec<u8>>,
    bytes: u64,
}

impl Files {
    /// The files of a table in this form.
    pub(super) fn of<G: Tabular + Symmetric>(
        name: &str,
        table: &Solution<G>,
        form: Form,
    ) -> Result<Self, BakeError> {
        let no_such = |why| BakeError::NoSuchForm { game: table.game().to_string(), why };
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
                return Err(no_such("`solve_tiers` gives tables of the form tiered"));
            }
        };
        let bytes = match (&slots, form) {
            (None, Form::Compact(layout)) => compact_bytes(layout, entries),
            (None, Form::Keys) => key_bytes(width(table.game()), entries),
            (slots, _) => slots.as_ref().map_or(0, Vec::len),
        };
        let handed = Handed { name, form, entries, bytes, data: &data };
        Ok(handed.over(table.game(), table.objective(), slots))
    }

    /// The files of a table that was solved in tiers; `None` if the board is too large.
    pub(super) fn of_tiers<G: Tabular<Position = Board> + Symmetric>(
        name: &str,
        table: &TierTable<G>,
    ) -> Option<Self> {
        let slots = to_baked(table)?;
        let entries = usize::try_from(table.numbering().tiers().baked_boards()?).ok()?;
        let data = slots_of(name);
        let handed = Handed { name, form: Form::Tiered, entries, bytes: slots.len(), data: &data };
        Some(handed.over(table.game(), table.objective(), Some(slots)))
    }

    /// Bytes that the table takes in the program.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// What `include_table!` includes.
    pub(super) fn source(&self) -> &str {
        &self.source
    }

    /// What they are named after.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Names and contents.
    pub(super) fn all(&self) -> impl Iterator<Item = (String, &[u8])> {
        let name = |extension| format!("{}.{extension}", self.name);
        let slots = self.slots.as_deref().map(|slots| (name("slots"), slots));
        let texts = [("rs", &self.source), ("md", &self.documentation)];
        slots.into_iter().chain(texts.map(|(extension, text)| (name(extension), text.as_bytes())))
    }
}

const NO_WORDS: &str = "its entries do not fit 16 bits, or their codes: words are for games of up \
                        to nine move numbers and fifteen plies, and compact ones of up to 65,536 \
                        codes";

/// The slots as an expression. The file lies beside the one that says so.
fn slots_of(name: &str) -> String {
    format!("include_bytes!(\"{name}.slots\")")
}

/// The slots by code; `None` if an entry does not fit.
fn direct<G: Tabular + Symmetric>(table: &Solution<G>, layout: Layout) -> Option<Vec<u8>> {
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
fn compact_words<G: Tabular + Symmetric>(table: &Solution<G>) -> Option<String> {
    let mut map = phf_codegen::Map::<u16>::new();
    for position in canonical(table) {
        let word = Word::pack(table.probe(position).ok()?)?;
        let code = u16::try_from(table.game().encode(position)).ok()?;
        map.entry(code, word.bits().to_string());
    }
    Some(map.phf_path(PHF).build().to_string())
}

/// The values of the canonical positions as an expression of type `phf::Map<[u8; 4], u8>`: a code
/// in bytes, low first, so that an entry takes five and not eight.
fn compact_bytes_map<G: Tabular + Symmetric>(table: &Solution<G>) -> String {
    let mut map = phf_codegen::Map::<[u8; 4]>::new();
    for position in canonical(table) {
        // What is solved has at most 3^16 codes.
        let code = u32::try_from(table.game().encode(position));
        if let (Ok(code), Ok(value)) = (code, table.value(position)) {
            map.entry(code.to_le_bytes(), value.byte().to_string());
        }
    }
    map.phf_path(PHF).build().to_string()
}

/// How many bytes the keys of a baked table have, behind which there may be zeros.
fn width<G: Tabular>(game: &G) -> usize {
    game.key_bytes().next_power_of_two().max(4)
}

/// Bytes of a perfect hash map of so many entries, each a key of so many bytes and a value.
fn key_bytes(width: usize, entries: usize) -> usize {
    entries * (width + 1) + entries.div_ceil(3) * 8
}

const NO_KEYS: &str = "its positions have codes, and no keys: see `Bake::found`";

/// The values of the canonical positions by their keys, as an expression of type `phf::Map<[u8; _], u8>`; `None` if they
/// have none.
fn keys<G: Tabular + Symmetric>(table: &Solution<G>) -> Option<String> {
    match (table.game().key_bytes(), width(table.game())) {
        (0, _) => None,
        (_, 4) => Some(keys_of::<4, G>(table)),
        (_, 8) => Some(keys_of::<8, G>(table)),
        (_, 16) => Some(keys_of::<16, G>(table)),
        (_, 32) => Some(keys_of::<32, G>(table)),
        _ => Some(keys_of::<64, G>(table)),
    }
}

fn keys_of<const N: usize, G: Tabular + Symmetric>(table: &Solution<G>) -> String {
    let (game, mut map) = (table.game(), phf_codegen::Map::<[u8; N]>::new());
    for position in canonical(table) {
        if let Ok(value) = table.value(position) {
            let mut key = [0; N];
            game.write_key(game.slot(position), &mut key[..game.key_bytes()]);
            map.entry(key, value.byte().to_string());
        }
    }
    map.phf_path(PHF).build().to_string()
}

/// Where the runtime crate has the crate phf, for crates that do not depend on it.
const PHF: &str = "perfect_play::baking::phf";

/// What is handed over to the runtime crate.
struct Handed<'a> {
    name: &'a str,
    form: Form,
    entries: usize,
    bytes: usize,
    data: &'a str,
}

impl Handed<'_> {
    fn over(self, game: &impl Tabular, objective: Objective, slots: Option<Vec<u8>>) -> Files {
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
                Form::Keys => format!("compact keys{}", width(game)),
                form => form.to_string(),
            },
        );
        let documentation = format!(
            "The game `{game}`, solved by this crate's build script with perfect-play-generator \
             {version}.\n\nObjective {objective}; {entries} {what}, {form}: {bytes} bytes.\n",
            what = match form {
                Form::Direct(_) => "positions",
                Form::Compact(_) | Form::Keys => "canonical positions",
                Form::Tiered => "boards, of symmetric ones nearly always one alone",
            },
        );
        Files { name: name.to_owned(), source, documentation, slots, bytes: bytes as u64 }
    }
}
