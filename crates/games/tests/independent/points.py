"""Games for points: `python3 points.py > points.txt`."""

from solve import solve


def other(side):
    return "O" if side == "X" else "X"


class Othello:
    """A board as a dict of discs, as a sorted tuple; and who is to move."""

    def __init__(self, m, n):
        self.name, self.m, self.n = f"othello:{m},{n}", m, n

    def starts(self):
        r, c = self.n // 2, self.m // 2
        discs = {(r - 1, c - 1): "O", (r, c): "O", (r - 1, c): "X", (r, c - 1): "X"}
        return [(tuple(sorted(discs.items())), "X")]

    def mover(self, p):
        return p[1]

    def turned(self, discs, side, row, column):
        if (row, column) in discs:
            return []
        all_turned = []
        for dr in (-1, 0, 1):
            for dc in (-1, 0, 1):
                r, c, line = row + dr, column + dc, []
                while discs.get((r, c)) == other(side):
                    line.append((r, c))
                    r, c = r + dr, c + dc
                if discs.get((r, c)) == side:
                    all_turned += line
        return all_turned

    def puts(self, discs, side):
        places = [(r, c) for r in range(self.n) for c in range(self.m)]
        turned = [(place, self.turned(discs, side, *place)) for place in places]
        return [(place, turned) for place, turned in turned if turned]

    def over(self, p):
        discs, side = dict(p[0]), p[1]
        if self.puts(discs, side) or self.puts(discs, other(side)):
            return None
        marks = list(discs.values())
        return marks.count(side) - marks.count(other(side))

    def moves(self, p):
        discs, side = dict(p[0]), p[1]
        puts = self.puts(discs, side)
        if not puts:
            return [("pass", (p[0], other(side)))]
        found = []
        for (r, c), turned in puts:
            after = discs | {(r, c): side} | {place: side for place in turned}
            found.append(("abcdefgh"[c] + str(self.n - r), (tuple(sorted(after.items())), other(side))))
        return found

    def write(self, p):
        discs = dict(p[0])
        cells = [discs.get((r, c), ".") for r in range(self.n) for c in range(self.m)]
        return "".join(cells) + " " + p[1]


class Dots:
    """The edges drawn, as a set of pairs of dots; X's and O's boxes; who is to move."""

    def __init__(self, m, n):
        self.name, self.m, self.n = f"dots:{m},{n}", m, n
        self.edges = []
        for r in range(n + 1):
            self.edges += [((r, c), (r, c + 1)) for c in range(m)]
            if r < n:
                self.edges += [((r, c), (r + 1, c)) for c in range(m + 1)]

    def box(self, r, c):
        a, b, d, e = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
        return {(a, b), (d, e), (a, d), (b, e)}

    def starts(self):
        return [(frozenset(), 0, 0, "X")]

    def mover(self, p):
        return p[3]

    def over(self, p):
        drawn, x, o, side = p
        if len(drawn) < len(self.edges):
            return None
        return x - o if side == "X" else o - x

    def moves(self, p):
        drawn, x, o, side = p
        found = []
        for number, edge in enumerate(self.edges, 1):
            if edge in drawn:
                continue
            after = drawn | {edge}
            boxes = [self.box(r, c) for r in range(self.n) for c in range(self.m)]
            taken = sum(edge in box and box <= after for box in boxes)
            if not taken:
                found.append((str(number), (after, x, o, other(side))))
            elif side == "X":
                found.append((str(number), (after, x + taken, o, "X")))
            else:
                found.append((str(number), (after, x, o + taken, "O")))
        return found

    def write(self, p):
        drawn, x, o, side = p
        mark = lambda e: "." if e not in drawn else "-" if e[0][0] == e[1][0] else "|"
        return "".join(map(mark, self.edges)) + f" {x}:{o} {side}"


class Kalah:
    """The holes of both players by name, as a tuple: X's pits, X's store, O's pits, O's store; and who is to move."""

    def __init__(self, pits, seeds):
        self.name, self.pits, self.seeds = f"kalah:{pits},{seeds}", pits, seeds
        self.holes = [(side, i) for side in "XO" for i in range(pits + 1)]

    def starts(self):
        side = (self.seeds,) * self.pits + (0,)
        return [(side + side, "X")]

    def mover(self, p):
        return p[1]

    def over(self, p):
        holes, side = dict(zip(self.holes, p[0])), p[1]
        empty = lambda s: all(holes[s, i] == 0 for i in range(self.pits))
        if not empty("X") and not empty("O"):
            return None
        has = {s: sum(holes[s, i] for i in range(self.pits + 1)) for s in "XO"}
        return has[side] - has[other(side)]

    def moves(self, p):
        found, side = [], p[1]
        ring = [hole for hole in self.holes if hole != (other(side), self.pits)]
        for pit in range(self.pits):
            holes = dict(zip(self.holes, p[0]))
            seeds, holes[side, pit] = holes[side, pit], 0
            if not seeds:
                continue
            at = ring.index((side, pit))
            for _ in range(seeds):
                at = (at + 1) % len(ring)
                holes[ring[at]] += 1
            whose, last = ring[at]
            if whose == side and last < self.pits and holes[side, last] == 1:
                opposite = (other(side), self.pits - 1 - last)
                if holes[opposite]:
                    holes[side, self.pits] += 1 + holes[opposite]
                    holes[side, last] = holes[opposite] = 0
            mover = side if last == self.pits else other(side)
            found.append((str(pit + 1), (tuple(holes[hole] for hole in self.holes), mover)))
        return found

    def write(self, p):
        half = self.pits + 1
        sides = (p[0][:half], p[0][half:])
        return "/".join(",".join(map(str, s[:-1])) + f":{s[-1]}" for s in sides) + " " + p[1]


for m, n in ((2, 2), (4, 2), (2, 4), (6, 2), (4, 4)):
    solve(Othello(m, n))
for m, n in ((1, 1), (2, 1), (1, 2), (3, 1), (2, 2)):
    solve(Dots(m, n))
for pits, seeds in ((1, 1), (1, 2), (1, 6), (1, 20), (2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (4, 1)):
    solve(Kalah(pits, seeds))
