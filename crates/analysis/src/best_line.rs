//! How the game goes on from a position if both sides always make the best move.

use std::collections::HashSet;

use perfect_play_core::{Game, Move, Probe};
use perfect_play_numbering::{Contradiction, TableError};
use serde::Serialize;

/// The best move, the best move after it, and so on to the end of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestLine<P> {
    /// The moves. Empty if the game is over.
    pub moves: Vec<Move>,
    /// The position before each move.
    pub positions: Vec<P>,
    /// The position after the last move.
    pub end: P,
    /// Whether play would go on for ever: the end is an earlier position of the line.
    pub repeats: bool,
}

impl<P: Copy> BestLine<P> {
    /// The moves, each with the position before it.
    pub fn plies(&self) -> impl Iterator<Item = (P, Move)> {
        self.positions.iter().copied().zip(self.moves.iter().copied())
    }
}

/// A best line as text, for programs. In JSON, what is `None` or `false` is absent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineAnswer {
    /// The moves.
    pub line: Vec<Move>,
    /// The whole game as the columns played, in a game with falling marks. The caller sets it if the columns before the
    /// line are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<String>,
    /// The moves in the game's notation, if that differs from their numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub texts: Option<Vec<String>>,
    /// Whether play would go on for ever: the position after the last move has occurred before.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub repeats: bool,
    /// The position after the last move. `None` unless it was asked for ([`LineAnswer::with_end`]).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
}

impl LineAnswer {
    /// The line of a game.
    ///
    /// ```
    /// use perfect_play_analysis::{LineAnswer, best_line};
    /// use perfect_play_core::Objective;
    /// use perfect_play_games::Mnk;
    ///
    /// let game = Mnk::TICTACTOE;
    /// let table = perfect_play_generator::solve(game, Objective::Fastest, &mut |_, _| ())?;
    /// let line = LineAnswer::new(&game, &best_line(&table, game.parse("XX.OO....")?)?);
    /// assert_eq!(serde_json::to_string(&line)?, r#"{"line":[2]}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new<G: Game>(game: &G, line: &BestLine<G::Position>) -> Self {
        let texts = line.plies().map(|(position, mv)| game.move_text(position, mv).to_string());
        let texts: Vec<_> = texts.collect();
        let are_numbers = line.moves.iter().zip(&texts).all(|(mv, text)| mv.to_string() == *text);
        Self {
            line: line.moves.clone(),
            columns: None,
            texts: (!are_numbers).then_some(texts),
            repeats: line.repeats,
            end: None,
        }
    }

    /// The line of a game, with the position after its last move.
    pub fn with_end<G: Game>(game: &G, line: &BestLine<G::Position>) -> Self {
        let end = Some(game.notation(line.end).to_string());
        Self { end, ..Self::new(game, line) }
    }
}

/// The best move in a position (the optimal one with the lowest number), the best move after it, and so on, until the game
/// is over or a position occurs again. It takes one probe a ply.
///
/// ```
/// use perfect_play_analysis::best_line;
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
///
/// let game = Mnk::TICTACTOE;
/// let table = perfect_play_generator::solve(game, Objective::Fastest, &mut |_, _| ())?;
/// let line = best_line(&table, game.parse("XX.OO....")?)?;
/// assert_eq!((line.moves, line.repeats), (vec![2], false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the table contradicts itself or cannot be read.
pub fn best_line<T: Probe>(
    table: &T,
    from: <T::Game as Game>::Position,
) -> Result<BestLine<<T::Game as Game>::Position>, TableError> {
    let game = table.game();
    let mut line = BestLine { moves: Vec::new(), positions: Vec::new(), end: from, repeats: false };
    let mut met = HashSet::from([from]);
    while game.end(line.end).is_none() && !line.repeats {
        let entry = table.probe(line.end);
        let entry = entry.map_err(|reason| TableError::at(game, line.end, reason))?;
        let best = entry.best_move().filter(|&best| game.legal_moves(line.end).contains(best));
        let best = best.ok_or_else(|| Contradiction::at(game, line.end))?;
        line.moves.push(best);
        line.positions.push(line.end);
        line.end = game.play(line.end, best);
        line.repeats = !met.insert(line.end);
    }
    Ok(line)
}
