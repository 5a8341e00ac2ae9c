//! Other games, and what holds for all games: interruptions, threads, tables of any size, and games that lie.

use std::{cell::Cell, collections::HashMap, fmt, thread};

use perfect_play_core::{
    Board, Game, Kind, Move, Moves, NotAPosition, Outcome, Player, Probe, Scheme, Unreachable,
    Value,
};
use perfect_play_engine::AnyGame;
use perfect_play_games::Mnk;
use perfect_play_search::{CannotSearch, MAX_DEPTH, Search, SearchError};
use perfect_play_test_kit::{Lying, Random, lies, stones};

use super::{
    memory,
    truth::{agrees, values},
};

#[test]
fn every_position_of_small_games_has_its_value() {
    agrees(&"hex:3".parse::<AnyGame>().unwrap(), 1 << 12);
    agrees(&"chomp:4,3".parse::<AnyGame>().unwrap(), 1 << 12);
    agrees(&"domineering:4,3".parse::<AnyGame>().unwrap(), 1 << 12);
    agrees(&"clobber:3,3".parse::<AnyGame>().unwrap(), 1 << 12);
    agrees(&"isolation:3,3".parse::<AnyGame>().unwrap(), 1 << 12);
    agrees(&"notakto:3,3,3".parse::<AnyGame>().unwrap(), 1 << 12);
    agrees(&"wild:3,3,3".parse::<AnyGame>().unwrap(), 1 << 12);
    agrees(&"nim:5,5,5".parse::<AnyGame>().unwrap(), 1 << 12);
    agrees(&stones(30), 1 << 12);
    // For points, with extra turns and passes.
    agrees(&"dots:2,1".parse::<AnyGame>().unwrap(), 1 << 12);
    agrees(&"dots:2,2".parse::<AnyGame>().unwrap(), 1 << 12);
    agrees(&"kalah:2,2".parse::<AnyGame>().unwrap(), 1 << 12);
    agrees(&"kalah:3,2".parse::<AnyGame>().unwrap(), 1 << 12);
    agrees(&"othello:4,2".parse::<AnyGame>().unwrap(), 1 << 12);
}

/// Games of both methods.
fn line_game() -> Mnk {
    "connect:4,4,3".parse().unwrap()
}

fn other_game() -> AnyGame {
    "hex:3".parse().unwrap()
}

#[test]
fn tables_of_any_size_give_the_same_values() {
    for words in [0, 1, 2, 3, 4, 5, 15, 16, 17, 31, 64, 100] {
        agrees(&"connect:3,3,3".parse::<Mnk>().unwrap(), words);
        agrees(&"mnk:3,3,3".parse::<Mnk>().unwrap(), words);
        agrees(&"mnk:3,2,2+misere".parse::<Mnk>().unwrap(), words);
        agrees(&"clobber:3,2".parse::<AnyGame>().unwrap(), words);
        agrees(&"nim:3,3,3".parse::<AnyGame>().unwrap(), words);
        agrees(&"dots:2,1".parse::<AnyGame>().unwrap(), words);
    }
}

/// Interrupts a search at its first call of `watch`, at its second one, and so on. What stays in the table leads to no wrong
/// value.
fn interrupts<G: Game + Clone>(game: &G, words: usize) {
    let expected = Search::new(game.clone(), memory(words)).unwrap().value(game.start());
    let mut search = Search::new(game.clone(), memory(words)).unwrap();
    for last in 1.. {
        search.forget();
        let calls = Cell::new(0);
        let watch = |nodes| {
            calls.set(calls.get() + 1);
            assert!(nodes >= 1000 * calls.get());
            calls.get() < last
        };
        let interrupted = search.value_from(game.start(), &|_| None, &watch);
        assert_eq!(search.value(game.start()), expected);
        if interrupted == expected {
            assert!(last > 2, "{game} is searched at once");
            break;
        }
        assert_eq!(interrupted, Err(SearchError::Interrupted));
    }
}

#[test]
fn an_interrupted_search_leaves_no_wrong_entry() {
    interrupts(&"mnk:4,4,4".parse::<Mnk>().unwrap(), 1 << 10);
    interrupts(&"connect:5,4,4".parse::<Mnk>().unwrap(), 1 << 8);
    interrupts(&"mnk:4,3,3+misere".parse::<Mnk>().unwrap(), 1 << 10);
    interrupts(&"clobber:5,3".parse::<AnyGame>().unwrap(), 1 << 10);
}

/// Sixteen threads search with one table, which is so small that they overwrite each other's entries all the time.
fn shares<G: Game + Clone + Sync>(game: &G, words: usize)
where
    G::Position: Send,
{
    let values: Vec<_> = values(game).into_iter().collect();
    let search = Search::new(game.clone(), memory(words)).unwrap();
    thread::scope(|scope| {
        for seed in 0..16 {
            let (values, search) = (&values, &search);
            scope.spawn(move || {
                let mut random = Random::new(seed);
                for _ in 0..200 {
                    let (position, value) = random.of(values);
                    let found = search.value_from(position, &|_| None, &|_| true);
                    assert_eq!(found, Ok(value), "{position:?}");
                }
            });
        }
    });
}

