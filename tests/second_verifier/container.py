"""The bytes of `.perfect` files: frame, header, sections and index, with all checksums (docs/format.md, 4 to 9, 15)."""

from __future__ import annotations

import os
import re
import struct
import zlib
from typing import List, NamedTuple, Optional, Tuple

try:
    import zstandard
except ImportError:
    zstandard = None  # type: ignore[assignment]

MAGIC = b"\x89PERFECT"
VERSION = 4
MAX_HEADER_BYTES = 1 << 16
MAX_FRAME_SLOTS = 1 << 24
SECTIONS_OF_CHUNK = 1 << 12
MAX_PLIES = 256
MAGIC_OF_FRAMES = b"\x28\xb5\x2f\xfd"
LEAST_WINDOW = 8 << 20
# The most bytes of entries that one section has, by code, by tiers and by plies.
MAX_BYTES_BY_CODE = 3**16
MAX_BYTES_BY_TIER = 1 << 24
MAX_BYTES_BY_PLIES = 1 << 28



class Damaged(Exception):
    """The file is not a whole file of version 4."""


class Header(NamedTuple):
    """What a file says of itself."""

    game: str
    rules: int
    objective: int
    # By tiers: the cells of the top, the middle and the low part. Otherwise None.
    parts: Optional[Tuple[int, int, int]]
    # The plies of a cut table. Otherwise None.
    plies: Optional[int]
    frame_slots: int
    sections: int
    entry_bytes: int
    positions_by_ply: List[int]
    stored_bytes: int
    index_crc32: int
    # The sections that a file of a folder has: the number of the first one, and how many. None in a file with the
    # whole table.
    here: Optional[Tuple[int, int]]
    # The header of the whole table when its file was begun, and its checksum with the frame: with it all checksums
    # of sections begin.
    begun: bytes
    identity: int


