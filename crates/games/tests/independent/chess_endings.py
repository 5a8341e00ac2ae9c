"""Endings of chess by python-chess (PyPI: `chess`): `python3 chess_endings.py > chess_endings.txt`.

Counts every placement in which White's king is on one of the ten squares a1, b1, c1, d1, b2, c2, d2, c3, d3, d4 or, with a
pawn, on the files a to d, with either side to move. Some minutes for three men, an hour for four. Names of endings as arguments
choose some of them.

    chess:KQK: 12345 positions, 123456 moves, 12 mates, 34 stalemates; digest 0123456789abcdef

The digest is the sum of the squares of the numbers of all legal moves, modulo 2^64. The number of a move has the digits of
White's king, Black's king, the other men in the order of the name, the side to move (0 White, 1 Black), the square it
leaves, and the square it enters, all but the side to base 64, a1 = 0, h1 = 7. A man that is missing is 0.
"""

import sys

import chess

TRIANGLE = [chess.square(file, rank) for file in range(4) for rank in range(file + 1)]
HALF = [chess.square(file, rank) for file in range(4) for rank in range(8)]
MEN = {"Q": chess.QUEEN, "R": chess.ROOK, "B": chess.BISHOP, "N": chess.KNIGHT, "P": chess.PAWN}


def count(name):
    white, black = name[1:].split("K")
    men = [chess.Piece(MEN[man], chess.WHITE) for man in white] + [chess.Piece(MEN[man], chess.BLACK) for man in black]
    positions = moves = mates = stalemates = digest = 0
    for own in HALF if "P" in name else TRIANGLE:
        for other in chess.SQUARES:
            if chess.square_distance(own, other) <= 1:
                continue
            for first in chess.SQUARES:
                if first in (own, other) or (name == "KPK" and chess.square_rank(first) in (0, 7)):
                    continue
                for second in chess.SQUARES if len(men) == 2 else [0]:
                    if len(men) == 2 and second in (own, other, first):
                        continue
                    # The first bishop of two is the one on light squares. If both are on one colour, nobody can mate.
                    if name == "KBBK" and (
                        chess.BB_LIGHT_SQUARES >> first & 1 == 0 or chess.BB_LIGHT_SQUARES >> second & 1 == 1
                    ):
                        continue
                    board = chess.Board(None)
                    board.set_piece_at(own, chess.Piece(chess.KING, chess.WHITE))
                    board.set_piece_at(other, chess.Piece(chess.KING, chess.BLACK))
                    for man, square in zip(men, (first, second)):
                        board.set_piece_at(square, man)
                    place = ((own * 64 + other) * 64 + first) * 64 + second
                    for side in (chess.WHITE, chess.BLACK):
                        board.turn = side
                        # The king of the side that is not to move is not in check.
                        if board.was_into_check():
                            continue
                        positions += 1
                        found = 0
                        for move in board.legal_moves:
                            found += 1
                            number = ((place * 2 + (side == chess.BLACK)) * 64 + move.from_square) * 64 + move.to_square
                            digest += number * number
                        moves += found
                        if found == 0:
                            mates += board.is_check()
                            stalemates += not board.is_check()
    print(
        f"chess:{name}: {positions} positions, {moves} moves, {mates} mates, {stalemates} stalemates;"
        f" digest {digest % 2**64:016x}",
        flush=True,
    )


for name in sys.argv[1:] or ("KQK", "KRK", "KBBK", "KBNK", "KQKR", "KPK"):
    count(name)
