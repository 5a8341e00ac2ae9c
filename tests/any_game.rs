//! Games of a few positions made at random, with any moves between them: cyclic, with extra turns, several starts,
//! points. Each is solved and proven, against a plain search by the definition.

use std::{
    collections::{HashMap, HashSet},
    fmt,
    time::{Duration, Instant},
};

use perfect_play_generator::{
    InconsistencyKind, SolveError, check_rules,
    core::{
        CodeTable, Codes, Entry, Game, Move, MoveValue, Moves, NotAPosition, Objective, Outcome,
        Player, Printable, Probe, Scheme, Symmetric, Tabular, Value,
    },
    solve,
};
use perfect_play_table::{Meaning, TableFile, records, stats, to_bytes, verify};

/// A game as a list of positions. A position is its number, and its code.
#[derive(Clone, Debug)]
struct Graph {
    nodes: Vec<Node>,
    /// The first is [`Game::start`].
    starts: Vec<u8>,
    scheme: Scheme,
    repeats: bool,
    is_impartial: bool,
    order: Order,
    /// As many as there are positions, or too few.
    codes: u64,
}

/// What the game says of the order of its positions.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Order {
    Unsaid,
    /// A position's number is its ply.
    Plies,
    /// And every move leads to a larger one.
    Codes,
}

#[derive(Clone, Debug)]
struct Node {
    to_move: Player,
    /// Where each move leads.
    moves: HashMap<Move, u8>,
    /// Where there are no moves: how the game ends, and by how many points, and whether [`Game::terminal`] says so.
    end: Outcome,
    score: i8,
    is_terminal: bool,
}

impl Graph {
    fn node(&self, at: u8) -> &Node {
        &self.nodes[usize::from(at)]
    }
}

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("graph")
    }
}

impl Game for Graph {
    type Position = u8;

    fn start(&self) -> u8 {
        self.starts[0]
    }
    fn other_starts(&self, each: &mut dyn FnMut(u8)) {
        self.starts[1..].iter().copied().for_each(each);
    }
    fn to_move(&self, at: u8) -> Player {
        self.node(at).to_move
    }
    fn legal_moves(&self, at: u8) -> Moves {
        self.node(at).moves.keys().copied().collect()
    }
    fn play(&self, at: u8, mv: Move) -> u8 {
        self.node(at).moves.get(&mv).copied().unwrap_or(at)
    }
    fn terminal(&self, at: u8) -> Option<Outcome> {
        let node = self.node(at);
        (node.moves.is_empty() && node.is_terminal).then_some(node.end)
    }
    fn blocked(&self, at: u8) -> Outcome {
        self.node(at).end
    }
    fn scheme(&self) -> Scheme {
        self.scheme
    }
    fn score(&self, at: u8) -> i8 {
        self.node(at).score
    }
    fn repeats(&self) -> bool {
        self.repeats
    }
    fn is_impartial(&self) -> bool {
        self.is_impartial
    }
}

impl Tabular for Graph {
    fn codes(&self) -> u64 {
        self.codes
    }
    fn encode(&self, at: u8) -> u64 {
        at.into()
    }
    fn decode(&self, code: u64) -> Result<u8, NotAPosition> {
        let at = u8::try_from(code).ok().filter(|&at| usize::from(at) < self.nodes.len());
        at.ok_or(NotAPosition::CodeTooLarge { code, codes: self.codes() })
    }
    fn max_plies(&self) -> u8 {
        let last = u8::try_from(self.nodes.len()).unwrap() - 1;
        if self.order == Order::Unsaid { 0 } else { last }
    }
    fn ply(&self, at: u8) -> u8 {
        if self.max_plies() > 0 { at } else { 0 }
    }
    fn codes_rise(&self) -> bool {
        self.order == Order::Codes
    }
}

impl Symmetric for Graph {}

impl Printable for Graph {}

/// What the definition says of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Worth {
    Win(u8),
    Draw,
    Loss(u8),
    Points(i8),
}

impl Worth {
    /// Its value for the player who moves here.
    fn before(self, again: bool) -> Self {
        match self {
            Self::Win(plies) if again => Self::Win(plies + 1),
            Self::Loss(plies) if again => Self::Loss(plies + 1),
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Loss(plies) => Self::Win(plies + 1),
            Self::Points(points) if !again => Self::Points(-points),
            same => same,
        }
    }

