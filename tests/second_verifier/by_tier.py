"""The proof of a table by tiers: every board without a line has the value that follows from those of its children.

The boards are gone through one by one, such that the children of each have been checked before. Each child is
looked up where the numbering says that the value of such a board is.
"""

from __future__ import annotations

from typing import Dict, List, Optional, Tuple

from by_code import NotProven
from container import Damaged, Table
from entries import BYTE_OF, NO_ENTRY, WORTHS
from numbering import Block, Numbering
from rules import DRAW, Cell, Cells, Game, Worth, before, preference


class Tier:
    """A tier whose sections have been read."""

    def __init__(self, numbering: Numbering, blocks: List[Block], sections: Tuple[bytearray, bytearray]) -> None:
        # By mover (O, X): the bytes.
        self.sections = sections
        self.blocks = blocks
        # By middle configuration: where its block begins; None if it is left out.
        self.starts: List[Optional[Tuple[int, int]]] = [None] * len(numbering.middle.x)
        for block in blocks:
            self.starts[block.middle] = block.starts


def before_of_bytes() -> Tuple[List[int], List[int]]:
    """By byte of a child: how much the mover likes it, and the byte of the board before it."""
    by_liking = sorted(
        (preference(before(worth)), byte) for byte, worth in enumerate(WORTHS) if worth is not None
    )
    liking, parent = [-1] * 256, [NO_ENTRY] * 256
    for place, (_, byte) in enumerate(by_liking):
        worth = WORTHS[byte]
        assert worth is not None
        liking[byte], parent[byte] = place, BYTE_OF.get(before(worth), NO_ENTRY)
    return liking, parent


LIKING, PARENT = before_of_bytes()


