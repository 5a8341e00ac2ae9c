"""Where two tables differ."""

from __future__ import annotations

from dataclasses import dataclass

from .arguments import check_number, check_threads
from .entry import BareEntry
from .position import Position
from .progress import Progress, shown
from .table import Table


@dataclass(frozen=True, slots=True)
class DiffCounts:
    """How many positions differ, by kind of difference. A position that differs in several ways is counted in each."""

    only_in_first: int
    """Only the first table has an entry."""
    only_in_second: int
    """Only the second table has an entry."""
    outcome_changed: int
    """Both have an entry, with different outcomes."""
    remoteness_changed: int
    """Both have an entry, with different remoteness."""
    optimal_moves_changed: int
    """Both have an entry, with different optimal moves."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A position at which two tables differ."""

    position: Position
    """The position. It belongs to the first table."""
    first: BareEntry | None
    """What the first table says. ``None`` if it has no entry."""
    second: BareEntry | None
    """What the second table says. ``None`` if it has no entry."""
    images: int
    """For how many symmetric positions this one stands, itself included."""


@dataclass(frozen=True, slots=True)
class Diff:
    """Where two tables differ (:func:`diff`). It is false if they do not differ."""

    plies: int | None
    """How many plies were compared, if a table is cut. ``None`` if all positions were compared."""
    positions: int
    """How many positions at least one table has."""
    differing: int
    """How many of them differ."""
    counts: DiffCounts
    """How many of them differ in which way."""
    by_ply: tuple[DiffCounts, ...]
    """The same for each ply. Empty if the game does not count plies."""
    differences: tuple[Difference, ...]
    """The first differences, up to ``limit``. Symmetric positions that differ in the same way are one."""

    def __bool__(self) -> bool:
        return self.differing > 0


def diff(
    first: Table, second: Table, *, limit: int = 10, progress: Progress = None, threads: int | None = None
) -> Diff:
    """Compares two tables position by position. The games must have the same positions: boards of one shape, or games of one
    name. If a table is cut, only the positions that both store are compared.

    Args:
        first: A table.
        second: Another table.
        limit: Return at most this many differences. All are counted.
        progress: As for :func:`solve`.
        threads: As for :func:`solve`.

    Raises:
        ValueError: The games have different positions.
        TableError: A table cannot be read, or stores nothing.

    >>> import perfect_play as pp
    >>> found = pp.diff(pp.tictactoe, pp.solve("tictactoe+misere"), limit=1)
    >>> found.positions, found.differing, found.counts.outcome_changed
    (5478, 5326, 4082)
    >>> print(found.differences[0].first, "-", found.differences[0].second)
    draw in 9, optimal 0 1 2 3 4 5 6 7 8 - draw in 9, optimal 4
    """
    check_number("limit", limit, 0)
    check_threads(threads)
    with shown(progress, f"comparing {first.game}") as report:
        positions, differing, counts, by_ply, examples = first._native.diff(second._native, limit, threads, report)
    differences = []
    for (native, one, other), images in examples:
        position = Position(first, native)
        differences.append(Difference(position, first._bare(position, one), first._bare(position, other), images))
    plies = min((table.plies for table in (first, second) if table.plies is not None), default=None)
    return Diff(
        plies, positions, differing, DiffCounts(*counts), tuple(DiffCounts(*of) for of in by_ply), tuple(differences)
    )
