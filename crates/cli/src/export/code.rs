//! `perfect-play export c`, `python`, `js` and `json`: a table with its lookup in another language.

use std::ffi::OsString;

use perfect_play_core::Mnk;
use perfect_play_export::{ExportError, Language, MAX_CODES, check_size, export};
use perfect_play_table::Unreadable;

use crate::{
    draw::grouped,
    exit::{Finding, Trouble},
    export::proven,
    output::OutputArgs,
    progress,
};

/// What all these commands are told.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A game's name (`tictactoe`, `mnk:4,3,3`, `connect:4,3,3`) or a .perfect file: of a board of up to
    /// 12 cells
    table: OsString,
    #[command(flatten)]
    output: OutputArgs,
}

pub(crate) const C: &str = "\
The header has the table as constants, and static inline functions: it allocates
nothing and needs no other file. It is for C99 and C++11, and names begin with
the game's: here is a program that plays X's first move.

  #include <stdio.h>
  #include \"tictactoe.h\"

  int main(void) {
      uint64_t code;
      tictactoe_entry entry;
      if (tictactoe_code_of_text(\".........\", &code, NULL) != TICTACTOE_OK ||
          tictactoe_probe(code, &entry) != TICTACTOE_OK)
          return 1;
      printf(\"cell %d\\n\", entry.best_move);
  }

Examples:
  perfect-play export c tictactoe -o tictactoe.h
  perfect-play export c mnk:4,3,3+misere -o mnk_4_3_3_misere.h
  perfect-play export c m.perfect > m.h";

pub(crate) const PYTHON: &str = "\
The module needs Python 3.9 or later and nothing else. It is typed, for
`mypy --strict`. As tictactoe.py:

  >>> import tictactoe
  >>> code = tictactoe.code_of(\"XO..X....\")
  >>> tictactoe.probe(code).outcome.name, tictactoe.best_move(code)
  ('LOSS', 8)
  >>> tictactoe.choose(code, \"novice\") in (2, 8)
  True

Examples:
  perfect-play export python tictactoe -o tictactoe.py
  perfect-play export python connect:4,3,3 -o connect.py
  perfect-play export python m.perfect > m.py";

pub(crate) const JS: &str = "\
An ES module for browsers, Node.js and others, with its types in comments, for
TypeScript's compiler and editors. As tictactoe.mjs:

  import { bestMove, choose, codeOf, probe } from \"./tictactoe.mjs\";

  const code = codeOf(\"XO..X....\");
  probe(code).outcome; // \"loss\"
  bestMove(code); // 8
  choose(code, \"novice\"); // 2 or 8
  choose(code, { skill: [9, 10] }); // an optimal move 9 times in 10

Examples:
  perfect-play export js tictactoe -o tictactoe.mjs
  perfect-play export js connect:4,3,3 -o connect.mjs
  perfect-play export js m.perfect > m.mjs";

pub(crate) const JSON: &str = "\
One object: `about` explains the others, and `positions` has under each
position's code all there is to say of it, a position a line. `dump` lists the
positions of larger boards, too, in forms that are read one by one.

Examples:
  perfect-play export json tictactoe -o tictactoe.json
  perfect-play export json tictactoe | jq '.positions[\"0\"].optimal_moves'
  perfect-play export json m.perfect > m.json";

pub(crate) fn run(args: &Args, language: Language) -> Result<Finding, Trouble> {
    let table = proven::table(&args.table, &args.output, check)?;
    let made_by = format!("perfect-play export {language} {}", args.table.to_string_lossy());
    let file = progress::waiting("exporting", || export(&table.table, language, &made_by));
    let file = file.map_err(|error| match error {
        ExportError::Unreadable { reason, .. } => table.trouble(Unreadable::new(reason)),
        ExportError::Contradiction { position, what } => {
            table.contradiction(format!("at {position} {what}"))
        }
        error => error.into(),
    })?;
    args.output.write(|out| out.write_all(file.as_bytes()))?;
    Ok(Finding::Fine)
}

/// Refuses a game of which a file could not hold a place for every board.
fn check(game: &Mnk) -> Result<(), Trouble> {
    check_size(game).map_err(|error| {
        Trouble::new(format!(
            "{game} has {} codes, and a file with a place for each has at most {} (boards of up to 12 \
             cells): `perfect-play dump {game}` lists its positions, `perfect-play solve {game} -o \
             FILE` writes a table to probe",
            grouped(error.codes()),
            grouped(MAX_CODES)
        ))
    })
}
