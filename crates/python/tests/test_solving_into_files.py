"""Games that are solved into a file: large ones part by part, and an interrupted call is resumed."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest
from games import Nim
from interrupted import interrupted
from program import PROGRAM, compared

import perfect_play as pp

LARGE = "connect:5,5,4"
"""A game by tiers that is not held in memory: `FILE.partial` keeps its tiers."""


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("large") / "large.perfect"
    assert pp.solve(LARGE, path=path).start.text == "." * 25
    return path


@pytest.mark.parametrize("name", ["tictactoe", "connect:4,4,3", "nim:2,3,4", "dots:1,2", "morris:three"])
def test_the_file_is_that_of_a_solve_in_memory(name: str) -> None:
    pp.solve(name).save("saved.perfect")
    table = pp.solve(name, path="solved.perfect")
    assert Path("solved.perfect").read_bytes() == Path("saved.perfect").read_bytes()
    assert table.verify().counts_right is not False
    assert pickle.loads(pickle.dumps(table)).start == table.start
    # A table is replaced.
    pp.solve("tictactoe", path=Path("solved.perfect"))
    assert pp.open("solved.perfect").game == "tictactoe"


def test_a_game_that_says_its_tiers_is_solved_into_a_folder() -> None:
    pp.solve("morris:three").save("file.perfect")
    for _ in range(2):
        table = pp.solve("morris:three", path="folder/", disk=1 << 20)
        assert len(list(Path("folder").iterdir())) > 3
        table.save("saved.perfect")
        assert Path("saved.perfect").read_bytes() == Path("file.perfect").read_bytes()
    with pytest.raises(pp.TableError, match="another table"):
        pp.solve("morris:three,4", path="folder/")


def test_cut_tables_and_games_of_ones_own_are_written_too() -> None:
    assert pp.solve("connect:4,4,3", path="cut.perfect", plies=4).plies == 4
    assert pp.open("cut.perfect").plies == 4
    own = pp.solve(Nim(1, 2, 3), path="nim.perfect")
    assert own.probe(((1, 2, 3), "X")).outcome == "loss" and own.verify().proven
    assert pp.open("nim.perfect", game=Nim(1, 2, 3)).start == own.start
    assert pickle.loads(pickle.dumps(own)).start == own.start
    with pytest.raises(ValueError, match="nothing is stored"):
        pp.solve("connect4", path="none.perfect", plies=0)


class Enough(Exception):
    pass


@pytest.mark.parametrize("path", ["large.perfect", "large/"])
def test_an_interrupted_solve_is_resumed_to_the_same_bytes(path: str, large: Path) -> None:
    told: list[int] = []

    def enough(done: int, of: int) -> None:
        told.append(done)
        if len(told) < 100 and 4 * done > of:
            told.extend([0] * 100)
            raise Enough

    with pytest.raises(Enough):
        pp.solve(LARGE, path=path, progress=enough, threads=1)
    kept = Path(path) if path.endswith("/") else Path("large.perfect.partial")
    assert kept.exists() and not Path("large.perfect").exists()
    if kept.is_file():
        assert kept.stat().st_size > 100_000
        with pytest.raises(pp.TableError):
            pp.open(kept)
    told.clear()
    table = pp.solve(LARGE, path=path, progress=lambda done, of: told.append(done))
    assert table.probe("33").outcome == pp.open(large).probe("33").outcome
    if path.endswith("/"):
        assert len(list(kept.iterdir())) > 1 and not pp.diff(table, pp.open(large))
    else:
        assert Path(path).read_bytes() == large.read_bytes()
        assert not kept.exists()


def test_an_interrupted_cut_is_resumed_to_the_same_bytes() -> None:
    pp.solve("connect:5,4,4", plies=10).save("whole.perfect")

    def enough(done: int, of: int) -> None:
        # First the positions are found, and then they are searched.
        if Path("cut.perfect.partial").stat().st_size > 1000:
            raise Enough

    with pytest.raises(Enough):
        pp.solve("connect:5,4,4", plies=10, path="cut.perfect", progress=enough)
    with pytest.raises(pp.TableError, match="cut.perfect.partial is not what an interrupted run of this command has kept"):
        pp.solve("connect:5,4,4", plies=9, path="cut.perfect")
    assert pp.solve("connect:5,4,4", plies=10, path="cut.perfect").plies == 10
    assert Path("cut.perfect").read_bytes() == Path("whole.perfect").read_bytes()
    assert not Path("cut.perfect.partial").exists()


def test_ctrl_c_keeps_what_is_solved(large: Path) -> None:
    script = f"""
