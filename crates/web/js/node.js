/**
 * Solved board games: looks up the best move for any position in a table.
 *
 * @module
 */

import { open as openFile, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

import { runOn } from "./perfect-play.js";

export { grade } from "./grade.js";
export { open, solve } from "./perfect-play.js";
export { Table } from "./table.js";

const WASM = new URL("perfect_play.wasm", import.meta.url);

runOn({
  load: async () => WebAssembly.compile(await readFile(WASM)),

  readBook: (file) => readFile(new URL(file, import.meta.url)),

  startWorker() {
    // The options of the program may not be valid for a worker.
    const worker = new Worker(new URL("worker-node.js", import.meta.url), { execArgv: [] });
    return {
      post: (message) => worker.postMessage(message),
      listen(onMessage, onEnd) {
        worker.on("message", onMessage);
        worker.on("error", (cause) => onEnd(new Error(`the worker of perfect-play ended: ${cause}`, { cause })));
      },
      end: () => worker.terminate(),
      keepsAlive: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
    };
  },

  async openPath(pathOrUrl) {
    const path = pathOrUrl.startsWith("file:") ? fileURLToPath(pathOrUrl) : pathOrUrl;
    // The file is opened for each read. Otherwise the user would have to close it.
    const reading = async (/** @type {(file: import("node:fs/promises").FileHandle) => Promise<any>} */ task) => {
      const file = await openFile(path);
      try {
        return await task(file);
      } finally {
        await file.close();
      }
    };
    const state = await reading((file) => file.stat());
    if (!state.isFile()) {
      throw new Error(`${path} is not a file`);
    }
    /** @param {number} offset @param {number} length @returns {Promise<Uint8Array>} */
    const read = (offset, length) =>
      reading(async (file) => {
        const now = await file.stat();
        if (now.size !== state.size || now.mtimeMs !== state.mtimeMs) {
          throw new Error(`${path} was changed while it was read: open it again`);
        }
        const bytes = new Uint8Array(length);
        let place = 0;
        while (place < length) {
          const { bytesRead } = await file.read(bytes, place, length - place, offset + place);
          if (bytesRead === 0) {
            break;
          }
          place += bytesRead;
        }
        return bytes.subarray(0, place);
      });
    return { size: state.size, read };
  },
});
