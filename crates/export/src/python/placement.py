def _after(code: int, move: int) -> int:
    return _mark(code, move)
