"""The rules of the m,n,k-games and of Connect-K, from their definition (docs/format.md, sections 2 and 3).

A board is a pair of sets of cells: those with X, and those with O. A set of cells is an integer, bit i for cell i.
"""

from __future__ import annotations

import hashlib
import re
from collections import deque
from typing import List, NamedTuple, Optional, Tuple

LOSS, DRAW, WIN = 0, 1, 2
LETTERS = "LDW"
MAX_CELLS = 63
# Boards of so many cells have codes.
MAX_CODED_CELLS = 40

Cell = int
Cells = int
Move = int


class NoSuchGame(Exception):
    """A name that is not the name of a game."""


class Worth(NamedTuple):
    """How the game ends for the side to move, and after how many plies. A draw has no distance: 0."""

    outcome: int
    plies: int

    def __str__(self) -> str:
        return "a draw" if self.outcome == DRAW else f"{('loss', '', 'win')[self.outcome]} in {self.plies}"


def before(child: Worth) -> Worth:
    """What a move is worth to who makes it, from the worth of the board behind it."""
    return Worth(DRAW, 0) if child.outcome == DRAW else Worth(WIN - child.outcome, child.plies + 1)


def preference(worth: Worth) -> Tuple[int, int]:
    """Larger for what the side to move likes better: who wins hurries, who loses delays."""
    hurry = {LOSS: worth.plies, DRAW: 0, WIN: -worth.plies}[worth.outcome]
    return worth.outcome, hurry


