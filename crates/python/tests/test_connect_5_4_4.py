"""Compares all positions of a larger game with another minimax on another type of board."""

from __future__ import annotations

import numpy as np
import pytest

import perfect_play as pp

COLUMNS, ROWS = 5, 4
HEIGHT = ROWS + 1
FULL = [((1 << ROWS) - 1) << (column * HEIGHT) for column in range(COLUMNS)]
BOTTOM = [1 << (column * HEIGHT) for column in range(COLUMNS)]


def has_four(marks: int) -> bool:
    return any((two := marks & (marks >> step)) & (two >> 2 * step) for step in (1, HEIGHT, HEIGHT - 1, HEIGHT + 1))


@pytest.mark.long
def test_every_value_of_connect_5_4_4() -> None:
    values: dict[tuple[int, int], int] = {}

    def value(mine: int, all_marks: int) -> int:
        known = values.get((mine, all_marks))
        if known is not None:
            return known
        if has_four(all_marks ^ mine):
            best = -127
        elif all_marks == sum(FULL):
            best = 0
        else:
            best = -128
            for column in range(COLUMNS):
                lowest = (all_marks + BOTTOM[column]) & FULL[column]
                if lowest:
                    after = -value(all_marks ^ mine, all_marks | lowest)
                    best = max(best, after - 1 if after > 0 else after + (after < 0))
        values[mine, all_marks] = best
        return best

    assert value(0, 0) == 0
    table = pp.solve("connect:5,4,4")
    boards = table.positions()
    assert len(boards) == len(values) == 3_945_711
    # The bit of each cell, row by row from the top.
    bits = np.array([1 << (column * HEIGHT + ROWS - 1 - row) for row in range(ROWS) for column in range(COLUMNS)])
    x, o = (boards == 1) @ bits, (boards == 2) @ bits
    x_moves = (boards == 1).sum(axis=1) == (boards == 2).sum(axis=1)
    mine = np.where(x_moves, x, o)
    found = table.values(boards).tolist()
    assert all(values[key] == is_found for key, is_found in zip(zip(mine.tolist(), (x | o).tolist()), found))
    assert (table.optimal_mask(boards).any(axis=1) == (table.move_values(boards) != pp.NO_ENTRY).any(axis=1)).all()
