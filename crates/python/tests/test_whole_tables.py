"""What is about a whole table: it is counted, proven, compared, planned, and its levels play each other."""

from __future__ import annotations

import zlib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from games import Nim, Take, Walk
from program import compared, says

import perfect_play as pp

GAMES = ["tictactoe", "connect:4,4,3", "nim:2,3,4", "dots:1,2", "quixo:3,3,3"]


def spelled(entry: pp.BareEntry | None) -> dict[str, Any] | None:
    """An entry as the program spells it."""
    if entry is None:
        return None
    said = {"outcome": entry.outcome, "remoteness": entry.remoteness, "score": entry.score}
    return {**said, "optimal_moves": list(entry.optimal_moves)}


@compared
@pytest.mark.parametrize("name", GAMES)
def test_counts_are_those_of_the_program(name: str) -> None:
    stats, said = pp.solve(name).stats(), says("stats", name)
    assert (stats.game, stats.objective) == (said["game"], said["objective"])
    assert (stats.positions, stats.canonical, stats.plies) == (said["positions"], said["canonical"], None)
    terminal = stats.terminal
    counts = {"total": terminal.total, "x_wins": terminal.x_wins, "o_wins": terminal.o_wins, "draws": terminal.draws}
    assert {name: count for name, count in counts.items() if count is not None} == said["terminal"]

    def counted(counts: pp.OutcomeCounts) -> list[int]:
        return [counts.total, counts.win, counts.draw, counts.loss]

    def rows(group: str, by: str) -> list[tuple[Any, list[int]]]:
        return [(row[by], [row[of] for of in ("positions", "win", "draw", "loss")]) for row in said.get(group, [])]

    assert [(ply, counted(counts)) for ply, counts in stats.by_ply.items()] == rows("by_ply", "ply")
    by_remoteness = [(plies, counted(counts)) for plies, counts in stats.by_remoteness.items()]
    assert by_remoteness == rows("by_remoteness", "remoteness")
    assert list(stats.by_score.items()) == [(row["score"], row["positions"]) for row in said.get("by_score", [])]
    assert spelled(stats.start) == said["start"]


def test_counts_are_those_of_the_values() -> None:
    for table in (pp.solve("connect:4,4,3"), pp.solve("dots:1,2"), pp.solve("connect:5,4,4", plies=4), pp.solve(Nim(1, 2, 3))):
        stats, values = table.stats(), table.values(table.positions())
        outcomes = pp.outcomes(values).tolist()
        assert stats.positions == len(values) and stats.plies == table.plies
        assert [stats.outcomes.win, stats.outcomes.draw, stats.outcomes.loss] == [outcomes.count(of) for of in (1, 0, -1)]
        longest = table.longest()
        if table.plies is None:
            assert stats.longest_win == (None if longest is None else longest.plies)
    assert stats.start.optimal_moves == table.probe(table.start).optimal_moves
    with pytest.raises(pp.TableError, match="stores nothing that could be counted"):
        pp.solve("connect4", plies=0).stats()


@compared
@pytest.mark.parametrize(("first", "second"), [("tictactoe", "tictactoe+misere"), ("mnk:4,3,3", "mnk:4,3,4")])
def test_differences_are_those_of_the_program(first: str, second: str) -> None:
    diff, said = pp.diff(pp.solve(first), pp.solve(second), limit=5), says("diff", first, second, "--limit", "5")
    kinds = list(pp.DiffCounts.__dataclass_fields__)
    assert {kind: getattr(diff.counts, kind) for kind in kinds} == {kind: said[kind] for kind in kinds}
    by_ply = [{kind: getattr(counts, kind) for kind in kinds} for counts in diff.by_ply]
    assert [{"ply": ply, **counts} for ply, counts in enumerate(by_ply)] == said["by_ply"]
    examples = [(of.position.text, spelled(of.first), spelled(of.second)) for of in diff.differences]
    assert examples == [(of["position"], of["first"], of["second"]) for of in said["differences"]]
    assert diff and len(examples) == 5 and all(1 <= of.images <= 8 for of in diff.differences)


def test_the_same_tables_do_not_differ() -> None:
    table = pp.solve("connect:4,4,3")
    table.save("table.perfect")
    diff = pp.diff(table, pp.open("table.perfect"))
    assert not diff and diff.differences == () and diff.plies is None
    # Of cut tables, what both store is compared.
    some = pp.diff(pp.solve("connect:4,4,3", plies=2), pp.solve("connect:4,4,3", plies=4))
    assert not some and some.plies == 2 and some.positions < diff.positions and len(some.by_ply) == 3
    own = pp.diff(pp.solve(Nim(1, 2, 3)), pp.solve(Nim(1, 2, 3), objective="outcome"), limit=1)
    assert own.counts.outcome_changed == 0 and own.counts.optimal_moves_changed == own.differing > 0
    assert own.differences[0].first is not None and own.differences[0].second is not None
    assert set(own.differences[0].first.optimal_moves) < set(own.differences[0].second.optimal_moves)
    with pytest.raises(ValueError, match="different positions"):
        pp.diff(table, pp.tictactoe)
    with pytest.raises(pp.TableError, match="stores nothing that could be compared"):
        pp.diff(table, pp.solve("connect:4,4,3", plies=0))
    with pytest.raises(ValueError, match="limit is -1"):
        pp.diff(table, table, limit=-1)


