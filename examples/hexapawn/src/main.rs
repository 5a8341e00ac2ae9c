//! Hexapawn on the terminal, against a table of all its positions.
//!
//! ```console
//! $ cargo run -- master
//! ```
//!
//! The first argument is the level of the machine: `blind`, `novice`, `master`, `perfect` (the
//! default) or `skill(0.9)`. The second argument, `x` or `o`, is your side. The default is X, which
//! moves first.

use std::{
    env,
    error::Error,
    hash::{BuildHasher, RandomState},
    io::{self, BufRead, Write},
    process::ExitCode,
};

use hexapawn_rules::{Hexapawn, Position};
use perfect_play::{Game, Level, Move, Player};

perfect_play::include_table!(mod hexapawn, Hexapawn);

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hexapawn: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let (level, you) = read_arguments(env::args().skip(1))?;
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let facts = hexapawn::FACTS;
    let (game, positions, bytes) = (facts.game, facts.entries, facts.bytes);
    let they = format!("{positions} positions and their mirror images");
    writeln!(output, "{game}: {they}, in a table of {bytes} bytes.")?;
    writeln!(output, "You have {you}, the machine has {} and plays {level}.", you.opponent())?;
    writeln!(output, "Answer with the number of a move, or with ? for what each is worth.")?;
    let mut position = Hexapawn.start();
    loop {
        writeln!(output, "\n{:#}\n", Hexapawn.notation(position))?;
        if let Some(winner) = Hexapawn.winner(position) {
            let who = if winner == you { "You win" } else { "The machine wins" };
            writeln!(output, "{who}: {}.", why_it_is_over(position))?;
            return Ok(());
        }
        let mv = if position.to_move == you {
            let Some(mv) = ask(position, &mut input, &mut output)? else {
                writeln!(output, "\nAnother time, then.")?;
                return Ok(());
            };
            mv
        } else {
            let Some(mv) = hexapawn::choose(level, position, random)? else {
                return Err("the machine has no move, and yet the game is not over".into());
            };
            writeln!(output, "The machine moves {}.", Hexapawn.move_text(position, mv))?;
            mv
        };
        position = Hexapawn.play(position, mv);
    }
}

/// The level, and your side.
fn read_arguments(
    mut arguments: impl Iterator<Item = String>,
) -> Result<(Level, Player), Box<dyn Error>> {
    let level = match arguments.next() {
        None => Level::Perfect,
        Some(level) => level.parse().map_err(|error| format!("`{level}`: {error}"))?,
    };
    let you = match arguments.next().as_deref() {
        None | Some("x" | "X") => Player::X,
        Some("o" | "O") => Player::O,
        Some(side) => return Err(format!("`{side}`: a side is `x` or `o`").into()),
    };
    match arguments.next() {
        None => Ok((level, you)),
        Some(rest) => {
            Err(format!("`{rest}`: there is nothing more to say than level and side").into())
        }
    }
}

/// The move that the user types, or `None` at the end of the input.
fn ask(
    position: Position,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> Result<Option<Move>, Box<dyn Error>> {
    let moves: Vec<Move> = Hexapawn.legal_moves(position).iter().collect();
    let choices = (1..)
        .zip(&moves)
        .map(|(number, &mv)| format!("{number}) {}", Hexapawn.move_text(position, mv)));
    writeln!(output, "{}", choices.collect::<Vec<_>>().join("   "))?;
    loop {
        write!(output, "> ")?;
        output.flush()?;
        let mut answer = String::new();
        if input.read_line(&mut answer)? == 0 {
            return Ok(None);
        }
        match answer.trim() {
            "?" => {
                for worth in hexapawn::move_values(position)?.iter() {
                    let (name, outcome) = (Hexapawn.move_text(position, worth.mv), worth.outcome);
                    write!(output, "{name}: {outcome}")?;
                    // Every entry has a remoteness, because there are no draws.
                    if let Some(plies) = worth.remoteness {
                        write!(output, " in {plies} plies")?;
                    }
                    writeln!(output)?;
                }
            }
            answer => match answer.parse().ok().and_then(|n: usize| moves.get(n.checked_sub(1)?)) {
                Some(&mv) => return Ok(Some(mv)),
                None => writeln!(
                    output,
                    "`{answer}` is no move: answer with a number from 1 to {}.",
                    moves.len()
                )?,
            },
        }
    }
}

fn why_it_is_over(position: Position) -> String {
    let (loser, winner) = (position.to_move, position.to_move.opponent());
    if position.is_through(winner) {
        format!("{winner} has reached the far row")
    } else if position.cells.contains(&Some(loser)) {
        format!("{loser} has no move")
    } else {
        format!("{loser} has no pawn")
    }
}

/// 32 random bits: the standard library seeds its hash maps with them.
fn random() -> u32 {
    let bits = RandomState::new().hash_one(());
    u32::try_from(bits >> 32).unwrap_or(0)
}
