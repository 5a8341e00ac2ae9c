"""Compares grades with minimax for each move."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest
from games import Nim
from oracle import Marks, before

import perfect_play as pp


@pytest.mark.parametrize(
    ("name", "oracle"), [("tictactoe", Marks(3, 3, 3, falls=False)), ("connect:4,3,3", Marks(4, 3, 3, falls=True))]
)
@pytest.mark.parametrize("player", [None, "X", "O"])
def test_a_grade_counts_what_minimax_counts(name: str, oracle: Marks, player: pp.Player | None) -> None:
    table, chance = pp.solve(name), random.Random(5)
    games: list[list[int]] = []
    judged = perfect = keeping = 0
    first: list[int | None] = []
    for _ in range(40):
        board = oracle.start
        moves: list[int] = []
        first.append(None)
        while children := oracle.moves(board):
            move = chance.choice(sorted(children))
            value, after = oracle.value(board), before(oracle.value(children[move]))
            if player in (None, "XO"[oracle.mover(board) - 1]):
                judged += 1
                perfect += after == value
                keeping += after.outcome == value.outcome
                if first[-1] is None and after.outcome != value.outcome:
                    first[-1] = len(moves)
            moves.append(move)
            board = children[move]
        games.append(moves)
    grade = pp.grade(games, table, player=player)
    assert (grade.games, grade.moves, grade.perfect, grade.outcome_preserving) == (40, judged, perfect, keeping)
    assert grade.perfect_move_rate == perfect / judged and grade.outcome_preserving_rate == keeping / judged
    assert [None if mistake is None else mistake.ply for mistake in grade.first_mistakes] == first
    for mistake, moves in zip(grade.first_mistakes, games, strict=True):
        if mistake is not None:
            assert mistake.move == moves[mistake.ply] and mistake.player == mistake.position.to_move
            assert mistake.before != mistake.after and mistake.move not in mistake.optimal_moves
    texts = ["".join(map(str, moves)) for moves in games]
    assert pp.grade(texts, table, player=player) == grade
    assert pp.grade([" ".join(text) for text in texts], table, player=player) == grade


def test_who_plays_perfectly_makes_no_mistake() -> None:
    for table in (pp.tictactoe, pp.solve("connect:4,4,3"), pp.solve(Nim(1, 2, 3)), pp.solve("nim:1,2,3")):
        position = table.start
        moves: list[pp.Move] = []
        while not position.is_over:
            moves.append(table.probe(position).best_move)
            position = position.play(moves[-1])
        grade = pp.grade([moves, moves[:2], []], table)
        assert grade.perfect_move_rate == grade.outcome_preserving_rate == 1.0
        assert grade.first_mistakes == (None, None, None)


def test_without_moves_there_is_no_rate() -> None:
    nothing: list[list[Any]] = [[], [[]], [""]]
    for games in nothing:
        grade = pp.grade(games, pp.tictactoe)
        assert grade.moves == 0 and math.isnan(grade.perfect_move_rate) and "without a move" in str(grade)


def test_games_that_are_none_are_refused() -> None:
    with pytest.raises(pp.PositionError, match=r"game 1, ply 2: the move 4 is not legal in O...X....: legal are"):
        pp.grade([[4], [4, 0, 4]], pp.tictactoe)
    with pytest.raises(pp.PositionError, match="the game is over"):
        pp.grade(["031425" + "6"], pp.tictactoe)
    for wrong in (True, 9, -1, "x", None, 1.5):
        with pytest.raises(pp.PositionError, match="game 0, ply 0"):
            pp.grade([[wrong]], pp.tictactoe)
    with pytest.raises(TypeError, match="list of games"):
        pp.grade("04", pp.tictactoe)
    with pytest.raises(ValueError, match="player"):
        pp.grade([], pp.tictactoe, player="Y")  # type: ignore[arg-type]