def forged(path: str, change: Any) -> None:
    """Changes the header of a file, with its length unchanged, and gives it the right checksum."""
    whole = bytearray(Path(path).read_bytes())
    end = 20 + int.from_bytes(whole[12:16], "little")
    header = bytes(whole[20:end])
    changed = change(header)
    assert len(changed) == len(header) and changed != header
    whole[20:end] = changed
    whole[16:20] = zlib.crc32(whole[8:16] + whole[20:end]).to_bytes(4, "little")
    Path(path).write_bytes(whole)


def test_a_file_that_states_wrong_counts_is_not_proven() -> None:
    pp.tictactoe.save("table.perfect")
    # Positions by ply: the 78 at the end.
    forged("table.perfect", lambda header: header.replace((78).to_bytes(8, "little"), (79).to_bytes(8, "little")))
    table = pp.open("table.perfect")
    with pytest.raises(pp.TableError, match="the table of tictactoe is wrong: the file states wrong numbers of positions"):
        table.verify()
    proof = table.verify(raises=False)
    assert (proof.proven, proof.counts_right, proof.faults, proof.entries) == (False, False, (), 5478)


def test_a_wrong_entry_is_found_where_it_is() -> None:
    pp.solve("mnk:1,1,1").save("table.perfect")
    whole = bytearray(Path("table.perfect").read_bytes())
    # The section: a head of 8 bytes, one frame's head of 12, and a frame that contains the three bytes as they are.
    entries = bytes([253, 0, 255])
    at, identity = whole.index(entries), _identity(bytes(whole))
    first = 20 + int.from_bytes(whole[12:16], "little")
    packed = slice(first + 20, first + 20 + int.from_bytes(whole[first + 12 : first + 16], "little"))
    assert packed.start < at < packed.stop
    whole[at] = 1
    # The checksums of the frame, of the section, of the index's chunk, and of the header.
    numbers = bytes(16)
    whole[first + 16 : first + 20] = _sum(numbers + whole[packed] + bytes([1, 0, 255]), identity)
    whole[first + 4 : first + 8] = _sum(bytes(8) + whole[first : first + 4] + whole[first + 8 : first + 20], identity)
    index = packed.stop
    whole[index + 20 : index + 24] = whole[first + 4 : first + 8]
    whole[index + 8 : index + 12] = _sum(whole[index + 12 :], 0)
    Path("table.perfect").write_bytes(whole)
    forged("table.perfect", lambda header: header[:-5] + _sum(whole[index : index + 12], 0) + header[-1:])

    table = pp.open("table.perfect")
    proof = table.verify(raises=False)
    assert not proof.proven and proof.all_faults and proof.counts_right is None
    (fault,) = proof.faults
    assert fault.position == table.start and fault.found is not None and fault.expected is not None
    assert (fault.found.outcome, fault.expected.outcome) == ("loss", "win")
    says = r"the table of mnk:1,1,1 is wrong: \.: the table says loss in 1, .*, and win in 1, optimal 0 is right"
    with pytest.raises(pp.TableError, match=says):
        table.verify()
    # Where it differs from the right one, too.
    (difference,) = pp.diff(table, pp.solve("mnk:1,1,1")).differences
    assert (difference.first, difference.second) == (fault.found, fault.expected)
    with pytest.raises(pp.TableError):
        table.stats()


def _sum(of: bytes | bytearray, before: int) -> bytes:
    return zlib.crc32(of, before).to_bytes(4, "little")


def _identity(whole: bytes) -> int:
    """The identity of a file of a board of one cell."""
    header = whole[20 : 20 + int.from_bytes(whole[12:16], "little")]
    # At the end: the number of plies 8, positions by ply 2 × 8, bytes of all sections 8, sum of the index 4, finished 1.
    changed = header[:-37] + bytes(8 + 13)
    frame = whole[8:12] + len(changed).to_bytes(4, "little")
    return zlib.crc32(whole[:8] + frame + _sum(frame + changed, 0) + changed)


