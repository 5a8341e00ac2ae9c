//! How the rules of a game can contradict themselves.

use std::{error::Error, fmt};

use perfect_play_core::{Move, Moves, Outcome, Printable, ProbeError, Symmetric};

/// A contradiction in the rules of a game, with the position where it shows.
///
/// It prints in several lines, with the position drawn as [`Printable::fmt_position`](perfect_play_core::Printable::fmt_position) draws it.
///
/// ```
/// use perfect_play_generator::{Inconsistency, InconsistencyKind};
///
/// let kind = InconsistencyKind::SaidToBeNone;
/// let found = Inconsistency { position: "XX.\nOO.".to_owned(), kind };
/// let text =
///     "play leads to this position, and `is_position` says that it is none:\n    XX.\n    OO.";
/// assert_eq!(found.to_string(), text);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Inconsistency {
    /// The position, drawn.
    pub position: String,
    /// What is wrong there.
    pub kind: InconsistencyKind,
}

/// What is wrong with the rules at a position that play leads to.
///
/// ```
/// use perfect_play_generator::{Inconsistency, InconsistencyKind};
///
/// let kind = InconsistencyKind::TooLong { ply: 10, most: 9 };
/// let found = Inconsistency { position: "X".to_owned(), kind };
/// assert_eq!(found.to_string(), "this position is at ply 10, and `max_plies` is 9:\n    X");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InconsistencyKind {
    /// Its code is not below the number of codes.
    CodeTooLarge {
        /// The code.
        code: u64,
        /// How many codes the game has.
        codes: u64,
    },
    /// The game decodes no position from its code.
    NotDecoded {
        /// The code.
        code: u64,
        /// Why not, in the game's words.
        reason: ProbeError,
    },
    /// Another position has its code.
    TwoPositions {
        /// The code.
        code: u64,
        /// The other position, drawn.
        other: String,
    },
    /// The game decodes another position, with another code, from its code.
    DecodedWrongly {
        /// The code.
        code: u64,
        /// The other position, drawn.
        other: String,
        /// The other position's code.
        other_code: u64,
    },
    /// [`Tabular::is_position`](perfect_play_core::Tabular::is_position) says that it is none.
    SaidToBeNone,
    /// [`Tabular::check`](perfect_play_core::Tabular::check) says that play does not lead there.
    Refused {
        /// Why not.
        reason: ProbeError,
    },
    /// [`Tabular::ply`](perfect_play_core::Tabular::ply) is larger there than [`Tabular::max_plies`](perfect_play_core::Tabular::max_plies).
    TooLong {
        /// The ply.
        ply: u8,
        /// The most there can be, as the game says.
        most: u8,
    },
    /// The game is over, and there are moves.
    MovesAfterTheEnd {
        /// The moves.
        moves: Moves,
    },
    /// A legal move has a larger number than [`Tabular::max_move`](perfect_play_core::Tabular::max_move).
    MoveTooLarge {
        /// The move.
        mv: Move,
        /// The largest number there is, as the game says.
        most: Move,
    },
    /// The game is drawn, and [`Tabular::plies_to_draw`](perfect_play_core::Tabular::plies_to_draw) is not 0.
    DrawIsNotOver {
        /// What it is, in plies.
        plies: u8,
    },
    /// A move leads to a draw that takes longer or shorter than [`Tabular::plies_to_draw`](perfect_play_core::Tabular::plies_to_draw) says of the
    /// position before it.
    OtherDraw {
        /// The move.
        mv: Move,
        /// What the game says before the move, in plies.
        plies: u8,
        /// What it says after the move, in plies.
        after: Option<u8>,
    },
    /// The game is played for points, and is over, and the score is not of the outcome's sign, or is −128.
    OtherScore {
        /// The outcome, as the game says.
        outcome: Outcome,
        /// The score, as the game says.
        score: i8,
    },
    /// A move leads to what is wrong in itself.
    LeadsNowhere {
        /// The move.
        mv: Move,
        /// Where it leads, and what is wrong there.
        child: Box<Inconsistency>,
    },
    /// After a move [`Tabular::ply`](perfect_play_core::Tabular::ply) is not larger than before.
    PlyDoesNotRise {
        /// The move.
        mv: Move,
        /// Where it leads, drawn.
        to: String,
        /// The ply before the move.
        before: u8,
        /// The ply after it.
        after: u8,
    },
    /// Play can go round in circles: from this position a move leads through others and back.
    Circle {
        /// The positions on the way back, drawn.
        through: Vec<String>,
    },
    /// After a move the code is not larger than before, and [`Tabular::codes_rise`](perfect_play_core::Tabular::codes_rise) says that it is.
    CodeDoesNotRise {
        /// The move.
        mv: Move,
        /// Where it leads, drawn.
        to: String,
        /// The code before the move.
        before: u64,
        /// The code after it.
        after: u64,
    },
    /// What [`Symmetric::image`](perfect_play_core::Symmetric::image) makes of the position is not the same position seen otherwise.
    Symmetry {
        /// The number of the symmetry.
        symmetry: u8,
        /// The image, drawn.
        image: String,
        /// In what the image is not one.
        fault: SymmetryFault,
    },
    /// [`Symmetric::canonical`](perfect_play_core::Symmetric::canonical) does not give the smallest code among the images, and a symmetry that
    /// leads to it.
    NotCanonical {
        /// The code it gives.
        found: u64,
        /// The smallest.
        smallest: u64,
    },
    /// [`Symmetric::is_canonical`](perfect_play_core::Symmetric::is_canonical) does not say whether the position's code is the canonical one.
    IsCanonical {
        /// What it says.
        found: bool,
    },
    /// Asked again, the rules answered otherwise.
    Unsteady,
}

