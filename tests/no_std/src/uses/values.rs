//! What a table says: values, entries, moves, and why there is no entry.

use core::convert::Infallible;

use perfect_play::{
    Entry, Mnk, MoveValue, MoveValues, Moves, MovesIter, NotAPosition, Objective, Outcome, Player,
    ProbeError, Unreachable, Value,
};
use perfect_play_core::{Best, Disagreement, MoveList, Next, Scheme, UnknownObjective, Word};
use rules::Stones;

use crate::{
    any::any,
    of_trait::{
        all_of, copy, debug, default, display, equal, error, hash, key, order, parse, probe_failure,
    },
};

super::uses! {
    Entry::best_move(any());
    Entry::is_terminal(any());
    Entry::new(&any::<Mnk>(), any(), any(), any());
    Entry::new(&any::<Stones>(), any(), any(), any());
    Entry::value(any());
    Best::add(&mut any(), any(), any());
    Best::value(any(), any());
    copy::<Best>();
    debug::<Best>();
    equal::<Best>();
    hash::<Best>();
    order::<Best>();

    copy::<Entry>();
    debug::<Entry>();
    equal::<Entry>();
    hash::<Entry>();

    MoveValues::check(&any(), &any::<Mnk>(), any(), any(), any());
    MoveValues::check(&any(), &any::<Stones>(), any(), any(), any());
    MoveValues::get(&any(), any());
    MoveValues::new(&any::<Mnk>(), any(), |_| any::<bool>().then(any).ok_or(()));
    MoveValues::new(&any::<Stones>(), any(), |_| Ok::<_, Infallible>(any()));
    MoveValues::optimal(&any(), any());
    MoveValues::outcome_preserving(&any());
    all_of(MoveValues::iter(&any()));
    all_of(MoveValues::ranked(&any()));
    copy::<MoveValues>();
    debug::<MoveValues>();
    equal::<MoveValues>();

    copy::<MoveValue>();
    debug::<MoveValue>();
    equal::<MoveValue>();
    hash::<MoveValue>();

    copy::<Disagreement>();
    debug::<Disagreement>();
    display::<Disagreement>();
    equal::<Disagreement>();
    error::<Disagreement>();

    MoveList::find(&any(), any());
    MoveList::moves(&any());
    MoveList::number(&any(), any());
    MoveList::numbers(&any());
    MoveList::of(any::<&[u8]>().iter().map(|_| any()));
    copy::<MoveList>();
    debug::<MoveList>();
    equal::<MoveList>();

    Moves::bits(any());
    Moves::contains(any(), any());
    Moves::difference(any(), any());
    Moves::filter(any(), |_| any());
    Moves::first(any());
    Moves::from_bits(any());
    Moves::from_low_bits(any());
    Moves::is_empty(any());
    Moves::is_within(any(), any());
    Moves::last(any());
    Moves::len(any());
    Moves::union(any(), any());
    Moves::with(any(), any());
    Moves::without(any(), any());
    all_of(Moves::iter(any()));
    all_of(<Moves as IntoIterator>::into_iter(any()));
    <Moves as FromIterator<_>>::from_iter(any::<&[u8]>().iter().copied());
    copy::<Moves>();
    debug::<Moves>();
    default::<Moves>();
    display::<Moves>();
    equal::<Moves>();
    hash::<Moves>();
    order::<Moves>();

    <MovesIter as Iterator>::next(&mut any());
    <MovesIter as Iterator>::nth(&mut any(), any());
    <MovesIter as Iterator>::size_hint(&any());
    <MovesIter as ExactSizeIterator>::len(&any());
    copy::<MovesIter>();
    debug::<MovesIter>();

    Next::player(any(), any());
    copy::<Next>();
    debug::<Next>();
    equal::<Next>();
    hash::<Next>();
    order::<Next>();

    copy::<NotAPosition>();
    debug::<NotAPosition>();
    display::<NotAPosition>();
    equal::<NotAPosition>();
    error::<NotAPosition>();
    hash::<NotAPosition>();

    Objective::name(any());
    copy::<Objective>();
    debug::<Objective>();
    default::<Objective>();
    display::<Objective>();
    equal::<Objective>();
    hash::<Objective>();
    order::<Objective>();
    parse::<Objective>();

    Outcome::number(any());
    Outcome::reverse(any());
    copy::<Outcome>();
    debug::<Outcome>();
    display::<Outcome>();
    equal::<Outcome>();
    hash::<Outcome>();
    order::<Outcome>();

    Player::opponent(any());
    copy::<Player>();
    debug::<Player>();
    display::<Player>();
    equal::<Player>();
    hash::<Player>();
    key::<Player>();
    order::<Player>();

    <ProbeError as From<NotAPosition>>::from(any());
    <ProbeError as From<Unreachable>>::from(any());
    copy::<ProbeError>();
    debug::<ProbeError>();
    display::<ProbeError>();
    equal::<ProbeError>();
    error::<ProbeError>();
    hash::<ProbeError>();
    probe_failure::<ProbeError>();

    Scheme::before(any(), any(), any());
    Scheme::before_all(any(), any::<&[u8]>().iter().map(|_| (any(), any())));
    Scheme::byte(any(), any());
    Scheme::from_byte(any(), any());
    Scheme::name(any());
    copy::<Scheme>();
    debug::<Scheme>();
    default::<Scheme>();
    display::<Scheme>();
    equal::<Scheme>();
    hash::<Scheme>();
    order::<Scheme>();

    copy::<Unreachable>();
    debug::<Unreachable>();
    display::<Unreachable>();
    equal::<Unreachable>();
    error::<Unreachable>();
    hash::<Unreachable>();

    copy::<UnknownObjective>();
    debug::<UnknownObjective>();
    display::<UnknownObjective>();
    equal::<UnknownObjective>();
    error::<UnknownObjective>();

    Value::before(any());
    Value::byte(any());
    Value::from_byte(any());
    Value::from_number(any());
    Value::loss(any());
    Value::number(any());
    Value::of_score(any());
    Value::outcome(any());
    Value::plies(any());
    Value::score(any());
    Value::terminal(any());
    Value::win(any());
    copy::<Value>();
    debug::<Value>();
    equal::<Value>();
    hash::<Value>();
    order::<Value>();

    Word::bits(any());
    Word::entry(any());
    Word::from_bits(any());
    Word::from_trusted_bits(any());
    Word::pack(any());
    copy::<Word>();
    debug::<Word>();
    equal::<Word>();
    hash::<Word>();
    order::<Word>();
}
