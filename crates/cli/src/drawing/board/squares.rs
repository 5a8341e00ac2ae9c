//! Boards of squares and of hexagons.

use super::Drawn;

impl Drawn<'_> {
    /// A board of squares. Numbered cells show their numbers; other boards have the names of rows and columns beside
    /// them. `None` if the cells have other names.
    pub(super) fn squares(&self, columns: u8, rows: u8, falls: bool) -> Option<Vec<String>> {
        let names = self.names();
        let first = names.first()?;
        if first.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(self.numbered(columns, &names, falls));
        }
        first.starts_with('a').then(|| self.lettered([columns, rows], 0, 3))
    }

    /// A board with numbers in its empty cells. Where pieces fall, the numbers are above the columns that are not full.
    fn numbered(&self, columns: u8, names: &[String], falls: bool) -> Vec<String> {
        let columns = usize::from(columns);
        let numbers = if falls { columns } else { names.len() };
        let width = names.iter().take(numbers).map(String::len).max().unwrap_or(1);
        let cells: Vec<_> = (0..)
            .zip(names)
            .map(|(cell, name)| self.cell(cell, if falls { "" } else { name }, width))
            .collect();
        let rule = vec!["-".repeat(width + 2); columns].join("+");
        let mut lines = Vec::new();
        if falls {
            let above = (0..).zip(1..=columns).map(|(cell, number)| match self.piece(cell) {
                None => self.name(&format!(" {number:>width$} ")),
                Some(_) => " ".repeat(width + 2),
            });
            lines.push(above.collect::<Vec<_>>().join(" "));
        }
        for (row, cells) in cells.chunks(columns).enumerate() {
            lines.extend((row > 0).then(|| rule.clone()));
            lines.push(cells.join("|"));
        }
        lines
    }

    /// A board with letters below the columns and numbers beside the rows. Each row begins `shift` further right than
    /// the row above it; a cell has this width.
    fn lettered(&self, [columns, rows]: [u8; 2], shift: usize, cell_width: usize) -> Vec<String> {
        let width = rows.to_string().len();
        let gap = " ".repeat(cell_width - 3);
        let mut lines = Vec::new();
        for row in 0..rows {
            let before = " ".repeat(shift * usize::from(row));
            let number = self.name(&format!("{:>width$}", rows - row));
            let cells = (0..columns).map(|column| self.cell(row * columns + column, ".", 1) + &gap);
            lines.push(format!("{before}{number}{}", cells.collect::<String>()));
        }
        let before = " ".repeat(width + shift * usize::from(rows));
        let letters =
            (b'a'..).take(columns.into()).map(|letter| format!(" {} {gap}", char::from(letter)));
        lines.push(format!("{before}{}", self.name(&letters.collect::<String>())));
        lines
    }

    /// A board of hexagons. Each row begins half a cell further right than the row above it.
    pub(super) fn hexagons(&self, columns: u8, rows: u8) -> Vec<String> {
        self.lettered([columns, rows], 2, 4)
    }
}
