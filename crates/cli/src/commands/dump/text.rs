//! A dump as text: CSV, and JSON in one object or in lines.

use std::io;

use perfect_play_proof::Record;

use super::column::{Chosen, Column};
use crate::terminal::output::csv_error;

/// The CSV line with the names of the columns.
pub(super) fn csv_header(columns: &[Column], has_cells: bool) -> io::Result<Vec<u8>> {
    let names = columns.iter().map(|column| column.name(has_cells));
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(names).map_err(csv_error)?;
    out.into_inner().map_err(csv::IntoInnerError::into_error)
}

/// Lines of CSV.
pub(super) fn csv(columns: &[Column], records: &[Record]) -> io::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    for record in records {
        for column in columns {
            out.write_field(column.text(record)).map_err(csv_error)?;
        }
        out.write_record(None::<&[u8]>).map_err(csv_error)?;
    }
    out.into_inner().map_err(csv::IntoInnerError::into_error)
}

/// Objects, each with the text before and after it.
pub(super) fn json(
    columns: &[Column],
    records: &[Record],
    [before, behind]: [&str; 2],
) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    for record in records {
        out.extend_from_slice(before.as_bytes());
        serde_json::to_writer(&mut out, &Chosen { columns, record })?;
        out.extend_from_slice(behind.as_bytes());
    }
    Ok(out)
}
