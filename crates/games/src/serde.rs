//! Serde for games: they are what they print as.

use crate::Mnk;

perfect_play_core::__serde_as_text!(Mnk: "the name of a game");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_their_names() {
        let json = "\"tictactoe+misere\"";
        assert_eq!(serde_json::to_string(&Mnk::TICTACTOE_MISERE).unwrap(), json);
        assert_eq!(serde_json::from_str::<Mnk>(json).unwrap(), Mnk::TICTACTOE_MISERE);
        assert!(serde_json::from_str::<Mnk>("\"mnk:3,3\"").is_err());
    }
}
