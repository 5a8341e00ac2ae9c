//! Rules that contradict themselves, each in one way, and the error for each.

use perfect_play_core::{
    Board, Game, Kind, Move, Moves, NO_CODES, NotAPosition, Objective, Outcome, Player, Probe,
    Unreachable, Value,
};
use perfect_play_games::Mnk;
use perfect_play_generator::{Bake, MAX_CODES, Solution, SolveError, check_rules, solve};
use perfect_play_test_kit::{Lies, Lying, lies, only};

const OURS: Mnk = Mnk::TICTACTOE;

/// The symmetry that turns the board to the right: cell 0 maps to cell 2, and cell 1 to cell 5.
const TURN: u8 = 6;

/// Lies about tic-tac-toe. Without more of them it is a game without symmetries, solved as any other.
fn rules() -> Lies<Board> {
    lies()
        .name("twisted")
        .is_position(|_, _| true)
        .kind(|_| Kind::Other)
        .symmetries(|_| 1)
        .image(|board, _, _| board)
        .image_of_move(|_, mv, _, _| mv)
        // In one line, also in the alternate form, so that each message below is one line.
        .fmt_position(|board, _| Ok(OURS.notation(board).to_string()))
}

/// The symmetries of tic-tac-toe.
fn eight(rules: Lies<Board>) -> Lies<Board> {
    rules
        .symmetries(|_| 8)
        .image(|board, symmetry, _| OURS.image(board, symmetry))
        .image_of_move(|board, mv, symmetry, _| OURS.image_of_move(board, mv, symmetry))
}

fn checked(rules: &Lies<Board>) -> Result<u64, SolveError> {
    check_rules(&Lying::new(OURS, rules.clone()))
}

fn solved(rules: Lies<Board>) -> Result<Solution<Lying<Mnk>>, SolveError> {
    solve(Lying::new(OURS, rules), Objective::Fastest, &mut |_, _| ())
}

/// The number of marks.
fn marks(board: Board) -> u16 {
    OURS.ply(board).unwrap()
}

fn board(text: &str) -> Board {
    OURS.parse(text).unwrap()
}

/// All empty cells, also after the end.
fn all_empty(board: Board, _: Moves) -> Moves {
    Moves::from_low_bits(0b1_1111_1111 & !board.occupied())
}

fn begin_again(board: Board, _: Move, child: Board) -> Board {
    if board.code() == 1 { Board::EMPTY } else { child }
}

fn sooner(_: Board, plies: Option<u16>) -> Option<u16> {
    if plies == Some(1) { Some(2) } else { plies }
}

/// Only in positions in which the side to move wins, but could draw.
fn at_a_win(board: Board, plies: Option<u16>) -> Option<u16> {
    let value = OURS.kind().static_value(board);
    if marks(board) == 7 && value.is_some() && value == Value::win(1) { Some(5) } else { plies }
}

/// The error of [`check_rules`], in one line.
fn said(rules: &Lies<Board>) -> String {
    let error = checked(rules).unwrap_err();
    let SolveError::Inconsistent(found) = error else { panic!("{error}") };
    found.to_string().replace("\n    ", " ").replace('\n', " ")
}

/// The error of [`check_rules`], which must also be the error of [`solve`], because the table would be wrong.
fn said_by_both(rules: Lies<Board>) -> String {
    let said = said(&rules);
    let error = solved(rules).map(drop).unwrap_err();
    assert_eq!(error.to_string().split_whitespace().last(), said.split_whitespace().last());
    assert!(matches!(error, SolveError::Inconsistent(_)), "{error}");
    said
}

#[test]
fn without_a_slip_they_are_tic_tac_toe() {
    for codes_rise in [true, false] {
        let rules = rules().codes_rise(move |_| codes_rise);
        assert_eq!(checked(&rules), Ok(5478));
        let ours = solve(OURS, Objective::Fastest, &mut |_, _| ()).unwrap().into_values();
        assert_eq!(solved(rules).unwrap().into_values(), ours);
    }
}

