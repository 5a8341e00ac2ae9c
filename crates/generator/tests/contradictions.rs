//! Rules that contradict themselves, each in one way, and the error for each.

use std::fmt;

use perfect_play_games::Mnk;
use perfect_play_generator::{
    Bake, MAX_CODES, SolveError, check_rules,
    core::{
        Board, Game, Kind, Move, Moves, NO_CODES, NotAPosition, Objective, Outcome, Player, Probe,
        ProbeError, Unreachable, Value,
    },
    solve,
};

const OURS: Mnk = Mnk::TICTACTOE;

/// The symmetry that turns the board to the right: cell 0 maps to cell 2, and cell 1 to cell 5.
const TURN: u8 = 6;

/// Tic-tac-toe, in which every method can be replaced.
struct Rules {
    to_move: fn(Board) -> Player,
    legal_moves: fn(Board) -> Moves,
    play: fn(Board, Move) -> Board,
    terminal: fn(Board) -> Option<Outcome>,
    codes: u64,
    encode: fn(Board) -> u64,
    decode: fn(u64) -> Result<Board, NotAPosition>,
    is_position: fn(Board) -> bool,
    check: fn(Board) -> Result<(), ProbeError>,
    codes_rise: bool,
    max_move: Move,
    max_plies: u16,
    ply: fn(Board) -> Option<u16>,
    plies_to_draw: fn(Board) -> Option<u16>,
    kind: Kind,
    symmetries: u8,
    image: fn(Board, u8) -> Board,
    image_of_move: fn(Move, u8) -> Move,
    canonical: fn(Board) -> (u64, u8),
    is_canonical: fn(Board) -> bool,
}

fn rules() -> Rules {
    Rules {
        to_move: |board| OURS.to_move(board),
        legal_moves: |board| OURS.legal_moves(board),
        play: |board, mv| OURS.play(board, mv),
        terminal: |board| OURS.terminal(board),
        codes: OURS.codes(),
        encode: |board| OURS.encode(board),
        decode: |code| OURS.decode(code),
        is_position: |_| true,
        check: |board| OURS.check(board),
        codes_rise: true,
        max_move: 8,
        max_plies: 9,
        ply: |board| OURS.ply(board),
        plies_to_draw: |board| OURS.plies_to_draw(board),
        kind: Kind::Other,
        symmetries: 1,
        image: |board, _| board,
        image_of_move: |mv, _| mv,
        canonical: |board| (board.code(), 0),
        is_canonical: |_| true,
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("twisted")
    }
}

impl Game for Rules {
    type Position = Board;

    fn start(&self) -> Board {
        Board::EMPTY
    }
    fn to_move(&self, board: Board) -> Player {
        (self.to_move)(board)
    }
    fn legal_moves(&self, board: Board) -> Moves {
        (self.legal_moves)(board)
    }
    fn play(&self, board: Board, mv: Move) -> Board {
        (self.play)(board, mv)
    }
    fn terminal(&self, board: Board) -> Option<Outcome> {
        (self.terminal)(board)
    }

    fn kind(&self) -> Kind {
        self.kind
    }
    fn codes(&self) -> u64 {
        self.codes
    }
    fn encode(&self, board: Board) -> u64 {
        (self.encode)(board)
    }
    fn decode(&self, code: u64) -> Result<Board, NotAPosition> {
        (self.decode)(code)
    }
    fn is_position(&self, board: Board) -> bool {
        (self.is_position)(board)
    }
    fn check(&self, board: Board) -> Result<(), ProbeError> {
        (self.check)(board)
    }
    fn codes_rise(&self) -> bool {
        self.codes_rise
    }
    fn max_move(&self) -> Move {
        self.max_move
    }
    fn max_plies(&self) -> u16 {
        self.max_plies
    }
    fn ply(&self, board: Board) -> Option<u16> {
        (self.ply)(board)
    }
    fn plies_to_draw(&self, board: Board) -> Option<u16> {
        (self.plies_to_draw)(board)
    }

