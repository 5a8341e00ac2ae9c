"""Types that all modules share: outcomes, players, moves, and values in arrays."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from ._native import NO_ENTRY

Outcome: TypeAlias = Literal["win", "draw", "loss"]
"""How a game ends under best play, for the side to move."""

Player: TypeAlias = Literal["X", "O"]
"""X begins."""

Objective: TypeAlias = Literal["fastest", "outcome"]
"""Which moves a table calls optimal: those that also win soonest and lose latest (``"fastest"``), or all that keep the
outcome (``"outcome"``)."""

Move: TypeAlias = Any
"""A move. In a built-in game it is a number. In a game of your own it is a value that ``legal_moves`` gives."""


def outcomes(values: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """The outcomes of values: 1 for a win, 0 for a draw, -1 for a loss, and ``NO_ENTRY`` if there is no entry.

    >>> import numpy as np
    >>> import perfect_play as pp
    >>> pp.outcomes(np.array([126, 0, -127, pp.NO_ENTRY], dtype=np.int8))
    array([   1,    0,   -1, -128], dtype=int8)
    """
    return np.where(values == NO_ENTRY, np.int8(NO_ENTRY), np.sign(values)).astype(np.int8)


def remoteness(values: npt.NDArray[np.int8]) -> npt.NDArray[np.int16]:
    """The remoteness of values, in plies; 126 means 126 or more. -1 for draws, and if there is no entry. Do not call this for
    values of a game that is played for points: they have no remoteness.

    >>> import numpy as np
    >>> import perfect_play as pp
    >>> pp.remoteness(np.array([126, 0, -127, pp.NO_ENTRY], dtype=np.int8))
    array([ 1, -1,  0, -1], dtype=int16)
    """
    has_none = (values == 0) | (values == NO_ENTRY)
    plies = 127 - np.abs(values.astype(np.int16))
    return np.where(has_none, np.int16(-1), plies).astype(np.int16)
