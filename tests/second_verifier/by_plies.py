"""The proof of a cut table of boards: every position of its plies has the value that play to the end gives."""

from __future__ import annotations

from typing import Dict, List, Set

from by_code import Board, NotProven
from container import Damaged, Table
from entries import NO_ENTRY, WORTHS
from rules import Cell, Cells, Game, Worth, before, preference

MAX_SLOTS = 1 << 28


def prove(table: Table, game: Game, plies: int) -> str:
    """Proves the table; says what was proven."""
    numbering = Numbering(game, plies)
    entries = b"".join(table.frames(0))
    if table.header.sections != 1 or not len(entries) == table.slots(0) == numbering.slots:
        raise Damaged("the table has not as many slots as its plies have")
    if NO_ENTRY in entries:
        raise Damaged("a slot of a cut table has no value")
    worths: Dict[Board, Worth] = {}
    boards: Set[Board] = {(0, 0)}
    count = 0
    for _ in range(plies + 1):
        count += len(boards)
        for board in boards:
            if game.end(*board) is None and game.static_value(*board) is None:
                entry, expected = WORTHS[entries[numbering.slot(board)]], worth(game, board, worths)
                if entry != expected:
                    drawing = game.drawing(*board)
                    raise NotProven(f"{drawing}\nThe table says: {entry}.\nThe rules say: {expected}.")
        boards = {child for board in boards if game.end(*board) is None for child in children(game, board)}
    return f"{count:,} positions of the first {plies} plies"


def children(game: Game, board: Board) -> List[Board]:
    """The boards after one move."""
    x, o = board
    x_moves = (x | o).bit_count() % 2 == 0
    return [(x | 1 << cell, o) if x_moves else (x, o | 1 << cell) for cell in game.open_cells(x | o)]


def worth(game: Game, board: Board, worths: Dict[Board, Worth]) -> Worth:
    """What a board is worth, by minimax to the end of the game."""
    known = worths.get(board)
    if known is None:
        known = game.end(*board)
        if known is None:
            known = max((before(worth(game, child, worths)) for child in children(game, board)), key=preference)
        worths[board] = known
    return known


class Numbering:
    """The slots of the first plies (docs/format.md, section 16)."""

    def __init__(self, game: Game, plies: int) -> None:
        self.symmetries = game.symmetries()
        self.slots = 0
        # The first slot of each set of cells.
        self.starts: Dict[Cells, int] = {}
        if not 0 < plies < game.cells:
            raise Damaged("a cut table stores one ply at least, and not all")
        sets = {0}
        for ply in range(plies + 1):
            for cells in sorted(sets):
                self.starts[cells] = self.slots
                self.slots += ways(ply, (ply + 1) // 2)
                if self.slots > MAX_SLOTS:
                    raise Damaged("the table has more slots than a cut table may have")
            more = {cells | 1 << cell for cells in sets for cell in game.open_cells(cells)}
            sets = {min(self.images(cells)) for cells in more}

    def images(self, cells: Cells) -> List[Cells]:
        return [image(cells, symmetry) for symmetry in self.symmetries]

    def slot(self, board: Board) -> int:
        """The slot of a board."""
        x, o = board
        occupied, marks = min(zip(self.images(x | o), self.images(x)))
        numbers = (number for number, cell in enumerate(cells_of(occupied)) if marks >> cell & 1)
        return self.starts[occupied] + sum(ways(number, nth) for nth, number in enumerate(numbers, 1))


def cells_of(cells: Cells) -> List[Cell]:
    return [cell for cell in range(cells.bit_length()) if cells >> cell & 1]


def image(cells: Cells, symmetry: List[Cell]) -> Cells:
    return sum(1 << symmetry[cell] for cell in cells_of(cells))


def ways(n: int, k: int) -> int:
    """The ways to choose k of n cells."""
    count = 1
    for i in range(k):
        count = count * (n - i) // (i + 1)
    return count
