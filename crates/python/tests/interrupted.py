"""A script that Ctrl-C interrupts."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

# A background job of a shell ignores the signal, and so does what it starts.
HEEDS = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"


@contextmanager
def interrupted(script: str) -> Iterator[subprocess.Popen[str]]:
    """A process that runs a script. It has printed `begun`, and was interrupted half a second later."""
    with subprocess.Popen(
        [sys.executable, "-c", HEEDS + script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "begun\n"
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            yield process
        finally:
            process.kill()
