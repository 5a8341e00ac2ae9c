//! Equal tables are compared without asking for a single entry.

use std::borrow::Cow;

use perfect_play_core::{Board, Mnk, Objective, Probe, Value};
use perfect_play_index::{Index, Levels};
use perfect_play_table::{Diff, levels};

use crate::table::{Failure, Table};

/// A table that can be read level by level and must not be probed.
struct Unprobed(Table);

impl Levels for Unprobed {
    type Error = Failure;

    fn index(&self) -> &Index {
        self.0.index()
    }

    fn level(&self, level: usize) -> Result<Cow<'_, [u8]>, Failure> {
        self.0.level(level)
    }
}

impl Probe for Unprobed {
    type Game = Mnk;
    type Error = Failure;

    fn game(&self) -> &Mnk {
        self.0.game()
    }

    fn objective(&self) -> Objective {
        self.0.objective()
    }

    fn value(&self, board: Board) -> Result<Value, Failure> {
        panic!("the value of {board:?} was asked for");
    }

    fn positions(&self) -> impl Iterator<Item = Board> {
        panic!("the positions were asked for");
        #[expect(unreachable_code, reason = "it names the type")]
        [].into_iter()
    }
}

#[test]
fn equal_tables_are_compared_by_their_bytes() {
    // Boards on both sides of the size up to which differences are listed by code.
    for name in ["tictactoe", "mnk:4,3,3", "connect:4,3,3", "mnk:17,1,2"] {
        let [first, second] = [(); 2].map(|()| Unprobed(Table::solved(name)));
        let positions = levels::verify(&first.0, &mut |_, _| ()).unwrap().positions_by_ply;
        let mut reports = Vec::new();
        let diff = levels::diff(&first, &second, 9, &mut |done, of| reports.push((done, of)));
        assert_eq!(diff.unwrap(), Diff::of_the_same(&positions), "{name}");
        assert!(reports.is_sorted() && !reports.is_empty(), "{name}: {reports:?}");
    }
}
