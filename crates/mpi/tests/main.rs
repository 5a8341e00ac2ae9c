//! `perfect-play-mpi` under `mpirun`, with several ranks on this machine. It must write the same bytes as one
//! process, whatever happens on the way.
//!
//! Without `mpirun`, the tests say that they are skipped. With `CI` set they then fail. Ignored tests take minutes:
//! `.ci/full` runs them.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::{Duration, Instant, SystemTime},
};

use perfect_play_core::Objective;
use perfect_play_engine::{AnyGame, AnyTable, Method, TierSolve};
use perfect_play_file::TierFolder;
use perfect_play_games::Mnk;
use perfect_play_generator::solve_tiers;
use perfect_play_numbering::{Runs, Tiers};
use perfect_play_test_kit::skip;
use serde_json::Value;
use tempfile::TempDir;

/// A job of this many ranks.
fn job(ranks: u32, args: &[&str]) -> Command {
    static JOBS: AtomicU32 = AtomicU32::new(0);

    let mut command = Command::new("mpirun");
    // Without these variables Open MPI refuses root, and more ranks than cores. Both are usual in tests. Other MPIs
    // ignore them.
    for name in ["OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"] {
        command.env(name, "1");
    }
    command.env("OMPI_MCA_rmaps_base_oversubscribe", "1");
    // Each job has its own folder for the files of Open MPI. In the usual folder, two jobs that start at the same time
    // sometimes disturb each other: "unable to create the desired directory: File exists".
    let number = JOBS.fetch_add(1, Ordering::Relaxed);
    let folder = env::temp_dir().join(format!("perfect-play-mpi-{number}"));
    fs::create_dir_all(&folder).unwrap();
    command.env("OMPI_MCA_orte_tmpdir_base", folder);
    command.args(["-n", &ranks.to_string(), env!("CARGO_BIN_EXE_perfect-play-mpi")]).args(args);
    command
}

/// Whether the tests can run.
fn has_mpi() -> bool {
    let found = Command::new("mpirun").arg("--version").output();
    if let Err(error) = &found {
        skip(&format!("mpirun: {error}"));
    }
    found.is_ok()
}

fn end(mut command: Command) -> (Option<i32>, String) {
    told(command.output().unwrap())
}

