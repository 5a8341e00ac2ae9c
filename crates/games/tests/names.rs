//! Names of games: the names that are read, and the errors for all others.

use perfect_play_games::{
    Dodgem, Family, FoxAndHounds, Hexapawn, Krk, Morris, Notakto, OneGap, ParseNameError,
    ParseNameErrorKind, Quixo, Wild,
};

/// The error for a name of a game of this type, and the wrong part of the name.
fn mistake<G: std::str::FromStr<Err = ParseNameError>>(name: &str) -> (String, &str) {
    let error = name.parse::<G>().err().unwrap_or_else(|| panic!("{name} is a game"));
    (error.to_string(), &name[error.place()])
}

#[test]
fn numbers_beyond_the_limits_are_told_with_the_limits() {
    let limits = |family: Family| {
        format!("there is no such {family}: {}; try `{}`", family.limits(), family.default_game())
    };
    for name in ["dodgem:0", "dodgem:1", "dodgem:6", "dodgem:255"] {
        assert_eq!(mistake::<Dodgem>(name), (limits(Family::Dodgem), &name[7..]));
    }
    for name in ["fox-and-hounds:0", "fox-and-hounds:2", "fox-and-hounds:7", "fox-and-hounds:12"] {
        assert_eq!(mistake::<FoxAndHounds>(name), (limits(Family::FoxAndHounds), &name[15..]));
    }
    for name in ["hexapawn:0,3", "hexapawn:3,2", "hexapawn:11,3", "hexapawn:255,255"] {
        assert_eq!(mistake::<Hexapawn>(name), (limits(Family::Hexapawn), &name[9..]));
    }
    for name in ["krk:0", "krk:2", "krk:16"] {
        assert_eq!(mistake::<Krk>(name), (limits(Family::Krk), &name[4..]));
    }
    for name in ["quixo:0,0,0", "quixo:1,5,2", "quixo:3,3,4", "quixo:3,3,0", "quixo:6,6,4"] {
        assert_eq!(mistake::<Quixo>(name), (limits(Family::Quixo), &name[6..]));
    }
    for name in ["wild:0,3,3", "wild:3,3,4", "wild:11,3,3", "wild:99,99,3+misere"] {
        let numbers = name[5..].split('+').next().unwrap();
        assert_eq!(mistake::<Wild>(name), (limits(Family::Wild), numbers));
    }
    assert_eq!(mistake::<Notakto>("notakto:8,5,3"), (limits(Family::Notakto), "8,5,3"));
    assert_eq!(limits(Family::Dodgem), "there is no such dodgem:N: N is 2 to 5; try `dodgem:3`");
}

#[test]
fn what_is_no_name_is_told_with_its_place() {
    let no_numbers = "mu-torere takes no numbers, and one is given; try `mu-torere`".to_owned();
    assert_eq!(mistake::<OneGap>("mu-torere:8"), (no_numbers, "8"));
    let one = "dodgem takes one number, dodgem:N, and 2 are given; try `dodgem:3`".to_owned();
    assert_eq!(mistake::<Dodgem>("dodgem:3,3"), (one, "3,3"));
    let two = "hexapawn takes two numbers, hexapawn:W,H, and none is given; try `hexapawn:4,4`"
        .to_owned();
    assert_eq!(mistake::<Hexapawn>("hexapawn"), (two, "hexapawn"));
    let none = "krk:N has no options".to_owned();
    assert_eq!(mistake::<Krk>("krk:8+misere"), (none, "+misere"));
    let options = "the options of achi are `+rows`, `+blocked-pass`, `+blocked-draw`".to_owned();
    assert_eq!(mistake::<Morris>("achi+rows+"), (options, "+"));
    let twice = "`+rows` is given twice".to_owned();
    assert_eq!(mistake::<Morris>("achi+rows+blocked-draw+rows"), (twice, "+rows"));
    let other = "krk is the name of another game".to_owned();
    assert_eq!(mistake::<Dodgem>("krk:8"), (other, "krk:8"));
    let unknown = "there is no game with this name".to_owned();
    assert_eq!(mistake::<Dodgem>("dodgems:3"), (unknown, "dodgems:3"));
    let sign = "`-` is not a number; try `dodgem:3`".to_owned();
    assert_eq!(mistake::<Dodgem>("dodgem:-3"), (sign, "-"));
}

#[test]
fn options_that_exclude_each_other_are_named() {
    let name = "achi+blocked-draw+rows+blocked-pass";
    let error = name.parse::<Morris>().unwrap_err();
    assert_eq!(&name[error.place()], "+blocked-draw+rows+blocked-pass");
    assert_eq!(error.to_string(), "`+blocked-pass` and `+blocked-draw` exclude each other");
    let options = ["blocked-pass", "blocked-draw"];
    assert_eq!(error.kind(), ParseNameErrorKind::ExclusiveOptions { options });
}

#[test]
fn options_may_stand_in_any_order_and_print_in_one() {
    let game: Morris = "achi+blocked-draw+rows".parse().unwrap();
    assert_eq!(game, Morris::ACHI.rows().blocked_draw());
    assert_eq!(game.to_string(), "achi+rows+blocked-draw");
}
