//! The proof of tables cut into tiers: true ones are proven, and whatever is changed in one is found.

use std::{collections::BTreeMap, fmt, sync::Arc};

use perfect_play_core::{
    Board, Entry, Game, Kind, Move, Moves, NotAPosition, Objective, Outcome, Player, Printable,
    ProbeError, Slot, Solvable, Symmetric, Tabular, Unreachable, Value, Values,
};
use perfect_play_games::Mnk;
use perfect_play_generator::{
    solve_tiers,
    tiers::{HeldSections, Limits, Sections, TierTable, Tiers},
};
use perfect_play_table::{MAX_FAULTS, Rules, Verification, verify_by_tier};

fn game(name: &str) -> Mnk {
    name.parse().unwrap()
}

const fn limits(low: usize, top: usize, middle: usize) -> Limits {
    Limits { low, top, middle }
}

const MOST: Limits = limits(usize::MAX, usize::MAX, usize::MAX);

fn prove<G: Solvable<Position = Board> + Copy + Sync>(
    game: &G,
    rules: Rules,
    tiers: &Arc<Tiers>,
    sections: &HeldSections,
) -> Verification<Board> {
    let table = table(game, tiers, sections.clone()).unwrap();
    verify_by_tier(&table, rules, &mut |_, _| ()).unwrap()
}

fn table<G: Solvable<Position = Board> + Copy, S>(
    game: &G,
    tiers: &Arc<Tiers>,
    sections: S,
) -> Option<TierTable<G, S>> {
    TierTable::new(*game, Objective::Fastest, Arc::clone(tiers).into(), sections)
}

/// A solved game.
struct Solved {
    game: Mnk,
    tiers: Arc<Tiers>,
    sections: HeldSections,
}

/// Where a byte is.
type Place = (usize, usize, usize);

impl Solved {
    fn new(name: &str, limits: Limits) -> Self {
        let game = game(name);
        let tiers = Arc::new(Tiers::with_limits(&game, limits).unwrap());
        let sections = solve_tiers(&game, &tiers, &|_| ()).unwrap();
        Self { game, tiers, sections }
    }

    fn table<S>(&self, sections: S) -> TierTable<Mnk, S> {
        table(&self.game, &self.tiers, sections).unwrap()
    }

    fn is_proven(&self, sections: &HeldSections) -> bool {
        prove(&self.game, Rules::Tested, &self.tiers, sections).is_proven()
    }

    fn places(&self) -> impl Iterator<Item = Place> {
        let lens = self.sections.0.iter().map(|tier| [tier[0].len(), tier[1].len()]);
        let lens: Vec<_> = lens.collect();
        lens.into_iter().enumerate().flat_map(|(tier, lens)| {
            (0..2).flat_map(move |mover| (0..lens[mover]).map(move |rank| (tier, mover, rank)))
        })
    }

    fn board(&self, (tier, mover, rank): Place) -> Board {
        let player = [Player::O, Player::X][mover];
        self.tiers.board(u32::try_from(tier).unwrap(), player, rank).unwrap()
    }

    fn holds_line(&self, board: Board) -> bool {
        [board.x(), board.o()].iter().any(|&marks| self.tiers.lines().any_within(marks))
    }

    fn with(&self, changes: &[(Place, u8)]) -> HeldSections {
        let mut sections = self.sections.clone();
        for &((tier, mover, rank), byte) in changes {
            sections.0[tier][mover][rank] = byte;
        }
        sections
    }
}

fn names(most_cells: u8) -> impl Iterator<Item = String> {
    (1..=most_cells).flat_map(move |m| {
        (1..=most_cells / m).flat_map(move |n| {
            (1..=m.max(n)).flat_map(move |k| {
                ["mnk", "connect"].into_iter().flat_map(move |family| {
                    ["", "+misere"].map(|variant| format!("{family}:{m},{n},{k}{variant}"))
                })
            })
        })
    })
}

