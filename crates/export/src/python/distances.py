def _in_sight(values: List[Tuple[int, int]], plies: int) -> List[int]:
    """The moves of who sees so many plies ahead.

    The soonest win in sight; otherwise all moves but the losses in sight; otherwise the latest loss.
    """
    others = [move for move, value in values if value >= 127 or value > plies]
    if not others or any(value > 127 and 254 - value <= plies for _, value in values):
        return _best(values, int)
    return others


def _look_ahead(
    code: int, values: List[Tuple[int, int]], plies: int, random: Callable[[], int]
) -> Optional[int]:
    return _choose(_in_sight(values, plies), _Fraction(1), [], random)


def _play_hard(
    code: int, values: List[Tuple[int, int]], random: Callable[[], int]
) -> Optional[int]:
    return _choose(_in_sight(values, 6), _Fraction(9, 10), _in_sight(values, 2), random)
