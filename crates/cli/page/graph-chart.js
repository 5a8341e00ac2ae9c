/**
 * Where the positions of a game without a board are on its map: at their coordinates, or in layers by their distance from
 * the start. If they are too many, or are read one by one, the chart has only this position and those after it.
 *
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./node.js").Step} Step
 * @typedef {{ x: number, y: number, room?: number }} Place In layers it has its own room, at least 1.
 *
 * @typedef {object} Line One or more moves between two places.
 * @property {string} from
 * @property {string} to
 * @property {boolean} isBoth Whether moves also lead back.
 * @property {Place[]} via The points that it passes between other places.
 *
 * @typedef {object} Chart In units: each place has one for itself.
 * @property {Map<string, Place>} places The centres. In layers, `y` is the number of the layer.
 * @property {Line[]} lines
 * @property {number} wide
 * @property {number} high
 * @property {boolean} isWhole Whether all positions are on it.
 * @property {boolean} isNamed Whether places are in layers and show their names, because these are no coordinates.
 * @property {Place} origin The coordinates of the first place of the first row.
 * @property {Place} far How many units of coordinates are at least between places side by side, and one above the other.
 */

/** The most places of a map, and of a map with their names. */
const MOST_PLACES = 250;
const MOST_NAMES = 60;

/** Names such as `3,-1` are places on a map. */
const COORDINATES = /^(-?\d{1,3}),(-?\d{1,3})$/;

/** The room of a line between places, in units. */
const PASSAGE = 0.3;

/** How often the layers are put in order. */
const SWEEPS = 12;

/** All positions; null if they are too many. @param {Source} source @returns {Chart | null} */
export function wholeChart(source) {
  const ids = new Set([source.start]);
  const layers = [[source.start]];
  for (const layer of layers) {
    /** @type {string[]} */
    const after = [];
    for (const { next } of layer.flatMap((id) => source.node(id).steps)) {
      if (!ids.has(next)) {
        ids.add(next);
        after.push(next);
      }
    }
    if (ids.size > MOST_PLACES) {
      return null;
    }
    if (after.length > 0) {
      layers.push(after);
    }
  }
  const lines = linesAmong([...ids].flatMap((from) => source.node(from).steps.map(({ next }) => [from, next])));
  const found = [...ids].map((id) => COORDINATES.exec(id));
  if (found.every((match) => match !== null)) {
    return atCoordinates(new Map(found.map(([id, x, y]) => [id, { x: Number(x), y: Number(y) }])), lines);
  }
  return ids.size > MOST_NAMES ? null : inLayers(layers, lines, true);
}

/** This position, and below it those after it. @param {string} id @param {Step[]} steps @returns {Chart} */
export function fanOf(id, steps) {
  const after = [...new Set(steps.map(({ next }) => next))].filter((next) => next !== id);
  return inLayers(after.length === 0 ? [[id]] : [[id], after], linesAmong(after.map((next) => [id, next])), false);
}

/** One line for the moves between two places, there and back. @param {string[][]} moves @returns {Line[]} */
function linesAmong(moves) {
  /** @type {Map<string, Line>} */
  const lines = new Map();
  for (const [from, to] of moves) {
    const back = lines.get(`${to}\n${from}`);
    if (back !== undefined) {
      back.isBoth = true;
    } else if (from !== to) {
      lines.set(`${from}\n${to}`, { from, to, isBoth: false, via: [] });
    }
  }
  return [...lines.values()];
}

