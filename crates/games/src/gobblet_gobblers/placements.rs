//! The placements of the pieces of one size, and their images.

#![expect(
    clippy::cast_possible_truncation,
    clippy::large_stack_arrays,
    reason = "the compiler computes the tables, and their numbers are small"
)]

use perfect_play_core::Shape;

use crate::squares::INVERSES;

pub(super) const CELLS: u8 = 9;
/// The pieces of each size that a player has.
pub(super) const OF_EACH: u32 = 2;
/// The cells, as a set.
pub(super) const BOARD: u32 = 0b1_1111_1111;

/// The numbers of pieces of one size on the board: of the side to move, and of the other side.
pub(super) type Counts = [u32; 2];

/// The placements of all numbers of pieces of one size.
const PLACEMENTS: usize = 1423;

/// The placements of up to two pieces of each side on nine cells. Those with the same numbers of pieces have consecutive
/// numbers.
struct Table {
    /// For each pair of counts: the number of its first placement, and the one after its last.
    starts: [u16; 10],
    /// The cells of both sides: those of the other side are the upper half.
    cells: [u32; PLACEMENTS],
    /// The number of each image.
    images: [[u16; 8]; PLACEMENTS],
    /// The number of the orbit among those with the same counts, and in the upper half a bit for each symmetry that leads to
    /// the first placement of the orbit.
    orbits: [u32; PLACEMENTS],
    /// The first placement of each orbit, in the order of the counts.
    first: [u16; ORBITS],
    /// For each pair of counts, where its orbits begin.
    first_starts: [u16; 10],
    /// The number of each placement, by the sum of a power of three for each cell of the side to move and twice as much for
    /// each cell of the other side.
    numbers: [u16; 19_683],
}

const ORBITS: usize = 219;

/// The sum of a power of three for each of these cells.
static POWERS: [u16; 512] = {
    let mut powers = [0; 512];
    let mut cells = 0;
    while cells < powers.len() {
        let (mut cell, mut power) = (0, 1);
        while cell < CELLS {
            if cells >> cell & 1 != 0 {
                powers[cells] += power;
            }
            power *= 3;
            cell += 1;
        }
        cells += 1;
    }
    powers
};

static IMAGES: [[u16; 512]; 8] = {
    let shape = Shape::new(3, 3).unwrap();
    let mut images = [[0; 512]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut cells = 0;
        while cells < 512 {
            let mut cell = 0;
            while cell < CELLS {
                if cells >> cell & 1 != 0 {
                    images[symmetry][cells] |= 1 << shape.image_of_cell(cell, symmetry as u8);
                }
                cell += 1;
            }
            cells += 1;
        }
        symmetry += 1;
    }
    images
};

/// The images of cells. Numbers that are no symmetry leave them where they are.
#[inline]
pub(super) fn image_of_cells(cells: u32, symmetry: u8) -> u32 {
    let images = IMAGES.get(usize::from(symmetry)).unwrap_or(&IMAGES[0]);
    images.get(cells as usize).copied().unwrap_or(0).into()
}

static TABLE: Table = Table::new();

impl Table {
    const fn new() -> Self {
        let mut table = Self {
            starts: [0; 10],
            cells: [0; PLACEMENTS],
            images: [[0; 8]; PLACEMENTS],
            orbits: [0; PLACEMENTS],
            first: [0; ORBITS],
            first_starts: [0; 10],
            numbers: [u16::MAX; 19_683],
        };
        let (mut kind, mut number) = (0, 0);
        while kind < 9 {
            table.starts[kind] = number as u16;
            let mut own: usize = 0;
            while own < 512 {
                let mut other: usize = 0;
                while own.count_ones() as usize == kind / 3 && other < 512 {
                    if own & other == 0 && other.count_ones() as usize == kind % 3 {
                        table.cells[number] = (own | other << 16) as u32;
                        table.numbers[(POWERS[own] + 2 * POWERS[other]) as usize] = number as u16;
                        number += 1;
                    }
                    other += 1;
                }
                own += 1;
            }
            kind += 1;
        }
        table.starts[kind] = number as u16;
        table.find_orbits();
        table
    }

