"""Compares grades of games and of agents with minimax for each move, and regrets, difficulties and puzzles as well."""

from __future__ import annotations

import json
import math
import random
import threading
from typing import Any

import numpy as np
import pytest
from games import Nim, Take
from oracle import Board, Marks, before
from program import compared, says

import perfect_play as pp


@pytest.mark.parametrize(
    ("name", "oracle"), [("tictactoe", Marks(3, 3, 3, falls=False)), ("connect:4,3,3", Marks(4, 3, 3, falls=True))]
)
@pytest.mark.parametrize("player", [None, "X", "O"])
def test_a_grade_counts_what_minimax_counts(name: str, oracle: Marks, player: pp.Player | None) -> None:
    table, chance = pp.solve(name), random.Random(5)
    games: list[list[int]] = []
    judged = perfect = keeping = lost = 0
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
                lost += oracle.regret(board, move)
                if first[-1] is None and after.outcome != value.outcome:
                    first[-1] = len(moves)
            moves.append(move)
            board = children[move]
        games.append(moves)
    grade = pp.grade(games, table, player=player)
    assert (grade.games, grade.moves, grade.perfect, grade.outcome_preserving) == (40, judged, perfect, keeping)
    assert grade.outcome_regret == pytest.approx(lost / judged) and grade.score_regret is None
    assert grade.perfect_move_rate == perfect / judged and grade.outcome_preserving_rate == keeping / judged
    assert [None if mistake is None else mistake.ply for mistake in grade.first_mistakes] == first
    for mistake, moves in zip(grade.first_mistakes, games, strict=True):
        if mistake is not None:
            assert mistake.ply is not None and mistake.move == moves[mistake.ply] and mistake.player == mistake.position.to_move
            assert mistake.regret.outcome > 0 and mistake.difficulty.right < mistake.difficulty.legal
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


def test_the_players_of_an_impartial_game_take_turns() -> None:
    table = pp.solve("nim:1,2")
    # From 1,2, X must leave 1,1. X leaves 0,2, from which O must take both stones, but leaves 0,1.
    game = [0, 1, 1]
    of_x, of_o = pp.grade([game], table, player="X"), pp.grade([game], table, player="O")
    assert (of_x.moves, of_x.perfect, of_o.moves, of_o.perfect) == (2, 1, 1, 0)
    (by_x,), (by_o,) = of_x.first_mistakes, of_o.first_mistakes
    assert by_x is not None and by_o is not None and (by_x.player, by_o.player) == ("X", "O")
    assert str(by_o) == "ply 1: O plays 1 and turns a win into a loss; optimal is 2"
    assert pp.grade([game], table).moves == 3
    # An agent is asked about positions, which do not contain the side to move.
    mistakes = pp.grade(lambda position: position.legal_moves[0], table, over="all").mistakes
    assert [mistake.player for mistake in mistakes] == [None, None]
    assert "1,2: the side to move plays 0 and turns a win into a loss; optimal is 1" in map(str, mistakes)


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
    with pytest.raises(ValueError, match="are for agents"):
        pp.grade([], pp.tictactoe, over="all")  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="player"):
        pp.grade([], pp.tictactoe, player="Y")  # type: ignore[call-overload]


SEED = 209
"""A seed that draws late positions of Connect Four, whose values are found soon."""


def _board(position: pp.Position) -> Board:
    assert position.cells is not None
    return tuple(position.cells.ravel().tolist())


def uniform(position: pp.Position) -> dict[pp.Move, float]:
    return {move: 1 / len(position.legal_moves) for move in position.legal_moves}


def odd(position: pp.Position) -> pp.Move:
    """A fixed move, which may be any."""
    return position.legal_moves[sum(map(ord, position.text)) * 7 % len(position.legal_moves)]


@pytest.mark.parametrize(
    ("name", "oracle"), [("tictactoe", Marks(3, 3, 3, falls=False)), ("connect:4,3,3", Marks(4, 3, 3, falls=True))]
)
@pytest.mark.parametrize("agent", [uniform, odd])
def test_an_agent_is_worth_what_enumeration_says(name: str, oracle: Marks, agent: Any) -> None:
    asked: dict[Board, dict[pp.Move, float]] = {}

    def remembered(position: pp.Position) -> Any:
        answer = agent(position)
        assert _board(position) not in asked and threading.current_thread() is threading.main_thread()
        asked[_board(position)] = answer if isinstance(answer, dict) else {answer: 1.0}
        return answer

    graded = pp.grade(remembered, name, over="all")
    policy = asked.__getitem__
    assert graded.all.count == len(asked) and graded.over == "all" and graded.seed is None
    assert graded.all.outcome_regret.value == pytest.approx(oracle.mean_regret(policy), abs=1e-12)
    assert graded.exploitability == pytest.approx(oracle.exploitability(policy), abs=1e-12)
    assert sum(measures.count for measures in graded.by_ply.values()) == graded.all.count
    assert sum(measures.count for measures in graded.by_depth.values()) == graded.all.count
    for mistake in graded.mistakes:
        board = _board(mistake.position)
        assert mistake.chance == pytest.approx(policy(board)[mistake.move])
        assert mistake.move is not None and mistake.regret.outcome == oracle.regret(board, mistake.move) > 0
        assert mistake.move not in mistake.optimal_moves and mistake.difficulty == pp.solve(name).probe(mistake.position).difficulty
    assert graded.best_responses is not None
    for response, side in zip(graded.best_responses, "XO", strict=True):
        assert response.agent == side and 0 < response.chance <= 1 and response.play.end.is_over
    assert not graded.failures and graded.error is None


