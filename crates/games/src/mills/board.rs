//! The boards: their points, lines and symmetries.
//!
//! A set of points is a number with a bit for each point. The rings, from the outside to the inside, have eight bits each:
//! clockwise from the top left corner. The centre is bit 24. So a symmetry turns or reflects each of three bytes, or swaps two
//! of them. A smaller board has fewer rings.

/// The centre, on boards that have one.
const CENTRE: u8 = 24;
/// The number of bits of a set of points.
pub(super) const BITS: usize = 25;
/// All bits of a set of points.
pub(super) const ALL: u32 = (1 << BITS) - 1;
/// No two points: the value after the last line through a point.
const NO_LINE: u32 = u32::MAX;
/// The largest number of points of a board.
const MAX_POINTS: usize = 24;
/// The largest number of links of a board.
const MAX_LINKS: usize = 40;

/// A board.
pub(super) struct Board {
    pub(super) points: u32,
    /// The number of symmetries.
    pub(super) symmetries: u8,
    /// The number of columns, and of rows, in which the points are.
    pub(super) side: u8,
    /// The points next to each point.
    near: [u32; BITS],
    /// For each line of three through a point, its two other points.
    lines: [[u32; 6]; BITS],
    /// The bit of each cell. The cells are the points, row by row from the top left.
    bits: [u8; MAX_POINTS],
    places: [[u8; 2]; MAX_POINTS],
    links: [[u8; 2]; MAX_LINKS],
    /// The number of points, and the number of links.
    len: [usize; 2],
}

/// The points of the middles of sides.
const MIDDLES: u8 = 0b1010_1010;

/// Three Men's Morris: a ring and its centre.
pub(super) static THREE: Board = Board::new([false, false, true], true, 0xFF);
/// Six Men's Morris: two rings.
pub(super) static SIX: Board = Board::new([true, false, true], false, MIDDLES);
/// Seven Men's Morris: two rings and their centre.
pub(super) static SEVEN: Board = Board::new([true, false, true], true, MIDDLES);
/// Nine Men's Morris: three rings.
pub(super) static NINE: Board = Board::new([true; 3], false, MIDDLES);
/// Morabaraba: three rings, with lines between their corners.
pub(super) static MORABARABA: Board = Board::new([true; 3], false, 0xFF);

impl Board {
    /// The board with these rings, and with lines between the rings, and to the centre, at these points of the rings.
    const fn new(rings: [bool; 3], centre: bool, spokes: u8) -> Self {
        let mut board = Self {
            points: if centre { 1 << CENTRE } else { 0 },
            // Outer and inner ring can be swapped, unless the centre is next to the inner ring.
            symmetries: if centre { 8 } else { 16 },
            side: 2 * half_side(rings, 0) + 1,
            near: [0; BITS],
            lines: [[NO_LINE; 6]; BITS],
            bits: [0; MAX_POINTS],
            places: [[0; 2]; MAX_POINTS],
            links: [[0; 2]; MAX_LINKS],
            len: [0; 2],
        };
        let mut ring = 0;
        while ring < 3 {
            let mut at = 0;
            while rings[ring as usize] && at < 8 {
                board.points |= 1 << (8 * ring + at);
                board.add_link(8 * ring + at, 8 * ring + (at + 1) % 8);
                if at % 2 == 0 {
                    board.add_line([8 * ring + at, 8 * ring + at + 1, 8 * ring + (at + 2) % 8]);
                }
                at += 1;
            }
            ring += 1;
        }
        let mut direction = 0;
        while direction < 8 {
            if spokes >> direction & 1 != 0 {
                board.add_spoke(rings, centre, direction);
            }
            direction += 1;
        }
        board.add_cells(rings);
        board
    }

