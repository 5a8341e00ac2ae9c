"""Tables: solved, opened, probed and proven."""

from __future__ import annotations

import os
from collections.abc import Iterator
from html import escape
from pathlib import Path
from pickle import PicklingError
from typing import Any, Literal, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from . import _native
from .entry import Entry, MoveValue
from .errors import NoEntryError, PositionError, TableError
from .game import Explored, Game, explore
from .position import Position
from .progress import Progress, shown
from .words import Move, Objective

Language: TypeAlias = Literal["c", "python", "js", "json"]
"""What a table is exported to."""

_NO_CODE = np.uint64(2**64 - 1)
_BATCH = 1 << 16
_MOST_THREADS = 1024


def solve(
    game: str | Game,
    *,
    objective: Objective = "fastest",
    progress: Progress = None,
    threads: int | None = None,
    memory: int | None = None,
) -> Table:
    """Solves a game in memory. Ctrl-C ends it.

    Args:
        game: The name of a built-in game, such as ``"tictactoe"``, ``"mnk:4,4,4"``, ``"connect:5,4,4"`` (columns, rows, how
            many in a row) or ``"hex:3"``, as the program's command ``games`` lists them; ``"graph:FILE"``, a game as a file;
            or a :class:`Game` of your own.
        objective: Which moves the table calls optimal: those that also win soonest and lose latest (``"fastest"``), or all
            that keep the outcome (``"outcome"``).
        progress: ``None`` shows progress after a second on a terminal or in a notebook; ``True`` and ``False`` say whether to
            show it. A function is called with how much is done, and of how much; what it raises ends the solve.
        threads: How many threads do the work: as many as there are cores, unless you say so.
        memory: At most so many bytes: what is free, unless you say so.

    Raises:
        RulesError: There is no such game, or its rules contradict themselves.
        SolveError: It is too large.

    >>> import perfect_play as pp
    >>> table = pp.solve("connect:4,4,3")
    >>> table
    Table('connect:4,4,3', objective='fastest')
    >>> table.probe("").outcome
    'win'
    """
    _check_count("threads", threads, _MOST_THREADS)
    _check_count("memory", memory)
    if isinstance(game, str):
        with shown(progress, f"solving {game}") as report:
            return Table(_native.solve(game, objective, memory, threads, report))
    if not isinstance(game, Game):
        raise TypeError(f"a game is a name or an instance of a class derived from Game, not {game!r}")
    rules = explore(game, memory, progress)
    with shown(progress, f"solving {game.name}") as report:
        native = _native.solve_graph(rules.name, rules.lines, objective, memory, threads, report)
    return Table(native, explored=rules)


def _check_count(what: str, count: int | None, most: int = 2**63 - 1) -> None:
    if count is not None and (not isinstance(count, int) or isinstance(count, bool) or not 0 < count <= most):
        raise ValueError(f"{what} is {count!r}: it is a number from 1 to {most}, or None")


def open(path: str | os.PathLike[str], *, game: Game | None = None) -> Table:
    """Opens a ``.perfect`` file, or a folder of them. It is checked to be whole, and not proven: :meth:`Table.verify` does
    that.

    Args:
        path: The file.
        game: The rules, if the table is one of a game of your own. Without them its positions are texts, and
            ``NAME.jsonl`` (:meth:`Game.write_rules`) must be beside it.

    Raises:
        OSError: The file cannot be read.
        TableError: It is no table, is damaged, or is a table of another game.
    """
    path = Path(path)
    # This says best what is wrong with a path.
    os.stat(path)
    if game is None:
        return Table(_native.open(path), path=path)
    rules = explore(game, None, False)
    return Table(_native.open(path, (rules.name, rules.lines)), explored=rules, path=path)


