"""Tables on a server."""

from __future__ import annotations

import os
import pickle
import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from games import Nim

import perfect_play as pp
from perfect_play.remote import RemoteFile

Change = Callable[[BaseHTTPRequestHandler, bytes, int, int], bool]


class Server(ThreadingHTTPServer):
    """Serves the files of the working directory, in ranges of bytes unless it is told otherwise."""

    serves_ranges = True
    served = 0
    requests = 0
    connections = 0
    etag = '"1"'
    change: Change | None = None
    """Answers a request for a range in another way, if it returns true."""

    def url(self, name: str) -> str:
        return f"http://127.0.0.1:{self.server_port}/{name}"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def setup(self) -> None:
        super().setup()
        self.server.connections += 1

    def do_GET(self) -> None:
        self.server.requests += 1
        path = Path(self.path[1:])
        if not path.is_file():
            self.send_error(404)
            return
        whole = path.read_bytes()
        found = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers["Range"])
        assert found
        start, end = int(found[1]), min(int(found[2]) + 1, len(whole))
        if not self.server.serves_ranges:
            self.answer(200, whole)
        elif self.server.change is None or not self.server.change(self, whole, start, end):
            self.range(whole, start, end)

    def range(self, whole: bytes, start: int, end: int, said: str | None = None) -> None:
        if start >= len(whole):
            self.answer(416, b"")
        else:
            self.answer(206, whole[start:end], said or f"bytes {start}-{end - 1}/{len(whole)}")

    def answer(self, status: int, body: bytes, content_range: str = "", length: int | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.send_header("ETag", self.server.etag)
        if content_range:
            self.send_header("Content-Range", content_range)
        self.end_headers()
        self.wfile.write(body)
        self.server.served += len(body)
        if length is not None:
            self.close_connection = True

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file that is not held in memory."""
    path = tmp_path_factory.mktemp("large") / "large.perfect"
    pp.solve("connect:4,6,4").save(path)
    return path.read_bytes()


def test_small_tables_say_what_they_say_at_hand(server: Server) -> None:
    for name in ("tictactoe", "connect:4,4,3", "nim:2,3,4", "dots:1,2"):
        solved = pp.solve(name)
        solved.save("table.perfect")
        for server.serves_ranges in (True, False):
            opened = pp.open(server.url("table.perfect"))
            positions = solved.positions()
            assert (opened.values(positions) == solved.values(positions)).all()
            assert opened.verify().entries == solved.verify().entries
            copy = pickle.loads(pickle.dumps(opened))
            assert copy.probe(copy.start) == solved.probe(solved.start)


def test_a_game_of_ones_own(server: Server) -> None:
    pp.solve(Nim(1, 2, 3)).save("nim.perfect")
    table = pp.open(server.url("nim.perfect"), game=Nim(1, 2, 3))
    assert table.probe(((1, 2, 3), "X")).outcome == "loss"
    with pytest.raises(pp.TableError):
        pp.open(server.url("nim.perfect"), game=Nim(1, 2))


def test_of_a_large_table_little_is_read(server: Server, large: bytes) -> None:
    Path("large.perfect").write_bytes(large)
    here, there = pp.open("large.perfect"), pp.open(server.url("large.perfect"))
    texts = ["", "2233", "11112222", "123412341234"]
    for text in texts:
        assert there.probe(text) == here.probe(text)
    assert server.served < len(large) / 2, (server.served, server.requests)
    assert server.connections == 1
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(there.probe, 10 * texts)) == list(map(here.probe, 10 * texts))
    # Many positions at a time, on all cores, without the interpreter's lock.
    assert (there.move_values(texts) == here.move_values(texts)).all()


def test_a_table_is_counted_proven_and_compared(server: Server, large: bytes) -> None:
    for name in ("connect:4,4,3", "nim:2,3,4"):
        here = pp.solve(name, path="table.perfect")
        there = pp.open(server.url("table.perfect"))
        assert there.stats() == here.stats() and there.verify() == here.verify()
        assert not pp.diff(here, there)
        assert there.arena("perfect", "easy") == here.arena("perfect", "easy")
    # A server that goes away is an error, and not a wrong answer.
    Path("large.perfect").write_bytes(large)
    there = pp.open(server.url("large.perfect"))
    server.etag = '"2"'
    for ask in (there.stats, there.verify, lambda: pp.diff(there, there)):
        with pytest.raises(pp.TableError, match="was changed while"):
            ask()


def test_what_is_wrong_with_a_server_is_said(server: Server, large: bytes) -> None:
    Path("large.perfect").write_bytes(large)
    Path("empty").write_bytes(b"")
    Path("notes").write_bytes(b"my notes")
    url = server.url("large.perfect")

    def fails(message: str, path: str = url, kind: type[Exception] = OSError) -> None:
        with pytest.raises(kind, match=message):
            pp.open(path).probe("2233")

    fails("answered 404", server.url("missing"))
    fails("it is empty, not a table", server.url("empty"))
    fails("not a .perfect table", server.url("notes"), pp.TableError)
    fails("cannot be read", "http://127.0.0.1:1/large.perfect")
    fails("cannot be read", "http://[/large.perfect")

    def other_range(handler: BaseHTTPRequestHandler, whole: bytes, start: int, end: int) -> bool:
        assert isinstance(handler, Handler)
        handler.range(whole, start, end, f"bytes {start + 1}-{end}/{len(whole)}")
        return True

    def cut_short(handler: BaseHTTPRequestHandler, whole: bytes, start: int, end: int) -> bool:
        assert isinstance(handler, Handler)
        handler.answer(206, whole[start : end - 1], f"bytes {start}-{end - 1}/{len(whole)}", end - start)
        return True

    for change, message in ((other_range, "asked for bytes from 0 on"), (cut_short, "cut short|sent 4095 bytes")):
        server.change = change
        fails(message)
    server.change = None

    table = pp.open(url)
    for etag, serves_ranges, message in (('"2"', True, "was changed while"), ('"1"', False, "does not any more")):
        server.etag, server.serves_ranges = etag, serves_ranges
        with pytest.raises(pp.TableError, match=message):
            table.probe("2233")
    # What failed once is read again.
    server.etag, server.serves_ranges = '"1"', True
    assert table.probe("2233").outcome == "draw"

    server.serves_ranges = False
    Path("large.perfect").write_bytes(bytes(17 << 20))
    fails("serves no ranges of bytes, and the file has more than")


def test_ctrl_c_while_a_server_answers_is_not_an_error_of_the_table(
    server: Server, large: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> bytes:
        raise KeyboardInterrupt

    Path("large.perfect").write_bytes(large)
    table = pp.open(server.url("large.perfect"))
    # The first values of the line are at hand.
    value = table.probe(table.start)
    with monkeypatch.context() as patch:
        patch.setattr(RemoteFile, "read", interrupted)
        for ask in (lambda: table.probe("2233"), lambda: table.values(["2233"]), lambda: table.best_line(table.start)):
            with pytest.raises(KeyboardInterrupt):
                ask()
    assert table.probe(table.start) == value and table.best_line(table.start).moves


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_has_its_own_connection(server: Server, large: bytes) -> None:
    Path("large.perfect").write_bytes(large)
    here, there = pp.open("large.perfect"), pp.open(server.url("large.perfect"))
    assert server.connections == 1
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if there.probe("2233") == here.probe("2233") else 1)
        finally:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert there.probe("2233") == here.probe("2233")
    assert server.connections == 2