    const fn find_orbits(&mut self) {
        let (mut kind, mut at) = (0, 0);
        while kind < 9 {
            self.first_starts[kind] = at as u16;
            let mut number = self.starts[kind] as usize;
            while number < self.starts[kind + 1] as usize {
                let is_new = self.orbits[number] == 0;
                let mut symmetry = 0;
                while symmetry < 8 {
                    let cells = self.cells[number];
                    let own = IMAGES[symmetry][(cells & BOARD) as usize];
                    let other = IMAGES[symmetry][(cells >> 16) as usize];
                    let power = POWERS[own as usize] + 2 * POWERS[other as usize];
                    let image = self.numbers[power as usize];
                    self.images[number][symmetry] = image;
                    if is_new {
                        let of = &mut self.orbits[image as usize];
                        let orbit = (at - self.first_starts[kind] as usize) as u32;
                        *of = *of | orbit | 1 << (16 + INVERSES[symmetry]);
                    }
                    symmetry += 1;
                }
                if is_new {
                    self.first[at] = number as u16;
                    at += 1;
                }
                number += 1;
            }
            kind += 1;
        }
        self.first_starts[kind] = at as u16;
    }
}

/// The number of a pair of counts. 9 if there are too many pieces.
#[inline]
const fn kind([own, other]: Counts) -> usize {
    if own <= OF_EACH && other <= OF_EACH { (3 * own + other) as usize } else { 9 }
}

/// The numbers of the placements with these counts.
#[inline]
fn range(starts: &[u16; 10], counts: Counts) -> [u16; 2] {
    let kind = kind(counts);
    let at = |kind| starts.get(kind).copied().unwrap_or(0);
    [at(kind), at(kind + 1)]
}

/// How many placements there are with these counts.
#[inline]
pub(super) fn ways(counts: Counts) -> u16 {
    let [start, end] = range(&TABLE.starts, counts);
    end.saturating_sub(start)
}

/// How many orbits these placements have.
#[inline]
pub(super) fn orbits(counts: Counts) -> u16 {
    let [start, end] = range(&TABLE.first_starts, counts);
    end.saturating_sub(start)
}

/// The number of a placement, in all placements. `None` if there are too many pieces.
#[inline]
pub(super) fn number([own, other]: [u32; 2]) -> Option<u16> {
    let power = |cells: u32| POWERS.get(cells as usize).copied();
    let power = power(own)? + 2 * power(other)?;
    TABLE.numbers.get(usize::from(power)).copied().filter(|&number| number != u16::MAX)
}

/// The number of the image of a placement, among those with its counts.
#[inline]
pub(super) fn image(number: u16, counts: Counts, symmetry: u8) -> u16 {
    let images = TABLE.images.get(usize::from(number));
    let image = images.and_then(|images| images.get(usize::from(symmetry)));
    image.copied().unwrap_or(0).saturating_sub(range(&TABLE.starts, counts)[0])
}

/// The number of a placement's orbit among those with the same counts, and in the upper half a bit for each symmetry that
/// leads to the first placement of the orbit.
#[inline]
pub(super) fn orbit(number: u16) -> Option<u32> {
    TABLE.orbits.get(usize::from(number)).copied()
}

/// The first placement of an orbit.
#[inline]
pub(super) fn first_of_orbit(orbit: u16, counts: Counts) -> Option<u16> {
    let start = range(&TABLE.first_starts, counts)[0];
    TABLE.first.get(usize::from(start.checked_add(orbit)?)).copied()
}

/// The placement with this number among those with the same counts, in all placements.
#[inline]
pub(super) fn placement(number: u16, counts: Counts) -> u16 {
    range(&TABLE.starts, counts)[0].saturating_add(number)
}

/// The cells of both sides.
#[inline]
pub(super) fn cells(number: u16) -> Option<[u32; 2]> {
    let cells = *TABLE.cells.get(usize::from(number))?;
    Some([cells & BOARD, cells >> 16])
}
