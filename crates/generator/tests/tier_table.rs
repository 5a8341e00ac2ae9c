//! Compares tables by tiers with tables by code, which share no code with them. Every answer is equal, also for
//! unreachable boards, and every position is listed.

use std::{cell::Cell, ops::RangeInclusive};

use perfect_play_core::{Board, Game, Objective, Player, Probe, ProbeError, Slot, Value, Values};
use perfect_play_games::Mnk;
use perfect_play_generator::{
    SolveError,
    numbering::{HeldSections, Limits, Sections, TierTable, Tiers, to_baked},
    solve, solve_tiers,
};
use perfect_play_test_kit::read_back;
use rustc_hash::FxHashSet;

fn agrees(game: Mnk) {
    agrees_with_limits(game, Limits::default(), 1);
}

/// `byte` is the content of the slots whose boards hold a line. It must not matter.
fn agrees_with_limits(game: Mnk, limits: Limits, byte: u8) {
    let tiers = Tiers::with_limits(&game, limits).unwrap();
    let sections = solve_tiers(&game, &tiers, &|_| ()).unwrap();
    let sections = overwritten(&tiers, byte, &sections);
    answers_as_by_code(&TierTable::new(game, Objective::Fastest, tiers.into(), sections).unwrap());
}

/// Solves with this byte in the slots whose boards hold a line.
fn overwritten(tiers: &Tiers, byte: u8, sections: &HeldSections) -> HeldSections {
    let mut overwritten = sections.clone();
    for (number, of_tier) in (0..).zip(&mut overwritten.0) {
        let tier = tiers.tier(number);
        for (block, mover) in tier.blocks().flat_map(|block| [(block, 0), (block, 1)]) {
            let Some(strip) = block.strip(mover) else { continue };
            let values = &mut of_tier[mover][block.starts[mover]..][..strip.len()];
            for (value, &low) in values.iter_mut().zip(&tiers.low().order()[strip.order.clone()]) {
                let (x, o) = tiers.low().marks(low);
                if [block.x | x, block.o | o].iter().any(|&marks| tiers.lines().any_within(marks)) {
                    *value = byte;
                }
            }
        }
    }
    overwritten
}

fn answers_as_by_code(table: &TierTable<Mnk>) {
    let game = *table.game();
    let by_code = solve(game, Objective::Fastest, &mut |_, _| ()).unwrap();
    for code in 0..game.codes() {
        let Ok(board) = game.decode(code) else { continue };
        let value = table.value(board);
        if let Ok(expected) = by_code.value(board) {
            assert_eq!(value, Ok(expected), "{game}: {board:?}");
            assert_eq!(table.probe(board), by_code.probe(board), "{game}: {board:?}");
            let moves = [table.move_values(board), by_code.move_values(board)];
            let [moves, expected] = moves.map(Result::unwrap);
            assert!(moves == expected, "{game}: {board:?}");
        } else {
            let reason = value.unwrap_err();
            assert_eq!(table.probe(board), Err(reason), "{game}: {board:?}");
            assert_eq!(table.move_values(board).err(), Some(reason), "{game}: {board:?}");
            if let Err(of_rules) = game.check(board) {
                assert_eq!(reason, of_rules, "{game}: {board:?}");
            }
        }
    }
    assert!(table.positions().eq(by_code.positions()), "{game}");
}

/// All games with this many cells, every K, with and without gravity, normal and misère.
fn every_game(cells: RangeInclusive<u8>) -> impl Iterator<Item = Mnk> {
    let shapes = (1..=16_u8).flat_map(|m| (1..=16 / m).map(move |n| (m, n)));
    shapes
        .filter(move |&(m, n)| cells.contains(&(m * n)))
        .flat_map(|(m, n)| (1..=m.max(n)).filter_map(move |k| Mnk::new(m, n, k).ok()))
        .flat_map(|game| [game, game.misere(), game.gravity(), game.gravity().misere()])
        .filter(|game| Tiers::of(game).is_ok())
}

