"""PERFECT_PLAY_HEAD

PERFECT_PLAY_TERMS

PERFECT_PLAY_USAGE
"""

from __future__ import annotations

import base64 as _base64
import enum as _enum
import random as _random
from fractions import Fraction as _Fraction
from typing import Callable, Final, List, Literal, NamedTuple, Optional, Sequence, Tuple, Union

GAME: Final[str] = PERFECT_PLAY_NAME
"""The game."""

OBJECTIVE: Final[str] = PERFECT_PLAY_OBJECTIVE
"""Which moves the table calls optimal: `fastest` or `outcome`."""

CODES: Final[int] = PERFECT_PLAY_CODES
"""All codes of positions are below this number."""

POSITIONS: Final[int] = PERFECT_PLAY_POSITIONS
"""The number of positions with an entry."""

MOVE_NUMBERS: Final[int] = PERFECT_PLAY_MOVES
"""All numbers of moves are below this number."""

START: Final[int] = PERFECT_PLAY_START
"""The code of the start position. If there are several, the code of the first one."""

Position = PERFECT_PLAY_POSITION
"""A position: PERFECT_PLAY_POSITIONS_ARE."""


class Outcome(_enum.IntEnum):
    """How a game ends for a player."""

    LOSS = -1
    DRAW = 0
    WIN = 1


class Entry(NamedTuple):
    """The entry of a position."""

    to_move: PERFECT_PLAY_PLAYER
    """PERFECT_PLAY_TURN."""
    outcome: Outcome
    """How the game ends under best play, for the side to move."""
    PERFECT_PLAY_MEASURE: PERFECT_PLAY_NUMBER
    """PERFECT_PLAY_MEASURED."""
    optimal_moves: Tuple[int, ...]
    """Ascending; empty if the game is over."""

    @property
    def best_move(self) -> Optional[int]:
        """The lowest optimal move; `None` if the game is over."""
        return self.optimal_moves[0] if self.optimal_moves else None


class Worth(NamedTuple):
    """The value of a move for the player who makes it."""

    move: int
    outcome: Outcome
    PERFECT_PLAY_MEASURE: PERFECT_PLAY_NUMBER


class NotAPosition(ValueError):
    """This is not the code of a position."""


class Unreachable(ValueError):
    """The position with this code is unreachable by legal play."""


class IllegalMove(ValueError):
    """The move is not legal in the position."""


class Skill:
    """The level that makes an optimal move with this chance, and otherwise any other move.

    The chance is exact, so it cannot be a float: `Skill("0.9")`, `Skill("1/3")`,
    `Skill(Fraction(2, 3))`.
    """

    chance: Final[_Fraction]

    def __init__(self, chance: Union[str, int, _Fraction]) -> None:
        if isinstance(chance, bool) or not isinstance(chance, (str, int, _Fraction)):
            raise TypeError(
                f"a chance is a text or a fraction, so that it is exact: not {chance!r}"
            )
        try:
            # A short text with an exponent could stand for a number of any length.
            if isinstance(chance, str) and "e" in chance.lower():
                raise ValueError
            exact = _Fraction(chance)
        except (ValueError, ZeroDivisionError):
            raise ValueError(f"a chance is written like '0.4' or '2/5': not {chance!r}") from None
        if not 0 <= exact <= 1:
            raise ValueError(f"a chance is from 0 to 1: not {chance!r}")
        if exact.denominator >= 1 << 32:
            raise ValueError(f"a chance has a denominator below 2**32: not {chance!r}")
        self.chance = exact

    def __repr__(self) -> str:
        return f"Skill('{self.chance}')"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Skill) and self.chance == other.chance

    def __hash__(self) -> int:
        return hash(self.chance)


