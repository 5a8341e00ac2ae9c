//! `plan --machines N`: the cost of a solve on many machines that share a disk.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use clap::ValueHint;
use perfect_play_engine::{Cluster, ClusterPlan, TaskGraph, TierSolve};
use serde::Serialize;

use super::curve;
use crate::{
    args::number_arg,
    drawing::figure,
    tables::{
        disk,
        estimate::{float, whole},
    },
    terminal::{exit::Trouble, output, progress},
    text::numbers::{duration, grouped},
};

/// The machines, on the command line.
#[derive(clap::Args)]
pub(super) struct MachinesArgs {
    /// Plan a solve on up to this many machines that share a disk
    #[arg(long, value_name = "N", value_parser = number_arg::within(1..=4096_u32, 16), allow_negative_numbers = true)]
    machines: Option<u32>,
    /// The cores of each machine that solve
    #[arg(long, value_name = "C", requires = "machines", default_value_t = 16, value_parser = number_arg::within(1..=1024_u32, 16), allow_negative_numbers = true)]
    cores: u32,
    /// The speed of the shared disk for each machine, reading or writing, in megabytes a second
    #[arg(long, value_name = "MB/S", requires = "machines", default_value_t = 500, value_parser = number_arg::within(1..=u32::MAX, 500), allow_negative_numbers = true)]
    disk: u32,
    /// The latency of the shared disk in milliseconds
    #[arg(long, value_name = "MS", requires = "machines", default_value_t = 2.0, value_parser = latency, allow_negative_numbers = true)]
    latency: f64,
    /// The slots that a core solves in a second [default: measured on known games]
    #[arg(long, value_name = "SLOTS", requires = "machines", value_parser = number_arg::within(1..=u32::MAX, 100_000_000), allow_negative_numbers = true)]
    rate: Option<u32>,
    /// Draw time and efficiency over the number of machines into this SVG file
    #[arg(long, value_name = "FILE", requires = "machines", value_hint = ValueHint::FilePath)]
    svg: Option<PathBuf>,
}

fn latency(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number
        .filter(|number| (0.0..=10_000.0).contains(number))
        .ok_or_else(|| "give milliseconds from 0 to 10000, as in `2` or `0.5`".to_owned())
}

/// A plan for many machines.
#[derive(Serialize)]
pub(super) struct Report {
    cores: u32,
    disk_bytes_a_second: f64,
    latency_seconds: f64,
    slots_a_core_second: f64,
    runs: usize,
    core_seconds: f64,
    read_bytes: f64,
    written_bytes: f64,
    /// One entry for each number of machines.
    machines: Vec<Row>,
}

#[derive(Clone, Serialize)]
struct Row {
    machines: u32,
    seconds: f64,
    efficiency: f64,
    critical_path_seconds: f64,
}

impl MachinesArgs {
    /// Whether a plan for many machines was requested.
    pub(super) fn are_given(&self) -> bool {
        self.machines.is_some()
    }

    /// Returns an error for a picture that cannot be written. Call this before any work is done.
    pub(super) fn check(&self) -> Result<(), Trouble> {
        let Some(file) = &self.svg else { return Ok(()) };
        output::check_output(file)?;
        output::check_ending(file, &["svg"])
    }
}

/// Plans the solve on 1, 2, 4, … machines up to the requested number. `None` if no number was requested.
pub(super) fn report(args: &MachinesArgs, game: &str, solve: &TierSolve) -> Option<Report> {
    let most = args.machines?;
    let slots_a_second =
        args.rate.map(f64::from).or_else(|| solve.plan().slots_a_core_second()).unwrap_or(1e8);
    let graph = TaskGraph::new(solve);
    let cluster = |machines| Cluster {
        machines,
        cores: args.cores,
        bytes_a_second: f64::from(args.disk) * 1e6,
        latency: args.latency / 1e3,
        slots_a_second,
    };
    let powers = (0..u32::BITS).map(|power| 1 << power);
    let mut counts: Vec<u32> = powers.take_while(|&count| count < most).collect();
    counts.push(most);
    let plans: Vec<(u32, ClusterPlan)> = progress::during(game, |report| {
        let plan = |(done, &machines): (usize, &u32)| {
            report(done as u64, counts.len() as u64);
            (machines, graph.schedule(&cluster(machines)))
        };
        counts.iter().enumerate().map(plan).collect()
    });
    let (_, last) = *plans.last()?;
    Some(Report {
        cores: args.cores,
        disk_bytes_a_second: f64::from(args.disk) * 1e6,
        latency_seconds: args.latency / 1e3,
        slots_a_core_second: slots_a_second,
        runs: graph.runs(),
        core_seconds: float(solve.slots()) / slots_a_second,
        read_bytes: last.read_bytes,
        written_bytes: last.written_bytes,
        machines: plans
            .into_iter()
            .map(|(machines, plan)| Row {
                machines,
                seconds: plan.seconds,
                efficiency: plan.efficiency,
                critical_path_seconds: plan.critical_path,
            })
            .collect(),
    })
}

/// Draws the curve, if it was requested.
pub(super) fn draw(args: &MachinesArgs, game: &str, report: &Report) -> Result<(), Trouble> {
    let Some(file) = &args.svg else { return Ok(()) };
    let point = |row: &Row| (row.machines, row.seconds, row.efficiency);
    let points: Vec<_> = report.machines.iter().map(point).collect();
    let picture = curve::picture(game, report.cores, &points);
    perfect_play_file::replace(file, |out| figure::write(out, &picture))?;
    Ok(())
}

pub(super) fn print_text(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let Report { cores, runs, core_seconds, read_bytes, written_bytes, machines, .. } = report;
    writeln!(
        out,
        "\non machines of {cores} cores that share a disk: {} MB/s each, {} ms to answer, {} slots/s a core",
        grouped(whole(report.disk_bytes_a_second / 1e6)),
        report.latency_seconds * 1e3,
        grouped(whole(report.slots_a_core_second)),
    )?;
    writeln!(
        out,
        "{} runs of tiers, {} of solving; {} read, {} written and kept",
        grouped(*runs as u64),
        core_hours(*core_seconds),
        disk::shown(whole(*read_bytes)),
        disk::shown(whole(*written_bytes)),
    )?;
    writeln!(out, "\nmachines        time  efficiency  critical path  all read")?;
    for row in machines {
        let all_read = format!("{}/s", disk::shown(whole(read_bytes / row.seconds)));
        writeln!(
            out,
            "{:>8}  {:>10}  {:>8.0} %  {:>13}  {all_read:>8}",
            row.machines,
            duration(row.seconds),
            100.0 * row.efficiency,
            duration(row.critical_path_seconds),
        )?;
    }
    Ok(())
}

/// `17.3 core-hours`.
fn core_hours(seconds: f64) -> String {
    if seconds < 3600.0 {
        format!("{seconds:.0} core-seconds")
    } else {
        format!("{:.1} core-hours", seconds / 3600.0)
    }
}
