//! Tables by rank in files: unit after unit, interrupted, opened again, damaged.

use std::{error::Error, fs, path::Path};

use perfect_play_core::{Game, Objective, Outcome, Probe, Slot, Table, Values};
use perfect_play_file::{FileRanks, RankWriter, TableFile, TierWriter, WriteErrorKind, to_bytes};
use perfect_play_games::Morris;
use perfect_play_generator::{
    Solver, UnitSolver,
    numbering::{LoadedTiers, RankNumbering, RankedValues, TierValues, UnitValues},
};
use perfect_play_proof::{
    CountLog, ProofLog, Proven, RankCounts, Rules, stats_by_rank, verify_by_rank,
};
use perfect_play_test_kit::{At, Listed, ListedTiers, Lying, Random, lies};

type Tiered = Lying<Morris>;
type InFile = Table<Tiered, RankNumbering, FileRanks>;

/// A game with several units, some of several tiers. `change` changes its tiers.
fn tiered(change: impl FnOnce(&mut ListedTiers<<Morris as Game>::Position>)) -> Tiered {
    let game = Lying::honest(Morris::THREE_MENS_MORRIS);
    let mut tiers = (0..1000)
        .map(|seed| ListedTiers::of(&game, &mut Random::new(seed)))
        .find(|tiers| tiers.units.last() > Some(&8) && tiers.units.len() > 12)
        .unwrap();
    change(&mut tiers);
    Lying::new(game.game, lies().tiers(tiers))
}

/// The game, and its values.
fn game() -> (Tiered, RankNumbering, RankedValues) {
    let game = tiered(|_| ());
    let solved = Solver::default().solve_by_rank(&game, Objective::Fastest, &|_, _| ());
    let (numbering, values) = solved.unwrap();
    (game, numbering, values)
}

fn writer(path: &Path, game: &Tiered, numbering: &RankNumbering) -> RankWriter {
    RankWriter::create(path, game, Objective::Fastest, numbering.clone()).unwrap()
}

fn write(path: &Path, game: &Tiered, numbering: &RankNumbering, values: &RankedValues) -> Vec<u8> {
    let writer = writer(path, game, numbering);
    for unit in numbering.units().skip(writer.next_unit() as usize) {
        let tiers = numbering.tiers_of(unit);
        writer.append(&values.tiers()[tiers.start as usize..tiers.end as usize]).unwrap();
    }
    writer.finish().unwrap();
    fs::read(path).unwrap()
}

fn opened(path: &Path, game: &Tiered) -> InFile {
    TableFile::open(path).unwrap().into_table(game.clone()).unwrap()
}

#[test]
fn units_are_written_one_after_another_and_resumed_to_the_same_bytes() {
    let (game, numbering, values) = game();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("whole.perfect");
    let bytes = write(&path, &game, &numbering, &values);
    let again = folder.path().join("again.perfect");
    // Each unit is solved from the file.
    for unit in numbering.units() {
        let writer = writer(&again, &game, &numbering);
        assert_eq!(writer.next_unit(), unit);
        let mut solved = LoadedTiers::new(&writer, numbering.tiers(), 0);
        solved.begin_unit(numbering.tiers_of(unit));
        let tiers = UnitSolver::new(&game, &numbering).solve(unit, &solved, &|_| ()).unwrap();
        writer.append(&tiers).unwrap();
        let busy = RankWriter::create(&again, &game, Objective::Fastest, numbering.clone());
        assert!(matches!(busy.unwrap_err().kind(), WriteErrorKind::Busy));
    }
    writer(&again, &game, &numbering).finish().unwrap();
    assert!(fs::read(&again).unwrap() == bytes);
    // Cut anywhere behind the header, the last whole unit is found.
    for length in (400..bytes.len()).step_by(bytes.len() / 15) {
        fs::write(TierWriter::partial_of(&again).unwrap(), &bytes[..length]).unwrap();
        assert!(write(&again, &game, &numbering, &values) == bytes, "cut to {length}");
    }
}

#[test]
fn a_table_answers_from_its_file_as_from_memory() {
    let (game, numbering, values) = game();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.perfect");
    write(&path, &game, &numbering, &values);
    let file = opened(&path, &game);
    assert!(file.values().held().is_none());
    let held = Table::new(game.clone(), Objective::Fastest, numbering.clone(), values.clone());
    let held = held.unwrap();
    for position in held.positions() {
        assert_eq!(file.probe(position).unwrap(), held.probe(position).unwrap());
    }
    let sections = numbering.tiers();
    for section in 0..=sections {
        let slot = Slot { section, rank: 1 << 20 };
        assert!(file.values().byte(slot).is_err() || file.values().byte(slot).unwrap().is_none());
    }
    for memory in [0, u64::MAX] {
        let mut loaded = LoadedTiers::new(file.values(), sections, memory);
        let proof =
            verify_by_rank(&file, &mut loaded, Rules::Unknown, &mut (), &mut |_, _| ()).unwrap();
        assert!(proof.is_proven());
        let stats = stats_by_rank(&file, &mut loaded, &mut (), &mut |_, _| ()).unwrap();
        let in_memory = stats_by_rank(&held, &mut values.clone(), &mut (), &mut |_, _| ()).unwrap();
        assert_eq!(stats, in_memory);
    }
    // In one piece, it is held in memory.
    fs::write(&path, to_bytes(&held).unwrap()).unwrap();
    assert!(opened(&path, &game).values().held() == Some(&values));
}

