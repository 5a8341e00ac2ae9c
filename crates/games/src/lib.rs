#![no_std]
#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! | module | holds |
//! |---|---|
//! | [`mnk`](Mnk) | the rules of the m,n,k-games, where marks stay or fall, such as tic-tac-toe and Connect Four |
//! | [`family`](Family) | the families of games: names, limits, descriptions, and the rules for players from `rules` |
//! | `name`, `mnk_name` | parsing and printing names; the names of the m,n,k-games |
//! | `columns` | positions written as the columns played |
//! | [`wild`](Wild), [`notakto`](Notakto) | boards of marks that belong to neither player |
//! | [`morris`](Morris) | three stones in a row on nine points: Nine Holes, Three Men's Morris, Tapatan, Achi |
//! | [`mills`](Mills) | men who close mills and capture: Nine Men's Morris and its kin, and their tiers |
//! | [`hexapawn`](Hexapawn) | only pawns |
//! | [`dodgem`](Dodgem) | cars that leave the board |
//! | [`one_gap`](OneGap) | stones on points and lines, of which one is empty: Mū Tōrere, Pong Hau K'i |
//! | [`quixo`](Quixo) | cubes pushed in at the edge |
//! | [`teeko`](Teeko) | men that are dropped, and then move |
//! | [`gobblet_gobblers`](GobbletGobblers) | three in a row, with pieces that cover smaller ones |
//! | [`fox_and_hounds`](FoxAndHounds) | a fox against a row of hounds |
//! | [`krk`](Krk) | king and rook against king |
//! | [`chess`](Chess) | endings of chess |
//! | [`othello`](Othello), [`dots`](Dots), [`kalah`](Kalah) | games for points, with passes and extra turns |
//! | [`nim`](Nim), [`chomp`](Chomp) | impartial games |
//! | [`domineering`](Domineering), [`clobber`](Clobber), [`hex`](Hex), [`isolation`](Isolation) | games that use up the board |
//! | `graph` | any game as data, read from a file (feature `graph`, which needs `std`) |
//! | `squares` | the cells of boards as text; the images of cells |
//! | `grid` | boards of up to 32 squares as bitboards |
//! | `margin`, `named` | scores that are the player's points minus the opponent's; names with numbers and without options |

#[cfg(any(test, feature = "graph"))]
extern crate std;

mod chess;
mod chomp;
mod clobber;
mod columns;
mod dodgem;
mod domineering;
mod dots;
mod family;
mod fox_and_hounds;
mod gobblet_gobblers;
#[cfg(feature = "graph")]
mod graph;
mod grid;
mod hex;
mod hexapawn;
mod isolation;
mod kalah;
mod krk;
mod margin;
mod mills;
mod mnk;
mod mnk_name;
mod morris;
mod name;
mod named;
mod nim;
mod notakto;
mod one_gap;
mod othello;
mod quixo;
#[cfg(feature = "serde")]
mod serde;
mod squares;
mod teeko;
mod wild;

pub use chess::Chess;
pub use chomp::Chomp;
pub use clobber::Clobber;
pub use dodgem::Dodgem;
pub use domineering::Domineering;
pub use dots::Dots;
pub use family::Family;
pub use fox_and_hounds::FoxAndHounds;
pub use gobblet_gobblers::GobbletGobblers;
#[cfg(feature = "graph")]
pub use graph::{Graph, ReadGraphError, ReadGraphErrorKind};
pub use hex::Hex;
pub use hexapawn::Hexapawn;
pub use isolation::Isolation;
pub use kalah::Kalah;
pub use krk::Krk;
pub use mills::Mills;
pub use mnk::Mnk;
pub use morris::Morris;
pub use name::{ParseNameError, ParseNameErrorKind};
pub use nim::Nim;
pub use notakto::Notakto;
pub use one_gap::OneGap;
pub use othello::Othello;
pub use quixo::Quixo;
pub use teeko::Teeko;
pub use wild::Wild;
