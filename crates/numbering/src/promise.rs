//! The promise that a game makes by its kind, checked as far as the numbering depends on it.

use std::collections::BTreeSet;

use perfect_play_core::{Board, Game, Kind, Lines, NO_CODES};

use crate::{NotNumbered, site::Sites, symmetry::Symmetry};

/// The facts that the numbering depends on. A game whose methods contradict them has no numbering.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Promise {
    pub(crate) lines: Lines,
    /// Whether marks fall.
    pub(crate) falling: bool,
    /// The different symmetries, the identity first. They form a group and map lines to lines.
    pub(crate) symmetries: Vec<Symmetry>,
}

impl Promise {
    /// Whether the game makes this promise.
    pub(crate) fn is_of<G: Game<Position = Board>>(&self, game: &G) -> bool {
        Self::of(game).as_ref() == Ok(self)
    }

    /// The kind of the game.
    pub(crate) fn kind(&self) -> Kind {
        if self.falling { Kind::Falling(self.lines) } else { Kind::Placement(self.lines) }
    }

    /// The promise of a game.
    ///
    /// # Errors
    ///
    /// If the game is not a line game with placed or falling marks, or breaks its promise.
    pub(crate) fn of<G: Game<Position = Board>>(game: &G) -> Result<Self, NotNumbered> {
        let (lines, falling) = match game.kind() {
            Kind::Placement(lines) => (lines, false),
            Kind::Falling(lines) => (lines, true),
            _ => return Err(NotNumbered::OtherKind),
        };
        let cells = lines.shape().cells();
        let broken = |why| Err(NotNumbered::NotOfItsKind { why });
        if game.start() != Board::EMPTY {
            return broken("its start is not the empty board");
        }
        if Board::codes(cells).unwrap_or(NO_CODES) != game.codes() {
            return broken("its codes are not the codes of the boards of its size");
        }
        if game.max_plies() < cells.into() {
            return broken("its `max_plies` is less than the number of cells");
        }
        let symmetries = symmetries(game, Sites::new(&lines, falling))?;
        if !symmetries.iter().all(|symmetry| symmetry.takes_lines_to_lines(&lines)) {
            return broken("one of its symmetries does not map lines to lines");
        }
        Ok(Self { lines, falling, symmetries })
    }
}

/// The different symmetries of the game.
fn symmetries<G: Game>(game: &G, sites: Sites) -> Result<Vec<Symmetry>, NotNumbered> {
    let broken = |why| NotNumbered::NotOfItsKind { why };
    let mut symmetries: Vec<Symmetry> = Vec::new();
    let mut seen = BTreeSet::new();
    for number in 0..game.symmetries() {
        let symmetry = sites
            .symmetry(|site| game.image_of_move(game.start(), site, number))
            .ok_or(broken("one of its symmetries is not a permutation of its moves"))?;
        if seen.insert(symmetry.clone()) {
            symmetries.push(symmetry);
        }
    }
    if !symmetries.first().is_some_and(Symmetry::is_identity) {
        return Err(broken("its symmetry 0 is not the identity"));
    }
    // This is enough for a finite set of permutations, because the inverse of each is one of its powers.
    let is_group = symmetries
        .iter()
        .all(|first| symmetries.iter().all(|second| seen.contains(&first.followed_by(second))));
    is_group
        .then_some(symmetries)
        .ok_or(broken("two of its symmetries in sequence are not a symmetry"))
}
