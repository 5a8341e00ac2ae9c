//! Pictures and other files for people: on a terminal they would only be in the way.

use std::{
    ffi::OsStr,
    io::{self, Write},
    path::Path,
};

use perfect_play_core::Shown;

use crate::{
    args::game_arg,
    terminal::{exit::Trouble, interruption::tell, output::OutputArgs},
};

/// Where a document about TABLE goes: to the output that the command line names. If that is the terminal, to a file with the
/// name of TABLE.
pub(crate) struct Document<'a> {
    named: Option<OutputArgs>,
    given: &'a OutputArgs,
    /// What to do with the file.
    next: &'static str,
}

impl<'a> Document<'a> {
    /// A picture of this kind: `map` is in `tictactoe-map.svg`.
    pub(crate) fn picture(
        table: &OsStr,
        kind: &str,
        given: &'a OutputArgs,
    ) -> Result<Self, Trouble> {
        Self::new(table, &format!("-{kind}.svg"), "open it in a browser", given)
    }

    /// As [`Document::picture`] if the answer is a picture. Any other answer goes where the command line says.
    pub(crate) fn picture_if(
        is_picture: bool,
        table: &OsStr,
        kind: &str,
        given: &'a OutputArgs,
    ) -> Result<Self, Trouble> {
        if is_picture {
            return Self::picture(table, kind, given);
        }
        Ok(Self { named: None, given, next: "" })
    }

    /// A document with a name that ends like this. A file that nobody named is not replaced.
    pub(crate) fn new(
        table: &OsStr,
        ending: &str,
        next: &'static str,
        given: &'a OutputArgs,
    ) -> Result<Self, Trouble> {
        if !given.is_terminal() {
            return Ok(Self { named: None, given, next });
        }
        let name = format!("{}{ending}", stem(table));
        if Path::new(&name).symlink_metadata().is_ok() {
            return Err(Trouble::new(format!(
                "{name} is there already: `-o {name}` replaces it, and another name leaves it as it is"
            )));
        }
        Ok(Self { named: Some(OutputArgs::to(name.into())), given, next })
    }

    /// The output of the document.
    pub(crate) fn output(&self) -> &OutputArgs {
        self.named.as_ref().unwrap_or(self.given)
    }

    /// Writes the document. If nobody named the file, says its name.
    pub(crate) fn write(
        &self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Trouble> {
        self.output().write(write)?;
        if let Some(path) = self.named.as_ref().and_then(OutputArgs::file) {
            tell(&format!("{} is written: {}", Shown(path.display()), self.next));
        }
        Ok(())
    }
}

/// The name of a game or of a file as the name of a document, without what some systems do not allow there.
pub(crate) fn stem(table: &OsStr) -> String {
    let text = match game_arg::name(table, "game") {
        Ok(game) => game.to_string().into(),
        Err(_) => table.to_string_lossy(),
    };
    let path = Path::new(text.strip_prefix("graph:").unwrap_or(&text));
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let safe = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '-' };
    let stem = stem.chars().map(safe).collect::<String>();
    match stem.trim_matches('-') {
        "" => "page".to_owned(),
        stem => stem.to_owned(),
    }
}