class Fields:
    """Reads a header field by field (bincode's legacy configuration: docs/format.md, section 5)."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, count: int) -> bytes:
        taken = self.data[self.at : self.at + count]
        if len(taken) < count:
            raise Damaged("the header ends too early")
        self.at += count
        return taken

    def number(self, size: int) -> int:
        return int.from_bytes(self.take(size), "little")

    def choice(self, of: int, what: str) -> int:
        found = self.number(4)
        if found >= of:
            raise Damaged(f"the header has number {found} as {what}")
        return found


def read_header(data: bytes) -> Tuple[Header, int]:
    """Frame and header, and where the sections begin."""
    if data[:8] != MAGIC:
        raise Damaged("this is not a .perfect file")
    if len(data) < 20:
        raise Damaged("the file ends in its frame")
    version, length, crc32 = struct.unpack_from("<3I", data, 8)
    if version != VERSION:
        raise Damaged(f"the format version is {version}, and this program reads {VERSION}")
    content = data[20 : 20 + length]
    if length > MAX_HEADER_BYTES or len(content) < length or zlib.crc32(data[8:16] + content) != crc32:
        raise Damaged("the header is damaged (length or checksum)")
    fields = Fields(content)
    try:
        game = fields.take(min(fields.number(8), MAX_HEADER_BYTES + 1)).decode()
    except UnicodeDecodeError:
        raise Damaged("the game's name is not UTF-8") from None
    rules = fields.number(16)
    objective = fields.choice(2, "objective")
    scheme = fields.choice(3, "the meaning of an entry")
    parts = cut = None
    numbering = fields.choice(4, "numbering")
    if scheme == 2:
        raise Damaged("the entries are points, and no game that this verifier knows is played for points")
    if numbering == 3:
        raise Damaged("the positions of this game were found, and this verifier knows no such game")
    if (scheme == 1) != (numbering in (1, 2)):
        raise Damaged("by code all values are stored, otherwise only those that the rules do not tell")
    if numbering == 1:
        parts = (fields.number(8), fields.number(8), fields.number(8))
    if numbering == 2:
        cut = fields.number(2)
    if fields.number(1) != 0:
        raise Damaged("the positions of this game were found, and this verifier knows no such game")
    frame_slots = fields.number(4)
    fields.number(4)  # The level of zstd.
    sections, entry_bytes = fields.number(8), fields.number(8)
    before_counts = content[: fields.at]
    plies = fields.number(8)
    if plies > MAX_PLIES:
        raise Damaged("the header counts more plies than a game has")
    positions_by_ply = [fields.number(8) for _ in range(plies)]
    if numbering in (1, 2) and positions_by_ply:
        raise Damaged("a table by tiers or by plies counts no positions by ply, and this header does")
    stored_bytes, index_crc32 = fields.number(8), fields.number(4)
    finished = fields.number(1)
    here: Optional[Tuple[int, int]] = None
    if fields.at < length:
        first, count = fields.number(8), fields.number(8)
        here = (first, count)
        if first % 2 or count % 2 or count == 0 or first + count > sections:
            raise Damaged("the header says what no header of version 4 says")
    if fields.at != length or finished > 1 or not 1 <= frame_slots <= MAX_FRAME_SLOTS:
        raise Damaged("the header says what no header of version 4 says")
    if not finished:
        raise Damaged("the file is unfinished")
    # Section 6: the frame and the header of the file of the whole table when it was begun: no counts, 0 bytes
    # stored, an index checksum of 0, and not finished.
    begun = before_counts + bytes(8) + bytes(8) + bytes(4) + bytes(1)
    numbers = struct.pack("<2I", VERSION, len(begun))
    identity = zlib.crc32(MAGIC + numbers + struct.pack("<I", zlib.crc32(numbers + begun)) + begun)
    header = Header(
        game,
        rules,
        objective,
        parts,
        cut,
        frame_slots,
        sections,
        entry_bytes,
        positions_by_ply,
        stored_bytes,
        index_crc32,
        here,
        begun,
        identity,
    )
    return header, 20 + length


class File:
    """A file whose frame, header and index are whole."""

    def __init__(self, data: bytes) -> None:
        if zstandard is None:
            raise Damaged("the module zstandard is missing: install the Debian package python3-zstandard")
        self.data = data
        self.header, start = read_header(data)
        header = self.header
        most = MAX_BYTES_BY_CODE if header.parts is None else MAX_BYTES_BY_TIER
        if header.plies is not None:
            most = MAX_BYTES_BY_PLIES
        if header.sections == 1 and header.entry_bytes > most or header.sections != 1 and header.parts is None:
            raise Damaged("the header says what no header of version 4 says")
        end = start + header.stored_bytes
        self.first, count = header.here or (0, header.sections)
        chunks = -(-count // SECTIONS_OF_CHUNK)
        if len(data) != end + 12 * (chunks + count):
            raise Damaged("the file is too short or too long")
        top, index = data[end : end + 12 * chunks], data[end + 12 * chunks :]
        if zlib.crc32(top) != header.index_crc32:
            raise Damaged("the index is damaged (checksum)")
        # Of each section: where it begins, slots, bytes in the file, checksum of its head.
        self.sections: List[Tuple[int, int, int, int]] = []
        for number in range(count):
            slots, stored, crc32 = struct.unpack_from("<3I", index, 12 * number)
            self.sections.append((start, slots, stored, crc32))
            start += stored
        for chunk in range(chunks):
            stored, crc32 = struct.unpack_from("<QI", top, 12 * chunk)
            first = chunk * SECTIONS_OF_CHUNK
            last = min(first + SECTIONS_OF_CHUNK, count)
            if zlib.crc32(index[12 * first : 12 * last]) != crc32:
                raise Damaged("the index is damaged (checksum of a chunk)")
            if stored != sum(section[2] for section in self.sections[first:last]):
                raise Damaged("the index does not add up")
        if start != end:
            raise Damaged("the index does not add up to what the header says")

    def frames(self, number: int) -> List[bytes]:
        """The values in each frame of a section."""
        start, count, stored, crc32 = self.sections[number - self.first]
        damaged = Damaged(f"section {number} is damaged")
        data = self.data[start : start + stored]
        in_all = -(-count // self.header.frame_slots)
        head = 8 + 12 * in_all
        if len(data) < head or struct.unpack_from("<2I", data) != (count, crc32):
            raise damaged
        bound = struct.pack("<Q", number)
        if zlib.crc32(bound + data[:4] + data[8:head], self.header.identity) != crc32:
            raise damaged
        place = head
        frames: List[bytes] = []
        for frame in range(in_all):
            expected, length, crc32 = struct.unpack_from("<3I", data, 8 + 12 * frame)
            compressed = data[place : place + length]
            place += length
            most = min(self.header.frame_slots, count - frame * self.header.frame_slots)
            if expected > most or not is_frame(compressed, expected):
                raise damaged
            try:
                content = zstandard.ZstdDecompressor().decompress(
                    compressed, max_output_size=max(expected, 1), allow_extra_data=False
                )
            except zstandard.ZstdError:
                raise damaged from None
            of_frame = zlib.crc32(bound + struct.pack("<Q", frame), self.header.identity)
            if len(content) != expected or zlib.crc32(content, zlib.crc32(compressed, of_frame)) != crc32:
                raise damaged
            frames.append(content)
        if place != stored:
            raise damaged
        return frames


def is_frame(compressed: bytes, size: int) -> bool:
    """Whether the header of a frame is one that section 8 allows, for so many bytes of content."""
    # In the descriptor: dictionary (two bits), checksum, and the two bits that mean nothing.
    if compressed[:4] != MAGIC_OF_FRAMES or len(compressed) < 5 or compressed[4] & 0b1_1111:
        return False
    try:
        header = zstandard.get_frame_parameters(compressed)
    except zstandard.ZstdError:
        return False
    if header.content_size not in (zstandard.CONTENTSIZE_UNKNOWN, size):
        return False
    return header.window_size <= max(LEAST_WINDOW, 1 << max(size - 1, 0).bit_length())


def is_part(name: str) -> bool:
    """Whether a file of a folder is called as the files of a table are."""
    return re.fullmatch(r"tiers-[0-9]+\.perfect", name) is not None


class Table:
    """A table in one file, or in the files of a folder."""

    def __init__(self, path: str) -> None:
        self.files: List[File] = []
        read = 0
        if not os.path.isdir(path):
            with open(path, "rb") as whole:
                file = File(whole.read())
            self.files.append(file)
            read = len(file.sections)
        while not self.files or os.path.isdir(path) and read < self.header.sections:
            name = f"tiers-{read // 2}.perfect"
            with open(os.path.join(path, name), "rb") as part:
                try:
                    file = File(part.read())
                except Damaged as damaged:
                    raise Damaged(f"{name}: {damaged}") from None
            if file.header.here is None and sum(is_part(name) for name in os.listdir(path)) > 1:
                raise Damaged(f"{name}: the file has a whole table")
            if file.first != read:
                raise Damaged(f"{name}: the file begins with section {file.first}, and its name says {read}")
            self.files.append(file)
            if file.header.begun != self.header.begun:
                raise Damaged(f"{name}: the file is of another table")
            read += len(file.sections)
        if read != self.header.sections:
            raise Damaged("the file has only a part of the table")
        if sum(section[1] for file in self.files for section in file.sections) != self.header.entry_bytes:
            raise Damaged("the index does not add up to what the header says")

    @property
    def header(self) -> Header:
        """What the first file says of the table."""
        return self.files[0].header

    def _file(self, number: int) -> File:
        return next(file for file in reversed(self.files) if file.first <= number)

    def slots(self, number: int) -> int:
        """How many slots a section has."""
        file = self._file(number)
        return file.sections[number - file.first][1]

    def frames(self, number: int) -> List[bytes]:
        """The values in each frame of a section."""
        return self._file(number).frames(number)