#[test]
fn every_game_of_up_to_nine_cells_is_the_same() {
    every_game(1..=9).for_each(agrees);
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn every_game_of_ten_cells_is_the_same() {
    every_game(10..=10).for_each(agrees);
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn some_games_of_twelve_cells_are_the_same() {
    every_game(11..=12).step_by(7).for_each(agrees);
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn a_choice_of_larger_games_is_the_same() {
    for name in ["mnk:13,1,3+misere", "connect:7,2,2", "connect:2,7,4", "connect:4,4,4"] {
        agrees(name.parse().unwrap());
    }
}

#[test]
fn three_parts_as_on_large_boards_are_the_same() {
    let limits = |low, top, middle| Limits { low, top, middle };
    for (name, limits) in [
        ("tictactoe", limits(81, 81, 3)),
        ("mnk:4,3,3", limits(81, 81, 81)),
        ("mnk:4,3,3+misere", limits(81, 9, 729)),
        ("mnk:6,2,2", limits(81, 81, 81)),
        ("connect:5,2,2", limits(49, 49, 7)),
        ("connect:6,2,3+misere", limits(49, 49, 49)),
        ("connect:3,4,3", limits(31, 31, 31)),
    ] {
        for byte in [0, 127, Value::NONE] {
            agrees_with_limits(name.parse().unwrap(), limits, byte);
        }
    }
}

/// Every board without a line, reachable or not, has the solved value, also if the value was left out.
#[test]
fn what_is_left_out_comes_back_as_it_was_solved() {
    for game in every_game(1..=9).chain(every_game(10..=12).step_by(5)) {
        let tiers = Tiers::of(&game).unwrap();
        let solved = solve_tiers(&game, &tiers, &|_| ()).unwrap();
        let restored = read_back(&tiers, solved.clone());
        for (tier, (sections, restored)) in (0..).zip(solved.0.iter().zip(&restored.0)) {
            for board in tiers.boards(tier) {
                let (of, player, rank) = tiers.locate(board).unwrap();
                let mover = usize::from(player == Player::X);
                assert_eq!(of, tier);
                let (found, expected) = (restored[mover][rank], sections[mover][rank]);
                assert_eq!(found, expected, "{game}: {board:?}");
            }
        }
    }
}

#[test]
fn the_objective_decides_which_moves_are_optimal() {
    for name in ["tictactoe", "connect:4,3,3+misere"] {
        let game: Mnk = name.parse().unwrap();
        for objective in Objective::ALL {
            let tiers = Tiers::of(&game).unwrap();
            let sections = solve_tiers(&game, &tiers, &|_| ()).unwrap();
            let table = TierTable::new(game, objective, tiers.into(), sections).unwrap();
            assert_eq!(table.objective(), objective);
            let by_code = solve(game, objective, &mut |_, _| ()).unwrap();
            for board in by_code.positions() {
                assert_eq!(table.probe(board), by_code.probe(board), "{name}: {board:?}");
            }
        }
    }
}

/// Sections that count their reads.
struct Counted(HeldSections, Cell<u32>);

impl Sections for Counted {
    type Error = ProbeError;

    fn section(&self, tier: u32, mover: usize, values: &mut Vec<u8>) -> Result<(), ProbeError> {
        self.0.section(tier, mover, values)
    }
}

impl Values for Counted {
    type Error = ProbeError;

    fn byte(&self, slot: Slot) -> Result<Option<u8>, ProbeError> {
        self.1.set(self.1.get() + 1);
        self.0.byte(slot)
    }
}

/// With more codes than [`perfect_play_numbering::MAX_CODES_IN_ORDER`], positions are in the order of the slots.
#[test]
fn positions_of_large_boards_are_listed_once_each_without_reading() {
    for name in
        ["connect:3,6,3", "connect:2,9,2", "mnk:17,1,2", "connect:3,6,2+misere", "mnk:6,3,1"]
    {
        let game: Mnk = name.parse().unwrap();
        let mut played = vec![game.start()];
        let mut seen = FxHashSet::from_iter([game.start()]);
        while let Some(board) = played.pop() {
            for mv in game.legal_moves(board) {
                let child = game.play(board, mv);
                if seen.insert(child) {
                    played.push(child);
                }
            }
        }
        let tiers = Tiers::of(&game).unwrap();
        let sections = solve_tiers(&game, &tiers, &|_| ()).unwrap();
        let counted = Counted(sections, Cell::new(0));
        let table = TierTable::new(game, Objective::Fastest, tiers.into(), counted).unwrap();
        let mut listed: Vec<Board> = table.positions().collect();
        assert_eq!(table.values().1.get(), 0, "{name}");
        listed.sort_unstable();
        let mut seen = Vec::from_iter(seen);
        seen.sort_unstable();
        assert!(listed == seen, "{name}: {} and {}", listed.len(), seen.len());
        // A board with a mark outside the game's cells is not a position.
        assert!(table.value(Board::from_bitboards(1 << 39, 0).unwrap()).is_err());
    }
}

#[test]
fn baked_tables_have_the_bytes_that_are_told_before() {
    for name in ["mnk:4,3,3", "connect:4,3,3", "connect:4,4,3+misere"] {
        let game: Mnk = name.parse().unwrap();
        let table = |objective, limits| {
            let tiers = Tiers::with_limits(&game, limits).unwrap();
            let sections = solve_tiers(&game, &tiers, &|_| ()).unwrap();
            TierTable::new(game, objective, tiers.into(), sections).unwrap()
        };
        let tiers = Tiers::to_bake(&game).unwrap();
        let sections = solve_tiers(&game, &tiers, &|_| ()).unwrap();
        let to_bake = TierTable::new(game, Objective::Fastest, tiers.into(), sections).unwrap();
        let baked = to_baked(&to_bake).unwrap();
        assert_eq!(Some(baked.len() as u64), to_bake.numbering().tiers().baked_bytes(), "{name}");
        // A table with another objective or a middle part cannot be baked.
        let most = Limits { low: (1 << 16) - 1, top: (1 << 16) - 1, middle: 1 };
        assert_eq!(to_baked(&table(Objective::Fastest, most)), Some(baked), "{name}");
        assert_eq!(to_baked(&table(Objective::Outcome, most)), None, "{name}");
        let three = Limits { low: 225, top: 225, middle: 961 };
        if let Ok(tiers) = Tiers::with_limits(&game, three)
            && tiers.cells()[1] != 0
        {
            assert_eq!(to_baked(&table(Objective::Fastest, three)), None, "{name}");
        }
    }
}

#[test]
fn the_numbering_of_another_game_is_refused() {
    let game: Mnk = "mnk:4,3,3".parse().unwrap();
    for other in ["mnk:4,3,4", "mnk:4,3,3+misere", "mnk:3,4,3", "connect:4,3,3"] {
        let tiers = Tiers::of(&other.parse::<Mnk>().unwrap()).unwrap();
        let error = solve_tiers(&game, &tiers, &|_| ()).unwrap_err();
        assert_eq!(error, SolveError::OtherNumbering, "{other}");
        let table = TierTable::new(game, Objective::Fastest, tiers.into(), HeldSections::default());
        assert!(table.is_none(), "{other}");
    }
}

/// `cargo test --release -p perfect-play-generator --all-features -- --ignored`
#[test]
#[ignore = "takes about twenty minutes"]
fn every_game_of_up_to_sixteen_cells_is_the_same() {
    every_game(11..=16).for_each(agrees);
}
