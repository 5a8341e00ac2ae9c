//! Games: those of placement and of falling marks, and the defaults that a user's own has.

use perfect_play::{
    Drawing, Family, Kind, Mnk, MoveCells, Outline, ParseNameError, ParseNameErrorKind, Piece,
};
use perfect_play_core::{
    CellText, Identifier, MoveText, Notation, ParsePositionError, Quoted, QuotedChar, Shown,
    ShownJson, split_once,
};
use rules::Stones;

use crate::{
    any::any,
    of_trait::{all_of, copy, debug, default, display, equal, error, game, hash, parse},
};

super::uses! {
    Mnk::cell_of_last_move(&any(), any(), any());
    Mnk::cell_of_move(&any(), any(), any());
    Mnk::check_board(&any(), any());
    Mnk::family(&any());
    Mnk::gravity(any());
    Mnk::has_gravity(&any());
    Mnk::has_name(&any(), any());
    Mnk::is_columns(&any(), any());
    Mnk::is_misere(&any());
    Mnk::k(&any());
    Mnk::lines(&any());
    Mnk::misere(any());
    Mnk::move_to_cell(&any(), any());
    Mnk::new(any(), any(), any());
    Mnk::open_cells(&any(), any());
    Mnk::parse(&any(), any());
    Mnk::position(&any(), any());
    Mnk::shape(&any());
    copy::<Mnk>();
    debug::<Mnk>();
    display::<Mnk>();
    equal::<Mnk>();
    hash::<Mnk>();
    parse::<Mnk>();
    game::<Mnk>();
    game::<Stones>();

    Family::name(any());
    copy::<Family>();
    debug::<Family>();
    display::<Family>();
    equal::<Family>();

    copy::<Identifier>();
    debug::<Identifier>();
    display::<Identifier>();

    Kind::last_cells(&any(), any());
    Kind::open_cells(&any(), any());
    Kind::static_value(&any(), any());
    copy::<Kind>();
    debug::<Kind>();
    equal::<Kind>();

    display::<Notation<'static, Mnk>>();

    ParseNameError::example(&any());
    ParseNameError::kind(&any());
    ParseNameError::place(&any());
    copy::<ParseNameError>();
    debug::<ParseNameError>();
    display::<ParseNameError>();
    equal::<ParseNameError>();
    error::<ParseNameError>();

    copy::<ParseNameErrorKind>();
    debug::<ParseNameErrorKind>();
    display::<ParseNameErrorKind>();
    equal::<ParseNameErrorKind>();

    display::<MoveText<'static, Mnk>>();

    display::<CellText<'static, Mnk>>();

    MoveCells::between(any(), any());
    MoveCells::from(any());
    all_of(MoveCells::iter(any()));
    MoveCells::to(any());
    copy::<MoveCells>();
    debug::<MoveCells>();
    default::<MoveCells>();
    equal::<MoveCells>();

    Drawing::cells(&any());
    Drawing::links(&any());
    Drawing::name(&any());
    Drawing::outline(&any(), any());
    Drawing::place(&any(), any());
    copy::<Drawing>();
    debug::<Drawing>();
    equal::<Drawing>();

    Outline::name(any());
    copy::<Outline>();
    debug::<Outline>();
    equal::<Outline>();

    Piece::count(any());
    Piece::letter(any());
    Piece::mark(any());
    Piece::named(any(), any(), any());
    Piece::of_opponent(any());
    Piece::owner(any());
    copy::<Piece>();
    debug::<Piece>();
    display::<Piece>();
    equal::<Piece>();

    copy::<ParsePositionError>();
    debug::<ParsePositionError>();
    display::<ParsePositionError>();
    equal::<ParsePositionError>();
    error::<ParsePositionError>();

    debug::<Quoted>();
    debug::<QuotedChar>();
    split_once(any(), any());

    // What is shown prints with its own `Debug`.
    copy::<Shown<&str>>();
    debug::<Shown<u64>>();
    display::<Shown<&str>>();
    copy::<ShownJson<&str>>();
    debug::<ShownJson<u64>>();
    display::<ShownJson<&str>>();
}
