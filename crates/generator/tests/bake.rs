//! What is baked: its files and their form, what is refused, and which rules are doubted.

use std::{collections::BTreeMap, fs};

use perfect_play_core::{Form, Game, Layout, Move, Objective, Outcome, Player};
use perfect_play_games::Mnk;
use perfect_play_generator::{Bake, BakeError, Solved, numbering::Tiers};
use perfect_play_test_kit::{Listed, Lying, open};

/// The files of a baked table: their names and contents.
fn files<G: Game + Sync>(bake: Bake<G>) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    bake.solve().unwrap().write_to(folder.path()).unwrap();
    let files = folder.path().read_dir().unwrap().map(|file| file.unwrap().path());
    files
        .map(|path| {
            (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap())
        })
        .collect()
}

fn message(baked: Result<Solved, BakeError>) -> String {
    baked.map(|_| ()).unwrap_err().to_string()
}

#[test]
fn a_module_is_called_like_its_game() {
    let game = Mnk::TICTACTOE_MISERE;
    assert!(files(Bake::new(game)).contains_key("tictactoe_misere.rs"));
    for name in ["../escaped", "", "A-B", "1A", "_", "match"] {
        let message = message(Bake::new(Mnk::TICTACTOE).module(name).solve());
        assert!(message.starts_with(&format!("`{name}` is not a valid name of a module")));
    }
}

/// A game without codes. A draw after this many plies.
fn found(plies: u32) -> Lying<Listed> {
    let chain = Listed { draws_in: Some(plies), ..Listed::chain(plies, Outcome::Draw) };
    Lying::honest(chain.without_codes())
}

#[test]
fn what_is_too_large_is_refused_before_it_is_solved() {
    let four = || Mnk::new(4, 4, 4).unwrap();
    assert!(message(Bake::new(four()).solve()).contains("`.max_codes(43046721)` allows them"));
    let large = Bake::new("connect4".parse::<Mnk>().unwrap()).solve();
    assert!(message(large).contains("`perfect-play solve connect:7,6,4 -o FILE`"));
    let large = Bake::new(Mnk::new(5, 4, 4).unwrap()).max_codes(u64::MAX).solve();
    assert!(message(large).contains("number the positions more closely"));
    let large = Bake::new(found(1 << 16)).solve();
    assert_eq!(
        message(large),
        "chain cannot be baked: it has more than 65536 positions, the limit for a game without \
         codes, or play never ends: does something grow for ever? If not, give it codes (see `Game`), or write its \
         table to a file (see `Large games` in the guide)"
    );
    let large = Bake::new(four()).max_bytes(1000).solve_tiers();
    let tiers = Tiers::to_bake(&four()).unwrap();
    let advice = format!("call `.max_bytes({})`", tiers.baked_bytes().unwrap());
    assert!(message(large).contains(&advice));
    let large = Bake::new(Mnk::TICTACTOE).max_bytes(1000).solve();
    assert!(message(large).contains("the table of tictactoe takes 39366 bytes"));
    let large = Bake::new(Mnk::new(5, 5, 4).unwrap()).max_bytes(u64::MAX).solve_tiers();
    assert!(message(large).contains("`perfect-play solve mnk:5,5,4 -o FILE`"));
}

#[test]
fn a_form_that_does_not_suit_is_refused() {
    let game = || Mnk::new(4, 3, 3).unwrap();
    for layout in [Form::Direct(Layout::Words), Form::Compact(Layout::Words)] {
        assert!(message(Bake::new(game()).form(layout).solve()).contains("do not fit in 16 bits"));
    }
    let tiered = Bake::new(Mnk::TICTACTOE).form(Form::Tiered).solve();
    assert!(message(tiered).contains("only `solve_tiers` makes"));
    let direct = Bake::new(game()).form(Form::Direct(Layout::Bytes)).solve_tiers();
    assert!(message(direct).contains("`solve_tiers` makes tables of the tiered form"));
    let outcome = Bake::new(game()).objective(Objective::Outcome).solve_tiers();
    assert!(message(outcome).contains("has the objective `fastest`"));
    let keys = Bake::new(Mnk::TICTACTOE).form(Form::Keys).solve();
    assert!(message(keys).contains("its positions have codes"));
    for layout in [Layout::Bytes, Layout::Words] {
        for form in [Form::Direct(layout), Form::Compact(layout)] {
            let of_keys = Bake::new(found(9)).form(form).solve();
            assert!(message(of_keys).contains("its positions have no codes"));
        }
    }
}

