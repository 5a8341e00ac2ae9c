/**
 * The tree of a search as a drawing: the first call is on the left, and each deeper call is one column to the right.
 * The calls from one position are listed from top to bottom. So a tree with many branches grows downwards, which is the
 * direction in which a phone scrolls.
 *
 * @typedef {import("./minimax.js").Call} Call
 * @typedef {import("./minimax.js").Search} Search
 * @typedef {import("./minimax.js").Progress} Progress
 * @typedef {import("./minimax.js").Window} Window
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./node.js").Step} Step
 *
 * @typedef {object} Item A part of the drawing that a reader can point at.
 * @property {"call" | "ghost" | "symmetric"} kind A call, moves that are cut off, or symmetric moves that are shown as one.
 * @property {Call} call The call, or that whose moves these are.
 * @property {Step | null} step The move that leads to the position shown; null for the first call.
 * @property {number} level The depth in the tree, from 1.
 * @property {string} path The moves from the first call.
 * @property {SVGGElement} group
 */

import { makeSvg } from "./dom.js";
import { cutName, scoreText, sideOfResult, windowText } from "./minimax.js";
import { counted, moveOf, otherSide, sideName } from "./node.js";
import { seenPieces } from "./pieces.js";
import { smallBoard } from "./small-board.js";

/**
 * In pixels: a board, a board that is cut off, the distance to the next, the least length of an edge, the text beside a board, a letter on it, the row of a
 * call without calls below it, any other row, the addition of a window to it, the row of moves that are cut off, the row of symmetric moves, and the margin.
 */
const BOARD = 56;
const GHOST = 36;
const STEP = 62;
const EDGE_WIDTH = 76;
const BESIDE = 150;
const LETTER = 8;
const LEAF_ROW = 70;
const ROW = 84;
const WINDOW_ROW = 26;
const GHOST_ROW = 66;
const THIN_ROW = 30;
const AROUND = 10;

/** The longest text of a position that replaces a board. */
const LEGIBLE = 8;

/** The longest text below a board that ends before the branches beside it. */
const SHORT = 10;

/** A drawn call. @typedef {{ group: SVGGElement, edge: SVGElement | null, cut: SVGGElement | null, cutAt: number | null, like: SVGGElement | null, x: number, y: number }} Drawn */

export class TreeDrawing {
  /** @param {Search} search @param {Source} source @param {boolean} hasWindows */
  constructor(search, source, hasWindows = search.algorithm === "alpha-beta") {
    this.search = search;
    this.source = source;
    this.drawing = source.drawing;
    this.column = BOARD + Math.max(EDGE_WIDTH, ...search.calls.map((call) => 34 + LETTER * edgeName(call).length));
    this.hasWindows = hasWindows;
    this.row = this.hasWindows ? ROW + WINDOW_ROW : ROW;
    const scores = [...search.calls.map(({ score }) => score), ...(source.header.scores ? [] : [-1, 1])];
    /** The range of the scores, for the windows. */
    this.range = [Math.min(...scores), Math.max(...scores)];
    /** @type {Map<Call, Drawn>} */
    this.drawn = new Map();
    /** From top to bottom. @type {Item[]} */
    this.items = [];
    this.edges = makeSvg("g", { "aria-hidden": "true" });
    this.nodes = makeSvg("g");
    this.width = 0;
    const height = this.lay(search.calls[0], 0, 0);
    const size = { width: this.width + 2 * AROUND, height: height + 2 * AROUND };
    this.picture = makeSvg("svg", { class: "tree", ...size, viewBox: `0 0 ${size.width} ${size.height}` });
    this.picture.append(makeSvg("g", { transform: `translate(${AROUND} ${AROUND})` }, this.edges, this.nodes));
  }

