/**
 * The bytes of a file. Every table is read through a source.
 *
 * @typedef {object} Source Bytes that can be read at any offset.
 * @property {number | null} size The number of bytes. `null` if this is not known.
 * @property {(offset: number, length: number) => Promise<Uint8Array> | Uint8Array} read Returns `length` bytes
 *   from this offset on.
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
 * A `Blob` or a `File`. Only the bytes that are needed are read.
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
 * Reads the bytes of a range, and checks that there are enough.
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

/** Ranges with at most this many bytes between them are read together, because a request costs more than these bytes. */
const GAP = 1024;

/**
 * The ranges, after joining ranges that are close together.
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
