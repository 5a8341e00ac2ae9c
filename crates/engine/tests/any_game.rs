//! Games of any type behind one type, the bytes of their positions, and views of their tables.

use std::fmt;

use perfect_play_core::{
    Board, Game, Key, MAX_KEY_BYTES, Move, Moves, NotAPosition, Objective, Outcome, Player, Probe,
    ProbeError, ProbeFailure, Table,
};
use perfect_play_engine::{AnyGame, AnyPosition, AnyTable, Method};
use perfect_play_games::{
    Clobber, Dots, Hex, Hexapawn, Kalah, Krk, Mnk, Morris, Nim, OneGap, Quixo, Wild,
};
use perfect_play_generator::{
    Solver,
    numbering::{SmallNumbering, SmallTable},
    solve,
};

/// The table of a game without codes, by its own type. `solve` has the solvers by code as well, which would be compiled
/// for this type.
fn by_key<G: Game + Clone + Sync>(game: G) -> SmallTable<G> {
    let objective = Objective::Fastest;
    let (keys, values) = Solver::default().solve_by_key(&game, objective, &mut |_, _| ()).unwrap();
    Table::new(game, objective, SmallNumbering::Keys(keys), values).unwrap()
}

fn solved(game: AnyGame) -> AnyTable {
    AnyTable::solve(game, Objective::Fastest, 1 << 30, &|_, _| ()).unwrap()
}

/// Asserts that a game and its [`AnyGame`] give the same answers about the first positions of a play.
fn is_the_same<G: Game>(game: &G, any: &AnyGame) {
    assert_eq!(any.to_string(), game.to_string());
    assert!(any.is_called(&game.to_string()) && !any.is_called("chess"));
    assert_eq!(any.drawing(), game.drawing(), "{any}");
    assert_eq!(any.is_seen_by_mover(), game.is_seen_by_mover(), "{any}");
    assert_eq!((any.kind(), any.checksum()), (game.kind(), game.checksum()), "{any}");
    assert_eq!((any.scheme(), any.repeats()), (game.scheme(), game.repeats()), "{any}");
    assert_eq!((any.max_plies(), any.max_move()), (game.max_plies(), game.max_move()), "{any}");
    assert_eq!((any.codes(), any.codes_rise()), (game.codes(), game.codes_rise()), "{any}");
    assert_eq!(any.is_impartial(), game.is_impartial(), "{any}");
    assert_eq!(any.symmetries(), game.symmetries(), "{any}");
    let (mut starts, mut expected) = (Vec::new(), Vec::new());
    any.other_starts(&mut |start| starts.push(start));
    game.other_starts(&mut |start| expected.push(AnyPosition::of(start)));
    assert_eq!(starts, expected, "{any}");

    let mut position = game.start();
    for _ in 0..20 {
        let of_any = AnyPosition::of(position);
        let text = game.notation(position).to_string();
        assert_eq!(any.notation(of_any).to_string(), text);
        let drawn =
            [format!("{:#}", any.notation(of_any)), format!("{:#}", game.notation(position))];
        assert_eq!(drawn[0], drawn[1]);
        assert_eq!(any.parse_position(&text), game.parse_position(&text).map(AnyPosition::of));
        assert_eq!(any.to_move(of_any), game.to_move(position), "{any}: {text}");
        assert_eq!(any.passed(of_any), game.passed(position).map(AnyPosition::of), "{any}: {text}");
        assert_eq!(any.terminal(of_any), game.terminal(position), "{any}: {text}");
        assert_eq!(any.blocked(of_any), game.blocked(position), "{any}: {text}");
        assert_eq!(any.end(of_any), game.end(position), "{any}: {text}");
        assert_eq!(any.winner(of_any), game.winner(position), "{any}: {text}");
        assert_eq!(any.score(of_any), game.score(position), "{any}: {text}");
        assert_eq!(any.ply(of_any), game.ply(position), "{any}: {text}");
        assert_eq!(any.plies_to_draw(of_any), game.plies_to_draw(position), "{any}: {text}");
        assert_eq!(any.code(of_any), game.code(position), "{any}: {text}");
        assert_eq!(any.canonical(of_any), game.canonical(position), "{any}: {text}");
        assert_eq!(any.is_canonical(of_any), game.is_canonical(position), "{any}: {text}");
        assert!(any.is_position(of_any) && any.check(of_any).is_ok(), "{any}: {text}");
        assert_eq!(any.line(of_any), game.line(position), "{any}: {text}");
        if let Some(code) = game.code(position) {
            assert_eq!(any.decode(code), Ok(of_any), "{any}: {text}");
        }
        for cell in 0..=u8::MAX {
            assert_eq!(any.piece(of_any, cell), game.piece(position, cell), "{any}: {cell}");
            let names = [any.cell_text(cell).to_string(), game.cell_text(cell).to_string()];
            assert_eq!(names[0], names[1], "{any}: {cell}");
        }
        for symmetry in 0..game.symmetries() {
            let image = AnyPosition::of(game.image(position, symmetry));
            assert_eq!(any.image(of_any, symmetry), image, "{any}: {text}");
        }
        let moves = game.legal_moves(position);
        assert_eq!(any.legal_moves(of_any), moves, "{any}: {text}");
        for mv in moves {
            let child = game.play(position, mv);
            assert_eq!(any.play(of_any, mv), AnyPosition::of(child), "{any}: {text}: {mv}");
            let next = [any.next(of_any, any.play(of_any, mv)), game.next(position, child)];
            assert_eq!(next[0], next[1], "{any}: {text}: {mv}");
            assert_eq!(any.points_at(of_any, mv), game.points_at(position, mv), "{any}: {mv}");
            let of_move = game.move_text(position, mv).to_string();
            assert_eq!(any.move_text(of_any, mv).to_string(), of_move);
            assert_eq!(any.parse_move(of_any, &of_move), Some(mv), "{any}: {text}");
            let symmetry = game.symmetries() - 1;
            let image = game.image_of_move(position, mv, symmetry);
            assert_eq!(any.image_of_move(of_any, mv, symmetry), image, "{any}: {mv}");
        }
        let Some(mv) = moves.last() else { break };
        position = game.play(position, mv);
    }
}

