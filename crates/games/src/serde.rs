//! Serde for games, which are stored as their names.

use crate::{
    Chess, Chomp, Clobber, Dodgem, Domineering, Dots, FoxAndHounds, GobbletGobblers, Hex, Hexapawn,
    Isolation, Kalah, Krk, Mills, Mnk, Morris, Nim, Notakto, OneGap, Othello, Quixo, Teeko, Wild,
};

perfect_play_core::__serde_as_text!(
    Chess: "the name of a game",
    Chomp: "the name of a game",
    Clobber: "the name of a game",
    Dodgem: "the name of a game",
    Domineering: "the name of a game",
    Dots: "the name of a game",
    FoxAndHounds: "the name of a game",
    GobbletGobblers: "the name of a game",
    Hex: "the name of a game",
    Hexapawn: "the name of a game",
    Isolation: "the name of a game",
    Kalah: "the name of a game",
    Krk: "the name of a game",
    Mills: "the name of a game",
    Mnk: "the name of a game",
    Morris: "the name of a game",
    Nim: "the name of a game",
    Notakto: "the name of a game",
    Othello: "the name of a game",
    OneGap: "the name of a game",
    Quixo: "the name of a game",
    Teeko: "the name of a game",
    Wild: "the name of a game"
);

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
