"""A level of a platform game as a graph: `python3 level.py > ../../data/level.jsonl`.

One line a place where the hero can stand, with the moves from there and where each ends. One player alone moves, so
a table of this graph says the shortest way to the door from every place.
"""

import json

# `#` is ground, `H` the hero's start, `D` the door, `^` spikes, and all else air.
LEVEL = """\
........................................
.............................D..........
...........................######.......
......................##................
..................###.............##....
.............##.........................
.....................................##.
.........##......##...............#.....
H...............................###.....
####..#....#.##......##..##..######...##
####..#....#.##......##..##..######...##
####^^#^^^^#^##^^^^^^##^^##^^######...##
###################################...##
###################################...##
###################################...##
########################################
"""

ROWS = LEVEL.splitlines()
WIDTH, HEIGHT = len(ROWS[0]), len(ROWS)

# A jump rises by up to two rows and then goes on for up to three columns, one column for each row or less.
RISE, REACH = 2, 3


def tile(column, row):
    """What is there: walls at both sides, air above, spikes below."""
    if not 0 <= column < WIDTH:
        return "#"
    return "." if row < 0 else "^" if row >= HEIGHT else ROWS[row][column]


def is_free(column, row):
    return tile(column, row) != "#"


def landing(column, row):
    """Where the hero comes to stand who falls from here."""
    while tile(column, row) != "^" and is_free(column, row + 1):
        row += 1
    return column, row


def jump(column, row, way, rise, reach):
    """Straight up, then sideways, then down. None if something is in the way."""
    up = [(column, row - i) for i in range(1, rise + 1)]
    across = [(column + way * i, row - rise) for i in range(1, reach + 1)]
    if all(is_free(*place) for place in up + across):
        return landing(column + way * reach, row - rise)
    return None


def moves(column, row):
    found = {}
    for name, way in (("left", -1), ("right", 1)):
        if is_free(column + way, row):
            found[name] = landing(column + way, row)
        for rise in range(1, RISE + 1):
            for reach in range(1, REACH + 1):
                place = jump(column, row, way, rise, reach)
                if place is not None:
                    found[f"jump-{name}-{rise}-{reach}"] = place
    # Moves that end where they began are no moves; of those that end alike the first is enough.
    found = {name: place for name, place in found.items() if place != (column, row)}
    return {name: place for name, place in found.items() if name == first(found, place)}


def first(found, place):
    return next(name for name, other in found.items() if other == place)


def name(place):
    column, row = place
    return f"{column},{row}"


def find(mark):
    return next((row.index(mark), number) for number, row in enumerate(ROWS) if mark in row)


def main():
    start, door = landing(*find("H")), landing(*find("D"))
    places = [start]
    for place in places:
        line = {"position": name(place), "to_move": "X"}
        ways = moves(*place)
        if place == door:
            line["outcome"] = "win"
        elif tile(*place) == "^" or not ways:
            line["outcome"] = "loss"
        else:
            line["moves"] = {move: name(to) for move, to in ways.items()}
            places += [to for to in dict.fromkeys(ways.values()) if to not in places]
        print(json.dumps(line))


main()
