//! Contradictions in the rules of a game.

use std::{
    error::Error,
    fmt::{self, Write},
};

use perfect_play_core::{Game, Move, Moves, Next, Outcome, Player, ProbeError};
use perfect_play_numbering::Difference;

use crate::by_unit::TierFault;

/// A contradiction in the rules of a game, with the position where it was found.
///
/// It prints in several lines, with a drawing of the position by
/// [`Game::fmt_position`](perfect_play_core::Game::fmt_position).
///
/// ```
/// use perfect_play_generator::{Inconsistency, InconsistencyKind};
///
/// let kind = InconsistencyKind::SaidToBeNone;
/// let found = Inconsistency { position: "XX.\nOO.".to_owned(), kind };
/// let text =
///     "this position is reachable, but `is_position` returns false:\n    XX.\n    OO.";
/// assert_eq!(found.to_string(), text);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Inconsistency {
    /// The position, drawn.
    pub position: String,
    /// What is wrong there.
    pub kind: InconsistencyKind,
}

/// What is wrong with the rules at a reachable position.
///
/// ```
/// use perfect_play_generator::{Inconsistency, InconsistencyKind};
///
/// let kind = InconsistencyKind::TooLong { ply: 10, most: 9 };
/// let found = Inconsistency { position: "X".to_owned(), kind };
/// assert_eq!(found.to_string(), "this position is at ply 10, but `max_plies` is 9:\n    X");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InconsistencyKind {
    /// The code of the position is not below the number of codes.
    CodeTooLarge {
        /// The code.
        code: u64,
        /// The number of codes of the game.
        codes: u64,
    },
    /// The code of the position does not decode.
    NotDecoded {
        /// The code.
        code: u64,
        /// The error of the game.
        reason: ProbeError,
    },
    /// Another position has the same code.
    TwoPositions {
        /// The code.
        code: u64,
        /// The other position, drawn.
        other: String,
    },
    /// The code of the position decodes to another position, which has another code.
    DecodedWrongly {
        /// The code.
        code: u64,
        /// The other position, drawn.
        other: String,
        /// The other position's code.
        other_code: u64,
    },
    /// The position counts as equal to another one, or has its code, but the rules do not treat the two alike.
    Equal {
        /// The other position, drawn.
        other: String,
        /// How the two differ.
        difference: Difference,
    },
    /// [`Game::is_position`](perfect_play_core::Game::is_position) returns `false`.
    SaidToBeNone,
    /// [`Game::check`](perfect_play_core::Game::check) returns an error.
    Refused {
        /// The error.
        reason: ProbeError,
    },
    /// [`Game::ply`](perfect_play_core::Game::ply) is larger than
    /// [`Game::max_plies`](perfect_play_core::Game::max_plies).
    TooLong {
        /// The ply.
        ply: u16,
        /// The value of `max_plies`.
        most: u16,
    },
    /// The game is over, but there are legal moves.
    MovesAfterTheEnd {
        /// The moves.
        moves: Moves,
    },
    /// A legal move has a larger number than [`Game::max_move`](perfect_play_core::Game::max_move).
    MoveTooLarge {
        /// The move.
        mv: Move,
        /// The value of `max_move`.
        most: Move,
    },
    /// The game is drawn, but [`Game::plies_to_draw`](perfect_play_core::Game::plies_to_draw) is not 0.
    DrawIsNotOver {
        /// The value of `plies_to_draw`.
        plies: u16,
    },
    /// A move leads to a position that is drawn if both sides play perfectly. But
    /// [`Game::plies_to_draw`](perfect_play_core::Game::plies_to_draw) after the move is not one less than
    /// before.
    OtherDraw {
        /// The move.
        mv: Move,
        /// The value of `plies_to_draw` before the move.
        plies: u16,
        /// The value of `plies_to_draw` after the move.
        after: Option<u16>,
    },
    /// The game is played for points and is over, but the sign of the score does not fit the outcome, or the
    /// score is not from −127 to 127.
    OtherScore {
        /// The outcome of the game.
        outcome: Outcome,
        /// The score of the game.
        score: i16,
    },
    /// The game is over, but [`Game::winner`](perfect_play_core::Game::winner) gives another player, or none.
    OtherWinner {
        /// Who has won, by the end of the game and the side to move.
        winner: Option<Player>,
    },
    /// [`Game::next`](perfect_play_core::Game::next) gives another side to move after a move than
    /// [`Game::to_move`](perfect_play_core::Game::to_move).
    OtherNext {
        /// The move.
        mv: Move,
        /// Who moves next, by `to_move`.
        next: Next,
    },
    /// A move leads to a position that has a wrong code, or that
    /// [`Game::is_position`](perfect_play_core::Game::is_position) or
    /// [`Game::check`](perfect_play_core::Game::check) refuses.
    LeadsNowhere {
        /// The move.
        mv: Move,
        /// The position it leads to, and what is wrong there.
        child: Box<Inconsistency>,
    },
    /// [`Game::ply`](perfect_play_core::Game::ply) is not 0 at a start.
    PlyAtStart {
        /// The value of `ply`.
        plies: u16,
    },
    /// [`Game::ply`](perfect_play_core::Game::ply) does not rise by one with a move, or is `None`
    /// only before or only after the move.
    PlyDoesNotRise {
        /// The move.
        mv: Move,
        /// The position it leads to, drawn.
        to: String,
        /// The value of `ply` before the move.
        before: Option<u16>,
        /// The value of `ply` after the move.
        after: Option<u16>,
    },
    /// Play can return to this position through others.
    Circle {
        /// The positions on the way back, drawn.
        through: Vec<String>,
    },
    /// [`Game::codes_rise`](perfect_play_core::Game::codes_rise) returns `true`, but the code does not
    /// rise with a move.
    CodeDoesNotRise {
        /// The move.
        mv: Move,
        /// The position it leads to, drawn.
        to: String,
        /// The code before the move.
        before: u64,
        /// The code after it.
        after: u64,
    },
    /// [`Game::image`](perfect_play_core::Game::image) does not return an equivalent position.
    Symmetry {
        /// The number of the symmetry.
        symmetry: u8,
        /// The image, drawn.
        image: String,
        /// Why the image is not equivalent.
        fault: SymmetryFault,
    },
    /// [`Game::canonical`](perfect_play_core::Game::canonical) does not return the smallest code of
    /// the images, or its symmetry does not lead to the image with that code.
    NotCanonical {
        /// The code it returns.
        found: u64,
        /// The smallest code of an image.
        smallest: u64,
    },
    /// [`Game::is_canonical`](perfect_play_core::Game::is_canonical) contradicts the canonical code.
    IsCanonical {
        /// The value it returns.
        found: bool,
    },
    /// A method of the game returned something else when it was called again.
    Unsteady,
    /// [`Game::children`](perfect_play_core::Game::children) gives other positions than
    /// [`Game::play`](perfect_play_core::Game::play) after the legal moves.
    OtherChildren,
    /// The tiers of the game contradict themselves.
    Tier(TierFault),
}

