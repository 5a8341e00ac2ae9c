/** `open` and `solve`. Users import `node.js` or `browser.js`, which load the WebAssembly and the worker. */

import { HeldTable } from "./held.js";
import { httpSource } from "./http.js";
import { Instance } from "./instance.js";
import { blobSource, bytesSource, readRange } from "./source.js";
import { Table } from "./table.js";
import { beginInWorker } from "./work.js";

/** @import { Source } from "./source.js" */

/**
 * @typedef {object} Platform
 * @property {() => Promise<WebAssembly.Module>} load Compiles the WebAssembly.
 * @property {() => import("./work.js").Port | Promise<import("./work.js").Port>} startWorker
 * @property {(path: string) => Promise<Source>} [openPath] Opens a file on the disk. Absent on platforms without files.
 * @property {(file: string) => Promise<Uint8Array>} readBook Reads a file of this package.
 *
 * @typedef {object} OpenOptions
 * @property {AbortSignal} [signal] Aborts reading from a server, including reads of later probes.
 * @property {boolean} [worker] Whether a cut table is opened in a worker, so that its searches leave this thread free. Defaults
 *   to `true`. Other tables are always opened on this thread.
 *
 * @typedef {object} SolveOptions
 * @property {"fastest" | "outcome"} [objective] Which moves are optimal: those that also win soonest or
 *   lose latest (`fastest`, the default), or all that keep the outcome (`outcome`).
 * @property {(done: number, of: number) => void} [onProgress] Called now and then with the amount of work
 *   that is done and the total. While positions are found, the total is 0, and the amount is their number so far.
 * @property {AbortSignal} [signal] Ends the solve, and its worker.
 * @property {boolean} [worker] Whether a worker solves the game, so that this thread stays free. Defaults to `true`.
 *   Without a worker, the signal is checked only before the solve.
 * @property {number} [memory] How many bytes a table may take. Defaults to 1 GiB.
 * @property {number} [plies] Stores only the positions of the first so many plies, in a cut table. Its other values are
 *   searched, exactly, when they are asked for. With 0, nothing is stored and nothing is solved now. Defaults to all positions.
 */

const GIB = 1024 ** 3;

/** The files of the books in this package, by the names of their games. @type {Record<string, string>} */
const BOOKS = { connect4: "connect4.perfect", "connect:7,6,4": "connect4.perfect" };

/** @type {Platform} */
let platform;
/** @type {Promise<WebAssembly.Module> | undefined} */
let loading;
/** @type {Instance | undefined} */
let kept;

/** @internal @param {Platform} here the platform on which this runs */
export function runOn(here) {
  platform = here;
}

/** The WebAssembly, loaded once. */
async function module() {
  loading ??= platform.load();
  try {
    return await loading;
  } catch (cause) {
    loading = undefined;
    throw new Error(`the WebAssembly of perfect-play cannot be loaded: ${cause}`, { cause });
  }
}

/** The instance of this thread. After a fault, a new one. */
async function instance() {
  const loaded = await module();
  if (!kept?.isUsable()) {
    kept = new Instance(loaded);
  }
  return kept;
}

/**
 * @param {unknown} from
 * @param {AbortSignal} [signal]
 * @returns {Promise<Source>}
 */
async function sourceOf(from, signal) {
  if (from instanceof Uint8Array) {
    return bytesSource(from);
  }
  if (from instanceof ArrayBuffer || (typeof SharedArrayBuffer !== "undefined" && from instanceof SharedArrayBuffer)) {
    return bytesSource(new Uint8Array(from));
  }
  if (ArrayBuffer.isView(from)) {
    return bytesSource(new Uint8Array(from.buffer, from.byteOffset, from.byteLength));
  }
  if (from instanceof Blob) {
    return blobSource(from);
  }
  if (typeof from === "string" && Object.hasOwn(BOOKS, from)) {
    return bytesSource(await platform.readBook(BOOKS[from]));
  }
  if (from instanceof URL || typeof from === "string") {
    const isPath = from instanceof URL ? from.protocol === "file:" : !/^(https?|data|blob):/i.test(from);
    if (platform.openPath && isPath) {
      return platform.openPath(from instanceof URL ? from.href : from);
    }
    return httpSource(from, signal);
  }
  const own = /** @type {Source | null} */ (typeof from === "object" ? from : null);
  if (typeof own?.read === "function") {
    if (own.size !== null && !(Number.isSafeInteger(own.size) && own.size >= 0)) {
      throw new TypeError("the `size` of a source is its number of bytes, or null if this is not known");
    }
    return own;
  }
  throw new TypeError("a table is opened from bytes, a Blob, a URL, or an object with `size` and `read`");
}

/**
 * Opens a `.perfect` file, or with `connect4` the book of Connect Four that is in this package: a cut table of the first plies,
 * which answers everywhere. (`./connect4` is a file of this name.)
 *
 * A small table is read completely. Opening a large one reads little more than its index, and each probe later reads the
 * bytes that it needs. So a large table can be on any server that serves ranges of bytes.
 *
 * @param {Uint8Array | ArrayBufferLike | ArrayBufferView | Blob | URL | string | Source} from Bytes, a `Blob` or
 *   `File`, the URL of the file (in Node.js a string may be a path), a source of your own, or `connect4`.
 * @param {OpenOptions} [options]
 * @returns {Promise<Table>}
 */
export async function open(from, { signal, worker = true } = {}) {
  signal?.throwIfAborted();
  const [instanceOfThread, source] = await Promise.all([instance(), sourceOf(from, signal)]);
  const held = await HeldTable.open(instanceOfThread, source);
  const table = await Table.of(held);
  if (!worker || table.plies === null) {
    return table;
  }
  // A cut table searches, which may take long.
  const bytes = source.size === null ? await table.bytes() : (await readRange(source, 0, source.size)).bytes;
  table.close();
  return inWorker({ open: bytes }, { signal });
}

/**
 * A table in a worker.
 *
 * @param {import("./work.js").Begin} begin
 * @param {{ onProgress?: (done: number, of: number) => void, signal?: AbortSignal }} options
 */
async function inWorker(begin, { onProgress, signal }) {
  const loaded = await module();
  return Table.of(await beginInWorker(await platform.startWorker(), loaded, { begin, onProgress, signal }));
}

/**
 * Solves a game.
 *
 * @param {string} game Its name, such as `tictactoe`, `mnk:4,4,4`, `connect:5,4,4` or `kalah:2,2`.
 * @param {SolveOptions} [options]
 * @returns {Promise<Table>}
 */
export async function solve(game, options = {}) {
  const { objective = "fastest", onProgress, signal, worker = true, memory = GIB, plies = null } = options;
  signal?.throwIfAborted();
  if (typeof game !== "string") {
    throw new TypeError('a game is a name, such as "mnk:4,4,4"');
  }
  if (!Number.isSafeInteger(memory) || memory < 0) {
    throw new RangeError("`memory` is a number of bytes");
  }
  if (plies !== null && !(Number.isSafeInteger(plies) && plies >= 0)) {
    throw new RangeError("`plies` is a number of plies");
  }
  const request = { game, objective: String(objective), memory, plies };
  if (worker) {
    return inWorker({ solve: request }, { onProgress, signal });
  }
  return Table.of(HeldTable.solve(await instance(), request, onProgress));
}
