//! Warns of rules that do not contradict themselves, but are probably not those that their author has in mind.

use perfect_play_core::{Game, Probe};

/// A warning if the side to move is probably not what the author of the rules has in mind.
pub(super) fn doubt<T: Probe>(table: &T) -> Option<String> {
    if table.game().is_impartial() { extra_turns(table) } else { one_player(table) }
}

/// A warning if an impartial game has a position that contains the side to move, and a move after which the same player
/// is to move: the solver lets players take strict turns.
fn extra_turns<T: Probe>(table: &T) -> Option<String> {
    let game = table.game();
    let [mut changes, mut stays] = [false; 2];
    for position in table.positions() {
        for mv in game.legal_moves(position) {
            let child = game.play(position, mv);
            // In a position without moves, `to_move` may return either player.
            if !game.legal_moves(child).is_empty() {
                let is_same = game.to_move(child) == game.to_move(position);
                changes |= !is_same;
                stays |= is_same;
            }
        }
    }
    (changes && stays).then(|| {
        format!(
            "{game}: `is_impartial` returns `true`, but after some moves `to_move` returns the same player again. In \
             an impartial game the players take strict turns. If a player can pass or move twice, `is_impartial` must \
             return `false`"
        )
    })
}

/// A warning if the same player makes every move.
fn one_player<T: Probe>(table: &T) -> Option<String> {
    let game = table.game();
    let player = game.to_move(game.start());
    let is_lone = table.positions().nth(1).is_some()
        && table.positions().all(|position| game.to_move(position) == player);
    is_lone.then(|| {
        format!(
            "{game}: {player} makes every move. If positions contain the side to move, `to_move` must return it. \
             If both players have the same moves, return `true` from `is_impartial`. If one player is meant, call \
             `.tested()`"
        )
    })
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use perfect_play_core::{Game, Move, Moves, Outcome, Player};
    use perfect_play_games::Mnk;

    use crate::Bake;

    /// Six stones. The side to move takes one or two.
    #[derive(Clone, Copy)]
    struct Stones {
        is_impartial: bool,
        /// The side to move after this player has taken this many stones.
        next: fn(Player, Move) -> Player,
    }

    impl fmt::Display for Stones {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("stones")
        }
    }

    impl Game for Stones {
        type Position = (u8, Player);

        fn start(&self) -> (u8, Player) {
            (6, Player::X)
        }
        fn to_move(&self, (_, player): (u8, Player)) -> Player {
            player
        }
        fn legal_moves(&self, (stones, _): (u8, Player)) -> Moves {
            (1..=stones.min(2)).collect()
        }
        fn play(&self, (stones, player): (u8, Player), taken: Move) -> (u8, Player) {
            (stones.saturating_sub(taken), (self.next)(player, taken))
        }
        fn terminal(&self, _: (u8, Player)) -> Option<Outcome> {
            None
        }
        fn is_impartial(&self) -> bool {
            self.is_impartial
        }
    }

    fn bake(is_impartial: bool, next: fn(Player, Move) -> Player) -> Bake<Stones> {
        Bake::new(Stones { is_impartial, next })
    }

    #[test]
    fn an_extra_turn_in_an_impartial_game_gives_a_warning() {
        let again = |player: Player, taken| if taken == 2 { player } else { player.opponent() };
        let warning = bake(true, again).solve().unwrap().warning.unwrap();
        assert!(
            warning.starts_with("stones: `is_impartial` returns `true`, but after"),
            "{warning}"
        );
        assert_eq!(bake(false, again).solve().unwrap().warning, None);
    }

    #[test]
    fn a_forgotten_is_impartial_gives_a_warning() {
        let bake = |is_impartial| bake(is_impartial, |player, _| player);
        let warning = bake(false).solve().unwrap().warning.unwrap();
        assert!(warning.starts_with("stones: X makes every move. If positions"), "{warning}");
        assert_eq!(bake(true).solve().unwrap().warning, None);
        assert_eq!(bake(false).tested().solve().unwrap().warning, None);
        assert_eq!(Bake::new(Mnk::TICTACTOE).solve().unwrap().warning, None);
    }
}
