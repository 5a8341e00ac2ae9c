//! All functions that take a game.

use std::{fs, hint::black_box, path::Path, sync::Arc};

use perfect_play::{
    Board, Chance, Entry, Game, Kind, Layout, Level, Mnk, MoveValues, Moves, Objective, Player,
    Probe, ProbeError, Unreachable, Value,
};
use perfect_play_export::{Language, check_size, export};
use perfect_play_file::{Header, ReadError, Settings, TableFile, TierWriter, to_bytes, write};
use perfect_play_generator::{
    Algorithm, Bake, ScoreRule, Solver, TierSolver, TierValues, calls_to_depth, check_rules,
    core::{CodeNumbering, NO_CODES},
    count_calls, minimax,
    numbering::{
        HeldSections, Limits, Sections, SmallTable, TierNumbering, TierTable, Tiers, is_reachable,
        to_baked,
    },
    solve, solve_tiers, trace,
};
use perfect_play_proof::{
    Rules, diff, reachable, records, stats, stats_by_tier, verify, verify_as, verify_by_tier,
};
use perfect_play_test_kit::{Lies, Lying, by_code};

/// A game that tells lies.
pub(crate) type Liar = Lying<Mnk>;

/// A game, and what was solved and written of it without a lie.
pub(crate) struct Honest {
    pub(crate) game: Mnk,
    table: Arc<SmallTable<Mnk>>,
    sections: HeldSections,
    file_by_code: Vec<u8>,
    /// By tier, in one section.
    small_file: Vec<u8>,
    /// By tier, in two sections for each tier.
    large_file: Vec<u8>,
}

