def _for_points(
    code: int, values: List[Tuple[int, int]], chance: _Fraction, random: Callable[[], int]
) -> Optional[int]:
    """An end that wins, with the most points; otherwise a best move with this chance, or any move."""
    ends = [(move, value) for move, value in values if value > 127 and is_over(_after(code, move))]
    if ends:
        return _choose(_best(ends, int), _Fraction(1), [], random)
    best = _best(values, int)
    if best:
        chance += (1 - chance) * _Fraction(len(best), len(values))
    return _choose(best, chance, [move for move, _ in values], random)


def _look_ahead(
    code: int, values: List[Tuple[int, int]], plies: int, random: Callable[[], int]
) -> Optional[int]:
    if plies == 0:
        return choose(code, "blind", random)
    return _for_points(code, values, _Fraction(plies - 1, plies), random)


def _play_hard(
    code: int, values: List[Tuple[int, int]], random: Callable[[], int]
) -> Optional[int]:
    return _for_points(code, values, _Fraction(9, 10), random)
