/**
 * Where the positions of a game without a board are on its map: at their coordinates, or in layers by their distance from
 * the start. If they are too many, or are read one by one, the chart has only this position and those after it.
 *
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./node.js").Step} Step
 * @typedef {{ x: number, y: number }} Place
 *
 * @typedef {object} Chart
 * @property {Map<string, Place>} places In pixels, the first at the left and at the top at 0.
 * @property {boolean} isWhole Whether all positions are on it.
 * @property {boolean} isNamed Whether places show their names, because these are no coordinates.
 * @property {number} width Of all places, in pixels.
 * @property {number} height
 * @property {{ wide: number, high: number }} room What each place has for itself, in pixels: no other is within.
 */

/** The most places of a map, and of a map with their names. */
const MOST_PLACES = 250;
const MOST_NAMES = 60;

/** The most characters of a name or a move that a place shows. */
const NAMED = 14;

/** Names such as `3,-1` are places on a map. */
const COORDINATES = /^(-?\d{1,3}),(-?\d{1,3})$/;

/** The room of a place without a name, and of a name: its height, the width of a character, and what is beside it, in pixels; the height of one line. */
const ROOM = { wide: 46, high: 40 };
const NAME = { high: 48, letter: 6.8, beside: 38 };
const ONE_LINE = 30;

/** The characters of a worth beside a name, and of a number before a move. */
const WORTH = 7;
const NUMBER = 3;

/** @param {string} text */
export const shortName = (text) => (text.length > NAMED ? `${text.slice(0, NAMED - 1)}…` : text);

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
  const found = [...ids].map((id) => COORDINATES.exec(id));
  if (found.every((match) => match !== null)) {
    return spread(new Map(found.map(([id, x, y]) => [id, { x: Number(x), y: Number(y) }])), ROOM, true, false);
  }
  const steps = [...ids].flatMap((id) => source.node(id).steps);
  return ids.size > MOST_NAMES ? null : spread(inLayers(source, layers), roomOf([...ids], steps), true, true);
}

/** This position on the left, and on the right those after it. @param {string} id @param {Step[]} steps @returns {Chart} */
export function fanOf(id, steps) {
  const after = [...new Set(steps.map(({ next }) => next))].filter((next) => next !== id);
  const places = new Map([[id, { x: 0, y: (after.length - 1) / 2 }]]);
  for (const [y, next] of after.entries()) {
    places.set(next, { x: after.length, y });
  }
  return spread(places, { ...roomOf([...places.keys()], steps), high: ONE_LINE }, false, true);
}

/**
 * Layers from left to right. In its layer, a place is near those that lead to it.
 * @param {Source} source @param {string[][]} layers by distance from the start
 */
function inLayers(source, layers) {
  const widest = Math.max(...layers.map((layer) => layer.length));
  /** @type {Map<string, Place>} */
  const places = new Map();
  /** The heights of the places before it, by place. @type {Map<string, number[]>} */
  const before = new Map();
  const mean = (/** @type {string} */ id) => {
    const heights = before.get(id) ?? [0];
    return heights.reduce((sum, y) => sum + y, 0) / heights.length;
  };
  for (const [x, layer] of layers.entries()) {
    for (const [i, id] of layer.toSorted((one, other) => mean(one) - mean(other)).entries()) {
      const y = (widest * (i + 0.5)) / layer.length - 0.5;
      places.set(id, { x, y });
      for (const { next } of source.node(id).steps) {
        before.set(next, [...(before.get(next) ?? []), y]);
      }
    }
  }
  return places;
}

/** What a place with a name needs. @param {string[]} names @param {Step[]} steps */
function roomOf(names, steps) {
  const longest = (/** @type {string[]} */ texts) => Math.max(...texts.map((text) => shortName(text).length), 0);
  const letters = Math.max(longest(names) + WORTH, longest(steps.map(({ text }) => text)) + NUMBER);
  return { wide: letters * NAME.letter + NAME.beside, high: NAME.high };
}

/**
 * Spreads places until none is in the room of another: those that are farther apart sideways than up and down are apart
 * sideways.
 * @param {Map<string, Place>} places @param {Chart["room"]} room @param {boolean} isWhole @param {boolean} isNamed
 * @returns {Chart}
 */
function spread(places, room, isWhole, isNamed) {
  const all = [...places.values()];
  const [left, top] = [Math.min(...all.map(({ x }) => x)), Math.min(...all.map(({ y }) => y))];
  const unit = { x: 0, y: 0 };
  for (const [i, one] of all.entries()) {
    for (const other of all.slice(i + 1)) {
      const [aside, below] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y)];
      if (aside >= below) {
        unit.x = Math.max(unit.x, room.wide / aside);
      } else {
        unit.y = Math.max(unit.y, room.high / below);
      }
    }
  }
  const at = (/** @type {Place} */ { x, y }) => ({ x: (x - left) * unit.x, y: (y - top) * unit.y });
  const moved = new Map([...places].map(([id, place]) => [id, at(place)]));
  const width = Math.max(...[...moved.values()].map(({ x }) => x));
  const height = Math.max(...[...moved.values()].map(({ y }) => y));
  return { places: moved, isWhole, isNamed, width, height, room };
}
