//! A part of the board: some of its cells, and everything they can hold.

use perfect_play_core::{Board, Cells, Move};

use crate::{promise::Symmetry, site::Sites};

/// Everything that the cells of one part of the board can hold, numbered.
///
/// The number of a *configuration* is a sum over the marks: each cell has a weight, which an X adds
/// once and an O twice.
#[derive(Debug)]
pub(crate) struct Part {
    /// The cells of the part.
    pub(crate) cells: u64,
    /// By number.
    pub(crate) configurations: Vec<Configuration>,
    /// By symmetry, then by number: the number of the image.
    pub(crate) images: Vec<Vec<u32>>,
}

/// What the cells of a part hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Configuration {
    /// The cells that hold X.
    pub(crate) x: u64,
    /// The cells that hold O.
    pub(crate) o: u64,
}

impl Configuration {
    /// How many marks there are.
    #[inline]
    pub(crate) fn marks(self) -> usize {
        (self.x | self.o).count_ones() as usize
    }

    /// How many more X than O there are.
    #[inline]
    pub(crate) fn surplus(self) -> i32 {
        self.x.count_ones().cast_signed() - self.o.count_ones().cast_signed()
    }
}

impl Part {
    /// The part that consists of some sites, numbered in their order; the weight of each of its
    /// cells is entered in `weights`.
    pub(crate) fn new(
        sites: Sites,
        chosen: &[Move],
        weights: &mut [u32; Board::MAX_CELLS as usize],
    ) -> Self {
        let mut configurations = vec![Configuration::default()];
        let mut cells = 0;
        for &site in chosen {
            // A part has no more than its limit, below 2^21.
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

    /// Works out the images under each symmetry.
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

    /// The least number among the images of a configuration, and a symmetry that leads to it.
    pub(crate) fn canonical(&self, number: usize) -> (usize, u8) {
        let images = self.images.iter().map(|images| images[number] as usize);
        images.zip(0..).min().unwrap_or((number, 0))
    }

    /// Whether no image of a configuration has a lesser number.
    pub(crate) fn is_canonical(&self, number: usize) -> bool {
        self.canonical(number).0 == number
    }

    /// Bytes of memory that the tables take.
    pub(crate) fn memory(&self) -> u64 {
        let configurations = self.configurations.len() * size_of::<Configuration>();
        let images: usize = self.images.iter().map(|images| images.len() * size_of::<u32>()).sum();
        (configurations + images) as u64
    }

    /// The most marks that it can hold.
    #[inline]
    pub(crate) fn capacity(&self) -> usize {
        self.cells.count_ones() as usize
    }
}
