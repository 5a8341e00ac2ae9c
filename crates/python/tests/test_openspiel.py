"""Policies for OpenSpiel, judged by OpenSpiel. The tests are skipped if it is not installed, because installing it takes long."""

from __future__ import annotations

import random
from typing import Any

import pytest

import perfect_play as pp

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")

from perfect_play.openspiel import TablePolicy, game_name  # noqa: E402

pytestmark = pytest.mark.long

GAMES = {
    "tic_tac_toe": "tictactoe",
    "mnk(m=3,n=3,k=3)": "tictactoe",
    "mnk(m=4,n=3,k=3)": "mnk:4,3,3",
    "connect_four(rows=4,columns=5,x_in_row=4)": "connect:5,4,4",
    "connect_four(rows=3,columns=4,x_in_row=3)": "connect:4,3,3",
}


@pytest.mark.filterwarnings("ignore")
def test_openspiel_finds_nothing_to_exploit() -> None:
    from open_spiel.python.algorithms import exploitability

    game = pyspiel.load_game("tic_tac_toe")
    policy = TablePolicy(game, pp.tictactoe)
    assert exploitability.exploitability(game, policy) == 0.0


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
