"""Exceptions. Every exception of this package is a :class:`PerfectPlayError`."""


class PerfectPlayError(Exception):
    """The base class of all exceptions of this package."""


class RulesError(PerfectPlayError, ValueError):
    """There is no game of this name, or the rules of a game contradict themselves."""


class PositionError(PerfectPlayError, ValueError):
    """This is not a position of the game, or not a legal move there."""


class NoEntryError(PerfectPlayError, LookupError):
    """The table has no entry for the position, because it is unreachable."""


class SolveError(PerfectPlayError):
    """The game cannot be solved: it is too large, there is not enough memory, or a search does not find a value."""


class TableError(PerfectPlayError):
    """A file is not a table, is damaged, or is a table of another game; or a table is not proven."""
