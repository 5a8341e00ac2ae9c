"""The text and HTML that people see."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from games import Nim

import perfect_play as pp

ALL = ["tictactoe", "connect:4,3,3", "hex:2", "nim:1,2", "dots:1,2"]


def test_boards_are_drawn() -> None:
    assert repr(pp.tictactoe.position("XO..X....")) == "X O 2\n3 X 5\n6 7 8\nO to move"
    assert repr(pp.tictactoe.position("XXXOO....")) == "X X X\nO O 5\n6 7 8\nX has won"
    assert repr(pp.solve("connect:4,3,3").position("2233")) == "1 2 3 4\n. . . .\n. O O .\n. X X .\nX to move"
    assert repr(pp.solve("mnk:4,3,3").start).splitlines()[2] == " 8  9 10 11"
    entry = pp.tictactoe.probe("XX.OO....")
    assert repr(entry).startswith("Entry(outcome='win', remoteness=1, optimal_moves=[2], moves={2: 'win in 1', ")
    assert repr(entry).endswith("\nX X 2\nO O 5\n6 7 8\nX to move")
    assert repr(pp.tictactoe) == "Table('tictactoe', objective='fastest')"


def test_positions_of_impartial_games_do_not_name_a_player() -> None:
    start = pp.solve("nim:1").start
    end = start.play(0)
    assert (start.to_move, start.winner, start.outcome) == (None, None, None) and repr(start) == "pile 1: *"
    assert (end.to_move, end.winner, end.outcome) == (None, None, "loss")
    assert repr(end) == "pile 1: \nwho would be to move has lost"
    # In Notakto, the player who completes a line loses.
    end = pp.solve("notakto:3,3,3").start.play(0).play(1).play(2)
    assert (end.to_move, end.winner, end.outcome) == (None, None, "win")
    assert repr(end).endswith("\nwho would be to move has won")


@pytest.mark.parametrize("name", ALL)
def test_html_is_well_formed(name: str) -> None:
    table = pp.solve(name)
    position = table.start
    while True:
        for thing in (table, position, table.probe(position)):
            tree = ElementTree.fromstring(f"<div>{thing._repr_html_()}</div>")
            if position.cells is not None and thing is position:
                marks = [cell.text for cell in tree.iter("b")]
                assert marks == ["XO"[mark - 1] for mark in position.cells.ravel().tolist() if mark]
        if position.is_over:
            break
        position = position.play(position.legal_moves[0])


def test_html_of_a_game_of_ones_own_is_escaped() -> None:
    class Angular(Nim):
        def print(self, position: object) -> str:
            return f"<b>{position!r}&"

    table = pp.solve(Angular(1, 1))
    html = table.probe(table.start)._repr_html_()
    ElementTree.fromstring(f"<div>{html}</div>")
    assert "<b>" not in html and "&lt;b&gt;" in html


def test_text_reads_back() -> None:
    for name in ALL:
        table = pp.solve(name)
        for position in map(table.position, table.positions()[:50]):
            assert table.position(position.text) == position
            assert str(position) == position.text