/** @param {Map<string, Place>} found @param {Line[]} lines @returns {Chart} */
function atCoordinates(found, lines) {
  const all = [...found.values()];
  const [xs, ys] = [all.map(({ x }) => x), all.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const pairs = all.flatMap((one, i) =>
    all.slice(i + 1).map((other) => ({ x: Math.abs(one.x - other.x), y: Math.abs(one.y - other.y) })),
  );
  const least = (/** @type {number[]} */ sizes) => Math.min(Number.POSITIVE_INFINITY, ...sizes);
  const aside = least(pairs.filter(({ x, y }) => x >= y).map(({ x }) => x));
  const far = { x: aside, y: least(pairs.filter(({ x }) => x < aside).map(({ y }) => y)) };
  const places = new Map([...found].map(([id, { x, y }]) => [id, { x: x - left + 0.5, y: y - top + 0.5 }]));
  const [wide, high] = [Math.max(...xs) - left + 1, Math.max(...ys) - top + 1];
  return { places, lines, wide, high, isWhole: true, isNamed: false, origin: { x: left, y: top }, far };
}

/** @typedef {Place & { id: string, room: number, near: Item[] }} Item A place of a layer, or a point that a line passes there. */

/**
 * Layers one below the other. In its layer, a place is near those that lines join it with, so that few lines cross.
 * @param {string[][]} layers @param {Line[]} lines @param {boolean} isWhole @returns {Chart}
 */
function inLayers(layers, lines, isWhole) {
  const item = (/** @type {string} */ id, /** @type {number} */ y, room = 1) =>
    /** @type {Item} */ ({ id, room, x: 0, y, near: [] });
  const rows = layers.map((layer, y) => layer.map((id) => item(id, y)));
  const items = new Map(rows.flat().map((made) => [made.id, made]));
  for (const line of lines) {
    const [one, other] = [line.from, line.to].flatMap((id) => items.get(id) ?? []);
    const way = Math.sign(other.y - one.y);
    let last = one;
    const join = (/** @type {Item} */ next) => {
      last.near.push(next);
      next.near.push(last);
      last = next;
    };
    for (let y = one.y + way; way !== 0 && y !== other.y; y += way) {
      const point = item("", y, PASSAGE);
      rows[y].push(point);
      line.via.push(point);
      join(point);
    }
    join(other);
  }
  const wide = Math.max(...rows.map((row) => row.reduce((sum, { room }) => sum + room, 0)));
  const meanOf = (/** @type {Item[]} */ near, /** @type {number} */ x) =>
    near.length === 0 ? x : near.reduce((sum, other) => sum + other.x, 0) / near.length;
  for (const row of rows) {
    pack(row, wide, () => wide / 2);
  }
  let [fewest, best] = [Number.POSITIVE_INFINITY, rows.map((row) => [...row])];
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const way = sweep % 2 === 0 ? 1 : -1;
    for (const row of way > 0 ? rows : rows.toReversed()) {
      const wanted = new Map(row.map((one) => [one, meanOf(joined(one, way), one.x)]));
      row.sort((one, other) => (wanted.get(one) ?? 0) - (wanted.get(other) ?? 0));
      pack(row, wide, (one) => wanted.get(one) ?? 0);
    }
    const crossings = rows.reduce((sum, row) => sum + crossingsBelow(row), 0);
    if (crossings < fewest) {
      [fewest, best] = [crossings, rows.map((row) => [...row])];
    }
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const row of sweep % 2 === 0 ? best : best.toReversed()) {
      pack(row, wide, ({ near, x }) => meanOf(near, x));
    }
  }
  for (const row of best) {
    const edges = [0, ...row.map(({ x }) => x), wide];
    for (const [i, item] of row.entries()) {
      const [left, right] = [-1, 1].map((way) => {
        const [gap, other] = [Math.abs(edges[i + 1 + way] - item.x), row[i + way]];
        return other === undefined ? gap : other.id === "" ? gap - PASSAGE / 2 : gap / 2;
      });
      item.room = item.id === "" ? PASSAGE : 2 * Math.min(left, right);
    }
  }
  const places = new Map([...items].map(([id, { x, y, room }]) => [id, { x, y, room }]));
  return {
    places,
    lines,
    wide,
    high: layers.length,
    isWhole,
    isNamed: true,
    origin: { x: 0, y: 0 },
    far: { x: 1, y: 1 },
  };
}

/** What lines join an item with, in the layer before its own. @param {Item} item @param {number} way */
const joined = ({ near, y }, way) => near.filter((other) => other.y === y - way);

/** How many lines cross below a layer. @param {Item[]} row */
function crossingsBelow(row) {
  const lines = row.flatMap((one) => joined(one, -1).map((other) => [one.x, other.x]));
  return lines.reduce(
    (sum, [x, end], i) => sum + lines.slice(i).filter(([other, last]) => (x - other) * (end - last) < 0).length,
    0,
  );
}

/**
 * Puts the items of a layer where they are wanted, as far as each has its room, and in their order.
 * @param {Item[]} row @param {number} wide @param {(item: Item) => number} wanted
 */
function pack(row, wide, wanted) {
  const wants = row.map(wanted);
  const from = apart(row, wants, wide);
  const mirrored = apart(
    row.toReversed(),
    wants.toReversed().map((x) => wide - x),
    wide,
  ).reverse();
  for (const [i, item] of row.entries()) {
    item.x = (from[i] + wide - mirrored[i]) / 2;
  }
}

/** Pushes items to the right until none is in the room of another, and back to the left from the edge. @param {Item[]} row @param {number[]} wants @param {number} wide */
function apart(row, wants, wide) {
  const xs = [...wants];
  let edge = 0;
  for (const [i, { room }] of row.entries()) {
    xs[i] = Math.max(xs[i], edge + room / 2);
    edge = xs[i] + room / 2;
  }
  edge = wide;
  for (const [i, { room }] of [...row.entries()].reverse()) {
    xs[i] = Math.min(xs[i], edge - room / 2);
    edge = xs[i] - room / 2;
  }
  return xs;
}
