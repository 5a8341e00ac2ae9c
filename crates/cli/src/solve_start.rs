//! `perfect-play solve GAME --scratch FOLDER`: a game that no memory holds, solved tier by tier.

use std::{num::NonZeroUsize, path::Path, thread};

use perfect_play_core::{Mnk, Objective, Shown};
use perfect_play_engine::{Start, StartError, StartSolve};

use crate::{exit::Trouble, interruption, memory::Bound, progress, solvable::TooLarge};

/// Solves the game for its start, with the solved tiers in files in this folder.
pub(crate) fn solve(
    game: Mnk,
    objective: Objective,
    folder: &Path,
    threads: Option<NonZeroUsize>,
    bound: Bound,
) -> Result<(Start, u64), Trouble> {
    let trouble = |error| match error {
        StartError::NotNumbered(_) => {
            Trouble::new(TooLarge::new(&game.to_string(), &game).to_string())
        }
        error => Trouble::new(format!("{game} cannot be solved: {error}")),
    };
    let solve = StartSolve::new(game).map_err(trouble)?;
    let threads = threads.or_else(|| thread::available_parallelism().ok()).map_or(1, usize::from);
    let advice = ": use fewer threads with `--threads`";
    bound.check(&format!("solving {game} by tiers"), solve.memory(threads), advice)?;
    let kept = format!(
        "{} keeps the solved tiers; this command resumes: {}",
        Shown(folder.display()),
        interruption::command_line()
    );
    if solve.slots() >= LONG {
        interruption::tell(&format!(
            "{} keeps the solved tiers: Ctrl-C stops, and the same command resumes",
            Shown(folder.display())
        ));
    }
    let _task = interruption::task(Some(kept));
    let start = progress::counting(format!("solving {game}"), solve.slots(), |bar| {
        solve.run(objective, folder, &|done| {
            bar.name(format!("{game}, layer {} of {}", done.layer, done.layers));
            bar.reach(done.slots);
        })
    });
    Ok((start.map_err(trouble)?, solve.slots()))
}

/// A solve of so many slots takes more than a few seconds.
const LONG: u64 = 1_000_000_000;
