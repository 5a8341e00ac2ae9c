//! All that can be asked with a game.

use std::{borrow::Cow, fs, hint::black_box, path::Path, sync::Arc};

use perfect_play::{
    Board, Chance, Entry, Game, Layout, Level, Mnk, MoveValues, Moves, NotAPosition, Objective,
    Probe, ProbeError, Unreachable, Value,
};
use perfect_play_export::{Language, check_size, export};
use perfect_play_generator::{
    Bake, LevelSolver, ScoreRule, calls_to_depth, check_rules,
    core::DirectTable,
    index::{Index, LevelTable, Levels, Limits},
    memory_to_solve, minimax, solve, solve_levels, trace,
};
use perfect_play_table::{
    Header, LevelWriter, TableFile, diff, levels, positions_by_ply, records, stats, to_bytes,
    verify,
};

use crate::liar::{Liar, Lie};

/// A game, and what was solved and written of it without a lie.
pub(crate) struct Honest {
    pub(crate) game: Mnk,
    table: Arc<DirectTable<Mnk, Vec<u8>>>,
    levels: Vec<Vec<u8>>,
    file_by_code: Vec<u8>,
    file_by_index: Vec<u8>,
}

impl Honest {
    pub(crate) fn new(game: Mnk) -> Self {
        let table = solve(game, Objective::Fastest).unwrap();
        let index = Index::of(&game).unwrap();
        let solved = solve_levels(game, Objective::Fastest, index, &|_| ()).unwrap();
        let levels = (0..solved.index().levels()).map(|i| solved.level(i).unwrap().to_vec());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("honest.perfect");
        write(&path, &game, |_| ());
        Self {
            game,
            levels: levels.collect(),
            file_by_code: to_bytes(&table).unwrap(),
            file_by_index: fs::read(path).unwrap(),
            table: Arc::new(table),
        }
    }

    /// The game, telling lies.
    fn liar(&self, lies: &[Lie]) -> Liar {
        Liar::new(self.game, lies)
    }
}

type Ask = fn(&Honest, &[Lie]);

