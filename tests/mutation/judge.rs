//! The property: a file that is proven answers as the rules say, everywhere; and nothing that the library
//! does with a file panics.

use std::{fmt, fs, path::Path, sync::Arc};

use perfect_play_engine::{AnyTable, View};
use perfect_play_file::{Header, StoredNumbering, TableFile};
use perfect_play_games::Mnk;
use perfect_play_generator::{
    core::{Board, CodeNumbering, Game, Probe, ProbeFailure},
    numbering::{MAX_CODES_IN_ORDER, SmallTable},
};
use perfect_play_proof::{Diff, Rules, Verification, diff, records, stats, verify, verify_as};

use super::{
    stones,
    truth::{self, Truth},
};

/// What came of opening and proving a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It does not open, or its game is unknown.
    Refused,
    /// It opens, and its table is not proven.
    NotProven,
    /// Its table is proven and answers as the rules say.
    Proven,
    /// Its table is proven, and something that it says is wrong: the checker was fooled.
    Fooled(String),
}

/// Where a file is read from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum From<'a> {
    /// From memory; the entries are held there.
    Memory,
    /// From this path on the disk, where it is written first; a table by tiers of more than one section is
    /// read frame by frame.
    Disk(&'a Path),
}

/// How much is done with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passes {
    /// It is opened and proven.
    Proof,
    /// Its table is also counted, listed, and compared with itself.
    All,
}

/// Opens a file as the program does, proves its table, and compares a proven one with the rules.
pub(crate) fn judge(file: &[u8], from: From<'_>, passes: Passes) -> Verdict {
    let opened = match from {
        From::Memory => AnyTable::read(file),
        From::Disk(path) => {
            fs::write(path, file).unwrap();
            AnyTable::open(path)
        }
    };
    match opened {
        Ok(table) => match table.game().mnk() {
            Some(game) => of_boards(&table.as_of(game), &table.header().unwrap().clone(), passes),
            None => Verdict::Refused,
        },
        // It may be a user's.
        Err(_) => of_a_user(file, passes).unwrap_or(Verdict::Refused),
    }
}

fn of_a_user(file: &[u8], passes: Passes) -> Option<Verdict> {
    let file = TableFile::read(file).ok()?;
    let header = file.header().clone();
    let game = stones::named(&header.game)?;
    let table: SmallTable<_> = file.into_table(game).ok()?;
    Some(of_table(&table, &header, || stones::truth(table.game()).into(), passes))
}

/// To work out the rules of a larger board takes more time than everything else.
const MOST_CELLS: u8 = 12;
/// The same where marks fall: most boards have one in the air.
const MOST_CELLS_FALLING: u8 = 18;

fn of_boards<T: Table + Probe<Game = Mnk>>(table: &T, header: &Header, passes: Passes) -> Verdict {
    let game = table.game();
    if game.shape().cells() > if game.has_gravity() { MOST_CELLS_FALLING } else { MOST_CELLS } {
        return Verdict::Refused;
    }
    of_table(table, header, || truth::of_boards(game), passes)
}

fn of_table<T: Table>(
    table: &T,
    header: &Header,
    truth: impl Fn() -> Arc<Truth<<T::Game as Game>::Position>>,
    passes: Passes,
) -> Verdict {
    let met = (passes == Passes::All).then(|| table.positions_met());
    let Some(proof) = table.prove() else { return Verdict::NotProven };
    // Tables by tiers have a proof of their own, which shares little with the one for all tables. It asks for
    // more: what no play leads to must be right, too.
    if is_by_tier(header)
        && proof.is_proven()
        && table.game().codes() <= MAX_CODES_IN_ORDER
        && let Ok(other) = verify_as(table, &CodeNumbering, Rules::Unknown, &mut |_, _| ())
        && !other.faults.is_empty()
    {
        return Verdict::Fooled("two proofs disagree".to_owned());
    }
    // What the program compares as well.
    let counts_right = is_by_tier(header) || proof.positions_by_ply == header.positions_by_ply;
    if proof.is_proven() && counts_right {
        of_proven(table, header, &truth(), &proof, met)
    } else {
        Verdict::NotProven
    }
}

/// The positions that a pass over a table meets; `None` if the table contradicts itself.
type Met = Option<u64>;

/// What is done with a table as a whole, as suits it.
trait Table: Probe<Game: Game + Sync> + Sized + Sync {
    /// The proof of the table, if it can be read.
    fn prove(&self) -> Option<Verification<<Self::Game as Game>::Position>>;

