//! The checker is tested by mutation: files are changed in many ways, with right checksums. Every table that is
//! still proven must answer exactly as the rules say.

mod check;
mod consistent;
pub(crate) mod counts;
mod cut;
pub(crate) mod file;
pub(crate) mod forger;
mod headers;
pub(crate) mod honest;
pub(crate) mod judge;
#[cfg(target_os = "linux")]
mod memory;
mod partial;
pub(crate) mod places;
mod sections;
mod slots;
mod static_values;
pub(crate) mod stones;
pub(crate) mod truth;

use super::oracle;
