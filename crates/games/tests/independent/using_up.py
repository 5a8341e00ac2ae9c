"""Games that use up the board, or the stones: `python3 using_up.py > using_up.txt`.

Position: a board as a string, row by row, and who is to move where the board does not tell.
"""

from itertools import product

from solve import solve


def square(m, n, row, column):
    return "abcdefghijklmnopqrstuvwxyz"[column] + str(n - row)


class Board:
    def __init__(self, m, n):
        family = type(self).__name__.lower()
        self.name, self.m, self.n = f"{family}:{m},{n}", m, n
        self.places = list(product(range(n), range(m)))

    def at(self, row, column):
        return row * self.m + column

    def on(self, row, column):
        return 0 <= row < self.n and 0 <= column < self.m

    def text(self, row, column):
        return square(self.m, self.n, row, column)

    def mover(self, p):
        return p[-1]

    def write(self, p):
        return p

    def over(self, p):
        return None


def put(board, *changes):
    cells = list(board)
    for cell, mark in changes:
        cells[cell] = mark
    return "".join(cells)


def other(side):
    return "O" if side == "X" else "X"


class Clobber(Board):
    def starts(self):
        return ["".join("XO"[(r + c) % 2] for r, c in self.places) + " X"]

    def moves(self, p):
        board, side = p.split()
        found = []
        for r, c in self.places:
            if board[self.at(r, c)] != side:
                continue
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                if self.on(r + dr, c + dc) and board[self.at(r + dr, c + dc)] == other(side):
                    after = put(board, (self.at(r, c), "."), (self.at(r + dr, c + dc), side))
                    name = self.text(r, c) + "-" + self.text(r + dr, c + dc)
                    found.append((name, f"{after} {other(side)}"))
        return found


class Domineering(Board):
    def starts(self):
        return ["." * (self.m * self.n) + " X"]

    def moves(self, p):
        board, side = p.split()
        dr, dc = (1, 0) if side == "X" else (0, 1)
        found = []
        for r, c in self.places:
            if not self.on(r + dr, c + dc):
                continue
            cells = self.at(r, c), self.at(r + dr, c + dc)
            if all(board[cell] == "." for cell in cells):
                after = put(board, *((cell, "#") for cell in cells))
                name = self.text(r, c) + "-" + self.text(r + dr, c + dc)
                found.append((name, f"{after} {other(side)}"))
        return found


class Isolation(Board):
    """To b2, and a1 is removed: `b2-a1`."""

    def starts(self):
        middle = (self.m - 1) // 2
        empty = "." * (self.m * self.n)
        return [put(empty, (middle, "X"), (self.at(self.n - 1, middle), "O")) + " X"]

    def moves(self, p):
        board, side = p.split()
        r, c = divmod(board.index(side), self.m)
        found = []
        for dr, dc in product((-1, 0, 1), repeat=2):
            if not self.on(r + dr, c + dc) or board[self.at(r + dr, c + dc)] != ".":
                continue
            stepped = put(board, (self.at(r, c), "."), (self.at(r + dr, c + dc), side))
            for row, column in self.places:
                if stepped[self.at(row, column)] == ".":
                    after = put(stepped, (self.at(row, column), "#"))
                    name = self.text(r + dr, c + dc) + "-" + self.text(row, column)
                    found.append((name, f"{after} {other(side)}"))
        return found


class Hex(Board):
    """A graph search from one side for the other."""

    def __init__(self, n):
        super().__init__(n, n)
        self.name = f"hex:{n}"

    def starts(self):
        return ["." * (self.n * self.n)]

    def mover(self, p):
        return "XO"[(p.count("X") + p.count("O")) % 2]

    def joined(self, p, side):
        n = self.n
        goal = (lambda r, c: r == n - 1) if side == "X" else (lambda r, c: c == n - 1)
        rim = [(0, i) for i in range(n)] if side == "X" else [(i, 0) for i in range(n)]
        todo = [place for place in rim if p[self.at(*place)] == side]
        seen = set(todo)
        while todo:
            r, c = todo.pop()
            if goal(r, c):
                return True
            for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)):
                place = r + dr, c + dc
                if self.on(*place) and place not in seen and p[self.at(*place)] == side:
                    seen.add(place)
                    todo.append(place)
        return False

    def over(self, p):
        return "loss" if self.joined(p, other(self.mover(p))) else None

    def moves(self, p):
        side = self.mover(p)
        return [
            (self.text(r, c), put(p, (self.at(r, c), side)))
            for r, c in self.places
            if p[self.at(r, c)] == "."
        ]


class Chomp(Board):
    """The squares that are left, as a set."""

    mover = None

    def starts(self):
        return [frozenset(self.places)]

    def over(self, p):
        return None if p else "win"

    def moves(self, p):
        return [
            (self.text(r, c), frozenset((row, column) for row, column in p if row < r or column < c))
            for r, c in p
        ]

    def write(self, p):
        return "".join("#" if place in p else "." for place in self.places)


class Nim:
    def __init__(self, *piles):
        self.name, self.piles = "nim:" + ",".join(map(str, piles)), piles

    def starts(self):
        return [self.piles]

    def over(self, p):
        return None

    def moves(self, p):
        return [
            (f"{taken}-from-{i + 1}", p[:i] + (p[i] - taken,) + p[i + 1 :])
            for i in range(len(p))
            for taken in range(1, p[i] + 1)
        ]

    def write(self, p):
        return ",".join(map(str, p))


for m, n in ((1, 1), (1, 2), (4, 1), (1, 6), (2, 2), (3, 2), (2, 3), (3, 3), (4, 3), (5, 2), (6, 2)):
    solve(Clobber(m, n))
for m, n in ((1, 1), (2, 1), (1, 3), (2, 2), (3, 3), (3, 4), (5, 3), (4, 4), (8, 2)):
    solve(Domineering(m, n))
for m, n in ((1, 2), (1, 3), (2, 2), (3, 2), (2, 3), (3, 3)):
    solve(Isolation(m, n))
for n in (1, 2, 3):
    solve(Hex(n))
for m, n in ((1, 1), (1, 5), (4, 1), (2, 2), (3, 3), (4, 3), (2, 7), (5, 5), (15, 2)):
    solve(Chomp(m, n))
for piles in ((1,), (5,), (3, 3), (1, 2, 3), (3, 4, 5), (2, 2, 2, 2), (1, 3, 5, 7), (1,) * 8, (4, 3, 4, 2, 3)):
    solve(Nim(*piles))