#[test]
fn any_game_answers_as_its_rules_do() {
    fn of_name<G>(name: &str)
    where
        G: Game + std::str::FromStr<Err: fmt::Debug> + Clone + Send + Sync + 'static,
    {
        let game: G = name.parse().unwrap();
        let by_name: AnyGame = name.parse().unwrap();
        is_the_same(&game, &by_name);
        is_the_same(&game, &AnyGame::of(game.clone()));
        assert_eq!(format!("{by_name:?}"), format!("AnyGame({name})"));
    }
    of_name::<Mnk>("tictactoe");
    of_name::<Mnk>("connect:4,3,3");
    of_name::<Mnk>("connect:7,6,4");
    of_name::<Wild>("wild:3,3,3");
    of_name::<Morris>("three-mens-morris");
    of_name::<Hexapawn>("hexapawn:3,3");
    of_name::<OneGap>("mu-torere");
    of_name::<Quixo>("quixo:3,2,2");
    of_name::<Krk>("krk:4");
    of_name::<Dots>("dots:2,1");
    of_name::<Kalah>("kalah:2,2");
    of_name::<Nim>("nim:3,4,5");
    of_name::<Clobber>("clobber:3,2");
    of_name::<Hex>("hex:3");
}

#[test]
fn an_mnk_game_gives_its_boards_and_other_games_give_none() {
    let game: Mnk = "mnk:4,3,3".parse().unwrap();
    let any: AnyGame = game.into();
    assert_eq!(any.mnk(), Some(game));
    let child = any.play(any.start(), 5);
    let board = game.play(game.start(), 5);
    assert_eq!(any.board(child), Some((game, board)));
    assert_eq!((child.board(), AnyPosition::from(board)), (Some(board), child));
    assert_eq!(any.board(AnyPosition::of([7_u8; 30])), None);
    assert_eq!(any.bytes_a_position().unwrap(), None);

    let nim: AnyGame = "nim:1,2".parse().unwrap();
    assert_eq!((nim.mnk(), nim.board(nim.start())), (None, None));
    assert!(nim.bytes_a_position().unwrap().is_some());
    assert_eq!(Method::of(&nim), Method::Keys);
}

#[test]
fn the_bytes_of_a_position_are_its_key() {
    fn is_kept<P: Key>(position: P) -> AnyPosition {
        let bytes = AnyPosition::of(position);
        assert_eq!(bytes.read(), Some(position));
        let mut key = [0; MAX_KEY_BYTES];
        bytes.write(&mut key);
        assert_eq!(P::read(&key[..P::BYTES]), Some(position));
        assert!(key[P::BYTES..].iter().all(|&byte| byte == 0));
        assert_eq!(<AnyPosition as Key>::read(&key), Some(bytes));
        bytes
    }
    assert_eq!(AnyPosition::BYTES, MAX_KEY_BYTES);
    assert_eq!(format!("{:?}", is_kept((0x1234_u32, Player::O))), "Position(0000123401)");
    assert_eq!(format!("{:?}", is_kept(())), "Position()");
    is_kept([u8::MAX; MAX_KEY_BYTES]);
    is_kept(Mnk::TICTACTOE.start());
    // They are in the order of the positions.
    let mut positions: Vec<(i16, u8)> = vec![(3, 0), (-1, 255), (0, 7), (-300, 1), (3, 1), (0, 0)];
    positions.sort_unstable();
    assert!(positions.into_iter().map(is_kept).is_sorted());
    // A shorter type has other bytes behind it, and a longer one has too few.
    assert_eq!(is_kept((7_u8, 8_u8)).read::<u8>(), None);
    assert_eq!(is_kept(7_u8).read::<[u8; MAX_KEY_BYTES + 1]>(), None);
    assert_eq!(is_kept(7_u8).read::<Player>(), None);
}

