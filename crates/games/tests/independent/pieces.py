"""Pieces on boards of squares: `python3 pieces.py > pieces.txt`.

Squares are (column, row), counted from 0 at the bottom left.
"""

from itertools import product

from solve import solve


def other(side):
    return "O" if side == "X" else "X"


def named(square):
    return "abcdefghijklmnopqrstuvwxyz"[square[0]] + str(square[1] + 1)


def drawn(columns, rows, pieces):
    """`pieces`: which character is on which square."""
    return "".join(pieces.get((c, r), ".") for r in reversed(range(rows)) for c in range(columns))


class Board:
    """Position: (squares of X, squares of O, the side to move), the squares sorted."""

    def mover(self, p):
        return p[2]

    def write(self, p):
        x, o, side = p
        pieces = dict.fromkeys(x, "X") | dict.fromkeys(o, "O")
        return drawn(self.w, self.h, pieces) + " " + side

    def inside(self, square):
        return 0 <= square[0] < self.w and 0 <= square[1] < self.h

    def after(self, p, start, end):
        """A piece of the side to move goes from one square to another, or off the board to None."""
        sides = {"X": set(p[0]), "O": set(p[1])}
        side = p[2]
        sides[side].remove(start)
        sides[other(side)].discard(end)
        if end is not None:
            sides[side].add(end)
        return (tuple(sorted(sides["X"])), tuple(sorted(sides["O"])), other(side))


class Hexapawn(Board):
    def __init__(self, w, h):
        self.name, self.w, self.h = f"hexapawn:{w},{h}", w, h

    def starts(self):
        row = lambda r: tuple((c, r) for c in range(self.w))
        return [(row(0), row(self.h - 1), "X")]

    def over(self, p):
        x, o, side = p
        if side == "O":
            return "loss" if any(r == self.h - 1 for _, r in x) else None
        return "loss" if any(r == 0 for _, r in o) else None

    def moves(self, p):
        x, o, side = p
        own, enemy, forward = (x, o, 1) if side == "X" else (o, x, -1)
        found = []
        for c, r in own:
            ahead = (c, r + forward)
            if ahead not in own and ahead not in enemy:
                found.append((f"{named((c, r))}-{named(ahead)}", self.after(p, (c, r), ahead)))
            for d in (c - 1, c + 1):
                if (d, r + forward) in enemy:
                    target = (d, r + forward)
                    found.append((f"{named((c, r))}x{named(target)}", self.after(p, (c, r), target)))
        return found


class Dodgem(Board):
    def __init__(self, n, blocked_loses=False):
        self.name, self.w, self.h = f"dodgem:{n}" + "+blocked-loses" * blocked_loses, n, n
        self.stuck = "loss" if blocked_loses else "win"

    def starts(self):
        n = self.w
        return [(tuple((0, r) for r in range(1, n)), tuple((c, 0) for c in range(1, n)), "X")]

    def over(self, p):
        x, o, side = p
        return "loss" if not (o if side == "X" else x) else None

    def blocked(self, p):
        return self.stuck

    def moves(self, p):
        x, o, side = p
        found = []
        for c, r in x if side == "X" else o:
            if side == "X":
                targets, off = [(c + 1, r), (c, r + 1), (c, r - 1)], c == self.w - 1
            else:
                targets, off = [(c, r + 1), (c - 1, r), (c + 1, r)], r == self.h - 1
            for target in targets:
                if self.inside(target) and target not in x and target not in o:
                    found.append((f"{named((c, r))}-{named(target)}", self.after(p, (c, r), target)))
            if off:
                found.append((f"{named((c, r))}-off", self.after(p, (c, r), None)))
        return found


