//! Writing a file completely or not at all.

use std::{
    ffi::OsString,
    fs::{self, File, Permissions},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use perfect_play_core::Shown;

use crate::{
    WriteError, WriteErrorKind,
    disk::{self, DiskFile, FromStart, folder_of},
    temporary::TemporaryFile,
};

/// Writes a file `.NAME.….partial` beside the target and then renames it. So readers see either the old file or the
/// new one, and a failure leaves only the old one. If a signal ends the process, the temporary file stays, unless the
/// program calls [`remove_temporary_files`](crate::remove_temporary_files) first.
///
/// A pipe, a device or an open descriptor is written to directly: see [`is_stream`].
///
/// ```
/// use perfect_play_file::{can_replace, replace};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("report.txt");
/// can_replace(&path)?; // check early, before a long calculation
/// replace(&path, |out| writeln!(out, "proven"))?;
/// assert_eq!(std::fs::read_to_string(&path)?, "proven\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the target is a directory, or if any step fails.
pub fn replace(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), WriteError> {
    let write = || match target(path)? {
        Target::File { path, permissions } => replace_file(&path, permissions, content),
        Target::Other(path) => write_all(File::options().write(true).open(path)?, content),
        Target::Descriptor(path) => write_all(open_descriptor(&path)?, content),
    };
    write().map_err(|error| WriteError::io(path, error))
}

/// Whether [`replace`] writes to this path directly, because it is not a file that could be replaced: a pipe, a
/// device, or an open descriptor such as `/dev/stdout` or `/dev/fd/3`. This includes a descriptor of a file. What is
/// written before a failure stays written.
///
/// ```
/// use perfect_play_file::is_stream;
///
/// # let folder = tempfile::tempdir()?;
/// assert!(!is_stream(&folder.path().join("new.perfect")));
/// # if cfg!(unix) {
/// use std::path::Path;
///
/// assert!(is_stream(Path::new("/dev/null")) && is_stream(Path::new("/dev/stdout")));
/// # }
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use]
pub fn is_stream(path: &Path) -> bool {
    matches!(target(path), Ok(Target::Other(_) | Target::Descriptor(_)))
}

/// Replaces the file `path` by the file `finished`, which loses its old name. Both must be on the same file system.
/// If `path` is a link, the file that it leads to is replaced. The new file gets the permissions of the old one.
///
/// ```
/// use perfect_play_file::rename_over;
///
/// # let folder = tempfile::tempdir()?;
/// let [old, new] = ["old", "new"].map(|name| folder.path().join(name));
/// std::fs::write(&old, "old")?;
/// std::fs::write(&new, "new")?;
/// rename_over(&new, &old)?;
/// assert_eq!(std::fs::read_to_string(&old)?, "new");
/// assert!(!new.exists());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If `path` is a directory, a pipe, a device or an open descriptor, or if it cannot be replaced. Both files then
/// stay unchanged.
pub fn rename_over(finished: &Path, path: &Path) -> Result<(), WriteError> {
    let (to, permissions) = match target(path) {
        Ok(Target::File { path, permissions }) => (path, permissions),
        Ok(_) => return Err(WriteError::new(path, WriteErrorKind::NotAFile)),
        Err(error) => return Err(WriteError::io(path, error)),
    };
    let rename = || {
        // The permissions first, so that the file has them as soon as it has its name.
        if let Some(permissions) = permissions {
            fs::set_permissions(finished, permissions)?;
        }
        disk::rename(finished, &to)
    };
    rename().map_err(|error| WriteError::io(path, error))
}

/// Checks early whether [`replace`] can succeed, as far as this can be known. It finds a target that is a directory,
/// a target that may not be written, and a folder that does not exist.
///
/// ```
/// use perfect_play_file::can_replace;
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
/// The errors of [`replace`].
pub fn can_replace(path: &Path) -> Result<(), WriteError> {
    target(path).map(drop).map_err(|error| WriteError::io(path, error))
}

/// The kind of a target.
#[derive(Debug)]
pub(crate) enum Target {
    /// A file, which need not exist yet.
    File { path: PathBuf, permissions: Option<Permissions> },
    /// A pipe or a device.
    Other(PathBuf),
    /// An open descriptor of a process, of any kind. The path is `/dev/fd/N` or `/proc/PID/fd/N`.
    Descriptor(PathBuf),
}

/// The kind of the target at a path. Links are followed.
///
/// # Errors
///
/// If it is a directory, if it may not be written, or if its folder does not exist.
pub(crate) fn target(path: &Path) -> io::Result<Target> {
    let is_named_as_folder = path.as_os_str().as_encoded_bytes().ends_with(b"/");
    if !is_named_as_folder && let Some(path) = descriptor(path) {
        return if fs::metadata(&path)?.is_dir() {
            Err(io::ErrorKind::IsADirectory.into())
        } else {
            Ok(Target::Descriptor(path))
        };
    }
    let path = followed(path)?;
    let permissions = match fs::metadata(&path) {
        Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => return Ok(Target::Other(path)),
        Ok(there) if there.permissions().readonly() => {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        Ok(there) => Some(there.permissions()),
        Err(_) => None,
    };
    if is_named_as_folder {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if path.file_name().is_none() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "this is not the name of a file"));
    }
    let folder = folder_of(&path);
    if !folder.is_dir() {
        let (there, folder) = (folder.exists(), Shown(folder.display()));
        let message = if there {
            format!("{folder} is not a folder")
        } else {
            format!("there is no folder {folder}")
        };
        return Err(io::Error::new(io::ErrorKind::NotFound, message));
    }
    Ok(Target::File { path, permissions })
}

