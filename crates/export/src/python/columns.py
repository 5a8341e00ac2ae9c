def _digits_of_text_or_columns(text: str, cells: int) -> List[int]:
    is_board = cells <= 10 and text == "0123456789"[:cells]
    only_digits = all("0" <= found <= "9" for found in text)
    if "1" <= text[:1] <= "9" or (only_digits and not is_board):
        return _digits_after(text, cells)
    return _digits_of_text(text, cells)


def _digits_after(columns: str, cells: int) -> List[int]:
    """The board after marks fell into these columns.

    Who is to move, and whether the game is over, the table says.
    """
    if COLUMNS > 9:
        raise BadBoard(
            "a list of columns is for boards of up to 9 columns, and this board has"
            f" {COLUMNS}: write it row by row"
        )
    digits = [0] * cells
    for place, found in enumerate(columns, 1):
        if not "0" <= found <= "9":
            raise BadBoard(
                f"character {place} is `{found}`{_number(found)}: a list of columns has only digits"
            )
        column = int(found)
        if not 1 <= column <= COLUMNS:
            raise BadBoard(
                f"move {place}: there is no column {column}: the columns are 1 to {COLUMNS}"
            )
        position = probe(_code_of_digits(digits))
        if position.best_move is None:
            raise BadBoard(f"move {place}: the game is already over: {_end(position)}")
        empty = [cell for cell in range(column - 1, cells, COLUMNS) if digits[cell] == 0]
        if not empty:
            raise BadBoard(f"move {place}: column {column} is full")
        digits[empty[-1]] = 1 if position.to_move == "X" else 2
    return digits


def _end(position: Entry) -> str:
    """How a game has ended."""
    if position.outcome == Outcome.DRAW:
        return "the board is full"
    return f"{'O' if position.to_move == 'X' else 'X'} has completed a line"
