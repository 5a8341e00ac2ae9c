//! A move as text and pictures show it.

use perfect_play_analysis::MoveReport;

use crate::positions::value_text::ValueText;

/// `*` if the move is optimal.
pub(super) const fn star(mv: &MoveReport) -> &'static str {
    if mv.optimal { "*" } else { "" }
}

/// The worth of the move.
pub(super) fn worth(mv: &MoveReport) -> ValueText {
    ValueText::from(&mv.answer)
}
