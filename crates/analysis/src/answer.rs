//! The answer about a position, for programs: `probe`, `serve`, Python and npm give the same one.

use perfect_play_core::{Entry, Game, MoveValues, Moves, Player, Probe, code_in_json};
use perfect_play_numbering::{TableError, probe_consistent};
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::{MoveAnswer, MoveTarget, PositionText};

/// Everything that a table says about a position, and the value of each move.
///
/// The names in JSON are those of the fields, with the fields of [`Entry`] and [`PositionText`] among them. A code that
/// JSON numbers cannot hold is `null`. The score is absent unless the game is played for points.
///
/// ```
/// use perfect_play_analysis::Answer;
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
///
/// let game: Mnk = "mnk:2,1,1".parse()?;
/// let table = perfect_play_generator::solve(game, Objective::Fastest, &mut |_, _| ())?;
/// let answer = Answer::of(&table, game.parse("..")?)?;
/// assert_eq!((answer.entry.remoteness, answer.terminal), (Some(1), false));
/// assert_eq!(
///     serde_json::to_string(&answer)?,
///     concat!(
///         r#"{"game":"mnk:2,1,1","position":"..","board":"..","code":0,"to_move":"X","#,
///         r#""terminal":false,"winner":null,"outcome":"win","remoteness":1,"optimal_moves":[0,1],"#,
///         r#""outcome_preserving_moves":[0,1],"best_move":0,"moves":["#,
///         r#"{"cell":0,"outcome":"win","remoteness":1},{"cell":1,"outcome":"win","remoteness":1}]}"#
///     )
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The name of the game.
    pub game: String,
    /// The position as text.
    pub position: PositionText,
    /// The position's code, if it has one.
    pub code: Option<u64>,
    /// The player to move. `None` in an impartial game.
    pub to_move: Option<Player>,
    /// Whether the game is over.
    pub terminal: bool,
    /// The winner, if the game is over and has one. `None` in an impartial game.
    pub winner: Option<Player>,
    /// Outcome, remoteness, score and optimal moves, for the side to move.
    pub entry: Entry,
    /// The moves that keep the outcome, whatever their remoteness.
    pub outcome_preserving_moves: Moves,
    /// The value of each legal move, by ascending move numbers.
    pub moves: Vec<MoveAnswer>,
    /// What a drawing needs. `None` unless it was asked for ([`Answer::drawn`]).
    pub drawing: Option<Drawn>,
}

/// What a drawing of a position shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The piece on each cell of the board. `None` where the cell is empty.
    pub pieces: Vec<Option<String>>,
    /// The cells of the line that ended the game.
    pub line: Moves,
}

impl Answer {
    /// The answer for a legal position.
    ///
    /// # Errors
    ///
    /// If the table has no entry for the position, contradicts itself there, or cannot be read.
    pub fn of<T: Probe>(
        table: &T,
        position: <T::Game as Game>::Position,
    ) -> Result<Self, TableError> {
        Ok(Self::with_values(table, position)?.0)
    }

    /// The answer for a legal position, and the values of its moves.
    ///
    /// # Errors
    ///
    /// As [`Answer::of`].
    pub fn with_values<T: Probe>(
        table: &T,
        position: <T::Game as Game>::Position,
    ) -> Result<(Self, MoveValues), TableError> {
        let game = table.game();
        let (entry, values) = probe_consistent(table, position)?;
        let answer = Self {
            game: game.to_string(),
            position: PositionText::new(game, position),
            code: table.code(position),
            to_move: (!game.is_impartial()).then(|| game.to_move(position)),
            terminal: game.end(position).is_some(),
            winner: game.winner(position).filter(|_| !game.is_impartial()),
            entry,
            outcome_preserving_moves: values.outcome_preserving(),
            moves: MoveAnswer::of(game, position, values.iter()),
            drawing: None,
        };
        Ok((answer, values))
    }

    /// The answer with what a drawing of the position needs: the pieces, the line that ended the game, and where each
    /// move leads. `game` and `position` must be those of the answer.
    ///
    /// ```
    /// use perfect_play_analysis::Answer;
    /// use perfect_play_core::Objective;
    /// use perfect_play_games::Mnk;
    ///
    /// let game: Mnk = "mnk:2,1,1".parse()?;
    /// let table = perfect_play_generator::solve(game, Objective::Fastest, &mut |_, _| ())?;
    /// let start = game.parse("..")?;
    /// let answer = Answer::of(&table, start)?.drawn(&game, start);
    /// assert_eq!(answer.moves[0].target.as_ref().unwrap().position, "X.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn drawn<G: Game>(mut self, game: &G, position: G::Position) -> Self {
        for answer in &mut self.moves {
            let mv = answer.number.number();
            answer.target = Some(MoveTarget {
                cells: game.points_at(position, mv),
                optimal: self.entry.optimal_moves.contains(mv),
                position: game.notation(game.play(position, mv)).to_string(),
            });
        }
        let pieces = (0..game.drawing().cells()).map(|cell| game.piece(position, cell));
        self.drawing = Some(Drawn {
            pieces: pieces.map(|piece| piece.map(|piece| piece.to_string())).collect(),
            line: game.line(position),
        });
        self
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Code(#[serde(serialize_with = "code_in_json")] Option<u64>);

        let PositionText { position, board } = &self.position;
        let Entry { outcome, remoteness, score, optimal_moves } = self.entry;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("game", &self.game)?;
        map.serialize_entry("position", position)?;
        if let Some(board) = board {
            map.serialize_entry("board", board)?;
        }
        map.serialize_entry("code", &Code(self.code))?;
        map.serialize_entry("to_move", &self.to_move)?;
        map.serialize_entry("terminal", &self.terminal)?;
        map.serialize_entry("winner", &self.winner)?;
        if let Some(Drawn { pieces, line }) = &self.drawing {
            map.serialize_entry("pieces", pieces)?;
            map.serialize_entry("line", line)?;
        }
        map.serialize_entry("outcome", &outcome)?;
        map.serialize_entry("remoteness", &remoteness)?;
        if let Some(score) = score {
            map.serialize_entry("score", &score)?;
        }
        map.serialize_entry("optimal_moves", &optimal_moves)?;
        map.serialize_entry("outcome_preserving_moves", &self.outcome_preserving_moves)?;
        map.serialize_entry("best_move", &self.entry.best_move())?;
        map.serialize_entry("moves", &self.moves)?;
        map.end()
    }
}
