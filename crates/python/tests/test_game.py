"""Games written in Python."""

from __future__ import annotations

import enum
import functools
import itertools
import operator
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from games import Nim, NimPosition, Take, Walk
from oracle import Truth, best, reached

import perfect_play as pp


def children(game: pp.Game) -> Callable[[Any], list[Any]]:
    def of(position: Any) -> list[Any]:
        if game.terminal(position) is not None:
            return []
        return [game.play(position, move) for move in game.legal_moves(position)]

    return of


@pytest.mark.parametrize("heaps", [(1,), (1, 2, 3), (2, 3), (3, 3), (1, 1, 1, 1)])
def test_nim_is_what_minimax_and_bouton_say(heaps: tuple[int, ...]) -> None:
    game = Nim(*heaps)
    table = pp.solve(game)
    of = children(game)

    @functools.cache
    def value(position: NimPosition) -> Truth:
        after = [value(child) for child in of(position)]
        return best(after) if after else Truth("loss", 0)

    positions = list(table.positions())
    assert set(positions) == reached(game.start(), of)
    assert table.verify().entries == len(positions)
    assert table.values(positions).tolist() == [value(position).number() for position in positions]
    mask = table.optimal_mask(positions)
    for position, is_optimal in zip(positions, mask, strict=True):
        entry = table.probe(position)
        assert entry.outcome == ("win" if functools.reduce(operator.xor, position[0]) else "loss")
        assert entry.remoteness == value(position).plies
        assert tuple(entry.moves) == entry.position.legal_moves
        legal = entry.position.legal_moves
        assert tuple(legal[i] for i in np.flatnonzero(is_optimal)) == entry.optimal_moves
        assert entry.position.key == position
        for move in legal:
            assert entry.position.play(move).key == game.play(position, move)
            assert entry.position.play(game.print_move(position, move)).key == game.play(position, move)


def test_a_game_for_points_has_points() -> None:
    game = Take()
    table = pp.solve(game)
    assert table.is_for_points and table.verify().entries == len(table.positions())

    @functools.cache
    def ahead(position: Any) -> int:
        end = game.terminal(position)
        return max(-ahead(child) for child in children(game)(position)) if end is None else end

    for position in table.positions():
        assert table.probe(position).score == ahead(position) == table.values([position])[0]


def test_a_game_that_can_repeat_a_position_is_solved_if_it_says_so() -> None:
    table = pp.solve(Walk())
    assert table.probe("0X").outcome == "win" and table.probe("0X").remoteness == 5
    assert set(table.probe("0X").optimal_moves) == {"left", "right"}
    assert table.probe("2X").optimal_moves == ("right",)

    class Silent(Walk):
        repeats = False

    with pytest.raises(pp.RulesError, match=r"comes back to a position: '5O' -> '5X' -> .* -> '5O'\. .*`repeats = True`"):
        pp.solve(Silent())


def test_what_a_method_raises_is_raised_as_it_is() -> None:
    class Own(Exception):
        pass

    for method in ("start", "to_move", "legal_moves", "play", "terminal", "print", "print_move"):

        def fails(self: pp.Game, *_: Any) -> Any:
            raise Own(method)  # noqa: B023

        broken = type("Broken", (Nim,), {method: fails})(1, 2)
        with pytest.raises(Own, match=method):
            pp.solve(broken)


