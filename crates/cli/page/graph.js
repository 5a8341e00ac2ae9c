/**
 * Games whose rules the page does not know. The page contains the graph of their positions. A position's id is its
 * text.
 *
 * @typedef {import("./node.js").Header} Header
 * @typedef {import("./node.js").Node} Node
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./node.js").Step} Step
 * @typedef {import("./node.js").Worth} Worth
 *
 * @typedef {object} Graph Columns with one entry for each position, the start first. Strings hold one character for
 *   each.
 * @property {string} ids A line for each position.
 * @property {string} movers `X`, `O`, or `-` in an impartial game.
 * @property {string} winners `X`, `O` or `-`.
 * @property {string} boards For each position, one character for each cell: `0` is the first of `pieces`, and so on.
 * @property {number[]} values An index of `worths`.
 * @property {number[]} kinds Equal numbers for symmetric positions.
 * @property {number[]} counts How many moves there are.
 * @property {number[]} steps For each move of each position an index of `moves`.
 * @property {number[]} children For each of these moves, the number of the position after it minus that of the position
 *   before it.
 * @property {Record<string, number[]>} lines The cells of winning lines, by position.
 * @property {string[]} pieces
 * @property {Record<string, string>} letters The letter of each piece.
 * @property {[Worth["outcome"], number | null, number | null][]} worths Outcome, remoteness and score.
 * @property {[number, string, number | null, number | null, number | null][]} moves Number, text and three cells.
 */

import { counted, FOR_TWO, LETTERS, OPPOSITE, READING, withOptimal } from "./node.js";
import { describeBytes, pageBytes } from "./unpack.js";

/**
 * The page's source.
 * @param {Header} header
 * @returns {Promise<Source>}
 */
export async function openSource(header) {
  const bytes = await pageBytes(header);
  const graph = JSON.parse(new TextDecoder().decode(bytes));
  Object.assign(LETTERS, graph.letters);
  return new GraphSource(header, graph);
}

/**
 * The words of a game for one, where nobody wins against anybody.
 * @type {(win: string, draw: string, loss: string, letters: string, best: string, number: string) => import("./node.js").Words}
 */
const forOne = (win, draw, loss, letters, best, number) => ({
  ...{ win, draw, loss, best },
  letters: { win: letters[0], draw: letters[1], loss: letters[2] },
  moves: ["move", "moves"],
  sides: [win, draw, loss],
  ends: [win, loss, draw],
  ended,
  legend: `number: ${number} · ★ best`,
});

/** How a game for one has ended. @type {NonNullable<import("./node.js").Words["ended"]>} */
function ended(source, { score, outcome }, made) {
  if (score !== null) {
    return `The end: ${counted(score, "point", "points")}.`;
  }
  const isFewest = source.node(source.start).remoteness === made;
  const fewest = isFewest ? ", the fewest possible" : "";
  return outcome === "win" ? `The goal is reached, in ${counted(made, "move", "moves")}${fewest}.` : "A dead end.";
}

/** The words of a game for one: one with points, or one with a goal. @param {boolean} scores */
export const wordsForOne = (scores) =>
  scores
    ? forOne("gain", "zero", "loss", "+0−", "get the most points", "points")
    : forOne("goal", "no end", "dead end", "⚑=✕", "reach the goal soonest, a dead end latest", "moves left");

/** The character of the first piece. */
const FIRST_PIECE = "0".charCodeAt(0);

/** @implements {Source} */
class GraphSource {
  /** @param {Header} header @param {Graph} graph */
  constructor(header, graph) {
    this.header = header;
    this.graph = graph;
    this.drawing = header.drawing;
    this.description = describeBytes(header);
    this.waiting = READING;
    this.isHeld = true;
    this.isForOne = !graph.movers.includes("O") && !header.impartial;
    this.words = this.isForOne ? wordsForOne(header.scores) : FOR_TWO;
    this.ids = graph.ids.split("\n");
    this.numbers = new Map(this.ids.map((id, number) => [id, number]));
    this.start = this.ids[0];
    /** Where in `steps` the moves of each position begin. */
    this.firsts = new Uint32Array(graph.counts.length);
    for (let number = 1; number < graph.counts.length; number++) {
      this.firsts[number] = this.firsts[number - 1] + graph.counts[number - 1];
    }
  }

  /** The graph is in the page. */
  knows() {
    return true;
  }

  sees() {
    return true;
  }

  async learn() {}

  /** @param {string} id @returns {Node} */
  node(id) {
    const number = this.numbers.get(id);
    if (number === undefined) {
      throw new Error(`the table has no position ${id}`);
    }
    const { graph } = this;
    const steps = this.steps(number);
    return {
      id,
      kind: `${graph.kinds[number]}`,
      mover: this.mover(number),
      pieces: this.pieces(number),
      over: steps.length === 0,
      winner: sideOf(graph.winners[number]),
      line: graph.lines[number] ?? [],
      steps,
      ...this.worth(number),
    };
  }

  /** @param {number} number */
  mover(number) {
    return sideOf(this.graph.movers[number]);
  }

  /** @param {number} number */
  pieces(number) {
    const cells = this.drawing?.places.length ?? 0;
    const board = this.graph.boards.slice(number * cells, (number + 1) * cells);
    return Array.from(board, (piece) => this.graph.pieces[piece.charCodeAt(0) - FIRST_PIECE]);
  }

  /** @param {number} number @returns {Worth} */
  worth(number) {
    const [outcome, remoteness, score] = this.graph.worths[this.graph.values[number]];
    return { outcome, remoteness, score };
  }

  /** @param {number} number @returns {Step[]} */
  steps(number) {
    const { graph, firsts, ids } = this;
    const mover = this.mover(number);
    const steps = Array.from({ length: graph.counts[number] }, (_, i) => {
      const [move, text, from, to, third] = graph.moves[graph.steps[firsts[number] + i]];
      const child = number + graph.children[firsts[number] + i];
      const isSame = mover !== null && this.mover(child) === mover;
      const worth = this.worth(child);
      return {
        ...{ move, from, to, third, optimal: false, next: ids[child], kind: `${graph.kinds[child]}` },
        text,
        outcome: isSame ? worth.outcome : OPPOSITE[worth.outcome],
        remoteness: worth.remoteness === null ? null : worth.remoteness + 1,
        score: worth.score === null || isSame ? worth.score : -worth.score,
      };
    });
    return withOptimal(steps, this.header.objective);
  }
}

/** @param {string} letter @returns {0 | 1 | null} */
function sideOf(letter) {
  return letter === "X" ? 0 : letter === "O" ? 1 : null;
}
