"""Prints all answers of a table, as tests/answers.rs does."""

import sys
from fractions import Fraction
from typing import Callable, Iterable, List, Optional, Union

import table

SKILLS: List[Union[str, int, Fraction]] = [
    "0",
    "1/3",
    "2/6",
    "0.9",
    1,
    "1/4294967295",
    Fraction(4294967294, 4294967295),
    Fraction(1073741825, 3221225472),
]

LEVELS: List[table.Level] = [
    "easy",
    "medium",
    "hard",
    "perfect",
    "blind",
    "novice",
    "master",
]
LEVELS += [table.Skill(chance) for chance in SKILLS]
LEVELS += [table.Lookahead(plies) for plies in (0, 1, 3, 255)]


class Stream:
    def __init__(self, kind: int, code: int) -> None:
        self.kind = kind
        self.draws = 0
        start = {0: code, 1: code * 2654435761 + 1, 3: 4294967295}
        self.state = start.get(kind, 0) % 2**32

    def next(self) -> int:
        self.draws += 1
        number = self.state
        if self.kind < 2:
            self.state = (number * 1664525 + 1013904223) % 2**32
        elif self.kind == 4:
            self.state += 1
        return number


def moves(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


def shown(move: Optional[int]) -> str:
    return "-" if move is None else str(move)


def level(code: int, level: table.Level) -> str:
    chosen = ""
    for kind in range(5):
        stream = Stream(kind, code)
        move = table.choose(code, level, stream.next)
        chosen += f"{shown(move)}/{stream.draws},"
    return chosen


def is_refused(code: int, move: int) -> bool:
    try:
        table.play(code, move)
    except table.IllegalMove:
        return True
    return False


def rows(code: int) -> str:
    """The rows of the board, if there is one. The printed board is read again."""
    show: Optional[Callable[[int], str]] = getattr(table, "show", None)
    if show is None:
        return ""
    shown = show(code)
    ask: Callable[[str], table.Entry] = getattr(table, "probe")
    assert ask(shown) == table.probe(code) and ask(shown + "\n") == table.probe(code)
    return " " + shown.replace(" ", "_").replace("\n", "/") + "/"


def answer(code: int) -> str:
    try:
        entry = table.probe(code)
    except table.NotAPosition:
        return "not a position"
    except table.Unreachable:
        return "unreachable"
    assert table.best_move(code) == entry.best_move
    assert table.optimal_moves(code) == entry.optimal_moves
    assert table.choose(code, "blind") in [worth.move for worth in table.worths(code)] or [None]
    legal = table.legal_moves(code)
    for move in [*range(-1, table.MOVE_NUMBERS + 1), 255, 256, 2**70]:
        assert move in legal or is_refused(code, move)
    leads = "".join(f"{move}:{table.play(code, move)}," for move in legal)
    assert table.is_over(code) == (not legal)
    worths = "".join(
        f"{worth.move}:{worth.outcome.name.lower()}:{worth.remoteness},"
        for worth in table.worths(code)
    )
    return (
        f"{entry.to_move} {entry.outcome.name.lower()} {entry.remoteness}"
        f" best={shown(entry.best_move)} optimal={moves(entry.optimal_moves)}"
        f" preserving={moves(table.outcome_preserving_moves(code))} worths={worths}"
        f" leads={leads} {table.winner(code) or ('on' if legal else 'drawn')}{rows(code)} "
        + " ".join(level(code, one) for one in LEVELS)
    )


codes = [*range(0, table.CODES, int(sys.argv[1])), table.CODES, table.CODES + 1, table.CODES + 2**40]
sys.stdout.write("".join(f"{code} {answer(code)}\n" for code in codes))