    fn symmetries(&self) -> u8 {
        self.symmetries
    }
    fn image(&self, board: Board, symmetry: u8) -> Board {
        (self.image)(board, symmetry)
    }
    fn image_of_move(&self, _: Self::Position, mv: Move, symmetry: u8) -> Move {
        (self.image_of_move)(mv, symmetry)
    }
    fn canonical(&self, board: Board) -> (u64, u8) {
        (self.canonical)(board)
    }
    fn is_canonical(&self, board: Board) -> bool {
        (self.is_canonical)(board)
    }

    /// In one line, also in the alternate form, so that each message below is one line.
    fn fmt_position(&self, board: Board, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", OURS.notation(board))
    }
}

/// The number of marks.
fn marks(board: Board) -> u16 {
    OURS.ply(board).unwrap()
}

fn board(text: &str) -> Board {
    OURS.parse(text).unwrap()
}

/// The error of [`check_rules`], in one line.
fn said(rules: &Rules) -> String {
    let error = check_rules(rules).unwrap_err();
    let SolveError::Inconsistent(found) = error else { panic!("{error}") };
    found.to_string().replace("\n    ", " ").replace('\n', " ")
}

/// The error of [`check_rules`], which must also be the error of [`solve`], because the table would be wrong.
fn said_by_both(rules: Rules) -> String {
    let said = said(&rules);
    let error = solve(rules, Objective::Fastest, &mut |_, _| ()).unwrap_err();
    assert_eq!(error.to_string().split_whitespace().last(), said.split_whitespace().last());
    assert!(matches!(error, SolveError::Inconsistent(_)), "{error}");
    said
}

#[test]
fn without_a_slip_they_are_tic_tac_toe() {
    for codes_rise in [true, false] {
        let rules = Rules { codes_rise, ..rules() };
        assert_eq!(check_rules(&rules), Ok(5478));
        let values = |solution: perfect_play_generator::Solution<_>| solution.into_values();
        let ours = solve(OURS, Objective::Fastest, &mut |_, _| ()).unwrap().into_values();
        assert_eq!(values(solve(rules, Objective::Fastest, &mut |_, _| ()).unwrap()), ours);
    }
}

#[test]
fn ply_by_ply_progress_is_told_from_nothing_to_all() {
    let rules = Rules { codes_rise: false, ..rules() };
    let mut told = Vec::new();
    let mut progress = |done, of| told.push((done, of));
    solve(rules, Objective::Fastest, &mut progress).unwrap();
    // With so few positions, progress is reported once for finding them and once for solving them.
    assert_eq!(told, [(0, 2 * 19_683), (19_683, 2 * 19_683)]);
}

#[test]
fn what_is_just_allowed_and_what_is_too_large() {
    assert_eq!(check_rules(&Rules { max_move: Move::MAX, ..rules() }), Ok(5478));
    let codes = MAX_CODES + 1;
    let error = check_rules(&Rules { codes, ..rules() });
    assert_eq!(error, Err(SolveError::TooLarge { codes }));
    // The error must not mention cells, because the game may have no board.
    assert!(!error.unwrap_err().to_string().contains("cells"));
}

