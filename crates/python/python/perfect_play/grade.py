"""Grades for agents and for played games."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from . import _native
from ._native import NO_ENTRY
from .analysis import BestLine
from .arguments import check_number, check_seed, check_threads
from .difficulty import Difficulty
from .errors import PositionError
from .position import Position
from .progress import Progress, shown
from .table import Table, table_of
from .words import Move, Outcome, Player

Over: TypeAlias = Literal["all", "reached", "sample"]
"""The positions that an agent is graded in: all of the table, those that it can come to itself, or random ones."""

Agent: TypeAlias = Callable[[Position], Move | Mapping[Move, float]]
"""A function from a position to a move, or to the chance of each move."""

Game: TypeAlias = Iterable[Move] | str
"""The moves of a game. A text has one move per character, or moves separated by spaces."""


@dataclass(frozen=True, slots=True)
class Regret:
    """What a move gives away, compared with the best move."""

    outcome: int
    """Steps of the outcome: 1 from a win to a draw or from a draw to a loss, 2 from a win to a loss."""
    score: int | None
    """Points. ``None`` unless the game is played for points."""
    plies: int | None
    """The plies by which the move wins later, or loses sooner; 0 in a draw. ``None`` if the move does not keep the outcome, or
    if the game is played for points."""

    @property
    def is_zero(self) -> bool:
        """Whether the move gives nothing away."""
        return not (self.outcome or self.score or self.plies)


@dataclass(frozen=True, slots=True)
class Average:
    """The average over some positions."""

    value: float
    """The average."""
    interval: tuple[float, float] | None
    """If the positions are a sample: the average over all is between these two with 95% confidence."""

    @classmethod
    def _of(cls, spelled: Mapping[str, float] | None) -> Average | None:
        if spelled is None:
            return None
        return cls(spelled["value"], (spelled["low"], spelled["high"]) if "low" in spelled else None)


@dataclass(frozen=True, slots=True)
class Measures:
    """What moves are worth in some positions. A move counts as much as its chance."""

    count: int
    """How many positions."""
    right_in_outcome: Average
    """The share of moves that keep the outcome."""
    right_in_distance: Average
    """The share of moves that give nothing away: neither outcome nor points nor plies."""
    outcome_regret: Average
    """The mean regret in steps of the outcome."""
    score_regret: Average | None
    """The mean regret in points. ``None`` unless the game is played for points."""
    plies_regret: Average | None
    """The mean regret in plies, of the moves that keep the outcome. ``None`` if no move does."""

    @classmethod
    def _of(cls, spelled: Mapping[str, Any]) -> Measures:
        names = ("right_in_outcome", "right_in_distance", "outcome_regret", "score_regret", "plies_regret")
        return cls(spelled["count"], *(Average._of(spelled.get(name)) for name in names))  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that gives something away."""

    position: Position
    """The position before the move."""
    move: Move | None
    """The move. ``None`` if the agent played no legal move."""
    before: Outcome
    """How the game would have ended under best play, for the side to move."""
    after: Outcome
    """How the game ends after the move under best play, for the same side."""
    regret: Regret
    """What the move gives away."""
    optimal_moves: tuple[Move, ...]
    """The moves that would have been optimal."""
    difficulty: Difficulty
    """How hard the position is."""
    chance: float = 1.0
    """The chance that the agent plays the move."""
    ply: int | None = None
    """How many plies were played before the move, in a game. ``None`` if an agent was asked about the position."""

    @property
    def player(self) -> Player | None:
        """The player who made the move. ``None`` if an agent was asked about a position of an impartial game: either player can
        be to move there."""
        return self.position.to_move if self.ply is None else _mover(self.position, self.ply)

    def __str__(self) -> str:
        where = self.position.text if self.ply is None else f"ply {self.ply}"
        plays = "no legal move" if self.move is None else self.move
        turns = f"turns a {self.before} into a {self.after}" if self.regret.outcome else "does not play the best move"
        should = " or ".join(map(str, self.optimal_moves))
        return f"{where}: {self.player or 'the side to move'} plays {plays} and {turns}; optimal is {should}"


@dataclass(frozen=True, slots=True)
class BestResponse:
    """The best that an opponent can do against an agent."""

    agent: Player
    """The side that the agent plays."""
    value: float
    """What the opponent can expect: 1 is a win, 0 a draw, -1 a loss. Points, in a game for points."""
    against_perfect: float
    """What the opponent can expect against perfect play."""
    play: BestLine
    """A game in which the opponent does best. If it stops before the game is over, the agent plays no legal move there."""
    chance: float
    """The chance that the agent plays its part of this game."""
    max_plies: int | None
    """The plies after which a game counted as a draw, if some may have been so long."""


