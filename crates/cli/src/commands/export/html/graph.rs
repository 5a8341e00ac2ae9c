//! The positions of a game as a graph, in the form that the page's `graph.js` reads. It is used for games whose rules
//! the page does not know.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    hash::Hash,
    iter,
};

use perfect_play_analysis::canonical;
use perfect_play_core::{Game, Move, MoveCells, Outcome, Player, Probe};
use perfect_play_engine::{AnyGame, AnyPosition};
use perfect_play_proof::TableError;
use serde::Serialize;

use crate::{tables::table::Table, terminal::exit::Trouble};

/// The most positions of a page.
const MOST_POSITIONS: usize = 300_000;

/// The positions that play reaches from the start, each once. Each comes when it is met, before its own moves are played.
pub(super) fn reached(game: &AnyGame) -> impl Iterator<Item = AnyPosition> {
    let start = game.start();
    let (mut met, mut new, mut left) = (HashSet::from([start]), vec![start], Vec::new());
    iter::from_fn(move || {
        while new.is_empty() {
            let position = left.pop()?;
            let children = game.legal_moves(position).iter().map(|mv| game.play(position, mv));
            new.extend(children.filter(|&child| met.insert(child)));
        }
        left.extend(new.last());
        new.pop()
    })
}

/// Whether the start leads to more positions than a page has room for. Nothing is solved.
pub(super) fn is_too_large(game: &AnyGame) -> bool {
    reached(game).nth(MOST_POSITIONS).is_some()
}

/// The character of an empty cell, or of the first piece. The other pieces have the next characters.
const FIRST_PIECE: u32 = '0' as u32;

/// The positions that play reaches, as columns with one entry for each position. The start is first.
#[derive(Default, Serialize)]
pub(super) struct Graph {
    /// The positions as text, one on each line.
    ids: String,
    /// The side to move, a letter each: `X`, `O`, or `-` in an impartial game.
    movers: String,
    /// The winner: `X`, `O` or `-`.
    winners: String,
    /// The pieces, a character for each cell: an index of `pieces`.
    boards: String,
    /// The worth of the position: an index of `worths`.
    values: Vec<u32>,
    /// Equal numbers for symmetric positions.
    kinds: Vec<u32>,
    /// The number of moves.
    counts: Vec<u32>,
    /// All moves of all positions: each an index of `moves`.
    steps: Vec<u32>,
    /// The position after each of these moves: its number minus the number of the position before the move.
    children: Vec<i64>,
    /// The cells of winning lines, by position.
    lines: BTreeMap<usize, Vec<u8>>,
    /// The different pieces. An empty cell is the empty text.
    pieces: Vec<String>,
    /// The letter of each piece, for those that the page has no picture of.
    letters: BTreeMap<String, char>,
    /// The different worths: outcome, remoteness and score.
    worths: Vec<(Outcome, Option<u16>, Option<i16>)>,
    /// The different moves.
    moves: Vec<NamedMove>,
}

/// A move: its number, its text, and its cells.
type NamedMove = (Move, String, Option<u8>, Option<u8>, Option<u8>);

/// The graph of a table's positions; `None` if there are more than [`MOST_POSITIONS`].
pub(super) fn graph(table: &Table) -> Result<Option<Graph>, Trouble> {
    let game: &AnyGame = table.table.game();
    let cells = 0..game.drawing().cells();
    let mut graph = Graph::default();
    let (mut positions, mut moves, mut worths) = (Numbers::new(), Numbers::new(), Numbers::new());
    let (mut kinds, mut pieces) = (Numbers::new(), Numbers::new());
    positions.number(game.start());
    while let Some(&position) = positions.met.get(graph.values.len()) {
        let number = graph.values.len();
        let trouble = |reason| table.trouble(TableError::at(game, position, reason));
        let entry = table.table.probe(position).map_err(trouble)?;
        let winner = game.winner(position).filter(|_| !game.is_impartial());
        graph.ids += if number == 0 { "" } else { "\n" };
        graph.ids += &game.notation(position).to_string();
        graph.movers.push(letter((!game.is_impartial()).then(|| game.to_move(position))));
        graph.winners.push(letter(winner));
        graph.boards.extend(cells.clone().map(|cell| {
            let piece = game.piece(position, cell);
            let piece = piece.map(|piece| (piece.to_string(), piece.letter())).unwrap_or_default();
            char::from_u32(FIRST_PIECE + pieces.number(piece)).unwrap_or('0')
        }));
        graph.values.push(worths.number((entry.outcome, entry.remoteness, entry.score)));
        graph.kinds.push(kinds.number(canonical(game, position)));
        let line = game.line(position);
        if !line.is_empty() {
            graph.lines.insert(number, line.iter().collect());
        }
        let legal = game.legal_moves(position);
        graph.counts.push(legal.len());
        for mv in legal {
            let child = positions.number(game.play(position, mv));
            graph.steps.push(moves.number(named(game, position, mv)));
            graph.children.push(i64::from(child) - i64::try_from(number)?);
        }
        if positions.met.len() > MOST_POSITIONS {
            return Ok(None);
        }
    }
    (graph.worths, graph.moves) = (worths.met, moves.met);
    graph.pieces = pieces.met.iter().map(|(piece, _)| piece.clone()).collect();
    graph.letters = pieces.met.into_iter().filter(|(piece, _)| !piece.is_empty()).collect();
    Ok(Some(graph))
}

/// A move, as the game writes it.
fn named(game: &AnyGame, position: AnyPosition, mv: Move) -> NamedMove {
    let MoveCells { from, to, then } = game.points_at(position, mv);
    let text = game.move_text(position, mv).to_string();
    (mv, text, from, to, then)
}

fn letter(player: Option<Player>) -> char {
    match player {
        Some(Player::X) => 'X',
        Some(Player::O) => 'O',
        None => '-',
    }
}

/// Values in the order in which they first occurred.
struct Numbers<T> {
    met: Vec<T>,
    numbers: HashMap<T, u32>,
}

impl<T: Hash + Eq + Clone> Numbers<T> {
    fn new() -> Self {
        Self { met: Vec::new(), numbers: HashMap::new() }
    }

    /// The number of a value.
    fn number(&mut self, thing: T) -> u32 {
        let next = u32::try_from(self.met.len()).unwrap_or(u32::MAX);
        *self.numbers.entry(thing).or_insert_with_key(|thing| {
            self.met.push(thing.clone());
            next
        })
    }
}
