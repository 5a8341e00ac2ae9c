"""The native part. It is not public: use `perfect_play`."""

import os
from collections.abc import Callable, Iterator
from typing import Any, Final, Literal, TypeAlias, final

import numpy as np
import numpy.typing as npt

from .remote import RemoteFile

__all__ = [
    "NO_ENTRY",
    "Listing",
    "Position",
    "PositionList",
    "Table",
    "book",
    "free_memory",
    "name_of",
    "open",
    "open_remote",
    "plan",
    "read",
    "solve",
    "solve_graph",
]

NO_ENTRY: Final[int]

_Outcome: TypeAlias = Literal["win", "draw", "loss"]
_Player: TypeAlias = Literal["X", "O"]
_Progress: TypeAlias = Callable[[int, int], object]
_BareEntry: TypeAlias = tuple[_Outcome, int | None, int | None, list[int]]
_Counts: TypeAlias = tuple[int, int, int, int, int]
_HowHard: TypeAlias = tuple[int, int, int | None, int | None]
_Worth: TypeAlias = tuple[int, _Outcome, int | None, int | None]

@final
class Position:
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class PositionList:
    def __new__(cls, positions: list[Position]) -> PositionList: ...

_Disagreement: TypeAlias = tuple[Position, _BareEntry | None, _BareEntry | None]
_Positions: TypeAlias = npt.NDArray[np.uint8] | npt.NDArray[np.uint64] | PositionList

@final
class Listing(Iterator[npt.NDArray[Any]]):
    def __iter__(self, /) -> Listing: ...
    def __next__(self, /) -> npt.NDArray[Any]: ...

@final
class Table:
    @property
    def game(self, /) -> str: ...
    @property
    def rules_checksum(self, /) -> int | None: ...
    @property
    def objective(self, /) -> Literal["fastest", "outcome"]: ...
    @property
    def plies(self, /) -> int | None: ...
    @property
    def is_for_points(self, /) -> bool: ...
    @property
    def shape(self, /) -> tuple[int, int] | None: ...
    @property
    def moves_are_columns(self, /) -> bool: ...
    @property
    def move_numbers(self, /) -> int: ...
    def start(self, /) -> Position: ...
    def parse(self, /, text: str) -> Position: ...
    def of_code(self, /, code: int) -> Position: ...
    def of_cells(self, /, cells: npt.NDArray[np.uint8]) -> Position: ...
    def code(self, /, position: Position) -> int | None: ...
    def cells(self, /, position: Position) -> npt.NDArray[np.uint8] | None: ...
    def text(self, /, position: Position, drawn: bool = False) -> str: ...
    def to_move(self, /, position: Position) -> _Player | None: ...
    def legal_moves(self, /, position: Position) -> list[int]: ...
    def move_text(self, /, position: Position, mv: int) -> str: ...
    def play(self, /, position: Position, mv: int) -> Position: ...
    def end(self, /, position: Position) -> _Outcome | None: ...
    def probe(
        self, /, position: Position
    ) -> tuple[_Outcome, int | None, int | None, list[int], list[_Worth], _HowHard]: ...
    def best_line(
        self, /, position: Position
    ) -> tuple[list[int], list[Position], Position, bool]: ...
    def chances(
        self,
        /,
        position: Position,
        x: str,
        o: str,
        games: int | None = None,
        seed: int | None = None,
        max_plies: int | None = None,
        threads: int | None = None,
        progress: _Progress | None = None,
    ) -> str: ...
    def arena(
        self,
        /,
        levels: list[str],
        games: int | None = None,
        seed: int | None = None,
        max_plies: int | None = None,
        threads: int | None = None,
        progress: _Progress | None = None,
    ) -> list[str]: ...
    def longest(
        self, /, limit: int, threads: int | None = None, progress: _Progress | None = None
    ) -> tuple[int, int, list[Position]] | None: ...
    def grade(
        self,
        /,
        agent: str | Callable[[Position], list[tuple[int, float]] | str],
        over: str | None = None,
        sample: int | None = None,
        seed: int | None = None,
        max_plies: int | None = None,
        threads: int | None = None,
        progress: _Progress | None = None,
    ) -> str: ...
    def puzzles(
        self,
        /,
        kind: str,
        limit: int,
        plies: int | None = None,
        sample: tuple[int, int] | None = None,
        threads: int | None = None,
        progress: _Progress | None = None,
    ) -> tuple[int, list[Position]]: ...
    def regrets(self, /, positions: _Positions, moves: npt.NDArray[np.int64]) -> npt.NDArray[np.int16]: ...
    def values(self, /, positions: _Positions) -> npt.NDArray[np.int8]: ...
    def move_values(self, /, positions: _Positions) -> npt.NDArray[np.int8]: ...
    def optimal_mask(self, /, positions: _Positions) -> npt.NDArray[np.bool_]: ...
    def parse_all(self, /, texts: list[str]) -> PositionList: ...
    def positions(self, /, rows: int) -> Listing: ...
    def verify(
        self, /, threads: int | None = None, progress: _Progress | None = None
    ) -> tuple[int, int | None, bool | None, bool, list[_Disagreement]]: ...
    def stats(
        self, /, threads: int | None = None, progress: _Progress | None = None
    ) -> tuple[str, int | None]: ...
    def diff(
        self, /, other: Table, limit: int, threads: int | None = None, progress: _Progress | None = None
    ) -> tuple[int, int, _Counts, list[_Counts], list[tuple[_Disagreement, int]]]: ...
    def save(self, /, path: str | os.PathLike[str]) -> None: ...
    def to_bytes(self, /) -> bytes: ...
    def export(self, /, language: str) -> str: ...

def solve(
    name: str,
    objective: str,
    plies: int | None = None,
    path: str | os.PathLike[str] | None = None,
    memory: int | None = None,
    disk: int | None = None,
    free_disk: int | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Table: ...
def solve_graph(
    name: str,
    lines: bytes,
    objective: str,
    path: str | os.PathLike[str] | None = None,
    memory: int | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Table: ...
def book(name: str) -> Table | None: ...
def open(path: str | os.PathLike[str], rules: tuple[str, bytes] | None = None) -> Table: ...
def open_remote(file: RemoteFile, rules: tuple[str, bytes] | None = None) -> Table: ...
def read(bytes: bytes, rules: tuple[str, bytes] | None = None) -> Table: ...
def name_of(name: str) -> str: ...
def free_memory() -> int: ...
def plan(
    name: str,
    plies: int | None = None,
    games: int | None = None,
    seed: int | None = None,
    memory: int | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> str: ...