#[test]
fn codes_and_positions_that_do_not_fit() {
    let start = "move 0 leads from here to a wrong position: .........";
    assert_eq!(
        said_by_both(Rules { codes: 1, ..rules() }),
        format!("{start} this position has code 1, but codes must be below 1: X........")
    );
    let odd = |code| match code {
        1 => Err(NotAPosition::Rules("it is odd")),
        _ => OURS.decode(code),
    };
    assert_eq!(
        said_by_both(Rules { decode: odd, ..rules() }),
        format!(
            "{start} this position has code 1, but `decode` returns an error (not a position: it is odd): \
             X........"
        )
    );
    // The code ignores the last cell.
    let forget = |board: Board| board.code() % 6561;
    assert_eq!(
        said_by_both(Rules { encode: forget, codes_rise: false, ..rules() }),
        "move 8 leads from here to a wrong position: ......... two positions have code 0: ........X and \
         ........."
    );
    let swapped = |code| match code {
        1 => OURS.decode(3),
        3 => OURS.decode(1),
        _ => OURS.decode(code),
    };
    assert_eq!(
        said_by_both(Rules { decode: swapped, ..rules() }),
        format!(
            "{start} this position has code 1, but `decode` returns another position: X........ which \
             has code 3: .X......."
        )
    );
    let level = |board: Board| match board.code() {
        1 => Err(Unreachable::Rules("they are level").into()),
        _ => OURS.check(board),
    };
    assert_eq!(
        said(&Rules { check: level, ..rules() }),
        format!(
            "{start} this position is reachable, but `check` returns an error (unreachable: they are \
             level): X........"
        )
    );
    assert_eq!(
        said(&Rules { is_position: |board| board.code() != 1, ..rules() }),
        format!("{start} this position is reachable, but `is_position` returns false: X........")
    );
}

#[test]
fn ends_that_are_none() {
    assert_eq!(
        said_by_both(Rules { max_plies: 8, ..rules() }),
        "this position is at ply 9, but `max_plies` is 8: XOXOXOOXX"
    );
    let all = |board: Board| Moves::from_low_bits(0b1_1111_1111 & !board.occupied());
    assert!(
        said_by_both(Rules { legal_moves: all, ..rules() })
            .starts_with("the game is over here, but there are legal moves (")
    );
}

