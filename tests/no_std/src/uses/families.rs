//! Families of games besides those of `Mnk`.

use core::{hint::black_box, str::FromStr};

use perfect_play_core::Player;
use perfect_play_games::{
    Chess, Chomp, Clobber, Dodgem, Domineering, Dots, Family, FoxAndHounds, GobbletGobblers, Hex,
    Hexapawn, Isolation, Kalah, Krk, Mills, Morris, Nim, Notakto, OneGap, Othello, Quixo, Teeko,
    Wild,
};

use crate::{
    any::{Any, any, forever},
    of_trait::{all_of, copy, debug, display, equal, game, hash, order, parse},
};

super::uses! {
    Chomp::columns(&any());
    Chomp::new(any(), any());
    Chomp::rows(&any());
    Clobber::columns(&any());
    Clobber::new(any(), any());
    Clobber::rows(&any());
    Dodgem::blocked_loses(any());
    Dodgem::new(any());
    Domineering::columns(&any());
    Domineering::new(any(), any());
    Domineering::rows(&any());
    Dots::columns(&any());
    Dots::new(any(), any());
    Dots::rows(&any());
    FoxAndHounds::new(any());
    Hex::new(any());
    Hex::side(&any());
    Hexapawn::new(any(), any());
    Isolation::columns(&any());
    Isolation::new(any(), any());
    Isolation::rows(&any());
    Kalah::new(any(), any());
    Kalah::pits(&any());
    Kalah::seeds(&any());
    Krk::new(any());
    Morris::blocked_draw(any());
    Morris::blocked_pass(any());
    Morris::rows(any());
    Nim::new(any());
    all_of(Nim::piles(&any()));
    Notakto::misere(any());
    Notakto::new(any(), any(), any());
    Othello::columns(&any());
    Othello::new(any(), any());
    Othello::rows(&any());
    Quixo::new(any(), any(), any());
    Teeko::advanced(any());
    Teeko::no_centre(any());
    Wild::misere(any());
    Wild::new(any(), any(), any());

    Family::about(any());
    Family::default_game(any());
    Family::limits(any());
    Family::numbers(any());
    Family::of(any());
    Family::options(any());
    Family::rules(any());
    Family::words(any());
    hash::<Family>();
    order::<Family>();

    copy::<Chess>();
    debug::<Chess>();
    display::<Chess>();
    equal::<Chess>();
    hash::<Chess>();
    parse::<Chess>();
    game::<Chess>();

    copy::<Chomp>();
    debug::<Chomp>();
    display::<Chomp>();
    equal::<Chomp>();
    hash::<Chomp>();
    parse::<Chomp>();
    game::<Chomp>();

    copy::<Clobber>();
    debug::<Clobber>();
    display::<Clobber>();
    equal::<Clobber>();
    hash::<Clobber>();
    parse::<Clobber>();
    game::<Clobber>();

    copy::<Dodgem>();
    debug::<Dodgem>();
    display::<Dodgem>();
    equal::<Dodgem>();
    hash::<Dodgem>();
    parse::<Dodgem>();
    game::<Dodgem>();

    copy::<Domineering>();
    debug::<Domineering>();
    display::<Domineering>();
    equal::<Domineering>();
    hash::<Domineering>();
    parse::<Domineering>();
    game::<Domineering>();

    copy::<Dots>();
    debug::<Dots>();
    display::<Dots>();
    equal::<Dots>();
    hash::<Dots>();
    parse::<Dots>();
    game::<Dots>();

    copy::<FoxAndHounds>();
    debug::<FoxAndHounds>();
    display::<FoxAndHounds>();
    equal::<FoxAndHounds>();
    hash::<FoxAndHounds>();
    parse::<FoxAndHounds>();
    game::<FoxAndHounds>();

    copy::<GobbletGobblers>();
    debug::<GobbletGobblers>();
    display::<GobbletGobblers>();
    equal::<GobbletGobblers>();
    hash::<GobbletGobblers>();
    parse::<GobbletGobblers>();
    game::<GobbletGobblers>();

    copy::<Hex>();
    debug::<Hex>();
    display::<Hex>();
    equal::<Hex>();
    hash::<Hex>();
    parse::<Hex>();
    game::<Hex>();

    copy::<Hexapawn>();
    debug::<Hexapawn>();
    display::<Hexapawn>();
    equal::<Hexapawn>();
    hash::<Hexapawn>();
    parse::<Hexapawn>();
    game::<Hexapawn>();

    copy::<Isolation>();
    debug::<Isolation>();
    display::<Isolation>();
    equal::<Isolation>();
    hash::<Isolation>();
    parse::<Isolation>();
    game::<Isolation>();

    copy::<Kalah>();
    debug::<Kalah>();
    display::<Kalah>();
    equal::<Kalah>();
    hash::<Kalah>();
    parse::<Kalah>();
    game::<Kalah>();

    copy::<Krk>();
    debug::<Krk>();
    display::<Krk>();
    equal::<Krk>();
    hash::<Krk>();
    parse::<Krk>();
    game::<Krk>();

    copy::<Mills>();
    debug::<Mills>();
    display::<Mills>();
    equal::<Mills>();
    hash::<Mills>();
    parse::<Mills>();
    game::<Mills>();

    copy::<Morris>();
    debug::<Morris>();
    display::<Morris>();
    equal::<Morris>();
    hash::<Morris>();
    parse::<Morris>();
    game::<Morris>();


    copy::<Nim>();
    debug::<Nim>();
    display::<Nim>();
    equal::<Nim>();
    hash::<Nim>();
    parse::<Nim>();
    game::<Nim>();

    copy::<Notakto>();
    debug::<Notakto>();
    display::<Notakto>();
    equal::<Notakto>();
    hash::<Notakto>();
    parse::<Notakto>();
    game::<Notakto>();

    copy::<OneGap>();
    debug::<OneGap>();
    display::<OneGap>();
    equal::<OneGap>();
    hash::<OneGap>();
    parse::<OneGap>();
    game::<OneGap>();
    copy::<Othello>();
    debug::<Othello>();
    display::<Othello>();
    equal::<Othello>();
    hash::<Othello>();
    parse::<Othello>();
    game::<Othello>();


    copy::<Quixo>();
    debug::<Quixo>();
    display::<Quixo>();
    equal::<Quixo>();
    hash::<Quixo>();
    parse::<Quixo>();
    game::<Quixo>();

    copy::<Teeko>();
    debug::<Teeko>();
    display::<Teeko>();
    equal::<Teeko>();
    hash::<Teeko>();
    parse::<Teeko>();
    game::<Teeko>();

    copy::<Wild>();
    debug::<Wild>();
    display::<Wild>();
    equal::<Wild>();
    hash::<Wild>();
    parse::<Wild>();
    game::<Wild>();
}