#[test]
fn bytes_of_another_game_are_not_positions() {
    // More bytes than a key of the game has, and bytes that are not a player.
    let wide = AnyPosition::of([9_u8; MAX_KEY_BYTES]);
    for name in ["tictactoe", "connect:7,6,4", "hex:2", "dots:1,1", "three-mens-morris"] {
        let game: AnyGame = name.parse().unwrap();
        assert!(!game.is_position(wide), "{name}");
        let reason = ProbeError::from(NotAPosition::OtherGame);
        assert_eq!(game.check(wide), Err(reason), "{name}");
        // Nothing panics, whatever the answers are.
        let _ = (game.notation(wide).to_string(), format!("{:#}", game.notation(wide)));
        let _ = (game.end(wide), game.legal_moves(wide), game.play(wide, 0), game.code(wide));
        let _ = (game.why_no_entry(wide), game.image(wide, 1), game.canonical(wide));
    }
}

#[test]
fn a_table_has_no_answer_for_a_position_of_another_game() {
    for name in ["tictactoe", "mnk:4,3,3", "hex:2", "nim:1,2", "dots:1,1", "kalah:2,1"] {
        let table = solved(name.parse().unwrap());
        let from_file = AnyTable::read(&*table.to_bytes().unwrap()).unwrap();
        let start = table.game().start();
        for table in [&table, &from_file] {
            assert!(table.value(start).is_ok());
            for other in [
                AnyPosition::of([9_u8; MAX_KEY_BYTES]),
                AnyPosition::of([0xff_u8; 9]),
                AnyPosition::of((u64::MAX, u64::MAX, Player::O)),
                AnyPosition::of(Board::EMPTY.with(62, Player::X).unwrap()),
                AnyPosition::of((0xf0f0_f0f0_u32, 0xf0f_u32)),
            ] {
                let reasons = [
                    table.value(other).map(drop),
                    table.probe(other).map(drop),
                    table.move_values(other).map(drop),
                    table.outcome_preserving_moves(other).map(drop),
                ];
                for reason in reasons {
                    let Err(error) = reason else { panic!("{name}: {other:?} has an entry") };
                    assert!(error.no_entry().is_some(), "{name}: {other:?}: {error}");
                }
                let code = table.code(other);
                assert!(code.is_none_or(|code| table.decode(code) != Some(other)), "{name}");
            }
        }
    }
}

#[test]
fn a_view_has_positions_of_the_type_of_its_game() {
    fn agrees<G: Game + Copy + Send + Sync + 'static>(game: G, table: &AnyTable) {
        let view = table.as_of(game);
        assert_eq!(view.objective(), table.objective(), "{game}");
        assert!(view.positions().map(AnyPosition::of).eq(table.positions()), "{game}");
        for position in view.positions() {
            let any = AnyPosition::of(position);
            assert_eq!(view.value(position).unwrap(), table.value(any).unwrap());
            assert_eq!(view.probe(position).unwrap(), table.probe(any).unwrap());
            assert!(view.move_values(position).unwrap() == table.move_values(any).unwrap());
        }
    }
    fn agrees_with_own<G: Game + Copy + Send + Sync + 'static>(
        own: &SmallTable<G>,
        table: &AnyTable,
    ) {
        let game = *own.game();
        let view = table.as_of(game);
        assert_eq!(view.game().to_string(), game.to_string());
        assert_eq!((view.objective(), view.codes()), (own.objective(), table.codes()), "{game}");
        assert_eq!(view.positions().count(), own.positions().count(), "{game}");
        for position in own.positions() {
            let any = AnyPosition::of(position);
            assert_eq!(view.value(position).unwrap(), own.value(position).unwrap());
            assert_eq!(view.probe(position).unwrap(), own.probe(position).unwrap());
            assert!(view.move_values(position).unwrap() == own.move_values(position).unwrap());
            assert_eq!(table.probe(any).unwrap(), own.probe(position).unwrap());
            assert_eq!(view.code(position), table.code(any), "{game}");
            assert_eq!(view.canonical(position), table.canonical(any), "{game}");
            if let Some(code) = view.code(position) {
                assert_eq!(view.decode(code), Some(position), "{game}");
            }
        }
        assert!(view.positions().all(|position| own.value(position).is_ok()), "{game}");
        assert_eq!(view.table().game().to_string(), game.to_string());
    }
    let [by_code, by_tier, hex, dots] = ["tictactoe", "mnk:3,2,2", "hex:3", "dots:2,1"];
    for name in [by_code, by_tier] {
        let own = solve(name.parse::<Mnk>().unwrap(), Objective::Fastest, &mut |_, _| ());
        agrees_with_own(&own.unwrap(), &solved(name.parse().unwrap()));
    }
    agrees_with_own(&by_key(hex.parse::<Hex>().unwrap()), &solved(hex.parse().unwrap()));
    agrees::<Dots>(dots.parse().unwrap(), &solved(dots.parse().unwrap()));
    // A view as another game has no answers.
    let boards = solved(hex.parse().unwrap());
    let boards = boards.as_of(Mnk::TICTACTOE);
    assert!(boards.probe(Mnk::TICTACTOE.parse("XO.......").unwrap()).is_err());
    let hexagons = solved(by_code.parse().unwrap());
    assert!(hexagons.as_of(hex.parse::<Hex>().unwrap()).probe((1, 2)).is_err());
}

