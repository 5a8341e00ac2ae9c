//! Tables of every form.

use perfect_play::{
    Baked, Bytes, CompactBytes, CompactWords, Facts, Form, Layout, Mnk, Objective, Tiered, Words,
    baked, baked_tables, compact, mnk_4_4_4, tictactoe, tictactoe_misere,
};
use perfect_play_core::{BadSlots, DirectTable};
use rules::Stones;

use crate::{
    any::any,
    of_trait::{all_of, copy, debug, display, equal, error, hash, order, probe},
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

    DirectTable::hold_as::<&[u8]>(any::<DirectTable<Stones, &[u8]>>());
    DirectTable::into_parts(any::<DirectTable<Stones, &[u8]>>());
    DirectTable::layout(&any::<DirectTable<Stones, &[u8]>>());
    DirectTable::new(Stones, Objective::Fastest, any(), any::<&[u8]>());
    DirectTable::new(any::<Mnk>(), Objective::Fastest, any(), any::<&[u8]>());
    DirectTable::slots(&any::<DirectTable<Stones, &[u8]>>());
    copy::<DirectTable<Stones, &[u8]>>();
    debug::<DirectTable<Stones, &[u8]>>();
    probe::<DirectTable<Stones, &[u8]>>(&any());

    copy::<BadSlots>();
    debug::<BadSlots>();
    display::<BadSlots>();
    equal::<BadSlots>();
    error::<BadSlots>();

    copy::<Bytes>();
    copy::<Words>();
}
