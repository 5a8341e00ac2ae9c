/**
 * Games of marks that make lines (m,n,k-games and connect, both also in misère play): their rules, and the table in the
 * page.
 *
 * A position's id is its board as text, row by row from the top left: "X...O....". The table has one byte for each
 * code. In games in which marks are placed, the code is a number in base 3 with one digit for each cell. In games in
 * which marks fall, it is a number with one digit for each column: a column of h marks has the digit 2^h - 1 + the
 * marks as bits, O for 1, from below. The first cell or column is the least significant digit. Symmetric positions
 * share a byte, at the smallest of their codes. Finished games have no byte, because the lines show how they ended.
 */

import { linesOf, marksOf } from "./grid.js";
import { FOR_TWO, leaderOf, OPPOSITE, READING, withOptimal } from "./node.js";
import { describeBytes, pageBytes } from "./unpack.js";

/**
 * @typedef {import("./node.js").Header} Header
 * @typedef {import("./node.js").Node} Node
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./node.js").Worth} Worth
 * @typedef {NonNullable<Header["lines"]>} Rules
 * @typedef {Uint8Array} Board 0 for an empty cell, 1 for X, 2 for O.
 */

/**
 * The page's source.
 * @param {Header} header
 * @returns {Promise<Source>}
 */
export async function openSource(header) {
  const { lines } = header;
  if (lines === undefined) {
    throw new Error(`${header.game} is no game of lines`);
  }
  return new LinesSource(header, lines, await pageBytes(header));
}

const MARKS = ".XO";
const PIECES = ["", "x", "o"];

/** The value of a draw. A loss in n plies is n, a win in n plies 254 - n. */
const DRAW = 127;

/** @param {string} id @returns {Board} */
const boardOf = (id) => Uint8Array.from(id, (mark) => MARKS.indexOf(mark));

/** @param {Board} board */
const textOf = (board) => Array.from(board, (cell) => MARKS[cell]).join("");

/** @implements {Source} */
class LinesSource {
  /** @param {Header} header @param {Rules} rules @param {Uint8Array} slots */
  constructor(header, rules, slots) {
    this.header = header;
    this.rules = rules;
    this.slots = slots;
    this.description = describeBytes(header);
    this.cells = rules.columns * rules.rows;
    this.lines = linesOf(rules);
    this.symmetries = symmetriesOf(rules);
    this.waiting = READING;
    this.isHeld = true;
    this.isForOne = false;
    this.words = FOR_TWO;
    this.start = ".".repeat(this.cells);
    this.drawing = header.drawing;
  }

  /** The table is in the page. */
  knows() {
    return true;
  }

  sees() {
    return true;
  }

  async learn() {}

  /** @param {string} id @returns {Node} */
  node(id) {
    const board = boardOf(id);
    const mover = moverOf(board);
    const { line, worth } = this.look(board);
    const moves = worth.remoteness === 0 ? [] : marksOf(this.rules, (cell) => board[cell] === 0);
    const steps = withOptimal(
      moves.map(({ move, text, to }) => {
        const next = board.slice();
        next[to] = mover + 1;
        const after = this.look(next).worth;
        return {
          move,
          text,
          from: null,
          to,
          third: null,
          ...{ outcome: OPPOSITE[after.outcome], remoteness: (after.remoteness ?? 0) + 1, score: null },
          optimal: false,
          next: textOf(next),
          kind: this.kind(next),
        };
      }),
      this.header.objective,
    );
    const over = steps.length === 0;
    const winner = over ? leaderOf(worth, mover) : null;
    const pieces = Array.from(board, (cell) => PIECES[cell]);
    return { id, kind: this.kind(board), mover, pieces, over, winner, line, steps, ...worth };
  }

  /** The worth of a board, and its complete line. @param {Board} board @returns {{ line: number[], worth: Worth }} */
  look(board) {
    const line = this.lines.find(
      (line) => board[line[0]] !== 0 && line.every((cell) => board[cell] === board[line[0]]),
    );
    if (line !== undefined) {
      // The other side has just completed it.
      return { line, worth: { outcome: this.rules.misere ? "win" : "loss", remoteness: 0, score: null } };
    }
    const empty = board.filter((cell) => cell === 0).length;
    const value = empty === 0 ? DRAW : this.slots[this.code(board)];
    return { line: [], worth: { ...worthOf(value, empty), score: null } };
  }

  /** The smallest code among the images of a board. @param {Board} board */
  code(board) {
    return Math.min(...this.symmetries.map((image) => this.codeOfImage(board, image)));
  }

  /** @param {Board} board @param {number[]} image for each cell of the image the cell that comes there */
  codeOfImage(board, image) {
    const { columns, rows, falls } = this.rules;
    let code = 0;
    if (!falls) {
      for (let cell = this.cells - 1; cell >= 0; cell--) {
        code = 3 * code + board[image[cell]];
      }
      return code;
    }
    for (let column = columns - 1; column >= 0; column--) {
      let height = 0;
      let bits = 0;
      for (let row = rows - 1; row >= 0; row--) {
        const mark = board[image[row * columns + column]];
        if (mark !== 0) {
          bits += mark === 2 ? 1 << height : 0;
          height += 1;
        }
      }
      code = (2 ** (rows + 1) - 1) * code + (1 << height) - 1 + bits;
    }
    return code;
  }

  /** The id of the image with the smallest code. @param {Board} board */
  kind(board) {
    const codes = this.symmetries.map((image) => this.codeOfImage(board, image));
    const image = this.symmetries[codes.indexOf(Math.min(...codes))];
    return textOf(board.map((_, cell) => board[image[cell]]));
  }
}

/** @param {Board} board @returns {0 | 1} */
function moverOf(board) {
  return board.filter((cell) => cell !== 0).length % 2 === 0 ? 0 : 1;
}

/** @param {number} value @param {number} empty how many cells are empty: a draw fills them @returns {Omit<Worth, "score">} */
function worthOf(value, empty) {
  if (value === DRAW) {
    return { outcome: "draw", remoteness: empty };
  }
  return value < DRAW ? { outcome: "loss", remoteness: value } : { outcome: "win", remoteness: 254 - value };
}

/**
 * For each symmetry of the board, which cell comes to each cell; the identity first.
 * @param {Rules} rules
 */
function symmetriesOf({ columns, rows, falls }) {
  /** @type {((x: number, y: number) => [number, number])[]} */
  const images = [(x, y) => [x, y], (x, y) => [columns - 1 - x, y]];
  if (!falls) {
    images.push(
      (x, y) => [x, rows - 1 - y],
      (x, y) => [columns - 1 - x, rows - 1 - y],
    );
  }
  if (!falls && columns === rows) {
    images.push(...images.map((image) => (/** @type {number} */ x, /** @type {number} */ y) => image(y, x)));
  }
  return images.map((image) =>
    Array.from({ length: columns * rows }, (_, cell) => {
      const [x, y] = image(cell % columns, Math.floor(cell / columns));
      return y * columns + x;
    }),
  );
}
