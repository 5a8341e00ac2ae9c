//! How a table that a build script has baked comes into a crate.

/// Makes a module of the table that this crate's build script has baked with `Bake` of
/// `perfect-play-generator`.
///
/// The module's name is the name under which the table was baked: the game's own, with `_` for what
/// cannot stand in a name. Behind it comes the game: a type that is its own value, or a type and the
/// value, a constant. Both are named as they are in scope there, or by a path from `crate`; a path from
/// `super` would begin in the new module.
///
/// ```
/// // Here the build script has baked tic-tac-toe. A game of your own that is a type without fields
/// // is its own value: `include_table!(pub mod hexapawn, Hexapawn)`.
/// use perfect_play::{Mnk, Outcome};
///
/// perfect_play::include_table!(
///     /// Documentation, attributes and visibility are as for any module.
///     pub mod tictactoe, Mnk = Mnk::TICTACTOE
/// );
///
/// fn main() -> Result<(), Box<dyn std::error::Error>> {
///     let board = tictactoe::TABLE.game().parse("XO..X....")?;
///     assert_eq!(tictactoe::probe(board)?.outcome, Outcome::Loss);
///     assert_eq!(tictactoe::best_move(board)?, Some(8));
///     assert_eq!(tictactoe::FACTS.bytes, 39_366);
///     Ok(())
/// }
/// ```
///
/// In the module there are
///
/// | item | is |
/// |---|---|
/// | `TABLE` | the table, a static that answers as [`Probe`](crate::Probe): a [`Baked`](crate::Baked), or a [`Tiered`](crate::Tiered) if it was solved in tiers |
/// | `FACTS` | what was baked and how large it is: [`Facts`](crate::Facts) |
/// | `probe(position)` | the [`Entry`](crate::Entry) of a position |
/// | `best_move(position)` | its best move; `None` if the game is over |
/// | `move_values(position)` | what each legal move is worth: [`MoveValues`](crate::MoveValues) |
/// | `outcome_preserving_moves(position)` | the moves that keep the outcome |
/// | `choose(level, position, random)` | a move of a [`Level`](crate::Level)'s choice |
///
/// each of which gives a [`ProbeError`](crate::ProbeError) where there is no entry. A compact table of a
/// game whose symmetries are wrong at unreachable positions may answer for these:
/// [`Symmetric::symmetries`](crate::Symmetric::symmetries) says what they must be.
/// `perfect_play::tictactoe` is such a module.
///
/// The macro stands where items do, outside of functions. That `perfect-play-generator` and this
/// crate understand each other is checked while compiling. That the game named here is the one that was
/// baked is checked by its name at every question, but only in builds with debug assertions; in others
/// it is checked by its number of codes, or by its lines if it was solved in tiers. A question to another gets
/// [`NotAPosition::OtherGame`](crate::NotAPosition::OtherGame).
#[macro_export]
macro_rules! include_table {
    ($(#[$attribute:meta])* $visibility:vis mod $name:ident, $game:path $(,)?) => {
        $crate::include_table!($(#[$attribute])* $visibility mod $name, $game = $game);
    };
    ($(#[$attribute:meta])* $visibility:vis mod $name:ident, $type:ty = $game:expr $(,)?) => {
        $(#[$attribute])*
        #[doc = include_str!(concat!(env!("OUT_DIR"), "/", stringify!($name), ".md"))]
        #[allow(
            dead_code,
            unreachable_pub,
            unused_imports,
            unused_qualifications,
            clippy::unreadable_literal,
            reason = "what is not used here is used elsewhere, and what is baked was not typed"
        )]
        $visibility mod $name {
            /// Apart, and by names that nobody else has: no item here can hide one of the game's.
            mod __rules {
                use super::super::*;

                pub type __PerfectPlayGame = $type;
                pub const __PERFECT_PLAY_GAME: __PerfectPlayGame = $game;
            }

            // What is baked names the runtime crate so, whatever it is called here.
            use $crate as perfect_play;

            /// A position of the game.
            pub type Position = <__rules::__PerfectPlayGame as $crate::Game>::Position;

            include!(concat!(env!("OUT_DIR"), "/", stringify!($name), ".rs"));

            /// What the table says of a position.
            ///
            /// # Errors
            ///
            /// Why it has no entry for it.
            pub fn probe(position: Position) -> Result<$crate::Entry, $crate::ProbeError> {
                $crate::Probe::probe(&TABLE, position)
            }

            /// The best move; `None` if the game is over.
            ///
            /// # Errors
            ///
            /// Why the table has no entry for the position.
            pub fn best_move(
                position: Position,
            ) -> Result<Option<$crate::Move>, $crate::ProbeError> {
                Ok(probe(position)?.best_move())
            }

            /// What each legal move is worth.
            ///
            /// # Errors
            ///
            /// Why the table has no entry for the position.
            pub fn move_values(
                position: Position,
            ) -> Result<$crate::MoveValues, $crate::ProbeError> {
                $crate::Probe::move_values(&TABLE, position)
            }

            /// The moves that keep the outcome, whatever the distance.
            ///
            /// # Errors
            ///
            /// Why the table has no entry for the position.
            pub fn outcome_preserving_moves(
                position: Position,
            ) -> Result<$crate::Moves, $crate::ProbeError> {
                $crate::Probe::outcome_preserving_moves(&TABLE, position)
            }

            /// A move of this level's choice; `None` if the game is over. `random` gives 32 random
            /// bits a call.
            ///
            /// # Errors
            ///
            /// Why the table has no entry for the position.
            pub fn choose(
                level: $crate::Level,
                position: Position,
                random: impl FnMut() -> u32,
            ) -> Result<Option<$crate::Move>, $crate::ProbeError> {
                level.choose(&TABLE, position, random)
            }
        }
    };
}

/// What a build script has baked calls this. The first number is that of the form in which it is
/// handed over; the generator counts it up whenever the two would misunderstand each other.
#[doc(hidden)]
#[macro_export]
macro_rules! __baked_table {
    (2, $version:literal,
        game: $name:literal, objective: $objective:ident, form: tiered bytes,
        codes: $codes:literal, entries: $entries:literal, bytes: $bytes:literal, $data:expr) => {
        $crate::__baked_table!(@facts $version, $name, $objective, [$codes, $entries, $bytes],
            $crate::Form::Tiered);

        /// The table.
        pub static TABLE: $crate::Tiered<__rules::__PerfectPlayGame> = {
            match $crate::Tiered::new(__rules::__PERFECT_PLAY_GAME, $data) {
                Some(table) => table,
                None => panic!("what the build script has baked is damaged: build it anew"),
            }
        };
    };
    (2, $version:literal,
        game: $name:literal, objective: $objective:ident, form: $kind:ident $layout:ident,
        codes: $codes:literal, entries: $entries:literal, bytes: $bytes:literal, $data:expr) => {
        $crate::__baked_table!(@facts $version, $name, $objective, [$codes, $entries, $bytes],
            $crate::__baked_table!(@form $kind $layout));

        /// The table.
        pub static TABLE: $crate::Baked<
            __rules::__PerfectPlayGame,
            $crate::__baked_table!(@slots $kind $layout),
        > = $crate::Baked::new(
            __rules::__PERFECT_PLAY_GAME,
            FACTS,
            <$crate::__baked_table!(@slots $kind $layout)>::new($data),
        );
    };
    (@facts $version:literal, $name:literal, $objective:ident, $sizes:expr, $form:expr) => {
        /// What was baked, and how large it is.
        pub const FACTS: $crate::Facts = $crate::Facts::new(
            $version,
            $name,
            $crate::__baked_table!(@objective $objective),
            $form,
            $sizes,
        );
    };
    (@form direct words) => { $crate::Form::Direct($crate::Layout::Words) };
    (@form direct bytes) => { $crate::Form::Direct($crate::Layout::Bytes) };
    (@form compact words) => { $crate::Form::Compact($crate::Layout::Words) };
    (@form compact bytes) => { $crate::Form::Compact($crate::Layout::Bytes) };
    (@form compact $keys:ident) => { $crate::Form::Keys };
    (@slots direct words) => { $crate::Words };
    (@slots direct bytes) => { $crate::Bytes };
    (@slots compact words) => { $crate::CompactWords };
    (@slots compact bytes) => { $crate::CompactBytes };
    (@slots compact keys4) => { $crate::CompactKeys<4> };
    (@slots compact keys8) => { $crate::CompactKeys<8> };
    (@slots compact keys16) => { $crate::CompactKeys<16> };
    (@slots compact keys32) => { $crate::CompactKeys<32> };
    (@slots compact keys64) => { $crate::CompactKeys<64> };
    (@objective fastest) => { $crate::Objective::Fastest };
    (@objective outcome) => { $crate::Objective::Outcome };
    ($number:literal, $version:literal, $($rest:tt)*) => {
        compile_error!(concat!(
            "this table was baked by perfect-play-generator ", $version,
            ", which hands tables over in form ", $number,
            ", and this perfect-play reads form 2: name the same version of both in Cargo.toml"
        ));
    };
}