class Own:
    """A position that prints differently on each run."""


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"to_move": lambda self, position: "Z"}, 'to_move gives .Z. for .*"X" or "O"'),
        ({"to_move": lambda self, position: None}, "to_move gives None"),
        ({"terminal": lambda self, position: True}, "the end of .* is True"),
        ({"terminal": lambda self, position: "won"}, "'won'"),
        ({"terminal": lambda self, position: 128}, "128"),
        ({"terminal": lambda self, position: 0.5}, "0.5"),
        ({"terminal": lambda self, position: float("nan")}, "nan"),
        ({"start": lambda self: ([1], "X")}, "not hashable"),
        ({"play": lambda self, position, move: [1]}, "not hashable"),
        ({"legal_moves": lambda self, position: [(0, 1), (0, 1)]}, "two moves"),
        ({"legal_moves": lambda self, position: [(1, 1), (1.0, 1)]}, r"two moves of .* are equal, .* '\(1,1\)' and '\(1.0,1\)'"),
        ({"legal_moves": lambda self, position: [(0, 1), (False, 1)]}, "two moves of .* are equal"),
        ({"legal_moves": lambda self, position: [[0, 1], [1, 1]]}, r"the move \[0, 1\] of .* is not hashable"),
        ({"legal_moves": lambda self, position: [np.array([0, 1])]}, "the move .* is not hashable"),
        ({"legal_moves": lambda self, position: range(300), "play": lambda self, position, move: position}, "more than 256 moves"),
        ({"print": lambda self, position: "same"}, "two positions print as 'same'"),
        ({"print": lambda self, position: ""}, "prints as ''"),
        ({"print": lambda self, position: "a\nb"}, "one line"),
        ({"print": lambda self, position: 3}, "prints as 3"),
        ({"print_move": lambda self, position, move: "a b"}, "without spaces"),
        ({"print_move": lambda self, position, move: None}, "without spaces"),
        ({"name": "a/b"}, "name of a game"),
        ({"name": ""}, "name of a game"),
        ({"name": ".."}, None),
        ({"name": 7}, "name of a game"),
        ({"play": lambda self, position, move: Own()}, "print"),
    ],
)
def test_rules_that_make_no_sense_are_refused(changes: dict[str, Any], says: str | None) -> None:
    game = type("Broken", (Nim,), changes)(1, 2)
    if says is None:
        pp.solve(game).save("x.perfect")
        return
    # With bounded memory: some of these rules have no end, if they are not refused.
    with pytest.raises(pp.RulesError, match=says):
        pp.solve(game, memory=1 << 24)


@dataclass(frozen=True)
class Count:
    """A number from which the players count down, and parts that equality ignores."""

    left: int
    player: pp.Player = field(compare=False)
    moved: int = field(default=0, compare=False)


class CountDown(pp.Game):
    """A move takes 1 or 2. The player who takes the last one wins."""

    def start(self) -> Any:
        return Count(3, "X")

    def to_move(self, position: Any) -> pp.Player:
        player: pp.Player = position.player
        return player

    def legal_moves(self, position: Any) -> list[int]:
        return [move for move in (1, 2) if move <= position.left]

    def play(self, position: Any, move: int) -> Any:
        return Count(position.left - move, "O" if position.player == "X" else "X")

    def terminal(self, position: Any) -> pp.Outcome | None:
        return None if position.left else "loss"


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({}, r"Count\(left=1, player='O', .* and Count\(left=1, player='X', .* to_move gives 'O' for the first and 'X' .*compare="),
        ({"to_move": lambda self, position: "XO"[position.left % 2]}, "are equal, but print gives"),
        (
            {
                "to_move": lambda self, position: "XO"[position.left % 2],
                "print": lambda self, position: str(position.left),
                "legal_moves": lambda self, position: [1, 2][: position.left if position.player == "X" else 1],
                "start": lambda self: Count(5, "X"),
            },
            "are equal, but legal_moves gives",
        ),
        (
            {
                "to_move": lambda self, position: "XO"[position.left % 2],
                "print": lambda self, position: str(position.left),
                "terminal": lambda self, position: None if position.left > 1 else "win" if position.player == "X" else "loss",
            },
            "are equal, but terminal gives",
        ),
        (
            {
                "to_move": lambda self, position: "XO"[position.left % 2],
                "print": lambda self, position: str(position.left),
                "legal_moves": lambda self, position: [1, 2][: position.left],
                "play": lambda self, position, move: Count(
                    position.left - (1 if position.player == "X" else move), "O" if position.player == "X" else "X"
                ),
                "start": lambda self: Count(5, "X"),
            },
            "are equal, but play gives",
        ),
    ],
)
def test_an_equality_that_ignores_what_the_rules_depend_on_is_refused(changes: dict[str, Any], says: str) -> None:
    game = type("Lying", (CountDown,), changes)()
    for ask in (pp.solve, lambda game: game.write_rules(".")):
        with pytest.raises(pp.RulesError, match=says):
            ask(game)


@dataclass(frozen=True)
class Room:
    """A position, and a part that nothing shows."""

    ply: int
    key: bool = field(default=False, compare=False, repr=False)


class Doors(pp.Game):
    """The key that is taken with the first move opens a door, which loses, three moves later."""

    def start(self) -> Any:
        return Room(0)

    def to_move(self, position: Any) -> pp.Player:
        return "O" if position.ply % 2 else "X"

    def legal_moves(self, position: Any) -> list[str]:
        return ["go", "take"] if position.ply == 0 else ["go", "open"] if position.ply == 3 and position.key else ["go"]

    def play(self, position: Any, move: str) -> Any:
        return Room(100 if move == "open" else position.ply + 1, position.key or move == "take")

    def terminal(self, position: Any) -> pp.Outcome | None:
        return {4: "draw", 100: "loss"}.get(position.ply)  # type: ignore[return-value]