    /// Adds the links and lines from the outer ring inwards, and with a centre on to the other side.
    const fn add_spoke(&mut self, rings: [bool; 3], centre: bool, direction: u8) {
        let (mut spoke, mut len, mut step) = ([0; 7], 0, 0);
        while step < 7 {
            let point = match step {
                3 => CENTRE,
                0..3 => 8 * step + direction,
                _ => 8 * (6 - step) + (direction + 4) % 8,
            };
            let exists = match step {
                3 => centre,
                0..3 => rings[step as usize],
                // Without a centre the other side has a spoke of its own. With a centre it is the same.
                _ => centre && direction < 4 && rings[6 - step as usize],
            };
            if exists {
                spoke[len] = point;
                len += 1;
            }
            step += 1;
        }
        if centre && direction >= 4 {
            return;
        }
        let mut at = 1;
        while at < len {
            self.add_link(spoke[at - 1], spoke[at]);
            if at > 1 {
                self.add_line([spoke[at - 2], spoke[at - 1], spoke[at]]);
            }
            at += 1;
        }
    }

    const fn add_link(&mut self, one: u8, other: u8) {
        self.near[one as usize] |= 1 << other;
        self.near[other as usize] |= 1 << one;
    }

    const fn add_line(&mut self, line: [u8; 3]) {
        let all = 1 << line[0] | 1 << line[1] | 1 << line[2];
        let mut at = 0;
        while at < 3 {
            let lines = &mut self.lines[line[at] as usize];
            let mut free = 0;
            while lines[free] != NO_LINE {
                free += 1;
            }
            lines[free] = all & !(1 << line[at]);
            at += 1;
        }
    }

    /// Numbers the cells, and adds their places and links.
    const fn add_cells(&mut self, rings: [bool; 3]) {
        let mut cell_of = [0; BITS];
        let mut place = 0;
        while place < self.side * self.side {
            let mut bit = 0;
            while bit < BITS {
                let [column, row] = place_of(rings, bit as u8);
                if self.points >> bit & 1 != 0 && row * self.side + column == place {
                    let cell = self.len[0];
                    cell_of[bit] = cell;
                    self.bits[cell] = bit as u8;
                    self.places[cell] = [4 * column, 4 * row];
                    self.len[0] += 1;
                }
                bit += 1;
            }
            place += 1;
        }
        let mut cell = 0;
        while cell < self.len[0] {
            let mut other = cell + 1;
            while other < self.len[0] {
                if self.near[self.bits[cell] as usize] >> self.bits[other] & 1 != 0 {
                    self.links[self.len[1]] = [cell as u8, other as u8];
                    self.len[1] += 1;
                }
                other += 1;
            }
            cell += 1;
        }
    }

    /// The number of points.
    #[inline]
    pub(super) const fn size(&self) -> u8 {
        self.len[0] as u8
    }

    /// The points next to a point.
    #[inline]
    pub(super) fn near(&self, point: u8) -> u32 {
        self.near.get(usize::from(point)).copied().unwrap_or(0)
    }

    /// Whether a man on this point has a mill with these men.
    #[inline]
    pub(super) fn closes(&self, men: u32, point: u8) -> bool {
        let Some([one, other, more @ ..]) = self.lines.get(usize::from(point)) else {
            return false;
        };
        let has = |line: &u32| men & line == *line;
        // Most points are on two lines. Of no line, men are no part.
        has(one) || has(other) || more[0] != NO_LINE && more.iter().any(has)
    }

    /// The points on every line through a point whose two others these men hold: all bits if there is no such line. A man of any other point who moves to this one closes a mill.
    #[inline]
    pub(super) fn held(&self, men: u32, point: u8) -> u32 {
        let lines = self.lines.get(usize::from(point)).into_iter().flatten();
        let closed =
            lines.take_while(|line| **line != NO_LINE).filter(|line| men & **line == **line);
        closed.fold(ALL, |held, line| held & line)
    }

    /// The places of the cells.
    pub(super) fn places(&self) -> &[[u8; 2]] {
        self.places.get(..self.len[0]).unwrap_or_default()
    }

    /// The pairs of cells that a line connects.
    pub(super) fn links(&self) -> &[[u8; 2]] {
        self.links.get(..self.len[1]).unwrap_or_default()
    }

    /// The points, in the order of the cells.
    pub(super) fn bits(&self) -> &[u8] {
        self.bits.get(..self.len[0]).unwrap_or_default()
    }

