//! A part of the board: some of its cells, and all possible marks on them.

use perfect_play_core::{Board, Cells, Move};

use crate::{configuration::Configuration, site::Sites, symmetry::Symmetry};

/// All possible marks on the cells of a part of the board, numbered.
///
/// The number of a *configuration* is a sum over its marks. Each cell has a weight, which an X adds once and an
/// O adds twice.
#[derive(Debug)]
pub(crate) struct Part {
    /// The cells of the part.
    pub(crate) cells: u64,
    /// The configurations, by number.
    pub(crate) configurations: Vec<Configuration>,
    /// The numbers of the images, by symmetry and then by number.
    pub(crate) images: Vec<Vec<u32>>,
}

impl Part {
    /// The part that consists of these sites, numbered in their order. Writes the weight of each of its cells
    /// to `weights`.
    pub(crate) fn new(
        sites: Sites,
        chosen: &[Move],
        weights: &mut [u32; Board::MAX_CELLS as usize],
    ) -> Self {
        let mut configurations = vec![Configuration::default()];
        let mut cells = 0;
        for &site in chosen {
            // A part has fewer than 2^21 configurations.
            let place = u32::try_from(configurations.len()).unwrap_or(u32::MAX);
            for (cell, weight) in sites.weighted_cells(site) {
                cells |= 1 << cell;
                weights[usize::from(cell)] = place * weight;
            }
            configurations = sites
                .states(site)
                .flat_map(|state| {
                    configurations.iter().map(move |&rest| Configuration {
                        x: rest.x | state.x,
                        o: rest.o | state.o,
                    })
                })
                .collect();
        }
        Self { cells, configurations, images: Vec::new() }
    }

    /// Computes the images under each symmetry.
    pub(crate) fn add_images(
        &mut self,
        symmetries: &[Symmetry],
        weights: &[u32; Board::MAX_CELLS as usize],
    ) {
        let image = |marks: u64, symmetry: &Symmetry| -> u32 {
            let cells = Cells::of(marks);
            cells.map(|cell| weights[usize::from(symmetry.image_of_cell(cell))]).sum()
        };
        self.images = symmetries
            .iter()
            .map(|symmetry| {
                let configurations = self.configurations.iter();
                configurations.map(|c| image(c.x, symmetry) + 2 * image(c.o, symmetry)).collect()
            })
            .collect();
    }

    /// The smallest number among the images of a configuration, and a symmetry that leads to it.
    pub(crate) fn canonical(&self, number: usize) -> (usize, u8) {
        let images = self.images.iter().map(|images| images[number] as usize);
        images.zip(0..).min().unwrap_or((number, 0))
    }

    /// Whether no image of a configuration has a smaller number.
    pub(crate) fn is_canonical(&self, number: usize) -> bool {
        self.canonical(number).0 == number
    }

    /// The memory of the tables in bytes.
    pub(crate) fn memory(&self) -> u64 {
        let configurations = self.configurations.len() * size_of::<Configuration>();
        let images: usize = self.images.iter().map(|images| images.len() * size_of::<u32>()).sum();
        (configurations + images) as u64
    }

    /// The largest number of marks it can hold.
    #[inline]
    pub(crate) fn capacity(&self) -> usize {
        self.cells.count_ones() as usize
    }
}
