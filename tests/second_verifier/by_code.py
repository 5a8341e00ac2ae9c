"""The proof of a table by code: every position that play reaches has the right entry, and no other code has one."""

from __future__ import annotations

from typing import Dict, List, Optional, Tuple, Union

from container import FASTEST, WORDS, Damaged, Table
from entries import WORTHS, Word, word_of
from rules import DRAW, Cells, Game, Worth, before, preference

Board = Tuple[Cells, Cells]
Entry = Union[Word, Worth]


class NotProven(Exception):
    """What is wrong, with the board drawn."""


def prove(table: Table, game: Game) -> str:
    """Proves the table; says what was proven."""
    words, objective = table.header.layout == WORDS, table.header.objective
    found = stored_entries(table.entries(0), words, game)
    counts: List[int] = []
    plies = reachable(game)
    for boards in reversed(plies):
        for code, (x, o) in boards.items():
            expected = follows(game, x, o, found, words, objective)
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


def stored_entries(slots: bytes, words: bool, game: Game) -> Dict[int, Entry]:
    """By code: the entries of the table."""
    size = 2 if words else 1
    if len(slots) != size * 3**game.cells:
        raise Damaged("the table has not as many slots as the game has codes")
    found: Dict[int, Entry] = {}
    for code in range(3**game.cells):
        entry: Optional[Entry]
        if words:
            try:
                entry = word_of(int.from_bytes(slots[2 * code : 2 * code + 2], "little"))
            except ValueError:
                raise Damaged(f"the slot of code {code} holds a word that no entry has") from None
        else:
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


def follows(game: Game, x: Cells, o: Cells, found: Dict[int, Entry], words: bool, objective: int) -> Optional[Entry]:
    """The entry that follows from the entries of the boards one ply on. Those have been checked."""
    occupied = x | o
    empty = game.cells - occupied.bit_count()
    end = game.end(x, o)
    if end is not None:
        return Word(end.outcome, 0, frozenset()) if words else end
    worths: Dict[int, Worth] = {}
    for cell in game.open_cells(occupied):
        child = (x, o | 1 << cell) if occupied.bit_count() % 2 else (x | 1 << cell, o)
        entry = found[game.code(*child)]
        plies = 0 if entry.outcome == DRAW else entry.plies
        worths[game.move_to(cell)] = before(Worth(entry.outcome, plies))
    best = max(worths.values(), key=preference)
    if not words:
        return best
    if objective == FASTEST:
        moves = frozenset(move for move, worth in worths.items() if worth == best)
    else:
        moves = frozenset(move for move, worth in worths.items() if worth.outcome == best.outcome)
    # A drawn game goes on until the board is full.
    return Word(best.outcome, empty if best.outcome == DRAW else best.plies, moves)