def test_what_matters_only_some_plies_later_is_refused() -> None:
    with pytest.raises(pp.RulesError, match=r"Room\(ply=3\) and Room\(ply=3\) are equal, but legal_moves gives"):
        pp.solve(Doors())


@pytest.mark.parametrize(("first", "second"), [(1, True), (0.0, -0.0), (1, 1.0)])
def test_values_that_are_equal_and_not_the_same_are_compared(first: Any, second: Any) -> None:
    class Kinds(pp.Game):
        def start(self) -> Any:
            return ("start", None)

        def to_move(self, position: Any) -> pp.Player:
            return "X" if position[0] == "start" else "O"

        def legal_moves(self, position: Any) -> list[int]:
            return [0, 1] if position[0] == "start" else []

        def play(self, position: Any, move: int) -> Any:
            return ("end", (first, second)[move])

        def terminal(self, position: Any) -> pp.Outcome | None:
            return None if position[0] == "start" else "loss" if repr(position[1]) == repr(first) else "win"

        def print(self, position: Any) -> str:
            return str(position[0])

    with pytest.raises(pp.RulesError, match="are equal, but terminal gives 'loss' for the first and 'win' for the second"):
        pp.solve(Kinds())


def test_a_difference_far_from_the_start_is_found() -> None:
    class Line(CountDown):
        """Two ways lead to the position after 1,500 moves, in which the player to move is told by something hidden."""

        def start(self) -> Any:
            return Count(1600, "X")

        def to_move(self, position: Any) -> pp.Player:
            return "X" if position.left % 2 == 0 else "O"

        def legal_moves(self, position: Any) -> list[int]:
            return [0, 1] if position.left == 101 else [1] if position.left else []

        def play(self, position: Any, move: int) -> Any:
            return Count(position.left - 1, "X", 1 - move)

        def terminal(self, position: Any) -> pp.Outcome | None:
            return "loss" if position.left == 0 else "win" if position.moved and position.left == 100 else None

        def print(self, position: Any) -> str:
            return str(position.left)

    with pytest.raises(pp.RulesError, match="are equal, but terminal gives"):
        pp.solve(Line())


class Bytes(bytes):
    """Bytes with a part that equality ignores."""

    hidden: int


class Slots:
    """A name that begins with two underscores is changed by Python."""

    __slots__ = ("__hidden", "ply")

    def __init__(self, ply: int, hidden: int) -> None:
        self.ply = ply
        self.__hidden = hidden

    def hidden(self) -> int:
        return self.__hidden

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Slots) and self.ply == other.ply

    def __hash__(self) -> int:
        return self.ply


@dataclass(frozen=True)
class Hiding:
    ply: int
    hidden: Any = field(compare=False, repr=False)


def bytes_with(ply: int, hidden: int) -> Bytes:
    position = Bytes([ply])
    position.hidden = hidden
    return position


@pytest.mark.parametrize(
    ("make", "ply", "hidden"),
    [
        (bytes_with, lambda position: position[0], lambda position: position.hidden),
        (lambda ply, hidden: (ply, bytes_with(0, hidden)), lambda position: position[0], lambda position: position[1].hidden),
        (Slots, lambda position: position.ply, lambda position: position.hidden()),
        (
            lambda ply, hidden: Hiding(ply, dict.fromkeys((0, 1) if hidden == 0 else (1, 0))),
            lambda position: position.ply,
            lambda position: next(iter(position.hidden)),
        ),
        (
            lambda ply, hidden: Hiding(ply, lambda: hidden),
            lambda position: position.ply,
            lambda position: position.hidden(),
        ),
    ],
)
@pytest.mark.parametrize("first_is_alike", [False, True])
def test_nothing_hides_from_playing_on(
    make: Callable[[int, int], Any], ply: Callable[[Any], int], hidden: Callable[[Any], int], first_is_alike: bool
) -> None:
    class Hides(pp.Game):
        """What the first move hides decides the game after four plies. The second may take it back."""

        def start(self) -> Any:
            return make(0, 0)

        def to_move(self, position: Any) -> pp.Player:
            return "O" if ply(position) % 2 else "X"

        def legal_moves(self, position: Any) -> list[str]:
            return {0: ["zero", "one"], 1: ["zero", "keep"] if first_is_alike else ["keep"]}.get(ply(position), ["keep"])

        def play(self, position: Any, move: str) -> Any:
            return make(ply(position) + 1, {"zero": 0, "one": 1}.get(move, hidden(position)))

        def terminal(self, position: Any) -> pp.Outcome | None:
            return None if ply(position) < 4 else "win" if hidden(position) else "loss"

        def print(self, position: Any) -> str:
            return str(ply(position))

    with pytest.raises(pp.RulesError, match="are equal, but terminal gives 'loss' for the first and 'win' for the second"):
        pp.solve(Hides())


