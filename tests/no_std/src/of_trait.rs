//! All that a trait gives to a type, done with any values of the type.

use core::{
    error::Error,
    fmt::{self, Debug, Display, Write},
    hash::{Hash, Hasher},
    hint::black_box,
    str::FromStr,
};

use perfect_play::{Game, Move, Probe, ProbeFailure};
use perfect_play_core::{Key, Next, Numbering, Slot, Tiering, code::Code};

use crate::any::{Any, any};

/// Takes what is written or hashed.
struct Sink;

impl Write for Sink {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        black_box(text);
        black_box(Ok(()))
    }
}

impl Hasher for Sink {
    fn finish(&self) -> u64 {
        any()
    }

    fn write(&mut self, bytes: &[u8]) {
        black_box(bytes);
    }
}

pub(crate) fn debug<T: Any + Debug>() {
    let _ = black_box(write!(Sink, "{:?} {:#?}", T::any(), T::any()));
}

/// With every width and precision that a format can have.
pub(crate) fn display<T: Any + Display>() {
    let (width, precision) = (any::<u16>().into(), any::<u16>().into());
    let _ = black_box(write!(Sink, "{} {:#}", T::any(), T::any()));
    let _ = black_box(write!(Sink, "{:>width$.precision$}", T::any()));
}

pub(crate) fn error<T: Any + Error>() {
    let error = T::any();
    let _ = black_box(error.source().is_some());
    let error: &dyn Error = black_box(&error);
    let _ = black_box(write!(Sink, "{error} {error:?}"));
}

pub(crate) fn equal<T: Any + PartialEq>() {
    black_box(T::any() == T::any());
    black_box(T::any() != T::any());
}

pub(crate) fn order<T: Any + Ord>() {
    black_box(T::any().cmp(&T::any()));
    black_box(T::any().partial_cmp(&T::any()));
    black_box(T::any() < T::any());
    black_box(T::any().max(T::any()));
}

pub(crate) fn hash<T: Any + Hash>() {
    T::any().hash(&mut Sink);
}

pub(crate) fn copy<T: Any + Clone>() {
    black_box(T::any().clone());
}

pub(crate) fn default<T: Default>() {
    black_box(T::default());
}

/// Any text, and the error printed.
pub(crate) fn parse<T: FromStr<Err: Debug + Display>>() {
    match black_box(T::from_str(any())) {
        Ok(value) => drop(black_box(value)),
        Err(error) => {
            let _ = black_box(write!(Sink, "{error} {error:?}"));
        }
    }
}

/// Every item.
pub(crate) fn all_of<T>(items: impl Iterator<Item = T>) {
    items.for_each(|item| drop(black_box(item)));
}

/// Every method of [`Game`].
pub(crate) fn game<G: Game<Position: Any> + Any>() {
    black_box(Game::start(&G::any()));
    black_box(Game::to_move(&G::any(), any()));
    black_box(Game::legal_moves(&G::any(), any()));
    black_box(Game::play(&G::any(), any(), any()));
    black_box(Game::terminal(&G::any(), any()));
    Game::each_child(&G::any(), any(), &mut |child| _ = black_box(child));
    Game::children(&G::any(), any(), &mut |child, slot| _ = black_box((child, slot)));

    black_box(Game::blocked(&G::any(), any()));
    black_box(Game::end(&G::any(), any()));
    black_box(Game::winner(&G::any(), any()));
    black_box(Game::scheme(&G::any()));
    black_box(Game::score(&G::any(), any()));
    black_box(Game::repeats(&G::any()));
    black_box(Game::is_impartial(&G::any()));
    black_box(Game::next(&G::any(), any(), any()));
    black_box(Next::of(&G::any(), any(), any()));
    Game::other_starts(&G::any(), &mut |start| _ = black_box(start));

    black_box(Game::ply(&G::any(), any()));
    black_box(Game::max_plies(&G::any()));
    black_box(Game::plies_to_draw(&G::any(), any()));

    black_box(Game::max_move(&G::any()));
    black_box(Game::kind(&G::any()));
    black_box(Game::checksum(&G::any()));
    black_box(Game::is_called(&G::any(), any()));

    black_box(Game::codes(&G::any()));
    black_box(Game::code(&G::any(), any()));
    black_box(Game::encode(&G::any(), any()));
    let _ = black_box(Game::decode(&G::any(), any()));
    black_box(Game::is_position(&G::any(), any()));
    let _ = black_box(Game::check(&G::any(), any()));
    black_box(Game::why_no_entry(&G::any(), any()));
    black_box(Game::codes_rise(&G::any()));

    let game = G::any();
    if let Some(tiering) = black_box(Game::tiering(&game)) {
        black_box((tiering.tiers(), tiering.unit(any()), tiering.slots(any())));
        black_box(tiering.rank(any()));
        black_box(tiering.unrank(Slot { section: any(), rank: any() }));
        black_box(tiering.backwards(any(), &mut |before, slot| _ = black_box((before, slot))));
        black_box(tiering.exits(any(), &mut |child, slot| _ = black_box((child, slot))));
        black_box((tiering.keeping(any()), tiering.only_reached_from()));
        let _ = black_box(write!(Sink, "{}", Tier(tiering, any())));
    }

    black_box(Game::symmetries(&G::any()));
    black_box(Game::image(&G::any(), any(), any()));
    black_box(Game::image_of_move(&G::any(), any(), any(), any()));
    black_box(Game::canonical(&G::any(), any()));
    black_box(Game::is_canonical(&G::any(), any()));

    let _ = black_box(write!(Sink, "{}", Game::notation(&G::any(), any())));
    let _ = black_box(write!(Sink, "{:#}", Positioned(G::any(), any())));
    let _ = black_box(Game::parse_position(&G::any(), any()));
    let _ = black_box(write!(Sink, "{}", Game::move_text(&G::any(), any(), any())));
    let _ = black_box(write!(Sink, "{}", Moved(G::any(), any(), any())));
    black_box(Game::parse_move(&G::any(), any(), any()));
    black_box(Game::rules(&G::any()));

    black_box(Game::drawing(&G::any()));
    black_box(Game::piece(&G::any(), any(), any()));
    black_box(Game::points_at(&G::any(), any(), any()));
    black_box(Game::line(&G::any(), any()));
    black_box(Game::is_seen_by_mover(&G::any()));
    let _ = black_box(write!(Sink, "{}", Game::cell_text(&G::any(), any())));
    let _ = black_box(write!(Sink, "{}", Cell(G::any(), any())));
}