def test_levels_are_agents() -> None:
    for level, perfect in (("perfect", True), ("tricky", True), ("novice", False)):
        graded = pp.grade(level, "tictactoe")
        assert (graded.exploitability == 0.0) == (graded.all.right_in_distance.value == 1.0) == (not graded.mistakes) == perfect
    with pytest.raises(ValueError, match="no level"):
        pp.grade("genius", "tictactoe")


@compared
@pytest.mark.parametrize(
    ("name", "options"), [("connect:4,3,3", {}), ("dots:1,2", {"over": "reached"}), ("kalah:2,2", {"sample": 50, "seed": 7})]
)
def test_a_grade_is_that_of_the_program(name: str, options: dict[str, Any]) -> None:
    said = says("grade", name, "medium", *(str(of) for name, value in options.items() for of in (f"--{name}", value)))
    assert json.loads(pp.solve(name)._native.grade("medium", **options)) == said


def test_a_book_is_enough_for_connect_four() -> None:
    asked = []

    def last(position: pp.Position) -> pp.Move:
        asked.append(position)
        return position.legal_moves[-1]

    graded = pp.grade(last, "connect4", sample=2, seed=SEED)
    assert len(asked) == graded.all.count == 2 and graded.over == "sample" and graded.exploitability is None
    assert graded.all.outcome_regret.interval is not None and "sample" in str(graded)


def test_failures_are_counted() -> None:
    def failing(position: pp.Position) -> Any:
        kind = sum(map(ord, position.text)) % 4
        if kind == 0:
            raise RuntimeError("no idea")
        return (None, 9, {0: 0.5}, position.legal_moves[0])[kind]

    graded = pp.grade(failing, pp.tictactoe)
    assert set(graded.failures) == {"crashed", "illegal"} and 0 < sum(graded.failures.values()) < 4520
    assert isinstance(graded.error, RuntimeError) and "no idea" in str(graded)
    assert any(mistake.move is None and "no legal move" in str(mistake) for mistake in graded.mistakes)
    for wrong in (None, True, 1.5, "x", {}, {4: "much"}, {4: math.nan}, {4: 2.0}, {4: 1.5, 0: -0.5}, {(): 1.0}, [[4]]):
        graded = pp.grade(lambda _, wrong=wrong: wrong, pp.tictactoe, sample=5)  # type: ignore[misc]
        assert graded.failures == {"illegal": 5}, wrong
    # A move may be its text or an integer of numpy, and an illegal move of chance 0 does no harm.
    for right in (str, np.int64, lambda move: {move: 1, 99: 0}):
        graded = pp.grade(lambda position, right=right: right(position.legal_moves[0]), pp.tictactoe, sample=5)  # type: ignore[misc]
        assert not graded.failures


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
def test_who_wants_to_stop_stops(stop: type[BaseException]) -> None:
    calls = []

    def stopping(position: pp.Position) -> pp.Move:
        calls.append(position)
        if len(calls) == 3:
            raise stop
        return position.legal_moves[0]

    with pytest.raises(stop):
        pp.grade(stopping, pp.tictactoe)
    assert len(calls) == 3


def test_an_agent_may_use_tables_and_grades() -> None:
    book = pp.open("connect4")

    def nested(position: pp.Position) -> pp.Move:
        assert pp.grade("master", pp.tictactoe, sample=3).all.count == 3
        return book.probe(position).best_move

    table = pp.open("connect4")
    late = pp.grade(nested, table, sample=2, seed=SEED, threads=1, progress=lambda done, of: None)
    assert late.all.right_in_distance.value == 1.0 and late.all.right_in_distance.interval is not None


def test_a_game_of_ones_own_is_graded_with_its_own_moves() -> None:
    table = pp.solve(Nim(1, 2, 3))
    asked = []

    def first(position: pp.Position) -> pp.Move:
        asked.append(position.key)
        return position.legal_moves[0]

    graded = pp.grade(first, table)
    assert len(asked) == graded.all.count == sum(bool(table.position(of).legal_moves) for of in table.positions())
    assert all(mistake.move == mistake.position.legal_moves[0] for mistake in graded.mistakes)
    assert graded.best_responses is not None and graded.best_responses[0].play.end.is_over
    points = pp.grade("blind", pp.solve(Take()))
    assert points.all.score_regret is not None and points.all.plies_regret is None and not points.by_depth