/// Why an image is not equivalent to the position.
///
/// ```
/// use perfect_play_generator::{Inconsistency, InconsistencyKind, SymmetryFault};
///
/// let fault = SymmetryFault::Outcome;
/// let kind = InconsistencyKind::Symmetry { symmetry: 1, image: "O".to_owned(), fault };
/// let found = Inconsistency { position: "X".to_owned(), kind };
/// let text = "symmetry 1 changes whether the game is over here, or its outcome:\n    X\nIts image:\n    O";
/// assert_eq!(found.to_string(), text);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SymmetryFault {
    /// Symmetry 0 is not the identity.
    NotTheIdentity,
    /// The image of a start is not a start, so images of reachable positions may be unreachable.
    Start,
    /// The game is over in only one of the two, or ends differently.
    Outcome,
    /// [`Game::plies_to_draw`](perfect_play_core::Game::plies_to_draw) differs.
    PliesToDraw,
    /// The legal moves of the image are not the images of the legal moves
    /// ([`Game::image_of_move`](perfect_play_core::Game::image_of_move)).
    Moves {
        /// A legal move of the image that is not the image of a move.
        legal: Option<Move>,
        /// The image of a move that is not legal in the image. `None` for both if two moves have the same image.
        image_of_move: Option<Move>,
    },
    /// An image has images that are not images of the position itself: two symmetries in sequence are not a
    /// symmetry.
    NoGroup,
    /// The position is not an image of its image: no symmetry leads back.
    NotBack,
    /// The same player moves again after this move but not after its image, or the other way round.
    Turn {
        /// The move here.
        mv: Move,
    },
    /// The image of the move does not lead to the image of the child.
    Play {
        /// The move here.
        mv: Move,
        /// Its image by [`Game::image_of_move`](perfect_play_core::Game::image_of_move).
        image_of_move: Move,
        /// The image of the child, drawn.
        image_of_child: String,
        /// The result of playing the image of the move in the image of the position, drawn.
        child_of_image: String,
    },
}

impl Inconsistency {
    /// The contradiction that a position differs from a known one to which it counts as equal.
    pub(crate) fn equal<G: Game>(
        game: &G,
        known: G::Position,
        again: G::Position,
        difference: Difference,
    ) -> Self {
        let kind = InconsistencyKind::Equal { other: drawn(game, known), difference };
        Self::at(game, again, kind)
    }

    /// A contradiction at this position.
    pub(crate) fn at<G: Game>(game: &G, position: G::Position, kind: InconsistencyKind) -> Self {
        Self { position: drawn(game, position), kind }
    }
}