  /** Draws a call and the calls below it from this height. Returns the height below them. @param {Call} call @param {number} depth @param {number} top */
  lay(call, depth, top) {
    const [x, y] = [depth * this.column, top];
    this.width = Math.max(this.width, x + BOARD + (isLeaf(call) ? BESIDE : 16));
    const group = this.node(call, x, y);
    this.add("call", call, call.step, depth + 1, group);
    const edge = call.parent === null ? null : this.edge(call, x, y);
    /** @type {Drawn} */
    const drawn = { group, edge, cut: null, cutAt: null, like: null, x, y };
    this.drawn.set(call, drawn);
    let below = top;
    for (const child of call.children.filter(({ like }) => like === null)) {
      below = this.lay(child, depth + 1, below);
    }
    const merged = call.children.filter(({ like }) => like !== null);
    if (merged.length > 0) {
      drawn.like = this.symmetric(call, merged, below, depth);
      below += THIN_ROW;
    }
    if (call.cut.length > 0 && !call.isFolded) {
      drawn.cutAt = below;
      drawn.cut = this.cut(call, below, depth);
      below += GHOST_ROW;
    }
    return Math.max(below, top + (isLeaf(call) ? LEAF_ROW : this.row));
  }

  /** @param {Item["kind"]} kind @param {Call} call @param {Step | null} step @param {number} level @param {SVGGElement} group */
  add(kind, call, step, level, group) {
    const below = kind === "call" ? call.path : `${call.path}${call.path === "" ? "" : "-"}${step?.move}`;
    this.items.push({ kind, call, step, level, path: kind === "symmetric" ? `${call.path}-` : below, group });
    this.nodes.append(group);
  }

  /** A call: its board, and its texts below it, or beside it if no call is drawn there. @param {Call} call @param {number} x @param {number} y */
  node(call, x, y) {
    const { node, step, seen, isFolded, hidden } = call;
    const group = makeSvg("g", { class: "call", transform: `translate(${x} ${y})` });
    if (isFolded) {
      group.classList.add("folded");
      for (const behind of [8, 4]) {
        group.append(makeSvg("rect", { class: "stack", x: behind, y: behind, width: BOARD, height: BOARD, rx: 4 }));
      }
    }
    group.append(makeSvg("rect", { class: "frame", x: -3, y: -3, width: BOARD + 6, height: BOARD + 6, rx: 5 }));
    group.append(this.board(node, call.mover, BOARD, step?.to ?? null));
    const left = isLeaf(call) ? BOARD + (isFolded ? 16 : 10) : 0;
    const top = isLeaf(call) ? 0 : BOARD + 4;
    group.append(makeSvg("text", { class: "number", x: left, y: top + 14 }));
    if (this.hasWindows) {
      group.append(makeSvg("text", { class: "window", x: left, y: top + 29 }));
      group.append(this.gauge(left, top + 36));
    }
    const calls = hidden === null ? "" : counted(hidden, "call", "calls");
    const about = seen !== null ? `as call ${seen.number}` : isFolded ? `⊞ ${calls}` : "";
    group.classList.toggle("seen", seen !== null);
    group.append(makeSvg("text", { class: "as", x: left, y: this.hasWindows ? 58 : 32 }, about));
    return group;
  }

  /** A position: its board, or its text. @param {import("./node.js").Node} node @param {0 | 1} mover @param {number} size @param {number | null} last */
  board(node, mover, size, last) {
    if (this.drawing === null) {
      const text = node.id.length <= LEGIBLE ? node.id : this.source.isForOne ? "…" : sideName(mover);
      return makeSvg("text", { class: "who", x: size / 2, y: size / 2 + 5 }, text);
    }
    return smallBoard(this.drawing, seenPieces(this.drawing, node.pieces, mover), size, { last, line: node.line });
  }