    /// The more, the better.
    fn liking(self) -> (i8, i16) {
        match self {
            Self::Win(plies) => (1, -i16::from(plies)),
            Self::Draw => (0, 0),
            Self::Loss(plies) => (-1, plies.into()),
            Self::Points(points) => (points.signum(), points.into()),
        }
    }

    fn outcome(self) -> Outcome {
        match self.liking().0 {
            1 => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Loss,
        }
    }

    /// Plies, and points.
    fn measures(self) -> (Option<u8>, Option<i8>) {
        match self {
            Self::Win(plies) | Self::Loss(plies) => (Some(plies), None),
            Self::Draw => (None, None),
            Self::Points(points) => (None, Some(points)),
        }
    }
}

/// The value of each move in a position, if the value of the position after it is known.
fn of_moves(game: &Graph, known: &HashMap<u8, Worth>, at: u8) -> Vec<(Move, Option<Worth>)> {
    let node = game.node(at);
    let of_move = |(&mv, child): (&Move, &u8)| {
        let again = !game.is_impartial && game.node(*child).to_move == node.to_move;
        (mv, known.get(child).map(|worth| worth.before(again)))
    };
    let mut of_moves: Vec<_> = node.moves.iter().map(of_move).collect();
    of_moves.sort_unstable_by_key(|&(mv, _)| mv);
    of_moves
}

/// The value of every reachable position. There are more rounds than positions. A position without a value after
/// all rounds is a draw.
fn brute_force(game: &Graph) -> HashMap<u8, Worth> {
    let mut reached: Vec<u8> = Vec::new();
    let mut waiting = game.starts.clone();
    while let Some(at) = waiting.pop() {
        if !reached.contains(&at) {
            reached.push(at);
            waiting.extend(game.node(at).moves.values());
        }
    }
    let mut known = HashMap::new();
    for plies in 0..30 {
        let before = known.clone();
        for &at in reached.iter().filter(|&at| !before.contains_key(at)) {
            let node = game.node(at);
            if node.moves.is_empty() {
                let worth = match (game.scheme, node.end) {
                    (Scheme::Score, _) => Worth::Points(node.score),
                    (_, Outcome::Win) => Worth::Win(0),
                    (_, Outcome::Draw) => Worth::Draw,
                    (_, Outcome::Loss) => Worth::Loss(0),
                };
                known.insert(at, worth);
                continue;
            }
            let worths = of_moves(game, &before, at);
            let all: Option<Vec<Worth>> = worths.iter().map(|&(_, worth)| worth).collect();
            let best = worths.iter().filter_map(|&(_, worth)| worth).max_by_key(|w| w.liking());
            match (best, all) {
                (Some(Worth::Win(found)), _) | (Some(Worth::Loss(found)), Some(_)) => {
                    assert_eq!(found, plies);
                }
                (Some(Worth::Points(_)), Some(_)) => {}
                _ => continue,
            }
            known.insert(at, best.unwrap());
        }
    }
    for at in reached {
        known.entry(at).or_insert(Worth::Draw);
    }
    known
}

