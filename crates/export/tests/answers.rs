//! All answers of a table, as text. The drivers write the same text in their languages.

use std::fmt::Write;

use perfect_play_core::{
    Chance, Game, Kind, Level, Move, NO_CODES, NotAPosition, Outcome, Player, Probe, ProbeError,
    Value,
};

/// The chances of skill to try: none, all, and one that can be reduced. Among the others, one makes redraws frequent,
/// and two make them rare.
const SKILLS: [(u32, u32); 8] = [
    (0, 1),
    (1, 3),
    (2, 6),
    (9, 10),
    (1, 1),
    (1, u32::MAX),
    (u32::MAX - 1, u32::MAX),
    ((1 << 30) + 1, 3 << 30),
];

/// The look-aheads that are tried.
const LOOKAHEADS: [u8; 4] = [0, 1, 3, 255];

/// The streams of random numbers: two that vary, two that do not, and one whose first number is too low to be used.
const STREAMS: u32 = 5;

/// Codes that are too large.
const TOO_LARGE: [u64; 3] = [0, 1, 1 << 40];

struct Stream {
    kind: u32,
    state: u32,
    draws: u32,
}

impl Stream {
    fn new(kind: u32, code: u64) -> Self {
        let code = u32::try_from(code).unwrap();
        let state = match kind {
            0 => code,
            1 => code.wrapping_mul(2_654_435_761).wrapping_add(1),
            3 => u32::MAX,
            _ => 0,
        };
        Self { kind, state, draws: 0 }
    }

    fn next(&mut self) -> u32 {
        self.draws += 1;
        let number = self.state;
        self.state = match self.kind {
            0 | 1 => number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223),
            4 => number + 1,
            _ => number,
        };
        number
    }
}

fn levels() -> impl Iterator<Item = Level> {
    let skills = SKILLS
        .map(|(numerator, denominator)| Level::Skill(Chance::new(numerator, denominator).unwrap()));
    // It needs the values after replies, which an exported table does not look up for a level.
    let named = Level::NAMED.into_iter().filter(|&level| level != Level::Tricky);
    named.chain(skills).chain(LOOKAHEADS.map(Level::Lookahead))
}

/// The moves, separated by commas.
fn list(moves: impl IntoIterator<Item = Move>) -> String {
    moves.into_iter().map(|mv| mv.to_string()).collect::<Vec<_>>().join(",")
}

/// The measure of a position, or a sign for none.
fn measure(remoteness: Option<u16>, score: Option<i16>) -> String {
    let measure = remoteness.map(i32::from).or(score.map(i32::from));
    measure.map_or_else(|| NONE.to_owned(), |measure| measure.to_string())
}

/// What C prints in place of a missing value. Other languages print something else.
pub(crate) const NONE: &str = "-1";

/// The position with this code. If the game has no codes, those of its table are used.
fn decode<P: Probe>(table: &P, code: u64) -> Result<<P::Game as Game>::Position, NotAPosition> {
    let game = table.game();
    if game.codes() == NO_CODES {
        return table.decode(code).ok_or(NotAPosition::Rules("no position has this code"));
    }
    let position = game.decode(code)?;
    let its_own = game.encode(position) == code;
    if its_own { Ok(position) } else { Err(NotAPosition::Rules("its code is another")) }
}

/// The code of a position.
pub(crate) fn encode<P: Probe>(table: &P, position: <P::Game as Game>::Position) -> u64 {
    let game = table.game();
    if game.codes() == NO_CODES { table.code(position).unwrap() } else { game.encode(position) }
}

/// A line for each code, or for every nth code, and for some codes that are too large.
pub(crate) fn answers<P: Probe<Error = ProbeError>>(table: &P, step: usize) -> String {
    let game = table.game();
    let codes = table.codes();
    let mut text = String::new();
    for code in (0..codes).step_by(step).chain(TOO_LARGE.map(|more| codes + more)) {
        let position = decode(table, code);
        let answer = position
            .map_err(ProbeError::from)
            .and_then(|position| Ok((position, table.probe(position)?)));
        let (position, entry) = match answer {
            Ok(answer) => answer,
            Err(reason) => {
                let reason = match reason {
                    ProbeError::NotAPosition(_) => "not a position",
                    ProbeError::Unreachable(_) => "unreachable",
                    ProbeError::NotStored => unreachable!("no table is cut"),
                };
                writeln!(text, "{code} {reason}").unwrap();
                continue;
            }
        };
        let worths = table.move_values(position).unwrap();
        let to_move = (!game.is_impartial()).then(|| game.to_move(position).to_string());
        let to_move = to_move.as_deref().unwrap_or(NONE);
        let best = entry.best_move().map_or_else(|| "-".to_owned(), |mv| mv.to_string());
        write!(
            text,
            "{code} {} {} {} best={best} optimal={} preserving={} worths=",
            to_move,
            entry.outcome,
            measure(entry.remoteness, entry.score),
            list(entry.optimal_moves),
            list(worths.outcome_preserving()),
        )
        .unwrap();
        for worth in worths.iter() {
            write!(
                text,
                "{}:{}:{},",
                worth.mv,
                worth.outcome,
                measure(worth.remoteness, worth.score)
            )
            .unwrap();
        }
        text.push_str(" leads=");
        for mv in game.legal_moves(position) {
            write!(text, "{mv}:{},", encode(table, game.play(position, mv))).unwrap();
        }
        write!(text, " {}{}", end(game, position), rows(game, position)).unwrap();
        for level in levels() {
            text.push(' ');
            for kind in 0..STREAMS {
                let mut stream = Stream::new(kind, code);
                let chosen = level.choose(table, position, || stream.next()).unwrap();
                let chosen = chosen.map_or_else(|| "-".to_owned(), |mv| mv.to_string());
                write!(text, "{chosen}/{},", stream.draws).unwrap();
            }
        }
        text.push('\n');
    }
    text
}

/// Whether the game goes on, and otherwise the winner. This asks the rules and not the table.
fn end<G: Game>(game: &G, position: G::Position) -> &'static str {
    let players = match (game.is_impartial(), game.to_move(position)) {
        (true, _) => ["next", "previous"],
        (false, Player::X) => ["X", "O"],
        (false, Player::O) => ["O", "X"],
    };
    match game.end(position).map(Value::outcome) {
        None => "on",
        Some(Outcome::Draw) => "drawn",
        Some(Outcome::Win) => players[0],
        Some(Outcome::Loss) => players[1],
    }
}

/// The rows of the board, if there is one.
fn rows<G: Game>(game: &G, position: G::Position) -> String {
    let (Kind::Placement(lines) | Kind::Falling(lines)) = game.kind() else { return String::new() };
    let cells = game.notation(position).to_string();
    let columns = usize::from(lines.shape().columns());
    (0..cells.len()).fold(" ".to_owned(), |text, cell| {
        let last = if (cell + 1) % columns == 0 { "/" } else { "_" };
        text + &cells[cell..=cell] + last
    })
}

/// Asserts that both texts are the same, line by line. In a comparison of whole texts the first difference would be
/// lost.
pub(crate) fn assert_same(found: &str, expected: &str) {
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.lines().count(), expected.lines().count());
}
