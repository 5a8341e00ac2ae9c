"""Progress: on a terminal, in a notebook, or reported to a function."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from typing import Any, TextIO, TypeAlias

Progress: TypeAlias = bool | Callable[[int, int], object] | None
"""``None`` shows progress after a second on a terminal or in a notebook. ``True`` always shows it, and ``False`` never. A
function is called now and then with the amount of work that is done and the total."""

SHOWN_AFTER = 1.0
"""Seconds before progress is shown."""


@contextmanager
def shown(progress: Progress, task: str) -> Iterator[Callable[[int, int], object] | None]:
    """The function to report progress to, while the task runs."""
    if callable(progress):
        yield progress
        return
    # A program without a console has no `sys.stderr`.
    display, terminal = _notebook_display(), sys.stderr
    if progress is None:
        progress = display is not None or terminal is not None and terminal.isatty()
    if not progress or display is None and terminal is None:
        yield None
        return
    bar = _InNotebook(task, display) if display is not None else _OnTerminal(task, terminal)
    try:
        yield bar
    finally:
        bar.end()


def _notebook_display() -> Callable[..., Any] | None:
    """The function that displays HTML in a notebook. ``None`` outside of a notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if type(shell).__name__ != "ZMQInteractiveShell":
        return None
    from IPython.display import display

    return display  # type: ignore[no-any-return, unused-ignore]


class _Bar:
    """Shows reported progress. Nothing is shown for tasks that end soon."""

    def __init__(self, task: str) -> None:
        self.task = task
        self.began = time.monotonic()

    def __call__(self, done: int, of: int) -> None:
        if time.monotonic() - self.began >= SHOWN_AFTER:
            self.show(done, of)

    def show(self, done: int, of: int) -> None:
        raise NotImplementedError

    def end(self) -> None:
        raise NotImplementedError


class _OnTerminal(_Bar):
    def __init__(self, task: str, stream: TextIO) -> None:
        super().__init__(task)
        self.stream = stream
        self.written = 0

    def show(self, done: int, of: int) -> None:
        seconds = time.monotonic() - self.began
        line = f"{self.task}: {100 * done // of} % after {seconds:.0f} s"
        self.stream.write("\r" + line.ljust(self.written))
        self.stream.flush()
        self.written = len(line)

    def end(self) -> None:
        if self.written:
            self.stream.write("\r" + " " * self.written + "\r")
            self.stream.flush()


class _Html:
    def __init__(self, html: str) -> None:
        self.html = html

    def _repr_html_(self) -> str:
        return self.html


class _InNotebook(_Bar):
    def __init__(self, task: str, display: Callable[..., Any]) -> None:
        super().__init__(task)
        self.display = display
        self.handle: Any = None

    def show(self, done: int, of: int) -> None:
        seconds = time.monotonic() - self.began
        html = _Html(
            f'{escape(self.task)}: <progress value="{done}" max="{of}"></progress> '
            f"{100 * done // of} % after {seconds:.0f} s"
        )
        if self.handle is None:
            self.handle = self.display(html, display_id=True)
        else:
            self.handle.update(html)

    def end(self) -> None:
        if self.handle is not None:
            seconds = time.monotonic() - self.began
            self.handle.update(_Html(f"{escape(self.task)}: {seconds:.0f} s"))
