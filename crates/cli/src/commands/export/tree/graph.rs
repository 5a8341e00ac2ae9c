//! The graph: canonical positions ply by ply, and the moves between them.

use std::{collections::BTreeMap, iter};

use clap::ValueEnum;
use perfect_play_analysis::canonical;
use perfect_play_core::{Board, Entry, Game};
use perfect_play_games::Mnk;

use crate::{tables::table::Boards, terminal::exit::Trouble, text::numbers::grouped};

/// Which moves are drawn as lines.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Edges {
    /// The moves that the table calls optimal
    Optimal,
    /// All legal moves, with heavier lines for optimal ones
    All,
    /// No moves
    None,
}

/// The graph to draw.
pub(super) struct Graph<'a> {
    pub(super) game: &'a Mnk,
    pub(super) edges: Edges,
    /// The positions by ply.
    pub(super) plies: Vec<Vec<Node>>,
    /// How many positions there are, drawn or not.
    pub(super) positions: u64,
    /// How many plies there are, drawn or not, including the start.
    pub(super) all_plies: usize,
}

/// A position.
pub(super) struct Node {
    pub(super) board: Board,
    pub(super) entry: Entry,
    /// The positions after its moves, each once, and whether an optimal move leads there.
    pub(super) children: BTreeMap<Board, bool>,
}

/// The canonical positions that play reaches, by ply, each ply ascending by code.
pub(super) fn plies(game: &Mnk) -> impl Iterator<Item = Vec<Board>> {
    iter::successors(Some(vec![canonical(game, game.start())]), move |boards| {
        let children = |&board| {
            let moves = game.legal_moves(board).iter();
            moves.map(move |mv| canonical(game, game.play(board, mv)))
        };
        let mut next: Vec<_> = boards.iter().flat_map(children).collect();
        next.sort_unstable();
        next.dedup();
        (!next.is_empty()).then_some(next)
    })
}

impl<'a> Graph<'a> {
    /// The graph of the first plies, this many.
    pub(super) fn new(
        table: &'a Boards,
        counts: &[u64],
        drawn: usize,
        edges: Edges,
    ) -> Result<Self, Trouble> {
        let game = &table.game;
        let node = |board| {
            let entry = table.entry(board)?;
            let mut children = BTreeMap::new();
            for mv in game.legal_moves(board) {
                let child = canonical(game, game.play(board, mv));
                *children.entry(child).or_default() |= entry.optimal_moves.contains(mv);
            }
            Ok(Node { board, entry, children })
        };
        let ply = |boards: Vec<_>| boards.into_iter().map(node).collect::<Result<_, Trouble>>();
        Ok(Self {
            game,
            edges,
            plies: plies(game).take(drawn).map(ply).collect::<Result<_, _>>()?,
            positions: counts.iter().sum(),
            all_plies: counts.len(),
        })
    }

    /// The lines from a position on a drawn ply to the next ply, and whether an optimal move is among the moves of
    /// each.
    pub(super) fn edges<'b>(
        &self,
        ply: usize,
        node: &'b Node,
    ) -> impl Iterator<Item = (Board, bool)> + use<'b> {
        let (last, edges) = (ply + 1 >= self.plies.len(), self.edges);
        node.children.iter().map(|(&child, &optimal)| (child, optimal)).filter(
            move |&(_, optimal)| {
                !last
                    && match edges {
                        Edges::Optimal => optimal,
                        Edges::All => true,
                        Edges::None => false,
                    }
            },
        )
    }

    /// `tictactoe: 765 positions, symmetric ones counted once`.
    pub(super) fn title(&self) -> String {
        let (drawn, all) = (self.drawn(), self.positions);
        let of = if drawn < all { format!(" of {}", grouped(all)) } else { String::new() };
        format!("{}: {}{of} positions, symmetric ones counted once", self.game, grouped(drawn))
    }

    /// Says what is left out, if anything is.
    pub(super) fn left_out(&self) -> Option<String> {
        let (first, last) = (self.plies.len(), self.all_plies.saturating_sub(1));
        let left = self.positions.saturating_sub(self.drawn());
        let plies =
            if first < last { format!("plies {first} to {last}") } else { format!("ply {last}") };
        (left > 0).then(|| format!("Left out: the {} of {plies}.", grouped(left)))
    }

    /// Says which moves the lines show.
    pub(super) fn lines(&self) -> &'static str {
        match self.edges {
            Edges::Optimal => "Lines: the optimal moves.",
            Edges::All => "Lines: all moves, the optimal ones heavier.",
            Edges::None => "The moves are not drawn.",
        }
    }

    fn drawn(&self) -> u64 {
        self.plies.iter().map(|nodes| nodes.len() as u64).sum()
    }
}
