//! A game that is not built in, whose positions are no boards, and what its tables must answer.

use perfect_play_generator::core::Player;
use perfect_play_test_kit::{At, Listed, Lying, after, stones};

use super::{
    oracle,
    truth::{Answer, Truth},
};

/// The game with this name.
pub(crate) fn named(name: &str) -> Option<Lying<Listed>> {
    let pile = name.strip_prefix("stones:")?.parse().ok().filter(|&pile| pile <= 100)?;
    Some(stones(pile)).filter(|game| game.to_string() == name)
}

/// What the game's table must answer.
pub(crate) fn truth(game: &Lying<Listed>) -> Truth<At> {
    let pile = usize::from(game.game.max_plies);
    // By stones left, how it ends for who takes next, and in how many plies.
    let mut verdicts: Vec<oracle::Verdict> = vec![(-1, 0)];
    let moves = |verdicts: &[oracle::Verdict], left: usize| -> Vec<(u8, oracle::Verdict)> {
        let to = |taken: usize| {
            let (outcome, plies) = verdicts[left - taken];
            (u8::try_from(taken).unwrap() - 1, (-outcome, plies + 1))
        };
        (1..=left.min(3)).map(to).collect()
    };
    for left in 1..=pile {
        let moves = moves(&verdicts, left);
        let wins = moves.iter().filter(|(_, (outcome, _))| *outcome > 0);
        let win = wins.map(|&(_, worth)| worth).min_by_key(|&(_, plies)| plies);
        let loss = moves.iter().map(|&(_, worth)| worth).max_by_key(|&(_, plies)| plies);
        verdicts.push(win.or(loss).unwrap());
    }
    // Who takes next, 0 or 1, with so many stones left.
    let mut reached = vec![[false; 2]; pile + 1];
    reached[pile][0] = true;
    for left in (1..=pile).rev() {
        for player in 0..2 {
            for taken in 1..=left.min(3) {
                reached[left - taken][1 - player] |= reached[left][player];
            }
        }
    }
    let mut positions_by_ply = vec![0; pile + 1];
    let mut asked = Vec::new();
    // More stones than there are, too.
    for taken in 0..pile + 4 {
        for (player, to_move) in [(0, Player::X), (1, Player::O)] {
            let left = pile.checked_sub(taken).filter(|&left| reached[left][player]);
            let answer = left.map(|left| {
                // Plies are not counted.
                positions_by_ply[0] += 1;
                Answer::new(verdicts[left], &moves(&verdicts, left))
            });
            asked.push((game.at(after(taken.try_into().unwrap(), to_move)), answer));
        }
    }
    Truth { asked, positions_by_ply }
}
