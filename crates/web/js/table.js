/** The table that users see. */

import { oneLine } from "./held.js";

/**
 * @typedef {"win" | "draw" | "loss"} Outcome
 *
 * @typedef {"easy" | "medium" | "hard" | "perfect" | "tricky" | `lookahead(${number})` | "blind" | "novice" | "master" | `skill(${number})`} Level A level of play.
 *   `lookahead(3)` sees 3 plies ahead. `skill(0.9)` takes an optimal move with chance 0.9, and otherwise another one.
 *   `tricky` takes the optimal move after which the other side is likeliest to go wrong.
 *
 * @typedef {object} MoveWorth A legal move, and its value for the player who makes it.
 * @property {number} move Its number: a cell, a column or just a number ({@link Table.moves}).
 * @property {number} [cell] The same number, if it is a cell.
 * @property {number} [column] The same number, if it is a column.
 * @property {string} text The move in the game's notation.
 * @property {number | null} from The cell where it begins: a piece is taken from there. `null` if there is none.
 * @property {number | null} to The cell where it leads: a piece comes there. `null` if there is none.
 * @property {number | null} then Another cell, which is chosen last. `null` if there is none.
 * @property {Outcome} outcome
 * @property {number | null} remoteness Plies to the end under best play. `null` if the outcome has no remoteness.
 * @property {number | null} score The points by which this player wins, in a game for points.
 * @property {boolean} optimal Whether the table calls it optimal.
 * @property {string} position The position after the move.
 *
 * @typedef {object} Probed The answer of a table for a position. Outcomes are for the side to move. The names are those of
 *   the program's JSON.
 * @property {string} game The game's name.
 * @property {string} position The position in the game's notation.
 * @property {string} [board] The same text, in an m,n,k-game.
 * @property {number | null} code Its number, if it has one that JavaScript can hold.
 * @property {"X" | "O" | null} to_move The player to move. `null` in an impartial game.
 * @property {boolean} terminal Whether the game is over.
 * @property {"X" | "O" | null} winner The winner, if there is one.
 * @property {(string | null)[]} pieces The piece on each cell of the board ({@link Table.drawing}): `x`, `o`, a number of
 *   seeds, or another name, such as `x-king`; `null` for nothing.
 * @property {number[]} line The cells of the line that ended the game, if one did.
 * @property {Outcome} outcome
 * @property {number | null} remoteness Plies to the end under best play. `null` if the outcome has no remoteness.
 * @property {number | null} score The points by which the side to move wins, in a game for points.
 * @property {number | null} best_move The first optimal move. `null` if the game is over.
 * @property {number[]} optimal_moves
 * @property {number[]} outcome_preserving_moves The moves that keep the outcome, whatever their remoteness.
 * @property {MoveWorth[]} moves All legal moves.
 *
 * @typedef {object} BestLine How the game goes on if both sides always make the best move.
 * @property {number[]} line The moves. Empty if the game is over.
 * @property {string[]} texts The moves in the game's notation.
 * @property {boolean} repeats Whether play would go on for ever: the end is an earlier position of the line.
 * @property {string} end The position after the last move.
 *
 * @typedef {object} Drawing How a board is drawn. Cells are numbered from 0.
 * @property {"squares" | "hexagons" | "points" | "boxes" | "pits"} kind
 * @property {[number, number][]} places The centre of each cell, in cells to the right and down.
 * @property {[number, number][]} links The pairs of cells that a line joins.
 * @property {("square" | "hexagon" | "point" | "lying" | "standing" | "box" | "pit" | "store")[]} outlines What each cell
 *   looks like. Edges of boxes are `lying` or `standing`.
 * @property {string[]} names How moves name each cell.
 * @property {boolean} falls Whether a move is a column, in which a piece falls to the lowest free square.
 * @property {boolean} seenByMover Whether X's pieces are those of the side to move, in every position.
 *
 * @typedef {object} Verified The result of a proof.
 * @property {boolean} proven Whether the table is right, and nothing in it is missing.
 * @property {number} entries How many entries were proven.
 * @property {number | null} positions The number of reachable positions, if the proof counts them.
 * @property {boolean | null} counts_right Whether the counts in the file are right. `null` if there are none.
 * @property {Fault[]} faults The first ten positions where the table is wrong.
 *
 * @typedef {object} Fault A position where a table is wrong.
 * @property {string} position
 * @property {Said | null} found The entry of the table. `null` if it has none.
 * @property {Said | null} expected The entry that follows from the rules. `null` if there should be none.
 *
 * @typedef {object} Said
 * @property {Outcome} outcome
 * @property {number | null} remoteness
 * @property {number | null} score
 * @property {number[]} optimal_moves
 */

