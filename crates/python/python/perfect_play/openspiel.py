"""Policies and an evaluator for OpenSpiel: ``pip install perfect-play[openspiel]``.

They support OpenSpiel's ``tic_tac_toe``, ``mnk`` and ``connect_four``::

    import pyspiel
    import perfect_play as pp
    from perfect_play.openspiel import TablePolicy, game_name

    game = pyspiel.load_game("connect_four(rows=4,columns=5,x_in_row=4)")
    policy = TablePolicy(game, pp.solve(game_name(game)))
    policy.action_probabilities(game.new_initial_state())
"""

from __future__ import annotations

from typing import Any

from open_spiel.python import policy as _policy
from open_spiel.python.algorithms import mcts as _mcts

from . import _native
from .errors import RulesError
from .position import Position
from .table import Table


def game_name(game: Any) -> str:
    """The name that a game of OpenSpiel has here, such as ``"connect:5,4,4"``.

    Raises:
        RulesError: This package does not have the game.
    """
    kind, parameters = game.get_type().short_name, game.get_parameters()
    if kind == "tic_tac_toe":
        return "tictactoe"
    if kind == "mnk":
        sizes = (parameters.get(name, standard) for name, standard in (("m", 15), ("n", 15), ("k", 5)))
        return _native.name_of("mnk:" + ",".join(map(str, sizes)))
    if kind == "connect_four":
        sizes = (parameters.get(name, standard) for name, standard in (("columns", 7), ("rows", 6), ("x_in_row", 4)))
        return _native.name_of("connect:" + ",".join(map(str, sizes)))
    raise RulesError(f"OpenSpiel's {kind} is not one of tic_tac_toe, mnk and connect_four")


class TablePolicy(_policy.Policy):  # type: ignore[misc, unused-ignore]
    """Plays perfectly: all optimal moves of a table with the same probability.

    Args:
        game: OpenSpiel's game.
        table: The table of the same game.

    Raises:
        RulesError: The table is of another game.
    """

    def __init__(self, game: Any, table: Table) -> None:
        name = game_name(game)
        if table.game != name:
            raise RulesError(f"the policy is for {name}, and the table is of {table.game}")
        super().__init__(game, list(range(game.num_players())))
        self._table = table
        self._first = 1 if table.moves_are_columns else 0

    def position(self, state: Any) -> Position:
        """The position of an OpenSpiel state."""
        position = self._table.start
        for action in state.history():
            position = position.play(action + self._first)
        return position

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """The probability of each legal action. Optimal actions have equal probabilities, all others have 0."""
        optimal = self._table.probe(self.position(state)).optimal_moves
        actions = [move - self._first for move in optimal]
        return {action: (action in actions) / len(actions) for action in state.legal_actions()}


class TableEvaluator(_mcts.Evaluator):  # type: ignore[misc, unused-ignore]
    """Evaluates states for OpenSpiel's ``mcts.MCTSBot``: by their values in a table, and not by random games.

    Args:
        game: OpenSpiel's game.
        table: The table of the same game.

    Raises:
        RulesError: The table is of another game.
    """

    def __init__(self, game: Any, table: Table) -> None:
        self._policy = TablePolicy(game, table)
        self._table = table

    def position(self, state: Any) -> Position:
        """The position of an OpenSpiel state."""
        return self._policy.position(state)

    def evaluate(self, state: Any) -> list[float]:
        """What each player gets under best play: 1 for a win, 0 for a draw, -1 for a loss."""
        position = self.position(state)
        of_mover = {"win": 1.0, "draw": 0.0, "loss": -1.0}[self._table.probe(position).outcome]
        return [of_mover, -of_mover] if position.to_move == "X" else [-of_mover, of_mover]

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """Each legal action with its probability under perfect play."""
        return list(self._policy.action_probabilities(state).items())
