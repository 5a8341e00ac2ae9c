COLUMNS: Final[int] = PERFECT_PLAY_COLUMNS
"""The board's columns."""

ROWS: Final[int] = PERFECT_PLAY_ROWS
"""The board's rows."""


class BadBoard(ValueError):
    """A text or a list of cells is not a board."""


def code_of(board: Union[str, Sequence[Optional[str]]]) -> int:
    """The code of a board. The board is a text or a list of cells.

PERFECT_PLAY_NOTATION
    In a list, each cell is one of these signs. An empty cell may also be `None`, `""` or a space.

    Raises `BadBoard` if it is not a board. It does not check whether the
    board is a position. All other functions do.
    """
    cells = COLUMNS * ROWS
    if isinstance(board, str):
        return PERFECT_PLAY_READ(board)
    if isinstance(board, (list, tuple)):
        if len(board) != cells:
            raise BadBoard(f"the board has {len(board)} cells in place of {cells}")
        return _code_of_digits([_digit_of_cell(cell, mark) for cell, mark in enumerate(board)])
    raise TypeError(f"a board is a text or a list of cells: not {board!r}")


def show(position: Position) -> str:
    """The board as text, with a line for each row. All functions accept this text."""
    code = _code(position)
    signs = [".XO"[code // 3**cell % 3] for cell in range(COLUMNS * ROWS)]
    return "\n".join(" ".join(signs[at : at + COLUMNS]) for at in range(0, len(signs), COLUMNS))


def _mark(code: int, cell: int) -> int:
    """The code after the side to move has marked an empty cell."""
    weight: int = 3**cell
    return code + (weight if probe(code).to_move == "X" else 2 * weight)


def _code_of_digits(digits: List[int]) -> int:
    code = 0
    for digit in reversed(digits):
        code = 3 * code + digit
    return code


def _digit_of_cell(cell: int, mark: Optional[str]) -> int:
    if mark is None:
        return 0
    if not isinstance(mark, str):
        raise TypeError(f"a cell is 'X', 'O' or None: cell {cell} is {mark!r}")
    if mark in ("", " ", ".", "_", "-"):
        return 0
    if mark not in ("X", "x", "O", "o"):
        raise BadBoard(f"a cell is 'X', 'O' or None: cell {cell} is {mark!r}")
    return "XO".index(mark.upper()) + 1


_SPACES: Final[str] = " \t\n\r\v\f"


def _code_of_text(text: str) -> int:
    cells = COLUMNS * ROWS
    digits: List[int] = []
    slash_allowed = False
    for place, found in enumerate(text, 1):
        if found in _SPACES:
            continue
        if found == "/" and slash_allowed:
            slash_allowed = False
            continue
        cell = len(digits)
        if found == "/":
            raise BadBoard(
                f"character {place} is `/`, which stands only between two rows of {COLUMNS}"
            )
        if cell == cells:
            raise BadBoard(
                f"the board goes on after its {cells} cells, at character {place}"
            )
        if found in "._-" or (cells <= 10 and found == str(cell)):
            digits.append(0)
        elif found in "XxOo":
            digits.append(1 if found in "Xx" else 2)
        else:
            raise BadBoard(f"character {place} is `{found}`{_hint(found, cell, cells)}")
        slash_allowed = cell + 1 < cells and (cell + 1) % COLUMNS == 0
    if len(digits) < cells:
        hint = ": spaces are skipped, so write `.` for an empty cell" if " " in text else ""
        raise BadBoard(f"the board ends after {len(digits)} of {cells} cells{hint}")
    return _code_of_digits(digits)


def _hint(found: str, cell: int, cells: int) -> str:
    """What is wrong with a character."""
    if found == "0":
        return ", a zero: for O type the letter"
    if found in "123456789" and cells > 10:
        return (
            f": on a board of {cells} cells write `.` for an empty cell (digits are for boards of up"
            " to 10)"
        )
    if found in "123456789":
        return (
            f", but this is cell {cell}: a digit stands for the empty cell with its own number"
        )
    return (
        f"{_number(found)}: a board is written with X, O and `.` for an empty cell; a `/` may stand"
        " between rows"
    )


def _number(found: str) -> str:
    """The number of a character that may be invisible."""
    return "" if found.isascii() else f" (U+{ord(found):04X})"
