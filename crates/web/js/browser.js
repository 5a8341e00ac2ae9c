/**
 * Solved board games: looks up the best move for any position in a table.
 *
 * @module
 */

import { runOn } from "./perfect-play.js";

export { grade } from "./grade.js";
export { open, solve } from "./perfect-play.js";
export { Table } from "./table.js";

/** A file of this package. @param {string} name */
async function read(name) {
  const url = new URL(name, import.meta.url);
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url} cannot be read: the server answered ${response.status}`);
  }
  return new Uint8Array(await response.arrayBuffer());
}

runOn({
  // Not `compileStreaming`, because some servers do not send the MIME type of WebAssembly.
  load: async () => WebAssembly.compile(await read("perfect_play.wasm")),

  readBook: read,

  startWorker() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    return {
      post: (message) => worker.postMessage(message),
      listen(onMessage, onEnd) {
        worker.addEventListener("message", ({ data }) => onMessage(data));
        worker.addEventListener("error", ({ message }) =>
          onEnd(new Error(`the worker of perfect-play ended: ${message || "it cannot be loaded"}`)),
        );
      },
      end: () => worker.terminate(),
      keepsAlive() {},
    };
  },
});
