//! Checks that all ranks see the same folder. A folder of the same name on each machine is a common mistake.

use std::{
    fs,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use mpi::{
    collective::CommunicatorCollectives,
    collective::Root,
    topology::{Communicator, SimpleCommunicator},
};

/// A network file system may show a new file this late.
const PATIENCE: Duration = Duration::from_secs(30);

/// Creates the folder in rank 0. The other ranks wait until they see what rank 0 puts there.
///
/// # Errors
///
/// If the folder cannot be written, or is not shared.
pub(crate) fn check(world: &SimpleCommunicator, folder: &Path) -> Result<(), String> {
    let mut token = u64::from(std::process::id());
    let mut made = Ok(());
    if world.rank() == 0 {
        made = fs::create_dir_all(folder)
            .and_then(|()| fs::write(folder.join(format!("seen-by-all-{token}")), ""))
            .map_err(|error| format!("{} cannot be written: {error}", folder.display()));
    }
    made?;
    world.process_at_rank(0).broadcast_into(&mut token);
    let path = folder.join(format!("seen-by-all-{token}"));
    let began = Instant::now();
    while !path.exists() {
        if began.elapsed() > PATIENCE {
            return Err(format!(
                "{} is not the folder that rank 0 sees: name one on a disk that all machines share",
                folder.display()
            ));
        }
        // A network file system asks the server again when a folder is opened.
        let _ = fs::read_dir(folder);
        thread::sleep(Duration::from_millis(20));
    }
    world.barrier();
    if world.rank() == 0 {
        let _ = fs::remove_file(path);
    }
    Ok(())
}