def test_a_proof_says_how_much_is_proven() -> None:
    boards = pp.solve("connect:4,4,3").verify()
    assert boards.proven and boards.faults == () and boards.entries > 0 and "is proven" in str(boards)
    own = pp.solve(Nim(3, 4, 5)).verify()
    assert own.entries == own.positions == 232 and own.counts_right is None
    cut = pp.solve("connect:4,4,3", plies=3)
    assert cut.verify().plies == 3
    for game in (Take(), Walk()):
        assert pp.solve(game).verify().proven


@compared
def test_plans_are_those_of_the_program() -> None:
    for name in ("connect:6,6,4", "mnk:5,5,4+misere", "tictactoe"):
        plan, said = pp.plan(name, threads=2, memory=1 << 30), says("plan", name, "--threads", "2", "--memory", "1GiB")
        assert (plan.game, plan.tiers, plan.layers, plan.largest_tier) == (
            said["game"], said["tiers"], said["layers"], said["largest_tier"],
        )  # fmt: skip
        assert plan.slots == pp.Range(said["slots"], said["slots"], said["slots"])
        bytes = said["memory"][0]["bytes"]
        assert plan.memory == pp.Range(bytes, bytes, bytes) and plan.free_memory == 1 << 30
        assert plan.fits is (bytes <= 1 << 30)
        seconds = said["core_seconds"]
        for range, bounds in (
            (plan.file_bytes, said["file_bytes"]),
            (plan.solve_seconds, seconds["solve"]),
            (plan.verify_seconds, seconds["verify"]),
            (plan.stats_seconds, seconds["stats"]),
        ):
            assert range == pp.Range(bounds["least"], None, bounds["most"])
    for name in ("hex:3", "kalah:3,3"):
        plan = pp.plan(name, games=2000, seed=3)
        said = says("plan", name, "--games", "2000", "--seed", "3")
        assert plan.slots == pp.Range(**said["positions"]) and plan.memory == pp.Range(**said["memory"])
        assert (plan.games, plan.endless) == (said["games"], said.get("endless", False))
        assert plan.solve_seconds is not None and plan.fits
    cut, said = pp.plan("connect4", plies=3), says("plan", "connect4", "--plies", "3")
    assert (cut.plies, cut.slots.most, cut.searched) == (3, said["slots"], said["searched"])
    assert cut.memory is None and cut.fits is None


def test_what_cannot_be_planned_is_refused() -> None:
    with pytest.raises(pp.RulesError, match="did you mean"):
        pp.plan("tictacto")
    with pytest.raises(pp.SolveError):
        pp.plan("connect:1,20,4")
    with pytest.raises(pp.SolveError, match="plan fewer plies"):
        pp.plan("hex:5", plies=6, games=1000)
    with pytest.raises(TypeError, match="game's name"):
        pp.plan(Nim(1, 2))  # type: ignore[arg-type]
    wrongs: list[dict[str, Any]] = [{"games": 0}, {"seed": -1}, {"plies": -1}, {"memory": 0}, {"threads": 0}]
    for wrong in wrongs:
        with pytest.raises(ValueError, match=next(iter(wrong))):
            pp.plan("hex:3", **wrong)


@compared
def test_an_arena_is_that_of_the_program() -> None:
    def same(chances: pp.Chances, said: Any) -> None:
        assert (chances.x, chances.o, chances.games, chances.seed) == (said["x"], said["o"], said["games"], said["seed"])
        for ours, its in ((chances.x_wins, "x_wins"), (chances.draws, "draws"), (chances.expected_plies, "expected_plies")):
            assert ours.value == said[its]["value"]
            if chances.exact:
                assert ours.fraction == Fraction(said[its]["fraction"])

    arena, said = pp.tictactoe.arena(), says("arena", "tictactoe")
    assert len(arena) == 49
    for chances, of in zip(arena.values(), said, strict=True):
        same(chances, of)
        assert arena[of["x"], of["o"]] is chances
    # Too many positions can be reached: games are played.
    played = pp.solve("mnk:4,4,3").arena("master", "blind")
    same(played["master", "blind"], says("arena", "mnk:4,4,3", "master", "blind"))


def test_levels_play_each_other() -> None:
    table = pp.solve("connect:4,4,3")
    arena = table.arena("skill:0.5", "perfect", games=200, seed=5)
    assert list(arena) == [(x, o) for x in ("skill:0.5", "perfect") for o in ("skill:0.5", "perfect")]
    assert arena["skill:0.5", "perfect"] == table.chances("skill:0.5", "perfect", games=200, seed=5)
    cut = pp.solve("connect:5,4,4", plies=6)
    assert cut.arena("perfect")["perfect", "perfect"].games == 4
    with pytest.raises(ValueError, match="no level"):
        table.arena("genius")
    with pytest.raises(ValueError, match="games is 0"):
        table.arena(games=0)