#[test]
fn tables_of_every_game_up_to_nine_cells_are_proven() {
    for name in names(9) {
        let solved = Solved::new(&name, MOST);
        let proof = prove(&solved.game, Rules::Tested, &solved.tiers, &solved.sections);
        assert_eq!(
            proof,
            Verification {
                entries: solved.tiers.slots(),
                positions_by_ply: Vec::new(),
                faults: Vec::new(),
                counts_right: None,
            },
            "{name}"
        );
    }
}

#[test]
fn tables_of_larger_games_are_proven() {
    for name in [
        "mnk:4,3,3",
        "mnk:5,2,3+misere",
        "mnk:6,2,4",
        "mnk:7,2,2",
        "mnk:4,4,4",
        "mnk:4,4,3+misere",
        "connect:4,3,3",
        "connect:3,4,3+misere",
        "connect:6,2,3",
        "connect:2,6,3",
        "connect:2,6,4",
        "connect:1,12,4",
        "connect:4,4,3",
        "connect:4,4,4+misere",
        "connect:5,3,3",
        "connect:8,2,2",
    ] {
        let solved = Solved::new(name, MOST);
        assert_eq!(
            prove(&solved.game, Rules::Tested, &solved.tiers, &solved.sections).faults,
            [],
            "{name}"
        );
    }
}

const THREE_PARTS: [(&str, Limits); 12] = [
    ("mnk:4,2,3", limits(81, 9, 9)),
    ("tictactoe", limits(81, 81, 3)),
    ("tictactoe", limits(3, 81, 81)),
    ("mnk:4,3,3", limits(81, 81, 81)),
    ("mnk:3,3,2", limits(81, 3, 81)),
    ("connect:4,3,3", limits(225, 225, 1)),
    ("connect:3,3,2", limits(225, 1, 15)),
    ("connect:3,3,3", limits(15, 225, 1)),
    ("connect:5,2,3", limits(49, 49, 7)),
    ("connect:5,2,2", limits(49, 7, 49)),
    ("connect:3,4,3", limits(31, 31, 31)),
    ("connect:2,5,3", limits(63, 63, 1)),
];

#[test]
fn tables_with_three_parts_are_proven() {
    for (name, limits) in THREE_PARTS {
        for variant in ["", "+misere"] {
            let solved = Solved::new(&format!("{name}{variant}"), limits);
            assert_eq!(
                prove(&solved.game, Rules::Tested, &solved.tiers, &solved.sections).faults,
                [],
                "{name}"
            );
        }
    }
}

/// Tables whose every byte is changed. Together they have one part, two and three.
const CHANGED: [(&str, Limits); 12] = [
    ("mnk:2,2,2", MOST),
    ("mnk:3,2,2+misere", limits(9, 9, 9)),
    ("mnk:3,2,2", limits(9, 81, 1)),
    ("mnk:3,2,3", limits(81, 9, 1)),
    ("mnk:1,5,2", limits(9, 9, 9)),
    ("connect:3,2,2", limits(7, 49, 7)),
    ("connect:3,3,3", limits(15, 225, 1)),
    ("connect:3,2,3+misere", limits(7, 7, 49)),
    ("connect:4,2,3", limits(49, 49, 1)),
    ("connect:3,2,1", limits(7, 49, 7)),
    ("connect:2,3,2", limits(15, 15, 1)),
    ("connect:1,5,3", MOST),
];

#[test]
fn every_change_of_a_byte_is_refused_if_and_only_if_the_board_holds_no_line() {
    for (name, limits) in CHANGED {
        let solved = Solved::new(name, limits);
        let mut sections = solved.sections.clone();
        for place @ (tier, mover, rank) in solved.places() {
            let (board, right) = (solved.board(place), sections.0[tier][mover][rank]);
            let is_known = !solved.holds_line(board);
            let bytes = [right.wrapping_add(1), right.wrapping_sub(1), 255 - right, 255, 128, 127];
            for byte in bytes.into_iter().chain([126, 0, 1, 253, 254]) {
                if byte == right {
                    continue;
                }
                sections.0[tier][mover][rank] = byte;
                let proof = prove(&solved.game, Rules::Tested, &solved.tiers, &sections);
                assert_eq!(proof.is_proven(), !is_known, "{name} {board:?} {right} {byte}");
                if is_known {
                    // The right value makes nothing else look wrong.
                    let [fault] = proof.faults[..] else { panic!("{name} {board:?} {byte}") };
                    assert_eq!(fault.position, board);
                    let found = fault.found.and_then(Entry::value);
                    assert_eq!(found, Value::from_byte(byte));
                    let expected = fault.expected.and_then(Entry::value);
                    assert_eq!(expected, Value::from_byte(right));
                }
            }
            sections.0[tier][mover][rank] = right;
        }
    }
}

