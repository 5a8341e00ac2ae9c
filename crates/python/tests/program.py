"""The program `perfect-play`, whose answers are compared with those of the package."""

from __future__ import annotations

import json
import os
import subprocess
from typing import Any

import pytest

PROGRAM = os.environ.get("PERFECT_PLAY")

compared = pytest.mark.skipif(PROGRAM is None, reason="the environment variable PERFECT_PLAY does not name the program")


def says(*arguments: str) -> Any:
    """What the program says with `--json`."""
    assert PROGRAM is not None
    done = subprocess.run([PROGRAM, *arguments, "--json"], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)
