"""The recipes of docs/environments.md, with the packages of the environments: `.ci/full environments` installs them. In each, a
perfect and a random agent are graded, and compared with what plain minimax says of their moves."""

from __future__ import annotations

import random
import re
from functools import partial
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from oracle import Board, Marks

import perfect_play as pp

pytestmark = pytest.mark.filterwarnings("ignore")

PAGE = Path(__file__).parents[3] / "docs" / "environments.md"

LATE = 12
"""How many plies of Connect Four are random, because a search takes long in the opening."""


def recipe(*titles: str) -> Any:
    """What the code at the top of the page and under these titles defines."""
    parts = PAGE.read_text().split("\n## ")
    code = [parts[0], *(next(part for part in parts if part.startswith(f"{title}\n")) for title in titles)]
    defined: dict[str, Any] = {}
    for part in code:
        for block in re.findall(r"```python\n(.*?)```", part, re.DOTALL):
            exec(compile(block, str(PAGE), "exec"), defined)
    return type("Recipe", (), {name: staticmethod(of) if callable(of) else of for name, of in defined.items()})


def test_every_recipe_has_a_test() -> None:
    titles = re.findall(r"^## (.*)$", PAGE.read_text(), re.MULTILINE)
    assert titles == ["Grade a policy", "PettingZoo", "pgx", "easyAI", "Language models", "TextArena", "OpenSpiel"]


ORACLE = Marks(3, 3, 3, falls=False)


def cells_of(position: pp.Position) -> Board:
    assert position.cells is not None
    return tuple(position.cells.ravel().tolist())


def uniform(board: Board) -> dict[int, float]:
    moves = ORACLE.moves(board)
    return {move: 1 / len(moves) for move in moves}


def is_perfect(graded: pp.AgentGrade) -> bool:
    return graded.all.outcome_regret.value == 0.0 == graded.exploitability and not graded.failures


def is_uniform(graded: pp.AgentGrade) -> bool:
    """Whether a grade is that of an agent that plays all moves with the same chance."""
    assert graded.exploitability is not None and graded.all.count == 4520
    regret, exploitability = ORACLE.mean_regret(uniform), ORACLE.exploitability(uniform)
    return abs(graded.all.outcome_regret.value - regret) + abs(graded.exploitability - exploitability) < 1e-6


def graded_as_enumerated(agent: Any, over: Literal["all", "reached"]) -> pp.AgentGrade:
    """The grade of an agent that answers with single moves, after a comparison with enumeration."""
    played: dict[Board, dict[int, float]] = {}

    def remembered(position: pp.Position) -> Any:
        move = agent(position)
        played[cells_of(position)] = {move: 1.0}
        return move

    graded = pp.grade(remembered, pp.tictactoe, over=over)
    regret = sum(ORACLE.regret(board, move) for board, moves in played.items() for move in moves) / len(played)
    assert abs(graded.all.outcome_regret.value - regret) < 1e-9 and graded.exploitability == ORACLE.exploitability(played.__getitem__)
    assert not graded.failures
    return graded


def test_a_policy_is_graded() -> None:
    found = recipe("Grade a policy")
    assert is_uniform(found.graded)

    def perfect(table: pp.Table) -> Any:
        def policy(observation: Any, mask: Any) -> Any:
            best = found.optimal(table, observation[None])[0]
            assert best.shape == mask.shape and not (best & ~mask).any()
            return best / best.sum()

        return policy

    assert is_perfect(found.grade_policy(perfect(pp.tictactoe), pp.tictactoe))
    table = pp.solve("connect:4,3,3")
    assert is_perfect(found.grade_policy(perfect(table), table, over="reached"))


class Opening:
    """Answers like the table. In the first plies of Connect Four all moves are taken for optimal."""

    def __init__(self, table: pp.Table) -> None:
        self.table = table
        self.moves_are_columns = table.moves_are_columns

    def optimal_mask(self, boards: Any) -> Any:
        boards = np.asarray(boards)
        late = (boards > 0).sum((-2, -1)) >= LATE
        mask = np.zeros((len(boards), 8), dtype=bool)
        mask[:, 1:] = boards[:, 0] == 0
        if late.any():
            mask[late] = self.table.optimal_mask(boards[late])
        return mask


def exactly(share: float, of: int, chance: pp.Estimate) -> bool:
    """Whether a share of some games is what enumeration says: at most four standard deviations away."""
    deviation = (chance.value * (1 - chance.value) / of) ** 0.5
    return bool(abs(share - chance.value) <= 4 * deviation)


