/**
 * The value history: one dot for each ply. A dot is on the side of the player who is winning. It is farther from the
 * centre if the end is nearer, or if more points are won. A mistake shows as a jump.
 *
 * @typedef {import("./node.js").Node} Node
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./node.js").Step} Step
 *
 * @typedef {object} Dot
 * @property {number} height −1 if O has won, 0 for a draw, 1 if X has won, or a value between.
 * @property {"x" | "o" | "draw"} side The side that is winning.
 * @property {string} label The text in the dot: the plies to the end, or the points.
 * @property {string} move The move that led to the position; "start" for the start.
 * @property {string} mover The name of the side that made the move; "" in a game for one.
 * @property {"x" | "o" | ""} by That side.
 * @property {boolean} mistake Whether the move was a mistake.
 * @property {string} when "start", "after move 4, O 3".
 * @property {string} name The name for a screen reader: when, and who wins.
 */

import { isMistake, sideAt } from "./explain.js";
import { endOf, fateOf, leaderOf, moveOf, sideName } from "./node.js";

/** The smallest distance of a win from the centre. */
const LEAST = 0.3;

/**
 * The dots of a game.
 * @param {Pick<Source, "isForOne" | "words">} source @param {Node[]} nodes the positions, the start first
 * @param {Step[]} steps the moves between them
 * @returns {Dot[]}
 */
export function dotsOf(source, nodes, steps) {
  const decided = nodes.filter(({ outcome }) => outcome !== "draw");
  const longest = Math.max(0, ...decided.map(({ remoteness }) => remoteness ?? 0));
  const highest = Math.max(1, ...nodes.map(({ score }) => Math.abs(score ?? 0)));
  return nodes.map((node, made) => {
    const toMove = sideAt(node, made);
    const winner = leaderOf(node, toMove);
    const near = node.score === null ? 1 - (node.remoteness ?? 0) / (longest + 1) : Math.abs(node.score) / highest;
    const size = LEAST + (1 - LEAST) * near;
    const label = winner === null ? "=" : `${node.score === null ? (node.remoteness ?? "") : Math.abs(node.score)}`;
    const step = made === 0 ? undefined : steps[made - 1];
    const mistake = step !== undefined && isMistake(nodes[made - 1], step);
    const maker = step === undefined ? null : sideAt(nodes[made - 1], made - 1);
    const mover = maker === null || source.isForOne ? "" : sideName(maker);
    const when =
      step === undefined || maker === null ? "start" : `after move ${made}, ${moveOf(source, maker, step.text)}`;
    const what = node.over ? endOf(source, node, toMove) : fateOf(source, node, toMove);
    const of = mover === "" ? "" : ` of ${mover}`;
    return {
      height: winner === null ? 0 : winner === 0 ? size : -size,
      side: winner === null ? "draw" : winner === 0 ? "x" : "o",
      label,
      move: step?.text ?? "start",
      mover,
      by: mover === "" ? "" : maker === 0 ? "x" : "o",
      mistake,
      when,
      name: `${when}: ${what}${mistake ? `; a mistake${of}` : ""}`,
    };
  });
}
