/** The line of best play in words. */

import { endOf, otherSide, playedBy } from "./node.js";

/** The limit on the line. Without it, a line that repeats positions would never end. */
const LINE = 60;

/**
 * The best moves from a position to the end. Takes the first of equal moves. Reads their positions.
 * @param {import("./node.js").Source} source @param {string} id @param {0 | 1} side the side to move, in an impartial game
 */
export async function bestLine(source, id, side) {
  const words = [];
  for (let i = 0; i < LINE; i++) {
    await source.learn([id]);
    const node = source.node(id);
    const { steps } = node;
    side = node.mover ?? side;
    if (node.over) {
      return [...words, endOf(source, node, side)];
    }
    const best = steps.find((step) => step.optimal) ?? steps[0];
    words.push(source.isForOne ? best.text : playedBy(side, best.text));
    id = best.next;
    side = otherSide(side);
  }
  return [...words, "and so on"];
}
