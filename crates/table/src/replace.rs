//! Writing a file so that it is there whole or not at all.

use std::{
    ffi::OsString,
    fs::{self, File, Permissions},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use perfect_play_core::Shown;

use crate::WriteError;

/// Writes a file `.NAME.….partial` beside the target and renames it, so that readers see the old
/// file or the new one, and a failure leaves the old one and nothing else. (Not so if the process is
/// killed: then the partial file stays.)
///
/// What is there but is no file, such as a pipe or a device, is written to directly.
///
/// ```
/// use perfect_play_table::{can_replace, replace};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("report.txt");
/// can_replace(&path)?; // before what takes long
/// replace(&path, |out| writeln!(out, "proven"))?;
/// assert_eq!(std::fs::read_to_string(&path)?, "proven\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the target is a directory, or anything fails on the way.
pub fn replace(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), WriteError> {
    let write = || match target(path)? {
        Target::File { path, permissions } => replace_file(&path, permissions, content),
        Target::Other(path) => {
            write_all(File::options().write(true).open(path)?, content).map(drop)
        }
    };
    write().map_err(|error| WriteError::io(path, error))
}

/// Says early what [`replace`] would say late, as far as it can be known: that the target is a
/// directory or may not be written, or that there is no folder for it.
///
/// ```
/// use perfect_play_table::can_replace;
///
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path();
/// assert!(can_replace(&folder.join("new.perfect")).is_ok());
/// assert!(can_replace(folder).is_err()); // a directory
/// assert!(can_replace(&folder.join("no such folder").join("new.perfect")).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Those of [`replace`].
pub fn can_replace(path: &Path) -> Result<(), WriteError> {
    target(path).map(drop).map_err(|error| WriteError::io(path, error))
}

/// What there is to write to.
#[derive(Debug)]
pub(crate) enum Target {
    /// A file, there or not.
    File { path: PathBuf, permissions: Option<Permissions> },
    /// A pipe or a device.
    Other(PathBuf),
}

/// What there is to write to, links followed.
///
/// # Errors
///
/// If it is a directory or may not be written, or there is no folder for it.
pub(crate) fn target(path: &Path) -> io::Result<Target> {
    // A link is followed, so that it is the file behind it that is replaced, or made.
    let path = match (fs::canonicalize(path), fs::read_link(path)) {
        (Ok(path), _) => path,
        (Err(_), Ok(link)) => path.with_file_name(link),
        (Err(_), Err(_)) => path.to_path_buf(),
    };
    let permissions = match fs::metadata(&path) {
        Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => return Ok(Target::Other(path)),
        Ok(there) if there.permissions().readonly() => {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        Ok(there) => Some(there.permissions()),
        Err(_) => None,
    };
    if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let folder = folder_of(&path);
    if !folder.is_dir() {
        let message = format!("there is no folder {}", Shown(folder.display()));
        return Err(io::Error::new(io::ErrorKind::NotFound, message));
    }
    Ok(Target::File { path, permissions })
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Makes what a file is called safe on the disk, where that can be done.
pub(crate) fn sync_folder_of(path: &Path) {
    if cfg!(unix) {
        // If it fails the file is whole all the same, under its old name or the new one.
        let _ = File::open(folder_of(path)).and_then(|folder| folder.sync_all());
    }
}

fn replace_file(
    target: &Path,
    permissions: Option<Permissions>,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut prefix = OsString::from(".");
    prefix.push(target.file_name().unwrap_or_default());
    prefix.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".partial");
    if let Some(permissions) = default_permissions() {
        builder.permissions(permissions);
    }
    // The kind alone: the message would name the temporary file, which means nothing to the user.
    let file = builder.tempfile_in(folder_of(target)).map_err(|error| error.kind())?;
    let (file, path) = file.into_parts();
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    let file = write_all(file, content)?;
    file.sync_all()?;
    drop(file);
    path.persist(target)?;
    Ok(())
}

/// What a new file is allowed, before the user's mask: otherwise a temporary file is its owner's
/// alone.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "there are none on other systems")]
fn default_permissions() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn default_permissions() -> Option<Permissions> {
    None
}

fn write_all(
    file: File,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<File> {
    let mut out = BufWriter::new(file);
    content(&mut out)?;
    Ok(out.into_inner()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect()
    }

    #[test]
    fn a_failure_half_way_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        replace(&path, |out| out.write_all(b"old")).unwrap();
        let error = replace(&path, |out| {
            out.write_all(b"new")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert!(error.unwrap_err().to_string().contains("table cannot be written"));
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["table"]);
    }

    #[test]
    fn no_folder_and_a_directory_are_errors() {
        let folder = tempfile::tempdir().unwrap();
        assert!(replace(folder.path(), |_| Ok(())).is_err());
        assert!(replace(&folder.path().join("none/table"), |_| Ok(())).is_err());
        assert_eq!(names(folder.path()), [""; 0]);
    }

    #[cfg(unix)]
    #[test]
    fn links_devices_and_permissions_are_respected() {
        use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("table"), folder.path().join("link"));
        replace(&path, |out| out.write_all(b"old")).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o666)).unwrap();
        symlink(&path, &link).unwrap();
        replace(&link, |out| out.write_all(b"new")).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o666);

        fs::set_permissions(&path, Permissions::from_mode(0o440)).unwrap();
        assert!(replace(&path, |out| out.write_all(b"newer")).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"new");

        let dangling = folder.path().join("dangling");
        symlink("made", &dangling).unwrap();
        replace(&dangling, |out| out.write_all(b"new")).unwrap();
        assert_eq!(fs::read(folder.path().join("made")).unwrap(), b"new");

        replace(Path::new("/dev/null"), |out| out.write_all(b"gone")).unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }
}
