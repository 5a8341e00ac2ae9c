/** The table that users see. */

import { oneLine } from "./held.js";

/**
 * @typedef {"win" | "draw" | "loss"} Outcome
 *
 * @typedef {"blind" | "novice" | "master" | "perfect" | `skill(${number})`} Level How well a machine plays.
 *   `skill(0.9)` takes an optimal move with chance 0.9, and otherwise another one.
 *
 * @typedef {object} MoveWorth A legal move, and what it is worth to the side that makes it.
 * @property {number} move Its number: a cell, a column or just a number ({@link Table.moves}).
 * @property {string} text The move as the game writes it.
 * @property {Outcome} outcome
 * @property {number | null} remoteness Plies to the end under best play; `null` if the outcome has no distance.
 * @property {number | null} score By how many points the side wins, in a game for points.
 * @property {boolean} optimal Whether the table calls it optimal.
 * @property {string} position The position that it leads to.
 *
 * @typedef {object} Probed What a table says of a position. Outcomes are for the side to move.
 * @property {string} position The position as the game writes it.
 * @property {number | null} code Its number, if it has one that JavaScript can hold.
 * @property {"X" | "O" | null} toMove Who is to move; `null` in an impartial game.
 * @property {boolean} terminal Whether the game is over.
 * @property {"X" | "O" | null} winner Who has won, if somebody has.
 * @property {Outcome} outcome
 * @property {number | null} remoteness Plies to the end under best play; `null` if the outcome has no distance.
 * @property {number | null} score By how many points the side to move wins, in a game for points.
 * @property {number | null} bestMove The first optimal move; `null` if the game is over.
 * @property {number[]} optimalMoves
 * @property {number[]} outcomePreservingMoves The moves that keep the outcome, whatever the distance.
 * @property {MoveWorth[]} moves All legal moves.
 *
 * @typedef {object} Verified What comes of a proof.
 * @property {boolean} proven Whether the table is right, and nothing in it is missing.
 * @property {number} entries How many entries were proven.
 * @property {number | null} positions How many positions play reaches, if the proof counts them.
 * @property {boolean | null} countsRight Whether the counts in the file are right; `null` if there are none.
 * @property {Fault[]} faults Where the table is wrong: the first ten places.
 *
 * @typedef {object} Fault A place where a table is wrong.
 * @property {string} position
 * @property {Said | null} found What the table says; `null` for nothing.
 * @property {Said | null} expected What follows from the rules; `null` if there should be no entry.
 *
 * @typedef {object} Said
 * @property {Outcome} outcome
 * @property {number | null} remoteness
 * @property {number | null} score
 * @property {number[]} optimalMoves
 */

/**
 * What answers for a table: on this thread or in a worker.
 *
 * @typedef {object} Answering
 * @property {(name: string, input?: string, onProgress?: (done: number, of: number) => void) => Promise<Uint8Array | null>} ask
 * @property {() => void} close
 */

const utf8 = new TextDecoder();

/** Random bits from a function such as `Math.random`. @param {() => number} random */
function word(random) {
  const drawn = random();
  if (!(drawn >= 0 && drawn < 1)) {
    throw new RangeError(`\`random\` must give a number from 0 on and below 1, as Math.random does, and gave ${drawn}`);
  }
  return Math.floor(drawn * 2 ** 32);
}

/** @param {unknown} position */
function positionText(position) {
  if (typeof position !== "string") {
    throw new TypeError(`a position is a string, not ${position === null ? "null" : typeof position}`);
  }
  return position;
}

/** A solved game: what it says of any of its positions. Made by `open` and `solve`. */
export class Table {
  #answering;
  #closed = false;
  /** The game's name, with its parameters, such as `connect:5,4,4`. @type {string} */
  name;
  /** Which moves are optimal: the `fastest` to the end, or all that keep the `outcome`. @type {"fastest" | "outcome"} */
  objective;
  /** The position at the start, as text. @type {string} */
  start;
  /** How many positions have an entry, if the file states it. @type {number | null} */
  positions;
  /** The board's size, in games of marks on a board. @type {{ columns: number, rows: number } | null} */
  board;
  /** What the number of a move stands for: a cell, from 0; a column, from 1; or just a move. @type {"cell" | "column" | "move"} */
  moves;
  /** Whether the game is played for points. @type {boolean} */
  scores;

  /**
   * @internal
   * @param {Answering} answering
   * @param {any} about
   */
  constructor(answering, about) {
    this.#answering = answering;
    this.name = about.name;
    this.objective = about.objective;
    this.start = about.start;
    this.positions = about.positions;
    this.board = about.board;
    this.moves = about.moves;
    this.scores = about.scores;
  }

  /**
   * @internal
   * @param {Answering} answering
   */
  static async of(answering) {
    const about = await answering.ask("about");
    return new Table(answering, JSON.parse(utf8.decode(about ?? undefined)));
  }

  /**
   * Says what a position is worth, and each move from there.
   *
   * Of a large table it reads the bytes that it needs from the file.
   *
   * @param {string} [position] As the game writes it: `X1OX4XOO8` or `XO......X` by cell; where marks fall, also the
   *   columns played, `2233`. The start if it is left out.
   * @returns {Promise<Probed>}
   */
  async probe(position = "") {
    return this.#json("probe", positionText(position));
  }

  /**
   * Chooses a move as a player of some level does.
   *
   * @param {string} position
   * @param {Level} [level] `perfect` if it is left out.
   * @param {() => number} [random] Gives numbers from 0 on and below 1. With the same numbers it chooses the same move.
   * @returns {Promise<number | null>} `null` if the game is over.
   */
  async chooseMove(position, level = "perfect", random = Math.random) {
    positionText(position);
    for (const numbers = []; ; numbers.push(word(random))) {
      const chosen = await this.#ask("choose", `${oneLine(String(level))}\n${numbers.join(" ")}\n${position}`);
      if (chosen !== null) {
        return JSON.parse(utf8.decode(chosen));
      }
    }
  }

  /**
   * Proves the table from the rules alone. This takes about as long as solving the game, and a large file is read as a
   * whole, up to 1 GiB.
   *
   * @param {{ onProgress?: (done: number, of: number) => void }} [options]
   * @returns {Promise<Verified>}
   */
  async verify({ onProgress } = {}) {
    return this.#json("verify", "", onProgress);
  }

  /**
   * The table as the bytes of a `.perfect` file. The program `perfect-play` writes other bytes, which say the same.
   *
   * Only tables of up to 16 MiB of entries are written here.
   *
   * @returns {Promise<Uint8Array>}
   */
  async bytes() {
    const bytes = await this.#ask("bytes");
    return bytes ?? new Uint8Array();
  }

  /** Frees the table's memory, and ends its worker. A table that nobody refers to is freed some time, too. */
  close() {
    if (!this.#closed) {
      this.#closed = true;
      this.#answering.close();
    }
  }

  /**
   * @param {string} name
   * @param {string} [input]
   * @param {(done: number, of: number) => void} [onProgress]
   */
  #ask(name, input, onProgress) {
    if (this.#closed) {
      throw new Error("the table is closed");
    }
    return this.#answering.ask(name, input, onProgress);
  }

  /**
   * @param {string} name
   * @param {string} [input]
   * @param {(done: number, of: number) => void} [onProgress]
   */
  async #json(name, input, onProgress) {
    return JSON.parse(utf8.decode((await this.#ask(name, input, onProgress)) ?? undefined));
  }
}