/// In what an image is none.
///
/// ```
/// use perfect_play_generator::{Inconsistency, InconsistencyKind, SymmetryFault};
///
/// let fault = SymmetryFault::Outcome;
/// let kind = InconsistencyKind::Symmetry { symmetry: 1, image: "O".to_owned(), fault };
/// let found = Inconsistency { position: "X".to_owned(), kind };
/// let text = "symmetry 1 changes whether or how the game is over here:\n    X\nIts image:\n    O";
/// assert_eq!(found.to_string(), text);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SymmetryFault {
    /// Symmetry 0 is not the identity.
    NotTheIdentity,
    /// It takes a start to what is no start, so that the images of reachable positions are not all reachable.
    Start,
    /// The game ends otherwise, or only on one side.
    Outcome,
    /// The legal moves are not those that [`Symmetric::image_of_move`](perfect_play_core::Symmetric::image_of_move) says.
    Moves,
    /// An image has images that the position itself has not: two symmetries, one after the other,
    /// are none.
    NoGroup,
    /// The position is no image of its image: no symmetry leads back.
    NotBack,
    /// Of this move and its image, after one the same player moves again and after the other not.
    Turn {
        /// The move here.
        mv: Move,
    },
    /// A move does not lead to the image of where it leads here.
    Play {
        /// The move here.
        mv: Move,
        /// What [`Symmetric::image_of_move`](perfect_play_core::Symmetric::image_of_move) makes of it.
        image_of_move: Move,
        /// The image of where the move leads, drawn.
        image_of_child: String,
        /// Where its image leads in the position's image, drawn.
        child_of_image: String,
    },
}

impl Inconsistency {
    /// A contradiction that shows in this position.
    pub(crate) fn at<G: Printable>(
        game: &G,
        position: G::Position,
        kind: InconsistencyKind,
    ) -> Self {
        Self { position: drawn(game, position), kind }
    }
}

impl fmt::Display for Inconsistency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.kind.headline(), indented(&self.position))?;
        self.kind.fmt_more(f)
    }
}

/// Prints what [`fmt::Display`] does: a test that fails shows the position.
impl fmt::Debug for Inconsistency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl InconsistencyKind {
    /// That a position is no image of its own canonical image.
    pub(crate) fn not_back<G: Printable + Symmetric>(
        game: &G,
        position: G::Position,
        canonical: G::Position,
    ) -> Self {
        let mut symmetries = 0..game.symmetries();
        let there = symmetries.find(|&symmetry| game.image(position, symmetry) == canonical);
        let fault = SymmetryFault::NotBack;
        Self::Symmetry { symmetry: there.unwrap_or(0), image: drawn(game, canonical), fault }
    }

