/**
 * The WebAssembly instance, and the only way to call it. `src/exports.rs` describes its exports.
 *
 * @typedef {{ bytes: Uint8Array, offset: number }} Piece a piece of a file, and its offset
 * @typedef {{ done: Uint8Array } | { table: number } | { missing: [number, number][] } | { moreRandom: true }} Answer
 * @typedef {(done: number, of: number) => void} OnProgress
 */

const ERROR = -1;
const MISSING = -2;
const MORE_RANDOM = -3;

const utf8 = new TextDecoder();

export class Instance {
  /** @type {any} */
  #exports;
  /** Why it cannot be used any more. @type {Error | undefined} */
  #broken;
  /** @type {OnProgress | undefined} */
  #onProgress;
  /** The error that the caller's function threw. @type {{ error: unknown } | undefined} */
  #thrown;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    const perfect_play = {
      /** An exception must not pass through WebAssembly. @type {OnProgress} */
      progress: (done, of) => {
        try {
          this.#onProgress?.(done, of);
        } catch (error) {
          this.#thrown ??= { error };
        }
      },
      panicked: () => {
        this.#broken = new Error(`perfect-play has a fault: ${utf8.decode(this.#output())}; please report it`);
      },
    };
    this.#exports = new WebAssembly.Instance(module, { perfect_play }).exports;
    this.#exports.begin();
  }

  /** Whether the instance can be used. */
  isUsable() {
    return this.#broken === undefined;
  }

  /** A file that is not open yet. @param {number | null} length in bytes, if this is known */
  file(length) {
    return this.#run(() => this.#exports.file(length ?? -1));
  }

  /**
   * Calls one of the exported functions.
   *
   * @param {string} name
   * @param {number | null} table
   * @param {{ input?: Uint8Array, pieces?: Piece[], onProgress?: OnProgress }} [given] pieces are available during this call
   * @returns {Answer}
   */
  call(name, table, { input, pieces = [], onProgress } = {}) {
    const before = this.#onProgress;
    this.#onProgress = onProgress;
    const status = this.#run(() => {
      for (const { bytes, offset } of pieces) {
        this.#input(bytes);
        this.#exports.provide(table, offset);
      }
      this.#input(input ?? new Uint8Array());
      return table === null ? this.#exports[name]() : this.#exports[name](table);
    });
    this.#onProgress = before;
    if (this.#thrown) {
      const { error } = this.#thrown;
      this.#thrown = undefined;
      if (table === null && status >= 0) {
        // Nobody is told the number of the new table.
        this.close(status);
      }
      throw error;
    }
    switch (status) {
      case ERROR:
        throw new Error(utf8.decode(this.#output()));
      case MISSING:
        return { missing: JSON.parse(utf8.decode(this.#output())) };
      case MORE_RANDOM:
        return { moreRandom: true };
      default:
        return table === null ? { table: status } : { done: this.#output().slice() };
    }
  }

  /** Forgets a table. @param {number} table */
  close(table) {
    if (this.isUsable()) {
      this.#run(() => this.#exports.close(table));
    }
  }

  /** @param {Uint8Array} bytes */
  #input(bytes) {
    const place = this.#exports.input(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, place >>> 0, bytes.length).set(bytes);
  }

  #output() {
    const place = this.#exports.output() >>> 0;
    return new Uint8Array(this.#exports.memory.buffer, place, this.#exports.output_bytes() >>> 0);
  }

  /**
   * After a fault nothing in the instance can be trusted.
   *
   * @param {() => number} call
   */
  #run(call) {
    if (this.#broken) {
      throw new Error("this table cannot be used after a fault in WebAssembly: open it again", { cause: this.#broken });
    }
    try {
      return call();
    } catch (cause) {
      if (!(cause instanceof WebAssembly.RuntimeError) && !(cause instanceof RangeError)) {
        throw cause;
      }
      this.#broken ??= new Error(
        "perfect-play stopped in WebAssembly: there was not enough memory, or it has a fault",
        {
          cause,
        },
      );
      throw this.#broken;
    }
  }
}
