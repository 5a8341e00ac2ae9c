//! Serde for types that are not stored as their fields. Boards are stored as codes, sets of moves as lists, and
//! levels and chances as the text they print.

use core::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, SeqAccess, Unexpected, Visitor},
};

use crate::{Board, Chance, Level, MoveValues, Moves, Shape, Value};

/// Serializes the code. A board without a code is an error.
impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.occupied() >> Self::MAX_CODED_CELLS != 0 {
            let error = "a board with a mark beyond its first 40 cells has no code";
            return Err(serde::ser::Error::custom(error));
        }
        serializer.serialize_u64(self.code())
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = u64::deserialize(deserializer)?;
        Self::from_code(code)
            .ok_or_else(|| D::Error::invalid_value(Unexpected::Unsigned(code), &"a board's code"))
    }
}

/// Serializes the number ([`Value::number`]).
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(self.number())
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u16::deserialize(deserializer)?;
        Self::from_number(number)
            .ok_or_else(|| D::Error::invalid_value(Unexpected::Unsigned(number.into()), &"a value"))
    }
}

/// Serializes the list of moves, in ascending order.
impl Serialize for Moves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Moves {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MovesVisitor;

        impl<'de> Visitor<'de> for MovesVisitor {
            type Value = Moves;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of moves")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Moves, A::Error> {
                let mut moves = Moves::EMPTY;
                while let Some(mv) = list.next_element()? {
                    moves = moves.with(mv);
                }
                Ok(moves)
            }
        }

        deserializer.deserialize_seq(MovesVisitor)
    }
}

/// Serializes the list of the values of the moves.
impl Serialize for MoveValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Shape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename = "Shape")]
        struct Unchecked {
            columns: u8,
            rows: u8,
        }

        let Unchecked { columns, rows } = Unchecked::deserialize(deserializer)?;
        Self::new(columns, rows).ok_or_else(|| D::Error::custom("a board has 1 to 63 cells"))
    }
}

/// Serializes a code for JSON, where numbers are exact only up to 2^53 − 1. A larger code becomes `null`.
///
/// ```
/// use perfect_play_core::code_in_json;
/// use serde::Serialize;
///
/// #[derive(Serialize)]
/// struct Position {
///     #[serde(serialize_with = "code_in_json")]
///     code: Option<u64>,
/// }
///
/// let json = |code| serde_json::to_string(&Position { code }).unwrap();
/// assert_eq!(json(Some((1 << 53) - 1)), r#"{"code":9007199254740991}"#);
/// assert_eq!(json(Some(1 << 53)), r#"{"code":null}"#);
/// assert_eq!(json(None), r#"{"code":null}"#);
/// ```
///
/// # Errors
///
/// The errors of the serializer.
pub fn code_in_json<S: Serializer>(code: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
    const LARGEST: u64 = (1 << 53) - 1;
    code.filter(|&code| code <= LARGEST).serialize(serializer)
}

/// Implements serde for types that print a text and parse it again. Games use it too, in their own crate.
#[doc(hidden)]
#[macro_export]
macro_rules! __serde_as_text {
    ($($type:ty: $expected:literal),*) => {$(
        /// Serializes the text that this type prints.
        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct TextVisitor;

                impl ::serde::de::Visitor<'_> for TextVisitor {
                    type Value = $type;

                    fn expecting(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                        f.write_str($expected)
                    }

                    fn visit_str<E: ::serde::de::Error>(self, text: &str) -> Result<$type, E> {
                        text.parse().map_err(E::custom)
                    }
                }

                deserializer.deserialize_str(TextVisitor)
            }
        }
    )*};
}

__serde_as_text!(Level: "the name of a level", Chance: "a chance");

#[cfg(test)]
mod tests {
    use std::{fmt::Debug, string::ToString};

    use serde::de::DeserializeOwned;

    use super::*;
    use crate::{Entry, NotAPosition, Objective, Outcome, Player, ProbeError};

    fn comes_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str) {
        assert_eq!(serde_json::to_string(value).unwrap(), json);
        assert_eq!(serde_json::from_str::<T>(json).unwrap(), *value);
    }

    #[test]
    fn public_types_come_back() {
        comes_back(&Board::from_code(83).unwrap(), "83");
        comes_back(&Moves::EMPTY.with(1).with(63).with(64).with(255), "[1,63,64,255]");
        comes_back(&Value::win(3).unwrap(), "65531");
        comes_back(&Player::X, "\"X\"");
        comes_back(&Level::Skill(Chance::new(9, 10).unwrap()), "\"skill(0.9)\"");
        comes_back(&Level::Lookahead(3), "\"lookahead(3)\"");
        comes_back(&Chance::new(1, 3).unwrap(), "\"1/3\"");
        comes_back(&Objective::Fastest, "\"fastest\"");
        comes_back(&Shape::new(4, 3).unwrap(), r#"{"columns":4,"rows":3}"#);
        let reason = ProbeError::NotAPosition(NotAPosition::Unbalanced { x: 3, o: 0 });
        comes_back(&reason, r#"{"NotAPosition":{"Unbalanced":{"x":3,"o":0}}}"#);
        let entry = Entry {
            outcome: Outcome::Win,
            remoteness: Some(1),
            score: None,
            optimal_moves: Moves::EMPTY.with(4),
        };
        comes_back(&entry, r#"{"outcome":"win","remoteness":1,"score":null,"optimal_moves":[4]}"#);
    }

    #[test]
    fn what_is_none_is_refused() {
        assert!(serde_json::from_str::<Shape>(r#"{"columns":0,"rows":3}"#).is_err());
        assert!(serde_json::from_str::<Board>(&u64::MAX.to_string()).is_err());
        assert!(serde_json::from_str::<Value>("65535").is_err());
        assert!(serde_json::from_str::<Moves>("[256]").is_err());
        assert!(serde_json::from_str::<Level>("\"expert\"").is_err());
        assert!(serde_json::from_str::<Chance>("\"2\"").is_err());
    }
}
