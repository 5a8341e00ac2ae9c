//! The TypeScript types of an ES module, in a file beside the module.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use perfect_play_core::Shown;
use perfect_play_file::replace;

use crate::terminal::exit::Trouble;

/// The file in which TypeScript looks for the types of a module: `NAME.d.mts` for `NAME.mjs`, `NAME.d.ts` for
/// `NAME.js`. For other suffixes it looks for no file.
pub(super) fn beside(module: &Path) -> Option<PathBuf> {
    let extension = match module.extension()?.to_str()? {
        "mjs" => "d.mts",
        "js" => "d.ts",
        _ => return None,
    };
    Some(module.with_extension(extension))
}

/// Writes a module and its types: both files, or neither. The module is first written whole under another name. Then
/// the types replace the old types, and the module replaces the old module. If the last step fails, the old types are
/// restored.
pub(super) fn write_both(
    module: &Path,
    write_module: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    types: &Path,
    text: &str,
) -> Result<(), Trouble> {
    let trouble =
        |error| Trouble::new(format!("{} cannot be replaced: {error}", Shown(types.display())));
    let is_new = !fs::exists(types).map_err(trouble)?;
    let old = types.is_file().then(|| fs::read(types)).transpose().map_err(trouble)?;
    let mut types_written = None;
    let module_written = replace(module, |out| {
        write_module(out)?;
        out.flush()?;
        let written = replace(types, |out| out.write_all(text.as_bytes()));
        let result =
            written.as_ref().map_or_else(|_| Err(io::ErrorKind::Other.into()), |()| Ok(()));
        types_written = Some(written);
        result
    });
    // The first error. If the types failed, it is theirs.
    if let Some(Err(error)) = types_written {
        return Err(error.into());
    }
    if module_written.is_err() && types_written.is_some() {
        match old {
            Some(old) => replace(types, |out| out.write_all(&old))?,
            None if is_new => fs::remove_file(types).map_err(trouble)?,
            // Bytes that were written to a pipe or a device cannot be taken back.
            None => {}
        }
    }
    Ok(module_written?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_named_as_typescript_looks_for_them() {
        for (module, types) in [
            ("t.mjs", Some("t.d.mts")),
            ("a.b/t.js", Some("a.b/t.d.ts")),
            ("t.min.mjs", Some("t.min.d.mts")),
            ("t.cjs", None),
            ("t.mjs.txt", None),
            ("t", None),
            (".mjs", None),
            ("/dev/stdout", None),
        ] {
            assert_eq!(beside(Path::new(module)).as_deref(), types.map(Path::new), "{module}");
        }
    }

    /// The names of the folder's files, and the contents of the module and of the types.
    fn files(folder: &Path) -> Vec<(String, String)> {
        let mut files: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| {
                let entry = entry.unwrap();
                let text = fs::read_to_string(entry.path()).unwrap_or_else(|_| "no file".into());
                (entry.file_name().into_string().unwrap(), text)
            })
            .collect();
        files.sort();
        files
    }

    fn file(name: &str, text: &str) -> (String, String) {
        (name.to_owned(), text.to_owned())
    }

    #[test]
    fn both_files_are_written_or_neither_is() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let (module, types) = (folder.join("t.mjs"), folder.join("t.d.mts"));
        let whole = |text: &'static str| move |out: &mut dyn Write| out.write_all(text.as_bytes());
        let full = |out: &mut dyn Write| {
            out.write_all(b"half")?;
            Err(io::ErrorKind::StorageFull.into())
        };

        // No old files: the module fails half way, or cannot be renamed.
        let error = write_both(&module, full, &types, "types").unwrap_err().to_string();
        assert!(error.contains("t.mjs cannot be written"), "{error}");
        assert_eq!(files(folder), []);
        let taken = |out: &mut dyn Write| {
            out.write_all(b"module")?;
            fs::create_dir(&module)
        };
        let error = write_both(&module, taken, &types, "types").unwrap_err().to_string();
        assert!(error.contains("t.mjs cannot be written"), "{error}");
        assert_eq!(files(folder), [file("t.mjs", "no file")]);
        fs::remove_dir(&module).unwrap();

        write_both(&module, whole("module"), &types, "types").unwrap();
        let old = [file("t.d.mts", "types"), file("t.mjs", "module")];
        assert_eq!(files(folder), old);

        // Both old files exist: the same failures, and a failure of the types.
        write_both(&module, full, &types, "new").unwrap_err();
        assert_eq!(files(folder), old);
        let taken = |_: &mut dyn Write| {
            fs::remove_file(&module)?;
            fs::create_dir(&module)
        };
        write_both(&module, taken, &types, "new").unwrap_err();
        assert_eq!(files(folder), [file("t.d.mts", "types"), file("t.mjs", "no file")]);
        fs::remove_dir(&module).unwrap();
        fs::write(&module, "module").unwrap();
        fs::remove_file(&types).unwrap();
        fs::create_dir(&types).unwrap();
        let error = write_both(&module, whole("new"), &types, "new").unwrap_err().to_string();
        assert!(error.contains("t.d.mts cannot be written"), "{error}");
        assert_eq!(files(folder), [file("t.d.mts", "no file"), file("t.mjs", "module")]);
    }
}
