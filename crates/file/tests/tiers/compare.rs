//! Tables by tiers are compared, counted and listed like tables by code.

use std::{cell::RefCell, collections::HashSet};

use perfect_play_core::{
    Board, CodeNumbering, Entry, Game, Objective, Player, Probe, Slot, Values,
};
use perfect_play_file::ReadError;
use perfect_play_games::Mnk;
use perfect_play_generator::{solve, solve_tiers};
use perfect_play_numbering::{HeldSections, Sections, TierTable, Tiers};
use perfect_play_proof::{
    Diff, DiffError, Difference, Record, Rules, TableError, diff, diff_if_equal, reachable,
    records, stats, stats_by_tier, verify, verify_as, verify_by_tier,
};

use super::solved::{SMALL, Solved};

fn quietly() -> impl FnMut(u64, u64) {
    |_, _| ()
}

/// A game's table in memory. The game may be too large to be solved code by code in a test.
fn table(name: &str) -> TierTable<Mnk> {
    let game: Mnk = name.parse().unwrap();
    let numbering = Tiers::of(&game).unwrap();
    let sections = solve_tiers(&game, &numbering, &|_| ()).unwrap();
    TierTable::new(game, Objective::Fastest, numbering.into(), sections).unwrap()
}

fn with<S: Values>(table: &TierTable<Mnk>, sections: S) -> TierTable<Mnk, S> {
    let game = *table.game();
    TierTable::new(game, table.objective(), Tiers::of(&game).unwrap().into(), sections).unwrap()
}

/// Asserts that all passes give the same results for a table by tiers and a table by code.
fn agrees(name: &str) {
    let table = table(name);
    let by_code = solve(*table.game(), Objective::Fastest, &mut |_, _| ()).unwrap();
    let proof = verify(&by_code, &mut quietly()).unwrap();
    let of_table = verify_as(&table, &CodeNumbering, Rules::Unknown, &mut quietly()).unwrap();
    assert_eq!(of_table, proof, "{name}");
    assert_eq!(stats(&table, &mut quietly()).unwrap(), stats(&by_code, &mut quietly()).unwrap());
    for differences in [
        diff(&table, &by_code, 1, &mut quietly()).unwrap(),
        diff(&by_code, &table, 1, &mut quietly()).unwrap(),
    ] {
        assert_eq!(differences, Diff::of_the_same(&proof.positions_by_ply), "{name}");
    }
    let same = diff_if_equal(&table, &table, &mut quietly()).unwrap();
    assert_eq!(same, Some(Diff::of_the_same(&proof.positions_by_ply)), "{name}");
    let (mut first, mut second) = (quietly(), quietly());
    let listed = records(&table, &mut first).map(Result::unwrap);
    assert!(listed.eq(records(&by_code, &mut second).map(Result::unwrap)), "{name}");
}

#[test]
fn all_that_is_said_of_small_boards_is_the_same() {
    for m in 1..=9_u8 {
        for n in 1..=9 / m {
            for k in [2, 3] {
                for family in ["mnk", "connect"] {
                    for variant in ["", "+misere"] {
                        let name = format!("{family}:{m},{n},{k}{variant}");
                        if name.parse::<Mnk>().is_ok() {
                            agrees(&name);
                        }
                    }
                }
            }
        }
    }
    for name in ["mnk:4,3,3", "mnk:6,2,2+misere", "connect:4,3,3", "connect:3,4,3+misere"] {
        agrees(name);
    }
}

/// Boards of more than 16 cells, whose positions are listed in the order of their slots.
#[test]
fn records_and_counts_of_large_boards_are_those_of_the_positions() {
    // Two columns of ten have so many configurations that the numbering does not use the mirror image.
    for name in ["connect:3,6,3", "connect:2,10,4", "connect:2,9,2+misere"] {
        let table = table(name);
        let mut progress = quietly();
        let listed = records(&table, &mut progress).map(Result::unwrap);
        let expected = table.positions().map(|board| Record::of(&table, board).unwrap());
        assert!(listed.eq(expected), "{name}");
        let one_by_one = stats(&table, &mut quietly()).unwrap();
        assert_eq!(one_by_one, stats_by_tier(&table, &mut (), &mut quietly()).unwrap(), "{name}");
        assert_eq!(one_by_one.positions, table.positions().count() as u64, "{name}");
    }
}

