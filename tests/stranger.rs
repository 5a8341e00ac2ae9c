//! A game whose positions and moves look nothing like ours: everything generic takes it too.

use std::fmt;

use perfect_play_file::{TableFile, to_bytes};
use perfect_play_generator::{
    Algorithm, ScoreRule, SolveError, check_rules,
    core::{
        CodeTable, Game, Key, Layout, Level, Move, Moves, NotAPosition, Objective, Outcome, Player,
        Probe, ProbeError, Unreachable,
    },
    minimax,
    numbering::SmallTable,
    solve, trace,
};
use perfect_play_proof::{diff, records, stats, verify};

/// The players take stones from a pile in turn, one to three each; who takes the last one wins.
#[derive(Clone, Copy, Debug)]
struct Stones {
    pile: u8,
    /// What is other with the rules, or wrong, if anything.
    slip: Slip,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Slip {
    None,
    /// With five stones gone, moves that take nothing.
    TakesNothing,
    /// With seven gone, an end of the game with moves left.
    EndsEarly,
    /// After taking one stone the same player moves again.
    MovesTwice,
    /// It has more moves than it says.
    HasMoreMoves,
    /// A code decodes to another position.
    DecodesWrongly,
    /// With a symmetry that changes who begins.
    ChangesTheStart,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Pile {
    taken: u8,
    to_move: Player,
}

impl Key for Pile {
    const BYTES: usize = <(u8, Player)>::BYTES;

    fn write(self, bytes: &mut [u8]) {
        (self.taken, self.to_move).write(bytes);
    }
    fn read(bytes: &[u8]) -> Option<Self> {
        let (taken, to_move) = Key::read(bytes)?;
        Some(Self { taken, to_move })
    }
}

impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stones:{}", self.pile)
    }
}

impl Game for Stones {
    type Position = Pile;

    fn start(&self) -> Pile {
        Pile { taken: 0, to_move: Player::X }
    }

    fn to_move(&self, pile: Pile) -> Player {
        pile.to_move
    }

    /// Move 0 takes one stone, move 2 three.
    fn legal_moves(&self, pile: Pile) -> Moves {
        (0..3).filter(|mv| pile.taken + mv < self.pile).collect()
    }

    fn play(&self, pile: Pile, mv: Move) -> Pile {
        let taken = match self.slip {
            Slip::TakesNothing if pile.taken == 5 => 0,
            _ => mv + 1,
        };
        let to_move = match self.slip {
            Slip::MovesTwice if mv == 0 => pile.to_move,
            _ => pile.to_move.opponent(),
        };
        Pile { taken: pile.taken + taken, to_move }
    }

    fn terminal(&self, pile: Pile) -> Option<Outcome> {
        let over = pile.taken == self.pile || self.slip == Slip::EndsEarly && pile.taken == 7;
        over.then_some(Outcome::Loss)
    }

    fn codes(&self) -> u64 {
        2 * (u64::from(self.pile) + 1)
    }

    fn encode(&self, pile: Pile) -> u64 {
        2 * u64::from(pile.taken) + u64::from(pile.to_move == Player::O)
    }

    fn decode(&self, code: u64) -> Result<Pile, NotAPosition> {
        let codes = self.codes();
        if code >= codes {
            return Err(NotAPosition::CodeTooLarge { code, codes });
        }
        let to_move = if code.is_multiple_of(2) { Player::X } else { Player::O };
        let slip = u64::from(self.slip == Slip::DecodesWrongly && code == 9);
        Ok(Pile { taken: u8::try_from(code / 2 + slip).unwrap(), to_move })
    }

    fn check(&self, pile: Pile) -> Result<(), ProbeError> {
        let _ = pile;
        Ok(())
    }

    fn codes_rise(&self) -> bool {
        true
    }

    fn max_move(&self) -> Move {
        if self.slip == Slip::HasMoreMoves { 1 } else { 2 }
    }

    fn max_plies(&self) -> u16 {
        self.pile.into()
    }

    fn plies_to_draw(&self, _: Pile) -> Option<u16> {
        Some(0)
    }

    fn symmetries(&self) -> u8 {
        if self.slip == Slip::ChangesTheStart { 2 } else { 1 }
    }

    fn image(&self, pile: Pile, symmetry: u8) -> Pile {
        let to_move = if symmetry == 0 { pile.to_move } else { pile.to_move.opponent() };
        Pile { to_move, ..pile }
    }

    fn fmt_position(&self, pile: Pile, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} stones, {} to move", self.pile - pile.taken, pile.to_move)
    }
}

fn stones(pile: u8) -> Stones {
    Stones { pile, slip: Slip::None }
}

#[test]
fn it_is_solved_whatever_layout_suits_it() {
    for (pile, layout) in [(12, Layout::Words), (100, Layout::Bytes)] {
        let game = stones(pile);
        assert_eq!(Layout::of(&game), layout);
        let table = solve(game, Objective::Fastest, &mut |_, _| ()).unwrap();
        for position in table.positions() {
            // Who faces a multiple of four loses.
            let left = pile - position.taken;
            let entry = table.probe(position).unwrap();
            assert_eq!(entry.outcome == Outcome::Loss, left.is_multiple_of(4));
            if !left.is_multiple_of(4) {
                let keeps = Moves::EMPTY.with(left % 4 - 1);
                assert_eq!(table.outcome_preserving_moves(position), Ok(keeps));
            }
            if left <= 12 {
                let live = minimax(&game, position, ScoreRule::Unit);
                let winner = if live.score > 0 { Player::X } else { Player::O };
                assert_eq!(winner == position.to_move, entry.outcome == Outcome::Win);
            }
        }
        // One stone was taken, and X is to move again: that never happens.
        let never = Pile { taken: 1, to_move: Player::X };
        assert_eq!(table.probe(never), Err(Unreachable::NotInTable.into()));
    }
}