/// Numbers that look like chance and are the same each time (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, end: u8) -> u8 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u8::try_from((self.0 >> 11) % u64::from(end)).unwrap()
    }

    fn once_in(&mut self, times: u8) -> bool {
        self.below(times) == 0
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Sort {
    Cyclic,
    Acyclic,
    Points,
}

fn random_game(random: &mut Random, sort: Sort) -> Graph {
    let count = 1 + random.below(12);
    let is_cyclic = sort == Sort::Cyclic;
    let most_moves = 2 + random.below(3);
    let node = |random: &mut Random, at: u8| {
        let mut moves = HashMap::new();
        for _ in 0..random.below(most_moves) {
            let mv = if random.once_in(9) { Move::MAX } else { random.below(5) };
            let later = count - at - 1;
            if is_cyclic {
                moves.insert(mv, random.below(count));
            } else if later > 0 {
                moves.insert(mv, at + 1 + random.below(later));
            }
        }
        let score = match random.below(4) {
            0 => 0,
            1 => i8::try_from(random.below(255)).map_or(-127, |score| score),
            _ => i8::try_from(random.below(7)).unwrap() - 3,
        };
        let (end, score) = match sort {
            Sort::Points => (
                [Outcome::Loss, Outcome::Draw, Outcome::Win]
                    [usize::try_from(score.signum() + 1).unwrap()],
                score,
            ),
            _ => ([Outcome::Loss, Outcome::Draw, Outcome::Win][usize::from(random.below(3))], 0),
        };
        let to_move = if random.once_in(2) { Player::X } else { Player::O };
        Node { to_move, moves, end, score, is_terminal: random.once_in(2) }
    };
    let order = match random.below(3) {
        0 if !is_cyclic => Order::Plies,
        1 if !is_cyclic => Order::Codes,
        _ => Order::Unsaid,
    };
    Graph {
        nodes: (0..count).map(|at| node(random, at)).collect(),
        starts: (0..=random.below(3)).map(|_| random.below(count)).collect(),
        scheme: if sort == Sort::Points { Scheme::Score } else { Scheme::Remoteness },
        repeats: is_cyclic || sort == Sort::Acyclic && random.once_in(4),
        is_impartial: random.once_in(4),
        order,
        codes: count.into(),
    }
}

fn random_games(times: usize, sorts: &[Sort]) -> impl Iterator<Item = Graph> {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    (0..times).map(move |time| random_game(&mut random, sorts[time % sorts.len()]))
}

const ALL: [Sort; 3] = [Sort::Cyclic, Sort::Acyclic, Sort::Points];

/// Whether a table answers as the definition does, of every position and of no other.
fn assert_answers<T: Probe<Game = Graph, Error: fmt::Debug>>(
    table: &T,
    known: &HashMap<u8, Worth>,
) {
    let game = table.game();
    let positions: HashSet<u8> = table.positions().collect();
    assert_eq!(positions, known.keys().copied().collect(), "{game:?}");
    for (&at, &worth) in known {
        let of_moves: Vec<_> =
            of_moves(game, known, at).into_iter().map(|(mv, worth)| (mv, worth.unwrap())).collect();
        let keeps = |&&(_, of): &&(Move, Worth)| of.outcome() == worth.outcome();
        let is_best = |&&(_, of): &&(Move, Worth)| of == worth;
        let moves = |moves: Vec<&(Move, Worth)>| moves.iter().map(|(mv, _)| *mv).collect::<Moves>();
        let preserving = moves(of_moves.iter().filter(keeps).collect());
        let optimal_moves = match table.objective() {
            Objective::Fastest => moves(of_moves.iter().filter(is_best).collect()),
            Objective::Outcome => preserving,
        };
        let (remoteness, score) = match worth.measures() {
            // Where the game is over, it is over now.
            (None, None) if of_moves.is_empty() => (Some(0), None),
            measures => measures,
        };
        let expected = Entry { outcome: worth.outcome(), remoteness, score, optimal_moves };
        assert_eq!(table.probe(at).unwrap(), expected, "{at} of {game:?}");
        assert_eq!(Some(table.value(at).unwrap()), expected.value(), "{at} of {game:?}");
        assert_eq!(table.outcome_preserving_moves(at).unwrap(), preserving, "{at} of {game:?}");
        let worths = of_moves.into_iter().map(|(mv, of)| {
            let (remoteness, score) = of.measures();
            MoveValue { mv, outcome: of.outcome(), remoteness, score }
        });
        assert!(table.move_values(at).unwrap().iter().eq(worths), "{at} of {game:?}");
    }
}

#[test]
fn random_games_are_solved_as_by_the_definition_and_proven() {
    let (mut draws, mut points) = (0, 0);
    for game in random_games(10_000, &ALL) {
        let known = brute_force(&game);
        assert_eq!(check_rules(&game), Ok(known.len() as u64), "{game:?}");
        for objective in Objective::ALL {
            if game.repeats && objective == Objective::Outcome {
                let error = solve(game.clone(), objective, &mut |_, _| ()).map(|_| ()).unwrap_err();
                assert_eq!(error, SolveError::OutcomeRepeats);
                continue;
            }
            let mut told = vec![(0, 1)];
            let mut progress = |done, of| told.push((done, of));
            let table = solve(game.clone(), objective, &mut progress).unwrap();
            assert!(told.is_sorted_by(|one, next| one.0 * next.1 <= next.0 * one.1), "{told:?}");
            assert!(told.iter().all(|(done, of)| done <= of), "{told:?}");
            assert_answers(&table, &known);
            let proof = verify(&table, &mut |_, _| ()).unwrap();
            assert!(proof.is_proven(), "{game:?}: {:?}", proof.faults);
            assert_eq!(proof.positions(), Some(known.len() as u64));
        }
        draws += known.values().filter(|worth| **worth == Worth::Draw).count();
        points += known.values().filter(|worth| matches!(worth, Worth::Points(_))).count();
    }
    assert!(draws > 1000 && points > 1000, "{draws}, {points}");
}

#[test]
fn tables_of_random_games_are_written_read_counted_and_listed() {
    for game in random_games(300, &ALL) {
        let known = brute_force(&game);
        let table = solve(game.clone(), Objective::Fastest, &mut |_, _| ()).unwrap();
        let bytes = to_bytes(&table).unwrap();
        let file = TableFile::read(&*bytes).unwrap();
        let meaning = match game.scheme {
            Scheme::Remoteness => Meaning::Remoteness,
            Scheme::Score => Meaning::Score,
        };
        assert_eq!(file.header().scheme, meaning);
        if let Some(other) = (0..12).take(game.nodes.len()).find(|at| !known.contains_key(at)) {
            let mut game = game.clone();
            game.starts.push(other);
            let other = TableFile::read(&*bytes).unwrap();
            assert!(other.into_table::<_, Codes>(game).is_err(), "it has another start");
        }
        let opened: CodeTable<_, _> = file.into_table(game.clone()).unwrap();
        assert_answers(&opened, &known);
        let stats = stats(&opened, &mut |_, _| ()).unwrap();
        assert_eq!(stats.positions, known.len() as u64);
        let of = |outcome| known.values().filter(|worth| worth.outcome() == outcome).count() as u64;
        let outcomes = [stats.outcomes.win, stats.outcomes.draw, stats.outcomes.loss];
        assert_eq!(outcomes, [Outcome::Win, Outcome::Draw, Outcome::Loss].map(of), "{game:?}");
        let mut progress = |_, _| ();
        for record in records(&opened, &mut progress) {
            let record = record.unwrap();
            let at = u8::try_from(record.code.unwrap()).unwrap();
            assert_eq!(record.outcome, known[&at].outcome());
            assert_eq!(record.ply, (game.max_plies() > 0).then_some(at));
            assert_eq!(record.to_move, (!game.is_impartial).then(|| game.to_move(at)));
            let expected = match known[&at] {
                Worth::Points(points) => points,
                worth => worth.outcome().number(),
            };
            assert_eq!(record.value, expected);
        }
    }
}

#[test]
fn no_table_of_them_with_one_byte_changed_is_proven() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for game in random_games(2000, &ALL) {
        let mut values =
            solve(game.clone(), Objective::Fastest, &mut |_, _| ()).unwrap().into_values();
        let at = random.below(u8::try_from(values.len()).unwrap());
        let slot = &mut values[usize::from(at)];
        // One more or less, nothing, or any other.
        let byte = match random.below(4) {
            0 => slot.wrapping_add(1),
            1 => slot.wrapping_sub(1),
            2 if *slot != Value::NONE => Value::NONE,
            _ => slot.wrapping_add(1 + random.below(255)),
        };
        *slot = byte;
        let Ok(table) = CodeTable::by_code(game.clone(), Objective::Fastest, values) else {
            continue;
        };
        let proof = verify(&table, &mut |_, _| ()).unwrap();
        assert!(!proof.is_proven(), "{byte} for {at} in {game:?}");
    }
}

