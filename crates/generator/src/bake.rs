//! Bakes a table into a crate, from a build script.

mod error;
mod files;
mod form;
mod name;
mod out_dir;
mod registry;
mod slow;

pub use error::BakeError;
pub use registry::registry;

use std::{path::Path, time::Instant};

use perfect_play_core::{Board, Form, Game, Identifier, Kind, Objective};
use perfect_play_numbering::{TierTable, Tiers, has_keys};

use self::{files::Files, name::check_name, slow::slow};
use crate::{MAX_CODES, SolveError, Solver, check_rules, doubt, solve_tiers};

/// Solves a game in a build script, and writes its table to the place where `perfect_play::include_table!`
/// reads it.
///
/// This is a whole `build.rs`, for tic-tac-toe:
///
/// ```no_run
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{Bake, BakeError};
///
/// fn main() -> Result<(), BakeError> {
///     Bake::new(Mnk::TICTACTOE).solve()?.write()
/// }
/// ```
///
/// The code of the crate then contains `perfect_play::include_table!(pub mod tictactoe, Mnk =
/// Mnk::TICTACTOE);`. The module has the name of the game, written as an [`Identifier`].
///
/// The rules are checked before the game is solved ([`check_rules`]), unless they are declared to be
/// [tested](Self::tested). They are checked only at reachable positions. A game's symmetries can be wrong at
/// unreachable positions ([`Game::symmetries`](perfect_play_core::Game::symmetries)). Then a compact
/// table ([`Form::Compact`]) may answer a probe of an unreachable position, instead of returning an error. Too many
/// codes are an error, and so is a table that is too large. Both limits can be raised.
///
/// The bytes of a table depend only on the game and the options. Cargo runs the build script again if it has
/// changed, or if a crate that it uses has changed.
#[derive(Debug)]
#[must_use = "the game is not solved yet: `.solve()?.write()`"]
pub struct Bake<G> {
    game: G,
    module: Option<String>,
    objective: Objective,
    form: Option<Form>,
    max_codes: u64,
    max_bytes: u64,
    tested: bool,
}

/// The default limit on the number of codes of a baked game: 2^21.
///
/// The time of a build depends on the reachable positions, their moves and the symmetries, and hardly on the codes.
/// Cargo does not optimise build scripts. Two games were measured: fox and hounds, and a game with 96 moves. Without
/// optimisation, checking and solving 100,000 reachable positions took 10 to 60 seconds. So if a game has 2^21
/// reachable positions, its build can take several minutes. With `opt-level = 3` in `[profile.dev.build-override]`,
/// 100,000 reachable positions took 0.2 to 2 seconds.
pub const MAX_BAKED_CODES: u64 = 1 << 21;

/// The largest number of positions of a baked game without codes. The map of their keys is source code. The
/// compiler takes some seconds for a map of this size.
pub const MAX_BAKED_KEYS: u64 = 1 << 16;

/// The default limit on the bytes of a baked table: 4 MiB.
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{Bake, MAX_BAKED_BYTES};
///
/// let game = Mnk::new(4, 4, 4).unwrap();
/// assert!(Bake::new(game).max_bytes(MAX_BAKED_BYTES / 10).solve_tiers().is_err());
/// ```
pub const MAX_BAKED_BYTES: u64 = 4 << 20;

impl<G: Game> Bake<G> {
    /// Bakes this game with the objective [`Objective::Fastest`], in a form that suits it.
    ///
    /// In a build script, this removes the tables of earlier runs from cargo's `OUT_DIR`. Tables that this run has
    /// written stay. So a program gets an error, and not an old table, if the script no longer writes one.
    pub fn new(game: G) -> Self {
        out_dir::remove_stale();
        Self {
            game,
            module: None,
            objective: Objective::Fastest,
            form: None,
            max_codes: MAX_BAKED_CODES,
            max_bytes: MAX_BAKED_BYTES,
            tested: false,
        }
    }

    /// Gives the module another name than the name of the game.
    pub fn module(self, name: &str) -> Self {
        Self { module: Some(name.to_owned()), ..self }
    }

    /// Bakes a table with this objective.
    pub fn objective(self, objective: Objective) -> Self {
        Self { objective, ..self }
    }

