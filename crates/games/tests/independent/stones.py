"""Stones on points and lines: `python3 stones.py > stones.txt`.

Position: (the points as a text, the side to move).
"""

from itertools import product

from solve import solve


def other(side):
    return "O" if side == "X" else "X"


def moved(board, start, end):
    board = list(board)
    board[start], board[end] = ".", board[start]
    return "".join(board)


class OnLines:
    def mover(self, p):
        return p[1]

    def write(self, p):
        return " ".join(p)


class Morris(OnLines):
    def __init__(self, family, rows=False, blocked=None):
        self.name = family + "+rows" * rows + (f"+blocked-{blocked}" if blocked else "")
        self.each = 4 if family == "achi" else 3
        self.stuck = blocked
        grid = [(c, r) for r in range(3) for c in range(3)]
        straight = [[i for i, p in enumerate(grid) if p[axis] == at] for axis in (0, 1) for at in range(3)]
        self.lines = straight if rows else straight + [[0, 4, 8], [2, 4, 6]]
        self.near = {}
        for i, (c, r) in enumerate(grid):
            for j, (d, s) in enumerate(grid):
                steps = abs(c - d) + abs(r - s)
                self.near[i, j] = i != j and {
                    "nine-holes": True,
                    "three-mens-morris": steps == 1,
                    "tapatan": steps == 1 or 4 in (i, j),
                    "achi": steps == 1 or 4 in (i, j),
                }[family]

    def starts(self):
        return [("." * 9, "X")]

    def over(self, p):
        board, side = p
        made = any(all(board[i] == other(side) for i in line) for line in self.lines)
        return "loss" if made else None

    def moves(self, p):
        board, side = p
        text = lambda i: "abc"[i % 3] + "321"[i // 3]
        if board.count(side) < self.each:
            return [
                (text(i), (board[:i] + side + board[i + 1 :], other(side))) for i in range(9) if board[i] == "."
            ]
        found = [
            (f"{text(i)}-{text(j)}", (moved(board, i, j), other(side)))
            for i, j in product(range(9), repeat=2)
            if board[i] == side and board[j] == "." and self.near[i, j]
        ]
        if not found and self.stuck == "pass":
            found = [("pass", (board, other(side)))]
        return found

    def blocked(self, p):
        return "draw" if self.stuck == "draw" else "loss"


class MuTorere(OnLines):
    name = "mu-torere"

    def starts(self):
        return [("XXXXOOOO.", "X")]

    def over(self, p):
        return None

    def moves(self, p):
        board, side = p
        gap = board.index(".")
        found = []
        for i in range(9):
            if board[i] != side:
                continue
            if gap == 8:
                neighbours = [board[(i + 1) % 8], board[(i - 1) % 8]]
                legal = other(side) in neighbours
            else:
                legal = i == 8 or (i - gap) % 8 in (1, 7)
            if legal:
                found.append((f"{i + 1}-{gap + 1}", (moved(board, i, gap), other(side))))
        return found


class PongHauKi(OnLines):
    name = "pong-hau-ki"
    lines = ("01", "14", "34", "02", "12", "23", "24")

    def starts(self):
        return [("OX.OX", "X")]

    def over(self, p):
        return None

    def moves(self, p):
        board, side = p
        gap = board.index(".")
        joined = [i for i in range(5) if f"{i}{gap}" in self.lines or f"{gap}{i}" in self.lines]
        return [(f"{i + 1}-{gap + 1}", (moved(board, i, gap), other(side))) for i in joined if board[i] == side]


for family in ("nine-holes", "three-mens-morris", "tapatan", "achi"):
    for rows in (False, True):
        for blocked in (None, "pass", "draw"):
            solve(Morris(family, rows, blocked))
solve(MuTorere())
solve(PongHauKi())