#[test]
fn circles_of_a_game_that_does_not_say_so_are_found_and_points_that_repeat_are_refused() {
    let mut circles = 0;
    for mut game in random_games(3000, &[Sort::Cyclic]) {
        game.repeats = false;
        let (known, has_circle) = (brute_force(&game), circle_of(&game));
        let solved = solve(game.clone(), Objective::Fastest, &mut |_, _| ())
            .map(|table| assert_answers(&table, &known));
        assert_eq!(solved.is_err(), has_circle, "{game:?}");
        let error = match solved {
            Ok(()) => continue,
            Err(error) => error,
        };
        circles += 1;
        let SolveError::Inconsistent(found) = error else { panic!("{error}") };
        let InconsistencyKind::Circle { through } = &found.kind else { panic!("{found}") };
        // Each leads to the next, and the last to the first.
        let way: Vec<u8> =
            [&found.position].into_iter().chain(through).map(|at| at.parse().unwrap()).collect();
        for (from, to) in way.iter().zip(way.iter().cycle().skip(1)) {
            assert!(game.node(*from).moves.values().any(|child| child == to), "{found}\n{game:?}");
        }
        assert!(way.iter().all(|at| known.contains_key(at)));
        game.scheme = Scheme::Score;
        for node in &mut game.nodes {
            (node.end, node.score) = (Outcome::Draw, 0);
        }
        // Scores of 0 everywhere would be consistent, but they do not follow from any end of the game.
        let slots = vec![Value::DRAW.byte(); game.nodes.len()];
        let slots = (0..)
            .zip(slots)
            .map(|(at, slot)| if known.contains_key(&at) { slot } else { Value::NONE });
        let table =
            CodeTable::by_code(game.clone(), Objective::Fastest, slots.collect::<Vec<u8>>());
        assert!(!verify(&table.unwrap(), &mut |_, _| ()).unwrap().is_proven(), "{game:?}");
        let error =
            solve(game.clone(), Objective::Fastest, &mut |_, _| ()).map(|_| ()).unwrap_err();
        assert!(matches!(error, SolveError::Inconsistent(_)), "{error}");
        game.repeats = true;
        let error = solve(game, Objective::Fastest, &mut |_, _| ()).map(|_| ()).unwrap_err();
        assert_eq!(error, SolveError::ScoresRepeat);
    }
    assert!(circles > 500, "{circles}");
}

