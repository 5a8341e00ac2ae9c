//! Codes from parts.

use perfect_play_core::code::{Digits, Pieces, ToMove};

use crate::{
    any::any,
    of_trait::{code, copy, debug, equal, hash},
};

super::uses! {
    Digits::<3>::new(any());
    code::<Digits<3>>();
    copy::<Digits<3>>();
    debug::<Digits<3>>();
    equal::<Digits<3>>();
    hash::<Digits<3>>();
    Pieces::<2>::new(any(), any());
    code::<Pieces<2>>();
    copy::<Pieces<2>>();
    debug::<Pieces<2>>();
    equal::<Pieces<2>>();
    hash::<Pieces<2>>();
    code::<ToMove>();
    copy::<ToMove>();
    debug::<ToMove>();
    equal::<ToMove>();
    hash::<ToMove>();
    code::<(Digits<3>, ToMove)>();
    code::<(Pieces<2>, Digits<3>, ToMove)>();
    code::<(Pieces<2>, Digits<3>, ToMove, ToMove)>();
}
