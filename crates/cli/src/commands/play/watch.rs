//! A game between two levels, without input.

use perfect_play_analysis::PlayLimit;
use perfect_play_core::{Level, Player};

use crate::text::wrap::wrapped_lines;

use super::{
    screen,
    seats::Seat,
    session::Session,
    terminal::{Stop, Terminal},
};

/// Shows a game between two levels, X's first, until it ends or is given up.
pub(super) fn watch(
    mut session: Session<'_>,
    mut terminal: Terminal,
    [x, o]: [Level; 2],
    hints: bool,
) -> Result<(), Stop> {
    let level = |player| match player {
        Player::X => x,
        Player::O => o,
    };
    let brief = screen::in_brief(session.game());
    let sides = format!("X plays at level {x}, O at level {o}.");
    terminal.say(&wrapped_lines(&format!("{brief}\n{sides}")))?;
    terminal.say(&screen::board(&session))?;
    let longest = PlayLimit::new(session.game(), None).plies().into();
    while !session.is_over() && session.plies().len() < longest {
        let player = session.to_move();
        if hints {
            let hint = screen::hint(&session, &player.to_string())?;
            terminal.say(&format!("{hint}\n"))?;
        }
        terminal.pause();
        let level = level(player);
        session.play_at(level, Seat::Level(level))?;
        let come_back = screen::come_back(&session);
        let come_back = come_back.map_or_else(String::new, |come_back| format!("\n{come_back}"));
        let news = format!("{}{come_back}", screen::last_move(&session));
        terminal.say(&format!("{}{}", wrapped_lines(&news), screen::board(&session)))?;
    }
    let end = screen::end(&session, |player| Seat::Level(level(player)))?;
    terminal.say(&wrapped_lines(&end))
}
