"""Compares every position of small games with plain minimax."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from oracle import Marks, before

import perfect_play as pp

GAMES = [
    ("tictactoe", Marks(3, 3, 3, falls=False)),
    ("mnk:4,2,3", Marks(4, 2, 3, falls=False)),
    ("connect:4,3,3", Marks(4, 3, 3, falls=True)),
    ("connect:3,4,3", Marks(3, 4, 3, falls=True)),
]


@pytest.mark.parametrize(("name", "oracle"), GAMES)
@pytest.mark.parametrize("from_file", [False, True])
def test_values_moves_and_masks_are_those_of_minimax(name: str, oracle: Marks, from_file: bool) -> None:
    table = pp.solve(name)
    if from_file:
        table.save("table.perfect")
        table = pp.open("table.perfect")
    boards = table.positions()
    listed = [tuple(board) for board in boards.tolist()]
    assert len(set(listed)) == len(listed)
    assert set(listed) == oracle.reachable()
    values = table.values(boards)
    move_values, mask = table.move_values(boards), table.optimal_mask(boards)
    for board, value, worths, optimal in zip(listed, values.tolist(), move_values.tolist(), mask.tolist(), strict=True):
        assert value == oracle.value(board).number()
        moves = {move: before(oracle.value(child)).number() for move, child in oracle.moves(board).items()}
        assert {move: worth for move, worth in enumerate(worths) if worth != pp.NO_ENTRY} == moves
        assert [move for move, is_optimal in enumerate(optimal) if is_optimal] == sorted(
            move for move, worth in moves.items() if worth == value
        )
    outcomes = np.array([{"win": 1, "draw": 0, "loss": -1}[oracle.value(board).outcome] for board in listed])
    assert (pp.outcomes(values) == outcomes).all()
    plies = np.array([-1 if oracle.value(b).outcome == "draw" else oracle.value(b).plies for b in listed])
    assert (pp.remoteness(values) == plies).all()


def test_boards_that_play_does_not_lead_to_have_no_entry() -> None:
    oracle = Marks(3, 3, 3, falls=False)
    everything = np.array(list(itertools.product(range(3), repeat=9)), dtype=np.int8)
    values = pp.tictactoe.values(everything)
    reachable = oracle.reachable()
    for board, value in zip(everything.tolist(), values.tolist(), strict=True):
        assert (value != pp.NO_ENTRY) == (tuple(board) in reachable)
    assert not pp.tictactoe.optimal_mask(everything[values == pp.NO_ENTRY]).any()
    assert (pp.tictactoe.move_values(everything[values == pp.NO_ENTRY]) == pp.NO_ENTRY).all()


def test_a_probe_says_what_minimax_says() -> None:
    for name, oracle in GAMES:
        table = pp.solve(name)
        boards = sorted(oracle.reachable())
        for board in random.Random(1).sample(boards, 300):
            entry, truth = table.probe(list(board)), oracle.value(board)
            assert (entry.outcome, entry.score) == (truth.outcome, None)
            if truth.outcome != "draw":
                assert entry.remoteness == truth.plies
            worths = {move: before(oracle.value(child)) for move, child in oracle.moves(board).items()}
            assert {move: value.outcome for move, value in entry.moves.items()} == {
                move: worth.outcome for move, worth in worths.items()
            }
            assert entry.position.is_over == (not worths) == (entry.best_move is None)
            keeping = tuple(move for move, worth in sorted(worths.items()) if worth.outcome == truth.outcome)
            assert entry.outcome_preserving_moves == keeping
            assert set(entry.optimal_moves) <= set(keeping)
            played = {move: entry.position.play(move) for move in entry.position.legal_moves}
            for move, child in oracle.moves(board).items():
                cells = played[move].cells
                assert cells is not None and tuple(cells.ravel().tolist()) == child
            assert (entry.position.to_move == "X") == (oracle.mover(board) == 1)


def test_the_objective_outcome_calls_all_moves_optimal_that_keep_the_outcome() -> None:
    table = pp.solve("tictactoe", objective="outcome")
    assert table.objective == "outcome"
    for board in table.positions()[::17]:
        entry = table.probe(board)
        assert entry.optimal_moves == entry.outcome_preserving_moves
        assert np.flatnonzero(table.optimal_mask([board.tolist()])[0]).tolist() == list(entry.optimal_moves)


def test_built_in_games_that_are_no_boards_have_codes_and_texts() -> None:
    table = pp.solve("nim:2,3")
    codes = table.positions()
    assert codes.dtype == np.uint64 and table.shape is None
    texts = [table.position(int(code)).text for code in codes]
    values = table.values(codes)
    assert (table.values(texts) == values).all()
    for text, value in zip(texts, values.tolist(), strict=True):
        entry = table.probe(text)
        assert (entry.outcome == "win") == (value > 0) and entry.outcome != "draw"
    assert table.probe(table.start).outcome == "win"


def test_a_game_for_points_has_points_as_values() -> None:
    table = pp.solve("dots:1,2")
    assert table.is_for_points
    entry = table.probe(table.start)
    assert entry.score is not None and entry.remoteness is None
    assert table.values([table.start]).tolist() == [entry.score]
