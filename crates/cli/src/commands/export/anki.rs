//! `perfect-play export anki`: the positions with one right move, as flash cards.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    io::{self, Write},
};

use perfect_play_core::{
    Board, Entry, Game, Move, MoveValues, Moves, Objective, Outcome, Probe, Scheme, Shown,
};
use perfect_play_engine::{AnyGame, AnyPosition};
use perfect_play_games::Mnk;
use svg::node::element::Text;

use crate::{
    args::{document::Document, number_arg},
    commands::export::proven,
    drawing::{figure, plain_board},
    positions::{move_name, value_text::ValueText},
    tables::table::Table,
    terminal::{
        exit::{Finding, Trouble},
        output::{OutputArgs, csv_error},
        progress,
    },
    text::{
        html::escaped,
        numbers::{counted, grouped},
    },
};

/// Write the positions with exactly one right move as flash cards for Anki
#[derive(clap::Args)]
#[command(after_help = "\
A move is right if it keeps the win or the draw; in a game for points, if it
gets the most points. The front of a card shows a position and asks for the
move. The back shows the position after it, and what the other moves are worth.
Symmetric positions are one card.

The easiest cards come first: those that need the fewest plies of looking ahead
(to the win, or until the best wrong move has lost), then those with the fewest
moves to choose from. Anki asks new cards in this order.

The file is text. To import it, choose File, Import in Anki. A card that is
imported again replaces the earlier one and keeps its schedule.

Examples:
  perfect-play export anki tictactoe -o ttt.txt
  perfect-play export anki connect:4,4,4 --limit 200 -o four.txt
  perfect-play export anki three-mens-morris > morris.txt")]
pub(crate) struct Args {
    /// A game's name (`tictactoe`, `mnk:4,3,3`) or a .perfect file
    table: OsString,
    /// Write at most this many cards
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number_arg::within(1..=100_000_u64, 200), allow_negative_numbers = true)]
    limit: u64,
    #[command(flatten)]
    output: OutputArgs,
}

/// How hard a card is: plies to look ahead, moves to choose from, and the order of the table.
type Hardness = (u16, usize, u64);

/// A position and its right move.
struct Card {
    position: AnyPosition,
    mv: Move,
}

/// The easiest cards of a table.
struct Deck {
    cards: BTreeMap<Hardness, Card>,
    /// How many positions have one right move.
    total: u64,
}

/// The number of positions between two progress reports.
const REPORT_EVERY: u64 = 1 << 12;

/// The side of a square cell, in pixels.
const CELL: i32 = 48;
const MARGIN: i32 = 16;

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    args.output.check_ending(&["txt", "csv"])?;
    let next = "to import it into Anki, choose File, Import";
    let document = Document::new(&args.table, "-cards.txt", next, &args.output)?;
    let table = proven::table(&args.table, document.output(), proven::check_whole)?;
    let deck =
        progress::during("looking for cards", |report| Deck::of(&table, args.limit, report))?;
    if deck.cards.is_empty() {
        return Err(Trouble::new(format!(
            "no position of {} has exactly one right move: there is nothing to ask",
            table.table.game()
        )));
    }
    let cards = deck.cards.values().map(|card| fields(&table, card));
    let cards = cards.collect::<Result<Vec<_>, _>>()?;
    document.write(|out| write(out, &table, &deck, &cards))?;
    Ok(Finding::Fine)
}

impl Deck {
    fn of(table: &Table, limit: u64, report: &mut dyn FnMut(u64, u64)) -> Result<Self, Trouble> {
        let mut deck = Self { cards: BTreeMap::new(), total: 0 };
        let probed = &table.table;
        for (number, position) in (0..).zip(probed.positions()) {
            if number % REPORT_EVERY == 0 {
                report(probed.code(position).unwrap_or(0), probed.codes());
            }
            if !probed.is_canonical(position) || probed.game().legal_moves(position).len() < 2 {
                continue;
            }
            let (answer, values) = table.answer(position)?;
            let scheme = probed.game().scheme();
            let Some((plies, mv)) = question(scheme, answer.entry, &values) else { continue };
            deck.total += 1;
            deck.cards.insert((plies, values.iter().len(), number), Card { position, mv });
            if deck.total > limit {
                deck.cards.pop_last();
            }
        }
        Ok(deck)
    }
}

/// The only right move, and how many plies the reader looks ahead to find it.
fn question(scheme: Scheme, entry: Entry, values: &MoveValues) -> Option<(u16, Move)> {
    let right = match scheme {
        Scheme::Score => values.optimal(Objective::Fastest),
        Scheme::Remoteness => values.outcome_preserving(),
    };
    if right.len() != 1 {
        return None;
    }
    let longest_loss = values.iter().filter(|value| value.outcome == Outcome::Loss);
    let plies = match entry.outcome {
        _ if scheme == Scheme::Score => 0,
        Outcome::Win => entry.remoteness.unwrap_or(0),
        Outcome::Draw => longest_loss.filter_map(|value| value.remoteness).max().unwrap_or(0),
        Outcome::Loss => return None,
    };
    Some((plies, right.first()?))
}

