"""Cut tables and the book: the first plies are stored, and all other values are searched."""

from __future__ import annotations

import pickle
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from games import Nim
from interrupted import interrupted

import perfect_play as pp


def positions_of(table: pp.Table) -> list[pp.Position]:
    """All positions that play can reach."""
    found, waiting = {table.start}, [table.start]
    while waiting:
        position = waiting.pop()
        for move in position.legal_moves:
            child = position.play(move)
            if child not in found:
                found.add(child)
                waiting.append(child)
    return list(found)


@pytest.mark.parametrize("name", ["connect:4,4,3", "tictactoe", "tictactoe+misere", "mnk:4,2,3"])
@pytest.mark.parametrize("plies", [0, 1, 4])
def test_a_cut_table_answers_everywhere_as_a_whole_one(name: str, plies: int) -> None:
    whole, cut = pp.solve(name), pp.solve(name, plies=plies)
    assert (whole.plies, cut.plies) == (None, plies)
    boards = whole.positions()
    assert (cut.values(boards) == whole.values(boards)).all()
    assert (cut.move_values(boards) == whole.move_values(boards)).all()
    assert (cut.optimal_mask(boards) == whole.optimal_mask(boards)).all()
    for board in boards[:: max(1, len(boards) // 500)]:
        one, other = cut.probe(board), whole.probe(board)
        assert (one.outcome, one.remoteness, one.optimal_moves, one.moves) == (
            other.outcome,
            other.remoteness,
            other.optimal_moves,
            other.moves,
        )
    assert cut.best_line(cut.start).moves == whole.best_line(whole.start).moves
    wrong = np.ones((1, boards.shape[1]), dtype=np.uint8)
    assert cut.values(wrong).tolist() == [pp.NO_ENTRY]


def test_a_game_without_boards_is_cut() -> None:
    whole, cut = pp.solve("chomp:3,3"), pp.solve("chomp:3,3", plies=2)
    positions = positions_of(whole)
    texts = [position.text for position in positions]
    assert len(cut.positions()) < len(whole.positions())
    assert (cut.values(texts) == whole.values(texts)).all()
    moves = whole.move_values(texts)
    assert (cut.move_values(texts)[:, : moves.shape[1]] == moves).all()
    here = [cut.position(text) for text in texts]
    assert (cut.values(here) == whole.values(texts)).all()
    assert any(position.code is None for position in here)
    assert [cut.probe(text).moves for text in texts] == [whole.probe(text).moves for text in texts]


def test_what_is_about_all_positions_is_about_the_stored_ones() -> None:
    cut = pp.solve("connect:4,4,3", plies=3)
    boards = cut.positions()
    # The start, 4 boards, 16 boards, and 64 orders of three columns, of which some give the same board.
    assert (boards.astype(bool).sum(axis=1) <= 3).all() and 21 < len(boards) <= 85
    assert cut.verify().proven
    longest = cut.longest()
    assert longest is not None and all(at.text.count(".") >= 13 for at in longest.positions)
    with pytest.raises(pp.TableError, match="only the first plies"):
        cut.export("c")


@pytest.mark.parametrize(("name", "shape"), [("connect:4,4,3", (0, 16)), ("chomp:3,3", (0,))])
def test_a_table_that_stores_nothing(name: str, shape: tuple[int, ...]) -> None:
    table = pp.solve(name, plies=0)
    assert table.positions().shape == shape
    assert list(table.positions(batch=10)) == []
    assert table.values(table.positions()).shape == (0,)
    assert table.longest() is None
    for refused in (table.verify, lambda: table.save("nothing.perfect")):
        with pytest.raises(pp.TableError, match="stores nothing"):
            refused()
    assert not Path("nothing.perfect").exists()
    assert table.chances("perfect", "easy", games=10, seed=1).games == 10


def test_a_cut_table_is_saved_opened_and_pickled() -> None:
    cut = pp.solve("connect:4,4,3", plies=3, objective="outcome")
    cut.save("cut.perfect")
    opened = pp.open("cut.perfect")
    assert repr(opened) == repr(cut) == "Table('connect:4,4,3', objective='outcome', plies=3)"
    nothing = pp.solve("mnk:4,3,3", plies=0, objective="outcome")
    for table in (cut, opened, nothing, pp.solve("chomp:3,3", plies=1)):
        again = pickle.loads(pickle.dumps(table))
        assert repr(again) == repr(table)
        assert again.probe(again.start) == table.probe(table.start)
    Path("short").write_bytes(Path("cut.perfect").read_bytes()[:-1])
    with pytest.raises(pp.TableError):
        pp.open("short")


@pytest.mark.parametrize("name", ["connect:4,4,3", "chomp:3,3"])
def test_pickled_positions_stay_the_same_when_the_file_has_more_or_fewer_plies(name: str) -> None:
    cuts = [pp.solve(name, plies=plies) for plies in (1, 2, 3)]
    cuts[1].save("cut.perfect")
    opened = pp.open("cut.perfect")
    positions = [opened.position(of) for of in opened.positions()]
    pickled = pickle.dumps(positions)
    for cut in cuts:
        cut.save("cut.perfect")
        assert pickle.loads(pickled) == positions


def test_cuts_that_make_no_sense_are_refused() -> None:
    for wrong in (-1, 1.5, "3", True, 2**16):
        with pytest.raises(ValueError, match="plies"):
            pp.solve("tictactoe", plies=wrong)  # type: ignore[arg-type]
    with pytest.raises(pp.SolveError, match="nothing would be cut"):
        pp.solve("tictactoe", plies=9)
    with pytest.raises(pp.SolveError, match="play can return to a position"):
        pp.solve("three-mens-morris", plies=3)
    with pytest.raises(ValueError, match="a game of your own"):
        pp.solve(Nim(1, 2), plies=1)


def test_the_book_answers_for_connect_four(monkeypatch: pytest.MonkeyPatch) -> None:
    book = pp.open("connect4")
    assert book.game == "connect:7,6,4" and book.plies is not None
    start = book.probe(book.start)
    assert (start.outcome, start.remoteness, start.optimal_moves) == ("win", 41, (4,))
    assert [str(value) for value in start.moves.values()] == [
        "loss in 40",
        "loss in 42",
        "draw in 42",
        "win in 41",
        "draw in 42",
        "loss in 42",
        "loss in 40",
    ]
    # A position that the book does not store.
    late = "1215336621136667"
    assert (book.probe(late).outcome, book.probe(late).remoteness) == ("loss", 22)
    assert book.values([late]).tolist() == [22 - 127]
    assert repr(pp.open("connect:7,6,4")) == repr(book) == repr(pickle.loads(pickle.dumps(book)))
    # A file of this name comes first.
    pp.tictactoe.save("connect4")
    assert pp.open("connect4").game == "tictactoe"


def test_a_game_without_a_book_says_what_to_do() -> None:
    with pytest.raises(FileNotFoundError, match=r"solve\('connect:8,7,4', plies=0\)"):
        pp.open("connect:8,7,4")
    with pytest.raises(FileNotFoundError):
        pp.open("connect5.perfect")
    with pytest.raises(FileNotFoundError):
        pp.open("graph:nowhere")


LONG = {
    "probe": "table.probe('')",
    "values": "table.values(['', '1', '2', '3'] * 10)",
    "best_line": "table.best_line('')",
    "chances": "table.chances('perfect', 'easy', games=5)",
    "solve": "pp.solve('connect:8,7,4', plies=2, progress=False)",
}


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
@pytest.mark.parametrize("work", LONG)
def test_an_interrupt_ends_a_search(work: str) -> None:
    script = f"""
import perfect_play as pp
table = pp.solve("connect:8,7,4", plies=0)
print("begun", flush=True)
try:
    {LONG[work]}
except KeyboardInterrupt:
    print("interrupted", flush=True)
# The table can still be used.
print(table.probe("1212121").outcome, table.values(["1212121"]).tolist(), flush=True)
"""
    with interrupted(script) as process:
        begun = time.monotonic()
        assert process.stdout is not None
        assert process.stdout.readline() == "interrupted\n"
        assert time.monotonic() - begun < 3
        rest = process.stdout.read()
    assert rest == "loss [-127]\n"


def test_a_search_releases_the_interpreters_lock() -> None:
    import threading

    table = pp.solve("connect:8,7,4", plies=0)
    ended: list[Any] = []

    def progress(done: int, of: int) -> None:
        raise TimeoutError

    def search() -> None:
        try:
            pp.solve("connect:8,7,4", plies=2, progress=progress)
        except TimeoutError:
            ended.append(True)

    thread = threading.Thread(target=search)
    thread.start()
    counted = 0
    while thread.is_alive():
        counted += 1
        time.sleep(0.001)
    assert ended == [True] and counted > 10
    assert table.probe("1212121").remoteness == 0