/**
 * The object that answers for a table: on this thread or in a worker.
 *
 * @typedef {object} Answering
 * @property {(name: string, input?: string, onProgress?: (done: number, of: number) => void) => Promise<Uint8Array | null>} ask
 * @property {() => void} close
 */

/** Closes what answers for a table that is no longer referenced. What answers must not refer to the table. */
const unreferenced = new FinalizationRegistry((/** @type {Answering} */ answering) => answering.close());

const utf8 = new TextDecoder();

/** Random bits from a function such as `Math.random`. @param {() => number} random */
function word(random) {
  const drawn = random();
  if (!(drawn >= 0 && drawn < 1)) {
    throw new RangeError(
      `\`random\` must give a number from 0 up to, but not including, 1, as Math.random does, but gave ${drawn}`,
    );
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

/**
 * The program leaves out what says nothing new. Here `move`, `text` and `score` are there for every game.
 *
 * @param {any} answer
 * @returns {Probed}
 */
function whole(answer) {
  answer.score ??= null;
  for (const worth of answer.moves) {
    worth.move ??= worth.cell ?? worth.column;
    worth.text ??= String(worth.move);
    worth.score ??= null;
  }
  return answer;
}

/** The table of a solved game. `open` and `solve` make tables. */
export class Table {
  #answering;
  #closed = false;
  /** The game's name, with its parameters, such as `connect:5,4,4`. @type {string} */
  name;
  /** Which moves are optimal: those that also win soonest or lose latest (`fastest`), or all that keep the `outcome`. @type {"fastest" | "outcome"} */
  objective;
  /** The start position, as text. @type {string} */
  start;
  /** How many positions have an entry, if the file states it. @type {number | null} */
  positions;
  /** How many plies are stored, in a cut table; 0 if nothing is. `null` if all positions are stored. @type {number | null} */
  plies;
  /** The size of the board, in an m,n,k-game. @type {{ columns: number, rows: number } | null} */
  board;
  /** How the board is drawn; `null` for a game without a board. @type {Drawing | null} */
  drawing;
  /** The meaning of a move's number: a cell, from 0; a column, from 1; or just a number. @type {"cell" | "column" | "move"} */
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
    unreferenced.register(this, answering, this);
    this.name = about.name;
    this.objective = about.objective;
    this.start = about.start;
    this.positions = about.positions;
    this.plies = about.plies;
    this.board = about.board;
    this.drawing = about.drawing;
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
   * The value of a position, and of each of its moves.
   *
   * If the table is large, this reads the bytes that it needs from the file.
   *
   * @param {string} [position] In the game's notation: `X1OX4XOO8` or `XO......X` by cell. In games with falling marks
   *   also the columns played, `2233`. Defaults to the start.
   * @returns {Promise<Probed>}
   */
  async probe(position = "") {
    return whole(await this.#json("probe", positionText(position)));
  }

  /**
   * How the game goes on from a position if both sides always make the best move, the first optimal one.
   *
   * @param {string} [position] Defaults to the start.
   * @returns {Promise<BestLine>}
   */
  async bestLine(position = "") {
    const answer = await this.#json("best_line", positionText(position));
    answer.texts ??= answer.line.map(String);
    answer.repeats ??= false;
    return answer;
  }

  /**
   * Chooses a move at a level of play.
   *
   * @param {string} position
   * @param {Level} [level] Defaults to `perfect`.
   * @param {() => number} [random] Gives numbers from 0 up to, but not including, 1. With the same numbers, the
   *   same move is chosen.
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
   * Proves the table from the rules alone. This takes about as long as solving the game. A file of up to 1 GiB is read
   * completely. Of a cut table, the stored positions are proven.
   *
   * @param {{ onProgress?: (done: number, of: number) => void }} [options]
   * @returns {Promise<Verified>}
   */
  async verify({ onProgress } = {}) {
    return this.#json("verify", "", onProgress);
  }

  /**
   * The table as the bytes of a `.perfect` file. The program `perfect-play` writes other bytes with the same contents.
   *
   * This is only for tables of up to 16 MiB of entries. Of a cut table, these are the stored positions.
   *
   * @returns {Promise<Uint8Array>}
   */
  async bytes() {
    const bytes = await this.#ask("bytes");
    return bytes ?? new Uint8Array();
  }

  /** Frees the table's memory, and ends its worker. A table that is no longer referenced is closed later by itself. */
  close() {
    if (!this.#closed) {
      this.#closed = true;
      unreferenced.unregister(this);
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
    // The last step refers to this table, so that it is not closed before the answer is there.
    return this.#answering.ask(name, input, onProgress).finally(() => this);
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
