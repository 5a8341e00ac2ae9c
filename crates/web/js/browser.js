/**
 * Solved board games: looks up the best move for any position in a table.
 *
 * @module
 */

import { runOn } from "./perfect-play.js";

export { open, solve } from "./perfect-play.js";
export { Table } from "./table.js";

const WASM = new URL("perfect_play.wasm", import.meta.url);

runOn({
  async load() {
    const response = await fetch(WASM);
    if (!response.ok) {
      throw new Error(`${WASM} cannot be read: the server answered ${response.status}`);
    }
    // Not `compileStreaming`, because some servers do not send the MIME type of WebAssembly.
    return WebAssembly.compile(await response.arrayBuffer());
  },

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
