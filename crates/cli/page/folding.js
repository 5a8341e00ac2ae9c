/**
 * Which calls of a search are shown: those to a depth, those that the reader unfolds, and one of symmetric moves.
 *
 * @typedef {import("./minimax.js").Call} Call
 * @typedef {import("./minimax.js").Folding} Folding
 * @typedef {import("./node.js").Node} Node
 * @typedef {import("./node.js").Source} Source
 */

/** The most calls that are shown at first. */
export const AT_FIRST = 60;

/** Depths that show more calls than this are not offered. */
const MOST_SHOWN = 400;

/**
 * How many calls are shown if the tree is folded at each depth, symmetric moves once. The depth is that of the tree or
 * the greatest that can be shown. Positions are read as far as they are shown.
 * @param {Source} source @param {string} id
 */
export async function callsByDepth(source, id) {
  // Positions that are not in the page take time to be read or searched.
  const limit = source.isHeld ? MOST_SHOWN : AT_FIRST;
  const counts = [1];
  await source.learn([id]);
  let depth = [id];
  while (depth.length > 0) {
    const below = depth.flatMap((id) => oneOfEachKind(source.node(id)));
    const count = counts[counts.length - 1] + below.length;
    if (below.length === 0 || (count > limit && counts.length > 1)) {
      break;
    }
    await source.learn(below);
    counts.push(count);
    depth = below;
  }
  return counts;
}

/** The positions after the moves of a position, symmetric moves once. @param {Node} node */
function oneOfEachKind({ steps }) {
  const kinds = steps.map(({ kind }) => kind);
  return steps.filter(({ kind }, i) => kinds.indexOf(kind) === i).map(({ next }) => next);
}

/** The depth at first. @param {number[]} counts as `callsByDepth` counts them */
export const firstDepth = (counts) =>
  Math.max(
    1,
    counts.findLastIndex((count) => count <= AT_FIRST),
  );

/** @implements {Folding} */
export class FoldedTree {
  /** @param {number} depth the depth of the calls that are folded; infinite for a tree of all calls @param {boolean} counts */
  constructor(depth, counts) {
    this.depth = depth;
    this.counts = counts;
    /** The calls that the reader has folded or unfolded, by path. @type {Map<string, boolean>} */
    this.asked = new Map();
    /** The calls whose symmetric moves the reader has asked for, by path. @type {Set<string>} */
    this.apart = new Set();
  }

  /** @param {Call} call */
  merges({ path }) {
    return this.depth !== Number.POSITIVE_INFINITY && !this.apart.has(path);
  }

  /** @param {Call} call @param {boolean} isSymmetric */
  folds({ path }, isSymmetric) {
    const depth = path === "" ? 0 : path.split("-").length;
    return this.asked.get(path) ?? (depth >= this.depth || (isSymmetric && this.depth !== Number.POSITIVE_INFINITY));
  }

  /** Folds a call, or unfolds it. @param {Call} call */
  toggle({ path, isFolded }) {
    this.asked.set(path, !isFolded);
  }

  /** Shows each symmetric move of a call, or one for all. @param {Call} call */
  toggleSymmetric({ path }) {
    this.apart.delete(path) || this.apart.add(path);
  }
}
