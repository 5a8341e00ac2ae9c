//! Tables of every form.

use perfect_play::{
    Baked, Bytes, CompactBytes, CompactWords, Facts, Form, Layout, Mnk, Objective, Tiered, Words,
    baked, baked_tables, compact, mnk_4_4_4, tictactoe, tictactoe_misere,
};
use perfect_play_core::{BadValues, CodeNumbering, Place, Slot, Table, Values};
use rules::Stones;

use crate::{
    any::{Anywhere, any},
    of_trait::{
        all_of, copy, debug, default, display, equal, error, hash, numbering, order, probe,
    },
    tables::{
        mnk_compact_bytes, mnk_compact_words, mnk_direct_bytes, stones_compact_bytes,
        stones_compact_words, stones_direct_bytes, stones_direct_words,
    },
};

super::uses! {
    Baked::<Mnk, Words>::bytes(any());
    Baked::<Mnk, Words>::facts(any());
    Baked::<Mnk, Words>::game(any());
    Baked::<Mnk, Words>::probe(any(), any());
    Baked::<Mnk, Words>::probe_code(any(), any());
    debug::<&Baked<Stones, CompactBytes>>();
    probe::<Baked<Mnk, Words>>(any());
    probe::<Baked<Mnk, Bytes>>(any());
    probe::<Baked<Mnk, CompactWords>>(any());
    probe::<Baked<Mnk, CompactBytes>>(any());
    probe::<Baked<Stones, Words>>(any());
    probe::<Baked<Stones, Bytes>>(any());
    probe::<Baked<Stones, CompactWords>>(any());
    probe::<Baked<Stones, CompactBytes>>(any());

    baked(any());
    all_of(baked_tables());
    compact::baked(any());
    all_of(compact::baked_tables());

    tictactoe::best_move(any());
    tictactoe::choose(any(), any(), any);
    tictactoe::move_values(any());
    tictactoe::outcome_preserving_moves(any());
    tictactoe::probe(any());
    tictactoe_misere::best_move(any());
    tictactoe_misere::choose(any(), any(), any);
    tictactoe_misere::move_values(any());
    tictactoe_misere::outcome_preserving_moves(any());
    tictactoe_misere::probe(any());
    mnk_4_4_4::best_move(any());
    mnk_4_4_4::choose(any(), any(), any);
    mnk_4_4_4::move_values(any());
    mnk_4_4_4::outcome_preserving_moves(any());
    mnk_4_4_4::probe(any());
    mnk_compact_bytes::choose(any(), any(), any);
    mnk_compact_words::best_move(any());
    mnk_direct_bytes::move_values(any());
    stones_compact_bytes::outcome_preserving_moves(any());
    stones_compact_words::choose(any(), any(), any);
    stones_direct_bytes::best_move(any());
    stones_direct_words::choose(any(), any(), any);

    Facts::new(any(), any(), any(), any(), [any(), any(), any()]);
    copy::<Facts>();
    debug::<Facts>();
    display::<Facts>();
    equal::<Facts>();

    Tiered::<Mnk>::game(any());
    Tiered::new(any::<Mnk>(), any());
    Tiered::<Mnk>::probe_code(any(), any());
    Tiered::<Mnk>::stored_boards(any());
    debug::<&Tiered<Mnk>>();
    probe::<Tiered<Mnk>>(any());

    copy::<Form>();
    debug::<Form>();
    display::<Form>();
    equal::<Form>();
    hash::<Form>();

    Layout::of(&any::<Mnk>());
    Layout::of(&any::<Stones>());
    Layout::slot_bytes(any());
    copy::<Layout>();
    debug::<Layout>();
    display::<Layout>();
    equal::<Layout>();
    hash::<Layout>();
    order::<Layout>();

    CodeNumbering::check_values(&Stones, any());
    copy::<CodeNumbering>();
    debug::<CodeNumbering>();
    default::<CodeNumbering>();
    equal::<CodeNumbering>();
    numbering::<CodeNumbering, Stones>();
    numbering::<CodeNumbering, Mnk>();

    copy::<Place>();
    debug::<Place>();
    equal::<Place>();

    copy::<Slot>();
    debug::<Slot>();
    equal::<Slot>();
    hash::<Slot>();

    Table::by_code(Stones, Objective::Fastest, any::<&[u8]>());
    Table::by_code(any::<Mnk>(), Objective::Fastest, any::<&[u8]>());
    Table::new(Stones, any(), CodeNumbering, any::<&[u8]>());
    Table::game(&any::<Table<Stones, CodeNumbering, &[u8]>>());
    Table::objective(&any::<Table<Stones, CodeNumbering, &[u8]>>());
    Table::numbering(&any::<Table<Stones, CodeNumbering, &[u8]>>());
    Table::values(&any::<Table<Stones, CodeNumbering, &[u8]>>());
    Table::firsts(&any::<Table<Stones, CodeNumbering, &[u8]>>()).last();
    Table::into_parts(any::<Table<Stones, CodeNumbering, &[u8]>>());
    Table::into_values(any::<Table<Stones, CodeNumbering, &[u8]>>());
    Table::hold_as::<&[u8]>(any::<Table<Stones, CodeNumbering, &[u8]>>());
    copy::<Table<Stones, CodeNumbering, &[u8]>>();
    debug::<Table<Stones, CodeNumbering, &[u8]>>();
    probe::<Table<Stones, CodeNumbering, &[u8]>>(&any());
    probe::<Table<Stones, Anywhere, &[u8]>>(&any());
    Values::byte(&any::<&[u8]>(), any());

    copy::<BadValues>();
    debug::<BadValues>();
    display::<BadValues>();
    equal::<BadValues>();
    error::<BadValues>();

    copy::<Bytes>();
    copy::<Words>();
}
