//! A number that is known within bounds.

use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Between<T> {
    pub(super) least: T,
    pub(super) most: T,
}
