//! Rows of pits, with their names above and below.

use super::Drawn;

/// The width of a pit.
const WIDTH: usize = 4;

impl Drawn<'_> {
    pub(super) fn pits(&self, pits: u8) -> Vec<String> {
        let blank = " ".repeat(WIDTH + 2);
        // The cells are: X's pits, X's store, O's pits, O's store.
        let (x, o) = (0..pits, pits + 1..2 * pits + 1);
        let seeds = |cell| self.cell(cell, "0", WIDTH);
        let name =
            |cell| self.name(&format!("{:>1$} ", super::cell_name(self.game, cell), WIDTH + 1));
        let between = blank.repeat(pits.into());
        let row = |cells: Vec<String>| blank.clone() + &cells.concat();
        vec![
            row(o.clone().rev().map(name).collect()),
            row(o.rev().map(seeds).collect()),
            format!("{}{between}{}", seeds(2 * pits + 1), seeds(pits)),
            row(x.clone().map(seeds).collect()),
            row(x.map(name).collect()),
        ]
    }
}
