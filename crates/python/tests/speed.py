"""Measures the time per board: ``python tests/speed.py [GAME …]``. Prints nanoseconds of one core, and of the clock.

``python tests/speed.py grade`` prints ratios, of the clock: the regrets of 100,000 random positions of a large file to the values of
their moves in the order of the file, and the grade of a level in the positions that it can come to, with the best responses, to
the solve."""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import perfect_play as pp


def main(games: list[str]) -> None:
    for name in games:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "table.perfect"
            pp.solve(name).save(path)
            table = pp.open(path)
            boards = table.positions()
            shuffled = boards[np.random.default_rng(1).permutation(len(boards))]
            for order, given in (("in order", boards), ("shuffled", shuffled)):
                for ask in (table.values, table.optimal_mask, table.move_values):
                    clock, core = time.perf_counter(), time.process_time()
                    ask(given)
                    clock, core = time.perf_counter() - clock, time.process_time() - core
                    of_core, of_clock = (1e9 * seconds / len(boards) for seconds in (core, clock))
                    print(f"{name:15} {len(boards):9} {order} {ask.__name__:13} {of_core:6.0f} {of_clock:6.0f}")


def clocked(what: Callable[[], object]) -> float:
    began = time.perf_counter()
    what()
    return time.perf_counter() - began


def grade(large: str = "connect:6,5,4", small: str = "mnk:4,3,3") -> None:
    with tempfile.TemporaryDirectory() as folder:
        table, chance = pp.solve(large, path=Path(folder) / "table.perfect"), random.Random(1)
        positions: list[pp.Position] = []
        while len(positions) < 100_000:
            position = table.start
            for _ in range(chance.randrange(30)):
                if position.is_over:
                    break
                position = position.play(chance.choice(position.legal_moves))
            if not position.is_over:
                positions.append(position)
        boards = np.unique(np.array([position.cells for position in positions]).reshape(len(positions), -1), axis=0)
        chance_of_order = np.random.default_rng(1).permutation(len(boards))
        moves = np.array([chance.choice(table.position(board).legal_moves) for board in boards])
        shuffled, of_shuffled = boards[chance_of_order], moves[chance_of_order]
        probes = clocked(lambda: table.move_values(boards))
        regrets = clocked(lambda: pp.regrets(table, shuffled, of_shuffled))
        print(f"{large}: {len(boards)} regrets take {regrets:.1f} s, sorted probes {probes:.1f} s, ratio {regrets / probes:.2f}")
    solve = min(clocked(lambda: pp.solve(small)) for _ in range(3))
    table = pp.solve(small)
    for level in ("medium", "blind"):
        graded = clocked(lambda level=level: pp.grade(level, table, over="reached"))  # type: ignore[misc]
        print(f"{small}: the grade of {level} takes {graded:.2f} s, the solve {solve:.2f} s, ratio {graded / solve:.1f}")


if __name__ == "__main__":
    if sys.argv[1:] == ["grade"]:
        grade()
        sys.exit()
    main(sys.argv[1:] or ["connect:5,4,4", "mnk:4,4,4"])
