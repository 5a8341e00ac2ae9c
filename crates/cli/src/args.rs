//! Arguments that several commands take: from text on the command line to values, or to an error that explains it.

pub(crate) mod board_arg;
pub(crate) mod chance_args;
pub(crate) mod document;
pub(crate) mod format;
pub(crate) mod game_arg;
pub(crate) mod left_out;
pub(crate) mod level_arg;
pub(crate) mod list_args;
pub(crate) mod number_arg;
pub(crate) mod own_game;
pub(crate) mod reply_arg;
pub(crate) mod table_arg;
pub(crate) mod unexpected;
pub(crate) mod unknown_game_file;