import perfect_play as pp
print("begun", flush=True)
while True:
    pp.solve("connect:6,5,4", path="large.perfect", progress=False)
"""
    with interrupted(script) as process:
        _, errors = process.communicate(timeout=60)
    assert errors.rstrip().endswith("KeyboardInterrupt"), errors
    assert Path("large.perfect.partial").stat().st_size > 0
    # The partial file of another game is not overwritten.
    with pytest.raises(pp.TableError, match="large.perfect.partial"):
        pp.solve(LARGE, path="large.perfect")


@compared
def test_a_program_resumes_what_python_began(large: Path) -> None:
    import subprocess

    assert PROGRAM is not None

    def enough(done: int, of: int) -> None:
        if done > 0:
            raise Enough

    with pytest.raises(Enough):
        pp.solve(LARGE, path="large.perfect", progress=enough, threads=1)
    done = subprocess.run([PROGRAM, "solve", LARGE, "-o", "large.perfect"], capture_output=True, text=True, check=True)
    assert "resuming" in done.stderr
    assert Path("large.perfect").read_bytes() == large.read_bytes()


def test_what_a_large_table_says_is_what_one_in_memory_says(large: Path) -> None:
    table = pp.open(large)
    assert table.stats().positions == 69_763_700
    assert table.verify().proven
    assert not pp.diff(table, table)


def test_what_cannot_be_written_is_refused_before_it_is_solved() -> None:
    Path("notes.txt").write_text("my notes")
    Path("folder").mkdir()
    refused: list[tuple[type[Exception], str, dict[str, Any]]] = [
        (pp.TableError, "not a .perfect table, so a table does not replace it", {"path": "notes.txt"}),
        (OSError, "folder", {"path": "folder"}),
        (OSError, "nowhere", {"path": "nowhere/table.perfect"}),
        (pp.SolveError, "bytes of memory .* with threads=1 it takes", {"path": "a.perfect", "memory": 1 << 20}),
        (pp.SolveError, r"at least \d+ bytes of disk, and 1000 may be used", {"path": "a.perfect", "disk": 1000}),
        (ValueError, "disk is -1", {"path": "a.perfect", "disk": -1}),
        (TypeError, "str", {"path": 3}),
    ]
    for kind, says, arguments in refused:
        with pytest.raises(kind, match=says):
            pp.solve("connect:6,6,4", **arguments)
    with pytest.raises(pp.SolveError, match="bytes of memory"):
        pp.solve("morris:seven", path="a.perfect", memory=1000)
    with pytest.raises(pp.SolveError, match=r"may take about \d+ bytes of disk, .* and 100 may be used"):
        pp.solve("morris:three", path="a.perfect", disk=100)
    with pytest.raises(pp.SolveError, match="too small to be divided"):
        pp.solve("tictactoe", path="folder/")
    with pytest.raises(pp.SolveError, match="a cut table is always one file"):
        pp.solve("connect:6,6,4", path="folder/", plies=2)
    with pytest.raises(pp.RulesError):
        pp.solve("nosuch", path="a.perfect")
    unlimited: list[tuple[Any, dict[str, Any]]] = [
        ("connect:5,4,4", {}),
        ("tictactoe", {"path": "a.perfect"}),
        ("hex:3", {"path": "a.perfect"}),
        ("connect:5,4,4", {"path": "a.perfect", "plies": 2}),
        (Nim(1, 2), {"path": "a.perfect"}),
    ]
    for game, arguments in unlimited:
        with pytest.raises(ValueError, match="disk is for"):
            pp.solve(game, **arguments, disk=1 << 40)
    assert Path("notes.txt").read_text() == "my notes"
    assert sorted(path.name for path in Path(".").iterdir()) == ["folder", "notes.txt"]
