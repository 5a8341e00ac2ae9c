"""Games by their textbook rules, and plain minimax. This module does not use the tested package."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from typing import Any, NamedTuple


class Truth(NamedTuple):
    """A value for the side to move: outcome and plies to the end. The winner hurries and the loser delays."""

    outcome: str
    plies: int

    def number(self) -> int:
        """The value as a number of arrays."""
        return {"win": 127 - self.plies, "draw": 0, "loss": self.plies - 127}[self.outcome]


Board = tuple[int, ...]

Policy = Callable[[Board], dict[int, float]]
"""The chance of each move of a board."""

WORTH = {"win": 1, "draw": 0, "loss": -1}


class Marks:
    """Marks on a board, which may fall. The first player with `k` in a row wins."""

    def __init__(self, columns: int, rows: int, k: int, *, falls: bool) -> None:
        self.columns, self.rows, self.k, self.falls = columns, rows, k, falls
        self.start: Board = (0,) * (columns * rows)
        self.value = cache(self._value)

    def mover(self, board: Board) -> int:
        return 1 if board.count(1) == board.count(2) else 2

    def moves(self, board: Board) -> dict[int, Board]:
        """The positions after each move."""
        if self.end(board) is not None:
            return {}
        children = {}
        for cell, mark in enumerate(board):
            below = cell + self.columns
            if mark == 0 and (not self.falls or below >= len(board) or board[below] != 0):
                child = (*board[:cell], self.mover(board), *board[cell + 1 :])
                children[cell % self.columns + 1 if self.falls else cell] = child
        return children

    def end(self, board: Board) -> str | None:
        for row in range(self.rows):
            for column in range(self.columns):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    line = [(row + i * down, column + i * right) for i in range(self.k)]
                    if all(0 <= r < self.rows and 0 <= c < self.columns for r, c in line):
                        marks = {board[r * self.columns + c] for r, c in line}
                        if marks in ({1}, {2}):
                            return "loss" if marks != {self.mover(board)} else "win"
        return "draw" if 0 not in board else None

    def _value(self, board: Board) -> Truth:
        end = self.end(board)
        if end is not None:
            return Truth(end, 0)
        return best([self.value(child) for child in self.moves(board).values()])

    def reachable(self) -> set[Board]:
        return reached(self.start, lambda board: self.moves(board).values())

    def regret(self, board: Board, move: int) -> int:
        """The steps of the outcome that a move gives away."""
        return WORTH[self.value(board).outcome] - WORTH[before(self.value(self.moves(board)[move])).outcome]

    def mean_regret(self, policy: Policy) -> float:
        """The mean regret of a policy over all positions that are not over."""
        going = [board for board in self.reachable() if self.end(board) is None]
        return sum(chance * self.regret(board, move) for board in going for move, chance in policy(board).items()) / len(going)

    def exploitability(self, policy: Policy) -> float:
        """The mean of what the best opponents of a policy can expect, as O and as X."""

        def response(board: Board, side: int) -> float:
            if (board, side) not in known:
                end = self.end(board)
                if end is not None:
                    known[board, side] = WORTH[end] * (-1 if self.mover(board) == side else 1)
                elif self.mover(board) == side:
                    children = self.moves(board)
                    of_moves = (chance * response(children[move], side) for move, chance in policy(board).items() if chance)
                    known[board, side] = sum(of_moves)
                else:
                    known[board, side] = max(response(child, side) for child in self.moves(board).values())
            return known[board, side]

        known: dict[tuple[Board, int], float] = {}
        return (response(self.start, 1) + response(self.start, 2)) / 2


def before(child: Truth) -> Truth:
    """The value of a move to this position."""
    return Truth({"win": "loss", "draw": "draw", "loss": "win"}[child.outcome], child.plies + 1)


def best(children: list[Truth]) -> Truth:
    """The value of a position with these children."""
    worths = [before(child) for child in children]
    wins = [worth for worth in worths if worth.outcome == "win"]
    draws = [worth for worth in worths if worth.outcome == "draw"]
    if wins:
        return min(wins, key=lambda worth: worth.plies)
    return draws[0] if draws else max(worths, key=lambda worth: worth.plies)


def reached(start: Any, children: Callable[[Any], Any]) -> set[Any]:
    """All reachable positions."""
    seen: set[Hashable] = {start}
    new = [start]
    while new:
        for child in children(new.pop()):
            if child not in seen:
                seen.add(child)
                new.append(child)
    return seen