class Places(pp.Game):
    """Two players place stones in turn; ``last`` says who placed the last one. ``make`` may hide it."""

    places = 2

    def __init__(self, make: Callable[[tuple[int, ...], int], Any], last: Callable[[Any], int]) -> None:
        self.make, self.last = make, last

    def stones(self, position: Any) -> tuple[int, ...]:
        stones: tuple[int, ...] = position if isinstance(position, tuple) else position.stones
        return stones

    def start(self) -> Any:
        return self.make((), -1)

    def to_move(self, position: Any) -> pp.Player:
        return "O" if len(self.stones(position)) % 2 else "X"

    def legal_moves(self, position: Any) -> list[int]:
        return [place for place in range(self.places) if place not in self.stones(position)]

    def play(self, position: Any, move: int) -> Any:
        return self.make(tuple(sorted((*self.stones(position), move))), move)

    def terminal(self, position: Any) -> pp.Outcome | None:
        if len(self.stones(position)) < self.places:
            return None
        return "win" if self.last(position) % 2 else "loss"

    def print(self, position: Any) -> str:
        return str(self.stones(position))


class Stones:
    def __init__(self, stones: tuple[int, ...]) -> None:
        self.stones, self.last = stones, -1


@pytest.mark.parametrize("places", [2, 5])
@pytest.mark.parametrize("kind", ["one object is changed", "the game remembers", "a die"])
def test_the_last_move_is_not_kept_elsewhere(kind: str, places: int) -> None:
    objects: dict[tuple[int, ...], Any] = {}
    last: dict[Any, int] = {}
    dice = itertools.count()

    def one_object(stones: tuple[int, ...], move: int) -> Any:
        position = objects.setdefault(stones, Stones(stones))
        position.last = move
        return position

    def remembered(stones: tuple[int, ...], move: int) -> Any:
        last[stones] = move
        return stones

    def thrown(stones: tuple[int, ...], _: int) -> Any:
        last[stones] = next(dice) % 3
        return stones

    games = {
        "one object is changed": Places(one_object, lambda position: int(position.last)),
        "the game remembers": Places(remembered, lambda position: last[position]),
        "a die": Places(thrown, lambda position: last[position]),
    }
    games[kind].places = places
    with pytest.raises(pp.RulesError, match="asked a second time about the position .*, terminal gives"):
        pp.solve(games[kind])


@dataclass(frozen=True)
class Armed:
    stones: tuple[int, ...]
    is_armed: bool = field(default=False, compare=False, repr=False)


def test_what_one_of_many_moves_hides_is_found() -> None:
    class Arms(Places):
        """One of 200 equal first moves decides the game ten plies later, and circles are in the way."""

        repeats = True
        places = 10

        def legal_moves(self, position: Any) -> Any:
            return range(200) if not position.stones else [0, 1]

        def play(self, position: Any, move: int) -> Any:
            is_armed = position.is_armed or (not position.stones and move == 77)
            number = max(0, len(position.stones) - 5) if position.stones and move == 1 else len(position.stones)
            return Armed(tuple(range(number + 1)), is_armed)

        def terminal(self, position: Any) -> pp.Outcome | None:
            return None if len(position.stones) < self.places else "loss" if position.is_armed else "draw"

    game = Arms(lambda stones, _: Armed(stones), lambda _: 0)
    with pytest.raises(pp.RulesError, match="are equal, but terminal gives 'draw' for the first and 'loss' for the second"):
        pp.solve(game)


class Side(enum.Enum):
    X = "X"
    O = "O"  # noqa: E741


@dataclass(frozen=True)
class Chase:
    place: int
    side: Any
    history: tuple[int, ...] = field(default=(), compare=False, repr=False)


