//! Whatever is asked of a game's rules, they answer without a panic: positions that play does not reach, moves that
//! are not legal, symmetries that there are not, texts that are no positions.

mod random;

use std::{fmt::Debug, str::FromStr};

use perfect_play_core::{Game, Key, Move, Printable, Symmetric};
use perfect_play_games::{
    Chomp, Clobber, Domineering, Dots, Hex, Isolation, Kalah, Nim, Othello, ParseNameErrorKind,
};
use random::Random;

const MARKS: [char; 14] =
    ['X', 'O', '.', '#', '-', '|', '/', ':', ',', ' ', '0', '1', '9', '\u{e9}'];

fn asked<G>(names: &[&str])
where
    G: Symmetric + Printable + FromStr<Err: Debug> + Game<Position: Key>,
{
    let mut random = Random(14);
    for name in names {
        let game: G = name.parse().unwrap();
        let start = game.notation(game.start()).to_string();
        let mut read = 0;
        for _ in 0..2000 {
            let mut bytes: Vec<u8> = (0..G::Position::BYTES).map(|_| random.byte()).collect();
            // In some positions a player is the last byte.
            if random.below(2) == 0 {
                bytes[G::Position::BYTES - 1] &= 1;
            }
            if let Some(position) = G::Position::read(&bytes) {
                asked_at(&game, position);
                read += 1;
            }
            let mut text: Vec<char> = start.chars().collect();
            let place = random.below(text.len());
            text[place] = MARKS[random.below(MARKS.len())];
            text.truncate(text.len() - random.below(5) / 4);
            if let Ok(position) = game.parse_position(&text.iter().collect::<String>()) {
                asked_at(&game, position);
            }
        }
        assert!(read > 100, "{name}");
    }
}

fn asked_at<G: Symmetric + Printable>(game: &G, position: G::Position) {
    let _ = (game.to_move(position), game.legal_moves(position), game.end(position));
    let _ = (game.score(position), game.winner(position));
    let _ = (format!("{}", game.notation(position)), format!("{:#}", game.notation(position)));
    for mv in [0, 1, 17, 31, 32, 63, 64, 200, Move::MAX] {
        let _ = game.play(position, mv);
        let _ = game.move_text(position, mv).to_string();
        for symmetry in [0, 1, 5, 7, 8, u8::MAX] {
            let _ = (game.image(position, symmetry), game.image_of_move(mv, symmetry));
        }
    }
}

#[test]
fn rules_answer_whatever_is_asked() {
    asked::<Othello>(&["othello:2,2", "othello:4,4", "othello:4,8"]);
    asked::<Dots>(&["dots:1,1", "dots:3,3", "dots:10,1", "dots:1,10"]);
    asked::<Kalah>(&["kalah:1,63", "kalah:3,2", "kalah:6,10"]);
    asked::<Nim>(&["nim:1", "nim:255,1", "nim:1,1,1,1,1,1,1,1", "nim:32,32,32,32,32,32,32,32"]);
    asked::<Chomp>(&["chomp:1,1", "chomp:15,15", "chomp:1,15", "chomp:15,1"]);
    asked::<Domineering>(&["domineering:1,1", "domineering:26,1", "domineering:1,32"]);
    asked::<Clobber>(&["clobber:1,1", "clobber:4,8", "clobber:5,5", "clobber:1,32"]);
    asked::<Hex>(&["hex:1", "hex:5"]);
    asked::<Isolation>(&["isolation:1,2", "isolation:16,2", "isolation:1,32", "isolation:5,6"]);
}

#[test]
fn names_beyond_the_limits_say_which_these_are() {
    fn refused<G: FromStr<Err = perfect_play_games::ParseNameError>>(names: &[&str], limits: &str) {
        for name in names {
            let Err(error) = name.parse::<G>() else { panic!("{name} is read") };
            assert!(matches!(error.kind(), ParseNameErrorKind::Limits { .. }), "{name}: {error}");
            assert!(error.to_string().ends_with(limits), "{name}: {error}");
            assert_eq!(&name[error.place()], name.split_once(':').unwrap().1);
        }
    }
    refused::<Othello>(
        &["othello:0,4", "othello:3,4", "othello:4,5", "othello:6,6", "othello:28,1"],
        "M and N are even, and M times N is at most 32",
    );
    refused::<Dots>(
        &["dots:0,1", "dots:1,0", "dots:4,4", "dots:11,1", "dots:255,255"],
        "M and N are at least 1, and M by N boxes have at most 32 edges",
    );
    refused::<Kalah>(
        &["kalah:0,3", "kalah:3,0", "kalah:7,1", "kalah:6,11", "kalah:255,255"],
        "PITS is 1 to 6, SEEDS at least 1, and 2 times PITS times SEEDS at most 127",
    );
    refused::<Nim>(
        &["nim:0", "nim:1,0", "nim:255,2", "nim:200,100"],
        "there are 1 to 8 piles of at least one stone, of at most 256 together",
    );
    refused::<Chomp>(
        &["chomp:0,1", "chomp:1,0", "chomp:16,1", "chomp:1,16"],
        "M and N are 1 to 15",
    );
    let board = "M is 1 to 26, N at least 1, and M times N at most 32";
    refused::<Domineering>(&["domineering:0,1", "domineering:27,1", "domineering:3,11"], board);
    refused::<Clobber>(&["clobber:1,0", "clobber:1,33", "clobber:255,255"], board);
    refused::<Hex>(&["hex:0", "hex:6", "hex:255"], "N is 1 to 5");
    refused::<Isolation>(
        &["isolation:1,1", "isolation:0,2", "isolation:6,6"],
        "M is 1 to 26, N at least 2, and M times N at most 32",
    );
}
