"""Tables: solved, opened, probed and proven."""

from __future__ import annotations

import itertools
import os
import shutil
from collections.abc import Iterator
from html import escape
from pathlib import Path
from pickle import PicklingError
from typing import Any, Literal, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from . import _native
from .arguments import check_number, check_plies, check_seed, check_threads
from .analysis import BestLine, Chances, LongestWins
from .difficulty import Difficulty, PuzzleKind, Puzzles
from .entry import BareEntry, Entry, MoveValue
from .errors import NoEntryError, PositionError, RulesError, TableError
from .game import Explored, Game, explore
from .position import Position
from .progress import Progress, shown
from .proof import Fault, Proof
from .remote import RemoteFile
from .stats import Stats
from .words import Move, Objective

Language: TypeAlias = Literal["c", "python", "js", "json"]
"""The languages to which a table can be exported."""

_NO_CODE = np.uint64(2**64 - 1)
_BATCH = 1 << 16


def solve(
    game: str | Game,
    *,
    objective: Objective = "fastest",
    plies: int | None = None,
    path: str | os.PathLike[str] | None = None,
    progress: Progress = None,
    threads: int | None = None,
    memory: int | None = None,
    disk: int | None = None,
) -> Table:
    """Solves a game, in memory or into a file. Ctrl-C ends it.

    Args:
        game: The name of a built-in game, such as ``"tictactoe"``, ``"mnk:4,4,4"``, ``"connect:5,4,4"`` (columns, rows, how
            many in a row) or ``"hex:3"``, as the program's command ``games`` lists them; ``"graph:FILE"``, a game as a file;
            or a :class:`Game` of your own.
        objective: Which moves the table calls optimal: those that also win soonest and lose latest (``"fastest"``), or all
            that keep the outcome (``"outcome"``).
        plies: Store only the positions of the first so many plies, in a *cut table*. Its values below are searched, exactly, when
            they are asked for. With 0, nothing is stored and nothing is solved now. Only for a built-in game in which play
            cannot return to a position. Defaults to all positions.
        path: Write the table to this ``.perfect`` file, and open it. A table in this file is replaced, but no other file. A large
            ``mnk`` or ``connect`` game, or one like ``morris:nine``, is solved part by part. Of this, and of a cut table,
            ``FILE.partial`` keeps what is
            solved, and the same call resumes an interrupted one. A path that ends in ``/`` is a folder, with a file for each
            part of a large table.
        progress: ``None`` shows progress after a second on a terminal or in a notebook. ``True`` always shows it, and ``False``
            never. A function is called with the amount of work that is done and the total. If it raises, the solve ends.
        threads: The number of threads. Defaults to the number of cores.
        memory: The most bytes of memory to use. Defaults to the free memory.
        disk: The most bytes that may be written to ``path``, for a table that is solved part by part. The game is not solved if
            it needs more: an ``mnk`` or ``connect`` game by the least estimate of :func:`plan`, another game by about a byte for
            each slot, although its file is usually several times smaller. Defaults to the free space for ``mnk`` and
            ``connect``, and to no limit for other games.

    Raises:
        RulesError: There is no such game, or its rules contradict themselves.
        SolveError: The game is too large for the memory or the disk, or cannot be cut there.
        ValueError: An argument does not apply, such as ``disk`` to a game that is solved in memory.
        OSError: The file cannot be written.
        TableError: At ``path`` is something else than a table, or ``FILE.partial`` is the beginning of another one.

    >>> import perfect_play as pp
    >>> table = pp.solve("connect:4,4,3")
    >>> table
    Table('connect:4,4,3', objective='fastest')
    >>> table.probe("").outcome
    'win'
    >>> cut = pp.solve("connect:5,4,4", plies=4)
    >>> cut, cut.probe("2233").remoteness, cut.probe("22331").remoteness
    (Table('connect:5,4,4', objective='fastest', plies=4), 3, 15)
    """
    check_plies(plies)
    check_threads(threads)
    check_number("memory", memory)
    check_number("disk", disk, 0)
    # A `Path` would lose the last `/`, which says that it is a folder.
    file = None if path is None else os.fspath(path)
    opened = None if file is None else Path(file).absolute()
    if isinstance(game, str):
        if file is not None and plies == 0:
            raise ValueError("with plies=0 nothing is stored: leave `path` out")
        free_disk = None if file is None else _free_disk(file)
        with shown(progress, f"solving {game}") as report:
            native = _native.solve(game, objective, plies, file, memory, disk, free_disk, threads, report)
        return Table(native, path=opened)
    if not isinstance(game, Game):
        raise TypeError(f"a game is a name or an instance of a class derived from Game, not {game!r}")
    if plies is not None:
        raise ValueError("plies is for built-in games: every position of a game of your own is visited before it is solved")
    if disk is not None:
        raise ValueError("disk is for built-in games: a game of your own is solved in memory")
    rules = explore(game, memory, progress)
    with shown(progress, f"solving {game.name}") as report:
        native = _native.solve_graph(rules.name, rules.lines, objective, file, memory, threads, report)
    return Table(native, explored=rules, path=opened)