@pytest.mark.parametrize("is_plain", [False, True])
@pytest.mark.parametrize("repeats", [False, True])
def test_what_a_history_decides_is_found(is_plain: bool, repeats: bool) -> None:
    class Hides(pp.Game):
        """Play goes round a ring, and ends after 40 plies; or each side goes 6 steps, and the first one decides."""

        def __init__(self) -> None:
            self.repeats = repeats

        def start(self) -> Any:
            return Chase(0, "X" if is_plain else Side.X)

        def to_move(self, position: Any) -> pp.Player:
            player: pp.Player = position.side if is_plain else position.side.value
            return player

        def legal_moves(self, _: Any) -> list[int]:
            return [1, 2]

        def play(self, position: Any, move: int) -> Any:
            other: Any = "O" if self.to_move(position) == "X" else "X"
            place = (position.place + move) % 6 if repeats else position.place + move
            return Chase(place, other if is_plain else Side(other), (*position.history, move))

        def terminal(self, position: Any) -> pp.Outcome | None:
            if repeats:
                return "win" if len(position.history) == 40 else "loss" if position.place == 5 else None
            return None if position.place < 12 else "win" if position.history[0] == 1 else "loss"

    with pytest.raises(pp.RulesError, match="are equal, but terminal gives"):
        pp.solve(Hides())


def test_what_a_position_says_of_its_way_is_no_cost() -> None:
    class Walks(CountDown):
        """The history is not needed, and grows."""

        repeats = True

        def start(self) -> Any:
            return Chase(0, "X")

        def to_move(self, position: Any) -> pp.Player:
            player: pp.Player = position.side
            return player

        def legal_moves(self, _: Any) -> list[int]:
            return [1, 2, 3]

        def play(self, position: Any, move: int) -> Any:
            other = "O" if position.side == "X" else "X"
            return Chase((position.place + move) % 23, other, (*position.history, move))

        def terminal(self, position: Any) -> pp.Outcome | None:
            return "loss" if position.place == 22 else None

    assert pp.solve(Walks()).verify().entries == 46


def test_equal_sets_in_positions_may_print_in_other_orders() -> None:
    @dataclass(frozen=True)
    class Taken:
        cells: frozenset[int]
        side: Side

    class Takes(pp.Game):
        def start(self) -> Any:
            return Taken(frozenset(), Side.X)

        def to_move(self, position: Any) -> pp.Player:
            player: pp.Player = position.side.value
            return player

        def legal_moves(self, position: Any) -> list[int]:
            return [cell for cell in (1, 9, 17) if cell not in position.cells]

        def play(self, position: Any, move: int) -> Any:
            return Taken(frozenset([*position.cells, move]), Side.O if position.side is Side.X else Side.X)

        def terminal(self, position: Any) -> pp.Outcome | None:
            return "loss" if len(position.cells) == 3 else None

    assert pp.solve(Takes()).verify().entries == 8


def test_moves_that_are_no_list_are_refused() -> None:
    class Nothing(CountDown):
        def legal_moves(self, _: Any) -> Any:
            return None

    with pytest.raises(pp.RulesError, match="legal_moves gives None for .*: give a list of moves"):
        pp.solve(Nothing())


def test_the_start_is_always_the_same() -> None:
    starts = itertools.count()

    class Random(CountDown):
        def start(self) -> Any:
            return Count(3 + next(starts) % 2, "X")

    with pytest.raises(pp.RulesError, match="start gives .* and then .*: it always gives the same position"):
        pp.solve(Random())


