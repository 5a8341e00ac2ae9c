//! Tiers of any small game, as lists.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fmt,
};

use perfect_play_core::{Backwards, Game, Slot, Tiering};
use perfect_play_numbering::{canonical, starts};

use crate::Random;

/// The tiers of a game as lists of positions. They may be changed, so that they are wrong.
#[derive(Clone)]
pub struct ListedTiers<P> {
    /// By tier: the position of each slot.
    pub tiers: Vec<Vec<Option<P>>>,
    /// By tier: its unit.
    pub units: Vec<u32>,
    /// The first tier of which a table holds only positions that play reaches.
    pub only_reached_from: u32,
    /// The slot of each position.
    pub ranks: HashMap<P, Slot>,
    /// What is known of moves backwards,
    pub backwards: Backwards,
    /// and the positions from which moves lead to the position of a slot.
    pub before: HashMap<Slot, Vec<P>>,
    /// The slots that moves backwards give some positions in place of their own.
    pub slots_before: HashMap<P, Slot>,
    /// What each position has of moves that leave its unit, and the number of its other moves, if they are told apart.
    pub exits: Option<HashMap<P, Exits<P>>>,
    /// What is said of the number of symmetries that keep any position.
    pub keeping: Option<u8>,
}

/// The positions after the moves that leave the unit, with their slots, and the number of the other moves.
type Exits<P> = (Vec<(P, Option<Slot>)>, u16);

impl<P> fmt::Debug for ListedTiers<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slots: Vec<usize> = self.tiers.iter().map(Vec::len).collect();
        write!(f, "ListedTiers({slots:?}, {:?}, {:?})", self.units, self.backwards)
    }
}

impl<P: Copy + Ord + std::hash::Hash> ListedTiers<P> {
    /// Random tiers of a game: its positions are put into units so that no move leads to a later one, and each unit is cut
    /// into some tiers, with some unused slots.
    ///
    /// # Panics
    ///
    /// If the game is too large.
    pub fn of<G: Game<Position = P>>(game: &G, random: &mut Random) -> Self {
        let (mut found, mut last) = (BTreeMap::new(), starts(game));
        while let Some(position) = last.pop() {
            let position = canonical(game, position);
            if found.contains_key(&position) {
                continue;
            }
            let children: BTreeSet<P> = game
                .legal_moves(position)
                .iter()
                .map(|mv| canonical(game, game.play(position, mv)))
                .collect();
            last.extend(&children);
            found.insert(position, children);
        }
        let components = components(&found);
        let mut listed = Self {
            tiers: Vec::new(),
            units: Vec::new(),
            only_reached_from: 0,
            ranks: HashMap::new(),
            backwards: random.of(&[Backwards::Unknown, Backwards::Candidates, Backwards::Exact]),
            before: HashMap::new(),
            slots_before: HashMap::new(),
            exits: None,
            keeping: None,
        };
        // Each image has a slot of its own.
        let is_apart = random.once_in(4);
        let most = random.below::<usize>(components.len()) + 1;
        let mut components = &components[..];
        let mut unit = 0;
        while !components.is_empty() {
            let (now, rest) =
                components.split_at(components.len().min(random.below::<usize>(most) + 1));
            components = rest;
            let first = listed.tiers.len();
            let tiers = random.below::<usize>(3_u64) + 1;
            listed.tiers.resize(first + tiers, Vec::new());
            listed.units.resize(first + tiers, unit);
            unit += 1;
            for &position in now.iter().flatten() {
                let is_over = game.end(position).is_some();
                if is_over && random.once_in(2) {
                    continue;
                }
                let images: BTreeSet<P> =
                    (0..game.symmetries().max(1)).map(|by| game.image(position, by)).collect();
                let place = |random: &mut Random, listed: &mut Self, position: P| {
                    let tier = first + random.below::<usize>(tiers);
                    if random.once_in(8) {
                        listed.tiers[tier].push(None);
                    }
                    let section = u32::try_from(tier).unwrap();
                    let slot = Slot { section, rank: listed.tiers[tier].len() };
                    listed.tiers[tier].push(Some(position));
                    slot
                };
                if is_apart {
                    for image in images {
                        let slot = place(random, &mut listed, image);
                        listed.ranks.insert(image, slot);
                    }
                } else {
                    // Images share the slot, and any of them is given for it.
                    let first = game.image(position, random.below(game.symmetries().max(1)));
                    let slot = place(random, &mut listed, first);
                    listed.ranks.extend(images.into_iter().map(|image| (image, slot)));
                }
            }
        }
        listed.only_reached_from = listed.tiers();
        let tells_exits = listed.backwards == Backwards::Exact && random.once_in(2);
        if tells_exits || is_apart {
            listed.play_all(game, found.keys().copied());
            listed.exits = listed.exits.filter(|_| tells_exits);
            return listed;
        }
        for (&position, children) in &found {
            for child in children {
                let slots = [position, *child].map(|at| listed.ranks.get(&at).copied());
                if let [Some(_), Some(to)] = slots {
                    listed.before.entry(to).or_default().push(position);
                }
            }
        }
        if listed.backwards == Backwards::Candidates {
            let all: Vec<P> = found.keys().copied().collect();
            for before in listed.before.values_mut() {
                before.extend(
                    (0..random.below(4_u64)).map(|_: u64| all[random.below::<usize>(all.len())]),
                );
            }
        }
        listed
    }