impl Honest {
    pub(crate) fn new(game: Mnk) -> Self {
        let table = solve(game, Objective::Fastest, &mut |_, _| ()).unwrap();
        let numbering = Tiers::of(&game).unwrap();
        let sections = solve_tiers(&game, &numbering, &|_| ()).unwrap();
        let solved =
            TierTable::new(game, Objective::Fastest, numbering.into(), sections.clone()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("honest.perfect");
        write_tiers(&path, &game, |_| ());
        Self {
            game,
            sections,
            file_by_code: to_bytes(&table).unwrap(),
            small_file: to_bytes(&solved).unwrap(),
            large_file: fs::read(path).unwrap(),
            table: Arc::new(table),
        }
    }

    /// The game, telling lies.
    /// It answers so many questions that also those work that write or open a file: they look at the rules of up to 4096
    /// positions, which may have 256 moves each.
    pub(crate) fn liar(&self, lies: &Lies<Board>) -> Liar {
        Lying::new(self.game, lies.clone().patience(10_000_000))
    }
}

pub(crate) type Ask = fn(&Honest, &Lies<Board>);

/// Each of them, with a name.
pub(crate) const ALL: &[(&str, Ask)] = &[
    ("core", core),
    ("direct table", code_table),
    ("levels of play", levels_of_play),
    ("solve", |honest, lies| {
        drop(black_box(solve(honest.liar(lies), Objective::Fastest, &mut |_, _| ())));
    }),
    ("check_rules", |honest, lies| drop(black_box(check_rules(&honest.liar(lies))))),
    ("minimax", |honest, lies| {
        black_box(minimax(&honest.liar(lies), Board::EMPTY, ScoreRule::Depth));
    }),
    ("trace", |honest, lies| {
        for rule in ScoreRule::ALL {
            for algorithm in Algorithm::ALL {
                drop(black_box(trace(&honest.liar(lies), Board::EMPTY, rule, algorithm, 3)));
            }
            black_box(rule.score(&honest.liar(lies), full()));
            black_box(rule.suits(&honest.liar(lies)));
        }
    }),
    ("calls_to_depth", |honest, lies| {
        for algorithm in Algorithm::ALL {
            for limit in [1000, 0] {
                let (liar, rule) = (honest.liar(lies), ScoreRule::Unit);
                drop(black_box(calls_to_depth(&liar, Board::EMPTY, rule, algorithm, limit)));
            }
            let (liar, rule) = (honest.liar(lies), ScoreRule::Unit);
            let _ = black_box(count_calls(&liar, Board::EMPTY, rule, algorithm));
        }
    }),
    ("bake", |honest, lies| drop(black_box(Bake::new(honest.liar(lies)).solve()))),
    ("tiers", numberings_asked),
    ("solve_tiers", |honest, lies| {
        let liar = honest.liar(lies);
        for tiers in [Tiers::of(&liar), Tiers::of(&honest.game)].into_iter().flatten() {
            drop(black_box(TierSolver::new(&liar, &tiers).map(drop)));
            drop(black_box(solve_tiers(&liar, &tiers, &|_| ())));
        }
    }),
    ("is_reachable", |honest, lies| {
        for board in boards() {
            black_box(is_reachable(&honest.liar(lies), board));
        }
    }),
    ("game without codes", without_codes),
    ("tier table", tier_table),
    ("file by code", file_by_code),
    ("files by tier", files_by_tier),
    ("tier writer", tier_writer),
    ("stats", |honest, lies| ask_all(honest, lies, |table| drop(stats(table, &mut |_, _| ())))),
    ("verify", |honest, lies| {
        ask_all(honest, lies, |table| {
            drop(verify_as(table, &CodeNumbering, Rules::Unknown, &mut |_, _| ()));
        });
    }),
    ("records", |honest, lies| {
        ask_all(honest, lies, |table| {
            records(table, &mut |_, _| ()).for_each(drop);
        });
    }),
    ("diff", |honest, lies| {
        ask_all(honest, lies, |table| drop(diff(table, &table.clone(), 3, &mut |_, _| ())));
    }),
    ("export", |honest, lies| {
        let liar = honest.liar(lies);
        let _ = check_size(&liar, liar.codes());
        ask_all(honest, lies, |table| {
            for language in Language::ALL {
                drop(black_box(export(table, language, "a test")));
            }
        });
    }),
    ("stats by tier", |honest, lies| {
        ask_sections(honest, lies, |table| {
            drop(black_box(stats_by_tier(table, &mut (), &mut |_, _| ())));
        });
    }),
    ("verify by tier", |honest, lies| {
        ask_sections(honest, lies, |table| {
            drop(black_box(verify_by_tier(table, Rules::Unknown, &mut (), &mut |_, _| ())));
        });
    }),
    ("reachable", |honest, lies| {
        for tiers in numberings(honest, lies) {
            drop(black_box(reachable(&honest.liar(lies), &tiers, &mut |_, _| ())));
        }
    }),
];

fn full() -> Board {
    Board::from_bitboards(0b0110, 0b1001).unwrap()
}

fn boards() -> [Board; 6] {
    [
        Board::EMPTY,
        Board::from_bitboards(0b1, 0).unwrap(),
        full(),
        Board::from_bitboards(0b1, 0b10).unwrap(),
        Board::from_bitboards(0b1111, 0).unwrap(),
        Board::from_code(3_u64.pow(40) - 1).unwrap(),
    ]
}

fn core(honest: &Honest, lies: &Lies<Board>) {
    let liar = honest.liar(lies);
    black_box(Layout::of(&liar));
    for board in boards() {
        black_box(Entry::new(&liar, board, Value::DRAW, Moves::EMPTY).value());
        black_box(liar.notation(board).to_string());
        black_box((liar.winner(board), liar.why_no_entry(board)));
        let values = [Value::win(126), Value::loss(126), Some(Value::DRAW), Value::win(0)];
        for value in values.map(Option::unwrap) {
            let values = MoveValues::new(&liar, board, |_| Ok::<_, ()>(value)).unwrap();
            black_box(format!("{values:?}"));
            black_box((values.optimal(Objective::Fastest), values.outcome_preserving()));
            black_box((values.ranked().count(), values.iter().len(), values.get(255)));
        }
    }
    black_box((liar.is_called(""), liar.to_string()));
}

/// Everything that a table answers.
fn probe<P: Probe<Game: Game<Position = Board>>>(table: &P) {
    for board in boards() {
        drop(black_box(table.value(board)));
        drop(black_box(table.probe(board)));
        drop(black_box(table.move_values(board)));
        drop(black_box(table.outcome_preserving_moves(board)));
    }
    black_box(table.positions().count());
}

/// The values of the game solved honestly, and others.
fn values(honest: &Honest) -> Vec<Vec<u8>> {
    let codes = usize::try_from(honest.game.codes()).unwrap();
    let others = [255, 0, 127, 254].map(|byte| vec![byte; codes]);
    [honest.table.values().clone()].into_iter().chain(others).collect()
}

fn code_tables(honest: &Honest, lies: &Lies<Board>) -> impl Iterator<Item = SmallTable<Liar>> {
    values(honest)
        .into_iter()
        .filter_map(move |values| by_code(honest.liar(lies), Objective::Outcome, values).ok())
}

fn code_table(honest: &Honest, lies: &Lies<Board>) {
    for table in code_tables(honest, lies) {
        probe(&table);
        black_box(format!("{table:?}"));
    }
}

fn levels_of_play(honest: &Honest, lies: &Lies<Board>) {
    for table in code_tables(honest, lies) {
        for level in Level::NAMED.into_iter().chain(Chance::new(1, 3).map(Level::Skill)) {
            for board in boards() {
                if let Ok(policy) = level.policy(&table, board) {
                    policy.chances().for_each(|chance| drop(chance.to_string()));
                }
                let _ = black_box(level.choose(&table, board, || 7));
            }
        }
    }
}

/// The numberings of the game that exist: its own, and the honest one.
fn numberings(honest: &Honest, lies: &Lies<Board>) -> Vec<Tiers> {
    let liar = honest.liar(lies);
    let limits = |low, top, middle| Limits { low, top, middle };
    let limits = [
        Limits::default(),
        limits(0, 0, 0),
        limits(usize::MAX, usize::MAX, usize::MAX),
        limits(9, 9, 9),
        limits(1, 1, 1 << 20),
        limits(1, 1 << 20, 1),
    ];
    let of_liar = limits.into_iter().map(|limits| Tiers::with_limits(&liar, limits));
    of_liar.chain([Tiers::of(&honest.game), Tiers::to_bake(&liar)]).flatten().collect()
}

fn numberings_asked(honest: &Honest, lies: &Lies<Board>) {
    for tiers in numberings(honest, lies) {
        black_box(tiers.is_of(&honest.liar(lies)));
        for board in boards() {
            let place = tiers.locate(board);
            black_box(place.map(|(tier, player, rank)| tiers.board(tier, player, rank)));
            black_box(tiers.all_images(board).count());
        }
        for rank in [0, 1, usize::MAX] {
            for tier in [0, 1, u32::MAX] {
                black_box([Player::X, Player::O].map(|player| tiers.board(tier, player, rank)));
            }
        }
        black_box((tiers.slots(), tiers.ended_tops().count(), tiers.baked_bytes()));
        let children =
            (0..u32::try_from(tiers.len()).unwrap()).flat_map(|tier| tiers.children(tier));
        black_box(children.count());
        black_box(tiers.boards(0).flat_map(|board| tiers.images(board)).count());
    }
}

/// Tables of tiers with one value everywhere. Large ones are left out.
fn tier_tables(honest: &Honest, lies: &Lies<Board>) -> Vec<TierTable<Liar>> {
    let mut tables = Vec::new();
    for byte in [255, 0, 127, 254] {
        for tiers in numberings(honest, lies) {
            if tiers.slots() > 100_000 {
                continue;
            }
            let sections = of_one_value(&tiers, byte);
            let liar = honest.liar(lies);
            tables.extend(TierTable::new(liar, Objective::Fastest, tiers.into(), sections));
        }
    }
    tables
}

fn of_one_value(tiers: &Tiers, byte: u8) -> HeldSections {
    let tier = |tier| tiers.tier(tier).lens().map(|len| vec![byte; len]);
    HeldSections((0..tiers.len()).map(tier).collect())
}

fn tier_table(honest: &Honest, lies: &Lies<Board>) {
    let folder = tempfile::tempdir().unwrap();
    for table in tier_tables(honest, lies) {
        probe(&table);
        black_box((to_baked(&table), format!("{table:?}")));
        drop(black_box(to_bytes(&table)));
        drop(black_box(write(&table, &folder.path().join("liar.perfect"))));
    }
}

fn file_by_code(honest: &Honest, lies: &Lies<Board>) {
    for table in code_tables(honest, lies) {
        drop(black_box(Header::of(&table)));
        drop(black_box(to_bytes(&table)));
    }
    let file = TableFile::read(&honest.file_by_code[..]).unwrap();
    let table: Result<SmallTable<_>, _> = file.into_table(honest.liar(lies));
    table.iter().for_each(probe);
}

/// Everything that is done with the same game, if its positions have no codes and are found by playing.
fn without_codes(honest: &Honest, lies: &Lies<Board>) {
    let lies = lies.clone().codes(|_| NO_CODES).kind(|_| Kind::Other);
    let liar = || honest.liar(&lies);
    let _ = black_box(check_rules(&liar()));
    drop(black_box(Bake::new(liar()).solve()));
    for solver in [Solver::default(), Solver::default().tested()] {
        let Ok(table) = solver.solve(liar(), Objective::Fastest, &mut |_, _| ()) else { continue };
        probe(&table);
        drop(verify(&table, &mut |_, _| ()));
        drop(stats(&table, &mut |_, _| ()));
        records(&table, &mut |_, _| ()).for_each(drop);
        drop(diff(&table, &table.clone(), 3, &mut |_, _| ()));
        drop(black_box(export(&table, Language::Json, "a test")));
        if let Ok(bytes) = to_bytes(&table) {
            let file = TableFile::read(&*bytes).unwrap();
            let table: Result<SmallTable<_>, _> = file.into_table(liar());
            table.iter().for_each(probe);
        }
    }
}

/// Solves a game and writes its file tier by tier, with values changed on the way.
fn write_tiers<G: Game<Position = Board>>(path: &Path, game: &G, change: impl Fn(&mut Vec<u8>)) {
    let settings = Settings { frame_slots: 64, compression: 1 };
    let Ok(tiers) = Tiers::of(game).map(Arc::new) else { return };
    let Ok(solver) = TierSolver::new(game, &tiers) else { return };
    if !tiers.is_of(game) {
        return;
    }
    let writer = TierWriter::with_settings(path, game, Objective::Fastest, tiers.clone(), settings);
    let Ok(writer) = writer else { return };
    let mut values = TierValues::default();
    for tier in writer.next_tier()..u32::try_from(tiers.len()).unwrap() {
        let mut sections = [const { Vec::new() }; 2];
        let add = |_band, values: &mut [Vec<u8>; 2]| {
            sections.iter_mut().zip(values).for_each(|(section, band)| section.append(band));
            Ok::<_, ReadError>(())
        };
        if solver.solve(&tiers.tier(tier as usize), &writer, &mut values, add).is_err() {
            return;
        }
        sections.iter_mut().for_each(&change);
        let [o, x] = &sections;
        let Ok(packed) = writer.pack(tier, [o, x]) else { return };
        if writer.append(packed).is_err() {
            return;
        }
    }
    drop(black_box(writer.finish()));
}

fn files_by_tier(honest: &Honest, lies: &Lies<Board>) {
    for file in [&honest.small_file, &honest.large_file] {
        let file = TableFile::read(&file[..]).unwrap();
        if let Ok(table) = file.into_table::<_, TierNumbering>(honest.liar(lies)) {
            probe(&table);
            for tier in table.numbering().tiers().numbers() {
                drop(black_box(table.values().section(tier, 0, &mut Vec::new())));
            }
            drop(verify_by_tier(&table, Rules::Unknown, &mut (), &mut |_, _| ()));
            drop(stats_by_tier(&table, &mut (), &mut |_, _| ()));
        }
    }
}

fn tier_writer(honest: &Honest, lies: &Lies<Board>) {
    let folder = tempfile::tempdir().unwrap();
    for byte in [255, 0, 127] {
        let path = folder.path().join("liar.perfect");
        write_tiers(&path, &honest.liar(lies), |values| {
            for value in values.iter_mut().step_by(3) {
                *value = byte;
            }
        });
    }
}

/// A table of a liar, whose values may be lies as well.
#[derive(Clone)]
struct Table {
    game: Liar,
    values: Values,
}

/// What a table says of every position.
#[derive(Clone)]
enum Values {
    Honest(Arc<SmallTable<Mnk>>),
    Always(Result<Value, ProbeError>),
}

impl Probe for Table {
    type Game = Liar;
    type Error = ProbeError;

