//! A tree of calls, with the texts that every format uses.

use perfect_play_core::Move;
use perfect_play_engine::{AnyGame, AnyPosition};
use perfect_play_generator::{Algorithm, Bound, Call, ScoreRule, Window};

use super::counts::Counts;
use crate::{
    drawing::plain_board,
    positions::move_name,
    text::numbers::{counted, grouped},
};

/// The choice of each side among the scores.
pub(super) const CHOICE: &str = "X takes the largest, O the smallest, both the first of equals";

/// A tree, and the facts for its drawing.
pub(super) struct Tree {
    pub(super) game: AnyGame,
    /// The scores of finished games; `None` if the game pays points.
    pub(super) rule: Option<ScoreRule>,
    pub(super) algorithm: Algorithm,
    pub(super) root: Call<AnyPosition>,
    pub(super) counts: Counts,
}

/// A call, and its place in the tree.
#[derive(Clone, Copy)]
pub(super) struct Node<'t> {
    pub(super) tree: &'t Tree,
    pub(super) call: &'t Call<AnyPosition>,
    /// The call that made it.
    pub(super) parent: Option<&'t Call<AnyPosition>>,
    /// Whether the calling node chooses this call.
    pub(super) taken: bool,
    /// Whether this call and all calls above it are chosen: best play.
    pub(super) chosen: bool,
}

impl<'t> Node<'t> {
    /// The calls that it makes.
    pub(super) fn children(self) -> impl ExactSizeIterator<Item = Self> {
        let Self { tree, call, chosen, .. } = self;
        let child = move |child: &'t Call<_>| {
            let taken = child.mv == call.best_move;
            Self { tree, call: child, parent: Some(call), taken, chosen: chosen && taken }
        };
        call.children.iter().map(child)
    }

    /// The move that led to the call.
    pub(super) fn move_text(self) -> Option<String> {
        Some(self.tree.move_text(self.parent?, self.call.mv?))
    }

    /// The cell of the move that led to the call.
    pub(super) fn last_cell(self) -> Option<u8> {
        let (game, board) = self.tree.game.board(self.call.position)?;
        game.cell_of_last_move(board, self.call.mv?)
    }

    /// The position in few lines.
    pub(super) fn drawing(self) -> Vec<String> {
        plain_board::small_position(&self.tree.game, self.call.position, self.last_cell())
    }

    /// `X plays 4`, or for the first call `X to move`.
    pub(super) fn title(self) -> String {
        match self.parent.zip(self.move_text()) {
            Some((parent, mv)) => format!("{} plays {mv}", parent.to_move),
            None => format!("{} to move", self.call.to_move),
        }
    }

    /// The window of a call of alpha-beta: `(-1, +∞)`.
    pub(super) fn window(self) -> Option<String> {
        let Window { alpha, beta } = self.call.window;
        let [alpha, beta] = [(alpha, "-∞"), (beta, "+∞")]
            .map(|(score, none)| score.map_or_else(|| none.to_owned(), signed));
        (self.tree.algorithm == Algorithm::AlphaBeta).then(|| format!("({alpha}, {beta})"))
    }

    /// The returned score: `+1`, or for a bound `≤ +1`.
    pub(super) fn returned(self) -> String {
        let score = signed(self.call.score);
        match self.call.bound {
            Bound::Exact => score,
            Bound::AtLeast => format!("≥ {score}"),
            Bound::AtMost => format!("≤ {score}"),
        }
    }
}

impl Tree {
    pub(super) const fn root(&self) -> Node<'_> {
        Node { tree: self, call: &self.root, parent: None, taken: true, chosen: true }
    }

    /// The name of a move in the position of a call, for people.
    pub(super) fn move_text(&self, call: &Call<AnyPosition>, mv: Move) -> String {
        move_name::name(&self.game, call.position, mv)
    }

    /// The first line: `tictactoe, plain minimax: 9 calls, best move 5, score +10`.
    pub(super) fn title(&self) -> String {
        let search = match self.algorithm {
            Algorithm::Minimax => "plain minimax",
            Algorithm::AlphaBeta => "alpha-beta",
            Algorithm::Memo => "minimax with a memo",
            Algorithm::SymmetricMemo => "minimax with a memo of symmetric positions",
        };
        let best = self.root.best_move.map(|mv| self.move_text(&self.root, mv));
        let best = best.map_or_else(String::new, |mv| format!(", best move {mv}"));
        let calls = counted(self.root.calls, "call", "calls");
        format!("{}, {search}: {calls}{best}, score {}", self.game, signed(self.root.score))
    }

    /// The meaning of the scores.
    pub(super) const fn rule(&self) -> &'static str {
        match self.rule {
            None => "X's lead in points",
            Some(ScoreRule::Unit) => "+1 if X wins, -1 if O wins, 0 for a draw",
            Some(ScoreRule::Ten) => "+10 if X wins, -10 if O wins, 0 for a draw",
            Some(ScoreRule::Depth) => "X wins: 10 - O's moves, O wins: -10 + O's moves, draw: 0",
        }
    }

    /// A sentence about the search.
    pub(super) const fn particular(&self) -> Option<&'static str> {
        match self.algorithm {
            Algorithm::Minimax => None,
            Algorithm::AlphaBeta => Some(
                "Window (a, b): X is already sure of a, O of b. A call stops when a reaches b. \
                 Scores with ≤ or ≥ are bounds.",
            ),
            Algorithm::Memo => Some("A position that a call has returned from is remembered."),
            Algorithm::SymmetricMemo => {
                Some("A position that a call has returned from is remembered, with all its images.")
            }
        }
    }
}

/// A score with its sign: `+10`, `0`, `-10`.
pub(super) fn signed(score: i16) -> String {
    if score > 0 { format!("+{score}") } else { score.to_string() }
}

/// `58 calls below`.
pub(super) fn below(call: &Call<AnyPosition>) -> String {
    format!("{} below", counted(call.calls - 1, "call", "calls"))
}

/// The call that found a remembered score: `call 3`.
pub(super) fn known_from(call: &Call<AnyPosition>) -> Option<String> {
    call.known_from.map(|number| format!("call {}", grouped(number)))
}
