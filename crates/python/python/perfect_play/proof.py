"""What the proof of a table has found (:meth:`Table.verify`)."""

from __future__ import annotations

from dataclasses import dataclass

from .entry import BareEntry
from .position import Position


@dataclass(frozen=True, slots=True)
class Fault:
    """A position at which a table is wrong."""

    position: Position
    """The position."""
    found: BareEntry | None
    """What the table says. ``None`` if it has no entry."""
    expected: BareEntry | None
    """What follows from the rules and from the entries one ply later. ``None`` if there should be no entry."""

    def __str__(self) -> str:
        found, expected = ("no entry" if said is None else str(said) for said in (self.found, self.expected))
        return f"{self.position.text}: the table says {found}, and {expected} is right"


@dataclass(frozen=True, slots=True)
class Proof:
    """What the proof of a table has found (:meth:`Table.verify`).

    >>> import perfect_play as pp
    >>> proof = pp.tictactoe.verify()
    >>> proof.proven, proof.entries
    (True, 5478)
    """

    game: str
    """The game's name."""
    proven: bool
    """Whether the table is proven: every entry follows from the rules, none is missing, and none is too many."""
    entries: int
    """How many entries were proven, one by one. If there are faults: how many were checked."""
    positions: int | None
    """How many positions can be reached. ``None`` if the proof does not count them: that of a large board does not."""
    plies: int | None
    """How many plies a cut table stores; only these are proven. ``None`` if all positions are stored."""
    counts_right: bool | None
    """Whether the numbers of positions that the file states are right. ``None`` if they were not compared."""
    faults: tuple[Fault, ...]
    """Where the table is wrong. A wrong entry makes entries before it wrong: the one that was wrong first comes first."""
    all_faults: bool
    """Whether these are all faults. If there are very many, the proof ends early."""

    def __str__(self) -> str:
        if self.proven:
            return f"the table of {self.game} is proven: {self.entries} entries follow from the rules"
        if not self.faults:
            return f"the table of {self.game} is wrong: the file states wrong numbers of positions"
        more = "" if len(self.faults) == 1 else f" (and {len(self.faults) - 1}{'' if self.all_faults else ' or more'} more)"
        return f"the table of {self.game} is wrong: {self.faults[0]}{more}"
