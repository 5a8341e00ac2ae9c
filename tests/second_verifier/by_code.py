"""The proof of a table by code: every position that play reaches has the right entry, and no other code has one."""

from __future__ import annotations

from typing import Dict, List, Tuple

from container import Damaged, Table
from entries import WORTHS
from rules import DRAW, Cells, Game, Worth, before, preference

Board = Tuple[Cells, Cells]


class NotProven(Exception):
    """What is wrong, with the board drawn."""


def prove(table: Table, game: Game) -> str:
    """Proves the table; says what was proven."""
    slots = b"".join(table.frames(0))
    if len(slots) != table.slots(0):
        raise Damaged("a table by code leaves no value out, and this one does")
    found = stored_entries(slots, game)
    counts: List[int] = []
    plies = reachable(game)
    for boards in reversed(plies):
        for code, (x, o) in boards.items():
            expected = follows(game, x, o, found)
            entry = found.get(code)
            if entry != expected:
                raise NotProven(
                    f"{game.drawing(x, o)}\nThe table says: {entry or 'no entry'}.\nThe rules say: {expected}."
                )
    counts = [len(boards) for boards in plies]
    for code in found:
        x, o = game.board_of(code)
        if code not in plies[(x | o).bit_count()]:
            raise NotProven(f"{game.drawing(x, o)}\nNo play leads to this board, and the table has an entry for it.")
    if table.header.positions_by_ply != counts:
        raise NotProven(
            f"The header counts {table.header.positions_by_ply} positions by ply.\nThere are {counts}."
        )
    return f"{sum(counts):,} positions"


def stored_entries(slots: bytes, game: Game) -> Dict[int, Worth]:
    """By code: the entries of the table."""
    if len(slots) != 3**game.cells:
        raise Damaged("the table has not as many slots as the game has codes")
    found: Dict[int, Worth] = {}
    for code in range(3**game.cells):
        entry = WORTHS[slots[code]]
        if entry is None:
            continue
        x, o = game.board_of(code)
        if x.bit_count() - o.bit_count() not in (0, 1):
            raise Damaged(f"there is an entry for code {code}, where X and O cannot have taken turns")
        found[code] = entry
    return found


def reachable(game: Game) -> List[Dict[int, Board]]:
    """By ply: the boards that play reaches, by their codes."""
    plies: List[Dict[int, Board]] = [{0: (0, 0)}]
    for ply in range(game.cells):
        boards: Dict[int, Board] = {}
        for x, o in plies[ply].values():
            if game.end(x, o) is None:
                for cell in game.open_cells(x | o):
                    child = (x | 1 << cell, o) if ply % 2 == 0 else (x, o | 1 << cell)
                    boards[game.code(*child)] = child
        plies.append(boards)
    return plies


def follows(game: Game, x: Cells, o: Cells, found: Dict[int, Worth]) -> Worth:
    """The worth that follows from those of the boards one ply on, which have been checked."""
    end = game.end(x, o)
    if end is not None:
        return end
    occupied = x | o
    x_moves = occupied.bit_count() % 2 == 0
    children = ((x | 1 << cell, o) if x_moves else (x, o | 1 << cell) for cell in game.open_cells(occupied))
    return max((before(found[game.code(*child)]) for child in children), key=preference)