#[test]
fn a_change_of_several_bytes_is_refused_and_each_is_told() {
    for (name, limits) in THREE_PARTS {
        let solved = Solved::new(name, limits);
        let known: Vec<Place> =
            solved.places().filter(|&place| !solved.holds_line(solved.board(place))).collect();
        for step in [97, 1009] {
            for add in [1, 2, 127] {
                let changes: Vec<(Place, u8)> = known
                    .iter()
                    .step_by(step)
                    .take(MAX_FAULTS - 1)
                    .map(|&(tier, mover, rank)| {
                        let right = solved.sections.0[tier][mover][rank];
                        ((tier, mover, rank), right.wrapping_add(add))
                    })
                    .collect();
                let proof =
                    prove(&solved.game, Rules::Tested, &solved.tiers, &solved.with(&changes));
                let key = |board: &Board| board.code();
                let mut told: Vec<Board> = proof.faults.iter().map(|it| it.position).collect();
                let mut expected: Vec<Board> =
                    changes.iter().map(|&(place, _)| solved.board(place)).collect();
                told.sort_by_key(key);
                expected.sort_by_key(key);
                assert_eq!(told, expected, "{name}");
            }
        }
    }
}

#[test]
fn what_slots_hold_whose_boards_hold_a_line_does_not_matter() {
    for (name, limits) in THREE_PARTS.into_iter().chain(CHANGED) {
        for variant in ["", "+misere"] {
            let Ok(named) = format!("{name}{variant}").parse::<Mnk>() else { continue };
            let solved = Solved::new(&named.to_string(), limits);
            let held = || solved.places().filter(|&place| solved.holds_line(solved.board(place)));
            for byte in [0, 1, 126, 127, 128, 253, 254, 255] {
                let changes: Vec<_> = held().map(|place| (place, byte)).collect();
                assert!(solved.is_proven(&solved.with(&changes)), "{named} {byte}");
            }
        }
    }
}

#[test]
fn sections_that_are_swapped_cut_lengthened_or_missing_are_refused() {
    for (name, limits) in THREE_PARTS {
        let solved = Solved::new(name, limits);
        let sections = &solved.sections.0;
        let read = |sections: Vec<[Vec<u8>; 2]>| {
            let sections = HeldSections(sections);
            verify_by_tier(&solved.table(sections), Rules::Tested, &mut |_, _| ())
        };
        let is_refused = |sections| !read(sections).is_ok_and(|proof| proof.is_proven());
        for tier in (0..sections.len()).step_by(7) {
            let mut swapped = sections.clone();
            swapped[tier].swap(0, 1);
            // Sections may differ only where boards hold a line.
            let is_known = |&place: &Place| !solved.holds_line(solved.board(place));
            let mut places = solved.places().filter(|place| place.0 == tier).filter(is_known);
            let lens = sections[tier].iter().map(Vec::len);
            let is_same = lens.eq(swapped[tier].iter().map(Vec::len))
                && places.all(|(_, mover, rank)| {
                    swapped[tier][mover][rank] == sections[tier][mover][rank]
                });
            assert_ne!(is_same, is_refused(swapped), "{name} {tier}");
            let other = (tier + 1) % sections.len();
            if sections[tier].iter().map(Vec::len).ne(sections[other].iter().map(Vec::len)) {
                let mut swapped = sections.clone();
                swapped.swap(tier, other);
                assert!(is_refused(swapped), "{name} {tier}");
            }
            for mover in 0..2 {
                let mut cut = sections.clone();
                if cut[tier][mover].pop().is_some() {
                    assert!(read(cut).is_err(), "{name} {tier}");
                }
                let mut longer = sections.clone();
                longer[tier][mover].push(127);
                assert!(read(longer).is_err(), "{name} {tier}");
                let mut missing = sections.clone();
                missing[tier][mover].clear();
                assert_eq!(read(missing).is_err(), !sections[tier][mover].is_empty());
            }
        }
        assert!(read(sections[..sections.len() - 1].to_vec()).is_err());
        assert!(read(sections[1..].to_vec()).is_err());
        assert!(read(Vec::new()).is_err());
    }
}