    /// Bakes a table of this form. By default, a table of up to 256 KiB is direct. A larger table is compact if
    /// that takes at most a quarter of the bytes and the game has at most 65,536 canonical positions. A table of
    /// found positions has the form [`Form::Keys`]. [`Layout::of`](perfect_play_core::Layout::of) says whether an
    /// entry is a 16-bit word or a byte.
    pub fn form(self, form: Form) -> Self {
        Self { form: Some(form), ..self }
    }

    /// Allows this many codes instead of [`MAX_BAKED_CODES`], but at most [`MAX_CODES`]. A game with
    /// more reachable positions than the default limit takes many minutes, unless the workspace's Cargo.toml has
    /// `opt-level = 3` in `[profile.dev.build-override]`: see [`MAX_BAKED_CODES`].
    pub fn max_codes(self, codes: u64) -> Self {
        Self { max_codes: codes, ..self }
    }

    /// Allows a table of this many bytes instead of [`MAX_BAKED_BYTES`].
    pub fn max_bytes(self, bytes: u64) -> Self {
        Self { max_bytes: bytes, ..self }
    }

    /// Skips the check of the rules, which takes most of the time. Use it for rules that are tested for
    /// contradictions, such as the rules of `perfect-play-games`.
    pub fn tested(self) -> Self {
        Self { tested: true, ..self }
    }

    /// Checks the rules, and solves the game.
    ///
    /// # Errors
    ///
    /// If the game has too many codes, or its rules contradict themselves. If the table is too large, or cannot have
    /// the requested form. If the name is not valid for a module.
    pub fn solve(self) -> Result<Solved, BakeError>
    where
        G: Sync,
    {
        let started = Instant::now();
        let name = self.module_name()?;
        let game = self.game.to_string();
        let unsolved = |error| match error {
            SolveError::NotFound(error) => BakeError::NotFound { game: game.clone(), error },
            error => BakeError::Solve { game: game.clone(), error: Box::new(error) },
        };
        self.check_codes()?;
        let mut solver = Solver::default().positions(MAX_BAKED_KEYS);
        if self.tested {
            solver = solver.tested();
        } else if has_keys(&self.game) {
            solver = solver.thorough();
        } else {
            check_rules(&self.game).map_err(unsolved)?;
        }
        let (objective, quiet) = (self.objective, &mut |_, _| ());
        let table = solver.solve(self.game, objective, quiet).map_err(unsolved)?;
        let form = match self.form {
            Some(form) => form,
            None => form::suitable(&table),
        };
        let files = Files::of(&name, &table, form)?;
        check_bytes(&game, files.bytes(), self.max_bytes)?;
        let warning = if self.tested { None } else { doubt(&table) };
        let warning = warning.map(|doubt| format!("{doubt}; `.tested()` leaves this warning out"));
        Ok(Solved { files, warning, slow: slow(&game, started.elapsed()) })
    }

    /// Checks the number of codes, and the size of the table if it is known before the game is solved.
    fn check_codes(&self) -> Result<(), BakeError> {
        if has_keys(&self.game) {
            return Ok(());
        }
        let (codes, game) = (self.game.codes(), self.game.to_string());
        let most = self.max_codes.min(MAX_CODES);
        if codes > most {
            let has_tiers = self.game.kind() != Kind::Other;
            return Err(BakeError::TooManyCodes { game, codes, most, has_tiers });
        }
        match self.form {
            Some(Form::Direct(layout)) => {
                check_bytes(&game, codes.saturating_mul(layout.slot_bytes()), self.max_bytes)
            }
            _ => Ok(()),
        }
    }

    /// The name of the module.
    fn module_name(&self) -> Result<String, BakeError> {
        let name = match &self.module {
            Some(name) => name.clone(),
            None => Identifier(&self.game.to_string()).to_string(),
        };
        check_name(&name)?;
        Ok(name)
    }
}

