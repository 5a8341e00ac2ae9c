/**
 * The solved table: its own bytes, and what they say of a position. Nothing here searches.
 *
 * A value is one number, ordered as the mover prefers: a loss in n plies is n, a draw 127, a win in
 * n plies 254 - n.
 *
 * @typedef {{
 *   game: string, columns: number, rows: number, k: number, misere: boolean,
 *   objective: "fastest" | "outcome", crc32: number, slots: number,
 *   positions: number, canonical: number,
 *   terminal: { total: number, x_wins: number, o_wins: number, draws: number },
 *   outcomes: { win: number, draw: number, loss: number },
 *   by_ply: { ply: number, positions: number, win: number, draw: number, loss: number }[],
 * }} Header
 * @typedef {"win" | "draw" | "loss"} Outcome
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

/**
 * The table's slots as they are in the page: compressed, in base 64.
 * @param {string} text @param {Header} header
 */
export async function readSlots(text, header) {
  const slots = await unpacked(text).catch((error) => {
    throw new Error(`the table in this page is damaged: ${error.message}`);
  });
  if (slots.length !== header.slots || crc32(slots) !== header.crc32) {
    throw new Error("the table in this page is damaged: its checksum is wrong");
  }
  return slots;
}

/** @param {string} text */
async function unpacked(text) {
  const packed = Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @param {Uint8Array} bytes */
function crc32(bytes) {
  const table = Uint32Array.from({ length: 256 }, (_, byte) => {
    let remainder = byte;
    for (let bit = 0; bit < 8; bit++) {
      remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
    }
    return remainder;
  });
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc = table[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

export class Table {
  /** @param {Uint8Array} slots @param {Header} header */
  constructor(slots, header) {
    this.slots = slots;
    this.header = header;
  }

  /**
   * The value of the position with this code; null if the table has no entry for it.
   * @param {number} code
   * @returns {number | null}
   */
  value(code) {
    const byte = this.slots[code];
    return byte === undefined || byte === 255 ? null : byte;
  }
}