#[test]
fn who_cannot_move_loses() {
    // Lines are ignored: X fills the last cell.
    let legal_moves = |board: Board| Moves::from_low_bits(0b1_1111_1111 & !board.occupied());
    let rules = || Rules { legal_moves, terminal: |_| None, check: |_| Ok(()), ..rules() };
    for codes_rise in [true, false] {
        let rules = Rules { codes_rise, ..rules() };
        assert_eq!(check_rules(&rules), Ok(6046));
        let table = solve(rules, Objective::Fastest, &mut |_, _| ()).unwrap();
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
    let rules = || Rules {
        to_move: |_| Player::X,
        terminal: |board| {
            let outcome = OURS.terminal(board)?;
            Some(if OURS.to_move(board) == Player::X { outcome } else { outcome.reverse() })
        },
        ..rules()
    };
    for codes_rise in [true, false] {
        let rules = Rules { codes_rise, ..rules() };
        assert_eq!(check_rules(&rules), Ok(5478));
        let table = solve(rules, Objective::Fastest, &mut |_, _| ()).unwrap();
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
        said_by_both(Rules { max_move: 7, ..rules() }),
        "move 8 is legal here, but `max_move` is 7: ........."
    );
    // A set of moves can hold all moves.
    let renumbered = |max_move| Rules {
        legal_moves: |board| {
            let number = |mv: Move| if mv == 8 { Move::MAX } else { mv };
            OURS.legal_moves(board).iter().map(number).collect()
        },
        play: |board, mv| OURS.play(board, if mv == Move::MAX { 8 } else { mv }),
        max_move,
        ..rules()
    };
    assert_eq!(
        said_by_both(renumbered(254)),
        "move 255 is legal here, but `max_move` is 254: ........."
    );
    assert_eq!(check_rules(&renumbered(255)), Ok(5478));
}

#[test]
fn moves_that_are_gone_when_they_are_asked_for_again() {
    use std::cell::Cell;

    thread_local! {
        static ASKED: Cell<u32> = const { Cell::new(0) };
    }
    // The rules are asked once to find the children of the start, and once to solve it.
    let legal_moves = |board| match board {
        Board::EMPTY if ASKED.replace(ASKED.get() + 1) == 1 => Moves::EMPTY,
        board => OURS.legal_moves(board),
    };
    for codes_rise in [true, false] {
        ASKED.set(0);
        let error =
            solve(Rules { legal_moves, codes_rise, ..rules() }, Objective::Fastest, &mut |_, _| ());
        let text = error.unwrap_err().to_string();
        let expected =
            "the rules contradict themselves: the rules give another answer here when asked again:";
        assert!(text.starts_with(expected), "{text}");
    }
}

#[test]
fn plies_that_are_not_those_of_the_moves() {
    for (codes_rise, max_plies) in [(true, 20), (false, 20), (true, 0), (false, 0)] {
        let with = |ply| Rules { codes_rise, max_plies, ply, ..rules() };
        assert_eq!(
            said_by_both(with(|board| Some(1 + marks(board)))),
            "`ply` is 1 here, but it must be 0 at the start: ........."
        );
        let must = "but it must rise by one with every move (or be `None` everywhere)";
        assert_eq!(
            said_by_both(with(|board| Some(2 * marks(board)))),
            format!("`ply` is 0 here and 2 after move 0, {must}: ......... It leads to: X........")
        );
        assert_eq!(
            said_by_both(with(|board| (marks(board) < 2).then(|| marks(board)))),
            format!(
                "`ply` is 1 here and `None` after move 1, {must}: X........ It leads to: XO......."
            )
        );
        assert_eq!(
            said_by_both(with(|board| (marks(board) > 0).then(|| marks(board)))),
            format!(
                "`ply` is `None` here and 1 after move 0, {must}: ......... It leads to: X........"
            )
        );
        for ply in [|board| OURS.ply(board), |_| None] {
            assert_eq!(check_rules(&with(ply)), Ok(5478));
            assert!(solve(with(ply), Objective::Fastest, &mut |_, _| ()).is_ok());
        }
    }
}

#[test]
fn moves_that_do_not_go_on() {
    assert_eq!(
        said_by_both(Rules { ply: |_| Some(0), ..rules() }),
        "`ply` is 0 here and 0 after move 0, but it must rise by one with every move (or be `None` \
         everywhere): ......... It leads to: X........"
    );
    let begin_again =
        |board: Board, mv| if board.code() == 1 { Board::EMPTY } else { OURS.play(board, mv) };
    // A repetition of positions is not a contradiction.
    let circle = solve(
        Rules { play: begin_again, codes_rise: false, ..rules() },
        Objective::Fastest,
        &mut |_, _| (),
    );
    let text = circle.unwrap_err().to_string();
    assert!(text.starts_with("play can return to this position:\n"), "{text}");
    assert_eq!(
        said_by_both(Rules { play: begin_again, codes_rise: false, ..rules() }),
        "play can return to this position: X........ then ......... and back If the game may repeat \
         a position, return `true` from `repeats`, and do not define `max_plies` and `ply`."
    );
    let falling = Rules {
        encode: |board| 19_682 - board.code(),
        decode: |code| OURS.decode(19_682_u64.checked_sub(code).unwrap_or(u64::MAX)),
        canonical: |board| (19_682 - board.code(), 0),
        ..rules()
    };
    assert_eq!(
        said_by_both(falling),
        "move 0 leads from code 19682 to code 19681, but `codes_rise` promises that codes rise with \
         every move: ......... It leads to: X........"
    );
}

#[test]
fn draws_that_take_another_time() {
    let later = |board| OURS.plies_to_draw(board).map(|plies| plies + 1);
    assert!(
        said_by_both(Rules { plies_to_draw: later, ..rules() })
            .starts_with("the game is drawn here, but `plies_to_draw` is 1, not 0: ")
    );
    // Only solving finds out which positions are drawn.
    let sooner = |board| match OURS.plies_to_draw(board) {
        Some(1) => Some(2),
        plies => plies,
    };
    let sooner = || Rules { plies_to_draw: sooner, ..rules() };
    assert_eq!(check_rules(&sooner()), Ok(5478));
    // The result does not depend on the kind of the game.
    for kind in [Kind::Other, OURS.kind()] {
        let rules = Rules { kind, ..sooner() };
        let error =
            solve(rules, Objective::Fastest, &mut |_, _| ()).map(|_| ()).unwrap_err().to_string();
        assert!(
            error.contains("`plies_to_draw` is 2 here, but after the drawing move "),
            "{error}"
        );
    }
    // Positions in which the side to move wins, but could draw.
    let at_a_win = |board| match OURS.kind().static_value(board).map(|value| (value, marks(board)))
    {
        Some((value, 7)) if Some(value) == Value::win(1) => Some(5),
        _ => OURS.plies_to_draw(board),
    };
    let error =
        solve(Rules { plies_to_draw: at_a_win, ..rules() }, Objective::Fastest, &mut |_, _| ());
    let error = error.map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("`plies_to_draw` is 5 here"), "{error}");
}

