//! A game whose positions and moves are unlike those of a board game.

use perfect_play_core::{Move, NotAPosition, Player, Unreachable};
use perfect_play_test_kit::{At, Listed, Lying, lies, only, open};

/// The players take stones from a pile in turn, one to `most` each. The player who takes the last stone wins.
pub(crate) struct Stones {
    pile: u8,
    most: u8,
    /// How much a move's number rises for each further stone.
    step: Move,
    name: &'static str,
}

impl Stones {
    /// A game with as many moves as fit into 64 bits. Its name would end a comment, a text or a line in any of the
    /// languages. It has a character that JSON escapes as two.
    pub(crate) const WORST: Self = Self {
        pile: 70,
        most: 64,
        step: 1,
        name: "stones */ /* ??/ \"\"\" ''' \\u{ ${a} \n\u{e9}\u{e0067} game_ perfect play",
    };

    /// A game with move numbers from 0 to the largest one.
    pub(crate) const MANY_MOVES: Self = Self { pile: 86, most: 86, step: 3, name: "many moves" };

    /// Three codes for each number of stones taken. The third one is not a position's code, although it decodes to the
    /// first position's pile.
    pub(crate) fn game(&self) -> Lying<Listed> {
        let &Self { pile, most, step, name } = self;
        let node = |node: u32| {
            let (taken, player) = (node / 3, node % 3);
            let to_move = [Player::X, Player::O][player.min(1) as usize];
            let moves = (0..most).map(|more| {
                let next = 3 * (taken + u32::from(more) + 1) + 1 - player.min(1);
                (more * step, next)
            });
            open(to_move, moves.filter(|&(_, next)| next / 3 <= u32::from(pile)))
        };
        let game = Listed {
            name,
            codes_rise: true,
            max_move: (most - 1) * step,
            max_plies: pile.into(),
            ..Listed::new((0..3 * (u32::from(pile) + 1)).map(node).collect::<Vec<_>>())
        };
        let start = game.at(0);
        let text = move |at: At, _| {
            let to_move = if at.node().is_multiple_of(3) { Player::X } else { Player::O };
            Ok(format!("{} stones, {to_move} to move", u32::from(pile) - at.node() / 3))
        };
        let lies = lies()
            .decode(move |code, truth| match code {
                2 => Ok(start),
                _ if code % 3 == 2 => Err(NotAPosition::Unbalanced { x: 0, o: 2 }),
                _ => truth,
            })
            .check(only(game.at(1), Err(Unreachable::NotInTable.into())))
            // There are no draws, so this is not used.
            .plies_to_draw(|_, _| Some(u16::MAX))
            .fmt_position(text);
        Lying::new(game, lies)
    }
}
