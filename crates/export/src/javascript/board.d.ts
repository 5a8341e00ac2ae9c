/** The board's columns. */
export const COLUMNS: number;

/** The board's rows. */
export const ROWS: number;

/** A text or a list of cells is not a board. */
export class BadBoard extends RangeError {
  name: string;
}

/**
 * The code of a board. The board is a text or a list of cells.
 *
PERFECT_PLAY_NOTATION
 * In a list, each cell is one of these signs. An empty cell may also be null, undefined, `""` or a
 * space.
 *
 * Throws `BadBoard` if it is not a board. It does not check whether the
 * board is a position. All other functions do.
 */
export function codeOf(board: string | readonly (string | null | undefined)[]): number;

/** The board as text, with a line for each row. All functions accept this text. */
export function show(position: Position): string;