impl<G: Game<Position = Board>> Bake<G> {
    /// Solves a line game with placed or falling marks ([`Game::kind`](perfect_play_core::Game::kind))
    /// tier by tier, and bakes it in the form [`Form::Tiered`]. The table has one byte for each position, and
    /// symmetric positions share a byte, with few exceptions. Use this for larger boards: all boards of up
    /// to 16 cells, and some larger ones. The limit on codes does not apply. The rules are not checked. They must
    /// meet the conditions that [`Kind`] lists.
    ///
    /// ```no_run
    /// use perfect_play_games::Mnk;
    /// use perfect_play_generator::Bake;
    ///
    /// // In build.rs. The table takes 1.4 MB.
    /// Bake::new(Mnk::new(4, 4, 4)?).solve_tiers()?.write()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the board or the table is too large. If another form or objective was requested. If the name is not valid
    /// for a module.
    pub fn solve_tiers(self) -> Result<Solved, BakeError> {
        let started = Instant::now();
        let name = self.module_name()?;
        let game = self.game.to_string();
        if self.form.is_some_and(|form| form != Form::Tiered) {
            return Err(BakeError::NoSuchForm {
                game,
                why: "`solve_tiers` makes tables of the tiered form",
            });
        }
        if self.objective != Objective::Fastest {
            let why = "a table of the tiered form has the objective `fastest`";
            return Err(BakeError::NoSuchForm { game, why });
        }
        let too_large = || BakeError::BoardTooLarge { game: game.clone() };
        let tiers = Tiers::to_bake(&self.game).map_err(|_| too_large())?;
        // The size is known before the game is solved.
        check_bytes(&game, tiers.baked_bytes().ok_or_else(too_large)?, self.max_bytes)?;
        let sections = solve_tiers(&self.game, &tiers, &|_| ())
            .map_err(|error| BakeError::Solve { game: game.clone(), error: Box::new(error) })?;
        let table = TierTable::new(self.game, self.objective, tiers.into(), sections);
        let files = table.and_then(|table| Files::of_tiers(&name, &table));
        let files = files.ok_or_else(too_large)?;
        Ok(Solved { files, warning: None, slow: slow(&game, started.elapsed()) })
    }
}

/// A solved game, ready to be written.
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::Bake;
///
/// let folder = tempfile::tempdir()?;
/// Bake::new(Mnk::TICTACTOE).solve()?.write_to(folder.path())?;
/// assert_eq!(folder.path().join("tictactoe.slots").metadata()?.len(), 39_366);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use = "the table is not written yet: `.write()`"]
pub struct Solved {
    files: Files,
    warning: Option<String>,
    slow: Option<String>,
}

impl Solved {
    /// What is probably wrong with the rules, although they do not contradict themselves.
    #[must_use]
    pub fn warning(&self) -> Option<&str> {
        self.warning.as_deref()
    }

    /// Writes the table into cargo's `OUT_DIR`, and nowhere else. Tells cargo that the table depends only on
    /// the build script and its dependencies. Cargo prints a warning if one player makes every move, or if a player of
    /// an impartial game moves twice, which is rarely meant: see [`Game::is_impartial`]. It also prints one if solving took
    /// long.
    ///
    /// # Errors
    ///
    /// If there is no `OUT_DIR`, because this is not a build script, or if a file cannot be written.
    pub fn write(&self) -> Result<(), BakeError> {
        let folder = out_dir::of_build_script()?;
        self.write_to(&folder)?;
        // With any such line, cargo does not run the script again whenever a file of the package changes. Cargo always
        // runs it again if the script itself has changed.
        println!("cargo::rerun-if-env-changed=OUT_DIR");
        for warning in self.warning.iter().chain(&self.slow) {
            println!("cargo::warning={warning}");
        }
        Ok(())
    }

    /// Writes the table into this folder.
    ///
    /// # Errors
    ///
    /// If a file cannot be written, or if this program has written another table there under the same name.
    pub fn write_to(&self, folder: &Path) -> Result<(), BakeError> {
        out_dir::claim(folder, &self.files)?;
        for (name, bytes) in self.files.all() {
            out_dir::write(&folder.join(name), bytes)?;
        }
        Ok(())
    }
}

fn check_bytes(game: &str, bytes: u64, most: u64) -> Result<(), BakeError> {
    if bytes <= most {
        Ok(())
    } else {
        Err(BakeError::TooManyBytes { game: game.to_owned(), bytes, most })
    }
}
