/**
 * A cut table in the page: it holds the first plies, and a search finds the values of all other positions. Both are done by
 * WebAssembly, the program in the page before the table. It runs in a worker, so that the page can be used meanwhile.
 *
 * @typedef {import("./node.js").Header} Header
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./probed.js").Probed} Probed
 * @typedef {import("./probed.js").ProbedTable} ProbedTable
 *
 * @typedef {{ id: number, program?: Uint8Array, table?: Uint8Array, position?: string }} Message To the worker: a program and a
 *   table first, and then positions.
 * @typedef {{ id: number, answer?: string, error?: string }} Reply JSON.
 * @typedef {object} Port The other end: in a worker or on this thread.
 * @property {(message: Message) => void} post
 * @property {(onReply: (reply: Reply) => void, onEnd: (why: string) => void) => void} listen
 */

import { SEARCHING } from "./node.js";
import { ProbedSource } from "./probed.js";
import { describeBytes, tableBytes } from "./unpack.js";

/**
 * The page's source.
 * @param {Header} header
 * @returns {Promise<Source>}
 */
export async function openSource(header) {
  const bytes = await tableBytes(header);
  const [program, table] = [bytes.slice(0, header.program), bytes.slice(header.program)];
  const opened = await SearchedTable.open(program, table);
  return new ProbedSource(opened, header, { description: describeBytes(header), waiting: SEARCHING });
}

/** @implements {ProbedTable} */
class SearchedTable {
  /** @param {Port} port */
  constructor(port) {
    this.port = port;
    this.name = "";
    this.objective = "";
    this.start = "";
    /** The questions without a reply yet. @type {Map<number, { resolve: (answer: any) => void, reject: (why: Error) => void }>} */
    this.waiting = new Map();
    this.asked = 0;
    port.listen(
      ({ id, answer, error }) => {
        const waiting = this.waiting.get(id);
        this.waiting.delete(id);
        answer === undefined ? waiting?.reject(new Error(error)) : waiting?.resolve(JSON.parse(answer));
      },
      (why) => {
        for (const { reject } of this.waiting.values()) {
          reject(new Error(why));
        }
        this.waiting.clear();
      },
    );
  }

  /** @param {Uint8Array} program @param {Uint8Array} table */
  static async open(program, table) {
    const begin = async (/** @type {Port} */ port) => {
      const opened = new SearchedTable(port);
      const { name, objective, start } = await opened.post({ program, table });
      return Object.assign(opened, { name, objective, start });
    };
    try {
      return await begin(inWorker());
    } catch {
      // Some browsers start no worker in a page that is opened from a file.
      return begin(onThisThread());
    }
  }

  /** @param {Omit<Message, "id">} message @returns {Promise<any>} */
  post(message) {
    return new Promise((resolve, reject) => {
      const id = this.asked++;
      this.waiting.set(id, { resolve, reject });
      this.port.post({ ...message, id });
    });
  }

  /** @param {string} position @returns {Promise<Probed>} */
  async probe(position) {
    const answer = await this.post({ position });
    // What says nothing new is left out.
    answer.score ??= null;
    for (const move of answer.moves) {
      move.move ??= move.cell ?? move.column;
      move.text ??= `${move.move}`;
      move.score ??= null;
    }
    return answer;
  }
}

/** @returns {Port} */
function inWorker() {
  const script = `const reply = (${replying})((reply) => postMessage(reply)); onmessage = ({ data }) => reply(data);`;
  const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  return {
    post: (message) => worker.postMessage(message),
    listen(onReply, onEnd) {
      worker.addEventListener("message", ({ data }) => onReply(data));
      worker.addEventListener("error", ({ message }) => onEnd(message || "the worker of this page cannot be started"));
    },
  };
}

/** @returns {Port} */
function onThisThread() {
  /** @type {(reply: Reply) => void} */
  let hear = () => {};
  const reply = replying((reply) => hear(reply));
  return {
    // The page is drawn first, because it stands still during a search.
    post: (message) => setTimeout(() => reply(message), 20),
    listen: (onReply) => {
      hear = onReply;
    },
  };
}

/**
 * Answers messages. The worker gets the text of this function, so it uses no other name of this page.
 * @param {(reply: Reply) => void} post
 * @returns {(message: Message) => Promise<void>}
 */
function replying(post) {
  const utf8 = { from: new TextDecoder(), to: new TextEncoder() };
  /** @type {any} */
  let wasm;
  let opened = -1;
  const output = () =>
    utf8.from.decode(new Uint8Array(wasm.memory.buffer, wasm.output() >>> 0, wasm.output_bytes() >>> 0));
  /** @param {Uint8Array} bytes */
  const input = (bytes) => {
    new Uint8Array(wasm.memory.buffer, wasm.input(bytes.length) >>> 0, bytes.length).set(bytes);
  };
  /** @param {number} status */
  const done = (status) => {
    const said = output();
    if (status !== 0) {
      throw new Error(said);
    }
    return said;
  };
  /** @param {Uint8Array} program @param {Uint8Array} table */
  const open = async (program, table) => {
    const imports = { perfect_play: { progress() {}, panicked() {} } };
    const { instance } = await WebAssembly.instantiate(/** @type {Uint8Array<ArrayBuffer>} */ (program), imports);
    wasm = instance.exports;
    wasm.begin();
    opened = wasm.file(table.length);
    input(table);
    wasm.provide(opened, 0);
    done(wasm.open(opened));
    return done(wasm.about(opened));
  };
  return async ({ id, program, table, position }) => {
    try {
      if (program !== undefined && table !== undefined) {
        post({ id, answer: await open(program, table) });
      } else {
        input(utf8.to.encode(position));
        post({ id, answer: done(wasm.probe(opened)) });
      }
    } catch (error) {
      post({ id, error: error instanceof Error ? error.message : `${error}` });
    }
  };
}