def _free_disk(path: str) -> int | None:
    """The free bytes where this file or folder is, or will be. ``None`` if the system does not say."""
    folder = Path(path).absolute()
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def open(path: str | os.PathLike[str], *, game: Game | None = None) -> Table:
    """Opens a ``.perfect`` file, or a folder of them. It checks that the file is whole. It does not prove the table: use
    :meth:`Table.verify`.

    ``open("connect4")`` opens the *book* of Connect Four that is in this package: a cut table of its first plies, which answers
    everywhere. A file of this name comes first.

    Args:
        path: The file, or its address on a server (``"https://…"``), or the name of a game that has a book. Of a large file on
            a server, only the bytes that a call needs are read, if the server serves ranges of bytes. Most do.
        game: The rules, if the table is of a game of your own. Without them positions are texts, and ``NAME.jsonl``
            (:meth:`Game.write_rules`) must be beside the table.

    Raises:
        OSError: The file cannot be read.
        TableError: The file is not a table, is damaged, or is a table of another game.

    >>> import perfect_play as pp
    >>> pp.open("connect4").probe("").remoteness
    41
    """
    explored = None if game is None else explore(game, None, False)
    rules = None if explored is None else (explored.name, explored.lines)
    if isinstance(path, str) and path.startswith(("https://", "http://")):
        file = RemoteFile(path)
        native = _native.open_remote(file, rules) if file.whole is None else _native.read(file.whole, rules)
        return Table(native, explored=explored, path=path)
    if isinstance(path, str) and game is None and not os.path.exists(path) and (name := _game_named(path)) is not None:
        book = _native.book(name)
        if book is None:
            raise FileNotFoundError(
                f"there is no file {path}, and no book of this game is in perfect_play: solve the game with "
                f"solve({path!r}), or search for its values with solve({path!r}, plies=0)"
            )
        return Table(book, is_book=True)
    path = Path(path)
    # This raises the best message if the path is wrong.
    os.stat(path)
    return Table(_native.open(path, rules), explored=explored, path=path.absolute())


def table_of(of: Table | str) -> Table:
    """The table itself, or the table of a game with this name: the book if there is one, otherwise it is solved."""
    if isinstance(of, Table):
        return of
    if not isinstance(of, str):
        raise TypeError(f"give a table or the name of a game, not {of!r}")
    name = _game_named(of)
    book = None if name is None else _native.book(name)
    return solve(of) if book is None else Table(book, is_book=True)


def _game_named(name: str) -> str | None:
    """The canonical name of a built-in game, or ``None``."""
    if name.startswith("graph:"):
        return None
    try:
        return _native.name_of(name)
    except RulesError:
        return None


