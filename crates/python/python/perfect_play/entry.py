"""The entry of a position."""

from __future__ import annotations

from dataclasses import dataclass

from .difficulty import Difficulty
from .position import Position
from .words import Move, Outcome


@dataclass(frozen=True, slots=True)
class MoveValue:
    """The value of a move for the player who makes it."""

    outcome: Outcome
    """How the game ends after the move, for that player."""
    remoteness: int | None
    """Plies to the end, including the move. ``None`` for a draw in a game that does not say how long draws take, and in a
    game that is played for points."""
    score: int | None
    """The points by which that player wins. ``None`` unless the game is played for points."""

    def __str__(self) -> str:
        if self.score is not None:
            return f"{self.score:+d}"
        return self.outcome if self.remoteness is None else f"{self.outcome} in {self.remoteness}"


@dataclass(frozen=True, slots=True)
class BareEntry:
    """What a table says about a position, without the values of the moves. The table may be wrong."""

    outcome: Outcome
    """How the game ends under best play, for the side to move."""
    remoteness: int | None
    """Plies to the end. ``None`` as in :class:`Entry`."""
    score: int | None
    """The points by which the side to move wins. ``None`` unless the game is played for points."""
    optimal_moves: tuple[Move, ...]
    """The optimal moves. Empty if the game is over."""

    def __str__(self) -> str:
        worth = MoveValue(self.outcome, self.remoteness, self.score)
        return f"{worth}, optimal {' '.join(map(str, self.optimal_moves))}" if self.optimal_moves else f"{worth}, the game is over"


@dataclass(frozen=True, slots=True, repr=False)
class Entry:
    """The entry of a position: outcome, remoteness and optimal moves, for the side to move.

    >>> import perfect_play as pp
    >>> entry = pp.tictactoe.probe("XO..X....")
    >>> entry.outcome, entry.remoteness, entry.optimal_moves
    ('loss', 4, (8,))
    >>> str(entry.moves[2])
    'loss in 2'
    """

    position: Position
    """The position that was probed."""
    outcome: Outcome
    """How the game ends under best play, for the side to move."""
    remoteness: int | None
    """Plies to the end when the winner hurries and the loser delays. ``None`` for a draw in a game that does not say how
    long draws take, and in a game that is played for points."""
    score: int | None
    """The points by which the side to move wins. ``None`` unless the game is played for points."""
    optimal_moves: tuple[Move, ...]
    """The optimal moves. Empty if the game is over."""
    moves: dict[Move, MoveValue]
    """The value of each legal move."""
    difficulty: Difficulty
    """How hard it is to find a right move."""

    @property
    def best_move(self) -> Move | None:
        """The first of the optimal moves. ``None`` if the game is over."""
        return self.optimal_moves[0] if self.optimal_moves else None

    @property
    def outcome_preserving_moves(self) -> tuple[Move, ...]:
        """The moves that keep the outcome, whatever their remoteness."""
        return tuple(move for move, value in self.moves.items() if value.outcome == self.outcome)

    def __hash__(self) -> int:
        return hash((self.position, self.outcome, self.remoteness, self.score, self.optimal_moves))

    def __repr__(self) -> str:
        distance = f"remoteness={self.remoteness}" if self.score is None else f"score={self.score}"
        moves = ", ".join(f"{move!r}: '{value}'" for move, value in self.moves.items())
        return (
            f"Entry(outcome={self.outcome!r}, {distance}, optimal_moves={list(self.optimal_moves)!r}, "
            f"moves={{{moves}}})\n{self.position!r}"
        )

    def _repr_html_(self) -> str:
        colours = {"win": "#8fd694", "draw": "#f3e28b", "loss": "#f2a0a0"}
        short = {
            move: (f"{value}{'*' if move in self.optimal_moves else ''}", colours[value.outcome])
            for move, value in self.moves.items()
        }
        board = self.position._html(short)
        distance = "" if self.remoteness is None else f" in {self.remoteness}"
        points = "" if self.score is None else f" by {self.score:+d}"
        return f"{board}<p>{self.outcome}{distance}{points} for the side to move; * is optimal</p>"