def test_pettingzoo() -> None:
    pytest.importorskip("pettingzoo.classic", reason="PettingZoo is not installed: pip install pettingzoo pygame")
    from pettingzoo.classic import connect_four_v3, tictactoe_v3

    found, chance = recipe("PettingZoo"), np.random.default_rng(3)
    assert found.rewards[1] >= 0
    games = 300
    for perfect, levels in enumerate((("perfect", "blind"), ("blind", "perfect"))):
        exact = pp.tictactoe.chances(*levels)
        played = [found.play(tictactoe_v3.env(), pp.tictactoe, perfect, chance, seed)[perfect] for seed in range(games)]
        assert min(played) >= 0
        assert exactly(played.count(1) / games, games, (exact.x_wins, exact.o_wins)[perfect])
    # The board of Connect Four has the same sides up: what is optimal is legal.
    env, table = connect_four_v3.env(), Opening(pp.open("connect4"))
    for seed in range(3):
        assert sum(found.play(env, table, seed % 2, chance, seed)) == 0


def test_pettingzoo_observations_have_the_values_of_the_positions() -> None:
    pytest.importorskip("pettingzoo.classic", reason="PettingZoo is not installed: pip install pettingzoo pygame")
    from pettingzoo.classic import connect_four_v3, tictactoe_v3

    found, chance = recipe("PettingZoo"), random.Random(5)
    for env, table in ((tictactoe_v3.env(), pp.tictactoe), (connect_four_v3.env(), pp.open("connect4"))):
        env.reset(seed=1)
        position = table.start
        for _ in range(9 if table is pp.tictactoe else 42):
            observation = env.last()[0]
            (board,) = found.cells(observation["observation"][None])
            assert table.position(board) == position
            first = int(table.moves_are_columns)
            legal = np.flatnonzero(observation["action_mask"]) + first
            assert tuple(legal) == position.legal_moves
            # What an agent sees when it is graded is what it sees here.
            seen, mask = found.seen(table, position)
            assert (seen == observation["observation"]).all() and (mask == observation["action_mask"]).all()
            move = chance.choice(position.legal_moves)
            env.step(move - first)
            position = position.play(move)
            if position.is_over:
                break
        assert all(env.terminations.values())


def test_pgx() -> None:
    pytest.importorskip("pgx", reason="pgx is not installed: pip install pgx")
    import pgx

    found, chance = recipe("pgx"), np.random.default_rng(4)
    assert len(found.rewards) == 1000 and found.rewards.min() >= 0
    for perfect, levels in enumerate((("perfect", "blind"), ("blind", "perfect"))):
        exact = pp.tictactoe.chances(*levels)
        played = found.play_many("tic_tac_toe", pp.tictactoe, 2000, perfect, chance)
        assert played.min() >= 0
        assert exactly((played == 1).mean(), 2000, (exact.x_wins, exact.o_wins)[perfect])
    import jax
    import jax.numpy as jnp

    env = pgx.make("tic_tac_toe")
    state = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), 1))
    seen, mask = found.seen(pp.tictactoe, pp.tictactoe.start)
    assert (seen == state.observation[0]).all() and (mask == state.legal_action_mask[0]).all()
    graded = recipe("Grade a policy").grade_policy(jax.jit(lambda _, mask: mask / jnp.sum(mask)), pp.tictactoe)
    assert is_uniform(graded)
    # A perfect player of Connect Four, from a random opening on, wins much more often than a random one loses.
    played = found.play_many("connect_four", Opening(pp.open("connect4")), 20, 0, chance)
    assert set(played) <= {-1.0, 0.0, 1.0} and played.mean() > 0.5


def test_easyai() -> None:
    pytest.importorskip("easyAI", reason="easyAI is not installed: pip install easyAI")
    from easyAI import AI_Player
    from easyAI.games import ConnectFour, TicTacToe

    found, chance = recipe("easyAI"), random.Random(6)
    assert found.game.is_over()

    def blind(game: Any) -> Any:
        return int(chance.choice(game.possible_moves()))

    def plays(game: Any) -> int:
        """1 if the player who moved last won."""
        game.play(verbose=False)
        return int(game.lose())

    for number in range(40):
        players = [AI_Player(found.TablePlayer(pp.tictactoe)), AI_Player(blind)]
        table_is = 1 + number % 2
        game = TicTacToe(players if table_is == 1 else players[::-1])
        if plays(game):
            # Who is to move has lost.
            assert game.current_player != table_is
    # Both are graded.
    assert found.graded.all.count == 50
    assert is_perfect(pp.grade(found.agent_of(found.TablePlayer(pp.tictactoe), TicTacToe), pp.tictactoe))
    graded_as_enumerated(found.agent_of(blind, TicTacToe), "all")
    # Connect Four from a random opening on: what the table wins or draws there, it wins or draws against a random player.
    table = pp.open("connect4")
    position = table.start
    for _ in range(LATE):
        position = position.play(chance.choice(position.legal_moves))
    assert position.cells is not None
    board = np.flipud(position.cells).copy()
    value = table.probe(position).outcome
    game = ConnectFour([AI_Player(found.TablePlayer(table)), AI_Player(blind)], board=board)
    lost = plays(game) and game.current_player == 1
    assert not (lost and value != "loss")