  /** The window on the scale of the scores: a track, the part that is open, and ticks for the ends and 0. @param {number} x @param {number} y */
  gauge(x, y) {
    const [low, high] = this.range;
    const ticks = [low, 0, high].filter((score) => score >= low && score <= high);
    const at = makeSvg("g", { class: "gauge", transform: `translate(${x} ${y})` });
    at.append(
      makeSvg("rect", { class: "track", x: 0, y: 0, width: BOARD, height: 6, rx: 3 }),
      makeSvg("rect", { class: "open-part", x: 0, y: 0, width: BOARD, height: 6, rx: 3 }),
      ...ticks.map((score) =>
        makeSvg("rect", { class: "tick", x: this.across(score) - 0.5, y: -2, width: 1, height: 10 }),
      ),
    );
    return at;
  }

  /** The place of a score on the scale of a window. @param {number} score */
  across(score) {
    const [low, high] = this.range;
    const part = high === low ? 0.5 : (score - low) / (high - low);
    return score === Number.NEGATIVE_INFINITY
      ? 0
      : score === Number.POSITIVE_INFINITY
        ? BOARD
        : 8 + part * (BOARD - 16);
  }

  /** The edge from the parent, with the move and the returned score. @param {Call} call @param {number} x @param {number} y */
  edge(call, x, y) {
    const from = this.junction(call.parent);
    const down = y + BOARD / 2;
    const edge = makeSvg("g", { class: "edge" });
    edge.append(makeSvg("path", { d: `M${from.x} ${from.y}h12V${down}H${x - 3}` }));
    edge.append(makeSvg("text", { class: "move", x: from.x + 18, y: down - 6 }, edgeName(call)));
    edge.append(makeSvg("text", { class: "score", x: from.x + 18, y: down + 17 }));
    this.edges.append(edge);
    return edge;
  }

  /** How a call is drawn. @param {Call} call */
  drawnOf(call) {
    return /** @type {Drawn} */ (this.drawn.get(call));
  }

  /** Where the edges to the children of a call begin. @param {Call | null} call */
  junction(call) {
    const { x, y } = this.drawnOf(/** @type {Call} */ (call));
    return { x: x + BOARD + 3, y: y + BOARD / 2 };
  }

  /** The symmetric moves of a call, which are not drawn. @param {Call} call @param {Call[]} merged @param {number} top @param {number} depth */
  symmetric(call, merged, top, depth) {
    const from = this.junction(call);
    const y = top + THIN_ROW / 2;
    const group = makeSvg("g", { class: "symmetric" });
    group.append(makeSvg("path", { d: `M${from.x + 12} ${from.y}V${y}h14` }));
    group.append(makeSvg("text", { x: from.x + 30, y: y + 4 }, symmetricText(merged)));
    this.width = Math.max(this.width, from.x + 34 + LETTER * symmetricText(merged).length);
    this.add("symmetric", call, merged[0].step, depth + 2, group);
    return group;
  }

  /** Moves that are cut off, as ghosts. @param {Call} call @param {number} top @param {number} depth */
  cut(call, top, depth) {
    const from = this.junction(call);
    const y = top + GHOST / 2 + 6;
    const cut = makeSvg("g", { class: "cut", "aria-hidden": "true" });
    const name = `✂ ${cutName(call)}`;
    const begin = from.x + 30 + LETTER * name.length;
    cut.append(makeSvg("text", { x: from.x + 26, y: y + 4 }, name));
    const kinds = Map.groupBy(call.cut, ({ kind }) => kind);
    for (const [i, steps] of [...kinds.values()].entries()) {
      const at = begin + i * STEP;
      const ghost = makeSvg("g", { class: "ghost", transform: `translate(${at} ${top + 6})` });
      ghost.append(makeSvg("rect", { class: "frame", x: -3, y: -3, width: GHOST + 6, height: GHOST + 6, rx: 5 }));
      if (this.source.knows(steps[0].next)) {
        const node = this.source.node(steps[0].next);
        ghost.append(this.board(node, node.mover ?? otherSide(call.mover), GHOST, steps[0].to));
      }
      const label = steps.map(({ text }) => text.split(" ").at(-1)).join(" ");
      ghost.append(makeSvg("text", { class: "move", x: GHOST / 2, y: GHOST + 17 }, label));
      this.add("ghost", call, steps[0], depth + 2, ghost);
      this.width = Math.max(this.width, at + GHOST + 24);
    }
    const gaps = Array.from(
      { length: kinds.size - 1 },
      (_, i) => `M${begin + i * STEP + GHOST + 4} ${y}h${STEP - GHOST - 8}`,
    );
    cut.append(makeSvg("path", { d: `M${from.x + 12} ${from.y}V${y}h12M${begin - 8} ${y}h5${gaps.join("")}` }));
    this.edges.append(cut);
    return cut;
  }

