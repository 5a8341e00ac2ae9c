"""Measures the time per board: ``python tests/speed.py [GAME …]``. Prints nanoseconds of one core, and of the clock."""

from __future__ import annotations

import sys
import tempfile
import time
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


if __name__ == "__main__":
    main(sys.argv[1:] or ["connect:5,4,4", "mnk:4,4,4"])