/// Checks a comparison against one that is made position by position.
fn is_right(first: &TierTable<Mnk>, second: &TierTable<Mnk>) {
    let both = [first, second];
    let positions = |table: &TierTable<Mnk>| table.positions().collect::<Vec<_>>();
    let either: HashSet<Board> = both.into_iter().flat_map(positions).collect();
    // An entry has no optimal moves if these lead to positions without an entry.
    let answer = |table: &TierTable<Mnk>, board: Board| {
        let value = || {
            let value = table.value(board).ok()?;
            Some(Entry::new(table.game(), board, value, perfect_play_core::Moves::EMPTY))
        };
        table.probe(board).ok().or_else(value)
    };
    let differing: HashSet<Board> = either
        .iter()
        .copied()
        .filter(|&board| answer(first, board) != answer(second, board))
        .collect();
    let diff_of = |limit| diff(first, second, limit, &mut quietly()).unwrap();
    let diff = diff_of(usize::MAX);
    assert_eq!((diff.positions, diff.differing), (either.len() as u64, differing.len() as u64));
    let only_in = |has: usize, lacks: usize| {
        let only = |board: &&Board| {
            answer(both[has], **board).is_some() && answer(both[lacks], **board).is_none()
        };
        differing.iter().filter(only).count() as u64
    };
    assert_eq!(diff.counts.only_in_first, only_in(0, 1));
    assert_eq!(diff.counts.only_in_second, only_in(1, 0));
    let changed = |differ: fn(Entry, Entry) -> bool| {
        let changed = |board: &&Board| match both.map(|table| answer(table, **board)) {
            [Some(first), Some(second)] => differ(first, second),
            _ => false,
        };
        differing.iter().filter(changed).count() as u64
    };
    assert_eq!(diff.counts.outcome_changed, changed(|a, b| a.outcome != b.outcome));
    assert_eq!(diff.counts.remoteness_changed, changed(|a, b| a.remoteness != b.remoteness));
    assert_eq!(
        diff.counts.optimal_moves_changed,
        changed(|a, b| a.optimal_moves != b.optimal_moves)
    );
    assert_eq!(diff.examples.iter().map(|example| example.images).sum::<u64>(), diff.differing);
    let few = diff_of(3);
    assert_eq!(few.examples, diff.examples[..3.min(diff.examples.len())]);
    for &Difference { position, first: in_first, second: in_second, images } in &diff.examples {
        assert_eq!(both.map(|table| answer(table, position)), [in_first, in_second]);
        assert!(images <= 2);
    }
}

#[test]
fn comparisons_are_those_of_the_positions_one_by_one() {
    let table = table("connect:3,6,3");
    is_right(&table, &table);
    is_right(&table, &self::table("connect:3,6,2"));
    is_right(&self::table("connect:3,6,3+misere"), &table);
    let game = table.game();
    let moves = [1, 2, 1, 3, 2, 2];
    let board = moves.iter().fold(game.start(), |board, &mv| game.play(board, mv));
    let (tier, player, rank) = table.numbering().tiers().locate(board).unwrap();
    for byte in [1, 255] {
        let mut forged = table.values().clone();
        forged.0[tier as usize][usize::from(player == Player::X)][rank] = byte;
        is_right(&table, &with(&table, forged));
    }
}

/// Sections that can be read completely and must not be probed. One of them may be unreadable.
struct Unprobed(HeldSections, Option<(u32, usize)>);

impl Sections for Unprobed {
    type Error = ReadError;

    fn section(&self, tier: u32, mover: usize, values: &mut Vec<u8>) -> Result<(), ReadError> {
        if self.1 == Some((tier, mover)) {
            let section = 2 * u64::from(tier) + mover as u64;
            return Err(ReadError::Damaged { path: "t".into(), section });
        }
        Ok(self.0.section(tier, mover, values)?)
    }
}

impl Values for Unprobed {
    type Error = ReadError;

    fn byte(&self, slot: Slot) -> Result<Option<u8>, ReadError> {
        panic!("the byte at {slot:?} was asked for");
    }
}

#[test]
fn equal_tables_are_compared_by_their_bytes() {
    for name in ["tictactoe", "mnk:4,3,3", "connect:4,3,3", "mnk:17,1,2"] {
        let table = table(name);
        let unprobed = |unreadable| with(&table, Unprobed(table.values().clone(), unreadable));
        let by_ply = reachable(table.game(), table.numbering().tiers(), &mut quietly());
        let mut reports = Vec::new();
        let progress = &mut |done, of| reports.push((done, of));
        let diff = diff_if_equal(&unprobed(None), &unprobed(None), progress).unwrap();
        assert_eq!(diff, Some(Diff::of_the_same(&by_ply)), "{name}");
        assert!(reports.is_sorted() && !reports.is_empty(), "{name}: {reports:?}");
        assert!(reports.iter().all(|&(done, of)| done <= of && of == reports[0].1));
        // An unreadable section is an error.
        let (good, bad) = (unprobed(None), unprobed(Some((0, 1))));
        let error = diff_if_equal(&good, &bad, &mut quietly()).unwrap_err();
        assert!(matches!(error, DiffError::Second(_)), "{error}");
        let error = diff_if_equal(&bad, &good, &mut quietly()).unwrap_err();
        assert!(matches!(error, DiffError::First(_)), "{error}");
    }
}

