//! Data that are computed once for all tiers.

use perfect_play_core::{Board, Game, Kind, Objective};
use perfect_play_numbering::{Tiers, Unreadable};

use super::{
    board_checker::BoardChecker,
    lines::LowLines,
    low::{self, LowMoves},
    symmetry::Symmetry,
    unsound::Unsound,
};
use crate::Rules;

/// Data that are computed once for all tiers.
pub(super) struct Precomputed<'p, G> {
    pub(super) checker: BoardChecker<'p, G>,
    pub(super) tiers: &'p Tiers,
    pub(super) symmetries: Vec<Symmetry>,
    pub(super) lines: LowLines,
    /// By mover (O, X).
    pub(super) moves: [LowMoves; 2],
    /// By symmetry, then by position in the order of low configurations: the position of the image in its strip.
    pub(super) images: Vec<Vec<u16>>,
    /// The byte of a board on which the player who moved last has completed a line.
    pub(super) ended: u8,
}

impl<'p, G: Game<Position = Board>> Precomputed<'p, G> {
    pub(super) fn new(
        game: &'p G,
        rules: Rules,
        objective: Objective,
        tiers: &'p Tiers,
    ) -> Result<Self, Unreadable> {
        let kind = game.kind();
        let (Kind::Placement(lines) | Kind::Falling(lines)) = kind else {
            return Err(Unreadable::new(Unsound::OtherNumbering));
        };
        if !tiers.is_of(game) {
            return Err(Unreadable::new(Unsound::OtherNumbering));
        }
        let contradiction = || Unreadable::new(Unsound::Contradiction);
        let moves = |mover| LowMoves::new(&kind, tiers, mover).ok_or_else(contradiction);
        let symmetries = Symmetry::all(game);
        Ok(Self {
            checker: BoardChecker {
                game,
                objective,
                kind,
                lines,
                asks_everywhere: rules != Rules::Tested,
            },
            tiers,
            lines: LowLines::new(&lines, tiers),
            moves: [moves(0)?, moves(1)?],
            images: low::images(tiers, &symmetries).ok_or_else(contradiction)?,
            symmetries,
            ended: lines.worth_completed().byte(),
        })
    }
}