    /// Finds the moves that leave a unit, and gives each position before another as often as there are moves. `all` has one image
    /// of each position.
    fn play_all<G: Game<Position = P>>(&mut self, game: &G, all: impl Iterator<Item = P>) {
        let unit = |slot: Slot| self.units[slot.section as usize];
        let (mut exits, mut before) = (HashMap::new(), HashMap::<Slot, Vec<P>>::new());
        for position in all {
            let images: BTreeSet<P> =
                (0..game.symmetries().max(1)).map(|by| game.image(position, by)).collect();
            for image in images {
                let Some(own) = self.rank(image) else { continue };
                let of_image: &mut Exits<P> = exits.entry(image).or_default();
                for mv in game.legal_moves(image) {
                    let child = game.play(image, mv);
                    let slot = self.rank(child);
                    match slot.filter(|&slot| unit(slot) == unit(own)) {
                        None => of_image.0.push((child, slot)),
                        Some(slot) => {
                            of_image.1 += 1;
                            if self.unrank(slot) == Some(child) {
                                before.entry(slot).or_default().push(image);
                            }
                        }
                    }
                }
            }
        }
        (self.exits, self.before) = (Some(exits), before);
    }

    /// The same tiers, of which a table holds only positions that play reaches, from the first tier of a random unit on.
    #[must_use]
    pub fn only_reached(mut self, random: &mut Random) -> Self {
        let unit = random.below::<u32>(self.units.len() as u64);
        let before = self.units.iter().filter(|&&of| of < unit).count();
        self.only_reached_from = u32::try_from(before).unwrap_or(u32::MAX);
        self
    }
}

/// The strongly connected components, each after those that it leads to (Tarjan's algorithm).
fn components<P: Copy + Ord>(found: &BTreeMap<P, BTreeSet<P>>) -> Vec<Vec<P>> {
    let (mut numbers, mut low) = (BTreeMap::new(), BTreeMap::new());
    let (mut path, mut done, mut all) = (Vec::new(), BTreeSet::<P>::new(), Vec::new());
    for &root in found.keys() {
        let mut open = vec![(root, false)];
        while let Some((at, is_left)) = open.pop() {
            if !is_left {
                if numbers.contains_key(&at) {
                    continue;
                }
                numbers.insert(at, numbers.len());
                path.push(at);
                open.push((at, true));
                open.extend(
                    found[&at].iter().filter(|to| !numbers.contains_key(to)).map(|&to| (to, false)),
                );
                continue;
            }
            let of = |to: &P| low.get(to).or(numbers.get(to)).copied();
            let reached = found[&at].iter().filter(|to| !done.contains(*to)).filter_map(of);
            let least = reached.chain([numbers[&at]]).min().unwrap();
            low.insert(at, least);
            if least == numbers[&at] {
                let start = path.iter().position(|&on| on == at).unwrap();
                let component = path.split_off(start);
                done.extend(&component);
                all.push(component);
            }
        }
    }
    all
}

impl<P: Copy + Eq + std::hash::Hash> Tiering<P> for ListedTiers<P> {
    fn tiers(&self) -> u32 {
        u32::try_from(self.tiers.len()).unwrap()
    }
    fn slots(&self, tier: u32) -> u64 {
        self.tiers[tier as usize].len() as u64
    }
    fn rank(&self, position: P) -> Option<Slot> {
        self.ranks.get(&position).copied()
    }
    fn unrank(&self, Slot { section, rank }: Slot) -> Option<P> {
        self.tiers.get(section as usize)?.get(rank).copied().flatten()
    }
    fn unit(&self, tier: u32) -> u32 {
        self.units[tier as usize]
    }
    fn only_reached_from(&self) -> u32 {
        self.only_reached_from
    }
    fn backwards(&self, position: P, each: &mut dyn FnMut(P, Option<Slot>)) -> Backwards {
        if self.backwards != Backwards::Unknown {
            let slot = self.rank(position);
            let of_unit = |slot: Slot| self.units[slot.section as usize];
            let before = slot.and_then(|slot| self.before.get(&slot)).into_iter().flatten();
            // Those of other units are not asked for.
            let here = |&&at: &&P| self.rank(at).map(of_unit) == slot.map(of_unit);
            before.filter(here).for_each(|&at| {
                each(at, self.slots_before.get(&at).copied().or_else(|| self.rank(at)));
            });
        }
        self.backwards
    }
    fn exits(&self, position: P, each: &mut dyn FnMut(P, Option<Slot>)) -> Option<u16> {
        let (exits, inner) = self.exits.as_ref()?.get(&position)?;
        for &(child, slot) in exits {
            each(child, slot);
        }
        Some(*inner)
    }
    fn keeping(&self, _: P) -> Option<u8> {
        self.keeping
    }
}
