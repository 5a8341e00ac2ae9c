/** A small picture of a position, for the trees. */

import { boxesOf } from "./board.js";
import { makeSvg } from "./dom.js";
import { partsOf, signOf, TILES } from "./pieces.js";

/**
 * @typedef {import("./node.js").Drawing} Drawing
 * @typedef {import("./board.js").Box} Box
 */

/**
 * A board in a square of this many pixels.
 * @param {Drawing} drawing @param {string[]} pieces @param {number} size
 * @param {{ last: number | null, line: number[] }} marked the cells of the last move and of the winning line
 */
export function smallBoard(drawing, pieces, size, { last, line }) {
  const boxes = boxesOf({ ...drawing, falls: false });
  const centres = boxes.map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
  const width = Math.max(...boxes.map(({ x, width }) => x + width));
  const height = Math.max(...boxes.map(({ y, height }) => y + height));
  const board = makeSvg("svg", { class: "small-board", width: size, height: size });
  board.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const joined = (/** @type {string} */ name, /** @type {number} */ from, /** @type {number} */ to) => {
    const [[x1, y1], [x2, y2]] = [centres[from], centres[to]];
    return makeSvg("line", { class: name, x1, y1, x2, y2 });
  };
  board.append(...drawing.links.map(([from, to]) => joined("small-link", from, to)));
  board.append(...boxes.map((box, cell) => smallCell(box, cell === last)));
  for (const [cell, piece] of pieces.entries()) {
    if (piece !== "") {
      const [x, y] = centres[cell];
      board.append(makeSvg("g", { transform: `translate(${x} ${y})` }, smallPiece(piece)));
    }
  }
  if (line.length > 1) {
    board.append(joined("small-line", line[0], line[line.length - 1]));
  }
  return board;
}

/** @param {Box} box @param {boolean} isLast */
function smallCell({ x, y, width, height, outline }, isLast) {
  const round = { point: width / 2, pit: width / 2, store: width / 2, hexagon: width / 3 }[
    /** @type {string} */ (outline)
  ];
  const name = `small-cell${isLast ? " last" : ""}`;
  return makeSvg("rect", { class: name, x, y, width, height, rx: round ?? 0 });
}

/** A mark without a name is drawn. A tile fills its cell. Any other piece is a letter or a number. @param {string} piece */
function smallPiece(piece) {
  const [owner, name] = partsOf(piece);
  const side = `small-piece ${owner}`;
  if (TILES.includes(name)) {
    return makeSvg("rect", { class: `${side} tile`, x: -0.45, y: -0.45, width: 0.9, height: 0.9 });
  }
  if (name !== "") {
    return makeSvg("text", { class: `${side} named`, y: 0.25 }, signOf(name));
  }
  return owner === "x"
    ? makeSvg("path", { class: side, d: "M-.26-.26 .26 .26M-.26 .26 .26-.26" })
    : makeSvg("circle", { class: side, r: 0.28 });
}
