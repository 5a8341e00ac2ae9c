//! The folder and the limits of the cache, from the environment.

use std::{
    env,
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Duration,
};

use crate::{tables::memory, terminal::exit::Trouble};

const FOLDER: &str = "PERFECT_PLAY_CACHE";
const SIZE: &str = "PERFECT_PLAY_CACHE_SIZE";
const SECONDS: &str = "PERFECT_PLAY_CACHE_SECONDS";

/// The default size limit in bytes.
const DEFAULT_SIZE: u64 = 2_000_000_000;

/// The default for the shortest solve that is kept. A faster solve is simply repeated.
const DEFAULT_PATIENCE: Duration = Duration::from_millis(500);

/// Whether `--no-cache` was given.
static OFF: AtomicBool = AtomicBool::new(false);

/// `--no-cache`: the cache is neither read nor written.
pub(crate) fn turn_off() {
    OFF.store(true, Relaxed);
}

/// The folder of the cache; `None` if it is off.
pub(super) fn folder() -> Option<PathBuf> {
    if OFF.load(Relaxed) {
        return None;
    }
    match env::var_os(FOLDER) {
        Some(off) if off == "off" => None,
        Some(folder) if !folder.is_empty() => Some(folder.into()),
        _ => of_the_platform().map(|folder| folder.join("perfect-play")),
    }
}

/// The platform's folder for files that can be made again.
fn of_the_platform() -> Option<PathBuf> {
    let absolute = |folder: PathBuf| folder.is_absolute().then_some(folder);
    let given = |name| env::var_os(name).map(PathBuf::from).and_then(absolute);
    if cfg!(windows) {
        return given("LOCALAPPDATA");
    }
    let home = || env::home_dir().and_then(absolute);
    if cfg!(target_os = "macos") {
        return home().map(|home| home.join("Library/Caches"));
    }
    given("XDG_CACHE_HOME").or_else(|| home().map(|home| home.join(".cache")))
}

/// Why there is no folder.
pub(crate) fn why_no_folder() -> String {
    if OFF.load(Relaxed) {
        return "`--no-cache` turns the cache off, so there is nothing to show: leave `--no-cache` out".to_owned();
    }
    match env::var_os(FOLDER) {
        Some(_) => format!("no tables are kept: the environment variable {FOLDER} is `off`"),
        None => format!(
            "there is no home folder to keep tables in: name a folder in the environment variable {FOLDER}"
        ),
    }
}

/// The size limit in bytes.
pub(super) fn limit() -> Result<u64, Trouble> {
    let Some(size) = env::var_os(SIZE) else { return Ok(DEFAULT_SIZE) };
    let size = memory::size(&size.to_string_lossy());
    Ok(size.map_err(|hint| Trouble::new(format!("the environment variable {SIZE}: {hint}")))?.0)
}

/// The shortest solve that is kept.
pub(super) fn patience() -> Result<Duration, Trouble> {
    let Some(seconds) = env::var_os(SECONDS) else { return Ok(DEFAULT_PATIENCE) };
    let seconds = seconds.to_str().and_then(|seconds| seconds.parse().ok());
    seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).ok_or_else(|| {
        Trouble::new(format!(
            "the environment variable {SECONDS}: give a number of seconds, as in `0.5` or `10`"
        ))
    })
}
