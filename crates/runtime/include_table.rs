//! The macros that bring a baked table into a crate.

/// Makes a module from a table. This crate's build script must have baked the table with `Bake` of
/// `perfect-play-generator`.
///
/// The module's name is the name under which the table was baked. By default this is the game's name in lower case.
/// Letters and digits stay, and a sequence of other characters between them becomes one `_`: `Stones: 12` becomes
/// `stones_12`. The second argument is the game. It is either a type without fields, or a type and a constant of that
/// type. Write both as names that are in scope at the call, or as paths that begin with `crate`. A path that begins
/// with `super` would start in the new module.
///
/// ```
/// // Here the build script has baked tic-tac-toe. A type without fields stands for its own value:
/// // `include_table!(pub mod hexapawn, Hexapawn)`.
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
/// The module contains the following items. `perfect_play::tictactoe` is a module that this macro has made.
///
/// | item | is |
/// |---|---|
/// | `TABLE` | the table, a static that implements [`Probe`](crate::Probe): a [`Baked`](crate::Baked), or a [`Tiered`](crate::Tiered) if it was solved in tiers |
/// | `FACTS` | what was baked and how large it is: [`Facts`](crate::Facts) |
/// | `probe(position)` | the [`Entry`](crate::Entry) of a position |
/// | `best_move(position)` | its best move; `None` if the game is over |
/// | `move_values(position)` | the value of each legal move: [`MoveValues`](crate::MoveValues) |
/// | `outcome_preserving_moves(position)` | the moves that keep the outcome |
/// | `choose(level, position, random)` | a move that a [`Level`](crate::Level) chooses |
///
/// Each function returns a [`ProbeError`](crate::ProbeError) if the position has no entry. There is one exception: a
/// compact table may answer for an unreachable position if the game's symmetries are wrong there.
/// [`Game::symmetries`](crate::Game::symmetries) says what they must be.
///
/// Call the macro where items are allowed, outside of functions. The compiler checks that the versions of
/// `perfect-play-generator` and of this crate fit together. Each function of the module checks that the game named here
/// is the one that was baked. If the table was solved in tiers, the function compares the lines of the two games.
/// Otherwise it compares their numbers of codes and, in builds with debug assertions, their names. If the games differ,
/// it returns [`NotAPosition::OtherGame`](crate::NotAPosition::OtherGame).
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
            /// A separate module with names that no game uses, so that no item here hides an item of the game.
            mod __rules {
                use super::super::*;

                pub type __PerfectPlayGame = $type;
                pub const __PERFECT_PLAY_GAME: __PerfectPlayGame = $game;
            }

            // The baked file calls the runtime crate `perfect_play`, whatever its name is here.
            use $crate as perfect_play;

            /// A position of the game.
            pub type Position = <__rules::__PerfectPlayGame as $crate::Game>::Position;

            include!(concat!(env!("OUT_DIR"), "/", stringify!($name), ".rs"));

            /// The entry of a position.
            ///
            /// # Errors
            ///
            /// An error that says why the position has no entry.
            pub fn probe(position: Position) -> Result<$crate::Entry, $crate::ProbeError> {
                $crate::Probe::probe(&TABLE, position)
            }

            /// The best move. `None` if the game is over.
            ///
            /// # Errors
            ///
            /// An error that says why the position has no entry.
            pub fn best_move(
                position: Position,
            ) -> Result<Option<$crate::Move>, $crate::ProbeError> {
                Ok(probe(position)?.best_move())
            }

            /// The value of each legal move.
            ///
            /// # Errors
            ///
            /// An error that says why the position has no entry.
            pub fn move_values(
                position: Position,
            ) -> Result<$crate::MoveValues, $crate::ProbeError> {
                $crate::Probe::move_values(&TABLE, position)
            }

            /// The moves that keep the outcome, whatever their remoteness.
            ///
            /// # Errors
            ///
            /// An error that says why the position has no entry.
            pub fn outcome_preserving_moves(
                position: Position,
            ) -> Result<$crate::Moves, $crate::ProbeError> {
                $crate::Probe::outcome_preserving_moves(&TABLE, position)
            }

            /// A move that this level chooses. `None` if the game is over. Each call of `random` gives 32 random
            /// bits.
            ///
            /// # Errors
            ///
            /// An error that says why the position has no entry.
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

/// Baked files call this macro. Its first argument is the number of the form in which the table is handed over. The
/// generator raises the number whenever the form changes.
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
