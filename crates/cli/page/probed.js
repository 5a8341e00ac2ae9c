/**
 * Positions that are read one by one from a table which answers probes, and kept. A position's id is its text.
 *
 * @typedef {import("./node.js").Header} Header
 * @typedef {import("./node.js").Node} Node
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./node.js").Worth} Worth
 * @typedef {{ from: number | null, to: number | null, then: number | null }} Cells
 * @typedef {Omit<Worth, "score"> & { score?: number }} Valued A worth, without a score where the game has none.
 * @typedef {{ move?: number, cell?: number, column?: number, text?: string, optimal: boolean, position: string }} Named A
 *   move by its number, and by its text where it is not the number.
 * @typedef {Valued & {
 *   to_move: "X" | "O" | null, terminal: boolean, winner: "X" | "O" | null, pieces: (string | null)[], line: number[],
 *   moves: (Valued & Cells & Named)[],
 * }} Probed An answer of the program.
 * @typedef {object} ProbedTable
 * @property {string} start
 * @property {(position: string) => Promise<Probed>} probe
 */

import { FOR_TWO } from "./node.js";

/** @implements {Source} */
export class ProbedSource {
  /** @param {ProbedTable} table @param {Header} header @param {{ description: string, waiting: string }} words */
  constructor(table, header, { description, waiting }) {
    this.table = table;
    this.header = header;
    this.drawing = header.drawing;
    this.start = table.start;
    this.description = description;
    this.waiting = waiting;
    this.isHeld = false;
    this.isForOne = false;
    this.words = FOR_TWO;
    /** @type {Map<string, Node>} */
    this.nodes = new Map();
  }

  /** @param {string} id */
  knows(id) {
    return this.nodes.has(id);
  }

  /** @param {string[]} ids */
  async learn(ids) {
    await Promise.all(ids.filter((id) => !this.knows(id)).map((id) => this.ask(id)));
  }

  /** @param {string} id @returns {Node} */
  node(id) {
    const node = this.nodes.get(id);
    if (node === undefined) {
      throw new Error(`the position ${id} has not been read`);
    }
    return node;
  }

  /** @param {string} id */
  async ask(id) {
    const { to_move, terminal, winner, outcome, remoteness, score, pieces, line, moves } = await this.table.probe(id);
    /** @param {Named} given */
    const number = ({ move, cell, column }) => move ?? cell ?? column ?? 0;
    this.nodes.set(id, {
      ...{ id, mover: sideNumber(to_move), over: terminal, winner: sideNumber(winner), outcome, remoteness },
      score: score ?? null,
      pieces: pieces.map((piece) => piece ?? ""),
      line,
      steps: moves.map((step) => ({
        ...{ outcome: step.outcome, remoteness: step.remoteness, score: step.score ?? null, optimal: step.optimal },
        ...{ from: step.from, to: step.to, third: step.then, next: step.position, kind: step.position },
        move: number(step),
        text: this.moveText(step.text ?? `${number(step)}`, step.to),
      })),
    });
  }

  /**
   * A move as people know it. The table numbers the cells of a game of lines from 0.
   * @param {string} text as the table writes the move @param {number | null} to
   */
  moveText(text, to) {
    const { drawing, lines } = this.header;
    if (drawing === null || lines === undefined || to === null) {
      return text;
    }
    return lines.falls ? `column ${text}` : drawing.names[to];
  }
}

/** @param {"X" | "O" | null} side */
function sideNumber(side) {
  return side === null ? null : side === "X" ? 0 : 1;
}
