//! What the whole must do. One program holds all of it: its tests run side by side, and what they have in
//! common is compiled once. `lies` is a program of its own.

mod bake;
mod counts;
mod differences;
mod falling;
mod families;
mod files;
mod found;
mod guide;
mod isolation;
mod l_game;
mod levels;
mod libraries;
mod lookup;
mod mutation;
mod odd_rules;
mod oracle;
mod pages;
mod play;
mod progress;
mod properties;
mod published;
mod rules;
mod second_verifier;
mod siege;
mod stats;
mod stranger;
mod stranger_tictactoe;
mod tiered;
mod trace;
mod trace_without_codes;
