//! The tree that plain minimax walks, call by call.

use std::{collections::HashMap, error::Error, fmt};

use perfect_play_core::{Move, Player, Symmetric, Tabular};

use crate::{ScoreRule, minimax::Choice};

/// The most positions, symmetric ones counted once, that a trace looks at to count its calls.
///
/// ```
/// use perfect_play_generator::{MAX_TRACED, TreeTooLarge};
///
/// assert_eq!(MAX_TRACED, 2_000_000);
/// assert_eq!(
///     TreeTooLarge::Positions.to_string(),
///     "the tree is too large: at most 2 million positions can be counted",
/// );
/// ```
pub const MAX_TRACED: usize = 2_000_000;

/// One call of plain minimax, with the calls that it makes.
///
/// ```
/// use perfect_play_core::Board;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{ScoreRule, trace};
///
/// // Cut below the first call's children.
/// let root = trace(&Mnk::TICTACTOE, Board::EMPTY, ScoreRule::Unit, 1)?;
/// assert_eq!((root.calls, root.children.len()), (549_946, 9));
/// let second = &root.children[1];
/// assert_eq!((second.mv, second.number, second.calls), (Some(1), 59_707, 63_905));
/// assert!(second.is_cut() && !root.is_cut());
/// # Ok::<(), perfect_play_generator::TreeTooLarge>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call<P> {
    /// Its number in the order of calling: the first call is 1, and moves are tried ascending.
    pub number: u64,
    /// The position that it looks at.
    pub position: P,
    /// Who is to move there; where the game is over, who would be.
    pub to_move: Player,
    /// The move that led here; `None` in the first call.
    pub mv: Option<Move>,
    /// What it returns.
    pub score: i8,
    /// The move it chose, the first with the best score; `None` in a terminal position.
    pub best_move: Option<Move>,
    /// How many calls there are here and below.
    pub calls: u64,
    /// The calls it makes, in their order. Empty in a terminal position, and where the tree is cut.
    pub children: Vec<Self>,
}

impl<P> Call<P> {
    /// Whether there are calls below that are left out.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.children.is_empty() && self.calls > 1
    }
}

/// The tree that [`minimax`](crate::minimax()) walks from a position, with every call down to so
/// many plies below the first one, and those below them counted.
///
/// The numbers are those of the plain walk. They are found without walking it, by remembering how
/// many calls a position takes, so that the tree of any game that can be solved has exact totals.
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{ScoreRule, trace};
///
/// let game = Mnk::TICTACTOE;
/// let root = trace(&game, game.parse("O1XX4X6OO")?, ScoreRule::Ten, u8::MAX)?;
/// assert_eq!((root.calls, root.score, root.best_move), (9, 10, Some(4)));
/// let calls: Vec<_> = root.children.iter().map(|call| (call.number, call.score)).collect();
/// assert_eq!(calls, [(2, -10), (5, 10), (6, -10)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If there are more than [`MAX_TRACED`] positions below, more calls than can be counted, or a play of
/// more than 255 plies, as one that goes round in circles is.
pub fn trace<G: Tabular + Symmetric>(
    game: &G,
    position: G::Position,
    rule: ScoreRule,
    max_depth: u8,
) -> Result<Call<G::Position>, TreeTooLarge> {
    let mut tree = Tree { game, rule, known: HashMap::new() };
    tree.call(1, (position, game.to_move(position)), None, max_depth)
}

struct Tree<'a, G> {
    game: &'a G,
    rule: ScoreRule,
    /// Score and calls of the positions looked at, by the codes of their canonical images and who is to move.
    known: HashMap<(u64, Player), (i8, u64)>,
}

