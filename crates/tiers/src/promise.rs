//! What a game promises by its kind, checked as far as the numbering depends on it.

use std::collections::BTreeSet;

use perfect_play_core::{Board, Cells, Kind, Lines, Moves, NO_CODES, Symmetric, Tabular};

use crate::{NotNumbered, site::Sites};

/// What the numbering depends on. A game that says this of itself and breaks it has no numbering.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Promise {
    pub(crate) lines: Lines,
    /// Whether marks fall.
    pub(crate) falling: bool,
    /// The symmetries that differ, the identity first. They form a group, and take lines to lines.
    pub(crate) symmetries: Vec<Symmetry>,
}

/// A symmetry of the board: by cell, where it takes the cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Symmetry(Vec<u8>);

impl Promise {
    /// Whether this is what the game promises.
    pub(crate) fn is_of<G: Tabular<Position = Board> + Symmetric>(&self, game: &G) -> bool {
        Self::of(game).as_ref() == Ok(self)
    }

    /// The kind of the game.
    pub(crate) fn kind(&self) -> Kind {
        if self.falling { Kind::Falling(self.lines) } else { Kind::Placement(self.lines) }
    }

    /// What this game promises.
    ///
    /// # Errors
    ///
    /// If it is of another kind, or breaks its promise.
    pub(crate) fn of<G: Tabular<Position = Board> + Symmetric>(
        game: &G,
    ) -> Result<Self, NotNumbered> {
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
            return broken("its codes are not those of the boards with so many cells");
        }
        if game.max_plies() < cells {
            return broken("its `max_plies` is less than the number of cells");
        }
        let symmetries = symmetries(game, Sites::new(&lines, falling))?;
        if !symmetries.iter().all(|symmetry| symmetry.takes_lines_to_lines(&lines)) {
            return broken("a symmetry of it does not take lines to lines");
        }
        Ok(Self { lines, falling, symmetries })
    }
}

/// The symmetries of the game that differ.
fn symmetries<G: Tabular + Symmetric>(
    game: &G,
    sites: Sites,
) -> Result<Vec<Symmetry>, NotNumbered> {
    let broken = |why| NotNumbered::NotOfItsKind { why };
    let mut symmetries: Vec<Symmetry> = Vec::new();
    let mut seen = BTreeSet::new();
    for number in 0..game.symmetries() {
        let symmetry = Symmetry::of_sites(sites, |site| game.image_of_move(site, number))
            .ok_or(broken("a symmetry of it does not take its moves to one another"))?;
        if seen.insert(symmetry.clone()) {
            symmetries.push(symmetry);
        }
    }
    if !symmetries.first().is_some_and(Symmetry::is_identity) {
        return Err(broken("its symmetry 0 is not the identity"));
    }
    // Of finitely many permutations this is enough: each has its inverse among its own powers.
    let is_group = symmetries
        .iter()
        .all(|first| symmetries.iter().all(|second| seen.contains(&first.followed_by(second))));
    is_group.then_some(symmetries).ok_or(broken("two symmetries of it make none together"))
}

impl Symmetry {
    /// The symmetry that takes sites to these; `None` if that is no permutation of them.
    fn of_sites(sites: Sites, image: impl Fn(u8) -> u8) -> Option<Self> {
        let mut taken = Moves::EMPTY;
        let mut cells = vec![0; sites.cells().into()];
        for site in sites.all() {
            let image = image(site);
            if !sites.all().contains(&image) || taken.contains(image) {
                return None;
            }
            taken = taken.with(image);
            for (from, to) in sites.cells_of(site).zip(sites.cells_of(image)) {
                cells[usize::from(from)] = to;
            }
        }
        Some(Self(cells))
    }

    fn is_identity(&self) -> bool {
        self.0.iter().zip(0..).all(|(&image, cell)| image == cell)
    }

    fn followed_by(&self, second: &Self) -> Self {
        Self(self.0.iter().map(|&cell| second.image_of_cell(cell)).collect())
    }

    fn takes_lines_to_lines(&self, lines: &Lines) -> bool {
        let all: BTreeSet<u64> = lines.within(lines.shape().all_cells()).collect();
        all.iter().all(|&line| all.contains(&self.image_of_cells(line)))
    }

    /// Whether `second` undoes this.
    pub(crate) fn is_undone_by(&self, second: &Self) -> bool {
        self.followed_by(second).is_identity()
    }

    /// Where the symmetry takes a cell. One that is not on the board stays where it is.
    pub(crate) fn image_of_cell(&self, cell: u8) -> u8 {
        self.0.get(usize::from(cell)).copied().unwrap_or(cell)
    }

    /// Where the symmetry takes these cells.
    pub(crate) fn image_of_cells(&self, cells: u64) -> u64 {
        Cells::of(cells).fold(0, |image, cell| image | 1 << self.image_of_cell(cell))
    }

    /// The image of a board.
    pub(crate) fn image(&self, board: Board) -> Board {
        let image = [board.x(), board.o()].map(|marks| self.image_of_cells(marks));
        // The images of different cells differ: there is such a board.
        Board::from_bitboards(image[0], image[1]).unwrap_or(board)
    }
}
