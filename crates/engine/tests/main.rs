//! Tables of any game, opened and solved by name.

mod any_game;
mod any_table;
mod cut;
mod cut_file;
mod folder_solve;
mod ranks;
mod seven_by_six;
mod tier_solve;