    /// What is wrong with the position below.
    fn headline(&self) -> String {
        match self {
            Self::CodeTooLarge { code, codes } => {
                format!("this position has code {code}, and codes are below {codes}:")
            }
            Self::NotDecoded { code, reason } => {
                format!("this position has code {code}, which is decoded as {reason}:")
            }
            Self::TwoPositions { code, .. } => format!("two positions have code {code}:"),
            Self::DecodedWrongly { code, .. } => {
                format!("this position has code {code}, from which another is decoded:")
            }
            Self::SaidToBeNone => {
                "play leads to this position, and `is_position` says that it is none:".to_owned()
            }
            Self::Refused { reason } => {
                format!("play leads to this position, and `check` says {reason}:")
            }
            Self::TooLong { ply, most } => {
                format!("this position is at ply {ply}, and `max_plies` is {most}:")
            }
            Self::MovesAfterTheEnd { moves } => {
                format!("the game is over here, and there are moves ({moves}):")
            }
            Self::MoveTooLarge { mv, most } => {
                format!("move {mv} is legal here, and `max_move` is {most}:")
            }
            Self::DrawIsNotOver { plies } => {
                format!("the game is drawn here, and `plies_to_draw` is {plies}, not 0:")
            }
            Self::OtherDraw { mv, plies, after } => format!(
                "`plies_to_draw` is {plies} here, and after move {mv}, which draws, it is {} and not one \
                 less (leave it out if a draw may come sooner or later):",
                after.map_or_else(|| "not said".to_owned(), |after| after.to_string())
            ),
            Self::OtherScore { outcome, score } => format!(
                "the game ends here with a {outcome} for the side to move, and its score is {score} (a \
                 win has more than 0, a draw 0, and a loss at least -127):"
            ),
            Self::LeadsNowhere { mv, .. } => format!("move {mv} leads nowhere legal from here:"),
            Self::PlyDoesNotRise { mv, before, after, .. } => format!(
                "move {mv} leads from ply {before} to ply {after}, and `ply` must rise with every \
                 move:"
            ),
            Self::Circle { .. } => "play can return to this position:".to_owned(),
            Self::CodeDoesNotRise { mv, before, after, .. } => format!(
                "move {mv} leads from code {before} to code {after}, and `codes_rise` says that \
                 codes rise with every move:"
            ),
            Self::Symmetry { symmetry, fault, .. } => match fault {
                SymmetryFault::NotTheIdentity => {
                    "symmetry 0 must leave every position and move as it is, and changes this position \
                     or a move of it:"
                        .to_owned()
                }
                SymmetryFault::Start => {
                    format!("symmetry {symmetry} must take a start to a start, and changes this one:")
                }
                SymmetryFault::Outcome => {
                    format!("symmetry {symmetry} changes whether or how the game is over here:")
                }
                SymmetryFault::Moves => format!(
                    "symmetry {symmetry} and `image_of_move` disagree about the legal moves here:"
                ),
                SymmetryFault::NoGroup => format!(
                    "of symmetry {symmetry}'s image of this position there are images that it has not \
                     itself:"
                ),
                SymmetryFault::NotBack => {
                    format!("no symmetry leads back from symmetry {symmetry}'s image of this position:")
                }
                SymmetryFault::Turn { mv } => format!(
                    "of move {mv} here and its image by symmetry {symmetry}, the same player moves again \
                     after one only:"
                ),
                SymmetryFault::Play { mv, .. } => {
                    format!(
                        "symmetry {symmetry} and move {mv} give different positions in either order:"
                    )
                }
            },
            Self::NotCanonical { found, smallest } => format!(
                "`canonical` gives code {found} here, and the smallest code of an image is \
                 {smallest}, or its symmetry leads elsewhere:"
            ),
            Self::IsCanonical { found } => {
                format!("`is_canonical` is {found} here, and `canonical` says otherwise:")
            }
            Self::Unsteady => "asked again, the rules answer otherwise here:".to_owned(),
        }
    }

    /// What follows the position.
    fn fmt_more(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TwoPositions { other, .. } => write!(f, "\nand\n{}", indented(other)),
            Self::DecodedWrongly { other, other_code, .. } => {
                write!(f, "\nnamely this one, of code {other_code}:\n{}", indented(other))
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
                    more => write!(f, "\nand, by {more} more, back")?,
                }
                f.write_str(
                    "\nIf that is as it should be, let `repeats` say that the game can repeat a position, \
                     and leave out `max_plies` and `ply`.",
                )
            }
            Self::Symmetry { image, fault, .. } => {
                write!(f, "\nIts image:\n{}", indented(image))?;
                match fault {
                    SymmetryFault::Play { mv, image_of_move, image_of_child, child_of_image } => {
                        write!(
                            f,
                            "\nThe image of where move {mv} leads:\n{}\nWhere move \
                             {image_of_move}, which `image_of_move` says is its image, leads in the \
                             image:\n{}",
                            indented(image_of_child),
                            indented(child_of_image)
                        )
                    }
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }
}

/// How many positions of a circle are drawn.
const MOST_DRAWN: usize = 8;

/// A drawing, set apart from the text.
pub(crate) fn indented(drawing: &str) -> String {
    let lines: Vec<_> = drawing.lines().map(|line| format!("    {line}")).collect();
    lines.join("\n")
}

impl Error for Inconsistency {}

/// A position, drawn.
pub(crate) fn drawn<G: Printable>(game: &G, position: G::Position) -> String {
    format!("{:#}", game.notation(position))
}