    /// How many positions are met by counting the table, listing it, and comparing it with itself.
    fn positions_met(&self) -> [Met; 3];
}

impl Table for View<'_, Mnk> {
    fn prove(&self) -> Option<Verification<Board>> {
        let proof = self.table().verify(&mut |_, _| ()).ok()?;
        Some(proof.map(|position| position.board().expect("a game on a board")))
    }

    fn positions_met(&self) -> [Met; 3] {
        let counted = self.table().stats(&mut |_, _| ()).ok();
        let listed = self.table().records(&mut |_, _| ()).filter_map(Result::ok).count();
        [
            counted.map(|stats| stats.positions),
            Some(listed as u64),
            same(self.table().diff(self.table(), 1, &mut |_, _| ()).ok()),
        ]
    }
}

impl<G: Game + Sync> Table for SmallTable<G> {
    fn prove(&self) -> Option<Verification<G::Position>> {
        verify(self, &mut |_, _| ()).ok()
    }

    fn positions_met(&self) -> [Met; 3] {
        let counted = stats(self, &mut |_, _| ()).ok();
        let listed = records(self, &mut |_, _| ()).filter_map(Result::ok).count();
        [
            counted.map(|stats| stats.positions),
            Some(listed as u64),
            same(diff(self, self, 1, &mut |_, _| ()).ok()),
        ]
    }
}

fn is_by_tier(header: &Header) -> bool {
    matches!(header.numbering, StoredNumbering::Tiers { .. })
}

/// How many positions a table has that was compared with itself.
///
/// # Panics
///
/// If it differs.
fn same<P>(compared: Option<Diff<P>>) -> Met {
    let compared = compared?;
    assert!(compared.is_empty(), "a table differs from itself");
    Some(compared.positions)
}

/// Whether a proven table says what the rules say. `met` is how many positions each of the other passes
/// has met.
fn of_proven<T: Probe>(
    table: &T,
    header: &Header,
    truth: &Truth<<T::Game as Game>::Position>,
    proof: &Verification<<T::Game as Game>::Position>,
    met: Option<[Met; 3]>,
) -> Verdict {
    let by_ply = &truth.positions_by_ply;
    // Of a table by tiers neither the file nor its proof says how many there are.
    let expected = if is_by_tier(header) { &Vec::new() } else { by_ply };
    if proof.positions_by_ply != *expected
        || header.positions_by_ply != *expected
        || met.is_some_and(|met| met != [Some(by_ply.iter().sum()); 3])
    {
        return Verdict::Fooled(format!(
            "{:?}, {:?} and {met:?} of {by_ply:?}",
            header.positions_by_ply, proof.positions_by_ply
        ));
    }
    match compare(table, truth) {
        Ok(()) => Verdict::Proven,
        Err(wrong) => Verdict::Fooled(wrong),
    }
}

/// Asks a table everything, and lets it list its positions.
fn compare<T: Probe>(table: &T, truth: &Truth<<T::Game as Game>::Position>) -> Result<(), String> {
    let game = table.game();
    let code = |position| game.encode(position);
    for (position, answer) in &truth.asked {
        let (position, found) = (*position, table.probe(*position));
        let expected = answer.map(|answer| answer.entry(table.objective()));
        is(&found, expected.as_ref())
            .map_err(|wrong| format!("code {}: {wrong}", code(position)))?;
        let values = (table.value(position), answer.map(|answer| answer.value()));
        let moves = table.outcome_preserving_moves(position);
        let expected = answer.map(|answer| answer.preserving);
        is(&values.0, values.1.as_ref())
            .and_then(|()| is(&moves, expected.as_ref()))
            .map_err(|wrong| format!("code {}: {wrong}", code(position)))?;
    }
    let mut listed: Vec<u64> = table.positions().map(code).collect();
    listed.sort_unstable();
    let reachable = truth.asked.iter().filter(|(_, answer)| answer.is_some());
    if listed.into_iter().eq(reachable.map(|(position, _)| code(*position))) {
        Ok(())
    } else {
        Err("other positions are listed than are reachable".to_owned())
    }
}

/// Whether an answer is this; that there is no entry where none is expected.
fn is<A: PartialEq + fmt::Debug, E: ProbeFailure>(
    found: &Result<A, E>,
    expected: Option<&A>,
) -> Result<(), String> {
    let right = match (found, expected) {
        (Ok(found), Some(expected)) => found == expected,
        (Err(reason), None) => reason.no_entry().is_some(),
        _ => false,
    };
    if right { Ok(()) } else { Err(format!("{found:?} in place of {expected:?}")) }
}