impl<G: Tabular + Symmetric> Tree<'_, G> {
    /// The call with this number, which was led to by this move.
    fn call(
        &mut self,
        number: u64,
        (position, to_move): (G::Position, Player),
        mv: Option<Move>,
        depth: u8,
    ) -> Result<Call<G::Position>, TreeTooLarge> {
        let (score, calls) = self.count((position, to_move), u8::MAX)?;
        let mut choice = Choice::new(to_move);
        let mut children = Vec::new();
        let mut next = number + 1;
        for mv in self.game.legal_moves(position) {
            let child = self.after((position, to_move), mv);
            let (child_score, child_calls) = self.count(child, u8::MAX)?;
            choice.consider(mv, child_score);
            if let Some(depth) = depth.checked_sub(1) {
                children.push(self.call(next, child, Some(mv), depth)?);
            }
            next += child_calls;
        }
        let (_, best_move) = choice.made(|| score);
        Ok(Call { number, position, to_move, mv, score, best_move, calls, children })
    }

    /// What plain minimax returns for a position, and the calls it takes for that, where a play takes at
    /// most so many plies more.
    fn count(
        &mut self,
        (position, to_move): (G::Position, Player),
        plies: u8,
    ) -> Result<(i8, u64), TreeTooLarge> {
        let (canonical, _) = self.game.canonical(position);
        let key = (canonical, to_move);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let mut choice = Choice::new(to_move);
        let mut calls = 1_u64;
        for mv in self.game.legal_moves(position) {
            let plies = plies.checked_sub(1).ok_or(TreeTooLarge::Plies)?;
            let (score, below) = self.count(self.after((position, to_move), mv), plies)?;
            choice.consider(mv, score);
            calls = calls.checked_add(below).ok_or(TreeTooLarge::Calls)?;
        }
        let (score, _) = choice.made(|| self.rule.score_with(self.game, position, to_move));
        if self.known.len() >= MAX_TRACED {
            return Err(TreeTooLarge::Positions);
        }
        self.known.insert(key, (score, calls));
        Ok((score, calls))
    }

    /// Where a move leads, and who is to move there.
    fn after(&self, (position, to_move): (G::Position, Player), mv: Move) -> (G::Position, Player) {
        let child = self.game.play(position, mv);
        (child, self.game.next(position, child).player(to_move))
    }
}

/// How far down a tree of plain minimax goes.
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{CallsToDepth, calls_to_depth};
///
/// let game = Mnk::TICTACTOE;
/// let last = calls_to_depth(&game, game.parse("XOXXO..XO")?, 1000);
/// assert_eq!(last, CallsToDepth { calls: vec![1, 3, 5], whole: true });
/// # Ok::<(), perfect_play_core::ParseBoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallsToDepth {
    /// How many calls there are down to each depth, that of the first call being 0.
    pub calls: Vec<u64>,
    /// Whether these are all, and not just those within the limit.
    pub whole: bool,
}

/// How many calls of plain minimax there are down to each depth, as far as they are no more than
/// `limit`.
///
/// ```
/// use perfect_play_core::Board;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::calls_to_depth;
///
/// let game = Mnk::TICTACTOE;
/// let empty = calls_to_depth(&game, Board::EMPTY, 1000);
/// assert_eq!((&empty.calls[..], empty.whole), (&[1, 10, 82, 586][..], false));
/// let late = calls_to_depth(&game, game.parse("O1XX4X6OO")?, 1000);
/// assert_eq!((&late.calls[..], late.whole), (&[1, 4, 8, 9][..], true));
/// # Ok::<(), perfect_play_core::ParseBoardError>(())
/// ```
pub fn calls_to_depth<G: Tabular + Symmetric>(
    game: &G,
    position: G::Position,
    limit: u64,
) -> CallsToDepth {
    let mut depth = vec![position];
    let (mut calls, mut all, mut next) = (Vec::new(), 0, 1);
    while next > 0 {
        all += next;
        if all > limit {
            return CallsToDepth { calls, whole: false };
        }
        calls.push(all);
        // Counted before they are made: no more are held than the limit.
        let moves = |&position: &G::Position| u64::from(game.legal_moves(position).len());
        next = depth.iter().map(moves).sum();
        if all + next > limit {
            continue;
        }
        depth = depth
            .into_iter()
            .flat_map(|position| {
                let moves = game.legal_moves(position).iter();
                moves.map(move |mv| game.play(position, mv))
            })
            .collect();
    }
    CallsToDepth { calls, whole: true }
}

/// The error of tracing a position with more below it than can be counted.
///
/// ```
/// use perfect_play_core::Board;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{ScoreRule, TreeTooLarge, trace};
///
/// /// How many calls minimax takes for a game, as far as it can be told.
/// fn calls(game: &Mnk) -> String {
///     match trace(game, Board::EMPTY, ScoreRule::Unit, 0) {
///         Ok(root) => root.calls.to_string(),
///         Err(_) => "more than can be counted".to_owned(),
///     }
/// }
///
/// assert_eq!(calls(&Mnk::TICTACTOE), "549946");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeTooLarge {
    /// There are more than [`MAX_TRACED`] positions below.
    Positions,
    /// There are more calls than 64 bits can count.
    Calls,
    /// A play from there takes more than 255 plies, and the recursion goes no deeper.
    Plies,
}

impl fmt::Display for TreeTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Positions => {
                let millions = MAX_TRACED / 1_000_000;
                write!(
                    f,
                    "the tree is too large: at most {millions} million positions can be counted"
                )
            }
            Self::Calls => f.write_str("the tree is too large: it has more than 2^64 - 1 calls"),
            Self::Plies => {
                write!(
                    f,
                    "the tree is too deep: a play takes more than {} plies from there",
                    u8::MAX
                )
            }
        }
    }
}

impl Error for TreeTooLarge {}
