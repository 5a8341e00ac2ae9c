"""What can go wrong. Every exception of this package is a :class:`PerfectPlayError`."""


class PerfectPlayError(Exception):
    """Something that this package cannot do, and why."""


class RulesError(PerfectPlayError, ValueError):
    """There is no game of this name, or the rules of a game contradict themselves."""


class PositionError(PerfectPlayError, ValueError):
    """This is no position of the game, or no legal move there."""


class NoEntryError(PerfectPlayError, LookupError):
    """The table has no entry for the position: no play leads to it."""


class SolveError(PerfectPlayError):
    """The game cannot be solved: it is too large, or there is not enough memory."""


class TableError(PerfectPlayError):
    """A file is no table, is damaged, or is a table of another game; or a table is not proven."""
