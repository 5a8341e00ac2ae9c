"""Reads Parquet files that `perfect-play dump` wrote, and compares every row with the dump as JSON.

usage: read_back.py PROGRAM [READER...]

READER is `duckdb` (the default), `pandas`, or both: each is a module that reads Parquet without a line of our code.
"""

import importlib
import json
import subprocess
import sys
import tempfile

GAMES = ["tictactoe", "connect:3,3,3", "hex:2", "nim:1,2,3", "dots:1,2", "three-mens-morris"]
COLUMNS = [[], ["--columns", "remoteness,code,value"], ["--canonical"], ["--sample", "100", "--seed", "7"]]
TYPES = {
    "code": "UBIGINT",
    "board": "VARCHAR",
    "position": "VARCHAR",
    "ply": "USMALLINT",
    "to_move": "VARCHAR",
    "terminal": "BOOLEAN",
    "winner": "VARCHAR",
    "outcome": "VARCHAR",
    "value": "TINYINT",
    "remoteness": "USMALLINT",
    "optimal_moves": "UTINYINT[]",
    "outcome_preserving_moves": "UTINYINT[]",
}


def with_duckdb(path: str) -> list[dict]:
    duckdb = importlib.import_module("duckdb")
    table = duckdb.connect().read_parquet(path)
    types = {name: str(kind) for name, kind in zip(table.columns, table.types)}
    assert types == {name: TYPES[name] for name in types}, types
    return [dict(zip(table.columns, row)) for row in table.fetchall()]


def with_pandas(path: str) -> list[dict]:
    pandas = importlib.import_module("pandas")
    frame = pandas.read_parquet(path, dtype_backend="pyarrow")
    plain = {column: frame[column].tolist() for column in frame.columns}
    rows = [dict(zip(plain, row)) for row in zip(*plain.values())]
    for row in rows:
        for name, value in row.items():
            if name.endswith("_moves"):
                row[name] = [int(move) for move in value]
            elif pandas.isna(value):
                row[name] = None
    return rows


READERS = {"duckdb": with_duckdb, "pandas": with_pandas}


def main(program: str, readers: list[str]) -> None:
    def dump(*args: str) -> str:
        return subprocess.run([program, "dump", *args], check=True, capture_output=True, text=True).stdout

    # More than one row group, which takes its time.
    games = [*GAMES, "connect:4,4,4"] if "pandas" in readers else GAMES
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/dump.parquet"
        for game in games:
            for more in COLUMNS:
                dump(game, "--format", "parquet", "-o", path, *more)
                lines = dump(game, "--format", "jsonl", *more).splitlines()
                expected = [json.loads(line) for line in lines]
                for row in expected:
                    # Called `board` in games of cells.
                    row.pop("position" if "board" in row else None, None)
                assert expected, game
                for reader in readers:
                    found = READERS[reader](path)
                    assert found == expected, f"{game} {more}: {reader} reads something else"
                    # The names come in the same order, too.
                    assert list(found[0]) == list(expected[0]), f"{game} {more}: {list(found[0])}"
                    count += len(found)
    print(f"{count} rows read back by {' and '.join(readers)}: each is right")


main(sys.argv[1], sys.argv[2:] or ["duckdb"])