def test_equal_sets_in_other_orders() -> None:
    class Sets(Places):
        def stones(self, position: Any) -> tuple[int, ...]:
            return tuple(sorted(position))

        def play(self, position: Any, move: int) -> Any:
            return frozenset([*position, 8 * move])

        def legal_moves(self, position: Any) -> list[int]:
            return [place for place in range(2) if 8 * place not in position]

    def make(stones: tuple[int, ...], _: int) -> Any:
        return frozenset(stones)

    first = Sets(make, lambda position: next(iter(position)) // 8)
    with pytest.raises(pp.RulesError, match="terminal gives"):
        pp.solve(first)
    assert pp.solve(Sets(make, lambda _: 0)).verify().entries == 4


def test_a_position_may_be_deep() -> None:
    deep: Any = ()
    for _ in range(2030):
        deep = (deep,)

    def make(stones: tuple[int, ...], _: int) -> Any:
        return stones, deep

    class Deep(Places):
        def stones(self, position: Any) -> tuple[int, ...]:
            stones: tuple[int, ...] = position[0]
            return stones

    assert pp.solve(Deep(make, lambda _: 0)).verify().entries == 4


def test_moves_may_be_equal_to_nothing_but_themselves() -> None:
    class Parts(Nim):
        def legal_moves(self, position: Any) -> Any:
            return [functools.partial(super(Parts, self).play, position, move) for move in super().legal_moves(position)]

        def play(self, position: Any, move: Any) -> Any:
            return move()

        def print_move(self, position: Any, move: Any) -> str:
            return super().print_move(position, move.args[1])

    assert pp.solve(Parts(1, 2, 3)).verify().entries == pp.solve(Nim(1, 2, 3)).verify().entries


def test_numbers_may_be_of_several_types() -> None:
    class Cells(pp.Game):
        """A cell is 1 or True, by the way there."""

        def start(self) -> Any:
            return (0, 0, 0, 0)

        def to_move(self, position: Any) -> pp.Player:
            return "O" if sum(position) % 2 else "X"

        def legal_moves(self, position: Any) -> list[int]:
            return [cell for cell in range(4) if not position[cell]]

        def play(self, position: Any, move: int) -> Any:
            kind: Callable[[int], Any] = bool if sum(position) == 1 else int
            return (*position[:move], kind(1), *position[move + 1 :])

        def terminal(self, position: Any) -> pp.Outcome | None:
            return "loss" if all(position) else None

    assert pp.solve(Cells()).verify().entries == 16


def test_what_a_position_refers_to_is_not_walked_through() -> None:
    """Such as its game, which remembers answers, the position before, and a module."""

    class Remembers(CountDown):
        def start(self) -> Any:
            self.ends: dict[Any, pp.Outcome | None] = {}
            return Hiding(100, None)

        def to_move(self, position: Any) -> pp.Player:
            return "X"

        def legal_moves(self, position: Any) -> list[int]:
            return [move for move in (1, 2) if move <= position.ply]

        def play(self, position: Any, move: int) -> Any:
            return Hiding(position.ply - move, (self, position, functools))

        def terminal(self, position: Any) -> pp.Outcome | None:
            return self.ends.setdefault(position, None if position.ply else "loss")

    assert pp.solve(Remembers()).verify().entries == 101


def test_answers_that_depend_on_what_was_asked_before_are_refused() -> None:
    class Remembers(pp.Game):
        last: Any = None

        def start(self) -> Any:
            return (0, "X")

        def to_move(self, position: Any) -> pp.Player:
            player: pp.Player = position[1]
            return player

        def legal_moves(self, position: Any) -> list[int]:
            return [1] if self.last == position else [1, 2]

        def play(self, position: Any, move: int) -> Any:
            self.last = position
            return (position[0] + move, "O" if position[1] == "X" else "X")

        def terminal(self, position: Any) -> pp.Outcome | None:
            return "loss" if position[0] >= 7 else None

    with pytest.raises(pp.RulesError, match="asked a second time about the position .* legal_moves gives"):
        pp.solve(Remembers())


def test_equal_positions_may_remember_what_they_have_computed() -> None:
    class Cached(CountDown):
        def start(self) -> Any:
            return Cache(3, "X")

        def play(self, position: Any, move: int) -> Any:
            position.__dict__["computed"] = move
            return Cache(position.left - move, "O" if position.player == "X" else "X")

    assert pp.solve(Cached()).verify().entries == 6


@dataclass(frozen=True)
class Cache:
    left: int
    player: pp.Player


def test_an_equality_may_ignore_what_the_rules_do_not_depend_on() -> None:
    class Same(CountDown):
        """Equal positions print alike. ``moved`` is only a memory of the way."""

        def start(self) -> Any:
            return (Count(3, "X"), "X")

        def to_move(self, position: Any) -> pp.Player:
            player: pp.Player = position[1]
            return player

        def legal_moves(self, position: Any) -> list[int]:
            return super().legal_moves(position[0])

        def play(self, position: Any, move: int) -> Any:
            player = "O" if position[1] == "X" else "X"
            return (Count(position[0].left - move, "X", position[0].moved + move), player)

        def terminal(self, position: Any) -> pp.Outcome | None:
            return super().terminal(position[0])

        def print(self, position: Any) -> str:
            return f"{position[0].left} {position[1]}"

    table = pp.solve(Same())
    assert table.verify().entries == 6
    assert table.probe(table.start.key).outcome == "loss"


def test_contradictions_that_the_generator_finds_are_exceptions() -> None:
    class Mixed(Take):
        def terminal(self, position: Any) -> Any:
            return "loss" if position[0] == 0 and position[1] > 0 else super().terminal(position)

    with pytest.raises(pp.RulesError, match="not of the same kind"):
        pp.solve(Mixed())

    class Endless(Walk):
        def terminal(self, position: Any) -> Any:
            return 3 if position == "3O" else None

    with pytest.raises(pp.RulesError, match="points"):
        pp.solve(Endless())
    with pytest.raises(pp.RulesError, match="fastest"):
        pp.solve(Walk(), objective="outcome")

    class Long(pp.Game):
        """A loss after 130 plies, more than a table can hold."""

        def start(self) -> int:
            return 0

        def to_move(self, position: int) -> pp.Player:
            return "X" if position % 2 == 0 else "O"

        def legal_moves(self, position: int) -> list[int]:
            return [1]

        def play(self, position: int, move: int) -> int:
            return position + 1

        def terminal(self, position: int) -> pp.Outcome | None:
            return "loss" if position == 130 else None

    with pytest.raises(pp.SolveError, match="126 plies"):
        pp.solve(Long())


def test_rules_without_end_are_refused() -> None:
    class Endless(Nim):
        def legal_moves(self, position: Any) -> Any:
            return itertools.count()

        def play(self, position: Any, move: Any) -> Any:
            return position

    with pytest.raises(pp.RulesError, match="more than 256 moves"):
        pp.solve(Endless(1))

    class Growing(Nim):
        def play(self, position: Any, move: Any) -> Any:
            return (position[0][0] + 1,), position[1]

        def legal_moves(self, position: Any) -> Any:
            return [1]

    with pytest.raises(pp.SolveError, match="has more than [0-9]+ positions"):
        pp.solve(Growing(1), memory=1 << 20)


def test_a_move_that_loses_in_127_plies_is_taken_for_no_draw() -> None:
    class Ladder(pp.Game):
        """The first move either draws, or leads to a line of play in which the opponent wins in 126 plies."""

        def start(self) -> int:
            return 0

        def to_move(self, position: int) -> pp.Player:
            return "X" if position % 2 == 0 else "O"

        def legal_moves(self, position: int) -> list[str]:
            return ["on", "draw"] if position == 0 else ["on"]

        def play(self, position: int, move: str) -> int:
            return -1 if move == "draw" else position + 1

        def terminal(self, position: int) -> pp.Outcome | None:
            return {127: "loss", -1: "draw"}.get(position)  # type: ignore[return-value]

    with pytest.raises(pp.SolveError, match="126 plies"):
        pp.solve(Ladder())


class Counter:
    """A mutable position."""

    def __init__(self, left: int) -> None:
        self.left = left

    def __hash__(self) -> int:
        return hash(self.left)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Counter) and self.left == other.left

    def __repr__(self) -> str:
        return f"Counter({self.left})"


