"""Solves a game by its definition and prints one line about it.

A game is an object with a `name` and these methods, where positions are anything that can be a key of a dict:

    starts()        the positions in which a play may begin, the start first
    mover(p)        who is to move, "X" or "O"; a game without players leaves it out
    moves(p)        a list of (text, position after it); asked where the game is not over
    over(p)         None, or how it ended for the side to move: "win", "draw", "loss", or a number of points
    blocked(p)      the same where there is no move; left out, it is "loss"
    write(p)        the position as text

The line is what `tests/brute_force/mod.rs` holds against the rules in Rust.
"""

PRIME = 2**61 - 1


def solve(game):
    positions = list(dict.fromkeys(game.starts()))
    seen = set(positions)
    mover = getattr(game, "mover", None)
    blocked = getattr(game, "blocked", lambda p: "loss")
    children, ends = {}, {}
    for p in positions:
        end = game.over(p)
        children[p] = [] if end is not None else game.moves(p)
        if end is None and not children[p]:
            end = blocked(p)
        if end is not None:
            ends[p] = end
        for _, q in children[p]:
            if q not in seen:
                seen.add(q)
                positions.append(q)

    def same(p, q):
        return mover is not None and mover(p) == mover(q)

    scored = any(not isinstance(end, str) for end in ends.values())
    values = points(positions, children, ends, same) if scored else plies(positions, children, ends, same)
    start = values[positions[0]]
    print(
        f"{game.name}: {len(positions)} positions,"
        f" {sum(sign(v) > 0 for v in values.values())} won,"
        f" {sum(sign(v) == 0 for v in values.values())} drawn,"
        f" {sum(sign(v) < 0 for v in values.values())} lost;"
        f" farthest {max(v[1] or 0 for v in values.values()) if not scored else 0};"
        f" start {shown(start)};"
        f" digest {digest(game, positions, children, values):016x}",
        flush=True,
    )
    return values


def plies(positions, children, ends, same):
    """Backward from the ends, in the order of their distance. What is left is a draw."""
    parents = {p: [] for p in positions}
    for p in positions:
        for _, q in children[p]:
            parents[q].append(p)
    left = {p: len(children[p]) for p in positions}
    values = {p: (end, 0 if end != "draw" else None) for p, end in ends.items()}
    layer = [p for p in values if values[p][0] != "draw"]
    distance = 0
    while layer:
        distance += 1
        wins, losses = [], []
        for q in layer:
            for p in parents[q]:
                if p in values:
                    continue
                if (values[q][0] == "win") == same(p, q):
                    wins.append(p)
                else:
                    left[p] -= 1
                    if left[p] == 0:
                        losses.append(p)
        layer = []
        for found, outcome in ((wins, "win"), (losses, "loss")):
            for p in found:
                if p not in values:
                    values[p] = (outcome, distance)
                    layer.append(p)
    return {p: values.get(p, ("draw", None)) for p in positions}


def points(positions, children, ends, same):
    """In an order in which every position comes after those it leads to."""
    values, stack = {}, list(positions)
    while stack:
        p = stack.pop()
        if p in values:
            continue
        if p in ends:
            values[p] = ("score", ends[p])
            continue
        missing = [q for _, q in children[p] if q not in values]
        if missing:
            stack.append(p)
            stack.extend(missing)
        else:
            best = max(values[q][1] if same(p, q) else -values[q][1] for _, q in children[p])
            values[p] = ("score", best)
    return values


def sign(value):
    outcome, number = value
    if outcome == "score":
        return number
    return {"win": 1, "draw": 0, "loss": -1}[outcome]


def shown(value):
    outcome, number = value
    return outcome if number is None else f"{outcome} {number}"


def digest(game, positions, children, values):
    text = {p: game.write(p) for p in positions}
    assert len(set(text.values())) == len(positions), "two positions print alike"
    total = 0
    for p in positions:
        moves = sorted(f"{mv}>{text[q]}" for mv, q in children[p])
        line = f"{text[p]}|{shown(values[p])}|{','.join(moves)}"
        total += pow(int.from_bytes(line.encode(), "big"), 2, PRIME)
    return total % PRIME