    /// The cell of a point.
    pub(super) fn cell(&self, point: u8) -> u8 {
        (0..).zip(self.bits()).find(|(_, bit)| **bit == point).map_or(u8::MAX, |(cell, _)| cell)
    }
}

/// The distance of a ring from the centre: the number of rings from this one inwards.
const fn half_side(rings: [bool; 3], ring: u8) -> u8 {
    let (mut half, mut inner) = (0, ring);
    while inner < 3 {
        half += rings[inner as usize] as u8;
        inner += 1;
    }
    half
}

/// The column and row of a point.
const fn place_of(rings: [bool; 3], bit: u8) -> [u8; 2] {
    let middle = half_side(rings, 0);
    if bit == CENTRE {
        return [middle; 2];
    }
    let half = half_side(rings, bit / 8);
    // The row of a place is the column of the place two steps back.
    [along(middle, half, bit % 8), along(middle, half, (bit + 6) % 8)]
}

/// The column of a place on a ring.
const fn along(middle: u8, half: u8, at: u8) -> u8 {
    match at {
        0 | 6 | 7 => middle - half,
        1 | 5 => middle,
        _ => middle + half,
    }
}

/// Each symmetry of the square takes place `at` of a ring to `rotation + at`, or to `rotation - at` if it reflects. Bit 0 of its
/// number reflects the columns, bit 1 reflects the rows, bit 2 swaps columns and rows.
const SYMMETRIES: [(bool, u8); 8] =
    [(false, 0), (true, 2), (true, 6), (false, 4), (true, 0), (false, 6), (false, 2), (true, 4)];
/// The bit of a symmetry that swaps the outer and the inner ring.
const SWAPS_RINGS: u8 = 8;

/// The images of the rings under the symmetries of the square.
static IMAGES: [[u8; 256]; 8] = {
    let mut images = [[0; 256]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let (reflects, rotation) = SYMMETRIES[symmetry];
        let mut ring = 0;
        while ring < 256 {
            // Reversing bits takes place `at` to `7 - at`.
            let (bits, by) = if reflects {
                ((ring as u8).reverse_bits(), rotation + 1)
            } else {
                (ring as u8, rotation)
            };
            images[symmetry][ring] = bits.rotate_left(by as u32);
            ring += 1;
        }
        symmetry += 1;
    }
    images
};

/// The image of a set of points under a symmetry. What is above the rings stays.
#[inline]
pub(super) fn image(points: u32, symmetry: u8) -> u32 {
    let images = &IMAGES[usize::from(symmetry % 8)];
    let [outer, middle, inner, above] = points.to_le_bytes();
    let of = |ring: u8| images[usize::from(ring)];
    let (outer, middle, inner) = (of(outer), of(middle), of(inner));
    let [outer, inner] = if symmetry & SWAPS_RINGS == 0 { [outer, inner] } else { [inner, outer] };
    u32::from_le_bytes([outer, middle, inner, above])
}

/// The symmetry that acts as the first and then the second.
#[inline]
pub(super) fn compose(first: u8, second: u8) -> u8 {
    static COMPOSED: [[u8; 8]; 8] = {
        let mut composed = [[0; 8]; 8];
        let mut first = 0;
        while first < 64 {
            let ((one, by), (other, further)) = (SYMMETRIES[first / 8], SYMMETRIES[first % 8]);
            let by = (if other { 8 - by } else { by } + further) % 8;
            let mut both = 0;
            while SYMMETRIES[both].0 != (one != other) || SYMMETRIES[both].1 != by {
                both += 1;
            }
            composed[first / 8][first % 8] = both as u8;
            first += 1;
        }
        composed
    };
    let square = COMPOSED[usize::from(first % 8)][usize::from(second % 8)];
    square | (first ^ second) & SWAPS_RINGS
}

/// The points of a set.
#[inline]
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = u8> {
    core::iter::from_fn(move || {
        let point = set.trailing_zeros() as u8;
        let is_one = set != 0;
        set &= set.wrapping_sub(1);
        is_one.then_some(point)
    })
}