def test_regrets_are_those_of_minimax() -> None:
    for name, oracle in (("tictactoe", Marks(3, 3, 3, falls=False)), ("connect:4,3,3", Marks(4, 3, 3, falls=True))):
        table = pp.solve(name)
        boards = table.positions()[::9]
        for move in range(-1, 10):
            lost = pp.regrets(table, boards, np.full(len(boards), move))
            assert lost.score is None and lost.plies is not None
            for board, outcome, plies in zip(boards.tolist(), lost.outcome.tolist(), lost.plies.tolist(), strict=True):
                child = oracle.moves(tuple(board)).get(move)
                if child is None:
                    assert outcome == plies == pp.NO_ENTRY
                    continue
                best, after = oracle.value(tuple(board)), before(oracle.value(child))
                assert outcome == oracle.regret(tuple(board), move)
                assert plies == (pp.NO_ENTRY if outcome else 0 if best.outcome == "draw" else abs(best.plies - after.plies))


def test_regrets_of_other_games() -> None:
    own = pp.solve(Nim(1, 2, 3))
    lost = pp.regrets(own, [((1, 2, 3), "X"), ((1, 2, 3), "X"), ((9, 9, 9), "X"), ((0, 1, 0), "O")], [(0, 1), (0, 9), (0, 1), (1, 1)])
    assert lost.outcome.tolist() == [0, pp.NO_ENTRY, pp.NO_ENTRY, 0]
    take = pp.solve(Take())
    score = pp.regrets(take, [take.start.key] * 3, [1, 2, 3]).score
    assert score is not None and score.min() == 0 and pp.regrets(take, [], []).plies is None
    with pytest.raises(ValueError, match="one move for each"):
        pp.regrets(pp.tictactoe, ["........."], [1, 2])
    with pytest.raises(TypeError, match="moves are numbers"):
        pp.regrets(pp.tictactoe, ["........."], ["4"])
    assert pp.regrets(pp.tictactoe, ["XXXXXXXXX"], [2**63 - 1]).outcome.tolist() == [pp.NO_ENTRY]


def test_agents_that_are_none_are_refused() -> None:
    for wrong in (3, None, {"X........": 4}):
        with pytest.raises(TypeError, match="give a function"):
            pp.grade(wrong, pp.tictactoe)  # type: ignore[arg-type, unused-ignore]
    for options, said in (({"over": "some"}, "over is"), ({"sample": 0}, "sample is"), ({"seed": -1}, "seed is"),
                          ({"over": "all", "sample": 5}, "are for over="), ({"player": "X"}, "player is for games"),
                          ({"max_plies": 0}, "max_plies is"), ({"threads": 0}, "threads is")):
        with pytest.raises(ValueError, match=said):
            pp.grade(uniform, pp.tictactoe, **options)
    with pytest.raises(pp.RulesError):
        pp.grade(uniform, "poker")
    with pytest.raises(pp.SolveError, match='over="sample"'):
        pp.grade(uniform, "connect4", over="reached")
    with pytest.raises(TypeError, match="table"):
        pp.grade(uniform, 3)  # type: ignore[call-overload]


def test_puzzles_are_the_hardest_positions() -> None:
    table = pp.solve("connect:4,3,3")
    entries = [table.probe(position) for position in map(table.position, table.positions())]
    hardest = max(entry.difficulty.depth or 0 for entry in entries)
    deep = table.puzzles("deep", 3)
    assert deep.kind == "deep" and len(deep.entries) == 3 and deep.entries[0].difficulty.depth == hardest
    for entry in entries:
        wrong = len(entry.moves) - len(entry.outcome_preserving_moves)
        assert entry.difficulty.legal == len(entry.moves) and entry.difficulty.right == len(entry.outcome_preserving_moves)
        assert (entry.difficulty.trap is None) == (wrong == 0)
    sample = table.puzzles(sample=200, seed=3)
    assert 0 < sample.count < table.puzzles().count and sample == table.puzzles(sample=200, seed=3)
    first = table.puzzles("deep", 1000, plies=3)
    few = [entry for entry in entries if sum(map(len, entry.position.text.replace(".", "").split("/"))) <= 3]
    assert first.count == len(first.entries) > 0
    assert {entry.position.text for entry in first.entries} <= {entry.position.text for entry in few}
    assert table.puzzles("deep", 1, plies=12).entries == deep.entries[:1]
    book = pp.open("connect4")
    assert book.puzzles(limit=1, plies=2).entries[0].difficulty.right == 1
    with pytest.raises(pp.TableError, match=f"plies={book.plies} looks .* sample=100"):
        book.puzzles()
    with pytest.raises(ValueError, match="the first 30 plies of connect:7,6,4 have more than 5000000 positions"):
        book.puzzles(plies=30)
    with pytest.raises(ValueError, match="plies is 3 and sample is 9"):
        table.puzzles(plies=3, sample=9)
    with pytest.raises(ValueError, match='kind is "hard"'):
        table.puzzles("hard")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="played for points"):
        pp.solve(Take()).puzzles("deep")
    with pytest.raises(ValueError, match="there is no sample"):
        table.puzzles(seed=3)