@dataclass(frozen=True, slots=True)
class AgentGrade:
    """How well an agent plays (:func:`grade`)."""

    game: str
    """The name of the game."""
    over: Over
    """The positions that the agent was graded in."""
    seed: int | None
    """The seed of a sample."""
    all: Measures
    """The measures over all of these positions."""
    by_ply: dict[int, Measures] = field(hash=False)
    """The measures by ply, if the game counts plies."""
    by_depth: dict[int, Measures] = field(hash=False)
    """The measures by the depth of the position (:attr:`Difficulty.depth`). Empty in a game for points."""
    failures: dict[str, int] = field(hash=False)
    """In how many positions the agent played no legal move, and why: ``"illegal"`` or ``"crashed"``."""
    error: Exception | None = field(hash=False, compare=False)
    """The first exception that the agent raised."""
    mistakes: tuple[Mistake, ...]
    """Some of the worst mistakes: those that give most away, and of these the ones that are easiest to see."""
    best_responses: tuple[BestResponse, BestResponse] | None
    """The best responses to the agent as X, and as O. ``None`` for a sample, or if play can come to more than 5 million
    positions or has more than 20 million moves, each counted once for every ply."""
    exploitability: float | None
    """The mean of the values of the best responses. 0 if the agent never gives anything away. ``None`` as above."""

    def __str__(self) -> str:
        told = [
            f"{self.all.count} positions ({self.over}): {self.all.right_in_outcome.value:.1%} of moves keep the outcome",
            f"mean regret {self.all.outcome_regret.value:.3f}",
        ]
        if self.exploitability is not None:
            told.append(f"exploitability {self.exploitability:.3f}")
        told.extend(f"{count} {why}" for why, count in self.failures.items())
        if self.error is not None:
            told.append(f"first exception {self.error!r}")
        return ", ".join(told)


@dataclass(frozen=True, slots=True)
class GamesGrade:
    """How well some games were played (:func:`grade`)."""

    games: int
    """The number of games."""
    moves: int
    """The number of judged moves."""
    perfect: int
    """How many of them give nothing away: neither outcome nor points nor plies."""
    outcome_preserving: int
    """How many of them kept the outcome."""
    outcome_regret: float
    """The mean regret of the moves in steps of the outcome. NaN if there are no moves."""
    score_regret: float | None
    """The mean regret in points. ``None`` unless the game is played for points."""
    plies_regret: float | None
    """The mean regret in plies, of the moves that kept the outcome. ``None`` if the game is played for points."""
    first_mistakes: tuple[Mistake | None, ...]
    """For each game the first move that made the outcome worse. ``None`` if there is none."""

    @property
    def perfect_move_rate(self) -> float:
        """The share of moves that gave nothing away. NaN if there are no moves."""
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


class Regrets(NamedTuple):
    """What moves give away (:func:`regrets`): arrays with an item for each position. ``NO_ENTRY`` (-128) stands for an illegal
    move, or an invalid or unreachable position."""

    outcome: npt.NDArray[np.int16]
    """Steps of the outcome, from 0 to 2."""
    score: npt.NDArray[np.int16] | None
    """Points. ``None`` unless the game is played for points."""
    plies: npt.NDArray[np.int16] | None
    """Plies; ``NO_ENTRY`` if the move does not keep the outcome. ``None`` if the game is played for points."""


def regrets(table: Table, positions: Any, moves: Any) -> Regrets:
    """What a move of each position gives away, on all cores and without the interpreter's lock.

    Args:
        table: The table that judges the moves.
        positions: As :meth:`Table.values` takes them.
        moves: The number of a move for each position. In a game of your own, a list of moves.

    >>> import perfect_play as pp
    >>> pp.regrets(pp.tictactoe, ["X........", "X........", "XX.OO...."], [1, 4, 5]).outcome
    array([1, 0, 1], dtype=int16)
    """
    given = positions if isinstance(positions, np.ndarray) else list(positions)
    numbers = table._move_numbers(given, moves)
    lost = table._native.regrets(table._positions(given), numbers)
    outcome, second = np.ascontiguousarray(lost.T)
    return Regrets(outcome, second, None) if table.is_for_points else Regrets(outcome, None, second)


@overload
def grade(  # type: ignore[overload-overlap]
    agent: Agent | str,
    table: Table | str,
    *,
    over: Over | None = None,
    sample: int | None = None,
    seed: int | None = None,
    max_plies: int | None = None,
    progress: Progress = None,
    threads: int | None = None,
) -> AgentGrade: ...


@overload
def grade(agent: Iterable[Game], table: Table | str, *, player: Player | None = None) -> GamesGrade: ...


