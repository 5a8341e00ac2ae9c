//! The card of a call in the picture: its number, its position, and its text.

use perfect_play_core::{Game, Player};
use perfect_play_engine::AnyPosition;
use svg::node::element::{Group, Rectangle};

use super::super::{
    cut_off::CutOff,
    tree::{Node, known_from},
};
use crate::{
    drawing::{
        figure::{self, INK, LINE, PENCIL, RED, TEXT, centred},
        plain_board,
    },
    text::{numbers::grouped, wrap::wrapped},
};

/// The width of a cell.
pub(super) const CELL: i32 = 20;
/// The dash pattern of lines that are cut off.
pub(super) const GHOST: &str = "4 3";
/// The width of a note in columns.
const NOTE: usize = 24;

/// The height of this many lines.
pub(super) fn rows(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX / LINE) * LINE
}

/// A card: a position, with text above and below.
pub(super) enum Card<'t> {
    /// A call, and the number of equal siblings, including itself.
    Call { node: Node<'t>, alike: usize },
    /// The moves that a call does not try, and the position after the first of them.
    CutOff { node: Node<'t>, position: AnyPosition, last: Option<u8>, what: CutOff },
}

impl<'t> Card<'t> {
    /// The card of the moves that a call does not try, if there are any.
    pub(super) fn cut_off(node: Node<'t>) -> Option<Self> {
        let what = CutOff::of(node)?;
        let (game, call) = (&node.tree.game, node.call);
        let mv = call.untried.first()?;
        let position = game.play(call.position, mv);
        let board = game.board(position);
        let last = board.and_then(|(game, board)| game.cell_of_last_move(board, mv));
        Some(Self::CutOff { node, position, last, what })
    }

    const fn node(&self) -> Node<'t> {
        match self {
            Self::Call { node, .. } | Self::CutOff { node, .. } => *node,
        }
    }

    fn position(&self) -> (AnyPosition, Option<u8>) {
        match self {
            Self::Call { node, .. } => (node.call.position, node.last_cell()),
            Self::CutOff { position, last, .. } => (*position, *last),
        }
    }

    /// The position as text, if it is not a board.
    fn lines(&self) -> Vec<String> {
        let (position, last) = self.position();
        plain_board::small_position(&self.node().tree.game, position, last)
    }

    /// The size of the position.
    pub(super) fn size(&self) -> (i32, i32) {
        match self.node().tree.game.mnk() {
            Some(game) => figure::board_size(game.shape(), CELL),
            None => figure::lines_size(&self.lines()),
        }
    }

    /// The text above the position.
    fn above(&self) -> Vec<String> {
        match self {
            Self::Call { node, alike } => {
                let number = format!("call {}", grouped(node.call.number));
                let alike = (*alike > 1).then(|| format!("{alike} alike"));
                [Some(number), node.window(), alike].into_iter().flatten().collect()
            }
            Self::CutOff { what, .. } => wrapped(&format!("not tried: {}", what.moves), NOTE, 0),
        }
    }

    /// The text below the position, and its colour.
    fn below(&self, in_grid: bool) -> (Vec<String>, &'static str) {
        let Self::Call { node, .. } = self else {
            let Self::CutOff { what, .. } = self else { return (Vec::new(), INK) };
            return (wrapped(&what.why, NOTE, 0), RED);
        };
        let call = node.call;
        let (said, colour) = if let Some(from) = known_from(call) {
            (vec![format!("as in {from}")], PENCIL)
        } else if call.is_cut() {
            (vec![grouped(call.calls - 1), "calls below".to_owned()], PENCIL)
        } else if call.best_move.is_none() {
            let (said, colour) = match call.score {
                1.. => ("X wins", figure::colour(Player::X)),
                0 => ("a draw", PENCIL),
                ..0 => ("O wins", figure::colour(Player::O)),
            };
            (vec![said.to_owned()], colour)
        } else {
            (Vec::new(), PENCIL)
        };
        let score = in_grid.then(|| node.returned());
        (score.into_iter().chain(said).collect(), colour)
    }

    /// The width and the height of the text above the position.
    pub(super) fn head(&self) -> (i32, i32) {
        let above = self.above();
        (widest(&above), rows(above.len()))
    }

    /// The width and the height of the card.
    pub(super) fn extent(&self, size: (i32, i32), in_grid: bool) -> (i32, i32) {
        let (width, head) = self.head();
        let (below, _) = self.below(in_grid);
        (size.0.max(width).max(widest(&below)), head + size.1 + rows(below.len()) + TEXT / 2)
    }

    /// The width of the line to the card.
    pub(super) const fn pen(&self) -> i32 {
        match self {
            Self::Call { node, .. } if node.chosen => 5,
            Self::Call { node, .. } if node.taken => 2,
            _ => 1,
        }
    }

    /// Draws the card below a point. A card in a grid has its score below the position.
    pub(super) fn draw(&self, (x, top): (i32, i32), size: (i32, i32), in_grid: bool) -> Group {
        let node = self.node();
        let (left, board_top) = (x - size.0 / 2, top + self.head().1);
        let (position, last) = self.position();
        let mut drawn = Group::new();
        drawn = match node.tree.game.board(position) {
            Some((game, board)) => {
                let corner = (left, board_top);
                let grid = figure::board(corner, CELL, game.shape(), board, last);
                let struck = figure::strike(corner, CELL, &game, board);
                struck.into_iter().fold(drawn.add(grid), Group::add)
            }
            None => drawn.add(figure::lines((left, board_top), &self.lines())),
        };
        let mut group = Group::new();
        let frame = |by: i32| {
            let (left, top) = (left - 4 + by, board_top - 3 - by);
            figure::frame((left, top), (size.0 + 8, size.1 + 6))
        };
        match self {
            Self::CutOff { what, .. } => {
                let frame = |by| dashed(frame(by));
                group = if what.count > 1 { group.add(frame(4)) } else { group };
                let across = ((left, board_top + size.1), (left + size.0, board_top));
                group = group
                    .add(frame(0))
                    .add(drawn.set("opacity", "0.4"))
                    .add(figure::line(across.0, across.1, 2).set("stroke", RED));
            }
            Self::Call { .. } => {
                if in_grid && node.taken {
                    group = group.add(frame(0).set("stroke", INK).set("stroke-width", 2));
                } else if node.call.known_from.is_some() {
                    group =
                        group.add(frame(0).set("stroke", PENCIL).set("stroke-dasharray", "1 3"));
                    drawn = drawn.set("opacity", "0.6");
                }
                group = group.add(drawn);
            }
        }
        let is_call = matches!(self, Self::Call { .. });
        let bold = is_call && node.chosen;
        for (line, i) in self.above().into_iter().zip(1..) {
            let y = top + i * LINE - TEXT / 2;
            let weight = if bold && i == 1 { "bold" } else { "normal" };
            let colour = match self {
                Self::CutOff { .. } => RED,
                Self::Call { .. } if i > 1 => PENCIL,
                Self::Call { .. } => INK,
            };
            group = group.add(centred(x, y, line).set("font-weight", weight).set("fill", colour));
        }
        let (below, colour) = self.below(in_grid);
        for (line, i) in below.into_iter().zip(1..) {
            let y = board_top + size.1 + i * LINE;
            let (weight, colour) =
                if in_grid && i == 1 && is_call { ("bold", INK) } else { ("normal", colour) };
            group = group.add(centred(x, y, line).set("font-weight", weight).set("fill", colour));
        }
        group
    }
}

fn dashed(frame: Rectangle) -> Rectangle {
    frame.set("stroke", RED).set("stroke-dasharray", GHOST)
}

fn widest(lines: &[String]) -> i32 {
    lines.iter().map(|line| figure::width_of(line)).max().unwrap_or(0)
}
