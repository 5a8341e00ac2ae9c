use std::{
    cmp::Ordering,
    hash::{Hash, Hasher},
};

use perfect_play_core::Table;
use perfect_play_file::to_bytes;
use perfect_play_generator::numbering::FindError;
use perfect_play_proof::verify_with;

use super::*;
use crate::Bytes;

/// The file of the table that this type solves.
fn file_of<G: Game + Clone + Send + Sync + 'static>(game: &G, by_key: &dyn ByKey) -> Vec<u8> {
    let (numbering, values) = by_key.solve(Objective::Fastest, 1 << 30, &mut |_, _| ()).unwrap();
    bytes_of(game, numbering, values)
}

fn bytes_of<G: Game + Clone + Send + Sync + 'static>(
    game: &G,
    numbering: AnyNumbering,
    values: Vec<u8>,
) -> Vec<u8> {
    let game = AnyGame::of(game.clone());
    to_bytes(&Table::new(game, Objective::Fastest, numbering, values).unwrap()).unwrap()
}

/// Compares what [`Erased`] solves and opens with the result of the own type.
fn is_the_same<G>(name: &str)
where
    G: Game + FromStr<Err: fmt::Debug> + Clone + Send + Sync + 'static,
{
    let (game, key_bytes) = (name.parse::<G>().unwrap(), G::Position::BYTES);
    let own: Arc<dyn ByKey> = Arc::new(Typed { game: game.clone(), key_bytes, tested: true });
    let (_, erased) = erased(game.clone(), true);
    let bytes = file_of(&game, &*own);
    assert!(file_of(&game, &*erased) == bytes, "{name} is solved to other bytes");
    assert_eq!(own.bytes_a_position().is_ok(), erased.bytes_a_position().is_ok());
    for by_key in [own, erased] {
        let file = TableFile::read(&bytes[..]).unwrap();
        let (numbering, values) = by_key.open(file).unwrap();
        assert!(bytes_of(&game, numbering, values) == bytes, "{name} is opened as another");
    }
}

#[test]
fn games_in_bytes_have_the_tables_of_their_own_types() {
    is_the_same::<Morris>("three-mens-morris");
    is_the_same::<Dots>("dots:1,2");
    is_the_same::<Kalah>("kalah:2,2");
    is_the_same::<Nim>("nim:2,3,4");
    is_the_same::<Krk>("krk:4");
    is_the_same::<Hexapawn>("hexapawn:3,3");
    is_the_same::<FoxAndHounds>("fox-and-hounds:4");
    is_the_same::<Quixo>("quixo:2,2,2");
}

/// A position whose last byte does not count where positions are compared.
#[derive(Clone, Copy, Debug)]
struct Loose(u8, u8);

impl PartialEq for Loose {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Eq for Loose {}

impl PartialOrd for Loose {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Loose {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}

impl Hash for Loose {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl Key for Loose {
    const BYTES: usize = 2;

    fn write(self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&[self.0, self.1]);
    }
    fn read(bytes: &[u8]) -> Option<Self> {
        Some(Self(bytes[0], bytes[1]))
    }
}

/// Two ways of two moves lead to the end, and the last byte says which, and who has won.
#[derive(Clone)]
struct TwoWays;

impl fmt::Display for TwoWays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("two ways")
    }
}

impl Game for TwoWays {
    type Position = Loose;

    fn start(&self) -> Loose {
        Loose(0, 0)
    }
    fn to_move(&self, Loose(place, _): Loose) -> Player {
        if place == 1 || place == 2 { Player::O } else { Player::X }
    }
    fn legal_moves(&self, Loose(place, _): Loose) -> Moves {
        (0..[2, 1, 1, 0][usize::from(place)]).collect()
    }
    fn play(&self, Loose(place, _): Loose, mv: Move) -> Loose {
        if place == 0 { Loose(2 - mv, 0) } else { Loose(3, place % 2) }
    }
    fn terminal(&self, Loose(place, way): Loose) -> Option<Outcome> {
        (place == 3).then_some([Outcome::Win, Outcome::Loss][usize::from(way)])
    }
    fn fmt_position(&self, position: Loose, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{position:?}")
    }
    fn parse_position(&self, _: &str) -> Result<Loose, ParsePositionError> {
        Err(ParsePositionError::Wrong("it is not read"))
    }
}

#[test]
fn positions_that_count_as_equal_with_other_bytes_are_not_proven() {
    let typed = |tested| Typed { game: TwoWays, key_bytes: 2, tested };
    let solved = typed(true).solve(Objective::Fastest, 1 << 30, &mut |_, _| ());
    let (numbering, values) = solved.unwrap();
    for tested in [false, true] {
        let how = How::Keys(Arc::new(typed(tested)));
        let game = AnyGame { rules: Erased::of(TwoWays), how, ranked: None, family: None };
        let (numbering, values) = (numbering.clone(), values.clone());
        let table = Table::new(game, Objective::Fastest, numbering, values).unwrap();
        let (rules, quietly) = (table.game().rules(), &mut |_, _| ());
        let proof = verify_with(&table, rules, quietly).unwrap();
        assert!(!proof.is_proven(), "{rules:?}");
    }
}

#[test]
fn bytes_that_are_no_key_are_not_taken_for_one() {
    const BYTES: usize = <Kalah as Game>::Position::BYTES;
    let game: Kalah = "kalah:2,2".parse().unwrap();
    let open = |keys: &[[u8; NARROW]]| {
        let in_bytes = Erased::<NARROW>::of(game);
        let keys = keys.iter().map(|key| <Bytes<NARROW> as Key>::read(key).unwrap()).collect();
        let keys = KeyNumbering::of(&in_bytes, keys).unwrap();
        let values = vec![0; keys.positions().len()];
        let bytes = bytes_of(&game, AnyNumbering::new(in_bytes, keys, BYTES), values);
        erased(game, true).1.open(TableFile::read(&bytes[..]).unwrap())
    };
    let mut start = [0; NARROW];
    game.start().write(&mut start[..BYTES]);
    assert!(open(&[start]).is_ok());
    // The last byte is the player, and there are only two.
    let mut other = start;
    other[BYTES - 1] = 7;
    assert!(matches!(
        open(&[start, other]),
        Err(WrongGame::Found(FindError::BadKey { number: 1 }))
    ));
}
