"""Runs the examples in the README and in the documentation."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import perfect_play as pp

README = Path(__file__).parent.parent / "README.md"
MODULES = [module.name for module in pkgutil.iter_modules(pp.__path__) if module.name not in ("_native", "openspiel")]


@pytest.mark.parametrize("name", ["", *(f".{name}" for name in MODULES)])
def test_examples_in_the_documentation(name: str) -> None:
    module = importlib.import_module(f"perfect_play{name}")
    failed, _ = doctest.testmod(module)
    assert failed == 0


def test_examples_are_found() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    modules = [importlib.import_module(f"perfect_play.{name}") for name in MODULES]
    examples = [test for module in modules for test in finder.find(module) if test.examples]
    assert len(examples) >= 12


def test_examples_in_the_readme() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert (failed, tried > 20) == (0, True)


def test_everything_public_is_documented() -> None:
    for name in pp.__all__:
        item = getattr(pp, name)
        if isinstance(item, type) and item.__module__.startswith("perfect_play"):
            assert item.__doc__, name
            for member, value in vars(item).items():
                if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                    documented = value.__doc__ or getattr(getattr(pp.Game, member, None), "__doc__", None)
                    assert documented, f"{name}.{member}"
        elif callable(item) and getattr(item, "__module__", "").startswith("perfect_play"):
            assert item.__doc__, name


def test_ten_lines_of_the_readme_are_a_script(tmp_path: Path) -> None:
    """Runs the example that grades a random player by itself, in an empty folder."""
    part = README.read_text().split("## Grade games")[1].split("```")[1].removeprefix("python\n")
    lines = [line[4:] for line in part.splitlines() if line.startswith((">>> ", "... "))]
    lines.insert(0, 'import perfect_play as pp\ntable = pp.solve("connect:5,4,4")')
    (tmp_path / "script.py").write_text("\n".join(lines) + "\n")
    done = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("100 games, 1685 moves: ") and not done.stderr
