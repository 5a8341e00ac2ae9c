//! Attacked: games that say their tiers. Random games are cut into random tiers, solved unit by unit, proven, written and
//! opened. Then values are forged, and tiers that contradict themselves are solved.
//!
//! A defeat: a value that is wrong; a right table that is not proven; a table that is proven and answers other than the
//! truth; a panic.
//!
//! The truth is that of [`super::worth`].

use perfect_play_file::{FileRanks, TableFile, to_bytes};
use perfect_play_generator::{
    SolveError, Solver,
    core::{Game, Objective, Probe, Scheme, Slot, Table, Value},
    numbering::{RankNumbering, RankedValues, TierValues},
};
use perfect_play_proof::{Rules, Stats, stats, stats_by_rank, verify_by_rank};
use perfect_play_test_kit::{At, ListedTiers, Random, besiege};

use super::{
    Data,
    random::random_game,
    worth::{Truth, compare, truth},
};

type Ranked = Table<Data, RankNumbering, RankedValues>;

#[test]
fn tiers() {
    besiege(module_path!(), |case| {
        let game = random_game(case).without_codes();
        let Some(truth) = truth(&game).filter(|truth| truth.len() < 500) else { return };
        let objective =
            if game.repeats() { Objective::Fastest } else { case.random.of(&Objective::ALL) };
        let tiers = ListedTiers::of(&game, &mut case.random);
        case.note(format!("{:?}", tiers.backwards));
        if tiers.exits.is_some() {
            case.note("moves are counted");
        }
        // Play begins somewhere else, so that some positions are reached no more.
        let moves_start = game.ply(game.start()).is_none() && case.random.once_in(2);
        let (game, tiers) = if moves_start {
            case.note("only what is reached");
            let nodes: Vec<u32> = truth.keys().copied().collect();
            let start = game.at(case.random.of(&nodes));
            let game = game.with(|lies| lies.start(move |_| start).other_starts(|_| Vec::new()));
            (game, tiers.only_reached(&mut case.random))
        } else {
            (game, tiers)
        };
        let game = game.with(|lies| lies.tiers(tiers.clone()));
        let (reached, held) = held(&game, &tiers, truth);
        let table = solved(&game, objective).unwrap();
        is_right(&table, &held);
        // Without checks, other ways to a value are taken.
        let unchecked = Solver::default().tested();
        let unchecked = unchecked.solve_by_rank(&game, objective, &|_done, _of| ());
        assert!(unchecked.unwrap().1 == *table.values());
        // Tested rules are believed about the list of children, but not at every position.
        let more = game.with(|lies| lies.each_child(|at, children| [children, vec![at]].concat()));
        let (numbering, values) = (table.numbering().clone(), table.values().clone());
        let more = Table::new(more, objective, numbering, values).unwrap();
        assert_eq!(is_proven(&more, Rules::Tested), table.positions().next().is_none());
        for _ in 0..20 {
            let values = forged(table.values(), game.scheme(), &mut case.random);
            let forged = with_values(&table, values);
            let verdict = judge(&forged, &held);
            assert_eq!(is_proven(&forged, Rules::Tested), verdict == "proven");
            case.note(verdict);
        }
        for _ in 0..10 {
            let lying = lie(&tiers, &held, &game, &mut case.random);
            let game = game.with(|lies| lies.tiers(lying));
            case.note(match solved(&game, objective) {
                Err(SolveError::Inconsistent(_)) => "tiers refused by the solver",
                Err(SolveError::NotRanked(_)) => "tiers without a numbering",
                Err(error) => panic!("{error}"),
                // Slots may have been lost that nothing leads to.
                Ok(table) => match judge(&table, &reached) {
                    "proven" => "tiers solved rightly",
                    _ => "tiers refused by the proof",
                },
            });
        }
    });
}

/// What play reaches, and the part of the truth that a table must hold: what has no slot or is in a tier that holds all
/// positions, and what has a slot that play reaches, or an image that has one.
fn held(game: &Data, tiers: &ListedTiers<At>, mut all: Truth) -> (Truth, Truth) {
    let slot = |node: u32| tiers.ranks.get(&game.at(node)).copied();
    let reached = truth(game).unwrap();
    let images = |&node: &u32| {
        (0..game.symmetries().max(1))
            .filter_map(move |by| slot(game.image(game.at(node), by).node()))
    };
    let slots: Vec<Slot> = reached.keys().flat_map(images).collect();
    let is_held = |slot: Slot| slot.section < tiers.only_reached_from || slots.contains(&slot);
    all.retain(|&node, _| slot(node).is_none_or(is_held));
    (reached, all)
}

fn solved(game: &Data, objective: Objective) -> Result<Ranked, SolveError> {
    let (numbering, values) = Solver::default().solve_by_rank(game, objective, &|_done, _of| ())?;
    Ok(Table::new(game.clone(), objective, numbering, values).unwrap())
}

fn with_values(table: &Ranked, values: Vec<TierValues>) -> Ranked {
    let (game, numbering) = (table.game().clone(), table.numbering().clone());
    Table::new(game, table.objective(), numbering, values.into()).unwrap()
}