#[test]
fn symmetries_that_are_none() {
    let two = || Rules { symmetries: 2, ..rules() };
    assert_eq!(
        said(&Rules {
            image: |board, symmetry| if symmetry == 0 { OURS.image(board, TURN) } else { board },
            ..two()
        }),
        "symmetry 0 must not change any position or move, but it changes this position or one of its \
         moves: X........ Its image: ..X......"
    );
    // A compact table uses symmetry 0 even if the game has no symmetries.
    let none = || Rules { symmetries: 0, ..rules() };
    assert_eq!(check_rules(&none()), Ok(5478));
    for rules in [
        Rules { image_of_move: |mv, _| 8 - mv, ..none() },
        Rules { image: |board, _| OURS.image(board, TURN), ..none() },
    ] {
        assert!(said(&rules).starts_with("symmetry 0 must not change any position or move"));
    }
    assert_eq!(
        said(&Rules {
            image: |board_of, symmetry| {
                if symmetry == 1 && board_of == Board::EMPTY {
                    board("X........")
                } else {
                    board_of
                }
            },
            ..two()
        }),
        "symmetry 1 must map every start to a start, but not this one: ......... Its image: X........"
    );
    // This map does not keep diagonals.
    let outcome = Rules {
        symmetries: 3,
        image: shifted,
        image_of_move: |mv, times| mv / 3 * 3 + (mv + times) % 3,
        canonical: |board| (0..3).map(|times| (shifted(board, times).code(), times)).min().unwrap(),
        is_canonical: |board| (1..3).all(|times| shifted(board, times).code() >= board.code()),
        ..rules()
    };
    assert!(
        said(&outcome)
            .starts_with("symmetry 1 changes whether the game is over here, or its outcome: ")
    );
    assert_eq!(
        said(&Rules { image_of_move: |mv, symmetry| if symmetry == 1 { 0 } else { mv }, ..two() }),
        "symmetry 1 and `image_of_move` disagree about the legal moves here: ......... Its image: \
         ........."
    );
    // Numbers of illegal moves.
    assert!(
        said(&Rules { image_of_move: |mv, symmetry| mv + 64 * symmetry, ..two() })
            .starts_with("symmetry 1 and `image_of_move` disagree about the legal moves here: ")
    );
    assert_eq!(
        said(&Rules {
            image_of_move: |mv, symmetry| if symmetry == 1 { 8 - mv } else { mv },
            ..two()
        }),
        "move 0 and then symmetry 1 give another position than symmetry 1 and then the image of the \
         move: ......... Its image: ......... The image of the position after move 0: X........ The \
         position after move 8 of the image, which `image_of_move` returns: ........X"
    );
    let quarter = Rules {
        image: |board, symmetry| OURS.image(board, symmetry * TURN),
        image_of_move: |mv, symmetry| OURS.image_of_move(OURS.start(), mv, symmetry * TURN),
        canonical: |board| (board.code(), 0).min((OURS.image(board, TURN).code(), 1)),
        ..two()
    };
    assert_eq!(
        said(&quarter),
        "this position's image under symmetry 1 has images that are not images of the position itself: \
         X........ Its image: ..X......"
    );
}