#[test]
fn a_table_of_other_reached_tiers_is_refused() {
    let (game, numbering, values) = game();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.perfect");
    write(&path, &game, &numbering, &values);
    let other = tiered(|tiers| tiers.only_reached_from = 0);
    let file = TableFile::open(&path).unwrap();
    let refused = file.into_table::<_, RankNumbering>(other.clone()).err().unwrap();
    let all = numbering.tiers();
    assert!(refused.to_string().contains(&format!("reaches from tier {all} on, and")), "{refused}");
    // Nor is it resumed.
    fs::rename(&path, TierWriter::partial_of(&path).unwrap()).unwrap();
    let numbering = RankNumbering::of(&other).unwrap();
    let resumed = RankWriter::create(&path, &other, Objective::Fastest, numbering);
    assert!(matches!(resumed.unwrap_err().kind(), WriteErrorKind::OtherTable { .. }));
}

/// What is kept of a pass that is interrupted after each unit.
#[derive(Default)]
struct Log {
    proven: Vec<Proven>,
    counted: Vec<RankCounts>,
}

impl ProofLog for Log {
    fn proven(&self) -> Proven {
        self.proven.last().copied().unwrap_or_default()
    }
    fn keep(&mut self, proven: Proven) {
        self.proven.push(proven);
    }
}

impl CountLog<RankCounts> for Log {
    fn counted(&self) -> Option<RankCounts> {
        self.counted.last().cloned()
    }
    fn keep(&mut self, counted: &RankCounts) -> Result<(), Box<dyn Error + Send + Sync>> {
        self.counted.push(counted.clone());
        Ok(())
    }
}

#[test]
fn proofs_and_counts_go_on_after_every_unit() {
    let (game, numbering, values) = game();
    let table = Table::new(game, Objective::Fastest, numbering.clone(), values.clone()).unwrap();
    let prove = |log: &mut Log, values: &RankedValues, rules| {
        let values = &mut values.clone();
        verify_by_rank(&table, values, rules, log, &mut |_, _| ()).unwrap()
    };
    let count =
        |log: &mut Log| stats_by_rank(&table, &mut values.clone(), log, &mut |_, _| ()).unwrap();
    let mut whole = Log::default();
    let (proof, stats) = (prove(&mut whole, &values, Rules::Unknown), count(&mut whole));
    assert!(proof.is_proven() && stats.by_tier.len() > 5);
    assert_eq!(whole.proven.len(), numbering.units().len());
    for unit in 0..numbering.units().len() {
        let mut log =
            Log { proven: whole.proven[..unit].to_vec(), counted: whole.counted[..unit].to_vec() };
        // The first proof has asked whether the rules tell equal positions apart.
        let resumed = prove(&mut log, &values, Rules::OfBytes);
        assert_eq!((resumed, count(&mut log)), (proof.clone(), stats.clone()));
        assert_eq!((&log.proven, log.counted.len()), (&whole.proven, whole.counted.len()));
    }
    // After a fault nothing is kept.
    let mut wrong: Vec<TierValues> = values.tiers().to_vec();
    let first = wrong[0].clone();
    wrong[0] = TierValues::unused(first.bytes()[0].len());
    let mut log = Log::default();
    let proof = prove(&mut log, &wrong.into(), Rules::Unknown);
    assert!(!proof.is_proven() && log.proven.is_empty());
}

#[test]
fn a_changed_byte_is_noticed() {
    let (game, numbering, values) = game();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.perfect");
    let bytes = write(&path, &game, &numbering, &values);
    for place in (0..bytes.len()).step_by(bytes.len() / 50) {
        let mut changed = bytes.clone();
        changed[place] ^= 1 << (place % 8);
        fs::write(&path, changed).unwrap();
        let Ok(file) = TableFile::open(&path) else { continue };
        let Ok(file) = file.into_table::<_, RankNumbering>(game.clone()) else { continue };
        let mut loaded = LoadedTiers::new(file.values(), numbering.tiers(), u64::MAX);
        let proof = verify_by_rank(&file, &mut loaded, Rules::Tested, &mut (), &mut |_, _| ());
        assert!(proof.is_err(), "byte {place} was changed");
    }
}

