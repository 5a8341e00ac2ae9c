//! Families of games besides those of `Mnk`.

use core::{hint::black_box, str::FromStr};

use perfect_play_core::{Player, Symmetric};
use perfect_play_games::{
    Dodgem, Family, FoxAndHounds, Hexapawn, Krk, Morris, MuTorere, Notakto, PongHauKi, Quixo, Wild,
};

use crate::{
    any::{Any, any, forever},
    of_trait::{copy, debug, display, equal, game, hash, order, parse, printable},
};

super::uses! {
    Dodgem::blocked_loses(any());
    Dodgem::new(any());
    FoxAndHounds::new(any());
    Hexapawn::new(any(), any());
    Krk::new(any());
    Morris::blocked_draw(any());
    Morris::blocked_pass(any());
    Morris::rows(any());
    Notakto::misere(any());
    Notakto::new(any(), any(), any());
    Quixo::new(any(), any(), any());
    Wild::misere(any());
    Wild::new(any(), any(), any());

    Family::about(any());
    Family::limits(any());
    Family::numbers(any());
    Family::of(any());
    Family::options(any());
    hash::<Family>();
    order::<Family>();

    copy::<Dodgem>();
    debug::<Dodgem>();
    display::<Dodgem>();
    equal::<Dodgem>();
    hash::<Dodgem>();
    parse::<Dodgem>();
    game::<Dodgem>();
    symmetric::<Dodgem>();
    printable::<Dodgem>();

    copy::<FoxAndHounds>();
    debug::<FoxAndHounds>();
    display::<FoxAndHounds>();
    equal::<FoxAndHounds>();
    hash::<FoxAndHounds>();
    parse::<FoxAndHounds>();
    game::<FoxAndHounds>();
    symmetric::<FoxAndHounds>();
    printable::<FoxAndHounds>();

    copy::<Hexapawn>();
    debug::<Hexapawn>();
    display::<Hexapawn>();
    equal::<Hexapawn>();
    hash::<Hexapawn>();
    parse::<Hexapawn>();
    game::<Hexapawn>();
    symmetric::<Hexapawn>();
    printable::<Hexapawn>();

    copy::<Krk>();
    debug::<Krk>();
    display::<Krk>();
    equal::<Krk>();
    hash::<Krk>();
    parse::<Krk>();
    game::<Krk>();
    symmetric::<Krk>();
    printable::<Krk>();

    copy::<Morris>();
    debug::<Morris>();
    display::<Morris>();
    equal::<Morris>();
    hash::<Morris>();
    parse::<Morris>();
    game::<Morris>();
    symmetric::<Morris>();
    printable::<Morris>();

    copy::<MuTorere>();
    debug::<MuTorere>();
    display::<MuTorere>();
    equal::<MuTorere>();
    hash::<MuTorere>();
    parse::<MuTorere>();
    game::<MuTorere>();
    symmetric::<MuTorere>();
    printable::<MuTorere>();

    copy::<Notakto>();
    debug::<Notakto>();
    display::<Notakto>();
    equal::<Notakto>();
    hash::<Notakto>();
    parse::<Notakto>();
    game::<Notakto>();
    symmetric::<Notakto>();
    printable::<Notakto>();

    copy::<PongHauKi>();
    debug::<PongHauKi>();
    display::<PongHauKi>();
    equal::<PongHauKi>();
    hash::<PongHauKi>();
    parse::<PongHauKi>();
    game::<PongHauKi>();
    symmetric::<PongHauKi>();
    printable::<PongHauKi>();

    copy::<Quixo>();
    debug::<Quixo>();
    display::<Quixo>();
    equal::<Quixo>();
    hash::<Quixo>();
    parse::<Quixo>();
    game::<Quixo>();
    symmetric::<Quixo>();
    printable::<Quixo>();

    copy::<Wild>();
    debug::<Wild>();
    display::<Wild>();
    equal::<Wild>();
    hash::<Wild>();
    parse::<Wild>();
    game::<Wild>();
    symmetric::<Wild>();
    printable::<Wild>();
}

/// Every method of [`Symmetric`] that a game without codes has.
fn symmetric<G: Symmetric<Position: Any> + Any>() {
    black_box(Symmetric::image(&G::any(), any(), any()));
    black_box(Symmetric::image_of_move(&G::any(), any(), any()));
    black_box(Symmetric::symmetries(&G::any()));
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
    Dodgem = "dodgem:3",
    FoxAndHounds = "fox-and-hounds:4",
    Hexapawn = "hexapawn:3,3",
    Krk = "krk:4",
    Morris = "achi",
    MuTorere = "mu-torere",
    Notakto = "notakto:3,3,3",
    PongHauKi = "pong-hau-ki",
    Quixo = "quixo:3,3,3",
    Wild = "wild:3,3,3",
    ;
    [u32; 2] = [0; 2],
    (u16, u16, Player) = (0, 0, Player::X),
    (u32, u32, Player) = (0, 0, Player::X),
    (u64, u8, Player) = (0, 0, Player::X),
    ([u8; 3], Player) = ([0; 3], Player::X),
}
