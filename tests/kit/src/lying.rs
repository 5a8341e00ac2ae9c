//! Any game, with other answers than its own. It is the only place in the tests that passes on the methods of [`Game`].

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
};

use perfect_play_core::{
    Drawing, Game, Kind, Move, MoveCells, Moves, NO_CODES, Next, NotAPosition, Outcome,
    ParsePositionError, Piece, Player, ProbeError, Scheme, Tiering, Value,
};

/// Makes [`Lies`] of a list of methods.
macro_rules! lies {
    ($($method:ident($($arg:ident: $type:ty),*) -> $answer:ty;)*) => {
        /// What the methods of a game say in place of the truth.
        ///
        /// Each method here tells a lie of the method of [`Game`] with the same name: a function of its arguments and of
        /// the true answer. Of several lies of one method, a later one is told what the earlier ones say.
        #[derive(Clone)]
        pub struct Lies<P> {
            name: Option<String>,
            patience: Option<u32>,
            tiers: Option<Arc<dyn Tiering<P> + Send + Sync>>,
            $($method: Option<Arc<dyn Fn($($type,)* $answer) -> $answer + Send + Sync>>,)*
        }

        /// No lies. They are added by the methods of the result.
        #[must_use]
        pub fn lies<P>() -> Lies<P> {
            Lies { name: None, patience: None, tiers: None, $($method: None,)* }
        }

        impl<P: Copy + 'static> Lies<P> {
            $(
                #[doc = concat!("Lies of [`Game::", stringify!($method), "`].")]
                #[must_use]
                pub fn $method(
                    mut self,
                    says: impl Fn($($type,)* $answer) -> $answer + Send + Sync + 'static,
                ) -> Self {
                    self.$method = Some(match self.$method.take() {
                        None => Arc::new(says),
                        Some(earlier) => {
                            Arc::new(move |$($arg,)* truth| says($($arg,)* earlier($($arg,)* truth)))
                        }
                    });
                    self
                }
            )*
        }

        /// Prints the names of the methods that lie.
        impl<P> fmt::Debug for Lies<P> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let lying = [$(self.$method.as_ref().map(|_| stringify!($method)),)*];
                f.debug_list().entries(lying.iter().flatten()).finish()
            }
        }
    };
}

lies! {
    start() -> P;
    other_starts() -> Vec<P>;
    to_move(position: P) -> Player;
    legal_moves(position: P) -> Moves;
    play(position: P, mv: Move) -> P;
    each_child(position: P) -> Vec<P>;
    terminal(position: P) -> Option<Outcome>;
    blocked(position: P) -> Outcome;
    end(position: P) -> Option<Value>;
    winner(position: P) -> Option<Player>;
    scheme() -> Scheme;
    score(position: P) -> i16;
    repeats() -> bool;
    is_impartial() -> bool;
    next(before: P, after: P) -> Next;
    ply(position: P) -> Option<u16>;
    max_plies() -> u16;
    plies_to_draw(position: P) -> Option<u16>;
    max_move() -> Move;
    kind() -> Kind;
    codes() -> u64;
    encode(position: P) -> u64;
    decode(code: u64) -> Result<P, NotAPosition>;
    is_position(position: P) -> bool;
    check(position: P) -> Result<(), ProbeError>;
    codes_rise() -> bool;
    symmetries() -> u8;
    image(position: P, symmetry: u8) -> P;
    image_of_move(position: P, mv: Move, symmetry: u8) -> Move;
    canonical(position: P) -> (u64, u8);
    is_canonical(position: P) -> bool;
    fmt_position(position: P) -> Result<String, fmt::Error>;
}

impl<P> Lies<P> {
    /// The game has this name.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// The game has these tiers.
    #[must_use]
    pub fn tiers(mut self, tiers: impl Tiering<P> + Send + Sync + 'static) -> Self {
        self.tiers = Some(Arc::new(tiers));
        self
    }

    /// The game panics with [`OUT_OF_PATIENCE`] when it is asked more often than this. A clone begins to count again.
    #[must_use]
    pub fn patience(mut self, questions: u32) -> Self {
        self.patience = Some(questions);
        self
    }
}

/// The message of this panic, so that an endless loop is noticed.
pub const OUT_OF_PATIENCE: &str = "the game was asked too often";

/// A lie about one position: a method says this, and the truth about all others.
pub fn only<P: PartialEq, T: Clone>(at: P, said: T) -> impl Fn(P, T) -> T {
    move |position, truth| if position == at { said.clone() } else { truth }
}