/// Rules without codes: the positions are found by playing.
fn without_codes() -> Rules {
    Rules { codes: NO_CODES, ..rules() }
}

#[test]
fn without_codes_and_without_a_slip_they_are_tic_tac_toe() {
    let eight = || Rules {
        symmetries: 8,
        image: |board, symmetry| OURS.image(board, symmetry),
        image_of_move: |mv, symmetry| OURS.image_of_move(OURS.start(), mv, symmetry),
        ..without_codes()
    };
    for (rules, canonical) in [
        (without_codes as fn() -> Rules, 5478),
        (eight as fn() -> Rules, 765),
        // In a game without codes, these results have no meaning.
        (|| Rules { canonical: |_| (7, 7), is_canonical: |_| false, ..without_codes() }, 5478),
        (|| Rules { encode: |_| 0, decode: |_| OURS.decode(0), ..without_codes() }, 5478),
        (|| Rules { ply: |_| None, max_plies: 0, ..without_codes() }, 5478),
    ] {
        assert_eq!(check_rules(&rules()), Ok(5478));
        let table = solve(rules(), Objective::Fastest, &mut |_, _| ()).unwrap();
        assert_eq!(table.numbering().keys().unwrap().positions().len(), canonical);
        let ours = solve(OURS, Objective::Fastest, &mut |_, _| ()).unwrap();
        for board in ours.positions() {
            assert_eq!(table.probe(board), ours.probe(board));
        }
        assert_eq!(table.positions().count(), 5478);
        assert!(Bake::new(rules()).solve().is_ok());
    }
}

