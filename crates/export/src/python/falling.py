def _after(code: int, move: int) -> int:
    cell = (ROWS - 1) * COLUMNS + move - 1
    while code // 3**cell % 3 != 0:
        cell -= COLUMNS
    return _mark(code, cell)


def _code_of_text_or_columns(text: str) -> int:
    packed = "".join(found for found in text if found not in _SPACES)
    is_board = COLUMNS * ROWS <= 10 and packed == "0123456789"[: COLUMNS * ROWS]
    only_digits = all("0" <= found <= "9" for found in packed)
    if "1" <= packed[:1] <= "9" or (only_digits and not is_board):
        return _code_after(text)
    return _code_of_text(text)


def _code_after(columns: str) -> int:
    """The code of the board after marks fell into these columns.

    The table tells who is to move and whether the game is over.
    """
    if COLUMNS > 9:
        raise BadBoard(
            "a list of columns is for boards of up to 9 columns, and this board has"
            f" {COLUMNS}: write it row by row"
        )
    code = START
    number = 0
    for place, found in enumerate(columns, 1):
        if found in _SPACES:
            continue
        number += 1
        if not "0" <= found <= "9":
            raise BadBoard(
                f"character {place} is `{found}`{_number(found)}: a list of columns has only digits"
            )
        column = int(found)
        if not 1 <= column <= COLUMNS:
            raise BadBoard(
                f"move {number}: there is no column {column}: the columns are 1 to {COLUMNS}"
            )
        if is_over(code):
            raise BadBoard(f"move {number}: the game is already over: {_end(code)}")
        if column not in legal_moves(code):
            raise BadBoard(f"move {number}: column {column} is full")
        code = _after(code, column)
    return code


def _end(code: int) -> str:
    """How a game has ended."""
    position = probe(code)
    if position.outcome == Outcome.DRAW:
        return "the board is full"
    return f"{'O' if position.to_move == 'X' else 'X'} has completed a line"