#[test]
fn a_lie_that_is_consistent_but_for_its_beginning_is_refused() {
    for (name, limits) in THREE_PARTS {
        let solved = Solved::new(name, limits);
        // From the boards with more marks: the first value is a lie, and all others follow.
        let mut places: Vec<Place> =
            solved.places().filter(|&place| !solved.holds_line(solved.board(place))).collect();
        places.sort_by_key(|&place| std::cmp::Reverse(solved.board(place).occupied().count_ones()));
        for lied_about in places.iter().copied().step_by(places.len() / 5) {
            let mut bytes: BTreeMap<Place, u8> = BTreeMap::new();
            for &place in &places {
                let board = solved.board(place);
                let value = |child| {
                    if let Some(outcome) = solved.game.terminal(child) {
                        return Value::terminal(outcome);
                    }
                    let (tier, player, rank) = solved.tiers.locate(child).unwrap();
                    let mover = usize::from(player == Player::X);
                    Value::from_byte(bytes[&(tier as usize, mover, rank)]).unwrap()
                };
                let moves = solved.game.legal_moves(board);
                let least = moves.iter().map(|mv| value(solved.game.play(board, mv))).min();
                let right = least.map_or(Value::DRAW, |least| least.before().unwrap());
                let lie = if right == Value::DRAW { Value::win(1).unwrap() } else { Value::DRAW };
                let told = if place == lied_about { lie } else { right };
                bytes.insert(place, told.byte());
            }
            let changes: Vec<_> = bytes.into_iter().collect();
            let proof = prove(&solved.game, Rules::Tested, &solved.tiers, &solved.with(&changes));
            let first = proof.faults[0];
            assert_eq!(first.position, solved.board(lied_about), "{name}");
        }
    }
}

#[test]
fn the_table_of_another_game_is_refused() {
    for (name, other) in [
        ("mnk:4,4,4", "mnk:4,4,3"),
        ("mnk:4,4,3", "mnk:4,4,4"),
        ("tictactoe", "mnk:3,3,3+misere"),
        ("connect:4,4,4", "connect:4,4,3"),
        ("connect:4,4,3+misere", "connect:4,4,3"),
    ] {
        let solved = Solved::new(name, MOST);
        let other = Solved::new(other, MOST);
        let proof =
            verify_by_tier(&solved.table(other.sections.clone()), Rules::Tested, &mut |_, _| ());
        assert!(!proof.is_ok_and(|proof| proof.is_proven()), "{name}");
        assert!(table(&solved.game, &other.tiers, other.sections).is_none(), "{name}");
    }
    // Where the numbering differs nothing is read.
    let solved = Solved::new("mnk:4,3,3", MOST);
    let other = Solved::new("mnk:3,4,3", MOST);
    assert!(table(&solved.game, &other.tiers, solved.sections).is_none());
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let solved = Solved::new("connect:4,3,3", limits(225, 225, 1));
    for step in [20_011, 1_009, 101, 1] {
        let is_known = |&place: &Place| !solved.holds_line(solved.board(place));
        let places = solved.places().filter(is_known).step_by(step);
        let changes: Vec<_> =
            places.map(|place| (place, solved.sections.0[place.0][place.1][place.2] ^ 3)).collect();
        let sections = solved.with(&changes);
        let expected = prove(&solved.game, Rules::Tested, &solved.tiers, &sections);
        assert!(!expected.faults.is_empty() && expected.faults.len() <= MAX_FAULTS);
        for threads in [1, 2, 3, 7] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let proof =
                pool.install(|| prove(&solved.game, Rules::Tested, &solved.tiers, &sections));
            assert_eq!(proof, expected);
        }
    }
}

