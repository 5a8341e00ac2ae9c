//! Games whose positions are bytes.
//!
//! Programs do not know at compile time which game they are asked for. So they see the rules through a pointer, and
//! positions as bytes. This is the only place that passes on the methods of [`Game`].

use std::{fmt, sync::Arc};

use perfect_play_core::{
    Backwards, Drawing, Game, Kind, Move, MoveCells, Moves, Next, NotAPosition, Outcome,
    ParsePositionError, Piece, Player, ProbeError, Scheme, Slot, Tiering, Value,
};

use perfect_play_proof::Rules;

use crate::position::Bytes;

/// Positions of at most this many bytes, as all of our games have, are solved and proven in so many bytes.
pub(crate) const NARROW: usize = 16;

/// What a proof knows about rules that are called with the bytes of positions.
pub(crate) const fn rules_of(tested: bool) -> Rules {
    if tested { Rules::Tested } else { Rules::OfBytes }
}

/// Passes on to `$inner` all methods of [`Game`] that a game behind a pointer has, without its codes. `$has` says whether the
/// inner game has such a position. `$to` converts a position of the type to one of the inner game, and `$from` converts it
/// back.
macro_rules! pass_on_but_codes {
    ($self:ident => $inner:expr, $has:expr, $to:expr, $from:expr) => {
        fn start(&$self) -> Self::Position {
            ($from)($inner.start())
        }
        fn to_move(&$self, position: Self::Position) -> Player {
            $inner.to_move(($to)(position))
        }
        fn legal_moves(&$self, position: Self::Position) -> Moves {
            $inner.legal_moves(($to)(position))
        }
        fn play(&$self, position: Self::Position, mv: Move) -> Self::Position {
            ($from)($inner.play(($to)(position), mv))
        }
        fn each_child(&$self, position: Self::Position, each: &mut dyn FnMut(Self::Position)) {
            $inner.each_child(($to)(position), &mut |child| each(($from)(child)));
        }
        fn children(
            &$self,
            position: Self::Position,
            each: &mut dyn FnMut(Self::Position, Option<Slot>),
        ) {
            $inner.children(($to)(position), &mut |child, slot| each(($from)(child), slot));
        }
        fn terminal(&$self, position: Self::Position) -> Option<Outcome> {
            $inner.terminal(($to)(position))
        }
        fn blocked(&$self, position: Self::Position) -> Outcome {
            $inner.blocked(($to)(position))
        }
        fn end(&$self, position: Self::Position) -> Option<Value> {
            $inner.end(($to)(position))
        }
        fn scheme(&$self) -> Scheme {
            $inner.scheme()
        }
        fn score(&$self, position: Self::Position) -> i16 {
            $inner.score(($to)(position))
        }
        fn repeats(&$self) -> bool {
            $inner.repeats()
        }
        fn is_impartial(&$self) -> bool {
            $inner.is_impartial()
        }
        fn next(&$self, before: Self::Position, after: Self::Position) -> Next {
            $inner.next(($to)(before), ($to)(after))
        }
        fn passed(&$self, position: Self::Position) -> Option<Self::Position> {
            $inner.passed(($to)(position)).map($from)
        }
        fn other_starts(&$self, each: &mut dyn FnMut(Self::Position)) {
            $inner.other_starts(&mut |start| each(($from)(start)));
        }
        fn ply(&$self, position: Self::Position) -> Option<u16> {
            $inner.ply(($to)(position))
        }
        fn max_plies(&$self) -> u16 {
            $inner.max_plies()
        }
        fn plies_to_draw(&$self, position: Self::Position) -> Option<u16> {
            $inner.plies_to_draw(($to)(position))
        }
        fn max_move(&$self) -> Move {
            $inner.max_move()
        }
        fn checksum(&$self) -> Option<u128> {
            $inner.checksum()
        }
        fn is_called(&$self, name: &str) -> bool {
            $inner.is_called(name)
        }
        fn is_position(&$self, position: Self::Position) -> bool {
            ($has)(position) && $inner.is_position(($to)(position))
        }
        fn check(&$self, position: Self::Position) -> Result<(), ProbeError> {
            if ($has)(position) {
                $inner.check(($to)(position))
            } else {
                Err(NotAPosition::OtherGame.into())
            }
        }
        fn symmetries(&$self) -> u8 {
            $inner.symmetries()
        }
        fn image(&$self, position: Self::Position, symmetry: u8) -> Self::Position {
            ($from)($inner.image(($to)(position), symmetry))
        }
        fn image_of_move(&$self, position: Self::Position, mv: Move, symmetry: u8) -> Move {
            $inner.image_of_move(($to)(position), mv, symmetry)
        }
        fn fmt_position(
            &$self,
            position: Self::Position,
            f: &mut fmt::Formatter<'_>,
        ) -> fmt::Result {
            $inner.fmt_position(($to)(position), f)
        }
        fn parse_position(&$self, text: &str) -> Result<Self::Position, ParsePositionError> {
            $inner.parse_position(text).map($from)
        }
        fn fmt_move(
            &$self,
            position: Self::Position,
            mv: Move,
            f: &mut fmt::Formatter<'_>,
        ) -> fmt::Result {
            $inner.fmt_move(($to)(position), mv, f)
        }
        fn parse_move(&$self, position: Self::Position, text: &str) -> Option<Move> {
            $inner.parse_move(($to)(position), text)
        }
        fn rules(&$self) -> &str {
            $inner.rules()
        }
        fn drawing(&$self) -> Drawing {
            $inner.drawing()
        }
        fn piece(&$self, position: Self::Position, cell: u8) -> Option<Piece> {
            $inner.piece(($to)(position), cell)
        }
        fn points_at(&$self, position: Self::Position, mv: Move) -> MoveCells {
            $inner.points_at(($to)(position), mv)
        }
        fn line(&$self, position: Self::Position) -> Moves {
            $inner.line(($to)(position))
        }
        fn is_seen_by_mover(&$self) -> bool {
            $inner.is_seen_by_mover()
        }
        fn fmt_cell(&$self, cell: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            $inner.fmt_cell(cell, f)
        }
    };
}
pub(crate) use pass_on_but_codes;

