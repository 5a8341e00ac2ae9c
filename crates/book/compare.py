"""Compares values of Connect Four with BitBully and its book of 12 plies (`pip install bitbully bitbully-databases`): those of
the book, or of random positions.

    perfect-play dump connect4 --columns board,ply,terminal,value,remoteness | python3 crates/book/compare.py
    perfect-play dump connect4 --sample 2000 --columns board,ply,terminal,value,remoteness | python3 crates/book/compare.py

BitBully searches each position down to its own book, with the number of plies to the end.
"""

import csv
import sys

from bitbully import bitbully_core
from bitbully_databases import BitBullyDatabases

CELLS = 42


def expected(row: dict) -> int:
    """BitBully's score: how many marks the winner could still place, and one more."""
    last = int(row["ply"]) + int(row["remoteness"])
    return int(row["value"]) * ((CELLS + 2 - last) // 2)


solver = bitbully_core.BitBullyCore(BitBullyDatabases.get_database_path("12-ply-dist"))
compared = 0
for row in csv.DictReader(sys.stdin):
    if row["terminal"] == "true":
        continue
    cells = row["board"]
    board = bitbully_core.BoardCore()
    rows = [[".XO".index(cells[7 * i + j]) for j in range(7)] for i in range(6)]
    if not board.setBoard(rows):
        sys.exit(f"BitBully does not take {cells}")
    found = solver.mtdf(board, 0)
    if found != expected(row):
        sys.exit(f"{cells}: the book says {row}, and BitBully finds the score {found}")
    compared += 1
if compared < 1000:
    sys.exit(f"only {compared} positions were compared")
print(f"{compared} positions have the values that BitBully finds")
