//! Boards of boxes. An edge that is not drawn shows its name.

use std::collections::HashMap;

use perfect_play_core::{Drawing, Game, Outline};

use super::Drawn;

impl Drawn<'_> {
    pub(super) fn boxes(&self, columns: u8, rows: u8) -> Vec<String> {
        let drawing = self.game.drawing();
        let cells = 0..drawing.cells();
        let place = |cell| drawing.place(cell).map(|place| place.map(|at| at / Drawing::UNIT));
        let at: HashMap<_, _> = cells.filter_map(|cell| Some((place(cell)?, cell))).collect();
        let row = |row| {
            let places = (0..=2 * columns).map(|column| match at.get(&[column, row]) {
                Some(&cell) => self.box_part(cell, drawing.outline(cell)),
                None => " + ".to_owned(),
            });
            places.collect()
        };
        (0..=2 * rows).map(row).collect()
    }

    /// An edge or a box, three characters wide.
    fn box_part(&self, cell: u8, outline: Option<Outline>) -> String {
        let [left, right] = self.marks(cell);
        match (self.piece(cell), outline) {
            (Some(_), Some(Outline::Lying)) if left == ' ' => "---".to_owned(),
            (Some(_), Some(Outline::Lying)) => format!("{left}-{right}"),
            (Some(_), Some(Outline::Standing)) => format!("{left}|{right}"),
            (None, Some(Outline::Lying | Outline::Standing)) => {
                self.name(&format!("{:^3}", super::cell_name(self.game, cell)))
            }
            _ => self.cell(cell, "", 1),
        }
    }
}
