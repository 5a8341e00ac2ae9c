//! `perfect-play status`: shows the progress of the table in a folder.

use std::{
    io::{self, Write},
    path::PathBuf,
    time::Duration,
};

use clap::ValueHint;
use perfect_play_core::Shown;
use perfect_play_engine::{Does, Status, WorkerStatus};

use crate::{
    disk,
    duration::time,
    exit::{Finding, Trouble},
    format::FormatArgs,
    number::{grouped, percent},
};

/// Show the progress of the table in a folder, and of the workers on it
#[derive(clap::Args)]
#[command(after_help = "\
Each worker writes a note to the folder every second. A worker that writes
nothing new while `status` watches is `silent`: it was killed, or has lost the
folder. Run its command again to restart it. The rate is how much the active
workers solve in a second. Each worker measures its own time, so clocks are not
compared.

Examples:
  perfect-play status tiers/
  perfect-play status tiers/ --seconds 10 --json")]
pub(crate) struct Args {
    /// A folder that `solve GAME -o FOLDER --worker I/N` writes
    #[arg(value_hint = ValueHint::DirPath)]
    folder: PathBuf,
    /// Watch the workers for this many seconds
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,
    #[command(flatten)]
    format: FormatArgs,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let folder = Shown(args.folder.display());
    let status = Status::of(&args.folder, Duration::from_secs(args.seconds))
        .map_err(|error| Trouble::new(format!("{folder} {error}")))?;
    args.format.print(&status, |out| {
        write!(out, "{folder}: ")?;
        print_text(out, &status)
    })?;
    Ok(Finding::Fine)
}

fn print_text(out: &mut dyn Write, status: &Status) -> io::Result<()> {
    let Status { game, objective, tiers, tiers_done, .. } = status;
    let [done, tiers] = [*tiers_done, *tiers].map(grouped);
    #[expect(clippy::cast_precision_loss, reason = "a share")]
    let share = status.slots_done as f64 / status.slots.max(1) as f64;
    writeln!(
        out,
        "{} ({objective}): {done} of {tiers} tiers, {} % of the work, {}",
        Shown(game),
        percent(share, 1),
        disk::shown(status.bytes)
    )?;
    if status.bytes_under_way > 0 {
        writeln!(out, "under way     {}", disk::shown(status.bytes_under_way))?;
    }
    if let Some(seconds) = status.seconds_left.filter(|_| !status.is_whole()) {
        writeln!(out, "rate          {} slots/s", grouped(whole(status.slots_a_second)))?;
        writeln!(out, "time left     {}", time(seconds))?;
    }
    for WorkerStatus { note, does } in &status.workers {
        let does = match (does, note.waits_for) {
            (Does::Solves, _) => "solves".to_owned(),
            (Does::Waits, Some(run)) => format!("waits for run {run}"),
            (Does::Waits, None) => "waits".to_owned(),
            (Does::Done, _) => "done".to_owned(),
            (Does::Silent, _) => "silent: start it again with the same command".to_owned(),
        };
        let last =
            note.last_run.map_or_else(String::new, |run| format!(", the last was run {run}"));
        writeln!(
            out,
            "worker {:<7}{} on {} (process {}): {} runs{last}",
            Shown(&note.worker).to_string(),
            does,
            Shown(&note.host),
            note.process,
            note.runs
        )?;
    }
    Ok(())
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an estimate")]
fn whole(number: f64) -> u64 {
    number.round() as u64
}