/// A game that tells lies.
///
/// A method with a default that follows from other methods follows from what these say, lies included: [`Game::each_child`],
/// [`Game::end`], [`Game::winner`], [`Game::next`], [`Game::is_position`], [`Game::why_no_entry`], [`Game::canonical`] and
/// [`Game::is_canonical`].
#[derive(Debug)]
pub struct Lying<G: Game> {
    /// The game that tells the truth.
    pub game: G,
    /// What is said in its place.
    pub lies: Lies<G::Position>,
    asked: AtomicU32,
}

impl<G: Game> Lying<G> {
    /// This game with these lies.
    pub fn new(game: G, lies: Lies<G::Position>) -> Self {
        Self { game, lies, asked: AtomicU32::new(0) }
    }

    /// This game without lies. It has the same type as a game with lies, so that solvers and proofs are compiled only
    /// once for both.
    pub fn honest(game: G) -> Self
    where
        G::Position: 'static,
    {
        Self::new(game, lies())
    }
}

impl<G: Game + Clone> Clone for Lying<G> {
    fn clone(&self) -> Self {
        Self::new(self.game.clone(), self.lies.clone())
    }
}

impl<G: Game + Clone> Lying<G> {
    /// The same game with more lies.
    #[must_use]
    pub fn with(&self, more: impl FnOnce(Lies<G::Position>) -> Lies<G::Position>) -> Self {
        Self::new(self.game.clone(), more(self.lies.clone()))
    }
}

impl<G: Game> fmt::Display for Lying<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.lies.name {
            Some(name) => f.write_str(name),
            None => self.game.fmt(f),
        }
    }
}

/// What a lie says, given the truth, or else the truth.
macro_rules! said {
    ($self:ident.$method:ident($($arg:expr),*), $truth:expr) => {{
        $self.count();
        let truth = $truth;
        match &$self.lies.$method {
            Some(says) => says($($arg,)* truth),
            None => truth,
        }
    }};
    ($self:ident.$method:ident($($arg:expr),*)) => {
        said!($self.$method($($arg),*), $self.game.$method($($arg),*))
    };
}

impl<G: Game> Lying<G> {
    fn count(&self) {
        if let Some(most) = self.lies.patience {
            let asked = self.asked.load(Relaxed);
            assert!(asked < most, "{OUT_OF_PATIENCE}");
            self.asked.store(asked + 1, Relaxed);
        }
    }
}

impl<G: Game> Game for Lying<G> {
    type Position = G::Position;

    fn start(&self) -> G::Position {
        said!(self.start())
    }
    fn to_move(&self, at: G::Position) -> Player {
        said!(self.to_move(at))
    }
    fn legal_moves(&self, at: G::Position) -> Moves {
        said!(self.legal_moves(at))
    }
    fn play(&self, at: G::Position, mv: Move) -> G::Position {
        said!(self.play(at, mv))
    }
    fn each_child(&self, at: G::Position, each: &mut dyn FnMut(G::Position)) {
        let children = self.legal_moves(at).iter().map(|mv| self.play(at, mv)).collect();
        said!(self.each_child(at), children).into_iter().for_each(each);
    }
    fn terminal(&self, at: G::Position) -> Option<Outcome> {
        said!(self.terminal(at))
    }
    fn blocked(&self, at: G::Position) -> Outcome {
        said!(self.blocked(at))
    }
    fn end(&self, at: G::Position) -> Option<Value> {
        let outcome = || match self.terminal(at) {
            Some(outcome) => Some(outcome),
            None => self.legal_moves(at).is_empty().then(|| self.blocked(at)),
        };
        let end = |outcome| match self.scheme() {
            Scheme::Remoteness => Some(Value::terminal(outcome)),
            Scheme::Score => Value::of_score(self.score(at).max(-i16::MAX)),
        };
        said!(self.end(at), outcome().and_then(end))
    }
    fn winner(&self, at: G::Position) -> Option<Player> {
        let winner = |end: Value| match end.outcome() {
            Outcome::Win => Some(self.to_move(at)),
            Outcome::Draw => None,
            Outcome::Loss => Some(self.to_move(at).opponent()),
        };
        said!(self.winner(at), self.end(at).and_then(winner))
    }
    fn scheme(&self) -> Scheme {
        said!(self.scheme())
    }
    fn score(&self, at: G::Position) -> i16 {
        said!(self.score(at))
    }
    fn repeats(&self) -> bool {
        said!(self.repeats())
    }
    fn is_impartial(&self) -> bool {
        said!(self.is_impartial())
    }
    fn next(&self, before: G::Position, after: G::Position) -> Next {
        said!(self.next(before, after), Next::of(self, before, after))
    }
    fn other_starts(&self, each: &mut dyn FnMut(G::Position)) {
        let mut starts = Vec::new();
        self.game.other_starts(&mut |start| starts.push(start));
        said!(self.other_starts(), starts).into_iter().for_each(each);
    }