/// A cell that prints by [`Game::fmt_cell`].
struct Cell<G: Game>(G, u8);

impl<G: Game> Display for Cell<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Game::fmt_cell(&self.0, self.1, f)
    }
}

/// A position that prints by [`Game::fmt_position`].
struct Positioned<G: Game>(G, G::Position);

impl<G: Game> Display for Positioned<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Game::fmt_position(&self.0, self.1, f)
    }
}

/// A move that prints by [`Game::fmt_move`].
struct Moved<G: Game>(G, G::Position, Move);

impl<G: Game> Display for Moved<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Game::fmt_move(&self.0, self.1, self.2, f)
    }
}

/// A tier that prints by [`Tiering::fmt_tier`].
struct Tier<'t, P>(&'t dyn Tiering<P>, u32);

impl<P> Display for Tier<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt_tier(self.1, f)
    }
}

/// Every method of [`Key`], with more bytes than there may be or fewer.
pub(crate) fn key<K: Key + Any>() {
    let mut bytes = [any::<u8>(); 64];
    if let Some(bytes) = bytes.get_mut(..any::<usize>()) {
        Key::write(K::any(), bytes);
    }
    black_box(bytes);
    black_box::<Option<K>>(Key::read(any()));
}

/// Every method of [`Code`].
pub(crate) fn code<C: Any + Code<Value: Any>>() {
    let code = C::any();
    black_box(Code::codes(&code));
    black_box(Code::encode(&code, any()));
    let _ = black_box(Code::decode(&code, any()));
}

/// Every method of [`Probe`].
pub(crate) fn probe<P: Probe<Game: Game<Position: Any>>>(table: &P) {
    black_box(Probe::game(table));
    black_box(Probe::objective(table));
    let _ = black_box(Probe::value(table, any()));
    let _ = black_box(Probe::probe(table, any()));
    let _ = black_box(Probe::probe_with(table, any(), &mut |_| Ok(any())));
    let _ = black_box(Probe::move_values(table, any()));
    let _ = black_box(Probe::value_with_moves(table, any()));
    let _ = black_box(Probe::probe_with_moves(table, any()));
    let _ = black_box(Probe::outcome_preserving_moves(table, any()));
    all_of(Probe::positions(table));
    all_of(Probe::entries(table));
    black_box(Probe::codes(table));
    black_box(Probe::code(table, any()));
    let _ = black_box(Probe::decode(table, any()));
    black_box(Probe::canonical(table, any()));
    black_box(Probe::is_canonical(table, any()));
}

/// Every method of [`ProbeFailure`].
pub(crate) fn probe_failure<T: ProbeFailure + Any>() {
    black_box(ProbeFailure::no_entry(&T::any()));
}

/// Every method of [`Numbering`].
pub(crate) fn numbering<N: Numbering<G> + Any, G: Game<Position: Any> + Any>() {
    let (numbering, game) = (N::any(), &G::any());
    black_box(Numbering::is_of(&numbering, game));
    let _ = black_box(Numbering::check(&numbering, game, any()));
    black_box(Numbering::place(&numbering, game, any()));
    Numbering::places(&numbering, game, &[any()], &mut |_| ());
    black_box(Numbering::why_no_entry(&numbering, game, any()));
    black_box(Numbering::sections(&numbering, game));
    black_box(Numbering::slots(&numbering, game, any()));
    black_box(Numbering::position(&numbering, game, any()));
    black_box(Numbering::symmetries(&numbering, game));
    all_of(Numbering::sharing(&numbering, game, any()));
    black_box(Numbering::count_sharing(&numbering, game, any()));
    all_of(Numbering::firsts(&numbering, game, |_| any()));
    all_of(Numbering::positions(&numbering, game, |_| any()));
    black_box(Numbering::find(&numbering, game, any()));
    black_box(Numbering::codes(&numbering, game));
    black_box(Numbering::encode(&numbering, game, any()));
    black_box(Numbering::decode(&numbering, game, any()));
    black_box(Numbering::canonical(&numbering, game, any()));
    black_box(Numbering::is_canonical(&numbering, game, any()));
}
