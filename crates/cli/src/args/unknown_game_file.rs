//! The facts in the header of a file whose game this program does not know.

use std::{fmt::Write, path::Path};

use perfect_play_core::Shown;
use perfect_play_file::{Header, StoredNumbering};

use crate::terminal::exit::Trouble;

/// The text about the file at this path, with this header.
pub(crate) fn trouble(path: &Path, header: &Header) -> Trouble {
    let literal = Shown(format!("{:?}", path.display().to_string()));
    let (path, game) = (Shown(path.display()), Shown(&header.game));
    let mut text = format!("{path} is a table of the game `{game}`, unknown to this program\n\n");
    // Writing to a string cannot fail.
    if let Some(positions) = header.positions() {
        let _ = write!(text, "  positions  {positions} solved");
        // If the game does not count plies, all positions are counted at ply 0.
        let last = header.positions_by_ply.iter().rposition(|&count| count > 0);
        if let Some(last) = last.filter(|&last| last > 0) {
            let _ = write!(text, ", ply 0 to {last}");
        }
        text.push('\n');
    }
    let _ = writeln!(text, "  objective  {}", header.objective);
    let by_engine = match header.numbering {
        StoredNumbering::Ranks { .. } => {
            Some("by the ranks that the game gives to positions".into())
        }
        numbering => numbering.plies().map(|plies| format!("of the first {plies} plies")),
    };
    if let Some(entries) = by_engine {
        let _ = write!(
            text,
            "  entries    {entries}; {} bytes, {} in the file\n\n\
             This program does not have the rules of the game. A line of Rust opens the table, with the\n\
             rules and the crate perfect-play-engine:\n\n  \
             let table = AnyTable::open_as(Path::new({literal}), AnyGame::of(game))?;",
            header.entry_bytes, header.stored_bytes,
        );
        return Trouble::new(text);
    }
    let (numbering, table) = match header.numbering {
        StoredNumbering::Codes if header.key_bytes > 0 => {
            ("by the keys of the positions", "SmallTable<_>")
        }
        StoredNumbering::Codes => ("by the codes of the positions", "SmallTable<_>"),
        _ => ("by tiers", "TierTable<_, _>"),
    };
    let _ = write!(
        text,
        "  entries    {numbering}; {} bytes, {} in the file\n\n\
         This program does not have the rules of the game, so it cannot probe, draw, prove or \
         compare\nthis table. A few lines of Rust can, with the rules and the crates \
         perfect-play-file\nand perfect-play-proof:\n\n  \
         let file = TableFile::open(Path::new({literal}))?;\n  \
         let table: {table} = file.into_table(game)?;\n  \
         let proof = verify(&table, &mut |_, _| ())?; // and diff, stats, records\n\n\
         How: \"Files, proofs, dumps\" in crates/generator/guide.md, also at\n\
         https://docs.rs/perfect-play-generator/latest/perfect_play_generator/guide\n\
         If a program with `perfect_play_cli::run_game` wrote the file, all its commands read it.",
        header.entry_bytes, header.stored_bytes,
    );
    Trouble::new(text)
}