class OneHash(Counter):
    """The hash does not depend on the mutable part."""

    def __hash__(self) -> int:
        return 1


class Down(pp.Game):
    """The player who cannot count down has lost."""

    repeats = True
    kind: type[Counter] = Counter

    def start(self) -> Any:
        return self.kind(3)

    def to_move(self, position: Any) -> pp.Player:
        return "X" if position.left % 2 else "O"

    def legal_moves(self, position: Any) -> list[int]:
        return [1] if position.left else []

    def play(self, position: Any, move: int) -> Any:
        return self.kind(position.left - move)

    def terminal(self, position: Any) -> pp.Outcome | None:
        return None


@pytest.mark.parametrize("kind", [Counter, OneHash])
@pytest.mark.parametrize("method", ["to_move", "terminal", "legal_moves", "print_move", "play", "blocked"])
@pytest.mark.parametrize("inside", [False, True])
def test_a_position_that_a_method_changes_is_noticed(kind: type[Counter], method: str, inside: bool) -> None:
    class Own(Down):
        """The position is a counter, or a tuple with a counter."""

        def start(self) -> Any:
            return (kind(3),) if inside else kind(3)

    def forwarded(name: str, changes: bool) -> Any:
        def method(self: pp.Game, position: Any, *move: Any) -> Any:
            counter = position[0] if inside else position
            answer = getattr(Down, name)(self, counter, *move)
            if changes and counter.left < 2:
                counter.left = 7
            return (answer,) if inside and name == "play" else answer

        return method

    names = ["to_move", "terminal", "legal_moves", "print_move", "play", "blocked"]
    fair = type("Fair", (Own,), {name: forwarded(name, False) for name in names} | {"kind": kind})()
    assert pp.solve(fair).verify().entries == 4
    changing = type("Changing", (Own,), {name: forwarded(name, name == method) for name in names} | {"kind": kind})()
    with pytest.raises(pp.RulesError, match=rf"{method} changes the position \(?Counter\([01]\)"):
        pp.solve(changing)


