//! How `GamesmanUni`'s front end draws a game: its board, its pieces, and the buttons of its moves.

use std::{collections::BTreeMap, iter};

use perfect_play_core::{Drawing, Game, Move, MoveCells, Piece, Player};
use perfect_play_engine::{AnyGame, AnyPosition};
use serde::Serialize;

/// How boards are drawn, in their words: `imageAutoGUIData`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImageData {
    default_theme: &'static str,
    themes: BTreeMap<&'static str, Theme>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Theme {
    /// The width and height of the board.
    space: [f32; 2],
    /// The middle of each cell.
    centers: Vec<[f32; 2]>,
    /// The image of each character that stands for a piece.
    char_images: BTreeMap<char, Image>,
    circle_button_radius: f32,
    text_entity_font_size: f32,
}

/// One of the images that the front end has.
#[derive(Serialize)]
struct Image {
    image: String,
    scale: u8,
}

/// An empty cell.
const EMPTY: char = '-';
/// A piece that belongs to neither player.
const NEUTRAL: char = 'b';
/// A cell whose text follows the cells.
const TEXT: char = '.';

/// How the boards of a game are drawn. `None` if the game has no board.
pub(super) fn image_data(game: &AnyGame) -> Option<ImageData> {
    let drawing = game.drawing();
    let in_cells = |at: u8| f32::from(at) / f32::from(Drawing::UNIT) + 0.5;
    let places = (0..drawing.cells()).filter_map(|cell| drawing.place(cell));
    let centers: Vec<[f32; 2]> = places.map(|place| place.map(in_cells)).collect();
    let space = centers.iter().fold([0.0; 2], |[width, height]: [f32; 2], &[x, y]| {
        [width.max(x + 0.5), height.max(y + 0.5)]
    });
    let circles = [('x', "blue_circle"), ('o', "red_circle"), (NEUTRAL, "brown_circle")];
    let circles = circles.map(|(letter, name)| (letter, name.to_owned()));
    let letters = ('A'..='Z').map(|letter| (letter, letter.to_string()));
    let image = |(letter, name)| (letter, Image { image: format!("general/{name}.svg"), scale: 1 });
    let theme = Theme {
        space,
        centers,
        char_images: circles.into_iter().chain(letters).map(image).collect(),
        circle_button_radius: 0.15,
        text_entity_font_size: 0.5,
    };
    (drawing.cells() > 0)
        .then(|| ImageData { default_theme: "normal", themes: BTreeMap::from([("normal", theme)]) })
}

/// The cells of a position, as `player`, who is to move, sees them. Each cell is one character. The texts of cells that
/// hold numbers follow: `x-o`, `..~3~12`. `None` if the game has no board.
pub(super) fn cells(game: &AnyGame, position: AnyPosition, player: Player) -> Option<String> {
    let is_exchanged = game.is_seen_by_mover() && player == Player::O;
    let (mut cells, mut texts) = (String::new(), String::new());
    for cell in 0..game.drawing().cells() {
        let piece = game.piece(position, cell);
        let piece = if is_exchanged { piece.map(Piece::of_opponent) } else { piece };
        let character = piece.map_or(EMPTY, character);
        cells.push(character);
        if let Some(piece) = piece.filter(|_| character == TEXT) {
            texts.extend(["~".to_owned(), piece.to_string()]);
        }
    }
    (!cells.is_empty()).then(|| cells + &texts)
}

/// The character that stands for a piece. For a piece of X with a name it is the letter of the piece.
fn character(piece: Piece) -> char {
    match (piece.owner(), piece.letter()) {
        (None, letter) if letter == '+' || letter.is_ascii_digit() => TEXT,
        (None, _) => NEUTRAL,
        (Some(Player::O), _) => 'o',
        (Some(Player::X), letter @ 'A'..='Z') if letter != 'X' => letter,
        (Some(Player::X), _) => 'x',
    }
}

/// The button of each legal move, as their `autoguiMove`. A move is listed by its name if it has the same button as
/// another move, or if it has no cells.
pub(super) fn buttons(game: &AnyGame, position: AnyPosition) -> BTreeMap<Move, String> {
    let drawn = |mv| button(game.points_at(position, mv));
    let moves = game.legal_moves(position).iter();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for button in moves.clone().filter_map(drawn) {
        *counts.entry(button).or_default() += 1;
    }
    let text = |mv| {
        let alone = drawn(mv).filter(|button| counts.get(button) == Some(&1));
        alone.unwrap_or_else(|| game.move_text(position, mv).to_string())
    };
    iter::zip(moves.clone(), moves.map(text)).collect()
}

/// An arrow from cell to cell, or a circle on a cell.
fn button(cells: MoveCells) -> Option<String> {
    match (cells.from, cells.to) {
        (Some(from), Some(to)) => Some(format!("M_{from}_{to}_x")),
        (Some(cell), None) | (None, Some(cell)) => Some(format!("A_-_{cell}_x")),
        (None, None) => None,
    }
}
