"""Games too large to be solved in a test, played at random: `python3 walks.py > walks.txt`.

Squares are (column, row), counted from 0 at the bottom left. Each line is what `walk` prints of a game:

    teeko: 40 plays, 2291 positions, 0 won, 0 drawn, 4 lost; digest 0123456789abcdef

The digest is that of `solve.py`, with the outcome where a play is over in place of the value, and over all positions of all
plays. The moves are chosen by a linear congruential generator among those sorted by their texts.
"""

from itertools import product

from solve import PRIME

PLAYS, PLIES = 40, 60


def walk(game):
    state, seen, total, ends = 1, 0, 0, []
    blocked = getattr(game, "blocked", lambda p: "loss")
    for _ in range(PLAYS):
        p = game.start()
        for _ in range(PLIES):
            end = game.over(p)
            moves = [] if end is not None else sorted((f"{mv}>{game.write(q)}", q) for mv, q in game.moves(p))
            if end is None and not moves:
                end = blocked(p)
            line = f"{game.write(p)}|{end or '-'}|{','.join(text for text, _ in moves)}"
            total += pow(int.from_bytes(line.encode(), "big"), 2, PRIME)
            seen += 1
            if end is not None:
                ends.append(end)
                break
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            p = moves[(state >> 33) % len(moves)][1]
    won, drawn, lost = (ends.count(end) for end in ("win", "draw", "loss"))
    print(
        f"{game.name}: {PLAYS} plays, {seen} positions, {won} won, {drawn} drawn, {lost} lost;"
        f" digest {total % PRIME:016x}",
        flush=True,
    )


def named(square):
    return "abcde"[square[0]] + str(square[1] + 1)


class Teeko:
    """Position: (men of the side to move, men of the other), both frozen sets."""

    squares = list(product(range(5), repeat=2))

    def __init__(self, options, sizes, centre=True):
        self.name, self.centre = "teeko" + options, centre
        self.goals = [{(c + i * s, r + i * t) for i in range(4)} for c, r in self.squares for s, t in ((0, 1), (1, 0), (1, 1), (1, -1))]
        self.goals += [{(c, r), (c + d, r), (c, r + d), (c + d, r + d)} for c, r in self.squares for d in sizes]
        self.goals = [goal for goal in self.goals if all(square in self.squares for square in goal)]

    def start(self):
        return frozenset(), frozenset()

    def write(self, p):
        return "".join("X" if (c, r) in p[0] else "O" if (c, r) in p[1] else "." for r in reversed(range(5)) for c in range(5))

    def over(self, p):
        if p[0] in self.goals:
            return "win"
        return "loss" if p[1] in self.goals else None

    def moves(self, p):
        own, other = p
        free = [square for square in self.squares if square not in own | other]
        men = len(own) + len(other)
        if men == 8:
            return [
                (f"{named((c, r))}-{named((d, s))}", (other, own - {(c, r)} | {(d, s)}))
                for c, r in own
                for d, s in free
                if abs(c - d) <= 1 and abs(r - s) <= 1
            ]
        if men == 0 and not self.centre:
            free.remove((2, 2))
        return [(named(square), (other, own | {square})) for square in free]


class GobbletGobblers:
    """Position: the stacks of the nine squares, row by row from the top, each from the top piece down. A piece is its size
    from 0 to 2, and whether it is of the side to move."""

    name = "gobblet-gobblers"
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def start(self):
        return ((),) * 9

    def write(self, p):
        letter = lambda piece: ("SML" if piece[1] else "sml")[piece[0]]
        cells = ["".join(map(letter, stack)) or "." for stack in p]
        return "/".join(",".join(cells[at : at + 3]) for at in (0, 3, 6))

    def has_line(self, p, own):
        return any(all(p[cell] and p[cell][0][1] == own for cell in line) for line in self.lines)

    def over(self, p):
        return "win" if self.has_line(p, True) else "loss" if self.has_line(p, False) else None

    def moves(self, p):
        square = lambda cell: named((cell % 3, 2 - cell // 3))
        found = []

        def add(text, stacks, size):
            for to in range(9):
                if text == square(to) or stacks[to] and stacks[to][0][0] >= size:
                    continue
                after = stacks[:to] + (((size, True), *stacks[to]),) + stacks[to + 1 :]
                if not self.has_line(after, False):
                    turned = tuple(tuple((size, not own) for size, own in stack) for stack in after)
                    found.append(((text + "-" if len(text) == 2 else text) + square(to), turned))

        for size in range(3):
            if sum((size, True) in stack for stack in p) < 2:
                add("SML"[size], p, size)
        for cell, stack in enumerate(p):
            if stack and stack[0][1]:
                add(square(cell), p[:cell] + (stack[1:],) + p[cell + 1 :], stack[0][0])
        return found


if __name__ == "__main__":
    walk(GobbletGobblers())
    walk(Teeko("", (1,)))
    walk(Teeko("+advanced", (1, 2, 3, 4)))
    walk(Teeko("+advanced+no-centre", (1, 2, 3, 4), centre=False))