def grade(
    agent: Agent | str | Iterable[Game],
    table: Table | str,
    *,
    player: Player | None = None,
    over: Over | None = None,
    sample: int | None = None,
    seed: int | None = None,
    max_plies: int | None = None,
    progress: Progress = None,
    threads: int | None = None,
) -> AgentGrade | GamesGrade:
    """Grades an agent, or games that were played.

    An agent is a function from a :class:`Position` to a move, or to a dict with the chance of each move. It is called once for a
    position, on the calling thread. An exception that it raises is counted, and so is an answer that is no legal move: both
    count as a loss. ``KeyboardInterrupt`` and ``SystemExit`` end the call. The name of a level (:meth:`Table.chances`) is an
    agent, too. The result is an :class:`AgentGrade`.

    Games are a list; each begins at the start. The result is a :class:`GamesGrade`.

    Args:
        agent: The agent, or the games.
        table: The table that judges the moves, or the name of a game, which is solved. Connect Four has a book (:func:`open`).
        player: Of games: judge only the moves of this player. X begins.
        over: The positions. By default all of a table with few (10,000, for a level a million), otherwise a sample. Unless it is
            a sample, the best responses are worked out.
        sample: The size of the sample. Defaults to 1,000, for a level to 10,000, and to 100 if values are searched.
        seed: The seed of the sample: the same seed draws the same positions. Defaults to 1.
        max_plies: In best responses, a game counts as a draw after this many plies. Defaults to 200 if play can repeat a
            position, otherwise to 1000.
        progress: As for :func:`solve`.
        threads: As for :func:`solve`. The agent is called by one thread.

    Raises:
        PositionError: A move of a game is not legal; the message says in which game.
        SolveError: With ``over="reached"``, the agent can come to too many positions. Or the table is cut, and only samples
            can be graded.
        TableError: The table contradicts itself, or cannot be read.

    >>> import perfect_play as pp
    >>> print(pp.grade(lambda position: position.legal_moves[0], "tictactoe"))
    4520 positions (all): 58.7% of moves keep the outcome, mean regret 0.638, exploitability 1.000
    >>> print(pp.grade("perfect", pp.tictactoe))
    4520 positions (all): 100.0% of moves keep the outcome, mean regret 0.000, exploitability 0.000
    >>> graded = pp.grade(["40", [4, 1, 0, 8, 2, 5, 6]], pp.tictactoe)
    >>> print(graded)
    2 games, 9 moves: 66.7% perfect, 66.7% keep the outcome, 1 games without a mistake
    >>> print(graded.first_mistakes[1])
    ply 1: O plays 1 and turns a draw into a loss; optimal is 0 or 2 or 6 or 8
    """
    check_number("sample", sample, 1, 10**7)
    check_number("max_plies", max_plies, 1, 2**16 - 1)
    check_seed(seed)
    check_threads(threads)
    if over not in (None, "all", "reached", "sample"):
        raise ValueError(f'over is {over!r}: it is "all", "reached", "sample" or None')
    if over in ("all", "reached") and (sample is not None or seed is not None):
        raise ValueError(f'sample and seed are for over="sample", and over is {over!r}')
    if player not in (None, "X", "O"):
        raise ValueError(f'player is {player!r}: it is "X", "O" or None')
    table = table_of(table)
    if callable(agent) or isinstance(agent, str):
        if player is not None:
            raise ValueError("player is for games: the grade of an agent is for both sides")
        asked = agent if isinstance(agent, str) else _Asked(agent, table)
        with shown(progress, f"grading an agent of {table.game}") as report:
            spelled = table._native.grade(asked, over, sample, seed, max_plies, threads, report)
        return _agent_grade(table, json.loads(spelled), None if isinstance(asked, str) else asked.error)
    if isinstance(agent, Mapping) or not isinstance(agent, Iterable):
        raise TypeError(f"give a function from a position to a move, the name of a level, or a list of games, not {agent!r}")
    if any(given is not None for given in (over, sample, seed, max_plies)):
        raise ValueError("over, sample, seed and max_plies are for agents: of games, every move is judged")
    return _games_grade(agent, table, player)


class _Asked:
    """An agent as the native part calls it: the numbers of moves with their chances, or why there are none."""

    def __init__(self, agent: Agent, table: Table) -> None:
        self.agent = agent
        self.table = table
        self.error: Exception | None = None

    def __call__(self, native: _native.Position) -> list[tuple[int, float]] | str:
        position = Position(self.table, native)
        try:
            answer = self.agent(position)
        except Exception as error:
            if self.error is None:
                self.error = error
            return "crashed"
        try:
            chances = answer.items() if isinstance(answer, Mapping) else ((answer, 1.0),)
            return [(self.table._number_of(position, move), float(chance)) for move, chance in chances if chance != 0]
        except Exception:
            return "illegal"