fn told(Output { status, stdout, stderr }: Output) -> (Option<i32>, String) {
    let [out, err] = [stdout, stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    (status.code(), format!("{out}{err}"))
}

fn solve(ranks: u32, game: &str, folder: &Path) -> Command {
    job(ranks, &["solve", game, "-o", folder.to_str().unwrap(), "--patience", "20"])
}

/// Solves a game, which must succeed.
fn solved(ranks: u32, game: &str, folder: &Path) -> String {
    let (code, told) = end(solve(ranks, game, folder));
    assert_eq!(code, Some(0), "{told}");
    told
}

/// The bytes that one process writes.
fn alone(name: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("alone.perfect");
    let game: AnyGame = name.parse().unwrap();
    if let Method::Tiers(mnk) = Method::of(&game) {
        let solve = TierSolve::new(mnk).unwrap().into_file(&file, Objective::Fastest);
        solve.unwrap().run(&|_| ()).unwrap();
    } else {
        let table = AnyTable::solve(game, Objective::Fastest, 1 << 30, &|_, _| ());
        table.unwrap().write(&file).unwrap();
    }
    fs::read(file).unwrap()
}

/// The bytes of the one file that `pack` makes of a folder.
fn packed(folder: &Path) -> Vec<u8> {
    let file = folder.join("packed");
    AnyTable::open(folder).unwrap().write(&file).unwrap();
    let bytes = fs::read(&file).unwrap();
    fs::remove_file(file).unwrap();
    bytes
}

/// The counts of a job.
fn counted(ranks: u32, folder: &Path) -> Value {
    let output = job(ranks, &["stats", folder.to_str().unwrap(), "--json"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The counts of one process.
fn counted_alone(folder: &Path) -> Value {
    let stats = AnyTable::open(folder).unwrap().stats(&mut |_, _| ()).unwrap();
    serde_json::to_value(stats).unwrap()
}

/// The files of finished runs.
fn runs(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "perfect"));
    paths.sort();
    paths
}

/// The process numbers of the ranks of a job, in no order.
fn ranks_of(job: &Child) -> Vec<u32> {
    let children = format!("/proc/{0}/task/{0}/children", job.id());
    let children = fs::read_to_string(children).unwrap_or_default();
    children.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

fn signal(process: u32, signal: &str) {
    assert!(Command::new("kill").args([signal, &process.to_string()]).status().unwrap().success());
}

/// Waits until this many runs are finished.
fn wait_for(job: &mut Child, folder: &Path, count: usize) {
    while runs(folder).len() < count {
        assert_eq!(job.try_wait().unwrap(), None, "the job has ended");
        thread::sleep(Duration::from_millis(1));
    }
}

fn start(mut command: Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn assert_same(ranks: &[u32], games: &[&str]) {
    for game in games {
        let alone = alone(game);
        let is_shared = Method::of(&game.parse().unwrap()).tiers().is_some();
        for &ranks in ranks {
            let folder: TempDir = tempfile::tempdir().unwrap();
            let told = solved(ranks, game, folder.path());
            assert!(told.contains("is whole"), "{told}");
            assert!(packed(folder.path()) == alone, "{game}, {ranks} ranks");
            if is_shared {
                let (code, told) = end(job(ranks, &["verify", folder.path().to_str().unwrap()]));
                assert!(code == Some(0) && told.contains(": proven. "), "{told}");
                assert_eq!(counted(ranks, folder.path()), counted_alone(folder.path()), "{game}");
            } else {
                assert_refused(ranks, folder.path());
            }
        }
    }
}

/// The proof and the counts of a table that is not by tiers are not divided among ranks.
fn assert_refused(ranks: u32, folder: &Path) {
    let folder = folder.to_str().unwrap();
    for command in ["verify", "stats"] {
        let (code, told) = end(job(ranks, &[command, folder]));
        let advice = format!("`perfect-play {command} {folder}`");
        assert!(code != Some(0) && told.contains(&advice), "{told}");
    }
}

#[test]
fn three_ranks_write_the_bytes_of_one_process() {
    if has_mpi() {
        assert_same(&[3], &["connect:5,5,4", "morris:three", "three-mens-morris"]);
    }
}

#[test]
#[ignore = "takes a minute: `.ci/full` runs it"]
fn any_number_of_ranks_writes_the_bytes_of_one_process() {
    if has_mpi() {
        let games =
            ["connect:5,5,4", "mnk:5,4,4", "morris:six,4", "three-mens-morris", "tictactoe"];
        assert_same(&[2, 3, 5], &games);
    }
}

/// Solves a game with three ranks, one of which is killed when so many runs are finished. The job must end. Returns the files of
/// the finished runs, and when they were written.
fn runs_before_a_kill(
    game: &str,
    folder: &Path,
    finished: usize,
    rank: usize,
) -> (Vec<PathBuf>, Vec<SystemTime>) {
    let mut job = start(solve(3, game, folder));
    wait_for(&mut job, folder, finished);
    signal(ranks_of(&job)[rank], "-KILL");
    let (code, told) = told(job.wait_with_output().unwrap());
    assert_ne!(code, Some(0), "{told}");
    let files = runs(folder);
    let written = files.iter().map(|path| modified(path)).collect();
    (files, written)
}

#[test]
fn a_job_with_a_killed_rank_ends_and_the_same_command_goes_on_and_mends_what_is_damaged() {
    if !has_mpi() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (files, before) = runs_before_a_kill("connect:5,5,4", folder.path(), 5, 1);
    // A file that is needed, and one that no other needs any more.
    let (first, last) = (files[0].clone(), files[files.len() - 1].clone());
    for path in [&first, &last] {
        let mut bytes = fs::read(path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(path, bytes).unwrap();
    }
    solved(2, "connect:5,5,4", folder.path());
    assert!(packed(folder.path()) == alone("connect:5,5,4"));
    // Finished runs were not solved again.
    for (path, before) in
        files.iter().zip(before).filter(|(path, _)| **path != first && **path != last)
    {
        assert_eq!(modified(path), before, "{}", path.display());
    }
    assert!(!folder.path().join("under-way").exists());
}

/// A unit takes all threads of a rank, and other ranks may wait for it.
#[test]
fn a_job_by_units_whose_rank_is_killed_goes_on_with_the_same_command() {
    if !has_mpi() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (files, before) = runs_before_a_kill("morris:six,5", folder.path(), 3, 2);
    solved(3, "morris:six,5", folder.path());
    assert!(packed(folder.path()) == alone("morris:six,5"));
    assert!(files.iter().map(|path| modified(path)).eq(before));
    assert!(!folder.path().join("under-way").exists());
    assert!(!folder.path().join("all.reached").exists());
}

fn modified(path: &Path) -> SystemTime {
    fs::metadata(path).unwrap().modified().unwrap()
}

#[test]
#[ignore = "takes a minute: `.ci/full` runs it"]
fn ranks_killed_at_ten_moments_leave_what_the_next_job_goes_on_with() {
    if !has_mpi() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (mut random, mut ends) = (12_345_u64, 0);
    for _ in 0..10 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mut job = start(solve(3, "connect:6,5,4", folder.path()));
        thread::sleep(Duration::from_millis(500 + (random >> 33) % 1500));
        if job.try_wait().unwrap().is_none() {
            let ranks = ranks_of(&job);
            if !ranks.is_empty() {
                signal(ranks[(random >> 40) as usize % ranks.len()], "-KILL");
            }
        }
        ends += usize::from(!job.wait().unwrap().success());
    }
    assert!(ends > 5, "{ends}");
    solved(3, "connect:6,5,4", folder.path());
    assert!(packed(folder.path()) == alone("connect:6,5,4"));
    // A rank is killed while the positions are counted, and the same command resumes.
    let count = || job(3, &["stats", folder.path().to_str().unwrap(), "--json"]);
    let counted = folder.path().join("counted");
    for tasks in [20, 80] {
        let mut job = start(count());
        while fs::read_dir(&counted).map_or(0, Iterator::count) < tasks {
            assert_eq!(job.try_wait().unwrap(), None, "the job has ended");
            thread::sleep(Duration::from_millis(1));
        }
        signal(ranks_of(&job)[1], "-KILL");
        assert!(!job.wait().unwrap().success());
    }
    let output = count().output().unwrap();
    let stats: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(stats["positions"], 2_818_972_642_u64);
    assert_eq!(stats, counted_alone(folder.path()));
    // The counts are kept.
    assert!(count().output().unwrap().stdout == output.stdout);
    // The counts are not a part of the table.
    assert!(packed(folder.path()) == alone("connect:6,5,4"));
}

#[test]
fn a_rank_that_hangs_is_named_and_ends_the_job() {
    if !has_mpi() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let args = ["solve", "connect:6,5,4", "-o", folder.path().to_str().unwrap(), "--patience", "2"];
    let mut job = start(job(3, &args));
    wait_for(&mut job, folder.path(), 3);
    let ranks = ranks_of(&job);
    let began = Instant::now();
    signal(ranks[ranks.len() - 1], "-STOP");
    let (code, told) = told(job.wait_with_output().unwrap());
    assert_ne!(code, Some(0));
    assert!(began.elapsed() < Duration::from_secs(60));
    assert!(
        told.contains(" has sent no message for ") && told.contains("the same command resumes"),
        "{told}"
    );
}

#[test]
fn a_panic_in_a_rank_ends_the_job_with_its_message() {
    if !has_mpi() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut job = solve(2, "connect:5,5,4", folder.path());
    let (code, told) = end({
        job.env("PERFECT_PLAY_MPI_PANICS", "1");
        job
    });
    assert_ne!(code, Some(0));
    assert!(told.contains("a panic was asked for") && told.contains("it panicked"), "{told}");
    solved(2, "connect:5,5,4", folder.path());
}

#[test]
fn two_jobs_on_one_folder_write_the_same() {
    if !has_mpi() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let jobs = [2, 3].map(|ranks| start(solve(ranks, "connect:5,5,4", folder.path())));
    for job in jobs {
        let (code, told) = told(job.wait_with_output().unwrap());
        assert_eq!(code, Some(0), "{told}");
    }
    assert!(packed(folder.path()) == alone("connect:5,5,4"));
    let (code, told) = end(solve(2, "connect:5,5,4+misere", folder.path()));
    assert_ne!(code, Some(0));
    assert!(told.contains("another table (connect:5,5,4, fastest)"), "{told}");
}

/// The proof finds wrong values with right checksums.
#[test]
fn a_wrong_table_is_not_proven() {
    if !has_mpi() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let game: Mnk = "connect:4,4,4".parse().unwrap();
    let tiers = Arc::new(Tiers::of(&game).unwrap());
    let (runs, mut solved) = (Runs::of(&tiers), solve_tiers(&game, &tiers, &|_| ()).unwrap());
    let tier = runs.tiers(3).start as usize;
    let section = solved.0[tier].iter_mut().max_by_key(|section| section.len()).unwrap();
    for byte in section {
        *byte ^= 1;
    }
    let shared = TierFolder::create(folder.path(), &game, Objective::Fastest, tiers).unwrap();
    for run in 0..runs.len() {
        let pack = |tier: u32| {
            let [o, x] = &solved.0[tier as usize];
            shared.pack(tier, [o, x]).unwrap()
        };
        shared.write(run, runs.tiers(run).map(pack)).unwrap();
    }
    let (code, told) = end(job(3, &["verify", folder.path().to_str().unwrap()]));
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("NOT proven") && told.contains("tiers-"), "{told}");
}

#[test]
fn what_is_wrong_is_said() {
    if !has_mpi() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "mine").unwrap();
    let refused = |ranks, args: &[&str], what: &str| {
        let mut command = job(ranks, args);
        command.current_dir(folder.path());
        let (code, told) = end(command);
        assert!(code != Some(0) && told.contains(what), "{args:?}: {told}");
    };
    refused(1, &["solve", "connect:5,5,4", "-o", "new"], "two are needed");
    refused(2, &["solve", "nogame", "-o", "new"], "there is no game with this name");
    refused(2, &["solve", "connect:5,5,4"], "--output");
    refused(2, &["verify", "none", "--cache", "100"], "--cache");
    refused(2, &["stats", "none", "--memory", "100"], "--memory");
    refused(2, &["stats", "none", "--threads", "100000"], "from 1 to 1024");
    refused(2, &["solve", "connect:5,5,4", "-o", "file"], "file cannot be written");
    refused(2, &["verify", "none"], "none cannot be read");
    assert!(!folder.path().join("new").exists());
}

/// Two network namespaces that a wire joins, with their own host names. Ranks in them communicate over TCP. `$1` is a
/// part of the names, and a number for the second byte of their addresses. The command that follows starts in the
/// first one, as `mpirun`.
const TWO_HOSTS: &str = r#"
set -u
first=pp-$1-a second=pp-$1-b folder=$2 cut=$3
shift 3
end() {
  for host in "$first" "$second"; do
    ip netns pids "$host" | xargs -r kill -KILL
    ip netns del "$host"
  done
}
ip netns add "$first" && ip netns add "$second" || exit 77
trap end EXIT
ip link add ppa netns "$first" type veth peer name ppb netns "$second" || exit 77
ip -n "$first" addr add 10.111.0.1/24 dev ppa
ip -n "$second" addr add 10.111.0.2/24 dev ppb
ip -n "$first" link set ppa up
ip -n "$second" link set ppb up
ip -n "$first" link set lo up
ip -n "$second" link set lo up
cat >"$folder/agent" <<'END'
#!/bin/sh
host=$1
shift
exec ip netns exec "$host" unshare --uts sh -c 'hostname "$0"; exec sh -c "$1"' "$host" "$*"
END
chmod +x "$folder/agent"
if [ "$cut" -gt 0 ]; then
  (
    while [ "$(ls "$folder"/table/tiers-*.perfect 2>/dev/null | wc -l)" -lt "$cut" ]; do sleep 0.05; done
    ip -n "$second" link set ppb down
  ) &
fi
ip netns exec "$first" unshare --uts sh -c 'hostname "$0"; exec "$@"' "$first" \
  mpirun --mca plm_rsh_agent "$folder/agent" --mca btl tcp,self --mca btl_tcp_if_include 10.111.0.0/24 \
  --mca oob_tcp_if_include 10.111.0.0/24 --mca plm_rsh_no_tree_spawn 1 --host "$first:2,$second:2" "$@"
"#;

/// A job of this many ranks on two hosts. The network between them is cut when this many runs are finished (0:
/// never). `None` if no network namespace can be created here.
fn on_two_hosts(
    ranks: u32,
    (command, game): (&str, &str),
    folder: &Path,
    cut: usize,
) -> Option<(Option<i32>, String)> {
    let table = folder.join("table");
    let mut args = vec![command];
    if game.is_empty() {
        args.push(table.to_str().unwrap());
    } else {
        args.extend([game, "-o", table.to_str().unwrap()]);
    }
    args.extend(["--patience", "5"]);
    let job = job(ranks, &args);
    let mut hosts = Command::new("bash");
    let name = std::process::id().to_string();
    hosts.args(["-c", TWO_HOSTS, "bash", &name, folder.to_str().unwrap(), &cut.to_string()]);
    hosts.args(job.get_args());
    for (name, value) in job.get_envs() {
        hosts.env(name, value.unwrap());
    }
    let ended = end(hosts);
    if ended.0 == Some(77) {
        skip("no network namespace can be made here");
        return None;
    }
    Some(ended)
}

#[test]
#[ignore = "takes a minute: `.ci/full` runs it"]
fn ranks_on_two_hosts_and_a_cut_network() {
    if !has_mpi() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let game = "connect:6,5,4";
    let began = Instant::now();
    let Some((code, told)) = on_two_hosts(3, ("solve", game), folder.path(), 20) else { return };
    assert_ne!(code, Some(0), "{told}");
    assert!(began.elapsed() < Duration::from_secs(60), "{told}");
    let silent = format!("on pp-{}-b has sent no message for ", std::process::id());
    assert!(told.contains(&silent) && told.contains("the same command resumes"), "{told}");
    let (code, told) = on_two_hosts(4, ("solve", game), folder.path(), 0).unwrap();
    assert_eq!(code, Some(0), "{told}");
    let table = folder.path().join("table");
    assert!(packed(&table) == alone(game));
    let (code, told) = on_two_hosts(3, ("verify", ""), folder.path(), 0).unwrap();
    assert!(code == Some(0) && told.contains(": proven. "), "{told}");
    let (code, told) = on_two_hosts(3, ("stats", ""), folder.path(), 0).unwrap();
    assert!(code == Some(0) && told.contains("has 2818972642 positions"), "{told}");
}

/// Solves on a disk of its own: with too little room, after room has been made, and when writing is forbidden.
const ON_A_SMALL_DISK: &str = r#"
set -u
mkdir disk && mount -t tmpfs -o size=2m none disk || exit 77
"$@" -o disk/t > first.told 2>&1 && exit 1
mount -o remount,ro "$PWD/disk" || exit 77
"$@" -o disk/t > second.told 2>&1 && exit 1
mount -o remount,rw,size=64m "$PWD/disk" || exit 77
"$@" -o disk/t > third.told 2>&1 || exit 1
cp -R disk/t out
"#;

#[test]
fn a_full_disk_and_one_that_may_not_be_written_end_the_job_and_the_next_one_goes_on() {
    if !has_mpi() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let solve = job(2, &["solve", "connect:5,5,4"]);
    let mut command = Command::new("unshare");
    command.args(["-Urm", "sh", "-c", ON_A_SMALL_DISK, "sh"]);
    command.arg(solve.get_program()).args(solve.get_args()).current_dir(folder.path());
    for (name, value) in solve.get_envs() {
        command.env(name, value.unwrap());
    }
    let output = command.output();
    let Some(output) = output.ok().filter(|output| output.status.code() != Some(77)) else {
        return skip("no disk of its own can be mounted here");
    };
    let read = |name| fs::read_to_string(folder.path().join(name)).unwrap_or_default();
    assert!(
        output.status.success(),
        "{}{}{}",
        read("first.told"),
        read("second.told"),
        read("third.told")
    );
    assert!(read("first.told").contains("No space left"), "{}", read("first.told"));
    assert!(read("second.told").contains("Read-only file system"), "{}", read("second.told"));
    assert!(packed(&folder.path().join("out")) == alone("connect:5,5,4"));
}
