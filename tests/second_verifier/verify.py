#!/usr/bin/env python3
"""Proves .perfect files without any code of perfect-play: a second implementation, from docs/format.md alone."""

from __future__ import annotations

import argparse
import sys

import by_code
import by_plies
import by_tier
from by_code import NotProven
from container import Damaged, Table
from rules import Game, NoSuchGame

HELP = """\
The file, or the folder of files, is read as docs/format.md describes format version 4. Every checksum is checked.
Then every entry is compared with what follows, by minimax, from the entries one ply on: the winner hurries, the
loser delays. In misere play the player who completes a line loses.

Needed: Python 3.10, and the module zstandard (Debian: apt-get install python3-zstandard; run it with
/usr/bin/python3 then). A table by tiers takes 10 seconds for each million slots, or somewhat more, and a few bytes of
memory for each slot.

exit codes:
  0  proven
  1  not proven: the first wrong board is drawn
  2  trouble: the file is damaged, is not a table of such a game, or cannot be read

examples:
  perfect-play solve connect:4,4,3 -o small.perfect
  python3 tests/second_verifier/verify.py small.perfect
  python3 tests/second_verifier/verify.py data/*.perfect
"""


def verify(path: str) -> int:
    """Proves a file or a folder, and says so; gives the exit code."""
    try:
        table = Table(path)
        header = table.header
        game = Game(header.game)
        if header.rules != game.checksum():
            raise Damaged(f"the file's checksum of the rules is not that of {game.name}")
        if header.plies is not None:
            proven = by_plies.prove(table, game, header.plies)
        else:
            proven = (by_code if header.parts is None else by_tier).prove(table, game)
    except (Damaged, NoSuchGame, OSError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 2
    except NotProven as fault:
        print(f"{path}: {game.name}: NOT PROVEN\n{fault}")
        return 1
    print(f"{path}: {game.name}: proven: {proven}")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=HELP, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a .perfect file, or a folder of them")
    return max(verify(path) for path in parser.parse_args().files)


if __name__ == "__main__":
    sys.exit(main())
