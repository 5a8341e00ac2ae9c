/**
 * Values, as a table has them, and what the page asks of a table. Nothing here searches.
 *
 * A value is one number, ordered as the mover prefers: a loss in n plies is n, a draw 127, a win in
 * n plies 254 - n.
 *
 * A page has one of two modules with the function `openTable`: `embedded.js` if the table is in the page, `served.js` if
 * it is a file beside the page.
 *
 * @typedef {{
 *   game: string, columns: number, rows: number, k: number, misere: boolean,
 *   objective: "fastest" | "outcome",
 *   positions: number, canonical: number,
 *   terminal: { total: number, x_wins: number, o_wins: number, draws: number },
 *   outcomes: { win: number, draw: number, loss: number },
 *   by_ply: { ply: number, positions: number, win: number, draw: number, loss: number }[],
 *   slots?: number, crc32?: number,
 *   file?: string, bytes?: number,
 * }} Header `slots` and `crc32` are of a table in the page, `file` and `bytes` of one beside it.
 * @typedef {"win" | "draw" | "loss"} Outcome
 * @typedef {import("./rules.js").Board} Board
 *
 * @typedef {object} Lookup A table that is asked.
 * @property {Header} header
 * @property {string} description What the table is, for the reader.
 * @property {(board: Board) => boolean} knows Whether the values of a board, and of where its moves lead, are at hand.
 * @property {(boards: Board[]) => Promise<void>} learn Reads these values.
 * @property {(board: Board) => number | null} value The value at hand; null if there is none.
 */

export const DRAW = 127;

/** @param {number} value @returns {Outcome} */
export function outcomeOf(value) {
  return value < DRAW ? "loss" : value === DRAW ? "draw" : "win";
}

/**
 * Plies to the end; a draw fills the board.
 * @param {number} value @param {number} emptyCells
 */
export function remotenessOf(value, emptyCells) {
  return value < DRAW ? value : value === DRAW ? emptyCells : 254 - value;
}

/**
 * What a position is worth to who moves into it, one ply earlier.
 * @param {number} value
 */
export function before(value) {
  return value < DRAW ? 253 - value : value === DRAW ? DRAW : 255 - value;
}
