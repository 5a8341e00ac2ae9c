"""Complete solutions of small two-player games: perfect play from any position.

>>> import perfect_play as pp
>>> entry = pp.tictactoe.probe("XO..X....")
>>> entry.outcome, entry.remoteness, entry.best_move
('loss', 4, 8)

:func:`solve` solves a built-in game or one of your own (:class:`Game`). :func:`open` opens a table in a file. A
:class:`Table` answers for single positions (:meth:`Table.probe`) and for arrays of boards (:meth:`Table.values`).
:meth:`Table.best_line`, :meth:`Table.chances` and :meth:`Table.longest` tell what the values mean for players.
:func:`grade` judges games. :mod:`perfect_play.openspiel` has policies for OpenSpiel.
"""

from typing import Final

from ._native import NO_ENTRY as _NO_ENTRY
from .analysis import BestLine, Chances, Estimate, LongestWins
from .entry import Entry, MoveValue
from .errors import NoEntryError, PerfectPlayError, PositionError, RulesError, SolveError, TableError
from .game import Game
from .grade import Grade, Mistake, grade
from .position import Position
from .progress import Progress
from .table import Language, Table, open, solve
from .words import Move, Objective, Outcome, Player, outcomes, remoteness

NO_ENTRY: Final[int] = _NO_ENTRY
"""The number in arrays that stands for no entry: the position is invalid or unreachable, or the move is illegal."""

tictactoe: Final[Table] = solve("tictactoe", progress=False, threads=1)
"""The table of tic-tac-toe."""

__all__ = [
    "NO_ENTRY",
    "BestLine",
    "Chances",
    "Entry",
    "Estimate",
    "Game",
    "Grade",
    "Language",
    "LongestWins",
    "Mistake",
    "Move",
    "MoveValue",
    "NoEntryError",
    "Objective",
    "Outcome",
    "PerfectPlayError",
    "Player",
    "Position",
    "PositionError",
    "Progress",
    "RulesError",
    "SolveError",
    "Table",
    "TableError",
    "grade",
    "open",
    "outcomes",
    "remoteness",
    "solve",
    "tictactoe",
]
