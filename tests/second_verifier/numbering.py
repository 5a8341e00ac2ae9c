"""Which slot of a table by tiers has which board (docs/format.md, section 11)."""

from __future__ import annotations

from typing import Dict, Iterator, List, NamedTuple, Optional, Tuple

from container import Damaged
from rules import Cell, Cells, Game

MAX_LOW, MAX_TOP, MAX_MIDDLE = (1 << 16) - 1, 2_050_000, 20_000
MAX_ORBITS = 13  # 3^13 ways of splitting them are at most 2^21.

Site = List[Cell]


class Part:
    """A part of the board: everything that its cells can hold, numbered (11.3)."""

    def __init__(self, sites: List[Site], symmetries: List[List[Cell]], weights: Dict[Cell, int]) -> None:
        # By number: the cells with X, and those with O.
        self.x: List[Cells] = [0]
        self.o: List[Cells] = [0]
        place = 1
        of_site: List[List[Tuple[Cells, Cells]]] = []
        for site in sites:
            for height, cell in enumerate(site):
                weights[cell] = place << height
            states = states_of(site)
            of_site.append(states)
            self.x = [rest | x for x, _ in states for rest in self.x]
            self.o = [rest | o for _, o in states for rest in self.o]
            place *= len(states)
        # By symmetry, then by number: the number of the image.
        self.images: List[List[int]] = []
        for symmetry in symmetries:
            images = [0]
            for states in of_site:
                turned = [
                    sum(
                        ((x >> cell & 1) + 2 * (o >> cell & 1)) * weights[symmetry[cell]]
                        for cell in range(len(symmetry))
                        if (x | o) >> cell & 1
                    )
                    for x, o in states
                ]
                images = [rest + image for image in turned for rest in images]
            self.images.append(images)
        self.marks = [(x | o).bit_count() for x, o in zip(self.x, self.o)]
        self.surplus = [x.bit_count() - o.bit_count() for x, o in zip(self.x, self.o)]

    def by_marks(self, numbers: Iterator[int]) -> List[int]:
        """These numbers, those of the most marks first, and of as many marks in their order."""
        return sorted(numbers, key=lambda number: (-self.marks[number], number))


def states_of(site: Site) -> List[Tuple[Cells, Cells]]:
    """What a site can hold, by number: the cells with X, and those with O (11.3)."""
    states = []
    for height in range(len(site) + 1):
        for os in range(1 << height):
            x = sum(1 << site[i] for i in range(height) if not os >> i & 1)
            o = sum(1 << site[i] for i in range(height) if os >> i & 1)
            states.append((x, o))
    return states


class Block(NamedTuple):
    """The boards of a tier that have one middle part."""

    middle: int
    # By mover (O, X): the first slot, and the low configurations in the order of the slots.
    starts: Tuple[int, int]
    strips: Tuple[List[int], List[int]]


