//! Writing a file so that it is there whole or not at all.

use std::{
    fs::{self, File, Permissions},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use thiserror::Error;

/// Writes a file beside the target and renames it, so that readers see the old file or the new
/// one, and a failure leaves the old one and nothing else.
///
/// What is there but is no file, such as a pipe or a device, is written to directly.
///
/// # Errors
///
/// If the target is a directory, or anything fails on the way.
pub fn replace(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), WriteError> {
    let error = |source| WriteError { path: path.to_path_buf(), source };
    let write = || {
        // A link is followed, so that it is the file behind it that is replaced.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        match fs::metadata(&target) {
            Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(there) if !there.is_file() => {
                write_all(File::options().write(true).open(&target)?, content).map(drop)
            }
            Ok(there) => replace_file(&target, Some(there.permissions()), content),
            Err(_) => replace_file(&target, None, content),
        }
    };
    write().map_err(error)
}

fn replace_file(
    target: &Path,
    permissions: Option<Permissions>,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    if permissions.as_ref().is_some_and(Permissions::readonly) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let folder = match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        let message = format!("there is no folder {}", folder.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, message));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".").suffix(".partial");
    if let Some(permissions) = permissions.or_else(default_permissions) {
        builder.permissions(permissions);
    }
    // The kind alone: the message would name the temporary file, which means nothing to the user.
    let file = builder.tempfile_in(folder).map_err(|error| error.kind())?;
    let (file, path) = file.into_parts();
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

/// Why a file could not be written.
#[derive(Debug, Error)]
#[error("{} cannot be written: {source}", path.display())]
pub struct WriteError {
    path: PathBuf,
    source: io::Error,
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
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        replace(&link, |out| out.write_all(b"new")).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);

        fs::set_permissions(&path, Permissions::from_mode(0o440)).unwrap();
        assert!(replace(&path, |out| out.write_all(b"newer")).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"new");

        replace(Path::new("/dev/null"), |out| out.write_all(b"gone")).unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }
}
