"""Checks of arguments. A :class:`ValueError` names the argument."""

from __future__ import annotations

_MOST_THREADS = 1024


def check_number(what: str, number: int | None, least: int = 1, most: int = 2**63 - 1) -> None:
    """Raises an exception unless this is ``None``, or a number in this range."""
    if number is not None and (not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most):
        raise ValueError(f"{what} is {number!r}: it is a number from {least} to {most}, or None")


def check_threads(threads: int | None) -> None:
    """Raises an exception unless this is a number of threads, or ``None``."""
    check_number("threads", threads, 1, _MOST_THREADS)


def check_plies(plies: int | None) -> None:
    """Raises an exception unless this is a number of plies, or ``None``."""
    check_number("plies", plies, 0, 2**16 - 1)


def check_seed(seed: int | None) -> None:
    """Raises an exception unless this is a seed, or ``None``."""
    check_number("seed", seed, 0, 2**64 - 1)
