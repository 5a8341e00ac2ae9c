//! Removes the temporary files of the whole process. So this program has only one test.

use std::{fs, path::Path};

use perfect_play_file::{TemporaryFolder, remove_temporary_files, replace};

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn temporary_files_are_removed_and_all_others_stay() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    replace(&path, |out| out.write_all(b"old")).unwrap();
    let scratch = TemporaryFolder::new().unwrap();
    fs::create_dir(scratch.path().join("folder")).unwrap();
    fs::write(scratch.path().join("folder").join("file"), "half").unwrap();
    let result = replace(&path, |out| {
        out.write_all(b"new")?;
        assert_eq!(names(folder.path()).len(), 2);
        drop(remove_temporary_files());
        assert_eq!(names(folder.path()), ["table"]);
        assert!(!scratch.path().exists());
        Ok(())
    });
    assert!(result.is_err());
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(names(folder.path()), ["table"]);

    replace(&path, |out| out.write_all(b"newer")).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"newer");
    assert_eq!(names(folder.path()), ["table"]);
}