/// Proves, counts, writes and opens a table.
fn is_right(table: &Ranked, truth: &Truth) {
    let game = table.game();
    assert_eq!(judge(table, truth), "proven");
    assert!(is_proven(table, Rules::Tested));
    let tiering = game.tiering().unwrap();
    let mut ranked: Vec<u32> = truth.keys().copied().collect();
    ranked.retain(|&node| tiering.rank(game.at(node)).is_some());
    let mut listed: Vec<u32> = table.positions().map(At::node).collect();
    listed.sort_unstable();
    assert_eq!(listed, ranked);
    let counted = stats(table, &mut |_, _| ()).unwrap();
    assert_eq!(counted.positions, ranked.len() as u64);
    let by_tier = stats_by_rank(table, &mut table.values().clone(), &mut (), &mut |_, _| ());
    assert_eq!(Stats { by_tier: Vec::new(), ..by_tier.unwrap() }, counted);
    let bytes = to_bytes(table).unwrap();
    let opened: Table<_, RankNumbering, FileRanks> =
        TableFile::read(&*bytes).unwrap().into_table(game.clone()).unwrap();
    assert!(opened.values().held() == Some(table.values()) && to_bytes(&opened).unwrap() == bytes);
}

/// Whether a table is proven. If it is, it must say the truth.
fn judge(table: &Ranked, truth: &Truth) -> &'static str {
    // Nothing tells equal nodes apart.
    let is_right = is_proven(table, Rules::Unknown);
    assert_eq!(is_proven(table, Rules::OfBytes), is_right);
    if !is_right {
        return "refuted";
    }
    compare(table, truth, |node| table.game().at(node), |_, mv| mv).unwrap();
    "proven"
}

fn is_proven(table: &Ranked, rules: Rules) -> bool {
    let values = &mut table.values().clone();
    verify_by_rank(table, values, rules, &mut (), &mut |_, _| ()).unwrap().is_proven()
}

/// The values with a few others.
fn forged(values: &RankedValues, scheme: Scheme, random: &mut Random) -> Vec<TierValues> {
    let mut tiers = values.tiers().to_vec();
    for _ in 0..random.of(&[1, 1, 2, 5]) {
        let [tier, other]: [usize; 2] = [(); 2].map(|()| random.below(tiers.len() as u64));
        let [of_tier, of_other] = [tier, other].map(|tier| tiers[tier].bytes()[0].len() as u64);
        if of_tier == 0 || of_other == 0 {
            continue;
        }
        let slot = random.below::<usize>(of_tier);
        let known = tiers[other].value(scheme, random.below(of_other));
        let by = random.of(&[0, 0, -2, -1, 1, 2]);
        let number = i32::from(known.unwrap_or(Value::DRAW).number()) + by;
        let value = u16::try_from(number).ok().and_then(Value::from_number);
        if random.once_in(6) {
            // A slot that has a value no more.
            let [low, high] = tiers[tier].bytes().map(<[u8]>::to_vec);
            let mut low = low;
            low[slot] = Value::NONE;
            tiers[tier] = TierValues::of_bytes(low, high).unwrap();
        } else if let Some(value) = value {
            tiers[tier].set(scheme, slot, value);
        }
    }
    tiers
}

/// The tiers with a contradiction, or several.
fn lie(
    honest: &ListedTiers<At>,
    truth: &Truth,
    game: &Data,
    random: &mut Random,
) -> ListedTiers<At> {
    let mut tiers = honest.clone();
    let nodes: Vec<u32> = truth.keys().copied().collect();
    for _ in 0..random.of(&[1, 1, 2, 4]) {
        let [one, two] = [(); 2].map(|()| game.at(random.of(&nodes)));
        let [slot, other] = [one, two].map(|at| tiers.ranks.get(&at).copied());
        match (random.below(12_u8), slot, other) {
            // Another position, or none, or one more.
            (0, Some(slot), _) => *at(&mut tiers, slot) = Some(two),
            (1, Some(slot), _) => *at(&mut tiers, slot) = None,
            (2, ..) => {
                let tier = random.below::<usize>(tiers.tiers.len() as u64);
                tiers.tiers[tier].push(Some(one));
            }
            // Another slot, or none.
            (3, _, Some(other)) => _ = tiers.ranks.insert(one, other),
            (4, ..) => _ = tiers.ranks.remove(&one),
            // Two positions change their places, so that a move may lead upwards.
            (5, Some(slot), Some(other)) => {
                *at(&mut tiers, slot) = Some(two);
                *at(&mut tiers, other) = Some(one);
                tiers.ranks.insert(one, other);
                tiers.ranks.insert(two, slot);
            }
            // Other units.
            (6, ..) => {
                let from = random.below::<usize>(tiers.units.len() as u64);
                let by = random.of(&[-1_i64, 1]);
                for unit in &mut tiers.units[from..] {
                    *unit = u32::try_from(i64::from(*unit) + by).unwrap_or(0);
                }
            }
            // Other moves backwards.
            (7, Some(slot), _) => {
                let before = tiers.before.entry(slot).or_default();
                before.pop();
            }
            (8, Some(slot), _) => tiers.before.entry(slot).or_default().push(two),
            (11, _, Some(other)) => _ = tiers.slots_before.insert(one, other),
            // Other moves that leave the unit, or another number of those that do not.
            (9, ..) => {
                if let Some((exits, _)) = tiers.exits.as_mut().and_then(|all| all.get_mut(&one))
                    && exits.pop().is_none()
                {
                    exits.push((two, other));
                }
            }
            (10, ..) => {
                if let Some((_, inner)) = tiers.exits.as_mut().and_then(|all| all.get_mut(&one)) {
                    *inner = inner.saturating_add_signed(random.of(&[-1, 1]));
                }
            }
            _ => {}
        }
    }
    tiers
}

fn at(tiers: &mut ListedTiers<At>, Slot { section, rank }: Slot) -> &mut Option<At> {
    &mut tiers.tiers[section as usize][rank]
}
