/**
 * A solved game: the rules of the board, and the table that is asked. What is worth something to somebody, the table
 * says: for a board that it `knows`.
 */

import { choose } from "./levels.js";
import { canonicalDigits, digitsOf, emptyCells, linesOf, MARKS, play, symmetriesOf, toMove } from "./rules.js";
import { before, DRAW, outcomeOf, remotenessOf } from "./value.js";

/**
 * @typedef {import("./value.js").Outcome} Outcome
 * @typedef {import("./rules.js").Board} Board
 * @typedef {{
 *   cell: number, value: number, outcome: Outcome, remoteness: number, best: boolean, kind: string,
 * }} Worth What a move is worth to who makes it; symmetric moves are of one kind.
 * @typedef {{
 *   number: number, mark: string, cell: number, from: Outcome, to: Outcome, held: number[],
 * }} Change A move after which the game, played on perfectly, ends otherwise than before it.
 */

export class Game {
  /** @param {import("./value.js").Lookup} table */
  constructor(table) {
    this.table = table;
    this.header = table.header;
    this.cells = this.header.columns * this.header.rows;
    this.lines = linesOf(this.header);
    this.symmetries = symmetriesOf(this.header);
  }

  /** @returns {Board} */
  start() {
    return Array.from({ length: this.cells }, () => 0);
  }

  /**
   * What the table says of a board.
   * @param {Board} board
   */
  entry(board) {
    const value = this.table.value(board);
    if (value === null) {
      throw new Error(`the table has no entry for ${digitsOf(board)}, a code in base 3`);
    }
    return { value, outcome: outcomeOf(value), remoteness: remotenessOf(value, emptyCells(board).length) };
  }

  /** @param {Board} board */
  isOver(board) {
    return !board.includes(0) || this.lines.some((line) => isComplete(line, board));
  }

  /** The legal moves. @param {Board} board */
  moves(board) {
    return this.isOver(board) ? [] : emptyCells(board);
  }

  /**
   * What each legal move is worth, ascending by cell.
   * @param {Board} board
   * @returns {Worth[]}
   */
  worths(board) {
    const empty = emptyCells(board).length;
    const worths = this.moves(board).map((cell) => {
      const next = play(board, cell);
      const value = before(this.entry(next).value);
      const outcome = outcomeOf(value);
      return {
        cell,
        value,
        outcome,
        remoteness: remotenessOf(value, empty),
        kind: canonicalDigits(next, this.symmetries),
      };
    });
    const most = Math.max(...worths.map((worth) => worth.value));
    return worths.map((worth) => ({ ...worth, best: this.isAsGood(worth.value, most) }));
  }

  /** Whether a value is optimal where the best is `most`. @param {number} value @param {number} most */
  isAsGood(value, most) {
    return this.header.objective === "fastest" ? value === most : outcomeOf(value) === outcomeOf(most);
  }

  /** The mark of who has won, or "" for a draw. @param {Board} board */
  winner(board) {
    const { value } = this.entry(board);
    if (value === DRAW) {
      return "";
    }
    const mover = toMove(board);
    return MARKS[outcomeOf(value) === "win" ? mover : 3 - mover];
  }

  /** The cells of the complete lines. @param {Board} board */
  completed(board) {
    return new Set(this.lines.filter((line) => isComplete(line, board)).flat());
  }

  /**
   * The board after these moves; null if they are no game.
   * @param {number[]} moves
   */
  after(moves) {
    let board = this.start();
    for (const cell of moves) {
      if (!this.moves(board).includes(cell)) {
        return null;
      }
      board = play(board, cell);
    }
    return board;
  }

  /** The boards of a game with these moves, from the start on. @param {number[]} moves */
  boards(moves) {
    const boards = [this.start()];
    for (const cell of moves) {
      boards.push(play(boards[boards.length - 1], cell));
    }
    return boards;
  }

  /**
   * The cell that a level takes on a board where the game is not over.
   * @param {string} level @param {number} skill in percent @param {Board} board
   */
  choose(level, skill, board) {
    return choose(level, skill, this.worths(board));
  }

  /** The best moves from here to the end, the lowest of equals; they are read. @param {Board} board */
  async bestLine(board) {
    const line = [];
    for (let here = board; ; ) {
      await this.table.learn([here]);
      const best = this.worths(here).find((worth) => worth.best);
      if (best === undefined) {
        return line;
      }
      line.push(best.cell);
      here = play(here, best.cell);
    }
  }

  /**
   * The moves of a game that changed its outcome.
   * @param {number[]} moves
   * @returns {Change[]}
   */
  changes(moves) {
    const changes = [];
    let board = this.start();
    for (const [i, cell] of moves.entries()) {
      const { outcome } = this.entry(board);
      const worths = this.worths(board);
      const to = worths.find((worth) => worth.cell === cell)?.outcome ?? outcome;
      if (to !== outcome) {
        const held = worths.filter((worth) => worth.outcome === outcome).map((worth) => worth.cell);
        changes.push({ number: i + 1, mark: MARKS[toMove(board)], cell, from: outcome, to, held });
      }
      board = play(board, cell);
    }
    return changes;
  }

  /**
   * How many different positions can follow; null if they are more than `limit`.
   * @param {Board} board @param {number} limit
   */
  positionsBelow(board, limit) {
    const seen = new Set();
    const stack = [board];
    for (let here = stack.pop(); here !== undefined; here = stack.pop()) {
      for (const cell of this.moves(here)) {
        const next = play(here, cell);
        const digits = digitsOf(next);
        if (!seen.has(digits)) {
          if (seen.size >= limit) {
            return null;
          }
          seen.add(digits);
          stack.push(next);
        }
      }
    }
    return seen.size;
  }
}

/** @param {number[]} line @param {Board} board */
function isComplete(line, board) {
  const mark = board[line[0]];
  return mark !== 0 && line.every((cell) => board[cell] === mark);
}
