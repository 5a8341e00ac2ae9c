/**
 * How the pieces come to their cells after a move.
 *
 * @typedef {import("./node.js").Drawing} Drawing
 * @typedef {import("./node.js").Step} Step
 * @typedef {import("./layout.js").Box} Box
 *
 * @typedef {object} Motion
 * @property {"new" | "moved" | "falls" | "turned" | "sown"} kind
 * @property {number} right How far from its cell it begins, in cells.
 * @property {number} down
 * @property {number} delay In seconds.
 */

import { centreOf } from "./layout.js";
import { isCount } from "./pieces.js";

/** The time between two seeds, in seconds. */
const SEED = 0.13;

/** The time between two rings of discs that turn, in seconds. */
const RING = 0.09;

/**
 * The motions of pieces, by cell.
 * @param {Drawing} drawing @param {Box[]} boxes @param {Step} step @param {string[]} before the pieces before the move
 * @param {string[]} after the pieces after it
 * @returns {Map<number, Motion>}
 */
export function motionsOf(drawing, boxes, { from, to }, before, after) {
  /** @type {Map<number, Motion>} */
  const motions = new Map();
  const changed = [...after.keys()].filter((cell) => after[cell] !== "" && after[cell] !== before[cell]);
  if (drawing.motion === "sow" && from !== null) {
    /** @param {number} cell */
    const far = (cell) => (cell - from - 1 + after.length) % after.length;
    const sown = changed.filter((cell) => cell !== from).toSorted((one, other) => far(one) - far(other));
    for (const [i, cell] of sown.entries()) {
      motions.set(cell, { kind: "sown", ...between(boxes[from], boxes[cell]), delay: SEED * (i + 1) });
    }
    return motions;
  }
  if (drawing.motion === "push" && from !== null && to !== null) {
    const { right, down } = between(boxes[to], boxes[from]);
    const way = { right: Math.sign(right), down: Math.sign(down) };
    for (const cell of pushed(boxes, from, to)) {
      motions.set(cell, { kind: "moved", ...way, delay: 0 });
    }
    return motions;
  }
  const arrival = to ?? from;
  for (const cell of changed) {
    const others = before[cell] !== "" && !isCount(after[cell]) && cell !== to;
    if (others && arrival !== null) {
      const { right, down } = between(boxes[cell], boxes[arrival]);
      const ring = Math.max(Math.abs(right), Math.abs(down));
      motions.set(cell, { kind: "turned", right: 0, down: 0, delay: RING * ring });
    } else if (cell === to && from !== null) {
      motions.set(cell, { kind: "moved", ...between(boxes[from], boxes[cell]), delay: 0 });
    } else if (drawing.falls) {
      motions.set(cell, { kind: "falls", right: 0, down: -boxes[cell].y - 0.5, delay: 0 });
    } else {
      motions.set(cell, { kind: "new", right: 0, down: 0, delay: 0 });
    }
  }
  return motions;
}

/** The way from one box back to another: how far the first is from the second. @param {Box} first @param {Box} second */
function between(first, second) {
  const [one, other] = [centreOf(first), centreOf(second)];
  return { right: one.x - other.x, down: one.y - other.y };
}

/** The cells of a row or a column from one cell to another. @param {Box[]} boxes @param {number} from @param {number} to */
function pushed(boxes, from, to) {
  const [one, other] = [boxes[from], boxes[to]];
  /** @param {number} at @param {number} a @param {number} b */
  const isWithin = (at, a, b) => at > Math.min(a, b) - 0.1 && at < Math.max(a, b) + 0.1;
  return [...boxes.keys()].filter(
    (cell) => isWithin(boxes[cell].x, one.x, other.x) && isWithin(boxes[cell].y, one.y, other.y),
  );
}
