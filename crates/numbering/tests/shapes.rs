//! The numbering on boards of every shape up to 63 cells: which images share a slot, and which do not.

use std::collections::BTreeSet;

use perfect_play_core::{Board, Game, Moves};
use perfect_play_games::Mnk;
use perfect_play_numbering::{NotNumbered, Tiers};
use proptest::{prelude::*, test_runner::TestRunner};

/// A game whose lines cannot be completed early, so that play also reaches full boards.
fn game(columns: u8, rows: u8, falls: bool) -> Option<Mnk> {
    let game = Mnk::new(columns, rows, columns.max(rows)).ok()?;
    Some(if falls { game.gravity() } else { game })
}

/// A position after some of these moves.
fn position(game: &Mnk, choices: &[u8]) -> Board {
    choices.iter().fold(game.start(), |board, &choice| {
        let moves: Vec<_> = Moves::iter(game.legal_moves(board)).collect();
        match moves.get(usize::from(choice) % moves.len().max(1)) {
            Some(&mv) => game.play(board, mv),
            None => board,
        }
    })
}

/// The image of each cell under a symmetry.
fn image_of_all(game: &Mnk, symmetry: u8) -> Vec<Board> {
    let marks = (0..game.shape().cells()).filter_map(|cell| Board::from_bitboards(1 << cell, 0));
    marks.map(|mark| game.image(mark, symmetry)).collect()
}

/// Checks the images of a board against its slot.
fn check(game: &Mnk, tiers: &Tiers, board: Board) -> Result<(), TestCaseError> {
    let images: BTreeSet<_> =
        (0..game.symmetries()).map(|symmetry| game.image(board, symmetry)).collect();
    prop_assert_eq!(tiers.all_images(board).next(), Some(board));
    prop_assert_eq!(&tiers.all_images(board).collect::<BTreeSet<_>>(), &images);

    let place = tiers.locate(board);
    let Some((tier, player, rank)) = place else {
        // A board with a line in the high part has no slot, and its images have none either.
        prop_assert!(game.terminal(board).is_some());
        prop_assert!(images.iter().all(|&image| tiers.locate(image).is_none()));
        return Ok(());
    };
    let kept = tiers.board(tier, player, rank).unwrap();
    let shared: Vec<_> = tiers.images(kept).collect();
    prop_assert!(shared.contains(&board) && shared.contains(&kept));
    let distinct: BTreeSet<_> = shared.iter().copied().collect();
    prop_assert_eq!(distinct.len(), shared.len(), "{}: each image once", game);
    for &image in &images {
        let is_there = tiers.locate(image) == place;
        prop_assert_eq!(is_there, distinct.contains(&image), "{}: {:?}", game, image);
    }
    prop_assert!(distinct.is_subset(&images));
    prop_assert_eq!(tiers.top_images(kept.x(), kept.o()), shared.len());
    Ok(())
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn images_share_a_slot_or_have_one_each_on_boards_of_every_shape() {
    let (mut with_all, mut without) = (0, Vec::new());
    for (columns, rows) in (1..=63).flat_map(|columns| (1..=63).map(move |rows| (columns, rows))) {
        for game in [false, true].into_iter().filter_map(|falls| game(columns, rows, falls)) {
            let tiers = match Tiers::of(&game) {
                Ok(tiers) => tiers,
                Err(reason) => {
                    assert_eq!(reason, NotNumbered::TooLarge, "{game}");
                    continue;
                }
            };
            let boards = prop::collection::vec(any::<u8>(), 0..40);
            let config =
                ProptestConfig { cases: 10, failure_persistence: None, ..Default::default() };
            TestRunner::new(config)
                .run(&boards, |choices| check(&game, &tiers, position(&game, &choices)))
                .unwrap();
            // The different symmetries, on a board that is not symmetric itself.
            let different = (0..game.symmetries()).map(|symmetry| image_of_all(&game, symmetry));
            let different = different.collect::<BTreeSet<_>>().len();
            assert_eq!(tiers.game_symmetries(), different, "{game}");
            if tiers.symmetries() == different {
                with_all += 1;
            } else {
                assert_eq!(tiers.symmetries(), 1, "{game}");
                without.push((columns, rows));
            }
        }
    }
    assert_eq!(with_all, 192);
    // Boards on which a column and its image, or several such pairs, do not fit in one part.
    let (two, three) = ((10..=14).map(|rows| (2, rows)), (10..=13).map(|rows| (3, rows)));
    assert!(two.chain(three).chain([(4, 8), (4, 9), (12, 3)]).eq(without));
}
