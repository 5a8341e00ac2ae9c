//! Compares the tier solver with the code sweep, which shares no code with it, and with the definition.

use std::sync::Mutex;

use perfect_play_core::{Board, Game, Objective, Outcome, Player, Probe, Value};
use perfect_play_games::Mnk;
use perfect_play_generator::{
    TierSolver, TierStore,
    numbering::{HeldSections, Limits, Sections, Tier, Tiers},
    solve, solve_tiers,
};
use perfect_play_test_kit::{MOST, THREE_PARTS, line_games};

/// Solved tiers in memory.
struct Memory(HeldSections);

impl Memory {
    fn solve(game: &Mnk, tiers: &Tiers) -> Self {
        Self(solve_tiers(game, tiers, &|_| ()).unwrap())
    }

    fn value(&self, tiers: &Tiers, board: Board) -> Value {
        let (tier, player, rank) = tiers.locate(board).unwrap();
        let section = &self.0.0[tier as usize][usize::from(player == Player::X)];
        Value::from_byte(section[rank]).unwrap()
    }
}

/// Solved tiers in the order in which they are stored. At most `most` are stored.
struct InOrder(Mutex<HeldSections>, usize);

impl Sections for InOrder {
    type Error = &'static str;

    fn section(&self, tier: u32, mover: usize, values: &mut Vec<u8>) -> Result<(), Self::Error> {
        self.0.lock().unwrap().section(tier, mover, values).map_err(|_| "unreadable")
    }
}

impl TierStore for InOrder {
    type Packed = [Vec<u8>; 2];

    fn begin(&self, _tier: &Tier<'_>) -> Self::Packed {
        Self::Packed::default()
    }

    fn pack(
        &self,
        packed: &mut Self::Packed,
        tier: &Tier<'_>,
        band: usize,
        values: &mut [Vec<u8>; 2],
    ) -> Result<(), Self::Error> {
        for (mover, (section, values)) in packed.iter_mut().zip(values).enumerate() {
            let slots = tier.band(band, mover);
            assert_eq!((section.len(), values.len()), (slots.start, slots.len()));
            section.append(values);
        }
        Ok(())
    }

    fn keep(&self, tier: u32, packed: Self::Packed) -> Result<(), Self::Error> {
        let mut kept = self.0.lock().unwrap();
        assert_eq!(kept.0.len(), tier as usize);
        if kept.0.len() == self.1 {
            return Err("full");
        }
        kept.0.push(packed);
        Ok(())
    }
}

fn agrees(name: &str, limits: Limits) {
    let game: Mnk = name.parse().unwrap();
    let tiers = Tiers::with_limits(&game, limits).unwrap();
    let memory = Memory::solve(&game, &tiers);
    // One band for each number of marks in the middle part.
    let narrow = Tiers::with_limits(&game, limits).unwrap().with_bands(1);
    assert_eq!(Memory::solve(&game, &narrow).0, memory.0, "{name}");
    let solution = solve(game, Objective::Fastest, &mut |_, _| ()).unwrap();
    let mut reachable = 0;
    for board in solution.positions().filter(|&board| game.terminal(board).is_none()) {
        assert_eq!(memory.value(&tiers, board), solution.value(board).unwrap(), "{name} {board:?}");
        reachable += 1;
    }
    assert!(reachable > 0 || game.terminal(Board::EMPTY).is_some(), "{name}");
    // All boards without a line, reachable or not.
    for (number, sections) in (0..).zip(&memory.0.0) {
        for (player, section) in [Player::O, Player::X].into_iter().zip(sections) {
            for (rank, &byte) in section.iter().enumerate() {
                let board = tiers.board(number, player, rank).unwrap();
                if [board.x(), board.o()].iter().any(|&marks| tiers.lines().any_within(marks)) {
                    continue;
                }
                let value = |child| match game.terminal(child) {
                    Some(outcome) => Value::terminal(outcome),
                    None => memory.value(&tiers, child),
                };
                let smallest = game.legal_moves(board).iter().map(|mv| value(game.play(board, mv)));
                let full = Value::terminal(Outcome::Draw);
                let expected = smallest.min().map_or(full, |smallest| smallest.before().unwrap());
                assert_eq!(byte, expected.byte(), "{name} {board:?}");
            }
        }
    }
}

#[test]
fn every_game_up_to_nine_cells() {
    for name in line_games(9) {
        agrees(&name, MOST);
    }
}

#[test]
fn games_of_ten_to_twelve_cells() {
    for name in [
        "mnk:4,3,3",
        "mnk:5,2,3+misere",
        "mnk:6,2,4",
        "connect:4,3,3",
        "connect:3,4,3+misere",
        "connect:6,2,3",
        "connect:2,6,3",
        "connect:2,6,4",
        "connect:1,12,4",
    ] {
        agrees(name, MOST);
    }
}

#[test]
fn with_three_parts() {
    for variant in ["", "+misere"] {
        for (name, limits) in THREE_PARTS {
            agrees(&format!("{name}{variant}"), limits);
        }
    }
}

#[test]
fn any_number_of_threads_solves_the_same() {
    let game: Mnk = "connect:4,4,4".parse().unwrap();
    let tiers = Tiers::of(&game).unwrap();
    let solver = TierSolver::new(&game, &tiers).unwrap();
    let expected = Memory::solve(&game, &tiers).0;
    for threads in [1, 2, 3, 7] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let order = InOrder(Mutex::default(), usize::MAX);
        assert_eq!(pool.install(|| solver.run(tiers.numbers(), &order)), Ok(()));
        assert!(order.0.into_inner().unwrap() == expected);
    }
}

#[test]
fn what_is_kept_before_an_error_is_a_beginning() {
    let game: Mnk = "connect:4,4,4".parse().unwrap();
    let tiers = Tiers::of(&game).unwrap();
    let solver = TierSolver::new(&game, &tiers).unwrap();
    let expected = Memory::solve(&game, &tiers).0;
    for most in [0, 1, 100] {
        let store = InOrder(Mutex::default(), most);
        assert_eq!(solver.run(tiers.numbers(), &store), Err("full"));
        assert_eq!(store.0.lock().unwrap().0.len(), most);
        // Another run continues.
        let store = InOrder(store.0, usize::MAX);
        assert_eq!(solver.run(u32::try_from(most).unwrap()..tiers.numbers().end, &store), Ok(()));
        assert!(store.0.into_inner().unwrap() == expected);
    }
}

#[test]
fn another_game_is_refused() {
    let game: Mnk = "mnk:4,3,3".parse().unwrap();
    let tiers = Tiers::of(&game).unwrap();
    for other in ["mnk:4,3,4", "connect:4,3,3", "mnk:3,4,3"] {
        assert!(TierSolver::new(&other.parse::<Mnk>().unwrap(), &tiers).is_err(), "{other}");
    }
}
