"""Complete solutions of small two-player games: perfect play from any position.

>>> import perfect_play as pp
>>> entry = pp.tictactoe.probe("XO..X....")
>>> entry.outcome, entry.remoteness, entry.best_move
('loss', 4, 8)

:func:`solve` solves a built-in game or one of your own (:class:`Game`). :func:`open` opens a table in a file. A
:class:`Table` answers for single positions (:meth:`Table.probe`) and for arrays of boards (:meth:`Table.values`).
:meth:`Table.best_line`, :meth:`Table.chances`, :meth:`Table.arena` and :meth:`Table.longest` tell what the values mean for
players. :meth:`Table.stats` counts a table, :meth:`Table.verify` proves it, and :func:`diff` compares two. :func:`plan` tells what
a solve takes. :func:`grade` grades agents and games, :func:`regrets` arrays of moves, and :meth:`Table.puzzles` finds hard
positions. :mod:`perfect_play.openspiel` has policies for OpenSpiel.
"""

from typing import Final

from ._native import NO_ENTRY as _NO_ENTRY
from .analysis import BestLine, Chances, Estimate, LongestWins
from .difficulty import Difficulty, PuzzleKind, Puzzles
from .diff import Diff, DiffCounts, Difference, diff
from .entry import BareEntry, Entry, MoveValue
from .errors import NoEntryError, PerfectPlayError, PositionError, RulesError, SolveError, TableError
from .game import Game
from .grade import AgentGrade, Average, BestResponse, GamesGrade, Measures, Mistake, Regret, Regrets, grade, regrets
from .plan import Plan, Range, plan
from .position import Position
from .progress import Progress
from .proof import Fault, Proof
from .stats import OutcomeCounts, Stats, TerminalCounts
from .table import Language, Table, open, solve
from .words import Move, Objective, Outcome, Player, outcomes, remoteness

NO_ENTRY: Final[int] = _NO_ENTRY
"""The number in arrays that stands for no entry: the position is invalid or unreachable, or the move is illegal."""

tictactoe: Final[Table] = solve("tictactoe", progress=False, threads=1)
"""The table of tic-tac-toe."""

__all__ = [
    "NO_ENTRY",
    "AgentGrade",
    "Average",
    "BareEntry",
    "BestLine",
    "BestResponse",
    "Chances",
    "Diff",
    "DiffCounts",
    "Difference",
    "Difficulty",
    "Entry",
    "Estimate",
    "Fault",
    "Game",
    "GamesGrade",
    "Language",
    "LongestWins",
    "Measures",
    "Mistake",
    "Move",
    "MoveValue",
    "NoEntryError",
    "Objective",
    "Outcome",
    "OutcomeCounts",
    "PerfectPlayError",
    "Plan",
    "Player",
    "Position",
    "PositionError",
    "Progress",
    "Proof",
    "PuzzleKind",
    "Puzzles",
    "Range",
    "Regret",
    "Regrets",
    "RulesError",
    "SolveError",
    "Stats",
    "Table",
    "TableError",
    "TerminalCounts",
    "diff",
    "grade",
    "open",
    "outcomes",
    "plan",
    "regrets",
    "remoteness",
    "solve",
    "tictactoe",
]
