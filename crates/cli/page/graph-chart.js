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
 * @property {number | null} columns The number of its columns, if all are equally wide.
 * @property {boolean} isWhole Whether all positions are on it.
 * @property {boolean} isNamed Whether places show their names, because these are no coordinates.
 * @property {number} width Of all places, in pixels.
 * @property {number} height
 * @property {{ wide: number, high: number }} room What each place has for itself, in pixels: no other is within.
 */

/** The most places of a map, and of a map with their names. */
const MOST_PLACES = 250;
const MOST_NAMES = 60;

/** The most lines of a name or a move at a place, and the most characters of a line. */
const LINES = 3;
const NAMED = 16;

/** Names such as `3,-1` are places on a map. */
const COORDINATES = /^(-?\d{1,3}),(-?\d{1,3})$/;

/** The room of a place without a name, and that of a name: the width of a character, the height of a line, and what is around both, in pixels. */
const ROOM = { wide: 84, high: 74 };
const NAME = { letter: 7.2, line: 16, beside: 34, around: 22 };

/** The characters of a worth, and of a number before a move. */
const WORTH = 7;
const NUMBER = 3;

/** A text in lines, which end after a blank or a sign if they can. What is too long is cut. @param {string} text */
export function inLines(text) {
  const lines = [""];
  for (const part of text.match(/[\p{L}\p{N}]{1,15}[^\p{L}\p{N}]?|[^\p{L}\p{N}]/gu) ?? []) {
    const line = lines[lines.length - 1];
    if (line !== "" && `${line}${part}`.trim().length > NAMED) {
      lines.push(part.trimStart());
    } else {
      lines[lines.length - 1] += part;
    }
  }
  const kept = lines.slice(0, LINES).map((line) => line.trim());
  const last = kept[kept.length - 1];
  return lines.length > LINES ? [...kept.slice(0, -1), `${last.slice(0, NAMED - 1)}…`] : kept;
}

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
    return spread(new Map(found.map(([id, x, y]) => [id, { x: Number(x), y: Number(y) }])), ROOM, true, null);
  }
  const steps = [...ids].flatMap((id) => source.node(id).steps);
  return ids.size > MOST_NAMES ? null : spread(inLayers(source, layers), roomOf([...ids], steps), true, layers.length);
}

/** This position on the left, and on the right those after it. @param {string} id @param {Step[]} steps @returns {Chart} */
export function fanOf(id, steps) {
  const after = [...new Set(steps.map(({ next }) => next))].filter((next) => next !== id);
  const places = new Map([[id, { x: 0, y: (after.length - 1) / 2 }]]);
  for (const [y, next] of after.entries()) {
    places.set(next, { x: after.length, y });
  }
  const { wide, high } = roomOf([], steps);
  return spread(places, { wide: wide + WORTH * NAME.letter, high: high - NAME.line }, false, 2);
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

/** What a place with a name needs: a move, the name, and below them a worth. @param {string[]} names @param {Step[]} steps */
function roomOf(names, steps) {
  const [named, moves] = [names.map(inLines), steps.map(({ text }) => inLines(text))];
  const longest = (/** @type {string[][]} */ texts) => Math.max(...texts.flat().map((line) => line.length), WORTH);
  const most = (/** @type {string[][]} */ texts) => Math.max(...texts.map((lines) => lines.length), 0);
  return {
    wide: Math.max(longest(named), longest(moves) + NUMBER) * NAME.letter + NAME.beside,
    high: (most(named) + Math.max(most(moves), 1) + 1) * NAME.line + NAME.around,
  };
}

/**
 * Spreads places until none is in the room of another: those that are farther apart sideways than up and down are apart
 * sideways.
 * @param {Map<string, Place>} places @param {Chart["room"]} room @param {boolean} isWhole
 * @param {number | null} columns of names
 * @returns {Chart}
 */
function spread(places, room, isWhole, columns) {
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
  // Coordinates are columns if two of them are next to each other.
  const found = unit.x === room.wide ? Math.round(width / room.wide) + 1 : null;
  return { places: moved, isWhole, isNamed: columns !== null, columns: columns ?? found, width, height, room };
}
