/**
 * The rules of some games, and their values by plain minimax and by retrograde analysis. Tables are compared with them.
 * This file shares nothing with the package.
 *
 * A game here is `{ start, end(position), moves(position) }`. Positions are texts in the package's notation. `end` is
 * `undefined` while the game goes on, and otherwise the value. `moves` are pairs of a move's number and the position
 * after it.
 */

const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

const hasLine = (cells, mark) => LINES.some((line) => line.every((cell) => cells[cell] === mark));
const replaced = (text, at, by) => text.slice(0, at) + by + text.slice(at + 1);

/** Three in a row on three by three. */
export const tictactoe = {
  start: ".........",
  end: (cells) =>
    hasLine(cells, "X") || hasLine(cells, "O") ? { win: false, plies: 0 } : cells.includes(".") ? undefined : {},
  moves(cells) {
    const mark = cells.split("X").length === cells.split("O").length ? "X" : "O";
    return [...cells].flatMap((cell, at) => (cell === "." ? [[at, replaced(cells, at, mark)]] : []));
  },
};

/** Three stones each, which then move along rows and columns. Play can repeat positions. */
export const threeMensMorris = {
  start: "......... X",
  end(position) {
    const [cells] = position.split(" ");
    const isOver = hasLine(cells, "X") || hasLine(cells, "O") || this.moves(position).length === 0;
    return isOver ? { win: false, plies: 0 } : undefined;
  },
  moves(position) {
    const [cells, side] = position.split(" ");
    const other = side === "X" ? "O" : "X";
    const places = [...Array(9).keys()];
    const free = places.filter((at) => cells[at] === ".");
    if (cells.split(side).length - 1 < 3) {
      return free.map((at) => [at, `${replaced(cells, at, side)} ${other}`]);
    }
    return places.flatMap((from) =>
      free
        .filter(
          (to) =>
            cells[from] === side &&
            Math.abs((from % 3) - (to % 3)) + Math.abs((from - to - (from % 3) + (to % 3)) / 3) === 1,
        )
        .map((to) => [9 + 9 * from + to, `${replaced(replaced(cells, from, "."), to, side)} ${other}`]),
    );
  },
};

/** Dots and boxes with one column and two rows. A player who closes a box moves again. Edges are numbered from the top left, row by row. */
export const dots = {
  start: "....... 0:0 X",
  boxes: [
    [0, 1, 2, 3],
    [3, 4, 5, 6],
  ],
  end(position) {
    const [edges, counts, side] = position.split(" ");
    const [x, o] = counts.split(":").map(Number);
    return edges.includes(".") ? undefined : { score: side === "X" ? x - o : o - x };
  },
  moves(position) {
    const [edges, counts, side] = position.split(" ");
    return [...edges].flatMap((edge, at) => {
      if (edge !== ".") {
        return [];
      }
      const closed = this.boxes.filter(
        (box) => box.includes(at) && box.every((other) => other === at || edges[other] !== "."),
      );
      const [x, o] = counts.split(":").map(Number);
      const now = side === "X" ? [x + closed.length, o] : [x, o + closed.length];
      const next = closed.length > 0 ? side : side === "X" ? "O" : "X";
      // Edges in a row of dots are horizontal, and those between two rows are vertical.
      const drawn = [0, 3, 6].includes(at) ? "-" : "|";
      return [[at, `${replaced(edges, at, drawn)} ${now.join(":")} ${next}`]];
    });
  },
};

/** All reachable positions. */
export function reachable(game) {
  const found = new Set([game.start]);
  for (const position of found) {
    if (game.end(position) === undefined) {
      for (const [, after] of game.moves(position)) {
        found.add(after);
      }
    }
  }
  return found;
}

/**
 * The value of each position for the side to move, in games that may repeat positions: `{ win, plies }`, or `{}` for a
 * draw. It goes from the positions that are decided in n plies to those that are decided in n + 1.
 */
export function decided(game) {
  const positions = [...reachable(game)];
  const values = new Map();
  for (const position of positions) {
    const end = game.end(position);
    if (end) {
      values.set(position, end);
    }
  }
  for (let plies = 1, rounds = 0; rounds < 2; plies++) {
    const next = [];
    for (const position of positions.filter((position) => !values.has(position))) {
      const after = game.moves(position).map(([, after]) => values.get(after));
      if (after.some((value) => value?.win === false && value.plies === plies - 1)) {
        next.push([position, { win: true, plies }]);
      } else if (after.every((value) => value?.win === true)) {
        next.push([position, { win: false, plies }]);
      }
    }
    for (const [position, value] of next) {
      values.set(position, value);
    }
    // Wins and losses alternate, so after two rounds without any there are no more.
    rounds = next.length > 0 ? 0 : rounds + 1;
  }
  for (const position of positions) {
    if (!values.has(position)) {
      values.set(position, {});
    }
  }
  return values;
}

/** The score of each position for the side to move. */
export function scored(game) {
  const values = new Map();
  const side = (position) => position.at(-1);
  const score = (position) => {
    if (!values.has(position)) {
      const of = ([, after]) => (side(after) === side(position) ? score(after) : 0 - score(after));
      values.set(position, game.end(position)?.score ?? Math.max(...game.moves(position).map(of)));
    }
    return values.get(position);
  };
  score(game.start);
  return values;
}
