//! The interface for the front end of `GamesmanUni`. Its addresses, its names and the form of its answers are defined
//! by `GamesmanUni`.
//!
//! A position is `TURN_TEXT`. The turn is `1_` if X is to move, and `2_` if O is. It is followed by the text of the
//! position. On a board of marks, the cells are `x`, `o` and `-`. The front end draws another form of the position. If
//! the game has a board, that form has one character for each cell.

mod drawing;

use perfect_play_core::{Entry, Game, MoveValue, Outcome, Player, Probe, Scheme};
use perfect_play_engine::{AnyGame, AnyPosition};
use perfect_play_proof::TableError;
use serde::Serialize;

use self::drawing::ImageData;
use super::{
    lookup,
    refusal::Refusal,
    shelf::{Served, Shelf},
};
use crate::{tables::table::Table, text::game_description};

/// The only variant of each game. Games that are variants of one game in `GamesmanUni` have different names here.
const VARIANT: &str = "regular";

/// The newest way in which the front end draws boards.
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
    drawing: Option<ImageData>,
    gui: &'static str,
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

/// The value of a position, for the side to move.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
struct ValueThere {
    position_value: &'static str,
    /// `None` in a draw without a known length, and in a game for points.
    remoteness: Option<u16>,
    /// In a game for points, how many points the side to move wins by.
    #[serde(skip_serializing_if = "Option::is_none")]
    winby: Option<i16>,
}

/// A move, and the position after it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NextMove {
    r#move: String,
    autogui_move: String,
    position: String,
    autogui_position: String,
    /// The value for the player who moves.
    move_value: &'static str,
    #[serde(flatten)]
    value: ValueThere,
    /// The difference from the remoteness of the best move of the same value.
    delta_remoteness: u16,
}

/// `/`: the list of games.
pub(super) fn games(shelf: &Shelf) -> Vec<ListedGame> {
    let listed = |(id, _): (&str, &Served)| ListedGame {
        id: id.to_owned(),
        name: name(id),
        r#type: "twoPlayer",
        gui: GUI,
    };
    shelf.served().map(listed).collect()
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

/// `/GAME/VARIANT/`: the start, and how the game is drawn.
pub(super) fn variant(table: &Table) -> Variant {
    let game = table.table.game();
    let start = game.start();
    Variant {
        id: VARIANT,
        name: "Regular",
        start_position: text(game, start, Player::X),
        autogui_start_position: drawn(game, start, Player::X),
        drawing: drawing::image_data(game),
        gui: GUI,
    }
}

/// `/GAME/instructions/`: the description of the game, in Markdown.
pub(super) fn instructions(id: &str, table: &Table) -> Instructions {
    let game = table.table.game();
    let text = match game_description::about(game) {
        Some(about) => format!("{about}."),
        None => game.rules().trim().to_owned(),
    };
    let parts = [format!("# {}", name(id)), text].into_iter().filter(|part| !part.is_empty());
    Instructions { instructions: format!("{}\n", parts.collect::<Vec<_>>().join("\n\n")) }
}

/// `/GAME/VARIANT/positions/?p=POSITION`: the value of a position, and its moves, best first.
pub(super) fn position(table: &Table, asked: &str) -> Result<OnePosition, Refusal> {
    let game = table.table.game();
    let first = asked.strip_prefix("1_").map(|text| (text, Player::X));
    let turned = first.or_else(|| asked.strip_prefix("2_").map(|text| (text, Player::O)));
    let (unturned, turn) = turned.ok_or_else(|| {
        let start = text(game, game.start(), Player::X);
        Refusal::bad(format!(
            "a position begins with `1_` or `2_`, for who is to move, as in `{start}`"
        ))
    })?;
    let position = lookup::position(table, unturned)?;
    let text_of = text(game, position, turn);
    if !game.is_impartial() && game.to_move(position) != turn {
        return Err(Refusal::bad(format!(
            "the other player is to move: the position is `{text_of}`"
        )));
    }
    let unreadable = |position| {
        move |reason| Refusal::fault(&table.trouble(TableError::at(game, position, reason)))
    };
    let (entry, worths) = table.table.probe_with_moves(position).map_err(unreadable(position))?;
    let mut buttons = drawing::buttons(game, position);
    let mut moves: Vec<NextMove> = Vec::new();
    // The value and the remoteness of the best move of the current value.
    let mut best: Option<(&str, Option<u16>)> = None;
    for MoveValue { mv, outcome, remoteness, .. } in worths.ranked() {
        let child = game.play(position, mv);
        let entry = table.table.probe(child).map_err(unreadable(child))?;
        let move_value = value(game, child, outcome, remoteness);
        if best.is_none_or(|(best, _)| best != move_value) {
            best = Some((move_value, remoteness));
        }
        let distance = best.and_then(|(_, best)| Some(best?.abs_diff(remoteness?)));
        let then = game.next(position, child).player(turn);
        moves.push(NextMove {
            r#move: game.move_text(position, mv).to_string(),
            autogui_move: buttons.remove(&mv).unwrap_or_default(),
            position: text(game, child, then),
            autogui_position: drawn(game, child, then),
            move_value,
            value: ValueThere::new(game, child, entry),
            delta_remoteness: distance.unwrap_or(0),
        });
    }
    Ok(OnePosition {
        position: text_of,
        autogui_position: drawn(game, position, turn),
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

/// An outcome in the words of `GamesmanUni`: if play never ends it is a draw, otherwise a drawn game is a tie.
fn value(
    game: &AnyGame,
    position: AnyPosition,
    outcome: Outcome,
    remoteness: Option<u16>,
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

/// A name for people. It must not contain a colon, because in a history of moves a colon follows the name.
fn name(id: &str) -> String {
    id.replace(':', " ")
}

fn is_for_points(game: &AnyGame) -> bool {
    game.scheme() == Scheme::Score
}

/// The side to move: that of the position, or `turn` if the game is impartial.
fn player(game: &AnyGame, position: AnyPosition, turn: Player) -> Player {
    if game.is_impartial() { turn } else { game.to_move(position) }
}

/// A position as their front end asks for it.
fn text(game: &AnyGame, position: AnyPosition, turn: Player) -> String {
    let text = game.notation(position).to_string();
    let text = if game.mnk().is_some() { text.to_lowercase().replace('.', "-") } else { text };
    turned(player(game, position, turn), &text)
}

/// A position as their front end draws it. It shows the text of a position without a board.
fn drawn(game: &AnyGame, position: AnyPosition, turn: Player) -> String {
    let player = player(game, position, turn);
    match drawing::cells(game, position, player) {
        Some(cells) => turned(player, &cells),
        None => text(game, position, turn),
    }
}

fn turned(player: Player, text: &str) -> String {
    match player {
        Player::X => format!("1_{text}"),
        Player::O => format!("2_{text}"),
    }
}
