/** Unpacks bytes in the page. They are compressed with DEFLATE and encoded in base 64. */

/**
 * The bytes of the page's element `#table`, checked.
 * @param {import("./node.js").Header} header
 */
export async function pageBytes(header) {
  const text = document.getElementById("table")?.textContent ?? "";
  const bytes = await unpacked(text).catch((error) => {
    throw new Error(`the table in this page is damaged: ${error.message}`);
  });
  if (bytes.length !== header.slots || crc32(bytes) !== header.crc32) {
    throw new Error("the table in this page is damaged: its checksum is wrong");
  }
  return bytes;
}

/** A description of these bytes for the reader. @param {import("./node.js").Header} header */
export function describeBytes(header) {
  const checksum = header.crc32?.toString(16).padStart(8, "0");
  return `${header.slots?.toLocaleString("en")} bytes in this page, CRC-32 ${checksum}, checked`;
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