#[test]
fn tables_that_differ_are_not_the_same() {
    let first = table("mnk:4,3,3");
    let is_same =
        |second: &TierTable<Mnk>| diff_if_equal(&first, second, &mut quietly()).unwrap().is_some();
    assert!(is_same(&table("mnk:4,3,3")));
    for name in ["mnk:4,3,3+misere", "mnk:4,3,4", "mnk:3,4,3", "connect:4,3,3"] {
        assert!(!is_same(&table(name)), "{name}");
    }
    let sections = first.values().clone();
    let numbering = Tiers::of(first.game()).unwrap();
    let outcome =
        TierTable::new(*first.game(), Objective::Outcome, numbering.into(), sections).unwrap();
    assert!(!is_same(&outcome));
    // Any byte is accepted if the board holds a line, or the rules tell its value.
    let last = first.numbering().tiers().len() - 1;
    let (mut same, mut differing) = (0, 0);
    for (tier, mover) in [(0, 0), (last / 2, 1), (last, 1)] {
        let player = if mover == 1 { Player::X } else { Player::O };
        let ranks = first.values().0[tier][mover].len();
        for rank in (0..ranks).step_by(ranks / 50 + 1) {
            let board = first
                .numbering()
                .tiers()
                .board(u32::try_from(tier).unwrap(), player, rank)
                .unwrap();
            let lines = first.numbering().tiers().lines();
            let has_line = lines.any_within(board.x()) || lines.any_within(board.o());
            let means_nothing = has_line || first.game().kind().static_value(board).is_some();
            let mut forged = first.values().clone();
            forged.0[tier][mover][rank] ^= 1;
            assert_eq!(is_same(&with(&first, forged)), means_nothing, "{board:?}");
            *(if means_nothing { &mut same } else { &mut differing }) += 1;
        }
    }
    assert!(same > 0 && differing > 0);
}

#[test]
fn what_cannot_be_read_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    let solved = Solved::new("mnk:4,3,3");
    solved.write(&path, SMALL);
    let (good, bad) = (solved.open(&path), solved.open(&path));
    let copy = folder.path().join("copy");
    std::fs::copy(&path, &copy).unwrap();
    let broken = solved.open(&copy);
    std::fs::File::options().write(true).open(&copy).unwrap().set_len(2000).unwrap();
    assert!(diff(&good, &bad, 1, &mut quietly()).unwrap().is_empty());
    let error = diff(&good, &broken, 1, &mut quietly()).unwrap_err();
    assert!(matches!(error, DiffError::Second(_)), "{error}");
    let error = diff(&broken, &good, 1, &mut quietly()).unwrap_err();
    assert!(matches!(error, DiffError::First(_)), "{error}");
    let mut progress = quietly();
    let mut records = records(&broken, &mut progress).skip_while(Result::is_ok);
    assert!(matches!(records.next(), Some(Err(TableError::Unreadable(_)))));
    let error = stats(&broken, &mut quietly()).unwrap_err();
    assert!(matches!(error, TableError::Unreadable(_)), "{error}");
    let proof = verify_by_tier(&broken, Rules::Tested, &mut (), &mut quietly());
    assert!(proof.unwrap_err().to_string().contains("is damaged (section "));
}

thread_local! {
    /// The reports that a test received.
    static TOLD: RefCell<Vec<(u64, u64)>> = const { RefCell::new(Vec::new()) };
}

#[test]
fn slots_done_of_all_are_told() {
    let table = table("connect:4,4,3");
    let slots = table.numbering().tiers().slots();
    let progress = &mut |done, of| TOLD.with_borrow_mut(|told| told.push((done, of)));
    verify_by_tier(&table, Rules::Tested, &mut (), progress).unwrap();
    let reports = TOLD.take();
    assert!(reports.len() > 4 && reports.is_sorted());
    assert!(reports.iter().all(|&(done, of)| done <= of && of == slots));
}