def test_a_language_model_is_graded() -> None:
    found, chance = recipe("Language models"), random.Random(7)

    def blind(prompt: str) -> str:
        (legal,) = re.findall(r"Legal moves: (.*?)\.", prompt)
        return f"Let me think. I play [{chance.choice(legal.split(', '))}]."

    def perfect(table: pp.Table) -> Any:
        return lambda prompt: f"[{table.probe(_position(table, prompt)).best_move}]"

    for table in (pp.tictactoe, pp.solve("connect:4,4,3")):
        games = [found.game_of(table, blind, chance) for _ in range(20)]
        grade = pp.grade(games, table, player="X")
        assert grade.games == 20 and 0.1 < grade.perfect_move_rate < 0.95
        best = pp.grade([found.game_of(table, perfect(table), chance) for _ in range(5)], table, player="X")
        assert best.perfect_move_rate == 1.0 and best.outcome_regret == 0.0 and best.first_mistakes == (None,) * 5
        assert is_perfect(pp.grade(partial(found.ask, perfect(table), table), table, over="reached"))
    # In an impartial game the model moves first, too, and then every second ply.
    nim = pp.solve("nim:3,4,5")
    games = [found.game_of(nim, blind, chance) for _ in range(20)]
    assert pp.grade(games, nim, player="X").perfect_move_rate < 1.0 == pp.grade(games, nim, player="O").perfect_move_rate
    graded_as_enumerated(lambda position: found.ask(blind, pp.tictactoe, position), "all")
    graded = found.grade_model(lambda prompt: "nothing" if "O to move" in prompt else blind(prompt), "tictactoe", sample=100)
    assert graded.all.count == 100 and 0 < graded.failures["illegal"] < 100
    assert found.grade_model(blind, "connect4", sample=1).all.count == 1
    for answer in ("", "[9]", "I resign [x]", "the middle"):
        assert found.ask(lambda _, answer=answer: answer, pp.tictactoe, pp.tictactoe.start) is None
    assert found.ask(lambda _: "[ 4 ]", pp.tictactoe, pp.tictactoe.start) == 4


def _position(table: pp.Table, prompt: str) -> pp.Position:
    """The position in a prompt, whose board has a number in place of each empty cell."""
    lines = prompt.splitlines()
    rows = [line.split() for line in lines if line and all(re.fullmatch(r"[XO.]|\d+", cell) for cell in line.split())]
    if table.moves_are_columns:
        rows = rows[1:]
    return table.position("".join(cell if cell in "XO" else "." for row in rows for cell in row))


def test_textarena() -> None:
    pytest.importorskip("textarena", reason="TextArena is not installed: pip install textarena")
    found, chance = recipe("Language models", "TextArena"), random.Random(8)

    def blind(text: str) -> str:
        columns = "Connect Four" in text
        return f"My move is [{chance.randrange(7 if columns else 9)}]."

    class Perfect:
        """Plays by the board in TextArena's text, where the marks of the first player are O."""

        def __call__(self, text: str) -> str:
            rows = re.findall(r"^ (\S) \| (\S) \| (\S) $", text, re.MULTILINE)[-3:]
            marks = "".join("".join(row) for row in rows)
            board = [{"O": 1, "X": 2}.get(mark, 0) for mark in marks]
            return f"[{pp.tictactoe.probe(board).best_move}]"

    for _ in range(10):
        moves, rewards = found.transcript("TicTacToe-v0", pp.tictactoe, [Perfect(), blind])
        assert rewards[0] >= 0 and pp.grade([moves], pp.tictactoe, player="X").perfect_move_rate == 1.0
    assert is_perfect(graded_as_enumerated(found.shown_by("TicTacToe-v0", Perfect()), "reached"))
    games = [found.transcript("TicTacToe-v0", pp.tictactoe, [blind, blind])[0] for _ in range(5)]
    lost, board = [], ORACLE.start
    for moves in games:
        board = ORACLE.start
        for move in moves:
            lost.append(ORACLE.regret(board, move))
            board = ORACLE.moves(board)[move]
    assert pp.grade(games, pp.tictactoe).outcome_regret == pytest.approx(sum(lost) / len(lost))
    moves, rewards = found.transcript("ConnectFour-v0", pp.open("connect4"), [blind, blind])
    assert len(moves) >= 7 and set(rewards) == {0, 1}
