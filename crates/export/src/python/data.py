# By code: 0 if it is not a position's code, 1 if the position is unreachable, and otherwise the offset of
# its record. A record is: the position's value; the plies to the end of a draw from there, or 127 if a draw
# has no remoteness, plus 128 if O is to move; the set of legal moves, one bit each, lowest byte first; the
# value of each legal move; and, unless the game is played on a board, the code after each legal move.
# A value is d for a loss in d plies, 127 for a draw, 254 - d for a win in d plies. In a game for points it
# is 127 plus the points, so larger is better. Offsets and codes are numbers of this many bytes, lowest first.
_PLACE_BYTES: Final[int] = PERFECT_PLAY_PLACE_BYTES
_MASK_BYTES: Final[int] = PERFECT_PLAY_MASK
_PLACES: Final[bytes] = _base64.b64decode(
    """
PERFECT_PLAY_PLACES
"""
)
_RECORDS: Final[bytes] = _base64.b64decode(
    """
PERFECT_PLAY_RECORDS
"""
)
