//! A game between a person and the machine, turn by turn. Any input is accepted or explained.

use perfect_play_analysis::PlayLimit;
use perfect_play_core::{Level, Player};

use super::{
    command::{self, Command},
    screen,
    seats::Seat,
    session::Session,
    terminal::{Stop, Terminal},
};
use crate::{
    terminal::{exit::Trouble, paint::letter},
    text::wrap::wrapped_lines,
};

/// A game between a person and the machine, and what is printed about it.
pub(super) struct Dialogue<'a> {
    session: Session<'a>,
    terminal: Terminal,
    /// The person's side.
    side: Player,
    /// The level of the machine.
    level: Level,
    /// Whether every turn begins with a hint.
    hints: bool,
}

impl<'a> Dialogue<'a> {
    pub(super) fn new(
        session: Session<'a>,
        terminal: Terminal,
        side: Player,
        level: Level,
        hints: bool,
    ) -> Self {
        Self { session, terminal, side, level, hints }
    }

    /// Plays until the person ends it.
    pub(super) fn run(mut self) -> Result<(), Stop> {
        let game = self.session.game();
        let (brief, how_to) = (screen::in_brief(game), screen::how_to(game));
        let mut news = format!("{brief}\n{}\n{how_to}", self.sides());
        loop {
            self.terminal.say(&wrapped_lines(&news))?;
            self.move_machine()?;
            self.show()?;
            match self.ask()? {
                Some(next) => news = next,
                None => return Ok(()),
            }
        }
    }

    /// Makes the machine's moves until it is the person's turn or the game is over. If the machine has moved as often in a row
    /// as the longest game between two levels takes, the game is given up: otherwise it could move for ever.
    fn move_machine(&mut self) -> Result<(), Stop> {
        let longest: usize = PlayLimit::new(self.session.game(), None).plies().into();
        let before = self.session.plies().len();
        while !self.session.is_over() && self.session.to_move() != self.side {
            if self.session.plies().len() - before == longest {
                self.session.give_up();
            } else {
                self.session.play_at(self.level, Seat::Machine)?;
                self.terminal.say(&wrapped_lines(&screen::last_move(&self.session)))?;
            }
        }
        Ok(())
    }

    /// Shows the position, and how often it was there, how the game ended, or a hint.
    fn show(&mut self) -> Result<(), Stop> {
        let mut text = String::new();
        if !self.session.is_over()
            && let Some(come_back) = screen::come_back(&self.session)
        {
            text += &wrapped_lines(&format!("{come_back} `new` plays again, `quit` ends."));
        }
        text += &self.board();
        if self.session.is_over() {
            text += &self.end()?;
        } else if self.hints {
            text += &self.hint()?;
        }
        self.terminal.say(&text)
    }

    /// Asks until the person does something that changes the board. Returns what happened, or `None` at the end.
    fn ask(&mut self) -> Result<Option<String>, Stop> {
        loop {
            let prompt = if self.session.is_over() {
                "What now? ".to_owned()
            } else {
                format!("Your move, {}: ", letter(self.side))
            };
            let Some(line) = self.terminal.ask(&prompt)? else {
                return Ok(None);
            };
            let (game, position) = (self.session.game(), self.session.position());
            let reply = match command::read(&line, game, position, self.session.is_over()) {
                Ok(Command::Move(mv)) => {
                    self.session.play(mv, Seat::You);
                    return Ok(Some(format!("\n{}", screen::last_move(&self.session))));
                }
                Ok(Command::New) => return Ok(Some(self.restart())),
                Ok(Command::Swap) => return Ok(Some(self.swap())),
                Ok(Command::Undo) => {
                    let undone = self.session.undo(self.side);
                    if !undone.is_empty() {
                        return Ok(Some(format!("\n{}", screen::taken_back(game, &undone))));
                    }
                    "You have not moved yet: there is nothing to take back.".to_owned()
                }
                Ok(Command::Hint) => self.hint()?,
                Ok(Command::Levels) => screen::levels(self.level),
                Ok(Command::Level(level)) => {
                    self.level = level;
                    let how = if self.session.is_over() { "; `new` plays again" } else { "" };
                    format!("The machine plays at level {level} from now on{how}.")
                }
                Ok(Command::Board) => self.board(),
                Ok(Command::Rules) => screen::rules(game),
                Ok(Command::Help) => screen::help(game),
                Ok(Command::Quit) => return Ok(None),
                Err(explanation) => explanation,
            };
            self.terminal.say(&wrapped_lines(&reply))?;
        }
    }

    /// Starts again with the same sides.
    fn restart(&mut self) -> String {
        self.session.restart();
        format!("\nA new game. {}", self.sides())
    }

    /// Gives the person the other side. If the game is over, a new one starts.
    fn swap(&mut self) -> String {
        self.side = self.side.opponent();
        if self.session.is_over() {
            self.restart()
        } else {
            let (side, other) = (letter(self.side), letter(self.side.opponent()));
            format!("\nYou are {side} now, and the machine plays {other}.")
        }
    }

    fn sides(&self) -> String {
        screen::sides(self.session.first(), self.side, self.level)
    }

    /// Shows the position, and the moves unless the board shows them.
    fn board(&self) -> String {
        format!("{}{}", screen::board(&self.session), screen::choice(&self.session))
    }

    fn seat(&self, player: Player) -> Seat {
        if player == self.side { Seat::You } else { Seat::Machine }
    }

    /// Shows the worth of each move to the person, or says that there are no moves.
    fn hint(&self) -> Result<String, Trouble> {
        if self.session.is_over() {
            return Ok(
                "The game is over: there is nothing to choose. `undo` takes your last move \
                       back."
                    .to_owned(),
            );
        }
        screen::hint(&self.session, "you")
    }

    /// Says how the game ended, why, and how to continue.
    fn end(&self) -> Result<String, Trouble> {
        let winner = self.session.winner();
        let end = screen::end(&self.session, |player| self.seat(player))?;
        let onward = screen::onward(winner.map(|player| self.seat(player)), self.level);
        Ok(format!("{}\n{}", wrapped_lines(&end), wrapped_lines(&onward)))
    }
}
