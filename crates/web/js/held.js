/** A table in an instance on this thread. A call is repeated until all bytes that it needs have been read. */

import { joined, readRange } from "./source.js";

/** @import { Instance, OnProgress, Piece } from "./instance.js" */
/** @import { Source } from "./source.js" */

/** The most bytes of a file that `verify` reads into WebAssembly's memory. */
const MOST_VERIFIED = 1024 ** 3;

const utf8 = new TextEncoder();

export class HeldTable {
  #instance;
  #table;
  #source;
  #isClosed = false;

  /**
   * @param {Instance} instance
   * @param {number} table
   * @param {Source | null} source the bytes of its file, if it has one
   */
  constructor(instance, table, source) {
    this.#instance = instance;
    this.#table = table;
    this.#source = source;
  }

  /**
   * Opens a file.
   *
   * @param {Instance} instance
   * @param {Source} source
   */
  static async open(instance, source) {
    const table = new HeldTable(instance, instance.file(source.size), source);
    try {
      await table.ask("open");
    } catch (error) {
      table.close();
      throw error;
    }
    return table;
  }

  /**
   * Solves a game on this thread, which is blocked meanwhile.
   *
   * @param {Instance} instance
   * @param {import("./work.js").Request} request
   * @param {OnProgress} [onProgress]
   */
  static solve(instance, { game, objective, memory, plies }, onProgress) {
    const input = utf8.encode(`${oneLine(game)}\n${oneLine(objective)}\n${memory}\n${plies ?? ""}`);
    const answer = instance.call("solve", null, { input, onProgress });
    return new HeldTable(instance, "table" in answer ? answer.table : -1, null);
  }

  /**
   * Calls a function of the table and returns its output. `null` if it needs more random numbers.
   *
   * @param {string} name
   * @param {string} [input]
   * @param {OnProgress} [onProgress]
   */
  async ask(name, input = "", onProgress = undefined) {
    /** @type {Piece[]} */
    const pieces = name === "verify" ? await this.#whole() : [];
    for (;;) {
      // Its number may be that of another table by now.
      if (this.#isClosed) {
        throw new Error("the table is closed");
      }
      const answer = this.#instance.call(name, this.#table, { input: utf8.encode(input), pieces, onProgress });
      if ("done" in answer) {
        return answer.done;
      }
      if (!("missing" in answer)) {
        return null;
      }
      const { missing } = answer;
      const source = this.#source;
      if (source === null || missing.some(([start, end]) => pieces.some((piece) => has(piece, start, end)))) {
        throw new Error("perfect-play has a fault: it asks for bytes that it has; please report it");
      }
      pieces.push(...(await Promise.all(joined(missing).map(([start, end]) => readRange(source, start, end)))));
    }
  }

  close() {
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.#instance.close(this.#table);
    }
  }

  /** The whole file, unless the table is in memory. */
  async #whole() {
    const { held } = JSON.parse(new TextDecoder().decode((await this.ask("about")) ?? new Uint8Array()));
    const source = this.#source;
    if (held || source === null) {
      return [];
    }
    if (source.size === null || source.size > MOST_VERIFIED) {
      const size = source.size === null ? "does not tell its size" : `has ${source.size} bytes`;
      throw new Error(
        `the file ${size}, and at most ${MOST_VERIFIED} bytes are verified here: use \`perfect-play verify FILE\``,
      );
    }
    return [await readRange(source, 0, source.size)];
  }
}

/** A text without line breaks, for a line of a request. @param {string} text */
export function oneLine(text) {
  return text.replaceAll("\n", " ");
}

/** @param {Piece} piece @param {number} start @param {number} end */
function has({ bytes, offset }, start, end) {
  return offset <= start && end <= offset + bytes.length;
}
