//! Attacked: `perfect-play-mpi` on games of lines, with one to four ranks. A rank or `mpirun` is killed at a random
//! moment, and other numbers of ranks resume.
//!
//! A defeat: other bytes than `perfect-play solve` writes; a job that fails and was not killed; a rank that outlives its
//! job.
//!
//! The truth is the file of the program, which nobody interrupts. The variable `SIEGE_MPI` is the path of
//! `perfect-play-mpi`.

use std::{
    env,
    fs::{self, File},
    path::Path,
    process::{Child, Command},
    thread,
    time::{Duration, Instant},
};

use perfect_play_games::Mnk;
use perfect_play_test_kit::{Random, besiege, skip};

use super::{command, interruptions::whole};

/// A running job. All that it says is in the file `told`.
fn job(built: &str, folder: &Path, ranks: u32, game: &str) -> Child {
    let told = File::create(folder.join("told")).unwrap();
    Command::new("mpirun")
        // Open MPI refuses root, and more ranks than cores. Its files are in the folder of the case.
        .envs([("OMPI_ALLOW_RUN_AS_ROOT", "1"), ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")])
        .env("OMPI_MCA_rmaps_base_oversubscribe", "1")
        .env("OMPI_MCA_orte_tmpdir_base", folder)
        .args(["-n", &ranks.to_string(), built])
        .args(["solve", game, "-o", "t", "--patience", "20"])
        .current_dir(folder)
        .stdout(told.try_clone().unwrap())
        .stderr(told)
        .spawn()
        .unwrap()
}

/// The process numbers of the ranks.
fn ranks_of(job: &Child) -> Vec<u32> {
    let children = fs::read_to_string(format!("/proc/{0}/task/{0}/children", job.id()));
    children.unwrap_or_default().split_whitespace().map(|id| id.parse().unwrap()).collect()
}

/// Whether a process runs, and is not a zombie.
fn runs(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, state)| !state.starts_with('Z'))
}

fn kill(process: u32) {
    let script = format!("kill -KILL {process} 2> /dev/null");
    let _ = Command::new("sh").args(["-c", &script]).status();
}

/// Waits for the end of all ranks.
fn wait_for(ranks: &[u32]) {
    let began = Instant::now();
    while ranks.iter().any(|&rank| runs(rank)) {
        if began.elapsed() > Duration::from_secs(60) {
            for &rank in ranks {
                kill(rank);
            }
            panic!("a rank outlives its job");
        }
        thread::sleep(Duration::from_millis(10));
    }
}

fn random_game(random: &mut Random) -> String {
    loop {
        let [columns, rows]: [u8; 2] = [(); 2].map(|()| 1 + random.below::<u8>(5_u8));
        let k = 1 + random.below::<u8>(columns.max(rows));
        let (family, most) = random.of(&[("mnk", 16), ("connect", 25)]);
        let misere = random.of(&["", "+misere"]);
        let game = format!("{family}:{columns},{rows},{k}{misere}").parse::<Mnk>();
        if let Ok(game) = game.as_ref().map(Mnk::to_string)
            && (12..=most).contains(&(columns * rows))
        {
            return game;
        }
    }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn mpi() {
    let Ok(built) = env::var("SIEGE_MPI") else {
        return skip("SIEGE_MPI must be the path of perfect-play-mpi");
    };
    besiege(module_path!(), |case| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let game = random_game(&mut case.random);
        let (bytes, _) = whole(&game);
        let told = || fs::read_to_string(path.join("told")).unwrap();
        for _ in 0..=case.random.below::<u8>(3_u8) {
            let count = case.random.of(&[1, 2, 2, 3, 3, 4, 4]);
            let mut job = job(&built, path, count, &game);
            thread::sleep(Duration::from_millis(case.random.below(1_500_u32)));
            let (ranks, nth) = (ranks_of(&job), case.random.below::<usize>(6_u8));
            let is_over = job.try_wait().unwrap().is_some();
            if !is_over {
                kill(ranks.get(nth).copied().unwrap_or(job.id()));
            }
            let status = job.wait().unwrap();
            wait_for(&ranks);
            assert!(!told().contains("panicked"), "{game}, {count} ranks: {}", told());
            // One rank alone is refused.
            let fails = count == 1 || !is_over;
            assert!(fails || status.success(), "{game}, {count} ranks: {}", told());
            case.note(match (count, is_over) {
                (1, _) => "one rank",
                (_, true) => "too late",
                _ if nth < ranks.len() => "a killed rank",
                _ => "a killed job",
            });
        }
        let count = 2 + case.random.below::<u32>(3_u8);
        let status = job(&built, path, count, &game).wait().unwrap();
        assert!(status.success(), "{game}, {count} ranks: {}", told());
        let packed = command(&["pack", "t", "-o", "c.perfect"], path).output().unwrap();
        assert!(packed.status.success(), "{game}: {}", String::from_utf8_lossy(&packed.stderr));
        assert!(fs::read(path.join("c.perfect")).unwrap() == bytes, "{game}: other bytes");
    });
}
