"""Valid arrays, and the errors for invalid ones."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import perfect_play as pp


@pytest.fixture(scope="module")
def table() -> pp.Table:
    return pp.solve("connect:4,4,3")


@pytest.fixture(scope="module")
def boards(table: pp.Table) -> npt.NDArray[np.uint8]:
    return table.positions()


def test_however_boards_are_held_their_values_are_the_same(table: pp.Table, boards: npt.NDArray[np.uint8]) -> None:
    values = table.values(boards)
    wide = np.zeros((len(boards), 3 * boards.shape[1]), dtype=np.int8)
    wide[:, ::3] = boards
    backwards = boards[::-1]
    others: list[Any] = [
        boards.astype(np.int8),
        boards.astype(np.int64),
        boards.astype(np.uint16),
        boards.astype(">i4"),
        np.asfortranarray(boards),
        boards.reshape(-1, 4, 4),
        wide[:, ::3],
        backwards[::-1],
        boards.T.copy().T,
    ]
    for other in others:
        assert (table.values(other) == values).all()
    some = boards[:500]
    assert (table.values(some.tolist()) == values[:500]).all()
    positions = [table.position(board) for board in some]
    assert (table.values(positions) == values[:500]).all()
    assert (table.values([of.text for of in positions]) == values[:500]).all()
    assert (table.values(np.array([of.text for of in positions])) == values[:500]).all()
    assert (table.values(np.array([of.code for of in positions])) == values[:500]).all()
    assert (table.values([of.code for of in positions]) == values[:500]).all()
    read_only = boards.copy()
    read_only.flags.writeable = False
    assert (table.values(read_only) == values).all()


def test_no_boards_have_no_values(table: pp.Table) -> None:
    nothing: list[Any] = [[], (), np.empty((0, 16), dtype=np.int8), np.empty((0, 4, 4), dtype=int), np.empty(0, dtype=np.uint64)]
    for none in nothing:
        assert table.values(none).shape == (0,)
        assert table.values(none).dtype == np.int8
        assert table.optimal_mask(none).shape == (0, 5)
        assert table.move_values(none).shape == (0, 5)


@pytest.mark.parametrize("rows", [4095, 4096, 4097, 12289])
def test_rows_stay_where_they_are_however_they_are_shared_out(
    table: pp.Table, boards: npt.NDArray[np.uint8], rows: int
) -> None:
    some = boards[np.random.default_rng(rows).integers(0, len(boards), rows)]
    values, mask = table.values(some), table.optimal_mask(some)
    assert values.shape == (rows,) and mask.shape == (rows, 5)
    for row in (0, 1, rows // 2, rows - 2, rows - 1):
        assert table.values(some[row : row + 1])[0] == values[row]
        assert (table.optimal_mask(some[row : row + 1])[0] == mask[row]).all()


@pytest.mark.parametrize(
    ("wrong", "error", "says"),
    [
        (np.full((2, 16), np.nan), TypeError, "float64"),
        (np.zeros((2, 16), dtype=np.float32), TypeError, "float32"),
        (np.zeros((2, 16), dtype=bool), TypeError, "bool"),
        (np.zeros((2, 16), dtype=complex), TypeError, "complex128"),
        (np.zeros((2, 16), dtype=object), TypeError, "object"),
        (np.zeros((2, 15), dtype=np.int8), ValueError, r"shape \(2, 15\)"),
        (np.zeros((2, 17), dtype=np.int8), ValueError, r"\(n, 16\)"),
        (np.zeros((2, 2, 8), dtype=np.int8), ValueError, r"\(n, 4, 4\)"),
        (np.zeros((2, 1, 4, 4), dtype=np.int8), ValueError, "shape"),
        (np.array(3), ValueError, "shape"),
        (np.zeros((0, 3), dtype=np.int8), ValueError, "shape"),
        (np.array([-1]), ValueError, "below 0"),
        (["z" * 16], pp.PositionError, "not a position"),
        (["2233", None], TypeError, None),
        ("2233", TypeError, "list"),
        (b"2233", TypeError, "list"),
        (None, TypeError, None),
        ([[0] * 16, [0] * 15], ValueError, None),
        ({"a": 1}, TypeError, None),
    ],
)
def test_what_is_no_array_of_boards_is_refused(table: pp.Table, wrong: Any, error: type[Exception], says: str) -> None:
    for ask in (table.values, table.optimal_mask, table.move_values):
        with pytest.raises(error, match=says):
            ask(wrong)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int64, np.uint64])
@pytest.mark.parametrize("row", [0, 5000, 9999])
def test_a_cell_that_holds_something_else_is_named(table: pp.Table, dtype: Any, row: int) -> None:
    some = np.zeros((10_000, 16), dtype=dtype)
    some[row, 7] = 3 if np.dtype(dtype).kind == "u" else -1
    with pytest.raises(ValueError, match=rf"boards\[{row}, 7\]"):
        table.values(some)


def test_codes_beyond_the_last_have_no_entry(table: pp.Table) -> None:
    codes = np.array([0, 3**16 - 1, 3**16, 2**63, 2**64 - 1], dtype=np.uint64)
    values = table.values(codes)
    assert values[0] != pp.NO_ENTRY and (values[1:] == pp.NO_ENTRY).all()


def test_batches_are_the_positions_in_parts(table: pp.Table, boards: npt.NDArray[np.uint8]) -> None:
    parts = list(table.positions(batch=1000))
    assert [len(part) for part in parts[:-1]] == [1000] * (len(boards) // 1000)
    assert (np.concatenate(parts) == boards).all()
    # An iterator that is not read to its end ends its thread.
    next(table.positions(batch=1))
    wrong: list[Any] = [0, -1, 1.5, True]
    for batch in wrong:
        with pytest.raises(ValueError, match="batch"):
            table.positions(batch=batch)


def test_one_position_is_given_in_many_ways(table: pp.Table) -> None:
    position = table.position("2233")
    cells = position.cells
    assert cells is not None and cells.shape == (4, 4)
    for same in (cells, cells.ravel(), cells.tolist(), position.text, position.code, np.uint64(position.code or 0), position):
        assert table.position(same) == position
        assert hash(table.position(same)) == hash(position)
    for wrong in ("x", "99", -1, 2**64, 3**16, [1, 2], np.full(16, 3), None, 1.5, True, object(), {}):
        with pytest.raises((pp.PositionError, ValueError, TypeError)):
            table.position(wrong)
    with pytest.raises(pp.PositionError, match="not a position: it has 4 X and 0 O"):
        table.probe("XXXX............")
    with pytest.raises(pp.NoEntryError, match="in the air"):
        table.probe("X...............")
    assert table.values(["XXXX............", "X..............."]).tolist() == [pp.NO_ENTRY, pp.NO_ENTRY]
    with pytest.raises(pp.PositionError, match="tictactoe"):
        table.position(pp.tictactoe.start)
    assert table.start != pp.tictactoe.start


@pytest.mark.parametrize("name", ["morris:three", "chess:KQK"])
def test_finished_positions_without_codes_have_values(name: str) -> None:
    table, chance = pp.solve(name), Random(1)
    ends: list[pp.Position] = []
    while len(ends) < 100:
        position = table.start
        while not position.is_over:
            position = position.play(chance.choice(position.legal_moves))
        ends.append(position)
    assert any(end.code is None for end in ends)
    values = [{"win": 127, "draw": 0, "loss": -127}[table.probe(end).outcome] for end in ends]
    assert table.values(ends).tolist() == values
    assert table.values([end.text for end in ends]).tolist() == values
    assert (table.move_values(ends) == pp.NO_ENTRY).all()


def test_a_win_or_loss_in_more_than_126_plies_has_the_value_of_one_in_126() -> None:
    table = pp.solve("nim:64,64", plies=0)
    # From two equal piles the side to move loses, at best after as many plies as there are stones.
    texts = ["63,63", "63,64", "64,64"]
    assert [table.probe(text).remoteness for text in texts] == [126, 127, 128]
    assert table.values(texts).tolist() == [-1, 1, -1]
    assert pp.remoteness(table.values(texts)).tolist() == [126] * 3
    # To take one stone loses in 128 plies, and to take two in 126.
    values, mask = table.move_values(texts[2:])[0], table.optimal_mask(texts[2:])[0]
    assert values[[0, 1]].tolist() == [-1, -1] == [values.max()] * 2
    assert np.flatnonzero(mask).tolist() == [0, 64]


def test_an_unreachable_position_has_no_value() -> None:
    table = pp.solve("three-mens-morris")
    unreachable = table.position("......... O")
    assert unreachable.code is None
    assert table.values([unreachable]).tolist() == table.values([unreachable.text]).tolist() == [pp.NO_ENTRY]