#[test]
fn it_is_written_proven_compared_counted_and_listed() {
    let game = stones(12);
    let table = solve(game, Objective::Fastest, &mut |_, _| ()).unwrap();
    let bytes = to_bytes(&table).unwrap();
    let file = TableFile::read(&*bytes).unwrap();
    assert_eq!(file.header().game, "stones:12");
    let opened: SmallTable<_> = file.into_table(game).unwrap();
    let proof = verify(&opened, &mut |_, _| ()).unwrap();
    assert!(proof.is_proven());
    assert!(diff(&table, &opened, 10, &mut |_, _| ()).unwrap().is_empty());
    assert!(
        diff(
            &table,
            &solve(stones(11), Objective::Fastest, &mut |_, _| ()).unwrap(),
            10,
            &mut |_, _| ()
        )
        .is_err()
    );
    let stats = stats(&opened, &mut |_, _| ()).unwrap();
    assert_eq!(Some(stats.positions), proof.positions());
    assert_eq!((stats.terminal.total, stats.outcomes.draw), (2, 0));
    let mut progress = |_, _| ();
    let records: Vec<_> = records(&opened, &mut progress).map(Result::unwrap).collect();
    assert_eq!(records.len() as u64, stats.positions);
    assert_eq!(records[0].position, "12 stones, X to move");
    assert_eq!(records[0].optimal_moves, table.probe(game.start()).unwrap().optimal_moves);
}

#[test]
fn it_has_levels_and_a_tree() {
    let game = stones(7);
    let table = solve(game, Objective::Fastest, &mut |_, _| ()).unwrap();
    // Taking three leaves four, which loses for who faces them; the others lose at once or later.
    let policy = |level: Level| level.policy(&table, game.start()).unwrap();
    let moves = |level| policy(level).chances().map(|chance| chance.mv).collect::<Vec<_>>();
    assert_eq!(moves(Level::Blind), [0, 1, 2]);
    assert_eq!([moves(Level::Master), moves(Level::Perfect)], [[2], [2]]);
    assert_eq!(moves(Level::Novice), [0, 2]);
    assert_eq!(Level::Master.choose(&table, game.start(), || 0), Ok(Some(2)));
    let live = minimax(&game, game.start(), ScoreRule::Unit);
    let tree = |algorithm| trace(&game, game.start(), ScoreRule::Unit, algorithm, u8::MAX).unwrap();
    assert_eq!(tree(Algorithm::Minimax).calls, live.calls);
    for algorithm in Algorithm::ALL {
        let root = tree(algorithm);
        assert_eq!((root.score, root.best_move), (1, live.best_move), "{algorithm:?}");
        assert!(root.calls <= live.calls);
    }
}

#[test]
fn no_rules_are_proven_by_a_table_of_others() {
    let table = solve(stones(12), Objective::Fastest, &mut |_, _| ()).unwrap();
    let game = *table.game();
    for slip in [Slip::TakesNothing, Slip::EndsEarly, Slip::MovesTwice] {
        let other = Stones { slip, ..game };
        let table =
            CodeTable::by_code(other, Objective::Fastest, table.values().as_slice()).unwrap();
        assert!(!verify(&table, &mut |_, _| ()).unwrap().is_proven(), "{slip:?}");
    }
}

#[test]
fn a_symmetry_that_changes_the_start_is_none() {
    let game = Stones { pile: 12, slip: Slip::ChangesTheStart };
    let Err(SolveError::Inconsistent(found)) = check_rules(&game) else { panic!("it is found") };
    let text = "symmetry 1 must map every start to a start, but not this one:\n    12 stones, X to \
                move\nIts image:\n    12 stones, O to move";
    assert_eq!(found.to_string(), text);
}

/// What is wrong, without the position.
fn headline(slip: Slip) -> String {
    let game = Stones { pile: 12, slip };
    let error = solve(game, Objective::Fastest, &mut |_, _| ()).unwrap_err();
    // Both say the same.
    assert_eq!(check_rules(&game), Err(error.clone()));
    let SolveError::Inconsistent(inconsistency) = error else { panic!("{error}") };
    inconsistency.to_string().lines().next().unwrap().to_owned()
}

#[test]
fn with_a_second_move_after_one_stone_it_is_another_game() {
    let game = Stones { pile: 12, slip: Slip::MovesTwice };
    let table = solve(game, Objective::Fastest, &mut |_, _| ()).unwrap();
    assert_eq!(check_rules(&game), Ok(table.positions().count() as u64));
    assert!(verify(&table, &mut |_, _| ()).unwrap().is_proven());
    for position in table.positions() {
        let entry = table.probe(position).unwrap();
        // Who takes the last stone alone would have to move again, and loses. So of more than three the mover
        // takes one, and one more, and the last three or two together.
        let expected = match game.pile - position.taken {
            left @ 0..2 => (Outcome::Loss, Some(left.into())),
            2 => (Outcome::Win, Some(1)),
            left => (Outcome::Win, Some(u16::from(left) - 2)),
        };
        assert_eq!((entry.outcome, entry.remoteness), expected, "{position:?}");
    }
}

#[test]
fn rules_that_contradict_themselves_are_caught_where_they_do() {
    for (slip, message) in [
        (Slip::TakesNothing, "play can return to this position:"),
        (Slip::EndsEarly, "the game is over here, but there are legal moves (0 1 2):"),
        (Slip::HasMoreMoves, "move 2 is legal here, but `max_move` is 1:"),
        (Slip::DecodesWrongly, "move 1 leads from here to a wrong position:"),
    ] {
        assert_eq!(headline(slip), message);
    }
}
