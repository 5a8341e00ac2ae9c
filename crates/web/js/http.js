/** A file on a server. Ranges of its bytes are read. */

import { bytesSource } from "./source.js";

/** How many bytes are read first. They contain the header, and all of a small file. */
const FIRST = 4096;
/** A file of up to this many bytes is read completely if the server serves no ranges. */
const MOST_WHOLE = 16 * 1024 * 1024;

/**
 * Opens a file on a server by reading its beginning.
 *
 * @param {URL | string} url
 * @param {AbortSignal} [signal]
 * @returns {Promise<import("./source.js").Source>}
 */
export async function httpSource(url, signal) {
  const response = await get(url, 0, FIRST, signal);
  if (response.status === 200) {
    return bytesSource(await whole(url, response, signal));
  }
  const size = checkRange(url, response, 0, null);
  const first = await body(url, response, signal);
  const expected = size === null ? first.length : Math.min(size, FIRST);
  if (first.length !== expected || first.length > FIRST) {
    throw new Error(`${url} cannot be read: the server sent ${first.length} bytes in place of ${expected}`);
  }
  const version = versionOf(response);
  /** @param {number} offset @param {number} length */
  const read = async (offset, length) => {
    if (offset + length <= first.length) {
      return first.subarray(offset, offset + length);
    }
    const response = await get(url, offset, length, signal);
    if (response.status === 200) {
      await response.body?.cancel();
      throw new Error(`${url} cannot be read: the server served a range of bytes before, and does not any more`);
    }
    const now = checkRange(url, response, offset, offset + length);
    const found = versionOf(response);
    const differs = (/** @type {keyof typeof found} */ part) =>
      found[part] !== null && version[part] !== null && found[part] !== version[part];
    if ((now !== null && size !== null && now !== size) || differs("etag") || differs("modified")) {
      await response.body?.cancel();
      throw new Error(`${url} was changed while it was read: open it again`);
    }
    const bytes = await body(url, response, signal);
    if (bytes.length !== length) {
      throw new Error(`${url} cannot be read: the server sent ${bytes.length} bytes in place of ${length}`);
    }
    return bytes;
  };
  return { size, read };
}

/**
 * Requests a range. `If-Range` is not sent, because a server of another origin would have to permit it first.
 *
 * @param {URL | string} url
 * @param {number} offset
 * @param {number} length
 * @param {AbortSignal} [signal]
 */
async function get(url, offset, length, signal) {
  const headers = { Range: `bytes=${offset}-${offset + length - 1}` };
  let response;
  try {
    response = await fetch(url, { headers, signal });
  } catch (cause) {
    signal?.throwIfAborted();
    throw new Error(`${url} cannot be read: ${reason(cause)}`, { cause });
  }
  if (response.status === 416 && offset === 0) {
    await response.body?.cancel();
    throw new Error(`${url} is empty, not a table`);
  }
  if (response.status !== 206 && response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`${url} cannot be read: the server answered ${response.status} ${response.statusText}`.trimEnd());
  }
  return response;
}

/**
 * Checks that the answer is the requested range. Returns the file's size. A server of another origin may hide both.
 * Then nothing is checked, and the result is `null`.
 *
 * @param {URL | string} url
 * @param {Response} response
 * @param {number} start
 * @param {number | null} end
 */
function checkRange(url, response, start, end) {
  const range = response.headers.get("Content-Range");
  if (range === null) {
    return null;
  }
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(range) ?? [];
  if (Number(first) !== start || (end !== null && Number(last) !== end - 1)) {
    throw new Error(`${url} cannot be read: asked for bytes from ${start} on, the server sent "${range}"`);
  }
  return size === "*" ? null : Number(size);
}

/**
 * The headers that show whether a file was changed.
 *
 * @param {Response} response
 */
function versionOf(response) {
  return { etag: response.headers.get("ETag"), modified: response.headers.get("Last-Modified") };
}

/**
 * @param {URL | string} url
 * @param {Response} response
 * @param {AbortSignal} [signal]
 */
async function body(url, response, signal) {
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    signal?.throwIfAborted();
    throw new Error(`${url} cannot be read: the answer was cut short (${reason(cause)})`, { cause });
  }
}

/**
 * All bytes of a small file.
 *
 * @param {URL | string} url
 * @param {Response} response
 * @param {AbortSignal} [signal]
 */
async function whole(url, response, signal) {
  const chunks = [];
  let length = 0;
  const tooLarge = new Error(
    `${url} cannot be read in parts: the server serves no ranges of bytes, and the file has more than ` +
      `${MOST_WHOLE} bytes; use a server that does, or download the file and open its bytes`,
  );
  if (Number(response.headers.get("Content-Length") ?? 0) > MOST_WHOLE) {
    await response.body?.cancel();
    throw tooLarge;
  }
  const reader = response.body?.getReader();
  try {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      chunks.push(next.value);
      length += next.value.length;
      if (length > MOST_WHOLE) {
        break;
      }
    }
  } catch (cause) {
    signal?.throwIfAborted();
    throw new Error(`${url} cannot be read: the answer was cut short (${reason(cause)})`, { cause });
  }
  if (length > MOST_WHOLE) {
    await reader?.cancel();
    throw tooLarge;
  }
  const bytes = new Uint8Array(length);
  let place = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, place);
    place += chunk.length;
  }
  return bytes;
}

/** The messages of an error and its cause. @param {unknown} error @returns {string} */
function reason(error) {
  if (!(error instanceof Error)) {
    return String(error);
  }
  return error.cause instanceof Error && error.cause.message
    ? `${error.message}: ${error.cause.message}`
    : error.message;
}