  /** Writes a text of a call. A long one ends with the board above it, so that no branch runs through it. @param {Call} call @param {string} selector @param {string} text */
  label(call, selector, text) {
    const { group } = this.drawnOf(call);
    write(group, selector, text);
    if (!isLeaf(call)) {
      const isLong = text.length > SHORT;
      const label = group.querySelector(selector);
      label?.setAttribute("x", `${isLong ? BOARD + 10 : 0}`);
      label?.setAttribute("text-anchor", isLong ? "end" : "start");
    }
  }

  /** Shows the tree after this many events. @param {Map<Call, Progress>} progress @param {Call} current */
  show(progress, current) {
    /** The calls that have not returned, the current one last. */
    const open = new Set();
    for (let call = /** @type {Call | null} */ (current); call !== null; call = call.parent) {
      open.add(call);
    }
    for (const [call, { group, edge }] of this.drawn) {
      const { phase, window, result } = /** @type {Progress} */ (progress.get(call));
      const returned = phase === "returned";
      const kept = call.parent !== null && progress.get(call.parent)?.result.chosen === call;
      group.classList.toggle("open", open.has(call));
      group.classList.toggle("current", call === current);
      this.colour(call, returned ? sideOfResult(call) : null, returned);
      edge?.classList.toggle("new", phase === "new");
      edge?.classList.toggle("kept", kept);
      write(edge, ".score", returned ? `${scoreText(call)}${kept ? " ★" : ""}` : "");
      const soFar = result.chosen === null ? "" : `, ${scoreText(result)} so far`;
      this.label(
        call,
        ".number",
        `call ${call.number.toLocaleString("en")}${returned ? `: ${scoreText(call)}` : soFar}`,
      );
      if (this.hasWindows) {
        this.showWindow(call, returned ? call.window : window);
      }
    }
    for (const { kind, call, group } of this.items) {
      const { phase, cut } = /** @type {Progress} */ (progress.get(call));
      const first = call.children.find(({ like }) => like !== null);
      const isNew = { call: phase === "new", ghost: !cut, symmetric: first && progress.get(first)?.phase === "new" }[
        kind
      ];
      group.classList.toggle("new", isNew === true);
    }
    for (const [call, { cut }] of this.drawn) {
      cut?.classList.toggle("new", !progress.get(call)?.cut);
    }
  }

  /**
   * Shows a call in a prediction.
   * @param {Call} call @param {string} text its score, or what the reader says
   * @param {object} how
   * @param {0 | 1 | null | undefined} how.side the side that the score is good for
   * @param {boolean} [how.isAnswer] whether the reader gives the score
   * @param {import("./predict.js").Grade["kind"]} [how.grade]
   * @param {boolean} [how.isCut] @param {boolean} [how.isOnLine]
   * @param {Window | null} [how.window]
   */
  ask(call, text, { side, isAnswer = false, grade, isCut = false, isOnLine = false, window = null }) {
    const { group, edge } = this.drawnOf(call);
    this.colour(call, side, true);
    for (const kind of ["right", "wrong", "follows"]) {
      group.classList.toggle(kind, kind === grade);
    }
    group.classList.toggle("answer", isAnswer);
    group.classList.toggle("off", isCut);
    edge?.classList.toggle("off", isCut);
    edge?.classList.toggle("kept", isOnLine);
    this.label(call, ".number", text);
    if (this.hasWindows) {
      group.classList.toggle("unknown", window === null);
      this.showWindow(call, window ?? call.window);
    }
  }