#[test]
fn the_same_slips_are_found_without_codes() {
    let moves_after_the_end =
        |board: Board| Moves::from_low_bits(0b1_1111_1111 & !board.occupied());
    let begin_again =
        |board: Board, mv| if board.code() == 1 { Board::EMPTY } else { OURS.play(board, mv) };
    let sooner = |board| match OURS.plies_to_draw(board) {
        Some(1) => Some(2),
        plies => plies,
    };
    let at_a_win = |board| match OURS.kind().static_value(board).map(|value| (value, marks(board)))
    {
        Some((value, 7)) if Some(value) == Value::win(1) => Some(5),
        _ => OURS.plies_to_draw(board),
    };
    let two = || Rules { symmetries: 2, ..without_codes() };
    let eight = || Rules {
        symmetries: 8,
        image: |board, symmetry| OURS.image(board, symmetry),
        image_of_move: |mv, symmetry| OURS.image_of_move(OURS.start(), mv, symmetry),
        ..without_codes()
    };
    let slips: [(&str, &dyn Fn() -> Rules); 21] = [
        ("moves after the end", &|| Rules { legal_moves: moves_after_the_end, ..without_codes() }),
        ("a circle", &|| Rules { play: begin_again, ply: |_| None, ..without_codes() }),
        ("plies at the start", &|| Rules {
            ply: |board| Some(marks(board) + 1),
            ..without_codes()
        }),
        ("two plies a move", &|| Rules { ply: |board| Some(2 * marks(board)), ..without_codes() }),
        ("no ply a move", &|| Rules { ply: |_| Some(0), ..without_codes() }),
        ("plies that are no longer counted", &|| Rules {
            ply: |board| (marks(board) < 2).then(|| marks(board)),
            ..without_codes()
        }),
        ("too many plies", &|| Rules { max_plies: 8, ..without_codes() }),
        ("a larger move", &|| Rules { max_move: 7, ..without_codes() }),
        ("a draw that is not over", &|| Rules {
            plies_to_draw: |board| OURS.plies_to_draw(board).map(|plies| plies + 1),
            ..without_codes()
        }),
        ("a draw that is over sooner", &|| Rules { plies_to_draw: sooner, ..without_codes() }),
        ("a draw beside a win", &|| Rules { plies_to_draw: at_a_win, ..without_codes() }),
        ("a draw of another length in an image", &|| Rules {
            plies_to_draw: |board_of| match OURS.notation(board_of).to_string().as_str() {
                "........X" => Some(7),
                _ => OURS.plies_to_draw(board_of),
            },
            ..eight()
        }),
        ("an identity that changes positions", &|| Rules {
            image: |board, symmetry| if symmetry == 0 { OURS.image(board, TURN) } else { board },
            ..two()
        }),
        ("an identity that changes moves", &|| Rules { image_of_move: |mv, _| 8 - mv, ..two() }),
        ("an identity, although there are no symmetries", &|| Rules {
            symmetries: 0,
            image_of_move: |mv, _| 8 - mv,
            ..without_codes()
        }),
        ("an image of the start", &|| Rules {
            image: |board_of, symmetry| match (symmetry, board_of) {
                (1, Board::EMPTY) => board("X........"),
                _ => board_of,
            },
            ..two()
        }),
        ("a map that keeps no diagonals", &|| Rules {
            symmetries: 3,
            image: shifted,
            image_of_move: |mv, times| mv / 3 * 3 + (mv + times) % 3,
            ..without_codes()
        }),
        ("images of moves that are all the same", &|| Rules {
            image_of_move: |mv, symmetry| if symmetry == 1 { 0 } else { mv },
            ..two()
        }),
        ("images of moves that are illegal", &|| Rules {
            image_of_move: |mv, symmetry| mv + 64 * symmetry,
            ..two()
        }),
        ("images of moves that lead elsewhere", &|| Rules {
            image_of_move: |mv, symmetry| if symmetry == 1 { 8 - mv } else { mv },
            ..two()
        }),
        ("a quarter turn without its inverse", &|| Rules {
            image: |board, symmetry| OURS.image(board, symmetry * TURN),
            image_of_move: |mv, symmetry| OURS.image_of_move(OURS.start(), mv, symmetry * TURN),
            ..two()
        }),
    ];
    for (slip, rules) in slips {
        let checked = check_rules(&rules());
        // Only solving finds out which positions are drawn.
        if ["a draw that is over sooner", "a draw beside a win"].contains(&slip) {
            assert_eq!(checked, Ok(5478), "{slip}");
        } else {
            assert!(matches!(checked, Err(SolveError::Inconsistent(_))), "{slip}: {checked:?}");
        }
        let solved = solve(rules(), Objective::Fastest, &mut |_, _| ()).map(|_| ());
        assert!(matches!(solved, Err(SolveError::Inconsistent(_))), "{slip}: {solved:?}");
        assert!(Bake::new(rules()).solve().is_err(), "{slip}");
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
        said(&Rules { canonical: |board| (board.code() + 1, 0), ..rules() }),
        "`canonical` returns code 1 here, but the smallest code of an image is 0, or its symmetry \
         does not lead to that image: ........."
    );
    // A symmetry that does not exist, and one that leads to another image.
    assert!(
        said(&Rules { canonical: |board| (board.code(), 1), ..rules() })
            .starts_with("`canonical` returns code 0 here")
    );
    let to_itself = Rules {
        symmetries: 8,
        image: |board, symmetry| OURS.image(board, symmetry),
        image_of_move: |mv, symmetry| OURS.image_of_move(OURS.start(), mv, symmetry),
        canonical: |board| (OURS.canonical(board).0, 0),
        is_canonical: |board| OURS.is_canonical(board),
        ..rules()
    };
    assert!(said(&to_itself).contains("or its symmetry does not lead to that image: .."));
    assert_eq!(
        said(&Rules { is_canonical: |_| false, ..rules() }),
        "`is_canonical` is false here, but `canonical` contradicts it: ........."
    );
}