impl fmt::Display for Inconsistency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.kind.headline(), indented(&self.position))?;
        self.kind.fmt_more(f)
    }
}

/// Prints what [`fmt::Display`] prints, so that a failing test shows the position.
impl fmt::Debug for Inconsistency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl SymmetryFault {
    /// The line above the position: what is wrong with the symmetry there.
    fn headline(&self, symmetry: u8) -> String {
        match self {
            Self::NotTheIdentity => {
                "symmetry 0 must not change any position or move, but it changes this position or \
                     one of its moves:"
                    .to_owned()
            }
            Self::Start => {
                format!("symmetry {symmetry} must map every start to a start, but not this one:")
            }
            Self::Outcome => {
                format!(
                    "symmetry {symmetry} changes whether the game is over here, or its outcome:"
                )
            }
            Self::PliesToDraw => {
                format!("symmetry {symmetry} changes `plies_to_draw` here:")
            }
            Self::Moves { .. } => format!(
                "symmetry {symmetry} and `image_of_move` disagree about the legal moves here:"
            ),
            Self::NoGroup => format!(
                "this position's image under symmetry {symmetry} has images that are not images of \
                     the position itself:"
            ),
            Self::NotBack => {
                format!(
                    "no symmetry leads back from this position's image under symmetry {symmetry}:"
                )
            }
            Self::Turn { mv } => format!(
                "the same player moves again after move {mv} here, but not after its image under \
                     symmetry {symmetry}, or the other way round:"
            ),
            Self::Play { mv, .. } => {
                format!(
                    "move {mv} and then symmetry {symmetry} give another position than symmetry \
                         {symmetry} and then the image of the move:"
                )
            }
        }
    }
}

impl InconsistencyKind {
    /// The contradiction that a position is not an image of its own canonical image.
    pub(crate) fn not_back<G: Game>(
        game: &G,
        position: G::Position,
        canonical: G::Position,
    ) -> Self {
        let mut symmetries = 0..game.symmetries();
        let there = symmetries.find(|&symmetry| game.image(position, symmetry) == canonical);
        let fault = SymmetryFault::NotBack;
        Self::Symmetry { symmetry: there.unwrap_or(0), image: drawn(game, canonical), fault }
    }

    /// The line above the position: what is wrong with it.
    fn headline(&self) -> String {
        match self {
            Self::CodeTooLarge { code, codes } => {
                format!("this position has code {code}, but codes must be below {codes}:")
            }
            Self::NotDecoded { code, reason } => {
                format!("this position has code {code}, but `decode` returns an error ({reason}):")
            }
            Self::TwoPositions { code, .. } => format!("two positions have code {code}:"),
            Self::DecodedWrongly { code, .. } => {
                format!("this position has code {code}, but `decode` returns another position:")
            }
            Self::Equal { difference, .. } => {
                format!("this position counts as equal to another one, but {difference} differs:")
            }
            Self::SaidToBeNone => {
                "this position is reachable, but `is_position` returns false:".to_owned()
            }
            Self::Refused { reason } => {
                format!("this position is reachable, but `check` returns an error ({reason}):")
            }
            Self::TooLong { ply, most } => {
                format!("this position is at ply {ply}, but `max_plies` is {most}:")
            }
            Self::MovesAfterTheEnd { moves } => {
                format!("the game is over here, but there are legal moves ({moves}):")
            }
            Self::MoveTooLarge { mv, most } => {
                format!("move {mv} is legal here, but `max_move` is {most}:")
            }
            Self::DrawIsNotOver { plies } => {
                format!("the game is drawn here, but `plies_to_draw` is {plies}, not 0:")
            }
            Self::OtherDraw { mv, plies, after } => format!(
                "`plies_to_draw` is {plies} here, but after the drawing move {mv} it is {} instead of one \
                 less (leave it out if a draw may come sooner or later):",
                after.map_or_else(|| "undefined".to_owned(), |after| after.to_string())
            ),
            Self::OtherScore { outcome, score } => format!(
                "the game ends here with a {outcome} for the side to move, but its score is {score} (a \
                 win needs 1 to 127, a draw 0, and a loss -1 to -127):"
            ),
            Self::OtherWinner { winner } => match winner {
                Some(player) => format!(
                    "the game ends here, and by its end and the side to move {player} has won, but `winner` gives \
                     another answer:"
                ),
                None => "the game ends here in a draw, but `winner` names a player:".to_owned(),
            },
            Self::OtherNext { mv, next } => {
                let next = match next {
                    Next::Opponent => "the opponent",
                    Next::Same => "the same player",
                };
                format!(
                    "by `to_move`, {next} moves after move {mv}, but `next` gives another answer (it may only be \
                     faster than the default):"
                )
            }
            Self::LeadsNowhere { mv, .. } => {
                format!("move {mv} leads from here to a wrong position:")
            }
            Self::PlyAtStart { plies } => {
                format!("`ply` is {plies} here, but it must be 0 at the start:")
            }
            Self::PlyDoesNotRise { mv, before, after, .. } => format!(
                "`ply` is {} here and {} after move {mv}, but it must rise by one with every \
                 move (or be `None` everywhere):",
                number_or_none(*before),
                number_or_none(*after)
            ),
            Self::Circle { .. } => "play can return to this position:".to_owned(),
            Self::CodeDoesNotRise { mv, before, after, .. } => format!(
                "move {mv} leads from code {before} to code {after}, but `codes_rise` promises that \
                 codes rise with every move:"
            ),
            Self::Symmetry { symmetry, fault, .. } => fault.headline(*symmetry),
            Self::NotCanonical { found, smallest } => format!(
                "`canonical` returns code {found} here, but the smallest code of an image is \
                 {smallest}, or its symmetry does not lead to that image:"
            ),
            Self::IsCanonical { found } => {
                format!("`is_canonical` is {found} here, but `canonical` contradicts it:")
            }
            Self::OtherChildren => {
                "`children` gives other positions than `play` after the legal moves of this position:"
                    .to_owned()
            }
            Self::Tier(fault) => fault.headline(),
            Self::Unsteady => "the rules give another answer here when asked again:".to_owned(),
        }
    }

