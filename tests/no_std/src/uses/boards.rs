//! Boards, shapes and lines.

use perfect_play::{
    Board, Cells, InvalidLines, Lines, ParseBoardError, ParseBoardErrorKind, Shape,
};
use perfect_play_core::{BoardText, Symmetries, gravity};

use crate::{
    any::any,
    of_trait::{all_of, copy, debug, default, display, equal, error, hash, key, order},
};

super::uses! {
    Board::at(any(), any());
    Board::code(any());
    Board::codes(any());
    Board::from_bitboards(any(), any());
    Board::from_code(any());
    Board::marks(any(), any());
    Board::o(any());
    Board::occupied(any());
    Board::with(any(), any(), any());
    Board::x(any());
    copy::<Board>();
    debug::<Board>();
    default::<Board>();
    equal::<Board>();
    hash::<Board>();
    key::<Board>();
    order::<Board>();

    gravity::column(any(), any());
    gravity::column_of(any(), any());
    gravity::first_in_the_air(any(), any());
    gravity::open_cells(any(), any());
    gravity::open_columns(any(), any());
    gravity::top_cells(any(), any());

    <Cells as Iterator>::next(&mut any());
    <Cells as Iterator>::nth(&mut any(), any());
    <Cells as Iterator>::size_hint(&any());
    <Cells as ExactSizeIterator>::len(&any());
    Cells::first(&any());
    Cells::of(any());
    copy::<Cells>();
    debug::<Cells>();

    copy::<BoardText>();
    debug::<BoardText>();
    display::<BoardText>();

    Lines::any_within(&any(), any());
    Lines::completions(&any(), any());
    Lines::is_misere(&any());
    Lines::k(&any());
    Lines::misere(any());
    Lines::new(any(), any(), any());
    Lines::shape(&any());
    Lines::worth_completed(&any());
    all_of(Lines::within(&any(), any()));
    copy::<Lines>();
    debug::<Lines>();
    equal::<Lines>();
    hash::<Lines>();

    copy::<InvalidLines>();
    debug::<InvalidLines>();
    display::<InvalidLines>();
    equal::<InvalidLines>();
    error::<InvalidLines>();
    hash::<InvalidLines>();

    ParseBoardError::kind(any());
    ParseBoardError::new(any(), any());
    ParseBoardError::place(any());
    copy::<ParseBoardError>();
    debug::<ParseBoardError>();
    display::<ParseBoardError>();
    equal::<ParseBoardError>();
    error::<ParseBoardError>();

    copy::<ParseBoardErrorKind>();
    debug::<ParseBoardErrorKind>();
    equal::<ParseBoardErrorKind>();

    Shape::all_cells(any());
    Shape::cells(any());
    Shape::columns(any());
    Shape::image_of_cell(any(), any(), any());
    Shape::new(any(), any());
    Shape::parse(any(), any());
    Shape::rows(any());
    Shape::symmetries(any());
    Shape::text(any(), any());
    copy::<Shape>();
    debug::<Shape>();
    equal::<Shape>();
    hash::<Shape>();

    Symmetries::canonical(&any(), any());
    Symmetries::count(&any());
    Symmetries::image(&any(), any(), any());
    Symmetries::image_of_cell(&any(), any(), any());
    Symmetries::new(any());
    Symmetries::upright(any());
    copy::<Symmetries>();
    debug::<Symmetries>();
    equal::<Symmetries>();
    hash::<Symmetries>();
}
