"""Ctrl-C, progress, threads and processes."""

from __future__ import annotations

import io
import multiprocessing
import os
import sys
import threading
import time
from typing import Any

import numpy as np
import pytest
from games import Nim
from interrupted import interrupted

import perfect_play as pp

LONG = {
    "boards": 'pp.solve("connect:6,5,4", progress=False)',
    "found": 'pp.solve("quixo:4,4,4", progress=False)',
    "agent": 'pp.grade(lambda position: time.sleep(0.02) or position.legal_moves[0], "tictactoe", progress=False)',
    "verify": 'pp.solve("mnk:5,4,4", progress=False).verify(progress=False)',
}


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
@pytest.mark.parametrize("work", LONG)
def test_an_interrupt_ends_what_takes_long(work: str) -> None:
    begins = "import time\nimport perfect_play as pp\nprint('begun', flush=True)\n"
    with interrupted(f"{begins}while True: {LONG[work]}\n") as process:
        begun = time.monotonic()
        _, errors = process.communicate(timeout=30)
    assert errors.rstrip().endswith("KeyboardInterrupt"), errors
    assert time.monotonic() - begun < 3


def test_what_progress_raises_ends_the_solve() -> None:
    class Enough(Exception):
        pass

    def enough(done: int, of: int) -> None:
        assert 0 <= done <= of
        raise Enough

    begun = time.monotonic()
    with pytest.raises(Enough):
        pp.solve("connect:6,5,4", progress=enough)
    assert time.monotonic() - begun < 5
    # The next solve works.
    assert pp.solve("connect:4,4,3").verify().proven


def test_progress_of_a_slow_agent_is_told_between_its_moves() -> None:
    told: list[tuple[int, int]] = []

    def slow(position: pp.Position) -> pp.Move:
        time.sleep(0.01)
        return position.legal_moves[0]

    pp.grade(slow, pp.tictactoe, sample=60, progress=lambda done, of: told.append((done, of)))
    assert len({done for done, _ in told}) > 3 and {of for _, of in told} == {60}
    with pytest.raises(ZeroDivisionError):
        pp.grade(slow, pp.tictactoe, sample=60, progress=lambda done, of: 1 // 0)


def test_progress_is_told_and_goes_on() -> None:
    told: list[tuple[int, int]] = []
    pp.solve("mnk:5,4,4", progress=lambda done, of: told.append((done, of)))
    assert told and all(0 <= done <= of for done, of in told)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_progress_is_shown_after_a_second_and_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(sys, "stderr", terminal)
    from perfect_play import progress

    with progress.shown(True, "solving") as report:
        assert report is not None
        report(1, 2)
        assert terminal.getvalue() == ""
        monkeypatch.setattr(progress, "SHOWN_AFTER", 0.0)
        report(1, 2)
        assert terminal.getvalue().startswith("\rsolving: 50 % after 0 s")
    assert terminal.getvalue().endswith(" \r")
    # The output is not a terminal.
    with progress.shown(None, "solving") as report:
        assert report is None
    # There is no output.
    monkeypatch.setattr(sys, "stderr", None)
    for asked in (None, True):
        with progress.shown(asked, "solving") as report:
            assert report is None


def test_progress_is_shown_in_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    from perfect_play import progress

    shown: list[str] = []

    class Handle:
        def update(self, html: Any) -> None:
            shown.append(html._repr_html_())

    class ZMQInteractiveShell:
        pass

    def display(html: Any, *, display_id: bool) -> Handle:
        assert display_id
        shown.append(html._repr_html_())
        return Handle()

    ipython = type(sys)("IPython")
    ipython.get_ipython = ZMQInteractiveShell  # type: ignore[attr-defined]
    shell = type(sys)("IPython.display")
    shell.display = display  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", shell)
    monkeypatch.setattr(progress, "SHOWN_AFTER", 0.0)
    with progress.shown(None, "solving <b>") as report:
        assert report is not None
        report(1, 4)
        report(2, 4)
    assert [line.split(" after")[0] for line in shown[:2]] == [
        'solving &lt;b&gt;: <progress value="1" max="4"></progress> 25 %',
        'solving &lt;b&gt;: <progress value="2" max="4"></progress> 50 %',
    ]
    assert len(shown) == 3


def test_many_threads_probe_one_table() -> None:
    table = pp.solve("connect:4,4,3")
    table.save("table.perfect")
    table = pp.open("table.perfect")
    boards = table.positions()
    values, mask = table.values(boards), table.optimal_mask(boards)
    wrong: list[str] = []

    def ask(first: int) -> None:
        for _ in range(3):
            if not (table.values(boards) == values).all() or not (table.optimal_mask(boards) == mask).all():
                wrong.append("array")
            for row in range(first, first + 200):
                if np.sign(values[row]) != {"win": 1, "draw": 0, "loss": -1}[table.probe(boards[row]).outcome]:
                    wrong.append("probe")

    threads = [threading.Thread(target=ask, args=(1000 * i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_other_threads_go_on_while_the_columns_are_counted() -> None:
    """The first call looks at all positions for the largest move number. Several threads may make it at once."""
    table = pp.solve("morris:six,4")
    ticks: list[float] = []
    shapes: list[tuple[int, ...]] = []

    def ask() -> None:
        shapes.append(table.optimal_mask([table.start]).shape)

    begun = time.monotonic()
    threads = [threading.Thread(target=ask, daemon=True) for _ in range(2)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads) and time.monotonic() - begun < 60:
        ticks.append(time.monotonic())
        time.sleep(0.001)
    ended = time.monotonic()
    assert shapes == [(1, 16)] * 2
    longest_pause = max(np.diff([begun, *ticks, ended]))
    assert longest_pause < (ended - begun) / 2


def _sum(table: pp.Table) -> int:
    return int(table.values(table.positions()).astype(int).sum())


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_table_works_in_other_processes(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"there is no {method} here")
    tables = [pp.solve("connect:4,4,3"), pp.solve(Nim(1, 2))]
    # The threads of this process have been started.
    sums = [_sum(table) for table in tables[:1]]
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map_async(_sum, tables[:1] * 3).get(timeout=60) == sums * 3


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_listing_that_was_begun_before_a_fork_says_so() -> None:
    listing = pp.tictactoe.positions(batch=10)
    next(listing)
    child = os.fork()
    if child == 0:
        try:
            next(listing)
        except RuntimeError:
            os._exit(7)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