  /** Frames a call in the colour of the side that its score is good for. @param {Call} call @param {0 | 1 | null | undefined} side @param {boolean} isKnown */
  colour(call, side, isKnown) {
    const { group } = this.drawnOf(call);
    for (const [of, name] of /** @type {const} */ ([
      [0, "x"],
      [null, "draw"],
      [1, "o"],
      [undefined, "bound"],
    ])) {
      group.classList.toggle(`for-${name}`, isKnown && side === of);
    }
  }

  /** Shows a window in text and on the scale of scores. @param {Call} call @param {Window} window */
  showWindow(call, window) {
    const { group } = this.drawnOf(call);
    const [from, to] = window.map((score) => this.across(score));
    const isNarrowed = this.search.algorithm === "alpha-beta" && windowText(window) !== windowText(call.window);
    this.label(call, ".window", `${isNarrowed ? "now " : ""}${windowText(window)}`);
    const part = group.querySelector(".open-part");
    part?.classList.toggle("closed", from >= to);
    part?.setAttribute("x", `${from >= to ? from - 2 : from}`);
    part?.setAttribute("width", `${from >= to ? 4 : to - from}`);
  }

  /** The place of an event in the drawing. @param {import("./minimax.js").Event} event */
  placeOf({ kind, call }) {
    const shown = call.like === null ? call : /** @type {Call} */ (call.parent);
    const { x, y, cutAt } = this.drawnOf(shown);
    const [top, below] = kind === "cut" && cutAt !== null ? [cutAt, GHOST_ROW] : [y, this.row];
    return { left: x, top, right: x + BOARD + 8 * AROUND + (kind === "cut" ? BOARD : 0), bottom: top + below + AROUND };
  }

  /** Makes an item stand out, with the calls below it and those that lead there; with null all of it. @param {Item | null} item */
  light(item) {
    /** @param {string} path @param {string} above */
    const isBelow = (path, above) => above === "" || path === above || path.startsWith(`${above}-`);
    /** @param {string} path */
    const isLit = (path) => item === null || isBelow(path, item.path) || isBelow(item.path, path);
    for (const { path, group } of this.items) {
      group.classList.toggle("dim", !isLit(path));
    }
    for (const [call, { edge, cut }] of this.drawn) {
      edge?.classList.toggle("dim", !isLit(call.path));
      cut?.classList.toggle("dim", !isLit(call.path) && !(item?.kind === "ghost" && item.call === call));
    }
  }
}

/** "≅ 3, 7, 9: 179,112 calls". @param {Call[]} merged */
function symmetricText(merged) {
  const moves = merged.map((call) => call.step?.text.split(" ").at(-1)).join(" ");
  const isCounted = merged.every(({ hidden }) => hidden !== null);
  const calls = merged.reduce((sum, { hidden }) => sum + 1 + (hidden ?? 0), 0);
  return `⊞ symmetric: ${moves}${isCounted ? ` (${counted(calls, "call", "calls")})` : ""}`;
}

/** Whether no call is drawn below a call. @param {Call} call */
const isLeaf = ({ children, cut, isFolded }) => isFolded || children.length + cut.length === 0;

/** The move that led to a call, in brief: "X 5". @param {Call} call */
function edgeName({ parent, step }) {
  return parent === null || step === null ? "" : moveOf(parent, parent.mover, step.text.split(" ").at(-1) ?? "");
}

/** @param {Element | null} within @param {string} selector @param {string} text */
function write(within, selector, text) {
  const found = within?.querySelector(selector);
  if (found && found.textContent !== text) {
    found.textContent = text;
  }
}
