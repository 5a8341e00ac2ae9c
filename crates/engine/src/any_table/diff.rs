//! The comparison of two tables.

use perfect_play_core::{Game, Probe};
use perfect_play_file::fingerprint_of_rules;
use perfect_play_generator::numbering::{TierSource, Unreadable};
use perfect_play_proof::{
    Diff, DiffError, DifferentPositions, diff, diff_at, diff_by_tier, diff_if_equal,
};

use super::{AnyTable, Form, Progress, RankedTable};
use crate::AnyPosition;

impl AnyTable {
    /// Compares the table with another one, and keeps up to `limit` examples: [`perfect_play_proof::diff`]. If a table is
    /// cut, only the positions that both store are compared.
    ///
    /// # Errors
    ///
    /// If the games do not have the same positions, or one of the tables cannot be read.
    pub fn diff(
        &self,
        other: &Self,
        limit: usize,
        progress: Progress<'_>,
    ) -> Result<Diff<AnyPosition>, DiffError> {
        match (&self.form, &other.form) {
            (Form::Tiers(first), Form::Tiers(second)) => {
                let diff = match diff_if_equal(first, second, progress)? {
                    Some(none) => none,
                    None => diff_by_tier(first, second, limit, progress)?,
                };
                return Ok(diff.map(AnyPosition::of));
            }
            (Form::Ranks(first), Form::Ranks(second)) => {
                if let Some(none) = self.diff_if_equal_by_rank([first, second], progress)? {
                    return Ok(none);
                }
            }
            (Form::Keys(first), Form::Keys(second))
                if !first.numbering().is_same(second.numbering()) =>
            {
                let [first, second] = [self, other].map(|table| table.game.to_string());
                return Err(DifferentPositions { first, second }.into());
            }
            _ => {}
        }
        match (self.plies(), other.plies()) {
            (None, None) => diff(self, other, limit, progress),
            (Some(plies), of_other) if of_other.is_none_or(|of_other| plies <= of_other) => {
                diff_at(self, other, Probe::positions(self), limit)
            }
            _ => diff_at(self, other, Probe::positions(other), limit),
        }
    }

    /// The comparison of this table by rank with another one, if they have the same rules, objective and values. Then no
    /// position need be looked up in both: the tiers are compared, and the positions counted. Otherwise `None`.
    fn diff_if_equal_by_rank(
        &self,
        [first, second]: [&RankedTable; 2],
        progress: Progress<'_>,
    ) -> Result<Option<Diff<AnyPosition>>, DiffError> {
        let numbering = first.numbering();
        let rules = |table: &RankedTable| fingerprint_of_rules(table.game());
        if !first.game().is_called(&second.game().to_string())
            || first.objective() != second.objective()
            || numbering != second.numbering()
            || rules(first) != rules(second)
        {
            return Ok(None);
        }
        let all = numbering.all_slots();
        for tier in 0..numbering.tiers() {
            let [here, there] = [first, second].map(|table| table.values().tier(tier));
            let here = here.map_err(|reason| DiffError::First(Unreadable::new(reason)))?;
            if here != there.map_err(|reason| DiffError::Second(Unreadable::new(reason)))? {
                return Ok(None);
            }
            progress(numbering.numbers(0..tier + 1).end, 2 * all);
        }
        // Tables that contradict themselves are compared position by position.
        let Ok(stats) = self.stats(&mut |done, _| progress(all + done, 2 * all)) else {
            return Ok(None);
        };
        let mut by_ply: Vec<_> = stats.by_ply.iter().map(|counts| counts.positions).collect();
        if by_ply.is_empty() {
            // The game does not count plies, so all positions have ply 0.
            by_ply.push(stats.positions);
        }
        Ok(Some(Diff::of_the_same(&by_ply)))
    }
}