#[test]
fn the_form_follows_from_the_size() {
    fn is_baked_as<G: Game + Clone + Sync>(game: &G, form: Form) -> bool {
        files(Bake::new(game.clone())) == files(Bake::new(game.clone()).form(form))
    }
    let four = Mnk::new(4, 3, 3).unwrap();
    assert!(is_baked_as(&found(9), Form::Keys));
    assert!(is_baked_as(&Mnk::TICTACTOE, Form::Direct(Layout::Words)));
    // 531,441 codes, 30,000 canonical positions; with gravity half as many symmetries.
    assert!(is_baked_as(&four, Form::Direct(Layout::Bytes)));
    assert!(is_baked_as(&four.gravity(), Form::Compact(Layout::Bytes)));
}

#[test]
fn files_are_the_same_each_time_and_nowhere_else() {
    let baked = files(Bake::new(Mnk::TICTACTOE));
    assert_eq!(baked, files(Bake::new(Mnk::TICTACTOE)));
    assert!(baked.keys().eq(["tictactoe.md", "tictactoe.rs", "tictactoe.slots"]));
    let folder = tempfile::tempdir().unwrap();
    Bake::new(Mnk::TICTACTOE).solve().unwrap().write_to(folder.path()).unwrap();
    let other = Bake::new(Mnk::TICTACTOE_MISERE).module("tictactoe").solve().unwrap();
    let error = other.write_to(folder.path()).unwrap_err();
    assert!(error.to_string().starts_with("two tables are called `tictactoe`"), "{error}");
    let missing = folder.path().join("missing");
    let error = Bake::new(Mnk::TICTACTOE).solve().unwrap().write_to(&missing).unwrap_err();
    assert!(format!("{error:?}").starts_with("cannot write "));
}

/// Six stones. The side to move takes one or two. `next` is the side to move after a player has taken so many.
fn stones(is_impartial: bool, next: fn(Player, Move) -> Player) -> Bake<Lying<Listed>> {
    let number = |stones: u32, player: Player| 2 * stones + u32::from(player == Player::O);
    let node = |at: u32| {
        let (stones, player) = (at / 2, if at.is_multiple_of(2) { Player::X } else { Player::O });
        let taken = (1..=2).filter(|&taken: &Move| u32::from(taken) <= stones);
        open(
            player,
            taken.map(|taken| (taken, number(stones - u32::from(taken), next(player, taken)))),
        )
    };
    let nodes: Vec<_> = (0..number(7, Player::X)).map(node).collect();
    let starts = vec![number(6, Player::X)];
    let game = Listed { name: "stones", starts, is_impartial, ..Listed::new(nodes) };
    Bake::new(Lying::honest(game.without_codes()))
}

fn doubt<G: Game + Sync>(bake: Bake<G>) -> Option<String> {
    bake.solve().unwrap().warning().map(str::to_owned)
}

#[test]
fn an_extra_turn_in_an_impartial_game_gives_a_warning() {
    let again = |player: Player, taken| if taken == 2 { player } else { player.opponent() };
    let warning = doubt(stones(true, again)).unwrap();
    assert!(warning.starts_with("stones: `is_impartial` returns `true`, but after"), "{warning}");
    assert_eq!(doubt(stones(false, again)), None);
}

#[test]
fn a_forgotten_is_impartial_gives_a_warning() {
    let stones = |is_impartial| stones(is_impartial, |player, _| player);
    let warning = doubt(stones(false)).unwrap();
    assert!(warning.starts_with("stones: X makes every move. If positions"), "{warning}");
    assert!(warning.ends_with("this is right; `.tested()` leaves this warning out"), "{warning}");
    assert_eq!(doubt(stones(true)), None);
    assert_eq!(doubt(stones(false).tested()), None);
    assert_eq!(doubt(Bake::new(Mnk::TICTACTOE)), None);
}
