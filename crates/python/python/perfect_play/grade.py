"""Grades for played games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .errors import PositionError
from .position import Position
from .table import Table
from .words import Move, Outcome, Player


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that made the outcome worse."""

    ply: int
    """How many plies were played before the move."""
    player: Player
    """The player who made the move."""
    position: Position
    """The position before the move."""
    move: Move
    """The move."""
    before: Outcome
    """How the game would have ended for this player under best play."""
    after: Outcome
    """How the game ends after the move under best play, for this player."""
    optimal_moves: tuple[Move, ...]
    """The moves that would have been optimal."""

    def __str__(self) -> str:
        should = " or ".join(map(str, self.optimal_moves))
        return f"ply {self.ply}: {self.player} plays {self.move} and turns a {self.before} into a {self.after}; optimal is {should}"


@dataclass(frozen=True, slots=True)
class Grade:
    """The result of :func:`grade`."""

    games: int
    """The number of games."""
    moves: int
    """The number of judged moves."""
    perfect: int
    """How many of them are optimal."""
    outcome_preserving: int
    """How many of them kept the outcome."""
    first_mistakes: tuple[Mistake | None, ...]
    """For each game the first move that made the outcome worse. ``None`` if there is none."""

    @property
    def perfect_move_rate(self) -> float:
        """The share of moves that were optimal. NaN if there are no moves."""
        return self.perfect / self.moves if self.moves else float("nan")

    @property
    def outcome_preserving_rate(self) -> float:
        """The share of moves that kept the outcome. NaN if there are no moves."""
        return self.outcome_preserving / self.moves if self.moves else float("nan")

    def __str__(self) -> str:
        if not self.moves:
            return f"{self.games} games without a move"
        games = sum(mistake is None for mistake in self.first_mistakes)
        return (
            f"{self.games} games, {self.moves} moves: {self.perfect_move_rate:.1%} perfect, "
            f"{self.outcome_preserving_rate:.1%} keep the outcome, {games} games without a mistake"
        )


def grade(games: Iterable[Iterable[Move] | str], table: Table, *, player: Player | None = None) -> Grade:
    """Judges every move of some games. Each game begins at the start.

    Args:
        games: The moves of each game. A text has one move per character, or moves separated by spaces.
        table: The table that judges the moves.
        player: Judge only the moves of this player.

    Raises:
        PositionError: A move is not legal; the message says in which game.

    >>> import perfect_play as pp
    >>> graded = pp.grade(["40", [4, 1, 0, 8, 2, 5, 6]], pp.tictactoe)
    >>> print(graded)
    2 games, 9 moves: 66.7% perfect, 66.7% keep the outcome, 1 games without a mistake
    >>> print(graded.first_mistakes[1])
    ply 1: O plays 1 and turns a draw into a loss; optimal is 0 or 2 or 6 or 8
    """
    if isinstance(games, str):
        raise TypeError("give a list of games; one game is a list of one")
    if player not in (None, "X", "O"):
        raise ValueError(f'player is {player!r}: it is "X", "O" or None')
    first_mistakes: list[Mistake | None] = []
    judged = perfect = preserving = 0
    for number, moves in enumerate(games):
        first: Mistake | None = None
        position = table.start
        if isinstance(moves, str) and len(moves.split()) > 1:
            moves = moves.split()
        for ply, given in enumerate(moves):
            try:
                move = position.legal_move(given)
            except PositionError as error:
                raise PositionError(f"game {number}, ply {ply}: {error}") from None
            if player in (None, position.to_move):
                entry = table.probe(position)
                value = entry.moves[move]
                judged += 1
                perfect += move in entry.optimal_moves
                preserving += value.outcome == entry.outcome
                if first is None and value.outcome != entry.outcome:
                    first = Mistake(ply, position.to_move, position, move, entry.outcome, value.outcome, entry.optimal_moves)
            position = position.play(move)
        first_mistakes.append(first)
    return Grade(len(first_mistakes), judged, perfect, preserving, tuple(first_mistakes))