class Game:
    """A game: its board, its lines, where a mark may be put, and its symmetries."""

    def __init__(self, name: str) -> None:
        found = re.fullmatch(r"(?:tictactoe|(mnk|connect):(\d+),(\d+),(\d+))(\+misere)?", name)
        if not found:
            raise NoSuchGame(f"no game is called {name!r}")
        family, misere = found[1], found[5]
        self.name = name
        self.falling = family == "connect"
        self.misere = misere is not None
        self.columns, self.rows, self.k = (int(n) for n in found.group(2, 3, 4)) if family else (3, 3, 3)
        self.cells = self.columns * self.rows
        numbers = f"{self.columns},{self.rows},{self.k}"
        proper = "tictactoe" if (family, numbers) in [(None, "3,3,3"), ("mnk", "3,3,3")] else f"{family}:{numbers}"
        if name != proper + (misere or ""):
            raise NoSuchGame(f"{name!r} is not how the game's name is written")
        if not (1 <= self.cells <= MAX_CELLS and 1 <= self.k <= max(self.columns, self.rows)):
            raise NoSuchGame(f"{name!r}: there is no such board, or no such line on it")
        self.all_cells: Cells = (1 << self.cells) - 1
        self.lines: List[Cells] = sorted(self._lines())
        # The lines to which a cell belongs.
        self.lines_through: List[List[Cells]] = [
            [line for line in self.lines if line >> cell & 1] for cell in range(self.cells)
        ]
        # For each cell the cell below it, on which a falling mark needs to lie.
        self.below = [cell + self.columns if cell + self.columns < self.cells else None for cell in range(self.cells)]
        # What a board is worth on which the player who moved last has completed a line.
        self.completed = Worth(WIN if self.misere else LOSS, 0)

    def _lines(self) -> "set[Cells]":
        lines = set()
        for column in range(self.columns):
            for row in range(self.rows):
                for right, down in [(1, 0), (0, 1), (1, 1), (1, -1)]:
                    places = [(column + i * right, row + i * down) for i in range(self.k)]
                    if all(0 <= c < self.columns and 0 <= r < self.rows for c, r in places):
                        lines.add(sum(1 << (r * self.columns + c) for c, r in places))
        return lines

    def holds_line(self, cells: Cells) -> bool:
        """Whether these cells hold a whole line."""
        return any(line & cells == line for line in self.lines)

    def completes(self, cells: Cells, last: Cell) -> bool:
        """Whether these cells hold a whole line to which this one of them belongs."""
        for line in self.lines_through[last]:
            if line & cells == line:
                return True
        return False

    def open_cells(self, occupied: Cells) -> List[Cell]:
        """The cells where the next mark may come to lie."""
        cells = []
        for cell in range(self.cells):
            if not occupied >> cell & 1:
                below = self.below[cell]
                if not self.falling or below is None or occupied >> below & 1:
                    cells.append(cell)
        return cells

    def move_to(self, cell: Cell) -> Move:
        """The number of the move that puts a mark on this cell."""
        return cell % self.columns + 1 if self.falling else cell

    def end(self, x: Cells, o: Cells) -> Optional[Worth]:
        """What the board is worth if the game is over."""
        x_moved_last = (x | o).bit_count() % 2 == 1
        if self.holds_line(x if x_moved_last else o):
            return self.completed
        return Worth(DRAW, 0) if x | o == self.all_cells else None

    def static_value(self, x: Cells, o: Cells) -> Optional[Worth]:
        """The static value of a board without a line (docs/format.md, section 12)."""
        occupied = x | o
        if occupied == self.all_cells:
            return Worth(DRAW, 0)
        if self.misere:
            return None
        own, others = (x, o) if occupied.bit_count() % 2 == 0 else (o, x)
        threats = 0
        empty = self.all_cells & ~occupied
        for line in self.lines:
            missing = line & ~own
            if missing & (missing - 1) == 0 and missing & empty and self.is_open(missing, occupied):
                return Worth(WIN, 1)
            missing = line & ~others
            if missing & (missing - 1) == 0:
                threats |= missing & empty
        if threats == 0:
            return None
        for cell in self.open_cells(occupied):
            # After this move: is there a threat that the opponent can carry out?
            after = occupied | 1 << cell
            left = threats & ~after
            if not any(left >> threat & 1 and self.is_open(1 << threat, after) for threat in range(self.cells)):
                return None
        return Worth(LOSS, 2)

    def is_open(self, cell: Cells, occupied: Cells) -> bool:
        """Whether a mark may be put on this one empty cell."""
        if not self.falling:
            return True
        below = cell << self.columns
        return below > self.all_cells or below & occupied != 0

    def symmetries(self) -> List[List[Cell]]:
        """The symmetries that differ, in their order: where each takes each cell. The identity is the first."""
        found: List[List[Cell]] = []
        count = 2 if self.falling else 8 if self.columns == self.rows else 4
        for number in range(count):
            images = []
            for cell in range(self.cells):
                row, column = divmod(cell, self.columns)
                if number & 1:
                    column = self.columns - 1 - column
                if number & 2:
                    row = self.rows - 1 - row
                if number & 4:
                    row, column = column, row
                images.append(row * self.columns + column)
            if images not in found:
                found.append(images)
        # That images are worth the same rests on this.
        for images in found:
            turned = sorted(sum(1 << images[c] for c in range(self.cells) if line >> c & 1) for line in self.lines)
            assert turned == self.lines, "a symmetry does not take lines to lines"
        return found

    def code(self, x: Cells, o: Cells) -> int:
        """The code of a board; if it has none, what stands for it in the checksum of the rules."""
        code: int = sum(((x >> cell & 1) + 2 * (o >> cell & 1)) * 3**cell for cell in range(self.cells))
        return code if (x | o) >> MAX_CODED_CELLS == 0 else code & ((1 << 62) - 1) | 3 << 62

    def board_of(self, code: int) -> Tuple[Cells, Cells]:
        """The board with this code."""
        x = o = 0
        for cell in range(self.cells):
            code, digit = divmod(code, 3)
            x |= (digit == 1) << cell
            o |= (digit == 2) << cell
        return x, o

    def checksum(self) -> int:
        """The checksum of the rules (docs/format.md, section 7)."""
        sha256, positions = hashlib.sha256(), 0
        seen, waiting = {(0, 0)}, deque([(0, 0)])
        while waiting and positions < 4096:
            x, o = waiting.popleft()
            positions += 1
            o_to_move = (x | o).bit_count() % 2
            end = self.end(x, o)
            sha256.update(self.code(x, o).to_bytes(8, "little"))
            sha256.update(bytes([o_to_move, 3 if end is None else end.outcome]))
            if end is not None:
                continue
            for move, cell in sorted((self.move_to(cell), cell) for cell in self.open_cells(x | o)):
                sha256.update(bytes([move]))
                child = (x, o | 1 << cell) if o_to_move else (x | 1 << cell, o)
                if child not in seen:
                    seen.add(child)
                    waiting.append(child)
        return int.from_bytes(sha256.digest()[:16], "little")

    def drawing(self, x: Cells, o: Cells) -> str:
        """The board, a line for each row."""
        text = "".join("X" if x >> cell & 1 else "O" if o >> cell & 1 else "." for cell in range(self.cells))
        to_move = "XO"[(x | o).bit_count() % 2]
        rows = [f"  {text[i : i + self.columns]}" for i in range(0, self.cells, self.columns)]
        return "\n".join([*rows, f"  {to_move} to move"])
