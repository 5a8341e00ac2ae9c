//! The address space that glibc's allocator takes.
//!
//! glibc reserves 64 MiB of address space, an *arena*, for nearly every thread. If the address space is limited
//! (`ulimit -v`), a few arenas use up the limit although the program needs little memory. Then each allocation of a
//! thread without an arena becomes a system call, which makes the program up to twenty times slower, or the allocation
//! fails, which aborts it. The number of arenas can only be set from outside, so the program starts itself again.

/// If the address space of the program is limited, starts it again with so few arenas that they take at most an eighth.
/// Returns if this is not necessary or not possible.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn restart_if_limited() {
    use std::{env, os::unix::process::CommandExt, process::Command, thread};

    use perfect_play_engine::address_space;

    /// Read by glibc. If it is already set, the choice of the user counts, or the program was started again.
    const MOST_ARENAS: &str = "MALLOC_ARENA_MAX";
    const ARENA_BYTES: u64 = 64 << 20;
    const ARENAS_OF_A_CORE: u64 = 8;

    let Some(bytes) = address_space().filter(|_| env::var_os(MOST_ARENAS).is_none()) else {
        return;
    };
    let arenas = (bytes / 8 / ARENA_BYTES).max(1);
    let cores = thread::available_parallelism().map_or(1, usize::from) as u64;
    if arenas >= ARENAS_OF_A_CORE * cores {
        return;
    }
    let mut args = env::args_os();
    let mut again = Command::new("/proc/self/exe");
    if let Some(name) = args.next() {
        again.arg0(name);
    }
    // This returns only if it fails. Then the program works as it is.
    let _ = again.args(args).env(MOST_ARENAS, arenas.to_string()).exec();
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn restart_if_limited() {}
