/**
 * A table in the page: its own bytes, a value for each code.
 *
 * @typedef {import("./value.js").Header} Header
 * @typedef {import("./value.js").Lookup} Lookup
 */

import { codeOf } from "./rules.js";

/**
 * The page's table.
 * @param {Header} header
 * @returns {Promise<Lookup>}
 */
export async function openTable(header) {
  const text = document.getElementById("table")?.textContent ?? "";
  return new Embedded(await readSlots(text, header), header);
}

/**
 * The table's slots as they are in the page: compressed, in base 64.
 * @param {string} text @param {Header} header
 */
async function readSlots(text, header) {
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

/** @implements {Lookup} */
class Embedded {
  /** @param {Uint8Array} slots @param {Header} header */
  constructor(slots, header) {
    this.slots = slots;
    this.header = header;
    const checksum = header.crc32?.toString(16).padStart(8, "0");
    this.description = `${slots.length.toLocaleString("en")} bytes, CRC-32 ${checksum}, checked`;
  }

  /** Everything is at hand. */
  knows() {
    return true;
  }

  async learn() {}

  /** @param {import("./rules.js").Board} board */
  value(board) {
    const byte = this.slots[codeOf(board)];
    return byte === undefined || byte === 255 ? null : byte;
  }
}