/// Whether play can return to a position. Repeatedly removes the positions that have no move to a remaining
/// position.
fn circle_of(game: &Graph) -> bool {
    let mut left: HashSet<u8> = brute_force(game).into_keys().collect();
    loop {
        let before = left.clone();
        left.retain(|&at| game.node(at).moves.values().any(|child| before.contains(child)));
        if left.len() == before.len() {
            return !left.is_empty();
        }
    }
}

#[test]
fn scores_and_outcomes_must_agree() {
    for (end, score) in
        [(Outcome::Win, 0), (Outcome::Loss, 3), (Outcome::Draw, -1), (Outcome::Loss, -128)]
    {
        for is_terminal in [false, true] {
            for order in [Order::Unsaid, Order::Plies, Order::Codes] {
                let over =
                    Node { to_move: Player::O, moves: HashMap::new(), end, score, is_terminal };
                let start = Node { moves: HashMap::from([(0, 1)]), ..over.clone() };
                let game = Graph {
                    nodes: vec![start, over],
                    starts: vec![0],
                    scheme: Scheme::Score,
                    repeats: false,
                    is_impartial: false,
                    order,
                    codes: 2,
                };
                let error = check_rules(&game).unwrap_err();
                let SolveError::Inconsistent(found) = &error else { panic!("{error}") };
                assert_eq!(found.kind, InconsistencyKind::OtherScore { outcome: end, score });
                assert_eq!(
                    solve(game.clone(), Objective::Fastest, &mut |_, _| ()).map(|_| ()),
                    Err(error)
                );
                let value = Value::of_score(score.max(-127)).unwrap().byte();
                let table = CodeTable::by_code(game, Objective::Fastest, vec![value; 2]).unwrap();
                assert!(!verify(&table, &mut |_, _| ()).unwrap().is_proven());
            }
        }
    }
}