class Table:
    """A strong solution: the value of each position of a game. The optimal moves follow from the values.

    :func:`solve` and :func:`open` make tables. A position can be given as a :class:`Position`, a text (``"XO..X...."``, or in
    games with falling marks the columns played, ``"2233"``), a code, or an array of cells. In a game of your own it is the
    game's own value, or a :class:`Position`.

    **Arrays.** :meth:`values`, :meth:`move_values` and :meth:`optimal_mask` take any number of positions, without the
    interpreter's lock and on all cores:

    * boards (``mnk``, ``connect``): an array of integers of shape (n, cells) or (n, rows, columns), with 0 empty, 1 X, 2 O, row
      by row from the top left;
    * codes: an array of integers of shape (n,);
    * a list of texts, or of :class:`Position`;
    * in a game of your own, a list of the game's own values.

    Values are ``int8``, from the point of view of the side to move. More is better: 127 - n is a win in n plies, 0 is a draw, and
    n - 127 is a loss in n plies. A win in more than 126 plies has the value 1, and a loss in more than 126 plies has -1: these
    do not say how many plies (:meth:`probe` does). In a game that is played for points, a value is the points. ``NO_ENTRY``
    (-128) stands for an invalid or unreachable position. :func:`outcomes` and :func:`remoteness` convert values.

    **Cut tables.** A table from ``solve(…, plies=N)``, and a book, store only the positions of the first plies. All questions about
    given positions are answered as by a whole table: other values are found by an exact search, which may take long early in a
    large game. Ctrl-C ends it. What is about all positions (:meth:`positions`, :meth:`longest`, :meth:`verify`, :meth:`save`) is
    about the stored ones.

    Many threads can use a table at once. A table can be pickled, and used in a forked process. The pickle of an opened table
    contains the path of its file. If the file has a table of another game by then, unpickling raises :class:`TableError`.
    """

    def __init__(
        self,
        native: _native.Table,
        *,
        explored: Explored | None = None,
        path: Path | str | None = None,
        is_book: bool = False,
    ) -> None:
        if explored is not None and native.plies is not None:
            raise TableError(f"the table of {native.game} stores only its first plies: open it without `game`")
        self._native = native
        self._explored = explored
        self._path = path
        self._is_book = is_book

    @property
    def game(self) -> str:
        """The game's name. A game of your own is called ``graph:NAME.jsonl``."""
        return self._native.game

    @property
    def objective(self) -> Objective:
        """Which moves the table calls optimal."""
        return self._native.objective

    @property
    def plies(self) -> int | None:
        """How many plies are stored, in a cut table. ``None`` if all positions are stored."""
        return self._native.plies

    @property
    def is_for_points(self) -> bool:
        """Whether the game is played for points, so that values are points."""
        return self._native.is_for_points

    @property
    def shape(self) -> tuple[int, int] | None:
        """Rows and columns of the board. ``None`` if the game is not an m,n,k-game."""
        shape = self._native.shape
        return None if shape is None else (shape[1], shape[0])

    @property
    def moves_are_columns(self) -> bool:
        """Whether marks fall, so that a move is a column, counted from 1 at the left."""
        return self._native.moves_are_columns

    @property
    def start(self) -> Position:
        """The start position."""
        return Position(self, self._native.start())

    def position(self, of: Any) -> Position:
        """The position for a text, a code, an array of cells, or a game's own value.

        Raises:
            PositionError: It is not a position of the game.
            NoEntryError: In a game of your own: the position is unreachable.

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
                raise PositionError(f"the position is of {others}, and the table is of {self.game}")
            return Position(self, of._native)
        if self._explored is not None:
            return Position(self, self._native.of_code(self._code_of_own(of)))
        if isinstance(of, str):
            return Position(self, self._native.parse(of))
        if isinstance(of, (int, np.integer)) and not isinstance(of, bool):
            if not 0 <= of < 2**64:
                raise PositionError(f"{of} is not a code of {self.game}")
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
            raise PositionError(f"{of!r} is not a position of {self.game}: it is not hashable") from None
        if code is None:
            raise NoEntryError(f"{of!r} is unreachable")
        return code

    def probe(self, position: Any) -> Entry:
        """The entry of a position.

        Raises:
            PositionError: It is not a position of the game.
            NoEntryError: The position is unreachable.
            SolveError: A search does not find the value.
            TableError: The table contradicts itself, or cannot be read because its file is damaged.

        >>> import perfect_play as pp
        >>> pp.tictactoe.probe("XX.OO....")
        Entry(outcome='win', remoteness=1, optimal_moves=[2], moves={2: 'win in 1', 5: 'draw in 5', 6: 'loss in 2', 7: 'loss in 2', 8: 'loss in 2'})
        X X 2
        O O 5
        6 7 8
        X to move
        """
        position = self.position(position)
        outcome, remoteness, score, optimal, moves, difficulty = self._native.probe(position._native)
        own = None if self._explored is None else self._explored.moves[position._index()]
        named: list[Move] = list(range(self._native.move_numbers)) if own is None else list(own)
        return Entry(
            position,
            outcome,
            remoteness,
            score,
            tuple(named[number] for number in optimal),
            {named[number]: MoveValue(of, plies, points) for number, of, plies, points in moves},
            Difficulty(*difficulty),
        )

    def best_line(self, position: Any) -> BestLine:
        """How the game goes on from a position if both sides always make the best move, the first of the optimal ones.

        Raises:
            PositionError: It is not a position of the game.
            NoEntryError: The position is unreachable.
            TableError: The table contradicts itself, or cannot be read.

        >>> import perfect_play as pp
        >>> pp.tictactoe.best_line("X...O....").moves
        (1, 2, 6, 3, 5, 7, 8)
        """
        numbers, before, end, repeats = self._native.best_line(self.position(position)._native)
        positions = tuple(Position(self, native) for native in before)
        if self._explored is None:
            moves: tuple[Move, ...] = tuple(numbers)
        else:
            moves = tuple(at.legal_moves[number] for at, number in zip(positions, numbers, strict=True))
        return BestLine(moves, positions, Position(self, end), repeats)

    def chances(
        self,
        x: str,
        o: str,
        *,
        position: Any = None,
        games: int | None = None,
        seed: int | None = None,
        max_plies: int | None = None,
        progress: Progress = None,
        threads: int | None = None,
    ) -> Chances:
        """How games between two levels of play end, from a position on.

        The chances are exact, unless ``games`` or ``seed`` is given.

        Args:
            x: The level of X: ``"easy"``, ``"medium"``, ``"hard"``, ``"perfect"``, ``"tricky"``, ``"lookahead(N)"``, ``"blind"``,
                ``"novice"``, ``"master"`` or ``"skill(P)"``. ``perfect-play help arena`` explains them.
            o: The level of O.
            position: Where games begin. Defaults to the start.
            games: Play this many games and count. Defaults to 10,000 if there is a seed.
            seed: The seed of the random numbers. The same seed gives the same games, for any number of threads. Defaults to 1.
            max_plies: A game counts as a draw after this many plies. Defaults to 200 if play can repeat a position, otherwise
                to 1000.
            progress: As for :func:`solve`.
            threads: As for :func:`solve`.

        Raises:
            PositionError: It is not a position of the game.
            NoEntryError: The position is unreachable.
            SolveError: Play comes to more than a million positions, each counted once for every ply, too many for exact
                chances.
            TableError: The table contradicts itself, or cannot be read.

        >>> import perfect_play as pp
        >>> exact = pp.tictactoe.chances("perfect", "blind")
        >>> exact.o_wins.fraction, round(exact.x_wins.value, 4)
        (Fraction(0, 1), 0.9678)
        >>> pp.tictactoe.chances("perfect", "blind", games=1000, seed=7).games
        1000
        """
        check_number("games", games)
        check_number("max_plies", max_plies, 1, 2**16 - 1)
        check_threads(threads)
        check_seed(seed)
        of = self.start if position is None else self.position(position)
        with shown(progress, f"playing {self.game}") as report:
            return Chances._of(self._native.chances(of._native, x, o, games, seed, max_plies, threads, report))

    def arena(
        self,
        *levels: str,
        games: int | None = None,
        seed: int | None = None,
        max_plies: int | None = None,
        progress: Progress = None,
        threads: int | None = None,
    ) -> dict[tuple[str, str], Chances]:
        """How games between each two of these levels end: X's level and O's level lead to the :class:`Chances`.

        If play comes to at most a million positions, each counted once for every ply, the chances are exact, unless ``games``
        or ``seed`` is given. Otherwise games are played: 10,000 of each pair, or 4 if the table is cut.

        Args:
            levels: The levels (:meth:`chances`). Without them, from weak to strong: ``"blind"``, ``"novice"``, ``"easy"``,
                ``"medium"``, ``"hard"``, ``"master"`` and ``"perfect"``.
            games: As for :meth:`chances`.
            seed: As for :meth:`chances`.
            max_plies: As for :meth:`chances`.
            progress: As for :func:`solve`.
            threads: As for :func:`solve`.

        Raises:
            ValueError: There is no such level.
            TableError: The table contradicts itself, or cannot be read.

        >>> import perfect_play as pp
        >>> arena = pp.tictactoe.arena("easy", "perfect")
        >>> round(arena["easy", "perfect"].o_wins.value, 3), arena["perfect", "easy"].o_wins.fraction
        (0.777, Fraction(0, 1))
        """
        check_number("games", games)
        check_number("max_plies", max_plies, 1, 2**16 - 1)
        check_seed(seed)
        check_threads(threads)
        with shown(progress, f"playing {self.game}") as report:
            played = self._native.arena(list(levels), games, seed, max_plies, threads, report)
        chances = list(map(Chances._of, played))
        names = levels or tuple(dict.fromkeys(of.x for of in chances))
        return dict(zip(itertools.product(names, names), chances, strict=True))

    def longest(self, limit: int = 10, *, progress: Progress = None, threads: int | None = None) -> LongestWins | None:
        """The positions from which a win of either side takes longest. This looks at every position that is stored. All are
        counted, and at most ``limit`` are returned. ``None`` if nobody can win, or if the game is played for points.

        Raises:
            TableError: The table contradicts itself, or cannot be read.

        >>> import perfect_play as pp
        >>> longest = pp.tictactoe.longest()
        >>> longest.plies, longest.count, longest.positions[0].text
        (5, 122, 'XO.......')
        """
        check_number("limit", limit)
        check_threads(threads)
        with shown(progress, f"searching {self.game}") as report:
            found = self._native.longest(limit, threads, report)
        if found is None:
            return None
        plies, count, positions = found
        return LongestWins(plies, count, tuple(Position(self, native) for native in positions))

    def puzzles(
        self,
        kind: PuzzleKind = "only-move",
        limit: int = 10,
        *,
        plies: int | None = None,
        sample: int | None = None,
        seed: int | None = None,
        progress: Progress = None,
        threads: int | None = None,
    ) -> Puzzles:
        """The positions that are hardest to play right, as the program's command ``puzzles`` finds them: at most ``limit`` entries.

        Args:
            kind: ``"only-move"``: exactly one of several moves keeps the outcome. ``"trap"``: a wrong move looks right to a player
                who does not look far ahead. ``"deep"``: a right move is seen only by looking far ahead. ``"zugzwang"``: the
                side to move would rather pass; only in games in which the same board can have either side to move.
            limit: The most entries.
            plies: Look only at positions to which at most this many plies lead.
            sample: Look at this many random positions only. A cut table needs this or ``plies``.
            seed: The seed of the sample: the same seed draws the same positions. Defaults to 1.
            progress: As for :func:`solve`.
            threads: As for :func:`solve`.

        Raises:
            ValueError: There is no such kind, or the game is played for points, where nothing is seen some plies ahead, or the first
                plies have too many positions.
            TableError: The table is cut, and neither ``plies`` nor ``sample`` is given. Or it contradicts itself, or cannot be read.

        >>> import perfect_play as pp
        >>> puzzles = pp.tictactoe.puzzles()
        >>> puzzles.count, puzzles.entries[0].position.text, puzzles.entries[0].difficulty.depth
        (294, 'X........', 6)
        """
        check_number("limit", limit, 1, 10**6)
        check_plies(plies)
        check_number("sample", sample, 1, 10**8)
        check_seed(seed)
        check_threads(threads)
        if plies is not None and sample is not None:
            raise ValueError(f"plies is {plies} and sample is {sample}: give one of them")
        if sample is None and seed is not None:
            raise ValueError(f"seed is {seed}, and there is no sample: give sample=1000 as well")
        drawn = None if sample is None else (sample, 1 if seed is None else seed)
        with shown(progress, f"looking for puzzles of {self.game}") as report:
            count, hardest = self._native.puzzles(kind, limit, plies, drawn, threads, report)
        return Puzzles(kind, count, tuple(self.probe(Position(self, native)) for native in hardest))

    def values(self, boards: Any) -> npt.NDArray[np.int8]:
        """The value of each position. The documentation of the class describes positions and values.

        >>> import perfect_play as pp
        >>> pp.tictactoe.values([[0] * 9, [1, 2, 0, 0, 1, 0, 0, 0, 0], [1] * 9])
        array([   0, -123, -128], dtype=int8)
        """
        return self._native.values(self._positions(boards))

    def move_values(self, boards: Any) -> npt.NDArray[np.int8]:
        """The value of each move of each position for the side to move: an array of shape (n, moves). The columns are the numbers
        of the moves. An illegal move, or a position without an entry, gives ``NO_ENTRY``. Where the largest value is 1 or -1,
        not all moves that have it need be optimal: one may win later, or lose sooner, than another. :meth:`optimal_mask` has
        the optimal moves.

        In a game of your own, column i is move i of the position's legal moves.

        >>> import perfect_play as pp
        >>> pp.tictactoe.move_values(["XX.OO...."])
        array([[-128, -128,  126, -128, -128,    0, -125, -125, -125]], dtype=int8)
        """
        return self._native.move_values(self._positions(boards))

    def optimal_mask(self, boards: Any) -> npt.NDArray[np.bool_]:
        """Whether each move of each position is optimal: an array of shape (n, moves), with the columns of :meth:`move_values`. If
        the game is over, or the position has no entry, no move is optimal.

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
        """All reachable positions; of a cut table, those that are stored. For boards this is an array of cells of shape (n, cells). For other games it is an array of
        codes, and for a game of your own an array of the positions themselves. With ``batch`` it is an iterator over such
        arrays of ``batch`` positions, for tables whose positions do not fit into memory.

        >>> import perfect_play as pp
        >>> pp.tictactoe.positions().shape
        (5478, 9)
        >>> sum(len(boards) for boards in pp.tictactoe.positions(batch=1000))
        5478
        """
        if batch is not None:
            check_number("batch", batch)
            return self._batches(batch)
        batches = list(self._batches(_BATCH))
        if not batches:
            # This table stores nothing.
            return np.empty(0, np.uint64) if self.shape is None else np.empty((0, self.shape[0] * self.shape[1]), np.uint8)
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

    def stats(self, *, progress: Progress = None, threads: int | None = None) -> Stats:
        """How many positions of each kind the table has. Of a cut table, the stored positions are counted.

        Raises:
            TableError: The table contradicts itself, cannot be read, or stores nothing.

        >>> import perfect_play as pp
        >>> pp.tictactoe.stats().terminal
        TerminalCounts(total=958, x_wins=626, o_wins=316, draws=16)
        """
        check_threads(threads)
        with shown(progress, f"counting {self.game}") as report:
            counts, longest_win = self._native.stats(threads, report)
        start = self.probe(self.start)
        bare = BareEntry(start.outcome, start.remoteness, start.score, start.optimal_moves)
        return Stats._of(counts, longest_win, bare)

    def verify(self, *, raises: bool = True, progress: Progress = None, threads: int | None = None) -> Proof:
        """Proves the table from the rules alone: no move is better than the value says, and one move is exactly as good. Of a cut
        table, the stored entries are proven; for this, the whole game is solved in memory once more.

        Args:
            raises: Raise an exception if the table is wrong. With ``False``, the result says what is wrong.
            progress: As for :func:`solve`.
            threads: As for :func:`solve`.

        Raises:
            TableError: The table is wrong; the message says where. Or it cannot be read, stores nothing, or there is not enough
                memory for the proof of a cut table.
            SolveError: There is not enough memory.

        >>> import perfect_play as pp
        >>> print(pp.tictactoe.verify())
        the table of tictactoe is proven: 5478 entries follow from the rules
        """
        check_threads(threads)
        with shown(progress, f"proving {self.game}") as report:
            entries, positions, counts_right, all_faults, wrong = self._native.verify(threads, report)
        faults = []
        for native, found, expected in wrong:
            position = Position(self, native)
            faults.append(Fault(position, self._bare(position, found), self._bare(position, expected)))
        proven = not faults and counts_right is not False
        proof = Proof(self.game, proven, entries, positions, self.plies, counts_right, tuple(faults), all_faults)
        if raises and not proven:
            raise TableError(str(proof))
        return proof

    def _bare(self, position: Position, said: _native._BareEntry | None) -> BareEntry | None:
        """What the native part says about a position."""
        if said is None:
            return None
        outcome, remoteness, score, optimal = said
        if self._explored is None:
            return BareEntry(outcome, remoteness, score, tuple(optimal))
        own = self._explored.moves[position._index()]
        return BareEntry(outcome, remoteness, score, tuple(own[number] for number in optimal))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the table to a ``.perfect`` file, which gets its name when it is complete. The same table gives the same
        bytes. Of a cut table, the stored positions are written."""
        self._native.save(path)

    def export(self, language: Language) -> str:
        """A small table as a file of another language: a C header, a Python module, an ES module, or JSON. A cut table cannot be
        exported.

        >>> import perfect_play as pp
        >>> "def best_move" in pp.tictactoe.export("python")
        True
        """
        return self._native.export(language)

    def _positions(self, boards: Any) -> npt.NDArray[Any] | _native.PositionList:
        """Positions in the form that the native part takes: cells of boards, codes, or positions."""
        if isinstance(boards, (str, bytes, Position)):
            raise TypeError("give a list of positions; for one, use `probe`")
        if self._explored is not None:
            return self._own(boards)
        if isinstance(boards, (list, tuple)) and any(isinstance(of, (str, Position)) for of in boards):
            if all(isinstance(of, str) for of in boards):
                return self._native.parse_all(list(boards))
            return _native.PositionList([self.position(of)._native for of in boards])
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
        """The codes of positions, in a game of your own."""

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
                raise ValueError(f"boards[{row}, {cell}] is not 0 (empty), 1 (X) or 2 (O)")
            return np.ascontiguousarray(array, dtype=np.uint8)
        # Numbers below 0 become numbers above 2, which the native part reports.
        return np.ascontiguousarray(array).view(np.uint8)

    def _move_of(self, position: Position, number: int) -> Move:
        """The move with a number."""
        return number if self._explored is None else position.legal_moves[number]

    def _move_numbers(self, positions: Any, moves: Any) -> npt.NDArray[np.int64]:
        """The numbers of moves of as many positions. Those that are not legal may have any number that no legal one has."""
        if self._explored is not None:
            moves = [self._number_or_none(of, move) for of, move in zip(positions, moves, strict=True)]
        array = np.asarray(moves)
        if array.shape != (len(positions),):
            raise ValueError(f"moves are of shape {array.shape}, and there are {len(positions)} positions: give one move for each")
        if array.size and array.dtype.kind not in "iu":
            raise TypeError(f"moves are numbers, and these are of {array.dtype}")
        return np.ascontiguousarray(array, dtype=np.int64)

    def _number_or_none(self, of: Any, move: Move) -> int:
        """In a game of your own: the number of a move, or -1 if it is not legal."""
        try:
            return self._number_of(self.position(of), move)
        except (PositionError, NoEntryError):
            return -1

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
        """Whether the two tables are of the same rules."""
        return self is other or self._rules == other._rules

    @property
    def _rules(self) -> tuple[str, int | None]:
        """The name and the checksum of the rules. Games from files may have the same name and different checksums."""
        return self.game, self._native.rules_checksum

    def __reduce__(self) -> tuple[Any, ...]:
        if self._is_book:
            return _book, (self.game,)
        if self.plies == 0:
            return _searched, (self.game, self.objective)
        game = None if self._explored is None else self._explored.game
        if self._path is not None:
            return _opened, (self._path, game, self.objective, self._rules)
        try:
            return _read, (self._native.to_bytes(), game)
        except TableError as error:
            raise PicklingError(
                f"the table of {self.game} is too large to be pickled from memory: save it, and pickle the table that `open` gives"
            ) from error

    def __repr__(self) -> str:
        plies = "" if self.plies is None else f", plies={self.plies}"
        return f"Table({self.game!r}, objective={self.objective!r}{plies})"

    def _repr_html_(self) -> str:
        start = self.probe(self.start)
        return f"<p><b>{escape(self.game)}</b> ({self.objective})</p>{start._repr_html_()}"


def _opened(path: Path | str, game: Game | None, objective: Objective, rules: tuple[str, int | None]) -> Table:
    """Restores a pickled table that is in a file."""
    table = open(path, game=game)
    if table._rules != rules:
        others = f"of {table.game}" if table.game != rules[0] else "made with other rules"
        raise TableError(f"{path}: the pickled table is of {rules[0]}, and the table in this file is now {others}")
    if table.objective != objective:
        raise TableError(
            f"{path}: the pickled table of {table.game} has the objective {objective!r}, and the table in this file now has "
            f"{table.objective!r}"
        )
    return table


def _book(name: str) -> Table:
    """Restores a pickled table that is in this package."""
    native = _native.book(name)
    if native is None:
        raise TableError(f"the pickled table is the book of {name}, which is not in this version of perfect_play")
    return Table(native, is_book=True)


def _searched(name: str, objective: Objective) -> Table:
    """Restores a pickled table that stores nothing."""
    return solve(name, objective=objective, plies=0)


def _read(bytes: bytes, game: Game | None) -> Table:
    """Restores a pickled table."""
    if game is None:
        return Table(_native.read(bytes))
    rules = explore(game, None, False)
    return Table(_native.read(bytes, (rules.name, rules.lines)), explored=rules)