def _agent_grade(table: Table, spelled: Mapping[str, Any], error: Exception | None) -> AgentGrade:
    def by(name: str) -> dict[int, Measures]:
        return {int(at): Measures._of(measures) for at, measures in spelled[name].items()}

    responses = spelled.get("best_responses")
    return AgentGrade(
        game=spelled["game"],
        over=spelled["positions"],
        seed=spelled.get("seed"),
        all=Measures._of(spelled),
        by_ply=by("by_ply"),
        by_depth=by("by_depth"),
        failures=spelled["failures"],
        error=error,
        mistakes=tuple(_mistake(table, mistake) for mistake in spelled["mistakes"]),
        best_responses=None if responses is None else tuple(_response(table, response) for response in responses),  # type: ignore[arg-type]
        exploitability=spelled.get("exploitability"),
    )


_STEPS: tuple[Outcome, ...] = ("loss", "draw", "win")


def _mistake(table: Table, spelled: Mapping[str, Any]) -> Mistake:
    position = Position(table, table._native.parse(spelled["position"]))
    regret = spelled["regret"]
    played = spelled["played"]
    optimal = spelled["optimal"]
    before: Outcome = optimal[0]["outcome"]
    return Mistake(
        position=position,
        move=None if played is None else _move(position, played),
        before=before,
        after=_STEPS[_STEPS.index(before) - regret["outcome"]],
        regret=Regret(regret["outcome"], regret.get("score"), regret["plies"]),
        optimal_moves=tuple(_move(position, move) for move in optimal),
        difficulty=Difficulty(**spelled["difficulty"]),
        chance=spelled["chance"],
    )


def _move(position: Position, spelled: Mapping[str, Any]) -> Move:
    number = next(spelled[noun] for noun in ("cell", "column", "move") if noun in spelled)
    return position._table._move_of(position, number)


def _response(table: Table, spelled: Mapping[str, Any]) -> BestResponse:
    positions, moves = [table.start], []
    for number in spelled["play"]["line"]:
        moves.append(table._move_of(positions[-1], number))
        positions.append(positions[-1].play(moves[-1]))
    play = BestLine(tuple(moves), tuple(positions[:-1]), positions[-1], False)
    return BestResponse(
        spelled["agent"],
        spelled["value"],
        spelled["against_perfect"],
        play,
        spelled["chance"],
        spelled.get("max_plies"),
    )


_TURNS: tuple[Player, Player] = ("X", "O")


def _mover(position: Position, ply: int) -> Player:
    """The player to move in a game from the start. A position of an impartial game does not contain the side to move, but the
    players take strict turns."""
    return position.to_move or _TURNS[ply % 2]


def _games_grade(games: Iterable[Game], table: Table, player: Player | None) -> GamesGrade:
    positions: list[Position] = []
    moves: list[Move] = []
    plies: list[int] = []
    ends: list[int] = []
    for number, game in enumerate(games):
        position = table.start
        if isinstance(game, str) and len(game.split()) > 1:
            game = game.split()
        for ply, given in enumerate(game):
            try:
                move = position.legal_move(given)
            except PositionError as error:
                raise PositionError(f"game {number}, ply {ply}: {error}") from None
            if player in (None, _mover(position, ply)):
                positions.append(position)
                moves.append(move)
                plies.append(ply)
            position = position.play(move)
        ends.append(len(moves))
    lost = regrets(table, positions, moves)
    first_mistakes: list[Mistake | None] = []
    for begin, end in zip([0, *ends], ends):
        wrong = np.flatnonzero(lost.outcome[begin:end])
        at = None if len(wrong) == 0 else begin + int(wrong[0])
        first_mistakes.append(None if at is None else _played(table, positions[at], moves[at], plies[at], lost, at))
    second = lost.plies if lost.score is None else lost.score
    assert second is not None
    of_keeping = second[lost.outcome == 0]
    return GamesGrade(
        games=len(ends),
        moves=len(moves),
        perfect=int(((lost.outcome == 0) & ((second == 0) | (second == NO_ENTRY))).sum()),
        outcome_preserving=len(of_keeping),
        outcome_regret=_mean(lost.outcome),
        score_regret=None if lost.score is None else _mean(lost.score),
        plies_regret=None if lost.plies is None else _mean(of_keeping[of_keeping != NO_ENTRY]),
        first_mistakes=tuple(first_mistakes),
    )


def _mean(array: npt.NDArray[np.int16]) -> float:
    return float(array.mean()) if len(array) else float("nan")


def _played(table: Table, position: Position, move: Move, ply: int, lost: Regrets, at: int) -> Mistake:
    entry = table.probe(position)
    score = None if lost.score is None else int(lost.score[at])
    regret = Regret(int(lost.outcome[at]), score, None)
    after = entry.moves[move].outcome
    return Mistake(position, move, entry.outcome, after, regret, entry.optimal_moves, entry.difficulty, ply=ply)
