/** The board's columns. */
export const COLUMNS: number;

/** The board's rows. */
export const ROWS: number;

/** A text, or a list of cells, is no board. */
export class BadBoard extends RangeError {
  name: string;
}

/**
 * The code of a board: of a text, or of a list of cells.
 *
PERFECT_PLAY_NOTATION
 * In a list a cell is one of these signs as well, and null, undefined, `""` or a space where it is
 * empty.
 *
 * Throws `BadBoard` where it is no board. Whether it is a position the other functions say.
 */
export function codeOf(board: string | readonly (string | null | undefined)[]): number;

/** The board as text, a line for each row. All functions read it again. */
export function show(position: Position): string;
