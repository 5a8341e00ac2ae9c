/**
 * Positions that are read one by one from a table which answers probes, and kept. A position's id is its text. A search takes
 * long, so positions of a game of lines are seen before their values are found.
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

import { linesOf, marksOf } from "./grid.js";
import { FOR_TWO, leaderOf } from "./node.js";

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
    /** The positions without their values. Games in progress hold their moves. @type {Map<string, Node>} */
    this.sketches = new Map();
    /** The questions for a search, the next one last. @type {(() => Promise<void>)[]} */
    this.asked = [];
    this.isSearching = false;
  }

  /** @param {string} id */
  knows(id) {
    return this.nodes.has(id);
  }

  /** @param {string} id */
  sees(id) {
    return this.knows(id) || (this.header.lines !== undefined && this.isSearched());
  }

  isSearched() {
    return this.header.plies !== undefined;
  }

  /** @param {string[]} ids */
  async learn(ids) {
    const unknown = ids.filter((id) => !this.knows(id));
    await Promise.all(unknown.toReversed().map((id) => (this.isSearched() ? this.search(id) : this.ask(id))));
  }

  /** Asks about a position before those of earlier calls, which may be needed no longer. @param {string} id @returns {Promise<void>} */
  search(id) {
    return new Promise((resolve, reject) => {
      this.asked.push(() => (this.knows(id) ? Promise.resolve() : this.ask(id)).then(resolve, reject));
      this.searchAll();
    });
  }

  async searchAll() {
    if (!this.isSearching) {
      this.isSearching = true;
      // All questions of a call are asked before the first is taken.
      await null;
      for (let next = this.asked.pop(); next !== undefined; next = this.asked.pop()) {
        await next();
      }
      this.isSearching = false;
    }
  }

  /** @param {string} id @returns {Node} */
  node(id) {
    const node = this.nodes.get(id) ?? this.sketches.get(id) ?? this.sketch(id);
    if (!this.knows(id)) {
      this.sketches.set(id, node);
    }
    return node;
  }

  /** A position of a game of lines without its values. @param {string} id @returns {Node} */
  sketch(id) {
    const { lines } = this.header;
    if (lines === undefined || !this.isSearched()) {
      throw new Error(`the position ${id} has not been read`);
    }
    const mover = id.replaceAll(".", "").length % 2 === 0 ? 0 : 1;
    const isLine = (/** @type {number[]} */ [first, ...rest]) =>
      id[first] !== "." && rest.every((cell) => id[cell] === id[first]);
    const line = linesOf(lines).find(isLine) ?? [];
    const draw = { outcome: /** @type {const} */ ("draw"), remoteness: null, score: null };
    const moves = line.length > 0 ? [] : marksOf(lines, (cell) => id[cell] === ".");
    const steps = moves.map((move) => {
      const next = `${id.slice(0, move.to)}${"XO"[mover]}${id.slice(move.to + 1)}`;
      return { ...move, ...draw, from: null, third: null, optimal: false, next, kind: next };
    });
    /** @type {import("./node.js").Outcome} */
    const ended = lines.misere ? "win" : "loss";
    const worth = line.length > 0 ? { ...draw, outcome: ended } : draw;
    const over = steps.length === 0;
    const pieces = Array.from(id, (mark) => (mark === "." ? "" : mark.toLowerCase()));
    return { id, kind: id, mover, pieces, over, winner: over ? leaderOf(worth, mover) : null, line, steps, ...worth };
  }

  /** @param {string} id */
  async ask(id) {
    const { to_move, terminal, winner, outcome, remoteness, score, pieces, line, moves } = await this.table.probe(id);
    /** @param {Named} given */
    const number = ({ move, cell, column }) => move ?? cell ?? column ?? 0;
    const seen = this.sketches.get(id)?.steps ?? [];
    this.nodes.set(id, {
      ...{ id, kind: id, mover: sideNumber(to_move), over: terminal, winner: sideNumber(winner), outcome, remoteness },
      score: score ?? null,
      pieces: pieces.map((piece) => piece ?? ""),
      line,
      steps: moves.map((step) =>
        Object.assign(seen.find(({ move }) => move === number(step)) ?? {}, {
          ...{ outcome: step.outcome, remoteness: step.remoteness, score: step.score ?? null, optimal: step.optimal },
          ...{ from: step.from, to: step.to, third: step.then, next: step.position, kind: step.position },
          move: number(step),
          text: this.moveText(step.text ?? `${number(step)}`, step.to),
        }),
      ),
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
