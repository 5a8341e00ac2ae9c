"""Files on a server, of which ranges of bytes are read."""

from __future__ import annotations

import os
import re
from urllib.request import getproxies, proxy_bypass

import urllib3
from urllib3 import BaseHTTPResponse
from urllib3.exceptions import HTTPError
from urllib3.util import parse_url

_FIRST = 4096
"""How many bytes are read first. They contain the header, and all of a small file."""

_MOST_WHOLE = 16 << 20
"""A file of up to this many bytes is read completely if the server serves no ranges."""

_SECONDS = 60
"""A server that says nothing for so long does not answer."""


class RemoteFile:
    """A file on a server. Many threads can read it at once.

    Raises:
        OSError: The file cannot be read, or the server serves no ranges of bytes and the file is large.
    """

    length: int | None
    """The length of the file in bytes, if the server says it."""

    whole: bytes | None
    """The file, if the server serves no ranges."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._pools: dict[int, urllib3.PoolManager] = {}
        response = self._get(0, _FIRST)
        self.whole = None
        if response.status == 200:
            self.whole = self._body(response, _MOST_WHOLE)
            self.length = len(self.whole)
            return
        self.length = self._check_range(response, 0, None)
        self._version = _version(response)
        self._first = self._body(response, _FIRST)
        expected = len(self._first) if self.length is None else min(self.length, _FIRST)
        self._check_count(len(self._first), expected)

    def read(self, offset: int, length: int) -> bytes:
        """These bytes of the file.

        Raises:
            OSError: They cannot be read, or the file has changed since it was opened.
        """
        if offset + length <= len(self._first):
            return self._first[offset : offset + length]
        response = self._get(offset, length)
        if response.status == 200:
            response.close()
            raise self._error("the server served a range of bytes before, and does not any more")
        now = self._check_range(response, offset, offset + length)
        changed = any(a and b and a != b for a, b in zip(_version(response), self._version, strict=True))
        if changed or (now is not None and self.length is not None and now != self.length):
            response.close()
            raise self._error("the file was changed while it was read: open it again")
        body = self._body(response, length)
        self._check_count(len(body), length)
        return body

    def _get(self, offset: int, length: int) -> BaseHTTPResponse:
        headers = {"Range": f"bytes={offset}-{offset + length - 1}", "Accept-Encoding": "identity"}
        try:
            response = self._pool().request("GET", self.url, headers=headers, preload_content=False)
        except HTTPError as error:
            raise self._error(str(error)) from error
        if response.status in (200, 206):
            return response
        response.close()
        if response.status == 416 and offset == 0:
            raise self._error("it is empty, not a table")
        raise self._error(f"the server answered {response.status} {response.reason or ''}".rstrip())

    def _pool(self) -> urllib3.PoolManager:
        """The connections of this process. A forked process opens its own, because two processes would mix up their answers."""
        process = os.getpid()
        if process not in self._pools:
            self._pools[process] = _new_pool(self.url)
        return self._pools[process]

    def _check_range(self, response: BaseHTTPResponse, start: int, end: int | None) -> int | None:
        """Checks that the answer is the requested range. Returns the file's length, if the server says it."""
        said = response.headers.get("Content-Range", "")
        found = re.fullmatch(r"bytes (\d+)-(\d+)/(\d+|\*)", said)
        if found is None or int(found[1]) != start or (end is not None and int(found[2]) != end - 1):
            response.close()
            raise self._error(f"asked for bytes from {start} on, the server sent {said!r}")
        return None if found[3] == "*" else int(found[3])

    def _body(self, response: BaseHTTPResponse, most: int) -> bytes:
        try:
            body: bytes = response.read(most + 1)
        except HTTPError as error:
            raise self._error(f"the answer was cut short ({error})") from error
        if len(body) > most:
            # The connection is of no use any more: the rest is not read.
            response.close()
            raise self._error(
                f"the server serves no ranges of bytes, and the file has more than {most} bytes: download it, and open it"
            )
        response.release_conn()
        return body

    def _check_count(self, found: int, expected: int) -> None:
        if found != expected:
            raise self._error(f"the server sent {found} bytes in place of {expected}")

    def _error(self, reason: str) -> OSError:
        return OSError(f"{self.url} cannot be read: {reason}")


def _new_pool(url: str) -> urllib3.PoolManager:
    parts = parse_url(url)
    proxy = getproxies().get(parts.scheme or "")
    if proxy is None or proxy_bypass(parts.host or ""):
        return urllib3.PoolManager(timeout=_SECONDS)
    return urllib3.ProxyManager(proxy, timeout=_SECONDS)


def _version(response: BaseHTTPResponse) -> tuple[str | None, str | None]:
    """The headers that show whether a file was changed."""
    return response.headers.get("ETag"), response.headers.get("Last-Modified")
