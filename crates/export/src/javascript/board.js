/** The board's columns. @type {number} */
export const COLUMNS = PERFECT_PLAY_COLUMNS;

/** The board's rows. @type {number} */
export const ROWS = PERFECT_PLAY_ROWS;

/** A text or a list of cells is not a board. */
export class BadBoard extends RangeError {
  name = "BadBoard";
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
 * @param {string | readonly (string | null | undefined)[]} board @returns {number}
 */
export function codeOf(board) {
  if (typeof board !== "string" && !Array.isArray(board)) {
    throw new TypeError(`a board is a text or a list of cells: not ${shown(board)}`);
  }
  return typeof board === "string" ? PERFECT_PLAY_READ(board) : codeOfDigits(digitsOfCells(board));
}

/**
 * The board as text, with a line for each row. All functions accept this text.
 * @param {Position} position @returns {string}
 */
export function show(position) {
  const code = codeFrom(position);
  const row = (/** @type {number} */ at) =>
    Array.from({ length: COLUMNS }, (_, column) => ".XO"[digitAt(code, at * COLUMNS + column)]).join(" ");
  return Array.from({ length: ROWS }, (_, at) => row(at)).join("\n");
}

/** The content of a cell: 0, 1 or 2. @param {number} code @param {number} cell @returns {number} */
function digitAt(code, cell) {
  return Math.floor(code / 3 ** cell) % 3;
}

/**
 * The code after the side to move has marked an empty cell.
 * @param {number} code @param {number} cell @returns {number}
 */
function codeWithMark(code, cell) {
  return code + (probe(code).toMove === "X" ? 1 : 2) * 3 ** cell;
}

/** @param {number[]} digits @returns {number} */
function codeOfDigits(digits) {
  return digits.reduceRight((code, digit) => 3 * code + digit, 0);
}

/** @param {readonly unknown[]} board @returns {number[]} */
function digitsOfCells(board) {
  if (board.length !== COLUMNS * ROWS) {
    throw new BadBoard(`the board has ${board.length} cells in place of ${COLUMNS * ROWS}`);
  }
  return Array.from(board, (mark, cell) => {
    if (mark === null || mark === undefined) {
      return 0;
    }
    if (typeof mark !== "string") {
      throw new TypeError(`a cell is "X", "O" or null: cell ${cell} is ${shown(mark)}`);
    }
    if (["", " ", ".", "_", "-"].includes(mark)) {
      return 0;
    }
    if (!["X", "x", "O", "o"].includes(mark)) {
      throw new BadBoard(`a cell is "X", "O" or null: cell ${cell} is ${shown(mark)}`);
    }
    return mark.toUpperCase() === "X" ? 1 : 2;
  });
}

const SPACES = " \t\n\r\v\f";

/** @param {string} text @returns {number} */
function codeOfText(text) {
  const cells = COLUMNS * ROWS;
  /** @type {number[]} */
  const digits = [];
  let slashAllowed = false;
  let place = 0;
  for (const found of text) {
    place++;
    if (SPACES.includes(found)) {
      continue;
    }
    if (found === "/" && slashAllowed) {
      slashAllowed = false;
      continue;
    }
    const cell = digits.length;
    if (found === "/") {
      throw new BadBoard(`character ${place} is \`/\`, which stands only between two rows of ${COLUMNS}`);
    }
    if (cell === cells) {
      throw new BadBoard(`the board goes on after its ${cells} cells, at character ${place}`);
    }
    if ("._-".includes(found) || (cells <= 10 && found === String(cell))) {
      digits.push(0);
    } else if ("XxOo".includes(found)) {
      digits.push("Xx".includes(found) ? 1 : 2);
    } else {
      throw new BadBoard(`character ${place} is \`${found}\`${hint(found, cell, cells)}`);
    }
    slashAllowed = digits.length < cells && digits.length % COLUMNS === 0;
  }
  if (digits.length < cells) {
    const hint = text.includes(" ") ? ": spaces are skipped, so write `.` for an empty cell" : "";
    throw new BadBoard(`the board ends after ${digits.length} of ${cells} cells${hint}`);
  }
  return codeOfDigits(digits);
}

/** What is wrong with a character. @param {string} found @param {number} cell @param {number} cells */
function hint(found, cell, cells) {
  if (found === "0") {
    return ", a zero: for O type the letter";
  }
  if ("123456789".includes(found)) {
    return cells > 10
      ? `: on a board of ${cells} cells write \`.\` for an empty cell (digits are for boards of up to 10)`
      : `, but this is cell ${cell}: a digit stands for the empty cell with its own number`;
  }
  return `${numberOf(found)}: a board is written with X, O and \`.\` for an empty cell; a \`/\` may stand between rows`;
}

/** The number of a character that may be invisible. @param {string} found @returns {string} */
function numberOf(found) {
  const number = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return number.length > 4 || number > "007F" ? ` (U+${number})` : "";
}