#[test]
fn progress_ends_with_all_slots() {
    let solved = Solved::new("connect:4,3,3", limits(225, 225, 1));
    let mut reports = Vec::new();
    let report = &mut |done, of| reports.push((done, of));
    verify_by_tier(&solved.table(solved.sections.clone()), Rules::Tested, report).unwrap();
    let slots = solved.tiers.slots();
    assert_eq!(reports.last(), Some(&(slots, slots)));
    assert!(reports.is_sorted() && reports.iter().all(|&(_, of)| of == slots));
}

/// Sections one of which cannot be read, or is read with another length than its bytes have.
struct Failing<'s> {
    sections: &'s HeldSections,
    tier: u32,
    mover: usize,
    /// `None` if it cannot be read.
    len: Option<usize>,
}

impl Sections for Failing<'_> {
    type Error = std::io::Error;

    fn section(&self, tier: u32, mover: usize, values: &mut Vec<u8>) -> std::io::Result<()> {
        self.sections.section(tier, mover, values).map_err(std::io::Error::other)?;
        if (tier, mover) == (self.tier, self.mover) {
            let gone = || std::io::Error::other("the disk is gone");
            values.resize(self.len.ok_or_else(gone)?, 127);
        }
        Ok(())
    }
}

impl Values for Failing<'_> {
    type Error = ProbeError;

    fn byte(&self, slot: Slot) -> Result<Option<u8>, ProbeError> {
        self.sections.byte(slot)
    }
}

#[test]
fn a_section_that_cannot_be_read_is_an_error() {
    let solved = Solved::new("connect:4,3,3", limits(225, 225, 1));
    for tier in [0, 10, 40] {
        for mover in 0..2 {
            let right = solved.sections.0[tier as usize][mover].len();
            for len in [None, Some(0), Some(right - 1), Some(right), Some(right + 1)] {
                let failing = Failing { sections: &solved.sections, tier, mover, len };
                let table = table(&solved.game, &solved.tiers, failing).unwrap();
                let proof = verify_by_tier(&table, Rules::Tested, &mut |_, _| ());
                let error = proof.err().map(|error| error.to_string());
                let expected = match len {
                    None => Some("the disk is gone".into()),
                    Some(len) if len == right => None,
                    Some(_) => Some(format!(
                        "section {mover} of tier {tier} has not {right} values, as the numbering says"
                    )),
                };
                assert_eq!(error, expected);
            }
        }
    }
}

/// A game of one's own, whose rules say something else of one board.
#[derive(Clone, Copy)]
struct Liar {
    game: Mnk,
    lie: Option<(Lie, Board)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Lie {
    IsUnreachable,
    Ends,
    HasNoMoves,
    MovesAgain,
    DrawsLater,
}

impl Liar {
    fn lies(&self, lie: Lie, board: Board) -> bool {
        self.lie == Some((lie, board))
    }
}

impl fmt::Display for Liar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("liar")
    }
}

impl Game for Liar {
    type Position = Board;

    fn start(&self) -> Board {
        self.game.start()
    }
    fn to_move(&self, board: Board) -> Player {
        let player = self.game.to_move(board);
        if self.lies(Lie::MovesAgain, board) { player.opponent() } else { player }
    }
    fn legal_moves(&self, board: Board) -> Moves {
        if self.lies(Lie::HasNoMoves, board) { Moves::EMPTY } else { self.game.legal_moves(board) }
    }
    fn play(&self, board: Board, mv: Move) -> Board {
        self.game.play(board, mv)
    }
    fn terminal(&self, board: Board) -> Option<Outcome> {
        if self.lies(Lie::Ends, board) {
            // Where the game is over, it says that it is not.
            return self.game.terminal(board).is_none().then_some(Outcome::Loss);
        }
        self.game.terminal(board)
    }
}

