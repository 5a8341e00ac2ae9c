/**
 * Pieces: their drawings and their names. A drawing has its middle at 0, and its cell is 1 wide.
 *
 * @typedef {"mark" | "disc"} Style Marks are drawn with a pen; discs are put on the board.
 */

import { make, makeSvg } from "./dom.js";
import { LETTERS, SIDES } from "./node.js";

/** The outlines of pieces that have one of their own. @type {Record<string, string>} */
const FIGURES = {
  king:
    "M-.035-.44h.07v.07h.07v.07h-.07v.1c.11-.09.33-.07.33.13 0 .14-.13.19-.15.3h.05v.13h-.53v-.13h.05" +
    "c-.02-.11-.15-.16-.15-.3 0-.2.22-.22.33-.13v-.1h-.07v-.07h.07z",
  rook: "M-.26-.36h.13v.09h.07v-.09h.12v.09h.07v-.09h.13v.2l-.08.06.03.33h.07v.13h-.56v-.13h.07l.03-.33-.08-.06z",
};

/** The outline of a stone. */
const PEBBLE = "M-.43.06c-.02-.22.17-.38.41-.39.26-.01.46.14.45.36-.01.2-.16.33-.42.34-.25.01-.43-.13-.44-.31z";

/** The pieces that fill their cell. */
const FILLING = ["chocolate", "poison", "domino", "hole", "edge", "box"];

/** The number of seeds that are drawn one by one. */
const SEEDS = 30;

/**
 * A piece as a cell of this outline shows it, and its owner: a box is filled with the colour of its owner.
 * @param {string} piece @param {string} owner who has made it, if the piece does not say so
 * @param {import("./node.js").Outline} outline @returns {[string, string]}
 */
export function seenIn(piece, owner, outline) {
  return outline === "box" ? ["box", partsOf(piece)[0] || owner] : [piece, owner];
}

