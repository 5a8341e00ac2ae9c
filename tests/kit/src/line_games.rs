//! Small games of lines, and ways to cut their boards into parts.

use perfect_play_numbering::Limits;

/// The names of all games of lines on boards of up to so many cells: marks placed and marks that fall, normal and
/// misère.
pub fn line_games(most_cells: u8) -> impl Iterator<Item = String> {
    (1..=most_cells).flat_map(move |m| {
        (1..=most_cells / m).flat_map(move |n| {
            (1..=m.max(n)).flat_map(move |k| {
                ["mnk", "connect"].into_iter().flat_map(move |family| {
                    ["", "+misere"].map(|variant| format!("{family}:{m},{n},{k}{variant}"))
                })
            })
        })
    })
}

const fn limits(low: usize, top: usize, middle: usize) -> Limits {
    Limits { low, top, middle }
}

/// No limit: a small board is one part.
pub const MOST: Limits = limits(usize::MAX, usize::MAX, usize::MAX);

/// Games whose boards are cut into a top, a middle and a low part.
pub const THREE_PARTS: [(&str, Limits); 14] = [
    ("mnk:4,2,3", limits(81, 9, 9)),
    ("tictactoe", limits(81, 81, 3)),
    ("tictactoe", limits(3, 81, 81)),
    ("mnk:4,3,3", limits(81, 81, 81)),
    ("mnk:4,3,2", limits(81, 81, 81)),
    ("mnk:3,3,2", limits(81, 3, 81)),
    ("mnk:3,3,2", limits(81, 81, 81)),
    ("connect:4,3,3", limits(225, 225, 1)),
    ("connect:3,3,2", limits(225, 1, 15)),
    ("connect:3,3,3", limits(15, 225, 1)),
    ("connect:5,2,3", limits(49, 49, 7)),
    ("connect:5,2,2", limits(49, 7, 49)),
    // Two columns are too much for one part, so the numbering uses no symmetries.
    ("connect:3,4,3", limits(31, 31, 31)),
    ("connect:2,5,3", limits(63, 63, 1)),
];
