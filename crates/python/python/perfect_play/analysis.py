"""What the values of a table mean for players: lines, chances, longest wins."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .position import Position
from .words import Move


@dataclass(frozen=True, slots=True)
class BestLine:
    """How a game goes on if both sides always make the best move (:meth:`Table.best_line`).

    >>> import perfect_play as pp
    >>> line = pp.tictactoe.best_line("XX.OO....")
    >>> line.moves, line.end.text
    ((2,), 'XXXOO....')
    """

    moves: tuple[Move, ...]
    """The moves. Empty if the game is over."""
    positions: tuple[Position, ...]
    """The position before each move."""
    end: Position
    """The position after the last move."""
    repeats: bool
    """Whether play would go on for ever: ``end`` is one of the positions."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A chance or a mean: exact, or from a sample of games.

    >>> import perfect_play as pp
    >>> pp.tictactoe.chances("blind", "blind").draws
    Estimate(value=0.12698412698412698, fraction=Fraction(8, 63), count=None, interval=None)
    """

    value: float
    """The number, or the share of the games that were played."""
    fraction: Fraction | None
    """The exact number. ``None`` if it is from a sample."""
    count: int | None
    """In how many games of the sample. ``None`` if the number is exact, or a mean."""
    interval: tuple[float, float] | None
    """The number is between these two with 95% confidence. ``None`` if it is exact."""

    @classmethod
    def _of(cls, spelled: Mapping[str, Any]) -> Estimate:
        fraction = spelled.get("fraction")
        interval = (spelled["low"], spelled["high"]) if fraction is None else None
        exact = None if fraction is None else Fraction(fraction)
        return cls(spelled["value"], exact, spelled.get("count"), interval)


@dataclass(frozen=True, slots=True)
class Chances:
    """How games between two levels of play end (:meth:`Table.chances`)."""

    x: str
    """The level of X."""
    o: str
    """The level of O."""
    games: int | None
    """How many games were played. ``None`` if the chances are exact."""
    seed: int | None
    """The seed of the games. ``None`` if the chances are exact."""
    x_wins: Estimate
    """The chance that X wins."""
    o_wins: Estimate
    """The chance that O wins."""
    draws: Estimate
    """The chance of a draw."""
    x_wins_by_moves: dict[int, Estimate]
    """The chance that X wins with this many moves of its own. Empty if a player moved twice in succession in one of
    these games."""
    o_wins_by_moves: dict[int, Estimate]
    """The same for O."""
    expected_plies: Estimate
    """The mean length of a game, in plies."""
    max_plies: int | None
    """After how many plies a game counted as a draw. ``None`` if no game can have been that long."""

    @property
    def exact(self) -> bool:
        """Whether the chances are exact."""
        return self.games is None

    def __hash__(self) -> int:
        return hash((self.x, self.o, self.games, self.seed, self.x_wins, self.o_wins, self.expected_plies))

    @classmethod
    def _of(cls, text: str) -> Chances:
        spelled = json.loads(text)

        def by_moves(name: str) -> dict[int, Estimate]:
            return {int(moves): Estimate._of(of) for moves, of in spelled[name].items()}

        return cls(
            spelled["x"],
            spelled["o"],
            spelled["games"],
            spelled["seed"],
            Estimate._of(spelled["x_wins"]),
            Estimate._of(spelled["o_wins"]),
            Estimate._of(spelled["draws"]),
            by_moves("x_wins_by_moves"),
            by_moves("o_wins_by_moves"),
            Estimate._of(spelled["expected_plies"]),
            spelled.get("max_plies"),
        )


@dataclass(frozen=True, slots=True)
class LongestWins:
    """The positions from which a win takes longest, for either side (:meth:`Table.longest`)."""

    plies: int
    """The plies to the end if the winner hurries and the loser delays."""
    count: int
    """How many positions there are, symmetric ones included."""
    positions: tuple[Position, ...]
    """The first of them, without those that are symmetric to an earlier one."""