/// [`pass_on_but_codes`], and the codes.
macro_rules! pass_on {
    ($self:ident => $inner:expr, $has:expr, $to:expr, $from:expr) => {
        $crate::erased::pass_on_but_codes!($self => $inner, $has, $to, $from);

        fn kind(&$self) -> Kind {
            $inner.kind()
        }
        fn codes(&$self) -> u64 {
            $inner.codes()
        }
        fn encode(&$self, position: Self::Position) -> u64 {
            $inner.encode(($to)(position))
        }
        fn decode(&$self, code: u64) -> Result<Self::Position, NotAPosition> {
            $inner.decode(code).map($from)
        }
        fn codes_rise(&$self) -> bool {
            $inner.codes_rise()
        }
        fn canonical(&$self, position: Self::Position) -> (u64, u8) {
            $inner.canonical(($to)(position))
        }
        fn is_canonical(&$self, position: Self::Position) -> bool {
            $inner.is_canonical(($to)(position))
        }
    };
}
pub(crate) use pass_on;

/// A game without its codes, so that it is solved and stored by keys.
#[derive(Clone)]
pub(crate) struct Uncoded<G>(pub(crate) G);

impl<G: Game> fmt::Display for Uncoded<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<G: Game> Game for Uncoded<G> {
    type Position = G::Position;

    pass_on_but_codes!(self => self.0, |_| true, |position| position, |position| position);

    fn tiering(&self) -> Option<&dyn Tiering<G::Position>> {
        self.0.tiering()
    }
}

/// A game whose positions are given as `N` bytes. Bytes that are not those of a position are read as the start: ask
/// [`Game::is_position`] first.
#[derive(Clone)]
pub(crate) struct InBytes<G, const N: usize>(pub(crate) G);

impl<G: Game, const N: usize> InBytes<G, N> {
    fn has(bytes: Bytes<N>) -> bool {
        bytes.read::<G::Position>().is_some()
    }

    #[inline]
    fn at(&self, bytes: Bytes<N>) -> G::Position {
        bytes.read_first().unwrap_or_else(|| self.0.start())
    }
}

impl<G: Game, const N: usize> fmt::Display for InBytes<G, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<G: Game, const N: usize> Game for InBytes<G, N> {
    type Position = Bytes<N>;

    pass_on!(self => self.0, Self::has, |bytes| self.at(bytes), Bytes::of);

    fn tiering(&self) -> Option<&dyn Tiering<Bytes<N>>> {
        self.0.tiering().map(|_| self as &dyn Tiering<Bytes<N>>)
    }
}

/// The tiers of the game, if it has some. Otherwise there are none.
impl<G: Game, const N: usize> Tiering<Bytes<N>> for InBytes<G, N> {
    fn tiers(&self) -> u32 {
        self.0.tiering().map_or(0, Tiering::tiers)
    }
    fn slots(&self, tier: u32) -> u64 {
        self.0.tiering().map_or(0, |tiering| tiering.slots(tier))
    }
    fn rank(&self, position: Bytes<N>) -> Option<Slot> {
        self.0.tiering()?.rank(position.read_first()?)
    }
    fn unrank(&self, slot: Slot) -> Option<Bytes<N>> {
        self.0.tiering()?.unrank(slot).map(Bytes::of)
    }
    fn unit(&self, tier: u32) -> u32 {
        self.0.tiering().map_or(0, |tiering| tiering.unit(tier))
    }
    fn fmt_tier(&self, tier: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.tiering().map_or(Ok(()), |tiering| tiering.fmt_tier(tier, f))
    }
    fn only_reached_from(&self) -> u32 {
        self.0.tiering().map_or(0, Tiering::only_reached_from)
    }
    fn backwards(
        &self,
        position: Bytes<N>,
        each: &mut dyn FnMut(Bytes<N>, Option<Slot>),
    ) -> Backwards {
        match self.0.tiering() {
            Some(tiering) => tiering
                .backwards(self.at(position), &mut |before, slot| each(Bytes::of(before), slot)),
            None => Backwards::Unknown,
        }
    }
    fn exits(
        &self,
        position: Bytes<N>,
        each: &mut dyn FnMut(Bytes<N>, Option<Slot>),
    ) -> Option<u16> {
        let each = &mut |child, slot| each(Bytes::of(child), slot);
        self.0.tiering()?.exits(self.at(position), each)
    }
    fn keeping(&self, position: Bytes<N>) -> Option<u8> {
        self.0.tiering()?.keeping(self.at(position))
    }
}

/// A game of any type. Solvers and numberings that take it are compiled once for all games.
#[derive(Clone)]
pub(crate) struct Erased<const N: usize>(
    pub(crate) Arc<dyn Game<Position = Bytes<N>> + Send + Sync>,
);

impl<const N: usize> Erased<N> {
    pub(crate) fn of<G: Game + Send + Sync + 'static>(game: G) -> Self {
        Self(Arc::new(InBytes(game)))
    }
}

impl<const N: usize> fmt::Display for Erased<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<const N: usize> Game for Erased<N> {
    type Position = Bytes<N>;

    pass_on!(self => self.0, |_| true, |position| position, |position| position);

    fn tiering(&self) -> Option<&dyn Tiering<Bytes<N>>> {
        self.0.tiering()
    }
}
