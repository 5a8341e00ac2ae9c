//! Games in a pseudo-terminal.

use rexpect::{
    process::WaitStatus,
    session::{PtySession, spawn_command},
};

use super::without_colour_variables;
use crate::Folder;

/// The longest wait, in milliseconds. No result depends on the time.
const PATIENCE: u64 = 60_000;

/// A terminal in which the program runs.
struct Terminal(PtySession);

impl Terminal {
    fn new(args: &[&str], variables: &[(&str, &str)]) -> Self {
        let folder = Folder::new();
        let mut command = without_colour_variables(folder.command(&[&["play"], args].concat()));
        command.env("TERM", "xterm").envs(variables.iter().copied());
        // The folder is only needed to start.
        command.current_dir(env!("CARGO_MANIFEST_DIR"));
        Self(spawn_command(command, Some(PATIENCE)).unwrap())
    }

    /// Without colours.
    fn plain(args: &[&str]) -> Self {
        Self::new(args, &[("NO_COLOR", "1")])
    }

    /// Types a line at the prompt, and waits until all these texts were on the screen.
    fn types(&mut self, prompt: &str, line: &str, shown: &[&str]) {
        self.reads(&[prompt]);
        self.0.send_line(line).unwrap();
        self.reads(shown);
    }

    /// Waits until all these texts were on the screen in order. Returns the text before them.
    fn reads(&mut self, shown: &[&str]) -> String {
        shown.iter().map(|text| self.0.exp_string(text).unwrap()).collect()
    }

    /// The rest of the screen when the program ends successfully.
    fn ends(mut self) -> String {
        let rest = self.0.exp_eof().unwrap();
        let status = self.0.process().wait().unwrap();
        assert!(matches!(status, WaitStatus::Exited(_, 0)), "{status:?}");
        rest
    }
}

const X: &str = "Your move, X: ";
const O: &str = "Your move, O: ";
const OVER: &str = "What now? ";

#[test]
fn games_from_start_to_finish() {
    let mut game = Terminal::plain(&["--level", "master"]);
    game.reads(&["You are X and move first; the machine plays O at level master.", "7 | 8 | 9"]);
    // Bad entries.
    game.types(X, "", &["Type the number of a free cell, or `help`"]);
    game.types(X, "0", &["There is no cell 0: the cells are 1 to 9, row by row."]);
    game.types(X, "five", &["`five` is neither a cell nor a command"]);
    game.types(X, "5 5", &["One number is enough"]);
    game.types(X, "hlp", &["did you mean `help`?"]);
    game.types(X, "level nvice", &["did you mean `novice`?"]);
    // All commands that ask something.
    game.types(X, "help", &["undo        take back your last move"]);
    game.types(X, "hint", &["every free cell: draw in 9 plies"]);
    game.types(X, "level", &["> master"]);
    game.types(X, "undo", &["there is nothing to take back"]);
    game.types(X, "5", &["1. You take 5.", "2. The machine takes 1.", "[O]| 2 | 3"]);
    game.types(X, "5", &["X is on 5 already."]);
    game.types(X, "undo", &["Taken back: O on 1 and X on 5.", "1 | 2 | 3"]);
    // The other side, to the end of the game.
    game.types(X, "swap", &["You are O now", "1. The machine takes 1."]);
    game.types(O, "2", &["3. The machine takes 4."]);
    game.types(O, "hint", &["loss in 4 plies (best)", "loss in 2 plies"]);
    game.types(O, "7", &["5. The machine takes 5.", "[X]"]);
    game.types(
        O,
        "9",
        &[
            "7. The machine takes 6.",
            "The machine has won: X completed a line with 4, 5 and 6.",
            "The game was decided on move 2: you (O) took 2 and turned a draw into a loss.",
            "Taking 5 would have held the draw.",
            "`level medium` makes it easier",
        ],
    );
    // A second game, at another level, and a third.
    game.types(OVER, "1", &["The game is over"]);
    game.types(OVER, "level perfect", &["level perfect from now on; `new` plays again."]);
    game.types(OVER, "swap", &["A new game. You are X", "at level perfect."]);
    game.types(X, "1", &["2. The machine takes 5."]);
    game.types(X, "level blind", &["The machine plays at level blind from now on."]);
    game.types(X, "new", &["A new game.", "at level blind."]);
    game.types(X, "quit", &[]);
    assert_eq!(game.ends(), "");
}

#[test]
fn the_end_of_input_ends_the_program() {
    let mut game = Terminal::plain(&[]);
    game.reads(&[X]);
    game.0.send_control('d').unwrap();
    assert_eq!(game.ends(), "\r\n");

    let mut game = Terminal::plain(&["mnk:1,1,1"]);
    game.types(X, "1", &["You have won", OVER]);
    game.0.send_control('d').unwrap();
    assert_eq!(game.ends(), "\r\n");
}

#[test]
fn a_drawn_game() {
    let mut game = Terminal::plain(&["--level", "master"]);
    for cell in ["5", "3", "4", "2"] {
        game.types(X, cell, &[&format!("You take {cell}."), "The machine takes"]);
    }
    game.types(
        X,
        "9",
        &["A draw: the board is full.", "No move changed the outcome", "`new` plays again"],
    );
    game.types(OVER, "undo", &["Taken back: X on 9.", "O |[O]| 9"]);
    game.types(X, "q", &[]);
    game.ends();
}

#[test]
fn two_levels_play_until_the_end_and_nobody_is_asked() {
    let mut game = Terminal::plain(&["mnk:2,2,2", "--level", "x=perfect", "--level", "o=master"]);
    game.reads(&["X plays at level perfect, O at level master.", "3. X (perfect) takes"]);
    assert!(game.ends().contains("X (perfect) has won"));
}

#[test]
fn colours_are_shown_where_they_can_and_may_be() {
    let play = |variables: &[(&str, &str)]| {
        let mut game = Terminal::new(&["--level", "master"], variables);
        let mut screen = game.reads(&["Your move, "]);
        game.0.send_line("5").unwrap();
        screen += &game.reads(&["Your move, "]);
        game.0.send_line("hint").unwrap();
        screen += &game.reads(&["Your move, "]);
        game.0.send_line("quit").unwrap();
        screen + &game.ends()
    };
    let coloured = play(&[]);
    // X and O in their own colours, the last move bold, numbers dim.
    for text in ["\u{1b}[36mX\u{1b}[0m", "\u{1b}[1m\u{1b}[35m[O]\u{1b}[0m", "\u{1b}[2m9\u{1b}[0m"] {
        assert!(coloured.contains(text), "{text:?}: {coloured:?}");
    }
    for variables in [("NO_COLOR", "1"), ("TERM", "dumb"), ("CLICOLOR", "0")] {
        let plain = play(&[variables]);
        assert!(!plain.contains('\u{1b}'), "{variables:?}: {plain:?}");
        assert!(plain.contains("[O]| 2 | 3"), "{variables:?}: {plain:?}");
    }
}