class Lookahead:
    """The level that looks so many plies ahead, up to 255: `Lookahead(3)`."""

    plies: Final[int]

    def __init__(self, plies: int) -> None:
        if isinstance(plies, bool) or not isinstance(plies, int):
            raise TypeError(f"plies are a whole number: not {plies!r}")
        if not 0 <= plies <= 255:
            raise ValueError(f"a look-ahead has from 0 to 255 plies: not {plies!r}")
        self.plies = plies

    def __repr__(self) -> str:
        return f"Lookahead({self.plies})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lookahead) and self.plies == other.plies

    def __hash__(self) -> int:
        return hash(self.plies)


Level = Union[
    Literal["easy", "medium", "hard", "perfect", "blind", "novice", "master"], Lookahead, Skill
]
"""A level of play."""


def probe(position: Position) -> Entry:
    """The entry of a position.

    Raises `NotAPosition` or `Unreachable` if it has no entry. All other functions do so as well.
    """
    place = _find(position)
    value, (plies_to_draw, to_move) = _RECORDS[place], _to_draw(place)
    return Entry(
        to_move,
        _outcome(value),
        _measure(value, plies_to_draw),
        tuple(_optimal(_values(place))),
    )


def best_move(position: Position) -> Optional[int]:
    """The lowest optimal move; `None` if the game is over."""
    return probe(position).best_move


def optimal_moves(position: Position) -> Tuple[int, ...]:
    """The optimal moves, ascending; empty if the game is over."""
    return probe(position).optimal_moves


def outcome_preserving_moves(position: Position) -> Tuple[int, ...]:
    """The moves that keep the outcome, ascending; empty if the game is over."""
    return tuple(_best(_values(_find(position)), _outcome))


def worths(position: Position) -> Tuple[Worth, ...]:
    """The value of each legal move, moves ascending; empty if the game is over."""
    place = _find(position)
    plies_to_draw, _ = _to_draw(place)
    return tuple(
        Worth(move, _outcome(value), _measure(value, plies_to_draw))
        for move, value in _values(place)
    )


def legal_moves(position: Position) -> Tuple[int, ...]:
    """The legal moves, ascending; empty if the game is over."""
    return tuple(move for move, _ in _values(_find(position)))


def play(position: Position, move: int) -> int:
    """The code of the position after a legal move.

    Raises `IllegalMove` if the move is not legal.
    """
    code = _code(position)
    legal = legal_moves(code)
    if isinstance(move, bool) or not isinstance(move, int):
        raise TypeError(f"a move is a whole number: not {move!r}")
    if not legal:
        raise IllegalMove(f"move {move} is not legal: the game is over")
    if move not in legal:
        raise IllegalMove(f"move {move} is not legal: the legal moves are {str(legal)[1:-1]}")
    return _after(code, move)


def is_over(position: Position) -> bool:
    """Whether the game is over."""
    return not _values(_find(position))


def winner(position: Position) -> PERFECT_PLAY_WINNER:
    """PERFECT_PLAY_WINNERS; `None` if the game is drawn or not over."""
    place = _find(position)
    outcome = _outcome(_RECORDS[place])
    if _values(place) or outcome == Outcome.DRAW:
        return None
    won = outcome == Outcome.WIN
    return PERFECT_PLAY_WON


def choose(
    position: Position,
    level: Level,
    random: Callable[[], int] = lambda: _random.getrandbits(32),
) -> Optional[int]:
    """A move that a level chooses; `None` if the game is over.

    Each call of `random` gives a whole number from 0 to 2**32 - 1, all equally likely.
    """
    code = _code(position)
    values = _values(_find(code))
    legal = [move for move, _ in values]
    if isinstance(level, Skill):
        return _choose(_optimal(values), level.chance, legal, random)
    if isinstance(level, Lookahead):
        return _look_ahead(code, values, level.plies, random)
    if level not in ("easy", "medium", "hard", "perfect", "blind", "novice", "master"):
        raise ValueError(
            "a level is 'easy', 'medium', 'hard', 'perfect', 'blind', 'novice', 'master', a"
            " Lookahead, which is how many plies it sees, or a Skill, the chance of an optimal"
            f" move: not {level!r}"
        )
    if level == "easy":
        return _look_ahead(code, values, 1, random)
    if level == "medium":
        return _look_ahead(code, values, 2, random)
    if level == "hard":
        return _play_hard(code, values, random)
    always = _Fraction(1)
    if level == "blind":
        return _choose(legal, always, [], random)
    if level == "perfect":
        return _choose(_optimal(values), always, [], random)
    # The sort is stable: among equal moves the lowest number stays first.
    ranked = [move for move, _ in sorted(values, key=lambda known: -known[1])]
    if level == "master":
        return _choose(ranked[:1], always, [], random)
    return _choose(ranked[:1], _Fraction(2, 5), ranked[1:2], random)


