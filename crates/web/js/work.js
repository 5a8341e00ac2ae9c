/** A table in a worker, and the requests to that worker. */

import { HeldTable } from "./held.js";
import { Instance } from "./instance.js";
import { bytesSource } from "./source.js";

/** @import { Answering } from "./table.js" */
/** @import { OnProgress } from "./instance.js" */

/**
 * The other end of a worker, on any platform.
 *
 * @typedef {object} Port
 * @property {(message: unknown) => void} post
 * @property {(onMessage: (message: any) => void, onEnd: (error: Error) => void) => void} listen
 * @property {() => void} end
 * @property {(isBusy: boolean) => void} keepsAlive Whether the program waits for the worker before it ends.
 *
 * @typedef {{ game: string, objective: string, memory: number, plies: number | null }} Request
 * @typedef {{ solve: Request } | { open: Uint8Array }} Begin How the worker gets its table: it solves a game, or opens the bytes
 *   of a file.
 */

/** The milliseconds between two reports of progress. */
const REPORT_EVERY = 50;

/** A worker that holds a table. @implements {Answering} */
class Worked {
  #port;
  /** Requests without an answer yet. @type {Map<number, { resolve: (answer: any) => void, reject: (error: unknown) => void, onProgress?: OnProgress }>} */
  #waiting = new Map();
  #asked = 0;
  /** The reason why the worker has ended. @type {unknown} */
  #ended;

  /** @param {Port} port */
  constructor(port) {
    this.#port = port;
    port.listen(
      ({ id, progress, answer, error }) => {
        const waiting = this.#waiting.get(id);
        if (progress) {
          try {
            waiting?.onProgress?.(progress[0], progress[1]);
            return;
          } catch (thrown) {
            // The request fails, as on this thread. Later messages for it are ignored.
            error = thrown;
          }
        }
        this.#waiting.delete(id);
        port.keepsAlive(this.#waiting.size > 0);
        if (error === undefined) {
          waiting?.resolve(answer);
        } else {
          waiting?.reject(error);
        }
      },
      (error) => this.end(error),
    );
  }

  /**
   * @param {object} message
   * @param {OnProgress} [onProgress]
   * @returns {Promise<any>}
   */
  post(message, onProgress) {
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) {
        reject(this.#ended);
        return;
      }
      const id = this.#asked++;
      this.#waiting.set(id, { resolve, reject, onProgress });
      this.#port.keepsAlive(true);
      this.#port.post({ ...message, id });
    });
  }

  /** Ends the worker. Requests without an answer fail with the reason. @param {unknown} reason */
  end(reason) {
    this.#ended ??= reason;
    this.#port.end();
    for (const { reject } of this.#waiting.values()) {
      reject(reason);
    }
    this.#waiting.clear();
  }

  /** @param {string} name @param {string} [input] @param {OnProgress} [onProgress] */
  ask(name, input, onProgress) {
    return this.post({ name, input }, onProgress);
  }

  close() {
    this.end(new Error("the table is closed"));
  }
}

/**
 * Solves a game, or opens a file, in a worker, which keeps the table.
 *
 * @param {Port} port
 * @param {WebAssembly.Module} module
 * @param {{ begin: Begin, onProgress?: OnProgress, signal?: AbortSignal }} options
 * @returns {Promise<Answering>}
 */
export async function beginInWorker(port, module, { begin, onProgress, signal }) {
  const worked = new Worked(port);
  const abort = () => worked.end(signal?.reason);
  signal?.addEventListener("abort", abort);
  try {
    signal?.throwIfAborted();
    await worked.post({ ...begin, module }, onProgress);
    return worked;
  } catch (error) {
    worked.end(error);
    throw error;
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/**
 * The code in the worker: it gets one table, and then answers for it.
 *
 * @param {(message: unknown) => void} post
 * @returns {(message: any) => Promise<void>} to be called with each message
 */
export function answering(post) {
  /** @type {HeldTable | undefined} */
  let table;
  return async ({ id, solve, open, module, name, input }) => {
    let reported = 0;
    /** @type {OnProgress} */
    const onProgress = (done, of) => {
      const now = Date.now();
      if (now - reported >= REPORT_EVERY) {
        reported = now;
        post({ id, progress: [done, of] });
      }
    };
    try {
      if (solve) {
        table = HeldTable.solve(new Instance(module), solve, onProgress);
        post({ id });
      } else if (open) {
        table = await HeldTable.open(new Instance(module), bytesSource(open));
        post({ id });
      } else {
        post({ id, answer: await table?.ask(name, input, onProgress) });
      }
    } catch (error) {
      post({ id, error });
    }
  };
}