#[test]
fn threads_share_a_table() {
    shares(&"connect:4,3,3".parse::<Mnk>().unwrap(), 256);
    shares(&"mnk:3,3,3".parse::<Mnk>().unwrap(), 64);
    shares(&other_game(), 64);
    shares(&"dots:2,2".parse::<AnyGame>().unwrap(), 64);
}

#[test]
fn stored_values_are_used() {
    let game = other_game();
    let truth: HashMap<_, _> = values(&game);
    let mut search = Search::new(game.clone(), memory(1 << 10)).unwrap();
    let mut stored_plies = |plies: u32| {
        let asked = Cell::new(0);
        let stored = |position| {
            asked.set(asked.get() + 1);
            (game.ply(position).map(u32::from) >= Some(plies)).then(|| truth[&position])
        };
        search.forget();
        let value = search.value_from(game.start(), &stored, &|_| true);
        assert_eq!(value, Ok(truth[&game.start()]));
        asked.get()
    };
    // The fewer positions are stored, the more are searched.
    assert_eq!(stored_plies(0), 1);
    let asked = [1, 3, 5].map(stored_plies);
    assert!(asked.is_sorted() && asked[0] <= 10, "{asked:?}");
    // Line games ask only about the position itself.
    let game = line_game();
    let search = Search::new(game, memory(1 << 10)).unwrap();
    let asked = Cell::new(0);
    let stored = |board| {
        assert_eq!(board, game.start());
        asked.set(asked.get() + 1);
        None
    };
    search.value_from(game.start(), &stored, &|_| true).unwrap();
    assert_eq!(asked.get(), 1);
    let wrong = search.value_from(game.start(), &|_| Value::loss(3), &|_| true);
    assert_eq!(wrong, Ok(Value::loss(3).unwrap()), "the caller is believed");
}

#[test]
fn a_search_answers_only_for_positions() {
    let game = Mnk::TICTACTOE;
    let search = Search::new(game, memory(64)).unwrap();
    let error = |text: &str| search.value(game.parse(text).unwrap()).unwrap_err();
    let unreachable = Unreachable::BothHaveLines;
    assert_eq!(error("XXXOOO..."), SearchError::NoEntry(unreachable.into()));
    let unbalanced = NotAPosition::Unbalanced { x: 2, o: 0 };
    assert_eq!(error("XX......."), SearchError::NoEntry(unbalanced.into()));
    let outside = Board::from_bitboards(1 << 20, 0).unwrap();
    assert!(matches!(search.value(outside), Err(SearchError::NoEntry(_))));
    assert_eq!(search.probe(game.start()).unwrap().best_move(), Some(0));
    assert_eq!(search.positions().count(), 5478);
}

#[test]
fn games_that_repeat_positions_are_refused() {
    let quixo: AnyGame = "quixo:3,3,3".parse().unwrap();
    assert_eq!(Search::new(quixo, memory(0)).err(), Some(CannotSearch::Repeats));
}

/// A play of this game never ends, but the game does not say so. Its positions have the largest keys.
#[derive(Clone)]
struct Endless;

impl fmt::Display for Endless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("endless")
    }
}

impl Game for Endless {
    type Position = ([u64; 7], u64);

    fn start(&self) -> Self::Position {
        ([0; 7], 0)
    }
    fn to_move(&self, (_, turn): Self::Position) -> Player {
        if turn == 0 { Player::X } else { Player::O }
    }
    fn legal_moves(&self, _: Self::Position) -> Moves {
        (0..3).collect()
    }
    fn play(&self, (cells, turn): Self::Position, mv: Move) -> Self::Position {
        (cells.map(|cell| (cell + u64::from(mv)) % 5), 1 - turn)
    }
    fn terminal(&self, _: Self::Position) -> Option<Outcome> {
        None
    }
}

#[test]
fn a_play_that_does_not_end_is_an_error() {
    for words in [0, 1 << 10] {
        let search = Search::new(Endless, memory(words)).unwrap();
        let error = search.value(Endless.start()).unwrap_err();
        assert_eq!(error, SearchError::TooDeep { plies: MAX_DEPTH });
        assert!(error.to_string().starts_with("a play has more than 500 plies"), "{error}");
    }
    // The game declares fewer plies than a play can have.
    let declared = lies().max_plies(|_| 3);
    let game = Lying::new(other_game(), declared);
    let search = Search::new(game, memory(64)).unwrap();
    assert_eq!(search.value(other_game().start()), Err(SearchError::TooDeep { plies: 3 }));
}

/// A game that claims to be a line game, but does not keep the promises of its kind, is searched by its own rules.
#[test]
fn a_wrong_kind_is_noticed() {
    let lines = *Mnk::TICTACTOE.lines();
    let claims = lies().kind(move |_| Kind::Falling(lines));
    let game = Lying::new(stones(7), claims);
    let search = Search::new(game, memory(64)).unwrap();
    assert_eq!(search.value(stones(7).start()).ok(), Value::win(3));
    assert_eq!(search.game().scheme(), Scheme::Remoteness);
}
