/**
 * Pieces: their drawings and their names.
 *
 * @typedef {"mark" | "disc"} Style Marks are drawn with a pen; discs are put on the board.
 */

import { make, makeSvg } from "./dom.js";

/** The letters of pieces that are neither marks nor numbers. @type {Record<string, string>} */
const SIGNS = { king: "♚", rook: "♜", poison: "☠" };

/** The pieces that fill their cell. */
export const TILES = ["chocolate", "poison", "domino", "hole", "edge", "box"];

/** The name of a piece: "X", "X's king", "3". @param {string} piece */
export function pieceName(piece) {
  const [owner, name] = partsOf(piece);
  const side = owner.toUpperCase();
  return name === "" ? side : owner === "" ? name : `${side}'s ${name}`;
}

/** The owner, "x" or "o", and the name after it. @param {string} piece @returns {[string, string]} */
export function partsOf(piece) {
  const [, owner, name] = /^(?:([xo])(?:-|$))?(.*)$/.exec(piece) ?? [];
  return [owner ?? "", name ?? ""];
}

/** The same piece of the other side. @param {string} piece */
export function otherSides(piece) {
  const [owner, name] = partsOf(piece);
  return owner === "" ? piece : `${owner === "x" ? "o" : "x"}${name === "" ? "" : `-${name}`}`;
}

/** A named piece as one character, or a number. @param {string} name */
export function signOf(name) {
  return SIGNS[name] ?? (/^\d+$/.test(name) ? name : name.slice(0, 1).toUpperCase());
}

/** The drawing of a piece. @param {string} piece @param {Style} style */
export function drawnPiece(piece, style) {
  const [owner, name] = partsOf(piece);
  const drawn = make("span", { class: `mark ${owner}`, "data-piece": piece, "aria-hidden": "true" });
  if (TILES.includes(name)) {
    drawn.classList.add("tile", name);
    drawn.append(SIGNS[name] ?? "");
  } else if (/^\d+$/.test(name)) {
    drawn.classList.add("seeds");
    drawn.append(name);
  } else if (name === "") {
    drawn.append(glyph(owner, style));
  } else {
    drawn.classList.add("named");
    drawn.append(...(name === "stone" ? [glyph("", "disc")] : [signOf(name)]));
  }
  return drawn;
}

/** The mark or the disc of a side; a plain disc without an owner. @param {string} owner @param {Style} style */
function glyph(owner, style) {
  const signs = { x: "M32 32 L68 68 M68 32 L32 68", o: "M50 31 a19 19 0 1 1 -0.01 0 z" };
  const marks = { x: "M22 22 L78 78 M78 22 L22 78", o: "M50 20 a30 30 0 1 1 -0.01 0 z" };
  const paths = style === "mark" ? marks : signs;
  const path = owner === "x" || owner === "o" ? [makeSvg("path", { d: paths[owner], class: "stroke" })] : [];
  const disc = style === "disc" ? [makeSvg("circle", { cx: 50, cy: 50, r: 42, class: "disc" })] : [];
  return makeSvg("svg", { viewBox: "0 0 100 100", class: style }, ...disc, ...path);
}