/// The players take one or two stones in turn, from the first pile that has some. The player who takes the last stone
/// wins. A key has many more bytes than those of our games.
#[derive(Clone)]
struct Piles(Vec<u8>);

/// The number of piles.
const PILES: usize = 40;

impl fmt::Display for Piles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "piles:{:?}", self.0)
    }
}

impl Game for Piles {
    type Position = ([u8; PILES], Player);

    fn start(&self) -> Self::Position {
        let mut piles = [0; PILES];
        piles.iter_mut().zip(&self.0).for_each(|(pile, &stones)| *pile = stones);
        (piles, Player::X)
    }
    fn to_move(&self, (_, player): Self::Position) -> Player {
        player
    }
    fn legal_moves(&self, (piles, _): Self::Position) -> Moves {
        let stones = piles.iter().find(|&&stones| stones > 0).copied().unwrap_or(0);
        (1..=stones.min(2)).collect()
    }
    fn play(&self, (mut piles, player): Self::Position, taken: Move) -> Self::Position {
        if let Some(pile) = piles.iter_mut().find(|stones| **stones > 0) {
            *pile = pile.saturating_sub(taken);
        }
        (piles, player.opponent())
    }
    fn terminal(&self, (piles, _): Self::Position) -> Option<Outcome> {
        (piles == [0; PILES]).then_some(Outcome::Loss)
    }
}

#[test]
fn a_game_of_ones_own_with_wide_keys_is_solved_written_and_proven() {
    let game = Piles(vec![3, 1, 4, 2]);
    let any = AnyGame::of(game.clone());
    is_the_same_but_not_read(&game, &any);
    assert_eq!((any.mnk(), Method::of(&any)), (None, Method::Keys));
    assert!(any.bytes_a_position().unwrap() > Some(PILES as u64));
    let table = solved(any.clone());
    let own = by_key(game.clone());
    assert!(table.to_bytes().unwrap() == perfect_play_file::to_bytes(&own).unwrap());
    assert!(table.verify(&mut |_, _| ()).unwrap().is_proven());
    let view = table.as_of(game);
    for position in own.positions() {
        assert_eq!(view.probe(position).unwrap(), own.probe(position).unwrap());
    }
    assert_eq!(view.positions().count(), own.positions().count());

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("piles.perfect");
    let header = table.write(&path).unwrap();
    assert_eq!((usize::from(header.key_bytes), &*header.game), (PILES + 1, "piles:[3, 1, 4, 2]"));
    let opened = AnyTable::open_as(&path, any.clone()).unwrap();
    assert_eq!(opened.header(), Some(&header));
    assert!(opened.verify(&mut |_, _| ()).unwrap().is_proven());
    assert!(table.diff(&opened, 1, &mut |_, _| ()).unwrap().is_empty());
    // It is not built in.
    assert!(AnyTable::open(&path).is_err());
    // Other rules of the same type.
    let other = AnyGame::of(Piles(vec![3, 1, 4, 1]));
    assert!(AnyTable::open_as(&path, other).is_err());
    // A table of keys has other positions than one of another game.
    let shorter = solved(AnyGame::of(Piles(vec![3, 1])));
    assert!(table.diff(&shorter, 1, &mut |_, _| ()).is_err());
    assert!(shorter.value(any.start()).is_err());
}

/// [`is_the_same`] needs positions that are read. These are not.
fn is_the_same_but_not_read(game: &Piles, any: &AnyGame) {
    let (position, of_any) = (game.start(), any.start());
    assert_eq!(of_any, AnyPosition::of(position));
    assert_eq!(any.notation(of_any).to_string(), game.notation(position).to_string());
    assert!(any.parse_position(&any.notation(of_any).to_string()).is_err());
    for mv in game.legal_moves(position) {
        assert_eq!(any.play(of_any, mv).read(), Some(game.play(position, mv)));
    }
}
