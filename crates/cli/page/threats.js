/** Threats on a board on which a line of one's own pieces wins: the cells that complete a line, and the names of lines. */

import { linesOf } from "./grid.js";

/**
 * @typedef {{ cell: number, line: number[] }} Threat A cell that completes a line.
 * @typedef {import("./node.js").Header} Header
 * @typedef {import("./node.js").Source} Source
 */

/** Finds threats and lines in the positions of a board. */
export class Threats {
  /** @param {NonNullable<Header["lines"]>} rules */
  constructor(rules) {
    this.columns = rules.columns;
    this.falls = rules.falls;
    this.lines = linesOf(rules);
  }

  /**
   * The cells in which a piece completes a line at once, each with its line.
   * @param {string[]} pieces @param {string} piece @returns {Threat[]}
   */
  of(pieces, piece) {
    /** @type {Map<number, number[]>} */
    const completed = new Map();
    for (const line of this.lines) {
      const empty = line.filter((cell) => pieces[cell] === "");
      if (empty.length === 1 && this.isOpen(pieces, empty[0]) && isAll(line, empty[0], pieces, piece)) {
        completed.set(empty[0], completed.get(empty[0]) ?? line);
      }
    }
    return [...completed].map(([cell, line]) => ({ cell, line }));
  }

  /** The complete lines of a piece that contain a cell. @param {string[]} pieces @param {number} cell */
  through(pieces, cell) {
    return this.lines.filter((line) => line.includes(cell) && line.every((other) => pieces[other] === pieces[cell]));
  }

  /** Whether a piece can be placed on an empty cell now. @param {string[]} pieces @param {number} cell */
  isOpen(pieces, cell) {
    const below = cell + this.columns;
    return !this.falls || below >= pieces.length || pieces[below] !== "";
  }

  /** The name of a cell, for people. @param {number} cell */
  cellName(cell) {
    return this.falls ? `column ${(cell % this.columns) + 1}` : `${cell + 1}`;
  }

  /** The place of a cell in words: "at 5", "in column 2". @param {number} cell */
  atCell(cell) {
    return `${this.falls ? "in" : "at"} ${this.cellName(cell)}`;
  }

  /** The name of a line, for people: "1-5-9", "across columns 2–5". @param {number[]} line */
  lineName(line) {
    if (!this.falls) {
      return line.map((cell) => cell + 1).join("-");
    }
    const columns = line.map((cell) => (cell % this.columns) + 1);
    const [left, right] = [Math.min(...columns), Math.max(...columns)];
    const over = `columns ${left}–${right}`;
    const step = (line[1] ?? line[0]) - line[0];
    if (left === right) {
      return `up column ${left}`;
    }
    return step === 1 ? `across ${over}` : step > this.columns ? `falling over ${over}` : `rising over ${over}`;
  }

  /** A line as the object of a verb: "1-5-9", "a line across columns 2–5". @param {number[]} line */
  aLine(line) {
    return this.falls ? `a line ${this.lineName(line)}` : this.lineName(line);
  }
}

/** Whether all cells of a line except one hold one piece. @param {number[]} line @param {number} but @param {string[]} pieces @param {string} piece */
function isAll(line, but, pieces, piece) {
  return line.every((cell) => cell === but || pieces[cell] === piece);
}
