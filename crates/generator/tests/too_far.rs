//! Games with long plays. A table counts at most [`Value::MAX_BYTE_PLIES`] plies to a win or a loss.

use std::fmt;

use perfect_play_core::{
    Game, Move, Moves, NO_CODES, NotAPosition, Objective, Outcome, Player, Probe, Scheme, Value,
};
use perfect_play_generator::{SolveError, check_rules, solve};

/// A game without choices, of this many plies.
#[derive(Clone, Copy)]
struct Chain {
    plies: u16,
    /// How it ends for the side to move.
    end: Outcome,
    scheme: Scheme,
    codes: Codes,
    /// Whether the game counts its plies.
    counts: bool,
    max_plies: u16,
    repeats: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Codes {
    None,
    /// The game does not say that they rise.
    Some,
    Rise,
}

/// A chain without codes.
fn chain(plies: u16) -> Chain {
    Chain {
        plies,
        end: Outcome::Loss,
        scheme: Scheme::Remoteness,
        codes: Codes::None,
        counts: false,
        max_plies: 0,
        repeats: false,
    }
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "chain of {}", self.plies)
    }
}

impl Game for Chain {
    type Position = u16;

    fn start(&self) -> u16 {
        0
    }
    fn to_move(&self, played: u16) -> Player {
        if played.is_multiple_of(2) { Player::X } else { Player::O }
    }
    fn legal_moves(&self, played: u16) -> Moves {
        if played < self.plies { Moves::EMPTY.with(0) } else { Moves::EMPTY }
    }
    fn play(&self, played: u16, _: Move) -> u16 {
        played.saturating_add(1)
    }
    fn terminal(&self, played: u16) -> Option<Outcome> {
        (played == self.plies).then_some(self.end)
    }
    fn scheme(&self) -> Scheme {
        self.scheme
    }
    fn score(&self, _: u16) -> i16 {
        self.end.number().into()
    }
    fn repeats(&self) -> bool {
        self.repeats
    }
    fn ply(&self, played: u16) -> Option<u16> {
        self.counts.then_some(played)
    }
    fn max_plies(&self) -> u16 {
        self.max_plies
    }
    fn plies_to_draw(&self, played: u16) -> Option<u16> {
        self.plies.checked_sub(played)
    }
    fn codes(&self) -> u64 {
        if self.codes == Codes::None { NO_CODES } else { u64::from(self.plies) + 1 }
    }
    fn encode(&self, played: u16) -> u64 {
        played.into()
    }
    fn decode(&self, code: u64) -> Result<u16, NotAPosition> {
        let played = u16::try_from(code).ok().filter(|&played| played <= self.plies);
        played.ok_or(NotAPosition::CodeTooLarge { code, codes: self.codes() })
    }
    fn codes_rise(&self) -> bool {
        self.codes == Codes::Rise
    }
    /// In one line, also in the alternate form.
    fn fmt_position(&self, played: u16, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{played} plies")
    }
}

/// The value of the start.
fn solved(chain: Chain) -> Result<Value, SolveError> {
    let table = solve(chain, Objective::Fastest, &mut |_, _| ())?;
    let value = table.value(chain.start()).unwrap();
    let entry = table.probe(chain.start()).unwrap();
    let plies = value.plies().unwrap_or(chain.plies);
    let by_plies = chain.scheme == Scheme::Remoteness;
    assert_eq!(entry.remoteness, by_plies.then_some(plies), "{chain}");
    assert_eq!(table.positions().count(), usize::from(chain.plies) + 1, "{chain}");
    Ok(value)
}

/// The ways to state the same chain, each of which another solver solves.
fn ways(chain: Chain) -> [Chain; 7] {
    let coded = Chain { codes: Codes::Some, ..chain };
    let bounded = Chain { max_plies: chain.plies.min(Value::MAX_BYTE_PLIES), ..coded };
    [
        chain,
        Chain { counts: true, max_plies: chain.plies, ..chain },
        Chain { repeats: true, ..chain },
        coded,
        Chain { repeats: true, ..coded },
        bounded,
        Chain { codes: Codes::Rise, ..bounded },
    ]
}

#[test]
fn a_win_or_loss_beyond_the_plies_of_a_byte_is_refused() {
    let most = Value::MAX_BYTE_PLIES;
    for end in [Outcome::Loss, Outcome::Win] {
        for way in ways(Chain { end, ..chain(most) }) {
            assert_eq!(solved(way).map(Value::plies), Ok(Some(most)));
        }
        for plies in [most + 1, most + 2, 255, 256, 257, 400] {
            for way in ways(Chain { end, ..chain(plies) }) {
                // The first position that is too far away, seen from the end.
                let position = format!("    {} plies", plies - most - 1);
                let error = SolveError::TooFar { position };
                assert_eq!(solved(way), Err(error), "{plies}");
            }
        }
    }
    let counted = Chain { codes: Codes::Some, counts: true, max_plies: most, ..chain(most) };
    assert_eq!(solved(counted).map(Value::plies), Ok(Some(most)));
    let long = Chain { max_plies: most + 1, ..counted };
    assert_eq!(solved(long), Err(SolveError::TooLong { plies: most + 1 }));
}

#[test]
fn draws_and_points_may_take_any_number_of_plies() {
    for plies in [255, 256, 400, 5000] {
        for way in ways(Chain { end: Outcome::Draw, ..chain(plies) }) {
            assert_eq!(solved(way), Ok(Value::DRAW));
        }
        for way in ways(Chain { scheme: Scheme::Score, ..chain(plies) }) {
            let points = if plies.is_multiple_of(2) { -1 } else { 1 };
            let expected = if way.repeats {
                Err(SolveError::ScoresRepeat)
            } else {
                Ok(Value::of_score(points).unwrap())
            };
            assert_eq!(solved(way), expected);
        }
    }
}

#[test]
fn a_play_of_more_plies_than_the_game_states_is_refused() {
    for codes in [Codes::None, Codes::Some, Codes::Rise] {
        let counted = Chain { codes, counts: true, max_plies: 10, ..chain(10) };
        assert_eq!(check_rules(&counted), Ok(11));
        let short = Chain { max_plies: 9, ..counted };
        for error in [check_rules(&short).unwrap_err(), solved(short).unwrap_err()] {
            let expected = "the rules contradict themselves: this position is at ply 10, but `max_plies` is 9:";
            assert!(error.to_string().starts_with(expected), "{error}");
        }
    }
}