/// Each of them, with a name.
pub(crate) const ALL: &[(&str, Ask)] = &[
    ("core", core),
    ("direct table", direct_table),
    ("levels of play", levels_of_play),
    ("solve", |honest, lies| drop(black_box(solve(honest.liar(lies), Objective::Fastest)))),
    ("check_rules", |honest, lies| drop(black_box(check_rules(&honest.liar(lies))))),
    ("minimax", |honest, lies| {
        black_box(minimax(&honest.liar(lies), Board::EMPTY, ScoreRule::Depth));
    }),
    ("trace", |honest, lies| {
        for rule in ScoreRule::ALL {
            drop(black_box(trace(&honest.liar(lies), Board::EMPTY, rule, 3)));
            black_box(rule.score(&honest.liar(lies), full()));
            black_box(rule.suits(&honest.liar(lies)));
        }
    }),
    ("calls_to_depth", |honest, lies| {
        black_box(calls_to_depth(&honest.liar(lies), Board::EMPTY, 1000));
        black_box(calls_to_depth(&honest.liar(lies), Board::EMPTY, 0));
    }),
    ("bake", |honest, lies| drop(black_box(Bake::new(honest.liar(lies)).solve()))),
    ("index", index),
    ("solve_levels", |honest, lies| {
        let liar = honest.liar(lies);
        for index in [Index::of(&liar), Index::of(&honest.game)].into_iter().flatten() {
            black_box(memory_to_solve(&index));
            drop(black_box(LevelSolver::new(&liar, &index, &|_| ()).map(drop)));
            drop(black_box(solve_levels(liar.clone(), Objective::Fastest, index, &|_| ())));
        }
    }),
    ("level table", level_table),
    ("file by code", file_by_code),
    ("file by index", file_by_index),
    ("level writer", level_writer),
    ("stats", |honest, lies| ask_all(honest, lies, |table| drop(stats(table, &mut |_, _| ())))),
    ("verify", |honest, lies| ask_all(honest, lies, |table| drop(verify(table, &mut |_, _| ())))),
    ("records", |honest, lies| {
        ask_all(honest, lies, |table| {
            records(table, &mut |_, _| ()).for_each(drop);
        });
    }),
    ("diff", |honest, lies| {
        ask_all(honest, lies, |table| drop(diff(table, &table.clone(), 3, &mut |_, _| ())));
    }),
    ("export", |honest, lies| {
        let _ = check_size(&honest.liar(lies));
        ask_all(honest, lies, |table| {
            for language in Language::ALL {
                drop(black_box(export(table, language, "a test")));
            }
        });
    }),
    ("levels::stats", |honest, lies| {
        ask_all(honest, lies, |table| drop(levels::stats(table, &mut |_, _| ())));
    }),
    ("levels::verify", |honest, lies| {
        ask_all(honest, lies, |table| drop(levels::verify(table, &mut |_, _| ())));
    }),
    ("levels::records", |honest, lies| {
        ask_all(honest, lies, |table| {
            levels::records(table, &mut |_, _| ()).for_each(drop);
        });
    }),
    ("levels::diff", |honest, lies| {
        ask_all(honest, lies, |table| drop(levels::diff(table, &table.clone(), 3, &mut |_, _| ())));
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

fn core(honest: &Honest, lies: &[Lie]) {
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
    black_box((liar.is_called(""), liar.same_positions(&liar), liar.to_string()));
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

/// The slots of the game solved honestly, and others.
fn slots(honest: &Honest) -> Vec<(Layout, Vec<u8>)> {
    let codes = usize::try_from(honest.game.codes()).unwrap();
    let bytes = |byte| (Layout::Bytes, vec![byte; codes]);
    let words = |byte| (Layout::Words, vec![byte; 2 * codes]);
    let solved = (honest.table.layout(), honest.table.slots().to_vec());
    vec![solved, bytes(255), bytes(0), bytes(127), bytes(254), words(0), words(0x3f)]
}

fn direct_tables(
    honest: &Honest,
    lies: &[Lie],
) -> impl Iterator<Item = DirectTable<Liar, Vec<u8>>> {
    slots(honest).into_iter().filter_map(move |(layout, slots)| {
        DirectTable::new(honest.liar(lies), Objective::Outcome, layout, slots).ok()
    })
}

fn direct_table(honest: &Honest, lies: &[Lie]) {
    for table in direct_tables(honest, lies) {
        probe(&table);
        black_box(format!("{table:?}"));
    }
}

fn levels_of_play(honest: &Honest, lies: &[Lie]) {
    for table in direct_tables(honest, lies) {
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

/// Numberings of the game, as far as there are any: its own, and the honest one.
fn indices(honest: &Honest, lies: &[Lie]) -> Vec<Index> {
    let liar = honest.liar(lies);
    let limits = |low, top, middle| Limits { low, top, middle };
    let limits = [
        Limits::default(),
        Limits::MOST,
        limits(0, 0, 0),
        limits(usize::MAX, usize::MAX, usize::MAX),
        limits(9, 9, 9),
        limits(1, 1, 1 << 20),
        limits(1, 1 << 20, 1),
    ];
    let of_liar = limits.into_iter().map(|limits| Index::with_limits(&liar, limits));
    of_liar.chain([Index::of(&honest.game)]).flatten().collect()
}

fn index(honest: &Honest, lies: &[Lie]) {
    for index in indices(honest, lies) {
        black_box(index.is_of(&honest.liar(lies)));
        for board in boards() {
            black_box(index.images(board).count());
            black_box(index.slot(board).map(|slot| (index.board(slot), index.level_of(slot))));
        }
        for slot in [0, 1, index.slots(), u64::MAX] {
            black_box((index.board(slot), index.level_of(slot)));
        }
        black_box(index.positions(&honest.liar(lies)).count());
        black_box(index.lookup());
    }
}

fn level_tables(honest: &Honest, lies: &[Lie]) -> Vec<LevelTable<Liar>> {
    let mut tables = Vec::new();
    for byte in [255, 0, 127, 254] {
        for index in indices(honest, lies) {
            let slots = |level| usize::try_from(index.level_len(level)).unwrap();
            if index.slots() > 100_000 {
                continue;
            }
            let levels = (0..index.levels()).map(|level| vec![byte; slots(level)]).collect();
            tables.extend(LevelTable::new(honest.liar(lies), Objective::Fastest, index, levels));
        }
    }
    tables
}

fn level_table(honest: &Honest, lies: &[Lie]) {
    for table in level_tables(honest, lies) {
        probe(&table);
        black_box((table.to_baked(), format!("{table:?}")));
    }
}

fn file_by_code(honest: &Honest, lies: &[Lie]) {
    for table in direct_tables(honest, lies) {
        drop(black_box(Header::of(&table)));
        drop(black_box(to_bytes(&table)));
    }
    let file = TableFile::read(&honest.file_by_code[..]).unwrap();
    let table = file.into_table(honest.liar(lies));
    table.iter().for_each(probe);
}

/// Solves a game and writes its file by index, with values changed on the way.
fn write<G: Game<Position = Board> + Clone + Sync>(
    path: &Path,
    game: &G,
    change: impl Fn(&mut Vec<u8>),
) {
    let Ok(index) = Index::of(game) else { return };
    let Ok(solver) = LevelSolver::new(game, &index, &|_| ()) else { return };
    let Ok(mut writer) = LevelWriter::create(path, game.clone(), Objective::Fastest, &index) else {
        return;
    };
    let mut values = Vec::new();
    while let Some(level) = writer.next_level() {
        values = solver.level(level, &values, &|_| ()).unwrap();
        let mut changed = values.clone();
        change(&mut changed);
        black_box(positions_by_ply(game, &index, level, &changed));
        if writer.write_level(level, &changed).is_err() || writer.last_level().is_err() {
            return;
        }
    }
    drop(black_box(writer.finish()));
}

fn file_by_index(honest: &Honest, lies: &[Lie]) {
    let file = TableFile::read(&honest.file_by_index[..]).unwrap();
    if let Ok(table) = file.into_block_table(honest.liar(lies)) {
        probe(&table);
        for level in 0..table.index().levels() {
            drop(black_box(table.level(level).map(|level| level.len())));
        }
        drop(levels::verify(&table, &mut |_, _| ()));
        drop(levels::stats(&table, &mut |_, _| ()));
    }
}

fn level_writer(honest: &Honest, lies: &[Lie]) {
    let folder = tempfile::tempdir().unwrap();
    for byte in [255, 0, 127] {
        let path = folder.path().join("liar.perfect");
        write(&path, &honest.liar(lies), |values| {
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
    index: Arc<Index>,
    levels: Arc<Vec<Vec<u8>>>,
}

/// What a table says of every position.
#[derive(Clone)]
enum Values {
    Honest(Arc<DirectTable<Mnk, Vec<u8>>>),
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

impl Levels for Table {
    type Error = ProbeError;

    fn index(&self) -> &Index {
        &self.index
    }

    fn level(&self, level: usize) -> Result<Cow<'_, [u8]>, ProbeError> {
        match self.levels.get(level) {
            Some(level) => Ok(level.into()),
            None => Err(NotAPosition::OtherGame.into()),
        }
    }
}

/// Asks tables with values and levels that are right, wrong, missing, too few and too many.
fn ask_all(honest: &Honest, lies: &[Lie], ask: impl Fn(&Table)) {
    let levels = &honest.levels;
    let index = || Index::of(&honest.game).unwrap();
    let changed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut levels = levels.clone();
        levels.iter_mut().for_each(change);
        levels
    };
    let right = Values::Honest(Arc::clone(&honest.table));
    let other = Index::of(&Mnk::new(3, 2, 2).unwrap()).unwrap();
    for (values, levels, index) in [
        (right.clone(), levels.clone(), index()),
        (right, changed(&Vec::clear), index()),
        (Values::Always(Ok(Value::win(126).unwrap())), changed(&|level| level.push(0)), index()),
        (Values::Always(Ok(Value::loss(126).unwrap())), changed(&|level| level.fill(126)), index()),
        (Values::Always(Ok(Value::DRAW)), changed(&|level| level.fill(127)), index()),
        (Values::Always(Err(Unreachable::NotInTable.into())), Vec::new(), index()),
        (Values::Always(Ok(Value::loss(0).unwrap())), levels.clone(), other),
    ] {
        let game = honest.liar(lies);
        ask(&Table { game, values, index: Arc::new(index), levels: Arc::new(levels) });
    }
}
