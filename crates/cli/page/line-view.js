/**
 * A line of play as small boards.
 *
 * @typedef {import("./explain.js").Reply} Reply
 * @typedef {import("./node.js").Source} Source
 */

import { make } from "./dom.js";
import { moveOf, otherSide } from "./node.js";
import { seenPieces } from "./pieces.js";
import { smallBoard } from "./small-board.js";

/** The width of a board in pixels. */
const LINE_BOARD = 64;

/** The position after each move, with the move below it. @param {Source} source @param {Reply[]} line */
export function lineView(source, line) {
  const { drawing } = source;
  const items = line.map(({ mover, step, node }) => {
    const item = make("li", {}, make("span", {}, moveOf(source, mover, step.text)));
    if (drawing !== null) {
      const pieces = seenPieces(drawing, node.pieces, node.mover ?? otherSide(mover));
      item.prepend(smallBoard(drawing, pieces, LINE_BOARD, { last: step.to, line: node.line }));
    }
    return item;
  });
  return make("ol", { class: "line-of-boards" }, ...items);
}
