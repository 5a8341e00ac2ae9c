//! Baked tables of every form, of a game of placement and of a user's own.

use perfect_play::{Mnk, include_table};
use rules::Stones;

include_table!(pub(crate) mod mnk_direct_words, Mnk = Mnk::TICTACTOE);
include_table!(pub(crate) mod mnk_direct_bytes, Mnk = Mnk::TICTACTOE);
include_table!(pub(crate) mod mnk_compact_words, Mnk = Mnk::TICTACTOE);
include_table!(pub(crate) mod mnk_compact_bytes, Mnk = Mnk::TICTACTOE);
include_table!(pub(crate) mod stones_direct_words, Stones);
include_table!(pub(crate) mod stones_direct_bytes, Stones);
include_table!(pub(crate) mod stones_compact_words, Stones);
include_table!(pub(crate) mod stones_compact_bytes, Stones);
