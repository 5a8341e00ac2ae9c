/** A picture of a position: small in the trees, and large when it is saved. */

import { makeSvg } from "./dom.js";
import { groundOf, strokeOf } from "./ground.js";
import { centreOf, layoutOf } from "./layout.js";
import { extentOf, isCount, seenIn, shapesOf } from "./pieces.js";

/**
 * @typedef {import("./node.js").Drawing} Drawing
 * @typedef {import("./layout.js").Box} Box
 */

/**
 * A board in a square of this many pixels.
 * @param {Drawing} drawing @param {string[]} pieces @param {number} size
 * @param {{ last: number | null, line: number[], owners?: string[] }} marked the cell of the last move, the cells of the
 *   winning line, and who has made the pieces that do not say it
 * @param {boolean} named whether the names of the cells are written
 */
export function smallBoard(drawing, pieces, size, { last, line, owners = [] }, named = false) {
  const layout = layoutOf(drawing, { small: !named });
  const { boxes, width, height } = layout;
  const board = makeSvg("svg", { class: `small-board ${drawing.surface}`, width: size, height: size });
  board.setAttribute("viewBox", `0 0 ${width} ${height}`);
  // The size of names depends on it.
  board.style.setProperty("--width", `${width}`);
  const { under, before } = groundOf(drawing, layout, named);
  board.append(...under);
  if (last !== null) {
    board.append(lastCell(boxes[last]));
  }
  board.append(...strokeOf(boxes, line));
  for (const [cell, piece] of pieces.entries()) {
    if (piece !== "") {
      const [seen, owner] = seenIn(piece, owners[cell] ?? "", boxes[cell].outline);
      board.append(placed(seen, boxes[cell], drawing, owner));
    }
  }
  board.append(...before);
  return board;
}

/** @param {string} piece @param {Box} box @param {Drawing} drawing @param {string} owner */
function placed(piece, box, { style }, owner) {
  const [{ x, y }, [right, down]] = [centreOf(box), extentOf(piece, box)];
  const shapes = isCount(piece) ? [makeSvg("text", { class: "letter", y: 0.2 }, piece)] : shapesOf(piece, style, owner);
  return makeSvg("g", { transform: `translate(${x} ${y}) scale(${right} ${down})` }, ...shapes);
}

/** The mark of the last move. @param {Box} box */
function lastCell({ x, y, width, height, outline }) {
  const rx = outline === "square" || outline === "box" ? 0.1 : Math.min(width, height) / 2;
  const high = outline === "hexagon" ? width : height;
  return makeSvg("rect", { x, y: y + (height - high) / 2, width, height: high, rx, class: "last-cell" });
}
