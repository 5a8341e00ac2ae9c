"""Boards of marks: `python3 marks.py > marks.txt`.

Position: a tuple of the cells, row by row, "." or the mark.
"""

from solve import solve


def lines(m, n, k):
    found = []
    for row in range(n):
        for column in range(m):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(row + i * down, column + i * right) for i in range(k)]
                if all(0 <= r < n and 0 <= c < m for r, c in line):
                    found.append([r * m + c for r, c in line])
    return found


class Marks:
    """Each turn a mark is put on an empty cell. `loses`: who completes a line loses."""

    def __init__(self, family, m, n, k, loses, misere):
        self.name = f"{family}:{m},{n},{k}" + ("+misere" if misere else "")
        self.cells, self.lines = m * n, lines(m, n, k)
        self.loses = loses != misere

    def starts(self):
        return [("." * self.cells)]

    def over(self, p):
        if any(p[line[0]] != "." and all(p[cell] == p[line[0]] for cell in line) for line in self.lines):
            return "win" if self.loses else "loss"
        return None if "." in p else "draw"

    def write(self, p):
        return p


class TicTacToe(Marks):
    def __init__(self, misere):
        super().__init__("mnk", 3, 3, 3, False, misere)
        self.name = self.name.replace("mnk:3,3,3", "tictactoe")

    def mover(self, p):
        return "XO"[(self.cells - p.count(".")) % 2]

    def moves(self, p):
        put = self.mover(p)
        return [(str(i), p[:i] + put + p[i + 1 :]) for i in range(self.cells) if p[i] == "."]


class Wild(Marks):
    """X or O is chosen each turn."""

    def __init__(self, m, n, k, misere=False):
        super().__init__("wild", m, n, k, False, misere)

    def moves(self, p):
        free = [i for i in range(self.cells) if p[i] == "."]
        return [(f"{put}{i + 1}", p[:i] + put + p[i + 1 :]) for put in "XO" for i in free]


class Notakto(Marks):
    """Both put X, and who completes a line loses."""

    def __init__(self, m, n, k, misere=False):
        super().__init__("notakto", m, n, k, True, misere)

    def moves(self, p):
        return [(str(i + 1), p[:i] + "X" + p[i + 1 :]) for i in range(self.cells) if p[i] == "."]


for misere in (False, True):
    solve(TicTacToe(misere))
    for m, n, k in ((1, 1, 1), (3, 2, 2), (4, 2, 3), (3, 3, 3), (3, 3, 2)):
        solve(Wild(m, n, k, misere))
    for m, n, k in ((1, 1, 1), (3, 2, 2), (3, 3, 3), (4, 3, 3), (4, 3, 2), (3, 4, 4)):
        solve(Notakto(m, n, k, misere))
