//! The names of games that numbers alone make.

/// Implements printing and reading the name of a game from its numbers: methods of these names give them, and `new`
/// takes them.
macro_rules! named {
    ($game:ident($($number:ident),+)) => {
        /// Prints the name that reads back as this game.
        impl core::fmt::Display for $game {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                crate::name::fmt_name(f, crate::Family::$game, &[$(self.$number()),+], &[])
            }
        }

        /// Reads the name that the game prints as.
        impl core::str::FromStr for $game {
            type Err = crate::ParseNameError;

            fn from_str(name: &str) -> Result<Self, crate::ParseNameError> {
                let name = crate::name::Name::read(name, &[crate::Family::$game])?;
                let [$($number),+] = name.numbers();
                Self::new($($number),+).ok_or_else(|| name.beyond_limits())
            }
        }
    };
}

pub(crate) use named;