class Table:
    """A strong solution: the value of each position of a game, and with it the optimal moves.

    :func:`solve` and :func:`open` make one. A position is given as a :class:`Position`, as text (``"XO..X...."``; where marks
    fall also the columns played, ``"2233"``), as a code, or as an array of cells. In a game of your own it is given as the
    game has it, or as a :class:`Position`.

    **Arrays.** :meth:`values`, :meth:`move_values` and :meth:`optimal_mask` take any number of positions, without the
    interpreter's lock and on all cores:

    * of boards (``mnk``, ``connect``) an array of integers of shape (n, cells) or (n, rows, columns): 0 empty, 1 X, 2 O, row by
      row from the top left;
    * an array of integers of shape (n,): codes;
    * a list of texts, or of :class:`Position`;
    * in a game of your own a list of positions as the game has them.

    Values are ``int8``, seen by the side to move. More is better: 127 - n is a win in n plies, 0 a draw, n - 127 a loss in n
    plies. In a game that is played for points it is the points. ``NO_ENTRY`` (-128) stands for what is no position and for what
    play does not lead to. :func:`outcomes` and :func:`remoteness` take values apart.

    A table can be used by many threads at once, pickled, and used in a process that was forked. The pickle of an opened table
    names its file: if that is by then one of another game, unpickling raises :class:`TableError`.
    """

    def __init__(self, native: _native.Table, *, explored: Explored | None = None, path: Path | None = None) -> None:
        self._native = native
        self._explored = explored
        self._path = None if path is None else path.absolute()

    @property
    def game(self) -> str:
        """The game's name. That of a game of your own is ``graph:NAME.jsonl``."""
        return self._native.game

    @property
    def objective(self) -> Objective:
        """Which moves the table calls optimal."""
        return self._native.objective

    @property
    def is_for_points(self) -> bool:
        """Whether the game is played for points, so that values are points."""
        return self._native.is_for_points

    @property
    def shape(self) -> tuple[int, int] | None:
        """Rows and columns of the board; ``None`` if the game is not one of marks on a board."""
        shape = self._native.shape
        return None if shape is None else (shape[1], shape[0])

    @property
    def moves_are_columns(self) -> bool:
        """Whether marks fall, so that a move is a column, from 1 at the left."""
        return self._native.moves_are_columns

    @property
    def start(self) -> Position:
        """The position in which play begins."""
        return Position(self, self._native.start())

    def position(self, of: Any) -> Position:
        """A position, however it is given.

        Raises:
            PositionError: It is no position of the game.
            NoEntryError: In a game of your own: play does not lead to it.

        >>> import perfect_play as pp
        >>> table = pp.solve("connect:4,3,3")
        >>> table.position("2233") == table.position("..../.OO./.XX.") == table.start.play(2).play(2).play(3).play(3)
        True
        """
        if isinstance(of, Position):
            if of._table is self:
                return of
            if not self._is_alike(of._table):
                others = of._table.game if of._table.game != self.game else "another game of this name"
                raise PositionError(f"the position is one of {others}, and the table is one of {self.game}")
            return Position(self, of._native)
        if self._explored is not None:
            return Position(self, self._native.of_code(self._code_of_own(of)))
        if isinstance(of, str):
            return Position(self, self._native.parse(of))
        if isinstance(of, (int, np.integer)) and not isinstance(of, bool):
            if not 0 <= of < 2**64:
                raise PositionError(f"{of} is no code of {self.game}")
            return Position(self, self._native.of_code(int(of)))
        if self.shape is None:
            raise PositionError(f"a position of {self.game} is a text or a code, not {of!r}")
        cells = np.asarray(of)
        arranged = self._boards(cells.reshape((1, *cells.shape)))
        return Position(self, self._native.of_cells(arranged[0]))

    def _code_of_own(self, of: Any) -> int:
        """In a game of your own: the code of a position."""
        assert self._explored is not None
        try:
            code = self._explored.numbers.get(of)
        except TypeError:
            raise PositionError(f"{of!r} is no position of {self.game}: it is not hashable") from None
        if code is None:
            raise NoEntryError(f"play does not lead to {of!r}")
        return code

    def probe(self, position: Any) -> Entry:
        """What the table says of a position.

        Raises:
            PositionError: It is no position of the game.
            NoEntryError: No play leads to it.
            TableError: The table cannot be read: its file is damaged.

        >>> import perfect_play as pp
        >>> pp.tictactoe.probe("XX.OO....")
        Entry(outcome='win', remoteness=1, optimal_moves=[2], moves={2: 'win in 1', 5: 'draw in 5', 6: 'loss in 2', 7: 'loss in 2', 8: 'loss in 2'})
        X X 2
        O O 5
        6 7 8
        X to move
        """
        position = self.position(position)
        outcome, remoteness, score, optimal, moves = self._native.probe(position._native)
        own = None if self._explored is None else self._explored.moves[position._index()]
        named: list[Move] = list(range(self._native.move_numbers)) if own is None else list(own)
        return Entry(
            position,
            outcome,
            remoteness,
            score,
            tuple(named[number] for number in optimal),
            {named[number]: MoveValue(of, plies, points) for number, of, plies, points in moves},
        )

    def values(self, boards: Any) -> npt.NDArray[np.int8]:
        """The value of each position. The documentation of the class says what positions and values are.

        >>> import perfect_play as pp
        >>> pp.tictactoe.values([[0] * 9, [1, 2, 0, 0, 1, 0, 0, 0, 0], [1] * 9])
        array([   0, -123, -128], dtype=int8)
        """
        return self._native.values(self._positions(boards))

    def move_values(self, boards: Any) -> npt.NDArray[np.int8]:
        """What each move of each position is worth to the side to move: an array of shape (n, moves), whose columns are the
        numbers of the moves. Where a move is not legal, and where there is no entry, it is ``NO_ENTRY``.

        In a game of your own, column i is move i of the position's legal moves.

        >>> import perfect_play as pp
        >>> pp.tictactoe.move_values(["XX.OO...."])
        array([[-128, -128,  126, -128, -128,    0, -125, -125, -125]], dtype=int8)
        """
        return self._native.move_values(self._positions(boards))

    def optimal_mask(self, boards: Any) -> npt.NDArray[np.bool_]:
        """Which moves of each position are optimal: an array of shape (n, moves), whose columns are as in
        :meth:`move_values`. Where the game is over, and where there is no entry, none is.

        >>> import numpy as np
        >>> import perfect_play as pp
        >>> np.flatnonzero(pp.tictactoe.optimal_mask(["XX.OO...."])[0]).tolist()
        [2]
        """
        return self._native.optimal_mask(self._positions(boards))

    @overload
    def positions(self, batch: None = None) -> npt.NDArray[Any]: ...

    @overload
    def positions(self, batch: int) -> Iterator[npt.NDArray[Any]]: ...

    def positions(self, batch: int | None = None) -> npt.NDArray[Any] | Iterator[npt.NDArray[Any]]:
        """All positions that play leads to: of boards an array of their cells, of shape (n, cells); of other games of their
        codes; of a game of your own of the positions themselves. With ``batch``: an iterator over such arrays of so many
        positions, for tables whose positions do not fit memory.

        >>> import perfect_play as pp
        >>> pp.tictactoe.positions().shape
        (5478, 9)
        >>> sum(len(boards) for boards in pp.tictactoe.positions(batch=1000))
        5478
        """
        if batch is not None:
            _check_count("batch", batch)
            return self._batches(batch)
        batches = list(self._batches(_BATCH))
        return np.concatenate(batches)

    def _batches(self, batch: int) -> Iterator[npt.NDArray[Any]]:
        for some in self._native.positions(batch):
            if self._explored is None:
                yield some
                continue
            own = np.empty(len(some), dtype=object)
            for place, code in enumerate(some.tolist()):
                own[place] = self._explored.positions[code]
            yield own

    def verify(self, *, progress: Progress = None, threads: int | None = None) -> int:
        """Proves the table from the rules alone: no value is better than the moves say, and one move is as good. Gives how
        many entries were proven.

        Raises:
            TableError: What is wrong with the table.
        """
        _check_count("threads", threads, _MOST_THREADS)
        with shown(progress, f"proving {self.game}") as report:
            entries, wrong = self._native.verify(threads, report)
        if wrong:
            more = "" if len(wrong) == 1 else f" (and {len(wrong) - 1} more)"
            raise TableError(f"the table of {self.game} is wrong: {wrong[0]}{more}")
        return entries

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the table to a ``.perfect`` file, whole or not at all. The same table gives the same bytes."""
        self._native.save(path)

    def export(self, language: Language) -> str:
        """A small table as a file of another language: a C header, a Python module, an ES module, or JSON.

        >>> import perfect_play as pp
        >>> "def best_move" in pp.tictactoe.export("python")
        True
        """
        return self._native.export(language)

    def _positions(self, boards: Any) -> npt.NDArray[Any]:
        """Positions as the native part takes them: cells of boards, or codes."""
        if isinstance(boards, (str, bytes, Position)):
            raise TypeError("give a list of positions; for one, use `probe`")
        if self._explored is not None:
            return self._own(boards)
        if isinstance(boards, (list, tuple)) and any(isinstance(of, (str, Position)) for of in boards):
            if all(isinstance(of, str) for of in boards):
                return self._native.parse_all(list(boards))
            positions = [self.position(of) for of in boards]
            if self.shape is None:
                return np.array([of.code for of in positions], dtype=np.uint64)
            return np.array([self._native.cells(of._native) for of in positions], dtype=np.uint8)
        array = np.asarray(boards)
        if array.dtype.kind == "U" and array.ndim == 1:
            return self._native.parse_all(array.tolist())
        if array.size == 0 and array.ndim == 1:
            return np.empty(0, dtype=np.uint64)
        if array.dtype.kind not in "iu":
            raise TypeError(f"boards are arrays of integers, and these are of {array.dtype}: see the documentation of Table")
        if array.ndim != 1:
            return self._boards(array)
        if array.dtype.kind == "i" and array.min() < 0:
            raise ValueError(f"boards[{int(np.argmin(array))}] is {array.min()}: no code is below 0")
        return np.ascontiguousarray(array, dtype=np.uint64)

    def _own(self, boards: Any) -> npt.NDArray[np.uint64]:
        """In a game of your own: codes."""

        def code(of: Any) -> int:
            try:
                return self.position(of)._index()
            except NoEntryError:
                return int(_NO_CODE)

        return np.fromiter((code(of) for of in boards), dtype=np.uint64)

    def _boards(self, array: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
        """Boards as rows of cells."""
        if self.shape is None:
            raise TypeError(f"positions of {self.game} have no cells: give codes or texts")
        rows, columns = self.shape
        if array.dtype.kind not in "iu":
            raise TypeError(f"boards are arrays of integers, and these are of {array.dtype}")
        if array.shape[1:] not in ((rows * columns,), (rows, columns)):
            raise ValueError(
                f"boards are of shape {array.shape}, and those of {self.game} are of shape (n, {rows * columns}) or "
                f"(n, {rows}, {columns})"
            )
        array = array.reshape(len(array), rows * columns)
        if array.dtype.itemsize > 1:
            wrong = (array < 0) | (array > 2)
            if wrong.any():
                row, cell = np.argwhere(wrong)[0].tolist()
                raise ValueError(f"boards[{row}, {cell}] is none of 0 (empty), 1 (X) and 2 (O)")
            return np.ascontiguousarray(array, dtype=np.uint8)
        # What is below 0 is above 2 then, and the native part says where it is.
        return np.ascontiguousarray(array).view(np.uint8)

    def _number_of(self, position: Position, move: Move) -> int:
        """The number of a legal move."""
        legal = position.legal_moves
        if self._explored is None and isinstance(move, (int, np.integer)) and not isinstance(move, bool):
            if move in legal:
                return int(move)
        elif self._explored is not None and move in legal:
            return legal.index(move)
        if isinstance(move, str):
            numbers = self._native.legal_moves(position._native)
            for number in numbers:
                if self._native.move_text(position._native, number) == move:
                    return number
        over = "the game is over" if position.is_over else f"legal are {', '.join(map(str, legal))}"
        raise PositionError(f"the move {move!r} is not legal in {position.text}: {over}")

    def _is_alike(self, other: Table) -> bool:
        """Whether positions of the two are the same."""
        return self is other or self._rules == other._rules

    @property
    def _rules(self) -> tuple[str, int | None]:
        """Which rules these are. Games from files may have the same name: then their checksums differ."""
        return self.game, self._native.rules_checksum

    def __reduce__(self) -> tuple[Any, ...]:
        game = None if self._explored is None else self._explored.game
        if self._path is not None:
            return _opened, (self._path, game, self.objective, self._rules)
        try:
            return _read, (self._native.to_bytes(), game)
        except TableError as error:
            raise PicklingError(
                f"the table of {self.game} is too large to be pickled from memory: save it, and pickle what `open` gives"
            ) from error

    def __repr__(self) -> str:
        return f"Table({self.game!r}, objective={self.objective!r})"

    def _repr_html_(self) -> str:
        start = self.probe(self.start)
        return f"<p><b>{escape(self.game)}</b> ({self.objective})</p>{start._repr_html_()}"


def _opened(path: Path, game: Game | None, objective: Objective, rules: tuple[str, int | None]) -> Table:
    """A table that was pickled, and is in a file."""
    table = open(path, game=game)
    if table._rules != rules:
        others = f"of {table.game}" if table.game != rules[0] else "made with other rules"
        raise TableError(f"{path}: the pickled table is one of {rules[0]}, and the table in this file is now {others}")
    if table.objective != objective:
        raise TableError(
            f"{path}: the pickled table of {table.game} has the objective {objective!r}, and the table in this file now has "
            f"{table.objective!r}"
        )
    return table


def _read(bytes: bytes, game: Game | None) -> Table:
    """A table that was pickled."""
    if game is None:
        return Table(_native.read(bytes))
    rules = explore(game, None, False)
    return Table(_native.read(bytes, (rules.name, rules.lines)), explored=rules)
