//! `perfect-play export c`, `python`, `js` and `json`: a table with its lookup in another language.

use std::{ffi::OsString, io::Write};

use perfect_play_core::NO_CODES;
use perfect_play_export::{
    ExportError, Language, MAX_CODES, check_size, export, types as declared,
};
use perfect_play_file::Unreadable;

use crate::{
    args::table_arg::Source,
    commands::export::{proven, types},
    tables::table::Table,
    terminal::{
        exit::{Finding, Trouble},
        interruption::quoted,
        output::{OutputArgs, check_input, check_output, writing},
        program, progress,
    },
    text::numbers::grouped,
};

/// The arguments that all these commands share.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A game's name (`tictactoe`, `mnk:4,3,3`, `connect:4,3,3`) or a .perfect file, with a board of up to 12 cells
    table: OsString,
    #[command(flatten)]
    output: OutputArgs,
}

/// The arguments of `export js`.
#[derive(clap::Args)]
pub(crate) struct JsArgs {
    #[command(flatten)]
    args: Args,
    /// Write the module's types for TypeScript instead of the module
    #[arg(long)]
    types: bool,
}

pub(crate) const C: &str = "\
The header has the table as constants, and static inline functions: it allocates
nothing and needs no other file. It is for C99 and C++11, and all names begin
with the game's name. This program finds O's best move, plays it and prints it:

  #include <stdio.h>
  #include \"tictactoe.h\"

  int main(void) {
      uint8_t move;
      char text[TICTACTOE_SHOW_SIZE];
      uint64_t code = tictactoe_at(\"XO. .X. ...\");
      if (tictactoe_best_move(code, &move) != TICTACTOE_OK)
          return 1;
      tictactoe_play(code, move, &code);
      tictactoe_show(code, text);
      printf(\"cell %d\\n%s\\n\", move, text);
  }

To have the table only once in a program of several files, define
TICTACTOE_SHARED in all of them before the header is included. In one of them,
also define TICTACTOE_IMPLEMENTATION.

Examples:
  perfect-play export c tictactoe -o tictactoe.h
  perfect-play export c mnk:4,3,3+misere -o mnk_4_3_3_misere.h
  perfect-play export c m.perfect > m.h";

pub(crate) const PYTHON: &str = "\
The module needs Python 3.9 or later and nothing else. It is typed, for
`mypy --strict`. As tictactoe.py:

  >>> import tictactoe
  >>> tictactoe.best_move(\"XO..X....\"), tictactoe.probe(\"XO..X....\").outcome.name
  (8, 'LOSS')
  >>> position = tictactoe.play(\"XO..X....\", 8)
  >>> print(tictactoe.show(position))
  X O .
  . X .
  . . O
  >>> tictactoe.winner(position), tictactoe.legal_moves(position)
  (None, (2, 3, 5, 6, 7))
  >>> tictactoe.choose(position, \"novice\") in (3, 6)
  True

A position is given as its code or as a board, in which spaces and line breaks
are ignored. Where marks fall, it may also be the columns played, such as
\"2233\".

Examples:
  perfect-play export python tictactoe -o tictactoe.py
  perfect-play export python connect:4,3,3 -o connect.py
  perfect-play export python m.perfect > m.py";

pub(crate) const JS: &str = "\
An ES module for browsers, Node.js and others. With `-o NAME.mjs` its types for
TypeScript are also written, to NAME.d.mts beside it; with `-o NAME.js` they are
in NAME.d.ts. The compiler looks for these names. As tictactoe.mjs:

  import { bestMove, choose, play, probe, show, winner } from \"./tictactoe.mjs\";

  probe(\"XO. .X. ...\").outcome; // \"loss\"
  bestMove(\"XO..X....\"); // 8
  choose(\"XO..X....\", \"novice\"); // 2 or 8
  choose(\"XO..X....\", { skill: [9, 10] }); // an optimal move 9 times in 10
  const position = play(\"XO..X....\", 8); // the code of the next position
  show(position); // its board, a line for each row
  winner(position); // null

Examples:
  perfect-play export js tictactoe -o tictactoe.mjs
  perfect-play export js connect:4,3,3 -o connect.mjs
  perfect-play export js m.perfect > m.mjs
  perfect-play export js m.perfect --types > m.d.mts";

pub(crate) const JSON: &str = "\
The answer is one object. `about` explains the other fields. `positions` has an
entry for each position under its code, each on a line. `dump` also lists the
positions of larger boards, in formats that can be read position by position.

Examples:
  perfect-play export json tictactoe -o tictactoe.json
  perfect-play export json tictactoe | jq '.positions[\"0\"].optimal_moves'
  perfect-play export json m.perfect > m.json";

pub(crate) fn run(args: &Args, language: Language) -> Result<Finding, Trouble> {
    let ending = match language {
        Language::C => "h",
        Language::Python => "py",
        Language::JavaScript => "js",
        Language::Json => "json",
    };
    let table = table(args, ending)?;
    let file = file(args, &table, language)?;
    args.output.write(|out| out.write_all(file.as_bytes()))?;
    Ok(Finding::Fine)
}

pub(crate) fn run_js(JsArgs { args, types }: &JsArgs) -> Result<Finding, Trouble> {
    let module = args.output.file().filter(|_| !types);
    let beside = module.and_then(|module| Some((module, types::beside(module)?)));
    if let Some((module, beside)) = &beside {
        check_output(module)?;
        check_output(beside)?;
    }
    let table = table(args, "js")?;
    if let (Some(file), Some((_, beside))) = (&table.file, &beside) {
        check_input(file, beside)?;
    }
    let declared = declared(&table.table, &made_by(args, Language::JavaScript))?;
    if *types {
        args.output.write(|out| out.write_all(declared.as_bytes()))?;
        return Ok(Finding::Fine);
    }
    let file = file(args, &table, Language::JavaScript)?;
    let write = |out: &mut dyn Write| out.write_all(file.as_bytes());
    match beside {
        Some((module, beside)) => {
            let _task = writing(module);
            types::write_both(module, write, &beside, &declared)?;
        }
        None => args.output.write(write)?,
    }
    Ok(Finding::Fine)
}

/// The table. Its game is checked first.
fn table(args: &Args, ending: &str) -> Result<Table, Trouble> {
    args.output.check_ending(&[ending])?;
    proven::table(&args.table, &args.output, check)
}

/// The command that makes the file, without the output path.
fn made_by(args: &Args, language: Language) -> String {
    format!("{} export {language} {}", program::name(), quoted(&args.table.to_string_lossy()))
}

/// The table in one language.
fn file(args: &Args, table: &Table, language: Language) -> Result<String, Trouble> {
    let made_by = made_by(args, language);
    let file = progress::waiting("exporting", || export(&table.table, language, &made_by));
    file.map_err(|error| match error {
        ExportError::Unreadable { reason, .. } => table.trouble(Unreadable::new(reason)),
        ExportError::Contradiction { position, what } => {
            table.contradiction(format!("at {position} {what}"))
        }
        error => error.into(),
    })
}

/// Returns an error for a game with too many boards for an array with one slot for each. A game whose positions are found is
/// solved for that.
fn check(source: &Source) -> Result<(), Trouble> {
    let game = source.game();
    proven::check_whole(source)?;
    check_size(game, source.codes()?).map_err(|error| {
        let codes = match error.codes() {
            NO_CODES => "no".to_owned(),
            codes => grouped(codes),
        };
        let dump = program::command("dump", game, "");
        let instead = dump.zip(program::command("solve", game, " -o FILE"));
        let instead = instead.map_or_else(String::new, |(dump, solve)| {
            format!(": {dump} lists its positions, {solve} writes a table to probe")
        });
        Trouble::new(format!(
            "{game} has {codes} codes, but an exported file has a slot for each code, and at most {} slots (boards \
             of up to 12 cells){instead}",
            grouped(MAX_CODES)
        ))
    })
}
