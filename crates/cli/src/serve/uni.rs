//! The interface that the front end of `GamesmanUni` speaks: its addresses, names and shapes are theirs.
//!
//! A position is `TURN_TEXT`: `1_` where X is to move and `2_` where O is, and a character a cell: `x`, `o`, or `-`
//! where there is no mark. Of a game without cells it is the text of the position, and there is no drawing.

use std::collections::BTreeMap;

use hyper::StatusCode;
use perfect_play_core::{Entry, Game, MoveValue, Outcome, Player, Printable, Probe, Scheme};
use perfect_play_engine::{AnyGame, AnyPosition};
use perfect_play_games::Mnk;
use perfect_play_table::TableError;
use serde::Serialize;

use super::{
    answers::{self, Refusal, fault},
    shelf::Shelf,
};
use crate::{about::about, table_arg::Table};

/// The one variant that each game has: what theirs differ in is in the names of our games.
pub(super) const VARIANT: &str = "regular";

/// The newest way in which their front end draws boards.
const GUI: &str = "v3";

#[derive(Serialize)]
pub(super) struct ListedGame {
    id: String,
    name: String,
    r#type: &'static str,
    gui: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OneGame {
    id: String,
    name: String,
    variants: [ListedVariant; 1],
    allow_custom_variant_creation: bool,
    supports_win_by: bool,
}

#[derive(Serialize)]
struct ListedVariant {
    id: &'static str,
    name: &'static str,
    gui: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Variant {
    id: &'static str,
    name: &'static str,
    start_position: String,
    autogui_start_position: String,
    #[serde(rename = "imageAutoGUIData")]
    drawing: Option<Drawing>,
    gui: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Drawing {
    default_theme: &'static str,
    themes: BTreeMap<&'static str, Theme>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Theme {
    /// Columns and rows.
    space: [u8; 2],
    /// The middle of each cell.
    centers: Vec<[f32; 2]>,
    char_images: BTreeMap<char, Image>,
    circle_button_radius: f32,
}

#[derive(Serialize)]
struct Image {
    image: &'static str,
    scale: u8,
}

#[derive(Serialize)]
pub(super) struct Instructions {
    instructions: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OnePosition {
    position: String,
    autogui_position: String,
    #[serde(flatten)]
    value: ValueThere,
    moves: Vec<NextMove>,
}

/// What a position is worth to the side to move there.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
struct ValueThere {
    position_value: &'static str,
    /// None in a draw whose length nobody knows, and in a game for points.
    remoteness: Option<u8>,
    /// In a game for points, by how many the side to move wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    winby: Option<i8>,
}

/// A move, with the position that it leads to.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NextMove {
    r#move: String,
    autogui_move: String,
    position: String,
    autogui_position: String,
    /// To the player who moves.
    move_value: &'static str,
    #[serde(flatten)]
    value: ValueThere,
    /// How far the remoteness is from that of the best move of the same value.
    delta_remoteness: u8,
}

/// `/`: the games there are.
pub(super) fn games(shelf: &Shelf) -> Vec<ListedGame> {
    let listed = |(id, _): (&str, &Table)| ListedGame {
        id: id.to_owned(),
        name: name(id),
        r#type: "twoPlayer",
        gui: GUI,
    };
    shelf.tables().map(listed).collect()
}

/// `/GAME/`: a game and its variants.
pub(super) fn game(id: &str, table: &Table) -> OneGame {
    OneGame {
        id: id.to_owned(),
        name: name(id),
        variants: [ListedVariant { id: VARIANT, name: "Regular", gui: GUI }],
        allow_custom_variant_creation: false,
        supports_win_by: is_for_points(table.table.game()),
    }
}

/// `/GAME/VARIANT/`: where it starts, and how it is drawn.
pub(super) fn variant(table: &Table) -> Variant {
    let game = table.table.game();
    let start = text(game, game.start(), Player::X);
    Variant {
        id: VARIANT,
        name: "Regular",
        start_position: start.clone(),
        autogui_start_position: start,
        drawing: game.mnk().map(drawing),
        gui: GUI,
    }
}

/// `/GAME/instructions/`: what the game is about, in Markdown.
pub(super) fn instructions(id: &str) -> Instructions {
    let about = about(id).unwrap_or_default();
    let title = name(id);
    Instructions { instructions: format!("# {title}\n\n{about}.\n") }
}

/// `/GAME/VARIANT/positions/?p=POSITION`: what a position is worth, and each move, the best first.
pub(super) fn position(table: &Table, asked: &str) -> Result<OnePosition, Refusal> {
    let game = table.table.game();
    let bad = |error: String| Refusal::new(StatusCode::BAD_REQUEST, error);
    let first = asked.strip_prefix("1_").map(|text| (text, Player::X));
    let turned = first.or_else(|| asked.strip_prefix("2_").map(|text| (text, Player::O)));
    let (unturned, turn) = turned.ok_or_else(|| {
        let start = text(game, game.start(), Player::X);
        bad(format!("a position begins with `1_` or `2_`, for who is to move, as in `{start}`"))
    })?;
    let position = answers::position(table, unturned)?;
    let text_of = text(game, position, turn);
    if !game.is_impartial() && game.to_move(position) != turn {
        return Err(bad(format!("the other player is to move: the position is `{text_of}`")));
    }
    let unreadable =
        |position| move |reason| fault(&table.trouble(TableError::at(game, position, reason)));
    let (entry, worths) = table.table.probe_with_moves(position).map_err(unreadable(position))?;
    let mut moves: Vec<NextMove> = Vec::new();
    // The value and the remoteness of the best move of the value under way.
    let mut best: Option<(&str, Option<u8>)> = None;
    for MoveValue { mv, outcome, remoteness, .. } in worths.ranked() {
        let child = game.play(position, mv);
        let entry = table.table.probe(child).map_err(unreadable(child))?;
        let move_value = value(game, child, outcome, remoteness);
        if best.is_none_or(|(best, _)| best != move_value) {
            best = Some((move_value, remoteness));
        }
        let distance = best.and_then(|(_, best)| Some(best?.abs_diff(remoteness?)));
        let turn = game.next(position, child).player(turn);
        let autogui_position = text(game, child, turn);
        moves.push(NextMove {
            r#move: game.move_text(position, mv).to_string(),
            autogui_move: button(game, position, mv),
            position: autogui_position.clone(),
            autogui_position,
            move_value,
            value: ValueThere::new(game, child, entry),
            delta_remoteness: distance.unwrap_or(0),
        });
    }
    Ok(OnePosition {
        position: text_of.clone(),
        autogui_position: text_of,
        value: ValueThere::new(game, position, entry),
        moves,
    })
}

impl ValueThere {
    fn new(game: &AnyGame, position: AnyPosition, entry: Entry) -> Self {
        let Entry { outcome, remoteness, score, .. } = entry;
        Self {
            position_value: value(game, position, outcome, remoteness),
            remoteness,
            winby: score,
        }
    }
}

/// An outcome in their words. They tell a draw that play never ends from a tie, which is a game that has ended.
fn value(
    game: &AnyGame,
    position: AnyPosition,
    outcome: Outcome,
    remoteness: Option<u8>,
) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Loss => "lose",
        Outcome::Draw if game.repeats() && remoteness.is_none() && game.end(position).is_none() => {
            "draw"
        }
        Outcome::Draw => "tie",
    }
}

/// A name for people. Their histories of moves have a colon behind it, so that it has none.
fn name(id: &str) -> String {
    id.replace(':', " ")
}

fn is_for_points(game: &AnyGame) -> bool {
    game.scheme() == Scheme::Score
}

/// A position as their front end has it. The position says who is to move, unless the game is impartial: then `turn`
/// does.
fn text(game: &AnyGame, position: AnyPosition, turn: Player) -> String {
    let player = if game.is_impartial() { turn } else { game.to_move(position) };
    let turn = match player {
        Player::X => 1,
        Player::O => 2,
    };
    let text = game.notation(position).to_string();
    let text = if game.mnk().is_some() { text.to_lowercase().replace('.', "-") } else { text };
    format!("{turn}_{text}")
}

/// How a move is drawn: as a button where the mark comes to lie. In a game without cells, it is listed by this name.
fn button(game: &AnyGame, position: AnyPosition, mv: u8) -> String {
    match (game, position) {
        (AnyGame::Mnk(game), AnyPosition::Board(board)) => {
            // A legal move has a cell.
            format!("A_-_{}_x", game.cell_of_move(board, mv).unwrap_or(mv))
        }
        _ => game.move_text(position, mv).to_string(),
    }
}

fn drawing(game: &Mnk) -> Drawing {
    let (columns, rows) = (game.shape().columns(), game.shape().rows());
    let center = |cell: u8| [f32::from(cell % columns) + 0.5, f32::from(cell / columns) + 0.5];
    let image = |image| Image { image, scale: 1 };
    let theme = Theme {
        space: [columns, rows],
        centers: (0..game.shape().cells()).map(center).collect(),
        char_images: BTreeMap::from([
            ('x', image("general/blue_circle.svg")),
            ('o', image("general/red_circle.svg")),
        ]),
        circle_button_radius: 0.15,
    };
    Drawing { default_theme: "normal", themes: BTreeMap::from([("normal", theme)]) }
}
