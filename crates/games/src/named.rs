//! Names that consist of the family's name and of numbers, without options.

/// Implements printing and parsing the name of a game from its numbers. The game must have a method of each
/// number's name that returns it, and a function `new` that takes the numbers.
macro_rules! named {
    ($game:ident($($number:ident),+)) => {
        /// Prints the name that parses as this game.
        impl core::fmt::Display for $game {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                crate::name::fmt_name(f, crate::Family::$game, &[$(self.$number()),+], &[])
            }
        }

        /// Parses the name that the game prints.
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