/// The columns of the file.
const COLUMNS: [&str; 4] = ["GUID", "Front", "Back", "Tags"];

fn write(out: &mut dyn Write, table: &Table, deck: &Deck, cards: &[[String; 4]]) -> io::Result<()> {
    let game = table.table.game();
    writeln!(out, "#separator:tab\n#html:true\n#notetype:Basic\n#deck:{game}: the only move")?;
    writeln!(out, "#guid column:1\n#tags column:4\n#columns:{}", COLUMNS.join("\t"))?;
    let positions = counted(deck.total, "position", "positions");
    let part = match deck.cards.len() as u64 {
        all if all == deck.total => "all of them".to_owned(),
        part => format!("the {} easiest", grouped(part)),
    };
    writeln!(out, "# {positions} of {game} have one right move; here {part}, easiest first")?;
    let mut lines = csv::WriterBuilder::new().delimiter(b'\t').from_writer(out);
    for card in cards {
        lines.write_record(card).map_err(csv_error)?;
    }
    lines.flush()
}

/// A card: an identifier that stays the same, the front, the back and the tags.
fn fields(table: &Table, &Card { position, mv }: &Card) -> Result<[String; 4], Trouble> {
    let game = table.table.game();
    let (answer, values) = table.answer(position)?;
    let worth = ValueText::from(answer.entry);
    let side = if game.is_impartial() {
        "You are to move".to_owned()
    } else {
        format!("{} is to move", game.to_move(position))
    };
    let asked = match answer.entry.outcome {
        _ if game.scheme() == Scheme::Score => "Which move gets the most points?",
        Outcome::Draw => "Which move holds the draw?",
        _ => "Which move wins?",
    };
    let name = |mv| move_name::name(game, position, mv);
    let mut others: Vec<(String, Vec<String>)> = Vec::new();
    for value in values.ranked().filter(|value| value.mv != mv) {
        let worth = ValueText::from(value).to_string();
        match others.last_mut() {
            Some((last, names)) if *last == worth => names.push(name(value.mv)),
            _ => others.push((worth, vec![name(value.mv)])),
        }
    }
    let others: Vec<_> =
        others.iter().map(|(worth, names)| format!("{}: {worth}", names.join(" "))).collect();
    let front = format!("{}<p>{side}. {asked}</p>", picture(game, position, None));
    let back = format!(
        "{}<p><b>{}</b>: {worth}</p><p>{}</p>",
        picture(game, game.play(position, mv), Some(mv)),
        escaped(&name(mv)),
        escaped(&others.join("; "))
    );
    let guid = format!("perfect-play {game} {}", game.notation(position));
    Ok([guid, front, back, format!("perfect-play {}", answer.entry.outcome)])
}

/// A position as a picture, in one line. If there is a last move, its cell is marked; otherwise cells have the names of the
/// moves that lead there.
fn picture(game: &AnyGame, position: AnyPosition, last: Option<Move>) -> String {
    let title = Shown(game.notation(position)).to_string();
    let figure = |(width, height)| figure::figure(width + 2 * MARGIN, height + 2 * MARGIN, &title);
    let drawn = if let Some((game, board)) = game.board(position) {
        let cell = last.and_then(|mv| game.cell_of_last_move(board, mv));
        let drawn = figure(figure::board_size(game.shape(), CELL));
        let drawn = drawn.add(figure::board((MARGIN, MARGIN), CELL, game.shape(), board, cell));
        let moves = if last.is_none() { game.legal_moves(board) } else { Moves::EMPTY };
        moves.iter().fold(drawn, |drawn, mv| drawn.add(name_on(&game, board, mv)))
    } else {
        let lines = plain_board::position(game, position);
        figure(figure::lines_size(&lines)).add(figure::lines((MARGIN, MARGIN), &lines))
    };
    drawn.to_string().replace('\n', "")
}

/// The name of a move, on the cell that it leads to.
fn name_on(game: &Mnk, board: Board, mv: Move) -> Text {
    let cell = game.cell_of_move(board, mv).unwrap_or_default();
    let (x, y) = figure::corner(game.shape(), cell, CELL);
    let (x, y) = (MARGIN + x + CELL / 2, MARGIN + y + i32::midpoint(CELL, figure::TEXT));
    figure::centred(x, y, move_name::number(game, mv).to_string()).set("fill", figure::PENCIL)
}
