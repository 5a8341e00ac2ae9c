/**
 * Where the bytes of a file are. Every table is read through one of these.
 *
 * @typedef {object} Source Bytes that are read at places.
 * @property {number | null} size How many bytes there are; `null` if this is not known.
 * @property {(offset: number, length: number) => Promise<Uint8Array> | Uint8Array} read Gives so many bytes from this
 *   place on.
 */

/**
 * Bytes in memory.
 *
 * @param {Uint8Array} bytes
 * @returns {Source}
 */
export function bytesSource(bytes) {
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) };
}

/**
 * A `Blob` or a `File`, which is read as far as it is needed.
 *
 * @param {Blob} blob
 * @returns {Source}
 */
export function blobSource(blob) {
  const read = async (/** @type {number} */ offset, /** @type {number} */ length) =>
    new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
  return { size: blob.size, read };
}

/**
 * The bytes of a range, as many as were asked for.
 *
 * @param {Source} source
 * @param {number} start
 * @param {number} end
 * @returns {Promise<import("./instance.js").Piece>}
 */
export async function readRange(source, start, end) {
  const bytes = await source.read(start, end - start);
  if (!(bytes instanceof Uint8Array) || bytes.length !== end - start) {
    const found = bytes instanceof Uint8Array ? `${bytes.length} bytes` : "no Uint8Array";
    throw new Error(`the source gave ${found}, not the ${end - start} bytes from ${start} on`);
  }
  return { bytes, offset: start };
}

/** Ranges with fewer bytes between them are read together: a request costs more than these bytes. */
const GAP = 1024;

/**
 * Ranges that are near one another, joined.
 *
 * @param {[number, number][]} ranges ascending
 */
export function joined(ranges) {
  /** @type {[number, number][]} */
  const wide = [];
  for (const [start, end] of ranges) {
    const last = wide.at(-1);
    if (last && start - last[1] < GAP) {
      last[1] = Math.max(last[1], end);
    } else {
      wide.push([start, end]);
    }
  }
  return wide;
}
