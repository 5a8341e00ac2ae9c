//! Sites: what a move chooses. A cell, or with gravity a column.

use std::{collections::BTreeSet, ops::Range};

use perfect_play_core::{Lines, Move, Shape};

use crate::{part::Configuration, promise::Symmetry};

/// The sites of a board: what a move chooses. Marks on one site tell nothing of another, so what a
/// board holds is any combination of what its sites hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sites {
    shape: Shape,
    falling: bool,
}

impl Sites {
    pub(crate) fn new(lines: &Lines, falling: bool) -> Self {
        Self { shape: lines.shape(), falling }
    }

    /// How many cells they have together.
    pub(crate) fn cells(self) -> u8 {
        self.shape.cells()
    }

    /// The numbers of the sites, which are those of the moves.
    pub(crate) fn all(self) -> Range<Move> {
        if self.falling { 1..self.shape.columns() + 1 } else { 0..self.shape.cells() }
    }

    /// How many different contents a site can have, if they are not too many to count.
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

    /// The cells of a site with their weights, in the same order. A site that has a number of states
    /// has a weight for each cell.
    pub(crate) fn weighted_cells(self, site: Move) -> impl Iterator<Item = (u8, u32)> {
        self.cells_of(site).zip((0..).map(|place| 1 << place))
    }

    /// Everything a site can hold, ascending by number.
    pub(crate) fn states(self, site: Move) -> impl Iterator<Item = Configuration> {
        let cells: Vec<u8> = self.cells_of(site).collect();
        // By height; and at each height, read as a binary number, from all X to all O.
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

    /// How far a site is from the centre of the board: the square of the distance, in half cells.
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

    /// The sites in sets: those that the symmetries take to one another.
    pub(crate) fn orbits(self, symmetries: &[Symmetry]) -> Vec<BTreeSet<Move>> {
        let mut orbits: Vec<BTreeSet<Move>> = Vec::new();
        for site in self.all() {
            if !orbits.iter().any(|orbit| orbit.contains(&site)) {
                orbits.push(symmetries.iter().map(|symmetry| self.image(site, symmetry)).collect());
            }
        }
        orbits
    }

    /// Where a symmetry takes a site.
    pub(crate) fn image(self, site: Move, symmetry: &Symmetry) -> Move {
        if self.falling {
            // A column is where its top cell is.
            symmetry.image_of_cell(site - 1) + 1
        } else {
            symmetry.image_of_cell(site)
        }
    }
}