#[test]
fn a_table_of_another_game_is_refused() {
    let (game, numbering, values) = game();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.perfect");
    write(&path, &game, &numbering, &values);
    // The same game without tiers, and with others.
    let without = Lying::honest(game.game);
    let others = ListedTiers::of(&without, &mut Random::new(1 << 20));
    for other in [without.clone(), Lying::new(game.game, lies().tiers(others))] {
        let file = TableFile::open(&path).unwrap();
        assert!(file.into_table::<_, RankNumbering>(other).is_err());
    }
    fs::write(TierWriter::partial_of(&path).unwrap(), fs::read(&path).unwrap()).unwrap();
    let other = RankWriter::create(&path, &without, Objective::Fastest, numbering);
    assert!(matches!(other.unwrap_err().kind(), WriteErrorKind::OtherTable { .. }));
    assert!(game.tiering().is_some() && values.tiers().len() > 12);
}

#[test]
fn a_table_of_another_numbering_far_from_the_start_is_refused() {
    let game = Lying::honest(Listed::chain(6000, Outcome::Loss));
    let tiers = ListedTiers::of(&game, &mut Random::new(3));
    let is_far = |at: &Option<At>| at.is_some_and(|at| at.node() > 5000);
    // The first two positions of a tier change their slots.
    let (mut other, far) =
        (tiers.clone(), |of: &Vec<_>| matches!(&of[..], [a, b, ..] if is_far(a) && is_far(b)));
    let tier = other.tiers.iter().position(far).unwrap();
    other.tiers[tier].swap(0, 1);
    let [one, two] = [0, 1].map(|rank| other.tiers[tier][rank].unwrap());
    let [slot_of_one, slot_of_two] = [two, one].map(|at| tiers.ranks[&at]);
    other.ranks.extend([(one, slot_of_one), (two, slot_of_two)]);
    let [game, other] =
        [tiers, other].map(|tiers| Lying::new(game.game.clone(), lies().tiers(tiers)));
    let solved = Solver::default().solve_by_rank(&game, Objective::Fastest, &|_, _| ());
    let (numbering, values) = solved.unwrap();
    let table = Table::new(game.clone(), Objective::Fastest, numbering, values).unwrap();
    let bytes = to_bytes(&table).unwrap();
    let open = |game| TableFile::read(&bytes[..]).unwrap().into_table::<_, RankNumbering>(game);
    assert!(open(game).is_ok() && open(other).is_err());
}

#[test]
fn no_solve_is_resumed_from_a_copy() {
    let (game, numbering, values) = game();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.perfect");
    let copy = || RankWriter::copy(&path, &game, Objective::Fastest, numbering.clone()).unwrap();
    let tiers = numbering.tiers_of(0);
    copy().put(0, &values.tiers()[tiers.start as usize..tiers.end as usize]).unwrap();
    assert_eq!(writer(&path, &game, &numbering).next_unit(), 0);
    assert_eq!(copy().next_unit(), 1);
    assert_eq!(TierWriter::partial_of_copy(&path).as_deref(), Some(copy().partial_path()));
}

#[cfg(unix)]
#[test]
fn a_unit_that_is_written_while_others_are_read_is_not_removed_as_damaged() {
    use std::{io::Write, process::Command, thread};

    use perfect_play_file::RankFolder;

    let (game, numbering, values) = game();
    let folder = tempfile::tempdir().unwrap();
    let create =
        || RankFolder::create(folder.path(), &game, Objective::Fastest, numbering.clone()).unwrap();
    let file_of = |unit| {
        let name = format!("tiers-{}.perfect", numbering.tiers_of(unit).start);
        folder.path().join(name)
    };
    let (removing, writing) = (create(), create());
    // Reading the last unit waits until this pipe is opened for writing.
    let pipe = file_of(numbering.units().end - 1);
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // With one thread, the units are read one after another.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    thread::scope(|scope| {
        let removed = scope.spawn(|| pool.install(|| removing.remove_damaged()));
        let mut end = fs::File::options().write(true).open(&pipe).unwrap();
        // Now all others are known to be missing.
        let tiers = numbering.tiers_of(0);
        writing.write(0, &values.tiers()[tiers.start as usize..tiers.end as usize]).unwrap();
        fs::write(file_of(1), "damaged").unwrap();
        fs::remove_file(&pipe).unwrap();
        end.write_all(b"not a table").unwrap();
        drop(end);
        removed.join().unwrap().unwrap();
    });
    assert!(removing.is_whole(0).unwrap());
    assert!(!file_of(1).exists());
}
