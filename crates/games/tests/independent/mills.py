"""Mills that capture: `python3 mills.py > mills.txt`.

Position: (the points as a text, the men to be placed of the side to move, those of the other side). The side to move is X.
"""

import sys

from solve import solve

SWAPPED = str.maketrans("XO", "OX")


def ring(low, high):
    """The sides of a square."""
    mid = (low + high) // 2
    return [
        side
        for at in (low, high)
        for side in ([(at, low), (at, mid), (at, high)], [(low, at), (mid, at), (high, at)])
    ]


# Each board as its lines. Points next to each other on a line are joined, and three of them are a mill.
BOARDS = {
    "three": ring(0, 2) + [[(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)], [(1, 0), (1, 1), (1, 2)], [(0, 1), (1, 1), (2, 1)]],
    "six": ring(0, 4) + ring(1, 3) + [[(2, 0), (2, 1)], [(2, 3), (2, 4)], [(0, 2), (1, 2)], [(3, 2), (4, 2)]],
    "seven": ring(0, 4) + ring(1, 3) + [[(2, i) for i in range(5)], [(i, 2) for i in range(5)]],
}
USUAL = {"three": (3, False), "six": (6, False), "seven": (7, True)}


class Mills:
    def __init__(self, board, men, flying):
        usual, usually_flying = USUAL[board]
        self.name = f"morris:{board}" + (f",{men}" if men != usual else "")
        if flying != usually_flying:
            self.name += "+flying" if flying else "+no-flying"
        self.men, self.flying = men, flying
        lines = BOARDS[board]
        self.points = sorted({point for line in lines for point in line}, key=lambda p: (p[1], p[0]))
        at = self.points.index
        self.near = {i: set() for i in range(len(self.points))}
        self.mills = []
        for line in lines:
            for a, b in zip(line, line[1:]):
                self.near[at(a)].add(at(b))
                self.near[at(b)].add(at(a))
            self.mills += [{at(p) for p in line[i : i + 3]} for i in range(len(line) - 2)]
        self.size = max(r for _, r in self.points) + 1

    def starts(self):
        return [("." * len(self.points), self.men, self.men)]

    def over(self, p):
        board, own, other = p
        return "loss" if board.count("X") + own < 3 else None

    def blocked(self, p):
        return "draw" if "." not in p[0] else "loss"

    def in_mill(self, board, i):
        return any(i in mill and all(board[j] == board[i] for j in mill) for mill in self.mills)

    def text(self, i):
        c, r = self.points[i]
        return f"{'abcdefg'[c]}{self.size - r}"

    def moves(self, p):
        board, own, other = p
        empty = [i for i, mark in enumerate(board) if mark == "."]
        men = [i for i, mark in enumerate(board) if mark == "X"]
        if own:
            steps = [(None, i) for i in empty]
        else:
            flies = self.flying and len(men) == 3
            steps = [(i, j) for i in men for j in empty if flies or j in self.near[i]]
        found = []
        for start, end in steps:
            after = list(board)
            if start is not None:
                after[start] = "."
            after[end] = "X"
            text = self.text(end) if start is None else f"{self.text(start)}-{self.text(end)}"
            targets = []
            if self.in_mill(after, end):
                men_of_other = [i for i, mark in enumerate(after) if mark == "O"]
                targets = [i for i in men_of_other if not self.in_mill(after, i)] or men_of_other
            for target in targets or [None]:
                then = list(after)
                capture = ""
                if target is not None:
                    then[target] = "."
                    capture = "x" + self.text(target)
                q = ("".join(then).translate(SWAPPED), other, own - (start is None))
                found.append((text + capture, q))
        return found

    def write(self, p):
        board, own, other = p
        rows = {}
        for (_, r), mark in zip(self.points, board):
            rows[r] = rows.get(r, "") + mark
        hands = f" {own}:{other}" if own or other else ""
        return "/".join(rows[r] for r in sorted(rows)) + hands


GAMES = [("three", 3), ("three", 4)]
if len(sys.argv) > 1:
    GAMES = [(sys.argv[1], int(sys.argv[2]))]
for board, men in GAMES:
    for flying in (False, True):
        solve(Mills(board, men, flying))