#[test]
fn an_other_start_without_a_code_is_found() {
    let over = Node {
        to_move: Player::X,
        moves: HashMap::new(),
        end: Outcome::Win,
        score: 0,
        is_terminal: true,
    };
    for repeats in [false, true] {
        // Two positions, and one of them without a code.
        let game = Graph {
            codes: 1,
            nodes: vec![over.clone(), over.clone()],
            starts: vec![0, 1],
            scheme: Scheme::Remoteness,
            repeats,
            is_impartial: false,
            order: Order::Unsaid,
        };
        let error = check_rules(&game).unwrap_err();
        let SolveError::Inconsistent(found) = &error else { panic!("{error}") };
        assert_eq!(found.kind, InconsistencyKind::CodeTooLarge { code: 1, codes: 1 });
        assert_eq!(solve(game.clone(), Objective::Fastest, &mut |_, _| ()).map(|_| ()), Err(error));
        let table =
            CodeTable::by_code(game, Objective::Fastest, vec![Value::win(0).unwrap().byte()]);
        assert!(!verify(&table.unwrap(), &mut |_, _| ()).unwrap().is_proven());
    }
}

/// This many positions in a row, with one move each. The last one leads back to one of them, or is the end of the
/// game, which the side to move has lost.
#[derive(Clone)]
struct Row {
    positions: u32,
    back_to: Option<u32>,
    repeats: bool,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("row")
    }
}

impl Game for Row {
    type Position = u32;

    fn start(&self) -> u32 {
        0
    }
    fn to_move(&self, _: u32) -> Player {
        Player::X
    }
    fn is_impartial(&self) -> bool {
        true
    }
    fn legal_moves(&self, at: u32) -> Moves {
        let is_last = at + 1 == self.positions;
        if is_last && self.back_to.is_none() { Moves::EMPTY } else { Moves::EMPTY.with(0) }
    }
    fn play(&self, at: u32, _: Move) -> u32 {
        if at + 1 == self.positions { self.back_to.unwrap_or(at) } else { at + 1 }
    }
    fn terminal(&self, _: u32) -> Option<Outcome> {
        None
    }
    fn repeats(&self) -> bool {
        self.repeats
    }
}

impl Tabular for Row {
    fn codes(&self) -> u64 {
        self.positions.into()
    }
    fn encode(&self, at: u32) -> u64 {
        at.into()
    }
    fn decode(&self, code: u64) -> Result<u32, NotAPosition> {
        let at = u32::try_from(code).ok().filter(|&at| at < self.positions);
        at.ok_or(NotAPosition::CodeTooLarge { code, codes: self.codes() })
    }
}

impl Symmetric for Row {}

impl Printable for Row {}

#[test]
fn what_is_further_away_than_126_plies_is_refused_with_the_position() {
    for repeats in [false, true] {
        let row = |positions| Row { positions, back_to: None, repeats };
        let table = solve(row(127), Objective::Fastest, &mut |_, _| ()).unwrap();
        assert_eq!(table.probe(0).unwrap().remoteness, Some(126));
        assert!(verify(&table, &mut |_, _| ()).unwrap().is_proven());
        for positions in [128, 1000] {
            let error =
                solve(row(positions), Objective::Fastest, &mut |_, _| ()).map(|_| ()).unwrap_err();
            // The last one is position `positions` - 1.
            let position = format!("    {}", positions - 128);
            assert_eq!(error, SolveError::TooFar { position });
        }
    }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn a_circle_of_a_million_positions_is_drawn_or_found_in_no_time() {
    let begin = Instant::now();
    for (positions, back_to) in [(1_000_000, 0), (1_100_000, 0), (1_100_000, 90_000)] {
        let row = |repeats| Row { positions, back_to: Some(back_to), repeats };
        let table = solve(row(true), Objective::Fastest, &mut |_, _| ()).unwrap();
        let entry = table.probe(0).unwrap();
        let optimal_moves = Moves::EMPTY.with(0);
        let expected =
            Entry { outcome: Outcome::Draw, remoteness: None, score: None, optimal_moves };
        assert_eq!(entry, expected);
        assert!(verify(&table, &mut |_, _| ()).unwrap().is_proven());
        let error = solve(row(false), Objective::Fastest, &mut |_, _| ()).map(|_| ()).unwrap_err();
        let SolveError::Inconsistent(found) = error else { panic!("{error}") };
        assert_eq!(found.position, back_to.to_string());
        let InconsistencyKind::Circle { through } = &found.kind else { panic!("{found}") };
        assert_eq!(through.len(), usize::try_from(positions - back_to - 1).unwrap());
    }
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
}
