"""What the values of a table mean for players: lines, chances, longest wins."""

from __future__ import annotations

import numpy as np
import pytest
from games import Nim

import perfect_play as pp


@pytest.mark.parametrize("name", ["tictactoe", "connect:4,4,3", "nim:2,3,4"])
def test_the_best_line_is_as_long_as_the_entry_says(name: str) -> None:
    table = pp.solve(name)
    longest = table.longest(3)
    assert longest is not None and len(longest.positions) <= 3
    for position in longest.positions:
        entry, line = table.probe(position), table.best_line(position)
        assert entry.remoteness == longest.plies == len(line.moves) == len(line.positions)
        assert line.end.is_over and not line.repeats
        at = position
        for before, move in zip(line.positions, line.moves, strict=True):
            assert before == at and move == table.probe(at).best_move
            at = at.play(move)
        assert at == line.end


def test_the_longest_win_is_found_among_the_values() -> None:
    table = pp.solve("connect:4,4,3")
    plies = pp.remoteness(table.values(table.positions()))
    longest = table.longest()
    assert longest is not None
    assert (longest.plies, longest.count) == (int(plies.max()), int((plies == plies.max()).sum()))
    assert pp.solve("dots:1,2").longest() is None


def test_chances_are_fractions_that_add_up_to_1() -> None:
    chances = pp.tictactoe.chances("novice", "skill(0.5)")
    assert chances.exact and chances.games is None and (chances.x, chances.o) == ("novice", "skill(0.5)")
    fractions = [of.fraction for of in (chances.x_wins, chances.o_wins, chances.draws)]
    assert all(of is not None for of in fractions) and sum(of for of in fractions if of is not None) == 1
    assert chances.x_wins.interval is None
    by_moves = [of.fraction for of in chances.x_wins_by_moves.values() if of.fraction is not None]
    assert sum(by_moves) == chances.x_wins.fraction


def test_a_seed_gives_the_same_games() -> None:
    def played(seed: int, threads: int | None = None) -> pp.Chances:
        return pp.tictactoe.chances("medium", "easy", position="X........", games=5000, seed=seed, threads=threads)

    assert played(3, 1) == played(3, 2) != played(4)
    low, high = played(3).draws.interval or (0.0, 0.0)
    exact = pp.tictactoe.chances("medium", "easy", position="X........")
    assert low - 0.02 < exact.draws.value < high + 0.02
    assert played(3).games == 5000 and played(3).seed == 3 and not played(3).exact


def test_what_cannot_be_answered_is_refused() -> None:
    with pytest.raises(ValueError, match="no level"):
        pp.tictactoe.chances("genius", "easy")
    with pytest.raises(ValueError, match="games is 0"):
        pp.tictactoe.chances("easy", "easy", games=0)
    with pytest.raises(ValueError, match="seed is -1"):
        pp.tictactoe.chances("easy", "easy", seed=-1)
    with pytest.raises(pp.PositionError):
        pp.tictactoe.best_line("XXXXXXXXX")
    with pytest.raises(pp.NoEntryError):
        pp.tictactoe.chances("easy", "easy", position="XXXOOO...")
    with pytest.raises(pp.SolveError, match="games=100_000"):
        pp.solve("mnk:4,4,4").chances("blind", "blind")


def test_a_game_of_ones_own_has_its_own_moves() -> None:
    table = pp.solve(Nim(1, 2, 3))
    line = table.best_line(table.start)
    assert line.moves[0] == table.probe(table.start).best_move
    assert line.positions[0] == table.start and line.end.is_over
    assert isinstance(table.chances("perfect", "blind").x_wins.value, float)
    assert np.isclose(table.chances("perfect", "perfect").x_wins.value % 1, 0)