#[test]
fn ply_by_ply_progress_is_told_from_nothing_to_all() {
    let rules = rules().codes_rise(|_| false);
    let mut told = Vec::new();
    let mut progress = |done, of| told.push((done, of));
    solve(Lying::new(OURS, rules), Objective::Fastest, &mut progress).unwrap();
    // With so few positions, progress is reported once for finding them and once for solving them.
    assert_eq!(told, [(0, 2 * 19_683), (19_683, 2 * 19_683)]);
}

#[test]
fn what_is_just_allowed_and_what_is_too_large() {
    assert_eq!(checked(&rules().max_move(|_| Move::MAX)), Ok(5478));
    let codes = MAX_CODES + 1;
    let error = checked(&rules().codes(move |_| codes));
    assert_eq!(error, Err(SolveError::TooLarge { codes }));
    // The error must not mention cells, because the game may have no board.
    assert!(!error.unwrap_err().to_string().contains("cells"));
}

#[test]
fn codes_and_positions_that_do_not_fit() {
    let start = "move 0 leads from here to a wrong position: .........";
    assert_eq!(
        said_by_both(rules().codes(|_| 1)),
        format!("{start} this position has code 1, but codes must be below 1: X........")
    );
    let odd = |code, truth| match code {
        1 => Err(NotAPosition::Rules("it is odd")),
        _ => truth,
    };
    assert_eq!(
        said_by_both(rules().decode(odd)),
        format!(
            "{start} this position has code 1, but `decode` returns an error (not a position: it is odd): \
             X........"
        )
    );
    // The code ignores the last cell.
    assert_eq!(
        said_by_both(rules().encode(|_, code| code % 6561).codes_rise(|_| false)),
        "move 8 leads from here to a wrong position: ......... two positions have code 0: ........X and \
         ........."
    );
    let swapped = |code, truth| match code {
        1 => OURS.decode(3),
        3 => OURS.decode(1),
        _ => truth,
    };
    assert_eq!(
        said_by_both(rules().decode(swapped)),
        format!(
            "{start} this position has code 1, but `decode` returns another position: X........ which \
             has code 3: .X......."
        )
    );
    let level = |board: Board, truth| match board.code() {
        1 => Err(Unreachable::Rules("they are level").into()),
        _ => truth,
    };
    assert_eq!(
        said(&rules().check(level)),
        format!(
            "{start} this position is reachable, but `check` returns an error (unreachable: they are \
             level): X........"
        )
    );
    assert_eq!(
        said(&rules().is_position(|board, _| board.code() != 1)),
        format!("{start} this position is reachable, but `is_position` returns false: X........")
    );
}

#[test]
fn ends_that_are_none() {
    assert_eq!(
        said_by_both(rules().max_plies(|_| 8)),
        "this position is at ply 9, but `max_plies` is 8: XOXOXOOXX"
    );
    assert!(
        said_by_both(rules().legal_moves(all_empty))
            .starts_with("the game is over here, but there are legal moves (")
    );
}

#[test]
fn who_cannot_move_loses() {
    // Lines are ignored: X fills the last cell.
    let rules = || rules().legal_moves(all_empty).terminal(|_, _| None).check(|_, _| Ok(()));
    for codes_rise in [true, false] {
        let rules = rules().codes_rise(move |_| codes_rise);
        assert_eq!(checked(&rules), Ok(6046));
        let table = solved(rules).unwrap();
        for board in table.positions() {
            let left = 9 - marks(board);
            let outcome = if left.is_multiple_of(2) { Outcome::Loss } else { Outcome::Win };
            let entry = table.probe(board).unwrap();
            assert_eq!((entry.outcome, entry.remoteness), (outcome, Some(left)));
        }
    }
}