class FoxAndHounds(Board):
    def __init__(self, n):
        self.name, self.w, self.h = f"fox-and-hounds:{n}", n, n

    def starts(self):
        n = self.w
        # a1 is dark.
        dark = lambda r: [(c, r) for c in range(n) if (c + r) % 2 == 0]
        hounds = tuple(dark(n - 1))
        foxes = dark(0)
        foxes.insert(0, foxes.pop(n // 4))
        return [((fox,), hounds, "X") for fox in foxes]

    def over(self, p):
        x, o, side = p
        return "loss" if x[0][1] == self.h - 1 else None

    def moves(self, p):
        x, o, side = p
        steps = product((-1, 1), (-1, 1) if side == "X" else (-1,))
        steps = list(steps)
        found = []
        for c, r in x if side == "X" else o:
            for right, up in steps:
                target = (c + right, r + up)
                if self.inside(target) and target not in x and target not in o:
                    found.append((f"{named((c, r))}-{named(target)}", self.after(p, (c, r), target)))
        return found


class Quixo(Board):
    """Position: (squares of the side to move, squares of the other). There is no side in it."""

    mover = None

    def __init__(self, w, h, k):
        self.name, self.w, self.h = f"quixo:{w},{h},{k}", w, h
        self.lines = []
        for c, r in product(range(w), range(h)):
            for d, s in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(c + i * d, r + i * s) for i in range(k)]
                if all(map(self.inside, line)):
                    self.lines.append(set(line))
        self.edge = [
            (c, r) for c, r in product(range(w), range(h)) if c in (0, w - 1) or r in (0, h - 1)
        ]

    def starts(self):
        return [(frozenset(), frozenset())]

    def write(self, p):
        return drawn(self.w, self.h, dict.fromkeys(p[0], "X") | dict.fromkeys(p[1], "O"))

    def over(self, p):
        own, enemy = p
        # The other side has just moved: who completes a line of the opponent's loses, whatever else.
        if any(line <= own for line in self.lines):
            return "win"
        return "loss" if any(line <= enemy for line in self.lines) else None

    def moves(self, p):
        own, enemy = p
        found = []
        for c, r in self.edge:
            if (c, r) in enemy:
                continue
            row, column = [(i, r) for i in range(self.w)], [(c, i) for i in range(self.h)]
            for line in (row, column):
                for end in (line[0], line[-1]):
                    if end == (c, r):
                        continue
                    cubes = ["X" if s in own else "O" if s in enemy else "." for s in line]
                    del cubes[line.index((c, r))]
                    cubes.insert(0 if end == line[0] else len(line), "X")
                    mine = (own - set(line)) | {s for s, cube in zip(line, cubes) if cube == "X"}
                    theirs = (enemy - set(line)) | {s for s, cube in zip(line, cubes) if cube == "O"}
                    found.append((f"{named((c, r))}-{named(end)}", (frozenset(theirs), frozenset(mine))))
        return found


class Krk:
    """Position: (white king, rook or None, black king, side to move)."""

    def __init__(self, n):
        self.name, self.n = f"krk:{n}", n
        self.squares = list(product(range(n), repeat=2))

    def mover(self, p):
        return p[3]

    def write(self, p):
        king, rook, black, side = p
        pieces = {king: "K", black: "k"}
        if rook is not None:
            pieces[rook] = "R"
        return drawn(self.n, self.n, pieces) + " " + side

    def near(self, square):
        c, r = square
        steps = ((c + d, r + s) for d in (-1, 0, 1) for s in (-1, 0, 1) if (d, s) != (0, 0))
        return [s for s in steps if s in self.squares]

    def rook_reaches(self, rook, others):
        """The squares a rook goes to, up to and with the first of `others` in each direction."""
        found = []
        for d, s in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            square = (rook[0] + d, rook[1] + s)
            while square in self.squares:
                found.append(square)
                if square in others:
                    break
                square = (square[0] + d, square[1] + s)
        return found

    def check(self, king, rook, black):
        return rook is not None and black in self.rook_reaches(rook, {king, black})

    def legal(self, king, rook, black, side):
        """Nobody can be taken by the side to move but the rook."""
        if len({king, rook, black}) < 3 or black in self.near(king):
            return False
        return side == "O" or not self.check(king, rook, black)

    def starts(self):
        n = self.n
        start = ((n // 2, 0), (n - 1, 0), (n // 2, n - 1), "X")
        places = product(self.squares, self.squares, self.squares, "XO")
        return [start] + [p for p in places if p != start and self.legal(*p)]

    def over(self, p):
        return "draw" if p[1] is None else None

    def blocked(self, p):
        king, rook, black, side = p
        return "loss" if side == "O" and self.check(king, rook, black) else "draw"

    def moves(self, p):
        king, rook, black, side = p
        found = []
        if side == "X":
            for to in self.near(king):
                if self.legal(to, rook, black, "O"):
                    found.append((f"K{named(king)}-{named(to)}", (to, rook, black, "O")))
            for to in self.rook_reaches(rook, {king, black}):
                if to not in (king, black):
                    found.append((f"R{named(rook)}-{named(to)}", (king, to, black, "O")))
        else:
            for to in self.near(black):
                if to in self.near(king) or to == king:
                    continue
                if to == rook:
                    found.append((f"K{named(black)}x{named(to)}", (king, None, to, "X")))
                elif not self.check(king, rook, to):
                    found.append((f"K{named(black)}-{named(to)}", (king, rook, to, "X")))
        return found


for w, h in ((1, 3), (2, 3), (3, 3), (4, 3), (3, 4), (4, 4), (5, 3), (2, 6)):
    solve(Hexapawn(w, h))
for blocked_loses in (False, True):
    for n in (2, 3):
        solve(Dodgem(n, blocked_loses))
for n in (4, 6):
    solve(FoxAndHounds(n))
for w, h, k in ((2, 2, 2), (3, 3, 3), (3, 3, 2), (3, 2, 3), (3, 2, 2), (2, 3, 3), (4, 2, 3), (2, 4, 4)):
    solve(Quixo(w, h, k))
for n in (3, 4, 5):
    solve(Krk(n))
