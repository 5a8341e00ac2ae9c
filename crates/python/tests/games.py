"""Games written in Python that several tests solve."""

from __future__ import annotations

import perfect_play as pp

NimPosition = tuple[tuple[int, ...], str]


class Nim(pp.Game):
    """The player who takes the last stone wins."""

    def __init__(self, *heaps: int) -> None:
        self.heaps = heaps

    @property
    def name(self) -> str:
        return "nim" + "-".join(map(str, self.heaps))

    def start(self) -> NimPosition:
        return self.heaps, "X"

    def to_move(self, position: NimPosition) -> pp.Player:
        return "X" if position[1] == "X" else "O"

    def legal_moves(self, position: NimPosition) -> list[tuple[int, int]]:
        return [(heap, n) for heap, stones in enumerate(position[0]) for n in range(1, stones + 1)]

    def play(self, position: NimPosition, move: tuple[int, int]) -> NimPosition:
        heaps = list(position[0])
        heaps[move[0]] -= move[1]
        return tuple(heaps), "O" if position[1] == "X" else "X"

    def terminal(self, position: NimPosition) -> pp.Outcome | None:
        return None if any(position[0]) else "loss"


class Take(pp.Game):
    """A game for points: one to three stones are taken from a pile, and each stone is a point."""

    name = "take"

    def start(self) -> tuple[int, int, str]:
        return 7, 0, "X"

    def to_move(self, position: tuple[int, int, str]) -> pp.Player:
        return "X" if position[2] == "X" else "O"

    def legal_moves(self, position: tuple[int, int, str]) -> range:
        return range(1, min(3, position[0]) + 1)

    def play(self, position: tuple[int, int, str], move: int) -> tuple[int, int, str]:
        left, ahead, player = position
        # The lead is stated for the side to move, which changes.
        return left - move, -(ahead + move), "O" if player == "X" else "X"

    def terminal(self, position: tuple[int, int, str]) -> int | None:
        return position[1] if position[0] == 0 else None


class Walk(pp.Game):
    """X walks on a ring of six places and wins at place 3. O can only wait. X can walk forever."""

    repeats = True

    def start(self) -> str:
        return "0X"

    def to_move(self, position: str) -> pp.Player:
        return "X" if position[1] == "X" else "O"

    def legal_moves(self, position: str) -> list[str]:
        return ["left", "right"] if position[1] == "X" else ["wait"]

    def play(self, position: str, move: str) -> str:
        step = {"left": 5, "right": 1, "wait": 0}[move]
        return f"{(int(position[0]) + step) % 6}{'O' if position[1] == 'X' else 'X'}"

    def terminal(self, position: str) -> pp.Outcome | None:
        return "loss" if position == "3O" else None
