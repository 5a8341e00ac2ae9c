"""Positions of a table's game."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .words import Move, Outcome, Player

if TYPE_CHECKING:
    from ._native import Position as NativePosition
    from .table import Table


class Position:
    """A position of a table's game. It is immutable and hashable. Two positions are equal if they are the same position of
    the same game.

    :attr:`Table.start` is the start position. :meth:`play` gives the position after a move. :meth:`Table.position` reads a
    position.

    >>> import perfect_play as pp
    >>> position = pp.tictactoe.start.play(4)
    >>> position
    0 1 2
    3 X 5
    6 7 8
    O to move
    >>> position.legal_moves
    (0, 1, 2, 3, 5, 6, 7, 8)
    >>> position.text
    '....X....'
    """

    __slots__ = ("_native", "_table")

    def __init__(self, table: Table, native: NativePosition) -> None:
        self._table = table
        self._native = native

    @property
    def text(self) -> str:
        """The position in one line, as :meth:`Table.position` reads it."""
        return self._table._native.text(self._native)

    @property
    def key(self) -> Any:
        """In a game of your own: the game's own value for the position. In others: :attr:`text`."""
        rules = self._table._explored
        return self.text if rules is None else rules.positions[self._index()]

    @property
    def code(self) -> int | None:
        """The position's number. ``None`` if the game has too many positions for numbers of 64 bits, or if it is not an
        m,n,k-game (``mnk``, ``connect``) and the position is unreachable or not stored in a cut table. In a game that is solved
        part by part, such as ``morris:three``, a position in which the game is over may have none, too."""
        return self._table._native.code(self._native)

    @property
    def cells(self) -> npt.NDArray[np.uint8] | None:
        """The cells of the board, row by row from the top: 0 empty, 1 X, 2 O. ``None`` if the game is not an m,n,k-game
        (``mnk``, ``connect``)."""
        cells, shape = self._table._native.cells(self._native), self._table.shape
        return None if cells is None or shape is None else cells.reshape(shape)

    @property
    def to_move(self) -> Player | None:
        """The player to move. If the game is over, the player who would be to move. ``None`` if the game is impartial, such as
        ``nim``, ``quixo`` or ``morris:nine``: both players have the same moves, and a position does not contain the side to
        move. If pieces have owners there, X are the pieces of the side to move."""
        return self._table._native.to_move(self._native)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves. Empty if the game is over."""
        rules = self._table._explored
        if rules is None:
            return tuple(self._table._native.legal_moves(self._native))
        return rules.moves[self._index()]

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended for the side to move. ``None`` if it is not over."""
        return self._table._native.end(self._native)

    @property
    def winner(self) -> Player | None:
        """The winner. ``None`` if the game is drawn or not over. Also ``None`` if the game is impartial: :attr:`outcome` says
        whether the player who would be to move has won."""
        to_move, outcome = self.to_move, self.outcome
        if to_move is None or outcome in (None, "draw"):
            return None
        other: Player = "O" if to_move == "X" else "X"
        return to_move if outcome == "win" else other

    def legal_move(self, move: Move) -> Move:
        """The legal move that equals ``move``, or that has this text.

        Raises:
            PositionError: There is no such move.

        >>> import perfect_play as pp
        >>> pp.tictactoe.start.legal_move("4")
        4
        """
        number = self._table._number_of(self, move)
        rules = self._table._explored
        return number if rules is None else rules.moves[self._index()][number]

    def play(self, move: Move) -> Position:
        """The position after a legal move. A move may also be given as its text.

        Raises:
            PositionError: The move is not legal here.
        """
        number = self._table._number_of(self, move)
        return Position(self._table, self._table._native.play(self._native, number))

    def _index(self) -> int:
        """In a game of your own: the position's number."""
        code = self.code
        assert code is not None
        return code

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._native == other._native and self._table._is_alike(other._table)

    def __hash__(self) -> int:
        return hash(self._native)

    def __reduce__(self) -> tuple[Any, ...]:
        # Not the code: in a cut table it depends on how many plies are stored, and another table may be in the file by then.
        return _again, (self._table, self.key)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        state = self._state()
        return f"{self._drawn()}\n{state}" if state else self._drawn()

    def _drawn(self) -> str:
        """The board with the numbers of the moves in empty cells, or above the columns."""
        cells = self.cells
        if cells is None:
            return self._table._native.text(self._native, True)
        if self._table.moves_are_columns:
            heads = " ".join(str(column) for column in range(1, cells.shape[1] + 1))
            return "\n".join([heads, *(" ".join(".XO"[mark] for mark in row) for row in cells.tolist())])
        width = len(str(cells.size - 1))
        texts = [str(cell) if not mark else "XO"[mark - 1] for cell, mark in enumerate(cells.ravel().tolist())]
        rows = [texts[first : first + cells.shape[1]] for first in range(0, cells.size, cells.shape[1])]
        return "\n".join(" ".join(text.rjust(width) for text in row) for row in rows)

    def _state(self) -> str:
        """The side to move, or how the game ended, in the words of the program. Empty if an impartial game is not over."""
        to_move, outcome = self.to_move, self.outcome
        if outcome is None:
            return f"{to_move} to move" if to_move else ""
        if outcome == "draw":
            return "a draw"
        if to_move is None:
            return f"who would be to move has {'won' if outcome == 'win' else 'lost'}"
        return f"{self.winner} has won"

    def _repr_html_(self) -> str:
        return self._html({})

    def _html(self, of_move: dict[Move, tuple[str, str]]) -> str:
        """The board as an HTML table. ``of_move`` has a text and a colour for each move, shown in the cell or above the column."""
        cells = self.cells
        if cells is None:
            return f"<pre>{escape(repr(self))}</pre>"
        cell = 'style="border:1px solid #888;width:3em;height:3em;text-align:center;'
        columns = cells.shape[1]
        lines = []
        if self._table.moves_are_columns:
            heads = [of_move.get(column, (str(column), "inherit")) for column in range(1, columns + 1)]
            of_columns = [f'<th style="text-align:center;background:{colour}">{escape(text)}</th>' for text, colour in heads]
            lines.append(f"<tr>{''.join(of_columns)}</tr>")
        for row, holds in enumerate(cells.tolist()):
            of_row = []
            for column, mark in enumerate(holds):
                text, colour = ("", "inherit") if self._table.moves_are_columns else of_move.get(row * columns + column, ("", "inherit"))
                if mark:
                    text = f"<b>{'XO'[mark - 1]}</b>"
                of_row.append(f'<td {cell}background:{colour}">{text}</td>')
            lines.append(f"<tr>{''.join(of_row)}</tr>")
        caption = f"<caption>{escape(self._state())}</caption>"
        return f'<table style="border-collapse:collapse">{caption}{"".join(lines)}</table>'


def _again(table: Table, of: Any) -> Position:
    """Restores a pickled position."""
    return table.position(of)