#[test]
fn who_moves_for_both_wins() {
    // X also chooses the cells for O.
    let rules = || {
        rules().to_move(|_, _| Player::X).terminal(|board, outcome| {
            Some(if OURS.to_move(board) == Player::X { outcome? } else { outcome?.reverse() })
        })
    };
    for codes_rise in [true, false] {
        let rules = rules().codes_rise(move |_| codes_rise);
        assert_eq!(checked(&rules), Ok(5478));
        let table = solved(rules).unwrap();
        let entry = |text| table.probe(board(text)).unwrap();
        let start = entry(".........");
        assert_eq!((start.outcome, start.remoteness), (Outcome::Win, Some(5)));
        assert_eq!(start.optimal_moves, OURS.legal_moves(Board::EMPTY));
        // O has two in a row. X moves for O, and need not complete the line.
        let helped = entry("X.XOO....");
        assert_eq!((helped.outcome, helped.remoteness), (Outcome::Win, Some(1)));
        let helped = entry("XX.OO...X");
        assert_eq!((helped.outcome, helped.remoteness), (Outcome::Win, Some(2)));
        // Each of the two cells left completes a line of O; or the last cell completes no line.
        let lost = entry("OO.OXX.XX");
        assert_eq!((lost.outcome, lost.remoteness), (Outcome::Loss, Some(1)));
        let drawn = entry("XOXXOOOX.");
        assert_eq!((drawn.outcome, drawn.remoteness), (Outcome::Draw, Some(1)));
    }
}

#[test]
fn moves_with_a_larger_number_than_the_largest() {
    assert_eq!(
        said_by_both(rules().max_move(|_| 7)),
        "move 8 is legal here, but `max_move` is 7: ........."
    );
    // A set of moves can hold all moves.
    let renumbered = |max_move| {
        rules()
            .legal_moves(|_, moves| {
                let number = |mv: Move| if mv == 8 { Move::MAX } else { mv };
                moves.iter().map(number).collect()
            })
            .play(|board, mv, _| OURS.play(board, if mv == Move::MAX { 8 } else { mv }))
            .max_move(move |_| max_move)
    };
    assert_eq!(
        said_by_both(renumbered(254)),
        "move 255 is legal here, but `max_move` is 254: ........."
    );
    assert_eq!(checked(&renumbered(255)), Ok(5478));
}

#[test]
fn moves_that_are_gone_when_they_are_asked_for_again() {
    use std::cell::Cell;

    thread_local! {
        static ASKED: Cell<u32> = const { Cell::new(0) };
    }
    // The rules are asked once to find the children of the start, and once to solve it.
    let legal_moves = |board, moves| match board {
        Board::EMPTY if ASKED.replace(ASKED.get() + 1) == 1 => Moves::EMPTY,
        _ => moves,
    };
    for codes_rise in [true, false] {
        ASKED.set(0);
        let error = solved(rules().legal_moves(legal_moves).codes_rise(move |_| codes_rise));
        let text = error.map(drop).unwrap_err().to_string();
        let expected =
            "the rules contradict themselves: the rules give another answer here when asked again:";
        assert!(text.starts_with(expected), "{text}");
    }
}

#[test]
fn plies_that_are_not_those_of_the_moves() {
    for (codes_rise, max_plies) in [(true, 20), (false, 20), (true, 0), (false, 0)] {
        let with = |ply: fn(u16) -> Option<u16>| {
            rules()
                .codes_rise(move |_| codes_rise)
                .max_plies(move |_| max_plies)
                .ply(move |board, _| ply(marks(board)))
        };
        assert_eq!(
            said_by_both(with(|marks| Some(1 + marks))),
            "`ply` is 1 here, but it must be 0 at the start: ........."
        );
        let must = "but it must rise by one with every move (or be `None` everywhere)";
        assert_eq!(
            said_by_both(with(|marks| Some(2 * marks))),
            format!("`ply` is 0 here and 2 after move 0, {must}: ......... It leads to: X........")
        );
        assert_eq!(
            said_by_both(with(|marks| (marks < 2).then_some(marks))),
            format!(
                "`ply` is 1 here and `None` after move 1, {must}: X........ It leads to: XO......."
            )
        );
        assert_eq!(
            said_by_both(with(|marks| (marks > 0).then_some(marks))),
            format!(
                "`ply` is `None` here and 1 after move 0, {must}: ......... It leads to: X........"
            )
        );
        for ply in [Some, |_| None] {
            assert_eq!(checked(&with(ply)), Ok(5478));
            assert!(solved(with(ply)).is_ok());
        }
    }
}

