//! Sites: the places that a move chooses. A site is a cell, or a column if marks fall.

use std::{collections::BTreeSet, ops::Range};

use perfect_play_core::{Lines, Move, Moves, Shape};

use crate::{configuration::Configuration, symmetry::Symmetry};

/// The sites of a board: the places that a move chooses. The contents of the sites are independent, so a board
/// is any combination of the contents of its sites.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sites {
    shape: Shape,
    falling: bool,
}

impl Sites {
    pub(crate) fn new(lines: &Lines, falling: bool) -> Self {
        Self { shape: lines.shape(), falling }
    }

    /// The number of cells of all sites.
    pub(crate) fn cells(self) -> u8 {
        self.shape.cells()
    }

    /// The numbers of the sites, which are the numbers of the moves.
    pub(crate) fn all(self) -> Range<Move> {
        if self.falling { 1..self.shape.columns() + 1 } else { 0..self.shape.cells() }
    }

    /// The number of different contents of a site, if it can be counted.
    pub(crate) fn states_per_site(self) -> Option<usize> {
        if self.falling {
            1_usize.checked_shl(u32::from(self.shape.rows()) + 1).map(|twice| twice - 1)
        } else {
            Some(3)
        }
    }

    /// The cells of a site, in the order in which they are filled.
    pub(crate) fn cells_of(self, site: Move) -> impl Iterator<Item = u8> {
        let (columns, rows) = (self.shape.columns(), self.shape.rows());
        let falling = self.falling;
        let count = if falling { rows } else { 1 };
        (0..count).map(move |i| if falling { (rows - 1 - i) * columns + site - 1 } else { site })
    }

    /// The cells of a site with their weights, in the order in which they are filled. The weights fit
    /// in 32 bits if [`Sites::states_per_site`] returns a number.
    pub(crate) fn weighted_cells(self, site: Move) -> impl Iterator<Item = (u8, u32)> {
        // Cell i from the bottom weighs 2^i with X, and twice as much with O. A column with h marks then has the number
        // 2^h − 1, plus the binary number of its Os: first all contents of height 0, then all of height 1, and so on,
        // without a gap. A site of one cell has the numbers 0 (empty), 1 (X) and 2 (O). So one sum over the marks
        // numbers both kinds.
        self.cells_of(site).zip((0..).map(|place| 1 << place))
    }

    /// Everything a site can hold, ascending by number.
    pub(crate) fn states(self, site: Move) -> impl Iterator<Item = Configuration> {
        let cells: Vec<u8> = self.cells_of(site).collect();
        // Ordered by height. At each height, ordered as binary numbers, from all X to all O.
        (0..=cells.len()).flat_map(move |height| {
            let cells = cells[..height].to_vec();
            (0..1_u64 << height).map(move |os| {
                let held_by = |owner: u64| {
                    let held = |&(i, _): &(usize, &u8)| os >> i & 1 == owner;
                    cells
                        .iter()
                        .enumerate()
                        .filter(held)
                        .fold(0, |held, (_, &cell)| held | 1 << cell)
                };
                Configuration { x: held_by(0), o: held_by(1) }
            })
        })
    }

    /// The distance of a site from the centre of the board: the square of the distance, in half cells.
    pub(crate) fn distance_from_centre(self, site: Move) -> u32 {
        let (columns, rows) = (u32::from(self.shape.columns()), u32::from(self.shape.rows()));
        let distance = |place: u32, of: u32| (2 * place + 1).abs_diff(of).pow(2);
        if self.falling {
            distance(u32::from(site) - 1, columns)
        } else {
            let site = u32::from(site);
            distance(site % columns, columns) + distance(site / columns, rows)
        }
    }

    /// The orbits of the sites under the symmetries.
    pub(crate) fn orbits(self, symmetries: &[Symmetry]) -> Vec<BTreeSet<Move>> {
        let mut orbits: Vec<BTreeSet<Move>> = Vec::new();
        for site in self.all() {
            if !orbits.iter().any(|orbit| orbit.contains(&site)) {
                orbits.push(symmetries.iter().map(|symmetry| self.image(site, symmetry)).collect());
            }
        }
        orbits
    }

    /// The image of a site.
    pub(crate) fn image(self, site: Move, symmetry: &Symmetry) -> Move {
        if self.falling {
            // The image of a column is the column of the image of its top cell.
            symmetry.image_of_cell(site - 1) + 1
        } else {
            symmetry.image_of_cell(site)
        }
    }

    /// The symmetry with these images of sites, or `None` if they are not a permutation of the sites.
    pub(crate) fn symmetry(self, image: impl Fn(Move) -> Move) -> Option<Symmetry> {
        let mut taken = Moves::EMPTY;
        let mut cells = vec![0; self.cells().into()];
        for site in self.all() {
            let image = image(site);
            if !self.all().contains(&image) || taken.contains(image) {
                return None;
            }
            taken = taken.with(image);
            for (from, to) in self.cells_of(site).zip(self.cells_of(image)) {
                cells[usize::from(from)] = to;
            }
        }
        Some(Symmetry::new(cells))
    }
}
