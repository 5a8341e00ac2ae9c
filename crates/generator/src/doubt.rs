//! Warns of rules that do not contradict themselves, but are probably not those that their author has in mind.

use perfect_play_core::{Game, Probe};

/// A warning if the side to move is probably not what the author of the rules has in mind: if one player makes every move, or
/// if a player of an impartial game moves twice. The rules do not contradict themselves then, so
/// [`check_rules`](crate::check_rules) does not refuse them.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{doubt, solve};
///
/// let table = solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// assert_eq!(doubt(&table), None);
/// # Ok::<(), perfect_play_generator::SolveError>(())
/// ```
pub fn doubt<T: Probe>(table: &T) -> Option<String> {
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
             If both players have the same moves, return `true` from `is_impartial`. If one player is meant, this is \
             right"
        )
    })
}