#[test]
fn moves_that_do_not_go_on() {
    assert_eq!(
        said_by_both(rules().ply(|_, _| Some(0))),
        "`ply` is 0 here and 0 after move 0, but it must rise by one with every move (or be `None` \
         everywhere): ......... It leads to: X........"
    );
    // A repetition of positions is not a contradiction.
    let circle = solved(rules().play(begin_again).codes_rise(|_| false));
    let text = circle.map(drop).unwrap_err().to_string();
    assert!(text.starts_with("play can return to this position:\n"), "{text}");
    assert_eq!(
        said_by_both(rules().play(begin_again).codes_rise(|_| false)),
        "play can return to this position: X........ then ......... and back If the game may repeat \
         a position, return `true` from `repeats`, and do not define `max_plies` and `ply`."
    );
    let falling = rules()
        .encode(|_, code| 19_682 - code)
        .decode(|code, _| OURS.decode(19_682_u64.checked_sub(code).unwrap_or(u64::MAX)));
    assert_eq!(
        said_by_both(falling),
        "move 0 leads from code 19682 to code 19681, but `codes_rise` promises that codes rise with \
         every move: ......... It leads to: X........"
    );
}

#[test]
fn draws_that_take_another_time() {
    assert!(
        said_by_both(rules().plies_to_draw(|_, plies| plies.map(|plies| plies + 1)))
            .starts_with("the game is drawn here, but `plies_to_draw` is 1, not 0: ")
    );
    // Only solving finds out which positions are drawn.
    let rules_that_draw_sooner = rules().plies_to_draw(sooner);
    assert_eq!(checked(&rules_that_draw_sooner), Ok(5478));
    // The result does not depend on the kind of the game.
    for kind in [Kind::Other, OURS.kind()] {
        let rules = rules_that_draw_sooner.clone().kind(move |_| kind);
        let error = solved(rules).map(|_| ()).unwrap_err().to_string();
        assert!(
            error.contains("`plies_to_draw` is 2 here, but after the drawing move "),
            "{error}"
        );
    }
    // Positions in which the side to move wins, but could draw.
    let error = solved(rules().plies_to_draw(at_a_win));
    let error = error.map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("`plies_to_draw` is 5 here"), "{error}");
}

