/**
 * Boards: a list of cells, row by row, 0 for empty, 1 for X and 2 for O; the code is the number in
 * base 3 that they spell, the first cell the least significant.
 *
 * @typedef {number[]} Board
 */

export const MARKS = ["", "X", "O"];

/** @param {Board} board */
export function codeOf(board) {
  return board.reduceRight((code, cell) => 3 * code + cell, 0);
}

/** The code's digits in base 3. They are exact for boards of any size. @param {Board} board */
export function digitsOf(board) {
  return board.toReversed().join("");
}

/** Whose turn it is, 1 for X and 2 for O. @param {Board} board */
export function toMove(board) {
  return emptyCells(board).length % 2 === board.length % 2 ? 1 : 2;
}

/** @param {Board} board */
export function emptyCells(board) {
  return board.flatMap((cell, index) => (cell === 0 ? [index] : []));
}

/** @param {Board} board @param {number} cell */
export function play(board, cell) {
  const next = board.slice();
  next[cell] = toMove(board);
  return next;
}

/**
 * All lines of k cells.
 * @param {{ columns: number, rows: number, k: number }} shape
 */
export function linesOf({ columns, rows, k }) {
  const lines = [];
  for (const [right, down] of [
    [1, 0],
    [0, 1],
    [1, 1],
    [-1, 1],
  ]) {
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const line = Array.from({ length: k }, (_, i) => [column + i * right, row + i * down]);
        if (line.every(([x, y]) => x >= 0 && x < columns && y < rows)) {
          lines.push(line.map(([x, y]) => y * columns + x));
        }
      }
    }
  }
  return lines;
}

/**
 * Where each cell goes under each symmetry of the board, the identity first.
 * @param {{ columns: number, rows: number }} shape
 */
export function symmetriesOf({ columns, rows }) {
  /** @type {((x: number, y: number) => [number, number])[]} */
  const images = [
    (x, y) => [x, y],
    (x, y) => [columns - 1 - x, y],
    (x, y) => [x, rows - 1 - y],
    (x, y) => [columns - 1 - x, rows - 1 - y],
  ];
  if (columns === rows) {
    images.push(...images.map((image) => (/** @type {number} */ x, /** @type {number} */ y) => image(y, x)));
  }
  return images.map((image) =>
    Array.from({ length: columns * rows }, (_, cell) => {
      const [x, y] = image(cell % columns, Math.floor(cell / columns));
      return y * columns + x;
    }),
  );
}

/**
 * The digits of the smallest code among the images of a board.
 * @param {Board} board @param {number[][]} symmetries
 */
export function canonicalDigits(board, symmetries) {
  const images = symmetries.map((image) => {
    const turned = board.slice();
    image.forEach((to, from) => {
      turned[to] = board[from];
    });
    return digitsOf(turned);
  });
  return images.toSorted()[0];
}
