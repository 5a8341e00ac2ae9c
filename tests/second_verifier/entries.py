"""What the bytes of a table mean (docs/format.md, section 3)."""

from __future__ import annotations

from typing import List, Optional

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