class Stored:
    """The values of a section, slot after slot."""

    def __init__(self, table: Table, number: int) -> None:
        self.frames, self.frame_slots = table.frames(number), table.header.frame_slots
        self.slot = self.at = 0

    def next(self, told: Optional[int]) -> int:
        """The value of the next slot: what the rules tell, or the next one that is stored."""
        if self.slot and self.slot % self.frame_slots == 0:
            self.end()
            self.at = 0
        frame = self.frames[self.slot // self.frame_slots]
        self.slot += 1
        if told is not None:
            return told
        if self.at == len(frame):
            raise Damaged("a frame has fewer values than boards whose values the rules do not tell")
        self.at += 1
        return frame[self.at - 1]

    def end(self) -> None:
        """A frame has no more values than its slots need."""
        if self.frames and self.at != len(self.frames[(self.slot - 1) // self.frame_slots]):
            raise Damaged("a frame has more values than boards whose values the rules do not tell")


class Proof:
    """A table under proof."""

    def __init__(self, table: Table, game: Game) -> None:
        assert table.header.parts is not None
        self.table, self.game = table, game
        self.numbering = Numbering(game, table.header.parts)
        # The last few layers of tiers: moves lead to no others.
        self.tiers: Dict[int, Tier] = {}
        # By tier: the marks in the top part.
        self.marks = [self.numbering.top.marks[number] for number in self.numbering.tops]
        self.slots = self.boards = 0
        # By low configuration: the cells where the next mark may lie.
        low = self.numbering.low
        columns_or_cells = [cell for cell in range(game.cells) if any(x >> cell & 1 for x in low.x)]
        self.low_open = [self._open(x | o, columns_or_cells) for x, o in zip(low.x, low.o)]

    def _open(self, occupied: Cells, among: List[Cell]) -> List[Cell]:
        open_cells = set(self.game.open_cells(occupied))
        return [cell for cell in among if cell in open_cells]

    def read(self) -> None:
        """Checks that the sections are as long as the numbering says, and proves tier after tier."""
        numbering, table = self.numbering, self.table
        count = len(numbering.tops)
        one = table.header.sections == 1
        if not one and table.header.sections != 2 * count:
            raise Damaged("the table has another number of sections than the numbering says")
        if one:
            lengths = (sum(len(s) for b in numbering.blocks(t) for s in b.strips) for t in range(count))
            if table.slots(0) != sum(lengths):
                raise Damaged("the table has another number of slots than the numbering says")
        stored = Stored(table, 0) if one else None
        for tier in range(count):
            blocks = numbering.blocks(tier)
            lens = [sum(len(block.strips[mover]) for block in blocks) for mover in range(2)]
            made = Tier(numbering, blocks, (bytearray(lens[0]), bytearray(lens[1])))
            told = self.told(tier, made)
            for mover, section in enumerate(made.sections):
                of_section = stored or Stored(table, 2 * tier + mover)
                if not one and table.slots(2 * tier + mover) != lens[mover]:
                    raise Damaged(f"section {mover} of tier {tier} has not the length that the numbering says")
                for rank, value in enumerate(told[mover]):
                    section[rank] = of_section.next(value)
                if not one:
                    of_section.end()
            self.forget(tier)
            self.tiers[tier] = made
            self.prove_tier(tier, made)
            self.slots += sum(lens)
        if stored:
            stored.end()

    def forget(self, tier: int) -> None:
        """Moves from here on lead to tiers with at most one mark more in the top part."""
        marks = self.marks
        if tier and marks[tier - 1] != marks[tier]:
            self.tiers = {kept: made for kept, made in self.tiers.items() if marks[kept] <= marks[tier] + 1}

    def slot_boards(self, tier: int, block: Block) -> "list[tuple[int, int, int, Cells, Cells]]":
        """The slots of a block such that children come first: mover, rank, low configuration, X, O."""
        numbering = self.numbering
        top, low = numbering.tops[tier], numbering.low
        high_x = numbering.top.x[top] | numbering.middle.x[block.middle]
        high_o = numbering.top.o[top] | numbering.middle.o[block.middle]
        slots = [
            (mover, block.starts[mover] + place, number, high_x | low.x[number], high_o | low.o[number])
            for mover in range(2)
            for place, number in enumerate(block.strips[mover])
        ]
        slots.sort(key=lambda slot: -low.marks[slot[2]])
        return slots

    def told(self, tier: int, made: Tier) -> "tuple[list[Optional[int]], list[Optional[int]]]":
        """By mover, then by rank: the value that the rules tell, or None if the table stores it (section 12)."""
        game = self.game
        told: "tuple[list[Optional[int]], list[Optional[int]]]" = (
            [None] * len(made.sections[0]),
            [None] * len(made.sections[1]),
        )
        for block in made.blocks:
            for mover, rank, _, x, o in self.slot_boards(tier, block):
                if game.holds_line(x) or game.holds_line(o):
                    # No move leads here from a board without a line but one that completes it, and that is seen
                    # without this byte.
                    told[mover][rank] = NO_ENTRY
                    continue
                worth = game.static_value(x, o)
                if worth is not None:
                    told[mover][rank] = BYTE_OF[worth]
        return told

    def prove_tier(self, tier: int, made: Tier) -> None:
        """Every board of the tier that holds no line has the value that follows from its children's."""
        game, numbering = self.game, self.numbering
        weights = numbering.weights
        tier_of_top, tiers = numbering.tier_of_top, self.tiers
        middle_images, low_images = numbering.middle.images, numbering.low.images
        place_in_strip, lines_through = numbering.place_in_strip, game.lines_through
        completed = BYTE_OF[game.completed]
        top = numbering.tops[tier]
        low_cells, top_cells = set(), set()
        assert self.table.header.parts is not None
        for cell in range(game.cells):
            if self.table.header.parts[0] >> cell & 1:
                top_cells.add(cell)
            if self.table.header.parts[2] >> cell & 1:
                low_cells.add(cell)
        for block in made.blocks:
            high = 0
            for part, number in ((numbering.top, top), (numbering.middle, block.middle)):
                high |= part.x[number] | part.o[number]
            high_open = [cell for cell in game.open_cells(high) if cell not in low_cells]
            for mover, rank, low, x, o in self.slot_boards(tier, block):
                if game.holds_line(x) or game.holds_line(o):
                    continue
                self.boards += 1
                own = x if mover else o
                best = -1
                value = BYTE_OF[Worth(DRAW, 0)]
                for cell in self.low_open[low] + high_open:
                    marks = own | 1 << cell
                    for line in lines_through[cell]:
                        if line & marks == line:
                            child = completed
                            break
                    else:
                        # The numbers of what the three parts hold after the move (11.3), and the place of
                        # that board (11.7).
                        more = weights[cell] if mover else 2 * weights[cell]
                        t, m, l = top, block.middle, low
                        if cell in low_cells:
                            l += more
                        elif cell in top_cells:
                            t += more
                        else:
                            m += more
                        place = tier_of_top[t]
                        assert place is not None, "a board without a line has a tier"
                        there = tiers[place[0]]
                        start = there.starts[middle_images[place[1]][m]]
                        assert start is not None, "a board without a line has a block"
                        image = low_images[place[1]][l]
                        child = there.sections[1 - mover][start[1 - mover] + place_in_strip[image]]
                    if LIKING[child] > best:
                        best = LIKING[child]
                        value = PARENT[child]
                found = made.sections[mover][rank]
                if found != value or found == NO_ENTRY:
                    raise NotProven(self.fault(tier, mover, rank, (x, o), (found, value)))

    def fault(self, tier: int, mover: int, rank: int, board: Tuple[Cells, Cells], values: Tuple[int, int]) -> str:
        found, value = (str(WORTHS[byte] or "no value") for byte in values)
        return (
            f"{self.game.drawing(*board)}\nThe table says: {found}.\nThe rules say: {value}.\n"
            f"Slot {rank} of tier {tier} with {'OX'[mover]} to move."
        )


def prove(table: Table, game: Game) -> str:
    """Proves the table; says what was proven."""
    proof = Proof(table, game)
    proof.read()
    return f"{proof.slots:,} slots, {proof.boards:,} of them boards without a line"