    fn ply(&self, at: G::Position) -> Option<u16> {
        said!(self.ply(at))
    }
    fn max_plies(&self) -> u16 {
        said!(self.max_plies())
    }
    fn plies_to_draw(&self, at: G::Position) -> Option<u16> {
        said!(self.plies_to_draw(at))
    }

    fn max_move(&self) -> Move {
        said!(self.max_move())
    }
    fn kind(&self) -> Kind {
        said!(self.kind())
    }
    fn checksum(&self) -> Option<u128> {
        self.game.checksum()
    }

    fn codes(&self) -> u64 {
        said!(self.codes())
    }
    fn encode(&self, at: G::Position) -> u64 {
        said!(self.encode(at))
    }
    fn decode(&self, code: u64) -> Result<G::Position, NotAPosition> {
        said!(self.decode(code))
    }
    fn is_position(&self, at: G::Position) -> bool {
        let has_no_codes = self.codes() == NO_CODES;
        said!(self.is_position(at), has_no_codes || self.decode(self.encode(at)) == Ok(at))
    }
    fn check(&self, at: G::Position) -> Result<(), ProbeError> {
        said!(self.check(at))
    }
    fn codes_rise(&self) -> bool {
        said!(self.codes_rise())
    }

    fn tiering(&self) -> Option<&dyn Tiering<G::Position>> {
        match &self.lies.tiers {
            Some(tiers) => Some(&**tiers),
            None => self.game.tiering(),
        }
    }

    fn symmetries(&self) -> u8 {
        said!(self.symmetries())
    }
    fn image(&self, at: G::Position, symmetry: u8) -> G::Position {
        said!(self.image(at, symmetry))
    }
    fn image_of_move(&self, at: G::Position, mv: Move, symmetry: u8) -> Move {
        said!(self.image_of_move(at, mv, symmetry))
    }
    fn canonical(&self, at: G::Position) -> (u64, u8) {
        let images = (0..self.symmetries()).map(|by| (self.encode(self.image(at, by)), by));
        said!(self.canonical(at), images.min().unwrap_or_else(|| (self.encode(at), 0)))
    }
    fn is_canonical(&self, at: G::Position) -> bool {
        said!(self.is_canonical(at), self.canonical(at).0 == self.encode(at))
    }

    fn fmt_position(&self, at: G::Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.lies.fmt_position {
            None => self.game.fmt_position(at, f),
            Some(says) if f.alternate() => f.write_str(&says(at, self.text(at, true))?),
            Some(says) => f.write_str(&says(at, self.text(at, false))?),
        }
    }
    fn parse_position(&self, text: &str) -> Result<G::Position, ParsePositionError> {
        self.game.parse_position(text)
    }
    fn fmt_move(&self, at: G::Position, mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt_move(at, mv, f)
    }

    fn drawing(&self) -> Drawing {
        self.game.drawing()
    }
    fn piece(&self, at: G::Position, cell: u8) -> Option<Piece> {
        self.game.piece(at, cell)
    }
    fn points_at(&self, at: G::Position, mv: Move) -> MoveCells {
        self.game.points_at(at, mv)
    }
    fn line(&self, at: G::Position) -> Moves {
        self.game.line(at)
    }
    fn is_seen_by_mover(&self) -> bool {
        self.game.is_seen_by_mover()
    }
    fn fmt_cell(&self, cell: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt_cell(cell, f)
    }
}

impl<G: Game> Lying<G> {
    /// The text of a position, without lies.
    fn text(&self, at: G::Position, is_drawn: bool) -> Result<String, fmt::Error> {
        use fmt::Write;

        let (mut text, notation) = (String::new(), self.game.notation(at));
        let written =
            if is_drawn { write!(text, "{notation:#}") } else { write!(text, "{notation}") };
        written?;
        Ok(text)
    }
}