    /// Prints the lines below the position.
    fn fmt_more(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TwoPositions { other, .. } => write!(f, "\nand\n{}", indented(other)),
            Self::Equal { other, .. } => write!(
                f,
                "\nand\n{}\nLet `Eq`, `Ord`, `Hash`, the key and the code of a position include everything that \
                 the rules and the text depend on.",
                indented(other)
            ),
            Self::DecodedWrongly { other, other_code, .. } => {
                write!(f, "\nwhich has code {other_code}:\n{}", indented(other))
            }
            Self::LeadsNowhere { child, .. } => write!(f, "\n{child}"),
            Self::PlyDoesNotRise { to, .. } | Self::CodeDoesNotRise { to, .. } => {
                write!(f, "\nIt leads to:\n{}", indented(to))
            }
            Self::Circle { through } => {
                for position in through.iter().take(MOST_DRAWN) {
                    write!(f, "\nthen\n{}", indented(position))?;
                }
                match through.len().saturating_sub(MOST_DRAWN) {
                    0 => f.write_str("\nand back")?,
                    more => write!(f, "\nthen {more} more, and back")?,
                }
                f.write_str(
                    "\nIf the game may repeat a position, return `true` from `repeats`, and do not define \
                     `max_plies` and `ply`.",
                )
            }
            Self::Symmetry { image, fault, .. } => {
                write!(f, "\nIts image:\n{}", indented(image))?;
                match fault {
                    SymmetryFault::Play { mv, image_of_move, image_of_child, child_of_image } => {
                        write!(
                            f,
                            "\nThe image of the position after move {mv}:\n{}\nThe position after move \
                             {image_of_move} of the image, which `image_of_move` returns:\n{}",
                            indented(image_of_child),
                            indented(child_of_image)
                        )
                    }
                    SymmetryFault::Moves { legal: None, image_of_move: None } => {
                        f.write_str("\nTwo moves have the same image.")
                    }
                    SymmetryFault::Moves { legal, image_of_move } => {
                        if let Some(mv) = legal {
                            write!(
                                f,
                                "\nMove {mv} is legal there, but is not the image of a move."
                            )?;
                        }
                        image_of_move.map_or(Ok(()), |mv| {
                            write!(f, "\nMove {mv} is the image of a move, but is not legal there.")
                        })
                    }
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }
}

/// The largest number of positions of a cycle that are drawn.
const MOST_DRAWN: usize = 8;

/// A number of plies, or `None`.
fn number_or_none(plies: Option<u16>) -> String {
    plies.map_or_else(|| "`None`".to_owned(), |plies| plies.to_string())
}

/// Indents a drawing.
pub(crate) fn indented(drawing: &str) -> String {
    let lines: Vec<_> = drawing.lines().map(|line| format!("    {line}")).collect();
    lines.join("\n")
}

impl Error for Inconsistency {}

/// A position, drawn, and below it in one line: a drawing may leave out the side to move. If the game cannot draw it, the
/// drawing ends early.
pub(crate) fn drawn<G: Game>(game: &G, position: G::Position) -> String {
    let [mut drawing, mut line] = [const { String::new() }; 2];
    let _ = write!(drawing, "{:#}", game.notation(position));
    let _ = write!(line, "{}", game.notation(position));
    if drawing == line { drawing } else { format!("{drawing}\n{line}") }
}