class Numbering:
    """The numbering of a game's boards with these parts."""

    def __init__(self, game: Game, parts: Tuple[Cells, Cells, Cells]) -> None:
        self.game = game
        sites = sites_of(game)
        self.symmetries = used_symmetries(game, sites)
        top, middle, low = parts
        if top & middle or top & low or middle & low or top | middle | low != game.all_cells:
            raise Damaged("the parts in the header do not make the board")
        orbits = orbits_of(sites, self.symmetries)
        self.weights: Dict[Cell, int] = {}
        made = []
        for cells, most in zip(parts, (MAX_TOP, MAX_MIDDLE, MAX_LOW)):
            chosen: List[Site] = []
            for orbit in orbits:
                of_orbit = sum(1 << cell for number in orbit for cell in sites[number])
                if of_orbit & cells == of_orbit:
                    chosen += [sites[number] for number in orbit]
                elif of_orbit & cells:
                    raise Damaged("a symmetry of the game does not map a part in the header to itself")
            if states_per_site(game) ** len(chosen) > most:
                raise Damaged("a part in the header is too large")
            made.append(Part(chosen, self.symmetries, self.weights))
        self.top, self.middle, self.low = made
        self._number_tops()
        self._order_low()
        middles = zip(range(len(self.middle.x)), self.middle.x, self.middle.o)
        self.middles = self.middle.by_marks(number for number, x, o in middles if not self._line(x, o))

    def _line(self, x: Cells, o: Cells) -> bool:
        return self.game.holds_line(x) or self.game.holds_line(o)

    def _number_tops(self) -> None:
        """The tiers, and for each top part its tier and the symmetry that leads there (11.4)."""
        top = self.top
        smallest = [min((images[number], s) for s, images in enumerate(top.images)) for number in range(len(top.x))]
        self.tops = top.by_marks(
            number
            for number, (image, _) in enumerate(smallest)
            if image == number and not self._line(top.x[number], top.o[number])
        )
        tiers = {number: tier for tier, number in enumerate(self.tops)}
        # None where the top part holds a line.
        self.tier_of_top: List[Optional[Tuple[int, int]]] = [
            (tiers[image], symmetry) if image in tiers else None for image, symmetry in smallest
        ]

    def _order_low(self) -> None:
        """The strips: by surplus of X, the low configurations in their order (11.6)."""
        low = self.low
        self.strips: Dict[int, List[int]] = {}
        for number in low.by_marks(iter(range(len(low.x)))):
            self.strips.setdefault(low.surplus[number], []).append(number)
        self.place_in_strip = [0] * len(low.x)
        for strip in self.strips.values():
            for place, number in enumerate(strip):
                self.place_in_strip[number] = place

    def blocks(self, tier: int) -> List[Block]:
        """The blocks of a tier in their order (11.5)."""
        top = self.tops[tier]
        x, o, surplus = self.top.x[top], self.top.o[top], self.top.surplus[top]
        blocks, starts = [], (0, 0)
        for middle in self.middles:
            if self._line(x | self.middle.x[middle], o | self.middle.o[middle]):
                continue
            high = surplus + self.middle.surplus[middle]
            # With O to move there is one X more.
            strips = (self.strips.get(1 - high, []), self.strips.get(-high, []))
            blocks.append(Block(middle, starts, strips))
            starts = (starts[0] + len(strips[0]), starts[1] + len(strips[1]))
        return blocks


def sites_of(game: Game) -> List[Site]:
    """The sites: single cells, or columns from the bottom (11.1)."""
    if not game.falling:
        return [[cell] for cell in range(game.cells)]
    return [
        [row * game.columns + column for row in reversed(range(game.rows))] for column in range(game.columns)
    ]


def states_per_site(game: Game) -> int:
    """How many different contents a site has (11.1)."""
    return (1 << game.rows + 1) - 1 if game.falling else 3


def orbits_of(sites: List[Site], symmetries: List[List[Cell]]) -> List[List[int]]:
    """The sites in sets that the symmetries take to one another (11.2)."""
    site_of = {cell: number for number, site in enumerate(sites) for cell in site}
    orbits: List[List[int]] = []
    for number, site in enumerate(sites):
        orbit = sorted({site_of[symmetry[site[0]]] for symmetry in symmetries})
        if orbit not in orbits:
            orbits.append(orbit)
    return orbits


def used_symmetries(game: Game, sites: List[Site]) -> List[List[Cell]]:
    """All symmetries if the board can be split so that they map each part to itself; or the identity (11.2)."""
    symmetries = game.symmetries()
    states = states_per_site(game)
    for used in (symmetries, symmetries[:1]):
        orbits = orbits_of(sites, used)
        if len(orbits) > MAX_ORBITS:
            continue
        splits = {(0, 0, 0)}
        for orbit in orbits:
            size = len(orbit)
            splits = {
                split
                for t, m, l in splits
                for split in [(t + size, m, l), (t, m + size, l), (t, m, l + size)]
                if states ** split[0] <= MAX_TOP
                and states ** split[1] <= MAX_MIDDLE
                and states ** split[2] <= MAX_LOW
                and (states > 3 or split[2] < 10)
            }
        if splits:
            return used
    raise Damaged("the game's board cannot be split into parts")