def _code(position: Position) -> int:
    """The position's code."""
PERFECT_PLAY_READ_POSITION
    if isinstance(position, bool) or not isinstance(position, int):
        raise TypeError(f"a code is a whole number: not {position!r}")
    if not 0 <= position < CODES:
        raise NotAPosition(f"not a position: code {position} is not from 0 to {CODES - 1}")
    return position


def _find(position: Position) -> int:
    """The offset of the position's record."""
    code = _code(position)
    at = code * _PLACE_BYTES
    place = int.from_bytes(_PLACES[at : at + _PLACE_BYTES], "little")
    if place == 0:
        raise NotAPosition(f"not a position: {GAME} has none with the code {code}")
    if place == 1:
        raise Unreachable(f"unreachable: no legal play of {GAME} leads to code {code}")
    return place


def _to_draw(place: int) -> Tuple[int, PERFECT_PLAY_PLAYER]:
    """The plies of a draw from here, and the player to move."""
    byte = _RECORDS[place + 1]
    return byte & 127, PERFECT_PLAY_TO_MOVE


def _values(place: int) -> List[Tuple[int, int]]:
    """Each legal move, ascending, with its value."""
    at = place + 2 + _MASK_BYTES
    legal = int.from_bytes(_RECORDS[place + 2 : at], "little")
    moves = [move for move in range(MOVE_NUMBERS) if legal >> move & 1]
    return list(zip(moves, _RECORDS[at : at + len(moves)]))


def _outcome(value: int) -> Outcome:
    return Outcome.LOSS if value < 127 else Outcome.WIN if value > 127 else Outcome.DRAW


def _measure(value: int, plies_to_draw: int) -> PERFECT_PLAY_NUMBER:
    return PERFECT_PLAY_MEASURING


def _best(values: List[Tuple[int, int]], measure: Callable[[int], int]) -> List[int]:
    """The moves with the largest measure of their value."""
    best = max((measure(value) for _, value in values), default=0)
    return [move for move, value in values if measure(value) == best]


def _optimal(values: List[Tuple[int, int]]) -> List[int]:
    if OBJECTIVE == "outcome":
        return _best(values, _outcome)
    return _best(values, int)


def _choose(
    first: List[int], chance: _Fraction, second: List[int], random: Callable[[], int]
) -> Optional[int]:
    """With this chance a move from the first list, otherwise one from the rest of the second list.

    If one of them is empty, always a move from the other.
    """
    moves = first
    rest = [move for move in second if move not in first]
    if not first or (rest and chance == 0):
        moves = rest
    elif rest and chance < 1 and _below(chance.denominator, random) >= chance.numerator:
        moves = rest
    return moves[_below(len(moves), random)] if moves else None


def _below(bound: int, random: Callable[[], int]) -> int:
    """A random number below `bound`, all equally likely.

    After D. Lemire, "Fast Random Integer Generation in an Interval", 2019. A number that would
    favour one result is drawn again, 63 times at most.
    """
    surplus = (1 << 32) % bound
    result = 0
    for _ in range(64):
        bits = random()
        if isinstance(bits, bool) or not isinstance(bits, int) or not 0 <= bits < 1 << 32:
            raise ValueError(f"random must give whole numbers from 0 to 2**32 - 1: not {bits!r}")
        result, low = divmod(bits * bound, 1 << 32)
        if low >= surplus:
            break
    return result
