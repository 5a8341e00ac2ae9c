"""Policies for OpenSpiel, judged by OpenSpiel. The tests are skipped if it is not installed, because installing it takes long."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from oracle import Marks
from test_environments import recipe

import perfect_play as pp

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")

from perfect_play.openspiel import TableEvaluator, TablePolicy, game_name  # noqa: E402

pytestmark = pytest.mark.long

GAMES = {
    "tic_tac_toe": "tictactoe",
    "mnk(m=3,n=3,k=3)": "tictactoe",
    "mnk(m=4,n=3,k=3)": "mnk:4,3,3",
    "connect_four(rows=4,columns=5,x_in_row=4)": "connect:5,4,4",
    "connect_four(rows=3,columns=4,x_in_row=3)": "connect:4,3,3",
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("text", ["tic_tac_toe", "connect_four(rows=3,columns=3,x_in_row=3)", "connect_four(rows=3,columns=4,x_in_row=3)"])
def test_policies_are_as_exploitable_as_openspiel_says(text: str) -> None:
    """The recipe of docs/environments.md grades them."""
    from open_spiel.python import policy as policies
    from open_spiel.python.algorithms import exploitability

    found, game = recipe("OpenSpiel"), pyspiel.load_game(text)
    table = pp.solve(game_name(game))
    perfect, first, uniform = TablePolicy(game, table), policies.FirstActionPolicy(game), policies.UniformRandomPolicy(game)
    # OpenSpiel takes minutes for a policy that plays every move of a larger game.
    for policy in (perfect, first) if "columns=4" in text else (perfect, first, uniform):
        graded = found.grade_spiel(game, policy)
        assert graded.exploitability == pytest.approx(exploitability.exploitability(game, policy), abs=1e-9)
        assert (graded.exploitability == 0.0) == (graded.all.outcome_regret.value == 0.0) == (policy is perfect)
        if policy is uniform:
            falls = table.moves_are_columns
            assert table.shape is not None
            oracle = Marks(table.shape[1], table.shape[0], 3, falls=falls)
            regret = oracle.mean_regret(lambda board: dict.fromkeys(oracle.moves(board), 1 / len(oracle.moves(board))))
            assert graded.all.outcome_regret.value == pytest.approx(regret, abs=1e-9)


def test_the_tree_search_of_openspiel_is_told_the_values() -> None:
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game("tic_tac_toe")
    evaluator = TableEvaluator(game, pp.tictactoe)
    bot = mcts.MCTSBot(game, 1.0, 60, evaluator, random_state=np.random.RandomState(3))
    for number in range(6):
        state, chance = game.new_initial_state(), random.Random(number)
        while not state.is_terminal():
            best = TablePolicy(game, pp.tictactoe).action_probabilities(state)
            assert evaluator.prior(state) == list(best.items())
            value = {"win": 1.0, "draw": 0.0, "loss": -1.0}[pp.tictactoe.probe(evaluator.position(state)).outcome]
            assert list(evaluator.evaluate(state))[state.current_player()] == value == -evaluator.evaluate(state)[1 - state.current_player()]
            ours = state.current_player() == number % 2
            state.apply_action(bot.step(state) if ours else chance.choice(state.legal_actions()))
        assert state.returns()[number % 2] >= 0


@pytest.mark.parametrize("text", GAMES)
def test_games_have_the_names_that_ours_have(text: str) -> None:
    assert game_name(pyspiel.load_game(text)) == GAMES[text]


def test_games_that_are_not_ours_are_refused() -> None:
    with pytest.raises(pp.RulesError, match="breakthrough"):
        game_name(pyspiel.load_game("breakthrough"))
    with pytest.raises(pp.RulesError, match="connect:7,6,4"):
        TablePolicy(pyspiel.load_game("connect_four"), pp.tictactoe)
    with pytest.raises(pp.RulesError, match="225 cells"):
        game_name(pyspiel.load_game("mnk"))


@pytest.mark.parametrize("text", GAMES)
def test_who_plays_by_a_table_gets_what_openspiels_rules_give(text: str) -> None:
    """Plays a random player by OpenSpiel's rules. The result is never below the value of the start, or of any position."""
    game = pyspiel.load_game(text)
    table = pp.solve(GAMES[text])
    policy, chance = TablePolicy(game, table), random.Random(7)
    worth = {"win": 1, "draw": 0, "loss": -1}
    for number in range(60):
        state, ours = game.new_initial_state(), number % 2
        at_least = -1
        while not state.is_terminal():
            position = policy.position(state)
            assert position.to_move == "XO"[state.current_player()]
            if state.current_player() == ours:
                at_least = max(at_least, worth[table.probe(position).outcome])
                probable = policy.action_probabilities(state)
                assert sorted(probable) == sorted(state.legal_actions())
                assert sum(probable.values()) == pytest.approx(1)
                actions = [action for action, probability in probable.items() if probability]
                state.apply_action(chance.choice(actions))
            else:
                state.apply_action(chance.choice(state.legal_actions()))
        assert policy.position(state).is_over
        assert state.returns()[ours] >= at_least
        if worth[table.probe(table.start).outcome] >= 0:
            assert at_least >= 0 or ours == 1
        if number % 2 == 0:
            assert state.returns()[0] >= worth[table.probe(table.start).outcome]


def test_connect_four_has_the_value_that_openspiel_computes() -> None:
    """Minimax over OpenSpiel's own states, which are identified by their text."""
    game = pyspiel.load_game("connect_four(rows=3,columns=4,x_in_row=3)")
    table = pp.solve("connect:4,3,3")
    policy = TablePolicy(game, table)
    seen: dict[str, float] = {}

    def value(state: Any) -> float:
        key = f"{state}{state.current_player()}"
        if key not in seen:
            if state.is_terminal():
                seen[key] = state.returns()[0]
            else:
                best = max if state.current_player() == 0 else min
                seen[key] = best(value(state.child(action)) for action in state.legal_actions())
                entry = table.probe(policy.position(state))
                of_first = {"win": 1, "draw": 0, "loss": -1}[entry.outcome] * (1 if state.current_player() == 0 else -1)
                assert of_first == seen[key]
        return seen[key]

    value(game.new_initial_state())
    assert len(seen) > 1000
