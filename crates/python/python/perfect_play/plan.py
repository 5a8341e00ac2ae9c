"""What solving a game takes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from . import _native
from .arguments import check_number, check_plies, check_seed, check_threads
from .progress import Progress, shown


@dataclass(frozen=True, slots=True)
class Range:
    """A number that is known, or between two bounds."""

    least: float
    """The lower bound."""
    estimate: float | None
    """The estimate. ``None`` if there are only bounds."""
    most: float | None
    """The upper bound. ``None`` if there is none."""

    @classmethod
    def _of(cls, spelled: Mapping[str, float] | None) -> Range | None:
        return None if spelled is None else cls(spelled["least"], spelled.get("estimate"), spelled.get("most"))

    def __str__(self) -> str:
        if self.most is None:
            return f"at least {self.least:,.0f}"
        return f"{self.least:,.0f}" if self.least == self.most else f"{self.least:,.0f} to {self.most:,.0f}"


@dataclass(frozen=True, slots=True)
class Plan:
    """What solving a game takes (:func:`plan`). Numbers that do not apply to the game are ``None``."""

    game: str
    """The game's name."""
    plies: int | None
    """How many plies are stored, if the plan is of a cut table."""
    slots: Range
    """The values that the table stores, a byte each. Symmetric positions nearly always share one."""
    searched: int | None
    """Of a cut table: how many positions are searched, at most."""
    tiers: int | None
    """The parts in which a large board is solved. 1 if it is solved in one piece."""
    layers: int | None
    """The layers of tiers."""
    largest_tier: int | None
    """The slots of the largest tier."""
    memory: Range | None
    """Bytes of memory: of a large board those of a solve into a file with ``threads`` threads."""
    file_bytes: Range | None
    """Bytes of the file."""
    solve_seconds: Range | None
    """Core-seconds to solve the game."""
    verify_seconds: Range | None
    """Core-seconds to prove the table."""
    stats_seconds: Range | None
    """Core-seconds to count the table."""
    games: int | None
    """From how many random games the positions were estimated. 0 if all were counted."""
    endless: bool
    """Whether play may never end."""
    free_memory: int
    """The bytes of memory that may be used."""

    @property
    def fits(self) -> bool | None:
        """Whether the memory is enough. ``None`` if this is not known."""
        if self.memory is None:
            return None
        if self.memory.most is not None and self.memory.most <= self.free_memory:
            return True
        return False if self.memory.least > self.free_memory else None

    @classmethod
    def _of(cls, text: str) -> Plan:
        spelled: dict[str, Any] = json.loads(text)
        slots = Range._of(spelled["slots"])
        assert slots is not None
        return cls(
            spelled["game"],
            spelled.get("plies"),
            slots,
            spelled.get("searched"),
            spelled.get("tiers"),
            spelled.get("layers"),
            spelled.get("largest_tier"),
            Range._of(spelled.get("memory")),
            Range._of(spelled.get("file_bytes")),
            Range._of(spelled.get("solve_seconds")),
            Range._of(spelled.get("verify_seconds")),
            Range._of(spelled.get("stats_seconds")),
            spelled.get("games"),
            spelled.get("endless", False),
            spelled["free_memory"],
        )


def plan(
    game: str,
    *,
    plies: int | None = None,
    games: int | None = None,
    seed: int | None = None,
    memory: int | None = None,
    progress: Progress = None,
    threads: int | None = None,
) -> Plan:
    """What solving a built-in game takes, without solving it. Of boards (``mnk``, ``connect``), slots and memory are computed, and
    bytes of the file and seconds are extrapolated from games that were solved. The positions of other games are counted, or
    estimated from random games.

    Args:
        game: The name of a built-in game, or ``"graph:FILE"``.
        plies: Plan a cut table, of the first so many plies.
        games: For a game whose positions are found by playing: count as many, and estimate the others from as many random
            games. Defaults to 200,000.
        seed: The seed of these games. Defaults to 1.
        memory: The most bytes of memory to use. Defaults to the free memory.
        progress: As for :func:`solve`.
        threads: As for :func:`solve`.

    Raises:
        RulesError: There is no such game, or its rules contradict themselves.
        SolveError: The board is too large, or the game cannot be cut there.

    >>> import perfect_play as pp
    >>> plan = pp.plan("connect:6,6,4", threads=2)
    >>> plan.tiers, str(plan.slots), str(plan.memory)
    (5356, '72,658,082,250', '113,246,208')
    >>> str(pp.plan("hex:3").slots)
    '2,781'
    """
    if not isinstance(game, str):
        raise TypeError(f"a plan is of a game's name, not of {game!r}: every position of a game of your own is visited first")
    check_plies(plies)
    check_number("games", games, 1, 10**7)
    check_number("memory", memory)
    check_seed(seed)
    check_threads(threads)
    with shown(progress, f"planning {game}") as report:
        return Plan._of(_native.plan(game, plies, games, seed, memory, threads, report))
