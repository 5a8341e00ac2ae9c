//! Dividing the cells into top, middle and low.

use std::{cmp::Reverse, collections::BTreeSet};

use perfect_play_core::Move;

use crate::{Limits, NotNumbered, site::Sites, symmetry::Symmetry};

/// Divides the sites into top, middle and low part. Each part consists of whole orbits, so the symmetries map
/// each part to itself. Among all divisions within the limits, this takes the one that [`cost`] estimates to be
/// solved fastest. Among equal ones, it takes the one whose low part is farthest from the centre. Then the high
/// part is in one piece and so has the most lines, whose blocks are left out.
pub(super) fn split(
    sites: Sites,
    symmetries: &[Symmetry],
    limits: Limits,
) -> Result<[Vec<Move>; 3], NotNumbered> {
    let orbits = sites.orbits(symmetries);
    let states = sites.states_per_site().ok_or(NotNumbered::TooLarge)?;
    let ways = u32::try_from(orbits.len()).ok().and_then(|orbits| 3_usize.checked_pow(orbits));
    let ways = ways.filter(|&ways| ways <= 1 << 21).ok_or(NotNumbered::TooLarge)?;
    let sites_of = |mut way: usize| {
        let mut parts = [const { Vec::new() }; 3];
        for orbit in &orbits {
            parts[way % 3].extend(orbit.iter().copied());
            way /= 3;
        }
        parts
    };
    let fits = |[top, middle, low]: &[Vec<Move>; 3]| {
        let fits = |part: &[Move], most: usize| {
            let product = part.iter().try_fold(1_usize, |product, _| product.checked_mul(states));
            product.is_some_and(|configurations| configurations <= most)
        };
        // With ten cells that are filled in any order, rows would be too long.
        let rows_fit = states > 3 || low.len() < 10;
        fits(top, limits.top) && fits(middle, limits.middle) && fits(low, limits.low) && rows_fit
    };
    let key = |parts: &[Vec<Move>; 3]| {
        let spread: u32 = parts[2].iter().map(|&site| sites.distance_from_centre(site)).sum();
        (cost(sites, symmetries, parts, states), Reverse(spread))
    };
    let best = (0..ways).map(sites_of).filter(fits).min_by_key(key);
    best.ok_or(NotNumbered::TooLarge)
}

/// The estimated cost of a division, compared with others of the same board. It is the number of slots, multiplied by a
/// factor. The factor is larger for small blocks. It also grows with each site of the top part, because the positions
/// after moves there are read from the store.
fn cost(sites: Sites, symmetries: &[Symmetry], parts: &[Vec<Move>; 3], states: usize) -> u128 {
    let configurations =
        |part: usize| states.pow(u32::try_from(parts[part].len()).unwrap_or(0)) as u128;
    let (tiers, block) = (canonical(sites, symmetries, &parts[0], states), configurations(2));
    // The constants are fitted to measured times.
    tiers as u128 * configurations(1) * (block + 500) * (12 + parts[0].len() as u128)
}

/// The number of canonical configurations of the top part, by Burnside's lemma.
fn canonical(sites: Sites, symmetries: &[Symmetry], top: &[Move], states: usize) -> usize {
    let fixed = symmetries.iter().map(|symmetry| {
        let mut left: BTreeSet<Move> = top.iter().copied().collect();
        let mut cycles = 0;
        while let Some(first) = left.pop_first() {
            cycles += 1;
            let mut site = sites.image(first, symmetry);
            while left.remove(&site) {
                site = sites.image(site, symmetry);
            }
        }
        states.pow(cycles)
    });
    fixed.sum::<usize>() / symmetries.len()
}