#[test]
fn symmetries_that_are_none() {
    let two = || rules().symmetries(|_| 2);
    assert_eq!(
        said(&two().image(|board, symmetry, _| if symmetry == 0 {
            OURS.image(board, TURN)
        } else {
            board
        })),
        "symmetry 0 must not change any position or move, but it changes this position or one of its \
         moves: X........ Its image: ..X......"
    );
    // A compact table uses symmetry 0 even if the game has no symmetries.
    let none = || rules().symmetries(|_| 0);
    assert_eq!(checked(&none()), Ok(5478));
    for rules in [
        none().image_of_move(|_, mv, _, _| 8 - mv),
        none().image(|board, _, _| OURS.image(board, TURN)),
    ] {
        assert!(said(&rules).starts_with("symmetry 0 must not change any position or move"));
    }
    assert_eq!(
        said(&two().image(|board_of, symmetry, _| {
            if symmetry == 1 && board_of == Board::EMPTY { board("X........") } else { board_of }
        })),
        "symmetry 1 must map every start to a start, but not this one: ......... Its image: X........"
    );
    // This map does not keep diagonals.
    let outcome = rules()
        .symmetries(|_| 3)
        .image(|board, times, _| shifted(board, times))
        .image_of_move(|_, mv, times, _| mv / 3 * 3 + (mv + times) % 3);
    assert!(
        said(&outcome)
            .starts_with("symmetry 1 changes whether the game is over here, or its outcome: ")
    );
    assert_eq!(
        said(&two().image_of_move(|_, mv, symmetry, _| if symmetry == 1 { 0 } else { mv })),
        "symmetry 1 and `image_of_move` disagree about the legal moves here: ......... Its image: \
         ......... Move 1 is legal there, but is not the image of a move."
    );
    // Numbers of illegal moves.
    assert!(
        said(&two().image_of_move(|_, mv, symmetry, _| mv + 64 * symmetry))
            .starts_with("symmetry 1 and `image_of_move` disagree about the legal moves here: ")
    );
    assert_eq!(
        said(&two().image_of_move(|_, mv, symmetry, _| if symmetry == 1 { 8 - mv } else { mv })),
        "move 0 and then symmetry 1 give another position than symmetry 1 and then the image of the \
         move: ......... Its image: ......... The image of the position after move 0: X........ The \
         position after move 8 of the image, which `image_of_move` returns: ........X"
    );
    let quarter = two()
        .image(|board, symmetry, _| OURS.image(board, symmetry * TURN))
        .image_of_move(|_, mv, symmetry, _| OURS.image_of_move(OURS.start(), mv, symmetry * TURN));
    assert_eq!(
        said(&quarter),
        "this position's image under symmetry 1 has images that are not images of the position itself: \
         X........ Its image: ..X......"
    );
}

/// Rules without codes: the positions are found by playing.
fn without_codes() -> Lies<Board> {
    rules().codes(|_| NO_CODES)
}

#[test]
fn without_codes_and_without_a_slip_they_are_tic_tac_toe() {
    for (rules, canonical) in [
        (without_codes(), 5478),
        (eight(without_codes()), 765),
        // In a game without codes, these results have no meaning.
        (without_codes().canonical(|_, _| (7, 7)).is_canonical(|_, _| false), 5478),
        (without_codes().encode(|_, _| 0).decode(|_, _| OURS.decode(0)), 5478),
        (without_codes().ply(|_, _| None).max_plies(|_| 0), 5478),
    ] {
        assert_eq!(checked(&rules), Ok(5478));
        let table = solved(rules.clone()).unwrap();
        assert_eq!(table.numbering().keys().unwrap().positions().len(), canonical);
        let ours = solve(OURS, Objective::Fastest, &mut |_, _| ()).unwrap();
        for board in ours.positions() {
            assert_eq!(table.probe(board), ours.probe(board));
        }
        assert_eq!(table.positions().count(), 5478);
        assert!(Bake::new(Lying::new(OURS, rules)).solve().is_ok());
    }
}