    fn game(&self) -> &Liar {
        &self.game
    }

    fn objective(&self) -> Objective {
        Objective::Fastest
    }

    fn value(&self, board: Board) -> Result<Value, ProbeError> {
        match &self.values {
            Values::Honest(table) => table.value(board),
            Values::Always(value) => *value,
        }
    }
}

/// Asks tables with values that are right, wrong and missing.
fn ask_all(honest: &Honest, lies: &Lies<Board>, ask: impl Fn(&Table)) {
    for values in [
        Values::Honest(Arc::clone(&honest.table)),
        Values::Always(Ok(Value::win(126).unwrap())),
        Values::Always(Ok(Value::loss(126).unwrap())),
        Values::Always(Ok(Value::loss(0).unwrap())),
        Values::Always(Ok(Value::DRAW)),
        Values::Always(Err(Unreachable::NotInTable.into())),
    ] {
        ask(&Table { game: honest.liar(lies), values });
    }
}

/// Asks tables of sections that are right, wrong, missing, too short and too long, by the honest numbering, if it is
/// taken, and by the liar's.
fn ask_sections(honest: &Honest, lies: &Lies<Board>, ask: impl Fn(&TierTable<Liar>)) {
    let changed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut sections = honest.sections.clone();
        sections.0.as_flattened_mut().iter_mut().for_each(change);
        sections
    };
    let ask = |tiers: Tiers, sections: HeldSections| {
        let table = TierTable::new(honest.liar(lies), Objective::Fastest, tiers.into(), sections);
        table.iter().for_each(&ask);
    };
    for sections in [
        honest.sections.clone(),
        changed(&Vec::clear),
        changed(&|section| section.push(0)),
        changed(&|section| section.fill(126)),
        changed(&|section| section.fill(255)),
    ] {
        ask(Tiers::of(&honest.game).unwrap(), sections);
    }
    let other = Tiers::of(&Mnk::new(3, 2, 2).unwrap()).unwrap();
    let sections = of_one_value(&other, 127);
    ask(other, sections);
    if let Ok(tiers) = Tiers::of(&honest.liar(lies))
        && tiers.slots() <= 100_000
    {
        let sections = of_one_value(&tiers, 0);
        ask(tiers, sections);
    }
}