/// Games by their names, and values of the types of their positions.
macro_rules! games {
    ($($game:ty = $name:literal,)* ; $($position:ty = $example:expr,)*) => {
        $(impl Any for $game {
            #[inline]
            fn any() -> Self {
                black_box(<$game>::from_str($name).unwrap_or_else(|_| forever()))
            }
        })*
        $(impl Any for $position {
            #[inline]
            fn any() -> Self {
                black_box($example)
            }
        })*
    };
}

games! {
    Chess = "chess:KQK",
    Chomp = "chomp:2,2",
    Clobber = "clobber:2,2",
    Dodgem = "dodgem:3",
    Domineering = "domineering:2,2",
    Dots = "dots:1,1",
    FoxAndHounds = "fox-and-hounds:4",
    GobbletGobblers = "gobblet-gobblers",
    Hex = "hex:2",
    Hexapawn = "hexapawn:3,3",
    Isolation = "isolation:2,2",
    Kalah = "kalah:1,1",
    Krk = "krk:4",
    Mills = "morris:nine",
    Morris = "achi",
    Nim = "nim:1",
    Notakto = "notakto:3,3,3",
    Othello = "othello:2,2",
    OneGap = "pong-hau-ki",
    Quixo = "quixo:3,3,3",
    Teeko = "teeko",
    Wild = "wild:3,3,3",
    ;
    [u8; 8] = [0; 8],
    [u32; 2] = [0; 2],
    (u16, u16, Player) = (0, 0, Player::X),
    (u32, u32) = (0, 0),
    (u32, u8, u8) = (0, 0, 0),
    (u32, u8, Player) = (0, 0, Player::X),
    (u32, u32, Player) = (0, 0, Player::X),
    (u64, u8, Player) = (0, 0, Player::X),
    ([u8; 4], Player) = ([0; 4], Player::X),
    ([u8; 3], Player) = ([0; 3], Player::X),
    ([u8; 7], [u8; 7], Player) = ([0; 7], [0; 7], Player::X),
}