#[test]
fn the_same_slips_are_found_without_codes() {
    type Slip = fn(Lies<Board>) -> Lies<Board>;
    let slips: [(&str, Slip); 21] = [
        ("moves after the end", |rules| rules.legal_moves(all_empty)),
        ("a circle", |rules| rules.play(begin_again).ply(|_, _| None)),
        ("plies at the start", |rules| rules.ply(|_, plies| plies.map(|plies| plies + 1))),
        ("two plies a move", |rules| rules.ply(|_, plies| plies.map(|plies| 2 * plies))),
        ("no ply a move", |rules| rules.ply(|_, _| Some(0))),
        ("plies that are no longer counted", |rules| {
            rules.ply(|_, plies| plies.filter(|&plies| plies < 2))
        }),
        ("too many plies", |rules| rules.max_plies(|_| 8)),
        ("a larger move", |rules| rules.max_move(|_| 7)),
        ("a draw that is not over", |rules| {
            rules.plies_to_draw(|_, plies| plies.map(|plies| plies + 1))
        }),
        ("a draw that is over sooner", |rules| rules.plies_to_draw(sooner)),
        ("a draw beside a win", |rules| rules.plies_to_draw(at_a_win)),
        ("a draw of another length in an image", |rules| {
            eight(rules).plies_to_draw(only(board("........X"), Some(7)))
        }),
        ("an identity that changes positions", |rules| {
            rules.symmetries(|_| 2).image(|board, symmetry, _| {
                if symmetry == 0 { OURS.image(board, TURN) } else { board }
            })
        }),
        ("an identity that changes moves", |rules| {
            rules.symmetries(|_| 2).image_of_move(|_, mv, _, _| 8 - mv)
        }),
        ("an identity, although there are no symmetries", |rules| {
            rules.symmetries(|_| 0).image_of_move(|_, mv, _, _| 8 - mv)
        }),
        ("an image of the start", |rules| {
            rules.symmetries(|_| 2).image(|board_of, symmetry, _| match (symmetry, board_of) {
                (1, Board::EMPTY) => board("X........"),
                _ => board_of,
            })
        }),
        ("a map that keeps no diagonals", |rules| {
            rules
                .symmetries(|_| 3)
                .image(|board, times, _| shifted(board, times))
                .image_of_move(|_, mv, times, _| mv / 3 * 3 + (mv + times) % 3)
        }),
        ("images of moves that are all the same", |rules| {
            rules
                .symmetries(|_| 2)
                .image_of_move(|_, mv, symmetry, _| if symmetry == 1 { 0 } else { mv })
        }),
        ("images of moves that are illegal", |rules| {
            rules.symmetries(|_| 2).image_of_move(|_, mv, symmetry, _| mv + 64 * symmetry)
        }),
        ("images of moves that lead elsewhere", |rules| {
            rules
                .symmetries(|_| 2)
                .image_of_move(|_, mv, symmetry, _| if symmetry == 1 { 8 - mv } else { mv })
        }),
        ("a quarter turn without its inverse", |rules| {
            rules
                .symmetries(|_| 2)
                .image(|board, symmetry, _| OURS.image(board, symmetry * TURN))
                .image_of_move(|_, mv, symmetry, _| {
                    OURS.image_of_move(OURS.start(), mv, symmetry * TURN)
                })
        }),
    ];
    for (slip, twist) in slips {
        let rules = twist(without_codes());
        let checked = checked(&rules);
        // Only solving finds out which positions are drawn.
        if ["a draw that is over sooner", "a draw beside a win"].contains(&slip) {
            assert_eq!(checked, Ok(5478), "{slip}");
        } else {
            assert!(matches!(checked, Err(SolveError::Inconsistent(_))), "{slip}: {checked:?}");
        }
        let solved = solved(rules.clone()).map(|_| ());
        assert!(matches!(solved, Err(SolveError::Inconsistent(_))), "{slip}: {solved:?}");
        assert!(Bake::new(Lying::new(OURS, rules)).solve().is_err(), "{slip}");
    }
}

/// Moves each column this many times to the right. The last column becomes the first.
fn shifted(board: Board, times: u8) -> Board {
    let shift = |cells: u64| (cells & 0b011_011_011) << 1 | (cells & 0b100_100_100) >> 2;
    (0..times)
        .fold(board, |board, _| Board::from_bitboards(shift(board.x()), shift(board.o())).unwrap())
}

#[test]
fn canonical_images_that_are_not() {
    assert_eq!(
        said(&rules().canonical(|_, (code, _)| (code + 1, 0))),
        "`canonical` returns code 1 here, but the smallest code of an image is 0, or its symmetry \
         does not lead to that image: ........."
    );
    // A symmetry that does not exist, and one that leads to another image.
    assert!(
        said(&rules().canonical(|_, (code, _)| (code, 1)))
            .starts_with("`canonical` returns code 0 here")
    );
    let to_itself = eight(rules()).canonical(|_, (code, _)| (code, 0));
    assert!(said(&to_itself).contains("or its symmetry does not lead to that image: .."));
    assert_eq!(
        said(&rules().is_canonical(|_, _| false)),
        "`is_canonical` is false here, but `canonical` contradicts it: ........."
    );
}