/** The name of a piece: "X", "Red", "White's king", "3". @param {string} piece @param {Style} style */
export function pieceName(piece, style) {
  const [owner, name] = partsOf(piece);
  const side = style === "mark" ? owner.toUpperCase() : SIDES[owner === "x" ? 0 : 1];
  return owner === "" ? name : name === "" ? side : `${side}'s ${name}`;
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

/**
 * The pieces from the view of X and O, if X's pieces are those of the side to move.
 * @param {import("./node.js").Drawing | null} drawing @param {string[]} pieces @param {0 | 1 | null} side the side to move
 */
export const seenPieces = (drawing, pieces, side) =>
  drawing?.seenByMover && side === 1 ? pieces.map(otherSides) : pieces;

/**
 * What each side has more or less of; null if nothing is counted.
 * @param {import("./node.js").Drawing} drawing @param {string[]} pieces @param {string[]} owners who has made the pieces
 *   that do not say it
 */
export function tallyOf({ counts, outlines }, pieces, owners) {
  if (counts === "") {
    return null;
  }
  if (counts === "seeds") {
    const [x, o] = pieces.filter((_, cell) => outlines[cell] === "store").map(Number);
    return { x, o, what: counts };
  }
  const cells = [...pieces.keys()].filter((cell) => counts !== "boxes" || outlines[cell] === "box");
  const sides = cells.filter((cell) => pieces[cell] !== "").map((cell) => partsOf(pieces[cell])[0] || owners[cell]);
  /** @param {string} side */
  const of = (side) => sides.filter((other) => other === side).length;
  return { x: of("x"), o: of("o"), what: counts };
}

/** Seeds at the end of a game: each side has those of its pits in its store. @param {string[]} pieces */
export function swept(pieces) {
  let sum = 0;
  return pieces.map((piece, cell) => {
    sum = (cell % (pieces.length / 2) ? sum : 0) + Number(piece);
    return (cell + 1) % (pieces.length / 2) ? "0" : `${sum}`;
  });
}

/** Whether a piece is a number of seeds. @param {string} piece */
export const isCount = (piece) => /^\d+$/.test(piece);

/**
 * The drawing of a piece as an element of the page.
 * @param {string} piece @param {Style} style @param {string} owner who has made it, if the piece does not say so
 */
export function drawnPiece(piece, style, owner = "") {
  const [of, name] = partsOf(piece);
  const drawn = make("span", { class: `mark ${of || owner}`, "data-piece": piece, "aria-hidden": "true" });
  if (FILLING.includes(name)) {
    drawn.classList.add("tile", name);
  }
  const fit = name === "edge" ? "none" : "xMidYMid";
  drawn.append(
    makeSvg("svg", { viewBox: "-0.5 -0.5 1 1", preserveAspectRatio: fit }, ...shapesOf(piece, style, owner)),
  );
  if (isCount(piece)) {
    drawn.append(make("span", { class: "count" }, piece));
  }
  return drawn;
}

/**
 * The shapes of a piece.
 * @param {string} piece @param {Style} style @param {string} owner
 */
export function shapesOf(piece, style, owner = "") {
  const [of, name] = partsOf(piece);
  const side = of || owner;
  if (isCount(piece)) {
    return seeds(Number(name));
  }
  if (name === "") {
    return style === "mark" ? [stroke(side, 0.26)] : disc(side);
  }
  if (FIGURES[name] !== undefined) {
    return [makeSvg("path", { d: FIGURES[name], class: `figure ${side}` })];
  }
  if (FILLING.includes(name)) {
    return tile(name, side);
  }
  if (name === "stone") {
    return [
      makeSvg("ellipse", { cx: 0.03, cy: 0.26, rx: 0.4, ry: 0.16, class: "shade" }),
      makeSvg("path", { d: PEBBLE, class: "stone" }),
      makeSvg("path", { d: "M-.27-.06c.05-.1.14-.15.26-.16", class: "shine" }),
    ];
  }
  const letter = LETTERS[piece] ?? LETTERS[otherSides(piece)] ?? name.slice(0, 1).toUpperCase();
  return [makeSvg("text", { class: `letter ${side}`, y: 0.2 }, letter)];
}

/** The sign of a side, drawn with a pen. @param {string} side @param {number} half */
function stroke(side, half) {
  return side === "x"
    ? makeSvg("path", { d: `M${-half} ${-half} ${half} ${half}M${half} ${-half} ${-half} ${half}`, class: "stroke x" })
    : makeSvg("circle", { r: half * 1.1, class: `stroke ${side}` });
}

/** @param {string} side */
function disc(side) {
  const sign = side === "o" ? [stroke(side, 0.13)] : [];
  return [
    makeSvg("circle", { r: 0.41, class: `disc ${side}` }),
    makeSvg("circle", { r: 0.31, class: "edge" }),
    ...sign,
  ];
}

/** @param {string} name @param {string} side */
function tile(name, side) {
  // An edge goes from dot to dot.
  const [far, half, rx] = name === "edge" ? [0.58, 0.5, 0.06] : [0.47, 0.47, 0.1];
  const whole = makeSvg("rect", {
    x: -far,
    y: -half,
    width: 2 * far,
    height: 2 * half,
    rx,
    class: `whole ${name} ${side}`,
  });
  if (name === "chocolate" || name === "poison") {
    const inner = makeSvg("rect", { x: -0.32, y: -0.32, width: 0.64, height: 0.64, rx: 0.06, class: "bevel" });
    return [whole, inner, ...(name === "poison" ? [makeSvg("text", { class: "letter", y: 0.19 }, "☠")] : [])];
  }
  return name === "box" && side !== "" ? [whole, makeSvg("g", { class: "token" }, ...disc(side))] : [whole];
}

/**
 * The part of a cell that a piece fills, for a drawing.
 * @param {string} piece @param {import("./layout.js").Box} box @returns {[number, number]}
 */
export function extentOf(piece, { width, height, outline }) {
  const [, name] = partsOf(piece);
  if (name === "edge") {
    return outline === "lying" ? [width, height / 2] : [width / 2, height];
  }
  const least = Math.min(width, height);
  return FILLING.includes(name) ? [width, height] : [least, least];
}

/** Seeds in a pit, from the middle outwards as in the head of a sunflower. @param {number} count */
function seeds(count) {
  const drawn = Math.min(count, SEEDS);
  const r = Math.min(0.15, 0.35 / Math.sqrt(drawn));
  return Array.from({ length: drawn }, (_, i) => {
    const [angle, far] = [2.39996 * i, 1.1 * r * Math.sqrt(i + (count > 1 ? 0.6 : 0))];
    return makeSvg("circle", { cx: far * Math.cos(angle), cy: far * Math.sin(angle), r, class: `seed s${i % 3}` });
  });
}
