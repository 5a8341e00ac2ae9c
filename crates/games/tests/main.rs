//! The rules of every family, and their symmetries.

mod rules;
mod symmetries;
