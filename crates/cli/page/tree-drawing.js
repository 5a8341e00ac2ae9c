/**
 * The tree of a search as a drawing: the first call is on the left, and each deeper call is one column to the right.
 * The calls from one position are listed from top to bottom. So a tree with many branches grows downwards, which is the
 * direction in which a phone scrolls.
 *
 * @typedef {import("./minimax.js").Call} Call
 * @typedef {import("./minimax.js").Search} Search
 * @typedef {import("./minimax.js").Progress} Progress
 * @typedef {import("./node.js").Drawing} Drawing
 */

import { makeSvg } from "./dom.js";
import { cutName, scoreText, sideOfResult, windowText } from "./minimax.js";
import { sideName } from "./node.js";
import { otherSides } from "./pieces.js";
import { smallBoard } from "./small-board.js";

/** In pixels: a board, the least length of an edge, a letter on it, a row, the addition of a window to a row, the row of cut-off moves, and the margin. */
const BOARD = 56;
const EDGE_WIDTH = 76;
const LETTER = 8;
const ROW = 84;
const WINDOW_ROW = 16;
const CUT_ROW = 34;
const AROUND = 8;

/** The longest text of a position that replaces a board. */
const LEGIBLE = 8;

/** A drawn call. @typedef {{ group: SVGGElement, edge: SVGElement | null, cut: SVGGElement | null, cutAt: number | null, x: number, y: number }} Drawn */

export class TreeDrawing {
  /** @param {Search} search @param {Drawing | null} drawing */
  constructor(search, drawing) {
    this.search = search;
    this.drawing = drawing;
    this.column = BOARD + Math.max(EDGE_WIDTH, ...search.calls.map((call) => 24 + LETTER * edgeName(call).length));
    this.row = search.algorithm === "alpha-beta" ? ROW + WINDOW_ROW : ROW;
    /** @type {Map<Call, Drawn>} */
    this.drawn = new Map();
    this.edges = makeSvg("g");
    this.nodes = makeSvg("g");
    this.width = 0;
    const height = this.lay(search.calls[0], 0, 0);
    this.picture = makeSvg("svg", { width: this.width + 2 * AROUND, height: height + 2 * AROUND, role: "img" });
    this.picture.setAttribute("aria-label", "The tree of the calls so far");
    const moved = makeSvg("g", { transform: `translate(${AROUND} ${AROUND})` }, this.edges, this.nodes);
    this.picture.append(moved);
  }

  /** Draws a call and the calls below it from this height. Returns the height below them. @param {Call} call @param {number} depth @param {number} top */
  lay(call, depth, top) {
    const [x, y] = [depth * this.column, top];
    this.width = Math.max(this.width, x + this.column - 2 * AROUND);
    const group = this.node(call, x, y);
    const drawn = { group, edge: call.parent === null ? null : this.edge(call, x, y), cut: null, cutAt: null, x, y };
    this.drawn.set(call, drawn);
    let below = top;
    for (const child of call.children) {
      below = this.lay(child, depth + 1, below);
    }
    if (call.cut.length > 0) {
      this.drawn.set(call, { ...drawn, cut: this.cut(call, x, below), cutAt: below });
      return Math.max(below + CUT_ROW, top + this.row);
    }
    return Math.max(below, top + this.row);
  }

  /** @param {Call} call @param {number} x @param {number} y */
  node(call, x, y) {
    const { node, step, number, seen } = call;
    const group = makeSvg("g", { class: "call", transform: `translate(${x} ${y})` });
    group.append(makeSvg("rect", { class: "frame", x: -3, y: -3, width: BOARD + 6, height: BOARD + 6, rx: 5 }));
    if (this.drawing === null) {
      const text = node.id.length <= LEGIBLE ? node.id : sideName(call.mover);
      group.append(makeSvg("text", { class: "who", x: BOARD / 2, y: BOARD / 2 + 5 }, text));
    } else {
      const marked = { last: step?.to ?? null, line: node.line };
      const isTurned = this.drawing.seenByMover && call.mover === 1;
      const pieces = isTurned ? node.pieces.map(otherSides) : node.pieces;
      group.append(smallBoard(this.drawing, pieces, BOARD, marked));
    }
    group.append(makeSvg("text", { class: "number", x: 0, y: BOARD + 18 }, `call ${number}`));
    group.append(makeSvg("text", { class: "window", x: 0, y: BOARD + 32 }));
    if (seen !== null) {
      group.classList.add("seen");
      group.append(makeSvg("text", { class: "as", x: BOARD + 10, y: BOARD / 2 + 4 }, `as call ${seen.number}`));
    }
    this.nodes.append(group);
    return group;
  }