/// More links than a system follows.
const MOST_LINKS: usize = 64;

/// The file to which links lead, so that this file is replaced or created.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match (fs::canonicalize(&path), fs::read_link(&path)) {
            (Ok(path), _) => return Ok(path),
            (Err(_), Ok(link)) => path = path.with_file_name(link),
            (Err(_), Err(_)) => return Ok(path),
        }
    }
    // They lead in a circle.
    fs::canonicalize(path)
}

/// The open descriptor that a path names, after links are followed: `/proc/8086/fd/1` for `/dev/stdout`. `None` if the
/// path names something else. If the descriptor is an open file, it is not replaced by the path of that file. The file
/// must be written through the descriptor, because another program may go on writing to it.
fn descriptor(path: &Path) -> Option<PathBuf> {
    if !cfg!(unix) {
        return None;
    }
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let folder = fs::canonicalize(folder_of(&path)).ok()?;
        let is_of_process = folder.starts_with("/proc") && folder.ends_with("fd");
        if is_of_process || folder == Path::new("/dev/fd") {
            return Some(folder.join(path.file_name()?));
        }
        path = folder.join(fs::read_link(&path).ok()?);
    }
    None
}

/// Opens a descriptor for writing after its current end. Standard output and standard error keep their position in
/// the file, so that the output of other programs stays before and after ours.
#[cfg(unix)]
fn open_descriptor(path: &Path) -> io::Result<File> {
    use std::os::fd::AsFd;

    let own = fs::canonicalize("/proc/self/fd").unwrap_or_else(|_| "/dev/fd".into());
    let of_process = path.parent() == Some(&own);
    let standard = match path.file_name().and_then(|name| name.to_str()) {
        Some("1") if of_process => {
            io::stdout().flush()?;
            io::stdout().as_fd().try_clone_to_owned()?
        }
        Some("2") if of_process => io::stderr().as_fd().try_clone_to_owned()?,
        _ => return File::options().append(true).open(path),
    };
    Ok(standard.into())
}

#[cfg(not(unix))]
fn open_descriptor(path: &Path) -> io::Result<File> {
    File::options().append(true).open(path)
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
    // Only the kind of the error is kept. The message would name the temporary file, which means nothing to the user.
    let (file, path) = TemporaryFile::new(|| {
        builder.tempfile_in(folder_of(target)).map_err(|error| match error.kind() {
            // Its folder exists, or `target` would have failed. `/proc` is such a folder.
            kind @ io::ErrorKind::NotFound => {
                io::Error::new(kind, "no file can be created in this folder")
            }
            kind => kind.into(),
        })
    })?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    let file = DiskFile::new(file);
    write_all(FromStart::new(&file), content)?;
    // The contents must be on the disk before the name. Otherwise a crash could leave the name with a part of the
    // contents.
    file.sync()?;
    drop(file);
    path.persist(target)
}

/// The permissions of a new file, before the user's mask is applied. A temporary file belongs to its owner only.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "there are none on other systems")]
pub(crate) fn default_permissions() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
pub(crate) fn default_permissions() -> Option<Permissions> {
    None
}

fn write_all(
    file: impl Write,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    content(&mut out)?;
    out.flush()
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
    fn links_are_followed_to_a_file_that_does_not_exist_yet() {
        use std::os::unix::fs::symlink;

        let folder = tempfile::tempdir().unwrap();
        let [first, second, file] =
            ["first", "second", "file"].map(|name| folder.path().join(name));
        symlink("second", &first).unwrap();
        symlink(&file, &second).unwrap();
        replace(&first, |out| out.write_all(b"table")).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"table");
        for link in [&first, &second] {
            assert!(fs::symlink_metadata(link).unwrap().is_symlink());
        }
        let circle = folder.path().join("circle");
        symlink("circle", &circle).unwrap();
        assert!(replace(&circle, |_| Ok(())).is_err());
        assert!(fs::symlink_metadata(&circle).unwrap().is_symlink());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_folder_without_new_files_is_an_error() {
        let error = replace(Path::new("/proc/table"), |_| Ok(())).unwrap_err();
        let expected = "/proc/table cannot be written: no file can be created in this folder";
        assert_eq!(error.to_string(), expected);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_descriptor_is_written_behind_what_is_there() {
        use std::os::{fd::AsRawFd, unix::fs::symlink};

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("open");
        let mut file = File::create(&path).unwrap();
        file.write_all(b"before ").unwrap();
        let link = folder.path().join("link");
        symlink(format!("/dev/fd/{}", file.as_raw_fd()), &link).unwrap();
        assert!(is_stream(&link) && !is_stream(&path));
        can_replace(&link).unwrap();
        replace(&link, |out| out.write_all(b"behind")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"before behind");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());

        let directory = File::open(folder.path()).unwrap();
        let directory = format!("/proc/self/fd/{}", directory.as_raw_fd());
        for wrong in [&*directory, "/dev/fd/999999", "/dev/fd/", "/dev/stdout/"] {
            assert!(can_replace(Path::new(wrong)).is_err(), "{wrong}");
            assert!(replace(Path::new(wrong), |_| Ok(())).is_err(), "{wrong}");
        }
        assert!(rename_over(&path, &link).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"before behind");
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
