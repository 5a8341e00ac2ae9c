_CODE_BYTES: Final[int] = PERFECT_PLAY_CODE_BYTES


def _after(code: int, move: int) -> int:
    place, legal = _find(code), legal_moves(code)
    at = place + 2 + _MASK_BYTES + len(legal) + legal.index(move) * _CODE_BYTES
    return int.from_bytes(_RECORDS[at : at + _CODE_BYTES], "little")