  /** The edge from the parent, with the move and the returned score. @param {Call} call @param {number} x @param {number} y */
  edge(call, x, y) {
    const parent = /** @type {Drawn} */ (this.drawn.get(/** @type {Call} */ (call.parent)));
    const from = parent.x + BOARD + 3;
    const [across, down] = [parent.y + BOARD / 2, y + BOARD / 2];
    const edge = makeSvg("g", { class: "edge" });
    edge.append(makeSvg("path", { d: `M${from} ${across}H${from + 12}V${down}H${x - 3}` }));
    edge.append(makeSvg("text", { class: "move", x: from + 18, y: down - 6 }, edgeName(call)));
    edge.append(makeSvg("text", { class: "score", x: from + 18, y: down + 17 }));
    this.edges.append(edge);
    return edge;
  }

  /** @param {Call} call @param {number} x @param {number} y */
  cut(call, x, y) {
    const from = x + BOARD + 3;
    const across = /** @type {Drawn} */ (this.drawn.get(call)).y + BOARD / 2;
    const moves = call.cut.map((step) => step.text.split(" ").at(-1)).join(", ");
    const name = `✂ ${moves} (${cutName(call)})`;
    const cut = makeSvg("g", { class: "cut" });
    const height = y + CUT_ROW / 2 - 4;
    cut.append(makeSvg("path", { d: `M${from + 12} ${across}V${height}H${from + 26}` }));
    const text = makeSvg("text", { x: from + 30, y: height + 4 }, name);
    cut.append(text);
    this.width = Math.max(this.width, from + 34 + LETTER * name.length);
    this.edges.append(cut);
    return cut;
  }

  /** Shows the tree after this many events. @param {Map<Call, Progress>} progress @param {Call} current */
  show(progress, current) {
    /** The calls that have not returned, the current one last. */
    const open = new Set();
    for (let call = /** @type {Call | null} */ (current); call !== null; call = call.parent) {
      open.add(call);
    }
    for (const [call, { group, edge, cut }] of this.drawn) {
      const { phase, window, cut: isCut, result } = /** @type {Progress} */ (progress.get(call));
      const returned = phase === "returned";
      const kept = call.parent !== null && progress.get(call.parent)?.result.chosen === call;
      group.classList.toggle("new", phase === "new");
      group.classList.toggle("open", open.has(call));
      group.classList.toggle("current", call === current);
      for (const [side, name] of /** @type {const} */ ([
        [0, "x"],
        [null, "draw"],
        [1, "o"],
        [undefined, "bound"],
      ])) {
        group.classList.toggle(`for-${name}`, returned && sideOfResult(call) === side);
      }
      edge?.classList.toggle("new", phase === "new");
      edge?.classList.toggle("kept", kept);
      write(edge, ".score", returned ? `${scoreText(call)}${kept ? " ★" : ""}` : "");
      const soFar = result.chosen === null ? "" : `, ${scoreText(result)} so far`;
      write(group, ".number", `call ${call.number}${returned ? `: ${scoreText(call)}` : soFar}`);
      if (this.search.algorithm === "alpha-beta") {
        const narrowed = !returned && windowText(window) !== windowText(call.window);
        write(group, ".window", narrowed ? `now ${windowText(window)}` : `window ${windowText(call.window)}`);
      }
      cut?.classList.toggle("new", !isCut);
    }
  }

  /** The place of an event in the drawing. @param {import("./minimax.js").Event} event */
  placeOf({ kind, call }) {
    const { x, y, cutAt } = /** @type {Drawn} */ (this.drawn.get(call));
    const [top, below] = kind === "cut" && cutAt !== null ? [cutAt, CUT_ROW] : [y, this.row];
    return { left: x, top, right: x + BOARD + 4 * AROUND + (kind === "cut" ? BOARD : 0), bottom: top + below + AROUND };
  }
}

/** The move that led to a call, in brief: "X 5". @param {Call} call */
function edgeName({ parent, step }) {
  return parent === null || step === null ? "" : `${sideName(parent.mover)} ${step.text.split(" ").at(-1)}`;
}

/** @param {Element | null} within @param {string} selector @param {string} text */
function write(within, selector, text) {
  const found = within?.querySelector(selector);
  if (found && found.textContent !== text) {
    found.textContent = text;
  }
}
