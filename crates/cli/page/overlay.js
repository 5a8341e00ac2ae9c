/**
 * What the board shows over its pieces: the last move, the moves as arrows, and the values. The values are the last
 * layer, so nothing covers them.
 *
 * @typedef {import("./node.js").Drawing} Drawing
 * @typedef {import("./node.js").Step} Step
 * @typedef {import("./layout.js").Box} Box
 */

import { candidates } from "./choosing.js";
import { make, makeSvg } from "./dom.js";
import { centreOf, placeIn } from "./layout.js";
import { briefWorth, compareWorths, worthWords } from "./node.js";

/** The number of arrows that a reader can distinguish. If there are more, or no piece is chosen, only the best moves have one. */
const ARROWS = 10;

/**
 * A ring around a cell, or the outline of an edge.
 * @param {Drawing} drawing @param {Box} box @param {string} name
 */
function ring({ falls, surface }, box, name) {
  const { outline, width, height } = box;
  const { x, y } = centreOf(box);
  const isEdge = outline === "lying" || outline === "standing";
  const inset = outline === "hexagon" ? 0.1 : outline === "square" && surface !== "heaps" ? 0.07 : 0.02;
  const far = falls ? 0.44 : width / 2 - inset;
  const rx = isEdge ? (outline === "lying" ? 0.84 : 0.15) : far;
  const ry = isEdge ? 0.99 - rx : outline === "pit" ? height / 2 - 0.02 : far;
  const round = isEdge ? 0.1 : outline === "pit" ? 0.32 : far;
  return makeSvg("rect", { x: x - rx, y: y - ry, width: 2 * rx, height: 2 * ry, rx: round, class: name });
}

/** The marks of the last move: the corners of a frame, or rings. @param {Drawing} drawing @param {Box[]} boxes @param {number[]} cells */
export function brackets(drawing, boxes, cells) {
  return cells.map((cell) => {
    if (drawing.falls || drawing.surface === "heaps" || boxes[cell].outline !== "square") {
      return ring(drawing, boxes[cell], "brackets");
    }
    const { x, y } = centreOf(boxes[cell]);
    const d = [-1, 1].flatMap((right) =>
      [-1, 1].map((down) => `M${x + 0.29 * right} ${y + 0.43 * down}h${0.14 * right}v${-0.14 * down}`),
    );
    return makeSvg("path", { d: d.join(""), class: "brackets" });
  });
}

/** The marks of a hint: bright rings with a dark edge, and an arrow over a column. @param {Drawing} drawing @param {Box[]} boxes @param {number[]} cells */
export function beacons(drawing, boxes, cells) {
  return cells.flatMap((cell) => {
    const { x } = centreOf(boxes[cell]);
    const d = `M${x - 0.2} .2h.4l-.2 .34z`;
    return ["beacon edge", "beacon"].flatMap((name) => [
      ring(drawing, boxes[cell], name),
      ...(drawing.falls ? [makeSvg("path", { d, class: name })] : []),
    ]);
  });
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
  const isBegun = hinted !== null || chosen.length > 0;
  const best = all.filter(({ optimal }) => optimal);
  // A push is drawn before a cube is chosen only if no other is as good.
  if (!isBegun && (!values || (isPush && best.length > 1))) {
    return [];
  }
  const drawn = isBegun && (all.length <= ARROWS || !values) ? all : best.length <= ARROWS ? best : [];
  return drawn.flatMap((step) => {
    const [from, to] = [centreOf(boxes[step.from ?? 0]), centreOf(boxes[step.to ?? 0])];
    const name = `arrow ${values ? step.outcome : ""} ${values && step.optimal ? "best" : ""}`;
    if (isPush && hinted !== null) {
      const [right, down] = [Math.sign(to.x - from.x), Math.sign(to.y - from.y)];
      const d = `M${from.x + 0.47 * right} ${from.y + 0.47 * down}L${to.x + 0.35 * right} ${to.y + 0.35 * down}`;
      const way = ["push-way edge", "push-way"].map((line) => makeSvg("path", { d, class: line }));
      return [...way, pushArrow(from, to, "arrow asked")];
    }
    return [isPush ? pushArrow(from, to, name) : arrow(from, to, 0.34, 0.3, name)];
  });
}

/** @typedef {{ x: number, y: number }} Place */

/**
 * @param {Place} from @param {Place} to @param {number} start @param {number} before how far before its end the arrow
 *   stops @param {string} name @param {number} width half of that of its head
 */
function arrow(from, to, start, before, name, width = 0.1) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [right, down] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const [end, wing] = [length - before, width];
  /** @param {number} along @param {number} aside */
  const at = (along, aside) => `${from.x + right * along - down * aside} ${from.y + down * along + right * aside}`;
  const shaft = `M${at(start, 0)} L${at(end - 1.6 * wing, 0)}`;
  const head = `M${at(end - 1.6 * wing, wing)} L${at(end, 0)} L${at(end - 1.6 * wing, -wing)} Z`;
  return makeSvg("g", { class: name }, makeSvg("path", { d: shaft, class: "shaft" }), makeSvg("path", { d: head }));
}

/**
 * Points from the frame at the cell where the cube is pushed in, or along the cubes that move.
 * @param {Place} from @param {Place} to @param {string} name @param {boolean} isAlong
 */
export function pushArrow(from, to, name, isAlong = false) {
  const [right, down] = [Math.sign(to.x - from.x), Math.sign(to.y - from.y)];
  const outside = { x: to.x + 0.81 * right, y: to.y + 0.81 * down };
  return isAlong ? arrow(outside, from, 0, 0.2, name) : arrow(outside, to, 0.04, 0.4, `${name} push`, 0.15);
}

/**
 * @typedef {{ step: Step, box: Box, isOnPiece: boolean }} Label The value of the best move of a cell, and where it is shown.
 */

/** The layer of values. @param {Label[]} labels @param {{ width: number, height: number }} board */
export function labelLayer(labels, board) {
  const areEqual = labels.length > 1 && labels.every(({ step }) => step.optimal);
  return labels.map(({ step, box, isOnPiece }) => {
    const name = `label ${box.outline}${isOnPiece ? " on-piece" : ""}${areEqual ? " equal" : ""}`;
    const holder = make("span", { class: name }, worthLabel(step));
    placeIn(holder, box, board);
    return holder;
  });
}

/**
 * The worth of a move, as the board shows it: in words if there is room, otherwise as a letter and a number.
 * @param {Step} step
 */
function worthLabel(step) {
  const { outcome, optimal } = step;
  const distance = outcome === "draw" ? "" : worthWords(step).slice(outcome.length);
  return make(
    "span",
    { class: `worth ${outcome}${optimal ? " best" : ""}` },
    make(
      "span",
      { class: "full" },
      make("span", { class: "outcome" }, optimal ? "★ " : "", outcome),
      make("span", { class: "distance" }, distance),
    ),
    make("span", { class: "brief", "data-text": briefWorth(step) }),
  );
}
