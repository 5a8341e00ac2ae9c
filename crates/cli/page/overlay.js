/**
 * What the board shows over its pieces: the last move, the moves as arrows, and the values. The values are the last
 * layer, so nothing covers them.
 *
 * @typedef {import("./node.js").Drawing} Drawing
 * @typedef {import("./node.js").Step} Step
 * @typedef {import("./layout.js").Box} Box
 */

import { candidates, cellsOf } from "./choosing.js";
import { make, makeSvg } from "./dom.js";
import { centreOf, placeIn } from "./layout.js";
import { briefWorth, compareWorths, FOR_TWO, worthWords } from "./node.js";

/** The number of arrows that a reader can distinguish. If there are more, only the best moves have one. */
const ARROWS = 10;

/** Whether a move ends on a cell. A move that takes a piece away does not. @param {Step | null} step @param {number} cell */
export function isTo(step, cell) {
  return step !== null && (step.to ?? step.from) === cell;
}

/** The mark of the last move: the corners of a frame, or a ring. @param {Drawing} drawing @param {Box[]} boxes @param {Step | null} last */
export function brackets(drawing, boxes, last) {
  const cell = last === null ? undefined : cellsOf(last).findLast((cell) => isTo(last, cell));
  if (cell === undefined || ["lying", "standing"].includes(boxes[cell].outline)) {
    return [];
  }
  const { x, y, width, height, outline } = boxes[cell];
  if (drawing.falls || drawing.surface === "heaps" || outline !== "square") {
    const rx = drawing.falls ? 0.44 : width / 2 - (outline === "hexagon" ? 0.1 : 0.02);
    const ry = outline === "pit" ? height / 2 - 0.02 : rx;
    const size = { width: 2 * rx, height: 2 * ry, rx };
    return [makeSvg("rect", { x: x + width / 2 - rx, y: y + height / 2 - ry, ...size, class: "brackets" })];
  }
  const [inset, length] = [0.07, 0.14];
  const [left, right, top, bottom] = [x + inset, x + width - inset, y + inset, y + height - inset];
  const corner = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ right,
    /** @type {number} */ down,
  ) => `M${x + right * length} ${y} H${x} V${y + down * length}`;
  const d = [
    corner(left, top, 1, 1),
    corner(right, top, -1, 1),
    corner(left, bottom, 1, -1),
    corner(right, bottom, -1, -1),
  ];
  return [makeSvg("path", { d: d.join(" "), class: "brackets" })];
}

/**
 * The arrows of moves that lead from one cell to another.
 * @param {Drawing} drawing @param {Box[]} boxes @param {import("./board.js").Shown} shown
 */
export function arrows(drawing, boxes, { steps, chosen, values, hinted }) {
  const asked = hinted === null ? candidates(steps, chosen) : [hinted];
  const moves = asked.filter(({ from, to }) => from !== null && to !== null);
  // Of several moves between two cells, only the best is drawn.
  const ranked = moves.toSorted(compareWorths);
  const all = [...new Map(ranked.map((step) => [`${step.from}-${step.to}`, step])).values()];
  const isPush = drawing.motion === "push";
  if (hinted === null && chosen.length === 0 && (isPush || !values)) {
    return [];
  }
  const best = all.filter(({ optimal }) => optimal);
  const drawn = all.length <= ARROWS || !values ? all : best.length <= ARROWS ? best : [];
  return drawn.map((step) => {
    const [from, to] = [centreOf(boxes[step.from ?? 0]), centreOf(boxes[step.to ?? 0])];
    const name = `arrow ${values ? step.outcome : ""} ${values && step.optimal ? "best" : ""}`;
    return isPush ? pushArrow(from, to, name) : arrow(from, to, 0.34, 0.3, name);
  });
}

/** @typedef {{ x: number, y: number }} Place */

/**
 * @param {Place} from @param {Place} to @param {number} start @param {number} before how far before its end the arrow
 *   stops @param {string} name
 */
function arrow(from, to, start, before, name) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [right, down] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const [end, wing] = [length - before, 0.1];
  /** @param {number} along @param {number} aside */
  const at = (along, aside) => `${from.x + right * along - down * aside} ${from.y + down * along + right * aside}`;
  const shaft = `M${at(start, 0)} L${at(end - 1.6 * wing, 0)}`;
  const head = `M${at(end - 1.6 * wing, wing)} L${at(end, 0)} L${at(end - 1.6 * wing, -wing)} Z`;
  return makeSvg("g", { class: name }, makeSvg("path", { d: shaft, class: "shaft" }), makeSvg("path", { d: head }));
}

/** Points from the frame into the row or the column into which the cube is pushed. @param {Place} from @param {Place} to @param {string} name */
function pushArrow(from, to, name) {
  const [right, down] = [Math.sign(to.x - from.x), Math.sign(to.y - from.y)];
  const outside = { x: to.x + 0.78 * right, y: to.y + 0.78 * down };
  return arrow(outside, to, 0, 0.4, name);
}

/** @typedef {import("./node.js").Outcome} Outcome */

/**
 * @typedef {{ step: Step, others: Outcome[], box: Box, isOnPiece: boolean, isHigh?: boolean }} Label The value of the best
 *   move of a cell, the other outcomes of its moves, and where they are shown.
 */

/** The layer of values. @param {Label[]} labels @param {{ width: number, height: number }} board */
export function labelLayer(labels, board) {
  const areEqual = labels.length > 1 && labels.every(({ step }) => step.optimal);
  return labels.map(({ step, others, box, isOnPiece, isHigh }) => {
    const holder = make("span", {
      class: `label ${box.outline}${isOnPiece ? " on-piece" : ""}${isHigh ? " high" : ""}${areEqual ? " equal" : ""}`,
      "aria-hidden": "true",
    });
    placeIn(holder, box, board);
    holder.append(worthLabel(step, others));
    return holder;
  });
}

/**
 * The worth of a move, as the board shows it: in words if there is room, otherwise as a letter and a number.
 * @param {Step} step @param {Outcome[]} others
 */
function worthLabel(step, others) {
  const [outcome, ...distance] = worthWords(step).split(" ");
  const far =
    step.outcome === "draw" || distance.length === 0
      ? []
      : [" ", make("span", { class: "distance" }, distance.join(" "))];
  const or = others.length === 0 ? [] : [" ", make("span", { class: "distance" }, `or ${others.join(", ")}`)];
  const brief = [briefWorth(step), ...others.map((outcome) => FOR_TWO.letters[outcome])].join("/");
  return make(
    "span",
    { class: `worth ${step.outcome}${step.optimal ? " best" : ""}` },
    make(
      "span",
      { class: "full" },
      make("span", { class: "outcome" }, step.optimal ? "★ " : "", outcome),
      ...far,
      ...or,
    ),
    make("span", { class: "brief", "data-text": brief }),
  );
}