impl Tabular for Liar {
    fn kind(&self) -> Kind {
        self.game.kind()
    }
    fn codes(&self) -> u64 {
        self.game.codes()
    }
    fn encode(&self, board: Board) -> u64 {
        self.game.encode(board)
    }
    fn decode(&self, code: u64) -> Result<Board, NotAPosition> {
        self.game.decode(code)
    }
    fn check(&self, board: Board) -> Result<(), ProbeError> {
        if self.lies(Lie::IsUnreachable, board) {
            return Err(Unreachable::NotInTable.into());
        }
        self.game.check(board)
    }
    fn codes_rise(&self) -> bool {
        true
    }
    fn max_plies(&self) -> u8 {
        self.game.max_plies()
    }
    fn ply(&self, board: Board) -> u8 {
        self.game.ply(board)
    }
    fn plies_to_draw(&self, board: Board) -> Option<u8> {
        let plies = self.game.plies_to_draw(board)?;
        Some(plies + u8::from(self.lies(Lie::DrawsLater, board)))
    }
}

impl Symmetric for Liar {
    fn symmetries(&self) -> u8 {
        self.game.symmetries()
    }
    fn image(&self, board: Board, symmetry: u8) -> Board {
        self.game.image(board, symmetry)
    }
    fn image_of_move(&self, mv: Move, symmetry: u8) -> Move {
        self.game.image_of_move(mv, symmetry)
    }
}

impl Printable for Liar {}

#[test]
fn a_game_that_lies_about_one_image_is_refused() {
    for (name, limits) in [
        ("mnk:2,2,2", MOST),
        ("mnk:3,2,2", limits(9, 81, 1)),
        ("connect:3,2,3", limits(7, 49, 7)),
        ("connect:3,2,2+misere", limits(49, 7, 1)),
    ] {
        let solved = Solved::new(name, limits);
        let honest = Liar { game: solved.game, lie: None };
        assert_eq!(
            prove(&honest, Rules::Unknown, &solved.tiers, &solved.sections).faults,
            [],
            "{name}"
        );
        // Every board that play reaches, and so every image of one.
        let mut boards = vec![Board::EMPTY];
        let mut seen = std::collections::BTreeSet::from([Board::EMPTY]);
        while let Some(board) = boards.pop() {
            for mv in solved.game.legal_moves(board) {
                let child = solved.game.play(board, mv);
                if seen.insert(child) {
                    boards.push(child);
                }
            }
        }
        let lies =
            [Lie::IsUnreachable, Lie::Ends, Lie::HasNoMoves, Lie::MovesAgain, Lie::DrawsLater];
        for board in seen {
            for lie in lies {
                let is_over = solved.game.terminal(board).is_some();
                let is_drawn = solved.sections_value(board) == Some(Value::DRAW);
                let says_nothing = match lie {
                    Lie::HasNoMoves => is_over,
                    Lie::DrawsLater => !is_drawn,
                    _ => false,
                };
                let liar = Liar { game: solved.game, lie: Some((lie, board)) };
                let proof = prove(&liar, Rules::Unknown, &solved.tiers, &solved.sections);
                assert!(says_nothing || !proof.is_proven(), "{name} {lie:?} {board:?}");
            }
        }
    }
}

impl Solved {
    fn sections_value(&self, board: Board) -> Option<Value> {
        if self.holds_line(board) {
            return None;
        }
        let (tier, player, rank) = self.tiers.locate(board)?;
        let section = &self.sections.0[tier as usize][usize::from(player == Player::X)];
        Value::from_byte(section[rank])
    }
}

/// How long the proof takes, in memory: `cargo test --release -p perfect-play-table --test tiers_verify --
/// --ignored --nocapture takes`
#[test]
#[ignore = "takes long, and is about time"]
fn how_long_it_takes() {
    let names = std::env::var("GAMES").unwrap_or_else(|_| "connect:5,5,4 mnk:5,4,4".into());
    for name in names.split(' ') {
        let solved = Solved::new(name, MOST);
        let slots = u32::try_from(solved.tiers.slots()).unwrap();
        for threads in [1, 2] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            // Other programs can only make it longer.
            let took = (0..5).map(|_| {
                let before = std::time::Instant::now();
                assert!(pool.install(|| solved.is_proven(&solved.sections)));
                before.elapsed()
            });
            let took = took.min().unwrap();
            let each = took * u32::try_from(threads).unwrap() * 1000 / slots;
            println!(
                "{name}: {slots} slots, {threads} threads: {took:.2?}, {each:?} of a core for 1000 slots"
            );
        }
    }
}
