//! Boards of points and lines: the pieces on the left, the names of the points on the right.

use perfect_play_core::Game;

use super::Drawn;

/// Rows of characters. Each character may have a style.
struct Canvas(Vec<Vec<String>>);

impl Canvas {
    fn put(&mut self, [column, row]: [usize; 2], text: impl Into<String>) {
        if let Some(place) = self.0.get_mut(row).and_then(|row| row.get_mut(column)) {
            *place = text.into();
        }
    }

    /// Draws a line between two places, without its ends.
    fn line(&mut self, from: [usize; 2], to: [usize; 2]) {
        let [[x, y], [to_x, to_y]] = if from[1] <= to[1] { [from, to] } else { [to, from] };
        let (left, right) = (x.min(to_x), x.max(to_x));
        let rows = to_y - y;
        if rows == 0 {
            (left + 1..right).for_each(|column| self.put([column, y], "-"));
            return;
        }
        let character = match x.cmp(&to_x) {
            std::cmp::Ordering::Equal => "|",
            std::cmp::Ordering::Less => "\\",
            std::cmp::Ordering::Greater => "/",
        };
        for row in 1..rows {
            // To the nearest column.
            let over = ((right - left) * row * 2 + rows) / (rows * 2);
            let column = if x <= to_x { x + over } else { x - over };
            self.put([column, y + row], character);
        }
    }

    fn rows(self) -> Vec<String> {
        self.0.into_iter().map(|row| row.concat()).collect()
    }
}

/// The greatest common divisor.
const fn common(one: u8, other: u8) -> u8 {
    if other == 0 { one } else { common(other, one % other) }
}

impl Drawn<'_> {
    pub(super) fn points(&self, places: &[[u8; 2]], links: &[[u8; 2]]) -> Vec<String> {
        let unit = places.as_flattened().iter().copied().fold(0, common).max(1);
        // A character is about twice as high as it is wide. A line needs room between two points.
        let scale = if unit > 1 { [4, 2] } else { [2, 1] };
        let at = |cell: u8| {
            let [right, down] = places.get(usize::from(cell)).copied().unwrap_or_default();
            [1 + usize::from(right / unit) * scale[0], usize::from(down / unit) * scale[1]]
        };
        let cells = 0..self.game.drawing().cells();
        let extent = |axis: usize| cells.clone().map(|cell| at(cell)[axis]).max().unwrap_or(0);
        let mut empty = Canvas(vec![vec![" ".to_owned(); extent(0) + 2]; extent(1) + 1]);
        for &[from, to] in links {
            empty.line(at(from), at(to));
        }
        let (mut stones, mut names) = (Canvas(empty.0.clone()), empty);
        for cell in cells {
            let [column, row] = at(cell);
            let (content, style) = self.content(cell, ".");
            stones.put([column, row], self.styled(style, &content));
            for (side, mark) in [column - 1, column + 1].into_iter().zip(self.marks(cell)) {
                if mark != ' ' {
                    stones.put([side, row], mark);
                }
            }
            for (i, letter) in super::cell_name(self.game, cell).chars().enumerate() {
                names.put([column + i, row], letter);
            }
        }
        let rows = stones.rows().into_iter().zip(names.rows());
        rows.map(|(stones, names)| format!("{stones}   {}", self.name(&names))).collect()
    }
}
