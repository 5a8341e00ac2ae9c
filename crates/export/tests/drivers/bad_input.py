"""Prints the answers of a table of tic-tac-toe to bad input, and reads boards, one per line."""

import sys
from typing import Any, Callable, List

import table


def said(ask: Callable[[], Any]) -> str:
    try:
        return f"{ask()}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


anything: Any = table
if sys.argv[1:] == ["boards"]:
    for line in open("boards", encoding="utf-8", newline="\n"):
        print(said(lambda: table.code_of(line.rstrip("\n"))).replace("BadBoard: ", ""))
else:
    for code in [-1, table.CODES, 2**80, 2, 13, True, 1.0, "0", None]:
        print(said(lambda: anything.probe(code)))
    for level in ["expert", 0.9, None]:
        print(said(lambda: anything.choose(0, level)))
    for chance in ["half", "3/2", "-0.5", "1/0", "1/4294967296", 0.9, True, None]:
        print(said(lambda: anything.Skill(chance)))
    for plies in [-1, 256, 0.5, True]:
        print(said(lambda: anything.Lookahead(plies)))
    for bits in [-1, 2**32, 0.5, None]:
        print(said(lambda: anything.choose(0, "blind", lambda: bits)))
    for board in [None, 5, ["X"], ["X", "O", None, "", " ", ".", "x", "_", "-"], [None] * 8 + ["Z"],
                  [None] * 8 + [1], "O........"]:
        print(said(lambda: anything.code_of(board)))
    print(said(lambda: table.probe(table.code_of("O........"))))
    for move in [2, 4, -1, 9, "4", True, None]:
        print(said(lambda: anything.play("XO..X....", move)))
    positions: List[table.Position] = ["XO  X    ", "XO.\n.X.\n...", "XX......O", 88]
    positions += [["X", "O", None, None, "X", None, None, None, None]]
    for position in positions:
        print(said(lambda: table.best_move(position)))
    positions = ["XXXOO....", "xxxxooooo", "XXOOOXXXO", 0]
    for at in positions:
        print(said(lambda: (table.winner(at), table.is_over(at), table.legal_moves(at))))
    print(said(lambda: table.play("XXXOO....", 5)))
    print(said(lambda: table.show("xo0/...\t.X.")))
    print(said(lambda: table.show("xo./...\t.X.")))
    print(said(lambda: table.play(table.play(table.START, 4), 0)))
    assert repr(table.Lookahead(3)) == "Lookahead(3)" and table.Lookahead(3) == table.Lookahead(3)
    print(repr(table.Skill("0.9")), table.Skill("0.9") == table.Skill("9/10"))
    assert issubclass(table.NotAPosition, ValueError) and issubclass(table.Unreachable, ValueError)
