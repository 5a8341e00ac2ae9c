//! Levels, policies and chances.

use perfect_play::{
    Board, Chance, Level, Mnk, MoveChance, ParseChanceError, ParseLevelError, Policy, Tiered,
};
use rules::Position;

use crate::{
    any::any,
    of_trait::{all_of, copy, debug, display, equal, error, hash, parse},
    tables,
};

super::uses! {
    Chance::complement(any());
    Chance::denominator(any());
    Chance::new(any(), any());
    Chance::numerator(any());
    copy::<Chance>();
    debug::<Chance>();
    display::<Chance>();
    equal::<Chance>();
    hash::<Chance>();
    parse::<Chance>();

    Level::choose(any(), any::<&Tiered<Mnk>>(), any(), any);
    Level::choose(any(), &tables::mnk_compact_words::TABLE, any(), any);
    Level::choose(any(), &tables::stones_direct_bytes::TABLE, any(), any);
    Level::policy(any(), any::<&Tiered<Mnk>>(), any());
    Level::policy(any(), &tables::mnk_direct_words::TABLE, any::<Board>());
    Level::policy(any(), &tables::stones_compact_bytes::TABLE, any::<Position>());
    copy::<Level>();
    debug::<Level>();
    display::<Level>();
    equal::<Level>();
    hash::<Level>();
    parse::<Level>();

    copy::<MoveChance>();
    debug::<MoveChance>();
    display::<MoveChance>();
    equal::<MoveChance>();

    copy::<ParseChanceError>();
    debug::<ParseChanceError>();
    display::<ParseChanceError>();
    equal::<ParseChanceError>();
    error::<ParseChanceError>();

    copy::<ParseLevelError>();
    debug::<ParseLevelError>();
    display::<ParseLevelError>();
    equal::<ParseLevelError>();
    error::<ParseLevelError>();

    Policy::choose(any(), any);
    Policy::moves(any());
    Policy::new(any(), any(), any());
    Policy::uniform(any());
    all_of(Policy::chances(any()));
    copy::<Policy>();
    debug::<Policy>();
    equal::<Policy>();
}
