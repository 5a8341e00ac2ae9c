//! The checker is tested by mutation: files are changed in many ways, with right checksums. Every table that is
//! still proven must answer exactly as the rules say.

mod check;
mod consistent;
mod counts;
mod file;
mod forger;
mod headers;
mod honest;
mod judge;
#[cfg(target_os = "linux")]
mod memory;
#[path = "../oracle/mod.rs"]
mod oracle;
mod partial;
mod places;
mod sections;
mod slots;
mod static_values;
mod stones;
mod truth;
