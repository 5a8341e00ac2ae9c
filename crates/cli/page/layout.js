/**
 * Where the cells of a board are, with the margins of its surface. The unit is the side of a cell.
 *
 * @typedef {import("./node.js").Drawing} Drawing
 * @typedef {import("./node.js").Outline} Outline
 * @typedef {{ x: number, y: number, width: number, height: number, outline: Outline }} Box A cell: its upper left
 *   corner and its size.
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Margins
 *
 * @typedef {object} Layout
 * @property {Box[]} boxes One for each cell.
 * @property {number} width With the margins.
 * @property {number} height
 * @property {Margins} margins
 */

/** Width and height of a cell. @type {Record<Outline, [number, number]>} */
const SIZES = {
  square: [1, 1],
  hexagon: [1, 1.155],
  point: [0.72, 0.72],
  lying: [1.74, 0.4],
  standing: [0.4, 1.74],
  box: [1.6, 1.6],
  pit: [0.92, 1.5],
  store: [0.92, 3.08],
};

/** The height of the row of values above the columns in which pieces fall. */
export const VALUES = 0.66;

/** The distance between rows if it is not the height of a cell. @type {Record<string, number>} */
const PITCHES = { hexes: 0.866, heaps: 1.36, tray: 1.58 };

/** The space of the names beside a board, and of the numbers below columns in which pieces fall. */
const NAMES = 0.42;

/** The margins of a surface, without names: at all sides, and above. @type {Record<string, [number, number]>} */
const MARGINS = {
  paper: [0.12, 0],
  frame: [0.1, VALUES],
  hexes: [0.3, 0],
  lines: [0.2, 0],
  dots: [0.42, 0],
  tray: [0.28, 0],
  felt: [0.12, 0],
  chess: [0.1, 0],
  cubes: [0.34, 0],
  heaps: [0.26, 0.42],
};

/**
 * @param {Drawing} drawing
 * @param {{ flipped?: boolean, small?: boolean }} view turned by half a turn; without names and values, for a picture
 * @returns {Layout}
 */
export function layoutOf(drawing, { flipped = false, small = false } = {}) {
  const pitch = PITCHES[drawing.surface] ?? 1;
  const placed = drawing.places.map(([x, y], cell) => {
    const outline = drawing.outlines[cell];
    const [width, height] = SIZES[outline];
    return { x: x - width / 2, y: y * pitch - height / 2, width, height, outline };
  });
  const [left, top] = [Math.min(...placed.map(({ x }) => x)), Math.min(...placed.map(({ y }) => y))];
  const right = Math.max(...placed.map(({ x, width }) => x + width));
  const bottom = Math.max(...placed.map(({ y, height }) => y + height));
  const [least, above] = MARGINS[drawing.surface] ?? [0, 0];
  const names = small ? 0 : NAMES;
  const rim = drawing.rim ? names : 0;
  // The names of points on a ring are around it.
  const around = least + (drawing.surface === "lines" ? names - rim : 0);
  const margins = {
    left: around + (drawing.surface === "heaps" ? 2 * names : rim),
    top: around + (small ? 0 : above),
    right: around,
    bottom: around + (drawing.falls ? names : rim),
  };
  const boxes = placed.map((box) => ({
    ...box,
    x: margins.left + (flipped ? right - box.x - box.width : box.x - left),
    y: margins.top + (flipped ? bottom - box.y - box.height : box.y - top),
  }));
  return {
    boxes,
    margins,
    width: right - left + margins.left + margins.right,
    height: bottom - top + margins.top + margins.bottom,
  };
}

/**
 * Places an element where a box is, within what it is placed in.
 * @param {HTMLElement} element @param {Omit<Box, "outline">} box @param {{ width: number, height: number }} whole
 */
export function placeIn(element, { x, y, width, height }, whole) {
  const [left, top] = [`${(100 * x) / whole.width}%`, `${(100 * y) / whole.height}%`];
  const size = { width: `${(100 * width) / whole.width}%`, height: `${(100 * height) / whole.height}%` };
  Object.assign(element.style, { left, top, ...size });
}

/** @param {Box} box */
export const centreOf = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });

/**
 * Where the value of a cell is written: above the stones of a heap, and far from where an arrow comes from. An edge is too
 * narrow for it.
 * @param {Box} box @param {boolean} isHeap @param {Box} from the cell where the arrow begins @returns {Box}
 */
export function roomAt(box, isHeap, from = box) {
  const { x, y } = centreOf(box);
  const aside = box.outline === "square" ? 0.1 : 0.26;
  const away = { x: box.x + aside * Math.sign(box.x - from.x), y: box.y + 0.26 * Math.sign(box.y - from.y) };
  const isNarrow = ["lying", "standing"].includes(box.outline);
  return isHeap
    ? { ...box, y: box.y - 0.32, height: 0.42 }
    : isNarrow
      ? { ...box, x: x - 0.5, y: y - 0.3, width: 1, height: 0.6 }
      : { ...box, ...away };
}

/**
 * Where the value of a piece that moves is written, as the bottom of a box: at an upper corner where no best move begins,
 * first the right one, and in a square inside it. If both are taken, it is at the bottom.
 * @param {Box[]} boxes @param {number} cell @param {import("./node.js").Step[]} steps @returns {Box}
 */
export function cornerOf(boxes, cell, steps) {
  const { x, y, width, height, outline } = boxes[cell];
  /** @param {number} way */
  const isTaken = (way) =>
    steps.some(({ from, to, optimal }) => {
      const end = boxes[to ?? cell];
      return optimal && from === cell && (end.x - x) * way > 0 && end.y < y;
    });
  const isRight = !isTaken(1);
  if (outline === "square") {
    const isLow = !isRight && isTaken(-1);
    return {
      outline,
      x: x + (isRight ? 0.5 : isLow ? 0.26 : 0.02),
      y: y + (isLow ? 0.7 : 0.04),
      width: 0.48,
      height: 0.26,
    };
  }
  const aside = isRight ? (boxes.every((box) => box.x <= x) ? 0.12 : 0.34) : isTaken(-1) ? 0 : -0.34;
  return { ...boxes[cell], x: x + width * aside, y: aside === 0 ? y : y - 0.86 * height };
}
