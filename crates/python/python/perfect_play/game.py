"""Games of your own, written in Python."""

from __future__ import annotations

import copyreg
import itertools
import json
import marshal
import os
import secrets
import shutil
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from ._native import free_memory
from .errors import RulesError, SolveError
from .progress import Progress, shown
from .words import Move, Outcome, Player

MAX_MOVES = 256
"""The most moves that a position can have."""

BYTES_A_POSITION = 600
"""About how many bytes of memory a position takes, besides its line of the graph."""


MAX_LOOKS = 1 << 14
"""How many positions of a small game are looked at again; of a large one it is a quarter."""

MAX_LOOKS_A_POSITION = 1 << 8
"""How many times as many as the positions of a very small game."""

MIN_SECONDS = 2.0
"""Looking at positions again ends after this time, or after half of the time in which they were found if this is longer."""

MAX_PLIES = 1 << 9
"""The plies of a game that is played at random."""

MAX_MARKS = 1 << 6
"""How many variants of equal positions are looked at."""

MAX_PARTS = 1 << 12
"""The most parts of a position, and the longest part, that are looked at to find out whether it consists of numbers and texts."""


class Game(ABC):
    """A two-player game in Python: derive from this class and write five methods. ``pp.solve(MyGame())`` solves the game.

    A position is any hashable value. It contains everything that the rules depend on, including the player to move. Two
    positions are the same if they are equal, so equality must not ignore anything that the rules or the text depend on (as
    ``field(compare=False)`` of a dataclass does). A move is any hashable value. The moves of a position must differ, and must
    have different texts (:meth:`print_move`).

    ``solve`` finds the positions by playing on from the start, and calls each method once for each position. So the rules may
    be slow. They must always give the same answers, and must not change a position. (To notice such changes, positions that
    are not numbers, texts, or tuples of them, are printed after each method. At the end, the game is played at random and
    explored again in other orders, for at most two seconds or half of the time until then. The answers are compared with the
    first ones, also of positions that equal a known one and may hide a difference from it. So rules must not keep the answers
    for positions, such as with ``functools.cache``.) An exception of a method ends ``solve`` and is passed on.

    >>> import perfect_play as pp
    >>> class Nim(pp.Game):
    ...     '''Three heaps of stones. The player who takes the last stone wins.'''
    ...     def start(self):
    ...         return (1, 2, 3), "X"
    ...     def to_move(self, position):
    ...         return position[1]
    ...     def legal_moves(self, position):
    ...         return [(heap, n) for heap, stones in enumerate(position[0]) for n in range(1, stones + 1)]
    ...     def play(self, position, move):
    ...         heaps, player = list(position[0]), position[1]
    ...         heaps[move[0]] -= move[1]
    ...         return tuple(heaps), "O" if player == "X" else "X"
    ...     def terminal(self, position):
    ...         return None if any(position[0]) else "loss"
    >>> table = pp.solve(Nim())
    >>> table.verify().entries
    40
    >>> entry = table.probe(((0, 2, 3), "O"))
    >>> entry.outcome, entry.optimal_moves
    ('win', ((2, 1),))
    """

    @property
    def name(self) -> str:
        """The game's name, which its tables contain. Defaults to the name of the class in small letters."""
        return type(self).__name__.lower()

    repeats: bool = False
    """Whether play can repeat a position. If so, a position in which neither player can force an end is a draw without end. A
    game that repeats positions although this is ``False`` is refused."""

    @abstractmethod
    def start(self) -> Any:
        """The start position."""

    @abstractmethod
    def to_move(self, position: Any) -> Player:
        """The player to move: ``"X"`` or ``"O"``. If the game is over, the player who would be to move."""

    @abstractmethod
    def legal_moves(self, position: Any) -> Iterable[Move]:
        """The legal moves, at most 256, in the same order on every run. It is not called if the game is over."""

    @abstractmethod
    def play(self, position: Any, move: Move) -> Hashable:
        """The position after a legal move. It must not change ``position``."""

    @abstractmethod
    def terminal(self, position: Any) -> Outcome | int | None:
        """How the game ended here for the side to move: ``"win"``, ``"draw"`` or ``"loss"``. In a game that is played for
        points: the points by which the side to move is ahead, from -127 to 127. ``None`` if the game is not over."""

    def blocked(self, position: Any) -> Outcome | int:
        """How the game ends for the side to move if it has no legal move and :meth:`terminal` gives ``None``."""
        return "loss"

    def print(self, position: Any) -> str:
        """The position as text of one line. Defaults to its ``repr``. Different positions must have different texts, and the text
        must be the same on every run."""
        return repr(position)

    def print_move(self, position: Any, move: Move) -> str:
        """A legal move as text without spaces. Defaults to its ``str``."""
        return "".join(str(move).split())

    def write_rules(self, folder: str | os.PathLike[str]) -> Path:
        """Writes the rules to ``NAME.jsonl`` in a folder, with one position per line. If this file is beside a table, the program
        ``perfect-play`` and :func:`open` read the table without the class."""
        # If there is no such folder, the error names it, and not the temporary file.
        os.stat(os.path.join(os.fspath(folder) or os.curdir, ""))
        explored = explore(self, None, False)
        path = Path(folder) / explored.name
        # Not a file of `tempfile`: only its owner may read such a file, whatever the umask is.
        temporary = path.with_name(f"{explored.name}.{secrets.token_hex(4)}.temporary")
        try:
            with open(temporary, "xb") as file:
                file.write(explored.lines)
            if path.exists():
                shutil.copymode(path, temporary)
            os.replace(temporary, path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        return path


@dataclass(frozen=True)
class Explored:
    """The positions of a game, found by playing on from the start. Each position has a number."""

    game: Game
    name: str
    """The name of the file of the rules."""
    positions: list[Any]
    numbers: dict[Any, int]
    moves: list[tuple[Move, ...]]
    """By the number of the position."""
    lines: bytes
    """The rules as a graph, with one position per line."""


def explore(game: Game, memory: int | None, progress: Progress) -> Explored:
    """Finds all positions from the start. It calls each method once for each position, and then again for some. The positions
    may take ``memory`` bytes, or all free memory."""
    memory = free_memory() if memory is None else memory
    with shown(progress, f"finding the positions of {game.name}") as report:
        began = monotonic()
        exploring = _Exploring(game)
        exploring.add(game.start())
        for number, position in enumerate(exploring.positions):
            exploring.look_at(number, position)
            if report is not None and number % 1024 == 0:
                report(number, len(exploring.positions))
            if exploring.bytes > memory:
                raise SolveError(
                    f"{game.name} has more than {len(exploring.positions)} positions, which take more than {memory} bytes of "
                    "memory: allow more, or write the rules in Rust"
                )
        exploring.look_again(max(MIN_SECONDS, (monotonic() - began) / 2))
    if not game.repeats:
        exploring.refuse_circles()
    return exploring.explored()


def _consists_of(value: object, containers: tuple[type, ...]) -> bool:
    """Whether a value consists of numbers and texts in such containers."""
    parts = [value]
    for _ in range(MAX_PARTS):
        if not parts:
            return True
        part = parts.pop()
        if type(part) in containers:
            parts.extend(part)  # type: ignore[arg-type]
            if isinstance(part, dict):
                parts.extend(part.values())
        elif type(part) not in (bool, bytes, float, int, str, type(None)):
            return False
        elif type(part) in (bytes, str) and len(part) > MAX_PARTS:  # type: ignore[arg-type]
            return False
    return False


def _can_change(value: object) -> bool:
    """Whether a value may be mutable: it contains more than numbers, texts, and tuples of them."""
    return not _consists_of(value, (tuple, frozenset))


def _mark(position: Any) -> bytes | None:
    """The numbers and texts of which a position consists, also those at which ``==`` does not look. None if there is more."""
    try:
        if _can_change(position):
            make, arguments, *rest = position.__reduce_ex__(2)
            position = type(position).__qualname__, arguments[1:], tuple(rest)
            # The first argument of this function is the type.
            if make is not copyreg.__newobj__ or not _consists_of(position, (tuple, frozenset, dict)):  # type: ignore[attr-defined]
                return None
        # `marshal` tells 1, 1.0 and True apart, and 0.0 and -0.0. Version 0 does not depend on which parts are one object.
        return marshal.dumps(position, 0)
    except Exception:
        return None  # a position may have methods of its own, or be too deep


class _Exploring:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.name = f"{game.name}.jsonl"
        is_name = isinstance(game.name, str) and game.name.isprintable() and game.name == game.name.strip()
        if not game.name or not is_name or Path(self.name).name != self.name or "\\" in self.name:
            raise RulesError(f"{game.name!r} cannot be the name of a game: tables are written for a file of this name")
        self.positions: list[Any] = []
        self.numbers: dict[Any, int] = {}
        self.can_change: list[bool] = []
        self.texts: list[str] = []
        self.with_text: dict[str, int] = {}
        self.moves: list[tuple[Move, ...]] = []
        self.children: list[tuple[int, ...]] = []
        self.lines: list[str] = []
        self.bytes = 0
        self.until = 0.0
        """When looking at positions again ends."""

    def add(self, position: Any) -> int:
        """The number of a position. A new position gets a new number."""
        number = self.number(position, len(self.positions))
        if number == len(self.positions):
            self.numbers[position] = number
            self.positions.append(position)
            self.can_change.append(_can_change(position))
            self.texts.append(self.text(position, number))
        return number

    def number(self, position: Any, unknown: int) -> int:
        try:
            return self.numbers.get(position, unknown)
        except TypeError as error:
            raise RulesError(f"the position {position!r} is not hashable: use tuples, not lists") from error

    def text(self, position: Any, number: int) -> str:
        text = self.game.print(position)
        if not isinstance(text, str) or not text or not text.isprintable() or text != text.strip():
            raise RulesError(
                f"the position {position!r} prints as {text!r}: write print() so that it gives a text of one line, which "
                "does not begin or end with a space"
            )
        if f"at 0x{id(position):x}" in text:
            raise RulesError(f"the position prints as {text}, which is another text on each run: write print()")
        other = self.with_text.setdefault(text, number)
        if other != number:
            raise RulesError(
                f"two positions print as {text!r}: {self.positions[other]!r} and {position!r}. Write print() so that all "
                "texts differ, and __eq__ and __hash__ so that equal positions are the same"
            )
        return text

    def look_at(self, number: int, position: Any) -> None:
        """Calls the methods of the rules for a position."""
        game, text = self.game, self.texts[number]
        self.refuse_change("play", number)
        to_move = game.to_move(position)
        self.refuse_change("to_move", number)
        if not isinstance(to_move, str) or to_move not in ("X", "O"):
            raise RulesError(f"to_move gives {to_move!r} for {text}: it is \"X\" or \"O\"")
        end = game.terminal(position)
        self.refuse_change("terminal", number)
        moves: dict[str, int] = {}
        legal: tuple[Move, ...] = ()
        if end is None:
            legal = self.legal_moves(position)
            self.refuse_change("legal_moves", number)
            if len(legal) > MAX_MOVES:
                raise RulesError(f"{text} has more than {MAX_MOVES} moves, and no more are possible")
            labels = self.labels(position, text, legal)
            self.refuse_change("print_move", number)
            for move, label in zip(legal, labels, strict=True):
                moves[label] = self.add(game.play(position, move))
            self.refuse_change("play", number)
            if not legal:
                end = game.blocked(position)
                self.refuse_change("blocked", number)
        line: dict[str, object] = {"position": text, "to_move": to_move}
        if end is None:
            line["moves"] = {label: self.texts[child] for label, child in moves.items()}
        else:
            line.update(self.end(text, end))
        written = json.dumps(line, ensure_ascii=False)
        self.lines.append(written)
        self.bytes += BYTES_A_POSITION + 4 * len(written)
        self.moves.append(legal)
        self.children.append(tuple(moves.values()))

    def look_again(self, seconds: float) -> None:
        """Refuses rules whose answers depend on more than the position, and an equality that ignores something that the rules
        depend on."""
        size, self.until = len(self.positions), monotonic() + seconds
        looks = max(size // 4, min(MAX_LOOKS, MAX_LOOKS_A_POSITION * size))
        random = Random(0)
        ways = itertools.cycle((self.play_at_random(random), self.explore_again(random)))
        for way in itertools.islice(ways, looks):
            next(way)
            if monotonic() > self.until:
                return

    def started(self) -> Any:
        start = self.game.start()
        if self.number(start, -1) != 0:
            raise RulesError(f"start gives {self.positions[0]!r} and then {start!r}: it always gives the same position")
        return start

    def play_at_random(self, random: Random) -> Iterator[None]:
        """Plays games from the start, without an end, and pauses after each look at a position. In every second game it avoids
        ends, because something may be hidden that matters only after many plies."""
        for game_number in itertools.count():
            position = self.started()
            for _ in range(MAX_PLIES):
                children = self.refuse_difference(position, random)
                yield
                if game_number % 2:
                    children = [child for child in children if self.children[self.numbers[child]]] or children
                if not children:
                    break
                position = random.choice(children)

    def explore_again(self, random: Random) -> Iterator[None]:
        """Explores the game in random orders, without an end, and pauses after each look at a position."""
        marks: dict[int, set[bytes]] = {}

        def is_new(number: int, position: Any) -> bool:
            """Whether it can be seen that no position that equals this one consists of the same."""
            mark, known = _mark(position), marks.setdefault(number, set())
            if mark is None or mark in known or len(known) == MAX_MARKS:
                return False
            known.add(mark)
            return True

        while True:
            seen = bytearray(len(self.positions))
            todo = [self.started()]
            while todo:
                at = random.randrange(len(todo))
                todo[at], todo[-1] = todo[-1], todo[at]
                position = todo.pop()
                for child in self.refuse_difference(position, random):
                    number = self.numbers[child]
                    if is_new(number, child) or not seen[number]:
                        seen[number] = 1
                        todo.append(child)
                if random.randrange(8) == 0:
                    self.refuse_difference(position, random)  # rules may remember the last question
                yield

    def refuse_difference(self, position: Any, random: Random) -> list[Any]:
        """Refuses rules whose answers about a position differ from those about the known one that it equals. It plays the moves
        in any order, and gives the children."""
        game, number = self.game, self.numbers[position]
        known = self.positions[number]
        line = json.loads(self.lines[number])

        def compare(method: str, first: object, second: object, are_same: bool) -> None:
            if are_same:
                return
            mark = _mark(position)
            if position is known or (mark is not None and mark == _mark(known)):
                raise RulesError(
                    f"asked a second time about the position {self.texts[number]}, {method} gives {second!r} in place of "
                    f"{first!r}: the answers may depend on nothing but the position"
                )
            advice = "" if method != "print" else ", or print() so that it gives the same text for both"
            raise RulesError(
                f"{known!r} and {position!r} are equal, but {method} gives {first!r} for the first and {second!r} for the "
                "second: write __eq__ and __hash__ so that they include everything that the rules and the text depend on (in a "
                f"dataclass, without compare=False){advice}"
            )

        to_move = game.to_move(position)
        compare("to_move", line["to_move"], to_move, line["to_move"] == to_move)
        # The `repr` of 1 and True differs, and nothing else may.
        if type(game).print is not Game.print or self.can_change[number]:
            text = game.print(position)
            # Equal sets print in another order.
            compare("print", self.texts[number], text, sorted(self.texts[number]) == sorted(text))
        end = game.terminal(position)
        first = line.get("outcome", line.get("score"))
        if end is not None:
            compare("terminal", first, end, first == end)
            return []
        compare("terminal", first, end, "moves" in line or game.terminal(known) is None)
        moves = self.legal_moves(position)
        if "moves" not in line:
            compare("legal_moves", (), moves, not moves)
            end = game.blocked(position)
            compare("blocked", first, end, first == end)
            return []
        labels = {game.print_move(position, move): move for move in moves}
        are_same = labels.keys() == line["moves"].keys() and len(labels) == len(moves)
        compare("legal_moves", self.moves[number], moves, are_same)
        children = []
        to_play = list(zip(line["moves"], self.children[number], strict=True))
        random.shuffle(to_play)
        for label, child_number in to_play:
            if monotonic() > self.until:
                break
            child = game.play(position, labels[label])
            compare("play", self.positions[child_number], child, self.number(child, -1) == child_number)
            children.append(child)
        return children

    def refuse_change(self, method: str, number: int) -> None:
        """Refuses rules with a method that changed a position."""
        if not self.can_change[number]:
            return
        position, text = self.positions[number], self.texts[number]
        if self.numbers.get(position) != number or self.game.print(position) != text:
            raise RulesError(f"{method} changes the position {text}: no method may do that, and `play` returns a new position")

    def legal_moves(self, position: Any) -> tuple[Move, ...]:
        """The legal moves, and one more than are possible if there are more."""
        moves = self.game.legal_moves(position)
        if not isinstance(moves, Iterable):
            raise RulesError(f"legal_moves gives {moves!r} for {self.game.print(position)}: give a list of moves")
        return tuple(itertools.islice(moves, MAX_MOVES + 1))

    def labels(self, position: Any, text: str, moves: tuple[Move, ...]) -> list[str]:
        """The texts of the moves of a position."""
        labels: dict[str, None] = {}
        by_move: dict[Move, str] = {}
        for move in moves:
            label = self.game.print_move(position, move)
            if not isinstance(label, str) or not label or not label.isprintable() or " " in label:
                raise RulesError(f"the move {move!r} of {text} prints as {label!r}: write print_move() without spaces")
            if label in labels:
                raise RulesError(f"two moves of {text} print as {label!r}: each has a text of its own")
            labels[label] = None
            try:
                other = by_move.setdefault(move, label)
            except TypeError as error:
                raise RulesError(f"the move {move!r} of {text} is not hashable: use tuples, not lists") from error
            if other != label:
                raise RulesError(f"two moves of {text} are equal, and print as {other!r} and {label!r}: give moves that differ")
        return list(labels)

    def end(self, text: str, end: object) -> dict[str, object]:
        if isinstance(end, str) and end in ("win", "draw", "loss"):
            return {"outcome": end}
        if isinstance(end, int) and not isinstance(end, bool) and -127 <= end <= 127:
            return {"score": end}
        raise RulesError(
            f"the end of {text} is {end!r}: it is \"win\", \"draw\" or \"loss\" for the side to move, or points from -127 to "
            "127, or None if the game is not over"
        )

    def refuse_circles(self) -> None:
        """Refuses rules that let play repeat a position. It searches depth-first from every position."""
        on_the_way, done = 1, 2
        seen = bytearray(len(self.positions))
        way = [(0, iter(self.children[0]))]
        seen[0] = on_the_way
        while way:
            number, rest = way[-1]
            child = next(rest, None)
            if child is None:
                seen[number] = done
                way.pop()
            elif seen[child] == on_the_way:
                numbers = [number for number, _ in way]
                circle = numbers[numbers.index(child) :] + [child]
                texts = [self.texts[number] for number in circle]
                if len(texts) > 10:
                    texts[5:-5] = ["…"]
                raise RulesError(
                    f"play of {self.game.name} comes back to a position: {' -> '.join(texts)}. If that is meant, write "
                    "`repeats = True`"
                )
            elif not seen[child]:
                seen[child] = on_the_way
                way.append((child, iter(self.children[child])))

    def explored(self) -> Explored:
        lines = "".join(f"{line}\n" for line in self.lines).encode()
        return Explored(self.game, self.name, self.positions, self.numbers, self.moves, lines)