def test_a_position_that_is_changed_after_play_gave_it_is_noticed() -> None:
    class Reused(Down):
        kind = OneHash
        one = OneHash(0)

        def legal_moves(self, position: Any) -> list[int]:
            return [1, 2] if position.left == 3 else []

        def play(self, position: Any, move: int) -> Any:
            self.one.left = position.left - move
            return self.one

    with pytest.raises(pp.RulesError, match=r"play changes the position Counter\(2\)"):
        pp.solve(Reused())


def test_a_table_of_it_is_saved_and_opened_with_the_same_rules_alone() -> None:
    solved = pp.solve(Nim(1, 2, 3))
    solved.save("nim.perfect")
    again = pp.open("nim.perfect", game=Nim(1, 2, 3))
    assert again.game == solved.game == "graph:nim1-2-3.jsonl"
    assert again.verify().entries == 40
    for position in solved.positions():
        assert again.probe(position) == solved.probe(position)
    before = Path("nim.perfect").read_bytes()
    again.save("again.perfect")
    assert Path("again.perfect").read_bytes() == before

    class Other(Nim):
        def terminal(self, position: Any) -> Any:
            return None if any(position[0]) else "win"

    with pytest.raises(pp.TableError, match="nim2-2"):
        pp.open("nim.perfect", game=Nim(2, 2))
    with pytest.raises(pp.TableError, match="other rules"):
        pp.open("nim.perfect", game=Other(1, 2, 3))
    with pytest.raises(pp.TableError, match="needs the file with the rules of its game"):
        pp.open("nim.perfect")
    pp.tictactoe.save("tictactoe.perfect")
    with pytest.raises(pp.TableError, match="tictactoe"):
        pp.open("tictactoe.perfect", game=Nim(1))


def test_with_its_rules_beside_it_a_table_is_opened_without_the_class() -> None:
    game = Nim(1, 2)
    solved = pp.solve(game)
    solved.save("nim.perfect")
    assert game.write_rules(".") == Path("nim1-2.jsonl")
    assert sorted(path.name for path in Path(".").iterdir()) == ["nim.perfect", "nim1-2.jsonl"]
    opened = pp.open("nim.perfect")
    for position in solved.positions():
        by_text, own = opened.probe(repr(position)), solved.probe(position)
        assert (by_text.outcome, by_text.remoteness) == (own.outcome, own.remoteness)
    assert pp.solve("graph:nim1-2.jsonl").verify().entries == opened.verify().entries == len(solved.positions())
    with pytest.raises(FileNotFoundError, match="'nowhere.?'$"):
        game.write_rules("nowhere")


@pytest.mark.skipif(os.name != "posix", reason="Windows has no umask")
def test_the_files_of_rules_and_tables_may_be_read_by_the_same_people() -> None:
    game = Nim(1, 2)
    before = os.umask(0o027)
    try:
        path = game.write_rules(".")
        pp.solve(game).save("nim.perfect")
        assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(Path("nim.perfect").stat().st_mode) == 0o640
        path.chmod(0o604)
        game.write_rules(".")
        assert stat.S_IMODE(path.stat().st_mode) == 0o604
    finally:
        os.umask(before)


def test_a_table_of_it_is_exported() -> None:
    table = pp.solve(Nim(1, 2))
    module: dict[str, Any] = {"__name__": "exported"}
    exec(table.export("python"), module)
    for code, position in enumerate(table.positions()):
        assert table.position(position).code == code
        best = table.probe(position).best_move
        legal = table.position(position).legal_moves
        assert module["best_move"](code) == (None if best is None else legal.index(best))
    for language in ("c", "js", "json"):
        assert "nim1-2" in table.export(language)


def test_positions_that_are_not_the_games_have_no_entry() -> None:
    table = pp.solve(Nim(1, 2))
    for ask in (table.values, table.optimal_mask, table.move_values):
        with pytest.raises(pp.PositionError, match="not hashable"):
            ask([[1]])
    values = table.values([((9, 9), "X"), table.start, 7, None])
    assert (values == pp.NO_ENTRY).tolist() == [True, False, True, True]
    assert table.values([]).shape == (0,)
    with pytest.raises(pp.NoEntryError):
        table.probe(((9, 9), "X"))
    with pytest.raises(pp.PositionError, match="not legal"):
        table.start.play((0, 5))


def test_what_is_no_game_is_refused() -> None:
    for wrong in (Nim, 3, None, b"tictactoe"):
        with pytest.raises(TypeError, match="name or an instance"):
            pp.solve(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        pp.Game()  # type: ignore[abstract]
    with pytest.raises(pp.SolveError, match="bytes of memory"):
        pp.solve(Nim(5, 5, 5), memory=1000)
