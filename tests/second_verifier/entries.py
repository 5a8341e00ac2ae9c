"""What the bytes and the words of a table mean (docs/format.md, section 3)."""

from __future__ import annotations

from typing import List, NamedTuple, Optional

from rules import DRAW, LOSS, WIN, Worth

NO_ENTRY = 255


def worth_of_byte(byte: int) -> Optional[Worth]:
    """The worth that a byte stands for."""
    if byte == NO_ENTRY:
        return None
    if byte == 127:
        return Worth(DRAW, 0)
    return Worth(LOSS, byte) if byte < 127 else Worth(WIN, 254 - byte)


WORTHS: List[Optional[Worth]] = [worth_of_byte(byte) for byte in range(256)]
BYTE_OF = {worth: byte for byte, worth in enumerate(WORTHS) if worth is not None}


class Word(NamedTuple):
    """An entry with its optimal moves. Here a draw has a distance."""

    outcome: int
    plies: int
    moves: "frozenset[int]"

    def __str__(self) -> str:
        moves = ", ".join(str(move) for move in sorted(self.moves)) or "none"
        return f"{('loss', 'draw', 'win')[self.outcome]} in {self.plies}, optimal moves: {moves}"


def word_of(bits: int) -> Optional[Word]:
    """The entry in a word; None if there is none. A word that no entry has: ValueError."""
    if bits == 0:
        return None
    outcome = bits >> 13
    if not 1 <= outcome <= 3:
        raise ValueError
    moves = frozenset(move for move in range(9) if bits >> move & 1)
    return Word(outcome - 1, bits >> 9 & 15, moves)
