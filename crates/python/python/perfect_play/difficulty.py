"""How hard positions are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from .entry import Entry

PuzzleKind: TypeAlias = Literal["only-move", "trap", "deep", "zugzwang"]
"""What makes a position a puzzle: exactly one of several moves keeps the outcome, a wrong move looks right, a right move is seen
only by looking far ahead, or the side to move would rather pass."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard it is to find a right move: one that keeps the outcome (:attr:`Entry.difficulty`).

    >>> import perfect_play as pp
    >>> pp.tictactoe.probe("X........").difficulty       # O must take the centre
    Difficulty(right=1, legal=8, depth=6, trap=5)
    """

    right: int
    """The moves that keep the outcome."""
    legal: int
    """The legal moves."""
    depth: int | None
    """How many plies one has to look ahead (level ``lookahead``) to choose only right moves. 0 if all moves are right. ``None`` in
    a game for points."""
    trap: int | None
    """For how many plies the best trap looks right: a wrong move. ``None`` if all moves are right, or in a game for points."""


@dataclass(frozen=True, slots=True)
class Puzzles:
    """The positions that are hardest to play right (:meth:`Table.puzzles`)."""

    kind: PuzzleKind
    """What makes them puzzles."""
    count: int
    """How many there are."""
    entries: tuple[Entry, ...]
    """The hardest of them, the hardest first. Of symmetric positions there is one."""
