"""Tables in files and in memory: saved, opened, proven, pickled."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from games import Nim
from program import compared, says

import perfect_play as pp


def test_the_same_table_has_the_same_bytes_for_any_number_of_threads() -> None:
    for name in ("connect:4,4,3", "nim:2,3,4", "tictactoe"):
        for threads in (1, 2, 5, None):
            pp.solve(name, threads=threads).save(f"{threads}.perfect")
            assert Path(f"{threads}.perfect").read_bytes() == Path("1.perfect").read_bytes()


@pytest.mark.parametrize("name", ["tictactoe", "connect:4,4,3", "nim:2,3,4", "dots:1,2"])
def test_an_opened_table_says_what_the_solved_one_says(name: str) -> None:
    solved = pp.solve(name)
    solved.save("table.perfect")
    for opened in (pp.open("table.perfect"), pp.open(Path("table.perfect"))):
        assert repr(opened) == repr(solved)
        positions = opened.positions()
        assert (opened.values(positions) == solved.values(positions)).all()
        assert (opened.move_values(positions) == solved.move_values(positions)).all()
        assert opened.verify().entries == solved.verify().entries


@compared
@pytest.mark.parametrize("name", ["tictactoe", "nim:1,2", "notakto:3,3,3", "quixo:3,3,3", "dots:1,2"])
def test_the_side_to_move_and_the_winner_are_those_of_the_program(name: str) -> None:
    position = pp.solve(name).start
    # The first moves of quixo go in circles.
    for _ in range(12):
        said = says("probe", name, position.text)
        assert (position.to_move, position.winner, position.is_over) == (said["to_move"], said["winner"], said["terminal"])
        if position.is_over:
            break
        position = position.play(position.legal_moves[0])


def test_what_is_no_table_is_refused() -> None:
    with pytest.raises(FileNotFoundError):
        pp.open("nowhere.perfect")
    Path("notes").write_bytes(b"my notes")
    with pytest.raises(pp.TableError, match="not a .perfect table"):
        pp.open("notes")
    Path("empty").write_bytes(b"")
    with pytest.raises(pp.TableError, match="empty"):
        pp.open("empty")
    pp.tictactoe.save("whole")
    whole = Path("whole").read_bytes()
    for cut in (10, len(whole) // 2, len(whole) - 1):
        Path("cut").write_bytes(whole[:cut])
        with pytest.raises(pp.TableError):
            pp.open("cut")
    for place in range(0, len(whole), 37):
        Path("changed").write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(pp.TableError):
            pp.open("changed")
    for wrong in (3.5, None, object()):
        with pytest.raises(TypeError):
            pp.open(wrong)  # type: ignore[arg-type]


def test_a_table_is_saved_whole_or_not_at_all() -> None:
    with pytest.raises(OSError):
        pp.tictactoe.save("nowhere/table.perfect")
    assert not list(Path(".").iterdir())


@pytest.mark.parametrize("name", ["nosuch", "", "mnk:9", "connect:0,0,0", "mnk:3,3,4", "graph:nowhere", "x" * 10_000, "\0"])
def test_names_of_no_game_are_refused(name: str) -> None:
    with pytest.raises(pp.RulesError):
        pp.solve(name)


def test_names_are_read_and_suggested_as_the_program_does() -> None:
    for typed, name in (("Tic-Tac-Toe", "tictactoe"), ("Dots and Boxes: 1,1", "dots:1,1"), ("nim", "nim:3,5,7")):
        assert pp.solve(typed).game == name
    for typed, meant in (("tictacto", "tictactoe"), ("kala:2,2", "kalah:2,2")):
        with pytest.raises(pp.RulesError, match=f"there is no game `{typed}`: did you mean `{meant}`"):
            pp.solve(typed)
    with pytest.raises(pp.RulesError, match="try `hex:3`"):
        pp.solve("hex:9")


def test_games_that_are_too_large_are_refused() -> None:
    with pytest.raises(pp.SolveError, match="solve\\(\"connect:7,6,4\", path="):
        pp.solve("connect4", memory=1 << 30)
    with pytest.raises(pp.SolveError, match="memory"):
        pp.solve("hex:4", memory=20 << 20)
    with pytest.raises(pp.SolveError):
        pp.solve("connect:1,20,4")


def test_arguments_that_make_no_sense_are_refused() -> None:
    wrong: list[dict[str, Any]] = [
        {"threads": 0},
        {"threads": -1},
        {"threads": 10**9},
        {"threads": 1.5},
        {"memory": 0},
        {"memory": 2**64},
        {"objective": "best"},
        {"objective": ""},
    ]
    for arguments in wrong:
        with pytest.raises(ValueError, match=next(iter(arguments))):
            pp.solve("tictactoe", **arguments)
    with pytest.raises(ValueError, match="c"):
        pp.tictactoe.export("cobol")  # type: ignore[arg-type]
    with pytest.raises(pp.TableError, match="codes"):
        pp.solve("connect:5,4,4").export("c")


def test_tables_positions_and_entries_are_pickled() -> None:
    own = pp.solve(Nim(1, 2))
    own.save("nim.perfect")
    solved = pp.solve("connect:4,3,3")
    solved.save("connect.perfect")
    tables = [
        pp.tictactoe,
        solved,
        pp.open("connect.perfect"),
        own,
        pp.open("nim.perfect", game=Nim(1, 2)),
        pp.solve("hex:2"),
    ]
    for table in tables:
        entry = table.probe(table.start)
        again = pickle.loads(pickle.dumps(table))
        assert again.probe(again.start) == entry
        assert pickle.loads(pickle.dumps(entry)) == entry
        played = table.start.play(entry.best_move)
        assert pickle.loads(pickle.dumps(played)) == played


class Pile(pp.Game):
    """The player who takes the last stone of a pile wins. All piles have the same name."""

    name = "pile"

    def __init__(self, most: int, stones: int = 5) -> None:
        self.most, self.stones = most, stones

    def start(self) -> int:
        return self.stones

    def to_move(self, position: int) -> pp.Player:
        return "X" if position % 2 else "O"

    def legal_moves(self, position: int) -> range:
        return range(1, min(self.most, position) + 1)

    def play(self, position: int, move: int) -> int:
        return position - move

    def terminal(self, position: int) -> pp.Outcome | None:
        return None if position else "loss"


def saved(game: pp.Game, folder: str) -> Path:
    """Saves a table of a game, and the rules beside it."""
    Path(folder).mkdir()
    pp.solve(game).save(f"{folder}/table.perfect")
    game.write_rules(folder)
    return Path(folder, "table.perfect")


def test_games_of_the_same_name_and_other_rules_are_not_the_same() -> None:
    of_one, of_two = pp.open(saved(Pile(1), "one")), pp.open(saved(Pile(2), "two"))
    assert of_one.game == of_two.game
    assert of_one.start.text == of_two.start.text and of_one.start != of_two.start
    for table, other in ((of_one, of_two), (of_two, of_one), (of_one, pp.solve(Pile(2))), (pp.solve(Pile(2)), of_one)):
        for ask in (table.probe, table.position, lambda position, table=table: table.values([position])):
            with pytest.raises(pp.PositionError, match=r"of another game of this name, .* of graph:pile.jsonl"):
                ask(other.start)
    # The same rules are the same game, with or without the class.
    again, own = pp.open("two/table.perfect"), pp.solve(Pile(2))
    assert again.start == of_two.start == own.start and hash(again.start) == hash(own.start)
    for stones in range(6):
        assert own.position(of_two.position(str(stones))).key == stones
        assert of_two.probe(own.position(stones)).remoteness == own.probe(stones).remoteness


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (lambda: pp.solve("mnk:4,3,3"), lambda: pp.solve("mnk:3,4,3"), "of mnk:4,3,3, .* now of mnk:3,4,3"),
        (lambda: pp.tictactoe, lambda: pp.solve("tictactoe", objective="outcome"), "objective 'fastest', .* now has 'outcome'"),
    ],
)
def test_a_pickle_does_not_become_another_table(before: Any, after: Any, says: str) -> None:
    before().save("table.perfect")
    table = pp.open("table.perfect")
    pickles = [pickle.dumps(of) for of in (table, table.start, table.probe(table.start))]
    after().save("table.perfect")
    for pickled in pickles:
        with pytest.raises(pp.TableError, match=rf"table.perfect: .*{says}"):
            pickle.loads(pickled)
    before().save("table.perfect")
    assert [pickle.loads(pickled) for pickled in pickles[1:]] == [table.start, table.probe(table.start)]


def test_a_pickle_does_not_become_a_table_of_other_rules_of_the_same_name() -> None:
    table = pp.open(saved(Pile(1), "one"))
    pickled = pickle.dumps(table.start)
    assert pickle.loads(pickled) == table.start
    saved(Pile(2), "two")
    for name in ("table.perfect", "pile.jsonl"):
        Path("two", name).replace(Path("one", name))
    with pytest.raises(pp.TableError, match="of graph:pile.jsonl, and the table in this file is now made with other rules"):
        pickle.loads(pickled)


def test_a_table_that_is_too_large_to_be_pickled_says_so() -> None:
    table = pp.solve("connect:6,4,4", progress=False)
    with pytest.raises(pickle.PicklingError, match="save it"):
        pickle.dumps(table)
    table.save("connect.perfect")
    opened = pp.open("connect.perfect")
    again = pickle.loads(pickle.dumps(opened))
    assert again.probe(again.start) == table.probe(table.start)


def test_an_export_says_what_the_table_says() -> None:
    module: dict[str, Any] = {"__name__": "exported"}
    exec(pp.tictactoe.export("python"), module)
    boards = pp.tictactoe.positions()
    for board in boards[::7]:
        entry = pp.tictactoe.probe(board)
        assert module["best_move"](entry.position.code) == entry.best_move


def test_values_are_of_the_type_that_is_documented() -> None:
    boards = pp.tictactoe.positions()
    assert pp.tictactoe.values(boards).dtype == np.int8
    assert pp.tictactoe.move_values(boards).dtype == np.int8
    assert pp.tictactoe.optimal_mask(boards).dtype == np.bool_
    assert pp.NO_ENTRY == -128
