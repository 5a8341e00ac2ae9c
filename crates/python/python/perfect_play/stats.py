"""How many positions of each kind a table has (:meth:`Table.stats`)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .entry import BareEntry
from .words import Objective


@dataclass(frozen=True, slots=True)
class OutcomeCounts:
    """How many positions are won, drawn and lost for the side to move."""

    win: int
    """Won positions."""
    draw: int
    """Drawn positions."""
    loss: int
    """Lost positions."""

    @property
    def total(self) -> int:
        """The sum of all three."""
        return self.win + self.draw + self.loss

    @classmethod
    def _of(cls, spelled: Mapping[str, int]) -> OutcomeCounts:
        return cls(spelled["win"], spelled["draw"], spelled["loss"])


@dataclass(frozen=True, slots=True)
class TerminalCounts:
    """How many terminal positions there are, by winner."""

    total: int
    """All terminal positions."""
    x_wins: int | None
    """Positions that X has won. ``None`` in an impartial game, whose positions do not determine the winner."""
    o_wins: int | None
    """Positions that O has won. ``None`` in an impartial game."""
    draws: int
    """Drawn positions."""


@dataclass(frozen=True, slots=True)
class Stats:
    """How many positions of each kind a table has (:meth:`Table.stats`).

    >>> import perfect_play as pp
    >>> stats = pp.tictactoe.stats()
    >>> stats.positions, stats.outcomes
    (5478, OutcomeCounts(win=2836, draw=1068, loss=1574))
    >>> stats.by_ply[2].total, stats.by_remoteness[0].loss
    (72, 942)
    """

    game: str
    """The game's name."""
    objective: Objective
    """Which moves the table calls optimal."""
    plies: int | None
    """How many plies a cut table stores; only these are counted. ``None`` if all positions are stored."""
    positions: int
    """All positions."""
    canonical: int
    """All positions, with symmetric ones counted once."""
    terminal: TerminalCounts
    """The terminal positions."""
    outcomes: OutcomeCounts
    """All positions by outcome."""
    by_ply: dict[int, OutcomeCounts]
    """The positions at each ply. Empty if the game does not count plies."""
    by_remoteness: dict[int | None, OutcomeCounts]
    """The positions with each remoteness; ``None`` for draws without one. Empty if the game is played for points."""
    by_score: dict[int, int]
    """The positions with each number of points. Empty unless the game is played for points."""
    start: BareEntry
    """The entry of the start."""
    longest_win: int | None
    """The longest forced win of either side, in plies. ``None`` if there is none."""

    @classmethod
    def _of(cls, text: str, longest_win: int | None, start: BareEntry) -> Stats:
        spelled = json.loads(text)
        terminal = spelled["terminal"]
        return cls(
            spelled["game"],
            spelled["objective"],
            spelled.get("plies"),
            spelled["positions"],
            spelled["canonical"],
            TerminalCounts(terminal["total"], terminal.get("x_wins"), terminal.get("o_wins"), terminal["draws"]),
            OutcomeCounts._of(spelled["outcomes"]),
            {of["ply"]: OutcomeCounts._of(of) for of in spelled.get("by_ply", [])},
            {of["remoteness"]: OutcomeCounts._of(of) for of in spelled.get("by_remoteness", [])},
            {of["score"]: of["positions"] for of in spelled.get("by_score", [])},
            start,
            longest_win,
        )
